//! Fights a creature: follows it and strikes whenever the attack cooldown is over, until it is dead or lost. A hostile creature that
//! comes within reach meanwhile is fought first. Between blows the body holds up its shield.

use super::walk::{Walk, Walker};
use super::{Turn, rest};
use crate::limbs::{Blow, Cells, Handle, Limbs, Look, Quarry, Wanted, is_spared};
use crate::me::Me;
use crate::path::Goal;
use crate::sight;
use crate::space::{MICRO, Place};
use gamedata::items;
use gamedata::tools::{self, ToolClass};
use serde::{Deserialize, Serialize};
use vocab::action::Terrain;
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, FinePos, ItemId, Name};

/// The mob to attack may be this far from the place that the action names, because it has moved since it was
/// seen.
const FIND_RADIUS: i64 = 6 * MICRO;
/// The attacked mob counts as lost beyond this distance. The body does not look for a mob farther away either.
const LOSE_RADIUS: i64 = 40 * MICRO;
const TICKS_MAX: u32 = 1_200;
/// Within this distance the body runs straight at the attacked mob, without a path.
const CHARGE_RADIUS: i64 = 5 * MICRO;
/// A new path is searched once the attacked mob has moved this many blocks from the end of the last one.
const REPLAN_BLOCKS: u64 = 2;
/// Stands for the mob's id while the body has not seen the mob yet; no mob has this id.
const NOT_SEEN_YET: Handle = Handle::MAX;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attack {
    #[serde(default)]
    kind: Name,
    mob: Handle,
    /// The walk to the place where the mob was last seen, or to the place that the action names.
    walker: Option<Box<Walker>>,
    ticks: u32,
    blows: u32,
}

impl Attack {
    pub(super) fn new(me: &Me<'_, impl Limbs>, kind: Name, near: FinePos) -> Result<Attack, Refusal> {
        if is_spared(kind) {
            return Err(Refusal::Spared);
        }
        let near = Place::from_fine(near);
        if let Some(mob) = seen_near(me, kind, near) {
            return Ok(Attack { kind, mob, walker: None, ticks: 0, blows: 0 });
        }
        // Nothing is in sight there. The body goes and looks, unless it sees from here that the place is empty.
        let sees_place = || sight::clear(me.cells(), me.eye(), near.up(MICRO / 2)) == Some(true);
        if me.eyes.has_xray() || me.at().distance(near) > LOSE_RADIUS || sees_place() {
            return Err(Refusal::NoTarget);
        }
        let walker = Some(Box::new(walk_to(near.block())));
        Ok(Attack { kind, mob: NOT_SEEN_YET, walker, ticks: 0, blows: 0 })
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.blows, self.blows + 1)
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        self.ticks += 1;
        if self.mob == NOT_SEEN_YET {
            return self.look_for(me);
        }
        let Some(quarry) = me.limbs.quarry(self.mob) else {
            // A mob that is gone after at least one blow counts as dead, otherwise as lost.
            return if self.blows > 0 { Turn::Done } else { Turn::Failed(Failure::TargetLost) };
        };
        let at = quarry.at;
        if self.ticks > TICKS_MAX {
            return Turn::Failed(Failure::TimedOut);
        }
        if quarry.in_reach {
            self.walker = None;
            self.strike(me, self.mob, at);
            return Turn::Going;
        }
        // A hostile creature that comes into reach would bite from behind while the body pursues another one.
        if quarry.hostile
            && let Some((other, at)) = me.limbs.biter(&me.skills.dangers)
        {
            self.strike(me, other, at);
            return Turn::Going;
        }
        if !notices(me, &quarry) {
            // The mob went out of sight in this tick or before: the body goes to where it saw the mob last.
            self.walker.get_or_insert_with(|| Box::new(walk_to(at.block())));
            return self.walk(me, true);
        }
        if me.at().distance(at) > LOSE_RADIUS {
            return Turn::Failed(Failure::TargetLost);
        }
        self.pursue(me, at, quarry.clear)
    }

    /// Walks to the place that the action names until a mob comes into sight near it.
    fn look_for(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        let place = match self.walker.as_deref().map(Walker::goal) {
            Some(Goal::Near { to, .. }) => Place::on(to),
            _ => return Turn::Failed(Failure::TargetLost),
        };
        if self.ticks > TICKS_MAX {
            return Turn::Failed(Failure::TimedOut);
        }
        if let Some(mob) = seen_near(me, self.kind, place) {
            self.mob = mob;
            return Turn::Going;
        }
        self.walk(me, true)
    }

    fn strike(&mut self, me: &mut Me<'_, impl Limbs>, mob: Handle, at: Place) {
        me.limbs.look(Look::Place(at));
        if let Some(weapon) = best_weapon(me) {
            me.limbs.hold(Some(weapon));
        }
        match me.limbs.strike(mob) {
            Blow::Struck => self.blows += 1,
            Blow::Tired => {
                rest::raise_shield(me);
            }
            Blow::Missed => {}
        }
    }

    fn pursue(&mut self, me: &mut Me<'_, impl Limbs>, at: Place, clear: bool) -> Turn {
        let level = (me.at().y - at.y).abs() < MICRO / 2;
        let flat = me.at().distance_flat(at);
        if clear && level && flat <= CHARGE_RADIUS && is_firm(me, at) {
            self.walker = None;
            me.head_for(at);
            me.limbs.keys().sprint = true;
            return Turn::Going;
        }
        let goal = at.block();
        let stale = |walker: &Walker| match walker.goal() {
            Goal::Near { to, .. } => to.manhattan(goal) > REPLAN_BLOCKS,
            Goal::Column { .. } | Goal::Reach { .. } | Goal::PickUp { .. } | Goal::Away { .. } => true,
        };
        if self.walker.as_deref().is_none_or(stale) {
            self.walker = Some(Box::new(walk_to(goal)));
        }
        self.walk(me, false)
    }

    /// Walks on. At the end of the walk a mob that is out of sight counts as lost.
    fn walk(&mut self, me: &mut Me<'_, impl Limbs>, out_of_sight: bool) -> Turn {
        let Some(walker) = &mut self.walker else { return Turn::Going };
        match walker.tick(me) {
            Walk::Going => Turn::Going,
            Walk::Arrived if out_of_sight => Turn::Failed(Failure::TargetLost),
            Walk::Arrived => {
                self.walker = None;
                Turn::Going
            }
            Walk::NoPath => Turn::Failed(Failure::NoPath),
            Walk::Stuck => Turn::Failed(Failure::Stuck),
        }
    }
}

fn walk_to(to: BlockPos) -> Walker {
    Walker::new(Goal::Near { to, within: 1 }, Terrain::Walk, true).fearless()
}

/// Whether the body knows where a mob is now: the mob is in sight, or so near that the body hears it.
fn notices(me: &Me<'_, impl Limbs>, quarry: &Quarry) -> bool {
    me.eyes.has_xray() || quarry.noticed
}

/// The mob of a kind nearest to a place, among those that the body notices.
fn seen_near(me: &Me<'_, impl Limbs>, kind: Name, near: Place) -> Option<Handle> {
    me.limbs.find(&Wanted { kind, near, within: FIND_RADIUS, xray: me.eyes.has_xray() })
}

/// Whether there is firm ground below a place, so that a straight run does not end in a fall.
fn is_firm(me: &Me<'_, impl Limbs>, at: Place) -> bool {
    let feet = me.at();
    let low = |place: Place| place.up(-MICRO / 2);
    sight::Line::between(low(feet), low(at)).all(|cell: BlockPos| me.cells().is_solid(cell))
}

/// The carried weapon with the most damage per second; `None` when the bare hand is at least as good.
fn best_weapon(me: &Me<'_, impl Limbs>) -> Option<ItemId> {
    let carried = me.inventory().carried().slots.iter().flatten();
    carried
        .map(|stack| stack.item)
        .filter(|item| tools::of(*item).is_some())
        .max_by_key(|item| {
            let attack = items::get(*item).attack;
            let sword = tools::of(*item).is_some_and(|tool| tool.class == ToolClass::Sword);
            (u32::from(attack.damage_milli) * u32::from(attack.speed_milli), sword, *item)
        })
        .filter(|item| items::get(*item).attack.damage_milli > items::Attack::HAND.damage_milli)
}

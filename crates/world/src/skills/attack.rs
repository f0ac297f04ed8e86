//! Fights a creature: follows it and strikes whenever the attack cooldown is over, until it is dead or lost. A hostile creature that
//! comes within reach meanwhile is fought first. Between blows the body holds up its shield.

use super::walk::{Walk, Walker};
use super::{Turn, rest, wary};
use crate::body::{STRIKE_REACH, harm};
use crate::mobs::{self, Mob};
use crate::path::Goal;
use crate::physics::Room;
use crate::sight;
use crate::space::{MICRO, Place};
use crate::world::World;
use belief::evidence::Sight;
use gamedata::items;
use gamedata::tools::{self, ToolClass};
use serde::{Deserialize, Serialize};
use vocab::action::Terrain;
use vocab::outcome::{Failure, Refusal};
use vocab::senses::BodyEvent;
use vocab::{BlockPos, FinePos, ItemId};

/// The mob to attack may be this far from the place that the action names, because it has moved since it was
/// seen.
const FIND_RADIUS: i64 = 6 * MICRO;
/// The body hears a mob within this distance of its feet through a wall.
const HEAR_RADIUS: i64 = 2 * MICRO;
/// The attacked mob counts as lost beyond this distance. The body does not look for a mob farther away either.
const LOSE_RADIUS: i64 = 40 * MICRO;
const TICKS_MAX: u32 = 1_200;
/// Within this distance the body runs straight at the attacked mob, without a path.
const CHARGE_RADIUS: i64 = 5 * MICRO;
/// A new path is searched once the attacked mob has moved this many blocks from the end of the last one.
const REPLAN_BLOCKS: u64 = 2;
/// Exhaustion that the body gets from one blow, in thousandths.
const BLOW_EXHAUSTION_MILLI: u32 = 100;

/// Stands for the mob's id while the body has not seen the mob yet; no mob has this id.
const NOT_SEEN_YET: u64 = u64::MAX;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Attack {
    mob: u64,
    /// The walk to the place where the mob was last seen, or to the place that the action names.
    walker: Option<Box<Walker>>,
    ticks: u32,
    blows: u32,
}

impl Attack {
    pub(super) fn new(world: &World, near: FinePos) -> Result<Attack, Refusal> {
        let near = Place::from_fine(near);
        if let Some(mob) = seen_near(world, near) {
            return Ok(Attack { mob, walker: None, ticks: 0, blows: 0 });
        }
        // Nothing is in sight there. The body goes and looks, unless it sees from here that the place is empty.
        let sees_place = || sight::clear(&world.grid, world.body.eyes(), near.up(MICRO / 2)) == Some(true);
        if world.eyes.has_xray() || world.body.at.distance(near) > LOSE_RADIUS || sees_place() {
            return Err(Refusal::NoTarget);
        }
        let walker = Some(Box::new(walk_to(near.block())));
        Ok(Attack { mob: NOT_SEEN_YET, walker, ticks: 0, blows: 0 })
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.blows, self.blows + 1)
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        self.ticks += 1;
        if self.mob == NOT_SEEN_YET {
            return self.look_for(world);
        }
        let Some(mob) = world.mobs.get(self.mob) else {
            // A mob that is gone after at least one blow counts as dead, otherwise as lost.
            return if self.blows > 0 { Turn::Done } else { Turn::Failed(Failure::TargetLost) };
        };
        let (at, hostile) = (mob.at, mob.kind.hostile());
        if self.ticks > TICKS_MAX {
            return Turn::Failed(Failure::TimedOut);
        }
        if in_reach(world, mob) {
            self.walker = None;
            self.strike(world, self.mob, at);
            return Turn::Going;
        }
        if hostile && let Some((other, at)) = biter(world) {
            self.strike(world, other, at);
            return Turn::Going;
        }
        if !notices(world, mob) {
            // The mob went out of sight in this tick or before: the body goes to where it saw the mob last.
            self.walker.get_or_insert_with(|| Box::new(walk_to(at.block())));
            return self.walk(world, true);
        }
        let clear = sight::passable(&world.grid, world.body.eyes(), nearest_point(world, mob));
        if world.body.at.distance(at) > LOSE_RADIUS {
            return Turn::Failed(Failure::TargetLost);
        }
        self.pursue(world, at, clear)
    }

    /// Walks to the place that the action names until a mob comes into sight near it.
    fn look_for(&mut self, world: &mut World) -> Turn {
        let place = match self.walker.as_deref().map(Walker::goal) {
            Some(Goal::Near { to, .. }) => Place::on(to),
            _ => return Turn::Failed(Failure::TargetLost),
        };
        if self.ticks > TICKS_MAX {
            return Turn::Failed(Failure::TimedOut);
        }
        if let Some(mob) = seen_near(world, place) {
            self.mob = mob;
            return Turn::Going;
        }
        self.walk(world, true)
    }

    fn strike(&mut self, world: &mut World, mob: u64, at: Place) {
        world.body.face(at);
        if let Some(weapon) = best_weapon(world) {
            world.body.inventory.hold(weapon);
        }
        let held = world.body.inventory.held().map(|stack| stack.item);
        let attack = held.map_or(items::Attack::HAND, |item| items::get(item).attack);
        if world.body.rested_ticks < attack.cooldown_ticks() {
            rest::raise_shield(world);
            return;
        }
        let cooldown_ticks_milli = 20_000_000 / u32::from(attack.speed_milli.max(1));
        let damage = harm::blow_milli(u32::from(attack.damage_milli), world.body.rested_ticks, cooldown_ticks_milli);
        world.body.rested_ticks = 0;
        world.body.hunger.exhaust(BLOW_EXHAUSTION_MILLI);
        let from = world.body.at;
        if world.hit_mob(mob, damage, from) {
            self.blows += 1;
            wear(world, held);
        }
    }

    fn pursue(&mut self, world: &mut World, at: Place, clear: bool) -> Turn {
        let level = (world.body.at.y - at.y).abs() < MICRO / 2;
        let flat = world.body.at.distance_flat(at);
        if clear && level && flat <= CHARGE_RADIUS && is_firm(world, at) {
            self.walker = None;
            world.body.controls.heading = world.body.at.heading_to(at);
            world.body.controls.sprint = true;
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
        self.walk(world, false)
    }

    /// Walks on. At the end of the walk a mob that is out of sight counts as lost.
    fn walk(&mut self, world: &mut World, out_of_sight: bool) -> Turn {
        let Some(walker) = &mut self.walker else { return Turn::Going };
        match walker.tick(world) {
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
fn notices(world: &World, mob: &Mob) -> bool {
    world.eyes.has_xray()
        || world.body.at.distance(mob.at) <= HEAR_RADIUS
        || mobs::sight_of(world, mob) == Sight::Visible
}

/// The mob nearest to a place, among those that the body notices.
fn seen_near(world: &World, place: Place) -> Option<u64> {
    let near = (world.mobs.iter()).filter(|mob| mob.at.distance(place) <= FIND_RADIUS && notices(world, mob));
    near.min_by_key(|mob| (mob.at.distance(place), mob.id)).map(|mob| mob.id)
}

/// The point of a mob that is nearest to the body's eyes.
fn nearest_point(world: &World, mob: &Mob) -> Place {
    let (eyes, room) = (world.body.eyes(), Room::of(mob.at, mob.size()));
    Place::new(
        eyes.x.clamp(room.low.x, room.high.x),
        eyes.y.clamp(room.low.y, room.high.y),
        eyes.z.clamp(room.low.z, room.high.z),
    )
}

/// Whether the body's blow reaches a mob, with nothing in between.
fn in_reach(world: &World, mob: &Mob) -> bool {
    let (eyes, nearest) = (world.body.eyes(), nearest_point(world, mob));
    eyes.distance(nearest) <= STRIKE_REACH && sight::passable(&world.grid, eyes, nearest)
}

/// The nearest reported creature that the body's blow reaches. It is fought first, because it would bite from
/// behind while the body pursues another one.
fn biter(world: &World) -> Option<(u64, Place)> {
    let near = |mob: &&Mob| mob.kind.hostile() && wary::is_reported(world, mob.at) && in_reach(world, mob);
    let nearest = world.mobs.iter().filter(near).min_by_key(|mob| (mob.at.distance(world.body.at), mob.id))?;
    Some((nearest.id, nearest.at))
}

/// Whether there is firm ground below a place, so that a straight run does not end in a fall.
fn is_firm(world: &World, at: Place) -> bool {
    let feet = world.body.at;
    let low = |place: Place| place.up(-MICRO / 2);
    sight::Line::between(low(feet), low(at)).all(|cell: BlockPos| world.grid.is_solid(cell))
}

/// The carried weapon with the most damage per second; `None` when the bare hand is at least as good.
fn best_weapon(world: &World) -> Option<ItemId> {
    let carried = world.body.inventory.carried().slots.iter().flatten();
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

/// Wears the held item after a blow: a sword by one use, other tools by two.
fn wear(world: &mut World, held: Option<ItemId>) {
    let Some(tool) = held.and_then(tools::of) else { return };
    let uses = if tool.class == ToolClass::Sword { 1 } else { 2 };
    if let Some(item) = world.body.inventory.wear_held(uses) {
        world.events.push(BodyEvent::ToolBroke { item });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::known;
    use crate::mobs::Kind;
    use vocab::outcome::End;
    use vocab::{Action, ActionId};

    #[test]
    fn a_mob_that_goes_out_of_sight_is_followed_to_where_it_was_last_seen() {
        let mut world = World::with_view(1, 3);
        world.set_spawning(false);
        world.clear_mobs();
        let middle = BlockPos::new(world.spawn().x, 200, world.spawn().z);
        for (x, z) in (-12..=12).flat_map(|x| (-12..=12).map(move |z| (x, z))) {
            world.set_block(middle.offset(x, -1, z), known().stone, 0);
        }
        world.move_body(middle);
        world.advance(5);
        let seen = middle.offset(9, 0, 0);
        let cow = world.add_mob(Kind::Cow, Place::on(seen)).unwrap();
        world.submit(ActionId(1), Action::Attack { near: Place::on(seen).fine() });
        world.advance(1);
        // A wall with the cow behind it, far to the side of the place where the body saw the cow.
        for (x, y) in (-12..=12).flat_map(|x| (0..3).map(move |y| (x, y))) {
            world.set_block(middle.offset(x, y, 8), known().stone, 0);
        }
        let hidden = Place::on(middle.offset(-9, 0, 10));
        let end = (0..400).find_map(|_| {
            world.mobs.get_mut(cow).unwrap().at = hidden;
            world.tick();
            world.outcomes().pop().map(|outcome| outcome.end)
        });
        assert_eq!(end, Some(End::Failed(Failure::TargetLost)));
        assert!(world.body.feet().manhattan(seen) <= 2, "{} is not beside {seen}", world.body.feet());
    }
}

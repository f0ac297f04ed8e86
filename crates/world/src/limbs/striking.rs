//! Finds creatures for the skills, and strikes them. Only mobs are found: people who visit are never struck.

use crate::body::{STRIKE_REACH, harm};
use crate::mobs::{self, Mob};
use crate::physics::Room;
use crate::sight;
use crate::space::Place;
use crate::world::World;
use belief::evidence::Sight;
use gamedata::items;
use gamedata::tools::{self, ToolClass};
use skills::limbs::{Blow, HEAR_RADIUS, Handle, Quarry, REPORT_RADIUS, Wanted};
use vocab::senses::BodyEvent;
use vocab::{Danger, ItemId};

/// Exhaustion that the body gets from one blow, in thousandths.
const BLOW_EXHAUSTION_MILLI: u32 = 100;

pub(super) fn find(world: &World, wanted: &Wanted) -> Option<Handle> {
    let is_one = |mob: &&Mob| {
        wanted.kind.as_str() == mob.kind.name()
            && mob.at.distance(wanted.near) <= wanted.within
            && (wanted.xray || notices(world, mob))
    };
    world.mobs.iter().filter(is_one).min_by_key(|mob| (mob.at.distance(wanted.near), mob.id)).map(|mob| mob.id)
}

pub(super) fn quarry(world: &World, creature: Handle) -> Option<Quarry> {
    let mob = world.mobs.get(creature)?;
    let (eyes, nearest) = (world.body.eyes(), nearest_point(world, mob));
    let clear = sight::passable(&world.grid, eyes, nearest);
    Some(Quarry {
        at: mob.at,
        hostile: mob.kind.hostile(),
        noticed: notices(world, mob),
        in_reach: clear && eyes.distance(nearest) <= STRIKE_REACH,
        clear,
    })
}

pub(super) fn biter(world: &World, dangers: &[Danger]) -> Option<(Handle, Place)> {
    let is_told = |at: Place| dangers.iter().any(|danger| Place::on(danger.at).distance(at) <= REPORT_RADIUS);
    let near = |mob: &&Mob| mob.kind.hostile() && is_told(mob.at) && in_reach(world, mob);
    let nearest = world.mobs.iter().filter(near).min_by_key(|mob| (mob.at.distance(world.body.at), mob.id))?;
    Some((nearest.id, nearest.at))
}

/// Where the creature believed at a place really stands; the place itself when there is none. Beside the body that decides what
/// is in front of a shield.
pub(super) fn exact_place(world: &World, told: Place) -> Place {
    let mobs = world.mobs.iter().map(|mob| (mob.at.distance(told), mob.id, mob.at));
    let nearest = mobs.filter(|(far, ..)| *far <= REPORT_RADIUS).min_by_key(|(far, id, _)| (*far, *id));
    nearest.map_or(told, |(_, _, at)| at)
}

pub(super) fn strike(world: &mut World, creature: Handle) -> Blow {
    let held = world.body.inventory.held().map(|stack| stack.item);
    let attack = held.map_or(items::Attack::HAND, |item| items::get(item).attack);
    if world.body.rested_ticks < attack.cooldown_ticks() {
        return Blow::Tired;
    }
    let cooldown_ticks_milli = 20_000_000 / u32::from(attack.speed_milli.max(1));
    let damage = harm::blow_milli(u32::from(attack.damage_milli), world.body.rested_ticks, cooldown_ticks_milli);
    world.body.rested_ticks = 0;
    world.body.hunger.exhaust(BLOW_EXHAUSTION_MILLI);
    let from = world.body.at;
    if !world.hit_mob(creature, damage, from) {
        return Blow::Missed;
    }
    wear(world, held);
    Blow::Struck
}

/// Whether the body knows where a mob is now: the mob is in sight, or so near that the body hears it.
fn notices(world: &World, mob: &Mob) -> bool {
    world.body.at.distance(mob.at) <= HEAR_RADIUS || mobs::sight_of(world, mob) == Sight::Visible
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
    use vocab::outcome::{End, Failure};
    use vocab::{Action, ActionId, BlockPos};

    #[test]
    fn a_mob_that_goes_out_of_sight_is_followed_to_where_it_was_last_seen() {
        let mut world = World::with_view(1, 3);
        world.set_spawning(false);
        world.clear_mobs();
        let middle = BlockPos::new(world.spawn().x, 200, world.spawn().z);
        for (x, z) in (-12..=12).flat_map(|x| (-12..=12).map(move |z| (x, z))) {
            world.set_block(middle.offset(x, -1, z), known().stone);
        }
        world.move_body(middle);
        world.advance(5);
        let seen = middle.offset(9, 0, 0);
        let cow = world.add_mob(Kind::Cow, Place::on(seen)).unwrap();
        world.submit(ActionId(1), Action::Attack { kind: vocab::Name::new("cow"), near: Place::on(seen).fine() });
        world.advance(1);
        // A wall with the cow behind it, far to the side of the place where the body saw the cow.
        for (x, y) in (-12..=12).flat_map(|x| (0..3).map(move |y| (x, y))) {
            world.set_block(middle.offset(x, y, 8), known().stone);
        }
        let hidden = Place::on(middle.offset(-9, 0, 10));
        let end = (0..400).find_map(|_| {
            world.mobs.get_mut(cow).unwrap().at = hidden;
            world.tick();
            world.outcomes().pop().map(|outcome| outcome.end)
        });
        assert_eq!(end, Some(End::Failed(Failure::TargetLost)));
        assert!(world.body().feet().manhattan(seen) <= 2, "{} is not beside {seen}", world.body().feet());
    }
}

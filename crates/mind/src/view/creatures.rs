//! The mind's queries to belief, such as the nearest creature of a kind. No other file of this crate reads a track.

use alloc::vec::Vec;
use belief::kinds::{Attack, PLAYER_PREFIX, Stance};
use belief::{Bus, Good, Track};
use vocab::hazard::DANGERS_MAX;
use vocab::position::FINE_PER_BLOCK;
use vocab::{Danger, FinePos, Name, Tick, TrackId, Visibility};

/// The body is warned of hostile mobs within this many blocks. A farther one will have moved before the body gets
/// there.
const DANGER_BLOCKS: u64 = 24;

/// When the agent finds no creature at a place, belief drops creatures within this distance of it, in thousandths of a
/// block: the reach of an attack.
const VAIN_FINE: u64 = 3_000;

/// A creature that belief holds, and where it was last seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Creature {
    pub kind: Name,
    pub at: FinePos,
}

/// The nearest hostile creature that belief still holds to be there.
pub fn hostile(bus: &Bus, from: FinePos) -> Option<Creature> {
    nearest(bus, from, |track, stance, _| stance == Stance::Hostile && track.visibility != Visibility::Lost)
}

/// The nearest hostile creature that was in sight during the last `within_ticks` ticks.
pub fn hostile_in_sight(bus: &Bus, from: FinePos, now: Tick, within_ticks: u64) -> Option<Creature> {
    nearest(bus, from, |track, stance, _| {
        let there = track.visibility != Visibility::Lost && track.was_in_sight(now, within_ticks);
        stance == Stance::Hostile && there
    })
}

/// The nearest creature of these kinds that belief holds, in sight or remembered. A creature that was searched for and
/// not found is left out.
pub fn of_kinds(bus: &Bus, from: FinePos, kinds: &[&str]) -> Option<Creature> {
    nearest(bus, from, |_, _, kind| kinds.contains(&kind.as_str()))
}

/// A person that belief holds, and when their position was last reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    pub name: Name,
    pub at: FinePos,
    pub reported: Tick,
}

/// Every person that belief holds, the one reported last first. A person who teleported has two entries.
pub fn people(bus: &Bus) -> Vec<Person> {
    let person = |track: &Track| {
        let kind = bus.register().get(track.class.likeliest()).name;
        let name = Name::new(kind.as_str().strip_prefix(PLAYER_PREFIX)?);
        Some(Person { name, at: track.motion.at, reported: track.reported })
    };
    let mut people: Vec<Person> = bus.everything().iter().filter_map(person).collect();
    people.sort_by_key(|person| (core::cmp::Reverse(person.reported), person.name, person.at));
    people
}

/// The most likely kind of a creature that belief tracks.
pub fn kind_of(bus: &Bus, id: TrackId) -> Option<Name> {
    bus.track(id).map(|track| bus.register().get(track.class.likeliest()).name)
}

/// Tells belief that the agent found no creature at this place.
pub fn not_there(bus: &mut Bus, at: FinePos) {
    bus.looked_in_vain(at, VAIN_FINE);
}

/// Hostile creatures near the body that were in sight at least once and are still believed to be there, nearest first.
pub fn dangers(bus: &Bus, from: FinePos, now: Tick) -> Vec<Danger> {
    let near = DANGER_BLOCKS * FINE_PER_BLOCK as u64;
    let danger = |track: &Track| {
        let kind = bus.register().get(track.class.likeliest());
        let at = track.at(now);
        let there = track.visibility != Visibility::Lost && !track.is_absent() && track.seen >= track.born;
        let counts = kind.stance == Stance::Hostile && there && at.within(from, near);
        let danger = Danger { at: at.block(), explodes: kind.attack == Attack::Explode };
        counts.then_some((at.distance_squared(from), danger))
    };
    let mut dangers: Vec<_> = bus.everything().iter().filter_map(danger).collect();
    dangers.sort_unstable();
    dangers.into_iter().map(|(_, danger)| danger).take(DANGERS_MAX).collect()
}

/// The creature of these kinds with the highest score for a use (such as food); the nearest among equals. `None` when
/// all score zero.
pub fn best(bus: &Bus, from: FinePos, kinds: &[&str], good: Good) -> Option<(u16, Creature)> {
    let scored = |track: &Track| {
        let kind = bus.register().get(track.class.likeliest()).name;
        let score = bus.opportunity(track, good);
        let counts = score > 0 && kinds.contains(&kind.as_str());
        counts.then_some((score, Creature { kind, at: track.motion.at }))
    };
    let nearness = |at: FinePos| core::cmp::Reverse((at.distance_squared(from), at));
    bus.everything().iter().filter_map(scored).max_by_key(|(score, creature)| (*score, nearness(creature.at)))
}

fn nearest(bus: &Bus, from: FinePos, wanted: impl Fn(&Track, Stance, Name) -> bool) -> Option<Creature> {
    let creature = |track: &Track| {
        let kind = bus.register().get(track.class.likeliest());
        let counts = !track.is_absent() && wanted(track, kind.stance, kind.name);
        counts.then_some(Creature { kind: kind.name, at: track.motion.at })
    };
    let all = bus.everything().iter().filter_map(creature);
    all.min_by_key(|creature| (creature.at.distance_squared(from), creature.at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use belief::{Detection, Sight};

    const HERE: FinePos = FinePos::new(0, 0, 0);

    fn seen(kind: &str, x: i64) -> Detection {
        let at = FinePos::new(x * 1_000, 0, 0);
        Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None }
    }

    fn look(bus: &mut Bus, tick: u64, detections: &[Detection]) {
        bus.ingest(Tick(tick), HERE, detections).unwrap();
    }

    #[test]
    fn hostiles_count_while_in_sight_and_animals_are_remembered() {
        let mut bus = Bus::default();
        for tick in [4, 8] {
            look(&mut bus, tick, &[seen("zombie", 5), seen("cow", 9), seen("cow", 20)]);
        }
        for tick in 3..40 {
            look(&mut bus, tick * 4, &[]);
            let zombie = hostile_in_sight(&bus, HERE, Tick(tick * 4), 40).map(|creature| creature.at.x);
            assert_eq!(zombie, (tick * 4 - 8 <= 40).then_some(5_000), "tick {tick}");
            assert_eq!(of_kinds(&bus, HERE, &["pig", "cow"]).map(|creature| creature.at.x), Some(9_000));
        }
    }

    #[test]
    fn the_best_prey_is_the_one_with_the_highest_score_and_not_simply_the_nearest() {
        let mut bus = Bus::default();
        for tick in [4, 8, 12] {
            look(&mut bus, tick, &[seen("sheep", 4), seen("cow", 8), seen("cow", 30), seen("villager", 2)]);
        }
        let best_at = |kinds: &[&str], good: Good| best(&bus, HERE, kinds, good).map(|(_, creature)| creature.at.x);
        assert_eq!(best_at(&["cow", "sheep"], Good::Food), Some(8_000), "a cow feeds more than a sheep");
        assert_eq!(best_at(&["sheep"], Good::Food), Some(4_000), "of the kinds asked for only");
        assert_eq!(best_at(&["cow", "sheep"], Good::Wool), Some(4_000));
        assert_eq!(best_at(&["cow", "sheep"], Good::Leather), Some(8_000), "the nearer cow");
        assert_eq!(best_at(&["villager"], Good::Food), None);
    }

    #[test]
    fn a_creature_that_was_not_found_is_ignored_until_it_is_seen_again() {
        let mut bus = Bus::default();
        for tick in [4, 8] {
            look(&mut bus, tick, &[seen("cow", 9), seen("cow", 20)]);
        }
        bus.looked_in_vain(FinePos::new(10_000, 0, 0), VAIN_FINE);
        let cow = |bus: &Bus| of_kinds(bus, HERE, &["cow"]).map(|creature| creature.at.x);
        assert_eq!(cow(&bus), Some(20_000), "at once");
        look(&mut bus, 12, &[]);
        assert_eq!(cow(&bus), Some(20_000), "and later");
        look(&mut bus, 16, &[seen("cow", 9)]);
        assert_eq!(cow(&bus), Some(9_000));
    }
}

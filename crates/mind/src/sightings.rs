//! A small stand-in for belief: which creatures were seen where and how long ago. Nothing outside this file and
//! [`crate::input`] names a detection.

use alloc::vec::Vec;
use belief::evidence::{Detection, Sight};
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Name, Tick};

/// Creatures remembered; with more than this around, the ones not seen for longest are forgotten.
pub const SIGHTINGS_MAX: usize = 64;
/// A hostile not seen for longer than this no longer counts as being there: 3 s.
pub const HOSTILE_TICKS_MAX: u64 = 60;
/// An animal not seen for longer than this has wandered off: a minute and a half.
pub const ANIMAL_TICKS_MAX: u64 = 1_800;
/// How far something may have moved between two sightings and still be the same one, in thousandths of a block.
const SAME_WITHIN_FINE: u64 = 3_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    pub kind: Name,
    pub at: FinePos,
    pub seen: Tick,
    /// When there was last a clear line to it.
    pub in_sight: Option<Tick>,
    pub hostile: bool,
    id: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sightings(Vec<Sighting>);

impl Sightings {
    /// Takes in one tick's detections and forgets what is too old.
    pub fn ingest(&mut self, detections: &[Detection], now: Tick) {
        self.0.retain(|old| now.since(old.seen) <= if old.hostile { HOSTILE_TICKS_MAX } else { ANIMAL_TICKS_MAX });
        for seen in detections {
            let Some(mob) = gamedata::mobs::named(seen.kind.as_str()).map(gamedata::mobs::get) else {
                continue; // dropped items, arrows and things nobody knows are no creatures to hunt or to run from
            };
            let new = Sighting {
                kind: seen.kind,
                at: seen.at,
                seen: now,
                in_sight: (seen.sight == Sight::Visible).then_some(now),
                hostile: mob.hostile,
                id: seen.engine_id,
            };
            let same = |old: &&mut Sighting| {
                let number = old.id.is_some() && old.id == new.id;
                old.kind == new.kind && (number || (old.seen < now && old.at.within(new.at, SAME_WITHIN_FINE)))
            };
            match self.0.iter_mut().find(same) {
                Some(old) => *old = Sighting { in_sight: new.in_sight.or(old.in_sight), ..new },
                None => self.remember(new),
            }
        }
    }

    fn remember(&mut self, new: Sighting) {
        if self.0.len() == SIGHTINGS_MAX
            && let Some(oldest) = (0..self.0.len()).min_by_key(|&n| (self.0[n].hostile, self.0[n].seen, n))
        {
            self.0.remove(oldest);
        }
        self.0.push(new);
    }

    /// Forgets creatures that were looked for at a place and not found there.
    pub fn gone(&mut self, near: FinePos) {
        self.0.retain(|old| !old.at.within(near, SAME_WITHIN_FINE));
    }

    /// Hostile creatures that were there a moment ago, nearest first.
    pub fn hostiles(&self, from: FinePos) -> Vec<Sighting> {
        self.nearest(from, |seen| seen.hostile)
    }

    /// Creatures of these kinds, nearest first.
    pub fn of_kinds(&self, from: FinePos, kinds: &[&str]) -> Vec<Sighting> {
        self.nearest(from, |seen| kinds.contains(&seen.kind.as_str()))
    }

    fn nearest(&self, from: FinePos, wanted: impl Fn(&Sighting) -> bool) -> Vec<Sighting> {
        let mut found: Vec<Sighting> = self.0.iter().filter(|seen| wanted(seen)).copied().collect();
        found.sort_by_key(|seen| (seen.at.distance_squared(from), seen.at));
        found
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(kind: &str, x: i64, id: Option<u64>) -> Detection {
        Detection {
            at: FinePos::new(x * 1_000, 0, 0),
            kind: Name::new(kind),
            sight: Sight::Visible,
            engine_id: id,
            velocity: None,
        }
    }

    #[test]
    fn a_creature_that_walks_on_is_one_creature_with_and_without_numbers() {
        for id in [None, Some(7)] {
            let mut sightings = Sightings::default();
            for step in 0..20 {
                sightings.ingest(&[seen("cow", step, id)], Tick(step as u64 * 4));
            }
            assert_eq!(sightings.len(), 1);
            assert_eq!(sightings.of_kinds(FinePos::default(), &["cow"])[0].at.x, 19_000);
        }
    }

    #[test]
    fn two_creatures_of_a_kind_side_by_side_stay_two() {
        let mut sightings = Sightings::default();
        for tick in 0..5 {
            sightings.ingest(&[seen("zombie", 1, None), seen("zombie", 2, None)], Tick(tick));
        }
        assert_eq!(sightings.hostiles(FinePos::default()).len(), 2);
    }

    #[test]
    fn hostiles_are_forgotten_after_three_seconds_and_animals_later() {
        let mut sightings = Sightings::default();
        sightings.ingest(&[seen("zombie", 1, None), seen("cow", 9, None), seen("spoon", 3, None)], Tick(0));
        assert_eq!(sightings.len(), 2, "things nobody knows are not remembered");
        sightings.ingest(&[], Tick(HOSTILE_TICKS_MAX));
        assert_eq!(sightings.hostiles(FinePos::default()).len(), 1);
        sightings.ingest(&[], Tick(HOSTILE_TICKS_MAX + 1));
        assert_eq!(sightings.hostiles(FinePos::default()).len(), 0);
        sightings.ingest(&[], Tick(ANIMAL_TICKS_MAX + 1));
        assert!(sightings.is_empty());
    }

    #[test]
    fn at_most_so_many_are_remembered_and_hostiles_last_longest() {
        let mut sightings = Sightings::default();
        sightings.ingest(&[seen("zombie", -50, Some(1))], Tick(0));
        let herd: Vec<Detection> =
            (0..SIGHTINGS_MAX as i64 + 10).map(|n| seen("cow", n * 5, Some(n as u64 + 9))).collect();
        sightings.ingest(&herd, Tick(4));
        assert_eq!(sightings.len(), SIGHTINGS_MAX);
        assert_eq!(sightings.hostiles(FinePos::default()).len(), 1);
    }
}

//! How much a believed animal is worth as food, wool or leather, as a number that hunting can compare.
//!
//! The score falls with distance, with time out of sight and with doubt about the kind. It changes no belief.

use crate::class::WHOLE;
use crate::kinds::{Kind, Stance};
use crate::track::Track;
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Tick};

/// What an animal can be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Good {
    Food,
    Wool,
    Leather,
}

impl Good {
    pub const ALL: [Good; 3] = [Good::Food, Good::Wool, Good::Leather];
}

/// What one animal of a kind yields, in thousandths of the best kind for that good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Yields {
    pub food: u16,
    pub wool: u16,
    pub leather: u16,
}

impl Yields {
    pub const NONE: Yields = Yields { food: 0, wool: 0, leather: 0 };

    pub const fn of(self, good: Good) -> u16 {
        match good {
            Good::Food => self.food,
            Good::Wool => self.wool,
            Good::Leather => self.leather,
        }
    }
}

/// The highest score of an animal as food, wool or leather: the best kind, in plain view at the body's own place.
pub const OPPORTUNITY_MAX: u16 = 1_000;
/// Distance in blocks at which an animal's score is half: about four seconds of walking, as long as a kill takes.
const HALF_BLOCKS: u64 = 16;
/// Ticks out of sight that halve an animal's score: in half a minute a strolling animal is some 16 blocks away.
const HALF_TICKS: u64 = 600;
/// Fine position units in one block.
const FINE_PER_BLOCK: u64 = 1_000;

/// What a tracked animal is worth for one use, from 0 to [`OPPORTUNITY_MAX`]. It is 0 for kinds that yield nothing or
/// fight back, and for an animal that was looked for and not found.
pub fn score(track: &Track, kind: &Kind, good: Good, body: FinePos, now: Tick) -> u16 {
    if kind.stance != Stance::Passive || track.is_absent() {
        return 0;
    }
    let blocks = track.at(now).distance_squared(body).isqrt() / FINE_PER_BLOCK;
    let sure = u64::from(track.class.weight(track.class.likeliest()) * (WHOLE - track.class.doubt()) / WHOLE);
    let yields = u64::from(kind.yields.of(good).min(OPPORTUNITY_MAX));
    let near = yields * HALF_BLOCKS / (HALF_BLOCKS + blocks);
    let fresh = near * HALF_TICKS / (HALF_TICKS + track.unseen_ticks(now));
    (fresh * sure / u64::from(WHOLE)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bus, Detection, Sight};
    use alloc::vec::Vec;
    use vocab::Name;

    const BODY: FinePos = FinePos::new(0, 64_000, 0);

    fn seen(kind: &str, blocks: i64) -> Detection {
        let at = FinePos::new(blocks * 1_000, 64_000, 0);
        Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None }
    }

    /// A belief bus that has seen these animals, each at a number of blocks from the body, until they are known well.
    fn bus(animals: &[(&str, i64)]) -> Bus {
        let mut bus = Bus::default();
        let detections: Vec<Detection> = animals.iter().map(|(kind, blocks)| seen(kind, *blocks)).collect();
        for look in 1..=10 {
            bus.ingest(Tick(4 * look), BODY, &detections).unwrap();
        }
        bus
    }

    fn score_of(bus: &Bus, kind: &str, good: Good) -> u16 {
        let name = Name::new(kind);
        let track = bus.everything().iter().find(|track| bus.register().get(track.class.likeliest()).name == name);
        bus.opportunity(track.unwrap_or_else(|| panic!("a track of a {kind}")), good)
    }

    #[test]
    fn a_cow_is_food_and_leather_and_a_sheep_is_food_and_wool() {
        let bus = bus(&[("cow", 5), ("sheep", -5), ("pig", 9), ("villager", -9), ("zombie", 12)]);
        for (kind, expected) in [
            ("cow", [true, false, true]),
            ("sheep", [true, true, false]),
            ("pig", [true, false, false]),
            ("villager", [false; 3]),
            ("zombie", [false; 3]),
        ] {
            assert_eq!(Good::ALL.map(|good| score_of(&bus, kind, good) > 0), expected, "{kind}");
        }
    }

    #[test]
    fn a_cow_a_few_blocks_farther_is_better_food_than_a_sheep_and_one_far_away_is_not() {
        for (cow_blocks, cow_is_better) in [(8, true), (40, false)] {
            let bus = bus(&[("cow", cow_blocks), ("sheep", -5)]);
            let better = score_of(&bus, "cow", Good::Food) > score_of(&bus, "sheep", Good::Food);
            assert_eq!(better, cow_is_better, "cow at {cow_blocks} blocks, sheep at 5");
        }
    }

    #[test]
    fn the_score_never_rises_while_an_animal_is_out_of_sight_and_is_0_once_it_was_not_found() {
        let mut bus = bus(&[("cow", 5)]);
        let mut last = score_of(&bus, "cow", Good::Food);
        let first = last;
        for look in 11..=300 {
            bus.ingest(Tick(4 * look), BODY, &[]).unwrap();
            let now = score_of(&bus, "cow", Good::Food);
            assert!(now <= last, "look {look}: {last} to {now}");
            last = now;
        }
        assert!(0 < last && last < first / 2, "{first} to {last} after a minute");
        bus.looked_in_vain(FinePos::new(5_000, 64_000, 0), 3_000);
        assert_eq!(score_of(&bus, "cow", Good::Food), 0);
    }

    #[test]
    fn no_score_exceeds_its_maximum() {
        let bus = bus(&[("cow", 0)]);
        let score = score_of(&bus, "cow", Good::Leather);
        assert!(score > OPPORTUNITY_MAX * 9 / 10 && score <= OPPORTUNITY_MAX, "{score}");
        for kind in crate::kinds::minecraft() {
            assert!(Good::ALL.iter().all(|good| kind.yields.of(*good) <= OPPORTUNITY_MAX), "{}", kind.name);
        }
    }
}

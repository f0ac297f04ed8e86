//! The kinds of mobs in this world, with figures from the game's tables.

use crate::physics::Size;
use gamedata::mobs;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Largest collision width of a mob. Mob paths are one block wide, so wider mobs would get stuck.
const WIDTH_MAX: i64 = 900_000;
const TICKS_PER_SECOND: i64 = 20;
const MICRO_PER_MILLI: i64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    Zombie,
    Skeleton,
    Creeper,
    Spider,
    Cow,
    Pig,
    Sheep,
    Chicken,
}

/// The size, health, damage and speed of a kind of mob, in the world's units.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    pub game: &'static mobs::Mob,
    pub size: Size,
    /// Speed of a chasing mob, in millionths of a block per tick.
    pub speed: i64,
    /// Distance at which the mob notices the body, in blocks.
    pub notices_blocks: i64,
}

static FIGURES: LazyLock<Vec<Figures>> = LazyLock::new(|| Kind::ALL.iter().map(|kind| Figures::of(*kind)).collect());

impl Figures {
    fn of(kind: Kind) -> Figures {
        let index = mobs::named(kind.name()).expect("the game has every kind of mob that lives here");
        let game = mobs::get(index);
        let width = (i64::from(game.width_milli) * MICRO_PER_MILLI).min(WIDTH_MAX);
        Figures {
            game,
            size: Size { width, height: i64::from(game.height_milli) * MICRO_PER_MILLI },
            speed: i64::from(game.speed_milli) * MICRO_PER_MILLI / TICKS_PER_SECOND,
            notices_blocks: if kind == Kind::Zombie { 35 } else { 16 },
        }
    }
}

impl Kind {
    pub const ALL: [Kind; 8] =
        [Kind::Zombie, Kind::Skeleton, Kind::Creeper, Kind::Spider, Kind::Cow, Kind::Pig, Kind::Sheep, Kind::Chicken];
    pub const ANIMALS: [Kind; 4] = [Kind::Cow, Kind::Pig, Kind::Sheep, Kind::Chicken];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Zombie => "zombie",
            Kind::Skeleton => "skeleton",
            Kind::Creeper => "creeper",
            Kind::Spider => "spider",
            Kind::Cow => "cow",
            Kind::Pig => "pig",
            Kind::Sheep => "sheep",
            Kind::Chicken => "chicken",
        }
    }

    /// Whether this kind of mob attacks the body.
    pub const fn hostile(self) -> bool {
        matches!(self, Kind::Zombie | Kind::Skeleton | Kind::Creeper | Kind::Spider)
    }

    pub fn figures(self) -> &'static Figures {
        &FIGURES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wiki_health_and_hostility_of_every_kind() {
        for (kind, health, hostile, burns) in [
            (Kind::Zombie, 20, true, true),
            (Kind::Skeleton, 20, true, true),
            (Kind::Creeper, 20, true, false),
            (Kind::Spider, 16, true, false),
            (Kind::Cow, 10, false, false),
            (Kind::Pig, 10, false, false),
            (Kind::Sheep, 8, false, false),
            (Kind::Chicken, 4, false, false),
        ] {
            let game = kind.figures().game;
            assert_eq!((game.name, game.health, game.burns_by_day), (kind.name(), health, burns));
            assert_eq!(kind.hostile(), hostile, "{kind:?}");
        }
    }
}

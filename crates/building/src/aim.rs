//! How a click has to be aimed so that it places a state: which neighbour is clicked, from which side the hand looks, and
//! whether the upper or lower half of a side face is hit.

use crate::state::{self, Facing, Hold};
use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

pub use vocab::build::Half;

/// The six neighbours of a cell in the order of [`BlockPos::neighbours`]: down, up, north, south, west, east.
pub const DOWN: usize = 0;
pub const UP: usize = 1;
const SIDES: [usize; 4] = [2, 3, 4, 5];
const NEIGHBOURS: usize = 6;

fn neighbour(side: Facing) -> usize {
    match side {
        Facing::North => 2,
        Facing::South => 3,
        Facing::West => 4,
        Facing::East => 5,
    }
}

fn opposite(side: Facing) -> Facing {
    Facing::ALL[(side as usize + 2) % 4]
}

/// What a click needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    /// Which neighbours may be clicked on, in the order of [`BlockPos::neighbours`].
    pub against: [bool; NEIGHBOURS],
    /// The side that the hand has to look to.
    pub look: Option<Facing>,
    /// The half of a side face.
    pub half: Option<Half>,
}

const ANY: Aim = Aim { against: [true; NEIGHBOURS], look: None, half: None };

fn only(neighbours: &[usize]) -> [bool; NEIGHBOURS] {
    core::array::from_fn(|at| neighbours.contains(&at))
}

/// The aim for blocks with an upper and a lower form: the floor or the lower half gives the lower one.
fn halves(upper: bool) -> Aim {
    let mut against = only(&SIDES);
    against[if upper { UP } else { DOWN }] = true;
    Aim { against, look: None, half: Some(if upper { Half::Upper } else { Half::Lower }) }
}

/// The aim that places a state.
pub fn aim(wanted: StateId) -> Aim {
    let value = |name| states::value(wanted, name);
    let facing = value("facing").and_then(Facing::named);
    let kind = states::kind_of(wanted);
    match kind {
        Kind::Pillar => match value("axis") {
            Some("x") => Aim { against: only(&[4, 5]), ..ANY },
            Some("z") => Aim { against: only(&[2, 3]), ..ANY },
            _ => Aim { against: only(&[DOWN, UP]), ..ANY },
        },
        Kind::Stairs => Aim { look: facing, ..halves(value("half") == Some("top")) },
        Kind::Slab => match value("type") {
            Some("top") => halves(true),
            _ => halves(false),
        },
        Kind::Trapdoor => {
            let hinge = facing.map(opposite);
            Aim {
                against: hinge.map_or(ANY.against, |side| only(&[neighbour(side)])),
                ..halves(value("half") == Some("top"))
            }
        }
        Kind::Door | Kind::Bed => Aim { against: only(&[DOWN]), look: facing, half: None },
        Kind::FenceGate | Kind::Campfire => Aim { look: facing, ..ANY },
        Kind::Chest
        | Kind::EnderChest
        | Kind::Furnace
        | Kind::Lectern
        | Kind::Loom
        | Kind::Stonecutter
        | Kind::GlazedTerracotta
        | Kind::CarvedPumpkin
        | Kind::Beehive
        | Kind::Diode
        | Kind::Comparator
        | Kind::ChiseledBookshelf
        | Kind::DecoratedPot => Aim { look: facing.map(opposite), ..ANY },
        Kind::Anvil => Aim { look: facing.map(|side| Facing::ALL[(side as usize + 3) % 4]), ..ANY },
        _ => match state::hold(wanted) {
            Hold::Below | Hold::Poured => Aim { against: only(&[DOWN]), ..ANY },
            Hold::Above => Aim { against: only(&[UP]), ..ANY },
            Hold::Beside(side) => Aim { against: only(&[neighbour(side)]), ..ANY },
            Hold::Any => ANY,
        },
    }
}

/// Sand falls onto what is below it, and may be clicked against any neighbour as long as it cannot fall.
pub fn against(wanted: StateId) -> Aim {
    if state::falls(wanted) { ANY } else { aim(wanted) }
}

/// How much further a look has to go to one side than to the other to count for it, in percent: bodies stand a little off.
const CLEARLY_PERCENT: i64 = 115;

/// The side to which a look from one place to another clearly goes; `None` on a diagonal, and straight up or down.
pub fn look(from: (i64, i64), to: (i64, i64)) -> Option<Facing> {
    let (dx, dz) = (to.0 - from.0, to.1 - from.1);
    let longer = |one: i64, other: i64| one.abs() * 100 > other.abs() * CLEARLY_PERCENT;
    if longer(dx, dz) {
        Some(if dx > 0 { Facing::East } else { Facing::West })
    } else if longer(dz, dx) {
        Some(if dz > 0 { Facing::South } else { Facing::North })
    } else {
        None
    }
}

/// The face of a neighbour that borders on a cell, in thousandths of a block: its middle, moved to the wanted half.
pub fn click_point(cell: BlockPos, neighbour: usize, half: Option<Half>) -> (i64, i64, i64) {
    let (x, y, z) = (i64::from(cell.x) * 1_000, i64::from(cell.y) * 1_000, i64::from(cell.z) * 1_000);
    let side_y = y + match half {
        Some(Half::Lower) => 250,
        Some(Half::Upper) => 750,
        None => 500,
    };
    match neighbour {
        DOWN => (x + 500, y + 10, z + 500),
        UP => (x + 500, y + 990, z + 500),
        2 => (x + 500, side_y, z + 10),
        3 => (x + 500, side_y, z + 990),
        4 => (x + 10, side_y, z + 500),
        _ => (x + 990, side_y, z + 500),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aims_are_those_of_the_game() {
        for (text, neighbours, look, half) in [
            ("oak_log[axis=y]", &[DOWN, UP][..], None, None),
            ("oak_log[axis=x]", &[4, 5], None, None),
            ("oak_stairs[facing=east,half=bottom]", &[DOWN, 2, 3, 4, 5], Some(Facing::East), Some(Half::Lower)),
            ("oak_slab[type=top]", &[UP, 2, 3, 4, 5], None, Some(Half::Upper)),
            ("oak_door[facing=north]", &[DOWN], Some(Facing::North), None),
            ("chest[facing=west]", &[0, 1, 2, 3, 4, 5], Some(Facing::East), None),
            ("wall_torch[facing=south]", &[2], None, None),
            ("torch", &[DOWN], None, None),
        ] {
            let found = aim(states::parse(text).unwrap());
            assert_eq!(found, Aim { against: only(neighbours), look, half }, "{text}");
        }
    }

    #[test]
    fn a_look_goes_to_its_longer_side() {
        assert_eq!(look((0, 0), (5, -3)), Some(Facing::East));
        assert_eq!(look((0, 0), (2, -3)), Some(Facing::North));
        assert_eq!(look((0, 0), (10, -11)), None, "a diagonal is no side");
        assert_eq!(look((0, 0), (0, 0)), None);
    }
}

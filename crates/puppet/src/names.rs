//! The world's words in the words of the protocol.

use clicks::Side;
use contract::body::command::Face;
use contract::body::report::{self, Reason};
use gamedata::items;
use vocab::ItemId;
use vocab::item::Stack;
use vocab::outcome::Refusal;

/// Why a verb had no effect: a name, and words for people.
pub type No = (Reason, String);

/// A refusal with words of its own.
pub fn no(reason: Reason, why: impl Into<String>) -> No {
    (reason, why.into())
}

pub fn item(name: &str) -> Result<ItemId, No> {
    items::named(name).ok_or_else(|| no(Reason::MissingItem, format!("there is no item {name:?} in this world")))
}

pub fn stack(stack: Stack) -> report::Stack {
    report::Stack { item: items::get(stack.item).name.into(), count: stack.count, wear: stack.wear }
}

pub fn stacks(slots: &[Option<Stack>]) -> Vec<Option<report::Stack>> {
    slots.iter().map(|slot| slot.map(stack)).collect()
}

pub const fn side(face: Face) -> Side {
    match face {
        Face::Down => Side::Down,
        Face::Up => Side::Up,
        Face::North => Side::North,
        Face::South => Side::South,
        Face::West => Side::West,
        Face::East => Side::East,
    }
}

/// A refusal of the world in the protocol's words.
pub fn refusal(refusal: Refusal) -> No {
    let (reason, why) = match refusal {
        Refusal::MissingItem => (Reason::MissingItem, ""),
        Refusal::OutOfReach => (Reason::OutOfReach, ""),
        Refusal::NotLoaded => (Reason::NotLoaded, ""),
        Refusal::NotDiggable => (Reason::NotDiggable, ""),
        Refusal::Occupied => (Reason::Occupied, ""),
        Refusal::NoSupport => (Reason::NoSupport, ""),
        Refusal::WrongBlock => (Reason::WrongBlock, ""),
        Refusal::NoTable => (Reason::NoTable, ""),
        Refusal::NoRecipe => (Reason::NoRecipe, ""),
        Refusal::StationBusy => (Reason::StationBusy, ""),
        Refusal::NotFuel => (Reason::NotFuel, ""),
        Refusal::NotEdible => (Reason::NotEdible, ""),
        Refusal::NotWearable => (Reason::NotWearable, ""),
        Refusal::NoRoom => (Reason::NoRoom, ""),
        Refusal::CannotSleep => (Reason::CannotSleep, "it is day, or a monster is near"),
        Refusal::NoTarget => (Reason::NoTarget, ""),
        Refusal::Dead => (Reason::Dead, ""),
        Refusal::Disconnected => (Reason::Disconnected, ""),
        Refusal::BadRequest => (Reason::BadRequest, ""),
        Refusal::Spared => (Reason::SparedCreature, ""),
        Refusal::OutOfSight => (Reason::FaceNotInView, ""),
        Refusal::Opens => (Reason::WrongBlock, "the clicked block opens; sneak"),
        Refusal::NotPlaceable => (Reason::BadRequest, "no hand can place this"),
        Refusal::Guarded => (Reason::Denied, "the cell is guarded"),
        Refusal::WrongState => (Reason::Denied, "another state would come of it"),
    };
    no(reason, why)
}

//! Clicked blocks that are used instead of being built against, unless the player sneaks.

use alloc::format;
use gamedata::blocks::{self, Group};
use gamedata::states::{self, Kind};
use gamedata::{groups, items, smelting};
use vocab::{BlockId, BlockPos, StateId, Station};

use crate::matter::is_in;
use crate::redstone;
use crate::scene::{Scene, number, set, side};
use crate::side::Side;
use crate::spot::Click;

/// What a clicked block does with a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Nothing: the item is placed.
    None,
    /// It opens, switches, is eaten or takes the item.
    Used,
    /// It takes the item and becomes this.
    Becomes(StateId),
}

/// Bells are rung on their sides up to this height, in millionths of a block.
const BELL_HEIGHT: u32 = 812_400;
/// Layers in a composter that is full.
const COMPOST_FULL: u32 = 8;

/// What the clicked block becomes when it takes the item in, as a pot or a cake does.
pub fn taken_in(state: StateId, click: &Click) -> Option<StateId> {
    let taken = match states::kind_of(state) {
        Kind::FlowerPot => potted(state, click),
        Kind::Cake => candle_on_cake(state, click),
        _ => Use::None,
    };
    if let Use::Becomes(state) = taken { Some(state) } else { None }
}

/// What the clicked block does when the player does not sneak.
pub fn of(scene: &Scene<'_>, clicked: BlockPos, click: &Click) -> Use {
    let state = scene.state(clicked);
    let held = items::get(click.item).block.map(states::kind);
    let used = |used: bool| if used { Use::Used } else { Use::None };
    match states::kind_of(state) {
        Kind::FlowerPot => potted(state, click),
        Kind::Cake => candle_on_cake(state, click),
        Kind::HangingSign => used(!(held == Some(Kind::HangingSign) && click.face == Side::Down)),
        Kind::WallHangingSign => {
            let editable = side(state, "facing").map(Side::axis) == Some(click.face.axis());
            used(held != Some(Kind::HangingSign) || editable)
        }
        Kind::Bell => used(rings(state, click)),
        Kind::NoteBlock => used(!(held == Some(Kind::Skull) && click.face == Side::Up)),
        Kind::Jukebox => used(states::is(state, "has_record")),
        Kind::ChiseledBookshelf => used(side(state, "facing") == Some(click.face)),
        Kind::Composter => {
            let level = number(state, "level").unwrap_or(0);
            used(level == COMPOST_FULL || composts(click))
        }
        Kind::Campfire => used(smelting::result(Station::Campfire, click.item).is_some()),
        Kind::RespawnAnchor => {
            let charges = number(state, "charges").unwrap_or(0);
            used(charges > 0 || items::get(click.item).name == "glowstone")
        }
        Kind::Flower => used(number(state, "age").is_some_and(|age| age > 1)),
        Kind::CaveVines => used(states::is(state, "berries")),
        Kind::RedstoneWire => used(wire_switches(scene, clicked, state)),
        Kind::Light => Use::Used,
        Kind::Cauldron => {
            let dyed = held == Some(Kind::ShulkerBox) && items::get(click.item).name != "shulker_box";
            used(dyed && number(state, "level").is_some() && !is_in(state, Group::PowderSnow))
        }
        _ => used(is_in(state, Group::Used)),
    }
}

fn composts(click: &Click) -> bool {
    groups::named("compostable").is_some_and(|items| items.binary_search(&click.item).is_ok())
}

/// An empty pot takes a plant; a full one gives its plant back.
fn potted(state: StateId, click: &Click) -> Use {
    let name = items::get(click.item).name;
    let becomes = blocks::named(&format!("potted_{name}")).or_else(|| blocks::named(&format!("potted_{name}_bush")));
    match becomes.filter(|_| is_in(state, Group::EmptyPot)) {
        Some(block) => Use::Becomes(states::default(block)),
        None => Use::Used,
    }
}

/// A whole cake takes a candle.
fn candle_on_cake(state: StateId, click: &Click) -> Use {
    let candle = items::get(click.item).block.filter(|block| states::kind(*block) == Kind::Candle);
    let cake = |candle: BlockId| blocks::named(&format!("{}_cake", blocks::get(candle).name));
    match candle.and_then(cake) {
        Some(cake) if number(state, "bites") == Some(0) => Use::Becomes(states::default(cake)),
        _ => Use::Used,
    }
}

/// Whether the click is on a side of the bell that swings.
fn rings(state: StateId, click: &Click) -> bool {
    let along = side(state, "facing").map(Side::axis) == Some(click.face.axis());
    click.face.is_level()
        && click.cursor[1] <= BELL_HEIGHT
        && match states::value(state, "attachment") {
            Some("floor") => along,
            Some("ceiling") => true,
            _ => !along,
        }
}

/// A dot of redstone becomes a cross and back, when nothing around holds it in its shape.
fn wire_switches(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    let all = |wanted: &str| Side::AROUND.iter().all(|side| states::value(state, side.name()) == Some(wanted));
    let other = if all("none") {
        Side::AROUND.iter().fold(state, |state, side| set(state, side.name(), "side"))
    } else if all("side") {
        Side::AROUND.iter().fold(state, |state, side| set(state, side.name(), "none"))
    } else {
        return false;
    };
    redstone::wire(scene, at, other) != state
}

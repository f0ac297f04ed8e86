//! Which states give way to a block that is placed into their cell.

use gamedata::blocks;
use gamedata::states::{self, Kind};
use vocab::{ItemId, StateId};

use crate::growth::has_free_face;
use crate::scene::number;
use crate::side::Side;
use crate::spot::{CURSOR_PARTS, Click};

/// How many candles, sea pickles, eggs or flowers a cell holds at most.
const STACKED_MAX: u32 = 4;
/// Layers of snow that fill a cell.
const SNOW_LAYERS_MAX: u32 = 8;

/// Whether the state gives way to the item. `clicked` says whether its block is the one that was clicked.
pub fn gives_way(state: StateId, click: &Click, clicked: bool) -> bool {
    let block = states::block(state);
    let same = blocks::get(block).item == Some(click.item);
    let plainly = blocks::get(block).replaceable && !same;
    match states::kind(block) {
        Kind::Slab => same && slab_takes(state, click, clicked),
        Kind::Snow => snow_takes(state, click, clicked, same),
        Kind::Candle => stacks(state, "candles", click, same),
        Kind::SeaPickle => stacks(state, "pickles", click, same),
        Kind::TurtleEgg => stacks(state, "eggs", click, same),
        Kind::PinkPetals => stacks(state, "flower_amount", click, same),
        Kind::Scaffolding => same,
        Kind::Vine => has_free_face(state),
        Kind::FaceGrowth => !same || has_free_face(state),
        _ => plainly,
    }
}

/// A slab takes its other half: at its open side, and on the sides of the block in the half that is free.
fn slab_takes(state: StateId, click: &Click, clicked: bool) -> bool {
    let high = click.cursor[1] > CURSOR_PARTS / 2;
    let at = |open: Side, in_free_half: bool| !clicked || click.face == open || (click.face.is_level() && in_free_half);
    match states::value(state, "type") {
        Some("bottom") => at(Side::Up, high),
        Some("top") => at(Side::Down, !high),
        _ => false,
    }
}

fn snow_takes(state: StateId, click: &Click, clicked: bool, same: bool) -> bool {
    match number(state, "layers") {
        Some(layers) if same && layers < SNOW_LAYERS_MAX => !clicked || click.face == Side::Up,
        layers => layers == Some(1),
    }
}

fn stacks(state: StateId, property: &str, click: &Click, same: bool) -> bool {
    same && !click.sneaking && number(state, property).is_some_and(|held| held < STACKED_MAX)
}

/// Whether an item may be placed where this state is, whatever is clicked: for the second cell of doors and beds.
pub fn has_room(state: StateId, item: ItemId) -> bool {
    let click = Click {
        item,
        face: Side::Up,
        cursor: crate::spot::CURSOR_MIDDLE,
        look: crate::look::Look::default(),
        sneaking: false,
    };
    gives_way(state, &click, false)
}

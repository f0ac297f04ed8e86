//! How hands make a block state: which item is placed, how often, with what tool the ground is worked, and what comes with it.

use vocab::{BlockPos, ItemId, StateId};

use crate::states::{self, Kind, Role};
use crate::tools::ToolClass;
use crate::{blocks, items};

/// Whether two states of one block differ in nothing that the click decides which places it.
pub fn placed_alike(one: StateId, other: StateId) -> bool {
    let placed =
        |state| states::values(state).filter(|(property, _)| property.role == Role::Placed).map(|(_, value)| value);
    one == other || (states::block(one) == states::block(other) && placed(one).eq(placed(other)))
}

/// The second half of a block that comes with the first: the upper half of a door or tall plant, the head of a bed.
pub fn is_second_half(state: StateId) -> bool {
    match states::kind_of(state) {
        Kind::Door | Kind::TallPlant | Kind::SmallDripleaf => states::value(state, "half") == Some("upper"),
        Kind::Bed => states::value(state, "part") == Some("head"),
        _ => false,
    }
}

/// Where the second half of a block stands; `None` for blocks of one cell.
pub fn second_half(state: StateId, at: BlockPos) -> Option<BlockPos> {
    match states::kind_of(state) {
        Kind::Door | Kind::TallPlant | Kind::SmallDripleaf => Some(at.offset(0, 1, 0)),
        Kind::Bed => match states::value(state, "facing")? {
            "north" => Some(at.offset(0, 0, -1)),
            "south" => Some(at.offset(0, 0, 1)),
            "west" => Some(at.offset(-1, 0, 0)),
            _ => Some(at.offset(1, 0, 0)),
        },
        _ => None,
    }
}

/// The property that counts how many of the items a cell holds, for blocks that are put into one cell several times.
fn count_property(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Candle => Some("candles"),
        Kind::SeaPickle => Some("pickles"),
        Kind::TurtleEgg => Some("eggs"),
        Kind::Snow => Some("layers"),
        Kind::PinkPetals => Some("flower_amount"),
        _ => None,
    }
}

/// The items that one cell in this state takes: what is placed, and how often. Nothing for second halves.
pub fn items_for(state: StateId) -> Option<(ItemId, u32)> {
    let kind = states::kind_of(state);
    if kind == Kind::Air || is_second_half(state) {
        return None;
    }
    let item = blocks::get(states::block(state)).item;
    if let Some(count) = count_property(kind) {
        let held = states::value(state, count).and_then(|value| value.parse().ok());
        return Some((item?, held.unwrap_or(1)));
    }
    match kind {
        Kind::Slab if states::value(state, "type") == Some("double") => Some((item?, 2)),
        // Made by using a hoe or a shovel on dirt.
        Kind::Farmland | Kind::DirtPath => Some((items::named("dirt")?, 1)),
        Kind::FlowerPot => Some((items::named("flower_pot")?, 1)),
        _ => Some((item?, 1)),
    }
}

/// The plant in a flower pot, which is a second item of its cell.
pub fn potted(state: StateId) -> Option<ItemId> {
    if states::kind_of(state) != Kind::FlowerPot {
        return None;
    }
    items::named(blocks::get(states::block(state)).name.strip_prefix("potted_")?)
}

/// The kind of tool that makes the block out of the ground that was placed.
pub fn worked_with(state: StateId) -> Option<ToolClass> {
    match states::kind_of(state) {
        Kind::Farmland => Some(ToolClass::Hoe),
        Kind::DirtPath => Some(ToolClass::Shovel),
        _ => None,
    }
}

/// The state that a cell has to reach with the next click so that it ends as wanted, and the item of that click. `held` is what
/// is in it now. `None` when the next click is the last one and nothing special about it, or no item places the state.
pub fn next_step(wanted: StateId, held: StateId) -> Option<(ItemId, StateId)> {
    let (item, _) = items_for(wanted)?;
    let same = states::block(wanted) == states::block(held);
    if let Some(plant) = potted(wanted) {
        let pot = states::default(items::get(item).block?);
        return Some(if placed_alike(held, pot) { (plant, wanted) } else { (item, pot) });
    }
    let kind = states::kind_of(wanted);
    if kind == Kind::Slab && states::value(wanted, "type") == Some("double") {
        let half = states::with(wanted, "type", "bottom")?;
        return Some((item, if same { wanted } else { half }));
    }
    let Some(count) = count_property(kind) else { return Some((item, wanted)) };
    let number = |state: StateId| states::value(state, count).and_then(|value| value.parse::<u8>().ok()).unwrap_or(0);
    let next = if same { number(held) + 1 } else { 1 };
    let values = states::properties(states::block(wanted)).find(|property| property.name == count)?.values;
    let value = values.iter().find(|value| value.parse() == Ok(next.min(number(wanted))))?;
    Some((item, states::with(wanted, count, value)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(text: &str) -> StateId {
        states::parse(text).unwrap()
    }

    #[test]
    fn a_cell_is_filled_click_by_click() {
        for (wanted, held, item, next) in [
            ("oak_stairs[facing=north]", "air", "oak_stairs", "oak_stairs[facing=north]"),
            ("oak_slab[type=double]", "air", "oak_slab", "oak_slab[type=bottom]"),
            ("oak_slab[type=double]", "oak_slab[type=top]", "oak_slab", "oak_slab[type=double]"),
            ("candle[candles=3]", "air", "candle", "candle[candles=1]"),
            ("candle[candles=3]", "candle[candles=2]", "candle", "candle[candles=3]"),
            ("snow[layers=8]", "snow[layers=4]", "snow", "snow[layers=5]"),
            ("potted_poppy", "short_grass", "flower_pot", "flower_pot"),
            ("potted_poppy", "flower_pot", "poppy", "potted_poppy"),
            ("water", "air", "water_bucket", "water"),
            ("wheat[age=7]", "air", "wheat_seeds", "wheat[age=7]"),
        ] {
            let found = next_step(state(wanted), state(held)).map(|(item, next)| (items::get(item).name, next));
            assert_eq!(found, Some((item, state(next))), "{wanted} on {held}");
        }
        for none in ["oak_door[half=upper]", "air", "red_bed[part=head]", "piston_head"] {
            assert_eq!(next_step(state(none), state("air")), None, "{none}");
        }
    }

    #[test]
    fn what_the_click_decides_is_compared_and_nothing_else() {
        for (one, other, alike) in [
            ("oak_door[hinge=left]", "oak_door[hinge=left,open=true]", true),
            ("oak_door[hinge=left]", "oak_door[hinge=right]", false),
            ("oak_fence", "oak_fence[north=true]", true),
            ("stone", "dirt", false),
        ] {
            assert_eq!(placed_alike(state(one), state(other)), alike, "{one} and {other}");
        }
    }
}

//! Layout 17: cells were a block's number with five bits below it, which meant something else for each kind of block.
//! Since then they are states of the game.

use crate::lasting::Description;
use gamedata::{blocks, states};
use shapes::Palette;
use vocab::{BlockId, StateId};

/// How many low bits of a cell were its state, and how many states that makes.
const LOW_BITS: u8 = 5;
const STATES: u16 = 1 << LOW_BITS;

/// What the five low bits of a cell meant in layout 17 for doors, gates and trapdoors (open, upper half), and for beds (head).
const OPEN: u16 = 0b0_0100;
const UPPER: u16 = 0b0_1000;
const HEAD: u16 = 0b0_0100;
const SIDES: [&str; 4] = ["north", "east", "south", "west"];
/// Every crop was ripe at this number.
const RIPE: u16 = 7;

/// Names the rows of cells by the states that they meant.
pub fn step(description: &mut Description) {
    let Some(cells) = description.palettes.remove("Cell") else { return };
    let names = cells.names.iter().flat_map(|block| (0..STATES).map(|bits| meant(block, bits))).collect();
    description.palettes.insert("StateId".into(), Palette { names, low_bits: 0, instead: cells.instead });
    description.world.rename_table("Cell", "StateId");
}

/// The text of the state that a block with these bits meant.
fn meant(name: &str, bits: u16) -> String {
    let Some(block) = blocks::named(name) else { return name.into() };
    states::shown(state(name, block, bits)).to_string()
}

fn state(name: &str, block: BlockId, bits: u16) -> StateId {
    let with = |state: StateId, property: &str, value: &str| states::with(state, property, value).unwrap_or(state);
    let plain = states::default(block);
    let side = SIDES[usize::from(bits & 3)];
    let held = |bit: u16| if bits & bit == 0 { "false" } else { "true" };
    match name {
        _ if name.ends_with("_door") => {
            let half = if bits & UPPER == 0 { "lower" } else { "upper" };
            with(with(with(plain, "facing", side), "half", half), "open", held(OPEN))
        }
        _ if name.ends_with("_trapdoor") || name.ends_with("_fence_gate") => with(plain, "open", held(OPEN)),
        _ if name.ends_with("_bed") => {
            with(with(plain, "facing", side), "part", if bits & HEAD == 0 { "foot" } else { "head" })
        }
        _ if name.ends_with("_leaves") => with(plain, "persistent", held(1)),
        // The numbers 1 to 4 hung on the wall to the north, east, south, west, so they look to the other side.
        "torch" if (1..=4).contains(&bits) => {
            let away = SIDES[usize::from(bits + 1) % SIDES.len()];
            with(blocks::named("wall_torch").map_or(plain, states::default), "facing", away)
        }
        "beetroots" => counted(plain, "age", bits * 3 / RIPE),
        _ => ["level", "age", "moisture", "stage"]
            .into_iter()
            .find(|property| states::value(plain, property).is_some())
            .map_or(plain, |property| counted(plain, property, bits)),
    }
}

/// The state with a number in a property; unchanged where the property does not go so far.
fn counted(state: StateId, property: &str, number: u16) -> StateId {
    states::with(state, property, &number.to_string()).unwrap_or(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_the_states_that_they_meant() {
        for (name, bits, state) in [
            ("stone", 0, "stone"),
            ("grass_block", 0, "grass_block"),
            ("oak_door", 1 | OPEN | UPPER, "oak_door[facing=east,half=upper,open=true]"),
            ("oak_trapdoor", OPEN, "oak_trapdoor[open=true]"),
            ("red_bed", 2 | HEAD, "red_bed[facing=south,part=head]"),
            ("oak_leaves", 1, "oak_leaves[persistent=true]"),
            ("torch", 0, "torch"),
            ("torch", 1, "wall_torch[facing=south]"),
            ("torch", 4, "wall_torch[facing=east]"),
            ("wheat", 7, "wheat[age=7]"),
            ("beetroots", 7, "beetroots[age=3]"),
            ("farmland", 7, "farmland[moisture=7]"),
            ("oak_sapling", 1, "oak_sapling[stage=1]"),
            ("water", 8, "water[level=8]"),
            ("cauldron", 3, "cauldron"),
        ] {
            let state = states::shown(states::parse(state).unwrap()).to_string();
            assert_eq!(meant(name, bits), state, "{name} {bits}");
        }
        assert_eq!(meant("a_block_that_is_gone", 3), "a_block_that_is_gone");
    }
}

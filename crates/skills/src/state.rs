//! What a cell holds: a block state of the game, and those of its properties that bodies and worlds ask for.

use crate::known::{Props, all_props, known};
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::{BlockId, StateId};

/// The thinnest level of a flowing liquid; 0 is a source.
pub const LIQUID_THIN: u8 = 7;
/// The level of a falling liquid. Higher ones fall too.
pub const LIQUID_FALLING: u8 = 8;
/// The moisture of wet farmland.
pub const FARMLAND_WET: u8 = 7;

/// The four sides by the game's names, each with its step in x and z. Their order is clockwise.
pub const SIDES: [(&str, (i32, i32)); 4] = [("north", (0, -1)), ("east", (1, 0)), ("south", (0, 1)), ("west", (-1, 0))];

/// The block state in a cell, by the game's own number. It is saved under the name of [`StateId`], whose numbers a life
/// explains by the names of the states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename = "StateId")]
pub struct Cell(pub u16);

impl From<StateId> for Cell {
    fn from(state: StateId) -> Cell {
        Cell(state.0)
    }
}

impl Cell {
    pub const AIR: Cell = Cell(states::AIR.0);

    /// The block in the state that it has when nothing says otherwise.
    pub fn of(block: BlockId) -> Cell {
        states::default(block).into()
    }

    /// A liquid at a level: 0 is a source, 8 and more falls, between them higher levels are thinner.
    pub fn liquid(block: BlockId, level: u8) -> Cell {
        Cell::of(block).with_number("level", level)
    }

    #[inline]
    pub const fn state(self) -> StateId {
        StateId(self.0)
    }

    #[inline]
    pub fn block(self) -> BlockId {
        states::block(self.state())
    }

    /// What the rules often look up.
    #[inline]
    pub fn props(self) -> &'static Props {
        &all_props()[usize::from(self.0)]
    }

    /// The cell with a property changed; the same where the block does not have the property or the value.
    #[must_use]
    pub fn with(self, property: &str, value: &str) -> Cell {
        states::with(self.state(), property, value).map_or(self, Cell::from)
    }

    /// The number that a property holds.
    pub fn number(self, property: &str) -> Option<u8> {
        states::value(self.state(), property)?.parse().ok()
    }

    /// The cell with a number in a property, or with the highest that the property takes.
    #[must_use]
    pub fn with_number(self, property: &str, number: u8) -> Cell {
        let known = states::properties(self.block()).find(|known| known.name == property);
        let values = known.map_or(&[][..], |known| known.values);
        values.get(usize::from(number)).or(values.last()).map_or(self, |value| self.with(property, value))
    }

    /// What is left in the cell when the block is gone: the water in which it stood, or air.
    #[must_use]
    pub fn emptied(self) -> Cell {
        let props = self.props();
        if props.wet && !props.liquid { Cell::of(known().water) } else { Cell::AIR }
    }

    /// Whether a door, gate or trapdoor is open.
    pub fn is_open(self) -> bool {
        self.props().opens && states::is(self.state(), "open")
    }

    #[must_use]
    pub fn with_open(self, open: bool) -> Cell {
        self.with("open", if open { "true" } else { "false" })
    }

    /// Whether this is the upper half of a door or a tall plant.
    pub fn is_upper(self) -> bool {
        states::value(self.state(), "half") == Some("upper")
    }

    /// Whether this is the head end of a bed.
    pub fn is_head(self) -> bool {
        states::value(self.state(), "part") == Some("head")
    }

    /// The step in x and z to the side that the block looks to.
    pub fn facing(self) -> Option<(i32, i32)> {
        let facing = states::value(self.state(), "facing")?;
        SIDES.iter().find(|(name, _)| *name == facing).map(|(_, step)| *step)
    }

    /// How thin a liquid is; 0 for a source, and for whatever is no liquid.
    #[inline]
    pub fn level(self) -> u8 {
        self.props().level
    }

    /// Whether leaves were placed by somebody, so that they do not decay.
    pub fn is_persistent(self) -> bool {
        states::is(self.state(), "persistent")
    }

    /// How far a crop has grown.
    pub fn age(self) -> Option<u8> {
        self.number("age")
    }

    /// Whether a crop can grow no further.
    pub fn is_ripe(self) -> bool {
        self.age().is_some_and(|age| self.with_number("age", u8::MAX).age() == Some(age))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        states::parse(text).unwrap().into()
    }

    #[test]
    fn properties_are_read_from_the_state() {
        let door = cell("oak_door[half=upper,facing=west,open=true]");
        assert!(door.is_open() && door.is_upper() && !door.is_head());
        assert_eq!(door.facing(), Some((-1, 0)));
        assert_eq!(door.with_open(false), cell("oak_door[half=upper,facing=west,open=false]"));
        assert!(cell("red_bed[part=head]").is_head() && !cell("red_bed[part=foot]").is_head());
        assert!(cell("oak_leaves[persistent=true]").is_persistent() && !cell("oak_leaves").is_persistent());
        assert_eq!((cell("stone").facing(), cell("stone").age(), cell("stone").is_open()), (None, None, false));
        assert!(!cell("barrel[open=true]").is_open(), "a lid is no door");
    }

    #[test]
    fn numbers_end_at_the_last_value() {
        for (before, more, after) in
            [("wheat[age=5]", 6, "wheat[age=6]"), ("wheat", 99, "wheat[age=7]"), ("beetroots", 7, "beetroots[age=3]")]
        {
            assert_eq!(cell(before).with_number("age", more), cell(after), "{before}");
        }
        assert!(cell("beetroots[age=3]").is_ripe() && !cell("wheat[age=3]").is_ripe() && !cell("stone").is_ripe());
        assert_eq!(cell("stone").with_number("age", 1), cell("stone"));
    }

    #[test]
    fn what_stands_in_water_leaves_it() {
        for (text, left) in
            [("oak_slab[waterlogged=true]", "water"), ("kelp", "water"), ("oak_slab", "air"), ("water", "air")]
        {
            assert_eq!(cell(text).emptied(), cell(left), "{text}");
        }
    }

    #[test]
    fn a_liquid_tells_its_level() {
        for (text, level) in [("water", 0), ("water[level=3]", 3), ("lava[level=8]", 8), ("stone", 0), ("cauldron", 0)]
        {
            assert_eq!(cell(text).level(), level, "{text}");
        }
        assert_eq!(Cell::liquid(cell("lava").block(), 4), cell("lava[level=4]"));
    }
}

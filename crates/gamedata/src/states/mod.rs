//! Block states: a block with the values of its properties, such as a stair that faces north.
//!
//! States are numbered as in the game: those of a block lie together, and its last property counts fastest. Everything
//! is found in constant time by number, and by a short search by name.

mod shape;
mod text;
mod turn;

use vocab::{BlockId, ItemId, StateId};

use crate::blocks;
use crate::tables::{BLOCK_OF_STATE, BLOCK_STATES, LIGHT_OF_STATE, PROPERTIES, SHAPE_OF_STATE, SHAPES};

pub use crate::tables::Kind;
pub use shape::{Aabb, PARTS_PER_BLOCK};
pub use text::{STATE_TEXT_BYTES_MAX, Shown, StateError, parse, shown};
pub use turn::{Mirror, mirrored, turned};

/// How many block states the game has; the ids are 0 to one less.
pub const COUNT: usize = BLOCK_OF_STATE.len();
/// The state of air.
pub const AIR: StateId = StateId(0);

/// A property that states of a block differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Property {
    pub name: &'static str,
    /// The values in the order in which states count them.
    pub values: &'static [&'static str],
    pub role: Role,
}

/// What sets a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The click that places the block.
    Placed,
    /// The cells around the block.
    Derived,
    /// What happens to the block later: it is opened, lit, grows.
    Changing,
}

/// The states of one block.
#[derive(Debug, Clone, Copy)]
pub struct BlockStates {
    pub first: u16,
    pub last: u16,
    pub default: u16,
    pub kind: Kind,
    /// Indices in the table of properties, in the order of the alphabet.
    pub properties: &'static [u8],
}

fn of(block: BlockId) -> &'static BlockStates {
    &BLOCK_STATES[usize::from(block.0)]
}

/// The state with this number, if there is one.
pub fn numbered(number: u32) -> Option<StateId> {
    u16::try_from(number).ok().filter(|number| usize::from(*number) < COUNT).map(StateId)
}

/// The block of a state. Panics, as everything here, for an id that no state has; ids come from `parse` and `numbered`.
pub fn block(state: StateId) -> BlockId {
    BlockId(BLOCK_OF_STATE[usize::from(state.0)])
}

/// The state that a block has when nothing says otherwise.
pub fn default(block: BlockId) -> StateId {
    StateId(of(block).default)
}

/// All states of a block, in the order of their ids.
pub fn all_of(block: BlockId) -> impl Iterator<Item = StateId> {
    (of(block).first..=of(block).last).map(StateId)
}

/// What a block behaves as when it is placed, joined and supported.
pub fn kind(block: BlockId) -> Kind {
    of(block).kind
}

/// What the block of a state behaves as.
pub fn kind_of(state: StateId) -> Kind {
    kind(block(state))
}

/// The properties of a block, in the order of the alphabet.
pub fn properties(block: BlockId) -> impl DoubleEndedIterator<Item = &'static Property> + ExactSizeIterator {
    of(block).properties.iter().map(|at| &PROPERTIES[usize::from(*at)])
}

/// A property of a block: how far apart states are that differ by one value.
fn stride(block: BlockId, name: &str) -> Option<(u16, &'static Property)> {
    let mut stride = 1;
    for property in properties(block).rev() {
        if property.name == name {
            return Some((stride, property));
        }
        stride *= property.values.len() as u16;
    }
    None
}

/// The value that a state has for a property; `None` when its block does not have the property.
pub fn value(state: StateId, name: &str) -> Option<&'static str> {
    let block = block(state);
    let (stride, property) = stride(block, name)?;
    Some(property.values[place(state.0 - of(block).first, stride, property)])
}

/// Which of the property's values the state at this offset has.
fn place(offset: u16, stride: u16, property: &Property) -> usize {
    usize::from(offset / stride) % property.values.len()
}

/// Whether a property of the state is true.
pub fn is(state: StateId, name: &str) -> bool {
    value(state, name) == Some("true")
}

/// The properties of a state with its values, in the order of the alphabet.
pub fn values(state: StateId) -> impl Iterator<Item = (&'static Property, &'static str)> {
    let block = block(state);
    let offset = state.0 - of(block).first;
    let mut stride = of(block).last - of(block).first + 1;
    properties(block).map(move |property| {
        stride /= property.values.len() as u16;
        (property, property.values[place(offset, stride, property)])
    })
}

/// The state with one property changed; `None` when its block does not have the property or the value.
pub fn with(state: StateId, name: &str, value: &str) -> Option<StateId> {
    let block = block(state);
    let (stride, property) = stride(block, name)?;
    let wanted = property.values.iter().position(|known| *known == value)?;
    let held = place(state.0 - of(block).first, stride, property);
    Some(StateId(state.0 - held as u16 * stride + wanted as u16 * stride))
}

/// The boxes that bodies collide with, relative to the cell.
pub fn boxes(state: StateId) -> &'static [Aabb] {
    SHAPES[usize::from(SHAPE_OF_STATE[usize::from(state.0)])]
}

/// The light that the state emits, 0 to 15.
pub fn light(state: StateId) -> u8 {
    LIGHT_OF_STATE[usize::from(state.0)] & 15
}

/// The light that the state absorbs, 0 (clear) to 15 (opaque).
pub fn light_filter(state: StateId) -> u8 {
    LIGHT_OF_STATE[usize::from(state.0)] >> 4
}

/// The item that places the state's block.
pub fn item(state: StateId) -> Option<ItemId> {
    blocks::get(block(state)).item
}

/// The hardness of the state's block; `None` when it cannot be broken.
pub fn hardness_milli(state: StateId) -> Option<u32> {
    blocks::get(block(state)).hardness_milli
}

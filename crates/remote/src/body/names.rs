//! The names on the wire and the numbers of the pinned tables. A name that the tables do not have is kept, told once, and stands
//! in its cell or slot as something that nobody can use: bedrock.

use contract::body::Foreign;
use contract::body::report::{self, Inventory as Told};
use gamedata::{blocks, items, states};
use skills::inventory::Inventory;
use skills::state::Cell;
use std::collections::HashMap;
use vocab::ItemId;
use vocab::item::Stack;
use vocab::senses::Carried;

/// What stands for blocks and items that the tables do not have: solid, not to be broken, and in no plan.
const STAND_IN: &str = "bedrock";
/// Most names of states whose numbers are kept: all states of the game, and as many of other versions and mods.
const KEPT_MAX: usize = 65_536;
/// Names of earlier versions of the game, and what the pinned one calls the same thing.
const RENAMED: [(&str, &str); 5] = [
    ("grass", "short_grass"),
    ("grass_path", "dirt_path"),
    ("scute", "turtle_scute"),
    ("cave_air", "air"),
    ("void_air", "air"),
];

#[derive(Debug)]
pub struct Names {
    cells: HashMap<String, Cell>,
    blocks: Foreign,
    items: Foreign,
    /// Items that this body calls otherwise than the tables.
    spoken: HashMap<ItemId, String>,
    stand_in: (Cell, ItemId),
    /// Foreign names that nobody was told of yet.
    news: Vec<String>,
}

impl Default for Names {
    fn default() -> Names {
        let block = blocks::named(STAND_IN).expect("the game has bedrock");
        let item = items::named(STAND_IN).expect("the game has bedrock");
        Names {
            cells: HashMap::new(),
            blocks: Foreign::after(0),
            items: Foreign::after(0),
            spoken: HashMap::new(),
            stand_in: (Cell::of(block), item),
            news: Vec::new(),
        }
    }
}

impl Names {
    /// The state with this name on the wire.
    pub fn cell(&mut self, name: &str) -> Cell {
        if let Some(cell) = self.cells.get(name) {
            return *cell;
        }
        let cell = known_cell(name).unwrap_or_else(|| {
            note(&mut self.blocks, &mut self.news, name.split('[').next().unwrap_or(name));
            self.stand_in.0
        });
        if self.cells.len() < KEPT_MAX {
            self.cells.insert(name.into(), cell);
        }
        cell
    }

    /// The item with this name on the wire.
    pub fn item(&mut self, name: &str) -> ItemId {
        let now = renamed(name);
        let Some(item) = items::named(now).filter(|item| *item != self.stand_in.1) else {
            if name != STAND_IN {
                note(&mut self.items, &mut self.news, name);
            }
            return self.stand_in.1;
        };
        if now != name {
            self.spoken.insert(item, name.into());
        }
        item
    }

    /// What the body calls an item; `None` for the stand-in, which may be anything.
    pub fn of_item(&self, item: ItemId) -> Option<String> {
        if item == self.stand_in.1 {
            return None;
        }
        let spoken = self.spoken.get(&item).cloned();
        spoken.or_else(|| items::all().get(usize::from(item.0)).map(|item| item.name.into()))
    }

    pub fn stack(&mut self, stack: &report::Stack) -> Stack {
        Stack { item: self.item(&stack.item), count: stack.count, wear: stack.wear }
    }

    pub fn inventory(&mut self, told: &Told) -> Inventory {
        let mut stack = |slot: &Option<report::Stack>| slot.as_ref().map(|stack| self.stack(stack));
        let slots = told.slots.iter().map(&mut stack).collect();
        let armour = [0, 1, 2, 3].map(|piece| stack(&told.armour[piece]));
        let off_hand = stack(&told.off_hand);
        Inventory::told(Carried { slots, armour, off_hand, held: told.held })
    }

    /// The stand-in for items that nobody knows.
    pub fn unknown_item(&self) -> ItemId {
        self.stand_in.1
    }

    /// Foreign names that were met since the last call.
    pub fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }
}

/// Numbers a foreign name, and tells of it when it is new.
fn note(foreign: &mut Foreign, news: &mut Vec<String>, name: &str) {
    let before = foreign.len();
    foreign.number(name);
    if foreign.len() > before {
        news.push(name.into());
    }
}

fn renamed(name: &str) -> &str {
    RENAMED.iter().find(|(before, _)| *before == name).map_or(name, |(_, now)| now)
}

/// The state of this name; of a block that has other properties in the body's version, with those that both know.
fn known_cell(name: &str) -> Option<Cell> {
    let (block, rest) = name.split_once('[').unwrap_or((name, ""));
    let block = renamed(block);
    if let Ok(state) = states::parse(&if rest.is_empty() { block.into() } else { format!("{block}[{rest}") }) {
        return Some(state.into());
    }
    let properties = rest.trim_end_matches(']').split(',').filter_map(|pair| pair.split_once('='));
    let cell = Cell::of(blocks::named(block)?);
    Some(properties.fold(cell, |cell, (property, value)| cell.with(property, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        states::parse(text).unwrap().into()
    }

    #[test]
    fn names_of_states_are_read_also_those_of_other_versions() {
        let mut names = Names::default();
        for (told, meant) in [
            ("stone", "stone"),
            ("oak_log[axis=x]", "oak_log[axis=x]"),
            ("grass", "short_grass"),
            ("cave_air", "air"),
            ("oak_log[axis=x,colour=red]", "oak_log[axis=x]"),
        ] {
            assert_eq!(names.cell(told), cell(meant), "{told}");
        }
        assert_eq!(names.take_news(), [""; 0]);
    }

    #[test]
    fn foreign_names_are_told_once_and_take_up_their_place() {
        let mut names = Names::default();
        assert_eq!(names.cell("create:shaft[axis=x]"), cell("bedrock"));
        assert_eq!(names.cell("create:shaft[axis=y]"), cell("bedrock"));
        let gear = names.item("create:cogwheel");
        assert_eq!((gear, names.of_item(gear)), (names.unknown_item(), None));
        assert_eq!(names.take_news(), ["create:shaft", "create:cogwheel"]);
        assert_eq!(names.take_news(), [""; 0]);
    }

    #[test]
    fn an_item_is_called_as_the_body_calls_it() {
        let mut names = Names::default();
        let scute = names.item("scute");
        assert_eq!(names.of_item(scute).as_deref(), Some("scute"));
        let dirt = names.item("dirt");
        assert_eq!(names.of_item(dirt).as_deref(), Some("dirt"));
    }
}

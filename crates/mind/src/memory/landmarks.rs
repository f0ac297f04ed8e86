//! Landmarks: home, chests and what was in them, ore that was seen and left, fields, and where the body died.

use crate::view::lore;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::item::Stack;
use vocab::senses::Harm;
use vocab::{Bag, BlockId, BlockPos, Tick};

/// Most chests remembered. Of the chests known to be empty the one seen longest ago is forgotten first, then any other.
pub const CHESTS_MAX: usize = 32;
/// Most veins of ore remembered. Of the most common kind of ore the vein seen longest ago is forgotten first.
pub const VEINS_MAX: usize = 64;
/// Most fields of crops remembered. The field seen longest ago is forgotten first.
pub const FIELDS_MAX: usize = 16;
/// Most of the agent's deaths remembered. The oldest is forgotten first.
pub const DEATHS_MAX: usize = 16;
/// Ore blocks of one kind within this many blocks of each other are remembered as one vein: most veins are smaller.
const VEIN_BLOCKS: u64 = 6;
/// Crops within this many blocks of each other are remembered as one field: water moistens a square of nine blocks.
const FIELD_BLOCKS: u64 = 9;
/// A new shelter within this many blocks of home still counts as home.
const HOME_BLOCKS: u64 = 16;

/// Number of slots of a single chest or barrel.
const CHEST_SLOTS: usize = 27;

/// Kinds of ore from the most common to the rarest; an ore that is not listed counts as the rarest.
const ORES: [&str; 7] = ["copper_ore", "coal_ore", "iron_ore", "redstone_ore", "lapis_ore", "gold_ore", "diamond_ore"];
const CHESTS: [&str; 3] = ["chest", "trapped_chest", "barrel"];
const CROPS: [&str; 5] = ["wheat", "carrots", "potatoes", "beetroots", "farmland"];

/// The agent's home: where it spent its last night.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    pub at: BlockPos,
    /// How many nights the agent spent at home.
    pub nights: u32,
    /// The number of the day whose night at home was counted last.
    day: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chest {
    pub at: BlockPos,
    pub seen: Tick,
    /// What was in the chest when it was last opened; `None` when it was never opened.
    pub content: Option<Bag>,
    /// The chest had no room when the agent last tried to put something in.
    pub full: bool,
}

/// A vein of ore that the agent saw and left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vein {
    pub block: BlockId,
    pub at: BlockPos,
    /// How many ore blocks of the vein were seen.
    pub blocks: u16,
    pub seen: Tick,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    pub crop: BlockId,
    pub at: BlockPos,
    pub seen: Tick,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    pub at: BlockPos,
    pub cause: Harm,
    pub when: Tick,
}

/// The landmarks that the agent remembers: home, chests, veins, fields and deaths.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Landmarks {
    pub home: Option<Home>,
    #[serde(deserialize_with = "vocab::salvage::list")]
    chests: Vec<Chest>,
    #[serde(deserialize_with = "vocab::salvage::list")]
    veins: Vec<Vein>,
    #[serde(deserialize_with = "vocab::salvage::list")]
    fields: Vec<Field>,
    #[serde(deserialize_with = "vocab::salvage::list")]
    deaths: Vec<Death>,
}

/// The kinds of blocks that are remembered as landmarks when they come into sight.
pub fn worth_remembering() -> Vec<BlockId> {
    let is_one = |name: &str| name.ends_with("_ore") || CHESTS.contains(&name) || CROPS.contains(&name);
    let all = gamedata::blocks::all().iter().enumerate();
    all.filter(|(_, block)| is_one(block.name)).map(|(n, _)| BlockId(n as u16)).collect()
}

impl Landmarks {
    /// Records a night that the agent spent in a shelter at this place.
    pub fn slept_at(&mut self, at: BlockPos, day: u32) {
        match &mut self.home {
            Some(home) if home.at.distance_squared(at) <= HOME_BLOCKS * HOME_BLOCKS => {
                if home.day != day {
                    (home.nights, home.day) = (home.nights.saturating_add(1), day);
                }
            }
            _ => self.home = Some(Home { at, nights: 1, day }),
        }
    }

    pub fn died_at(&mut self, at: BlockPos, cause: Harm, when: Tick) {
        if self.deaths.len() == DEATHS_MAX {
            self.deaths.remove(0);
        }
        self.deaths.push(Death { at, cause, when });
    }

    /// Records which block is at a place: a landmark is remembered, or forgotten when it is gone.
    pub fn block_at(&mut self, at: BlockPos, block: BlockId, now: Tick) {
        let name = name_of(block);
        if CHESTS.contains(&name) {
            self.chest_at(at, now);
            return;
        }
        self.chests.retain(|chest| chest.at != at);
        if name.ends_with("_ore") {
            self.vein_at(at, block, now);
        } else if CROPS.contains(&name) {
            self.field_at(at, block, now);
        } else if let Some(vein) = self.veins.iter_mut().find(|vein| vein.at == at) {
            vein.blocks = vein.blocks.saturating_sub(1);
            self.veins.retain(|vein| vein.blocks > 0);
        }
    }

    /// Records the answer to a search for blocks: remembered landmarks of the kinds searched for are forgotten where
    /// the search did not find them.
    pub fn found(
        &mut self,
        kinds: &[BlockId],
        (from, reach): (BlockPos, u64),
        found: &[(BlockPos, BlockId)],
        now: Tick,
    ) {
        let is_covered = |at: BlockPos| at.distance_squared(from) <= reach * reach;
        self.veins.retain(|vein| !kinds.contains(&vein.block) || !is_covered(vein.at));
        self.fields.retain(|field| !kinds.contains(&field.crop) || !is_covered(field.at));
        if kinds.iter().any(|kind| CHESTS.contains(&name_of(*kind))) {
            let is_found = |at: BlockPos| found.iter().any(|(place, _)| *place == at);
            self.chests.retain(|chest| is_found(chest.at) || !is_covered(chest.at));
        }
        for (at, block) in found {
            let name = name_of(*block);
            if name.ends_with("_ore") || CHESTS.contains(&name) || CROPS.contains(&name) {
                self.block_at(*at, *block, now);
            }
        }
    }

    /// Records what a chest holds. `None` means that it could not be opened and is no chest any more: it is forgotten.
    pub fn opened(&mut self, at: BlockPos, slots: Option<&[Option<Stack>]>, now: Tick) {
        let Some(slots) = slots else {
            self.chests.retain(|chest| chest.at != at);
            return;
        };
        let content = slots.iter().flatten().map(|stack| (stack.item, u32::from(stack.count))).collect();
        let full = slots.iter().all(Option::is_some);
        // A furnace also has slots, but fewer than a chest.
        if slots.len() >= CHEST_SLOTS || self.chest(at).is_some() {
            let chest = self.chest_at(at, now);
            (chest.content, chest.full) = (Some(content), full);
        }
    }

    /// Records that items were put into a chest or taken out, as the action's receipt shows.
    pub fn moved(&mut self, at: BlockPos, put: &Bag, taken: &Bag, now: Tick) {
        let chest = self.chest_at(at, now);
        let content = chest.content.get_or_insert_with(Bag::new);
        for (item, count) in put.iter() {
            content.add(item, count);
        }
        for (item, count) in taken.iter() {
            let _ = content.take(item, count.min(content.count(item)));
            chest.full = false;
        }
    }

    /// Records that a chest had no room for more items.
    pub fn no_room(&mut self, at: BlockPos) {
        if let Some(chest) = self.chests.iter_mut().find(|chest| chest.at == at) {
            chest.full = true;
        }
    }

    /// Forgets the remembered content of a chest that did not hold it, so that the chest is opened again.
    pub fn doubt(&mut self, at: BlockPos) {
        if let Some(chest) = self.chests.iter_mut().find(|chest| chest.at == at) {
            chest.content = None;
        }
    }

    pub fn forget_chest(&mut self, at: BlockPos) {
        self.chests.retain(|chest| chest.at != at);
    }

    /// What the agent remembers of the chest at this place.
    pub fn chest(&self, at: BlockPos) -> Option<&Chest> {
        self.chests.iter().find(|chest| chest.at == at)
    }

    /// All remembered chests, nearest first.
    pub fn chests(&self, from: BlockPos) -> Vec<&Chest> {
        let mut chests: Vec<&Chest> = self.chests.iter().collect();
        chests.sort_by_key(|chest| (chest.at.distance_squared(from), chest.at));
        chests
    }

    /// The nearest remembered vein of one of these blocks.
    pub fn vein(&self, blocks: &[BlockId], from: BlockPos, is_fit: impl Fn(BlockPos) -> bool) -> Option<Vein> {
        let veins = self.veins.iter().filter(|vein| blocks.contains(&vein.block) && is_fit(vein.at));
        veins.min_by_key(|vein| (vein.at.distance_squared(from), vein.at)).copied()
    }

    /// Forgets the remembered vein at a place that the agent could not reach.
    pub fn forget_vein(&mut self, at: BlockPos) {
        self.veins.retain(|vein| vein.at != at);
    }

    /// All remembered veins of ore, the rarest ore first.
    pub fn veins(&self) -> Vec<Vein> {
        let mut veins = self.veins.clone();
        veins.sort_by_key(|vein| (core::cmp::Reverse(rarity(vein.block)), core::cmp::Reverse(vein.seen), vein.at));
        veins
    }

    /// All remembered fields of crops, nearest first.
    pub fn fields(&self, from: BlockPos) -> Vec<Field> {
        let mut fields = self.fields.clone();
        fields.sort_by_key(|field| (field.at.distance_squared(from), field.at));
        fields
    }

    /// The agent's remembered deaths, the newest first.
    pub fn deaths(&self) -> impl Iterator<Item = &Death> {
        self.deaths.iter().rev()
    }

    fn chest_at(&mut self, at: BlockPos, now: Tick) -> &mut Chest {
        let n = self.chests.iter().position(|chest| chest.at == at).unwrap_or_else(|| {
            if self.chests.len() == CHESTS_MAX {
                let is_empty = |chest: &Chest| chest.content.as_ref().is_some_and(|content| content.total() == 0);
                let worth = |n: &usize| (!is_empty(&self.chests[*n]), self.chests[*n].seen, *n);
                let least = (0..CHESTS_MAX).min_by_key(worth).unwrap_or(0);
                self.chests.remove(least);
            }
            self.chests.push(Chest { at, seen: now, content: None, full: false });
            self.chests.len() - 1
        });
        self.chests[n].seen = now;
        &mut self.chests[n]
    }

    fn vein_at(&mut self, at: BlockPos, block: BlockId, now: Tick) {
        let is_same =
            |vein: &&mut Vein| vein.block == block && vein.at.distance_squared(at) <= VEIN_BLOCKS * VEIN_BLOCKS;
        if let Some(vein) = self.veins.iter_mut().find(is_same) {
            if vein.at != at {
                vein.blocks = vein.blocks.saturating_add(1);
            }
            vein.seen = now;
            return;
        }
        self.veins.push(Vein { block, at, blocks: 1, seen: now });
        if self.veins.len() > VEINS_MAX {
            let worth = |n: &usize| (rarity(self.veins[*n].block), self.veins[*n].seen, *n);
            let least = (0..self.veins.len()).min_by_key(worth).unwrap_or(0);
            self.veins.remove(least);
        }
    }

    fn field_at(&mut self, at: BlockPos, crop: BlockId, now: Tick) {
        let is_same = |field: &&mut Field| field.at.distance_squared(at) <= FIELD_BLOCKS * FIELD_BLOCKS;
        if let Some(field) = self.fields.iter_mut().find(is_same) {
            field.seen = now;
            return;
        }
        if self.fields.len() == FIELDS_MAX {
            let oldest = (0..FIELDS_MAX).min_by_key(|n| (self.fields[*n].seen, *n)).unwrap_or(0);
            self.fields.remove(oldest);
        }
        self.fields.push(Field { crop, at, seen: now });
    }
}

fn name_of(block: BlockId) -> &'static str {
    lore::block_name(block)
}

/// The index of an ore in the order from the most common to the rarest.
fn rarity(block: BlockId) -> usize {
    let name = name_of(block);
    let name = name.strip_prefix("deepslate_").unwrap_or(name);
    ORES.iter().position(|ore| *ore == name).unwrap_or(ORES.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: BlockPos = BlockPos::new(0, 64, 0);

    fn block(name: &str) -> BlockId {
        gamedata::blocks::named(name).unwrap()
    }

    #[test]
    fn home_is_where_the_last_night_was_spent_and_counts_each_night_once() {
        let mut known = Landmarks::default();
        for day in [1, 1, 2] {
            known.slept_at(HERE.offset(day as i32, 0, 0), day);
        }
        assert_eq!(known.home.map(|home| (home.at, home.nights)), Some((HERE.offset(1, 0, 0), 2)));
        known.slept_at(HERE.offset(90, 0, 0), 3);
        assert_eq!(known.home.map(|home| (home.at.x, home.nights)), Some((90, 1)));
    }

    #[test]
    fn an_emptied_chest_is_forgotten_before_the_oldest_one() {
        let mut known = Landmarks::default();
        for n in 0..CHESTS_MAX as i32 {
            known.block_at(HERE.offset(n, 0, 0), block("chest"), Tick(n as u64));
        }
        known.opened(HERE.offset(5, 0, 0), Some(&[None; 27]), Tick(99));
        known.block_at(HERE.offset(-1, 0, 0), block("barrel"), Tick(100));
        assert_eq!(known.chests(HERE).len(), CHESTS_MAX);
        assert!(known.chest(HERE.offset(5, 0, 0)).is_none() && known.chest(HERE).is_some());
        known.block_at(HERE, block("air"), Tick(101));
        assert!(known.chest(HERE).is_none(), "a broken chest is forgotten");
    }

    #[test]
    fn ore_blocks_close_together_are_one_vein_and_a_search_that_finds_none_forgets_it() {
        let mut known = Landmarks::default();
        let iron = block("iron_ore");
        let seen = [(HERE, iron), (HERE.offset(1, 0, 0), iron), (HERE.offset(20, 0, 0), iron)];
        known.found(&[iron], (HERE, 32), &seen, Tick(1));
        let veins: Vec<(BlockPos, u16)> = known.veins().iter().map(|vein| (vein.at, vein.blocks)).collect();
        assert_eq!(veins, [(HERE, 2), (HERE.offset(20, 0, 0), 1)]);
        known.found(&[block("coal_ore")], (HERE, 32), &[], Tick(2));
        assert_eq!(known.veins().len(), 2, "it was a search for something else");
        known.found(&[iron], (HERE, 10), &[], Tick(3));
        assert_eq!(known.vein(&[iron], HERE, |_| true).map(|vein| vein.at), Some(HERE.offset(20, 0, 0)));
    }

    #[test]
    fn the_oldest_field_and_the_oldest_death_are_forgotten_first() {
        let mut known = Landmarks::default();
        for n in 0..=FIELDS_MAX as i32 {
            known.block_at(HERE.offset(n * 20, 0, 0), block("wheat"), Tick(n as u64));
        }
        for n in 0..=DEATHS_MAX as i32 {
            known.died_at(HERE.offset(n, 0, 0), Harm::Fall, Tick(n as u64));
        }
        assert_eq!(known.fields(HERE).first().map(|field| field.at.x), Some(20));
        assert_eq!((known.fields(HERE).len(), known.deaths().count()), (FIELDS_MAX, DEATHS_MAX));
        assert_eq!(known.deaths().last().map(|death| death.at.x), Some(1));
    }
}

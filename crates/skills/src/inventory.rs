//! The items that the body carries: 36 slots, of which the first nine are the hotbar, four pieces of armour, and the off hand.
//!
//! Invariant: no slot holds zero items or more than the item's stack size. Items are only moved, never created.

use gamedata::items;
use serde::{Deserialize, Serialize};
use vocab::action::EquipSlot;
use vocab::item::Stack;
use vocab::senses::{BAG_SLOTS, Carried};
use vocab::{Bag, ItemId};

/// Inventory slots that can be held in the hand.
pub const HOTBAR_SLOTS: usize = 9;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inventory(Carried);

impl Default for Inventory {
    fn default() -> Inventory {
        Inventory(Carried { slots: vec![None; BAG_SLOTS], armour: [None; 4], off_hand: None, held: 0 })
    }
}

/// How many of an item fit into one inventory slot.
pub fn stack_size(item: ItemId) -> u8 {
    items::get(item).stack_size.max(1)
}

/// Puts as much of a stack as fits into slots, filling equal stacks first; returns the rest.
pub fn put_into(slots: &mut [Option<Stack>], stack: Stack) -> Option<Stack> {
    let mut left = stack.count;
    let size = stack_size(stack.item);
    for slot in slots.iter_mut().flatten() {
        if slot.item == stack.item && slot.wear == stack.wear && slot.count < size {
            let moved = left.min(size - slot.count);
            slot.count += moved;
            left -= moved;
        }
    }
    for slot in slots.iter_mut() {
        if left > 0 && slot.is_none() {
            let moved = left.min(size);
            *slot = Some(Stack { count: moved, ..stack });
            left -= moved;
        }
    }
    (left > 0).then_some(Stack { count: left, ..stack })
}

/// Takes `count` of an item out of slots, last slot first; all or nothing.
pub fn take_from(slots: &mut [Option<Stack>], item: ItemId, count: u32) -> Option<Vec<Stack>> {
    let held: u32 = slots.iter().flatten().filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum();
    if held < count {
        return None;
    }
    let mut left = count;
    let mut taken = Vec::new();
    for slot in slots.iter_mut().rev() {
        let Some(stack) = slot.as_mut().filter(|stack| stack.item == item && left > 0) else { continue };
        let moved = left.min(u32::from(stack.count)) as u8;
        left -= u32::from(moved);
        taken.push(Stack { count: moved, ..*stack });
        stack.count -= moved;
        if stack.count == 0 {
            *slot = None;
        }
    }
    Some(taken)
}

impl Inventory {
    /// What a world outside tells: missing slots are empty, slots beyond the bag are dropped, and no stack is larger than the item's.
    pub fn told(mut carried: Carried) -> Inventory {
        carried.slots.resize(BAG_SLOTS, None);
        let all = carried.slots.iter_mut().chain(&mut carried.armour).chain([&mut carried.off_hand]);
        for slot in all {
            if let Some(stack) = slot {
                stack.count = stack.count.min(stack_size(stack.item));
            }
            slot.take_if(|stack| stack.count == 0);
        }
        carried.held = carried.held.min(HOTBAR_SLOTS as u8 - 1);
        Inventory(carried)
    }

    pub fn carried(&self) -> &Carried {
        &self.0
    }

    /// The count of an item in the bag and the off hand.
    pub fn count(&self, item: ItemId) -> u32 {
        let stacks = self.0.slots.iter().chain([&self.0.off_hand]).flatten();
        stacks.filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum()
    }

    /// All items that the body carries, including worn ones.
    pub fn everything(&self) -> Bag {
        self.stacks().map(|stack| (stack.item, u32::from(stack.count))).collect()
    }

    pub fn stacks(&self) -> impl Iterator<Item = Stack> + '_ {
        self.0.slots.iter().chain(&self.0.armour).chain([&self.0.off_hand]).flatten().copied()
    }

    pub fn held(&self) -> Option<Stack> {
        self.0.slots[usize::from(self.0.held)]
    }

    pub fn armour(&self) -> &[Option<Stack>; 4] {
        &self.0.armour
    }

    pub fn off_hand(&self) -> Option<Stack> {
        self.0.off_hand
    }

    /// Adds as much of a stack as fits into the inventory, and returns the rest.
    pub fn add(&mut self, mut stack: Stack) -> Option<Stack> {
        if let Some(off) = self.0.off_hand.as_mut()
            && off.item == stack.item
            && off.wear == stack.wear
        {
            let moved = stack.count.min(stack_size(stack.item).saturating_sub(off.count));
            off.count += moved;
            stack.count -= moved;
        }
        if stack.count == 0 { None } else { put_into(&mut self.0.slots, stack) }
    }

    /// Whether a whole stack would fit into the inventory.
    pub fn has_room_for(&self, stack: Stack) -> bool {
        self.clone().add(stack).is_none()
    }

    /// How many items of a stack would fit into the inventory.
    pub fn room_for(&self, stack: Stack) -> u8 {
        stack.count - self.clone().add(stack).map_or(0, |rest| rest.count)
    }

    /// Takes `count` of an item, from the bag first and then from the off hand; all or nothing.
    pub fn take(&mut self, item: ItemId, count: u32) -> Option<Vec<Stack>> {
        if self.count(item) < count {
            return None;
        }
        let bagged: u32 =
            self.0.slots.iter().flatten().filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum();
        let mut taken = take_from(&mut self.0.slots, item, count.min(bagged))?;
        let rest = count.saturating_sub(bagged);
        if rest > 0 {
            taken.extend(take_from(std::slice::from_mut(&mut self.0.off_hand), item, rest)?);
        }
        Some(taken)
    }

    /// The bag slot that holds an item. If several do, the one with the most worn tool, so that old tools are used up
    /// first.
    fn slot_of(&self, item: ItemId) -> Option<usize> {
        let worn = |index: &usize| self.0.slots[*index].map_or(0, |stack| stack.wear);
        let held = usize::from(self.0.held);
        (0..BAG_SLOTS)
            .filter(|index| self.0.slots[*index].is_some_and(|stack| stack.item == item))
            .max_by_key(|index| (worn(index), *index == held, std::cmp::Reverse(*index)))
    }

    /// Moves an item from the bag into the hand; false when it is not in the bag.
    pub fn hold(&mut self, item: ItemId) -> bool {
        let Some(slot) = self.slot_of(item) else { return false };
        if slot < HOTBAR_SLOTS {
            self.0.held = slot as u8;
        } else {
            self.0.slots.swap(slot, usize::from(self.0.held));
        }
        true
    }

    /// Empties the hand if any inventory slot is free; otherwise the hand keeps its item.
    pub fn hold_nothing(&mut self) {
        if self.held().is_none() {
            return;
        }
        if let Some(free) = (0..HOTBAR_SLOTS).find(|slot| self.0.slots[*slot].is_none()) {
            self.0.held = free as u8;
        } else if let Some(free) = (HOTBAR_SLOTS..BAG_SLOTS).find(|slot| self.0.slots[*slot].is_none()) {
            self.0.slots.swap(free, usize::from(self.0.held));
        }
    }

    /// Wears the held tool by this many uses; returns the item if it broke.
    pub fn wear_held(&mut self, uses: u16) -> Option<ItemId> {
        wear_down(&mut self.0.slots[usize::from(self.0.held)], uses)
    }

    /// Wears the item in the off hand (a shield); returns it if it broke.
    pub fn wear_off_hand(&mut self, uses: u16) -> Option<ItemId> {
        wear_down(&mut self.0.off_hand, uses)
    }

    /// Wears every worn piece of armour; returns the broken ones.
    pub fn wear_armour(&mut self, uses: u16) -> Vec<ItemId> {
        self.0.armour.iter_mut().filter_map(|piece| wear_down(piece, uses)).collect()
    }

    /// Whether an item can be worn or held in an equipment slot.
    pub fn suits(item: ItemId, slot: EquipSlot) -> bool {
        match slot {
            EquipSlot::Hand | EquipSlot::OffHand => true,
            EquipSlot::Head | EquipSlot::Chest | EquipSlot::Legs | EquipSlot::Feet => {
                items::get(item).armour.is_some_and(|armour| armour.slot == slot)
            }
        }
    }

    /// Equips an item from the bag; the item that it replaces goes into the bag slot. Returns false and changes nothing when the
    /// item is not in the bag or does not suit the slot.
    pub fn equip(&mut self, item: ItemId, slot: EquipSlot) -> bool {
        if !Inventory::suits(item, slot) {
            return false;
        }
        let worn = match slot {
            EquipSlot::Hand => return self.hold(item),
            EquipSlot::OffHand => &mut self.0.off_hand,
            EquipSlot::Head => &mut self.0.armour[0],
            EquipSlot::Chest => &mut self.0.armour[1],
            EquipSlot::Legs => &mut self.0.armour[2],
            EquipSlot::Feet => &mut self.0.armour[3],
        };
        let from = (0..BAG_SLOTS).filter(|index| self.0.slots[*index].is_some_and(|stack| stack.item == item));
        let Some(from) = from.min_by_key(|index| self.0.slots[*index].map_or(0, |stack| stack.wear)) else {
            return worn.is_some_and(|stack| stack.item == item);
        };
        std::mem::swap(&mut self.0.slots[from], worn);
        true
    }

    /// Empties the inventory and returns all stacks, which drop when the body dies.
    pub fn empty(&mut self) -> Vec<Stack> {
        let held = self.0.held;
        let all = self.stacks().collect();
        *self = Inventory::default();
        self.0.held = held;
        all
    }
}

fn wear_down(slot: &mut Option<Stack>, uses: u16) -> Option<ItemId> {
    let stack = slot.as_mut()?;
    let durability = items::get(stack.item).durability;
    if durability == 0 || uses == 0 {
        return None;
    }
    stack.wear = stack.wear.saturating_add(uses);
    if stack.wear < durability {
        return None;
    }
    slot.take().map(|stack| stack.item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn item(name: &str) -> ItemId {
        items::find(name).unwrap()
    }

    fn stack(name: &str, count: u8) -> Stack {
        Stack { item: item(name), count, wear: 0 }
    }

    #[test]
    fn what_a_world_tells_is_brought_into_the_bounds_of_a_bag() {
        let stack = |count| Some(Stack { item: item("dirt"), count, wear: 0 });
        let slots = vec![stack(99), stack(0)];
        let carried = Carried { slots, armour: [None; 4], off_hand: None, held: 200 };
        let told = Inventory::told(carried);
        assert_eq!((told.count(item("dirt")), told.carried().slots.len(), told.carried().held), (64, BAG_SLOTS, 8));
        assert_eq!(told.carried().free_slots(), BAG_SLOTS - 1);
    }

    #[test]
    fn stacks_fill_up_to_the_games_sizes() {
        for (name, count, slots) in [("cobblestone", 64, 1), ("egg", 16, 1), ("iron_pickaxe", 1, 1)] {
            let mut bag = Inventory::default();
            assert_eq!(bag.add(stack(name, count)), None);
            assert_eq!(bag.carried().free_slots(), BAG_SLOTS - slots, "{name}");
            assert_eq!(bag.add(stack(name, 1)), None);
            assert_eq!(bag.carried().free_slots(), BAG_SLOTS - slots - 1, "{name}: the size is reached");
        }
    }

    #[test]
    fn a_full_bag_returns_what_does_not_fit() {
        let mut bag = Inventory::default();
        for _ in 0..BAG_SLOTS {
            assert_eq!(bag.add(stack("dirt", 64)), None);
        }
        assert_eq!(bag.add(stack("dirt", 3)), Some(stack("dirt", 3)));
        assert_eq!(bag.room_for(stack("dirt", 3)), 0);
    }

    #[test]
    fn a_wooden_pickaxe_breaks_at_its_59th_use() {
        let mut bag = Inventory::default();
        bag.add(stack("wooden_pickaxe", 1));
        assert!(bag.hold(item("wooden_pickaxe")));
        for _ in 0..58 {
            assert_eq!(bag.wear_held(1), None);
        }
        assert_eq!(bag.wear_held(1), Some(item("wooden_pickaxe")));
        assert_eq!(bag.held(), None);
    }

    #[test]
    fn armour_fits_only_its_own_slot() {
        let mut bag = Inventory::default();
        bag.add(stack("iron_helmet", 1));
        assert!(!bag.equip(item("iron_helmet"), EquipSlot::Feet));
        assert!(bag.equip(item("iron_helmet"), EquipSlot::Head));
        assert_eq!(bag.armour()[0], Some(stack("iron_helmet", 1)));
        assert_eq!(bag.count(item("iron_helmet")), 0, "what is worn is no stock");
        assert!(!bag.equip(item("iron_boots"), EquipSlot::Feet), "not carried");
    }

    proptest! {
        #[test]
        fn moving_items_creates_and_loses_none(
            steps in prop::collection::vec((0usize..4, 0u8..5, 1u8..70), 1..60),
        ) {
            let names = ["cobblestone", "egg", "shield", "oak_log", "iron_helmet"];
            let mut bag = Inventory::default();
            let mut expected = Bag::new();
            for (what, which, count) in steps {
                let thing = item(names[usize::from(which)]);
                match what {
                    0 => {
                        let count = count.min(stack_size(thing));
                        let rest = bag.add(Stack { item: thing, count, wear: 0 }).map_or(0, |rest| rest.count);
                        expected.add(thing, u32::from(count - rest));
                    }
                    1 => {
                        if let Some(taken) = bag.take(thing, u32::from(count)) {
                            let sum: u32 = taken.iter().map(|stack| u32::from(stack.count)).sum();
                            prop_assert_eq!(sum, u32::from(count));
                            prop_assert!(expected.take(thing, sum));
                        }
                    }
                    2 => {
                        bag.equip(thing, EquipSlot::OffHand);
                        bag.equip(thing, EquipSlot::Head);
                    }
                    _ => {
                        bag.hold(thing);
                        bag.hold_nothing();
                    }
                }
                prop_assert_eq!(bag.everything(), expected.clone());
                prop_assert!(bag.stacks().all(|stack| stack.count >= 1 && stack.count <= stack_size(stack.item)));
            }
        }
    }
}

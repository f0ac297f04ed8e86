//! Keeps iron pickaxes in stock from ore that the agent carries, because they dig rock in two thirds of the time of stone ones.

use super::stocks::{fuel, sticks};
use crate::goals::Have;
use crate::view::lore::{gamedata_item, item};
use crate::view::situation::Situation;
use crate::wants::needs::Need;
use crate::wire::reason::Upkeep;

/// The agent makes another iron pickaxe when all carried ones have this many uses left in total, or fewer. The body
/// digs rock with them down to 60 uses, so the new one is ready about when the old one is only good for ore.
const USES_LOW: u32 = 100;
/// Most iron pickaxes made at a time. One furnace smelts their iron in a minute and a half.
const MADE_MOST: u32 = 3;
/// How many iron ingots and how many sticks one pickaxe takes.
const IRON: u32 = 3;
const STICKS: u32 = 2;

/// The need for iron pickaxes, when the old ones are nearly worn and the materials are carried. An agent that never had
/// one is not asked: its first one is a goal of the drive ladder.
pub fn need(situation: &Situation<'_>) -> Option<Need> {
    let pickaxe = item("iron_pickaxe");
    let held = situation.bag.count(pickaxe);
    let uses = uses_left(situation);
    if held == 0 || uses > USES_LOW || situation.bag.count(item("diamond_pickaxe")) > 0 {
        return None;
    }
    let (raw, ingots) = (situation.bag.count(item("raw_iron")), situation.bag.count(item("iron_ingot")));
    let smelts = ingots < IRON && raw > 0;
    if smelts && fuel(situation) == 0 {
        return None;
    }
    let made = ((raw + ingots) / IRON).min(sticks(situation) / STICKS).min(MADE_MOST);
    (made > 0).then(|| Need::at_a_break(Have { item: pickaxe, count: held + made }, Upkeep::PickaxesWorn { uses }))
}

/// The uses left of all carried iron pickaxes together.
fn uses_left(situation: &Situation<'_>) -> u32 {
    let pickaxe = item("iron_pickaxe");
    let durability = gamedata_item(pickaxe).map_or(0, |facts| facts.durability);
    let slots = situation.carried.slots.iter().chain([&situation.carried.off_hand]).flatten();
    let left = slots.filter(|stack| stack.item == pickaxe).map(|stack| durability.saturating_sub(stack.wear));
    left.map(u32::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals::Goal;
    use crate::view::View;
    use alloc::vec;
    use vocab::item::Stack;
    use vocab::senses::{Carried, Surroundings};
    use vocab::{FinePos, Senses, Tick};

    /// The number of iron pickaxes that an agent with these items wants, with the first stack worn by `wear`.
    fn wanted(wear: u16, carried: &[(&str, u8)]) -> Option<u32> {
        let stack = |(n, (name, count)): (usize, &(&str, u8))| {
            Some(Stack { item: item(name), count: *count, wear: if n == 0 { wear } else { 0 } })
        };
        let slots = carried.iter().enumerate().map(stack).collect();
        let carried = Carried { slots, ..Carried::default() };
        let senses = Senses {
            tick: Tick(40),
            at: FinePos::new(0, 64_000, 0),
            vitals: None,
            carried,
            surroundings: Surroundings::default(),
            progress: None,
            events: vec![],
        };
        let (bag, view) = (senses.carried.totals(), View::default());
        need(&view.situation(&senses, &bag, Tick(40))).map(|need| match need.goal {
            Goal::Have(have) => have.count,
            goal => panic!("{goal}"),
        })
    }

    #[test]
    fn worn_iron_pickaxes_are_replaced_from_carried_iron() {
        let pickaxe = ("iron_pickaxe", 1);
        for (wear, carried, count) in [
            (149, &[pickaxe, ("raw_iron", 9), ("coal", 2), ("oak_log", 3)][..], None),
            (150, &[pickaxe, ("raw_iron", 9), ("coal", 2), ("oak_log", 3)], Some(4)),
            (150, &[pickaxe, ("raw_iron", 60), ("coal", 9), ("oak_log", 3)], Some(1 + MADE_MOST)),
            (150, &[pickaxe, ("raw_iron", 5), ("coal", 2), ("oak_log", 3)], Some(2)),
            (150, &[pickaxe, ("raw_iron", 9), ("coal", 2), ("stick", 3)], Some(2)),
            (150, &[pickaxe, ("raw_iron", 2), ("coal", 2), ("stick", 4)], None),
            (150, &[pickaxe, ("raw_iron", 9), ("stick", 4)], None),
            (150, &[pickaxe, ("iron_ingot", 3), ("stick", 4)], Some(2)),
            (150, &[pickaxe, pickaxe, ("iron_ingot", 3), ("stick", 4)], None),
            (0, &[("stone_pickaxe", 1), ("iron_ingot", 3), ("stick", 4)], None),
        ] {
            assert_eq!(wanted(wear, carried), count, "{wear} {carried:?}");
        }
    }
}

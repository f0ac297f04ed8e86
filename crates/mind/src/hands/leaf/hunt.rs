//! Hunts: attacks the creature with the best score, picks up its drops; else searches elsewhere.

use super::explore;
use super::{Expect, Memory as LeafMemory, Next, Outlook, go, room};
use crate::agenda::work::Work;
use crate::view::classes::{ItemClass, is_in};
use crate::view::creatures;
use crate::view::lore::name_of;
use crate::wire::reason::{Sought, Why};
use belief::Good;
use serde::{Deserialize, Serialize};
use vocab::{Action, BlockPos, ItemId};

/// How far the drops of a killed creature may scatter, in blocks.
const PICK_UP_RADIUS: u8 = 8;
/// The agent walks to prey farther away than this before it attacks, in thousandths of a block. Mobs are visible to 40
/// blocks.
const CHASE_FINE: u64 = 24_000;
/// The agent attacks prey that is this near even after a failed chase: no obstacle lies in between. In thousandths of a
/// block.
const STRIKE_FINE: u64 = 4_500;

/// At this food level or below (half drumsticks), an agent underground goes hunting at night too. Starving takes more
/// health than the night is likely to.
const FAMISHED: u8 = 4;

/// What a hunting step remembers between its actions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// How many search walks the hunting step has made.
    pub legs: u8,
    /// The attack that killed a creature and the place it was made from, until the drops are picked up.
    pub kill: Option<(Action, BlockPos)>,
}

/// The use (such as food) by which prey with this drop is scored; `None` for drops such as string, for which the
/// nearest prey is chosen.
fn good(item: ItemId) -> Option<Good> {
    match name_of(item) {
        "leather" => Some(Good::Leather),
        name if name.ends_with("_wool") => Some(Good::Wool),
        _ => is_in(ItemClass::Food, item).then_some(Good::Food),
    }
}

pub fn next(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, total: u32) -> Next {
    let situation = outlook.situation;
    if situation.bag.count(item) >= total {
        return Next::Done;
    }
    // A full bag cannot take the drops of the prey, so the agent makes room first.
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    if work.memory.hunt().kill.is_some() {
        return Next::act(Action::PickUp { radius: PICK_UP_RADIUS }, Expect::Gain(item), Why::DropsLie);
    }
    // Animals live above ground, and so do monsters at night: an agent that works underground at night does not go up
    // to hunt.
    if situation.is_night()
        && situation.works_at_night()
        && situation.vitals.is_some_and(|vitals| vitals.food > FAMISHED)
    {
        return Next::Pause { until: situation.next_morning(), why: Why::UntilMorning };
    }
    let kinds = situation.lore.prey(item);
    let best = good(item).and_then(|good| creatures::best(situation.belief, situation.fine, kinds, good));
    let prey =
        best.map_or_else(|| creatures::of_kinds(situation.belief, situation.fine, kinds), |(_, prey)| Some(prey));
    // The attack action chases prey on foot only. After a failure the agent first digs its way to the prey.
    let chase_fine = if work.fails == 0 { CHASE_FINE } else { STRIKE_FINE };
    match prey {
        Some(seen) if !seen.at.within(situation.fine, chase_fine) => {
            let within = if work.fails == 0 { 8 } else { 2 };
            go(work, seen.at.block(), within, Why::CreatureSeenThere(seen.kind))
        }
        Some(seen) => {
            let why = Why::ComesFrom { kind: seen.kind, item };
            Next::act(Action::Attack { kind: seen.kind, near: seen.at }, Expect::Nothing, why)
        }
        None => {
            let fresh = LeafMemory::Hunt(Memory::default());
            explore::search(outlook, work, Sought::Item(item), fresh)
        }
    }
}

//! What is done with people: goes to them, stays beside them, hands items over.

use super::{Expect, Memory as LeafMemory, Next, Outlook, go};
use crate::agenda::pursuit::Pursuit;
use crate::agenda::work::Work;
use crate::wire::reason::Why;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::{Action, BlockPos, ItemId, Name};

/// An agent that follows a person stays within this many blocks.
const FOLLOW_BLOCKS: u8 = 3;
/// How near to a person the agent throws items, in blocks: they fly two to three blocks.
const THROW_BLOCKS: u8 = 2;
/// Length of one wait beside a person, in ticks: short, so that the agent soon sees that the person has moved.
const WAIT_TICKS: u16 = 8;
/// The agent waits this many times for a person who is out of sight: six seconds.
pub const WAITS_MAX: u8 = 15;
/// Most items thrown to a person at once: a stack.
const THROW_MOST: u32 = 64;
/// A thrown item that nobody has reported as taken counts as handed over after this many ticks (five seconds), unless
/// the body picked it up again. A body can pick it up after two seconds.
pub const TAKE_TICKS: u64 = 100;

/// What a step about a person (approach, follow, hand over) remembers between its actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// How many times the step waited for a person who is out of sight.
    pub waits: u8,
    /// Whether the agent has turned to face the person.
    pub faced: bool,
}

pub fn approach(outlook: &Outlook<'_>, work: &mut Work, who: Name, within: u8) -> Next {
    near(outlook, work, who, within).map_or_else(|next| next, |_| Next::Done)
}

pub fn follow(outlook: &Outlook<'_>, work: &mut Work, who: Name) -> Next {
    let wait = |_| Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, Why::KeepBesidePerson(who));
    near(outlook, work, who, FOLLOW_BLOCKS).map_or_else(|next| next, wait)
}

pub fn hand_over(outlook: &Outlook<'_>, pursuit: &mut Pursuit, (item, count): (ItemId, u32), to: Name) -> Next {
    let situation = outlook.situation;
    let handing = &mut pursuit.handing;
    if handing.thrown > 0 {
        if situation.now.since(handing.since) < TAKE_TICKS {
            return Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, Why::UntilTaken(item));
        }
        let back = situation.bag.count(item).saturating_sub(handing.left).min(handing.thrown);
        handing.handed = handing.handed.saturating_add(handing.thrown - back);
        handing.thrown = 0;
        // A wait of one tick lets the mind check whether the delivery is already complete.
        return Next::act(Action::Wait { ticks: 1 }, Expect::Nothing, Why::UntilTaken(item));
    }
    let at = match near(outlook, &mut pursuit.work, to, THROW_BLOCKS) {
        Ok(at) => at,
        Err(next) => return next,
    };
    let faced = &mut pursuit.work.memory.person().faced;
    if !core::mem::replace(faced, !*faced) {
        return Next::act(Action::LookAt { at: at.centre() }, Expect::Nothing, Why::TurnToPerson(to));
    }
    let count = count.min(THROW_MOST).min(situation.bag.count(item));
    if count == 0 {
        return Next::Done;
    }
    Next::act(Action::Drop { item, count: count as u16 }, Expect::Spend(item), Why::HandOver { item, to })
}

/// The position of a person who is within this many blocks; otherwise the next action to get there.
fn near(outlook: &Outlook<'_>, work: &mut Work, who: Name, within: u8) -> Result<BlockPos, Next> {
    let situation = outlook.situation;
    let is_near = |at: BlockPos, slack: u8| situation.is_near(at, u64::from(within + slack));
    match (situation.person_in_sight(who), situation.person(who)) {
        (Some(at), _) if is_near(at, 0) => {
            work.memory.person().waits = 0;
            Ok(at)
        }
        (Some(at), _) => Err(go(work, at, within, Why::PersonThere(who))),
        // The person is out of sight: the agent goes to where it last saw them.
        (None, Some(at)) if !is_near(at, 2) => Err(go(work, at, within, Why::PersonThere(who))),
        (None, _) => {
            let waits = &mut work.memory.person().waits;
            if *waits >= WAITS_MAX {
                return Err(Next::cannot(StallClass::NotFound, Why::PersonLost(who)));
            }
            *waits += 1;
            Err(Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, Why::PersonLost(who)))
        }
    }
}

impl LeafMemory {
    pub fn person(&mut self) -> &mut Memory {
        if !matches!(self, LeafMemory::Person(_)) {
            *self = LeafMemory::Person(Memory::default());
        }
        match self {
            LeafMemory::Person(memory) => memory,
            _ => unreachable!("it was made above"),
        }
    }
}

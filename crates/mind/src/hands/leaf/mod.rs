//! The leaves: one file for each kind of step. Each is a function from the situation to the next action.

mod bed;
mod build;
mod chest;
mod craft;
mod eat;
mod explore;
pub mod gather;
mod home;
mod hunt;
mod light;
mod look;
mod next;
pub mod person;
mod room;
mod seek;
mod shelter;
mod smelt;
mod station;

pub use bed::no_sleep;
pub use next::{Expect, Next};
pub use smelt::is_collection_due;

use crate::agenda::pursuit::Pursuit;
use crate::agenda::work::Work;
use crate::plan::step::Step;
use crate::view::region::Region;
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::action::Heading;
use vocab::{Action, BlockPos, Query};

/// The body must be within this many blocks of a station, chest or cell to use it. The game allows 4.5 from the eyes.
pub const REACH_BLOCKS: u64 = 3;

/// The facts from which the next action of a step is chosen, in addition to the task's own memory.
#[derive(Debug, Clone, Copy)]
pub struct Outlook<'a> {
    pub situation: &'a Situation<'a>,
    pub task: TaskId,
    /// How often the agent changed its search direction so far.
    pub turns: u32,
}

impl Outlook<'_> {
    /// The direction of the next search walk. Each failure turns it further.
    fn heading(&self, fails: u8) -> Heading {
        heading(self.turns.wrapping_add(u32::from(fails)))
    }
}

/// What the current step of a task remembers between two of its actions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Memory {
    #[default]
    None,
    Gather(gather::Memory),
    Hunt(hunt::Memory),
    /// The memory of a step that places a station: how many search walks it made for a place to put it.
    Station {
        legs: u8,
    },
    /// The memory of a shelter step: how many search walks it made for a site.
    Shelter {
        legs: u8,
    },
    Person(person::Memory),
}

impl Memory {
    pub fn gather(&mut self) -> &mut gather::Memory {
        if !matches!(self, Memory::Gather(_)) {
            *self = Memory::Gather(gather::Memory::default());
        }
        match self {
            Memory::Gather(memory) => memory,
            _ => unreachable!("it was made above"),
        }
    }

    pub fn hunt(&mut self) -> &mut hunt::Memory {
        if !matches!(self, Memory::Hunt(_)) {
            *self = Memory::Hunt(hunt::Memory::default());
        }
        match self {
            Memory::Hunt(memory) => memory,
            _ => unreachable!("it was made above"),
        }
    }

    /// The number of search walks that the current step made; `fresh` becomes the step's memory if it has none yet.
    fn legs(&mut self, fresh: Memory) -> &mut u8 {
        if core::mem::discriminant(self) != core::mem::discriminant(&fresh) {
            *self = fresh;
        }
        match self {
            Memory::Gather(memory) => &mut memory.legs,
            Memory::Hunt(memory) => &mut memory.legs,
            Memory::Station { legs } | Memory::Shelter { legs } => legs,
            Memory::None | Memory::Person(_) => unreachable!("no leaf that searches begins with these"),
        }
    }

    /// Forgets when the step last looked around for blocks, so that the agent looks again.
    pub fn look_again(&mut self) {
        if let Memory::Gather(memory) = self {
            memory.looked = None;
        }
    }

    /// Resets the step's number of search walks, because it found something.
    pub fn forget_walks(&mut self) {
        match self {
            Memory::None | Memory::Person(_) => {}
            Memory::Gather(memory) => memory.legs = 0,
            Memory::Hunt(memory) => memory.legs = 0,
            Memory::Station { legs } | Memory::Shelter { legs } => *legs = 0,
        }
    }

    /// Takes from the step's memory the attack that killed an animal whose drops are not picked up yet, and the place
    /// it was made from.
    pub fn take_kill(&mut self) -> Option<(Action, BlockPos)> {
        match self {
            Memory::Hunt(memory) => memory.kill.take(),
            _ => None,
        }
    }
}

/// The next action that carries out a step of a task's plan.
pub fn next(outlook: &Outlook<'_>, pursuit: &mut Pursuit, step: &Step) -> Next {
    let situation = outlook.situation;
    match step {
        Step::Gather { item, total } => gather::next(outlook, &mut pursuit.work, *item, *total),
        Step::Hunt { item, total } => hunt::next(outlook, &mut pursuit.work, *item, *total),
        Step::Station(station) => station::next(outlook, &mut pursuit.work, *station),
        Step::Craft { recipe, times } => craft::next(situation, &pursuit.work, *recipe, *times),
        Step::Smelt { station, input, count, fuel, fuel_count, .. } => {
            smelt::load(outlook, &pursuit.work, *station, (*input, *count), (*fuel, *fuel_count))
        }
        Step::Take { item, .. } => smelt::take(outlook, &pursuit.work, *item),
        Step::Fetch { at, item, count } => chest::fetch(situation, &pursuit.work, *at, (*item, *count)),
        Step::LookInto { at } => chest::look_into(situation, &pursuit.work, *at),
        Step::Eat => eat::next(situation),
        Step::Wear { item } => eat::wear(situation, *item),
        Step::Refuge { health } => shelter::refuge(outlook, pursuit, *health),
        Step::Shelter => shelter::night(outlook, pursuit),
        Step::Light { light } => light::next(situation, &pursuit.work, *light),
        Step::Explore { blocks } => explore::next(outlook, *blocks),
        Step::Go { place, within } => {
            if situation.is_near(*place, u64::from(*within)) {
                Next::Done
            } else {
                go(&pursuit.work, *place, *within, Why::BeThere)
            }
        }
        Step::Build { .. } => build::next(outlook, &pursuit.work),
        Step::Seek { what } => seek::next(outlook, &mut pursuit.work, *what),
        Step::Look { what } => look::next(outlook, &mut pursuit.work, *what),
        Step::Approach { who, within } => person::approach(outlook, &mut pursuit.work, *who, *within),
        Step::Follow { who } => person::follow(outlook, &mut pursuit.work, *who),
        Step::HandOver { item, count, to } => person::hand_over(outlook, pursuit, (*item, *count), *to),
    }
}

/// The remembered blocks in a box around the body, or the question to ask when they are not known. The box must contain
/// the cell `holds`.
fn around(
    situation: &Situation<'_>,
    work: &Work,
    holds: BlockPos,
    (min, max): (BlockPos, BlockPos),
    why: Why,
) -> Result<Region, Next> {
    let size = [max.x - min.x + 1, max.y - min.y + 1, max.z - min.z + 1];
    let known = situation.blocks.look(holds, size, work.scan_from, situation.now);
    known.ok_or(Next::Ask { query: Query::Region { min, max }, why })
}

/// The action that walks to a place. Each failure of the step changes how much the walk may dig and build.
fn go(work: &Work, to: BlockPos, within: u8, why: Why) -> Next {
    let action = Action::GoTo { to, within, terrain: work.terrain() };
    Next::act(action, Expect::Near { place: to, within }, why)
}

/// The search direction after this many turns. A turn is three eighths of a circle, so eight turns cover all
/// directions.
fn heading(turns: u32) -> Heading {
    Heading::ALL[(turns.wrapping_mul(3) % 8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn eight_turns_cover_all_directions() {
        let mut seen: Vec<Heading> = (0..8).map(heading).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }
}

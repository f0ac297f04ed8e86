//! Answers of the body to questions: they go into memory, even when the task that asked no longer waits for them.

use crate::agenda::Agenda;
use crate::agenda::pursuit::Pursuit;
use crate::goals::check::{contents, most};
use crate::hands::questions::Asked;
use crate::plan::step::Step;
use crate::view::View;
use crate::wire::reason::Looked;
use alloc::collections::BTreeMap;
use gamedata::states;
use vocab::{Answer, BlockId, BlockPos, Tick};

/// Stores the world's answer to a question, and tells the task that asked.
pub fn note(asked: &Asked, answer: &Answer, view: &mut View, agenda: &mut Agenda, now: Tick) {
    let known = view.learn(asked, answer, now);
    if agenda.tasks().is_open(asked.task) {
        let pursuit = agenda.pursuit(asked.task);
        pursuit.work.answered(asked, known, now);
        if matches!(pursuit.work.step, Some(Step::Look { .. })) {
            look(pursuit, answer);
        }
    }
}

/// Keeps what the agent saw in a check for the task that asked.
fn look(pursuit: &mut Pursuit, answer: &Answer) {
    match answer {
        Answer::Container { at, slots, burning_ticks } => {
            let (items, burning_ticks) = (contents(slots), *burning_ticks);
            pursuit.looked = Some(Looked::Container { at: *at, items, burning_ticks });
        }
        Answer::Region { min, max, states: seen } => {
            let mut counts: BTreeMap<BlockId, u32> = BTreeMap::new();
            for state in seen.iter().flatten().filter_map(|state| states::numbered(u32::from(state.0))) {
                *counts.entry(states::block(state)).or_default() += 1;
            }
            let at = BlockPos::new(min.x.midpoint(max.x), min.y.midpoint(max.y), min.z.midpoint(max.z));
            pursuit.looked = Some(Looked::Blocks { at, blocks: most(counts.into_iter()) });
        }
        Answer::Blocks { .. } | Answer::Unknown => {}
    }
}

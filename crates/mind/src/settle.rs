//! After an action: what it came to for its task. Success is progress; failure is a pause and another way.

use crate::agenda::Agenda;
use crate::classes::is_in;
use crate::deliberate::{FAILS_MAX, PAUSE_TICKS};
use crate::effect::Effect;
use crate::executor::{Ended, Seen};
use crate::failures::Failures;
use crate::journey::Counters;
use crate::known::Known;
use crate::lessons;
use crate::plan::Step;
use crate::site::Region;
use crate::trace::Verdict;
use crate::work::Expect;
use alloc::vec::Vec;
use tasks::{ItemClass, Status};
use vocab::outcome::End;
use vocab::{Action, Answer, Query, QueryId, Tick};

/// Actions that end well and lead nowhere before that counts as a failure: a few walks in a row are normal.
pub const FUTILE_MAX: u8 = 16;

impl Agenda {
    /// Draws the consequences of an action that is over.
    pub fn settle(
        &mut self,
        ended: &Ended,
        known: &mut Known,
        failures: &mut Failures,
        seen: Seen<'_>,
        counters: &mut Counters,
        effects: &mut Vec<Effect>,
    ) {
        match ended.verdict {
            Verdict::Verified => counters.verified += 1,
            Verdict::Inconclusive => counters.inconclusive += 1,
            Verdict::Contradicted => counters.contradicted += 1,
            Verdict::NotDone => counters.not_done += 1,
        }
        let (action, from, now) = (&ended.running.action, ended.running.from, seen.now);
        let worked = matches!(ended.verdict, Verdict::Verified | Verdict::Inconclusive);
        if ended.verdict == Verdict::Verified {
            failures.worked(action, from);
        } else if !worked && !is_idle(action) {
            failures.note(action, from, now);
        }
        let Some(id) = ended.running.task.filter(|id| self.works.contains_key(id)) else { return };
        let work = self.works.entry(id).or_default();
        let step = work.step.clone().unwrap_or(Step::Eat);
        if worked {
            work.advance(action);
            work.futile = work.futile.saturating_add(1);
            lessons::note_success(ended, &step, work, seen.bag);
            lessons::note_quarry(ended, known, now);
            if work.futile >= FUTILE_MAX && !is_idle(action) {
                (work.futile, work.looked) = (0, None);
                work.fails = work.fails.saturating_add(1);
                self.turns = self.turns.wrapping_add(1);
            }
            let (done, of) = (work.verified, work.verified.saturating_add(1));
            self.tasks.advance(id, done, of, now);
            return;
        }
        if let Expect::Gain(item) = ended.running.expect
            && seen.bag.count(item) > ended.running.before.count(item)
        {
            // Not all of it, but some: that counts, and the rest is looked for anew.
            work.put_aside();
            work.progress();
            work.looked = None;
            let (done, of) = (work.verified, work.verified.saturating_add(1));
            self.tasks.advance(id, done, of, now);
            return;
        }
        work.disagree();
        if let Some((strike, from)) = work.kill.take() {
            failures.note(&strike, from, now); // nothing came of it
        }
        lessons::note_failure(ended, work, known, now);
        counters.retries += 1;
        self.turns = self.turns.wrapping_add(1);
        work.fails = work.fails.saturating_add(1);
        work.last_failed = Some(ended.running.id);
        let fails = work.fails;
        let class = lessons::class_of(ended);
        let why = alloc::format!("{} {}", action.verb(), why(ended));
        if fails >= FAILS_MAX {
            self.give_up_step(id, class, &why, now, effects);
        } else if self.tasks.get(id).is_some_and(|task| task.status() == Status::Active) {
            self.retry(id, now + (PAUSE_TICKS << (fails - 1)), &why, now, effects);
        }
    }

    /// Takes in the answer to a question. Says whether anybody had asked.
    pub fn answer(&mut self, id: QueryId, answer: &Answer, known: &mut Known, now: Tick) -> bool {
        let Some(asked) = self.asked.take_if(|asked| asked.id == id) else { return false };
        let Some(work) = self.works.get_mut(&asked.task) else { return true };
        match (&asked.query, answer) {
            (Query::NearestBlocks { blocks, radius, .. }, Answer::Blocks { found }) => {
                known.found(blocks, found, asked.at, *radius, now);
                work.looked = Some((asked.at, now));
                // Which wood is near decides which is used; everything else is only looked for in one kind.
                if matches!(work.step, Some(Step::Gather { item, .. }) if is_in(ItemClass::Log, item)) {
                    work.forget_plan();
                }
            }
            (Query::Region { .. }, Answer::Region { .. }) => {
                work.region = Region::from_answer(answer);
                if work.region.is_none() {
                    work.fails = work.fails.saturating_add(1);
                }
            }
            (Query::NearestBlocks { .. }, _) => work.looked = Some((asked.at, now)),
            _ => work.fails = work.fails.saturating_add(1),
        }
        true
    }
}

/// Waiting is no plan that could fail.
fn is_idle(action: &Action) -> bool {
    matches!(action, Action::Wait { .. } | Action::LookAt { .. })
}

fn why(ended: &Ended) -> alloc::string::String {
    match &ended.end {
        End::Done => "is not what the world shows".into(),
        End::Refused(refusal) => alloc::format!("was refused: {}", words(refusal)),
        End::Failed(failure) => alloc::format!("failed: {}", words(failure)),
        End::Cancelled => "was cancelled".into(),
    }
}

/// A unit variant's name as people write it: `no path` for `NoPath`.
fn words(variant: &impl core::fmt::Debug) -> alloc::string::String {
    let mut out = alloc::string::String::new();
    for letter in alloc::format!("{variant:?}").chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::Controller;
    use crate::executor::Begin;
    use crate::work::Work;
    use alloc::vec;
    use tasks::{Goal, Lane, Origin, Who};
    use vocab::action::Terrain;
    use vocab::outcome::Receipt;
    use vocab::{Bag, BlockPos, ItemId, Outcome};

    /// Failures of a step that gathers, after so many walks that ended well and led to nothing.
    fn fails_after(walks: u8) -> u8 {
        let (mut agenda, mut known, bag) = (Agenda::default(), Known::default(), Bag::new());
        let (mut failures, mut counters) = (Failures::default(), Counters::default());
        let goal = Goal::HaveClass { class: ItemClass::Log, count: 8 };
        let origin = Origin::new(Who::Drive, "test", Tick(0));
        let id = agenda.add(("collect", "oak_log"), goal, Lane::Task, origin, Tick(0), &mut vec![]).unwrap();
        let step = Some(Step::Gather { item: ItemId(1), total: 8 });
        agenda.works.insert(id, Work { step, ..Work::default() });
        for walk in 0..u64::from(walks) {
            let at = BlockPos::new(0, 64, 0);
            let seen = Seen { now: Tick(walk * 4), at, bag: &bag, bag_is_known: true, progress: None };
            let action = Action::GoTo { to: at, within: 1, terrain: Terrain::Walk };
            let begin = Begin { task: Some(id), ..Begin::alone(action, Controller::Task, "test".into()) };
            let action = agenda.executor.begin(begin, seen, &mut vec![]);
            let outcome = Outcome { id: action, at: seen.now, end: End::Done, receipt: Receipt::default() };
            agenda.executor.outcome(&outcome, seen.now, &mut vec![]);
            let ended = agenda.executor.watch(seen, &mut vec![]).unwrap();
            agenda.settle(&ended, &mut known, &mut failures, seen, &mut counters, &mut vec![]);
        }
        agenda.works[&id].fails
    }

    #[test]
    fn why_it_failed_is_said_in_words() {
        use vocab::outcome::{Failure, Refusal};
        assert_eq!([words(&Refusal::Occupied), words(&Failure::NoPath)], ["occupied", "no path"]);
    }

    #[test]
    fn walks_that_lead_nowhere_count_as_a_failure_when_they_are_too_many() {
        for (walks, fails) in [(FUTILE_MAX - 1, 0), (FUTILE_MAX, 1), (2 * FUTILE_MAX - 1, 1), (2 * FUTILE_MAX, 2)] {
            assert_eq!(fails_after(walks), fails, "{walks} walks");
        }
    }
}

//! The plan that the agent follows: its remaining steps with their times, and the steps that it has done, with the times they took.

use mind::Step;
use mind::chart::{Lane, Timetable, Work};
use std::collections::VecDeque;
use vocab::Tick;

/// Most done steps of the plan kept for the page; the oldest is dropped first.
pub const PAST_MAX: usize = 32;

/// A step that the agent has done, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastStep {
    pub step: Step,
    pub from: Tick,
    pub to: Tick,
}

/// The plan that the agent follows.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The remaining steps; `None` while there is no temporal plan.
    pub ahead: Option<Timetable>,
    /// The done steps of the same task, oldest first.
    pub past: VecDeque<PastStep>,
    /// Since when the first of the remaining steps is at hand.
    since: Tick,
}

impl Plan {
    /// Replaces the remaining steps. Those that are gone from the front of an unchanged plan count as done.
    pub(super) fn follow(&mut self, next: Option<Timetable>, now: Tick) {
        let before = self.ahead.take();
        let task = |plan: &Option<Timetable>| plan.as_ref().map(|plan| plan.task);
        if next.is_some() && task(&before) != task(&next) {
            self.past.clear();
            self.since = now;
        }
        if let Some(before) = &before
            && next.as_ref().is_none_or(|next| next.task == before.task)
        {
            let (old, left) = (steps(before), next.as_ref().map_or(0, |next| steps(next).len()));
            let same = next.as_ref().is_none_or(|next| next.made == before.made);
            if same && old.len() > left {
                self.done(&old[..old.len() - left], now);
            } else if !same {
                self.since = now;
            }
        }
        self.ahead = next;
    }

    /// The steps were done between the last change and now; equal shares are all that is known of several.
    fn done(&mut self, steps: &[&Step], now: Tick) {
        let share = now.since(self.since) / steps.len() as u64;
        for (step, n) in steps.iter().zip(0..) {
            if self.past.len() >= PAST_MAX {
                self.past.pop_front();
            }
            let from = self.since + share * n;
            self.past.push_back(PastStep { step: (*step).clone(), from, to: from + share });
        }
        self.since = now;
    }
}

/// The agent's own steps of a timetable, in order.
fn steps(plan: &Timetable) -> Vec<&Step> {
    let own = plan.rows.iter().filter(|row| row.lane == Lane::Agent);
    own.filter_map(|row| match &row.work {
        Work::Step(step) => Some(step),
        Work::Makes { .. } => None,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::chart::Row;
    use tasks::TaskId;
    use vocab::{BlockPos, GoalKey};

    fn plan(task: u64, left: usize) -> Timetable {
        let rows = (0..left).map(|n| Row {
            lane: Lane::Agent,
            work: Work::Step(Step::Go { place: BlockPos::new(9 - left as i32 + n as i32, 0, 0), within: 1 }),
            start: n as u64 * 10,
            end: n as u64 * 10 + 10,
            slack: 0,
        });
        let (key, now, made) = (GoalKey::new("go", "9").unwrap(), Tick(0), Tick(0));
        Timetable { task: TaskId(task), key, now, made, makespan_ticks: 90, rows: rows.collect(), more: 0 }
    }

    fn past(plan: &Plan) -> Vec<(u64, u64)> {
        plan.past.iter().map(|step| (step.from.0, step.to.0)).collect()
    }

    #[test]
    fn steps_that_are_gone_from_the_front_were_done_and_another_task_begins_anew() {
        let mut shown = Plan::default();
        shown.follow(Some(plan(1, 5)), Tick(100));
        shown.follow(Some(plan(1, 4)), Tick(140));
        shown.follow(Some(plan(1, 2)), Tick(180));
        assert_eq!(past(&shown), [(100, 140), (140, 160), (160, 180)]);
        shown.follow(Some(plan(2, 3)), Tick(200));
        assert_eq!(past(&shown), []);
        shown.follow(None, Tick(230));
        assert_eq!((past(&shown).len(), shown.ahead.is_none()), (3, true), "the plan was carried out");
    }

    #[test]
    fn only_the_last_done_steps_are_kept() {
        let mut shown = Plan::default();
        for left in (0..=9).rev() {
            shown.follow(Some(plan(1, left)), Tick(1_000 - left as u64));
        }
        for _ in 0..PAST_MAX {
            shown.done(&[&Step::Eat], Tick(2_000));
        }
        assert_eq!(shown.past.len(), PAST_MAX);
    }
}

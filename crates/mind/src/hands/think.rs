//! From a task to its next action: is the goal met, what is the plan, what does its first step need done.

use crate::agenda::{Agenda, Asked, trace};
use crate::hands::arbiter::Controller;
use crate::view::classes::{LOGS, is_in};
use crate::plan::course::{NoPlan, Source};
use crate::wire::effect::Effect;
use crate::hands::executor::{Begin, Seen};
use crate::plan::fit::{Standing, fit};
use crate::goals::{self, Planned};
use crate::view::journey::Counters;
use crate::hands::leaf;
use crate::view::lore;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use crate::wire::trace::Event;
use crate::agenda::work::{Kept, Next};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use tasks::status::BlockedOn;
use tasks::{Goal, ItemClass, StallClass, Status, TaskId};
use vocab::{QueryId, Tick};

/// Thoughts about one task in one tick: a plan, a few steps found done, a few barred ways. Then it is left for later.
const THOUGHTS_MAX: usize = 8;
/// Failures of one step, each by another way, before the step is given up.
pub const FAILS_MAX: u8 = 5;
/// First pause after a failure, doubled at each: 1 s, 2 s, 4 s, 8 s.
pub const PAUSE_TICKS: u64 = 20;
/// A question not answered after this long is not waited for: 3 s.
pub const ANSWER_TICKS_MAX: u64 = 60;
/// Ticks in control of the body without getting anything done before a task is given up: five minutes.
pub const QUIET_TICKS_MAX: u64 = 6_000;

/// What thinking about a task came to.
enum Thought {
    /// The body has something to do, or waits for an answer.
    Settled,
    /// Something changed: think again.
    Again,
    /// The task no longer wants the body now.
    Leave,
}

impl Agenda {
    /// Finds something to do for the task and begins it. Says whether the task keeps the body.
    pub fn work_on(
        &mut self,
        id: TaskId,
        situation: &Situation<'_>,
        seen: Seen<'_>,
        counters: &mut Counters,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let now = situation.now;
        if let Some(Status::Blocked { .. }) = self.tasks.get(id).map(tasks::Task::status) {
            return true; // a short pause between two tries
        }
        self.set(id, Status::Active, "its turn", now, effects);
        for _ in 0..THOUGHTS_MAX {
            match self.think(id, situation, seen, counters, effects) {
                Thought::Settled => return true,
                Thought::Again => {}
                Thought::Leave => return false,
            }
        }
        // Thinking went in circles: that is a failure of the plan like any other.
        let work = self.works.entry(id).or_default();
        work.forget_plan();
        work.fails += 1;
        if work.fails >= FAILS_MAX {
            self.give_up(id, StallClass::NoProgress, "the plan goes in circles", now, effects);
        } else {
            self.retry(id, now + PAUSE_TICKS, "the plan goes in circles", now, effects);
        }
        false
    }

    fn think(
        &mut self,
        id: TaskId,
        situation: &Situation<'_>,
        seen: Seen<'_>,
        counters: &mut Counters,
        effects: &mut Vec<Effect>,
    ) -> Thought {
        let now = situation.now;
        if self.waits_for_answer(id, now) {
            return Thought::Settled;
        }
        let Some(task) = self.tasks.get(id).filter(|task| !task.status().is_final()) else { return Thought::Leave };
        let (goal, lane) = (task.goal().clone(), task.lane());
        let work = self.works.entry(id).or_default();
        if goals::is_met(&goal, situation, work) {
            self.set(id, Status::Done, "the world shows it", now, effects);
            return Thought::Leave;
        }
        if work.quiet_ticks > QUIET_TICKS_MAX {
            self.fail(id, StallClass::NoProgress, "nothing got done for five minutes", now, effects);
            return Thought::Leave;
        }
        if work.needs_plan() {
            counters.plans += 1;
            return self.plan(id, &goal, situation, effects);
        }
        let step = work.steps[0].clone();
        if work.course.is_some() {
            match fit(&step, id, situation) {
                Standing::Ready => {}
                Standing::Through => {
                    work.steps.remove(0);
                    return Thought::Again;
                }
                Standing::Broken(_) => {
                    work.disagree();
                    return Thought::Again;
                }
            }
        }
        work.begin(&step);
        if work.fails >= FAILS_MAX {
            return self.give_up(id, StallClass::NoProgress, "no way is left to try", now, effects);
        }
        let next = leaf::next(situation, work, &step, id, self.turns);
        match next {
            Next::Act { action, .. } if situation.failures.barred(&action, situation.at, now) => {
                work.fails += 1;
                if work.fails >= FAILS_MAX {
                    return self.give_up(
                        id,
                        StallClass::NoProgress,
                        "every way was tried three times here",
                        now,
                        effects,
                    );
                }
                Thought::Again
            }
            Next::Act { action, expect, why } => {
                let retry_of = work.last_failed.take();
                let way = if work.fails == 0 { String::new() } else { alloc::format!("way {}", work.fails + 1) };
                let why = alloc::format!("{step}: {why}");
                let controller = Controller::of(lane);
                let begin = Begin { action, controller, task: Some(id), expect, retry_of, way, why };
                self.executor.begin(begin, seen, effects);
                Thought::Settled
            }
            Next::Ask { query, why } => {
                self.questions += 1;
                let query_id = QueryId(self.questions);
                trace(effects, now, Event::Asked { id: query_id, task: Some(id), why });
                effects.push(Effect::Scan { id: query_id, query: query.clone() });
                self.asked = Some(Asked { id: query_id, task: id, query, at: situation.at, tick: now });
                Thought::Settled
            }
            Next::Pause { until, why } => {
                work.put_aside();
                self.pause(id, until, &why, now, effects);
                Thought::Leave
            }
            Next::Done => {
                work.forget_plan();
                Thought::Again
            }
            Next::Cannot { class, why } => self.give_up(id, class, &why, now, effects),
        }
    }

    fn waits_for_answer(&mut self, id: TaskId, now: Tick) -> bool {
        let Some(asked) = self.asked.as_ref() else { return false };
        if asked.task == id && now.since(asked.tick) <= ANSWER_TICKS_MAX {
            return true;
        }
        // Another task has the body now, or nobody answers: the question is dropped.
        let late = asked.task == id;
        let task = asked.task;
        self.asked = None;
        if let Some(work) = self.works.get_mut(&task).filter(|_| late) {
            work.fails += 1;
        }
        false
    }

    fn plan(&mut self, id: TaskId, goal: &Goal, situation: &Situation<'_>, effects: &mut Vec<Effect>) -> Thought {
        let now = situation.now;
        let work = self.works.entry(id).or_default();
        let mended = work.course.is_some() && !work.steps.is_empty();
        let planned = goals::plan(goal, id, situation, work);
        let (steps, course) = match planned {
            Ok(Planned::Step(step)) => (alloc::vec![step], None),
            Ok(Planned::Course(course)) => {
                let kept = Kept { made: now, makespan_ticks: course.makespan_ticks, broken: false };
                (course.steps, Some(kept))
            }
            Err(NoPlan(why)) => {
                let class = if work.avoid.is_empty() {
                    StallClass::Unplannable
                } else {
                    work.last_class.unwrap_or(StallClass::NotFound)
                };
                self.fail(id, class, &why, now, effects);
                return Thought::Leave;
            }
        };
        if steps.is_empty() {
            self.fail(id, StallClass::Unplannable, "nothing to do, and yet the goal is not met", now, effects);
            return Thought::Leave;
        }
        if course.is_some() || work.step.as_ref().is_none_or(|step| !step.same_kind(&steps[0])) {
            let lines = steps.iter().map(ToString::to_string).collect();
            let why = match (&work.step, mended) {
                (_, true) => "the world disagreed with the plan before",
                (None, _) => "a new task",
                _ => "the step before is over",
            };
            let makespan_ticks = course.map(|course| course.makespan_ticks);
            trace(effects, now, Event::Planned { task: id, steps: lines, makespan_ticks, why: why.into() });
        }
        let (done, of) = (work.verified, work.verified.saturating_add(steps.len() as u32));
        (work.steps, work.course) = (steps, course);
        self.tasks.advance(id, done, of, now);
        Thought::Again
    }

    /// The step is given up: planned around if there is another way, else the task has failed.
    fn give_up(&mut self, id: TaskId, class: StallClass, why: &str, now: Tick, effects: &mut Vec<Effect>) -> Thought {
        let work = self.works.entry(id).or_default();
        let step = work.step.take();
        (work.fails, work.legs, work.looked, work.site, work.region) = (0, 0, None, None, None);
        work.forget_plan();
        work.last_class = Some(class);
        let text = step.as_ref().map_or_else(String::new, ToString::to_string);
        trace(effects, now, Event::GaveUp { task: id, step: text, class });
        if let Some(source) = step.as_ref().and_then(source_of).filter(|source| !work.avoid.contains(source)) {
            for source in kin_of(source) {
                work.avoid(source);
            }
            return Thought::Again;
        }
        self.fail(id, class, why, now, effects);
        Thought::Leave
    }

    /// Gives up the running step of a task from outside of a thought.
    pub fn give_up_step(&mut self, id: TaskId, class: StallClass, why: &str, now: Tick, effects: &mut Vec<Effect>) {
        self.give_up(id, class, why, now, effects);
    }

    /// A short pause before another try; the task keeps the body.
    pub fn retry(&mut self, id: TaskId, at: Tick, why: &str, now: Tick, effects: &mut Vec<Effect>) {
        self.set(id, Status::Blocked { on: BlockedOn::Retry(at) }, why, now, effects);
    }

    /// Something else must happen first; others may have the body.
    pub fn pause(&mut self, id: TaskId, until: Tick, why: &str, now: Tick, effects: &mut Vec<Effect>) {
        self.set(id, Status::Blocked { on: BlockedOn::Until(until) }, why, now, effects);
    }
}

/// Where one log is not to be found, no log is.
fn kin_of(source: Source) -> Vec<Source> {
    match source {
        Source::Gather(item) if is_in(ItemClass::Log, item) => LOGS.map(|log| Source::Gather(lore::item(log))).to_vec(),
        source => alloc::vec![source],
    }
}

/// The way to get an item that a step stands for.
fn source_of(step: &Step) -> Option<Source> {
    match step {
        Step::Gather { item, .. } => Some(Source::Gather(*item)),
        Step::Hunt { item, .. } => Some(Source::Hunt(*item)),
        Step::Craft { recipe, .. } => Some(Source::Craft(*recipe)),
        Step::Smelt { input, .. } => Some(Source::Smelt(*input)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::executor::Seen;
    use crate::view::lore::item;
    use crate::view::View;
    use crate::agenda::work::Work;
    use alloc::vec;
    use tasks::{Lane, Origin, Who};
    use vocab::senses::{Carried, Surroundings};
    use vocab::{Bag, BlockPos, FinePos, Senses};

    /// What becomes of a plan whose first steps are all found done, so many of them, before one that is not.
    fn after_done_steps(done: usize) -> (bool, Status) {
        let (mut agenda, view, now) = (Agenda::default(), View::default(), Tick(40));
        let goal = Goal::Have { item: item("iron_pickaxe"), count: 1 };
        let origin = Origin::new(Who::Drive, "test", now);
        let id = agenda.add(("craft", "iron_pickaxe"), goal, Lane::Task, origin, now, &mut vec![]).unwrap();
        let mut steps = vec![Step::Gather { item: item("oak_log"), total: 0 }; done];
        steps.push(Step::Go { place: BlockPos::new(50, 64, 0), within: 1 });
        let course = Some(Kept { made: now, makespan_ticks: 1, broken: false });
        agenda.works.insert(id, Work { steps, course, ..Work::default() });
        let senses = Senses {
            tick: now,
            at: FinePos::new(0, 64_000, 0),
            vitals: None,
            carried: Carried::default(),
            surroundings: Surroundings::default(),
            progress: None,
            events: vec![],
        };
        let bag = Bag::new();
        let seen = Seen { now, at: senses.at.block(), bag: &bag, bag_is_known: true, progress: None };
        let situation = view.situation(&senses, &bag, now);
        let kept = agenda.work_on(id, &situation, seen, &mut Counters::default(), &mut vec![]);
        (kept, agenda.tasks.get(id).unwrap().status())
    }

    #[test]
    fn a_plan_is_thought_about_so_often_in_a_tick_and_then_later() {
        assert_eq!(after_done_steps(THOUGHTS_MAX - 1), (true, Status::Active));
        let later = Status::Blocked { on: BlockedOn::Retry(Tick(40 + PAUSE_TICKS)) };
        assert_eq!(after_done_steps(THOUGHTS_MAX), (false, later));
    }
}

//! Decides what a task would do next: makes its plan, and asks the leaf of its first step for an action.

use crate::agenda::Agenda;
use crate::agenda::work::Kept;
use crate::goals::Request;
use crate::hands::Hands;
use crate::hands::arbiter::{Controller, Deed};
use crate::hands::executor::Begin;
use crate::hands::leaf::{self, Next, Outlook};
use crate::hands::questions::{Question, Wait};
use crate::plan::Planned;
use crate::plan::course::{NoPlan, Source};
use crate::plan::fit::{Fit, fit};
use crate::plan::step::Step;
use crate::turn::Turn;
use crate::view::classes::{ItemClass, LOGS, is_in};
use crate::view::lore;
use crate::view::situation::Situation;
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use alloc::boxed::Box;
use alloc::vec::Vec;
use tasks::status::BlockedOn;
use tasks::{StallClass, Status, TaskId};

/// Most rounds in which one task is thought about per tick: one round plans, others skip finished steps or barred
/// actions. More wait for the next tick.
const THOUGHTS_MAX: usize = 8;
/// A plan step is given up after this many failures. Each attempt does it differently.
pub const FAILS_MAX: u8 = 5;
/// First pause after a failed action of a task, in ticks. It doubles with each failure: 1 s, 2 s, 4 s, 8 s.
pub const PAUSE_TICKS: u64 = 20;
/// A task fails after this many ticks in control of the body without progress: five minutes.
pub const QUIET_TICKS_MAX: u64 = 6_000;
/// A build may go a day without: materials are fetched from far away, and the way back is long.
const BUILD_QUIET_TICKS_MAX: u64 = 24_000;
/// A build whose materials were not found looks for them again after this many ticks; twice as many after each further time.
const SHORT_TICKS: u64 = 600;

/// The result of one round of thinking about what a task does next.
enum Considered {
    /// The task claims the body to do this.
    Wants(Box<Deed>),
    /// The task's state changed, so it is thought about again in this tick.
    Again,
    /// The task does not want the body in this tick.
    Leave,
}

impl Hands {
    /// What the task would do with the body; `None` when it has ended, waits, or must think again later.
    pub fn work_on(
        &mut self,
        id: TaskId,
        agenda: &mut Agenda,
        situation: &Situation<'_>,
        turn: &mut Turn<'_>,
    ) -> Option<Deed> {
        if let Some(Status::Blocked { .. }) = agenda.tasks().get(id).map(tasks::Task::status) {
            return Some(Deed::Hold); // the task pauses between two attempts, and keeps the body
        }
        agenda.set(id, Status::Active, Reason::Turn, turn);
        for _ in 0..THOUGHTS_MAX {
            match self.think(id, agenda, situation, turn) {
                Considered::Wants(deed) => return Some(*deed),
                Considered::Again => {}
                Considered::Leave => return None,
            }
        }
        // The task found no action in this tick. That counts as a failure of its plan.
        let work = &mut agenda.pursuit(id).work;
        work.forget_plan();
        work.fail();
        if work.fails >= FAILS_MAX {
            give_up(id, StallClass::NoProgress, Reason::PlanGoesInCircles, agenda, turn);
        } else {
            pause(id, BlockedOn::Retry(turn.now() + PAUSE_TICKS), Reason::PlanGoesInCircles, agenda, turn);
        }
        None
    }

    fn think(&mut self, id: TaskId, agenda: &mut Agenda, situation: &Situation<'_>, turn: &mut Turn<'_>) -> Considered {
        let now = situation.now;
        match self.questions.wait(id, now) {
            Wait::ForAnswer => return wants(Deed::Hold),
            Wait::InVain => agenda.pursuit(id).work.fail(),
            Wait::None => {}
        }
        let Some(lane) = agenda.tasks().get(id).filter(|task| task.is_open()).map(tasks::Task::lane) else {
            return Considered::Leave;
        };
        let pursuit = agenda.pursuit(id);
        let far = pursuit.work.step.as_ref().is_some_and(|step| matches!(step, Step::Build { .. }));
        if pursuit.work.quiet_ticks > if far { BUILD_QUIET_TICKS_MAX } else { QUIET_TICKS_MAX } {
            agenda.fail(id, StallClass::NoProgress, Reason::NothingGotDone, turn);
            return Considered::Leave;
        }
        if pursuit.work.needs_plan() {
            turn.counters.plans += 1;
            return plan(id, agenda, situation, turn);
        }
        let work = &mut pursuit.work;
        let step = work.steps[0].clone();
        if work.course.is_some() {
            match fit(&step, id, situation) {
                Fit::Ready => {}
                Fit::Done => {
                    work.steps.remove(0);
                    return Considered::Again;
                }
                Fit::Broken => {
                    work.disagree();
                    return Considered::Again;
                }
            }
        }
        work.begin(&step);
        if work.fails >= FAILS_MAX {
            return give_up(id, StallClass::NoProgress, Reason::EveryWayFailed, agenda, turn);
        }
        match leaf::next(&Outlook { situation, task: id, turns: self.turns }, pursuit, &step) {
            Next::Act { action, .. } if situation.failures.barred(&action, situation.at, now) => {
                pursuit.work.fail();
                if pursuit.work.fails >= FAILS_MAX {
                    return give_up(id, StallClass::NoProgress, Reason::EveryWayBarred, agenda, turn);
                }
                Considered::Again
            }
            Next::Act { action, expect, why } => {
                let (retry_of, way) = (pursuit.work.last_failed.take(), pursuit.work.fails.saturating_add(1));
                let (controller, why) = (Controller::of(lane), Reason::Step { step, why });
                wants(Deed::Begin(Begin { action, controller, task: Some(id), expect, retry_of, way, why }))
            }
            Next::Hold => wants(Deed::Hold),
            Next::Ask { query, why } => wants(Deed::Ask(Question { task: id, query, why })),
            Next::Pause { until, why } => {
                pursuit.work.put_aside();
                pause(id, BlockedOn::Until(until), Reason::Leaf(why), agenda, turn);
                Considered::Leave
            }
            Next::First { goal, why } => {
                pursuit.work.put_aside();
                let key = tasks::Goal::key(&goal);
                let waits =
                    !agenda.is_cooling(&key, now) && agenda.first(id, goal, Reason::NeededFirst(why.clone()), turn);
                if waits {
                    return Considered::Leave;
                }
                let child = agenda.tasks().iter().filter(|task| *task.key() == key).last().map(tasks::Task::status);
                let hopeless = child == Some(Status::Failed { class: StallClass::Unplannable });
                let work = &mut agenda.pursuit(id).work;
                if matches!(work.step, Some(Step::Build { .. })) && work.fails + 1 < FAILS_MAX && !hopeless {
                    // By then the agent is elsewhere, and has seen more of the world.
                    work.fail();
                    let until = now + (SHORT_TICKS << work.fails.min(FAILS_MAX));
                    pause(id, BlockedOn::Until(until), Reason::Leaf(why), agenda, turn);
                    return Considered::Leave;
                }
                give_up(id, StallClass::ChildFailed, Reason::Leaf(why), agenda, turn)
            }
            Next::Done => {
                pursuit.work.forget_plan();
                Considered::Again
            }
            Next::Cannot { class, why } => give_up(id, class, Reason::Leaf(why), agenda, turn),
        }
    }
}

fn wants(deed: Deed) -> Considered {
    Considered::Wants(Box::new(deed))
}

fn plan(id: TaskId, agenda: &mut Agenda, situation: &Situation<'_>, turn: &mut Turn<'_>) -> Considered {
    let Some(goal) = agenda.tasks().get(id).map(|task| task.goal().clone()) else { return Considered::Leave };
    let pursuit = agenda.pursuit(id);
    let mended = pursuit.work.course.is_some() && !pursuit.work.steps.is_empty();
    let (steps, course) = match goal.plan(&Request { task: id, situation, pursuit }) {
        Ok(Planned::Step(step)) => (alloc::vec![step], None),
        Ok(Planned::Course(course)) => {
            let kept = Kept { made: situation.now, makespan_ticks: course.makespan_ticks, broken: false };
            (course.steps, Some(kept))
        }
        Err(NoPlan(why)) => {
            let work = &pursuit.work;
            let class = match work.last_class {
                _ if work.avoid.is_empty() => StallClass::Unplannable,
                class => class.unwrap_or(StallClass::NotFound),
            };
            agenda.fail(id, class, why, turn);
            return Considered::Leave;
        }
    };
    if steps.is_empty() {
        agenda.fail(id, StallClass::Unplannable, Reason::EmptyPlan, turn);
        return Considered::Leave;
    }
    let work = &mut pursuit.work;
    if course.is_some() || work.step.as_ref().is_none_or(|step| !step.same_kind(&steps[0])) {
        let why = match (&work.step, mended) {
            (_, true) => Reason::WorldDisagreed,
            (None, _) => Reason::NewTask,
            _ => Reason::StepOver,
        };
        let makespan_ticks = course.map(|course| course.makespan_ticks);
        turn.trace(Event::Planned { task: id, steps: steps.clone(), makespan_ticks, why });
    }
    let left = steps.len();
    (work.steps, work.course) = (steps, course);
    agenda.advance(id, left, situation.now);
    Considered::Again
}

/// Gives up the current step: the task plans with another source of the item if there is one, else it fails.
fn give_up(id: TaskId, class: StallClass, why: Reason, agenda: &mut Agenda, turn: &mut Turn<'_>) -> Considered {
    let work = &mut agenda.pursuit(id).work;
    let step = work.step.take();
    (work.fails, work.memory, work.scan_from) = (0, leaf::Memory::None, turn.now());
    work.forget_plan();
    work.last_class = Some(class);
    let source = step.as_ref().and_then(source_of).filter(|source| !work.avoid.contains(source));
    turn.trace(Event::GaveUp { task: id, step, class });
    if let Some(source) = source {
        for source in kin_of(source) {
            work.avoid(source);
        }
        return Considered::Again;
    }
    agenda.fail(id, class, why, turn);
    Considered::Leave
}

/// Handles a failed action of the step: after a pause the task tries it differently, or it gives up the step.
pub fn try_again(id: TaskId, class: StallClass, why: Reason, agenda: &mut Agenda, turn: &mut Turn<'_>) {
    let fails = agenda.pursuit(id).work.fails;
    if fails >= FAILS_MAX {
        give_up(id, class, why, agenda, turn);
    } else if agenda.tasks().get(id).is_some_and(|task| task.status() == Status::Active) {
        let until = turn.now() + (PAUSE_TICKS << fails.saturating_sub(1));
        pause(id, BlockedOn::Retry(until), why, agenda, turn);
    }
}

fn pause(id: TaskId, on: BlockedOn, why: Reason, agenda: &mut Agenda, turn: &mut Turn<'_>) {
    agenda.set(id, Status::Blocked { on }, why, turn);
}

/// The sources of items that fail together with this one: a search for one kind of log covers all kinds.
fn kin_of(source: Source) -> Vec<Source> {
    match source {
        Source::Gather(item) if is_in(ItemClass::Log, item) => LOGS.map(|log| Source::Gather(lore::item(log))).to_vec(),
        source => alloc::vec![source],
    }
}

/// The source (such as a kind of ore) of the item that a step gets.
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
    use crate::agenda::wish;
    use crate::goals::Have;
    use crate::turn::Seen;
    use crate::view::View;
    use crate::view::journey::Counters;
    use crate::view::lore::item;
    use alloc::vec;
    use tasks::{Lane, Origin, Who};
    use vocab::senses::{Carried, Surroundings};
    use vocab::{Bag, BlockPos, FinePos, Senses, Tick};

    /// Thinks once about a task whose plan has `done` finished steps at its start; returns whether the task claims the
    /// body, and its status.
    fn after_done_steps(done: usize) -> (bool, Status) {
        let (mut agenda, view, now) = (Agenda::default(), View::default(), Tick(40));
        let senses = Senses {
            tick: now,
            at: FinePos::new(0, 64_000, 0),
            vitals: None,
            carried: Carried::default(),
            surroundings: Surroundings::default(),
            progress: None,
            events: vec![],
        };
        let (bag, mut counters, mut effects) = (Bag::new(), Counters::default(), vec![]);
        let situation = view.situation(&senses, &bag, now);
        let mut turn = Turn::new(Seen::new(&senses, &bag, now), now, &mut counters, &mut effects);
        let goal = Have { item: item("iron_pickaxe"), count: 1 };
        let wanted = wish(goal, Lane::Task, Origin::new(Who::Drive, Reason::Ordered, now));
        let id = agenda.add(wanted, &mut turn).unwrap();
        let work = &mut agenda.pursuit(id).work;
        work.steps = vec![Step::Gather { item: item("oak_log"), total: 0 }; done];
        work.steps.push(Step::Go { place: BlockPos::new(50, 64, 0), within: 1 });
        work.course = Some(Kept { made: now, makespan_ticks: 1, broken: false });
        let deed = Hands::default().work_on(id, &mut agenda, &situation, &mut turn);
        (deed.is_some(), agenda.tasks().get(id).unwrap().status())
    }

    #[test]
    fn thinking_about_a_task_is_bounded_per_tick() {
        assert_eq!(after_done_steps(THOUGHTS_MAX - 1), (true, Status::Active));
        let later = Status::Blocked { on: BlockedOn::Retry(Tick(40 + PAUSE_TICKS)) };
        assert_eq!(after_done_steps(THOUGHTS_MAX), (false, later));
    }
}

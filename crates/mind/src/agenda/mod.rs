//! The agent's tasks, the mind's state for each open task, and the goals that failed recently.

pub mod cooling;
pub mod headway;
pub mod pursuit;
pub mod work;

use crate::goals::Goal;
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use cooling::Cooling;
use pursuit::Pursuit;
use serde::{Deserialize, Serialize};
use tasks::status::{BlockedOn, CancelReason};
use tasks::{Goal as _, Lane, Note, Origin, Priority, Refused, StallClass, Status, TaskId, Who};
use vocab::goal_key::GoalKeyError;
use vocab::{GoalKey, ItemId, Name, Tick};

/// The task store with the mind's own types of goals and reasons.
pub type Tasks = tasks::TaskStore<Goal, Reason>;
pub type Task = tasks::Task<Goal, Reason>;
pub type Wanted = tasks::Wanted<Goal, Reason>;
type Change = tasks::Change<Reason>;

/// A task fails after this many interruptions without progress in between.
pub const INTERRUPTIONS_MAX: u8 = 24;
/// A build that was interrupted so often waits this many ticks: a creeper that follows the agent has lost it by then.
const DANGER_TICKS: u64 = 1_200;
/// A task waits at most this many ticks for another task that has the goal it needs: as long as a task may go without
/// progress.
pub const OTHER_TICKS_MAX: u64 = tasks::store::STUCK_TICKS;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Agenda {
    tasks: Tasks,
    /// The mind's working state for each open task, by task id.
    pursuits: BTreeMap<TaskId, Pursuit>,
    cooling: Cooling,
}

/// What became of a wish: a new task, or an open one that now covers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    New(TaskId),
    /// An open task has the same goal as the wish, and now covers the wish too.
    Joined(TaskId),
}

impl Agenda {
    /// Keeps what lasts when the program changes: all tasks, and of each open one what it has achieved. Its plan is
    /// made anew.
    pub fn carry_over(self) -> Agenda {
        let Agenda { mut tasks, pursuits, cooling } = self;
        tasks.mend();
        let kept = |Pursuit { done, handing, .. }| Pursuit { done, handing, ..Pursuit::default() };
        let open = pursuits.into_iter().filter(|(task, _)| tasks.is_open(*task));
        let pursuits = open.map(|(task, pursuit)| (task, kept(pursuit))).collect();
        Agenda { tasks, pursuits, cooling }
    }

    pub fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    pub fn pursuits(&self) -> impl Iterator<Item = &Pursuit> {
        self.pursuits.values()
    }

    /// The mind's working state for an open task; made if it has none yet.
    pub fn pursuit(&mut self, id: TaskId) -> &mut Pursuit {
        self.pursuits.entry(id).or_default()
    }

    pub fn get(&self, id: TaskId) -> Option<&Pursuit> {
        self.pursuits.get(&id)
    }

    /// Makes a task of a wish. If a task with the same goal is open, that task gets the larger amount and the higher
    /// urgency instead.
    pub fn want(&mut self, wanted: Wanted, turn: &mut Turn<'_>) -> Result<Added, Refused> {
        let (lane, priority, goal) = (wanted.lane, wanted.priority, wanted.goal.clone());
        match self.add(wanted, turn) {
            Ok(id) => Ok(Added::New(id)),
            Err(Refused::Suppressed { by }) => {
                self.raise_task(by, (lane, priority), turn);
                let widened = self.tasks.get(by).and_then(|task| task.goal().widened(&goal));
                if let Some(goal) = widened.filter(|goal| self.tasks.widen(by, goal.clone())) {
                    self.pursuit(by).work.forget_plan();
                    turn.trace(Event::TaskWidened { task: by, goal });
                }
                Ok(Added::Joined(by))
            }
            Err(refused) => Err(refused),
        }
    }

    /// Adds a task to the store, or traces why the store refused it.
    pub fn add(&mut self, wanted: Wanted, turn: &mut Turn<'_>) -> Result<TaskId, Refused> {
        let mut changes = Vec::new();
        let key = wanted.goal.key();
        let result = self.tasks.add(wanted, turn.now(), &mut changes);
        self.tell(changes, turn);
        match result {
            Ok(task) => {
                self.pursuits.insert(task, Pursuit::default());
                // The stored task is told, which may be a person's wish that is begun anew.
                if let Some(made) = self.tasks.get(task) {
                    let (goal, origin, parent) = (made.goal().clone(), made.origin().clone(), made.parent());
                    let (lane, priority) = (made.lane(), made.priority());
                    turn.trace(Event::TaskCreated { task, key, goal, lane, priority, origin, parent });
                }
            }
            Err(why) => turn.trace(Event::TaskRefused { key, why }),
        }
        result
    }

    /// Lets a task wait for a goal that must be reached first. An open task that has this goal already is waited for;
    /// otherwise a child task is made, with its parent's lane and priority. Returns whether the task now waits.
    pub fn first(&mut self, id: TaskId, goal: Goal, why: Reason, turn: &mut Turn<'_>) -> bool {
        let Some(task) = self.tasks.get(id) else { return false };
        let (lane, priority, now) = (task.lane(), task.priority(), turn.now());
        if let Some(other) = self.tasks.suppressed_by(&goal.key(), now) {
            let on = BlockedOn::Other { task: other, until: now + OTHER_TICKS_MAX };
            // Each wait for another task counts as a failed attempt at the step, so that a step that always waits is
            // given up.
            self.pursuit(id).work.fail();
            let waits = self.set(id, Status::Blocked { on }, why, turn);
            if waits {
                self.raise_task(other, (lane, priority), turn);
            }
            return waits;
        }
        let wanted = Wanted { goal, lane, priority, origin: Origin::new(Who::Task(id), why.clone(), now) };
        self.add(wanted, turn).is_ok() && self.set(id, Status::Blocked { on: BlockedOn::Children }, why, turn)
    }

    /// Changes a task's status, and with it the status of its parent and children where that follows (an ended task
    /// cancels its children).
    pub fn set(&mut self, id: TaskId, to: Status, why: Reason, turn: &mut Turn<'_>) -> bool {
        let mut changes = Vec::new();
        let done = self.tasks.set(id, (to, Note::Because(why)), turn.now(), &mut changes);
        self.tell(changes, turn);
        done
    }

    pub fn fail(&mut self, id: TaskId, class: StallClass, why: Reason, turn: &mut Turn<'_>) {
        self.set(id, Status::Failed { class }, why, turn);
    }

    pub fn cancel(&mut self, id: TaskId, reason: CancelReason, why: Reason, turn: &mut Turn<'_>) {
        self.set(id, Status::Cancelled { why: reason }, why, turn);
    }

    /// Records the progress of a task: the steps of its plan that are done and those left.
    pub fn advance(&mut self, id: TaskId, steps_left: usize, now: Tick) {
        let done = self.pursuit(id).done;
        self.tasks.advance(id, done, done.saturating_add(steps_left as u32), now);
    }

    /// Traces tasks' changes of status, and drops the mind's working state of tasks that have ended.
    fn tell(&mut self, changes: Vec<Change>, turn: &mut Turn<'_>) {
        for Change { task, from, to, note } in changes {
            let Some(key) = self.tasks.get(task).map(|task| task.key().clone()) else { continue };
            if to.is_final() {
                self.pursuits.remove(&task);
                match to {
                    Status::Done => self.cooling.worked(&key),
                    Status::Failed { .. } => self.cooling.failed(&key, turn.now()),
                    _ => {}
                }
            }
            turn.trace(Event::TaskChanged { task, key, from, to, note });
        }
    }

    /// Counts a wish whose words make no goal key. It cannot become a task.
    pub fn refuse_keyless(&mut self, no_key: GoalKeyError) -> Refused {
        self.tasks.refuse_keyless(no_key)
    }

    /// Counts a thought of the language model whose goal was not allowed to become a task.
    pub fn refuse_ineligible(&mut self) {
        self.tasks.refuse_ineligible();
    }

    /// Makes tasks pending again whose pause is over, and tasks that a need of the body had blocked once no such need
    /// can run. Tasks that have waited long go first at the next break.
    pub fn sweep(&mut self, turn: &mut Turn<'_>) {
        let mut changes = Vec::new();
        self.tasks.sweep(turn.now(), &mut changes);
        let is_need = |task: &Task| task.lane() == Lane::Upkeep && is_runnable(task.status());
        if !self.tasks.open().any(is_need) {
            self.tasks.end_needs(turn.now(), &mut changes);
        }
        self.tell(changes, turn);
        for id in self.tasks.due_for_a_turn(turn.now()) {
            self.raise_task(id, (Lane::Task, Priority::High), turn);
        }
    }

    /// Records that a reflex controlled the body for this many ticks, so that they do not count as time without
    /// progress.
    pub fn excuse(&mut self, ticks: u64) {
        self.tasks.excuse(ticks);
    }

    /// Blocks the ordinary tasks while a need of the body uses the body; `why` is the reason of that need.
    pub fn give_way(&mut self, why: Reason, turn: &mut Turn<'_>) {
        let mut changes = Vec::new();
        self.tasks.give_way(&Note::Because(why), turn.now(), &mut changes);
        self.tell(changes, turn);
    }

    /// Completes every open task whose goal is met, whatever met it.
    pub fn reap(&mut self, situation: &Situation<'_>, turn: &mut Turn<'_>) {
        let fresh = Pursuit::default();
        let pursuit = |task: &Task| self.pursuits.get(&task.id()).unwrap_or(&fresh);
        let is_met = |task: &&Task| task.goal().is_met(situation, pursuit(task));
        let receipt = |task: &Task| (task.id(), task.goal().receipt(situation, pursuit(task)));
        let met: Vec<(TaskId, Reason)> = self.tasks.open().filter(is_met).map(receipt).collect();
        for (id, why) in met {
            self.set(id, Status::Done, why, turn);
        }
    }

    /// Notes that a person picked up items. Items that the agent threw to that person count as handed over.
    pub fn collected(&mut self, by: Name, item: ItemId, count: u32) {
        let for_them =
            |task: &&Task| matches!(task.goal(), Goal::Deliver(deliver) if deliver.to == by && deliver.item == item);
        let tasks: Vec<TaskId> = self.tasks.open().filter(for_them).map(Task::id).collect();
        for id in tasks {
            let handing = &mut self.pursuit(id).handing;
            let taken = count.min(handing.thrown);
            handing.thrown -= taken;
            handing.handed = handing.handed.saturating_add(taken);
        }
    }

    /// Cancels the urgent needs of a body that died, such as to eat or to take shelter.
    pub fn drop_urgent(&mut self, turn: &mut Turn<'_>) {
        let urgent: Vec<TaskId> = self.tasks.open().filter(|task| task.lane() == Lane::Upkeep).map(Task::id).collect();
        for id in urgent {
            self.cancel(id, CancelReason::Moot, Reason::BodyDied, turn);
        }
    }

    /// Handles an interrupted task: a more urgent controller took the body during its action, so the task waits and
    /// plans again. Too many interruptions fail it.
    pub fn interrupted(&mut self, id: TaskId, why: Reason, turn: &mut Turn<'_>) {
        let Some(pursuit) = self.pursuits.get_mut(&id) else { return };
        pursuit.work.put_aside();
        let status = self.tasks.get(id).map(Task::status);
        if matches!(status, Some(Status::Blocked { on: BlockedOn::Paused(_) })) {
            return; // a person paused the task, which is no interruption
        }
        pursuit.work.interruptions = pursuit.work.interruptions.saturating_add(1);
        let builds = |task: &Task| matches!(task.goal(), Goal::Build(_) | Goal::Materials(_));
        if pursuit.work.interruptions < INTERRUPTIONS_MAX {
            self.set(id, Status::Pending, why, turn);
        } else if self.tasks.get(id).is_some_and(builds) {
            // A structure gets finished, whatever happens: it waits until the danger has gone elsewhere.
            pursuit.work.interruptions = 0;
            self.set(id, Status::Blocked { on: BlockedOn::Until(turn.now() + DANGER_TICKS) }, Reason::Endangered, turn);
        } else {
            self.fail(id, StallClass::Endangered, Reason::Endangered, turn);
        }
    }

    /// Whether at least one open task can run now or pauses between two attempts.
    pub fn has_runnable(&self) -> bool {
        self.tasks.open().any(|task| is_runnable(task.status()))
    }

    /// Whether a new task without urgency would have to wait behind other tasks.
    pub fn is_busy(&self) -> bool {
        let gave_way = |status| status == Status::Blocked { on: BlockedOn::Needs };
        self.tasks.open().any(|task| is_runnable(task.status()) || gave_way(task.status()))
    }

    /// Raises the lane and priority of an open task, and traces it if that changed the task.
    pub fn raise_task(&mut self, id: TaskId, (lane, priority): (Lane, Priority), turn: &mut Turn<'_>) {
        if self.tasks.raise(id, lane, priority)
            && let Some(task) = self.tasks.get(id)
        {
            turn.trace(Event::TaskRaised { task: id, lane: task.lane(), priority: task.priority() });
        }
    }

    /// Raises the lane and priority of the open task with this goal key, if there is one.
    pub fn raise(&mut self, key: &GoalKey, urgency: (Lane, Priority), turn: &mut Turn<'_>) {
        if let Some(id) = self.tasks.open_with_key(key).map(Task::id) {
            self.raise_task(id, urgency, turn);
        }
    }

    /// Whether a task with this goal key is open, or the goal failed recently and still pauses.
    pub fn is_held(&self, key: &GoalKey, now: Tick) -> bool {
        self.is_open(key, now) || self.is_cooling(key, now)
    }

    pub fn is_open(&self, key: &GoalKey, now: Tick) -> bool {
        self.tasks.suppressed_by(key, now).is_some()
    }

    pub fn is_cooling(&self, key: &GoalKey, now: Tick) -> bool {
        self.cooling.is_cooling(key, now)
    }
}

/// Makes a request for a task of normal priority.
pub fn wish(goal: impl Into<Goal>, lane: Lane, origin: Origin<Reason>) -> Wanted {
    Wanted { goal: goal.into(), lane, priority: Priority::Normal, origin }
}

/// Whether a task can run now or pauses between two attempts.
pub fn is_runnable(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Active | Status::Blocked { on: BlockedOn::Retry(_) })
}

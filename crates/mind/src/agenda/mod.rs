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
use vocab::{GoalKey, Tick};

/// The store with the mind's own goals and reasons.
pub type Tasks = tasks::TaskStore<Goal, Reason>;
pub type Task = tasks::Task<Goal, Reason>;
pub type Wanted = tasks::Wanted<Goal, Reason>;
type Change = tasks::Change<Reason>;

/// A task fails after this many interruptions without progress in between.
pub const INTERRUPTIONS_MAX: u8 = 24;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Agenda {
    tasks: Tasks,
    /// One for each open task.
    pursuits: BTreeMap<TaskId, Pursuit>,
    cooling: Cooling,
}

/// The result of a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    New(TaskId),
    /// An open task has the same goal, and now covers this wish.
    Joined(TaskId),
}

impl Agenda {
    pub fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    pub fn pursuits(&self) -> impl Iterator<Item = &Pursuit> {
        self.pursuits.values()
    }

    /// The mind's state for an open task.
    pub fn pursuit(&mut self, id: TaskId) -> &mut Pursuit {
        self.pursuits.entry(id).or_default()
    }

    pub fn get(&self, id: TaskId) -> Option<&Pursuit> {
        self.pursuits.get(&id)
    }

    /// Makes a task of a wish. If a task with the same goal is open, that task becomes larger and more urgent instead.
    pub fn want(&mut self, wanted: Wanted, turn: &mut Turn<'_>) -> Result<Added, Refused> {
        let (lane, priority, goal) = (wanted.lane, wanted.priority, wanted.goal.clone());
        match self.add(wanted, turn) {
            Ok(id) => Ok(Added::New(id)),
            Err(Refused::Suppressed { by }) => {
                self.tasks.raise(by, lane, priority);
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

    /// Adds a task, or traces why it was refused.
    pub fn add(&mut self, wanted: Wanted, turn: &mut Turn<'_>) -> Result<TaskId, Refused> {
        let mut changes = Vec::new();
        let (goal, key) = (wanted.goal.clone(), wanted.goal.key());
        let (lane, priority, origin) = (wanted.lane, wanted.priority, wanted.origin.clone());
        let result = self.tasks.add(wanted, turn.now(), &mut changes);
        self.tell(changes, turn);
        match result {
            Ok(task) => {
                let parent = self.tasks.get(task).and_then(Task::parent);
                self.pursuits.insert(task, Pursuit::default());
                turn.trace(Event::TaskCreated { task, key, goal, lane, priority, origin, parent });
            }
            Err(why) => turn.trace(Event::TaskRefused { key, why }),
        }
        result
    }

    /// Makes a child task with the parent's lane and priority, and blocks the parent until it ends. Returns whether that worked.
    pub fn first(&mut self, parent: TaskId, goal: Goal, why: Reason, turn: &mut Turn<'_>) -> bool {
        let Some(task) = self.tasks.get(parent) else { return false };
        let origin = Origin::new(Who::Task(parent), why.clone(), turn.now());
        let wanted = Wanted { goal, lane: task.lane(), priority: task.priority(), origin };
        self.add(wanted, turn).is_ok() && self.set(parent, Status::Blocked { on: BlockedOn::Children }, why, turn)
    }

    /// Changes a task's status, and the status of its parent and children where that follows.
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

    /// Records the progress of a task: the steps done and the steps left.
    pub fn advance(&mut self, id: TaskId, steps_left: usize, now: Tick) {
        let done = self.pursuit(id).done;
        self.tasks.advance(id, done, done.saturating_add(steps_left as u32), now);
    }

    /// Traces changes of status, and drops the state of tasks that have ended.
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

    /// Wakes tasks whose pause is over.
    pub fn sweep(&mut self, turn: &mut Turn<'_>) {
        let mut changes = Vec::new();
        self.tasks.sweep(turn.now(), &mut changes);
        self.tell(changes, turn);
    }

    /// Completes tasks whose goals are met, whatever caused that.
    pub fn reap(&mut self, situation: &Situation<'_>, turn: &mut Turn<'_>) {
        let fresh = Pursuit::default();
        let pursuit = |task: &Task| self.pursuits.get(&task.id()).unwrap_or(&fresh);
        let is_met = |task: &&Task| task.goal().is_met(situation, pursuit(task));
        let met: Vec<TaskId> = self.tasks.open().filter(is_met).map(Task::id).collect();
        for id in met {
            self.set(id, Status::Done, Reason::Met, turn);
        }
    }

    /// Cancels the urgent needs of a body that died.
    pub fn drop_urgent(&mut self, turn: &mut Turn<'_>) {
        let urgent: Vec<TaskId> = self.tasks.open().filter(|task| task.lane() == Lane::Upkeep).map(Task::id).collect();
        for id in urgent {
            self.cancel(id, CancelReason::Moot, Reason::BodyDied, turn);
        }
    }

    /// Handles an interruption: a more urgent controller took the body during an action, so the task waits and replans.
    pub fn interrupted(&mut self, id: TaskId, why: Reason, turn: &mut Turn<'_>) {
        let Some(pursuit) = self.pursuits.get_mut(&id) else { return };
        pursuit.work.put_aside();
        pursuit.work.interruptions = pursuit.work.interruptions.saturating_add(1);
        if pursuit.work.interruptions >= INTERRUPTIONS_MAX {
            self.fail(id, StallClass::Endangered, Reason::Endangered, turn);
        } else {
            self.set(id, Status::Pending, why, turn);
        }
    }

    /// Whether some task can run now or pauses between two attempts.
    pub fn has_runnable(&self) -> bool {
        self.tasks.open().any(|task| is_runnable(task.status()))
    }

    /// Raises the lane and priority of the open task with this key.
    pub fn raise(&mut self, key: &GoalKey, lane: Lane, priority: Priority) {
        if let Some(id) = self.tasks.open_with_key(key).map(Task::id) {
            self.tasks.raise(id, lane, priority);
        }
    }

    /// Whether a task with this goal is open, or the goal failed recently and is still blocked.
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

/// A wish of normal priority.
pub fn wish(goal: impl Into<Goal>, lane: Lane, origin: Origin<Reason>) -> Wanted {
    Wanted { goal: goal.into(), lane, priority: Priority::Normal, origin }
}

/// Whether a task can run now or pauses between two attempts.
pub fn is_runnable(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Active | Status::Blocked { on: BlockedOn::Retry(_) })
}

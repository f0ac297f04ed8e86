//! The task store: a bounded number of tasks, one open task per goal key, and no parent that waits for an ended child.

use crate::goal::Goal;
use crate::origin::{Origin, Who};
use crate::stall::StallClass;
use crate::status::{BlockedOn, CancelReason, Note, Status};
use crate::task::{CHILDREN_OPEN_MAX, Child, Lane, Priority, Progress, Task, TaskId};
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::goal_key::GoalKeyError;
use vocab::{GoalKey, Tick};

/// Most tasks stored, open and ended together: enough for a day with a task every two minutes, so that `why` can still
/// name them.
pub const TASKS_MAX: usize = 512;
/// Most tasks that may be open at once. They all share one body.
pub const OPEN_MAX: usize = 64;
/// A task without progress for longer than this many ticks no longer holds its goal key, so that a new task may have it: 5 minutes.
pub const STUCK_TICKS: u64 = 6_000;

/// A pending task that has waited for longer than this many ticks without progress goes first at the next break, so
/// that it gets a turn before it counts as stuck: two and a half minutes.
pub const TURN_TICKS: u64 = STUCK_TICKS / 2;

/// Why the task store did not accept a request for a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// The request was refused because an open task has the same goal key and is not stuck.
    Suppressed { by: TaskId },
    /// The request was refused because [`OPEN_MAX`] tasks are open.
    Full,
    /// The request was refused because its parent task has ended, is unknown, or has [`CHILDREN_OPEN_MAX`] open
    /// children.
    NoParent,
    /// The request was refused because it has no valid goal key. It is counted but never stored.
    NoKey,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Suppressed { by } => write!(f, "task {by} already pursues this goal"),
            Refused::Full => write!(f, "{OPEN_MAX} tasks are open; cancel one first"),
            Refused::NoParent => write!(f, "the parent task has ended or has {CHILDREN_OPEN_MAX} open children"),
            Refused::NoKey => f.write_str("a task needs a goal key `action:target`"),
        }
    }
}

impl core::error::Error for Refused {}

/// A request for a new task: its goal, urgency and origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted<G, R> {
    pub goal: G,
    pub lane: Lane,
    pub priority: Priority,
    pub origin: Origin<R>,
}

/// How many tasks were created, ended and refused since the mind was created. The totals only grow.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    pub created: u64,
    pub completed: u64,
    pub failed: u64,
    pub cancelled: u64,
    pub suppressed: u64,
    pub stalls: BTreeMap<StallClass, u64>,
}

/// One change of a task's status, for the trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change<R> {
    pub task: TaskId,
    pub from: Status,
    pub to: Status,
    pub note: Note<R>,
}

/// The store of all tasks, open and ended, by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "G: Deserialize<'de>, R: Deserialize<'de> + Default"))]
pub struct TaskStore<G, R> {
    #[serde(deserialize_with = "vocab::salvage::map")]
    tasks: BTreeMap<TaskId, Task<G, R>>,
    /// The ids of the tasks that have not ended.
    open: BTreeSet<TaskId>,
    /// The ids of ended tasks in the order in which they ended. The first is forgotten first.
    ended: VecDeque<TaskId>,
    created: u64,
    counts: Counts,
}

impl<G, R> Default for TaskStore<G, R> {
    fn default() -> Self {
        let (tasks, open, ended) = (BTreeMap::new(), BTreeSet::new(), VecDeque::new());
        TaskStore { tasks, open, ended, created: 0, counts: Counts::default() }
    }
}

impl<G: Goal, R: Clone> TaskStore<G, R> {
    pub fn new() -> Self {
        TaskStore::default()
    }

    /// Mends the store after tasks were lost, because a later version of the program does not know their goals: nothing
    /// points to a lost task, and nothing waits for one.
    pub fn mend(&mut self) {
        let known: BTreeSet<TaskId> = self.tasks.keys().copied().collect();
        self.open.retain(|id| known.contains(id));
        self.ended.retain(|id| known.contains(id));
        for task in self.tasks.values_mut() {
            task.parent = task.parent.filter(|parent| known.contains(parent));
            task.children.retain(|child| child.ended.is_some() || known.contains(&child.id));
            let waits_for_none = task.children.iter().all(|child| child.ended.is_some());
            if waits_for_none && task.status == (Status::Blocked { on: BlockedOn::Children }) {
                task.status = Status::Pending;
            }
        }
    }

    pub fn get(&self, id: TaskId) -> Option<&Task<G, R>> {
        self.tasks.get(&id)
    }

    pub fn is_open(&self, id: TaskId) -> bool {
        self.open.contains(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Task<G, R>> {
        self.tasks.values()
    }

    /// The tasks that have not ended, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &Task<G, R>> {
        self.open.iter().filter_map(|id| self.tasks.get(id))
    }

    pub fn open_with_key(&self, key: &GoalKey) -> Option<&Task<G, R>> {
        self.open().find(|task| task.key == *key)
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The open task that keeps a new task with this goal key from being stored; `None` when a new one may be stored.
    pub fn suppressed_by(&self, key: &GoalKey, now: Tick) -> Option<TaskId> {
        self.open_with_key(key).filter(|task| !is_stuck(task, now)).map(Task::id)
    }

    /// Stores a new task. A stuck task with the same key is cancelled first, so that the key is free. Status changes of
    /// other tasks are appended to `changes`.
    pub fn add(
        &mut self,
        mut wanted: Wanted<G, R>,
        now: Tick,
        changes: &mut Vec<Change<R>>,
    ) -> Result<TaskId, Refused> {
        let key = wanted.goal.key();
        let parent = match wanted.origin.who() {
            Who::Task(id) => Some(id),
            _ => None,
        };
        if let Some(by) = self.suppressed_by(&key, now) {
            self.counts.suppressed += 1;
            return Err(Refused::Suppressed { by });
        }
        if let Some(stuck) = self.open_with_key(&key) {
            // A person's wish is begun anew. Another source that has the same goal must not replace it by a smaller one.
            if stuck.origin.who() == Who::User && wanted.origin.who() != Who::User {
                let (goal, origin) = (stuck.goal.clone(), stuck.origin.clone());
                wanted = Wanted { goal, lane: stuck.lane, priority: stuck.priority, origin };
            }
            let stuck = stuck.id;
            self.set(stuck, (Status::Cancelled { why: CancelReason::Stuck }, Note::Stuck), now, changes);
        }
        if let Some(id) = parent {
            let open = |task: &Task<G, R>| task.children.iter().filter(|child| child.ended.is_none()).count();
            let takes_children = |task: &&Task<G, R>| task.is_open() && open(task) < CHILDREN_OPEN_MAX;
            self.get(id).filter(takes_children).ok_or(Refused::NoParent)?;
        }
        if self.open.len() >= OPEN_MAX {
            return Err(Refused::Full);
        }
        self.make_room();
        self.created += 1;
        self.counts.created += 1;
        let id = TaskId(self.created);
        if let Some(parent) = parent.and_then(|id| self.tasks.get_mut(&id)) {
            parent.children.push(Child { id, ended: None });
        }
        let mut task = Task {
            id,
            key,
            goal: wanted.goal,
            lane: wanted.lane,
            priority: wanted.priority,
            parent,
            children: Vec::new(),
            status: Status::Pending,
            progress: Progress { done: 0, of: 0, changed_at: now },
            history: VecDeque::new(),
            origin: wanted.origin,
        };
        task.note(now, Status::Pending, Note::Made);
        self.tasks.insert(id, task);
        self.open.insert(id);
        Ok(id)
    }

    /// Counts a request for a task without a goal key. Such a request cannot be stored.
    pub fn refuse_keyless(&mut self, _: GoalKeyError) -> Refused {
        *self.counts.stalls.entry(StallClass::GoalKeyMissing).or_default() += 1;
        Refused::NoKey
    }

    /// Counts a thought with a goal, from the language model or another program, that was not allowed to become a
    /// task.
    pub fn refuse_ineligible(&mut self) {
        *self.counts.stalls.entry(StallClass::ConvertEligibleGate).or_default() += 1;
    }

    /// Changes a task's status; returns whether it did, because an ended task cannot change. When a task ends, its open
    /// children are cancelled, and its parent becomes pending again once it waits for nothing else.
    pub fn set(&mut self, id: TaskId, (to, note): (Status, Note<R>), now: Tick, changes: &mut Vec<Change<R>>) -> bool {
        let Some(task) = self.tasks.get_mut(&id).filter(|task| task.is_open()) else {
            return false;
        };
        if to == (Status::Blocked { on: BlockedOn::Children }) && !task.has_open_child() {
            return false; // without open children, a wait for children would never end
        }
        let from = task.status;
        if let Status::Blocked { on: BlockedOn::Other { task: other, .. } } = to
            && (!self.is_open(other) || self.waits_for(other, id))
        {
            return false; // two tasks that wait for each other would only end at their deadlines
        }
        let Some(task) = self.tasks.get_mut(&id) else { return false };
        if from == to {
            return true;
        }
        if from == (Status::Blocked { on: BlockedOn::Needs }) {
            task.progress.changed_at = now; // ticks in which it could not use the body do not count
        }
        task.note(now, to, note.clone());
        changes.push(Change { task: id, from, to, note });
        if to.is_final() {
            self.end(id, to, now, changes);
        }
        true
    }

    fn end(&mut self, id: TaskId, to: Status, now: Tick, changes: &mut Vec<Change<R>>) {
        match to {
            Status::Done => self.counts.completed += 1,
            Status::Failed { class } => {
                self.counts.failed += 1;
                *self.counts.stalls.entry(class).or_default() += 1;
            }
            _ => {
                self.counts.cancelled += 1;
                if to == (Status::Cancelled { why: CancelReason::Stuck }) {
                    *self.counts.stalls.entry(StallClass::StuckPending).or_default() += 1;
                }
            }
        }
        self.open.remove(&id);
        self.ended.push_back(id);
        let Some(task) = self.get(id) else { return };
        let (parent, key) = (task.parent, task.key.clone());
        let orphans: Vec<TaskId> =
            task.children.iter().filter(|child| child.ended.is_none()).map(|child| child.id).collect();
        for child in orphans {
            let end = (Status::Cancelled { why: CancelReason::ParentEnded }, Note::ParentEnded);
            self.set(child, end, now, changes);
        }
        let waiters: Vec<TaskId> = self.open().filter(|task| task.awaits() == Some(id)).map(Task::id).collect();
        for waiter in waiters {
            let note = Note::OtherEnded { task: id, key: key.clone(), end: to };
            self.set(waiter, (Status::Pending, note), now, changes);
        }
        let Some(parent) = parent.and_then(|parent| self.tasks.get_mut(&parent)) else { return };
        parent.child_ended(id, to, now);
        let waits = parent.status == Status::Blocked { on: BlockedOn::Children };
        if waits && (to != Status::Done || !parent.has_open_child()) {
            let (parent, note) = (parent.id, Note::ChildEnded { child: id, key, end: to });
            self.set(parent, (Status::Pending, note), now, changes);
        }
    }

    /// Whether a task waits for another one, directly or through the tasks that it waits for.
    fn waits_for(&self, waiter: TaskId, other: TaskId) -> bool {
        let (mut seen, mut left) = (BTreeSet::new(), Vec::from([waiter]));
        while let Some(id) = left.pop() {
            if id == other {
                return true;
            }
            let Some(task) = self.get(id).filter(|_| seen.insert(id)) else { continue };
            let open_children = task.children.iter().filter(|child| child.ended.is_none()).map(|child| child.id);
            left.extend(open_children.chain(task.awaits()));
        }
        false
    }

    /// Records how much of a task is done, in the units of its goal. Only an increase counts as progress.
    pub fn advance(&mut self, id: TaskId, done: u32, of: u32, now: Tick) {
        if let Some(task) = self.tasks.get_mut(&id).filter(|task| task.is_open()) {
            if done > task.progress.done {
                task.progress.changed_at = now;
                task.progress.done = done;
            }
            task.progress.of = of.max(task.progress.done);
        }
    }

    /// Raises a task's lane or priority and returns whether it changed. Neither is ever lowered: an urgent task stays
    /// urgent until it has ended.
    pub fn raise(&mut self, id: TaskId, lane: Lane, priority: Priority) -> bool {
        let Some(task) = self.tasks.get_mut(&id).filter(|task| task.is_open()) else { return false };
        let before = (task.lane, task.priority);
        if lane == Lane::Upkeep {
            task.lane = lane;
        }
        task.priority = task.priority.max(priority);
        before != (task.lane, task.priority)
    }

    /// Replaces the goal of an open task by a larger one with the same goal key. Returns whether it did.
    pub fn widen(&mut self, id: TaskId, goal: G) -> bool {
        match self.tasks.get_mut(&id).filter(|task| task.is_open() && task.key == goal.key()) {
            Some(task) => {
                task.goal = goal;
                true
            }
            None => false,
        }
    }

    /// Blocks all pending and active tasks of [`Lane::Task`], because a need of the body now uses the body.
    pub fn give_way(&mut self, note: &Note<R>, now: Tick, changes: &mut Vec<Change<R>>) {
        let could_run = |task: &&Task<G, R>| matches!(task.status, Status::Pending | Status::Active);
        let waiting = self.open().filter(|task| task.lane == Lane::Task).filter(could_run).map(Task::id);
        for id in waiting.collect::<Vec<TaskId>>() {
            self.set(id, (Status::Blocked { on: BlockedOn::Needs }, note.clone()), now, changes);
        }
    }

    /// Makes tasks pending again that were blocked because a need used the body.
    pub fn end_needs(&mut self, now: Tick, changes: &mut Vec<Change<R>>) {
        let gave_way = |task: &&Task<G, R>| task.status == Status::Blocked { on: BlockedOn::Needs };
        let waiting: Vec<TaskId> = self.open().filter(gave_way).map(Task::id).collect();
        for id in waiting {
            self.set(id, (Status::Pending, Note::NeedsMet), now, changes);
        }
    }

    /// Records that the agent was busy with a danger for this many ticks. No task could make progress, so these ticks
    /// do not count as waiting.
    pub fn excuse(&mut self, ticks: u64) {
        for id in &self.open {
            if let Some(task) = self.tasks.get_mut(id).filter(|task| task.progress.done == 0) {
                task.progress.changed_at = task.progress.changed_at + ticks;
            }
        }
    }

    /// The pending tasks that have waited for longer than [`TURN_TICKS`] and should go first at the next break.
    pub fn due_for_a_turn(&self, now: Tick) -> Vec<TaskId> {
        let due = |task: &&Task<G, R>| {
            let waited = now.since(task.progress.changed_at) > TURN_TICKS;
            task.status == Status::Pending && task.progress.done == 0 && waited && task.priority < Priority::High
        };
        self.open().filter(due).map(|task| task.id).collect()
    }

    /// Makes blocked tasks pending again when the tick until which they wait has come, so that no task waits for ever.
    pub fn sweep(&mut self, now: Tick, changes: &mut Vec<Change<R>>) {
        let due = |task: &&Task<G, R>| match task.status {
            Status::Blocked {
                on:
                    BlockedOn::Until(until)
                    | BlockedOn::Retry(until)
                    | BlockedOn::Paused(until)
                    | BlockedOn::Other { until, .. },
            } => until <= now,
            _ => false,
        };
        let rested: Vec<TaskId> = self.open().filter(due).map(Task::id).collect();
        for id in rested {
            self.set(id, (Status::Pending, Note::PauseOver), now, changes);
        }
    }

    fn make_room(&mut self) {
        while self.tasks.len() >= TASKS_MAX {
            match self.ended.pop_front() {
                Some(oldest) => self.tasks.remove(&oldest),
                None => return, // unreachable: at most `OPEN_MAX` tasks are open, and more than that may be stored
            };
        }
    }
}

/// Whether the task made no progress for more than [`STUCK_TICKS`]. A task that waits for its children, for another
/// task or for a need of the body, or that a person paused, is not stuck.
pub fn is_stuck<G, R>(task: &Task<G, R>, now: Tick) -> bool {
    let waits =
        |on| matches!(on, BlockedOn::Children | BlockedOn::Needs | BlockedOn::Other { .. } | BlockedOn::Paused(_));
    let waits = matches!(task.status, Status::Blocked { on } if waits(on));
    !waits && task.progress.done == 0 && now.since(task.progress.changed_at) > STUCK_TICKS
}

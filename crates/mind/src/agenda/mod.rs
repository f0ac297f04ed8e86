//! What is to be done and what came of it: the tasks, the working memory of each, the running action and the open question.

use crate::hands::arbiter::{Claim, Controller};
use crate::agenda::cooling::Cooling;
use crate::wire::effect::Effect;
use crate::hands::executor::{Begin, Executor, Running, Seen};
use crate::goals;
use crate::hands::guard::Reaction;
use crate::view::journey::Counters;
use crate::hands::leaf;
use crate::wants::needs;
use crate::view::situation::Situation;
use crate::wire::trace::{Event, Trace};
use crate::agenda::work::Work;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::status::{BlockedOn, CancelReason};
use tasks::store::{Change, Wanted};
use tasks::{Goal, Lane, Origin, Refused, StallClass, Status, Task, TaskId, TaskStore, Who};
use vocab::{Action, BlockPos, GoalKey, Query, QueryId, Tick};

/// Who flees looks again when what it flees from has moved this far, in thousandths of a block.
const FLEE_STALE_FINE: u64 = 4_000;

/// A question that was asked and not yet answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub id: QueryId,
    pub task: TaskId,
    pub query: Query,
    pub at: BlockPos,
    pub tick: Tick,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Agenda {
    pub tasks: TaskStore,
    /// Only of open tasks.
    pub works: BTreeMap<TaskId, Work>,
    pub executor: Executor,
    pub asked: Option<Asked>,
    pub questions: u64,
    pub cooling: Cooling,
    /// How often the agent changed direction; the next walk goes another way.
    pub turns: u32,
}

impl Agenda {
    /// Adds a task, or says in the trace why not.
    pub fn add(
        &mut self,
        (action, target): (&str, &str),
        goal: Goal,
        lane: Lane,
        origin: Origin,
        now: Tick,
        effects: &mut Vec<Effect>,
    ) -> Result<TaskId, Refused> {
        let key = match GoalKey::new(action, target) {
            Ok(key) => key,
            Err(error) => {
                let refused = self.tasks.refuse_keyless(error);
                trace(effects, now, Event::TaskRefused { key: String::new(), why: error.to_string() });
                return Err(refused);
            }
        };
        let mut changes = Vec::new();
        let wanted = Wanted { key: key.clone(), goal, lane, origin: origin.clone() };
        let result = self.tasks.add(wanted, now, &mut changes);
        self.tell(changes, now, effects);
        match result {
            Ok(task) => {
                let parent = self.tasks.get(task).and_then(Task::parent);
                trace(effects, now, Event::TaskCreated { task, key, origin, parent });
            }
            Err(refused) => trace(effects, now, Event::TaskRefused { key: key.to_string(), why: refused.to_string() }),
        }
        result
    }

    /// Changes a task's status and takes care of all that comes with it.
    pub fn set(&mut self, id: TaskId, to: Status, note: &str, now: Tick, effects: &mut Vec<Effect>) {
        let mut changes = Vec::new();
        self.tasks.set(id, to, note, now, &mut changes);
        self.tell(changes, now, effects);
    }

    /// Traces changes of status, and lets go of what belonged to tasks that have ended.
    fn tell(&mut self, changes: Vec<Change>, now: Tick, effects: &mut Vec<Effect>) {
        for change in changes {
            if change.to.is_final() {
                self.works.remove(&change.task);
                if self.executor.running().is_some_and(|running| running.task == Some(change.task)) {
                    self.executor.cancel("its task has ended", now, effects);
                }
                if self.asked.as_ref().is_some_and(|asked| asked.task == change.task) {
                    self.asked = None;
                }
                if let Some(task) = self.tasks.get(change.task) {
                    match change.to {
                        Status::Done => self.cooling.worked(task.key()),
                        Status::Failed { .. } => self.cooling.failed(task.key(), now),
                        _ => {}
                    }
                }
            }
            let Change { task, from, to, note } = change;
            trace(effects, now, Event::TaskChanged { task, from, to, note });
        }
    }

    pub fn fail(&mut self, id: TaskId, class: StallClass, why: &str, now: Tick, effects: &mut Vec<Effect>) {
        self.set(id, Status::Failed { class }, why, now, effects);
    }

    /// Ends pauses that are over and questions that nobody answered.
    pub fn sweep(&mut self, now: Tick, effects: &mut Vec<Effect>) {
        let mut changes = Vec::new();
        self.tasks.sweep(now, &mut changes);
        self.tell(changes, now, effects);
    }

    /// Who asks for the body: at most one task of each lane, the one that comes first there.
    pub fn claims(&self, situation: &Situation<'_>, paused: bool) -> Vec<Claim> {
        let mut claims = Vec::new();
        for lane in [Lane::Upkeep, Lane::Task] {
            if paused && lane == Lane::Task {
                continue;
            }
            let wants_body = |task: &&Task| is_runnable(task.status());
            let first = self.tasks.open().filter(|task| task.lane() == lane).filter(wants_body).min_by_key(|task| {
                let asked_by_user = task.origin().who() != Who::User;
                (
                    // What is done in the fire goes before other work, and needs of the body before everything.
                    lane == Lane::Task && !self.is_due(task.id(), situation),
                    needs::rank(task.goal(), situation.is_walled_in()),
                    asked_by_user,
                    task.status() != Status::Active,
                    task.id(),
                )
            });
            if let Some(task) = first {
                let why = alloc::format!("{}: {}", task.key(), task.origin().why());
                claims.push(Claim { controller: Controller::of(lane), task: Some(task.id()), why });
            }
        }
        claims
    }

    /// Whether the task has something in a fire for which it must set out now.
    fn is_due(&self, id: TaskId, situation: &Situation<'_>) -> bool {
        let work = self.works.get(&id).filter(|work| work.course.is_some());
        work.and_then(|work| work.steps.first()).is_some_and(|step| leaf::is_collection_due(situation, step, id))
    }

    /// Wakes tasks whose fires are nearly done. Other work was done meanwhile; now it has to wait.
    pub fn collect(&mut self, situation: &Situation<'_>, effects: &mut Vec<Effect>) {
        let waits = |task: &&Task| matches!(task.status(), Status::Blocked { on: BlockedOn::Until(_) });
        let due: Vec<TaskId> =
            (self.tasks.open().filter(waits).map(Task::id)).filter(|id| self.is_due(*id, situation)).collect();
        for id in due {
            self.set(id, Status::Pending, "what is in the fire is nearly done", situation.now, effects);
            let lane = self.tasks.get(id).map(Task::lane);
            let other = |running: &Running| {
                running.task != Some(id) && lane.is_some_and(|lane| Controller::of(lane) == running.controller)
            };
            if self.executor.running().is_some_and(other) {
                self.interrupt("something in the fire is nearly done", situation.now, effects);
            }
        }
    }

    /// Ends tasks whose goals the world shows already, whoever brought it about.
    pub fn reap(&mut self, situation: &Situation<'_>, effects: &mut Vec<Effect>) {
        let fresh = Work::default();
        let is_met = |task: &&Task| goals::is_met(task.goal(), situation, self.works.get(&task.id()).unwrap_or(&fresh));
        let met: Vec<TaskId> = self.tasks.open().filter(is_met).map(Task::id).collect();
        for id in met {
            self.set(id, Status::Done, "the world shows it", situation.now, effects);
        }
    }

    /// The reflex has the body: does what it asks for, unless that is being done already. What is only to be finished
    /// and has ended leaves the body to others.
    pub fn react(&mut self, reaction: Reaction, seen: Seen<'_>, effects: &mut Vec<Effect>) -> Option<Claim> {
        let claim = Claim { controller: Controller::Reflex, task: None, why: reaction.why.clone() };
        let running = self.executor.running();
        let at_it = running.is_some_and(|running| {
            running.controller == Controller::Reflex && is_same(&running.action, &reaction.action)
        });
        if !at_it {
            if reaction.held {
                return None;
            }
            self.interrupt(&reaction.why, seen.now, effects);
            let Reaction { action, why, .. } = reaction;
            let begin = Begin::alone(action, Controller::Reflex, why);
            self.executor.begin(begin, seen, effects);
        }
        Some(claim)
    }

    /// Nobody wants the body: something small that is in nobody's way.
    pub fn pass_time(&mut self, action: Action, why: &str, seen: Seen<'_>, effects: &mut Vec<Effect>) {
        let begin = Begin::alone(action, Controller::Idle, why.into());
        self.executor.begin(begin, seen, effects);
    }

    /// The tasks have the body: the first that finds something to do keeps it.
    pub fn pursue(
        &mut self,
        situation: &Situation<'_>,
        paused: bool,
        seen: Seen<'_>,
        elapsed: u64,
        counters: &mut Counters,
        effects: &mut Vec<Effect>,
    ) -> Option<Claim> {
        for _ in 0..TURNS_MAX {
            let claims = self.claims(situation, paused);
            let claim = claims.into_iter().max_by_key(|claim| claim.controller);
            if let Some(running) = self.executor.running() {
                if claim.is_none() && running.controller == Controller::Idle {
                    return None; // a look is in nobody's way
                }
                let same_lane = claim.as_ref().is_some_and(|claim| claim.controller == running.controller);
                let same_task =
                    running.task.is_some() && claim.as_ref().is_some_and(|claim| claim.task == running.task);
                if same_lane || same_task {
                    // Within a lane an action is never broken off for another task, nor for its own that became urgent.
                    let task = running.task;
                    if let Some(work) = task.and_then(|id| self.works.get_mut(&id)) {
                        work.quiet_ticks += elapsed;
                    }
                    return claim.map(|claim| Claim { task, ..claim });
                }
                let why = claim.as_ref().map_or("nobody wants it any more", |claim| &claim.why);
                let for_upkeep = claim.as_ref().is_some_and(|claim| claim.controller == Controller::Upkeep);
                if for_upkeep && running.controller == Controller::Task {
                    counters.upkeep_interruptions += 1;
                }
                self.interrupt(why, seen.now, effects);
            }
            let claim = claim?;
            let id = claim.task?;
            self.works.entry(id).or_default().quiet_ticks += elapsed;
            if self.work_on(id, situation, seen, counters, effects) {
                return Some(claim);
            }
        }
        None
    }

    /// Whether some task could go on now, or pauses between two tries.
    pub fn has_runnable(&self) -> bool {
        self.tasks.open().any(|task| is_runnable(task.status()))
    }

    /// Something more urgent takes the body: the running action is cancelled, its task waits and will plan again.
    pub fn interrupt(&mut self, why: &str, now: Tick, effects: &mut Vec<Effect>) {
        let Some(running) = self.executor.cancel(why, now, effects) else { return };
        let Some(id) = running.task else { return };
        let Some(work) = self.works.get_mut(&id) else { return };
        work.put_aside();
        work.interruptions = work.interruptions.saturating_add(1);
        if work.interruptions >= INTERRUPTIONS_MAX {
            self.fail(id, StallClass::Endangered, "danger kept coming in between", now, effects);
        } else {
            self.set(id, Status::Pending, why, now, effects);
        }
    }

    /// The body died: what was urgent for it is no longer so.
    pub fn drop_urgent(&mut self, now: Tick, effects: &mut Vec<Effect>) {
        let urgent: Vec<TaskId> = self.tasks.open().filter(|task| task.lane() == Lane::Upkeep).map(Task::id).collect();
        for id in urgent {
            self.cancel(id, CancelReason::Moot, "the body died", now, effects);
        }
    }

    pub fn cancel(&mut self, id: TaskId, why: CancelReason, note: &str, now: Tick, effects: &mut Vec<Effect>) {
        self.set(id, Status::Cancelled { why }, note, now, effects);
    }
}

/// Tasks that may have their turn in one tick: a few that end at once; the rest waits for the next tick.
const TURNS_MAX: usize = 4;

/// Whether a task could go on now, or pauses between two tries.
fn is_runnable(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Active | Status::Blocked { on: BlockedOn::Retry(_) })
}

/// Whether what the reflex wants is what is being done: the same deed about the same creature, which may have moved a little.
fn is_same(running: &Action, wanted: &Action) -> bool {
    match (running, wanted) {
        (Action::Flee { from: old, .. }, Action::Flee { from: new, .. }) => old.within(*new, FLEE_STALE_FINE),
        _ => running.verb() == wanted.verb(),
    }
}

/// Times a task may be interrupted without getting anything done in between.
pub const INTERRUPTIONS_MAX: u8 = 24;

pub fn trace(effects: &mut Vec<Effect>, tick: Tick, event: Event) {
    effects.push(Effect::Trace(Trace { tick, event }));
}

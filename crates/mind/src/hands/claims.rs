//! The claim of each controller: what it would do with the body. Only the granted claim is carried out.

use crate::agenda::{Agenda, Task, is_runnable};
use crate::hands::Hands;
use crate::hands::arbiter::{Claim, Controller, Deed};
use crate::hands::executor::{Begin, Running};
use crate::hands::guard::{Guard, Reaction};
use crate::hands::leaf;
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wants::Wishes;
use crate::wire::reason::Reason;
use core::cmp::Reverse;
use tasks::{Lane, Priority, Status, TaskId, Who};
use vocab::Action;

/// A reflex's flee action is issued again once the mob has moved this far, in thousandths of a block.
const FLEE_STALE_FINE: u64 = 4_000;
/// An attack is issued again once its target is this far from where the last attack was aimed, in thousandths of a
/// block: the mob has run, or it is another one.
const ATTACK_STALE_FINE: u64 = 5_000;
/// Most tasks of one lane that are asked for an action in one tick. Several may end at once; the rest wait for the next
/// tick.
const TURNS_MAX: usize = 4;
/// Most parents of a task that are looked through. Plans make children of children, and none goes deeper.
const PARENTS_MAX: usize = 8;

/// The mind's state from which the controllers make their claims on the body.
#[derive(Debug)]
pub struct Claims<'a, 't> {
    pub situation: &'a Situation<'a>,
    /// The action that the reflexes want at once, if any.
    pub reaction: Option<Reaction>,
    pub agenda: &'a mut Agenda,
    pub hands: &'a mut Hands,
    pub guard: &'a mut Guard,
    pub wishes: &'a mut Wishes,
    pub turn: &'a mut Turn<'t>,
}

impl Claims<'_, '_> {
    pub fn of(&mut self, controller: Controller) -> Option<Claim> {
        match controller {
            Controller::Reflex => self.reflex(),
            Controller::Upkeep => self.lane(Lane::Upkeep),
            Controller::Task if self.wishes.paused => None,
            Controller::Task => self.lane(Lane::Task),
            Controller::Idle => self.idle(),
        }
    }

    /// The reflex's claim: its action, or to continue the running one if it is the same. An action whose rule no longer
    /// fires may finish but is not begun again.
    fn reflex(&mut self) -> Option<Claim> {
        let Reaction { action, held, why } = self.reaction.take()?;
        let is_at_it =
            |running: &Running| running.controller == Controller::Reflex && is_same(&running.action, &action);
        let deed = match self.hands.executor.running() {
            Some(running) if is_at_it(running) => Deed::Keep,
            _ if held => return None,
            _ => Deed::Begin(Begin::alone(action, Controller::Reflex, why.clone())),
        };
        Some(Claim { controller: Controller::Reflex, task: None, deed, why })
    }

    /// The claim of a lane: that of its first task that has something to do. Only a preempting task interrupts a
    /// running action of its lane.
    fn lane(&mut self, lane: Lane) -> Option<Claim> {
        let controller = Controller::of(lane);
        for _ in 0..TURNS_MAX {
            let first = self.first(lane)?;
            let (id, why) = (first.id(), first.origin().why().clone());
            if let Some(task) = self.kept(controller, first) {
                return Some(Claim { controller, task: Some(task), deed: Deed::Keep, why });
            }
            let preempted = self.hands.executor.running().is_some_and(|running| running.controller == controller);
            if let Some(deed) = self.hands.work_on(id, self.agenda, self.situation, self.turn) {
                let why = if preempted { Reason::PreemptedBy(id) } else { why };
                return Some(Claim { controller, task: Some(id), deed, why });
            }
        }
        None
    }

    /// The open task whose running action continues, although the task `first` now comes first in the lane.
    fn kept(&self, controller: Controller, first: &Task) -> Option<TaskId> {
        let running = self.hands.executor.running()?;
        let id = running.task?;
        let task = self.agenda.tasks().get(id).filter(|task| is_runnable(task.status()))?;
        let goes_on = running.controller == controller && !self.preempts(first, task);
        // A task whose urgency was raised does not interrupt its own action.
        (goes_on || first.id() == id).then_some(id)
    }

    /// Whether a task may interrupt the running action of another task in its lane.
    fn preempts(&self, first: &Task, running: &Task) -> bool {
        let is_now = |task: &Task| task.priority() == Priority::Now;
        let is_due = |task: &Task| self.is_due(task.id());
        first.id() != running.id() && (is_now(first) && !is_now(running) || is_due(first) && !is_due(running))
    }

    /// The task of a lane that gets the body first: one that must empty a furnace now, then by the goal's rank, then by
    /// priority.
    fn first(&self, lane: Lane) -> Option<&Task> {
        let walled_in = self.situation.is_walled_in();
        let wants_body = |task: &&Task| task.lane() == lane && is_runnable(task.status());
        self.agenda.tasks().open().filter(wants_body).min_by_key(|task| {
            (
                Reverse(lane == Lane::Task && self.is_due(task.id())),
                task.goal().rank(walled_in),
                Reverse(task.priority()),
                if task.priority() == Priority::High { self.turn_of(task) } else { 0 },
                Reverse(self.is_of(task, Who::Thought)),
                task.status() != Status::Active,
                task.id(),
            )
        })
    }

    /// The order of tasks of high priority: those that upkeep asked for are short and go first, then what people asked for,
    /// then the agent's own that have waited long.
    fn turn_of(&self, task: &Task) -> u8 {
        match task.origin().who() {
            Who::Upkeep => 0,
            _ if self.is_of(task, Who::User) => 1,
            _ => 2,
        }
    }

    /// Whether the task or one of its parents was asked for by these. Tasks of thoughts go before those of drives, which only
    /// fill the time.
    fn is_of(&self, task: &Task, who: Who) -> bool {
        let root = core::iter::successors(Some(task), |task| self.agenda.tasks().get(task.parent()?));
        root.take(PARENTS_MAX).any(|task| task.origin().who() == who)
    }

    /// Whether the task must go to a furnace now to take its batch out.
    fn is_due(&self, id: TaskId) -> bool {
        is_due(self.agenda, self.situation, id)
    }

    /// The claim of an idle body: leave a hostile mob's view, or look at a place.
    fn idle(&mut self) -> Option<Claim> {
        let controller = Controller::Idle;
        let claim = |deed, why| Some(Claim { controller, task: None, deed, why });
        match self.hands.executor.running() {
            Some(running) if running.controller == controller => claim(Deed::Keep, running.why.clone()),
            Some(_) => None,
            None => {
                let look = self.guard.look(self.turn.now()).map(|look| (look, Reason::LostSight));
                let away = || Some((self.wishes.away(self.situation)?, Reason::Watched));
                let (action, why) = look.or_else(away)?;
                claim(Deed::Begin(Begin::alone(action, controller, why.clone())), why)
            }
        }
    }
}

/// Whether the task must go to a furnace now to take its batch out.
pub fn is_due(agenda: &Agenda, situation: &Situation<'_>, id: TaskId) -> bool {
    let work = agenda.get(id).map(|pursuit| &pursuit.work).filter(|work| work.course.is_some());
    work.and_then(|work| work.steps.first()).is_some_and(|step| leaf::is_collection_due(situation, step, id))
}

/// Whether the running action is the one that the reflex wants: the same verb and mob, which may have moved a little.
fn is_same(running: &Action, wanted: &Action) -> bool {
    match (running, wanted) {
        (Action::Flee { from: old, .. }, Action::Flee { from: new, .. }) => old.within(*new, FLEE_STALE_FINE),
        (Action::Attack { kind, near: old }, Action::Attack { kind: other, near: new }) => {
            kind == other && old.within(*new, ATTACK_STALE_FINE)
        }
        _ => running.verb() == wanted.verb(),
    }
}

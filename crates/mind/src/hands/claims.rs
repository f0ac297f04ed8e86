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
use tasks::{Lane, Priority, Status, TaskId};
use vocab::Action;

/// Flee is reissued once the threat has moved this far, in thousandths of a block.
const FLEE_STALE_FINE: u64 = 4_000;
/// Tasks of a lane that are considered in one tick. Several may end at once; the rest wait for the next tick.
const TURNS_MAX: usize = 4;

/// The state that claims are made from.
#[derive(Debug)]
pub struct Claims<'a, 't> {
    pub situation: &'a Situation<'a>,
    /// The action that the reflexes want at once.
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

    /// The reflex's action, or the running action if it is the same. A held reaction may finish but is not begun again.
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

    /// The claim of the first task of a lane that has something to do. Only a preempting task interrupts an action of its lane.
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

    /// The open task whose running action continues although `first` comes first in the lane.
    fn kept(&self, controller: Controller, first: &Task) -> Option<TaskId> {
        let running = self.hands.executor.running()?;
        let id = running.task?;
        let task = self.agenda.tasks().get(id).filter(|task| task.is_open())?;
        let goes_on = running.controller == controller && !self.preempts(first, task);
        // A task whose urgency was raised continues its own action.
        (goes_on || first.id() == id).then_some(id)
    }

    /// Whether a task may interrupt the action of another task in its lane.
    fn preempts(&self, first: &Task, running: &Task) -> bool {
        let is_now = |task: &Task| task.priority() == Priority::Now;
        let is_due = |task: &Task| self.is_due(task.id());
        first.id() != running.id() && (is_now(first) && !is_now(running) || is_due(first) && !is_due(running))
    }

    /// The first task of a lane. A task that must empty a furnace now goes before other work, and needs of the body go before
    /// everything.
    fn first(&self, lane: Lane) -> Option<&Task> {
        let walled_in = self.situation.is_walled_in();
        let wants_body = |task: &&Task| task.lane() == lane && is_runnable(task.status());
        self.agenda.tasks().open().filter(wants_body).min_by_key(|task| {
            (
                Reverse(lane == Lane::Task && self.is_due(task.id())),
                task.goal().rank(walled_in),
                Reverse(task.priority()),
                task.status() != Status::Active,
                task.id(),
            )
        })
    }

    /// Whether it is time for the task to go to a furnace and take its batch out.
    fn is_due(&self, id: TaskId) -> bool {
        is_due(self.agenda, self.situation, id)
    }

    /// An action for an idle body: leave a hostile mob's view, or look at a place.
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

/// Whether it is time for the task to go to a furnace and take its batch out.
pub fn is_due(agenda: &Agenda, situation: &Situation<'_>, id: TaskId) -> bool {
    let work = agenda.get(id).map(|pursuit| &pursuit.work).filter(|work| work.course.is_some());
    work.and_then(|work| work.steps.first()).is_some_and(|step| leaf::is_collection_due(situation, step, id))
}

/// Whether the running action is the one that the reflex wants: the same verb and creature, which may have moved a little.
fn is_same(running: &Action, wanted: &Action) -> bool {
    match (running, wanted) {
        (Action::Flee { from: old, .. }, Action::Flee { from: new, .. }) => old.within(*new, FLEE_STALE_FINE),
        _ => running.verb() == wanted.verb(),
    }
}

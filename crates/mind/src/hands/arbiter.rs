//! Decides which of four controllers has the body this tick, in a fixed order of precedence.

use crate::hands::executor::Begin;
use crate::hands::questions::Question;
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use serde::{Deserialize, Serialize};
use tasks::{Lane, TaskId};

/// A controller of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    #[default]
    Idle,
    Task,
    Upkeep,
    Reflex,
}

/// The order in which controllers are asked what they want. The first that claims the body gets it. This is the only place
/// where precedence is written down.
pub const PRECEDENCE: [Controller; 4] = [Controller::Reflex, Controller::Upkeep, Controller::Task, Controller::Idle];

impl Controller {
    pub const fn of(lane: Lane) -> Controller {
        match lane {
            Lane::Task => Controller::Task,
            Lane::Upkeep => Controller::Upkeep,
        }
    }
}

/// A controller's claim on the body, with the deed that it would do.
#[derive(Debug, Clone)]
pub struct Claim {
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub deed: Deed,
    pub why: Reason,
}

/// What a controller does with the body once its claim is granted.
#[derive(Debug, Clone)]
pub enum Deed {
    /// Continue the running action.
    Keep,
    /// Do nothing for now: pause between two attempts, or wait for an answer.
    Hold,
    Begin(Begin),
    Ask(Question),
}

/// The controller that has the body.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Arbiter {
    controller: Controller,
    hand_overs: u64,
}

impl Arbiter {
    pub fn controller(&self) -> Controller {
        self.controller
    }

    pub fn hand_overs(&self) -> u64 {
        self.hand_overs
    }

    /// Asks the controllers in the order of precedence and grants the first claim. Later controllers are not asked.
    pub fn grant(claim: impl FnMut(Controller) -> Option<Claim>) -> Option<Claim> {
        PRECEDENCE.into_iter().find_map(claim)
    }

    /// Records which controller has the body now; returns an event when it has changed.
    pub fn hand_over(&mut self, to: Controller, why: Reason) -> Option<Event> {
        let from = core::mem::replace(&mut self.controller, to);
        (from != to).then(|| {
            self.hand_overs += 1;
            Event::HandOver { from, to, why }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Controller::{Idle, Reflex, Task, Upkeep};
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn reflex_comes_before_upkeep_before_tasks_before_idling_and_later_ones_are_not_asked() {
        for (claiming, granted, asked) in [
            (vec![], None, vec![Reflex, Upkeep, Task, Idle]),
            (vec![Idle], Some(Idle), vec![Reflex, Upkeep, Task, Idle]),
            (vec![Idle, Task], Some(Task), vec![Reflex, Upkeep, Task]),
            (vec![Idle, Task, Upkeep], Some(Upkeep), vec![Reflex, Upkeep]),
            (vec![Idle, Task, Upkeep, Reflex], Some(Reflex), vec![Reflex]),
        ] {
            let mut were_asked = Vec::new();
            let claim = Arbiter::grant(|controller| {
                were_asked.push(controller);
                let claim = Claim { controller, task: None, deed: Deed::Hold, why: Reason::Turn };
                claiming.contains(&controller).then_some(claim)
            });
            assert_eq!((claim.map(|claim| claim.controller), were_asked), (granted, asked), "{claiming:?} claim");
        }
    }

    #[test]
    fn a_hand_over_is_traced_once() {
        let mut arbiter = Arbiter::default();
        let told = [Idle, Task, Task, Reflex, Reflex, Idle].map(|to| arbiter.hand_over(to, Reason::Turn).is_some());
        assert_eq!(told, [false, true, false, true, false, true]);
        assert_eq!(arbiter.hand_overs(), 3);
    }
}

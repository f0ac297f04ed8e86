//! Decides which of four controllers has the body this tick, in a fixed order of precedence.

use crate::hands::executor::Begin;
use crate::hands::questions::Question;
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use serde::{Deserialize, Serialize};
use tasks::{Lane, TaskId};

/// A part of the mind that can control the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    #[default]
    Idle,
    Task,
    Upkeep,
    Reflex,
}

/// The order in which controllers are asked what they want. The first that claims the body gets it. Their precedence is
/// written down only here.
pub const PRECEDENCE: [Controller; 4] = [Controller::Reflex, Controller::Upkeep, Controller::Task, Controller::Idle];

impl Controller {
    pub const fn of(lane: Lane) -> Controller {
        match lane {
            Lane::Task => Controller::Task,
            Lane::Upkeep => Controller::Upkeep,
        }
    }
}

/// A controller's claim on the body, and what it would do with it.
#[derive(Debug, Clone)]
pub struct Claim {
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub deed: Deed,
    pub why: Reason,
}

/// What a controller does with the body when its claim is granted.
#[derive(Debug, Clone)]
pub enum Deed {
    /// The controller continues its running action.
    Keep,
    /// The controller does nothing for now: it pauses between two attempts, or waits for an answer. It keeps the body.
    Hold,
    Begin(Begin),
    Ask(Question),
}

/// Remembers which controller has the body.
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

    /// Asks the controllers in the order of precedence and returns the first claim. Later controllers are not asked.
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

//! Who controls the body this tick: exactly one of four, in a fixed order.

use crate::wire::effect::Effect;
use crate::wire::trace::{Event, Trace};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::{Lane, TaskId};
use vocab::Tick;

/// A controller of the body. The order is the order of precedence, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    #[default]
    Idle,
    Task,
    Upkeep,
    Reflex,
}

impl Controller {
    pub const fn of(lane: Lane) -> Controller {
        match lane {
            Lane::Task => Controller::Task,
            Lane::Upkeep => Controller::Upkeep,
        }
    }
}

/// Who asks for the body, and what for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub why: String,
}

/// Who has the body.
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

    /// Gives the body to the highest claim, and to nobody when there is none. Says who has it.
    pub fn decide(&mut self, claims: &[Claim], now: Tick, effects: &mut Vec<Effect>) -> Option<Claim> {
        let highest = claims.iter().max_by_key(|claim| claim.controller).cloned();
        let to = highest.as_ref().map_or(Controller::Idle, |claim| claim.controller);
        if to != self.controller {
            let why = highest.as_ref().map_or_else(|| "nothing to do".into(), |claim| claim.why.clone());
            let event = Event::HandOver { from: self.controller, to, why };
            effects.push(Effect::Trace(Trace { tick: now, event }));
            self.controller = to;
            self.hand_overs += 1;
        }
        highest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn claim(controller: Controller) -> Claim {
        Claim { controller, task: None, why: String::new() }
    }

    #[test]
    fn the_highest_claim_has_the_body_and_changes_are_told_once() {
        use Controller::{Idle, Reflex, Task, Upkeep};
        let mut arbiter = Arbiter::default();
        for (claims, controller, told) in [
            (vec![], Idle, 0),
            (vec![Task], Task, 1),
            (vec![Task, Upkeep], Upkeep, 1),
            (vec![Upkeep, Reflex, Task], Reflex, 1),
            (vec![Upkeep, Reflex, Task], Reflex, 0),
            (vec![Task], Task, 1),
        ] {
            let mut effects = vec![];
            arbiter.decide(&claims.into_iter().map(claim).collect::<Vec<_>>(), Tick(0), &mut effects);
            assert_eq!((arbiter.controller(), effects.len()), (controller, told));
        }
        assert_eq!(arbiter.hand_overs(), 4);
    }
}

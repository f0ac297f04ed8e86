//! Turns tasks into actions: grants the body, runs the action, settles its outcome.

pub mod answers;
pub mod arbiter;
pub mod claims;
pub mod executor;
pub mod guard;
pub mod leaf;
pub mod lessons;
pub mod questions;
pub mod settle;
pub mod site;
pub mod think;
pub mod verify;

use crate::agenda::Agenda;
use crate::hands::arbiter::{Claim, Controller, Deed};
use crate::turn::Turn;
use crate::wire::reason::Reason;
use executor::Executor;
use questions::Questions;
use serde::{Deserialize, Serialize};

/// What the agent has in progress: the one running action and the open questions to the world.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hands {
    pub executor: Executor,
    pub questions: Questions,
    /// How often the agent changed its search direction. The next search walk uses another direction.
    pub turns: u32,
}

impl Hands {
    /// Carries out the claim that was granted the body. A running action of another controller or task is cancelled
    /// first.
    pub fn carry_out(&mut self, claim: Claim, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        let Claim { controller, task, deed, why } = claim;
        if let Some(task) = task.filter(|task| agenda.tasks().is_open(*task)) {
            agenda.pursuit(task).work.quiet_ticks += turn.elapsed;
        }
        if matches!(deed, Deed::Keep) {
            return;
        }
        let interrupts_task = self.executor.running().is_some_and(|running| running.controller == Controller::Task);
        if controller == Controller::Upkeep && interrupts_task {
            turn.counters.upkeep_interruptions += 1;
        }
        self.let_go(why, agenda, turn);
        match deed {
            Deed::Keep | Deed::Hold => {}
            Deed::Begin(begin) => {
                self.executor.begin(begin, turn);
            }
            Deed::Ask(question) => self.questions.ask(question, turn),
        }
    }

    /// Cancels the running action, if there is one. Its task waits for another turn.
    pub fn let_go(&mut self, why: Reason, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        let Some(running) = self.executor.cancel(why.clone(), turn) else { return };
        if let Some(task) = running.task {
            agenda.interrupted(task, why, turn);
        }
    }
}

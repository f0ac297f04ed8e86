//! The way in for other threads: orders to the running agent and lines said to it, and the answers back.
//!
//! Invariant: every order is answered exactly once: refused at once, answered by the mind, or refused when the run ends.
//! An answer is given only after the input that holds the order is durable.

use mind::effect::CommandAnswer;
use mind::input::{Command, CommandId, Heard, Order};
use mind::{Effect, Input};
use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// Orders that may wait for the next mind tick. A person sends a few; a program that sends more is told to slow down.
pub const ORDERS_WAITING_MAX: usize = 64;
/// Lines that may wait for the next mind tick.
pub const LINES_WAITING_MAX: usize = 64;
/// Longest line that is taken in; the game cuts its chat there too.
pub const LINE_CHARS_MAX: usize = 256;

/// Why the door did not take something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the agent is not running")]
    Closed,
    #[error("{ORDERS_WAITING_MAX} orders or lines wait for the agent already; try again when it has answered some")]
    Full,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unanswered {
    #[error("the agent stopped before it answered")]
    Ended,
    #[error("the agent has not answered yet")]
    NotYet,
}

/// What became of an order, with the id under which the journal has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    pub id: CommandId,
    pub answer: CommandAnswer,
}

/// The claim to one answer.
#[derive(Debug)]
pub struct Pending(Receiver<Answered>);

impl Pending {
    /// Waits at most so long for the answer. After `NotYet` it can be asked again.
    pub fn wait(&self, at_most: Duration) -> Result<Answered, Unanswered> {
        self.0.recv_timeout(at_most).map_err(|error| match error {
            RecvTimeoutError::Timeout => Unanswered::NotYet,
            RecvTimeoutError::Disconnected => Unanswered::Ended,
        })
    }
}

#[derive(Debug, Default)]
struct Desk {
    closed: bool,
    orders: VecDeque<(Order, SyncSender<Answered>)>,
    lines: VecDeque<Heard>,
    /// Taken by the run, not answered yet.
    taken: BTreeMap<CommandId, SyncSender<Answered>>,
}

/// A handle to a running agent. Clones lead to the same agent.
#[derive(Debug, Clone, Default)]
pub struct Door(Arc<Mutex<Desk>>);

impl Door {
    pub fn new() -> Door {
        Door::default()
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        // Each change to the desk is complete by itself, so a panic elsewhere leaves it usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over an order; the agent takes it at its next mind tick.
    pub fn order(&self, order: Order) -> Result<Pending, Refused> {
        let mut desk = self.desk();
        if desk.closed {
            return Err(Refused::Closed);
        }
        if desk.orders.len() >= ORDERS_WAITING_MAX {
            return Err(Refused::Full);
        }
        let (tell, answer) = sync_channel(1);
        desk.orders.push_back((order, tell));
        Ok(Pending(answer))
    }

    /// Says a line to the agent, cut at [`LINE_CHARS_MAX`].
    pub fn say(&self, who: &str, text: &str) -> Result<(), Refused> {
        let mut desk = self.desk();
        if desk.closed {
            return Err(Refused::Closed);
        }
        if desk.lines.len() >= LINES_WAITING_MAX {
            return Err(Refused::Full);
        }
        let cut = |text: &str| text.chars().take(LINE_CHARS_MAX).collect();
        desk.lines.push_back(Heard { who: cut(who), text: cut(text) });
        Ok(())
    }

    /// Puts everything that waits into an input. Ids go on from the number of commands that the journal has, so that no two
    /// commands of one life share an id, however often it was restarted.
    pub(crate) fn put_into(&self, input: &mut Input, commands_before: u64) {
        let mut desk = self.desk();
        input.heard.extend(desk.lines.drain(..));
        let orders: Vec<_> = desk.orders.drain(..).collect();
        for (id, (order, tell)) in (commands_before + 1..).map(CommandId).zip(orders) {
            desk.taken.insert(id, tell);
            input.commands.push(Command { id, order });
        }
    }

    /// Hands answers to whoever waits for them. Nobody may be waiting any more; then the journal alone has the answer.
    pub(crate) fn answer(&self, effects: &[Effect]) {
        for effect in effects {
            if let Effect::Answer { command, answer } = effect
                && let Some(tell) = self.desk().taken.remove(command)
            {
                let _ = tell.try_send(Answered { id: *command, answer: answer.clone() });
            }
        }
    }

    /// Refuses what waits and whatever comes later: the run has ended.
    pub(crate) fn close(&self) {
        *self.desk() = Desk { closed: true, ..Desk::default() };
    }
}

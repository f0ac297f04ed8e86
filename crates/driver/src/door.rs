//! The way in for other threads: orders to the running agent and lines said to it, the answers back, and the speed.
//!
//! Invariant: every order is answered exactly once: refused at once, answered by the mind, or refused when the run ends.
//! An answer is given only after the input that holds the order is durable.

use crate::pace::Speed;
use mind::effect::CommandAnswer;
use mind::input::{Command, CommandId, Heard, Order};
use mind::{Effect, Input};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// Most orders that may wait for the next mind tick. A person sends a few; a program that sends more is told to slow
/// down.
pub const ORDERS_WAITING_MAX: usize = 64;
/// Most lines of chat that may wait for the next mind tick.
pub const LINES_WAITING_MAX: usize = 64;
/// Most characters of a line of chat that are taken in; the game cuts its chat there too.
pub const LINE_CHARS_MAX: usize = 256;

/// Why an order or a line was not handed over to the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the agent is not running")]
    Closed,
    #[error("{ORDERS_WAITING_MAX} orders or lines wait for the agent already; try again when it has answered some")]
    Full,
}

/// Why an order has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unanswered {
    #[error("the agent stopped before it answered")]
    Ended,
    #[error("the agent has not answered yet")]
    NotYet,
}

/// The agent's answer to an order, with the id under which the journal has the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    pub id: CommandId,
    pub answer: CommandAnswer,
}

/// A receiver for the answer to one order.
#[derive(Debug)]
pub struct Pending(Receiver<Answered>);

impl Pending {
    /// Waits at most this long for the answer to the order. After `NotYet` it can be called again.
    pub fn wait(&self, at_most: Duration) -> Result<Answered, Unanswered> {
        self.0.recv_timeout(at_most).map_err(|error| match error {
            RecvTimeoutError::Timeout => Unanswered::NotYet,
            RecvTimeoutError::Disconnected => Unanswered::Ended,
        })
    }
}

/// The callback that gets the answer to an order. It is dropped without a call when there will be no answer.
struct Tell(Box<dyn FnOnce(Answered) + Send>);

impl fmt::Debug for Tell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tell")
    }
}

#[derive(Debug, Default)]
struct Desk {
    closed: bool,
    orders: VecDeque<(Order, Tell)>,
    lines: VecDeque<Heard>,
    /// Orders that the run has taken and not answered yet, by command id.
    taken: BTreeMap<CommandId, Tell>,
}

/// A handle through which other threads give orders to a running agent. Clones lead to the same agent.
#[derive(Debug, Clone, Default)]
pub struct Door {
    desk: Arc<Mutex<Desk>>,
    dial: Arc<AtomicU32>,
}

/// What the dial shows while nobody has asked for another speed, and when time is to pass as fast as it can.
const UNTURNED: u32 = 0;
const FULL_SPEED: u32 = u32::MAX;

impl Door {
    pub fn new() -> Door {
        Door::default()
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        // Each change to the waiting orders is complete by itself, so a panic in another thread leaves them usable.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes time pass at this speed from the next mind tick on. A world elsewhere has a time of its own.
    pub fn set_speed(&self, speed: Speed) {
        let shown = match speed {
            Speed::Times(times) => times.max(1),
            Speed::Max => FULL_SPEED,
        };
        self.dial.store(shown, Ordering::Relaxed);
    }

    /// The speed that was asked for last; `None` if nobody has asked for another one than the run began with.
    pub fn speed(&self) -> Option<Speed> {
        match self.dial.load(Ordering::Relaxed) {
            UNTURNED => None,
            FULL_SPEED => Some(Speed::Max),
            times => Some(Speed::Times(times)),
        }
    }

    /// Hands over an order; the agent takes it at its next mind tick. Returns a receiver for the answer.
    pub fn order(&self, order: Order) -> Result<Pending, Refused> {
        let (tell, answer) = sync_channel(1);
        self.order_then(order, move |answered| {
            let _ = tell.try_send(answered); // the caller may no longer wait for the answer
        })?;
        Ok(Pending(answer))
    }

    /// Hands over an order for a caller that cannot block. `tell` is called in the run's thread, so it must return at
    /// once; it is dropped without a call when the run ends before the answer.
    pub fn order_then(&self, order: Order, tell: impl FnOnce(Answered) + Send + 'static) -> Result<(), Refused> {
        let mut desk = self.desk();
        if desk.closed {
            return Err(Refused::Closed);
        }
        if desk.orders.len() >= ORDERS_WAITING_MAX {
            return Err(Refused::Full);
        }
        desk.orders.push_back((order, Tell(Box::new(tell))));
        Ok(())
    }

    /// Says a line to the agent, which hears it at its next mind tick. The line is cut at [`LINE_CHARS_MAX`].
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

    /// Puts all waiting orders and lines into the mind's input. Command ids continue from the number of commands in the
    /// journal, so that no two commands of one life share an id, however often it was restarted.
    pub(crate) fn put_into(&self, input: &mut Input, commands_before: u64) {
        let mut desk = self.desk();
        input.heard.extend(desk.lines.drain(..));
        let orders: Vec<_> = desk.orders.drain(..).collect();
        for (id, (order, tell)) in (commands_before + 1..).map(CommandId).zip(orders) {
            desk.taken.insert(id, tell);
            input.commands.push(Command { id, order });
        }
    }

    /// Hands the agent's answers to the callers that wait for them. A caller may no longer wait; then only the journal
    /// has the answer.
    pub(crate) fn answer(&self, effects: &[Effect]) {
        for effect in effects {
            let Effect::Answer { command, answer } = effect else { continue };
            let tell = self.desk().taken.remove(command); // the lock is released before `tell` is called
            if let Some(Tell(tell)) = tell {
                tell(Answered { id: *command, answer: answer.clone() });
            }
        }
    }

    /// Closes the door because the run has ended: waiting orders get no answer, and later ones are refused.
    pub(crate) fn close(&self) {
        *self.desk() = Desk { closed: true, ..Desk::default() };
    }
}

//! The seam to a body: something that senses and acts in a world, embedded or far away.

use mind::input::Sensed;
use thiserror::Error;
use vocab::{Action, ActionId, Danger, Digest, Query, QueryId};

/// A body could not be made out of what was saved.
#[derive(Debug, Error)]
pub enum BodyError {
    #[error("the saved world cannot be read by this program ({0}); use the stead that wrote it")]
    Unreadable(String),
}

/// Senses and acts. Requests never block: what comes of them is in a later [`Body::sense`].
///
/// A body that loses its world does not fail. It reports `Link::Waiting` or `Link::Gone` with the last senses it had, and the
/// run goes on: the mind decides what to do without a body.
pub trait Body {
    /// Lets so many game ticks pass: simulates them, or waits until the server has had them. A body whose world is away waits as
    /// long as these ticks last in real time, so that the loop does not spin, and never longer, so that a person can stop it.
    fn advance(&mut self, ticks: u64);
    /// Everything new since the last call.
    fn sense(&mut self) -> Sensed;
    fn act(&mut self, id: ActionId, action: &Action);
    fn cancel(&mut self, id: ActionId);
    /// The hostile creatures to keep away from; replaces what was said before.
    fn beware(&mut self, dangers: &[Danger]);
    fn ask(&mut self, id: QueryId, query: &Query);
    /// Says a line aloud. Speaking interrupts nothing; while the body is away it is lost.
    fn say(&mut self, text: &str);
    /// Stops whatever could do harm while the agent is not in control. An embedded world stands still anyway.
    fn stand_safe(&mut self);
    /// The whole world, when it is in this process and comes back with the mind; `None` when it goes on without us.
    fn save(&self) -> Option<Vec<u8>>;
    /// The digest of the whole world, when it is in this process.
    fn digest(&self) -> Option<Digest>;
}

//! The seam to a body: something that senses and acts in a world, embedded or far away.

use mind::Input;
use thiserror::Error;
use vocab::{Action, ActionId, Danger, Digest, Query, QueryId};

/// A body could not go on. What it did so far stands.
#[derive(Debug, Error)]
pub enum BodyError {
    #[error("the saved world cannot be read by this program ({0}); use the stead that wrote it")]
    Unreadable(String),
    #[error("the world is gone: {0}")]
    Gone(String),
}

/// Senses and acts. Requests never block: what comes of them is in a later [`Body::sense`].
pub trait Body {
    /// Lets so many game ticks pass: simulates them, or waits for the server to have had them.
    fn advance(&mut self, ticks: u64) -> Result<(), BodyError>;
    /// Everything new since the last call. Replies and commands are not a body's to report and stay empty.
    fn sense(&mut self) -> Input;
    fn act(&mut self, id: ActionId, action: &Action);
    fn cancel(&mut self, id: ActionId);
    /// The hostile creatures to keep away from; replaces what was said before.
    fn beware(&mut self, dangers: &[Danger]);
    fn ask(&mut self, id: QueryId, query: &Query);
    /// Stops doing anything that could do harm while nobody is minding it. An embedded world stands still anyway.
    fn stand_safe(&mut self);
    /// The whole world, when it is in this process and comes back with the mind; `None` when it goes on without us.
    fn save(&self) -> Option<Vec<u8>>;
    /// The digest of the whole world, when it is in this process.
    fn digest(&self) -> Option<Digest>;
}

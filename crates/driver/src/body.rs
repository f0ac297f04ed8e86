//! The seam to a body: something that senses and acts in a world, embedded or far away.

use mind::Config;
use mind::input::Sensed;
use thiserror::Error;
use vocab::build::Guarded;
use vocab::{Action, ActionId, BlockPos, Danger, Digest, Query, QueryId};

/// Why a body could not be restored from a saved world.
#[derive(Debug, Error)]
pub enum BodyError {
    #[error("the saved world cannot be read by this program ({0}); use the stead that wrote it")]
    Unreadable(String),
}

/// The agent's body, which senses the world and acts in it. Requests never block: their results are in a later
/// [`Body::sense`].
///
/// A body that loses its world does not fail. It reports `Link::Waiting` or `Link::Gone` with the last senses it had,
/// and the run continues: the mind decides what to do without a body.
pub trait Body {
    /// Lets this many game ticks pass: the body simulates them, or waits until the server has run them. A body whose
    /// world is away waits as long as these ticks last in real time, so that the loop does not spin, and never longer,
    /// so that a person can stop it.
    fn advance(&mut self, ticks: u64);
    /// Everything that the body has sensed since the last call.
    fn sense(&mut self) -> Sensed;
    fn act(&mut self, id: ActionId, action: &Action);
    fn cancel(&mut self, id: ActionId);
    /// Tells the body which hostile creatures to keep away from; replaces the list told before.
    fn beware(&mut self, dangers: &[Danger]);
    /// Tells the body which cells belong to builds of the agent, and are broken or filled by [`Action::Build`] alone; replaces the
    /// list told before.
    fn guard(&mut self, cells: &[Guarded]);
    fn ask(&mut self, id: QueryId, query: &Query);
    /// Lets the body say a line aloud. Speaking interrupts nothing; while the body is away the line is lost.
    fn say(&mut self, text: &str);
    /// Lets a person at the terminal stand in the world: at this place, or near the body if they have no place yet. A
    /// world that has no such visitors ignores it.
    fn visit(&mut self, _who: &str, _at: Option<BlockPos>) {}
    /// Tells the body that a session begins with these settings. They are journalled, so a recovery tells it again.
    fn begin(&mut self, _settings: &Config) {}
    /// Stops whatever could do the body harm while the agent is not in control. An embedded world stands still anyway.
    fn stand_safe(&mut self);
    /// Whether the world is in this process: then [`Body::save`] gives it, and it is simulated again after a restart.
    fn is_in_process(&self) -> bool {
        true
    }
    /// The whole world as bytes, when it is in this process and is restored together with the mind; `None` when the
    /// world continues without this process.
    fn save(&self) -> Option<Vec<u8>>;
    /// The digest of the whole world, when the world is in this process; `None` otherwise.
    fn digest(&self) -> Option<Digest>;
}

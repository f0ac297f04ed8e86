//! The settings of a bus: limits, times, the table of kinds, and the likelihoods.

use crate::attention::Budget;
use crate::kinds::Kind;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Default for the most tracked entities: in a crowded village some forty are in sight.
pub const TRACK_CAP: usize = 64;
/// Largest allowed cap on tracked entities: up to here one tick takes a few milliseconds at most.
pub const TRACK_CAP_MAX: usize = 4_096;

/// The settings of belief; the default is Minecraft with a cap of 64 tracks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Most tracks, including lost ones. Clamped to 1..=[`TRACK_CAP_MAX`].
    pub track_cap: usize,
    /// Whether the server's entity ids are used as evidence.
    pub use_ids: bool,
    pub times: Times,
    pub budget: Budget,
    pub likelihoods: Likelihoods,
    pub kinds: Vec<Kind>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            track_cap: TRACK_CAP,
            use_ids: true,
            times: Times::default(),
            budget: Budget::for_cap(TRACK_CAP),
            likelihoods: Likelihoods::default(),
            kinds: crate::kinds::minecraft(),
        }
    }
}

impl Config {
    /// The default settings with another cap on tracks and a matching limit on work.
    pub fn with_cap(track_cap: usize) -> Config {
        let track_cap = track_cap.clamp(1, TRACK_CAP_MAX);
        Config { track_cap, budget: Budget::for_cap(track_cap), ..Config::default() }
    }
}

/// Times after which a track's state changes, in game ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// After this many ticks unseen, a track is no longer visible but inferred. One missed look is noise, two in a row
    /// hardly ever are (ADR 24).
    pub inferred_after_ticks: u64,
    /// A track unseen for this many ticks is lost.
    pub lost_after_ticks: u64,
    /// Lost tracks are kept for this many ticks.
    pub forget_after_ticks: u64,
    /// An unconfirmed track (seen once) is dropped when unseen for this many ticks.
    pub unconfirmed_after_ticks: u64,
    /// A new track can be recognised as a lost one for this many ticks after its birth.
    pub recognise_within_ticks: u64,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            inferred_after_ticks: 8,
            lost_after_ticks: 60,
            forget_after_ticks: 1_200,
            unconfirmed_after_ticks: 12,
            recognise_within_ticks: 80,
        }
    }
}

/// The probability model for matching detections to tracks, in thousandths of a nat and thousandths of a block.
/// Measured on simulated scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Likelihoods {
    /// How far a walking entity usually deviates from its course within four ticks, in thousandths of a block.
    pub course_sigma: i64,
    /// The cost of matching a detection to a track if that means a change of course.
    pub turn_cost: i32,
    /// The cost of a detection that belongs to no track.
    pub birth_cost: i32,
    /// The cost of matching a detection whose engine id is not the track's own.
    pub id_differs_cost: i32,
    /// The gain of taking a new track for a lost one if their engine ids are equal.
    pub id_recognised_gain: i32,
    /// The cost of taking a new track for a lost one although their engine ids differ.
    pub id_renewed_cost: i32,
    /// Distance that an entity walks between two changes of direction, which decides how fast the possible places of a
    /// lost track spread.
    pub stride: u64,
    /// The log of the area in which new entities appear, in square blocks, minus the log of how often they appear.
    pub area_log: i32,
    /// A new track is recognised as a lost one only if that is likelier than a new entity by this much.
    pub recognise_least: i32,
    /// An unconfirmed track (seen once) is recognised as a lost one only if that is likelier than a new entity by this
    /// much.
    pub recognise_at_sight_least: i32,
    /// The identities of two tracks are in doubt if exchanging their detections would cost less than this.
    pub doubt_margin: i32,
    /// Identities of tracks are changed only if the alternative is likelier by this much.
    pub revise_least: i32,
}

impl Default for Likelihoods {
    fn default() -> Likelihoods {
        Likelihoods {
            course_sigma: 150,
            turn_cost: 1_500,
            birth_cost: 12_000,
            id_differs_cost: 4_500,
            id_recognised_gain: 6_500,
            id_renewed_cost: 1_200,
            stride: 2_500,
            area_log: 10_000,
            recognise_least: 0,
            recognise_at_sight_least: 3_000,
            doubt_margin: 2_000,
            revise_least: 1_000,
        }
    }
}

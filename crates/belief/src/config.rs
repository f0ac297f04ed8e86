//! The settings of a bus: limits, times, the table of kinds, and the likelihoods.

use crate::attention::Budget;
use crate::kinds::Kind;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Default number of tracks: in a crowded village some forty entities are in sight.
pub const TRACK_CAP: usize = 64;
/// Largest cap: up to here one tick takes a few milliseconds at most.
pub const TRACK_CAP_MAX: usize = 4_096;

/// The settings; the default is Minecraft with a cap of 64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Most tracks, including lost ones. Clamped to 1..=[`TRACK_CAP_MAX`].
    pub track_cap: usize,
    /// Whether engine ids are used as evidence.
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
    /// The default settings with another cap and a matching attention budget.
    pub fn with_cap(track_cap: usize) -> Config {
        let track_cap = track_cap.clamp(1, TRACK_CAP_MAX);
        Config { track_cap, budget: Budget::for_cap(track_cap), ..Config::default() }
    }
}

/// Times in game ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// A track unseen for this long is inferred. One missed look is noise, two in a row hardly ever are (ADR 24).
    pub inferred_after_ticks: u64,
    /// A track unseen for this long is lost.
    pub lost_after_ticks: u64,
    /// Lost tracks are kept for this long.
    pub forget_after_ticks: u64,
    /// An unconfirmed track is dropped when unseen for this long.
    pub unconfirmed_after_ticks: u64,
    /// A new track can be recognised as a lost one for this long after its birth.
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

/// The probability model, in thousandths of a nat and thousandths of a block. Measured on simulated scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Likelihoods {
    /// How far a walker deviates from its course within four ticks.
    pub course_sigma: i64,
    /// The cost of a change of course.
    pub turn_cost: i32,
    /// The cost of a detection that belongs to no track.
    pub birth_cost: i32,
    /// The cost of an engine id that is not the track's own.
    pub id_differs_cost: i32,
    /// The gain of recognising a lost track by its engine id.
    pub id_recognised_gain: i32,
    /// The cost of recognising a lost track with a different engine id.
    pub id_renewed_cost: i32,
    /// Distance between two changes of direction, which decides how fast the possible places of a lost track spread.
    pub stride: u64,
    /// The log of the area in which new entities appear, in square blocks, minus the log of how often they do.
    pub area_log: i32,
    /// A recognition must be likelier than a new entity by this much.
    pub recognise_least: i32,
    /// The same for an unconfirmed track.
    pub recognise_at_sight_least: i32,
    /// Two tracks are in doubt if exchanging them would cost less than this.
    pub doubt_margin: i32,
    /// Identities are changed only if the alternative is likelier by this much.
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

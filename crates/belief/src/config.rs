//! What a bus can be told: bounds, times, the table of kinds, and the likelihoods it reasons with.

use crate::attention::Budget;
use crate::kinds::Kind;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Tracks held at once unless told otherwise: a crowded village has some forty things in sight.
pub const TRACK_CAP: usize = 64;
/// The largest cap that can be asked for; one tick stays within a few milliseconds up to here.
pub const TRACK_CAP_MAX: usize = 4_096;

/// Plain settings; `Config::default()` is Minecraft with the cap of 64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// At most this many tracks, lost ones included. Clamped to 1..=[`TRACK_CAP_MAX`].
    pub track_cap: usize,
    /// Whether engine ids count as evidence.
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
    /// The default with another cap, and the attention that it takes.
    pub fn with_cap(track_cap: usize) -> Config {
        let track_cap = track_cap.clamp(1, TRACK_CAP_MAX);
        Config { track_cap, budget: Budget::for_cap(track_cap), ..Config::default() }
    }
}

/// Game ticks after which things count as something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Unseen for this long, a track is inferred. One missed look is noise, two in a row hardly ever are (ADR 24).
    pub inferred_after_ticks: u64,
    /// Unseen for this long, it is lost.
    pub lost_after_ticks: u64,
    /// Lost tracks are remembered for this long.
    pub forget_after_ticks: u64,
    /// A track seen only once is dropped when unseen for this long.
    pub unconfirmed_after_ticks: u64,
    /// A new track may be recognised as a lost one for this long after its birth.
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
    /// How far a walker strays from its course within four ticks.
    pub course_sigma: i64,
    /// How unlikely a change of course is.
    pub turn_cost: i32,
    /// Cost of a detection that belongs to no track.
    pub birth_cost: i32,
    /// Cost of a number that is not the track's.
    pub id_differs_cost: i32,
    /// Gain of recognising a lost track by its number.
    pub id_recognised_gain: i32,
    /// Cost of recognising a lost track that would have been renumbered.
    pub id_renewed_cost: i32,
    /// How far apart two changes of direction are, for the spread of a lost track's whereabouts.
    pub stride: u64,
    /// Log of the area in which new things appear, in square blocks, less the log of how often they do.
    pub area_log: i32,
    /// A recognition must be likelier than a birth by this much.
    pub recognise_least: i32,
    /// The same for a track seen only once.
    pub recognise_at_sight_least: i32,
    /// Two that might have been mixed up by less than this are in doubt.
    pub doubt_margin: i32,
    /// Who is who is changed only for an answer likelier by this much.
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

//! Any bytes as a solve request: answered or refused, never a panic; a plan that comes back has passed the referee.
#![no_main]

use contract::solve::answer_any;
use planner::{Limits, Objective};

/// Enough to leave the first plan, few enough to stay fast.
const LIMITS: Limits = Limits { nodes: Some(20), seed: 0 };

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = answer_any(&*text, Objective::CostAndTime, LIMITS);
});

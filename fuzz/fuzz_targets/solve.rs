//! Feeds arbitrary bytes to the solver as a request: it answers or refuses, and never panics. Every plan is checked
//! by the referee.
#![no_main]

use contract::solve::answer_any;
use planner::{Limits, Objective};

/// Enough nodes to search beyond the first plan, and few enough to stay fast.
const LIMITS: Limits = Limits { nodes: Some(20), seed: 0 };

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = answer_any(&*text, Objective::CostAndTime, LIMITS);
});

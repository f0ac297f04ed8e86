//! Feeds arbitrary text to the parser of goal tags: no panic, and every goal has an amount in range and a key.
#![no_main]

use agency::goal_tag::{AMOUNT_MAX, parse};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(goal) = parse(&String::from_utf8_lossy(bytes)) else { return };
    assert!((1..=AMOUNT_MAX).contains(&goal.amount));
    assert!(goal.key().is_ok() || (goal.target.is_empty() && goal.target_id.is_some()));
});

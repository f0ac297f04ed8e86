//! Feeds arbitrary lines of chat: no panic, and every wish has an amount in range and a target.
#![no_main]

use agency::chat::understand;
use agency::goal_tag::AMOUNT_MAX;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let understood = understand(&String::from_utf8_lossy(bytes));
    for wish in understood.wishes {
        assert!((1..=AMOUNT_MAX).contains(&wish.amount) && !wish.target.is_empty());
    }
});

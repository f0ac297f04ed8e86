//! Feeds arbitrary text to the sanitizer: no panic, no tag or token left, and cleaning twice changes nothing.
#![no_main]

use agency::sanitize::sanitize;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let once = sanitize(&text);
    let lower = once.text.to_lowercase();
    assert!(!lower.contains("[goal") && !lower.contains("intent:"));
    assert_eq!(sanitize(&once.text).text, once.text);
    assert!(once.text.split('\n').count() <= text.split('\n').count());
});

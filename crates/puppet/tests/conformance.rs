//! The conformance suite against the embedded body, over a socket as any mind would come.

mod common;

use common::{Served, platform};
use remote::conformance::{self, Verdict};

/// Holds a body against the whole suite; nothing may fail, and nothing may lack.
fn hold(latency_ticks: u64) {
    let served = Served::new(platform(), latency_ticks, "1");
    let checks = conformance::run(&served.source(), |check| println!("{check}")).unwrap();
    assert!(checks.len() >= 20);
    let bad: Vec<String> =
        checks.iter().filter(|check| check.verdict != Verdict::Passed).map(ToString::to_string).collect();
    assert!(bad.is_empty(), "latency {latency_ticks}:\n{}", bad.join("\n"));
}

#[test]
fn the_embedded_body_passes_the_suite() {
    hold(0);
}

#[test]
fn the_embedded_body_passes_the_suite_two_ticks_late() {
    hold(2);
}

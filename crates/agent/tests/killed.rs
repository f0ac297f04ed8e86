//! Killed at any moment and started again, the agent ends with the same mind and world as without kills.

mod common;

use common::{command, live, stead, timeless};
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;
use vocab::Dice;

/// How often this test kills the agent; the benchmark does it two hundred times.
const KILLS: u32 = 10;
/// The test fails if this many kills of the process were not enough.
const KILLS_MAX: u32 = 60;
/// The agent must have resumed at more different ticks than this, or the kills would prove nothing.
const DIFFERENT: usize = 4;
/// What the agent says once it lives.
const LIVES: [&str; 2] = ["a new life in world", "back at tick "];
/// A kill comes at most this long after the start of the life: long enough to save something on the slowest machine.
const SPAN_MAX_US: u64 = 3_000_000;

#[test]
fn a_life_killed_many_times_ends_like_one_never_killed() {
    let dir = tempfile::tempdir().unwrap();
    let endless = ["run", "--headless", "--json", "--data", "d"];
    let (mut dice, mut ticks, mut last_said) = (Dice::new(2_026), Vec::new(), String::new());
    // The longest time before a kill grows until runs make progress, on a machine of any speed.
    let mut span_us = 200_000;
    for kill in 0..KILLS_MAX {
        let mut child = command(dir.path(), &endless).spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        // Every fourth process is killed while it starts, the others once they live. Anything may be said before that.
        while kill % 4 != 0 && !LIVES.iter().any(|words| said.contains(words)) {
            assert_ne!(lines.read_line(&mut said).unwrap(), 0, "it ended before it lived: {said}");
        }
        std::thread::sleep(Duration::from_micros(dice.below(span_us)));
        child.kill().unwrap();
        lines.read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "killed, not ended: {said}");
        let tick = said.split("back at tick ").nth(1).and_then(|rest| rest.split_whitespace().next());
        ticks.extend(tick.map(|tick| tick.parse::<u64>().unwrap()));
        assert!(ticks.is_sorted(), "it never comes back at an earlier tick: {ticks:?}");
        let mut different = ticks.clone();
        different.dedup();
        if kill + 1 >= KILLS && different.len() > DIFFERENT {
            break;
        }
        // Only a process that lived for long enough has saved something new.
        let progress = different.len() * 2 >= kill as usize;
        span_us = if progress { span_us } else { SPAN_MAX_US.min(span_us * 2) };
        last_said = said;
    }
    let mut different = ticks.clone();
    different.dedup();
    assert!(
        different.len() > DIFFERENT,
        "it came back at too few different ticks: {ticks:?}; it last said: {last_said}"
    );

    // The last process may have run for a while after it resumed.
    let end = stead(dir.path(), &["inspect", "d", "--json"]).json()["last"]["tick"].as_u64().unwrap() + 400;
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(timeless(live(dir.path(), end)), timeless(live(whole.path(), end)));
    let replay = |dir: &tempfile::TempDir| stead(dir.path(), &["replay", "d", "--json"]).json();
    let (after_kills, without) = (replay(&dir), replay(&whole));
    assert_eq!((&after_kills["identical"], &after_kills["to_tick"]), (&true.into(), &end.into()));
    assert_eq!(after_kills["mind_digest"], without["mind_digest"]);
}

#[test]
fn a_life_stopped_and_resumed_ends_like_one_in_one_go() {
    let (whole, pieces) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for ticks in [100, 104, 1_000, 2_400] {
        live(pieces.path(), ticks);
    }
    assert_eq!(timeless(live(pieces.path(), 2_400)), timeless(live(whole.path(), 2_400)));
}

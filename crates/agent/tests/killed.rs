//! Killed at any moment and started again, the agent ends where it would have ended: the same mind, the same world.

mod common;

use common::{command, live, stead, timeless};
use std::time::{Duration, Instant};

/// Kills in this test; the benchmark makes two hundred.
const KILLS: u32 = 10;
const LIFE_TICKS: u64 = 6_000;

/// A stream of numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[test]
fn a_life_with_kills_is_the_life_without() {
    let whole = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let expected = live(whole.path(), LIFE_TICKS);
    let life_us = began.elapsed().as_micros() as u64;

    let dir = tempfile::tempdir().unwrap();
    let ticks = LIFE_TICKS.to_string();
    let args = ["run", "--headless", "--json", "--data", "d", "--ticks", &ticks];
    let (mut dice, mut kills) = (Dice(2_026), 0);
    while kills < KILLS {
        let mut child = command(dir.path(), &args).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(dice.below(life_us * 2 / u64::from(KILLS))));
        child.kill().unwrap();
        kills += u32::from(child.wait().unwrap().code().is_none());
    }
    let ended = live(dir.path(), LIFE_TICKS);
    assert_eq!(timeless(ended), timeless(expected));

    for data in [&dir, &whole] {
        let replayed = stead(data.path(), &["replay", "d", "--json"]);
        assert_eq!(replayed.code, Some(0), "{}{}", replayed.out, replayed.err);
        let json = replayed.json();
        assert_eq!((&json["identical"], &json["to_tick"]), (&true.into(), &LIFE_TICKS.into()));
    }
    let journal = |dir: &tempfile::TempDir| stead(dir.path(), &["replay", "d", "--json"]).json()["mind_digest"].clone();
    assert_eq!(journal(&dir), journal(&whole));
}

#[test]
fn a_life_in_pieces_is_the_life_in_one() {
    let (whole, pieces) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for ticks in [100, 104, 1_000, 2_400] {
        live(pieces.path(), ticks);
    }
    assert_eq!(timeless(live(pieces.path(), 2_400)), timeless(live(whole.path(), 2_400)));
}

//! The time of one mind tick with everything belief does, on one thread.

use crate::scenes::walk;
use belief::{Bus, Config};
use figures::{Asked, Sheet, percentile};
use std::time::{Duration, Instant};
use vocab::{Dice, FinePos, Tick};

const LOOKS: usize = 600;
/// Thousandths of a block that a mob moves between two looks.
const STROLL: i64 = 200;
/// Measurements are repeated for this long, and the best one counts: other programs on the machine slow down most of
/// them.
const RUNS_FOR: Duration = Duration::from_secs(2);
/// Looks that are not timed, because the belief bus still grows its buffers.
const WARM_UP: usize = 100;

/// Microseconds that belief takes for the median tick, in the best of several measurements.
fn microseconds(count: usize, use_ids: bool) -> f64 {
    let looks = walk(count, LOOKS, STROLL, &mut Dice::new(count as u64));
    let run = || {
        let mut bus = Bus::new(Config { use_ids, ..Config::with_cap(count.max(64)) });
        let mut times = Vec::with_capacity(LOOKS);
        for (look, detections) in looks.iter().enumerate() {
            let start = Instant::now();
            let ingested = bus.ingest(Tick(look as u64 * 4 + 4), FinePos::new(0, 64_000, 0), detections);
            std::hint::black_box(bus.emit());
            times.push(start.elapsed());
            assert!(ingested.is_ok(), "ticks are in order");
        }
        let mut times = times.split_off(WARM_UP);
        times.sort_unstable();
        percentile(&times, 50).as_secs_f64() * 1e6
    };
    let start = Instant::now();
    let mut best = run();
    while start.elapsed() < RUNS_FOR {
        best = best.min(run());
    }
    best
}

pub fn figures(sheet: &mut Sheet) {
    for (count, most) in [(15, 3.0), (64, 15.0), (256, 100.0)] {
        sheet.figure(
            &format!("one tick, {count} detections, median of the best run"),
            "µs",
            Asked::AtMost(most),
            microseconds(count, true),
        );
        sheet.figure(
            &format!("  the same without ids, {count} detections"),
            "µs",
            Asked::Told,
            microseconds(count, false),
        );
    }
    let (few, many) = (microseconds(64, true), microseconds(1_024, true));
    sheet.figure("one tick, 1,024 detections, median of the best run", "µs", Asked::Told, many);
    sheet.figure("  the same without ids, 1,024 detections", "µs", Asked::Told, microseconds(1_024, false));
    let log = |n: f64| n * n.log2();
    sheet.figure(
        "growth from 64 to 1,024 detections, best runs, as a part of N·log N",
        "",
        Asked::AtMost(1.0),
        many / few / (log(1_024.0) / log(64.0)),
    );
}

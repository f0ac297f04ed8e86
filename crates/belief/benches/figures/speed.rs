//! One mind tick, all operators, on one thread.

use crate::scenes::{Dice, walk};
use belief::{Bus, Config};
use figures::{Asked, Sheet, percentile};
use std::time::{Duration, Instant};
use vocab::{FinePos, Tick};

const LOOKS: usize = 600;
/// Thousandths of a block between two looks.
const STROLL: i64 = 200;
/// The best of the runs made within this time counts: others use the machine too, often for longer than a run takes.
const RUNS_FOR: Duration = Duration::from_secs(2);
/// Looks before the clock starts.
const WARM_UP: usize = 100;

/// Microseconds per tick at the median, of the best of several runs.
fn microseconds(count: usize, use_ids: bool) -> f64 {
    let looks = walk(count, LOOKS, STROLL, &mut Dice(count as u64));
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
            &format!("one tick, {count} detections, median tick of the best run"),
            "µs",
            Asked::AtMost(most),
            microseconds(count, true),
        );
        sheet.figure(
            &format!("the same without ids, {count}, best run"),
            "µs",
            Asked::Told,
            microseconds(count, false),
        );
    }
    let (few, many) = (microseconds(64, true), microseconds(1_024, true));
    sheet.figure("one tick, 1,024 detections, median tick of the best run", "µs", Asked::Told, many);
    sheet.figure("the same without ids, 1,024, best run", "µs", Asked::Told, microseconds(1_024, false));
    let log = |n: f64| n * n.log2();
    sheet.figure(
        "growth from 64 to 1,024, as a part of N·log N, best runs",
        "",
        Asked::AtMost(1.0),
        many / few / (log(1_024.0) / log(64.0)),
    );
}

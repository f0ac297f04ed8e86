//! Measures the embedded body: bytes of a column on the wire, ticks that it serves a second, and how long a line takes to the mind.

use contract::body::report::Tick;
use contract::body::{Report, Session};
use figures::{Asked, Sheet};
use puppet::{Puppet, column_lines, serve};
use remote::{Connection, Source};
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use world::World;

const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;
const COLUMN_BYTES_MAX: f64 = 40_000.0;
const TICKS: u64 = 4_000;
/// Twenty times real time.
const TICKS_A_SECOND_LEAST: f64 = 400.0;
const LINE_MS_P99: f64 = 2.0;

/// Mean and most bytes of all columns around the spawns of ten worlds.
fn columns() -> (f64, f64) {
    let mut sizes = Vec::new();
    for seed in SEEDS {
        let world = World::new(seed);
        sizes.extend(world.grid().loaded().map(|pos| column_lines(&world, pos).len() as f64));
    }
    let most = sizes.iter().copied().fold(0.0, f64::max);
    (sizes.iter().sum::<f64>() / sizes.len() as f64, most)
}

/// Ticks a second of a body without a connection, each line of which is read and acknowledged.
fn in_process() -> f64 {
    let mut puppet = Puppet::new(World::new(1), 0);
    let mut session = Session::new(8);
    puppet.arrive();
    puppet.hear(Ok(br#"{"type":"hello","protocols":["stead-body/1"],"mind":"bench","view":8}"#.to_vec()));
    let mut run = |ticks: u64| {
        for _ in 0..ticks {
            puppet.tick();
            for line in puppet.take_lines().split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                if let Ok(Report::Tick(Tick { tick, .. })) = session.take(line) {
                    puppet.hear(Ok(format!(r#"{{"type":"ack","tick":{tick}}}"#).into_bytes()));
                }
            }
        }
    };
    run(100);
    let began = Instant::now();
    run(TICKS);
    TICKS as f64 / began.elapsed().as_secs_f64()
}

/// Ticks a second over a socket, as fast as the mind acknowledges them, and the time from an `ack` to the next tick, which is longer
/// than that of a line alone: p99 in milliseconds.
fn over_a_socket(latency_ticks: u64) -> (f64, f64) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound").to_string();
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let body = std::thread::spawn(move || {
        let pace = ("max".parse().expect("a pace"), None);
        let _ = serve::listen(Puppet::new(World::new(1), latency_ticks), listener, pace, &stopped, &mut |_| {});
    });
    let mut link = Connection::open(&Source::Address(address), "bench", 8).expect("the body listens");
    let (mut ticks, mut waits) = (0, Vec::new());
    // The columns come first.
    let (mut began, mut last) = (Instant::now(), Instant::now());
    while ticks < TICKS + 100 && !link.is_over() {
        let came = link.take().iter().filter(|report| matches!(report, Report::Tick(_))).count() as u64;
        if came == 0 {
            std::hint::spin_loop();
            continue;
        }
        if ticks < 100 {
            began = Instant::now();
        } else {
            waits.push(last.elapsed());
        }
        last = Instant::now();
        ticks += came;
    }
    let speed = ticks.saturating_sub(100) as f64 / began.elapsed().as_secs_f64();
    drop(link);
    stop.store(true, Ordering::SeqCst);
    let _ = body.join();
    waits.sort_unstable();
    let p99 = waits.get(waits.len() * 99 / 100).copied().unwrap_or(Duration::MAX);
    (speed, p99.as_secs_f64() * 1_000.0)
}

fn main() -> ExitCode {
    let mut sheet = Sheet::new("body: the embedded world over the body protocol");
    let (mean, most) = columns();
    sheet.figure("bytes of a column on the wire, mean", "B", Asked::Told, mean);
    sheet.figure("bytes of a column on the wire, most", "B", Asked::AtMost(COLUMN_BYTES_MAX), most);
    sheet.figure("ticks a second, in one process", "", Asked::AtLeast(TICKS_A_SECOND_LEAST), in_process());
    for latency_ticks in [0, 2] {
        let (speed, p99) = over_a_socket(latency_ticks);
        let late = format!("latency {latency_ticks}");
        sheet.figure(&format!("ticks a second over a socket, {late}"), "", Asked::AtLeast(TICKS_A_SECOND_LEAST), speed);
        sheet.figure(&format!("an ack to the next tick, p99, {late}"), "ms", Asked::AtMost(LINE_MS_P99), p99);
    }
    sheet.finish()
}

//! How fast text is cleaned: outputs of a model, and input made to be slow.

use agency::sanitize::sanitize;
use figures::{Asked, Sheet, median};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

const CORPUS: &str = include_str!("../../../../fixtures/agency/smollm2.jsonl");
/// The length in bytes of a model output in the throughput figure, as the issue defines it.
const OUTPUT_BYTES: usize = 1_000;
const PER_SECOND_ASKED: f64 = 100_000.0;
const HOSTILE_BYTES: usize = 1_000_000;
const HOSTILE_MS_MAX: f64 = 20.0;
const RUNS: usize = 15;

/// Text patterns whose repetition makes a careless sanitizer slow.
pub const HOSTILE: [(&str, &str); 16] = [
    ("spaces", " "),
    ("lines of spaces", "   \n"),
    ("opening brackets", "["),
    ("closing brackets", "]"),
    ("unclosed tags", "[GOAL: "),
    ("nested tags", "[GOAL: [x] "),
    ("joined tags", "[[GOAL: x]GOAL: "),
    ("one word", "wood "),
    ("drawn-out word", "a"),
    ("combining characters", "e\u{301}\u{302}"),
    ("intents", "INTENT: "),
    ("colons", "*_ :"),
    ("quotes", "\""),
    ("backticks", "`` "),
    ("special tokens", "<|im_<|"),
    ("state", "health: 1x "),
];

/// Test text whose words never repeat in the same order, so that the sanitizer does not cut it short.
pub fn prose(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 16);
    for number in 0_u32.. {
        if text.len() >= bytes {
            break;
        }
        let word = number.wrapping_mul(2_654_435_761);
        text.push_str(["I need ", "then ", "the torch ", "go\n", "you are ", "at "][word as usize % 6]);
        let _ = write!(text, "{word:x} ");
    }
    text
}

/// Real model outputs, joined to texts of about one kilobyte each.
pub fn outputs() -> Vec<String> {
    let texts = CORPUS.lines().map(|line| {
        let output: serde_json::Value = serde_json::from_str(line).expect("a line of the corpus is JSON");
        output["text"].as_str().expect("an output has a text").to_string()
    });
    let mut outputs = vec![String::new()];
    for text in texts {
        let last = outputs.last_mut().expect("there is one");
        last.push_str(&text);
        last.push('\n');
        if last.len() >= OUTPUT_BYTES {
            outputs.push(String::new());
        }
    }
    outputs.pop();
    outputs
}

/// The CPU time of this thread in nanoseconds, so that other programs on the machine do not count. Falls back to
/// the wall clock where CPU time is not available.
fn now_ns(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    ran.unwrap_or_else(|| start.elapsed().as_nanos() as f64)
}

/// The median CPU time of the work, in seconds.
fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let before = now_ns(start);
            work();
            now_ns(start) - before
        })
        .collect();
    median(&mut times) / 1e9
}

/// How many texts the sanitizer cleans per second of CPU time. Each text is cleaned many times, so that one measurement is long
/// compared with the clock's resolution, which is 4 ms on some machines.
fn per_second(texts: &[String]) -> f64 {
    const TIMES: usize = 200;
    let taken = seconds(|| {
        for text in texts.iter().cycle().take(TIMES * texts.len()) {
            black_box(sanitize(black_box(text)));
        }
    });
    (TIMES * texts.len()) as f64 / taken
}

pub fn figures(sheet: &mut Sheet) {
    let outputs = outputs();
    let mean = outputs.iter().map(String::len).sum::<usize>() / outputs.len();
    sheet.figure("real outputs: mean length", "bytes", Asked::Told, mean as f64);
    let real = per_second(&outputs);
    sheet.figure("real outputs a second", "", Asked::Told, real);
    // Asked for outputs of 1 KB, so longer ones count for more.
    let of_1_kb = real * mean as f64 / OUTPUT_BYTES as f64;
    sheet.figure("KB of real outputs a second", "", Asked::AtLeast(PER_SECOND_ASKED), of_1_kb);
    let plain: Vec<String> = (0..100).map(|_| prose(OUTPUT_BYTES)).collect();
    sheet.figure(
        "outputs of 1 KB that nothing cuts, a second",
        "",
        Asked::AtLeast(PER_SECOND_ASKED),
        per_second(&plain),
    );
    let whole = [("prose that nothing cuts", prose(HOSTILE_BYTES))];
    let hostile = HOSTILE.map(|(name, pattern)| (name, pattern.repeat(HOSTILE_BYTES / pattern.len())));
    for (name, text) in hostile.iter().chain(&whole) {
        let taken = seconds(|| {
            black_box(sanitize(black_box(text)));
        });
        sheet.figure(&format!("1 MB of {name}"), "ms", Asked::AtMost(HOSTILE_MS_MAX), taken * 1e3);
    }
}

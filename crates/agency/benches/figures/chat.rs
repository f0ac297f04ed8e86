//! How long a line of chat takes, and the longest one. What the lines mean is a test (`tests/chat_lines.rs`).

use agency::chat::{LINE_CHARS_MAX, understand};
use figures::{Asked, Sheet, percentile, timings};
use std::hint::black_box;

const TABLES: [&str; 3] = [
    include_str!("../../tests/chat_lines.tsv"),
    include_str!("../../tests/chat_lines_held_out.tsv"),
    include_str!("../../tests/chat_lines_fresh.tsv"),
];
const RUNS: usize = 15;

pub fn figures(sheet: &mut Sheet) {
    let lines: Vec<&str> =
        TABLES.iter().flat_map(|table| table.lines()).filter_map(|row| row.split('\t').next()).collect();
    let understood = timings(RUNS, || {
        for line in &lines {
            black_box(understand(black_box(line)));
        }
    });
    let mean = percentile(&understood, 50).as_secs_f64() * 1e6 / lines.len() as f64;
    sheet.figure("a line of chat, mean", "µs", Asked::Told, mean);
    // In this test line every word is unknown, so each word is compared with the whole vocabulary.
    let mut slow: String = "get 3 qwertzui and ".repeat(LINE_CHARS_MAX);
    slow.truncate(LINE_CHARS_MAX);
    let longest = timings(RUNS, || {
        black_box(understand(black_box(&slow)));
    });
    sheet.figure("the longest line, all misspelt", "ms", Asked::Told, percentile(&longest, 50).as_secs_f64() * 1e3);
}

//! The table at the end of every benchmark: what was asked, what was measured, and whether it was reached.
//!
//! A benchmark collects its figures in a [`Sheet`], prints it and returns its exit code: a missed figure fails the
//! run.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What is asked of a benchmark figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Asked {
    AtMost(f64),
    AtLeast(f64),
    Exactly(f64),
    /// The figure is printed, but nothing is asked of it.
    Told,
}

impl Asked {
    fn holds(self, measured: f64) -> bool {
        match self {
            Asked::AtMost(limit) => measured <= limit,
            Asked::AtLeast(limit) => measured >= limit,
            Asked::Exactly(value) => (measured - value).abs() < f64::EPSILON,
            Asked::Told => true,
        }
    }

    fn text(self) -> String {
        match self {
            Asked::AtMost(limit) => format!("≤ {}", number(limit)),
            Asked::AtLeast(limit) => format!("≥ {}", number(limit)),
            Asked::Exactly(value) => format!("= {}", number(value)),
            Asked::Told => "–".into(),
        }
    }
}

#[derive(Debug)]
struct Row {
    what: String,
    unit: &'static str,
    asked: Asked,
    measured: f64,
}

/// All figures of one benchmark.
#[derive(Debug)]
pub struct Sheet {
    title: String,
    rows: Vec<Row>,
}

impl Sheet {
    pub fn new(title: &str) -> Self {
        Self { title: title.into(), rows: Vec::new() }
    }

    pub fn figure(&mut self, what: &str, unit: &'static str, asked: Asked, measured: f64) {
        self.rows.push(Row { what: what.into(), unit, asked, measured });
    }

    pub fn missed(&self) -> usize {
        self.rows.iter().filter(|row| !row.asked.holds(row.measured)).count()
    }

    /// The table of benchmark figures as Markdown, aligned for a terminal.
    pub fn render(&self) -> String {
        let mut cells = vec![["figure".to_string(), "asked".into(), "measured".into(), String::new()]];
        for row in &self.rows {
            let verdict = match row.asked {
                Asked::Told => "",
                asked if asked.holds(row.measured) => "holds",
                _ => "MISSED",
            };
            let measured = format!("{} {}", number(row.measured), row.unit);
            cells.push([row.what.clone(), row.asked.text(), measured.trim_end().into(), verdict.into()]);
        }
        let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
        let widths = [width(0), width(1), width(2), width(3)];
        let mut out = format!("## {}\n\n", self.title);
        for (index, row) in cells.iter().enumerate() {
            let line: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(out, "| {} |", line.join(" | "));
            if index == 0 {
                let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                let _ = writeln!(out, "| {} |", rule.join(" | "));
            }
        }
        let _ = writeln!(out, "\n{} figures, {} missed", self.rows.len(), self.missed());
        out
    }

    /// Prints the table of figures; the exit code is a failure when a figure was missed.
    pub fn finish(self) -> ExitCode {
        print!("{}", self.render());
        if self.missed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// Writes a number for people: large ones with thousands separators, small ones with three significant digits.
fn number(value: f64) -> String {
    if value.fract() == 0.0 || value.abs() >= 1_000.0 {
        let digits = format!("{:.0}", value.abs());
        let mut out = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index) % 3 == 0 {
                out.push(',');
            }
            out.push(digit);
        }
        return if value < 0.0 { format!("-{out}") } else { out };
    }
    let decimals = if value.abs() >= 100.0 {
        1
    } else if value.abs() >= 1.0 {
        2
    } else {
        4
    };
    format!("{value:.decimals$}")
}

/// Runs `work` this many times and returns the durations, shortest first.
pub fn timings(runs: usize, mut work: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

/// The value at a percentile of a sorted list of durations.
pub fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}

/// The middle value; for an even number of values, the mean of the two middle ones.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        length if length % 2 == 0 => f64::midpoint(values[half - 1], values[half]),
        _ => values[half],
    }
}

/// The probability that a 95 % confidence interval leaves out on each side.
const TAIL: f64 = 0.025;
/// How often the search range is halved to find a confidence bound: enough for all printed digits.
const HALVINGS: u32 = 100;

/// The exact 95 % confidence interval for the expected number of events, given a count (Garwood's interval for a
/// Poisson rate).
pub fn poisson_interval_95(count: u64) -> (f64, f64) {
    // The probability of at most `most` events at this Poisson rate.
    let at_most = |rate: f64, most: u64| {
        let mut term = (-rate).exp();
        let mut sum = term;
        for event in 1..=most {
            term *= rate / event as f64;
            sum += term;
        }
        sum
    };
    let beyond = 10.0 + 4.0 * count as f64;
    let low = if count == 0 { 0.0 } else { falls_to(1.0 - TAIL, beyond, |rate| at_most(rate, count - 1)) };
    (low, falls_to(TAIL, beyond, |rate| at_most(rate, count)))
}

/// The exact 95 % confidence interval for a proportion, given `hits` of `tries` (Clopper-Pearson interval).
pub fn proportion_interval_95(hits: u64, tries: u64) -> (f64, f64) {
    // The probability of at most `most` hits at this proportion.
    let at_most = |part: f64, most: u64| {
        let mut choose = 1.0_f64;
        let mut sum = 0.0;
        for hit in 0..=most {
            sum += choose * part.powi(hit as i32) * (1.0 - part).powi((tries - hit) as i32);
            choose *= (tries - hit) as f64 / (hit + 1) as f64;
        }
        sum
    };
    let low = if hits == 0 { 0.0 } else { falls_to(1.0 - TAIL, 1.0, |part| at_most(part, hits - 1)) };
    let high = if hits >= tries { 1.0 } else { falls_to(TAIL, 1.0, |part| at_most(part, hits)) };
    (low, high)
}

/// Finds where a decreasing function reaches a value, between 0 and `end`.
fn falls_to(value: f64, end: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if function(middle) > value { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_figure_is_marked_and_counted() {
        let mut sheet = Sheet::new("planner");
        sheet.figure("objective", "", Asked::Exactly(320.0), 320.0);
        sheet.figure("first plan", "ms", Asked::AtMost(1.0), 1.5);
        sheet.figure("memory", "MB", Asked::Told, 12_345.0);
        assert_eq!(sheet.missed(), 1);
        let table = sheet.render();
        assert!(table.contains("| first plan | ≤ 1   | 1.50 ms   | MISSED |"), "{table}");
        assert!(table.contains("12,345 MB"), "{table}");
    }

    #[test]
    fn percentiles_stay_inside_the_list() {
        let times: Vec<Duration> = (1..=10).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Duration::from_millis(6));
        assert_eq!(percentile(&times, 100), Duration::from_millis(10));
    }

    #[test]
    fn the_median_is_the_middle_value() {
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(&mut [4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
        assert!(median(&mut []).is_nan());
    }

    #[test]
    fn intervals_are_those_of_the_published_tables() {
        let check = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 0.001 && (high - expected.1).abs() < 0.001, "{low} {high}");
        };
        check(poisson_interval_95(0), (0.0, 3.689));
        check(poisson_interval_95(8), (3.454, 15.763));
        check(poisson_interval_95(100), (81.364, 121.627));
        check(proportion_interval_95(0, 10), (0.0, 0.3085));
        check(proportion_interval_95(36, 40), (0.7634, 0.9721));
        check(proportion_interval_95(40, 40), (0.9119, 1.0));
    }
}

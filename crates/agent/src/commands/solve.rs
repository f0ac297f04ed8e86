//! `stead solve`: plans for other programs. JSON in (`mc-temporal-v1`), JSON out.

use crate::say::{say, tell};
use contract::solve::{REQUEST_BYTES_MAX, Verdict, answer_any};
use planner::{Limits, Objective};
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// File with one request; `-` or nothing reads standard input.
    file: Option<PathBuf>,
    /// One request a line on standard input (or in FILE), one answer a line.
    #[arg(long)]
    jsonl: bool,
    /// What is made small: `cost` (10 × action cost + buckets) or `makespan` (ticks; cost breaks ties).
    #[arg(long, default_value = "cost", value_parser = objective)]
    objective: Objective,
    /// Search nodes at most; left out, a budget that fits the request.
    #[arg(long)]
    nodes: Option<u64>,
}

fn objective(name: &str) -> Result<Objective, String> {
    match name {
        "cost" => Ok(Objective::CostAndTime),
        "makespan" => Ok(Objective::Makespan),
        _ => Err("must be `cost` or `makespan`".into()),
    }
}

/// Read of one request: a byte more than is answered, to see that it is too long.
const READ_BYTES_MAX: u64 = REQUEST_BYTES_MAX as u64 + 1;
/// Exit codes: bad request, unsolved.
const BAD_REQUEST: u8 = 2;
const UNSOLVED: u8 = 3;

pub fn run(args: &Args) -> ExitCode {
    match solve(args) {
        Ok(code) => code,
        Err(error) => {
            let file = args.file.as_ref().map_or("standard input".into(), |file| file.display().to_string());
            tell!(
                "stead solve: {file}: cannot be read ({error}); name a file with a request, or `-` for standard input"
            );
            ExitCode::from(BAD_REQUEST)
        }
    }
}

fn solve(args: &Args) -> std::io::Result<ExitCode> {
    let mut input: Box<dyn BufRead> = match &args.file {
        Some(file) if file.as_os_str() != "-" => Box::new(std::io::BufReader::new(std::fs::File::open(file)?)),
        _ => Box::new(std::io::stdin().lock()),
    };
    let mut worst = Verdict::Solved;
    if args.jsonl {
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            if (&mut input).take(READ_BYTES_MAX).read_until(b'\n', &mut text)? == 0 {
                break;
            }
            if text.len() as u64 == READ_BYTES_MAX {
                input.skip_until(b'\n')?; // what is read already is too long for an answer
            }
            if !text.iter().all(u8::is_ascii_whitespace) {
                worst = worst.max(answer(args, &text, line));
            }
        }
    } else {
        let mut text = Vec::new();
        input.take(READ_BYTES_MAX).read_to_end(&mut text)?;
        worst = answer(args, &text, 1);
    }
    Ok(match worst {
        Verdict::Solved => ExitCode::SUCCESS,
        Verdict::Unsolved => ExitCode::from(UNSOLVED),
        Verdict::BadRequest => ExitCode::from(BAD_REQUEST),
    })
}

/// Answers one request, which began in that line of the input.
fn answer(args: &Args, text: &[u8], line: u64) -> Verdict {
    let limits = Limits { nodes: args.nodes, ..Limits::default() };
    let (mut answer, verdict) = answer_any(&String::from_utf8_lossy(text), args.objective, limits);
    if args.jsonl && verdict == Verdict::BadRequest {
        name_line(&mut answer, line);
    }
    say!("{answer}");
    verdict
}

/// A request that is one line of many knows its column; the line is the input's.
fn name_line(answer: &mut serde_json::Value, line: u64) {
    let outcome = ["detail", "error"].into_iter().find(|key| answer[*key].is_string());
    let Some(serde_json::Value::String(text)) = outcome.map(|key| &mut answer[key]) else { return };
    let place = text.strip_prefix("bad_request: ").unwrap_or(text);
    if place.starts_with("line 1,") || place.starts_with("line 1:") {
        *text = text.replacen("line 1", &format!("line {line}"), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_the_inputs_where_the_request_names_one() {
        for (before, after) in [
            (r#"{"detail":"line 1, column 2: no"}"#, r#"{"detail":"line 7, column 2: no"}"#),
            (r#"{"detail":"line 1: no"}"#, r#"{"detail":"line 7: no"}"#),
            (r#"{"error":"bad_request: line 1, column 2: no"}"#, r#"{"error":"bad_request: line 7, column 2: no"}"#),
            (r#"{"detail":"ops[3].id: \"line 1:\" twice"}"#, r#"{"detail":"ops[3].id: \"line 1:\" twice"}"#),
            (r#"{"detail":"line 12, column 2"}"#, r#"{"detail":"line 12, column 2"}"#),
            ("{}", "{}"),
        ] {
            let mut answer = serde_json::from_str(before).unwrap();
            name_line(&mut answer, 7);
            assert_eq!(answer.to_string(), after);
        }
    }
}

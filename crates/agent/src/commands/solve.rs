//! `stead solve`: plans for other programs. Reads JSON (`mc-temporal-v1`) and prints JSON.

use crate::say::{say, tell};
use contract::solve::{AnswerKind, REQUEST_BYTES_MAX, Source, answer_any};
use planner::{Limits, Objective};
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file with one request; `-` or nothing for standard input.
    file: Option<PathBuf>,
    /// Read one request per line from standard input (or FILE), and print one answer per line.
    #[arg(long)]
    jsonl: bool,
    /// What to minimise: `cost` (10 × action cost + buckets) or `makespan` (ticks; cost breaks ties).
    #[arg(long, default_value = "cost", value_parser = objective)]
    objective: Objective,
    /// Search at most this many nodes [default: depends on the request].
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

/// Most bytes read of one request: one more than is allowed, so that a too long request is noticed.
const READ_BYTES_MAX: u64 = REQUEST_BYTES_MAX as u64 + 1;
/// Exit code for an invalid planning request.
const BAD_REQUEST: u8 = 2;
/// Exit code for a planning request that has no plan.
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
    let mut worst = AnswerKind::Solved;
    if args.jsonl {
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            if (&mut input).take(READ_BYTES_MAX).read_until(b'\n', &mut text)? == 0 {
                break;
            }
            if text.len() as u64 == READ_BYTES_MAX {
                input.skip_until(b'\n')?; // the part already read is too long to be answered
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
        AnswerKind::Solved => ExitCode::SUCCESS,
        AnswerKind::Unsolved => ExitCode::from(UNSOLVED),
        AnswerKind::BadRequest => ExitCode::from(BAD_REQUEST),
    })
}

/// Answers one planning request, which begins at this line of the input.
fn answer(args: &Args, text: &[u8], first_line: usize) -> AnswerKind {
    let limits = Limits { nodes: args.nodes, ..Limits::default() };
    let text = String::from_utf8_lossy(text);
    let (answer, kind) = answer_any(Source { text: &text, first_line }, args.objective, limits);
    say!("{answer}");
    kind
}

//! `stead solve`: plans for other programs. JSON in (`mc-temporal-v1`), JSON out.

use contract::solve::{Verdict, answer_any};
use planner::{Limits, Objective};
use std::io::{BufRead, Read, Write};
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

/// Exit codes: bad request, unsolved.
const BAD_REQUEST: u8 = 2;
const UNSOLVED: u8 = 3;

pub fn run(args: &Args) -> ExitCode {
    match solve(args) {
        Ok(code) => code,
        Err(error) => {
            let file = args.file.as_ref().map_or("standard input".into(), |file| file.display().to_string());
            eprintln!("stead solve: {file}: {error}");
            ExitCode::from(BAD_REQUEST)
        }
    }
}

fn solve(args: &Args) -> std::io::Result<ExitCode> {
    let mut input: Box<dyn BufRead> = match &args.file {
        Some(file) if file.as_os_str() != "-" => Box::new(std::io::BufReader::new(std::fs::File::open(file)?)),
        _ => Box::new(std::io::stdin().lock()),
    };
    let limits = Limits { nodes: args.nodes, ..Limits::default() };
    let mut out = std::io::stdout().lock();
    let mut answer = |bytes: &[u8]| -> std::io::Result<Verdict> {
        let (answer, verdict) = answer_any(&String::from_utf8_lossy(bytes), args.objective, limits);
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
        out.flush()?;
        Ok(verdict)
    };
    let mut worst = Verdict::Solved;
    if args.jsonl {
        for line in input.split(b'\n') {
            let line = line?;
            if !line.iter().all(u8::is_ascii_whitespace) {
                worst = worst.max(answer(&line)?);
            }
        }
    } else {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        worst = answer(&bytes)?;
    }
    Ok(match worst {
        Verdict::Solved => ExitCode::SUCCESS,
        Verdict::Unsolved => ExitCode::from(UNSOLVED),
        Verdict::BadRequest => ExitCode::from(BAD_REQUEST),
    })
}

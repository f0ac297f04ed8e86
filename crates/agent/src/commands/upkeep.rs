//! `stead upkeep plan FILE`: the upkeep scheduler alone. It reads an `mc-maint-v1` instance and prints a schedule.
//!
//! Exit codes: 0 scheduled, 3 unmet, 2 bad input, 1 undecided within the effort.

mod notes;

use crate::say::{out, say, tell};
use clap::Subcommand;
use contract::plain;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;
use upkeep::plan::explain::{prevented, reason};
use upkeep::plan::instance::Instance;
use upkeep::plan::solve::{Effort, PlanResult, Schedule, plan, plan_with};
use upkeep::plan::unmet::Unmet;
use upkeep::plan::words::{beat, why};

/// Largest input file in bytes: a thousand times the largest sensible upkeep instance.
const FILE_BYTES_MAX: u64 = 16 << 20;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plan the cheapest upkeep schedule for an instance.
    Plan(PlanArgs),
}

#[derive(Debug, clap::Args)]
struct PlanArgs {
    /// The instance, an `mc-maint-v1` object; `-` reads standard input.
    file: PathBuf,
    /// Explain in words why each action is there and what it beats, instead of printing JSON.
    #[arg(long)]
    explain: bool,
    /// Try at most this many actions; the same number gives the same answer everywhere.
    #[arg(long, value_name = "N")]
    tries: Option<u64>,
}

#[derive(Debug, thiserror::Error)]
enum InputError {
    #[error("{0}: cannot be read ({1}); name a file with an `mc-maint-v1` object in UTF-8")]
    Io(String, std::io::Error),
    #[error("{0}: larger than {FILE_BYTES_MAX} bytes; an instance has a few thousand")]
    TooLarge(String),
    #[error("{0}: {1}; `mc-maint-v1` is described in docs/formats.md")]
    Json(String, String),
    #[error("{0}: {1}")]
    Refused(String, String),
}

pub fn run(args: &Args) -> ExitCode {
    let Command::Plan(args) = &args.command;
    match run_plan(args) {
        Ok(code) => code,
        Err(error) => {
            tell!("stead upkeep plan: {error}");
            ExitCode::from(2)
        }
    }
}

fn run_plan(args: &PlanArgs) -> Result<ExitCode, InputError> {
    let piped = args.file.as_os_str() == "-";
    let name = if piped { "standard input".into() } else { args.file.display().to_string() };
    let instance: Instance = serde_json::from_str(plain::unmarked(&read((!piped).then_some(&args.file), &name)?))
        .map_err(|error| InputError::Json(name.clone(), plain::told(&error)))?;
    let result = match args.tries {
        Some(tries_max) => plan_with(&instance, Effort { tries_max }),
        None => plan(&instance),
    };
    let result = result.map_err(|refusal| InputError::Refused(name, plain::cut(&refusal.to_string())))?;
    if args.explain {
        out(format_args!("{}", told(&instance, &result)));
    } else {
        say!("{}", as_json(&instance, &result));
    }
    Ok(match result {
        PlanResult::Scheduled(_) => ExitCode::SUCCESS,
        PlanResult::Unmet(_) => ExitCode::from(3),
        PlanResult::Undecided { bound, tried } => {
            tell!(
                "stead upkeep plan: undecided: {tried} tries found no schedule and no proof that there is none \
                 (one would cost {bound} or more); give more than {tried} with --tries"
            );
            ExitCode::FAILURE
        }
    })
}

/// The text of the file, or of standard input.
fn read(file: Option<&PathBuf>, name: &str) -> Result<String, InputError> {
    let io = |error| InputError::Io(name.into(), error);
    let mut text = String::new();
    let limit = FILE_BYTES_MAX + 1;
    let read = match file {
        Some(file) => std::fs::File::open(file).and_then(|file| file.take(limit).read_to_string(&mut text)),
        None => std::io::stdin().take(limit).read_to_string(&mut text),
    };
    read.map_err(io)?;
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(InputError::TooLarge(name.into()));
    }
    Ok(text)
}

fn as_json(instance: &Instance, result: &PlanResult) -> serde_json::Value {
    let mut json = match result {
        PlanResult::Scheduled(schedule) => scheduled_json(instance, schedule),
        PlanResult::Unmet(unmet) => unmet_json(instance, unmet),
        PlanResult::Undecided { bound, tried } => json!({"status": "undecided", "bound": bound, "tried": tried}),
    };
    let notes = notes::notes(instance);
    if !notes.is_empty() {
        json["notes"] = notes.into();
    }
    json
}

fn scheduled_json(instance: &Instance, schedule: &Schedule) -> serde_json::Value {
    let actions: Vec<serde_json::Value> = (schedule.actions.iter().enumerate())
        .map(|(index, action)| {
            json!({
                "op": instance.operators[action.operator].id,
                "start_step": action.start_step,
                "start_tick": action.start_step as i64 * instance.step_ticks,
                "why": why(instance, prevented(instance, &schedule.actions, index)),
            })
        })
        .collect();
    json!({
        "status": "scheduled",
        "optimal": schedule.optimal(),
        "cost": schedule.tally.cost,
        "bound": schedule.bound,
        "interruptions": schedule.tally.interruptions,
        "warn_steps": schedule.tally.warn_steps,
        "actions": actions,
    })
}

fn unmet_json(instance: &Instance, unmet: &Unmet) -> serde_json::Value {
    let mut answer = json!({
        "status": "unmet",
        "metric": instance.metrics[unmet.metric].id,
        "at_step": unmet.at_step,
        "missing": unmet.to_string(),
    });
    if !unmet.exact {
        answer["exact"] = json!(false);
    }
    answer
}

fn told(instance: &Instance, result: &PlanResult) -> String {
    let mut text = match result {
        PlanResult::Scheduled(schedule) => told_scheduled(instance, schedule),
        PlanResult::Unmet(unmet) => told_unmet(instance, unmet),
        PlanResult::Undecided { .. } => String::new(), // reported on standard error
    };
    for note in notes::notes(instance) {
        let _ = writeln!(text, "note: {note}");
    }
    text
}

fn told_scheduled(instance: &Instance, schedule: &Schedule) -> String {
    let proof = if schedule.optimal() { "proven least".into() } else { format!("at best {}", schedule.bound) };
    let mut out = format!(
        "cost {} ({proof}), {} interruptions, {} steps at or below warn\n",
        schedule.tally.cost, schedule.tally.interruptions, schedule.tally.warn_steps
    );
    for index in 0..schedule.actions.len() {
        let reason = reason(instance, schedule, index);
        let tick = reason.action.start_step as i64 * instance.step_ticks;
        let _ = write!(
            out,
            "tick {tick:>6}  {}\n    why    {}\n    costs  resource {}, disruption {}, risk {}\n    beat   {}\n",
            instance.operators[reason.action.operator].id,
            why(instance, reason.prevents),
            reason.resource,
            reason.disruption,
            reason.risk,
            beat(instance, &reason),
        );
    }
    out
}

fn told_unmet(instance: &Instance, unmet: &Unmet) -> String {
    let tick = unmet.at_step as i64 * instance.step_ticks;
    let metric = &instance.metrics[unmet.metric].id;
    let when = if unmet.exact { "at" } else { "by" };
    format!("unmet: {metric} goes critical {when} tick {tick} whatever is done\n    missing  {unmet}\n")
}

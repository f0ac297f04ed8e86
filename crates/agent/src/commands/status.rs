//! `stead status`: what the running agent does and why, and how it is.

use super::reach::Reach;
use crate::view::frame::{Ink, Line};
use crate::view::text::{bar, clock, number, part_of_day, times};
use std::process::ExitCode;
use window::wire::{Progress, Status};

/// Width of a task's progress bar, in characters.
const BAR_CELLS: usize = 16;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    reach: Reach,
}

pub fn run(args: &Args) -> ExitCode {
    args.reach.show("/v1/status", lines)
}

fn lines(status: &Status) -> Vec<Line> {
    let mut lines = vec![head(status), now(status)];
    lines.push(Line::label("why").and(Ink::Plain, &*status.why));
    lines.extend(status.task.as_ref().map(|task| {
        Line::label("task")
            .and(Ink::Plain, format!("{} {}  ", task.id, task.key))
            .and(Ink::Good, bar(u64::from(task.done), u64::from(task.of), BAR_CELLS))
            .and(Ink::Plain, format!(" {}/{}", task.done, task.of))
    }));
    lines.push(body(status));
    lines.push(Line::label("bag").and(Ink::Plain, bag(status)));
    let tasks = &status.tasks;
    let counts =
        format!("{} done, {} failed, {} open", number(tasks.completed), number(tasks.failed), number(tasks.open));
    lines.push(Line::label("tasks").and(Ink::Plain, counts));
    if status.deaths > 0 {
        lines.push(Line::label("deaths").and(Ink::Bad, format!("died {}", times(u64::from(status.deaths)))));
    }
    lines.extend(notices(status).into_iter().map(|notice| Line::label("").and(Ink::Bad, notice)));
    lines
}

fn head(status: &Status) -> Line {
    let time = status.time_of_day.map(|time| format!(" {} {}", clock(time), part_of_day(time))).unwrap_or_default();
    let when = format!("day {}{time}", status.day);
    let rest = format!("  ·  tick {}  ·  {}  ·  seed {}", number(status.tick), status.speed, status.seed);
    Line::label("time").and(Ink::Plain, when).and(Ink::Dim, rest)
}

fn now(status: &Status) -> Line {
    let now = Line::label("now").and(Ink::Bold, &*status.doing);
    let now = match status.action {
        Some(Progress { done, of }) if of > 1 => now.and(Ink::Dim, format!("  {done}/{of}")),
        _ => now,
    };
    let controller = status.controller.as_ref().map(|controller| format!("  ({controller})"));
    now.and(Ink::Dim, controller.unwrap_or_default())
}

fn body(status: &Status) -> Line {
    let level = |level: Option<u8>| level.map_or("unknown".into(), |level| format!("{level}/20"));
    let ink = |level: Option<u8>| if level.is_some_and(|level| level >= 8) { Ink::Good } else { Ink::Bad };
    let place = status.at.map(|[x, y, z]| format!("  at {x} {y} {z}")).unwrap_or_default();
    Line::label("health")
        .and(ink(status.health), level(status.health))
        .and(Ink::Dim, "  food ")
        .and(ink(status.food), level(status.food))
        .and(Ink::Dim, place)
}

/// The items that the agent carries, as text, largest count first.
fn bag(status: &Status) -> String {
    let mut items: Vec<(&String, &u32)> = status.bag.iter().collect();
    items.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    let named: Vec<String> = items.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
    if named.is_empty() { "nothing".into() } else { named.join(", ") }
}

/// Messages about what keeps the agent from its work.
fn notices(status: &Status) -> Vec<String> {
    let paused = status.paused.then(|| "paused; `stead resume` lets it go back to work".into());
    let trouble = status.trouble.as_ref().map(|why| format!("waiting, time stands still: {why}"));
    let away = match status.link.as_str() {
        "waiting" => Some("the body is away and expected back".into()),
        "gone" => Some("the body is gone".into()),
        _ => None,
    };
    [paused, trouble, away].into_iter().flatten().collect()
}

//! `stead tasks`: the running agent's tasks, each with its goal, how far it is, who asked for it and why.

use super::reach::Reach;
use crate::view::frame::{Ink, Line};
use crate::view::text::number;
use std::process::ExitCode;
use window::wire::{Task, Tasks};

/// How many ended tasks are shown unless all are asked for.
const ENDED_SHOWN: usize = 8;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    reach: Reach,
    /// Show every ended task that the agent still knows, not only the last eight.
    #[arg(long)]
    all: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let shown = if args.all { usize::MAX } else { ENDED_SHOWN };
    args.reach.show("/v1/tasks", |tasks| lines(tasks, shown))
}

fn lines(tasks: &Tasks, ended: usize) -> Vec<Line> {
    let shown: Vec<&Task> = tasks.open.iter().chain(tasks.ended.iter().take(ended)).collect();
    let widest = |of: fn(&Task) -> String| shown.iter().map(|task| of(task).chars().count()).max().unwrap_or(0);
    let columns = Columns { id: widest(|task| task.id.clone()), status: widest(state), progress: widest(progress) };
    let mut lines = vec![title(&format!("{} open", number(tasks.open.len() as u64)))];
    for task in &tasks.open {
        lines.extend(columns.lines(task, tasks.tick));
    }
    if !tasks.ended.is_empty() {
        lines.push(Line::default());
        lines.push(title("ended lately, the last first"));
    }
    for task in tasks.ended.iter().take(ended) {
        lines.extend(columns.lines(task, tasks.tick));
    }
    lines
}

fn title(text: &str) -> Line {
    Line::default().and(Ink::Bold, text)
}

/// Widths of the columns, so that those of all tasks line up.
struct Columns {
    id: usize,
    status: usize,
    progress: usize,
}

impl Columns {
    /// Two lines for a task: its id and goal, then its reasons.
    fn lines(&self, task: &Task, now: u64) -> [Line; 2] {
        let Columns { id, status, progress: cells } = self;
        let ink = match task.status.as_str() {
            "active" | "done" => Ink::Good,
            "failed" => Ink::Bad,
            _ => Ink::Plain,
        };
        let first = Line::default()
            .and(Ink::Plain, format!("  {:<id$}  ", task.id))
            .and(ink, format!("{:<status$}  ", state(task)))
            .and(Ink::Plain, format!("{:>cells$}  {}", progress(task), task.goal));
        let urgent = if task.priority == "normal" { String::new() } else { format!(", priority {}", task.priority) };
        let first = first.and(Ink::Dim, format!("  ({}{urgent})", task.key));
        let indent = id + 4;
        let ago = seconds(now.saturating_sub(task.changed));
        let parent = task.parent.as_ref().map(|parent| format!(" for {parent}")).unwrap_or_default();
        let asked = format!("{:indent$}{}{parent}: {}", "", task.origin.who, task.origin.why);
        let changed = match task.why.as_str() {
            "made" => String::new(),
            why if task.status == "active" => format!("  ·  for {ago}: {why}"),
            why => format!("  ·  {} {ago} ago: {why}", task.status),
        };
        [first, Line::default().and(Ink::Dim, asked + &changed)]
    }
}

fn state(task: &Task) -> String {
    match &task.detail {
        Some(detail) if task.status == "failed" || task.status == "cancelled" => {
            format!("{} ({})", task.status, detail.replace('_', " "))
        }
        _ => task.status.clone(),
    }
}

/// The progress of a task in words; empty for a task that is done, because its goal says it all.
fn progress(task: &Task) -> String {
    task.progress.filter(|_| task.status != "done").map(|at| format!("{}/{}", at.done, at.of)).unwrap_or_default()
}

/// Game ticks as a duration in words, such as seconds or minutes.
fn seconds(ticks: u64) -> String {
    match ticks / vocab::tick::TICKS_PER_SECOND {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min", number(seconds / 60)),
    }
}

//! Without a terminal: a line now and then on standard error, and one for each piece of news.

use crate::say::tell;
use crate::view::news;
use crate::view::text::{clock, number};
use crate::words;
use driver::{Board, ReadModel};
use std::time::{Duration, Instant};
use vocab::Tick;

/// Interval between two status lines without a screen: often enough to see that the agent runs, seldom enough for
/// a log of weeks.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Most ordinary news lines written at once: at full speed there are hundreds between two status lines.
const EVERYDAY_MAX: usize = 5;

#[derive(Debug)]
pub struct Lines {
    board: Board,
    written: Instant,
    waiting: bool,
    /// The number of the last news item that was written.
    read: u64,
    /// The tick of the last line of counters that was written.
    counted: Tick,
}

impl Lines {
    pub fn new(board: Board) -> Lines {
        Lines { board, written: Instant::now(), waiting: false, read: 0, counted: Tick(0) }
    }

    /// Writes the lines that are due. Called after every mind tick, so it mostly writes nothing.
    pub fn tick(&mut self) {
        let due = self.written.elapsed() >= LINE_EVERY;
        let written = self.board.read(|model| {
            let changed = model.trouble.is_some() != self.waiting || model.news.has_weighty_after(self.read);
            (due || changed)
                .then(|| (self.lines(model, due), model.trouble.is_some(), model.news.count(), counted(model)))
        });
        let Some((lines, waiting, read, counted)) = written else { return };
        (self.waiting, self.read) = (waiting, read);
        if due {
            (self.written, self.counted) = (Instant::now(), counted);
        }
        for line in lines {
            tell!("{line}");
        }
    }

    fn lines(&self, model: &ReadModel, due: bool) -> Vec<String> {
        let mut lines = Vec::new();
        match (&model.trouble, self.waiting) {
            (Some(why), false) => lines.push(format!("stead: waiting, time stands still: {why}")),
            (None, true) => lines.push("stead: continuing".into()),
            _ => {}
        }
        lines.extend(model.news.after(self.read, EVERYDAY_MAX).into_iter().map(news::line));
        if due {
            lines.extend(state(model));
            let counters = model.counted.filter(|(tick, _)| *tick > self.counted);
            lines.extend(counters.map(|(tick, counters)| counters.line(tick)));
        }
        lines
    }
}

/// The tick of the newest line of counters in the read model.
fn counted(model: &ReadModel) -> Tick {
    model.counted.map_or(Tick(0), |(tick, _)| tick)
}

/// One status line: the agent's position, health and food.
fn state(model: &ReadModel) -> Option<String> {
    let senses = model.senses.as_ref()?;
    let vitals = senses.vitals.map(|vitals| format!("health {} food {}", vitals.health, vitals.food));
    let doing = model
        .status
        .as_ref()
        .map(|status| format!("{}: {}", words::doing(&status.doing), words::because(&status.doing)));
    Some(format!(
        "day {} {}  tick {:>6}  {}  {}",
        model.days.at(model.tick),
        clock(senses.surroundings.time_of_day),
        number(model.tick.0),
        vitals.unwrap_or_default(),
        doing.unwrap_or_default()
    ))
}

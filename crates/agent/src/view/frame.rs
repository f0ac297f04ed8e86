//! The screen's picture as lines of text: made from a scene, without a terminal, so that a test can look at it.

use crate::view::Scene;
use crate::view::news::snake;
use crate::view::text::{bag, bar, clock, fit, number, part_of_day, times};
use mind::report::{MILESTONES, Report};
use std::fmt::Write as _;
use vocab::senses::Progress;

/// Widest picture; wider lines are hard to read.
pub const WIDTH_MAX: usize = 100;
/// Cells of the task's bar.
const BAR_CELLS: usize = 24;
/// Cells of the bar of what is done just now, which may be one step of many.
const ACTION_CELLS: usize = 10;
/// Cells of health and food: one per heart and drumstick.
const VITAL_CELLS: usize = 10;

/// How a piece of text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Plain,
    Dim,
    Bold,
    Good,
    Bad,
}

/// One line: pieces of text, each in its ink.
#[derive(Debug, Default)]
pub struct Line(Vec<(Ink, String)>);

impl Line {
    fn label(name: &str) -> Line {
        Line(vec![(Ink::Dim, format!("  {name:<8}"))])
    }

    fn and(mut self, ink: Ink, text: impl Into<String>) -> Line {
        self.0.push((ink, text.into()));
        self
    }

    /// The text, cut to the width; with escapes for the ink if wanted.
    pub fn render(&self, width: usize, colour: bool) -> String {
        let (mut left, mut out) = (width, String::new());
        for (ink, text) in &self.0 {
            let text = fit(text, left);
            left -= text.chars().count();
            let code = match ink {
                Ink::Plain => "",
                Ink::Dim => "\x1b[2m",
                Ink::Bold => "\x1b[1m",
                Ink::Good => "\x1b[32m",
                Ink::Bad => "\x1b[31m",
            };
            if colour && !code.is_empty() && !text.is_empty() {
                let _ = write!(out, "{code}{text}\x1b[0m");
            } else {
                out.push_str(&text);
            }
        }
        out
    }
}

/// So much of the picture as a terminal of so many rows holds: the space between goes first, then the end, which says
/// the least.
pub fn fitted(mut picture: Vec<Line>, rows: usize) -> Vec<Line> {
    if picture.len() > rows {
        picture.retain(|line| !line.0.is_empty());
    }
    picture.truncate(rows);
    picture
}

/// The whole picture.
pub fn frame(scene: &Scene, report: &Report) -> Vec<Line> {
    let mut lines = vec![Line::default(), head(scene), Line::default(), vitals(scene)];
    lines.extend([Line::default()]);
    lines.extend(doing(scene));
    lines.push(Line::default());
    let carried = scene.senses.as_ref().map(|senses| bag(&senses.carried.totals())).unwrap_or_default();
    lines.push(Line::label("bag").and(Ink::Plain, carried));
    lines.push(milestones(report));
    let mind::report::TaskReport { completed, failed, open, .. } = report.tasks;
    let counts = format!("{} done, {} failed, {} open", number(completed), number(failed), number(open));
    lines.push(deaths(Line::label("tasks").and(Ink::Plain, counts), report.deaths));
    lines.push(Line::default());
    lines.extend(scene.news.recent().map(|news| Line::label("").and(Ink::Dim, news)));
    lines.push(Line::default());
    lines.push(match &scene.trouble {
        Some(why) => Line::default().and(Ink::Bad, format!("  standing safe, time stands still: {why}")),
        None => Line::default().and(Ink::Dim, "  Ctrl-C ends cleanly; the next start goes on from there."),
    });
    lines
}

fn head(scene: &Scene) -> Line {
    let line = Line::default().and(Ink::Bold, "  stead").and(Ink::Dim, format!("  seed {}", scene.seed));
    let Some(senses) = &scene.senses else { return line };
    let time = senses.surroundings.time_of_day;
    let when = format!("  ·  day {} {} {}", scene.days.at(senses.tick), clock(time), part_of_day(time));
    line.and(Ink::Plain, when).and(Ink::Dim, format!("  ·  tick {}  ·  {}", number(senses.tick.0), scene.speed))
}

fn vitals(scene: &Scene) -> Line {
    let Some(senses) = &scene.senses else { return Line::default() };
    let Some(vitals) = senses.vitals else { return Line::label("health").and(Ink::Bad, "unknown") };
    let ink = |level: u8| if level < 8 { Ink::Bad } else { Ink::Good };
    let at = senses.at.block();
    Line::label("health")
        .and(ink(vitals.health), bar(u64::from(vitals.health), 20, VITAL_CELLS))
        .and(Ink::Plain, format!(" {:>2}", vitals.health))
        .and(Ink::Dim, "    food  ")
        .and(ink(vitals.food), bar(u64::from(vitals.food), 20, VITAL_CELLS))
        .and(Ink::Plain, format!(" {:>2}", vitals.food))
        .and(Ink::Dim, format!("    at {} {} {}", at.x, at.y, at.z))
}

fn doing(scene: &Scene) -> [Line; 3] {
    let Some(status) = &scene.status else {
        return [Line::label("now").and(Ink::Plain, "looking around"), Line::label("why"), Line::label("task")];
    };
    let now = Line::label("now").and(Ink::Bold, status.doing.clone());
    let under_way = scene.senses.as_ref().and_then(|senses| senses.progress).filter(|progress| progress.of > 1);
    let now = match under_way {
        Some(Progress { done, of, .. }) => {
            now.and(Ink::Plain, "  ").and(Ink::Good, bar(u64::from(done), u64::from(of), ACTION_CELLS))
        }
        None => now,
    };
    let now = now.and(Ink::Dim, format!("  ({})", snake(&status.controller)));
    let why = Line::label("why").and(Ink::Plain, status.why.clone());
    let task = match &status.task {
        Some(task) => Line::label("task")
            .and(Ink::Plain, format!("T{} {}  ", task.id.0, task.key))
            .and(Ink::Good, bar(u64::from(task.done), u64::from(task.of), BAR_CELLS))
            .and(Ink::Plain, format!(" {}/{}", task.done, task.of)),
        None => Line::label("task").and(Ink::Dim, "none"),
    };
    [now, why, task]
}

/// Said as soon as there is one: the news of it goes by.
fn deaths(line: Line, deaths: u32) -> Line {
    if deaths > 0 { line.and(Ink::Bad, format!("  ·  died {}", times(u64::from(deaths)))) } else { line }
}

/// Milestones shown by name; the ones before them go without saying.
const MILESTONES_SHOWN: usize = 3;

fn milestones(report: &Report) -> Line {
    let had = |name: &&str| report.milestones.get(*name).copied().flatten().is_some();
    let reached: Vec<&str> = MILESTONES.into_iter().filter(had).collect();
    let shown = reached[reached.len().saturating_sub(MILESTONES_SHOWN)..].join(", ");
    let line = Line::label("has had").and(Ink::Plain, format!("{} of {}  ", reached.len(), MILESTONES.len()));
    let line = line.and(Ink::Good, shown);
    match MILESTONES.into_iter().find(|name| !had(name)) {
        Some(next) => line.and(Ink::Dim, format!("{}next {next}", if reached.is_empty() { "" } else { "  ·  " })),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::news::News;
    use driver::Speed;
    use mind::status::{Status, TaskStatus};
    use vocab::item::Stack;
    use vocab::senses::{Carried, GameMode, Surroundings, Vitals};
    use vocab::{BlockPos, FinePos, Senses, Tick};

    fn scene() -> Scene {
        let vitals = Vitals {
            health: 19,
            food: 7,
            saturation_milli: 0,
            air: 300,
            armour: 0,
            on_fire: false,
            in_lava: false,
            in_water: false,
            suffocating: false,
            falling: 0,
            asleep: false,
            mode: GameMode::Survival,
        };
        let log = gamedata::items::named("oak_log").unwrap();
        let mut carried = Carried { slots: vec![None; 36], ..Carried::default() };
        carried.slots[3] = Some(Stack { item: log, count: 5, wear: 0 });
        let status = Status {
            tick: Tick(25_500),
            controller: mind::Controller::Task,
            doing: "collecting oak_log".into(),
            why: "no logs at all, and everything begins with wood".into(),
            task: Some(TaskStatus { id: tasks::TaskId(3), key: "collect:oak_log".into(), done: 5, of: 8 }),
            health: Some(19),
            food: Some(7),
            at: BlockPos::new(12, 64, -31),
            time_of_day: 1_500,
        };
        let senses = Senses {
            tick: Tick(25_500),
            at: FinePos::new(12_500, 64_000, -30_500),
            vitals: Some(vitals),
            carried,
            surroundings: Surroundings { time_of_day: 1_500, ..Surroundings::default() },
            progress: None,
            events: vec![],
        };
        Scene {
            seed: 1,
            speed: Speed::Times(1),
            senses: Some(senses),
            status: Some(status),
            news: News::default(),
            days: crate::view::days::Days::default(),
            trouble: None,
        }
    }

    fn picture(scene: &Scene, width: usize) -> String {
        let milestones = [("crafting_table".to_string(), Some(Tick(900)))].into_iter().collect();
        let report = Report { milestones, ..Report::default() };
        let lines = frame(scene, &report);
        lines.iter().map(|line| line.render(width, false) + "\n").collect()
    }

    #[test]
    fn the_picture_says_what_why_vitals_task_and_progress() {
        let picture = picture(&scene(), 100);
        for part in [
            "stead  seed 1  ·  day 2 07:30 sunrise  ·  tick 25,500  ·  1×",
            "health  ━━━━━━━━━╸ 19    food  ━━━╸──────  7    at 12 64 -31",
            "now     collecting oak_log  (task)",
            "why     no logs at all, and everything begins with wood",
            "task    T3 collect:oak_log  ━━━━━━━━━━━━━━━───────── 5/8",
            "bag     5 oak_log",
            "has had 1 of 7  crafting_table  ·  next wooden_pickaxe",
        ] {
            assert!(picture.contains(part), "{part}\n{picture}");
        }
    }

    #[test]
    fn what_is_done_just_now_has_a_bar_that_moves_if_it_has_parts() {
        for (done, of, said) in [
            (0, 16, "now     collecting oak_log  ──────────  (task)"),
            (9, 16, "now     collecting oak_log  ━━━━━╸────  (task)"),
            (16, 16, "now     collecting oak_log  ━━━━━━━━━━  (task)"),
            (0, 1, "now     collecting oak_log  (task)"),
        ] {
            let mut scene = scene();
            scene.senses.as_mut().unwrap().progress = Some(Progress { id: vocab::ActionId(1), done, of, blocks: 0 });
            assert!(picture(&scene, 100).contains(said), "{said}");
        }
    }

    #[test]
    fn a_standing_agent_says_so() {
        let picture = picture(&Scene { trouble: Some("the disk is full".into()), ..scene() }, 100);
        assert!(picture.contains("standing safe, time stands still: the disk is full"), "{picture}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_whatever_is_in_it() {
        for width in 0..=WIDTH_MAX {
            for line in picture(&scene(), width).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
        let empty = Scene { senses: None, status: None, ..scene() };
        assert!(picture(&empty, 40).contains("looking around"));
    }

    #[test]
    fn colour_is_only_escapes_around_the_same_text() {
        let line = Line::label("now").and(Ink::Bold, "digging").and(Ink::Bad, "");
        assert_eq!(line.render(80, false), "  now     digging");
        assert_eq!(line.render(80, true), "\x1b[2m  now     \x1b[0m\x1b[1mdigging\x1b[0m");
    }
}

//! The screen's picture as lines of text: made from a scene, without a terminal, so that a test can compare it.

use crate::view::Scene;
use crate::view::news::brief;
use crate::view::prompt::Shown;
use crate::view::text::{bag, bar, clock, fit, number, part_of_day, times};
use crate::words::{self, snake};
use driver::ReadModel;
use driver::model::Talk;
use mind::input::Link;
use mind::report::MILESTONES;
use std::fmt::Write as _;
use vocab::senses::Progress;

/// Most columns of the terminal screen; wider lines are hard to read.
pub const WIDTH_MAX: usize = 100;
/// Width of the current task's progress bar, in characters.
const BAR_CELLS: usize = 24;
/// Width of the running action's progress bar, in characters. An action may be one step of many.
const ACTION_CELLS: usize = 10;
/// Width of the health and food bars, in characters: one per heart and drumstick.
const VITAL_CELLS: usize = 10;

/// Width of the label at the beginning of a screen line, in characters.
const LABEL_CELLS: usize = 12;
/// How many news lines the screen shows.
const NEWS_SHOWN: usize = 5;
/// How many of the agent's last chat lines the screen shows.
const SAID_SHOWN: usize = 2;

/// The colour or style of a piece of text on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Plain,
    Dim,
    Bold,
    Good,
    Bad,
}

/// One line of the screen: pieces of text, each with its style.
#[derive(Debug, Default)]
pub struct Line(Vec<(Ink, String)>);

impl Line {
    pub fn label(name: &str) -> Line {
        Line(vec![(Ink::Dim, format!("  {name:<LABEL_CELLS$}"))])
    }

    pub fn and(mut self, ink: Ink, text: impl Into<String>) -> Line {
        self.0.push((ink, text.into()));
        self
    }

    /// The line's text, cut to the width; with escape codes for the style if `colour` is set.
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

/// The lines of the terminal screen, and below them the line that the user is typing.
#[derive(Debug)]
pub struct Picture {
    lines: Vec<Line>,
    typed: Option<Line>,
}

impl Picture {
    /// The lines that fit into a terminal of this many rows: empty lines are left out first, then the last ones. The
    /// line being typed is always shown.
    pub fn fitted(mut self, rows: usize) -> Vec<Line> {
        let rows = rows.saturating_sub(usize::from(self.typed.is_some()));
        if self.lines.len() > rows {
            self.lines.retain(|line| !line.0.is_empty());
        }
        self.lines.truncate(rows);
        self.lines.extend(self.typed);
        self.lines
    }
}

/// Builds the lines of the whole terminal screen.
pub fn frame(scene: &Scene) -> Picture {
    let model = &scene.model;
    let mut lines = vec![Line::default(), head(scene), Line::default(), vitals(model), Line::default()];
    lines.extend(doing(model));
    lines.push(Line::default());
    let carried = model.senses.as_ref().map(|senses| bag(&senses.carried.totals())).unwrap_or_default();
    lines.push(Line::label("bag").and(Ink::Plain, carried));
    lines.push(milestones(model));
    lines.push(counts(model));
    if model.thinking.model != mind::thinking::Model::Absent {
        lines.push(Line::label("thoughts").and(Ink::Plain, words::model(&model.thinking)));
        let last = model.thoughts.back().map(|last| Line::label("").and(Ink::Dim, words::recorded(last)));
        lines.extend(last);
    }
    let news = model.news.last(NEWS_SHOWN);
    if !news.is_empty() {
        lines.push(Line::default());
    }
    lines.extend(news.into_iter().map(|item| Line::label("").and(Ink::Dim, brief(item))));
    lines.push(Line::default());
    lines.extend(said(model));
    let replies = scene.prompt.iter().flat_map(|prompt| &prompt.replies);
    lines.extend(replies.map(|reply| Line::label("").and(Ink::Plain, reply.clone())));
    lines.push(foot(scene));
    let typed =
        |prompt: &Shown| Line::default().and(Ink::Bold, "  > ").and(Ink::Plain, prompt.line.clone()).and(Ink::Dim, "▏");
    Picture { lines, typed: scene.prompt.as_ref().map(typed) }
}

fn said(model: &ReadModel) -> impl Iterator<Item = Line> {
    let said = model.talk.iter().filter_map(|(_, talk)| match talk {
        Talk::Said { to: Some(to), speech } => Some(format!("{to}: {}", words::speech(speech))),
        Talk::Said { to: None, speech } => Some(words::speech(speech)),
        Talk::Heard(_) | Talk::Answered { .. } => None,
    });
    let said: Vec<String> = said.rev().take(SAID_SHOWN).collect();
    said.into_iter().rev().map(|text| Line::label("says").and(Ink::Plain, text))
}

fn foot(scene: &Scene) -> Line {
    let bad = |text: String| Line::default().and(Ink::Bad, format!("  {text}"));
    match (&scene.model.trouble, &scene.model.link, &scene.prompt) {
        (Some(why), _, _) => bad(format!("waiting, time stands still: {why}")),
        (None, Link::Waiting, _) => bad("the body is away and expected back".into()),
        (None, Link::Gone { why }, _) => bad(format!("the body is gone: {why}")),
        (None, Link::Present, Some(_)) => {
            Line::default().and(Ink::Dim, "  /help lists the orders. Ctrl-C stops; the next start resumes here.")
        }
        (None, Link::Present, None) => Line::default().and(Ink::Dim, "  Ctrl-C stops; the next start resumes here."),
    }
}

fn head(scene: &Scene) -> Line {
    let line = Line::default().and(Ink::Bold, "  stead").and(Ink::Dim, format!("  seed {}", scene.seed));
    let Some(senses) = &scene.model.senses else { return line };
    let time = senses.surroundings.time_of_day;
    let when = format!("  ·  day {} {} {}", scene.model.days.at(scene.model.tick), clock(time), part_of_day(time));
    line.and(Ink::Plain, when).and(Ink::Dim, format!("  ·  tick {}  ·  {}", number(scene.model.tick.0), scene.speed))
}

fn vitals(model: &ReadModel) -> Line {
    let Some(senses) = &model.senses else { return Line::default() };
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

fn doing(model: &ReadModel) -> [Line; 3] {
    let Some(status) = &model.status else {
        return [Line::label("now").and(Ink::Plain, "looking around"), Line::label("why"), Line::label("task")];
    };
    let now = Line::label("now").and(Ink::Bold, words::doing(&status.doing));
    let under_way = model.senses.as_ref().and_then(|senses| senses.progress).filter(|progress| progress.of > 1);
    let now = match under_way {
        Some(Progress { done, of, .. }) => {
            now.and(Ink::Plain, "  ").and(Ink::Good, bar(u64::from(done), u64::from(of), ACTION_CELLS))
        }
        None => now,
    };
    let now = now.and(Ink::Dim, format!("  ({})", snake(&status.controller)));
    let why = Line::label("why").and(Ink::Plain, words::because(&status.doing));
    let task = match &status.task {
        Some(task) => Line::label("task")
            .and(Ink::Plain, format!("T{} {}  ", task.id.0, task.key))
            .and(Ink::Good, bar(u64::from(task.done), u64::from(task.of), BAR_CELLS))
            .and(Ink::Plain, format!(" {}/{}", task.done, task.of)),
        None => Line::label("task").and(Ink::Dim, "none"),
    };
    [now, why, task]
}

fn counts(model: &ReadModel) -> Line {
    let (counts, open) = (model.counts, model.open.len() as u64);
    let done = format!("{} done, {} failed, ", number(counts.tasks_completed), number(counts.tasks_failed));
    let line = Line::label("tasks").and(Ink::Plain, done + &format!("{} open", number(open)));
    match counts.deaths {
        0 => line,
        deaths => line.and(Ink::Bad, format!("  ·  died {}", times(u64::from(deaths)))),
    }
}

/// How many milestones the screen shows by name; earlier ones are only counted.
const MILESTONES_SHOWN: usize = 3;

fn milestones(model: &ReadModel) -> Line {
    let is_reached = |name: &&str| model.milestones.contains_key(*name);
    let reached: Vec<&str> = MILESTONES.into_iter().filter(is_reached).collect();
    let shown = reached[reached.len().saturating_sub(MILESTONES_SHOWN)..].join(", ");
    let line = Line::label("milestones").and(Ink::Plain, format!("{} of {}  ", reached.len(), MILESTONES.len()));
    let line = line.and(Ink::Good, shown);
    match MILESTONES.into_iter().find(|name| !is_reached(name)) {
        Some(next) => line.and(Ink::Dim, format!("{}next {next}", if reached.is_empty() { "" } else { "  ·  " })),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use driver::Speed;
    use driver::model::Counts;
    use mind::reason::{Reason, Why};
    use mind::status::{Doing, Status, TaskStatus};
    use vocab::item::Stack;
    use vocab::senses::{Carried, Surroundings, Vitals};
    use vocab::{Action, BlockPos, FinePos, GoalKey, Senses, Tick};

    fn scene() -> Scene {
        let vitals = Vitals { health: 19, food: 7, ..Vitals::healthy() };
        let log = gamedata::items::named("oak_log").unwrap();
        let mut carried = Carried { slots: vec![None; 36], ..Carried::default() };
        carried.slots[3] = Some(Stack { item: log, count: 5, wear: 0 });
        let why = Reason::Step { step: mind::Step::Gather { item: log, total: 8 }, why: Why::IsNear(log) };
        let status = Status {
            tick: Tick(25_500),
            controller: mind::Controller::Task,
            doing: Doing::Action { action: Action::Collect { item: log, from: vec![], count: 8, radius: 32 }, why },
            paused: false,
            task: Some(TaskStatus {
                id: tasks::TaskId(3),
                key: GoalKey::new("collect", "oak_log").unwrap(),
                done: 5,
                of: 8,
            }),
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
        let model = ReadModel {
            tick: senses.tick,
            senses: Some(senses),
            status: Some(status),
            milestones: [("crafting_table", Tick(900))].into(),
            counts: Counts { tasks_completed: 1_234, tasks_failed: 2, ..Counts::default() },
            ..ReadModel::default()
        };
        Scene { seed: 1, speed: Speed::Times(1), model, prompt: None }
    }

    fn picture(scene: &Scene, width: usize) -> String {
        frame(scene).fitted(usize::MAX).iter().map(|line| line.render(width, false) + "\n").collect()
    }

    #[test]
    fn the_screen_of_a_running_agent() {
        insta::assert_snapshot!(picture(&scene(), 100));
    }

    #[test]
    fn the_screen_with_a_typed_line_and_its_answers() {
        let replies = ["/goal collect oak_log 5: taken as T12".to_string(), "/pause: done".into()].into();
        let mut scene = Scene { prompt: Some(Shown { line: "/res".into(), replies }), ..scene() };
        scene.model.talk = [(
            Tick(4),
            Talk::Said { to: Some(vocab::Name::new("you")), speech: Box::new(mind::speech::Speech::Resumed) },
        )]
        .into();
        scene.model.counts.deaths = 2;
        insta::assert_snapshot!(picture(&scene, 80));
    }

    #[test]
    fn the_screen_before_the_first_tick() {
        let empty = Scene { model: ReadModel::default(), ..scene() };
        insta::assert_snapshot!(picture(&empty, 80));
    }

    #[test]
    fn the_running_action_has_a_bar_if_it_has_parts() {
        for (done, of, said) in [
            (0, 16, "now         collecting 8 oak_log  ──────────  (task)"),
            (9, 16, "now         collecting 8 oak_log  ━━━━━╸────  (task)"),
            (16, 16, "now         collecting 8 oak_log  ━━━━━━━━━━  (task)"),
            (0, 1, "now         collecting 8 oak_log  (task)"),
        ] {
            let mut scene = scene();
            let progress = Some(Progress { id: vocab::ActionId(1), done, of, blocks: 0 });
            scene.model.senses.as_mut().unwrap().progress = progress;
            assert!(picture(&scene, 100).contains(said), "{said}");
        }
    }

    #[test]
    fn the_last_line_says_when_nothing_can_be_written_or_the_body_is_away() {
        for (trouble, link, said) in [
            (Some("the disk is full"), Link::Present, "waiting, time stands still: the disk is full"),
            (None, Link::Waiting, "the body is away and expected back"),
            (None, Link::Gone { why: "kicked".into() }, "the body is gone: kicked"),
        ] {
            let mut scene = scene();
            (scene.model.trouble, scene.model.link) = (trouble.map(String::from), link);
            assert!(picture(&scene, 100).trim_end().ends_with(said), "{said}");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_whatever_is_in_it() {
        for width in 0..=WIDTH_MAX {
            for line in picture(&scene(), width).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn colour_is_only_escapes_around_the_same_text() {
        let line = Line::label("now").and(Ink::Bold, "digging").and(Ink::Bad, "");
        assert_eq!(line.render(80, false), "  now         digging");
        assert_eq!(line.render(80, true), "\x1b[2m  now         \x1b[0m\x1b[1mdigging\x1b[0m");
    }
}

//! The management actions: they change tasks that exist. A wish that fits several tasks changes none and lists them.

use super::Wishes;
use crate::agenda::{Agenda, Task};
use crate::turn::Turn;
use crate::wire::effect::{CommandAnswer, OrderRefusal};
use crate::wire::reason::Reason;
use agency::{GoalAction, GoalTag};
use alloc::string::String;
use alloc::vec::Vec;
use tasks::status::{BlockedOn, CancelReason};
use tasks::{Lane, Priority, Status, TaskId};
use vocab::tick::TICKS_PER_DAY;

/// Most tasks listed in the answer when a wish to cancel or pause fits several: a line of chat holds no more.
pub const LISTED_MAX: usize = 8;
/// A task that a person paused becomes pending again after this many ticks (a day), so that no task waits for ever.
pub const PAUSE_TICKS_MAX: u64 = TICKS_PER_DAY;
/// Words of a wish (such as "pause all") that mean the agent as a whole.
const EVERYTHING: [&str; 5] = ["", "all", "everything", "work", "tasks"];
/// Words of a wish (such as "cancel it") that mean the task being worked on.
const THIS: [&str; 5] = ["it", "this", "that", "current", "task"];

impl Wishes {
    /// Carries out a wish that changes tasks: cancel, pause, resume or raise.
    pub fn manage(
        &mut self,
        tag: &GoalTag,
        agenda: &mut Agenda,
        turn: &mut Turn<'_>,
    ) -> Result<CommandAnswer, OrderRefusal> {
        let named = tag.target_id.as_deref().unwrap_or(&tag.target);
        let whole = tag.target_id.is_none() && EVERYTHING.contains(&tag.target.as_str());
        match tag.action {
            GoalAction::Pause if whole => self.paused = true,
            GoalAction::Resume | GoalAction::Continue if whole => {
                self.paused = false;
                let paused: Vec<TaskId> = agenda.tasks().open().filter(|task| is_paused(task)).map(Task::id).collect();
                for id in paused {
                    agenda.set(id, Status::Pending, Reason::PersonResumed, turn);
                }
            }
            action => {
                let task = resolve(agenda, named)?;
                self.change(task, action, agenda, turn);
                return Ok(CommandAnswer::Managed { task, action });
            }
        }
        Ok(CommandAnswer::Done)
    }

    fn change(&mut self, task: TaskId, action: GoalAction, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        match action {
            GoalAction::Cancel => agenda.cancel(task, CancelReason::User, Reason::TakenBack, turn),
            GoalAction::Pause => {
                let until = Status::Blocked { on: BlockedOn::Paused(turn.now() + PAUSE_TICKS_MAX) };
                for id in workers(agenda, task) {
                    agenda.set(id, until, Reason::PersonPaused, turn);
                }
            }
            GoalAction::Prioritize => {
                for id in workers(agenda, task).into_iter().chain([task]) {
                    agenda.raise_task(id, (Lane::Task, Priority::Now), turn);
                }
                self.wake(task, agenda, turn);
            }
            _ => self.wake(task, agenda, turn),
        }
    }

    /// Resumes a task that a person paused, and the agent with it.
    fn wake(&mut self, task: TaskId, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        self.paused = false;
        for id in workers(agenda, task) {
            if agenda.tasks().get(id).is_some_and(is_paused) {
                agenda.set(id, Status::Pending, Reason::PersonResumed, turn);
            }
        }
    }
}

fn is_paused(task: &Task) -> bool {
    matches!(task.status(), Status::Blocked { on: BlockedOn::Paused(_) })
}

/// The task itself, or its open descendants without children of their own, which do its work.
fn workers(agenda: &Agenda, task: TaskId) -> Vec<TaskId> {
    let (mut left, mut workers) = (alloc::vec![task], Vec::new());
    while let Some(id) = left.pop() {
        let Some(task) = agenda.tasks().get(id) else { continue };
        let children = task.children().iter().filter(|child| child.ended.is_none()).map(|child| child.id);
        let before = left.len();
        left.extend(children);
        if left.len() == before {
            workers.push(id);
        }
    }
    workers
}

/// The one open task that a wish means: by id (`T12`), by key, by the words of its target, or the one being worked on.
fn resolve(agenda: &Agenda, named: &str) -> Result<TaskId, OrderRefusal> {
    let digits = named.strip_prefix(['T', 't']).unwrap_or(named);
    if let Ok(number) = digits.parse() {
        let task = TaskId(number);
        return if agenda.tasks().is_open(task) { Ok(task) } else { Err(OrderRefusal::NoSuchTask { task }) };
    }
    // Words are matched only against tasks without a parent: people know of these, and not of their child tasks.
    let roots = || agenda.tasks().open().filter(|task| task.parent().is_none());
    let is_this = EVERYTHING.contains(&named) || THIS.contains(&named);
    let levels: [&dyn Fn(&Task) -> bool; 4] = [
        &|task| is_this && is_in_work(agenda, task),
        &|task| spelt(task.key().as_str()) == spelt(named),
        &|task| task.key().target() == named || task.key().action() == named,
        &|task| !named.is_empty() && has_words(task.key().target(), named),
    ];
    for fits in levels {
        let fitting: Vec<&Task> = roots().filter(|task| fits(task)).collect();
        match fitting.as_slice() {
            [] => {}
            [task] => return Ok(task.id()),
            tasks => {
                let listed = tasks.iter().take(LISTED_MAX).map(|task| (task.id(), task.key().clone()));
                return Err(OrderRefusal::Ambiguous { tasks: listed.collect() });
            }
        }
    }
    Err(OrderRefusal::NoTaskFits { target: String::from(named) })
}

/// Whether the agent is working on the task or one of its children.
fn is_in_work(agenda: &Agenda, task: &Task) -> bool {
    let active = |id: &TaskId| agenda.tasks().get(*id).is_some_and(|task| task.status() == Status::Active);
    workers(agenda, task.id()).iter().any(active)
}

/// A goal key or its words in one spelling: `collect:oak_log` and `collect_oak_log` become the same.
fn spelt(words: &str) -> String {
    words.replace(':', "_")
}

/// Whether one name has all the words of the other, plural or not: "log" and "logs" both fit `oak_log`.
fn has_words(target: &str, named: &str) -> bool {
    let singular = |word: &str| String::from(word.strip_suffix('s').unwrap_or(word));
    let words: Vec<String> = target.split('_').map(singular).collect();
    named.split('_').map(singular).all(|word| words.contains(&word))
}

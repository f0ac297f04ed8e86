//! Chat with people: a line becomes wishes, a control or a question, and every line for the agent gets an answer.
//!
//! A line heard in the world counts only from an allow-listed speaker. A line handed in as an order comes from the owner.

mod answers;
mod speakers;

use super::Wishes;
use super::wish::{self, Ask};
use crate::agenda::{Agenda, Task, Wanted};
use crate::goals::{At, Beside, Follow, Goal};
use crate::hands::Hands;
use crate::hands::arbiter::Controller;
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wants::actions::GO_WITHIN_BLOCKS;
use crate::wire::effect::{CommandAnswer, Effect};
use crate::wire::input::Heard;
use crate::wire::reason::Reason;
use crate::wire::speech::{LIST_MAX, Speech};
use crate::wire::status::Status as Told;
use crate::wire::trace::Event;
use agency::chat::{Control, Place, Question, Understood, Wish};
use agency::{GoalAction, GoalTag};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use speakers::TooMany;
pub use speakers::{LINES_MAX, SPEAKERS_MAX, WINDOW_TICKS};
use tasks::status::CancelReason;
use tasks::{Lane, Origin, Priority, Status, TaskId, Who};
use vocab::{BlockPos, Name};

/// Most wishes taken from one line of chat; people rarely put more into one line.
pub const WISHES_MAX: usize = 6;
/// Most lines of chat answered in one tick. People say fewer; what a script says beyond that is ignored, except "stop".
pub const LINES_PER_TICK_MAX: usize = 8;
/// Most tasks from chat whose askers are told how they ended. The oldest is forgotten first.
pub const ASKED_MAX: usize = 64;
/// Characters of a line of chat that a task's reason keeps.
const SAID_CHARS_MAX: usize = 80;

/// What the agent keeps of its conversations.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chat {
    speakers: speakers::Speakers,
    /// Open tasks that were asked for in chat, and who asked for each.
    asked: Vec<(TaskId, Name)>,
}

/// A line of chat that the agent heard.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    pub who: Name,
    pub text: &'a str,
    /// The speaker's position, as told with the line.
    pub at: Option<BlockPos>,
    /// Whether the line was said to the agent alone, so that it is for the agent whatever it says.
    pub direct: bool,
}

/// The parts of the mind that a line of chat is answered from.
#[derive(Debug)]
pub struct Hearing<'a, 't> {
    pub situation: &'a Situation<'a>,
    pub agenda: &'a mut Agenda,
    pub hands: &'a Hands,
    /// The agent's status as of the last tick.
    pub told: Option<&'a Told>,
    pub turn: &'a mut Turn<'t>,
}

impl Wishes {
    /// Takes lines of chat heard in the world. Those of players who are not allow-listed are ignored, and each such
    /// player is traced once.
    pub fn listen(&mut self, lines: &[Heard], allow: &[String], hearing: &mut Hearing<'_, '_>) {
        let mut answered = 0;
        for Heard { who, text } in lines {
            let name = Name::new(who);
            if !allow.iter().any(|allowed| allowed.eq_ignore_ascii_case(who)) {
                if self.chat.speakers.is_new_stranger(name) {
                    hearing.turn.trace(Event::StrangerIgnored { who: name });
                }
                continue;
            }
            if answered < LINES_PER_TICK_MAX || is_stop(text) {
                answered += 1;
                let line = Line { who: name, text, at: None, direct: false };
                for speech in self.hear(line, hearing) {
                    hearing.turn.effects.push(Effect::Say { to: Some(name), speech });
                }
            }
        }
    }

    /// Takes one line of chat and returns the answers. They are empty when the line is not for the agent.
    pub fn hear(&mut self, line: Line<'_>, hearing: &mut Hearing<'_, '_>) -> Vec<Speech> {
        let understood = agency::chat::understand(line.text);
        let nothing = understood == Understood::default();
        if nothing && !line.direct {
            return Vec::new();
        }
        // A line that says "stop" is obeyed however many lines the speaker said before.
        let now = hearing.turn.now();
        if understood.control != Some(Control::Stop)
            && let Err(TooMany { ticks, first }) = self.chat.speakers.take(line.who, now)
        {
            return if first || line.direct { Vec::from([Speech::TooFast { ticks }]) } else { Vec::new() };
        }
        let mut said = Vec::new();
        if let Some(control) = understood.control {
            said.push(self.control(control, line, hearing));
        }
        for wish in understood.wishes.iter().take(WISHES_MAX) {
            said.push(self.wish(wish, line, hearing));
        }
        if let Some(question) = understood.question {
            said.push(self.answer(question, line, hearing));
        }
        if let Some(meant) = understood.unsure {
            said.push(Speech::Unsure { meant: meant.into_iter().take(LIST_MAX).collect() });
        }
        if said.is_empty() && agency::chat::is_greeting(line.text) {
            said.push(self.answer(Question::Doing, line, hearing));
        }
        if said.is_empty() {
            said.push(Speech::NotUnderstood);
        }
        said
    }

    /// Tells the people who asked for tasks how those tasks ended.
    pub fn report(&mut self, agenda: &Agenda, turn: &mut Turn<'_>) {
        self.chat.asked.retain(|(id, who)| {
            let Some(task) = agenda.tasks().get(*id) else { return false };
            if task.is_open() {
                return true;
            }
            turn.effects.push(Effect::Say { to: Some(*who), speech: ended(task) });
            false
        });
    }

    fn control(&mut self, control: Control, line: Line<'_>, hearing: &mut Hearing<'_, '_>) -> Speech {
        let agenda = &mut *hearing.agenda;
        match control {
            Control::Stop => {
                self.paused = true;
                stop_following(agenda, hearing.turn);
                let controller = hearing.hands.executor.running().map(|running| running.controller);
                let meanwhile = controller.filter(|who| matches!(who, Controller::Reflex | Controller::Upkeep));
                Speech::Stopped { meanwhile }
            }
            Control::Pause => {
                self.paused = true;
                Speech::Paused
            }
            Control::Resume => {
                self.paused = false;
                Speech::Resumed
            }
            Control::Come | Control::Follow => {
                let is_seen = hearing.situation.believed_person(line.who).is_some();
                // A person who speaks through an order has a body in the world from this tick on, so their position is
                // known.
                if !is_seen && line.at.is_none() && !line.direct {
                    return Speech::WhereAreYou;
                }
                let goal = match (control, line.at) {
                    (Control::Follow, _) => Goal::from(Follow { who: line.who }),
                    (_, Some(place)) => At { place, within: GO_WITHIN_BLOCKS }.into(),
                    (_, None) => Beside { who: line.who }.into(),
                };
                self.go(goal, control, line, hearing)
            }
            Control::Cancel => self.take_back(line, hearing),
        }
    }

    /// Makes a task to go to the speaker or to follow them, before everything else.
    fn go(&mut self, goal: Goal, control: Control, line: Line<'_>, hearing: &mut Hearing<'_, '_>) -> Speech {
        let Hearing { situation, agenda, turn, .. } = hearing;
        self.paused = false;
        stop_following(agenda, turn);
        let origin = Origin::new(Who::User, said(line), situation.now);
        let wanted = Wanted { goal, lane: Lane::Task, priority: Priority::Now, origin };
        match wish::pursue(wanted, situation, agenda, turn) {
            Ok(CommandAnswer::Taken { task } | CommandAnswer::Joined { task, .. }) => {
                match (control, met(task, agenda)) {
                    (Control::Follow, _) => self.asked(task, line.who, Speech::Following { task }),
                    (_, Some(met)) => met,
                    (_, None) => self.asked(task, line.who, Speech::Coming { task }),
                }
            }
            Ok(_) => Speech::NotUnderstood,
            Err(refusal) => Speech::Refused(refusal),
        }
    }

    fn wish(&mut self, wish: &Wish, line: Line<'_>, hearing: &mut Hearing<'_, '_>) -> Speech {
        let Hearing { situation, agenda, turn, .. } = hearing;
        let at = match wish.at {
            Some(Place::At(place)) => Some(place),
            Some(Place::Here) => match line.at.or_else(|| situation.person(line.who)) {
                Some(place) => Some(place),
                None => return Speech::WhereAreYou,
            },
            None => None,
        };
        let Wish { action, target, amount, for_speaker, .. } = wish.clone();
        let tag = GoalTag { action, target, amount, target_id: None };
        let deliver_to = for_speaker.then_some(line.who);
        let ask = Ask { tag, who: Who::User, why: said(line), priority: Priority::High, deliver_to, at };
        match self.ask(&ask, situation, agenda, turn) {
            Ok(CommandAnswer::Taken { task }) => {
                self.paused = false;
                stop_following(agenda, turn);
                match (met(task, agenda), agenda.tasks().get(task)) {
                    (Some(met), _) => met,
                    (None, Some(made)) => {
                        let key = made.key().clone();
                        self.asked(task, line.who, Speech::Taken { task, key })
                    }
                    (None, None) => Speech::NotUnderstood,
                }
            }
            Ok(CommandAnswer::Joined { task, amount }) => {
                self.paused = false;
                stop_following(agenda, turn);
                let Some(key) = agenda.tasks().get(task).map(|task| task.key().clone()) else {
                    return Speech::NotUnderstood;
                };
                self.asked(task, line.who, Speech::Joined { task, key, amount })
            }
            Ok(CommandAnswer::Managed { task, action }) => {
                // A person who cancels a task is not told that it ended.
                self.chat.asked.retain(|asked| *asked != (task, line.who) || action != GoalAction::Cancel);
                Speech::Managed { task, action }
            }
            Ok(CommandAnswer::Done) => Speech::ManagedAll { action },
            Ok(CommandAnswer::Said(_) | CommandAnswer::Thought(_) | CommandAnswer::Refused(_)) => Speech::NotUnderstood,
            Err(refusal) => Speech::Refused(refusal),
        }
    }

    /// Cancels the task that the speaker asked for last; without one, the task of a person that the agent is working
    /// on.
    /// Cancels the last open task that a person asked for, or all of them; else the task of people that is being worked on.
    fn take_back(&mut self, line: Line<'_>, hearing: &mut Hearing<'_, '_>) -> Speech {
        let Hearing { agenda, turn, .. } = hearing;
        let at_most = if agency::chat::names_all(line.text) { usize::MAX } else { 1 };
        let own = self.chat.asked.iter().rev().filter(|(_, asker)| *asker == line.who).map(|(task, _)| *task);
        let mut tasks: Vec<TaskId> = own.take(at_most).collect();
        if tasks.is_empty() {
            let of_people = |task: &&Task| task.origin().who() == Who::User && task.status() == Status::Active;
            tasks.extend(agenda.tasks().open().find(of_people).map(Task::id));
        }
        let mut cancelled = Vec::new();
        for task in tasks {
            cancelled.extend(agenda.tasks().get(task).map(|found| (task, found.key().clone())));
            agenda.cancel(task, CancelReason::User, Reason::TakenBack, turn);
            self.chat.asked.retain(|(asked, _)| *asked != task);
        }
        if cancelled.is_empty() { Speech::NothingToCancel } else { Speech::Cancelled { tasks: cancelled } }
    }

    /// Remembers who asked for a task, so that they are told how it ends.
    fn asked(&mut self, task: TaskId, who: Name, speech: Speech) -> Speech {
        if !self.chat.asked.contains(&(task, who)) {
            if self.chat.asked.len() == ASKED_MAX {
                self.chat.asked.remove(0);
            }
            self.chat.asked.push((task, who));
        }
        speech
    }
}

/// Whether the line says nothing but "stop", which is obeyed however many lines came before it.
fn is_stop(text: &str) -> bool {
    agency::chat::understand(text).control == Some(Control::Stop)
}

/// The reason of a task from chat: who asked for it, and in which words.
fn said(line: Line<'_>) -> Reason {
    Reason::Said { by: line.who, text: line.text.chars().take(SAID_CHARS_MAX).collect() }
}

/// What to say of a new task whose goal was already met when the task was made.
fn met(task: TaskId, agenda: &Agenda) -> Option<Speech> {
    let made = agenda.tasks().get(task).filter(|task| task.status() == Status::Done)?;
    let why = match made.history().last().map(|change| &change.note) {
        Some(tasks::Note::Because(why)) => why.clone(),
        _ => Reason::Met,
    };
    Some(Speech::Met { task, key: made.key().clone(), why })
}

fn ended(task: &Task) -> Speech {
    let why = task.history().last().map_or(tasks::Note::Made, |change| change.note.clone());
    Speech::Ended { task: task.id(), key: task.key().clone(), end: task.status(), why }
}

/// Cancels tasks that follow a person, because that person asked for something else.
fn stop_following(agenda: &mut Agenda, turn: &mut Turn<'_>) {
    let follows = |task: &&Task| matches!(task.goal(), Goal::Follow(_));
    let following: Vec<TaskId> = agenda.tasks().open().filter(follows).map(Task::id).collect();
    for id in following {
        agenda.cancel(id, CancelReason::User, Reason::ToldOtherwise, turn);
    }
}

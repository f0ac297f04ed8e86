//! Thoughts: when the model is asked, what becomes of its replies, of drive ticks and of thoughts from outside.

mod around;
mod calls;
mod facts;
mod history;
mod outside;
mod reply;
mod streams;

pub use calls::{BACK_OFF_TICKS_MAX, REPLY_TICKS_MAX};
pub use history::{HISTORY_MAX, LOW_BROADCAST_ONE_IN, LOW_MAX};
pub use reply::REPLY_BYTES_MAX;
pub use streams::{BOTS_MAX, TRACKS_MAX};

use crate::agenda::Agenda;
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wants::wish::{self, Ask};
use crate::wants::{Wishes, drive};
use crate::wire::effect::{Effect, Publication};
use crate::wire::reason::Reason;
use crate::wire::thinking::{Fate, Recorded, Thinking, ThinkingStatus};
use crate::wire::trace::Event;
use agency::GoalTag;
use agency::convert::{self, Held};
use agency::counters::{Counters, LINE_EVERY_TICKS};
use agency::novelty::{Content, Recent};
use agency::outside::Warned;
use agency::thought::{ExtractedGoal, GoalSource, Novelty, Number, Source, Tag, Thought, cut, tags_of};
use agency::{GoalAction, Intent};
use alloc::string::String;
use alloc::vec::Vec;
use around::Around;
use calls::Calls;
use history::History;
use serde::{Deserialize, Serialize};
use streams::Streams;
use tasks::{Goal as _, Lane, Origin, Priority, Who};
use vocab::Tick;
use vocab::delta::Emission;

/// The parts of the mind that a decision about a thought needs.
#[derive(Debug)]
pub struct Desk<'a> {
    pub situation: &'a Situation<'a>,
    pub wishes: &'a mut Wishes,
    pub agenda: &'a mut Agenda,
}

/// A thought of the agent before it is recorded.
#[derive(Debug)]
struct Draft {
    text: String,
    source: Source,
    goal: Option<GoalTag>,
    intent: Option<Intent>,
    intent_parse: Option<agency::intent::IntentParse>,
    novelty: Novelty,
    convert_eligible: bool,
    /// Whether the change of belief that led to the thought calls for a task. If not, the thought makes none.
    suggested: bool,
    /// Whether the thought is about what another bot reports.
    of_another: bool,
    /// The goal that the drive tick chose, as a type: it says more than the thought's words.
    want: Option<drive::Want>,
}

/// The agent's thoughts, and its calls of the language model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thoughts {
    settings: Thinking,
    counters: Counters,
    /// How many thoughts were made so far, which is the number of the last one.
    made: u64,
    history: History,
    recent: Recent,
    around: Around,
    calls: Calls,
    /// Unexpected fields in thoughts from outside that a warning was given for.
    warned: Warned,
    lined_at: Tick,
    told: ThinkingStatus,
    /// What other bots report of their surroundings.
    #[serde(default)]
    streams: Streams,
}

impl Default for Thoughts {
    fn default() -> Thoughts {
        Thoughts::new(Thinking::default())
    }
}

impl Thoughts {
    /// Keeps what lasts when the program changes: thoughts, counters and budget. The picture of the creatures around
    /// is made anew.
    pub fn carry_over(self) -> Thoughts {
        Thoughts { around: Around::default(), told: ThinkingStatus::default(), streams: Streams::default(), ..self }
    }

    pub fn new(settings: Thinking) -> Thoughts {
        Thoughts {
            settings,
            counters: Counters::default(),
            made: 0,
            history: History::default(),
            recent: Recent::default(),
            around: Around::default(),
            calls: Calls::new(settings),
            warned: Warned::default(),
            lined_at: Tick(0),
            told: ThinkingStatus::default(),
            streams: Streams::default(),
        }
    }

    /// Begins a session: the program was started with these settings. Counters of thinking begin anew; thoughts and
    /// budget stay.
    pub fn begin(&mut self, settings: Thinking, now: Tick) {
        self.settings = settings;
        self.calls.begin(settings, now);
        self.warned = Warned::default();
        self.reset_counters(now);
    }

    /// Drops from the thoughts what belongs to one start of the program, such as the counters of the session.
    pub fn forget_session(&mut self) {
        self.begin(self.settings, Tick(0));
        self.told = ThinkingStatus::default();
    }

    fn reset_counters(&mut self, now: Tick) {
        self.counters = Counters::starting(now);
        self.lined_at = now;
    }

    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The thoughts that the agent has recorded and still keeps, oldest first.
    pub fn history(&self) -> Vec<&Recorded> {
        self.history.all()
    }

    /// Takes in what belief reports of the creatures around. Thoughts know nothing else of them.
    pub fn believe(&mut self, emission: &Emission) {
        self.around.take(emission);
    }

    /// Records the thought of a drive tick and makes a task of it.
    pub fn drive(&mut self, want: drive::Want, desk: &mut Desk<'_>, turn: &mut Turn<'_>) {
        self.counters.drive_ticks += 1;
        let tag = want.tag(desk.situation);
        let draft = Draft {
            text: in_words(&tag),
            source: Source::Drive,
            convert_eligible: convert::is_eligible(Source::Drive, true, None),
            goal: Some(tag),
            intent: None,
            intent_parse: None,
            novelty: Novelty::High,
            suggested: true,
            of_another: false,
            want: Some(want),
        };
        self.record(draft, desk, turn);
    }

    /// Decides whether a draft repeats a recent thought, makes a task of it if it may, records it as a thought and
    /// publishes it.
    fn record(&mut self, mut draft: Draft, desk: &mut Desk<'_>, turn: &mut Turn<'_>) -> Recorded {
        let now = turn.now();
        // The thought of a drive tick is always new: its goal was checked against the open tasks.
        if draft.source != Source::Drive && draft.novelty > Novelty::Low {
            let content = Content::of(&draft.text, draft.goal.as_ref());
            if self.recent.has_similar(&content, now, self.settings.interval_ticks) {
                self.counters.content_suppressions += 1;
                (draft.novelty, draft.convert_eligible) = (Novelty::Low, false);
            } else {
                self.recent.note(content, now);
            }
        }
        self.made += 1;
        let (suggested, want) = (draft.suggested, draft.want.take());
        let thought = draft.finish(Number(self.made), now);
        let fate = decide(&thought, suggested, want, desk, turn);
        let recorded = Recorded { thought, fate };
        turn.trace(Event::Thought(recorded.clone()));
        if self.history.keep(recorded.clone(), &mut self.counters) {
            turn.effects.push(Effect::Publish(Publication::Thought(recorded.clone())));
        }
        recorded
    }

    /// Traces the counters of thinking once a minute, and publishes the state of thinking when it has changed.
    pub fn tell(&mut self, turn: &mut Turn<'_>) {
        let now = turn.now();
        if now.since(self.lined_at) >= LINE_EVERY_TICKS {
            self.lined_at = now;
            turn.trace(Event::Agency { counters: self.counters });
        }
        let status = self.status(now);
        if status != self.told {
            self.told = status;
            turn.effects.push(Effect::Publish(Publication::Thinking(status)));
        }
    }

    pub fn status(&self, now: Tick) -> ThinkingStatus {
        let budget = self.calls.used(self.settings.limits, now);
        ThinkingStatus { model: self.calls.model(), counters: self.counters, budget }
    }
}

impl Draft {
    fn finish(self, id: Number, tick: Tick) -> Thought {
        let mut tags = tags_of(self.source);
        let source = if self.source == Source::Drive { GoalSource::DriveTick } else { GoalSource::GoalTag };
        if let Some(tag) = self.goal.as_ref().filter(|_| self.source == Source::Drive) {
            tags.push(category(tag.action));
        }
        if self.of_another && !tags.contains(&Tag::Outside) {
            tags.push(Tag::Outside);
        }
        Thought {
            id,
            tick,
            text: cut(&self.text),
            source: self.source,
            goal: self.goal.map(|tag| ExtractedGoal { tag, source }),
            intent: self.intent,
            intent_parse: self.intent_parse,
            novelty: self.novelty,
            convert_eligible: self.convert_eligible,
            tags,
            fallback: self.novelty == Novelty::Low,
        }
    }
}

/// Makes a task of a thought if it may become one. Every thought that makes a task passes here.
fn decide(
    thought: &Thought,
    suggested: bool,
    want: Option<drive::Want>,
    desk: &mut Desk<'_>,
    turn: &mut Turn<'_>,
) -> Fate {
    let tag = match convert::verdict(thought, suggested) {
        Ok(tag) => tag,
        Err(held) => {
            if held == Held::Ineligible && thought.is_task_worthy() {
                desk.agenda.refuse_ineligible();
            }
            return Fate::Held(held);
        }
    };
    let Desk { situation, wishes, agenda } = desk;
    if let Some(drive::Want { goal, rule }) = want {
        let origin = Origin::new(Who::Drive, Reason::Drive(rule), situation.now);
        let wanted = crate::agenda::wish(goal, Lane::Task, origin);
        return Fate::of(wish::pursue(wanted, situation, agenda, turn));
    }
    if tag.action.manages_tasks() && !may_manage(tag, agenda) {
        return Fate::NotItsTask;
    }
    let why = Reason::Thought { thought: thought.id, source: thought.source };
    let (tag, who, priority) = (tag.clone(), Who::Thought, Priority::Normal);
    let ask = Ask { tag, who, why, priority, deliver_to: None, at: None };
    Fate::of(wishes.ask(&ask, situation, agenda, turn))
}

/// Whether a thought may pause or cancel the task that it names: it must name exactly one open task, which no person
/// asked for.
fn may_manage(tag: &GoalTag, agenda: &Agenda) -> bool {
    let meant = |task: &&crate::agenda::Task| match &tag.target_id {
        Some(id) => alloc::format!("{}", task.id()).eq_ignore_ascii_case(id),
        None => task.goal().key().target() == tag.target || task.key().as_str() == tag.target,
    };
    let mut tasks = agenda.tasks().open().filter(meant);
    tasks.next().is_some_and(|task| task.origin().who() != Who::User) && tasks.next().is_none()
}

fn category(action: GoalAction) -> Tag {
    match action {
        GoalAction::Craft | GoalAction::Smelt | GoalAction::Repair => Tag::Crafting,
        GoalAction::Build => Tag::Building,
        GoalAction::Explore | GoalAction::Navigate | GoalAction::Find | GoalAction::Check => Tag::Exploration,
        GoalAction::Collect | GoalAction::Mine | GoalAction::Gather => Tag::Gathering,
        _ => Tag::Survival,
    }
}

/// Puts the goal that a drive tick chose into words, as the text of its thought.
fn in_words(tag: &GoalTag) -> String {
    let (action, target) = (tag.action.name(), tag.target.replace('_', " "));
    match tag.amount {
        1 => alloc::format!("I will {action} {target}."),
        amount => alloc::format!("I will {action} {amount} {target}."),
    }
}

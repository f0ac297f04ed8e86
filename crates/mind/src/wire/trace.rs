//! Trace events: what was decided and why. Each names its cause, so that a chain of reasons can be followed back.

use crate::goals::Goal;
use crate::hands::arbiter::Controller;
use crate::plan::step::Step;
use crate::wants::drive::Rule;
use crate::wire::builds::BuildNews;
use crate::wire::input::{Link, ThoughtId};
use crate::wire::reason::{Reason, Why};
use crate::wire::thinking::{Model, Recorded};
use agency::counters::Counters;
use agency::outside::Dropped;
use agency::thought::Source;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use belief::attention::Spent;
use belief::evidence::Refused;
use belief::preventability::Preventability;
use belief::sense::SenseRequest;
use reflex::WindowEvent;
use serde::{Deserialize, Serialize};
use tasks::{Lane, Note, Origin, Priority, Refused as TaskRefusal, StallClass, Status, TaskId};
use vocab::outcome::{End, Receipt};
use vocab::senses::Harm;
use vocab::{Action, ActionId, GoalKey, ItemId, Name, QueryId, Tick};

/// One traced event, at the tick at which it was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    pub tick: Tick,
    pub event: Event,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A task was created. Its origin says who wanted it and why; the parent is the task that needs it.
    TaskCreated {
        task: TaskId,
        key: GoalKey,
        goal: Goal,
        lane: Lane,
        priority: Priority,
        origin: Origin<Reason>,
        parent: Option<TaskId>,
    },
    /// The task store refused a request for a task.
    TaskRefused {
        key: GoalKey,
        why: TaskRefusal,
    },
    /// An open task with the same goal was widened to cover another wish.
    TaskWidened {
        task: TaskId,
        goal: Goal,
    },
    /// A wish for the goal of an open task made that task more urgent.
    TaskRaised {
        task: TaskId,
        lane: Lane,
        priority: Priority,
    },
    TaskChanged {
        task: TaskId,
        key: GoalKey,
        from: Status,
        to: Status,
        note: Note<Reason>,
    },
    /// A new plan for a task: its steps, and why it was made.
    Planned {
        task: TaskId,
        steps: Vec<Step>,
        /// The planned duration in ticks; `None` for a plan that is not temporal.
        makespan_ticks: Option<u64>,
        why: Reason,
    },
    /// An action begins. `retry_of` is the failed action that it replaces; `way` is the number of the attempt.
    ActionStarted {
        id: ActionId,
        action: Action,
        controller: Controller,
        task: Option<TaskId>,
        retry_of: Option<ActionId>,
        way: u8,
        why: Reason,
    },
    ActionEnded {
        id: ActionId,
        end: End,
        evidence: Evidence,
        receipt: Receipt,
    },
    ActionCancelled {
        id: ActionId,
        why: Reason,
    },
    Asked {
        id: QueryId,
        task: TaskId,
        why: Why,
    },
    /// Another controller gets control of the body.
    HandOver {
        from: Controller,
        to: Controller,
        why: Reason,
    },
    /// The link to the body went down or came back.
    Link {
        to: Link,
    },
    /// The body heard a chat message.
    Heard {
        who: String,
        text: String,
    },
    /// A player who is not allow-listed spoke and was ignored. Traced once for each player.
    StrangerIgnored {
        who: Name,
    },
    /// The drive tick chose this goal, by this rule of its ladder.
    Drive {
        key: GoalKey,
        rule: Rule,
    },
    /// The drive tick was due, but this condition kept it from choosing a goal.
    DriveHeld {
        gate: Gate,
    },
    /// The task gave up a step of its plan for good.
    GaveUp {
        task: TaskId,
        step: Option<Step>,
        class: StallClass,
    },
    /// The agent carries this item for the first time.
    Milestone {
        item: ItemId,
        name: String,
    },
    Hurt {
        half_hearts: u8,
        cause: Harm,
    },
    Died {
        cause: Harm,
    },
    Respawned,
    /// What belief knew of the danger when the body was hurt or died.
    Preventability {
        known: Preventability,
    },
    /// A reflex took control of the body, handed it to another rule, or released it.
    Reflex {
        window: WindowEvent,
    },
    /// A dangerous creature went out of sight, so belief asks the body to look there.
    LookWanted {
        request: SenseRequest,
    },
    /// Some creatures that the body detected were dropped: there were too many, or they were invalid.
    Overlooked {
        spent: Spent,
        refused: Refused,
    },
    /// A thought of the agent was recorded.
    Thought(Recorded),
    /// A reply of the language model held no thought, no goal and no intent.
    NothingThought {
        source: Source,
    },
    /// The language model changed its state.
    Model {
        to: Model,
    },
    /// The counters of thinking in this session, traced once a minute.
    Agency {
        counters: Counters,
    },
    /// A field of a thought from outside was dropped. Traced once for each name in a session.
    FieldDropped(Dropped),
    /// Something happened to a build.
    Build(Box<BuildNews>),
    /// Input that the mind does not expect or cannot use.
    Unexpected(Unexpected),
    /// The program broke and was restored. `task` is the task that was at hand and is dropped.
    Shaken {
        place: String,
        what: String,
        task: Option<TaskId>,
    },
}

/// Input that the mind does not expect or cannot use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unexpected {
    Outcome(ActionId),
    Answer(QueryId),
    Reply(ThoughtId),
    /// Creatures that the body detected were refused because they were dated before the last ones.
    DetectionsFromThePast,
}

/// How the world's state compares with what the body claims about an ended action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    Verified,
    /// The world shows neither that the action happened nor that it did not.
    Inconclusive,
    Contradicted,
    /// The body itself reports that the action did not happen.
    NotDone,
}

/// The condition that keeps the drive tick from choosing a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// The drive tick may not choose a goal because the body's vitals are unknown, which counts as unsafe.
    NoVitals,
    Health,
    Food,
    Hostiles,
    Mode,
    /// The drive tick may not choose a goal because its interval is not over.
    Timer,
    /// The drive tick may not choose a goal because a person paused the agent.
    Paused,
}

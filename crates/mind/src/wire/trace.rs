//! Trace events: what was decided and why. Each names its cause, so that a chain of reasons can be followed back.

use crate::goals::Goal;
use crate::hands::arbiter::Controller;
use crate::plan::step::Step;
use crate::wants::drive::Rule;
use crate::wire::input::{Link, ThoughtId};
use crate::wire::reason::{Reason, Why};
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
use vocab::{Action, ActionId, GoalKey, ItemId, QueryId, Tick};

/// One event, at the tick at which it was decided.
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
    /// A wanted task was refused.
    TaskRefused {
        key: GoalKey,
        why: TaskRefusal,
    },
    /// An open task with the same goal was widened to cover another wish.
    TaskWidened {
        task: TaskId,
        goal: Goal,
    },
    TaskChanged {
        task: TaskId,
        key: GoalKey,
        from: Status,
        to: Status,
        note: Note<Reason>,
    },
    /// A new plan: the steps from here on, and why it was made.
    Planned {
        task: TaskId,
        steps: Vec<Step>,
        /// The planner's estimate of the duration; `None` without a temporal plan.
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
    /// Another controller gets the body.
    HandOver {
        from: Controller,
        to: Controller,
        why: Reason,
    },
    /// The link to the body changed.
    Link {
        to: Link,
    },
    /// A chat message was heard near the body.
    Heard {
        who: String,
        text: String,
    },
    /// The drive tick chose a goal by this rule.
    Drive {
        key: GoalKey,
        rule: Rule,
    },
    /// The drive tick was due, but this gate held it back.
    DriveHeld {
        gate: Gate,
    },
    /// The task gave up a step for good.
    GaveUp {
        task: TaskId,
        step: Option<Step>,
        class: StallClass,
    },
    /// The item was carried for the first time.
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
    /// What belief knew when the body was hurt or died.
    Preventability {
        known: Preventability,
    },
    /// A reflex window was entered, changed or left.
    Reflex {
        window: WindowEvent,
    },
    /// A dangerous creature went out of sight, so belief requests a look.
    LookWanted {
        request: SenseRequest,
    },
    /// Some detections were dropped: there were too many, or they were invalid.
    Overlooked {
        spent: Spent,
        refused: Refused,
    },
    /// Input that the mind does not expect or cannot use.
    Unexpected(Unexpected),
}

/// Input that the mind does not expect or cannot use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unexpected {
    Outcome(ActionId),
    Answer(QueryId),
    Reply(ThoughtId),
    /// Detections were refused because they were dated before the last ones.
    DetectionsFromThePast,
}

/// How the world's state compares with the body's claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    Verified,
    /// The world shows neither that it happened nor that it did not.
    Inconclusive,
    Contradicted,
    /// The body itself reports that it did not happen.
    NotDone,
}

/// The gate that held back a drive tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// The vitals are unknown, which counts as unsafe.
    NoVitals,
    Health,
    Food,
    Hostiles,
    Mode,
    /// The interval is not over.
    Timer,
    /// A person paused the agent.
    Paused,
}

//! Why something was decided, as typed events. Each names its cause, so that a chain of reasons can be followed back.

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
    /// A task came to be. Its origin says who wanted it and why; a parent is the task that needs it.
    TaskCreated {
        task: TaskId,
        key: GoalKey,
        goal: Goal,
        lane: Lane,
        priority: Priority,
        origin: Origin<Reason>,
        parent: Option<TaskId>,
    },
    /// A task was wanted and not made.
    TaskRefused {
        key: GoalKey,
        why: TaskRefusal,
    },
    /// A wish for a goal that an open task has already: the task covers it now.
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
    /// The steps that the task will take from here on, and why it was planned anew.
    Planned {
        task: TaskId,
        steps: Vec<Step>,
        /// How long the planner says it takes, where it was asked.
        makespan_ticks: Option<u64>,
        why: Reason,
    },
    /// An action begins. `retry_of` is the failed action it replaces, `way` the number of the way it is tried.
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
    /// The body changes hands.
    HandOver {
        from: Controller,
        to: Controller,
        why: Reason,
    },
    /// The link to the body changed.
    Link {
        to: Link,
    },
    /// Something was said near the body.
    Heard {
        who: String,
        text: String,
    },
    /// The drive tick chose a goal, by the rule named.
    Drive {
        key: GoalKey,
        rule: Rule,
    },
    /// The drive tick was due and did not fire.
    DriveHeld {
        gate: Gate,
    },
    /// A step was given up for good in this task.
    GaveUp {
        task: TaskId,
        step: Option<Step>,
        class: StallClass,
    },
    /// The first time the item was carried.
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
    /// A reflex took the body, changed its mind or let go.
    Reflex {
        window: WindowEvent,
    },
    /// Something dangerous went out of sight.
    LookWanted {
        request: SenseRequest,
    },
    /// More was reported than attention goes round for, or some of it made no sense.
    Overlooked {
        spent: Spent,
        refused: Refused,
    },
    /// News that the mind does not wait for or cannot use.
    Unexpected(Unexpected),
}

/// News that the mind does not wait for or cannot use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unexpected {
    Outcome(ActionId),
    Answer(QueryId),
    Reply(ThoughtId),
    /// Detections were refused because they were dated before the last ones.
    DetectionsFromThePast,
}

/// What the world shows of what the body claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    Verified,
    /// The world shows neither that it happened nor that it did not.
    Inconclusive,
    Contradicted,
    /// The body says itself that it did not happen.
    NotDone,
}

/// Why a drive tick did not fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// The world has not told how the body is: taken for unsafe.
    NoVitals,
    Health,
    Food,
    Hostiles,
    Mode,
    /// Not yet time.
    Timer,
    /// Paused by a person.
    Paused,
}

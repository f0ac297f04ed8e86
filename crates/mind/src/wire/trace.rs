//! Why something was decided, as typed events. Each names its cause, so that a chain of reasons can be followed back.

use crate::hands::arbiter::Controller;
use alloc::string::String;
use alloc::vec::Vec;
use belief::attention::Spent;
use belief::evidence::Refused;
use belief::preventability::Preventability;
use belief::sense::SenseRequest;
use reflex::WindowEvent;
use serde::{Deserialize, Serialize};
use tasks::{Origin, StallClass, Status, TaskId};
use vocab::outcome::End;
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
        origin: Origin,
        parent: Option<TaskId>,
    },
    /// A task was wanted and not made.
    TaskRefused {
        key: String,
        why: String,
    },
    TaskChanged {
        task: TaskId,
        from: Status,
        to: Status,
        note: String,
    },
    /// What the task will do from here on, one line a step, and why it was planned anew.
    Planned {
        task: TaskId,
        steps: Vec<String>,
        /// How long the planner says it takes, where it was asked.
        makespan_ticks: Option<u64>,
        why: String,
    },
    /// An action begins. `retry_of` is the failed action it replaces, `way` how it differs from that one.
    ActionStarted {
        id: ActionId,
        action: Action,
        controller: Controller,
        task: Option<TaskId>,
        retry_of: Option<ActionId>,
        way: String,
        why: String,
    },
    ActionEnded {
        id: ActionId,
        end: End,
        verdict: Verdict,
        note: String,
    },
    ActionCancelled {
        id: ActionId,
        why: String,
    },
    Asked {
        id: QueryId,
        task: Option<TaskId>,
        why: String,
    },
    /// The body changes hands.
    HandOver {
        from: Controller,
        to: Controller,
        why: String,
    },
    /// The drive tick chose a goal, by the rule named.
    Drive {
        key: GoalKey,
        rule: String,
    },
    /// The drive tick was due and did not fire.
    DriveHeld {
        gate: Gate,
    },
    /// A step was given up for good in this task.
    GaveUp {
        task: TaskId,
        step: String,
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
    /// An outcome, answer or reply for something the mind does not wait for.
    Unexpected {
        what: String,
    },
}

/// What the world shows of what the body claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
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

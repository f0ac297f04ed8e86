//! What a leaf answers: what to do next about a step, and what the world must show when that is done.

use crate::goals::Goal;
use crate::wire::reason::Why;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::{Action, BlockId, BlockPos, ItemId, Query, Tick};

/// What to do next about a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    Act {
        action: Action,
        expect: Expect,
        why: Why,
    },
    Ask {
        query: Query,
        why: Why,
    },
    /// Nothing to do before that tick; others may have the body.
    Pause {
        until: Tick,
        why: Why,
    },
    /// That goal must be reached first: it becomes a child task, and this one waits for it.
    First {
        goal: Goal,
        why: Why,
    },
    /// The step is through, or not what is needed any more: plan again.
    Done,
    Cannot {
        class: StallClass,
        why: Why,
    },
}

impl Next {
    pub fn act(action: Action, expect: Expect, why: Why) -> Next {
        Next::Act { action, expect, why }
    }

    pub fn cannot(class: StallClass, why: Why) -> Next {
        Next::Cannot { class, why }
    }
}

/// What the world must show when an action is really done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// More of the item than before.
    Gain(ItemId),
    /// Less of the item than before.
    Spend(ItemId),
    /// The body near the place.
    Near { place: BlockPos, within: u8 },
    /// The body somewhere else than before.
    Moved,
    /// That block at the place; `None`: not what was there before.
    Block { at: BlockPos, is: Option<BlockId> },
    /// Nothing that could be seen.
    Nothing,
}

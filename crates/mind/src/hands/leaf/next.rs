//! The answer of a leaf: the next action for a step, and what the world must show once it is done.

use crate::goals::Goal;
use crate::wire::reason::Why;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::{Action, BlockId, BlockPos, ItemId, Query, Tick};

/// The next thing to do for a step.
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
    /// Wait until this tick; other tasks may have the body meanwhile.
    Pause {
        until: Tick,
        why: Why,
    },
    /// Another goal must be reached first: it becomes a child task, and this task waits for it.
    First {
        goal: Goal,
        why: Why,
    },
    /// The step is done or no longer needed: plan again.
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
    /// The bag holds more of the item than before.
    Gain(ItemId),
    /// The bag holds less of the item than before.
    Spend(ItemId),
    /// The body is near the place.
    Near { place: BlockPos, within: u8 },
    /// The body has moved.
    Moved,
    /// The place holds this block; `None` means any other block than before.
    Block { at: BlockPos, is: Option<BlockId> },
    /// The action has no visible result.
    Nothing,
}

//! The answer of a leaf: the next action for a step, and what the world must show once it is done.

use crate::goals::Goal;
use crate::wire::reason::Why;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::{Action, BlockId, BlockPos, ItemId, Query, Tick};

/// What a step of a plan wants next.
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
    /// The step has nothing for the body yet, and keeps it.
    Hold,
    /// The step waits until this tick; other tasks may use the body meanwhile.
    Pause {
        until: Tick,
        why: Why,
    },
    /// The step needs another goal reached first: it becomes a child task, and this task waits for it.
    First {
        goal: Goal,
        why: Why,
    },
    /// The step is done or no longer needed: the task plans again.
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

/// What the world must show when an action is claimed to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// After the action the bag must hold more of the item than before.
    Gain(ItemId),
    /// After the action the bag must hold less of the item than before.
    Spend(ItemId),
    /// After the action the body must be near the place.
    Near { place: BlockPos, within: u8 },
    /// After the action the body must be in another place than before.
    Moved,
    /// After the action the place must hold this block; `None` means any other block than before.
    Block { at: BlockPos, is: Option<BlockId> },
    /// After the action nothing is checked, because it has no visible result.
    Nothing,
}

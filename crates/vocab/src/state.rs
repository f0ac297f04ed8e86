//! Block states by number. `gamedata::states` knows what the numbers mean.

use serde::{Deserialize, Serialize};

/// A block with the values of its properties, by the pinned game version's own number: air is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct StateId(pub u16);

//! The intent labels that a thought may end with. The list is closed: an unknown label is no intent.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    None,
    Explore,
    Gather,
    Craft,
    Shelter,
    Food,
    Mine,
    Navigate,
}

impl Intent {
    pub const ALL: [Intent; 8] = [
        Intent::None,
        Intent::Explore,
        Intent::Gather,
        Intent::Craft,
        Intent::Shelter,
        Intent::Food,
        Intent::Mine,
        Intent::Navigate,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Intent::None => "none",
            Intent::Explore => "explore",
            Intent::Gather => "gather",
            Intent::Craft => "craft",
            Intent::Shelter => "shelter",
            Intent::Food => "food",
            Intent::Mine => "mine",
            Intent::Navigate => "navigate",
        }
    }
}

/// How the intent was found in a model's reply. It measures how well the model keeps to the format, and decides
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentParse {
    /// `INTENT: label` was the last non-empty line of the reply.
    FinalLine,
    /// `INTENT: label` stood somewhere before the last line of the reply.
    InlineNoncompliant,
}

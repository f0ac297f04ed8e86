//! The rules, one per file, in order: the deadliest first.

mod creeper;
mod drowning;
mod falling;
mod fire;
mod lava;
pub mod low_health;
mod melee;
mod ranged;
mod suffocation;

use crate::courage::Mode;
use crate::scene::{Danger, Scene};
use crate::window::Urgency;
use serde::{Deserialize, Serialize};
use vocab::{Action, TrackId};

/// How far the body flees from a mob, in blocks: out of sight of most mobs, which follow for 16 blocks.
const AWAY_BLOCKS: u8 = 18;
/// How far a body with very low health flees from a mob, in blocks.
const AWAY_HURT_BLOCKS: u8 = 20;

/// A reflex rule. Of two rules that propose actions of equal urgency, the first in this list wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    Lava,
    Suffocation,
    Falling,
    Drowning,
    Fire,
    Creeper,
    LowHealth,
    Ranged,
    Melee,
}

impl Rule {
    pub const fn is_about_creatures(self) -> bool {
        matches!(self, Rule::Creeper | Rule::LowHealth | Rule::Ranged | Rule::Melee)
    }
}

/// Why a reflex rule fired, with the numbers that decided it. Distances in thousandths of a block; health in half
/// hearts, food in half drumsticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    InLava,
    HeadInBlock,
    Fell { fine: u32 },
    AirLeft { ticks: u16 },
    OnFire,
    BlastWithin { distance: u64 },
    Healthy { distance: u64, health: u8 },
    Unarmed { distance: u64 },
    Hurt { distance: u64, health: u8 },
    Outnumbered { distance: u64, dangers: u8 },
    Besieged,
    Starved { health: u8, food: u8 },
}

/// The action that a reflex rule proposes, with its urgency and its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub rule: Rule,
    pub urgency: Urgency,
    pub about: Option<TrackId>,
    pub action: Action,
    /// Whether to fight, flee or hide, if the rule is about a mob.
    pub mode: Option<Mode>,
    pub why: Why,
}

impl Proposal {
    /// Makes a proposal about the body alone, with no mob involved.
    fn alone(rule: Rule, urgency: Urgency, action: Action, why: Why) -> Proposal {
        Proposal { rule, urgency, about: None, action, mode: None, why }
    }

    /// Makes a proposal about a mob.
    fn about(rule: Rule, urgency: Urgency, danger: &Danger<'_>, mode: Mode, why: Why) -> Proposal {
        let away_blocks = if rule == Rule::LowHealth { AWAY_HURT_BLOCKS } else { AWAY_BLOCKS };
        let action = mode.action(danger, away_blocks);
        Proposal { rule, urgency, about: Some(danger.track.id), action, mode: Some(mode), why }
    }
}

type Consider = fn(&Scene<'_>) -> Option<Proposal>;

const RULES: [Consider; 9] = [
    lava::consider,
    suffocation::consider,
    falling::consider,
    drowning::consider,
    fire::consider,
    creeper::consider,
    low_health::consider,
    ranged::consider,
    melee::consider,
];

/// The most urgent proposal of all reflex rules; of equally urgent ones that of the first rule.
pub fn propose(scene: &Scene<'_>) -> Option<Proposal> {
    let key = |proposal: &Proposal| (core::cmp::Reverse(proposal.urgency), proposal.rule);
    RULES.iter().filter_map(|consider| consider(scene)).min_by_key(key)
}

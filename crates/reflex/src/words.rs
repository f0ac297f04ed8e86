//! Puts rules and their reasons into English. Nothing else in this crate writes sentences.

use crate::rules::{Rule, Why};
use core::fmt::{self, Display, Formatter};

impl Rule {
    pub const fn word(self) -> &'static str {
        match self {
            Rule::Lava => "in lava",
            Rule::Suffocation => "the head is inside a block",
            Rule::Falling => "falling",
            Rule::Drowning => "nearly out of air",
            Rule::Fire => "on fire",
            Rule::Creeper => "about to be blown up",
            Rule::LowHealth => "nearly dead",
            Rule::Ranged => "shot at",
            Rule::Melee => "about to be struck",
        }
    }
}

/// A length in thousandths of a block, shown in blocks with one decimal.
struct Blocks(u64);

impl Display for Blocks {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} blocks", self.0 / 1_000, self.0 % 1_000 / 100)
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Why::InLava => f.write_str("in lava"),
            Why::HeadInBlock => f.write_str("the head is inside a block"),
            Why::Fell { fine } => write!(f, "has fallen {}", Blocks(u64::from(fine))),
            Why::AirLeft { ticks } => write!(f, "air for {ticks} ticks"),
            Why::OnFire => f.write_str("on fire"),
            Why::BlastWithin { distance } => write!(f, "an exploding mob is {} away", Blocks(distance)),
            Why::Healthy { distance, health } => {
                write!(f, "fit to fight with health {health}, the mob is {} away", Blocks(distance))
            }
            Why::Unarmed { distance } => write!(f, "no weapon, the mob is {} away", Blocks(distance)),
            Why::Hurt { distance, health } => {
                write!(f, "too hurt to fight with health {health}, the mob is {} away", Blocks(distance))
            }
            Why::Outnumbered { distance, dangers } => {
                write!(f, "outnumbered by {dangers} mobs, the nearest is {} away", Blocks(distance))
            }
            Why::Besieged => f.write_str("walled in, with a mob waiting outside"),
            Why::Starved { health, food } => write!(f, "health {health} and food {food}: eating restores health"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn reasons_show_distances_in_blocks_and_name_their_numbers() {
        for (why, words) in [
            (Why::BlastWithin { distance: 4_250 }, "an exploding mob is 4.2 blocks away"),
            (Why::Fell { fine: 12_000 }, "has fallen 12.0 blocks"),
            (Why::Hurt { distance: 999, health: 5 }, "too hurt to fight with health 5, the mob is 0.9 blocks away"),
            (Why::Outnumbered { distance: 3_000, dangers: 3 }, "outnumbered by 3 mobs, the nearest is 3.0 blocks away"),
        ] {
            assert_eq!(why.to_string(), words);
        }
    }
}

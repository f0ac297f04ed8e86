//! Damage to the body: invulnerability after a wound, shield, armour, knockback, and death at zero health.

use super::{death, sleep};
use crate::inventory::Inventory;
use crate::space::{MICRO, Place};
use crate::world::World;
use gamedata::items;
use vocab::senses::{BodyEvent, Harm};

/// For this many ticks after the body was hurt, only a hit with more damage counts.
pub const GRACE_TICKS: u32 = 10;
/// A shield blocks once it has been up for this many ticks.
pub const SHIELD_DELAY_TICKS: u32 = 5;
/// A shield loses durability from blows of at least this much damage.
const SHIELD_WEAR_FROM_MILLI: u32 = 3_000;
/// Exhaustion that the body gets from one hit, in thousandths.
const WOUND_EXHAUSTION_MILLI: u32 = 100;
const KNOCK: i64 = 400_000;
/// Most armour points that count: they take off 80 % of the damage.
const ARMOUR_MAX: u32 = 20;

/// Damage of a hit after armour. Armour takes off 4 % per point, less against hard hits, but at least a fifth of
/// its points: `damage × (1 − min(20, max(armour / 5, armour − 4 × damage / (toughness + 8))) / 25)`, all in
/// thousandths.
pub fn after_armour_milli(damage_milli: u32, armour: u32, toughness: u32) -> u32 {
    let armour_milli = i64::from(armour) * 1_000;
    let worn_down = armour_milli - 4 * i64::from(damage_milli) / (i64::from(toughness) + 8);
    let defence_milli = worn_down.max(armour_milli / 5).clamp(0, i64::from(ARMOUR_MAX) * 1_000);
    (i64::from(damage_milli) * (25_000 - defence_milli) / 25_000) as u32
}

/// Total armour points and toughness of the armour that the body wears.
pub fn armour_of(inventory: &Inventory) -> (u32, u32) {
    let worn = inventory.armour().iter().flatten().filter_map(|piece| items::get(piece.item).armour);
    worn.fold((0, 0), |(points, tough), armour| {
        (points + u32::from(armour.points), tough + u32::from(armour.toughness))
    })
}

/// Whether armour reduces this kind of damage.
fn armour_helps(harm: Harm) -> bool {
    matches!(harm, Harm::Melee | Harm::Arrow | Harm::Explosion | Harm::Lava)
}

fn shield_helps(harm: Harm) -> bool {
    matches!(harm, Harm::Melee | Harm::Arrow | Harm::Explosion)
}

impl World {
    /// Hurts the body by `milli` thousandths of a half heart; returns false when no damage was done.
    pub fn hurt_body(&mut self, milli: u32, harm: Harm, from: Option<Place>) -> bool {
        if !self.body.is_alive() || !self.body.is_mortal() || milli == 0 {
            return false;
        }
        if shield_helps(harm) && self.shield_stops(milli, from) {
            return false;
        }
        let graced = self.body.unhurt_ticks > 0;
        if graced && milli <= self.body.last_hurt_milli {
            return false;
        }
        let counted = if graced { milli - self.body.last_hurt_milli } else { milli };
        self.body.last_hurt_milli = milli;
        if !graced {
            self.body.unhurt_ticks = GRACE_TICKS;
        }
        let wound = if armour_helps(harm) { self.armour_takes(counted) } else { counted };
        if harm != Harm::Starvation {
            self.body.hunger.exhaust(WOUND_EXHAUSTION_MILLI);
        }
        if let Some(from) = from.filter(|_| shield_helps(harm)) {
            self.knock_back(from);
        }
        sleep::wake(self);
        let before = self.body.health_milli.div_ceil(1_000);
        self.body.health_milli = self.body.health_milli.saturating_sub(wound);
        let lost = before - self.body.health_milli.div_ceil(1_000);
        let from = from.map(Place::fine);
        self.events.push(BodyEvent::Hurt { half_hearts: lost as u8, cause: harm, from });
        if self.body.health_milli == 0 {
            death::die(self, harm);
        }
        true
    }

    fn shield_stops(&mut self, milli: u32, from: Option<Place>) -> bool {
        let body = &mut self.body;
        let Some(from) = from else { return false };
        let towards = body.at.heading_to(from);
        let in_front = towards.x * body.facing.x + towards.z * body.facing.z > 0;
        if body.shield_ticks < SHIELD_DELAY_TICKS || !in_front {
            return false;
        }
        if milli >= SHIELD_WEAR_FROM_MILLI
            && let Some(item) = body.inventory.wear_off_hand(1 + (milli / 1_000) as u16)
        {
            body.controls.shield = false;
            self.events.push(BodyEvent::ToolBroke { item });
        }
        true
    }

    fn armour_takes(&mut self, milli: u32) -> u32 {
        let (points, toughness) = armour_of(&self.body.inventory);
        let wear = (milli / 4_000).max(1) as u16;
        for item in self.body.inventory.wear_armour(wear) {
            self.events.push(BodyEvent::ToolBroke { item });
        }
        after_armour_milli(milli, points, toughness)
    }

    fn knock_back(&mut self, from: Place) {
        let body = &mut self.body;
        let away = from.heading_to(body.at).scaled(KNOCK);
        body.velocity.x = body.velocity.x / 2 + away.x;
        body.velocity.z = body.velocity.z / 2 + away.z;
        if body.on_ground {
            body.velocity.y = (body.velocity.y / 2 + KNOCK).min(KNOCK);
            body.on_ground = false;
        }
    }
}

/// Damage of the body's blow by attack cooldown: `0.2 + 0.8 × t²` of the full damage, where t is the elapsed
/// share of the cooldown.
pub fn blow_milli(full_milli: u32, rested_ticks: u32, cooldown_ticks_milli: u32) -> u32 {
    let micro = MICRO as u64;
    let rested_milli = u64::from(rested_ticks) * 1_000 + 500;
    let part = (rested_milli * micro / u64::from(cooldown_ticks_milli.max(1))).min(micro);
    let strength = micro / 5 + part * part / micro * 4 / 5;
    (u64::from(full_milli) * strength / micro) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armour_reduces_by_the_games_formula() {
        for (damage, armour, toughness, left) in [
            (3_000, 0, 0, 3_000),
            (3_000, 7, 0, 2_340),    // leather, zombie: 7 - 1.5 = 5.5, 22 %
            (3_000, 15, 0, 1_380),   // iron: 15 - 1.5 = 13.5, 54 %
            (3_000, 20, 8, 690),     // diamond: 20 - 0.75 = 19.25, 77 %
            (1_000, 20, 8, 210),     // 79 %
            (40_000, 15, 0, 35_200), // hard blows reduce armour to a fifth of its points
        ] {
            assert_eq!(after_armour_milli(damage, armour, toughness), left, "{damage} {armour} {toughness}");
        }
    }

    #[test]
    fn a_blow_before_the_cooldown_ends_does_less_damage() {
        for (rested, blow) in [(0, 1_207), (12, 6_000), (100, 6_000)] {
            assert_eq!(blow_milli(6_000, rested, 12_500), blow, "{rested}");
        }
    }
}

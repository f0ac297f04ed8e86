//! What a rule can look at: the dangers nearby, the state of the body, and what reflex is already doing.

use crate::courage::Mode;
use crate::gear::Gear;
use crate::rules::Rule;
use crate::rules::low_health;
use alloc::vec::Vec;
use belief::kinds::{Attack, Stance};
use belief::{Bus, Track};
use vocab::senses::Vitals;
use vocab::{FinePos, HazardSummary, Name, Senses, Tick, TrackId, Visibility};

/// A mob seen only once counts as a danger only within this distance, in thousandths of a block. Farther away it must
/// be seen twice.
const GLIMPSE_RANGE: u64 = 4_000;
/// A mob that went out of the body's sight at most this many ticks ago (two seconds) still counts as a danger. After
/// that, the wall between makes it harmless.
const IN_SIGHT_TICKS: u64 = 40;
/// The body reacts to a creeper within this distance, in thousandths of a block: the range of its explosion plus the
/// steps it walks until then.
const BLAST_RANGE: u64 = 8_000;
/// After several sieges in a row the body reacts to a creeper only within this distance, in thousandths of a block:
/// where it lights its fuse.
const BLAST_UNDAUNTED_RANGE: u64 = 3_500;
/// A body that flees from a creeper keeps fleeing within this distance of it, in thousandths of a block: a creeper follows
/// a body within 16 blocks, and who turns back earlier meets it again.
const CREEPER_FOLLOWS_RANGE: u64 = 18_000;
/// The body reacts to a mob that shoots within this distance, in thousandths of a block.
const BOW_RANGE: u64 = 9_000;
/// The body reacts to a mob that shoots within this distance after an arrow has hit, in thousandths of a block.
const BOW_HITS_RANGE: u64 = 18_000;
/// The body reacts to a mob that has to touch it to hurt it within this distance, in thousandths of a block.
const BLOW_RANGE: u64 = 6_000;
/// The body reacts to a mob that has to touch it, and that comes closer, within this distance, in thousandths of a
/// block.
const BLOW_CLOSING_RANGE: u64 = 8_000;
/// Added to the distance at which the body reacts to a mob while a rule about mobs is active, in thousandths of a
/// block, so that the body does not flip between two actions at the edge of the range.
const STILL_RANGE: u64 = 4_000;
/// A mob nearer than this leaves no room for a block between the body and itself, in thousandths of a block.
const INSIDE_RANGE: u64 = 1_300;
/// A mob this near, in thousandths of a block, stands in a cell that a wall would have to fill: the cell reaches to 1.5
/// blocks from the body's middle, and the mob is at least 0.3 blocks wide to each side.
const CELL_RANGE: u64 = 1_700;
/// A body with at most this many open sides around it is in a tunnel that it dug: the cells behind it and, while
/// digging, ahead.
const TUNNEL_SIDES: u8 = 4;
/// A mob this near behind rock comes into the tunnel with the next block that is dug, in thousandths of a block.
const BREACH_RANGE: u64 = 4_500;
/// A mob this near gets in before the body is out when a wall is opened, in thousandths of a block.
pub const SIEGE_RANGE: u64 = 7_000;
/// A mob counts as coming closer when it approaches the body by at least this many thousandths of a block per tick:
/// half its strolling speed.
const CLOSING_LEAST: i64 = 25;
/// Sky light below this level (of 15) means that the body is in a cave or a tunnel.
const OPEN_SKY_LIGHT: u8 = 8;

/// A hostile mob that belief holds, and where it is believed to be.
#[derive(Debug, Clone, Copy)]
pub struct Danger<'a> {
    pub track: &'a Track,
    /// The kind that the mob most likely is.
    pub kind: Name,
    pub at: FinePos,
    /// The mob's distance from the body in a straight line, in thousandths of a block.
    pub distance: u64,
    pub attack: Attack,
    /// The mob sees the body, or did a moment ago. Otherwise a wall is between them.
    pub in_sight: bool,
}

impl Danger<'_> {
    /// Whether the mob is so near that no wall fits between it and the body.
    pub fn is_inside(&self) -> bool {
        self.distance <= INSIDE_RANGE
    }

    /// How fast the mob comes nearer to the body, in thousandths of a block per tick; negative when it moves away.
    pub fn closing(&self, body: FinePos) -> i64 {
        let velocity = self.track.motion.velocity();
        let (dx, dz) = (body.x - self.at.x, body.z - self.at.z);
        (velocity.x * dx + velocity.z * dz) / (self.distance.max(1) as i64)
    }
}

/// All hostile mobs that belief holds, in sight or not, with their distance from the body. Computed once a tick for all
/// rules.
pub fn hostiles<'a>(bus: &'a Bus, senses: &Senses) -> Vec<Danger<'a>> {
    let (body, now) = (senses.at, senses.tick);
    let hostile = |track: &'a Track| {
        let kind = bus.register().get(track.class.likeliest());
        if kind.stance != Stance::Hostile || track.visibility == Visibility::Lost {
            return None;
        }
        let at = track.at(now);
        let distance = at.distance_squared(body).isqrt();
        let in_sight = track.was_in_sight(now, IN_SIGHT_TICKS);
        Some(Danger { track, kind: kind.name, at, distance, attack: kind.attack, in_sight })
    };
    bus.everything().iter().filter_map(hostile).collect()
}

/// What the reflex rules decide from in one tick: senses, mobs, gear and recent events.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub bus: &'a Bus,
    pub hostiles: &'a [Danger<'a>],
    pub senses: &'a Senses,
    pub gear: Gear,
    /// The active reflex rule, and the mob that it is about. An active rule ends at wider thresholds than it starts at.
    pub engaged: Option<(Rule, Option<TrackId>)>,
    /// The last decision to fight, flee or hide from mobs, and when it was made.
    pub decided: Option<(Mode, Tick)>,
    /// An arrow hit the body a moment ago.
    pub under_fire: bool,
    /// An attempt to flee failed a moment ago.
    pub trapped: bool,
    /// The target of an attack could not be reached a moment ago.
    pub out_of_reach: bool,
    /// A shield was held up for too long a moment ago, and nothing exploded.
    pub shield_in_vain: bool,
    /// The body has waited behind its walls for long enough: mobs that do not see it are ignored for a while.
    pub bold: bool,
    /// The body has waited behind its walls several times in a row: the mob outside would never leave, so even a
    /// creeper is ignored until it is close.
    pub undaunted: bool,
}

impl<'a> Scene<'a> {
    pub fn now(&self) -> Tick {
        self.senses.tick
    }

    pub fn body(&self) -> FinePos {
        self.senses.at
    }

    pub fn hazards(&self) -> &HazardSummary {
        self.bus.hazards()
    }

    pub fn vitals(&self) -> Option<Vitals> {
        self.senses.vitals
    }

    pub fn is_engaged(&self, rule: Rule) -> bool {
        self.engaged.is_some_and(|(engaged, _)| engaged == rule)
    }

    /// The value at which a reflex rule starts (`begin`), or the wider one at which it ends (`release`) when it is
    /// active.
    pub fn threshold(&self, rule: Rule, begin: u64, release: u64) -> u64 {
        if self.is_engaged(rule) { release } else { begin }
    }

    /// The body's health in half hearts; 0 when unknown, because unknown must not count as healthy.
    pub fn health(&self) -> u8 {
        self.senses.vitals.map_or(0, |vitals| vitals.health)
    }

    /// Whether the body's health returns by itself, now or after a meal that it carries.
    pub fn can_heal(&self) -> bool {
        self.vitals().is_some_and(|vitals| vitals.food >= low_health::FULL || self.gear.food.is_some())
    }

    /// Whether the body is in a cave or a tunnel, judged by the sky light.
    pub fn is_below(&self) -> bool {
        self.senses.surroundings.sky_light < OPEN_SKY_LIGHT
    }

    /// Whether every side around the body is closed, so that no mob can walk in.
    pub fn is_walled_in(&self) -> bool {
        self.senses.surroundings.open_sides == 0
    }

    /// Whether the body cannot get away from a mob: fleeing or attacking failed a moment ago, or there are no blocks to
    /// wall in with.
    pub fn is_cornered(&self) -> bool {
        self.trapped || self.out_of_reach || self.gear.walls == 0
    }

    /// Whether a mob stands so near the body that the side towards it cannot be closed.
    pub fn is_crowded(&self) -> bool {
        self.hostiles.iter().any(|hostile| hostile.in_sight && hostile.distance <= CELL_RANGE)
    }

    /// Whether a mob is near that would walk in if the body opened its walls.
    pub fn is_besieged(&self) -> bool {
        self.crowd(SIEGE_RANGE) > 0
    }

    /// The number of hostile mobs within this many thousandths of a block of the body, in sight or not.
    pub fn crowd(&self, range: u64) -> usize {
        self.hostiles.iter().filter(|hostile| hostile.at.within(self.senses.at, range)).count()
    }

    /// The number of mobs in sight that shoot, within this many thousandths of a block of the body.
    pub fn shooters(&self, range: u64) -> usize {
        let shoots = |hostile: &&Danger<'_>| hostile.attack == Attack::Ranged && hostile.in_sight;
        self.hostiles.iter().filter(shoots).filter(|hostile| hostile.distance <= range).count()
    }

    /// The nearest mob with this kind of attack that is near enough to react to.
    pub fn nearest_of(&self, attack: Attack) -> Option<Danger<'a>> {
        Scene::nearest(self.threats().filter(|danger| danger.attack == attack))
    }

    /// The nearest dangerous mob, if it has this kind of attack. Reacting to one farther away would turn the body's
    /// back to the nearer one.
    pub fn threat(&self, attack: Attack) -> Option<Danger<'a>> {
        Scene::nearest(self.threats()).filter(|danger| danger.attack == attack)
    }

    /// Hostile mobs near enough to react to. For a body behind closed walls these are only mobs inside the walls.
    pub fn threats(&self) -> impl Iterator<Item = Danger<'a>> {
        // In a cave the body cannot avoid a creeper, so it reacts to one at the full distance there.
        let (body, under_fire, undaunted) = (self.senses.at, self.under_fire, self.undaunted && !self.is_below());
        let alarmed = self.engaged.is_some_and(|(rule, _)| rule.is_about_creatures());
        let flees = alarmed && self.decided.is_some_and(|(mode, _)| mode == Mode::Flee);
        let near = move |danger: &Danger<'_>| {
            let range = match danger.attack {
                Attack::Explode if undaunted => return danger.distance <= BLAST_UNDAUNTED_RANGE,
                Attack::Explode if flees => return danger.distance <= CREEPER_FOLLOWS_RANGE,
                Attack::Explode => BLAST_RANGE,
                Attack::Ranged if under_fire => BOW_HITS_RANGE,
                Attack::Ranged => BOW_RANGE,
                Attack::Melee | Attack::None => BLOW_RANGE,
            };
            let blow = matches!(danger.attack, Attack::Melee | Attack::None);
            let range = match () {
                () if alarmed => range + STILL_RANGE,
                () if blow && danger.closing(body) >= CLOSING_LEAST => BLOW_CLOSING_RANGE,
                () => range,
            };
            danger.distance <= range
        };
        let open = !self.is_walled_in();
        self.all_dangers().filter(move |danger| near(danger) && (open || danger.is_inside()))
    }

    /// Hostile mobs in the body's sight now or a moment ago. In a tunnel also those behind the next block, if there are
    /// enough blocks to close the tunnel.
    pub fn all_dangers(&self) -> impl Iterator<Item = Danger<'a>> {
        let sides = self.senses.surroundings.open_sides;
        let breached = !self.bold && (1..=TUNNEL_SIDES).contains(&sides) && self.gear.walls > u32::from(sides);
        let counts = move |hostile: &Danger<'a>| {
            let near = hostile.in_sight || (breached && hostile.distance <= BREACH_RANGE);
            near && (hostile.track.confirmed || hostile.distance <= GLIMPSE_RANGE)
        };
        self.hostiles.iter().copied().filter(counts)
    }

    /// The nearest of these mobs; of equally near ones the one with the lowest track id.
    pub fn nearest(dangers: impl Iterator<Item = Danger<'a>>) -> Option<Danger<'a>> {
        dangers.min_by_key(|danger| (danger.distance, danger.track.id))
    }
}

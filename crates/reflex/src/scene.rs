//! What a rule can look at: the dangers nearby, the state of the body, and what reflex is already doing.

use crate::courage::Mode;
use crate::gear::Gear;
use crate::rules::Rule;
use alloc::vec::Vec;
use belief::kinds::{Attack, Stance};
use belief::{Bus, Track};
use vocab::senses::Vitals;
use vocab::{FinePos, HazardSummary, Senses, Tick, TrackId, Visibility};

/// A mob seen only once counts as a danger only within this distance, in thousandths of a block. Farther away, a second look
/// comes first.
const GLIMPSE_RANGE: u64 = 4_000;
/// A mob that went out of sight less than two seconds ago still counts. After that, the wall between makes it harmless.
const IN_SIGHT_TICKS: u64 = 40;
/// Distances at which rules react, in thousandths of a block. This one is the range of a creeper's explosion plus the steps it
/// walks until then.
const BLAST_RANGE: u64 = 8_000;
/// The same after several sieges: the distance at which a creeper lights its fuse.
const BLAST_UNDAUNTED_RANGE: u64 = 3_500;
/// A mob that shoots.
const BOW_RANGE: u64 = 9_000;
/// A mob that shoots, after an arrow has hit.
const BOW_HITS_RANGE: u64 = 18_000;
/// A mob that has to touch to hurt.
const BLOW_RANGE: u64 = 6_000;
/// The same when it comes closer.
const BLOW_CLOSING_RANGE: u64 = 8_000;
/// Added to a range while a rule about mobs is active, so that the body does not flip at the edge of the range.
const STILL_RANGE: u64 = 4_000;
/// Nearer than this there is no room for a block between the body and the mob.
const INSIDE_RANGE: u64 = 1_300;
/// Most open sides in a tunnel that the body dug: the cells behind it and, while digging, ahead.
const TUNNEL_SIDES: u8 = 4;
/// A mob this near behind rock comes into the tunnel with the next block that is dug.
const BREACH_RANGE: u64 = 4_500;
/// A mob this near gets in before the body is out, if the wall is opened.
pub const SIEGE_RANGE: u64 = 7_000;
/// A mob comes closer when it approaches by at least this many thousandths of a block per tick: half its strolling speed.
const CLOSING_LEAST: i64 = 25;
/// Sky light below this means a cave or a tunnel.
const OPEN_SKY_LIGHT: u8 = 8;

/// A hostile mob and the place where it is believed to be.
#[derive(Debug, Clone, Copy)]
pub struct Danger<'a> {
    pub track: &'a Track,
    pub at: FinePos,
    /// Thousandths of a block, in a straight line.
    pub distance: u64,
    pub attack: Attack,
    /// It sees the body, or did a moment ago. Otherwise a wall is between them.
    pub in_sight: bool,
}

impl Danger<'_> {
    /// Whether it is so near that no wall fits between.
    pub fn is_inside(&self) -> bool {
        self.distance <= INSIDE_RANGE
    }

    /// Thousandths of a block per tick by which it comes nearer; negative when it leaves.
    pub fn closing(&self, body: FinePos) -> i64 {
        let velocity = self.track.motion.velocity();
        let (dx, dz) = (body.x - self.at.x, body.z - self.at.z);
        (velocity.x * dx + velocity.z * dz) / (self.distance.max(1) as i64)
    }
}

/// All hostile mobs that are believed to be there, in sight or not. Computed once a tick for all rules.
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
        Some(Danger { track, at, distance, attack: kind.attack, in_sight })
    };
    bus.everything().iter().filter_map(hostile).collect()
}

/// The state of one tick, as the rules see it.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub bus: &'a Bus,
    pub hostiles: &'a [Danger<'a>],
    pub senses: &'a Senses,
    pub gear: Gear,
    /// The active rule and the track it is about. An active rule has wider thresholds for ending than for starting.
    pub engaged: Option<(Rule, Option<TrackId>)>,
    /// The last decision about mobs, and when it was made.
    pub decided: Option<(Mode, Tick)>,
    /// An arrow hit the body a moment ago.
    pub under_fire: bool,
    /// Running away failed a moment ago.
    pub trapped: bool,
    /// The target of an attack could not be reached a moment ago.
    pub out_of_reach: bool,
    /// The body has waited behind walls long enough: mobs out of sight are ignored.
    pub bold: bool,
    /// This has happened several times in a row: the mob outside would never leave.
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

    /// The threshold to start the rule, or the wider one to end it when it is active.
    pub fn threshold(&self, rule: Rule, begin: u64, release: u64) -> u64 {
        if self.is_engaged(rule) { release } else { begin }
    }

    /// Half hearts; 0 when unknown, because unknown must not count as healthy.
    pub fn health(&self) -> u8 {
        self.senses.vitals.map_or(0, |vitals| vitals.health)
    }

    /// Whether the body is in a cave or a tunnel.
    pub fn is_below(&self) -> bool {
        self.senses.surroundings.sky_light < OPEN_SKY_LIGHT
    }

    /// Whether every side is closed, so that no mob can walk in.
    pub fn is_walled_in(&self) -> bool {
        self.senses.surroundings.open_sides == 0
    }

    /// Whether the body cannot get away: running or attacking failed a moment ago, or there are no blocks to wall in with.
    pub fn is_cornered(&self) -> bool {
        self.trapped || self.out_of_reach || self.gear.walls == 0
    }

    /// Whether a mob is near that would walk in if the walls were opened.
    pub fn is_besieged(&self) -> bool {
        self.crowd(SIEGE_RANGE) > 0
    }

    /// The number of hostile mobs within this many thousandths of a block, in sight or not.
    pub fn crowd(&self, range: u64) -> usize {
        self.hostiles.iter().filter(|hostile| hostile.at.within(self.senses.at, range)).count()
    }

    /// The nearest danger with this kind of attack that is near enough to react to.
    pub fn nearest_of(&self, attack: Attack) -> Option<Danger<'a>> {
        Scene::nearest(self.threats().filter(|danger| danger.attack == attack))
    }

    /// The nearest danger of all, if it has this kind of attack. Reacting to one farther away would turn the back to the nearer
    /// one.
    pub fn threat(&self, attack: Attack) -> Option<Danger<'a>> {
        Scene::nearest(self.threats()).filter(|danger| danger.attack == attack)
    }

    /// Dangers near enough to react to. Behind walls these are only mobs inside with the body.
    pub fn threats(&self) -> impl Iterator<Item = Danger<'a>> {
        // In a cave the body cannot avoid a creeper, so it does not ignore one there.
        let (body, under_fire, undaunted) = (self.senses.at, self.under_fire, self.undaunted && !self.is_below());
        let alarmed = self.engaged.is_some_and(|(rule, _)| rule.is_about_creatures());
        let near = move |danger: &Danger<'_>| {
            let range = match danger.attack {
                Attack::Explode if undaunted => return danger.distance <= BLAST_UNDAUNTED_RANGE,
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

    /// Hostile mobs in sight now or a moment ago. In a tunnel also those behind the next block, if there are enough blocks to
    /// close it.
    pub fn all_dangers(&self) -> impl Iterator<Item = Danger<'a>> {
        let sides = self.senses.surroundings.open_sides;
        let breached = !self.bold && (1..=TUNNEL_SIDES).contains(&sides) && self.gear.walls > u32::from(sides);
        let counts = move |hostile: &Danger<'a>| {
            let near = hostile.in_sight || (breached && hostile.distance <= BREACH_RANGE);
            near && (hostile.track.confirmed || hostile.distance <= GLIMPSE_RANGE)
        };
        self.hostiles.iter().copied().filter(counts)
    }

    /// The nearest of these dangers; of equally near ones the lowest id.
    pub fn nearest(dangers: impl Iterator<Item = Danger<'a>>) -> Option<Danger<'a>> {
        dangers.min_by_key(|danger| (danger.distance, danger.track.id))
    }
}

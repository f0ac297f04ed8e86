//! What a rule may look at: the dangers around, the body's state, and what it is already doing about it.

use crate::courage::Mode;
use crate::gear::Gear;
use crate::rules::Rule;
use alloc::vec::Vec;
use belief::kinds::{Attack, Stance};
use belief::{Bus, Track};
use vocab::senses::Vitals;
use vocab::{FinePos, HazardSummary, Senses, Tick, TrackId, Visibility};

/// Something seen only once counts as a danger only this near, in thousandths of a block: farther off a second look is worth more.
const GLIMPSE_RANGE: u64 = 4_000;
/// What stepped behind something this short a while ago still counts: two seconds. Behind rock it is no danger.
const IN_SIGHT_TICKS: u64 = 40;
/// Distances at which to react, in thousandths of a block: a blast and the steps it takes, a bow, a bow that hits, a blow,
/// a blow that comes this way.
const BLAST_RANGE: u64 = 8_000;
/// A blast is feared only this near by one who has waited for it in vain again and again: where a fuse is lit.
const BLAST_UNDAUNTED_RANGE: u64 = 3_500;
const BOW_RANGE: u64 = 9_000;
const BOW_HITS_RANGE: u64 = 18_000;
const BLOW_RANGE: u64 = 6_000;
const BLOW_CLOSING_RANGE: u64 = 8_000;
/// Once alarmed, this much farther than at rest still counts, so that the edge is no place to dither.
const STILL_RANGE: u64 = 4_000;
/// Nearer than this there is no room for a wall between two bodies.
const INSIDE_RANGE: u64 = 1_300;
/// Sides that are open in a tunnel of one's own: behind and, while digging, ahead.
const TUNNEL_SIDES: u8 = 4;
/// What is behind so much rock will be in the tunnel with the next block.
const BREACH_RANGE: u64 = 4_500;
/// Through an opened wall something this near is in before one is out.
pub const SIEGE_RANGE: u64 = 7_000;
/// Thousandths of a block per tick nearer: half a stroll.
const CLOSING_LEAST: i64 = 25;
/// Sky light below which one is in a cave or a tunnel.
const OPEN_SKY_LIGHT: u8 = 8;

/// A hostile thing and where it should be now.
#[derive(Debug, Clone, Copy)]
pub struct Danger<'a> {
    pub track: &'a Track,
    pub at: FinePos,
    /// Thousandths of a block, in a straight line.
    pub distance: u64,
    pub attack: Attack,
    /// It sees the body, or did a moment ago; else only a wall is between.
    pub in_sight: bool,
}

impl Danger<'_> {
    /// So near that no wall can come between.
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

/// Every hostile thing that is believed to be there still, seen or not. Looked up once a tick, for all rules.
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

/// One tick as the rules see it.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub bus: &'a Bus,
    pub hostiles: &'a [Danger<'a>],
    pub senses: &'a Senses,
    pub gear: Gear,
    /// The rule in control and whom it is about; its own thresholds to let go are wider than to begin.
    pub engaged: Option<(Rule, Option<TrackId>)>,
    /// What was decided about creatures, and when.
    pub decided: Option<(Mode, Tick)>,
    /// An arrow hit a moment ago.
    pub under_fire: bool,
    /// There was no way to run a moment ago.
    pub trapped: bool,
    /// What was to be struck could not be got at a moment ago.
    pub out_of_reach: bool,
    /// One has stayed behind walls for long enough: what is out of sight is out of mind.
    pub bold: bool,
    /// And that more than once in a row: what waits outside would wait for ever.
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

    /// A distance to begin at, or a wider one to go on until, for that rule.
    pub fn threshold(&self, rule: Rule, begin: u64, release: u64) -> u64 {
        if self.is_engaged(rule) { release } else { begin }
    }

    /// Half hearts; none when the world has not told, because nobody may take that for health.
    pub fn health(&self) -> u8 {
        self.senses.vitals.map_or(0, |vitals| vitals.health)
    }

    /// In a cave or a tunnel.
    pub fn is_below(&self) -> bool {
        self.senses.surroundings.sky_light < OPEN_SKY_LIGHT
    }

    /// Nothing can walk in.
    pub fn is_walled_in(&self) -> bool {
        self.senses.surroundings.open_sides == 0
    }

    /// Running failed a moment ago, or striking, or there is nothing that walls could be made of.
    pub fn is_cornered(&self) -> bool {
        self.trapped || self.out_of_reach || self.gear.walls == 0
    }

    /// Something is near that would walk in if the walls were opened.
    pub fn is_besieged(&self) -> bool {
        self.crowd(SIEGE_RANGE) > 0
    }

    /// How many hostile things are within so many thousandths of a block, seen or not.
    pub fn crowd(&self, range: u64) -> usize {
        self.hostiles.iter().filter(|hostile| hostile.at.within(self.senses.at, range)).count()
    }

    /// The nearest danger of that way of attacking that is near enough to act on.
    pub fn nearest_of(&self, attack: Attack) -> Option<Danger<'a>> {
        Scene::nearest(self.threats().filter(|danger| danger.attack == attack))
    }

    /// The nearest danger near enough to act on, if that is its way of attacking: what is farther off has to wait, or the
    /// answer to it would leave the back open to what is near.
    pub fn threat(&self, attack: Attack) -> Option<Danger<'a>> {
        Scene::nearest(self.threats()).filter(|danger| danger.attack == attack)
    }

    /// Dangers near enough to act on; behind walls only what is inside with the body.
    pub fn threats(&self) -> impl Iterator<Item = Danger<'a>> {
        // In a cave nobody gets out of its way.
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

    /// Hostile things in sight, or there a moment ago; in a tunnel also those behind the next block, as long as it can be closed.
    pub fn all_dangers(&self) -> impl Iterator<Item = Danger<'a>> {
        let sides = self.senses.surroundings.open_sides;
        let breached = !self.bold && (1..=TUNNEL_SIDES).contains(&sides) && self.gear.walls > u32::from(sides);
        let counts = move |hostile: &Danger<'a>| {
            let near = hostile.in_sight || (breached && hostile.distance <= BREACH_RANGE);
            near && (hostile.track.confirmed || hostile.distance <= GLIMPSE_RANGE)
        };
        self.hostiles.iter().copied().filter(counts)
    }

    /// The nearest of some dangers; equal ones by id.
    pub fn nearest(dangers: impl Iterator<Item = Danger<'a>>) -> Option<Danger<'a>> {
        dangers.min_by_key(|danger| (danger.distance, danger.track.id))
    }
}

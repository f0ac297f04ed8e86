//! What a rule may look at: the dangers around, the body's state, and what it is already doing about it.

use crate::gear::Gear;
use crate::rules::Rule;
use belief::kinds::{Attack, Stance};
use belief::{Bus, Track};
use vocab::senses::Vitals;
use vocab::{FinePos, HazardSummary, Senses, Tick, TrackId, Visibility};

/// Something seen only once counts as a danger only this near, in thousandths of a block: farther off a second look is worth more.
const GLIMPSE_RANGE: u64 = 4_000;

/// A hostile thing and where it should be now.
#[derive(Debug, Clone, Copy)]
pub struct Danger<'a> {
    pub track: &'a Track,
    pub at: FinePos,
    /// Thousandths of a block, in a straight line.
    pub distance: u64,
    pub attack: Attack,
}

impl Danger<'_> {
    /// Thousandths of a block per tick by which it comes nearer; negative when it leaves.
    pub fn closing(&self, body: FinePos) -> i64 {
        let velocity = self.track.motion.velocity();
        let (dx, dz) = (body.x - self.at.x, body.z - self.at.z);
        (velocity.x * dx + velocity.z * dz) / (self.distance.max(1) as i64)
    }
}

/// One tick as the rules see it.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub bus: &'a Bus,
    pub senses: &'a Senses,
    pub gear: Gear,
    /// The rule in control and whom it is about; its own thresholds to let go are wider than to begin.
    pub engaged: Option<(Rule, Option<TrackId>)>,
    /// Whether the body is striking at something already.
    pub fighting: bool,
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

    /// Hostile things that are not lost, with a given way of attacking.
    pub fn dangers(&self, attack: Attack) -> impl Iterator<Item = Danger<'a>> {
        self.all_dangers().filter(move |danger| danger.attack == attack)
    }

    pub fn all_dangers(&self) -> impl Iterator<Item = Danger<'a>> {
        let (bus, body, now) = (self.bus, self.senses.at, self.senses.tick);
        bus.everything().iter().filter_map(move |track| {
            let kind = bus.register().get(track.class.likeliest());
            if kind.stance != Stance::Hostile || track.visibility == Visibility::Lost {
                return None;
            }
            let at = track.at(now);
            let distance = at.distance_squared(body).isqrt();
            let counts = track.confirmed || distance <= GLIMPSE_RANGE;
            counts.then_some(Danger { track, at, distance, attack: kind.attack })
        })
    }

    /// The nearest of some dangers; equal ones by id.
    pub fn nearest(dangers: impl Iterator<Item = Danger<'a>>) -> Option<Danger<'a>> {
        dangers.min_by_key(|danger| (danger.distance, danger.track.id))
    }
}

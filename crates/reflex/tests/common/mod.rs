//! A body that stands still among mobs, followed tick by tick.
#![allow(dead_code)] // each test file uses only some of these helpers

use belief::{Bus, Config, Detection, Sight};
use reflex::{Gear, Reflex, ReflexTick};
use vocab::senses::{BodyEvent, Carried, Senses, Surroundings, Vitals};
use vocab::{FinePos, ItemId, Name, Tick};

pub const WEAPON: ItemId = ItemId(1);
pub const BODY: FinePos = FinePos::new(0, 64_000, 0);

pub fn mob(kind: &str, x: i64, z: i64) -> Detection {
    let at = FinePos::new(x, 64_000, z);
    Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None }
}

pub fn vitals(health: u8) -> Vitals {
    Vitals { health, ..Vitals::healthy() }
}

/// A test agent: the belief and the reflexes of one body that stands still.
pub struct Life {
    pub bus: Bus,
    pub reflex: Reflex,
    pub gear: Gear,
    pub vitals: Option<Vitals>,
    pub around: Surroundings,
    pub events: Vec<BodyEvent>,
    pub t: u64,
}

impl Life {
    pub fn new(gear: Gear, vitals: Vitals) -> Life {
        let around = Surroundings { sky_light: 15, block_light: 0, time_of_day: 6_000, open_sides: 9 };
        let (bus, reflex) = (Bus::new(Config::default()), Reflex::new());
        Life { bus, reflex, gear, vitals: Some(vitals), around, events: Vec::new(), t: 0 }
    }

    /// Shows these creatures to the agent for one mind tick and returns what its reflexes want.
    pub fn look(&mut self, detections: &[Detection]) -> ReflexTick {
        self.t += 1;
        let tick = Tick(self.t * 4);
        self.bus.ingest(tick, BODY, detections).expect("ticks are in order");
        let senses = Senses {
            tick,
            at: BODY,
            vitals: self.vitals,
            carried: Carried::default(),
            surroundings: self.around,
            progress: None,
            events: std::mem::take(&mut self.events),
        };
        self.reflex.step(&self.bus, &senses, self.gear)
    }
}

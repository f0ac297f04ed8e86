//! Scenes for the tests of belief.
#![allow(dead_code)] // Each test file uses only a part of this module.

use belief::{Bus, Config, Detection, Sight};
use vocab::delta::Change;
use vocab::{Dice, FinePos, Name, Tick};

pub const BODY: FinePos = FinePos::new(0, 64_000, 0);

/// A detection of one mob at a place in thousandths of a block.
pub fn mob(kind: &str, x: i64, z: i64, engine_id: Option<u64>) -> Detection {
    let at = FinePos::new(x, 64_000, z);
    Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id, velocity: None }
}

/// A belief bus and the number of mind ticks it has seen.
pub struct Scene {
    pub bus: Bus,
    pub t: u64,
}

impl Scene {
    pub fn new() -> Scene {
        Scene::with(Config::default())
    }

    pub fn with(config: Config) -> Scene {
        Scene { bus: Bus::new(config), t: 0 }
    }

    /// Feeds the detections of one mind tick to the belief bus.
    pub fn look(&mut self, detections: &[Detection]) -> &Bus {
        self.t += 1;
        self.bus.ingest(Tick(self.t * 4), BODY, detections).expect("ticks are in order");
        &self.bus
    }

    pub fn look_for(&mut self, ticks: u64, detections: &[Detection]) -> &Bus {
        for _ in 0..ticks {
            self.look(detections);
        }
        &self.bus
    }

    /// The id of the only track of a kind of entity.
    pub fn only(&self, kind: &str) -> vocab::TrackId {
        let mut found = self.bus.tracks().filter(|track| track.kind_name(self.bus.register()).as_str() == kind);
        let track = found.next().unwrap_or_else(|| panic!("a track of a {kind}"));
        assert!(found.next().is_none(), "one {kind} only");
        track.id
    }
}

/// The detections of many walking mobs, with missed detections, wrong kinds and false detections.
pub fn messy_walk(count: usize, ticks: usize, seed: u64) -> Vec<Vec<Detection>> {
    let kinds = ["zombie", "cow", "creeper", "skeleton", "sheep", "player"];
    let mut dice = Dice::new(seed);
    let mut places: Vec<(i64, i64)> =
        (0..count).map(|_| (dice.between(-24_000, 24_000), dice.between(-24_000, 24_000))).collect();
    let look = |_| {
        let mut seen = Vec::new();
        for (index, place) in places.iter_mut().enumerate() {
            *place = (place.0 + dice.between(-250, 250), place.1 + dice.between(-250, 250));
            if dice.below(20) != 0 {
                let kind = if dice.below(25) == 0 { "unknown" } else { kinds[index % kinds.len()] };
                let id = (dice.below(10) != 0).then_some(index as u64);
                seen.push(mob(kind, place.0, place.1, id));
            }
        }
        if dice.below(6) == 0 {
            seen.push(mob("husk", dice.between(-30_000, 30_000), dice.between(-30_000, 30_000), None));
        }
        seen
    };
    (0..ticks).map(look).collect()
}

/// The changes of tracks that the last tick reported.
pub fn changes(bus: &Bus) -> Vec<Change> {
    bus.events().iter().map(|delta| delta.change).collect()
}

//! Mind ticks from the detection that shows an approaching hostile mob to the action of the reflex.

use belief::{Bus, Config, Detection, Sight};
use figures::{Asked, Sheet};
use reflex::{Gear, Reflex};
use vocab::senses::{Carried, Senses, Surroundings};
use vocab::{FinePos, ItemId, Name, Tick};

/// A reflex must answer an approaching hostile mob that is this near, in thousandths of a block.
const NEAR: i64 = 7_000;

fn delay(kind: &str, step: i64) -> u64 {
    let body = FinePos::new(0, 64_000, 0);
    let (mut bus, mut reflex) = (Bus::new(Config::default()), Reflex::new());
    let gear = Gear { weapon: Some(ItemId(1)), ..Gear::default() };
    let mut shown = None;
    for t in 1.. {
        let x = 20_000 - t as i64 * step;
        let at = FinePos::new(x, 64_000, 0);
        let seen = Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None };
        bus.ingest(Tick(t * 4), body, &[seen]).expect("ticks are in order");
        if x <= NEAR {
            shown.get_or_insert(t);
        }
        let senses = Senses {
            tick: Tick(t * 4),
            at: body,
            vitals: None,
            carried: Carried::default(),
            // The body stands in the open, because behind walls it needs no reflex.
            surroundings: Surroundings { sky_light: 15, block_light: 0, time_of_day: 6_000, open_sides: 9 },
            progress: None,
            events: Vec::new(),
        };
        if reflex.step(&bus, &senses, gear).act.is_some() {
            return shown.map_or(0, |shown| t - shown);
        }
        assert!(x > 0, "a {kind} walked into the body unanswered");
    }
    unreachable!("the walk ends at the body")
}

pub fn figures(sheet: &mut Sheet) {
    let kinds = [("zombie", 520), ("husk", 520), ("spider", 720), ("creeper", 500), ("skeleton", 560), ("zombie", 200)];
    let longest = kinds.into_iter().map(|(kind, step)| delay(kind, step)).max().unwrap_or(0);
    sheet.figure("closing hostile to reflex", "mind ticks", Asked::AtMost(1.0), longest as f64);
}

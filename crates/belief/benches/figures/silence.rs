//! Motionless crowds: no event may occur after warm-up.

use crate::scenes::{jitter, side_by_side, spread};
use belief::{Bus, Config, Detection};
use figures::{Asked, Sheet};
use vocab::{Dice, FinePos, Tick};

const TICKS: u64 = 10_000;
/// Looks that are not measured, because new tracks are reported within the first ones.
const WARM_UP: u64 = 10;

fn events(scene: &[Detection], noise: i64) -> f64 {
    let mut bus = Bus::new(Config::with_cap(scene.len().max(64)));
    let mut dice = Dice::new(7);
    let mut events = 0;
    for tick in 1..=TICKS {
        let detections = jitter(scene, &mut dice, noise);
        bus.ingest(Tick(tick * 4), FinePos::new(0, 64_000, 0), &detections).expect("ticks are in order");
        if tick > WARM_UP {
            events += bus.events().len();
        }
    }
    events as f64
}

pub fn figures(sheet: &mut Sheet) {
    for count in [15, 64, 256] {
        for (what, scene) in [("apart", spread(count)), ("side by side", side_by_side(count))] {
            for noise in [0, 20] {
                let name = format!("events of {count} motionless mobs {what}, noise ±0.0{}, 10,000 ticks", noise / 10);
                sheet.figure(&name, "", Asked::Exactly(0.0), events(&scene, noise));
            }
        }
    }
}

//! Feeds arbitrary ticks of arbitrary detections to belief: no panic, and never more tracks than the cap.
#![no_main]

use arbitrary::Arbitrary;
use belief::{Bus, Config, Detection, Sight};
use vocab::{FinePos, Name, Tick};

#[derive(Debug, Arbitrary)]
struct Seen {
    at: (i32, i16, i32),
    far: bool,
    kind: u8,
    occluded: bool,
    engine_id: Option<u8>,
    velocity: Option<(i64, i64, i64)>,
}

#[derive(Debug, Arbitrary)]
struct Look {
    tick: u16,
    body: (i16, i16, i16),
    seen: Vec<Seen>,
}

libfuzzer_sys::fuzz_target!(|looks: Vec<Look>| {
    const CAP: usize = 8;
    const KINDS: [&str; 5] = ["zombie", "cow", "creeper", "unknown", "modded_beast"];
    let mut bus = Bus::new(Config::with_cap(CAP));
    let mut tick = 0;
    for look in looks {
        tick += u64::from(look.tick);
        let (x, y, z) = look.body;
        let detections: Vec<Detection> = look
            .seen
            .iter()
            .map(|seen| {
                let scale = if seen.far { i64::MAX >> 32 } else { 1 };
                let (x, y, z) = (i64::from(seen.at.0) * scale, i64::from(seen.at.1), i64::from(seen.at.2) * scale);
                Detection {
                    at: FinePos::new(x, y, z),
                    kind: Name::new(KINDS[usize::from(seen.kind) % KINDS.len()]),
                    sight: if seen.occluded { Sight::Occluded } else { Sight::Visible },
                    engine_id: seen.engine_id.map(u64::from),
                    velocity: seen.velocity.map(|(x, y, z)| FinePos::new(x, y, z)),
                }
            })
            .collect();
        let _ = bus.ingest(Tick(tick), FinePos::new(x.into(), y.into(), z.into()), &detections);
        let _ = bus.emit();
        assert!(bus.tracks().count() <= CAP);
        assert!(bus.hazards().regions().len() <= 8);
    }
});

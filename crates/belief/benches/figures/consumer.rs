//! Compares a consumer's view with what the emitter sent, over a random walk in which envelopes are lost and reordered.

use crate::scenes::walk;
use belief::{Bus, Config};
use contract::stream::{Applied, Envelope, StreamCursor, StreamId, StreamWriter};
use figures::{Asked, Sheet};
use std::collections::BTreeMap;
use vocab::{Dice, FinePos, Tick, TrackId, TrackView};

const ENTITIES: usize = 256;
const TICKS: usize = 3_000;

/// How many tracks the consumer of a belief stream has with outdated content, lacks, or has although they never existed
/// or have ended.
#[derive(Debug, Default)]
struct Differences {
    stale: usize,
    missing: usize,
    ghosts: usize,
    compared: usize,
    resyncs: usize,
}

impl Differences {
    fn compare(&mut self, cursor: &StreamCursor, told: &BTreeMap<TrackId, TrackView>) {
        let held: BTreeMap<TrackId, TrackView> = cursor.view().map(|view| (view.id, *view)).collect();
        self.stale += told.iter().filter(|(id, view)| held.get(id).is_some_and(|held| held != *view)).count();
        self.missing += told.keys().filter(|id| !held.contains_key(id)).count();
        self.ghosts += held.keys().filter(|id| !told.contains_key(id)).count();
        self.compared += 1;
    }
}

fn run(pace: i64) -> Differences {
    let mut dice = Dice::new(3);
    let looks = walk(ENTITIES, TICKS, pace, &mut dice);
    let mut bus = Bus::new(Config::with_cap(ENTITIES));
    let mut writer = StreamWriter::new(StreamId::new("figures", 1).expect("a good name"));
    let mut cursor = StreamCursor::new();
    let mut differences = Differences::default();
    let mut late: Option<(Envelope, BTreeMap<TrackId, TrackView>)> = None;
    for (look, t) in looks.iter().zip(1u64..) {
        // Each mob is out of sight for a while now and then.
        let hidden = |index: usize| (index as u64 * 37 + t) % 700 < 35;
        let seen: Vec<_> = look.iter().enumerate().filter(|(index, _)| !hidden(*index)).map(|(_, mob)| *mob).collect();
        bus.ingest(Tick(t * 4), FinePos::new(0, 64_000, 0), &seen).expect("ticks are in order");
        let Some(emission) = bus.emit() else { continue };
        let envelope = writer.wrap(emission);
        let told: BTreeMap<_, _> =
            bus.tracks().filter_map(|t| t.announced).map(|told| (told.view.id, told.view)).collect();
        match dice.below(12) {
            0 => continue, // This envelope is lost in transit.
            1 => {
                late = Some((envelope, told)); // This envelope is overtaken by the next one.
                continue;
            }
            _ => {}
        }
        for (envelope, told) in [Some((envelope, told)), late.take()].into_iter().flatten() {
            match cursor.apply(&envelope) {
                Applied::Applied => differences.compare(&cursor, &told),
                Applied::SnapshotNeeded { .. } => {
                    differences.resyncs += 1;
                    bus.request_snapshot();
                }
                _ => {}
            }
        }
    }
    differences
}

pub fn figures(sheet: &mut Sheet) {
    // When mobs stroll, most envelopes contain snapshots, because too much changes in a second. When they crawl, most
    // contain single changes.
    for (what, pace, resyncs_least) in [("strolling", 200, 0.0), ("crawling", 12, 5.0)] {
        let found = run(pace);
        let mut zero = |name: &str, count: usize| {
            let name = format!("consumer of 256 {what} entities, drops and reordering: {name}");
            sheet.figure(&name, "", Asked::Exactly(0.0), count as f64);
        };
        zero("stale", found.stale);
        zero("missing", found.missing);
        zero("ghosts", found.ghosts);
        sheet.figure("  envelopes compared", "", Asked::AtLeast(200.0), found.compared as f64);
        sheet.figure("  gaps that asked for a snapshot", "", Asked::AtLeast(resyncs_least), found.resyncs as f64);
    }
}

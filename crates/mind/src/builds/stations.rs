//! The stations near a build: those that it knows are looked at again, and those that stand around it are added.

use super::chart::{Seen, Span};
use super::stages::{ABOVE, ASIDE, BELOW, Scene};
use building::area::Area;
use building::stations::{Provenance, Source, StationEntry, Ways};
use building::{Build, Cells, Witness};

/// Validates the stations of a build again, and adds those that stand in its utility zone.
pub(super) fn note_stations(build: &mut Build, witness: &Witness<'_>, seen: &Seen<'_>, scene: &Scene<'_>) {
    let (min, max) = witness.site.bounds(witness.blueprint);
    let zone = Span { min, max }.with_margin(ASIDE, BELOW, ABOVE);
    let Some(mut area) = Area::new(zone.min, zone.max) else { return };
    if build.stations.entries().is_empty() && !scene.stations.iter().any(|(_, at)| at.is_between(zone.min, zone.max)) {
        return;
    }
    area.load(seen, 0, usize::MAX);
    let surface = min.y + witness.blueprint.sunk as i32;
    let reach = area.flood(area.rim(surface - BELOW, surface + BELOW));
    let ways = Ways { area: &area, reach: &reach };
    let _ = build.stations.revalidate(seen, ways, scene.now);
    let module_index = build.next(witness.blueprint).unwrap_or(0);
    for (kind, pos) in scene.stations.iter().filter(|(_, at)| at.is_between(zone.min, zone.max)) {
        let known = build.stations.entries().iter().any(|entry| entry.pos == *pos);
        if !known && seen.state(*pos).is_some_and(|found| kind.is(found)) {
            let provenance = Provenance { source: Source::Found, module_index, step_id: None };
            let reachable = ways.serves(*pos);
            build.stations.insert(StationEntry {
                kind: *kind,
                pos: *pos,
                reachable,
                last_verified_at: scene.now,
                provenance,
            });
        }
    }
}

//! What a start says about the data directory: what was repaired, upgraded, lost, and where a copy is kept.

use crate::view::text::{count, number};
use driver::WentBack;
use std::path::Path;
use store::Opened;
use tracing::{info, warn};

/// Logs what had to be repaired when the data directory was opened.
pub fn report(opened: &Opened, dir: &Path) {
    let dir = dir.display();
    if let Some(upgraded) = &opened.upgraded {
        let from = &upgraded.from;
        let mut said = vec![format!("{dir}: taken over from {} (layout {})", from.program, from.layout)];
        if upgraded.records_lost > 0 {
            let (records, ticks) = (count(upgraded.records_lost, "record"), number(upgraded.ticks_lost));
            said.push(format!("back by {ticks} ticks ({records}) to its last saved state"));
        }
        said.extend(upgraded.losses.iter().map(|loss| format!("lost: {loss}")));
        info!("{}; kept as it was in {}", said.join("; "), upgraded.copy.display());
    }
    if let Some(log) = &opened.stray_log {
        warn!(
            "{dir}: it was copied while an agent was running, and its log belongs to another moment; going on without \
             it, from an earlier point; the log is kept as {}",
            log.display()
        );
    }
    for damaged in &opened.damaged {
        warn!("{dir}: {}", damaged.error);
    }
    if !opened.damaged.is_empty() {
        let tick = opened.newest.tick;
        warn!("{dir}: resuming from the saved state at tick {tick} and the records since");
    }
    let store::TornTail { log_bytes, records } = opened.torn;
    if log_bytes > 0 {
        let bytes = count(log_bytes, "byte");
        warn!("{dir}: the last write was interrupted; dropped: {bytes} and whatever records they held");
    }
    if records > 0 {
        warn!("{dir}: the last write was interrupted; dropped: {}", count(records, "record"));
    }
    if let Some((error, cut)) = &opened.cut {
        warn!(
            "{dir}: {error}; lost: {} from there on, ticks {} to {}; kept as it was in {}",
            count(cut.records, "record"),
            number(cut.from_tick),
            number(cut.to_tick),
            cut.copy.display()
        );
    }
}

/// Logs that the life went back to its saved state, because another build had decided differently since.
pub fn report_going_back(went_back: &WentBack, dir: &Path) {
    let WentBack { program, tick, cut, .. } = went_back;
    warn!(
        "{}: this version decides differently from {program} at tick {}: went back {} ticks to the saved state at tick {}; \
         the records are kept in {}",
        dir.display(),
        number(*tick),
        number(cut.ticks()),
        number(cut.from_tick),
        cut.copy.display()
    );
}

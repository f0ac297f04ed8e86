//! Notices that a track follows another entity: several reports in a row give another kind or another engine id.
//!
//! An entity does not change its kind, and it changes its engine id only while out of sight. So when reports keep contradicting
//! an established kind or id, two tracks were confused where their paths crossed. The track returns to where it was last right
//! and is lost there. The entity it followed since then gets a new track and is recognised like any other.

use crate::engine_id::EngineId;
use crate::evidence::Evidence;
use crate::kinds::{KindId, UNKNOWN};
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Tick};

/// This many reports in a row of one kind that is not the track's cannot be errors: wrong kinds come singly, and hardly
/// ever the same one twice.
const KIND_REPORTS: u8 = 3;
/// This many reports in a row of the same other engine id mean another entity. Ids can be swapped for up to two seconds
/// and are then right again.
const NUMBER_REPORTS: u8 = 12;
/// After this many agreeing reports, a track's kind counts as established.
const ESTABLISHED_REPORTS: u8 = 4;

/// What was established about a track's kind and engine id, and which recent reports contradict it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Contradiction {
    kind: KindId,
    agreeing: u8,
    other_kind: KindId,
    other_kind_reports: u8,
    other_number: Option<u64>,
    other_number_reports: u8,
    /// When and where a report last confirmed the track's kind, and when and where its engine id.
    kind_held: (Tick, FinePos),
    number_held: (Tick, FinePos),
}

/// The finding that a track has followed another entity since `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slip {
    pub last: (Tick, FinePos),
    /// The true kind of the track's own entity, if it was established.
    pub kind: Option<KindId>,
}

impl Contradiction {
    /// Takes a report that was matched to the track; returns a slip if the track turns out to follow another entity.
    pub fn observe(&mut self, evidence: &Evidence, own: &EngineId, use_ids: bool, now: Tick) -> Option<Slip> {
        let here = (now, evidence.at);
        let kind = self.observe_kind(evidence.kind, here);
        let number = use_ids && self.observe_number(evidence.engine_id, own, here);
        let established = (self.agreeing >= ESTABLISHED_REPORTS).then_some(self.kind);
        if kind {
            Some(Slip { last: self.kind_held, kind: established })
        } else if number {
            Some(Slip { last: self.number_held, kind: established })
        } else {
            None
        }
    }

    fn observe_kind(&mut self, kind: KindId, here: (Tick, FinePos)) -> bool {
        if kind == UNKNOWN {
            return false;
        }
        if kind == self.kind {
            self.agreeing = self.agreeing.saturating_add(1);
            self.other_kind_reports = 0;
            self.kind_held = here;
        } else if self.agreeing < ESTABLISHED_REPORTS {
            (self.kind, self.agreeing, self.kind_held) = (kind, 1, here);
        } else if kind == self.other_kind && self.other_kind_reports > 0 {
            self.other_kind_reports += 1;
        } else {
            (self.other_kind, self.other_kind_reports) = (kind, 1);
        }
        self.other_kind_reports >= KIND_REPORTS
    }

    fn observe_number(&mut self, number: Option<u64>, own: &EngineId, here: (Tick, FinePos)) -> bool {
        let (Some(number), Some(own)) = (number, own.own()) else { return false };
        if number == own {
            self.other_number_reports = 0;
            self.number_held = here;
        } else if self.other_number == Some(number) && self.other_number_reports > 0 {
            self.other_number_reports += 1;
        } else {
            (self.other_number, self.other_number_reports) = (Some(number), 1);
        }
        self.other_number_reports >= NUMBER_REPORTS
    }

    /// Starts again with the kind and engine id of the latest report.
    pub fn restart(&self, evidence: &Evidence, now: Tick) -> Contradiction {
        let here = (now, evidence.at);
        Contradiction {
            kind: evidence.kind,
            agreeing: 1,
            kind_held: here,
            number_held: here,
            ..Contradiction::default()
        }
    }

    /// Forgets the contradicting reports.
    pub fn clear(&mut self) {
        self.other_kind_reports = 0;
        self.other_number_reports = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Sight;
    use alloc::vec;

    const ZOMBIE: KindId = KindId(1);
    const HUSK: KindId = KindId(2);
    const SPIDER: KindId = KindId(3);

    /// Feeds these reports (kind, id) to one track. Returns the tick of the last confirming report if they show that
    /// the track follows another entity.
    fn slip(reports: &[(KindId, Option<u64>)], use_ids: bool) -> Option<Tick> {
        let evidence = |(kind, engine_id): (KindId, Option<u64>)| Evidence {
            at: FinePos::default(),
            x: 0,
            z: 0,
            kind,
            sight: Sight::Visible,
            engine_id,
            velocity: None,
        };
        let own = EngineId::new(Some(7));
        let mut state = Contradiction::default().restart(&evidence(reports[0]), Tick(1));
        let mut found = None;
        for (report, tick) in reports.iter().zip(1..) {
            found = state.observe(&evidence(*report), &own, use_ids, Tick(tick));
        }
        found.map(|slip| slip.last.0)
    }

    #[test]
    fn three_reports_of_another_kind_in_a_row_are_a_slip() {
        let [z, h, s, u] = [ZOMBIE, HUSK, SPIDER, UNKNOWN].map(|kind| (kind, None));
        for (reports, expected) in [
            (&[z, z, z, z, h, h][..], None),
            (&[z, z, z, z, h, h, h], Some(Tick(4))),
            (&[z, z, z, z, h, u, h, u, h], Some(Tick(4))),
            (&[z, z, z, z, h, h, z, h, h], None),
            (&[z, z, z, z, h, s, h], None),
            (&[z, z, h, h, h], None), // The track's kind was not established before.
        ] {
            assert_eq!(slip(reports, true), expected, "{reports:?}");
        }
    }

    #[test]
    fn twelve_reports_of_another_engine_id_in_a_row_are_a_slip() {
        let mut reports = vec![(ZOMBIE, Some(7)); 5];
        reports.extend([(ZOMBIE, Some(8)); NUMBER_REPORTS as usize - 1]);
        assert_eq!(slip(&reports, true), None, "a swap of two seconds passes");
        reports.push((ZOMBIE, Some(8)));
        assert_eq!(slip(&reports, true), Some(Tick(5)));
        assert_eq!(slip(&reports, false), None, "numbers are not looked at");
    }
}

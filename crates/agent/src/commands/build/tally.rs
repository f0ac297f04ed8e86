//! What receipts and news tell of a build: placements, scaffolding, checkpoints, deaths.

use building::build::BuildEvent;
use building::invariants::{Finding, Holds, Invariant};
use building::{Site, Witness, state};
use gamedata::states;
use mind::Effect;
use mind::trace::Event;
use std::collections::{BTreeMap, BTreeSet};
use vocab::build::{Op, Pillar, Visit};
use vocab::outcome::Receipt;
use vocab::{Action, ActionId, BlockPos, FinePos, StateId};

/// Counts kept while a build goes on.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The visit under way.
    visit: Option<(ActionId, Visit)>,
    /// Cells that the builder filled with what is wanted, and what it did to them: each further placement without a loss is wasted.
    placed: BTreeMap<BlockPos, StateId>,
    pub placements: u64,
    pub wasted: u64,
    scaffolds: BTreeSet<BlockPos>,
    pub scaffolds_placed: u64,
    pub scaffolds_removed: u64,
    pub checkpoints: u64,
    pub deaths: u64,
    pub pace: Pace,
}

/// How fast the builder works: the ticks of its visits with the short gaps between them, and the blocks that it walks in them.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Pace {
    /// When the visit under way began, or the last one ended.
    since: Option<u64>,
    at: Option<FinePos>,
    pub ticks: u64,
    walked_fine: u64,
}

/// A gap between two visits that is longer, in ticks, is an interruption.
const GAP_TICKS_MAX: u64 = 40;

impl Pace {
    fn begin(&mut self, now: u64) {
        let gap = self.since.map_or(0, |since| now.saturating_sub(since));
        self.ticks += if gap <= GAP_TICKS_MAX { gap } else { 0 };
        self.since = Some(now);
    }

    fn end(&mut self, now: u64) {
        self.ticks += self.since.map_or(0, |since| now.saturating_sub(since));
        (self.since, self.at) = (Some(now), None);
    }

    /// Notes where the body is during a visit.
    fn go(&mut self, at: FinePos) {
        let far = |before: FinePos| before.x.abs_diff(at.x) + before.z.abs_diff(at.z);
        self.walked_fine += self.at.map_or(0, far);
        self.at = Some(at);
    }

    pub fn walked_blocks(&self) -> u64 {
        self.walked_fine / 1_000
    }
}

impl Tally {
    pub fn take(&mut self, effects: &[Effect], now: (u64, Option<FinePos>), witness: Option<&Witness<'_>>) {
        if let Some(at) = now.1.filter(|_| self.visit.is_some()) {
            self.pace.go(at);
        }
        for effect in effects {
            match effect {
                Effect::Act { id, action: Action::Build { visit, .. } } => {
                    self.visit = Some((*id, visit.clone()));
                    self.pace.begin(now.0);
                }
                Effect::Trace(trace) => self.note(&trace.event, now.0, witness),
                _ => {}
            }
        }
    }

    fn note(&mut self, event: &Event, now: u64, witness: Option<&Witness<'_>>) {
        match event {
            Event::ActionEnded { id, receipt, .. } => {
                if let Some((_, visit)) = self.visit.take_if(|(visiting, _)| visiting == id) {
                    self.pace.end(now);
                    self.visited(&visit, receipt, witness);
                }
            }
            Event::Died { .. } => self.deaths += 1,
            Event::Build(news) => {
                self.checkpoints += u64::from(matches!(news.event, BuildEvent::BuildCheckpoint { .. }));
            }
            _ => {}
        }
    }

    fn visited(&mut self, visit: &Visit, receipt: &Receipt, witness: Option<&Witness<'_>>) {
        let helpers = visit.ops.iter().filter(|op| matches!(op, Op::Scaffold { .. })).map(Op::at);
        let scaffolding: BTreeSet<BlockPos> = visit.pillar.iter().flat_map(Pillar::cells).chain(helpers).collect();
        for (at, now) in &receipt.blocks {
            let Some(now) = states::numbered(u32::from(now.0)) else { continue };
            let wanted = witness.and_then(|witness| witness.expected_at(*at));
            if state::is_replaceable(now) {
                // A pillar goes up and comes down in one visit, and its receipt shows what is left: nothing.
                let known = self.scaffolds.remove(at);
                self.scaffolds_placed += u64::from(!known && scaffolding.contains(at));
                self.scaffolds_removed += u64::from(known || scaffolding.contains(at));
                // What the builder breaks of its own, although it was right, was placed in vain.
                let own = self.placed.remove(at);
                self.wasted +=
                    u64::from(own.is_some_and(|own| wanted.is_some_and(|wanted| state::matches(wanted, own))));
            } else if wanted.is_some_and(|wanted| state::matches(wanted, now)) && !state::is_second_half(now) {
                // A door that opens when the builder walks through is no placement.
                let before = self.placed.insert(*at, now);
                self.placements += u64::from(before.is_none_or(|before| states::block(before) != states::block(now)));
            } else if scaffolding.contains(at) {
                self.scaffolds_placed += 1;
                self.scaffolds.insert(*at);
            }
        }
    }

    /// Whether an invariant holds: `None` when it does not apply.
    pub fn holds(findings: &[Finding], invariant: Invariant) -> Option<bool> {
        let finding = findings.iter().find(|finding| finding.invariant == invariant)?;
        match finding.holds {
            Holds::Yes => Some(true),
            Holds::No | Holds::Unknown => Some(false),
            Holds::DoesNotApply => None,
        }
    }
}

/// How the cells of a blueprint compare with a world.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Cells {
    pub all: u64,
    pub matched: u64,
    pub wrong: u64,
    pub missing: u64,
    pub unknown: u64,
}

/// Compares every cell that wants a block, and every cell that has to be empty.
pub(super) fn compare(witness: &Witness<'_>, world: &impl building::Cells) -> Cells {
    let mut found = Cells::default();
    for (at, wanted) in witness.blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell)) {
        let how = building::witness::compare(wanted, world.state(at));
        let block = !state::is_air(wanted);
        found.all += u64::from(block);
        match how {
            building::Found::Matched => found.matched += u64::from(block),
            building::Found::Missing => found.missing += 1,
            building::Found::Wrong => found.wrong += 1,
            building::Found::Unknown => found.unknown += 1,
        }
    }
    found
}

/// Where a build stands.
pub(super) fn site_of(build: &building::Build) -> Site {
    Site { corner: build.signature.position, facing: build.signature.facing }
}

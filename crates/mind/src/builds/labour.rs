//! The work on a module: what is short, the visits of its micro plan, and whether it stands afterwards.

use super::chart::{Seen, Span};
use super::project::{Project, Purpose, Stage, Stop, Then, Want, Working, affordable};
use super::stages::{Round, Scene};
use super::supplies;
use alloc::boxed::Box;
use alloc::vec::Vec;
use building::build::{BuildEvent, End, Seen as Judged, Verified};
use building::checkpoint::Issue;
use building::invariants::{Invariant, in_the_way};
use building::micro::{Micro, Progress};
use building::repair::{Next, fingerprint};
use building::verify::Difference;
use building::{Blueprint, Survey, Verdict, Witness, state};
use gamedata::states;
use vocab::build::{Op, Pillar, Visit};
use vocab::outcome::{End as Ended, Failure, Refusal};
use vocab::{BlockPos, Digest, StateId};

/// Slices of the plan made in one tick: while the body waits for its first visit, and while it is at work. A slice is a third of a
/// visit and takes some tens of microseconds.
const SLICES_WAITING: usize = 8;
const SLICES_AT_WORK: usize = 2;
/// Cells taken into the plan in one slice.
const CELLS_PER_SLICE: usize = 8_192;
/// Most times in a row that a shut way in is opened before the module is tried all the same.
const WAYS_MAX: u8 = 3;

impl Project {
    /// Takes up a module: waits, replans or fails as its attempts say, opens the way in, fetches what is short, plans.
    pub(super) fn module(
        &mut self,
        module: usize,
        (witness, scene): (&Witness<'_>, &Scene<'_>),
        events: &mut Vec<BuildEvent>,
    ) -> Round {
        let survey = Survey::whole(module, witness, &self.ground(witness));
        let attempt = fingerprint(&self.work.refused, &survey.differences);
        let Some(build) = self.build.as_mut() else { return self.go_on(Stage::Start) };
        let id = &witness.blueprint.modules[module].id;
        match build.attempts.next(attempt, scene.now) {
            Next::Try => {}
            Next::Wait(until) => return self.stay(Stage::Waiting(until), Want::Wait(until)),
            Next::Replan(_) => {
                build.replan();
                self.work.refused.clear();
                return self.go_on(Stage::Start);
            }
            Next::Fail(why) => {
                events.push(build.end(End::Repairs(why)));
                return self.stop(Stop::Repairs(why));
            }
        }
        let seen = Seen::of(&self.work.chart);
        if let Some(standard) = &self.work.standard
            && self.work.ways < WAYS_MAX
        {
            let deltas = build.blocked(witness, (module, standard), &seen);
            let shut = if deltas.is_empty() { Vec::new() } else { in_the_way(witness, &seen) };
            if !shut.is_empty() {
                self.work.ways += 1;
                events.push(BuildEvent::Blocked { module: id.clone(), deltas });
                return self.take_up(Purpose::Way, &shut, (witness, scene), events);
            }
        }
        if survey.differences.is_empty() {
            return self.verify((module, attempt, 0), (witness, scene), events);
        }
        self.take_up(Purpose::Module(module), &survey.differences, (witness, scene), events)
    }

    /// Begins a work package: fetches what is short, or plans its visits.
    pub(super) fn take_up(
        &mut self,
        purpose: Purpose,
        differences: &[Difference],
        (witness, scene): (&Witness<'_>, &Scene<'_>),
        events: &mut Vec<BuildEvent>,
    ) -> Round {
        let short = supplies::deficit(differences, scene.bag, scene.free_slots);
        if !short.is_empty() {
            if let Some(build) = self.build.as_mut() {
                let deficit: vocab::Bag = short.iter().copied().collect();
                if let Purpose::Module(module) = purpose {
                    let module = witness.blueprint.modules[module].id.clone();
                    events.push(BuildEvent::AwaitsMaterials { module, deficit: deficit.clone() });
                }
                build.await_materials(deficit);
            }
            return self.go_on(Stage::Needing { items: short });
        }
        let package = affordable(differences, scene.bag);
        let Some(mut micro) = Micro::new(witness, &package, scene.at) else { return self.stop(Stop::TooLarge) };
        micro.refuse(self.work.refused.iter().copied());
        let attempt = fingerprint(&self.work.refused, differences);
        let differences = differences.len();
        self.go_on(Stage::Working(Box::new(Working { purpose, attempt, differences, micro, ended: None, done: 0 })))
    }

    /// Plans on, and hands out the next visit.
    pub(super) fn labour(&mut self, mut working: Box<Working>, (blueprint, scene): (&Blueprint, &Scene<'_>)) -> Round {
        let Some(site) = self.site() else { return self.go_on(Stage::Start) };
        if self.work.begun && !scene.visits {
            self.look_again(); // the visit was cancelled: what stands is looked at, never gone on with
            return Round::Again;
        }
        self.work.begun = scene.visits;
        let witness = Witness::new(blueprint, site);
        let seen = self.ground(&witness);
        let at_hand = working.micro.visits.len() > working.done;
        let slices = if scene.visits || at_hand { SLICES_AT_WORK } else { SLICES_WAITING };
        for _ in 0..slices {
            if working.ended.is_none() {
                let progress = working.micro.step(&seen, CELLS_PER_SLICE);
                let opened =
                    matches!(&progress, Progress::Infeasible { cells } if working.micro.open_up(&witness, cells));
                working.ended = (progress != Progress::More && !opened).then_some(progress);
            }
        }
        if scene.visits {
            return self.stay(Stage::Working(working), Want::Think);
        }
        if let Some(visit) = working.micro.visits.get(working.done) {
            return match self.scaffolding(visit, scene) {
                Ok(scaffold) => {
                    let want = Want::Visit { visit: visit.clone(), scaffold };
                    self.stay(Stage::Working(working), want)
                }
                Err(items) => self.go_on(Stage::Needing { items }),
            };
        }
        match working.ended.clone() {
            None => self.stay(Stage::Working(working), Want::Think),
            Some(Progress::Infeasible { cells }) if working.done == 0 => self.in_vain(working.attempt, cells, scene),
            Some(Progress::TooLarge) => self.stop(Stop::TooLarge),
            Some(_) => self.package_done(&working, &witness),
        }
    }

    /// The block that the scaffolding of a visit is made of; its cells are remembered before they are filled.
    fn scaffolding(
        &mut self,
        visit: &Visit,
        scene: &Scene<'_>,
    ) -> Result<Option<vocab::ItemId>, Vec<(vocab::ItemId, u32)>> {
        let count = supplies::scaffolds(visit);
        if count == 0 {
            return Ok(None);
        }
        let item = supplies::scaffold(count, scene.bag, &self.need)?;
        if let Some(build) = self.build.as_mut() {
            build.scaffolds.extend(scaffold_cells(visit));
        }
        Ok(Some(item))
    }

    /// No cell of the package can be reached: counts as a failed attempt.
    fn in_vain(&mut self, attempt: Digest, cells: Vec<BlockPos>, scene: &Scene<'_>) -> Round {
        let Some(build) = self.build.as_mut() else { return self.go_on(Stage::Start) };
        build.attempts.failed(attempt, scene.now);
        if matches!(build.attempts.next(attempt, scene.now), Next::Fail(_)) {
            return self.stop(Stop::Infeasible(cells));
        }
        self.go_on(Stage::Start)
    }

    /// All visits are done: looks at what came of them.
    fn package_done(&mut self, working: &Working, witness: &Witness<'_>) -> Round {
        let Purpose::Module(module) = working.purpose else { return self.go_on(Stage::Start) };
        let left = module_span(witness, module).map_or_else(Vec::new, Span::parts);
        let (attempt, before) = (working.attempt, working.differences);
        self.go_on(Stage::Looking { left, then: Then::Verify { module, attempt, before } })
    }

    /// Takes the end of a visit: its receipts are in the chart already.
    pub fn visited(&mut self, end: &Ended, changed: bool, now: vocab::Tick) {
        self.work.begun = false;
        let Stage::Working(working) = &mut self.work.stage else { return };
        let visit = working.micro.visits.get(working.done).cloned();
        working.done += 1;
        let attempt = working.attempt;
        let (chart, site) = (&self.work.chart, self.site());
        if let (Some(build), Some(visit), Some(_)) = (self.build.as_mut(), visit, site) {
            let gone = |at: &BlockPos| chart.get(*at).is_some_and(state::is_replaceable);
            let taken_away: Vec<BlockPos> = scaffold_cells(&visit).filter(gone).collect();
            build.scaffolds.retain(|at| !taken_away.contains(at));
            if *end != Ended::Done && !changed {
                build.attempts.failed(attempt, now);
            }
        }
        if *end != Ended::Done {
            self.note_refused(end, changed);
            self.look_again();
            self.work.again = false;
        }
    }

    /// Remembers what the body could not do from the stand of its visit, so that the next plan does it from elsewhere: the first op that
    /// is not done; all of them when the body did not even come there.
    fn note_refused(&mut self, end: &Ended, changed: bool) {
        let Stage::Working(working) = &self.work.stage else { return };
        let Some(visit) = working.done.checked_sub(1).and_then(|done| working.micro.visits.get(done)) else { return };
        let came_between = matches!(
            end,
            Ended::Failed(
                Failure::Interrupted
                    | Failure::Died
                    | Failure::Disconnected
                    | Failure::Unknown
                    | Failure::Refused(Refusal::MissingItem)
            ) | Ended::Refused(Refusal::MissingItem | Refusal::Dead | Refusal::Disconnected | Refusal::NotLoaded)
                | Ended::Cancelled
        );
        if came_between {
            return; // that says nothing of the stand
        }
        let chart = &self.work.chart;
        let left = visit.ops.iter().filter(|op| !is_done(op, chart.get(op.at()))).map(|op| (visit.stand, op.at()));
        let came = changed || matches!(end, Ended::Refused(_));
        let count = if came { 1 } else { usize::MAX };
        let pairs: Vec<(BlockPos, BlockPos)> = left.take(count).collect();
        self.work.refused.extend(pairs);
    }

    /// Judges a module that was looked at: a checkpoint when it stands, else what has to be done first.
    pub(super) fn verify(
        &mut self,
        (module, attempt, before): (usize, Digest, usize),
        (witness, scene): (&Witness<'_>, &Scene<'_>),
        events: &mut Vec<BuildEvent>,
    ) -> Round {
        let seen = Seen { trusted: Some((witness, &self.work.trusted)), ..Seen::of(&self.work.chart) };
        let survey = Survey::whole(module, witness, &seen);
        let (Some(build), Some(standard)) = (self.build.as_mut(), &self.work.standard) else {
            return self.go_on(Stage::Start);
        };
        let judged = Judged { survey: &survey, inventory: scene.bag, now: scene.now };
        let (verdict, deltas) = match build.verify(witness, (module, standard), &seen, &judged) {
            Verified::Advanced(news) => {
                events.extend(news);
                return self.advanced((witness, scene));
            }
            Verified::Held { verdict, deltas } => (verdict, deltas),
        };
        let shut = deltas
            .iter()
            .any(|delta| matches!(&delta.issue, Issue::Invariant(finding) if finding.invariant == Invariant::Access));
        if !deltas.is_empty() {
            events.push(BuildEvent::Blocked { module: witness.blueprint.modules[module].id.clone(), deltas });
        }
        if verdict == Verdict::Unseen {
            let unseen = survey.differences.iter().find(|difference| difference.found.is_none());
            let cell = unseen.map_or(witness.site.corner, |difference| difference.at);
            let then = Then::Verify { module, attempt, before };
            return self.look_from_elsewhere(cell, then, (witness.blueprint, scene));
        }
        let in_the_way = if shut { in_the_way(witness, &seen) } else { Vec::new() };
        if !in_the_way.is_empty() && self.work.ways < WAYS_MAX {
            self.work.ways += 1;
            return self.take_up(Purpose::Way, &in_the_way, (witness, scene), events);
        }
        if survey.differences.len() >= before {
            build.attempts.failed(attempt, scene.now);
        }
        self.go_on(Stage::Start)
    }

    /// The module stands: the plan is thrown away, and the next module is looked at.
    fn advanced(&mut self, (witness, scene): (&Witness<'_>, &Scene<'_>)) -> Round {
        let Some(build) = self.build.as_mut() else { return self.go_on(Stage::Start) };
        (self.work.looks, self.work.ways) = (0, 0);
        self.work.refused.clear();
        self.need =
            building::materials::reserved(witness.blueprint, |at| build.is_verified(&witness.blueprint.modules[at].id));
        match build.next(witness.blueprint) {
            None => {
                self.bed = bed_of(witness);
                // The structure stands; scaffolding that an interruption left is taken away before the task ends.
                let strays = build.strays_left(witness, &Seen::of(&self.work.chart));
                if strays.is_empty() {
                    return self.go_on(Stage::Over(None));
                }
                self.take_up(Purpose::Strays, &strays, (witness, scene), &mut Vec::new())
            }
            Some(next) => {
                let left = module_span(witness, next).map_or_else(Vec::new, Span::parts);
                self.go_on(Stage::Looking { left, then: Then::Take(next) })
            }
        }
    }
}

/// Whether a cell is as an op leaves it.
fn is_done(op: &Op, found: Option<StateId>) -> bool {
    let Some(found) = found else { return false };
    match *op {
        Op::Break { .. } | Op::Unscaffold { .. } => state::is_replaceable(found),
        Op::Scaffold { .. } => !state::is_replaceable(found),
        Op::Place { state, .. } | Op::Work { state, .. } => state::matches(state, found),
    }
}

/// Where the foot of a bed stands in a structure.
fn bed_of(witness: &Witness<'_>) -> Option<BlockPos> {
    let beds = witness.blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell));
    let is_foot = |wanted| states::kind_of(wanted) == states::Kind::Bed && !state::is_second_half(wanted);
    beds.filter(|(_, wanted)| is_foot(*wanted)).map(|(at, _)| at).next()
}

/// The cells that scaffolding stands in during a visit.
fn scaffold_cells(visit: &Visit) -> impl Iterator<Item = BlockPos> {
    let helpers = visit.ops.iter().filter_map(|op| if let Op::Scaffold { at, .. } = op { Some(*at) } else { None });
    visit.pillar.iter().flat_map(Pillar::cells).chain(helpers)
}

/// The box around the cells of a module.
fn module_span(witness: &Witness<'_>, module: usize) -> Option<Span> {
    witness.module(module).map(|(at, _)| Span { min: at, max: at }).reduce(|one, other| {
        let low = |a: BlockPos, b: BlockPos| BlockPos::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z));
        let high = |a: BlockPos, b: BlockPos| BlockPos::new(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z));
        Span { min: low(one.min, other.min), max: high(one.max, other.max) }
    })
}

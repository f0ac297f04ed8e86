//! The stages of a build: choose a site and sign it, look, resume from what stands, work, verify.
//!
//! Each call goes on until the build wants something of the body or the world, or until a slice of thinking is done.

use super::chart::{Chart, Seen, Span};
use super::project::{Project, Purpose, Stage, Stop, Then, Want};
use super::stations::note_stations;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use building::build::{BuildEvent, End};
use building::invariants::Standard;
use building::resume::{Decision, Resume};
use building::site::{Effort, Search, Unfit, preparation, survey};
use building::stations::StationKind;
use building::{Blueprint, Build, Site, SiteSignature, Survey, Witness};
use vocab::build::Guarded;
use vocab::{Bag, BlockPos, Tick};

/// Cells around a site that are looked at: the engine plans ways and scaffolding in four blocks around it.
pub(super) const ASIDE: i32 = 5;
pub(super) const BELOW: i32 = 10;
pub(super) const ABOVE: i32 = 6;
/// How far around the start a site is looked for, in blocks, and how deep and high the ground may go.
const VIEW_ASIDE: i32 = 17;
const VIEW_BELOW: i32 = 12;
const VIEW_ABOVE: i32 = 4;
/// A box is looked at from within this many blocks of it: a body sees 20 blocks far.
const LOOK_BLOCKS: u64 = 14;
/// The builder goes this near to a box that it cannot see yet.
const GO_WITHIN: u8 = 6;
/// A builder this near to a place that it went to is there, in blocks, squared.
const THERE_BLOCKS_SQUARED: u64 = 18;
/// How near to a cell that it wants to see a builder goes.
const BESIDE: u8 = 3;
/// Places tried for a site in one tick, and cells compared in one tick: a third of a millisecond each.
const TRIES_PER_TICK: usize = 2;
const CELLS_PER_TICK: usize = 4_096;
/// Most looks at cells that stay unseen, from another side each time.
const LOOKS_MAX: u8 = 6;
/// Most walks in search of a site, of 20 blocks or more each: out of a forest, or over a hill.
const LEGS_MAX: u8 = 16;
/// Most chosen sites that turn out to be none from near.
const REJECTED_MAX: usize = 8;
/// A walk in search of a site is over when the body is this far from where it began, in blocks.
const LEG_BLOCKS: u64 = 20;
/// Most sites that one build loses before it fails.
const SITES_LOST_MAX: u8 = 2;
/// Most preparations of one site. Sand may run after what was dug away.
const PREPARATIONS_MAX: u8 = 3;
/// Transitions in one tick that cost nothing.
const ROUNDS_MAX: usize = 12;
/// Structures stand this far apart, in blocks.
const APART: i32 = 3;

/// What a build is advanced from.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub now: Tick,
    pub at: BlockPos,
    pub bag: &'a Bag,
    pub free_slots: usize,
    /// Whether the body does a visit of this build now.
    pub visits: bool,
    /// The cells of other builds.
    pub others: &'a [Guarded],
    pub stations: &'a [(StationKind, BlockPos)],
}

/// What a round leads to: a want ends the tick.
pub(super) enum Round {
    Want(Want),
    Again,
}

impl Project {
    /// Advances the build; returns what it wants now.
    pub fn advance(&mut self, blueprint: &Blueprint, scene: &Scene<'_>, events: &mut Vec<BuildEvent>) -> Want {
        for _ in 0..ROUNDS_MAX {
            if let Round::Want(want) = self.round(blueprint, scene, events) {
                return want;
            }
        }
        Want::Think
    }

    fn round(&mut self, blueprint: &Blueprint, scene: &Scene<'_>, events: &mut Vec<BuildEvent>) -> Round {
        match core::mem::take(&mut self.work.stage) {
            Stage::Start => self.start(blueprint),
            Stage::Viewing(left) => {
                if let Some(span) = left.last().copied() {
                    return self.stay(Stage::Viewing(left), Want::Scan(span));
                }
                let facing = self.facing.unwrap_or(blueprint.front);
                self.go_on(Stage::Choosing(Search::new(self.near, facing)))
            }
            Stage::Choosing(search) => self.choose(search, blueprint, scene),
            Stage::Leaving { from } if scene.at.distance_squared(from) < LEG_BLOCKS * LEG_BLOCKS => {
                self.stay(Stage::Leaving { from }, Want::Explore)
            }
            Stage::Leaving { .. } => {
                self.near = scene.at;
                self.go_on(Stage::Start)
            }
            Stage::Looking { left, then } => self.look(left, then, (blueprint, scene), events),
            Stage::Resuming(resume) => self.resume(resume, (blueprint, scene), events),
            Stage::Working(working) => self.labour(working, (blueprint, scene)),
            Stage::Needing { items } if items.iter().all(|(item, count)| scene.bag.count(*item) >= *count) => {
                events.extend(self.build.as_mut().map(|build| build.child_ended(true)));
                self.go_on(Stage::Start)
            }
            Stage::Needing { items } => self.stay(Stage::Needing { items: items.clone() }, Want::Materials(items)),
            Stage::Waiting(until) if scene.now < until => self.stay(Stage::Waiting(until), Want::Wait(until)),
            Stage::Waiting(_) => self.go_on(Stage::Start),
            Stage::Over(None) => self.stay(Stage::Over(None), Want::Finished),
            Stage::Over(Some(stop)) => self.stay(Stage::Over(Some(stop.clone())), Want::Stop(stop)),
        }
    }

    pub(super) fn stay(&mut self, stage: Stage, want: Want) -> Round {
        self.work.stage = stage;
        Round::Want(want)
    }

    pub(super) fn go_on(&mut self, stage: Stage) -> Round {
        self.work.stage = stage;
        Round::Again
    }

    pub(super) fn stop(&mut self, stop: Stop) -> Round {
        self.go_on(Stage::Over(Some(stop)))
    }

    /// Begins with a look: at the site, or at the ground where one is to be chosen.
    fn start(&mut self, blueprint: &Blueprint) -> Round {
        if self.is_finished() {
            return self.go_on(Stage::Over(None));
        }
        let ordered = self.at.map(|at| self.ordered(at, blueprint));
        let Some(site) = self.site().or(ordered) else {
            let [width, height, length] = blueprint.size.map(|side| side.min(1 << 12) as i32);
            let aside = VIEW_ASIDE + width.max(length);
            let span = Span { min: self.near, max: self.near }.with_margin(aside, VIEW_BELOW, VIEW_ABOVE + height);
            let span = Span { min: span.min.offset(width.max(length), 0, width.max(length)), ..span };
            return self.chart(span, Stage::Viewing);
        };
        let span = around(blueprint, site);
        let then = if self.build.is_some() { Then::Resume } else { Then::Sign };
        self.chart(span, |left| Stage::Looking { left, then })
    }

    fn ordered(&self, at: BlockPos, blueprint: &Blueprint) -> Site {
        Site { corner: at.offset(0, -(blueprint.sunk as i32), 0), facing: self.facing.unwrap_or(blueprint.front) }
    }

    /// Takes a fresh chart of a box, or keeps the one that is there, and looks at all of it.
    fn chart(&mut self, span: Span, stage: impl FnOnce(Vec<Span>) -> Stage) -> Round {
        if self.work.chart.span() != Some(span) {
            let Some(chart) = Chart::of(span) else { return self.stop(Stop::TooLarge) };
            self.work.chart = chart;
        }
        self.go_on(stage(span.parts()))
    }

    fn choose(&mut self, mut search: Search, blueprint: &Blueprint, scene: &Scene<'_>) -> Round {
        let is_free = |site: &Site| {
            let (min, max) = site.bounds(blueprint);
            let span = Span { min, max }.with_margin(APART, APART, APART);
            !self.work.rejected.contains(&site.corner)
                && !scene.others.iter().any(|other| span.meets(Span { min: other.min, max: other.max }))
        };
        match search.step(blueprint, &Seen::of(&self.work.chart), is_free, TRIES_PER_TICK) {
            None => self.stay(Stage::Choosing(search), Want::Think),
            Some(Ok((site, Effort { .. }))) => {
                self.at = Some(site.corner.offset(0, blueprint.sunk as i32, 0));
                self.chosen = true;
                self.facing = Some(site.facing);
                self.go_on(Stage::Start)
            }
            Some(Err(unfit)) if self.work.legs >= LEGS_MAX => self.stop(Stop::NoSite(unfit)),
            Some(Err(_)) => {
                self.work.legs += 1;
                self.go_on(Stage::Leaving { from: scene.at })
            }
        }
    }

    /// Looks at the boxes that are left, one question after the other, from near enough.
    fn look(
        &mut self,
        left: Vec<Span>,
        then: Then,
        (blueprint, scene): (&Blueprint, &Scene<'_>),
        events: &mut Vec<BuildEvent>,
    ) -> Round {
        if let Some(span) = left.last().copied() {
            let place = span.nearest(scene.at);
            let away = place.distance_squared(scene.at) > LOOK_BLOCKS * LOOK_BLOCKS;
            let far = away && !core::mem::take(&mut self.work.arrived);
            let want = if far { Want::Go { place, within: GO_WITHIN } } else { Want::Scan(span) };
            return self.stay(Stage::Looking { left, then }, want);
        }
        match (then, self.site()) {
            (Then::Sign, _) => self.sign((blueprint, scene), events),
            (_, None) => self.go_on(Stage::Start),
            (Then::Prepare, Some(site)) => {
                let witness = Witness::new(blueprint, site);
                let work = preparation(&witness, &self.ground(&witness));
                if work.is_empty() || self.preparations >= PREPARATIONS_MAX {
                    return self.begin_resume(blueprint, scene);
                }
                self.preparations += 1;
                self.take_up(Purpose::Prepare, &work, (&witness, scene), events)
            }
            (Then::Resume, Some(_)) => self.begin_resume(blueprint, scene),
            (Then::Take(module), Some(site)) => {
                let witness = Witness::new(blueprint, site);
                self.module(module, (&witness, scene), events)
            }
            (Then::Verify { module, attempt, before }, Some(site)) => {
                let witness = Witness::new(blueprint, site);
                self.verify((module, attempt, before), (&witness, scene), events)
            }
        }
    }

    /// Signs the site as it is now; from then on its cells belong to the build.
    fn sign(&mut self, (blueprint, scene): (&Blueprint, &Scene<'_>), events: &mut Vec<BuildEvent>) -> Round {
        let Some(at) = self.at else { return self.go_on(Stage::Start) };
        let site = self.ordered(at, blueprint);
        let witness = Witness::new(blueprint, site);
        let seen = self.ground(&witness);
        match survey(blueprint, &site, &seen) {
            Err(unfit) if self.chosen && !matches!(unfit, Unfit::Unseen(_)) => return self.reject(site),
            Err(unfit @ (Unfit::Liquid(_) | Unfit::Built(_))) => return self.stop(Stop::NoSite(unfit)),
            _ => {}
        }
        // All of the edge is looked for before a part of it has to do.
        let unseen = SiteSignature::unseen(blueprint, &site, &seen).first().copied();
        if let Some(cell) = unseen.filter(|_| self.work.looks < LOOKS_MAX) {
            return self.look_from_elsewhere(cell, Then::Sign, (blueprint, scene));
        }
        // What is only taken for ground is in no signature: it would never be seen again.
        match SiteSignature::sign(blueprint, &site, &Seen::of(&self.work.chart)) {
            Ok(signature) => {
                let (build, started) = Build::start(&witness, signature);
                self.build = Some(build);
                self.need = building::materials::reserved(blueprint, |_| false);
                self.work.again = false;
                self.work.looks = 0;
                events.push(started);
                self.go_on(Stage::Looking { left: Vec::new(), then: Then::Prepare })
            }
            Err(_) if self.chosen => self.reject(site),
            Err(unseen) => {
                let cell = unseen.first().copied().unwrap_or(site.corner);
                self.look_from_elsewhere(cell, Then::Sign, (blueprint, scene))
            }
        }
    }

    /// A site that was chosen from afar is none when the builder stands before it: another one is chosen.
    fn reject(&mut self, site: Site) -> Round {
        self.work.rejected.push(site.corner);
        (self.at, self.chosen) = (None, false);
        if self.work.rejected.len() >= REJECTED_MAX {
            return self.stop(Stop::NoSite(Unfit::Unseen(site.corner)));
        }
        self.go_on(Stage::Start)
    }

    /// Looks again from another side; a cell that stays unseen stops the build with its name.
    pub(super) fn look_from_elsewhere(
        &mut self,
        cell: BlockPos,
        then: Then,
        (blueprint, scene): (&Blueprint, &Scene<'_>),
    ) -> Round {
        if self.work.looks >= LOOKS_MAX {
            return self.stop(Stop::Unseen(cell));
        }
        let Some(span) = self.work.chart.span() else { return self.go_on(Stage::Start) };
        let site = self.site().or_else(|| self.at.map(|at| self.ordered(at, blueprint)));
        let (min, max) = site.map_or((span.min, span.max), |site| site.bounds(blueprint));
        let surface = min.y + blueprint.sunk as i32;
        // From beside the cell first, which may be inside; then from the four corners.
        let corners = [(min.x - 2, min.z - 2), (max.x + 2, min.z - 2), (max.x + 2, max.z + 2), (min.x - 2, max.z + 2)];
        let corner = usize::from(self.work.looks).checked_sub(1).map(|look| corners[look % corners.len()]);
        let (place, within) = corner.map_or((cell, BESIDE), |(x, z)| (BlockPos::new(x, surface, z), 2));
        if scene.at.distance_squared(place) > THERE_BLOCKS_SQUARED && !core::mem::take(&mut self.work.arrived) {
            return self.stay(Stage::Looking { left: Vec::new(), then }, Want::Go { place, within });
        }
        self.work.looks += 1;
        self.go_on(Stage::Looking { left: span.parts(), then })
    }

    fn begin_resume(&mut self, blueprint: &Blueprint, scene: &Scene<'_>) -> Round {
        let Some(site) = self.site() else { return self.go_on(Stage::Start) };
        let witness = Witness::new(blueprint, site);
        self.work.standard.get_or_insert_with(|| Standard::of(&witness));
        let seen = Seen::of(&self.work.chart);
        let Some(build) = self.build.as_mut() else { return self.go_on(Stage::Start) };
        note_stations(build, &witness, &seen, scene);
        let strays = build.strays_left(&witness, &seen);
        if !strays.is_empty() {
            return self.take_up(Purpose::Strays, &strays, (&witness, scene), &mut Vec::new());
        }
        let resume = Resume::begin(build, &witness);
        self.go_on(Stage::Resuming(resume))
    }

    /// Compares what stands with what should, a slice a tick, and decides.
    fn resume(
        &mut self,
        mut resume: Resume,
        (blueprint, scene): (&Blueprint, &Scene<'_>),
        events: &mut Vec<BuildEvent>,
    ) -> Round {
        let Some(site) = self.site() else { return self.go_on(Stage::Start) };
        let witness = Witness::new(blueprint, site);
        let Project { build: Some(build), work, .. } = self else { return self.go_on(Stage::Start) };
        let seen = Seen { trusted: Some((&witness, &work.trusted)), ..Seen::of(&work.chart) };
        let Some(resumed) = resume.step(build, (&witness, &seen), CELLS_PER_TICK) else {
            return self.stay(Stage::Resuming(resume), Want::Think);
        };
        if core::mem::take(&mut work.again) {
            events.push(BuildEvent::Resumed { verified: build.verified().len() });
        }
        self.need = building::materials::reserved(blueprint, |at| build.is_verified(&blueprint.modules[at].id));
        match resumed.decision {
            Decision::Finished => self.go_on(Stage::Over(None)),
            Decision::SiteInvalid => self.lose_site(events),
            Decision::Look { module } => self.unseen(module, (&witness, scene)),
            Decision::Repair { module, .. } | Decision::Replan { module, .. } => {
                self.module(module, (&witness, scene), events)
            }
        }
    }

    /// The site is no longer the one that was signed: this build ends, and a new one gets a new signature.
    fn lose_site(&mut self, events: &mut Vec<BuildEvent>) -> Round {
        events.extend(self.build.take().map(|mut build| build.end(End::SiteInvalid)));
        self.sites_lost += 1;
        (self.preparations, self.work.looks) = (0, 0);
        if self.sites_lost > SITES_LOST_MAX {
            return self.stop(Stop::SiteLost);
        }
        self.go_on(Stage::Start)
    }

    /// Something of the site or a module cannot be seen: looks from elsewhere. Cells of verified modules that stay unseen count as
    /// their receipts showed them.
    fn unseen(&mut self, module: Option<usize>, (witness, scene): (&Witness<'_>, &Scene<'_>)) -> Round {
        let blueprint = witness.blueprint;
        let Some(build) = &self.build else { return self.go_on(Stage::Start) };
        let is_verified = |at: usize| build.is_verified(&blueprint.modules[at].id);
        let unseen = |at: usize| {
            let survey = Survey::whole(at, witness, &Seen::of(&self.work.chart));
            survey
                .differences
                .into_iter()
                .filter(|difference| difference.found.is_none())
                .map(|difference| difference.at)
        };
        if self.work.looks >= LOOKS_MAX
            && let Some(module) = module
        {
            if !is_verified(module) {
                return self.module(module, (witness, scene), &mut Vec::new());
            }
            let cells: BTreeSet<BlockPos> =
                (0..blueprint.modules.len()).filter(|at| is_verified(*at)).flat_map(unseen).collect();
            self.work.trusted.extend(cells);
            self.work.looks = 0;
            return self.go_on(Stage::Looking { left: Vec::new(), then: Then::Resume });
        }
        let cell = module.and_then(|module| unseen(module).next()).unwrap_or(witness.site.corner);
        self.look_from_elsewhere(cell, Then::Resume, (blueprint, scene))
    }

    /// The chart with unseen cells under known ground taken for ground.
    pub(super) fn ground(&self, witness: &Witness<'_>) -> Seen<'_> {
        let surface = witness.site.corner.y + witness.blueprint.sunk as i32;
        Seen { ground_below: Some(surface), ..Seen::of(&self.work.chart) }
    }
}

/// The box around a site that the work is planned in.
pub(super) fn around(blueprint: &Blueprint, site: Site) -> Span {
    let (min, max) = site.bounds(blueprint);
    Span { min, max }.with_margin(ASIDE, BELOW, ABOVE)
}

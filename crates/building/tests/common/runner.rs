//! Runs whole builds in the test world, and can be killed after any single step.

use crate::common::{Flat, home, parsed};
use building::build::{Seen, Verified};
use building::checkpoint::Issue;
use building::invariants::{Invariant, Standard, in_the_way};
use building::micro::{Micro, Op, Progress, Visit};
use building::repair::{Next, fingerprint};
use building::resume::{Decision, Resume};
use building::verify::Difference;
use building::{Blueprint, Build, BuildEvent, Cells, Site, SiteSignature, Survey, Verdict, Witness, state};
use std::collections::BTreeSet;
use vocab::digest::{decode, encode};
use vocab::{Bag, Tick};

/// Rounds of resume and work after which a build of the tests has to be finished.
const ROUNDS_MAX: usize = 200;

pub struct Runner {
    pub blueprint: Blueprint,
    pub site: Site,
    pub standard: Standard,
    pub build: Build,
    pub world: Flat,
    pub events: Vec<BuildEvent>,
    /// Every decision that resuming took, with the verdict of its module.
    pub decisions: Vec<(usize, Verdict, usize)>,
    pub now: Tick,
    /// Steps until the builder is killed; `None` for never.
    pub fuse: Option<u32>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    Finished,
    Killed,
    SiteInvalid,
    MustLook,
    GaveUp(Next),
}

impl Runner {
    pub fn new(blueprint: Blueprint, site: Site, world: Flat) -> Runner {
        let witness = Witness::new(&blueprint, site);
        let signature = SiteSignature::sign(&blueprint, &site, &world).expect("the site is loaded");
        let (build, started) = Build::start(&witness, signature);
        let standard = Standard::of(&witness);
        Runner {
            blueprint,
            site,
            standard,
            build,
            world,
            events: vec![started],
            decisions: Vec::new(),
            now: Tick(0),
            fuse: None,
        }
    }

    /// Drops everything but what is saved and the world, as a killed process does.
    pub fn restart(&mut self) {
        self.build = decode(&encode(&self.build)).expect("what was saved can be read");
        self.fuse = None;
    }

    /// One step that the world shows; false when the builder is killed before it.
    fn burn(&mut self) -> bool {
        match &mut self.fuse {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None => true,
        }
    }

    pub fn run(&mut self) -> Ended {
        let (blueprint, site) = (self.blueprint.clone(), self.site);
        let witness = Witness::new(&blueprint, site);
        for _ in 0..ROUNDS_MAX {
            self.now = self.now + 1;
            let stray = self.build.stray(&witness, &self.world);
            if !stray.is_empty() && !self.work(&witness, &stray) {
                return Ended::Killed;
            }
            let resumed = Resume::whole(&mut self.build, &witness, &self.world);
            let (module, verdict, differences) = match resumed.decision {
                Decision::Finished => return Ended::Finished,
                Decision::SiteInvalid => return Ended::SiteInvalid,
                Decision::Look { .. } => return Ended::MustLook,
                Decision::Repair { module, verdict, differences } => (module, verdict, differences),
                Decision::Replan { module, differences } => (module, Verdict::Destroyed, differences),
            };
            self.decisions.push((module, verdict, differences.len()));
            let attempt = fingerprint(&BTreeSet::new(), &differences);
            match self.build.attempts.next(attempt, self.now) {
                Next::Try => {}
                Next::Wait(until) => {
                    self.now = until;
                    continue;
                }
                other => return Ended::GaveUp(other),
            }
            let blocked = self.build.blocked(&witness, (module, &self.standard), &self.world);
            if !blocked.is_empty() {
                let module = blueprint.modules[module].id.clone();
                self.events.push(BuildEvent::Blocked { module, deltas: blocked });
                if !self.work(&witness, &in_the_way(&witness, &self.world)) {
                    return Ended::Killed;
                }
                continue;
            }
            if !self.work(&witness, &differences) {
                return Ended::Killed;
            }
            let survey = Survey::whole(module, &witness, &self.world);
            let seen = Seen { survey: &survey, inventory: &Bag::default(), now: self.now };
            match self.build.verify(&witness, (module, &self.standard), &self.world, &seen) {
                Verified::Advanced(events) => self.events.extend(events),
                Verified::Held { deltas, .. } => {
                    let id = blueprint.modules[module].id.clone();
                    let shut = deltas.iter().any(|delta| {
                        matches!(&delta.issue, Issue::Invariant(finding) if finding.invariant == Invariant::Access)
                    });
                    self.events.push(BuildEvent::Blocked { module: id, deltas });
                    if shut && !self.work(&witness, &in_the_way(&witness, &self.world)) {
                        return Ended::Killed;
                    }
                    if !shut {
                        self.build.attempts.failed(attempt, self.now);
                    }
                }
            }
        }
        panic!("not finished after {ROUNDS_MAX} rounds: {:?}", self.decisions)
    }

    /// Plans and does a work package; false when the builder is killed on the way.
    fn work(&mut self, witness: &Witness<'_>, differences: &[Difference]) -> bool {
        let (visits, end) = Micro::whole(witness, differences, (&self.world, home()));
        assert!(matches!(end, Progress::Complete { .. }), "{end:?}");
        visits.iter().all(|visit| self.visit(visit))
    }

    fn visit(&mut self, visit: &Visit) -> bool {
        let pillar: Vec<_> = visit.pillar.iter().flat_map(building::micro::Pillar::cells).collect();
        for at in &pillar {
            self.build.scaffolds.insert(*at);
            if !self.burn() {
                return false;
            }
            assert!(self.world.state(*at).is_some_and(state::is_replaceable), "a pillar goes through {at}");
            self.world.set(*at, parsed("dirt"));
            self.world.scaffolds += 1;
        }
        for op in &visit.ops {
            if let Op::Scaffold { at, .. } = op {
                self.build.scaffolds.insert(*at);
            }
            if !self.burn() {
                return false;
            }
            self.world.perform(op);
            if let Op::Unscaffold { at } = op {
                self.build.scaffolds.remove(at);
            }
        }
        for at in pillar.iter().rev() {
            if !self.burn() {
                return false;
            }
            self.world.set(*at, gamedata::states::AIR);
            self.build.scaffolds.remove(at);
        }
        true
    }
}

//! A build: a blueprint at a site, what of it is verified, and all that has to survive an interruption.
//!
//! The cursor is the set of verified modules. "Is it done?" is a comparison of two numbers; differences to the world are
//! taken in slices, for one module at a time.

use crate::blueprint::Blueprint;
use crate::checkpoint::{Checkpoint, Facts, Issue, Ledger, OpenDelta};
use crate::invariants::{Finding, Holds, INVARIANT_SET, Severity, Standard};
use crate::module;
use crate::repair::{Attempts, Exhausted};
use crate::site::SiteSignature;
use crate::state;
use crate::stations::Registry;
use crate::verify::{Difference, Survey, Verdict};
use crate::witness::{Cells, Witness};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::{Bag, BlockPos, Digest, StateId, Tick};

/// What a build is at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Building,
    /// Waits for materials that a child task gets.
    AwaitingMaterials(Bag),
    Finished,
    Ended(End),
}

/// Why a build ended without being finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The site is no longer the one that was signed; a new build gets a new signature.
    SiteInvalid,
    /// Repairs and a replan did not help.
    Repairs(Exhausted),
    /// The materials cannot be had.
    Materials,
}

/// Everything of a build that lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    pub name: String,
    pub template_digest: Digest,
    pub signature: SiteSignature,
    verified: BTreeSet<String>,
    modules: usize,
    pub ledger: Ledger,
    pub stations: Registry,
    pub invariant_set_version: u32,
    pub attempts: Attempts,
    /// Scaffolding that stands.
    pub scaffolds: BTreeSet<BlockPos>,
    pub phase: Phase,
}

/// News of a build, for the event stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildEvent {
    Started {
        modules: usize,
    },
    BuildCheckpoint {
        module: String,
        module_index: usize,
        checkpoint_id: Digest,
        verified: usize,
        findings: Vec<Finding>,
    },
    Repaired {
        module: String,
    },
    Blocked {
        module: String,
        deltas: Vec<OpenDelta>,
    },
    /// A child task fetches what the module lacks.
    AwaitsMaterials {
        module: String,
        deficit: Bag,
    },
    Resumed {
        verified: usize,
    },
    Finished,
    Ended {
        why: End,
    },
}

/// What comes after the survey of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// The module stands; its checkpoint is saved.
    Advanced(Vec<BuildEvent>),
    /// Something blocks, or cells do not match yet: a repair comes first.
    Held { verdict: Verdict, deltas: Vec<OpenDelta> },
}

/// What is seen at the end of a module.
#[derive(Debug, Clone)]
pub struct Seen<'a> {
    pub survey: &'a Survey,
    pub inventory: &'a Bag,
    pub now: Tick,
}

impl Build {
    pub fn start(witness: &Witness<'_>, signature: SiteSignature) -> (Build, BuildEvent) {
        let modules = witness.blueprint.modules.len();
        let build = Build {
            name: witness.blueprint.name.clone(),
            template_digest: witness.blueprint.digest(),
            signature,
            verified: BTreeSet::new(),
            modules,
            ledger: Ledger::default(),
            stations: Registry::default(),
            invariant_set_version: INVARIANT_SET,
            attempts: Attempts::default(),
            scaffolds: BTreeSet::new(),
            phase: Phase::Building,
        };
        (build, BuildEvent::Started { modules })
    }

    /// A build's key: two towers at two sites are two builds.
    pub fn key(&self) -> String {
        let BlockPos { x, y, z } = self.signature.position;
        format!("{}@{x},{y},{z},{}", self.name, self.signature.facing.name())
    }

    pub fn is_done(&self) -> bool {
        self.verified.len() == self.modules
    }

    pub fn is_verified(&self, module: &str) -> bool {
        self.verified.contains(module)
    }

    pub fn verified(&self) -> &BTreeSet<String> {
        &self.verified
    }

    /// The module to build next: the first that is ready, or none when all are verified.
    pub fn next(&self, blueprint: &Blueprint) -> Option<usize> {
        let verified = |at: usize| self.is_verified(&blueprint.modules[at].id);
        module::ready(&blueprint.modules, verified).first().copied()
    }

    /// Judges a module that was built and looked at: a checkpoint when it stands, else what has to be repaired.
    pub fn verify(
        &mut self,
        witness: &Witness<'_>,
        (module, standard): (usize, &Standard),
        world: &impl Cells,
        seen: &Seen<'_>,
    ) -> Verified {
        let kind = witness.blueprint.modules[module].kind;
        let id = witness.blueprint.modules[module].id.clone();
        let verdict = seen.survey.tally.verdict();
        let findings = self.findings(witness, standard, world);
        let due = findings.into_iter().filter(|finding| finding.invariant.is_due(kind)).collect::<Vec<_>>();
        let deltas = deltas(&id, &due, seen.survey);
        let blocking = deltas.iter().any(|delta| delta.severity == Severity::Blocking);
        if verdict != Verdict::Completed || blocking {
            return Verified::Held { verdict, deltas };
        }
        let again = self.ledger.kept().iter().any(|checkpoint| checkpoint.completed_modules.contains(&id));
        self.verified.insert(id.clone());
        self.attempts.succeeded();
        let checkpoint = Checkpoint::of(Facts {
            template_digest: self.template_digest,
            witness_digest: witness.digest(),
            module_index: module,
            completed_modules: self.verified.iter().cloned().collect(),
            stations: self.stations.entries(),
            findings: due.clone(),
            open_deltas: deltas,
            inventory: seen.inventory,
            now: seen.now,
        });
        let checkpoint_id = checkpoint.checkpoint_id;
        self.ledger.push(checkpoint);
        let verified = self.verified.len();
        let event = BuildEvent::BuildCheckpoint {
            module: id.clone(),
            module_index: module,
            checkpoint_id,
            verified,
            findings: due,
        };
        let mut events = alloc::vec![event];
        if again {
            events.push(BuildEvent::Repaired { module: id });
        }
        if self.is_done() {
            self.phase = Phase::Finished;
            self.attempts = Attempts::default();
            events.push(BuildEvent::Finished);
        }
        Verified::Advanced(events)
    }

    /// What has to be repaired before any work on a module begins: the way in, when something was put into it.
    pub fn blocked(
        &self,
        witness: &Witness<'_>,
        (module, standard): (usize, &Standard),
        world: &impl Cells,
    ) -> Vec<OpenDelta> {
        let id = &witness.blueprint.modules[module].id;
        deltas(id, &[standard.access(witness, world)], &Survey::new(module))
    }

    /// The findings of every invariant now.
    pub fn findings(&self, witness: &Witness<'_>, standard: &Standard, world: &impl Cells) -> Vec<Finding> {
        // What is not verified yet gets built anyway, so nothing floats for want of it.
        let open = witness.blueprint.modules.iter().enumerate().filter(|(_, module)| !self.is_verified(&module.id));
        let open = open.flat_map(|(at, _)| witness.module(at)).collect();
        let stations: Vec<BlockPos> = self.stations.entries().iter().map(|entry| entry.pos).collect();
        alloc::vec![
            standard.access(witness, world),
            standard.footprint(witness, world, &self.scaffolds),
            standard.reachability(witness, world, &stations),
            standard.structural(witness, &Promised { world, open }),
        ]
    }

    /// Scaffolding that an interruption left standing, to be taken away with the next work package.
    pub fn stray(&self, witness: &Witness<'_>, world: &impl Cells) -> Vec<Difference> {
        let strays = self.scaffolds.iter().filter_map(|at| {
            let found = world.state(*at)?;
            let wanted = witness.expected_at(*at).unwrap_or(states::AIR);
            let stands = !state::is_replaceable(found) && !state::matches(wanted, found);
            stands.then_some(Difference { at: *at, wanted: states::AIR, found: Some(found) })
        });
        strays.collect()
    }

    /// Forgets scaffolding that is seen to be gone, or that never stood; returns what is left standing.
    pub fn strays_left(&mut self, witness: &Witness<'_>, world: &impl Cells) -> Vec<Difference> {
        let strays = self.stray(witness, world);
        self.scaffolds.retain(|at| world.state(*at).is_none() || strays.iter().any(|stray| stray.at == *at));
        strays
    }

    /// The module is not verified any more.
    pub(crate) fn withdraw(&mut self, module: &str) {
        self.verified.remove(module);
        if self.phase == Phase::Finished {
            self.phase = Phase::Building;
        }
    }

    pub(crate) fn withdraw_all(&mut self) {
        self.verified.clear();
        self.phase = Phase::Building;
    }

    /// The one replan of the whole build: every module is verified again, with fresh attempts.
    pub fn replan(&mut self) {
        self.withdraw_all();
        self.attempts.replanned();
    }

    /// A child task gets what is short; the build waits for it.
    pub fn await_materials(&mut self, deficit: Bag) {
        self.phase = Phase::AwaitingMaterials(deficit);
    }

    /// The child task ended: with the materials, or without hope of them. A build never waits for a dead child.
    pub fn child_ended(&mut self, got_them: bool) -> BuildEvent {
        if got_them {
            self.phase = Phase::Building;
            return BuildEvent::Resumed { verified: self.verified.len() };
        }
        self.end(End::Materials)
    }

    pub fn end(&mut self, why: End) -> BuildEvent {
        self.phase = Phase::Ended(why);
        BuildEvent::Ended { why }
    }
}

/// The world with the cells that are still to be built as if they stood.
struct Promised<'a, W> {
    world: &'a W,
    open: BTreeMap<BlockPos, StateId>,
}

impl<W: Cells> Cells for Promised<'_, W> {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        self.open.get(&at).copied().or_else(|| self.world.state(at))
    }
}

/// The deviations of a module: broken invariants by their severity, and cells that could not be seen.
fn deltas(module: &str, findings: &[Finding], survey: &Survey) -> Vec<OpenDelta> {
    let broken = findings.iter().filter(|finding| finding.holds == Holds::No);
    let mut deltas: Vec<OpenDelta> = broken
        .map(|finding| OpenDelta {
            module: module.into(),
            severity: finding.invariant.severity(),
            issue: Issue::Invariant(finding.clone()),
        })
        .collect();
    let unseen = survey.differences.iter().filter(|difference| difference.found.is_none());
    let unseen: Vec<BlockPos> = unseen.map(|difference| difference.at).take(crate::invariants::EVIDENCE_MAX).collect();
    if !unseen.is_empty() {
        deltas.push(OpenDelta { module: module.into(), severity: Severity::Cosmetic, issue: Issue::Unseen(unseen) });
    }
    deltas
}

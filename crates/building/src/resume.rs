//! Taking up a build again: is the site still there, what of every module stands, and what comes first.
//!
//! It always starts from the differences to the world; it never goes on "from step N".

use crate::build::{Build, Phase};
use crate::invariants::INVARIANT_SET;
use crate::site::Recognised;
use crate::verify::{Difference, Survey, Verdict};
use crate::witness::{Cells, Witness};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// What to do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The site is lost: this build ends, and a new one gets a new signature.
    SiteInvalid,
    /// Too little can be seen of the site or of this module: go there and look.
    Look { module: Option<usize> },
    /// Finish or mend this module: only the cells that differ.
    Repair { module: usize, verdict: Verdict, differences: Vec<Difference> },
    /// Plan this module from scratch.
    Replan { module: usize, differences: Vec<Difference> },
    /// Everything stands.
    Finished,
}

/// What was found, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resumed {
    /// The verdict of every verified module, and of the one in progress, in the order of the list.
    pub verdicts: Vec<(usize, Verdict)>,
    pub decision: Decision,
}

/// The resume algorithm, which may be taken in slices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resume {
    /// The modules to look at: all that are verified, and the one in progress.
    modules: Vec<usize>,
    survey: Option<Survey>,
    verdicts: Vec<(usize, Verdict)>,
    first: Option<(usize, Verdict, Vec<Difference>)>,
    site: Option<Recognised>,
}

impl Resume {
    /// Begins: a build that was verified against other invariants verifies everything again.
    pub fn begin(build: &mut Build, witness: &Witness<'_>) -> Resume {
        let blueprint = witness.blueprint;
        let next = build.next(blueprint);
        let known = |at: &usize| build.is_verified(&blueprint.modules[*at].id) || next == Some(*at);
        let modules = (0..blueprint.modules.len()).rev().filter(known).collect();
        if build.invariant_set_version != INVARIANT_SET {
            build.withdraw_all();
            build.invariant_set_version = INVARIANT_SET;
        }
        Resume { modules, survey: None, verdicts: Vec::new(), first: None, site: None }
    }

    /// Looks at up to `budget` more cells; the result when everything has been looked at.
    pub fn step(
        &mut self,
        build: &mut Build,
        (witness, world): (&Witness<'_>, &impl Cells),
        budget: usize,
    ) -> Option<Resumed> {
        let site = *self.site.get_or_insert_with(|| build.signature.recognise(world));
        match site {
            Recognised::No { .. } => return Some(self.decided(Decision::SiteInvalid)),
            Recognised::Unknown => return Some(self.decided(Decision::Look { module: None })),
            Recognised::Yes => {}
        }
        let Some(module) = self.modules.last().copied() else { return Some(self.end(build, witness)) };
        let mut survey = self.survey.take().unwrap_or_else(|| Survey::new(module));
        if !survey.step(witness, world, budget) {
            self.survey = Some(survey);
            return None;
        }
        self.modules.pop();
        let verdict = survey.tally.verdict();
        self.verdicts.push((module, verdict));
        let id = &witness.blueprint.modules[module].id;
        if verdict != Verdict::Completed {
            if verdict != Verdict::Unseen {
                build.withdraw(id);
            }
            // Something known to be wrong comes before something unseen.
            let worse =
                self.first.as_ref().is_none_or(|(_, known, _)| *known == Verdict::Unseen && verdict != Verdict::Unseen);
            if worse {
                self.first = Some((module, verdict, survey.differences));
            }
        }
        None
    }

    /// The whole algorithm at once.
    pub fn whole(build: &mut Build, witness: &Witness<'_>, world: &impl Cells) -> Resumed {
        let mut resume = Resume::begin(build, witness);
        loop {
            if let Some(resumed) = resume.step(build, (witness, world), usize::MAX) {
                return resumed;
            }
        }
    }

    fn end(&mut self, build: &mut Build, witness: &Witness<'_>) -> Resumed {
        let decision = match self.first.take() {
            None if build.is_done() => {
                build.phase = Phase::Finished;
                Decision::Finished
            }
            // The next module stands already: it wants its checkpoint, which an empty repair leads to.
            None => match build.next(witness.blueprint) {
                Some(module) => Decision::Repair { module, verdict: Verdict::Completed, differences: Vec::new() },
                None => Decision::Finished,
            },
            Some((module, Verdict::Unseen, _)) => Decision::Look { module: Some(module) },
            Some((module, Verdict::Destroyed, differences)) => Decision::Replan { module, differences },
            Some((module, verdict, differences)) => Decision::Repair { module, verdict, differences },
        };
        self.decided(decision)
    }

    fn decided(&mut self, decision: Decision) -> Resumed {
        Resumed { verdicts: core::mem::take(&mut self.verdicts), decision }
    }
}

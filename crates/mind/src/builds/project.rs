//! One build as the mind keeps it: what was asked for, the engine's record, and the work at hand.

use super::chart::{Chart, Span};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use building::build::Phase;
use building::invariants::Standard;
use building::micro::{Micro, Progress};
use building::pack::Packed;
use building::repair::Exhausted;
use building::resume::Resume;
use building::site::{Search, Unfit};
use building::verify::Difference;
use building::{Facing, Site, SiteSignature};
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::build::{Guarded, Visit};
use vocab::{Bag, BlockPos, Digest, ItemId, Tick, salvage};

/// A build that the agent has taken on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Project {
    pub number: u32,
    pub name: String,
    #[serde(deserialize_with = "salvage::value")]
    pub plan: Packed,
    /// Where somebody stood who wanted it built here.
    pub near: BlockPos,
    /// The corner that was ordered, at the height of the feet of somebody who stands there.
    pub at: Option<BlockPos>,
    /// Set when the builder has chosen the corner itself.
    pub chosen: bool,
    #[serde(deserialize_with = "salvage::value")]
    pub facing: Option<Facing>,
    /// The open task that works on it.
    pub task: Option<TaskId>,
    /// The engine's record, from the moment at which the site is signed.
    #[serde(deserialize_with = "salvage::value")]
    pub build: Option<building::Build>,
    /// What the modules that do not stand yet take.
    #[serde(deserialize_with = "salvage::value")]
    pub need: Bag,
    /// The foot of the bed in a finished house.
    pub bed: Option<BlockPos>,
    /// How often the site was prepared, and how many sites were lost.
    pub preparations: u8,
    pub sites_lost: u8,
    #[serde(deserialize_with = "salvage::value")]
    pub work: Work,
}

/// The work at hand. All of it is made anew after an interruption: a build never goes on "from step N".
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    pub stage: Stage,
    pub want: Want,
    pub chart: Chart,
    /// What the finished structure has, against which the world is checked.
    pub standard: Option<Standard>,
    /// Cells of verified modules that nothing can look at any more.
    pub trusted: BTreeSet<BlockPos>,
    /// Stands and cells that the body could not do from there, since the last module stood.
    pub refused: BTreeSet<(BlockPos, BlockPos)>,
    /// Corners of sites that turned out to be none when the builder stood before them.
    pub rejected: Vec<BlockPos>,
    /// How often the builder looked in vain, walked to find a site, and opened a shut way, since it last got on.
    pub looks: u8,
    pub legs: u8,
    pub ways: u8,
    /// Set when a walk to look from somewhere has ended, there or not.
    pub arrived: bool,
    /// Set while the body does a visit of this build.
    pub begun: bool,
    /// Set when work begins again after an interruption, until that is told.
    pub again: bool,
}

/// What a build is doing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stage {
    #[default]
    Start,
    /// Looking at the ground where a site is to be chosen.
    Viewing(Vec<Span>),
    Choosing(Search),
    /// Walking on, because there is no site here.
    Leaving {
        from: BlockPos,
    },
    /// Looking at these boxes, then going on.
    Looking {
        left: Vec<Span>,
        then: Then,
    },
    Resuming(Resume),
    Working(Box<Working>),
    /// Materials are short; a child task gets these.
    Needing {
        items: Vec<(ItemId, u32)>,
    },
    Waiting(Tick),
    Over(Option<Stop>),
}

/// What comes after a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    Sign,
    Prepare,
    Resume,
    /// Take up this module.
    Take(usize),
    Verify {
        module: usize,
        attempt: Digest,
        /// How many cells differed before the attempt.
        before: usize,
    },
}

/// A work package under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Working {
    pub purpose: Purpose,
    pub attempt: Digest,
    pub differences: usize,
    pub micro: Micro,
    pub ended: Option<Progress>,
    /// How many visits are done.
    pub done: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Takes away scaffolding that an interruption left.
    Strays,
    Prepare,
    /// Opens the way in.
    Way,
    Module(usize),
}

/// Why a build stops although it is not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The blueprint is unknown, or what was saved of it is damaged.
    NoBlueprint,
    NoSite(Unfit),
    /// This cell cannot be seen from anywhere around.
    Unseen(BlockPos),
    TooLarge,
    SiteLost,
    Repairs(Exhausted),
    /// These cells can be neither reached, clicked nor held.
    Infeasible(Vec<BlockPos>),
}

/// What a build wants from the body or the world now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Want {
    /// Nothing yet: it thinks.
    #[default]
    Think,
    Scan(Span),
    Go {
        place: BlockPos,
        within: u8,
    },
    /// Walk somewhere else, because there is no site here.
    Explore,
    Visit {
        visit: Visit,
        scaffold: Option<ItemId>,
    },
    Materials(Vec<(ItemId, u32)>),
    Wait(Tick),
    Finished,
    Stop(Stop),
}

impl Project {
    /// The site, once it is signed.
    pub fn site(&self) -> Option<Site> {
        let SiteSignature { position, facing, .. } = self.build.as_ref()?.signature;
        Some(Site { corner: position, facing })
    }

    pub fn is_finished(&self) -> bool {
        self.build.as_ref().is_some_and(|build| build.phase == Phase::Finished)
    }

    /// Whether nothing will be built here any more.
    pub fn is_ended(&self) -> bool {
        self.build.as_ref().is_some_and(|build| matches!(build.phase, Phase::Ended(_)))
    }

    /// The cells that belong to it, from the moment at which its site is signed.
    pub fn guarded(&self) -> Option<Guarded> {
        let signature = &self.build.as_ref()?.signature;
        Some(Guarded { min: signature.footprint_min, max: signature.footprint_max })
    }

    /// Somebody wants an ended build after all: it goes on with fresh attempts.
    pub fn take_up_again(&mut self) {
        if let Some(build) = &mut self.build {
            (build.phase, build.attempts) = (Phase::Building, building::repair::Attempts::default());
        }
        self.sites_lost = 0;
    }

    /// Begins again with a look at the world.
    pub fn look_again(&mut self) {
        self.work.stage = Stage::Start;
        self.work.want = Want::Think;
        self.work.begun = false;
        self.work.again = true;
    }
}

/// A difference is part of a package only when what it takes is carried, so that a part can be built while the rest is fetched.
pub fn affordable(differences: &[Difference], bag: &Bag) -> Vec<Difference> {
    let mut left = bag.clone();
    let mut sorted = differences.to_vec();
    sorted.sort_by_key(|difference| (difference.at.y, difference.at));
    let mut package = Vec::new();
    for difference in sorted {
        let takes = building::materials::needed(&[difference]);
        if left.holds(&takes) {
            for (item, count) in takes.iter() {
                let _ = left.take(item, count);
            }
            package.push(difference);
        }
    }
    package
}

//! Builds: turns what a build wants into the next action.

use super::explore;
use super::{Expect, Next, Outlook, go};
use crate::agenda::work::Work;
use crate::builds::{Stop, Want};
use crate::goals::Materials;
use crate::wire::reason::{Building, Why};
use alloc::boxed::Box;
use tasks::StallClass;
use vocab::{Action, Query};

/// How far the agent walks on when there is no site where it is, in blocks.
const ONWARD_BLOCKS: u16 = 32;

pub fn next(outlook: &Outlook<'_>, work: &Work) -> Next {
    let builds = outlook.situation.builds;
    let Some(project) = builds.of(outlook.task) else { return Next::Hold };
    match builds.want(outlook.task) {
        Want::Think | Want::Finished => Next::Hold,
        Want::Scan(span) => {
            let query = Query::Region { min: span.min, max: span.max };
            Next::Ask { query, why: Why::Building(Building::Look) }
        }
        Want::Go { place, within } => go(work, *place, *within, Why::Building(Building::GoThere)),
        Want::Explore => match explore::next(outlook, ONWARD_BLOCKS) {
            Next::Act { action, expect, .. } => Next::act(action, expect, Why::Building(Building::NoSiteHere)),
            other => other,
        },
        Want::Visit { visit, scaffold } => {
            let cells = visit.ops.len() as u32;
            let action = Action::Build { visit: visit.clone(), scaffold: *scaffold };
            Next::act(action, Expect::Nothing, Why::Building(Building::Visit { cells }))
        }
        // The child task ended in this tick: the build takes notice of it in the next.
        Want::Materials(items) if items.iter().all(|(item, count)| outlook.situation.bag.count(*item) >= *count) => {
            Next::Hold
        }
        Want::Materials(items) => Next::First {
            goal: Materials { build: project.number, items: items.clone() }.into(),
            why: Why::Building(Building::Materials { kinds: items.len() as u32 }),
        },
        Want::Wait(until) => Next::Pause { until: *until, why: Why::Building(Building::AfterFailure) },
        Want::Stop(stop) => Next::cannot(class_of(stop), Why::Building(Building::Stopped(Box::new(stop.clone())))),
    }
}

fn class_of(stop: &Stop) -> StallClass {
    match stop {
        Stop::NoBlueprint | Stop::TooLarge | Stop::Infeasible(_) => StallClass::Unplannable,
        Stop::NoSite(_) => StallClass::NotFound,
        Stop::Unseen(_) => StallClass::NoPath,
        Stop::SiteLost | Stop::Repairs(_) => StallClass::NoProgress,
    }
}

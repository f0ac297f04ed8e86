//! What an action that is over teaches: where things are, what is no use, what to do differently.

use crate::creatures::VAIN_FINE;
use crate::executor::Ended;
use crate::known::{Known, Load};
use crate::plan::Step;
use crate::trace::Verdict;
use crate::work::Work;
use belief::Bus;
use gamedata::smelting;
use tasks::StallClass;
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, Bag, BlockPos, Tick};

/// Ticks that a furnace is given beyond what it needs, for the body's own slowness.
const FURNACE_SLACK_TICKS: u64 = 20;

/// Side of the square in which no other mine is begun after one has failed, in blocks: half a walk.
const MINE_DISTRICT_BLOCKS: i32 = 24;

/// Notes what every ended action shows, whoever asked for it.
pub fn note_world(ended: &Ended, known: &mut Known, belief: &mut Bus, now: Tick) {
    for (at, block) in &ended.receipt.blocks {
        known.block_at(*at, *block, now);
    }
    match &ended.running.action {
        Action::Attack { near } if ended.end != End::Cancelled => belief.looked_in_vain(*near, VAIN_FINE),
        Action::LoadStation { at, input, count, .. } if ended.end == End::Done => {
            let loaded = known.loaded().iter().any(|known| known.at == *at);
            let kind = known.kind_at(*at).unwrap_or(vocab::Station::Furnace);
            if let Some(smelt) = smelting::result(kind, *input).filter(|_| !loaded) {
                let ready = now + u64::from(smelt.ticks) * u64::from(*count) + FURNACE_SLACK_TICKS;
                known.load(*at, Some(Load { output: smelt.output, count: *count, ready, owner: ended.running.task }));
            }
        }
        Action::Place { item, at } if ended.verdict == Verdict::Verified => {
            if let Some(block) = crate::lore::gamedata_item(*item).and_then(|item| item.block) {
                known.block_at(*at, block, now);
            }
        }
        Action::TakeOutput { at } => took(ended, *at, known, now),
        _ => {}
    }
}

/// What is left in a station after taking: the rest of the load, or nothing when nothing came out.
fn took(ended: &Ended, at: BlockPos, known: &mut Known, now: Tick) {
    let Some(load) = known.loaded().iter().find(|known| known.at == at).and_then(|known| known.load) else { return };
    let gained = ended.receipt.gained.count(load.output).min(u32::from(load.count)) as u8;
    let rest = load.count - gained;
    let again = gained > 0 && rest > 0;
    known.load(at, again.then(|| Load { count: rest, ready: now + 200 * u64::from(rest), ..load }));
}

/// Notes what worked for the step.
pub fn note_success(ended: &Ended, step: &Step, work: &mut Work, bag: &Bag) {
    let running = &ended.running;
    match &running.action {
        Action::Attack { .. } => {
            let gained = matches!(step, Step::Hunt { item, .. } if bag.count(*item) > running.before.count(*item));
            work.kill = (!gained).then(|| (running.action.clone(), running.from));
            if gained {
                work.progress();
            }
        }
        Action::PickUp { .. } => (work.kill, work.bed) = (None, None),
        Action::Wait { .. } => work.rested = work.rested.saturating_add(1),
        Action::Dig { at } | Action::Place { at, .. } => {
            if let Some(site) = &mut work.site {
                site.dig.retain(|cell| cell != at);
                site.fill.retain(|cell| cell != at);
            }
            if let Some(bed) = &mut work.bed {
                // With nothing left to dig for it, it was the bed itself that was taken up.
                bed.lies |= bed.dig.is_empty() && bed.foot == *at && matches!(running.action, Action::Dig { .. });
                bed.dig.retain(|cell| cell != at);
            }
        }
        _ => {}
    }
    let got_on = match ended.running.action {
        // Getting somewhere is progress only for those who wanted to get there.
        Action::GoTo { .. } | Action::Explore { .. } => matches!(step, Step::Explore { .. } | Step::Go { .. }),
        Action::Attack { .. } => false,
        // Waiting is what one does in the night; everywhere else it leads nowhere by itself.
        Action::Wait { .. } => matches!(step, Step::Shelter),
        _ => true,
    };
    if got_on {
        work.progress();
        // The legs of a search are counted until it finds something.
        if !matches!(step, Step::Shelter) && !matches!(ended.running.action, Action::Mine { .. }) {
            work.legs = 0;
        }
    }
}

/// A mine for rock that gave none leads through sand or earth: the next one is dug elsewhere.
pub fn note_quarry(ended: &Ended, known: &mut Known, now: Tick) {
    if let Action::Mine { item, from, .. } = &ended.running.action
        && from.is_empty()
        && ended.receipt.gained.count(*item) == 0
    {
        known.mark_bad(mine_district(ended.running.from), now);
    }
}

/// Notes what did not work, so that the next try is a different one.
pub fn note_failure(ended: &Ended, work: &mut Work, known: &mut Known, now: Tick) {
    let at = ended.running.from;
    match &ended.running.action {
        Action::Collect { from, .. } => {
            if let Some((place, _)) = known.nearest(from, at, now) {
                known.mark_bad(place, now);
            }
            work.looked = None;
        }
        Action::Mine { .. } if matches!(ended.end, End::Failed(Failure::NoPath | Failure::Stuck)) => {
            known.mark_bad(mine_district(at), now);
        }
        Action::GoTo { to, .. } if work.fails >= 2 => known.mark_bad(*to, now),
        Action::Place { at, .. } | Action::Dig { at } => known.mark_bad(*at, now),
        Action::Craft { table: Some(table), .. } => lost_station(ended, *table, known, now),
        Action::LoadStation { at, .. } | Action::TakeOutput { at } => lost_station(ended, *at, known, now),
        _ => {}
    }
    // What could not be picked up has gone, or lies where nobody gets.
    work.bed.take_if(|bed| bed.lies && matches!(ended.running.action, Action::PickUp { .. }));
    if work.bed.is_some() {
        crate::leaf::no_sleep(&ended.running.action, work, now);
    }
    if let Some(site) = work.site.take() {
        known.mark_bad(site.stand, now);
        work.region = None;
    }
}

/// The place that stands for all places around it where no mine could be dug.
pub fn mine_district(at: BlockPos) -> BlockPos {
    let snap = |v: i32| v.saturating_sub(v.rem_euclid(MINE_DISTRICT_BLOCKS));
    BlockPos::new(snap(at.x), 0, snap(at.z))
}

fn lost_station(ended: &Ended, at: BlockPos, known: &mut Known, now: Tick) {
    match ended.end {
        End::Refused(Refusal::WrongBlock | Refusal::NoTable) => known.forget_station(at),
        End::Refused(Refusal::MissingItem) => {} // the station is not at fault
        _ => known.mark_bad(at, now),
    }
}

/// The root cause that a failure stands for.
pub fn class_of(ended: &Ended) -> StallClass {
    match (&ended.end, ended.verdict) {
        (End::Done | End::Cancelled, Verdict::Contradicted) => StallClass::Contradicted,
        (End::Done | End::Cancelled, _) => StallClass::NoProgress,
        (End::Refused(refusal), _) => match refusal {
            Refusal::NoRoom => StallClass::BagFull,
            Refusal::NoTarget => StallClass::NotFound,
            Refusal::Dead => StallClass::Died,
            Refusal::Disconnected => StallClass::ExecutorUnavailable,
            _ => StallClass::Refused,
        },
        (End::Failed(failure), _) => match failure {
            Failure::NoPath => StallClass::NoPath,
            Failure::Stuck | Failure::TimedOut => StallClass::NoProgress,
            Failure::TargetLost | Failure::NoneFound => StallClass::NotFound,
            Failure::ToolBroke => StallClass::ToolLost,
            Failure::Interrupted => StallClass::Endangered,
            Failure::Died => StallClass::Died,
            Failure::BagFull => StallClass::BagFull,
            Failure::Disconnected => StallClass::ExecutorUnavailable,
            Failure::Denied => StallClass::Refused,
        },
    }
}

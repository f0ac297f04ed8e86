//! Learns from ended actions: where blocks and stations are, which places are bad, what to try differently.

use crate::agenda::pursuit::Pursuit;
use crate::hands::executor::Ended;
use crate::plan::step::Step;
use crate::view::places::{Load, Places};
use crate::view::{View, creatures};
use crate::wire::trace::Evidence;
use gamedata::smelting;
use tasks::StallClass;
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, Bag, BlockPos, Tick};

/// Ticks added to a furnace's smelting time, because the body needs some time to load it.
const FURNACE_SLACK_TICKS: u64 = 20;

/// After a failed mine, no other is begun in the same square of this side, in blocks: half a search walk.
const MINE_DISTRICT_BLOCKS: i32 = 24;

/// Records what an ended action shows of the world, for every controller.
pub fn note_world(ended: &Ended, view: &mut View, now: Tick) {
    let View { places, blocks, belief, .. } = view;
    for (at, block) in &ended.receipt.blocks {
        places.block_at(*at, *block, now);
        blocks.shown(*at, *block, now);
    }
    match &ended.running.action {
        Action::Attack { near } if ended.end != End::Cancelled => creatures::not_there(belief, *near),
        Action::LoadStation { at, input, count, .. } if ended.end == End::Done => {
            let loaded = places.loaded().iter().any(|known| known.at == *at);
            let kind = places.kind_at(*at).unwrap_or(vocab::Station::Furnace);
            if let Some(smelt) = smelting::result(kind, *input).filter(|_| !loaded) {
                let ready = now + u64::from(smelt.ticks) * u64::from(*count) + FURNACE_SLACK_TICKS;
                places.load(*at, Some(Load { output: smelt.output, count: *count, ready, owner: ended.running.task }));
            }
        }
        Action::Place { item, at } if ended.evidence == Evidence::Verified => {
            if let Some(block) = crate::view::lore::gamedata_item(*item).and_then(|item| item.block) {
                places.block_at(*at, block, now);
                blocks.shown(*at, block, now);
            }
        }
        Action::TakeOutput { at } => took(ended, *at, places, now),
        _ => {}
    }
}

/// Updates a station's load after items were taken out: the rest, or nothing when the station was empty.
fn took(ended: &Ended, at: BlockPos, places: &mut Places, now: Tick) {
    let Some(load) = places.loaded().iter().find(|known| known.at == at).and_then(|known| known.load) else { return };
    let gained = ended.receipt.gained.count(load.output).min(u32::from(load.count)) as u8;
    let rest = load.count - gained;
    let again = gained > 0 && rest > 0;
    places.load(at, again.then(|| Load { count: rest, ready: now + 200 * u64::from(rest), ..load }));
}

/// Records a successful action of a step.
pub fn note_success(ended: &Ended, step: &Step, pursuit: &mut Pursuit, bag: &Bag) {
    let running = &ended.running;
    let (stay, work) = (&mut pursuit.stay, &mut pursuit.work);
    let mut got_on = match running.action {
        // A walk counts as progress only for a step whose purpose is the walk.
        Action::GoTo { .. } | Action::Explore { .. } => matches!(step, Step::Explore { .. } | Step::Go { .. }),
        Action::Attack { .. } => false,
        // Waiting counts as progress only in a shelter at night.
        Action::Wait { .. } => matches!(step, Step::Shelter),
        _ => true,
    };
    match &running.action {
        Action::Attack { .. } => {
            let gained = matches!(step, Step::Hunt { item, .. } if bag.count(*item) > running.before.count(*item));
            work.memory.hunt().kill = (!gained).then(|| (running.action.clone(), running.from));
            got_on = gained;
        }
        Action::PickUp { .. } => {
            work.memory.take_kill();
            stay.bed = None;
        }
        Action::Wait { .. } => stay.rested = stay.rested.saturating_add(1),
        Action::Dig { at } | Action::Place { at, .. } => {
            if let Some(site) = &mut stay.site {
                site.dig.retain(|cell| cell != at);
                site.fill.retain(|cell| cell != at);
            }
            if let Some(bed) = &mut stay.bed {
                // When no cell is left to dig for the bed, the dug block was the bed itself.
                bed.lies |= bed.dig.is_empty() && bed.foot == *at && matches!(running.action, Action::Dig { .. });
                bed.dig.retain(|cell| cell != at);
            }
        }
        _ => {}
    }
    if got_on {
        pursuit.progress();
        // The count of search walks and mines starts again only when the search finds something.
        if !matches!(step, Step::Shelter) && !matches!(running.action, Action::Mine { .. }) {
            pursuit.work.memory.forget_walks();
        }
    }
}

/// Marks a mine for rock that yielded none, because it leads through sand or dirt. The next one is dug elsewhere.
pub fn note_quarry(ended: &Ended, places: &mut Places, now: Tick) {
    if let Action::Mine { item, from, .. } = &ended.running.action
        && from.is_empty()
        && ended.receipt.gained.count(*item) == 0
    {
        places.mark_bad(mine_district(ended.running.from), now);
    }
}

/// Records a failed action, so that the next attempt differs.
pub fn note_failure(ended: &Ended, pursuit: &mut Pursuit, places: &mut Places, now: Tick) {
    let at = ended.running.from;
    match &ended.running.action {
        Action::Collect { from, .. } => {
            if let Some((place, _)) = places.nearest(from, at, now) {
                places.mark_bad(place, now);
            }
            pursuit.work.memory.look_again();
        }
        Action::Mine { .. } if matches!(ended.end, End::Failed(Failure::NoPath | Failure::Stuck)) => {
            places.mark_bad(mine_district(at), now);
        }
        Action::GoTo { to, .. } if pursuit.work.fails >= 2 => places.mark_bad(*to, now),
        Action::Place { at, .. } | Action::Dig { at } => places.mark_bad(*at, now),
        Action::Craft { table: Some(table), .. } => lost_station(ended, *table, places, now),
        Action::LoadStation { at, .. } | Action::TakeOutput { at } => lost_station(ended, *at, places, now),
        _ => {}
    }
    let stay = &mut pursuit.stay;
    // A bed that could not be picked up is lost.
    stay.bed.take_if(|bed| bed.lies && matches!(ended.running.action, Action::PickUp { .. }));
    if stay.bed.is_some() {
        crate::hands::leaf::no_sleep(&ended.running.action, stay, now);
    }
    if let Some(site) = stay.site.take() {
        places.mark_bad(site.stand, now);
    }
}

/// The place that represents the square around it, for failed mines.
pub fn mine_district(at: BlockPos) -> BlockPos {
    let snap = |v: i32| v.saturating_sub(v.rem_euclid(MINE_DISTRICT_BLOCKS));
    BlockPos::new(snap(at.x), 0, snap(at.z))
}

fn lost_station(ended: &Ended, at: BlockPos, places: &mut Places, now: Tick) {
    match ended.end {
        End::Refused(Refusal::WrongBlock | Refusal::NoTable) => places.forget_station(at),
        End::Refused(Refusal::MissingItem) => {} // the station did not cause this
        _ => places.mark_bad(at, now),
    }
}

/// The stall class of a failure.
pub fn class_of(ended: &Ended) -> StallClass {
    match (&ended.end, ended.evidence) {
        (End::Done | End::Cancelled, Evidence::Contradicted) => StallClass::Contradicted,
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

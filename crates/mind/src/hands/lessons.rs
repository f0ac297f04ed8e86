//! Learns from ended actions: where blocks and stations are, which places are bad, what to try differently.

use crate::agenda::pursuit::{Handing, Pursuit};
use crate::hands::executor::Ended;
use crate::plan::step::Step;
use crate::turn::Seen;
use crate::view::places::{Load, Places};
use crate::view::{View, creatures};
use crate::wire::trace::Evidence;
use gamedata::{smelting, states};
use tasks::StallClass;
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, BlockPos, Tick};

/// Ticks added to the time that a furnace load is expected to take, because the body needs some time to load it.
const FURNACE_SLACK_TICKS: u64 = 20;

/// After a mine failed, no other is begun in the same square; this is its side, in blocks: half a search walk.
const MINE_DISTRICT_BLOCKS: i32 = 24;

/// A mine for rock that yielded none must have got this many blocks deeper, or it is given up.
const QUARRY_DESCENT_MIN: i32 = 3;

/// Updates what the mind knows of the world from an ended action, whichever controller began it.
pub fn note_world(ended: &Ended, view: &mut View, now: Tick) {
    let View { places, blocks, belief, .. } = view;
    for (at, state) in &ended.receipt.blocks {
        let Some(state) = states::numbered(u32::from(state.0)) else { continue };
        places.block_at(*at, states::block(state), now);
        blocks.shown(*at, state, now);
    }
    match &ended.running.action {
        Action::Attack { near, .. } if ended.end != End::Cancelled => creatures::not_there(belief, *near),
        Action::LoadStation { at, input, count, .. } if ended.end == End::Done || seems_done(ended) => {
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
                blocks.shown(*at, states::default(block), now);
            }
        }
        // What is left in a furnace or chest after an end that nobody knows is looked at before anybody counts on it.
        Action::TakeOutput { .. } if is_unknown(ended) => {}
        Action::Deposit { at, .. } | Action::Withdraw { at, .. } if is_unknown(ended) => places.landmarks.doubt(*at),
        Action::TakeOutput { at } => took(ended, *at, places, now),
        Action::Deposit { at, .. } | Action::Withdraw { at, .. } => stored(ended, *at, places, now),
        _ => {}
    }
}

fn is_unknown(ended: &Ended) -> bool {
    ended.end == End::Failed(Failure::Unknown)
}

/// Whether the world shows that an action was done whose end nobody knows.
fn seems_done(ended: &Ended) -> bool {
    is_unknown(ended) && ended.evidence == Evidence::Verified
}

/// Updates the remembered load of a furnace after items were taken out: the rest, or nothing when it was empty.
fn took(ended: &Ended, at: BlockPos, places: &mut Places, now: Tick) {
    let Some(load) = places.loaded().iter().find(|known| known.at == at).and_then(|known| known.load) else { return };
    let gained = ended.receipt.gained.count(load.output).min(u32::from(load.count)) as u8;
    let rest = load.count - gained;
    let again = gained > 0 && rest > 0;
    places.load(at, again.then(|| Load { count: rest, ready: now + 200 * u64::from(rest), ..load }));
}

/// Updates the remembered contents of a chest after items were moved in or out, or could not be.
fn stored(ended: &Ended, at: BlockPos, places: &mut Places, now: Tick) {
    let chests = &mut places.landmarks;
    match ended.end {
        End::Refused(Refusal::WrongBlock) => chests.forget_chest(at),
        End::Refused(Refusal::NoRoom) if matches!(ended.running.action, Action::Deposit { .. }) => chests.no_room(at),
        End::Refused(Refusal::MissingItem) if matches!(ended.running.action, Action::Withdraw { .. }) => {
            chests.doubt(at);
        }
        End::Refused(_) => {}
        _ => chests.moved(at, &ended.receipt.spent, &ended.receipt.gained, now),
    }
}

/// Records a successful action of a task's step, and whether it counts as progress.
pub fn note_success(ended: &Ended, step: &Step, pursuit: &mut Pursuit, seen: Seen<'_>) {
    let (bag, now) = (seen.bag, seen.now);
    let running = &ended.running;
    let (stay, work) = (&mut pursuit.stay, &mut pursuit.work);
    let mut got_on = match running.action {
        // A walk counts as progress only for a step whose purpose is to walk.
        Action::GoTo { .. } | Action::Explore { .. } => {
            matches!(step, Step::Explore { .. } | Step::Go { .. } | Step::Approach { .. } | Step::Follow { .. })
        }
        Action::Attack { .. } => false,
        // Waiting counts as progress only in a shelter at night and beside a person whom the agent follows.
        Action::Wait { .. } => matches!(step, Step::Shelter | Step::Follow { .. }),
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
        Action::Drop { item, .. } if matches!(step, Step::HandOver { .. }) => {
            let left = bag.count(*item);
            let thrown = running.before.count(*item).saturating_sub(left);
            let handed = pursuit.handing.handed;
            pursuit.handing = Handing { handed, thrown, since: now, left };
        }
        Action::Wait { .. } => stay.rested = stay.rested.saturating_add(1),
        Action::Dig { at } | Action::Place { at, .. } => {
            if let Some(site) = &mut stay.site {
                site.dig.retain(|cell| cell != at);
                site.fill.retain(|cell| cell != at);
            }
            if let Some(bed) = &mut stay.bed {
                // When no cell is left to dig for the bed, the block just dug was the bed itself, which now lies on the
                // ground.
                bed.lies |= bed.dig.is_empty() && bed.foot == *at && matches!(running.action, Action::Dig { .. });
                bed.dig.retain(|cell| cell != at);
            }
        }
        _ => {}
    }
    if got_on {
        pursuit.progress();
        // The counts of search walks and of mine sections start again only when the search finds something.
        if !matches!(step, Step::Shelter) && !matches!(running.action, Action::Mine { .. }) {
            pursuit.work.memory.forget_walks();
        }
    }
}

/// Marks a mine for rock that yielded none and did not get deeper, because sand or water is in front of it. The next
/// one is dug elsewhere. A mine that gets deeper continues: there is rock below all sand and dirt.
pub fn note_quarry(ended: &Ended, at: BlockPos, places: &mut Places, now: Tick) {
    if let Action::Mine { item, from, .. } = &ended.running.action
        && from.is_empty()
        && ended.receipt.gained.count(*item) == 0
        && ended.running.from.y - at.y < QUARRY_DESCENT_MIN
    {
        places.mark_bad(mine_district(ended.running.from), now);
    }
}

/// Records a failed action of a task, so that its next attempt differs.
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
        Action::GoTo { to, .. } if pursuit.work.fails >= 2 => {
            places.mark_bad(*to, now);
            places.landmarks.forget_vein(*to);
        }
        Action::Place { at, .. } | Action::Dig { at } => places.mark_bad(*at, now),
        Action::Craft { table: Some(table), .. } => lost_station(ended, *table, places, now),
        Action::LoadStation { at, .. } | Action::TakeOutput { at } => lost_station(ended, *at, places, now),
        _ => {}
    }
    let stay = &mut pursuit.stay;
    // A bed on the ground that could not be picked up is given up as lost.
    stay.bed.take_if(|bed| bed.lies && matches!(ended.running.action, Action::PickUp { .. }));
    if stay.bed.is_some() {
        crate::hands::leaf::no_sleep(&ended.running.action, stay, now);
    }
    if let Some(site) = stay.site.take() {
        places.mark_bad(site.stand, now);
    }
}

/// The corner of the square (in blocks) that this place lies in; a failed mine bars the whole square.
pub fn mine_district(at: BlockPos) -> BlockPos {
    let snap = |v: i32| v.saturating_sub(v.rem_euclid(MINE_DISTRICT_BLOCKS));
    BlockPos::new(snap(at.x), 0, snap(at.z))
}

fn lost_station(ended: &Ended, at: BlockPos, places: &mut Places, now: Tick) {
    match ended.end {
        End::Refused(Refusal::WrongBlock | Refusal::NoTable) => places.forget_station(at),
        End::Refused(Refusal::MissingItem) => {} // a missing item is not the station's fault
        _ => places.mark_bad(at, now),
    }
}

/// The stall class of a failed action.
pub fn class_of(ended: &Ended) -> StallClass {
    match (&ended.end, ended.evidence) {
        (End::Done | End::Cancelled, Evidence::Contradicted) => StallClass::Contradicted,
        (End::Done | End::Cancelled, _) => StallClass::NoProgress,
        (End::Refused(refusal) | End::Failed(Failure::Refused(refusal)), _) => match refusal {
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
            Failure::Disconnected | Failure::Unknown => StallClass::ExecutorUnavailable,
            Failure::Denied | Failure::Refused(_) => StallClass::Refused,
        },
    }
}

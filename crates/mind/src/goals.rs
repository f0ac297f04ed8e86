//! Whether a goal is met, and which steps lead to it from what is.

use crate::asking::{self, Start};
use crate::classes::{LOGS, MEATS};
use crate::course::{self, Course, NoPlan};
use crate::creatures;
use crate::lore::item;
use crate::plan::Step;
use crate::situation::Situation;
use crate::work::Work;
use alloc::vec::Vec;
use tasks::{Goal, ItemClass, TaskId};
use vocab::{BlockId, ItemId, Station};

/// Ways out of a shelter that are dug before the next task finds its own.
const OUTS_MAX: u8 = 3;
/// Rests after which a refuge has served its purpose, when there is nothing to heal.
const RESTS_MIN: u8 = 2;
/// Rests after which one comes out whatever waits outside: three minutes.
const RESTS_MAX: u8 = 60;
/// How far to walk at a time when food must be found and no animal is known, in blocks.
const FOOD_WALK_BLOCKS: u16 = 48;

/// Whether the world shows what the goal asks for.
pub fn is_met(goal: &Goal, situation: &Situation<'_>, work: &Work) -> bool {
    match goal {
        Goal::Have { item, count } => situation.bag.count(*item) >= *count,
        Goal::HaveClass { class, count } => situation.count_class(*class) >= *count,
        Goal::Station(station) => has_station(situation, *station),
        Goal::Worn { item } => situation.carried.armour.iter().flatten().any(|worn| worn.item == *item),
        // One who digs out below ground is walled in again a few blocks on; three such ways out are enough.
        Goal::Shelter => {
            let out = !situation.is_walled_in() || work.outs >= OUTS_MAX;
            !situation.is_late() && out && work.bed.is_none()
        }
        Goal::Fed { food } => situation.vitals.is_some_and(|vitals| vitals.food >= *food),
        Goal::Refuge { health } => {
            let rests = if situation.is_beset() { RESTS_MAX } else { RESTS_MIN };
            let safe = if situation.is_walled_in() { work.rested >= rests } else { !situation.is_watched() };
            safe && !situation.can_heal_to(*health)
        }
        Goal::Lit { light } => situation.light() >= *light,
        Goal::Explore { .. } => work.verified > 0,
        Goal::At { place, within } => situation.is_near(*place, u64::from(*within)),
    }
}

/// Carried, or placed near enough to be used.
pub fn has_station(situation: &Situation<'_>, station: Station) -> bool {
    let near =
        |known: &crate::known::KnownStation| asking::is_usable(situation.known, known, situation.at, situation.now);
    situation.bag.count(item(station.name())) > 0 || situation.known.stations(station, situation.at).iter().any(near)
}

/// How a goal is gone about.
pub enum Planned {
    /// With a plan in time, kept as long as the world agrees.
    Course(Course),
    /// One step at a time, each chosen from what is.
    Step(Step),
}

/// The steps from here to the goal.
pub fn plan(goal: &Goal, task: TaskId, situation: &Situation<'_>, work: &Work) -> Result<Planned, NoPlan> {
    let usable = situation.usable();
    let course = |wanted: ItemId, count: u32| {
        // A worn tool still counts as one of those that were asked for.
        let worn = situation.bag.count(wanted).saturating_sub(usable.count(wanted));
        let count = count.saturating_sub(worn);
        let start = Start {
            lore: situation.lore,
            known: situation.known,
            bag: &usable,
            at: situation.at,
            now: situation.now,
            avoid: &work.avoid,
            task: Some(task),
        };
        course::plan(start, &[(wanted, count)], &work.steps).map(Planned::Course)
    };
    Ok(Planned::Step(match goal {
        Goal::Have { item, count } => return course(*item, *count),
        Goal::HaveClass { class, count } => {
            let missing = count.saturating_sub(situation.count_class(*class));
            match class {
                ItemClass::Log => {
                    let log = nearest_log(situation);
                    Step::Gather { item: log, total: situation.bag.count(log) + missing }
                }
                ItemClass::Food => food(situation, work, missing),
                ItemClass::Filler => return course(item("dirt"), situation.bag.count(item("dirt")) + missing),
            }
        }
        Goal::Station(station) => return course(item(station.name()), 1),
        Goal::Worn { item } if situation.bag.count(*item) > 0 => Step::Wear { item: *item },
        Goal::Worn { item } => return course(*item, 1),
        Goal::Shelter => Step::Shelter,
        Goal::Fed { .. } if situation.foods().is_empty() => return Err(NoPlan("nothing to eat is carried".into())),
        Goal::Fed { .. } => Step::Eat,
        Goal::Refuge { health } => Step::Refuge { health: *health },
        Goal::Lit { light } => Step::Light { light: *light },
        Goal::Explore { blocks } => Step::Explore { blocks: *blocks },
        Goal::At { place, within } => Step::Go { place: *place, within: *within },
    }))
}

/// The kind of log that is nearest, oak when none is known.
fn nearest_log(situation: &Situation<'_>) -> ItemId {
    let logs = LOGS.map(item);
    let distance = |log: &ItemId| {
        let blocks: Vec<BlockId> = situation.lore.deposits(*log).iter().map(|deposit| deposit.block).collect();
        let place = situation.known.nearest(&blocks, situation.at, situation.now);
        place.map_or(u64::MAX, |(place, _)| place.distance_squared(situation.at))
    };
    logs.into_iter().min_by_key(distance).unwrap_or(logs[0])
}

/// Hunts the nearest animal believed there, or walks on to find one.
fn food(situation: &Situation<'_>, work: &Work, missing: u32) -> Step {
    if let (Some(_), Some(Step::Hunt { item, .. })) = (&work.kill, &work.step) {
        return Step::Hunt { item: *item, total: situation.bag.count(*item) + missing };
    }
    let meats = MEATS.map(item);
    let nearest = |meat: &ItemId| {
        let prey = creatures::of_kinds(situation.belief, situation.fine, situation.lore.prey(*meat));
        prey.map(|creature| creature.at.distance_squared(situation.fine))
    };
    match meats.into_iter().filter_map(|meat| Some((nearest(&meat)?, meat))).min() {
        Some((_, meat)) => Step::Hunt { item: meat, total: situation.bag.count(meat) + missing },
        None => Step::Explore { blocks: FOOD_WALK_BLOCKS },
    }
}

//! What the keeper is told: the body's vitals, tools and stocks, the worst of the hazard summary, and what the task is up to.

use crate::agenda::Agenda;
use crate::classes::{LOGS, MEATS};
use crate::creatures;
use crate::lore::gamedata_item;
use crate::lore::item;
use crate::situation::Situation;
use alloc::collections::BTreeMap;
use gamedata::tools::{self, Tier};
use tasks::ItemClass;
use upkeep::drift::Activity;
use upkeep::metric::{Asset, ToolClass};
use upkeep::observation::{Observation, Threat};
use upkeep::operator::Assets;
use upkeep::schedule::Work;
use vocab::{Action, ItemId, ThreatLevel};

/// Nearer than this an animal is food within reach, in thousandths of a block.
const PREY_FINE: u64 = 40_000;
/// Digging in gives what the hole is closed with, so this many blocks are always at hand.
const DUG_BLOCKS: u32 = 3;
/// Hunting waits for a sword of stone; below this one hunts with whatever there is.
const HUNGRY_FOOD: u8 = 16;

/// Ticks that a block takes to swim, and the longest way back that is reckoned with: beyond it another shore may be nearer.
const SWIM_TICKS_PER_BLOCK: u64 = 9;
const WAY_TICKS_MAX: u64 = 900;

pub const CLASSES: [(ToolClass, tools::ToolClass, &str, u32); 4] = [
    (ToolClass::Pickaxe, tools::ToolClass::Pickaxe, "pickaxe", 3),
    (ToolClass::Axe, tools::ToolClass::Axe, "axe", 3),
    (ToolClass::Shovel, tools::ToolClass::Shovel, "shovel", 1),
    (ToolClass::Sword, tools::ToolClass::Sword, "sword", 2),
];

/// Tiers that can be made again from what is carried: the name, and what the head is made of.
const HEADS: [(Tier, &str, &[&str]); 4] = [
    (Tier::Diamond, "diamond", &["diamond"]),
    (Tier::Iron, "iron", &["iron_ingot"]),
    (Tier::Stone, "stone", &["cobblestone", "cobbled_deepslate", "blackstone"]),
    (Tier::Wood, "wooden", &["oak_planks", "birch_planks", "spruce_planks"]),
];

pub fn observe(situation: &Situation<'_>, agenda: &Agenda, activity: Activity, work: Work) -> Observation {
    let walled_in = situation.is_walled_in();
    let stays_in = !situation.is_late() || agenda.tasks.open().any(|task| *task.goal() == tasks::Goal::Shelter);
    let mut worn = BTreeMap::new();
    for (class, kind, ..) in CLASSES {
        if let Some((_, left)) = best(situation, kind) {
            worn.insert(class, left);
        }
    }
    Observation {
        tick: situation.now,
        food: situation.vitals.map(|vitals| vitals.food),
        health: situation.vitals.map(|vitals| vitals.health),
        tools: worn,
        light: None,
        time_of_day: Some(situation.around.time_of_day),
        way_ticks: way_ticks(situation),
        // Walls help only as long as something keeps the body behind them.
        sheltered: walled_in && stays_in,
        assets: assets(situation),
        // Nothing gets at one who is walled in, whatever prowls outside.
        threat: if walled_in { Threat::None } else { threat(situation) },
        activity,
        work,
    }
}

/// In open water there is no ground to dig in and nothing for walls to hold on to: the way back to land.
fn way_ticks(situation: &Situation<'_>) -> u64 {
    let in_water = situation.vitals.is_some_and(|vitals| vitals.in_water);
    let dry = situation.known.dry.filter(|_| in_water);
    let blocks = dry.map_or(0, |dry| dry.distance_squared(situation.at).isqrt());
    (blocks * SWIM_TICKS_PER_BLOCK).min(WAY_TICKS_MAX)
}

/// The worst level of the hazard summary; nothing else is known of creatures here.
fn threat(situation: &Situation<'_>) -> Threat {
    match situation.belief.hazards().worst() {
        ThreatLevel::None => Threat::None,
        ThreatLevel::Low => Threat::Low,
        ThreatLevel::Medium => Threat::Medium,
        ThreatLevel::High => Threat::High,
        ThreatLevel::Critical => Threat::Critical,
    }
}

fn assets(situation: &Situation<'_>) -> Assets {
    let carried = |name: &str| situation.bag.count(item(name));
    let food = situation.foods().iter().map(|(_, _, count)| *count).sum();
    let hungry = situation.vitals.is_some_and(|vitals| vitals.food < HUNGRY_FOOD);
    let armed = best(situation, tools::ToolClass::Sword).is_some_and(|(tier, _)| tier >= Tier::Stone);
    let prey = || {
        let kinds = MEATS.map(|meat| situation.lore.prey(item(meat)));
        let nearest = kinds.iter().filter_map(|kinds| creatures::of_kinds(situation.belief, situation.fine, kinds));
        nearest.into_iter().any(|creature| creature.at.within(situation.fine, PREY_FINE))
    };
    let mut assets: Assets = [
        (Asset::Food, food),
        (Asset::FoodSource, u32::from((armed || hungry) && prey())),
        (Asset::Torches, carried("torch")),
        (Asset::TorchMaterials, sticks(situation).min(carried("coal") + carried("charcoal"))),
        (Asset::Blocks, situation.count_class(ItemClass::Filler).max(DUG_BLOCKS)),
    ]
    .into_iter()
    .collect();
    for (class, ..) in CLASSES {
        assets.set(Asset::ToolMaterials(class), u32::from(tool_to_make(situation, class).is_some()));
    }
    assets
}

/// Sticks, and what can be cut into sticks.
fn sticks(situation: &Situation<'_>) -> u32 {
    let planks: u32 = HEADS[3].2.iter().map(|name| situation.bag.count(item(name))).sum();
    let logs: u32 = LOGS.iter().map(|name| situation.bag.count(item(name))).sum();
    situation.bag.count(item("stick")) + 2 * planks + 8 * logs
}

/// The best tier of a class, and the thousandths of uses left of the least worn tool of it: a spare one counts.
fn best(situation: &Situation<'_>, class: tools::ToolClass) -> Option<(Tier, u16)> {
    let of_class = situation.bag.iter().filter_map(|(item, _)| {
        let facts = gamedata_item(item)?;
        let tool = facts.tool.filter(|tool| tool.class == class)?;
        let uses = u32::from(facts.durability).max(1);
        let wear = u32::from(situation.carried.least_worn(item).map_or(0, |stack| stack.wear));
        Some((tool.tier, (uses.saturating_sub(wear) * 1_000 / uses) as u16))
    });
    of_class.reduce(|(tier, left), (other, others)| (tier.max(other), left.max(others)))
}

/// The best tool of a class, no better than the one in use, that can be made of what is carried.
pub fn tool_to_make(situation: &Situation<'_>, class: ToolClass) -> Option<ItemId> {
    let (_, kind, name, heads) = CLASSES.into_iter().find(|(known, ..)| *known == class)?;
    let (tier, _) = best(situation, kind)?;
    if sticks(situation) < 2 {
        return None;
    }
    let enough = |head: &str| situation.bag.count(item(head)) >= heads;
    let fits =
        HEADS.iter().filter(|(made, ..)| *made <= tier).find(|(_, _, made_of)| made_of.iter().any(|head| enough(head)));
    gamedata::items::named(&alloc::format!("{}_{name}", fits?.1))
}

/// What the running action makes of the body; `None` between two actions.
pub fn activity(agenda: &Agenda) -> Option<Activity> {
    let Some(running) = agenda.executor.running() else {
        return (!agenda.has_runnable()).then_some(Activity::Idle);
    };
    Some(match running.action {
        Action::Collect { .. } | Action::Dig { .. } => Activity::Mining,
        Action::Attack { .. } | Action::Flee { .. } => Activity::Fighting,
        Action::Explore { .. } => Activity::Exploring,
        Action::GoTo { .. } | Action::PickUp { .. } => Activity::Walking,
        Action::Place { .. } => Activity::Building,
        Action::Sleep { .. } => Activity::Sleeping,
        _ => Activity::Idle,
    })
}

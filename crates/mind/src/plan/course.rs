//! Makes a task's temporal plan: asks the planner and turns its schedule into steps for the body.
//!
//! A course is kept and carried out step by step. It is replanned only when the world no longer fits it, never on a timer.

use crate::plan::asking::{self, Request, Start};
use crate::plan::emit;
use crate::plan::step::Step;
use crate::view::lore::name_of;
use crate::wire::reason::Reason;
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::items;
use planner::game::Deed;
use planner::repair::repair;
use planner::{Act, Objective, Problem, Unsolved, sketch};
use serde::{Deserialize, Serialize};
use vocab::ItemId;

/// Most schedules that the planner tries in one mind tick, one or two microseconds each. This is enough to split a
/// furnace load evenly among the known furnaces and up to eight more, and to try some uneven splits.
const SKETCH_NODES: u64 = 60;

/// A source of an item: gathering, hunting, crafting or smelting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Gather(ItemId),
    Hunt(ItemId),
    #[serde(with = "vocab::recipe")]
    Craft(u16),
    /// The item comes from smelting this input.
    Smelt(ItemId),
}

/// The reason why a task has no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoPlan(pub Reason);

/// A temporal plan: steps in an order in which each can be done, and the planned duration in ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub steps: Vec<Step>,
    pub makespan_ticks: u64,
}

/// Plans steps after which the agent carries all of `wanted`. `old` holds the remaining steps of a plan that no longer
/// fits.
pub fn plan(start: Start<'_>, wanted: &[(ItemId, u32)], old: &[Step]) -> Result<Course, NoPlan> {
    let request = asking::request(start, wanted);
    let problem = Problem::new(&request.game.draft)
        .map_err(|_| NoPlan(Reason::NoPlan { reason: planner::Reason::BadRequest, about: None }))?;
    let was_smelting = old.iter().any(|step| matches!(step, Step::Smelt { .. }));
    let fresh = sketch(&problem, Objective::CostAndTime, SKETCH_NODES);
    let plan = if was_smelting {
        let old = in_planners_words(&problem, &request, old);
        repair(&problem, &old, Objective::CostAndTime, fresh).map(|repaired| repaired.plan)
    } else {
        fresh
    };
    let plan = plan.map_err(|unsolved| explain(&unsolved))?;
    let steps = emit::steps(start, &problem, &request, &plan, wanted);
    let last_ready = request.cooking.iter().map(|batch| batch.ready_ticks).max().unwrap_or(0);
    let waits = steps.iter().any(|step| matches!(step, Step::Take { .. }));
    let makespan_ticks = plan.makespan_ticks.max(if waits { last_ready } else { 0 });
    Ok(Course { steps, makespan_ticks })
}

/// Every station is an item too, so the planner's name for what is missing names an item.
fn explain(unsolved: &Unsolved) -> NoPlan {
    NoPlan(Reason::NoPlan { reason: unsolved.reason, about: items::named(&unsolved.detail) })
}

/// Translates the remaining steps of an old plan into the planner's operators for the new request. Steps without an
/// operator are left out.
fn in_planners_words(problem: &Problem, request: &Request, old: &[Step]) -> Vec<planner::TimedAct> {
    let op = |deed: Deed| {
        let op = request.game.ops.iter().position(|known| *known == deed)?;
        Some(Act::Op { op, times: 1 })
    };
    let act = |step: &Step| match step {
        Step::Gather { item, .. } | Step::Hunt { item, .. } => op(Deed::Gather(*item)),
        Step::Craft { recipe, .. } => op(Deed::Craft(*recipe)),
        Step::Station(station) => op(Deed::Place(*station)),
        Step::Smelt { station, input, output, count, fuel, fuel_count } => {
            let deed = Deed::Smelt { station: *station, input: *input, output: *output };
            let process = request.game.processes.iter().position(|known| *known == deed)?;
            let fuel = problem.item(name_of(*fuel));
            let (count, fuel_count) = (u64::from(*count), u64::from(*fuel_count));
            let slot = planner::plan::SlotName(String::new());
            Some(Act::Load { process, slot, count, fuel, fuel_count, ready: 0 })
        }
        _ => None,
    };
    old.iter().filter_map(act).map(|act| planner::TimedAct { start: 0, end: 0, act }).collect()
}

/// A batch of items that a furnace is smelting, as the planner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cooking {
    pub slot: String,
    pub item: ItemId,
    pub count: u32,
    /// Ticks from now until the batch is ready.
    pub ready_ticks: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::lore::{Lore, item};
    use crate::view::places::{BUSY_TICKS_MAX, FETCH_TICKS, Load, Places, Search};
    use alloc::string::ToString;
    use vocab::{Bag, BlockPos, Station, Tick};

    const HERE: BlockPos = BlockPos::new(0, 64, 0);

    fn course(have: &[(&str, u32)], known: &Places, avoid: &[Source], want: (&str, u32)) -> Result<Course, NoPlan> {
        let bag: Bag = have.iter().map(|(name, count)| (item(name), *count)).collect();
        let lore = Lore::new();
        let start = Start { lore: &lore, places: known, bag: &bag, at: HERE, now: Tick(0), avoid, task: None };
        plan(start, &[(item(want.0), want.1)], &[])
    }

    fn steps(have: &[(&str, u32)], known: &Places, avoid: &[Source], want: (&str, u32)) -> Vec<String> {
        let course = course(have, known, avoid, want).unwrap_or_else(|NoPlan(why)| panic!("{want:?}: {why:?}"));
        course.steps.iter().map(ToString::to_string).collect()
    }

    fn with_table() -> Places {
        let mut known = Places::default();
        known.station_at(Station::CraftingTable, HERE, Tick(0));
        known
    }

    fn check(have: &[(&str, u32)], want: (&str, u32), wanted: &[&str]) {
        assert_eq!(steps(have, &Places::default(), &[], want), wanted, "{want:?} from {have:?}");
    }

    fn refused(have: &[(&str, u32)], known: &Places, want: &str) -> Reason {
        course(have, known, &[], (want, 1)).expect_err("no plan").0
    }

    #[test]
    fn a_carried_item_needs_no_steps() {
        check(&[("stick", 3)], ("stick", 3), &[]);
    }

    #[test]
    fn a_pickaxe_plan_from_logs_includes_the_crafting_table() {
        let mut lines = steps(&[("birch_log", 3)], &Places::default(), &[], ("wooden_pickaxe", 1));
        assert_eq!(lines.pop().as_deref(), Some("craft wooden_pickaxe, once"));
        lines.sort();
        assert_eq!(
            lines,
            [
                "craft birch_planks, 3 times",
                "craft crafting_table, once",
                "craft stick, once",
                "have a crafting_table near by"
            ]
        );
        let near = steps(&[("oak_planks", 3), ("stick", 2)], &with_table(), &[], ("wooden_pickaxe", 1));
        assert_eq!(near, ["craft wooden_pickaxe, once"], "a placed table within reach is enough");
        let have = [("oak_planks", 2), ("birch_planks", 1), ("stick", 2)];
        let mixed = steps(&have, &with_table(), &[], ("wooden_pickaxe", 1));
        assert_eq!(mixed, ["craft wooden_pickaxe, once"], "any planks will do, mixed too");
    }

    #[test]
    fn a_plan_gathers_first_and_each_item_once() {
        let lines = steps(&[], &Places::default(), &[], ("wooden_pickaxe", 1));
        assert!(lines[0].starts_with("gather") && lines[0].ends_with("_log until there are 3"), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("gather")).count(), 1, "{lines:?}");
    }

    #[test]
    fn a_plan_uses_the_wood_that_is_carried_or_grows_near_by() {
        check(
            &[("spruce_log", 1)],
            ("crafting_table", 1),
            &["craft spruce_planks, once", "craft crafting_table, once"],
        );
        let mut known = Places::default();
        let log = gamedata::blocks::named("jungle_log").unwrap();
        known.found(&Search { blocks: &[log], from: HERE, radius: 32 }, &[(HERE.offset(5, 0, 0), log)], Tick(0));
        let lines = steps(&[], &known, &[], ("crafting_table", 1));
        assert_eq!(lines[0], "gather jungle_log until there are 1");
    }

    #[test]
    fn a_plan_includes_a_missing_tool() {
        let lines = steps(&[("stick", 4), ("oak_log", 9)], &with_table(), &[], ("stone_pickaxe", 1));
        let place =
            |what: &str| lines.iter().position(|line| line.starts_with(what)).unwrap_or_else(|| panic!("{lines:?}"));
        assert!(place("craft wooden_pickaxe") < place("gather cobblestone until there are 18"), "{lines:?}");
        let far = steps(&[("stone_pickaxe", 1), ("coal", 9), ("oak_log", 9)], &with_table(), &[], ("diamond", 1));
        assert!(far.iter().any(|line| line.starts_with("craft iron_pickaxe")), "{far:?}");
    }

    #[test]
    fn a_smelting_plan_includes_fuel_and_a_furnace() {
        let mut known = with_table();
        known.station_at(Station::Furnace, HERE, Tick(0));
        let have = [("raw_iron", 9), ("coal", 2)];
        let smelt = steps(&have, &known, &[], ("iron_ingot", 9));
        assert_eq!(smelt, ["smelt 9 raw_iron with coal", "take 9 iron_ingot out of the fire"]);
        let short = steps(&[("raw_iron", 1), ("oak_planks", 1)], &known, &[], ("iron_ingot", 1));
        assert_eq!(short[0], "smelt 1 raw_iron with oak_planks", "planks burn too");
        let load = Load { output: item("iron_ingot"), count: 3, ready: Tick(600), owner: None };
        known.load(HERE, Some(load));
        let waiting = course(&[], &known, &[], ("iron_ingot", 3)).unwrap();
        assert_eq!(
            waiting.steps[0].to_string(),
            "take 3 iron_ingot out of the fire",
            "what is in the fire is counted on"
        );
        assert_eq!(waiting.makespan_ticks, 600);
        known.load(HERE, Some(Load { owner: Some(tasks::TaskId(7)), ..load }));
        let others = steps(&[("raw_iron", 3), ("coal", 1), ("furnace", 1)], &known, &[], ("iron_ingot", 3));
        assert_eq!(others[0], "have a furnace near by", "what is in the fire for another task is not");
    }

    #[test]
    fn a_furnace_that_burns_for_another_task_is_offered_from_when_its_batch_is_fetched() {
        let mut known = with_table();
        known.station_at(Station::Furnace, HERE, Tick(0));
        let load = Load { output: item("glass"), count: 3, ready: Tick(300), owner: Some(tasks::TaskId(7)) };
        known.load(HERE, Some(load));
        let have = [("raw_iron", 3), ("coal", 1)];
        let waiting = course(&have, &known, &[], ("iron_ingot", 3)).unwrap();
        let lines: Vec<String> = waiting.steps.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["smelt 3 raw_iron with coal", "take 3 iron_ingot out of the fire"]);
        let smelted = 300 + FETCH_TICKS + 3 * 200;
        assert!((smelted..smelted + 50).contains(&waiting.makespan_ticks), "{}", waiting.makespan_ticks);
        // The batch was not taken out in time, or it takes too long: the plan includes another furnace.
        let bag: Bag = have.iter().map(|(name, count)| (item(name), *count)).collect();
        let (lore, now) = (Lore::new(), Tick(300 + FETCH_TICKS));
        let start = Start { lore: &lore, places: &known, bag: &bag, at: HERE, now, avoid: &[], task: None };
        let later = plan(start, &[(item("iron_ingot"), 3)], &[]).unwrap();
        assert!(later.steps.contains(&Step::Station(Station::Furnace)), "{:?}", later.steps);
        known.load(HERE, Some(Load { ready: Tick(BUSY_TICKS_MAX - FETCH_TICKS + 1), ..load }));
        let other = course(&have, &known, &[], ("iron_ingot", 3)).unwrap();
        assert!(other.steps.contains(&Step::Station(Station::Furnace)), "{:?}", other.steps);
    }

    #[test]
    fn sixty_four_ingots_are_shared_among_four_carried_furnaces() {
        let have = [("raw_iron", 64), ("coal", 8), ("furnace", 4)];
        let course = course(&have, &Places::default(), &[], ("iron_ingot", 64)).unwrap();
        let lines: Vec<String> = course.steps.iter().map(ToString::to_string).collect();
        let times = |line: &str| lines.iter().filter(|known| *known == line).count();
        assert_eq!(times("have a furnace near by"), 4, "{lines:?}");
        assert_eq!(times("smelt 16 raw_iron with coal"), 4, "{lines:?}");
        assert_eq!(times("take 16 iron_ingot out of the fire"), 4, "{lines:?}");
        assert!((3_200..3_300).contains(&course.makespan_ticks), "{}", course.makespan_ticks);
    }

    #[test]
    fn a_furnace_is_emptied_before_it_is_loaded_again() {
        let mut known = with_table();
        known.station_at(Station::Furnace, HERE, Tick(0));
        let lines = steps(&[("raw_iron", 100), ("coal", 20), ("sand", 1)], &known, &[], ("iron_ingot", 100));
        let loads = lines.iter().filter(|line| line.starts_with("smelt")).count();
        let takes = lines.iter().filter(|line| line.starts_with("take")).count();
        assert!(loads >= 2 && loads == takes, "{lines:?}");
    }

    #[test]
    fn a_repaired_plan_keeps_the_steps_that_still_fit() {
        let mut known = Places::default();
        for n in 0..3 {
            known.station_at(Station::Furnace, HERE.offset(n, 0, 0), Tick(0));
        }
        let load = Load { output: item("iron_ingot"), count: 16, ready: Tick(3_200), owner: None };
        known.load(HERE, Some(load));
        let smelt = |count| Step::Smelt {
            station: Station::Furnace,
            input: item("raw_iron"),
            output: item("iron_ingot"),
            count,
            fuel: item("coal"),
            fuel_count: 2,
        };
        let old = [smelt(16), smelt(16)];
        // One piece of ore was lost since the old plan was made.
        let bag: Bag = [("raw_iron", 31), ("coal", 4)].iter().map(|(name, count)| (item(name), *count)).collect();
        let lore = Lore::new();
        let start = Start { lore: &lore, places: &known, bag: &bag, at: HERE, now: Tick(0), avoid: &[], task: None };
        let course = plan(start, &[(item("iron_ingot"), 47)], &old).unwrap();
        let loads: Vec<u8> = course
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Smelt { count, .. } => Some(*count),
                _ => None,
            })
            .collect();
        assert_eq!(loads.iter().map(|count| u32::from(*count)).sum::<u32>(), 31, "{:?}", course.steps);
        assert_eq!(loads.len(), 2, "the two loads stay two: {loads:?}");
    }

    #[test]
    fn a_failed_source_is_avoided_and_without_another_source_there_is_no_plan() {
        let have = [("wooden_pickaxe", 1), ("oak_log", 20)];
        let mut known = with_table();
        let ore = gamedata::blocks::named("coal_ore").unwrap();
        known.found(&Search { blocks: &[ore], from: HERE, radius: 32 }, &[(HERE.offset(5, 0, 0), ore)], Tick(0));
        let first = steps(&have, &known, &[], ("torch", 4));
        assert!(first.iter().any(|line| line.starts_with("gather coal")), "{first:?}");
        let other = steps(&have, &known, &[Source::Gather(item("coal"))], ("torch", 4));
        assert!(other.iter().any(|line| line.starts_with("smelt") && line.contains("_log")), "charcoal: {other:?}");
        let no_way = Reason::NoPlan { reason: planner::Reason::UnreachableItem, about: Some(item("bedrock")) };
        assert_eq!(refused(&[], &Places::default(), "bedrock"), no_way);
    }

    #[test]
    fn circular_recipes_do_not_loop_for_ever() {
        let blocks = steps(&[("iron_block", 1)], &with_table(), &[], ("iron_ingot", 9));
        assert_eq!(blocks, ["craft iron_ingot, once"]);
        assert!(course(&[], &with_table(), &[], ("iron_block", 1)).is_ok(), "from the ore up");
    }

    #[test]
    fn every_item_is_planned_or_refused_without_a_panic() {
        let known = with_table();
        let have = [("diamond_pickaxe", 1), ("diamond_axe", 1), ("diamond_shovel", 1)];
        let names = items::all().iter().map(|item| item.name);
        let planned = names.filter(|name| course(&have, &known, &[], (name, 1)).is_ok()).count();
        assert!(planned > 250, "{planned} of {}", items::all().len());
    }
}

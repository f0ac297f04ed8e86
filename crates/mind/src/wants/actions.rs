//! The table of the sixteen actions: the goal that each makes, what shows that it is done, and how it ends.

use super::wish::Ask;
use crate::goals::{
    At, Beside, Build, Check, Checked, Deliver, Explore, Find, Goal, Have, HaveAny, Quarry, Repaired, Shelter, Walled,
};
use crate::view::classes::ItemClass;
use crate::view::lore::{UNREACHABLE, gamedata_item, item};
use crate::view::situation::Situation;
use crate::wire::effect::OrderRefusal;
use agency::GoalAction;
use gamedata::{blocks, items, mobs, smelting};
use vocab::{BlockPos, ItemId, Name, Station};

/// Shortest and longest walk that a wish to explore can ask for, in blocks.
const EXPLORE_BLOCKS: (u32, u32) = (16, 128);
/// An agent that is sent to a place stops within this many blocks of it.
pub const GO_WITHIN_BLOCKS: u8 = 2;

/// What one of the sixteen actions does when it is asked for: make a task, or change tasks.
#[derive(Debug, Clone, Copy)]
pub enum Makes {
    /// The action makes a task, with the goal that this function finds. The function may also say why there is none.
    Goal(fn(&Ask, &Situation<'_>) -> Result<Goal, OrderRefusal>),
    /// The action changes tasks that exist (cancel, pause, ...).
    Change,
}

/// What shows that one of the sixteen actions is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The action is done when the bag holds the items, or the person has got them.
    Items,
    /// The action is done when each cell of the structure was seen to hold what is wanted there.
    Structure,
    /// The action is done when the place of the thing to find is known.
    Place,
    /// The action is done when the body has walked over new ground.
    NewGround,
    /// The action is done when the body is at the place or beside the person.
    BeingThere,
    /// The action is done when the contents of the block were read.
    Contents,
    /// The action is done when a carried tool of the kind is nearly new, or no side around the body is open.
    ToolOrWalls,
    /// The action is done when the status of the task has changed.
    TaskStatus,
}

/// How one of the sixteen actions ends when it cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// An action that cannot be done ends when its task fails, with a stall class and a reason.
    Fails,
    /// An action that cannot be done is refused at once, with the name of the problem.
    Refused,
}

/// One row of the table of the sixteen actions.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub action: GoalAction,
    pub makes: Makes,
    pub shown: Shown,
    pub ends: Ends,
}

const fn goal(action: GoalAction, make: fn(&Ask, &Situation<'_>) -> Result<Goal, OrderRefusal>, shown: Shown) -> Row {
    Row { action, makes: Makes::Goal(make), shown, ends: Ends::Fails }
}

const fn change(action: GoalAction) -> Row {
    Row { action, makes: Makes::Change, shown: Shown::TaskStatus, ends: Ends::Refused }
}

/// The sixteen actions that a goal tag can name: what each does, and what shows that it is done.
pub const TABLE: [Row; 16] = [
    goal(GoalAction::Collect, have, Shown::Items),
    goal(GoalAction::Mine, have, Shown::Items),
    goal(GoalAction::Craft, have, Shown::Items),
    goal(GoalAction::Build, build, Shown::Structure),
    goal(GoalAction::Find, find, Shown::Place),
    goal(GoalAction::Explore, explore, Shown::NewGround),
    goal(GoalAction::Navigate, navigate, Shown::BeingThere),
    goal(GoalAction::Gather, have, Shown::Items),
    goal(GoalAction::Check, check, Shown::Contents),
    goal(GoalAction::Smelt, have, Shown::Items),
    goal(GoalAction::Repair, repair, Shown::ToolOrWalls),
    change(GoalAction::Continue),
    change(GoalAction::Cancel),
    change(GoalAction::Prioritize),
    change(GoalAction::Pause),
    change(GoalAction::Resume),
];

/// The row of the table for one of the sixteen actions.
pub fn row(action: GoalAction) -> &'static Row {
    let row = TABLE.iter().find(|row| row.action == action);
    row.expect("the table has a row for each action")
}

fn unknown(ask: &Ask) -> OrderRefusal {
    OrderRefusal::UnknownTarget { target: ask.tag.target.clone() }
}

/// The goal to have items in the bag, or in the hands of the person who asked.
fn have(ask: &Ask, situation: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    let (name, amount) = (ask.tag.target.as_str(), ask.tag.amount);
    let class = match name {
        "food" => Some(ItemClass::Food),
        "log" | "logs" | "wood" => Some(ItemClass::Log),
        _ => None,
    };
    let wanted = match class {
        Some(class) if ask.deliver_to.is_none() => {
            return Ok(HaveAny { class, count: situation.count_class(class).saturating_add(amount) }.into());
        }
        Some(class) => most_carried(class, situation),
        None => meant(ask.tag.action, name, situation).ok_or_else(|| unknown(ask))?,
    };
    Ok(match ask.deliver_to {
        Some(to) => Deliver { item: wanted, count: amount, to }.into(),
        None => Have { item: wanted, count: situation.bag.count(wanted).saturating_add(amount) }.into(),
    })
}

/// The item of a class to bring to a person: the one that the agent carries most of, or the usual one.
fn most_carried(class: ItemClass, situation: &Situation<'_>) -> ItemId {
    let carried = situation.bag.iter().filter(|(item, _)| crate::view::classes::is_in(class, *item));
    let usual = if class == ItemClass::Log { item("oak_log") } else { item("beef") };
    carried.max_by_key(|(item, count)| (*count, core::cmp::Reverse(*item))).map_or(usual, |(item, _)| item)
}

/// The item that a name means for an action: mining a block is for its drop, smelting an input is for its output.
fn meant(action: GoalAction, name: &str, situation: &Situation<'_>) -> Option<ItemId> {
    let named = items::named(name);
    let can_get = |item: ItemId| situation.lore.cost(item) != UNREACHABLE;
    if action == GoalAction::Smelt {
        let output = named.filter(|item| smelting::making(*item).next().is_some());
        let made = named.and_then(|item| smelting::result(Station::Furnace, item)).map(|smelt| smelt.output);
        return output.or(made).or(named);
    }
    let block = blocks::named(name).map(blocks::get);
    let drop = block.and_then(|block| block.drops.iter().map(|drop| drop.item).find(|item| can_get(*item)));
    let as_block = action == GoalAction::Mine || named.is_none_or(|item| !can_get(item));
    drop.filter(|_| as_block).or(named)
}

/// The goal for a wish to build: a structure whose blueprint is known. When night falls there is no time for a house, so a shelter is
/// walls around the body until morning.
fn build(ask: &Ask, situation: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    match ask.tag.target.as_str() {
        "basic_shelter" | "shelter" if situation.is_late() => Ok(Shelter.into()),
        "shelter" => Ok(Walled.into()),
        name if situation.builds.knows(name) => {
            let near = ask.at.unwrap_or(situation.at);
            Ok(Build { name: name.into(), near, at: None, facing: None }.into())
        }
        target => Err(OrderRefusal::CannotBuild { target: target.into() }),
    }
}

fn find(ask: &Ask, _: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    let name = ask.tag.target.as_str();
    let creature = mobs::named(name).map(|_| Quarry::Creature(Name::new(name)));
    let block = || blocks::named(name).map(Quarry::Block);
    let item = || items::named(name).map(Quarry::Item);
    let what = creature.or_else(block).or_else(item).ok_or_else(|| unknown(ask))?;
    Ok(Find { what }.into())
}

#[expect(clippy::unnecessary_wraps, reason = "all functions of the table have one type")]
fn explore(ask: &Ask, _: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    let (least, most) = EXPLORE_BLOCKS;
    Ok(Explore { blocks: ask.tag.amount.clamp(least, most) as u16 }.into())
}

/// The goal for a wish to go somewhere: coordinates, a remembered place, or a person.
fn navigate(ask: &Ask, situation: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    let target = ask.tag.target.as_str();
    let go = |place| Ok(At { place, within: GO_WITHIN_BLOCKS }.into());
    if let Some(place) = ask.at.or_else(|| coordinates(target)) {
        return go(place);
    }
    let unknown_place = || OrderRefusal::UnknownPlace { target: target.into() };
    match target {
        "home" | "shelter" | "basic_shelter" => go(situation.places.shelter.ok_or_else(unknown_place)?),
        _ => match (Station::named(target), situation.person_named(target)) {
            (Some(kind), _) => {
                let known = situation.places.stations(kind, situation.at);
                go(known.first().ok_or_else(unknown_place)?.at)
            }
            (None, Some(who)) => Ok(Beside { who }.into()),
            (None, None) => Err(unknown_place()),
        },
    }
}

/// Reads coordinates: three whole numbers, with spaces, commas or underscores between them.
fn coordinates(target: &str) -> Option<BlockPos> {
    let mut numbers = target.split(['_', ' ', ',']).filter(|word| !word.is_empty()).map(str::parse);
    let place = BlockPos::new(numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
    numbers.next().is_none().then_some(place)
}

fn check(ask: &Ask, _: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    let target = ask.tag.target.as_str();
    let what = match target {
        "inventory" | "bag" | "items" | "self" => Checked::Bag,
        _ => match (blocks::named(target), ask.at.or_else(|| coordinates(target))) {
            (Some(block), _) => Checked::Block(block),
            (None, Some(place)) => Checked::Place(place),
            (None, None) => return Err(unknown(ask)),
        },
    };
    Ok(Check { what }.into())
}

/// The goal for a wish to repair: a worn tool is replaced by a new one; an open shelter is closed again.
fn repair(ask: &Ask, _: &Situation<'_>) -> Result<Goal, OrderRefusal> {
    let target = ask.tag.target.as_str();
    if matches!(target, "basic_shelter" | "shelter" | "wall" | "walls" | "home") {
        return Ok(Walled.into());
    }
    let item = items::named(target).ok_or_else(|| unknown(ask))?;
    if gamedata_item(item).is_none_or(|facts| facts.durability == 0) {
        return Err(OrderRefusal::CannotRepair { target: target.into() });
    }
    Ok(Repaired { item }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_the_sixteen_actions_has_one_row() {
        assert_eq!(TABLE.map(|row| row.action), GoalAction::ALL);
        for row in &TABLE {
            let changes = matches!(row.makes, Makes::Change);
            assert_eq!(changes, row.action.manages_tasks(), "{:?}", row.action);
            assert_eq!(changes, row.shown == Shown::TaskStatus, "{:?}", row.action);
            assert_eq!(changes, row.ends == Ends::Refused, "{:?}", row.action);
        }
    }

    #[test]
    fn coordinates_are_three_whole_numbers() {
        for (text, place) in [
            ("12_64_-3", Some((12, 64, -3))),
            ("12 64 -3", Some((12, 64, -3))),
            ("12,64,-3", Some((12, 64, -3))),
            ("12_64", None),
            ("12_64_3_4", None),
            ("12_64_x", None),
            ("", None),
        ] {
            assert_eq!(coordinates(text), place.map(|(x, y, z)| BlockPos::new(x, y, z)), "{text}");
        }
    }
}

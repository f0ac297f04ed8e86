//! Ready rules for scripted bodies: simple actions carried out by the facts of the game. A test adds those that it needs.
//!
//! Absent on purpose: fights, animals and beds. A test that needs them says itself what comes of them.

use crate::course::Course;
use crate::scripted::Scripted;
use crate::stage::Stage;
use crate::{block, item};
use gamedata::{blocks, items, recipes, smelting, tools};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use vocab::action::Terrain;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::{Action, Bag, BlockId, BlockPos, ItemId, Station, Tick};

/// Game ticks that a walk, collecting one block, and a meal take on the stage.
const WALK_TICKS: u64 = 60;
const COLLECT_TICKS: u64 = 40;
const EAT_TICKS: u64 = 32;
/// Game ticks that one block of a mine takes, and how near to the mine a block must be to come into sight, in blocks.
const MINE_TICKS: u64 = 8;
const MINE_SIGHT: u8 = 3;
/// Game ticks that a furnace takes for one item.
const SMELT_TICKS: u64 = 200;
/// An attack finds its creature within this distance of the place it is aimed at, in thousandths of a block.
const STRIKE_FINE: u64 = 2_000;
/// What each killed animal drops on the stage: animal, item.
const DROPS: [(&str, &str); 3] = [("cow", "beef"), ("pig", "porkchop"), ("sheep", "mutton")];
/// The highest food level of a body, in half drumsticks.
const FOOD_MAX: u8 = 20;

impl Scripted {
    /// Makes a scripted body that follows every rule of this module.
    pub fn with_all_rules(self) -> Scripted {
        self.rule(walking)
            .rule(waiting)
            .rule(digging)
            .rule(placing)
            .rule(collecting)
            .rule(mining)
            .rule(crafting)
            .rule(eating)
            .rule(handling)
            .rule(smelting())
            .rule(hunting())
            .building(|_| None)
    }
}

/// Rule for walk, explore and flee actions: the body arrives after three seconds. A walk to where nobody can stand
/// fails unless it may dig.
pub fn walking(stage: &Stage, action: &Action) -> Option<Course> {
    let to = match action {
        Action::GoTo { to, within, terrain } => {
            let (to, within, may_dig) = (*to, i32::from(*within), *terrain != Terrain::Walk);
            let arrive = move |stage: &mut Stage, receipt: &mut Receipt| match standing_near(stage, to, within) {
                Some(at) => {
                    stage.at = at;
                    End::Done
                }
                None if may_dig => dig_into(stage, receipt, to),
                None => End::Failed(Failure::NoPath),
            };
            return Some(Course::finally(arrive).after(WALK_TICKS));
        }
        Action::Explore { heading, blocks } => {
            let ((x, z), blocks) = (heading.step(), i32::from(*blocks));
            BlockPos::new(stage.at.x + x * blocks, 64, stage.at.z + z * blocks)
        }
        Action::Flee { blocks, .. } => stage.at.offset(i32::from(*blocks), 0, 0),
        _ => return None,
    };
    Some(Course::done().moving_to(to).after(WALK_TICKS))
}

/// The cell nearest to a place, at most `within` blocks from it, in which a body can stand. The ground below is not
/// checked.
fn standing_near(stage: &Stage, to: BlockPos, within: i32) -> Option<BlockPos> {
    let is_free = |at: BlockPos| !stage.is_solid(at) && !stage.is_solid(at.offset(0, 1, 0));
    let around = (-within..=within).flat_map(|x| (-within..=within).map(move |z| to.offset(x, 0, z)));
    let near = around.filter(|at| at.distance_squared(to) <= (within * within) as u64);
    near.filter(|at| is_free(*at)).min_by_key(|at| (at.distance_squared(to), *at))
}

fn dig_into(stage: &mut Stage, receipt: &mut Receipt, to: BlockPos) -> End {
    if stage.is_guarded(to) || stage.is_guarded(to.offset(0, 1, 0)) {
        return End::Failed(Failure::NoPath);
    }
    for cell in [to, to.offset(0, 1, 0)] {
        if stage.is_solid(cell) {
            stage.set(cell, block("air"), receipt);
        }
    }
    stage.at = to;
    End::Done
}

/// Rule for wait and look actions: waiting takes its ticks; looking takes none.
pub fn waiting(_: &Stage, action: &Action) -> Option<Course> {
    match action {
        Action::Wait { ticks } => Some(Course::done().after(u64::from(*ticks))),
        Action::LookAt { .. } => Some(Course::done()),
        _ => None,
    }
}

/// Rule for dig actions: breaks a block for what it drops; a body above the hole falls into it.
pub fn digging(_: &Stage, action: &Action) -> Option<Course> {
    let Action::Dig { at } = *action else { return None };
    Some(Course::finally(move |stage, receipt| {
        if !stage.is_solid(at) {
            return End::Refused(Refusal::NotDiggable);
        }
        if stage.is_guarded(at) {
            return End::Refused(Refusal::Guarded);
        }
        break_block(stage, at, receipt);
        while !stage.is_solid(stage.at.offset(0, -1, 0)) {
            stage.at = stage.at.offset(0, -1, 0);
        }
        End::Done
    }))
}

pub fn placing(_: &Stage, action: &Action) -> Option<Course> {
    let Action::Place { item, at } = *action else { return None };
    Some(Course::finally(move |stage, receipt| match items::get(item).block {
        _ if stage.is_solid(at) => End::Refused(Refusal::Occupied),
        _ if stage.is_guarded(at) => End::Refused(Refusal::Guarded),
        Some(block) if stage.bag.take(item, 1) => {
            receipt.spent.add(item, 1);
            stage.set(at, block, receipt);
            End::Done
        }
        _ => End::Refused(Refusal::MissingItem),
    }))
}

/// Rule for collect actions: breaks the nearest blocks that a carried tool harvests, two seconds each, until enough was
/// gained or none is left.
pub fn collecting(_: &Stage, action: &Action) -> Option<Course> {
    let Action::Collect { item, from, count, radius } = action.clone() else { return None };
    let ticks = u64::from(count) * COLLECT_TICKS;
    let finish = move |stage: &mut Stage, receipt: &mut Receipt| {
        while receipt.gained.count(item) < u32::from(count) {
            let can: Vec<BlockId> = from.iter().copied().filter(|block| can_harvest(&stage.bag, *block)).collect();
            let Some((at, _)) = stage.nearest(&can, radius).into_iter().next() else {
                return End::Failed(Failure::NoneFound);
            };
            break_block(stage, at, receipt);
        }
        End::Done
    };
    Some(Course::finally(finish).after(ticks))
}

/// Rule for mine actions: digs stairs to the height asked for and a corridor there, until a wanted block comes into
/// sight or the length asked for is dug.
pub fn mining(_: &Stage, action: &Action) -> Option<Course> {
    let Action::Mine { from, y, heading, blocks, .. } = action.clone() else { return None };
    let (ticks, (x, z)) = (u64::from(blocks) * MINE_TICKS, heading.step());
    let finish = move |stage: &mut Stage, receipt: &mut Receipt| {
        for _ in 0..blocks {
            if !stage.nearest(&from, MINE_SIGHT).is_empty() {
                break;
            }
            let down = i32::from(stage.at.y > y);
            let to = stage.at.offset(x, -down, z);
            for cell in (0..=1 + down).map(|up| to.offset(0, up, 0)) {
                if stage.is_solid(cell) {
                    break_block(stage, cell, receipt);
                }
            }
            stage.at = to;
        }
        End::Done
    };
    Some(Course::finally(finish).after(ticks))
}

/// A carried tool that harvests this block; `None` when no carried tool does.
fn tool(bag: &Bag, block: BlockId) -> Option<ItemId> {
    bag.iter().map(|(tool, _)| tool).find(|tool| tools::harvests(block, Some(*tool)))
}

fn can_harvest(bag: &Bag, block: BlockId) -> bool {
    tools::harvests(block, None) || tool(bag, block).is_some()
}

/// Breaks a block of the stage: the body gains whatever the block drops more often than not, and air is left.
pub(crate) fn break_block(stage: &mut Stage, at: BlockPos, receipt: &mut Receipt) {
    const LIKELY_PPM: u32 = 400_000;
    let Some(broken) = stage.block(at) else { return };
    let held = tool(&stage.bag, broken);
    for drop in tools::drops(broken, held).iter().filter(|drop| drop.chance_ppm > LIKELY_PPM) {
        stage.bag.add(drop.item, u32::from(drop.max));
        receipt.gained.add(drop.item, u32::from(drop.max));
    }
    stage.set(at, block("air"), receipt);
}

/// Rule for craft actions: crafts by the game's recipes, all or nothing.
pub fn crafting(_: &Stage, action: &Action) -> Option<Course> {
    let Action::Craft { recipe, times, table } = *action else { return None };
    Some(Course::finally(move |stage, receipt| {
        let Some(recipe) = recipes::get(recipe) else { return End::Refused(Refusal::NoRecipe) };
        let is_table = |at: BlockPos| stage.block(at) == Some(block("crafting_table"));
        if recipe.needs_table && !table.is_some_and(is_table) {
            return End::Refused(Refusal::NoTable);
        }
        let (mut bag, mut spent) = (stage.bag.clone(), Bag::new());
        for cell in (0..times).flat_map(|_| recipe.ingredients()) {
            let Some(taken) = cell.iter().copied().find(|item| bag.take(*item, 1)) else {
                return End::Refused(Refusal::MissingItem);
            };
            spent.add(taken, 1);
        }
        let made = u32::from(recipe.count) * u32::from(times);
        bag.add(recipe.output, made);
        stage.bag = bag;
        receipt.spent = spent;
        receipt.gained.add(recipe.output, made);
        End::Done
    }))
}

pub fn eating(_: &Stage, action: &Action) -> Option<Course> {
    let Action::Eat { item } = *action else { return None };
    let eat = move |stage: &mut Stage, receipt: &mut Receipt| {
        let Some(food) = items::get(item).food else { return End::Refused(Refusal::NotEdible) };
        if !stage.bag.take(item, 1) {
            return End::Refused(Refusal::MissingItem);
        }
        receipt.spent.add(item, 1);
        if let Some(vitals) = &mut stage.vitals {
            vitals.food = (vitals.food + food.points).min(FOOD_MAX);
        }
        End::Done
    };
    Some(Course::finally(eat).after(EAT_TICKS))
}

/// Rule for actions that throw items away or put armour on.
pub fn handling(_: &Stage, action: &Action) -> Option<Course> {
    match *action {
        Action::Drop { item, count } => Some(Course::finally(move |stage, receipt| {
            if !stage.bag.take(item, u32::from(count)) {
                return End::Refused(Refusal::MissingItem);
            }
            receipt.spent.add(item, u32::from(count));
            End::Done
        })),
        Action::Equip { item, .. } => Some(Course::finally(move |stage, _| match items::get(item).armour {
            _ if stage.bag.count(item) == 0 => End::Refused(Refusal::MissingItem),
            Some(_) if stage.bag.take(item, 1) => {
                stage.armour.push(item);
                End::Done
            }
            _ => End::Done, // the item is in the hand, and still in the bag
        })),
        _ => None,
    }
}

/// For each furnace of the stage: what it smelts, how many, and when the last one is ready.
type Loads = BTreeMap<BlockPos, (ItemId, u8, Tick)>;

/// Rule for smelt actions: furnaces smelt by the game's table, ten seconds an item, one load at a time.
pub fn smelting() -> impl FnMut(&Stage, &Action) -> Option<Course> {
    let loads: Rc<RefCell<Loads>> = Rc::default();
    move |_, action| {
        let loads = Rc::clone(&loads);
        match *action {
            Action::LoadStation { at, input, count, fuel } => Some(Course::finally(move |stage, receipt| {
                let is_station = stage.block(at).is_some_and(|block| blocks::get(block).name == "furnace");
                let needed: Vec<(ItemId, u32)> = [(input, u32::from(count))]
                    .into_iter()
                    .chain(fuel.map(|(fuel, count)| (fuel, u32::from(count))))
                    .collect();
                if !is_station {
                    return End::Refused(Refusal::WrongBlock);
                }
                if loads.borrow().contains_key(&at) {
                    return End::Refused(Refusal::StationBusy);
                }
                if needed.iter().any(|(item, count)| stage.bag.count(*item) < *count) {
                    return End::Refused(Refusal::MissingItem);
                }
                for (item, count) in needed {
                    assert!(stage.bag.take(item, count), "it was counted");
                    receipt.spent.add(item, count);
                }
                let ready = stage.tick + SMELT_TICKS * u64::from(count);
                loads.borrow_mut().insert(at, (input, count, ready));
                End::Done
            })),
            Action::TakeOutput { at } => Some(Course::finally(move |stage, receipt| {
                let now = stage.tick;
                let ready = loads.borrow_mut().extract_if(at..=at, |_, (_, _, ready)| *ready <= now).next();
                let Some((_, (input, count, _))) = ready else { return End::Refused(Refusal::NoTarget) };
                let Some(made) = smelting::result(Station::Furnace, input) else {
                    return End::Refused(Refusal::NoRecipe);
                };
                stage.bag.add(made.output, u32::from(count));
                receipt.gained.add(made.output, u32::from(count));
                End::Done
            })),
            _ => None,
        }
    }
}

/// Rule for attack and pick-up actions: an attack kills the creature at the place, and fails where there is none; what
/// an animal drops can be picked up once.
pub fn hunting() -> impl FnMut(&Stage, &Action) -> Option<Course> {
    let dropped: Rc<RefCell<Bag>> = Rc::default();
    move |_, action| {
        let dropped = Rc::clone(&dropped);
        match *action {
            Action::Attack { kind, near } => Some(Course::finally(move |stage, _| {
                let struck = |one: &belief::Detection| one.kind == kind && one.at.within(near, STRIKE_FINE);
                let Some(n) = stage.creatures.iter().position(struck) else {
                    return End::Failed(Failure::NoneFound);
                };
                let felled = stage.creatures.remove(n);
                let drop = DROPS.iter().find(|(kind, _)| felled.kind.as_str() == *kind);
                if let Some((_, name)) = drop {
                    dropped.borrow_mut().add(item(name), 1);
                }
                End::Done
            })),
            Action::PickUp { .. } => Some(Course::finally(move |stage, receipt| {
                let lying = dropped.take();
                if lying.is_empty() {
                    return End::Failed(Failure::NoneFound);
                }
                for (item, count) in lying.iter() {
                    stage.bag.add(item, count);
                    receipt.gained.add(item, count);
                }
                End::Done
            })),
            _ => None,
        }
    }
}

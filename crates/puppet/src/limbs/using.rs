//! What goes on for more than a tick: digging, eating, a raised shield; and what is in the hand.

use super::clicking::{held, held_name};
use super::{Limbs, Step};
use crate::names::{self, No, no};
use contract::body::command::{Hand, Verb};
use contract::body::report::Reason;
use gamedata::items;
use gamedata::states::{self, Kind};
use skills::limbs::{Bite, Dug, Limbs as _};
use skills::measures::{ALWAYS_EDIBLE, FOOD_MAX};
use vocab::BlockPos;
use world::World;

/// Takes an item into the hand, or empties it.
pub fn hold(world: &mut World, item: Option<&str>) -> Result<(), No> {
    let Some(name) = item else {
        world.hold(None);
        return if held(world).is_none() { Ok(()) } else { Err(no(Reason::NoRoom, "no slot is empty")) };
    };
    let item = names::item(name)?;
    if world.hold(Some(item)) { Ok(()) } else { Err(no(Reason::MissingItem, format!("carries no {name}"))) }
}

impl Limbs {
    pub(super) fn dig_start(&mut self, world: &mut World, id: u64, at: BlockPos) -> Step {
        if let Some((before, _)) = self.dig.take() {
            self.end(before, Err(no(Reason::Stopped, "another block is dug")));
        }
        let refused = match world.cells().cell(at) {
            None => no(Reason::NotLoaded, ""),
            Some(cell) if matches!(states::kind_of(cell.state()), Kind::Air | Kind::Liquid) => {
                no(Reason::NotDiggable, "there is no block")
            }
            Some(cell) if states::hardness_milli(cell.state()).is_none() => no(Reason::NotDiggable, "it never breaks"),
            Some(_) if !world.pose().reaches(at) => no(Reason::OutOfReach, ""),
            Some(_) => {
                world.dig_start(at);
                self.dig = Some((id, at));
                return Step::GoesOn;
            }
        };
        Step::Done(Err(refused))
    }

    /// Ends the digging, and what has not begun yet.
    pub(super) fn stop_digging(&mut self) {
        let mut stopped: Vec<u64> = self.dig.take().into_iter().map(|(id, _)| id).collect();
        self.queue.retain(|(id, verb)| {
            let digs = matches!(verb, Verb::DigStart { .. });
            stopped.extend(digs.then_some(*id));
            !digs
        });
        for id in stopped {
            self.end(id, Err(no(Reason::Stopped, "")));
        }
    }

    /// Digs for one tick.
    pub(super) fn dig(&mut self, world: &mut World) {
        let Some((id, at)) = self.dig else { return };
        let end = match world.dig() {
            Dug::Going => return,
            Dug::Broken => Ok(()),
            Dug::Gone if !world.pose().reaches(at) => Err(no(Reason::OutOfReach, "the body went away from it")),
            Dug::Gone => Err(no(Reason::WrongBlock, "the block has changed meanwhile")),
        };
        self.dig = None;
        self.end(id, end);
    }

    pub(super) fn use_item(&mut self, world: &World, id: u64, hand: Hand) -> Step {
        let carried = match hand {
            Hand::Main => world.inventory().held(),
            Hand::Off => world.inventory().off_hand(),
        };
        let Some(item) = carried.map(|stack| stack.item) else {
            return Step::Done(Err(no(Reason::MissingItem, "the hand is empty")));
        };
        let name = items::get(item).name;
        if hand == Hand::Off && name == "shield" {
            self.shield = true;
            return Step::Done(Ok(()));
        }
        if items::get(item).food.is_none() {
            let why = format!("{name} does nothing in the air, in this hand");
            return Step::Done(Err(no(Reason::NotEdible, why)));
        }
        if world.pose().food >= FOOD_MAX && !ALWAYS_EDIBLE.contains(&name) {
            return Step::Done(Err(no(Reason::NotEdible, "the body is not hungry")));
        }
        if let Some((before, _)) = self.meal.replace((id, item)) {
            self.end(before, Err(no(Reason::Stopped, "another meal began")));
        }
        Step::GoesOn
    }

    /// Eats for one tick, as long as the food stays in its hand.
    pub(super) fn eat(&mut self, world: &mut World) {
        let Some((id, item)) = self.meal else { return };
        let in_a_hand = [world.inventory().held(), world.inventory().off_hand()];
        let end = if in_a_hand.into_iter().flatten().any(|stack| stack.item == item) {
            let Some(food) = items::get(item).food else { return };
            match world.eat(item, &food) {
                Bite::Going => return,
                Bite::Eaten => Ok(()),
                Bite::Gone => Err(no(Reason::MissingItem, "the food is gone")),
            }
        } else {
            Err(no(Reason::Stopped, format!("the hand holds {} now", held_name(world))))
        };
        self.meal = None;
        self.end(id, end);
    }
}

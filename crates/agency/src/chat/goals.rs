//! Which action on which target a person asks for with a verb and a noun.

use super::nouns::{self, Thing, Unclear};
use super::verbs::Verb;
use super::ways;
use crate::goal_action::GoalAction;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The goal's action and target that a verb with a noun asks for.
pub fn goal(verb: Verb, thing: &Thing) -> Result<(GoalAction, String), Unclear> {
    let unclear = || Err(Unclear::Unknown);
    let several = |names: Vec<String>| Err(Unclear::Several(names));
    let searched = matches!(verb, Verb::Mine | Verb::Find);
    let name = match thing {
        Thing::Item(name) | Thing::Place(name) => name.clone(),
        Thing::Metal(metal) if searched => format!("{metal}_ore"),
        Thing::Metal(metal) => format!("{metal}_ingot"),
        Thing::Food => "food".into(),
        Thing::Building(name) => (*name).into(),
        Thing::Tool(tool) => (*tool).into(),
    };
    match (verb, thing) {
        (Verb::Check, _) => return Ok((GoalAction::Check, name)),
        (Verb::Repair, Thing::Building(_) | Thing::Item(_) | Thing::Tool(_)) => return Ok((GoalAction::Repair, name)),
        (Verb::Find, Thing::Item(_) | Thing::Metal(_) | Thing::Place(_) | Thing::Food) => {
            return Ok((GoalAction::Find, name));
        }
        (_, Thing::Tool(tool)) if !searched => return several(nouns::tools(tool)),
        (Verb::Get | Verb::Bring | Verb::Make | Verb::Build | Verb::Craft, Thing::Building(_)) => {
            return Ok((GoalAction::Build, name));
        }
        (Verb::Get | Verb::Bring | Verb::Collect | Verb::Gather | Verb::Make, Thing::Food) => {
            return Ok((GoalAction::Collect, name));
        }
        (_, Thing::Item(_) | Thing::Metal(_)) => {}
        _ => return unclear(),
    }
    // What flows is taken with a bucket.
    let taken = matches!(verb, Verb::Get | Verb::Bring | Verb::Collect | Verb::Gather);
    let name = if taken && matches!(name.as_str(), "water" | "lava") { format!("{name}_bucket") } else { name };
    let way = ways::way(&name);
    let verb = match verb {
        Verb::Bake if way == GoalAction::Craft => Verb::Make,
        Verb::Bake => Verb::Smelt,
        verb => verb,
    };
    match verb {
        Verb::Gather => Ok((GoalAction::Gather, name)),
        Verb::Mine | Verb::Chop if way != GoalAction::Collect => unclear(),
        Verb::Mine => Ok((GoalAction::Mine, name)),
        Verb::Collect | Verb::Chop => Ok((GoalAction::Collect, name)),
        Verb::Make | Verb::Craft | Verb::Build if way == GoalAction::Collect => unclear(),
        Verb::Build if way == GoalAction::Smelt => unclear(),
        Verb::Get | Verb::Bring | Verb::Make | Verb::Craft | Verb::Build => Ok((way, name)),
        Verb::Smelt => match ways::smelted(&name) {
            Some(made) => Ok((GoalAction::Smelt, made.into())),
            None => unclear(),
        },
        _ => unclear(),
    }
}

/// Whether the agent has items to hand over once this action is done.
pub fn can_be_handed(action: GoalAction) -> bool {
    use GoalAction::{Collect, Craft, Gather, Mine, Smelt};
    matches!(action, Collect | Craft | Gather | Mine | Smelt)
}

/// The goal target by which an order such as "cancel the torches" finds the task.
pub fn managed(thing: &Thing) -> String {
    match thing {
        Thing::Item(name) | Thing::Place(name) => name.clone(),
        Thing::Metal(metal) => format!("{metal}_ingot"),
        Thing::Building(name) | Thing::Tool(name) => (*name).to_string(),
        Thing::Food => "food".into(),
    }
}

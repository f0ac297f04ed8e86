//! Reasons in words.

use super::{build, ended, place, spaced};
use crate::view::text::item_name;
use mind::Rule;
use mind::goals::block_name;
use mind::reason::{Looked, Reason, Sought, Upkeep, Why};
use mind::status::Doing;
use tasks::{Note, Status};

/// Why the agent does what it is doing, for a screen.
pub fn because(doing: &Doing) -> String {
    match doing {
        Doing::Nothing => "thinking, or nothing to do".into(),
        Doing::Dead => "waiting to respawn".into(),
        Doing::Away => "the link to the body is down".into(),
        Doing::Action { why, .. } => reason(why),
    }
}

/// Why a task's status changed, in words.
pub fn note(note: &Note<Reason>) -> String {
    match note {
        Note::Made => "made".into(),
        Note::PauseOver => "the pause is over".into(),
        Note::NeedsMet => "no need of the body has the body any longer".into(),
        Note::Stuck => "no progress for five minutes; a new task takes over its goal".into(),
        Note::ParentEnded => "the task that needed it has ended".into(),
        Note::ChildEnded { child: task, key, end } | Note::OtherEnded { task, key, end } => {
            format!("{task} {key} {}", ending(*end))
        }
        Note::Because(why) => reason(why),
    }
}

fn ending(end: Status) -> String {
    match end {
        Status::Failed { class } => format!("failed: {}", spaced(&class)),
        Status::Cancelled { why } => format!("was cancelled: {}", spaced(&why)),
        _ => "is done".into(),
    }
}

pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Drive(rule) => rule_words(*rule).into(),
        Reason::Upkeep(why) => upkeep(why),
        Reason::Ordered => "a person asked for it".into(),
        Reason::NoLongerKnown => "an earlier version of stead knew why".into(),
        Reason::Thought { thought, source } => format!("thought {} ({}) asked for it", thought.0, source.name()),
        Reason::Said { by, text } => format!("{by} said \"{text}\""),
        Reason::NeededFirst(why) | Reason::Leaf(why) => why_words(why),
        Reason::Reflex { rule, about, health } => {
            let rule = rule.word();
            match (about, health) {
                (Some(kind), Some(health)) => format!("{kind} near, {rule}, health {health}"),
                (Some(kind), None) => format!("{kind} near, {rule}, health unknown"),
                (None, _) => rule.into(),
            }
        }
        Reason::Step { step, why } => format!("{step}: {}", why_words(why)),
        Reason::LostSight => "something dangerous went out of sight there".into(),
        Reason::Watched => "a hostile mob has stayed in view for 10 s".into(),
        Reason::GetsNowhere => "it makes no progress".into(),
        Reason::TakesTooLong => "it takes too long".into(),
        Reason::Dead => "the body is dead".into(),
        Reason::NoBody => "the link to the body is down".into(),
        Reason::NothingToDo => "nothing to do".into(),
        Reason::PreemptedBy(task) => format!("{task} comes first now"),
        Reason::FurnaceNearlyDone => "the furnace is nearly done".into(),
        Reason::Turn => "its turn".into(),
        Reason::Met => "the world shows it".into(),
        Reason::FoundAt(at) => format!("it is at {}", place(*at)),
        Reason::Looked(looked) => looked_words(looked),
        Reason::HandedOver { item, count, to } => format!("{to} has got {count} {}", item_name(*item)),
        Reason::ActionEnded { verb, end } => format!("{} {}", spaced(verb), ended(end)),
        Reason::PlanGoesInCircles => "the plan goes in circles".into(),
        Reason::NothingGotDone => "nothing got done for five minutes".into(),
        Reason::EveryWayFailed => "every way to do it failed".into(),
        Reason::EveryWayBarred => "every way was tried three times here".into(),
        Reason::NoPlan { reason, about } => no_plan(*reason, about.map_or("something needed", item_name)),
        Reason::EmptyPlan => "nothing to do, and yet the goal is not met".into(),
        Reason::Endangered => "interrupted too often by danger".into(),
        Reason::TakenBack => "a person cancelled it".into(),
        Reason::PersonPaused => "a person paused it".into(),
        Reason::PersonResumed => "a person let it go on".into(),
        Reason::ToldOtherwise => "the person asked for something else".into(),
        Reason::BodyDied => "the body died".into(),
        Reason::NewTask => "a new task".into(),
        Reason::StepOver => "the step before is over".into(),
        Reason::WorldDisagreed => "the world disagreed with the plan before".into(),
        Reason::Shaken { place } => format!("the program broke at {place}"),
    }
}

fn no_plan(reason: planner::Reason, about: &str) -> String {
    use planner::Reason as Why;
    match reason {
        Why::UnreachableItem => format!("no way left to get {about}"),
        Why::NoStation => format!("no plan: there is no {about}, and none can be made"),
        Why::CapacityDeadlock | Why::WaitBound => format!("no plan: every {about} is busy for too long"),
        Why::Horizon => "no plan: it would take too long".into(),
        Why::Budget => "no plan was found in the time for planning".into(),
        Why::BadRequest => "no plan: the planner refused the request".into(),
        Why::Internal => "no plan: the planner made a mistake".into(),
    }
}

fn upkeep(why: &Upkeep) -> String {
    match why {
        Upkeep::Foreseen(foreseen) => foreseen.to_string(),
        Upkeep::Unmet(need) => format!("{} cannot be kept up: {need}", spaced(&need.metric)),
        Upkeep::Food { food } => format!("food is {food} of 20"),
        Upkeep::Health { health } => format!("health is {health} of 20"),
        Upkeep::Dusk { time_of_day } => format!("dusk, tick {time_of_day} of the day"),
        Upkeep::PickaxesWorn { uses } => format!("the iron pickaxes have {uses} uses left"),
    }
}

const fn rule_words(rule: Rule) -> &'static str {
    match rule {
        Rule::NightWithoutShelter => "night and no shelter",
        Rule::NoLogs => "no logs",
        Rule::NoCraftingTable => "logs and no crafting table",
        Rule::NoPickaxe => "a table and no pickaxe",
        Rule::FewLogs => "fewer than 16 logs",
        Rule::NoSword => "nothing to fight with",
        Rule::OnlyWoodenPickaxe => "only a wooden pickaxe",
        Rule::OnlyWoodenSword => "only a wooden sword",
        Rule::NoAxe => "no axe",
        Rule::NoFurnace => "no furnace",
        Rule::LittleCoal => "little coal",
        Rule::OnlyStonePickaxe => "only a stone pickaxe",
        Rule::LittleFood => "little food",
        Rule::NoBed => "no bed",
        Rule::NoArmour => "no armour there",
        Rule::OnlyStoneSword => "only a stone sword",
        Rule::NoShield => "no shield",
        Rule::NoBucket => "no bucket",
        Rule::NoDiamonds => "no diamonds",
        Rule::OnlyIronPickaxe => "only an iron pickaxe",
        Rule::NothingBetterToDo => "nothing better to do",
    }
}

fn why_words(why: &Why) -> String {
    let name = item_name;
    match why {
        Why::BeThere => "to be there".into(),
        Why::SeeNewGround => "to see new ground".into(),
        Why::Find(what) => format!("to find {}", sought(*what)),
        Why::MineLeadsTo(item) => format!("a mine leads to {}", name(*item)),
        Why::NotWithinWalks { what, walks } => format!("no {} within {walks} walks", sought(*what)),
        Why::NotWithinMine { item, parts } => format!("no {} in {parts} parts of a mine", name(*item)),
        Why::WhereIs(item) => format!("where is {}?", name(*item)),
        Why::SeenThere(item) => format!("{} was seen there", name(*item)),
        Why::IsNear(item) => format!("{} is near", name(*item)),
        Why::InChest(item) => format!("{} is in the chest", name(*item)),
        Why::UnopenedChest => "that chest was never opened".into(),
        Why::NoToolFor(item) => format!("no tool carried gets {}", name(*item)),
        Why::WhereIsBlock(block) => format!("where is {}?", block_name(*block)),
        Why::PersonThere(who) => format!("{who} is there"),
        Why::PersonLost(who) => format!("{who} is not in sight"),
        Why::KeepBesidePerson(who) => format!("{who} is beside"),
        Why::TurnToPerson(who) => format!("to turn to {who}"),
        Why::HandOver { item, to } => format!("{} for {to}", name(*item)),
        Why::UntilTaken(item) => format!("until the {} is taken", name(*item)),
        Why::LookAtBlock(block) => format!("to look at the {}", block_name(*block)),
        Why::WhatIsInside => "what is inside?".into(),
        Why::WhatIsThere => "what is there?".into(),
        Why::CreatureSeenThere(kind) => format!("a {kind} was seen there"),
        Why::ComesFrom { kind, item } => format!("a {kind} drops {}", name(*item)),
        Why::DropsLie => "its drops lie there".into(),
        Why::StationThere(station) => format!("the {} is there", station.name()),
        Why::IngredientsCarried => "all ingredients are carried".into(),
        Why::NoRecipe(number) => format!("there is no recipe {number}"),
        Why::WhereToPut(station) => format!("where can the {} stand?", station.name()),
        Why::StationNeeded(station) => format!("a {} is needed here", station.name()),
        Why::CannotBePlaced(station) => format!("a {} cannot be placed", station.name()),
        Why::MakeRoomForStation => "to make room for it".into(),
        Why::StationBusy(station) => format!("the {} is busy", station.name()),
        Why::ToSmelt { item, count } => format!("{count} {} to be smelted", name(*item)),
        Why::StillSmelting(item) => format!("{} is still in the furnace", name(*item)),
        Why::ReadyThere(item) => format!("{} is ready there", name(*item)),
        Why::NearlyReady(item) => format!("{} is nearly ready", name(*item)),
        Why::Ready(item) => format!("{} is ready", name(*item)),
        Why::MakeRoomInBag => "to make room in the bag".into(),
        Why::Hungry { food, gives } => format!("hungry: {food} of 20, this gives {gives}"),
        Why::NothingToEat => "nothing to eat is carried".into(),
        Why::VitalsUnknown => "the world has not told how hungry the body is".into(),
        Why::Protects { points } => format!("{points} points of armour"),
        Why::Light { light } => format!("the light is {light} of 15"),
        Why::NoTorch => "no torch is carried".into(),
        Why::TorchCannotBePlaced => "a torch cannot be placed".into(),
        Why::WhereToPutTorch => "where can a torch stand?".into(),
        Why::NowhereForTorch => "there is no place for a torch".into(),
        Why::WhereToDigIn => "where to dig in?".into(),
        Why::DigInThere => "to dig in there".into(),
        Why::DigIn => "to dig in for the night".into(),
        Why::CloseShelter => "to close the shelter".into(),
        Why::NothingToCloseWith => "no block is carried to close the shelter with".into(),
        Why::ShelterShouldBeClosed => "the shelter should be closed".into(),
        Why::UntilMorning => "walled in until morning".into(),
        Why::NightIsOver => "the night is over".into(),
        Why::Healing { health, of } => format!("walled in, healing: {health} of {of}"),
        Why::UntilDangerLeaves => "walled in until the mob outside has gone".into(),
        Why::SafeOnTheSpot => "to be safe on the spot".into(),
        Why::NoGroundToDigIn => "no ground to dig in: walls on the spot".into(),
        Why::BackToDryLand { .. } => "back to dry land".into(),
        Why::RoomForBed => "room for the bed".into(),
        Why::IsThereRoomForBed => "is there room for the bed?".into(),
        Why::SleepThroughNight => "to sleep through the night".into(),
        Why::BedShortensNight => "sleep ends the night".into(),
        Why::MonstersNearBed => "monsters are too near to sleep".into(),
        Why::TakeBedAlong => "to take the bed along".into(),
        Why::HomeForNight => "home for the night".into(),
        Why::Building(building) => build::why(building),
    }
}

fn sought(what: Sought) -> String {
    match what {
        Sought::Item(item) => item_name(item).into(),
        Sought::ItemAwayFromDeath(item) => format!("{} away from a recent death", item_name(item)),
        Sought::PlaceToDigIn => "a place to dig in".into(),
        Sought::RoomForStation => "room for a station".into(),
        Sought::Block(block) => block_name(block).into(),
        Sought::Creature(kind) => kind.to_string(),
    }
}

/// In words, what the agent found out by looking at a place.
fn looked_words(looked: &Looked) -> String {
    let list = |things: Vec<String>| if things.is_empty() { "nothing".into() } else { things.join(", ") };
    let items = |items: &[(vocab::ItemId, u32)]| {
        list(items.iter().map(|(item, count)| format!("{count} {}", item_name(*item))).collect())
    };
    match looked {
        Looked::Container { at, items: inside, burning_ticks } => {
            let fire = if *burning_ticks > 0 { ", burning" } else { "" };
            format!("at {}: {}{fire}", place(*at), items(inside))
        }
        Looked::Block { at, block } => format!("at {}: {}", place(*at), block_name(*block)),
        Looked::Blocks { at, blocks } => {
            let blocks = blocks.iter().map(|(block, count)| format!("{count} {}", block_name(*block)));
            format!("around {}: {}", place(*at), list(blocks.collect()))
        }
        Looked::Bag { items: carried } => format!("in the bag: {}", items(carried)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::Step;
    use vocab::Name;
    use vocab::outcome::Failure;

    #[test]
    fn reasons_read_as_sentences() {
        let log = gamedata::items::named("oak_log").unwrap();
        let step = Step::Gather { item: log, total: 8 };
        for (why, words) in [
            (Reason::Step { step, why: Why::IsNear(log) }, "gather oak_log until there are 8: oak_log is near"),
            (
                Reason::Reflex { rule: reflex::Rule::Melee, about: Some(Name::new("zombie")), health: Some(14) },
                "zombie near, about to be struck, health 14",
            ),
            (
                Reason::ActionEnded { verb: Name::new("go_to"), end: vocab::outcome::End::Failed(Failure::NoPath) },
                "go to failed (no path)",
            ),
            (
                Reason::NoPlan {
                    reason: planner::Reason::UnreachableItem,
                    about: Some(gamedata::items::named("bedrock").unwrap()),
                },
                "no way left to get bedrock",
            ),
            (
                Reason::NoPlan {
                    reason: planner::Reason::WaitBound,
                    about: Some(gamedata::items::named("furnace").unwrap()),
                },
                "no plan: every furnace is busy for too long",
            ),
            (Reason::Leaf(Why::Find(Sought::ItemAwayFromDeath(log))), "to find oak_log away from a recent death"),
        ] {
            assert_eq!(reason(&why), words);
        }
    }
}

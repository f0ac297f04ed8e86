//! Actions in words.

use super::{near, place, spaced};
use crate::view::text::{count, item_name, times};
use mind::status::Doing;
use vocab::Action;

/// An action in words that a person can check against the game: `go to 4 64 -7`.
pub fn describe(action: &Action) -> String {
    match action {
        Action::GoTo { to, .. } => format!("go to {}", place(*to)),
        Action::Explore { heading, blocks } => format!("explore {blocks} blocks to the {}", spaced(heading)),
        Action::Dig { at } => format!("dig at {}", place(*at)),
        Action::Collect { item, count, .. } => format!("collect {count} {}", item_name(*item)),
        Action::Mine { item, y, .. } => format!("mine for {} at height {y}", item_name(*item)),
        Action::PickUp { radius } => format!("pick up what lies within {radius} blocks"),
        Action::Place { item, at } => format!("place {} at {}", item_name(*item), place(*at)),
        Action::Build { visit, .. } => {
            format!("build {} from {}", count(visit.ops.len() as u64, "cell"), place(visit.stand))
        }
        Action::Use { item, at } => format!("use {} at {}", item_name(*item), place(*at)),
        Action::Toggle { at } => format!("open or close what is at {}", place(*at)),
        Action::Craft { recipe, times: crafts, .. } => {
            format!("craft {} {}", output(*recipe), times(u64::from(*crafts)))
        }
        Action::LoadStation { at, input, count, fuel } => {
            let fuel = fuel.map(|(item, count)| format!(" and {count} {}", item_name(item))).unwrap_or_default();
            format!("load {count} {}{fuel} at {}", item_name(*input), place(*at))
        }
        Action::TakeOutput { at } => format!("take what is ready at {}", place(*at)),
        Action::Deposit { at, item, count } => format!("put {count} {} into {}", item_name(*item), place(*at)),
        Action::Withdraw { at, item, count } => format!("take {count} {} out of {}", item_name(*item), place(*at)),
        Action::Drop { item, count } => format!("drop {count} {}", item_name(*item)),
        Action::Eat { item } | Action::Equip { item, .. } => format!("{} {}", action.verb(), item_name(*item)),
        Action::Attack { kind, near: at } => format!("attack a {} near {}", spaced(kind), near(*at)),
        Action::Shield { ticks } => format!("hold up the shield for {}", count(u64::from(*ticks), "tick")),
        Action::Flee { from, blocks } => format!("flee {blocks} blocks from {}", near(*from)),
        Action::WallIn { from } => format!("wall in, first towards {}", near(*from)),
        Action::Sleep { bed } => format!("sleep in the bed at {}", place(*bed)),
        Action::Wait { ticks } => format!("wait {}", count(u64::from(*ticks), "tick")),
        Action::LookAt { at } => format!("look at {}", near(*at)),
    }
}

/// What the agent is doing, for a screen: `collecting 8 oak_log`.
pub fn doing(doing: &Doing) -> String {
    match doing {
        Doing::Nothing => "nothing".into(),
        Doing::Dead => "dead".into(),
        Doing::Away => "waiting for the body".into(),
        Doing::Action { action, .. } => at_it(action),
    }
}

fn at_it(action: &Action) -> String {
    match action {
        Action::Collect { item, count, .. } => format!("collecting {count} {}", item_name(*item)),
        Action::Mine { item, y, .. } => format!("mining for {} at height {y}", item_name(*item)),
        Action::Craft { recipe, .. } => format!("crafting {}", output(*recipe)),
        Action::GoTo { to, .. } => format!("going to {}", place(*to)),
        Action::Explore { heading, .. } => format!("exploring to the {}", spaced(heading)),
        Action::Place { item, .. } => format!("placing {}", item_name(*item)),
        Action::Build { visit, .. } => format!("building {}", count(visit.ops.len() as u64, "cell")),
        Action::Eat { item } => format!("eating {}", item_name(*item)),
        Action::LoadStation { input, .. } => format!("loading {} into the furnace", item_name(*input)),
        other => spaced(&other.verb()),
    }
}

fn output(recipe: u16) -> &'static str {
    gamedata::recipes::all().get(usize::from(recipe)).map_or("something unknown", |recipe| item_name(recipe.output))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::action::{Heading, Terrain};
    use vocab::build::{Op, Visit};
    use vocab::{BlockPos, FinePos, Name};

    #[test]
    fn actions_name_what_and_where() {
        let item = |name: &str| gamedata::items::named(name).unwrap();
        let at = BlockPos::new(4, 64, -7);
        for (action, words, now) in [
            (Action::GoTo { to: at, within: 1, terrain: Terrain::Walk }, "go to 4 64 -7", "going to 4 64 -7"),
            (
                Action::Explore { heading: Heading::NorthEast, blocks: 48 },
                "explore 48 blocks to the north east",
                "exploring to the north east",
            ),
            (Action::Place { item: item("torch"), at }, "place torch at 4 64 -7", "placing torch"),
            (
                Action::Build {
                    visit: Visit { pillar: None, stand: at, ops: vec![Op::Break { at }, Op::Break { at }] },
                    scaffold: None,
                },
                "build 2 cells from 4 64 -7",
                "building 2 cells",
            ),
            (Action::Eat { item: item("bread") }, "eat bread", "eating bread"),
            (Action::Wait { ticks: 1 }, "wait 1 tick", "wait"),
            (Action::PickUp { radius: 3 }, "pick up what lies within 3 blocks", "pick up"),
        ] {
            assert_eq!((describe(&action).as_str(), at_it(&action).as_str()), (words, now));
        }
    }

    #[test]
    fn actions_are_told_in_words_with_the_place_and_the_things() {
        let item = |name: &str| gamedata::items::named(name).unwrap();
        let (at, fine) = (BlockPos::new(1, 64, -3), FinePos::new(-1_500, 64_200, 3_999));
        for (action, said) in [
            (
                Action::LoadStation { at, input: item("raw_iron"), count: 2, fuel: Some((item("coal"), 1)) },
                "load 2 raw_iron and 1 coal at 1 64 -3",
            ),
            (Action::LoadStation { at, input: item("beef"), count: 1, fuel: None }, "load 1 beef at 1 64 -3"),
            (Action::TakeOutput { at }, "take what is ready at 1 64 -3"),
            (Action::PickUp { radius: 8 }, "pick up what lies within 8 blocks"),
            (Action::Attack { kind: Name::new("cave_spider"), near: fine }, "attack a cave spider near -2 64 3"),
            (Action::Flee { from: fine, blocks: 12 }, "flee 12 blocks from -2 64 3"),
            (
                Action::Explore { heading: vocab::action::Heading::NorthEast, blocks: 64 },
                "explore 64 blocks to the north east",
            ),
            (Action::Eat { item: item("bread") }, "eat bread"),
        ] {
            assert_eq!(describe(&action), said);
        }
    }
}

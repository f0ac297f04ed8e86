//! The kinds of goals that a task can have: one file for each kind, and one line in the list below.
//!
//! A kind defines the key of its goals, when they are met, their plan, their progress and their rank.

mod at;
mod beside;
mod build;
pub mod check;
mod deliver;
mod explore;
mod fed;
mod find;
mod follow;
mod have;
mod have_any;
#[cfg(test)]
#[path = "example_high.rs"]
mod high;
mod lit;
mod materials;
mod refuge;
mod repaired;
mod shelter;
mod station;
mod walled;
mod worn;

pub use at::At;
pub use beside::Beside;
pub use build::Build;
pub use check::{Check, Checked};
pub use deliver::Deliver;
pub use explore::Explore;
pub use fed::Fed;
pub use find::{Find, Quarry, block_name};
pub use follow::Follow;
pub use have::Have;
pub use have_any::HaveAny;
pub use lit::Lit;
pub use materials::Materials;
pub use refuge::Refuge;
pub use repaired::Repaired;
pub use shelter::Shelter;
pub use station::{HaveStation, has_station};
pub use walled::Walled;
pub use worn::Worn;

use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::asking::Start;
use crate::plan::course::{self, NoPlan};
use crate::plan::step::Step;
use crate::view::situation::Situation;
use crate::wire::reason::Reason;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{Bag, GoalKey, ItemId};

/// The rank of goals that are not about the body's needs: they come last.
const RANK_LAST: u8 = 5;

/// What every kind of goal implements. `Display` puts into words what must be true when the goal is met.
pub trait Kind: fmt::Display {
    /// The goal's key. Goals that one task can serve have equal keys.
    fn key(&self) -> GoalKey;

    /// Whether the world already shows what the goal asks for.
    fn is_met(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> bool;

    /// Plans the steps that lead from the present situation to the goal.
    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan>;

    /// How much of the goal is done, and the total; `None` for goals whose progress is shown by the steps of their
    /// plan.
    fn progress(&self, _bag: &Bag) -> Option<(u32, u32)> {
        None
    }

    /// How many items the goal asks for; `None` for goals without an amount.
    fn amount(&self) -> Option<u32> {
        None
    }

    /// What shows that the goal is met, as a reason to tell. Called when the goal is met.
    fn receipt(&self, _situation: &Situation<'_>, _pursuit: &Pursuit) -> Reason {
        Reason::Met
    }

    /// The order of goals among the tasks of one lane: the lowest rank comes first.
    fn rank(&self, _walled_in: bool) -> u8 {
        RANK_LAST
    }

    /// A larger goal of the same kind that also covers the goal `by`; `None` when the kind has no amounts.
    fn widened(&self, _by: &Goal) -> Option<Goal> {
        None
    }
}

/// The facts that a plan for a task's goal is made from.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub task: TaskId,
    pub situation: &'a Situation<'a>,
    pub pursuit: &'a Pursuit,
}

impl Request<'_> {
    /// Makes a temporal plan after which the bag holds `count` of an item.
    fn course(&self, wanted: ItemId, count: u32) -> Result<Planned, NoPlan> {
        self.course_for(&[(wanted, count)], None)
    }

    /// Makes a temporal plan after which the bag holds all of these. What open builds need is left alone, but for the build that
    /// the items are for.
    fn course_for(&self, wanted: &[(ItemId, u32)], build: Option<u32>) -> Result<Planned, NoPlan> {
        let (situation, work) = (self.situation, &self.pursuit.work);
        if let Some(at) = situation.places.unopened(situation.at, situation.now) {
            return Ok(Planned::Step(Step::LookInto { at }));
        }
        let usable = situation.usable();
        let mut free = usable.clone();
        for (item, carried) in usable.iter() {
            let _ = free.take(item, situation.builds.reserved(item, build).min(carried));
        }
        // A worn tool, or an item that a build needs, cannot be used by the plan, but still counts as one of the items asked for.
        let rest = |(item, count): &(ItemId, u32)| {
            let kept = situation.bag.count(*item).saturating_sub(free.count(*item));
            (*item, count.saturating_sub(kept))
        };
        let wanted: Vec<(ItemId, u32)> = wanted.iter().map(rest).filter(|(_, count)| *count > 0).collect();
        let start = Start {
            lore: situation.lore,
            places: situation.places,
            bag: &free,
            at: situation.at,
            now: situation.now,
            avoid: &work.avoid,
            task: Some(self.task),
        };
        course::plan(start, &wanted, &work.steps).map(Planned::Course)
    }
}

/// Defines the enum of all goals from the list of kinds; each method calls the same method of the kind.
macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// The goal of a task, as a closed set of types. Free text never decides what the agent does.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Goal {
            $($kind($kind),)*
        }

        impl Goal {
            fn kind(&self) -> &dyn Kind {
                match self {
                    $(Goal::$kind(kind) => kind,)*
                }
            }
        }

        $(impl From<$kind> for Goal {
            fn from(kind: $kind) -> Goal {
                Goal::$kind(kind)
            }
        })*
    };
}

kinds![
    At,
    Beside,
    Build,
    Check,
    Deliver,
    Explore,
    Fed,
    Find,
    Follow,
    Have,
    HaveAny,
    HaveStation,
    Lit,
    Materials,
    Refuge,
    Repaired,
    Shelter,
    Walled,
    Worn,
];

impl Goal {
    pub fn is_met(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> bool {
        self.kind().is_met(situation, pursuit)
    }

    pub fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        self.kind().plan(request)
    }

    pub fn progress(&self, bag: &Bag) -> Option<(u32, u32)> {
        self.kind().progress(bag)
    }

    pub fn amount(&self) -> Option<u32> {
        self.kind().amount()
    }

    pub fn receipt(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> Reason {
        self.kind().receipt(situation, pursuit)
    }

    pub fn rank(&self, walled_in: bool) -> u8 {
        self.kind().rank(walled_in)
    }

    pub fn widened(&self, by: &Goal) -> Option<Goal> {
        self.kind().widened(by)
    }
}

impl tasks::Goal for Goal {
    fn key(&self) -> GoalKey {
        self.kind().key()
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

/// Makes a goal key from two words that are known to be valid.
fn key(action: &str, target: &str) -> GoalKey {
    GoalKey::new(action, target).expect("a kind's own words make a key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::classes::ItemClass;
    use crate::view::lore::item;
    use alloc::string::ToString;
    use tasks::Goal as _;
    use vocab::{BlockPos, Station};

    #[test]
    fn each_goal_has_a_key_and_a_description() {
        let at = |z| At { place: BlockPos::new(12, -3, z), within: 2 };
        let have = |name: &str, count| Have { item: item(name), count };
        let any = |class, count| HaveAny { class, count };
        let goals: [(Goal, &str, &str); 15] = [
            (have("diamond", 3).into(), "collect:diamond", "3 diamond in the bag"),
            (have("oak_log", 8).into(), "collect:oak_log", "8 oak_log in the bag"),
            (have("stone_pickaxe", 1).into(), "craft:stone_pickaxe", "1 stone_pickaxe in the bag"),
            (have("iron_ingot", 9).into(), "smelt:iron_ingot", "9 iron_ingot in the bag"),
            (have("cooked_beef", 2).into(), "smelt:cooked_beef", "2 cooked_beef in the bag"),
            (any(ItemClass::Log, 8).into(), "collect:oak_log", "8 logs of any wood in the bag"),
            (any(ItemClass::Food, 4).into(), "collect:food", "4 things to eat in the bag"),
            (HaveStation { station: Station::Furnace }.into(), "craft:furnace", "a furnace carried or near by"),
            (Worn { item: item("iron_boots") }.into(), "wear:iron_boots", "iron_boots worn"),
            (Shelter.into(), "upkeep:dig_in", "walled in until the night is over"),
            (Fed { food: 18 }.into(), "upkeep:eat", "food at 18 of 20"),
            (Refuge { health: 17 }.into(), "upkeep:heal_up", "out of danger with health at 17 of 20"),
            (Lit { light: 8 }.into(), "upkeep:place_torches", "light at 8 of 15"),
            (at(-7).into(), "navigate:12_-3_-7", "within 2 blocks of 12 -3 -7"),
            (at(7).into(), "navigate:12_-3_7", "within 2 blocks of 12 -3 7"),
        ];
        for (goal, key, words) in goals {
            assert_eq!((goal.key().as_str(), goal.to_string().as_str()), (key, words));
        }
    }

    /// The list of kinds with the example of CONTRIBUTING.md added to one of ours.
    mod with_the_example {
        use super::super::high::High;
        use super::{Deserialize, Have, Kind, Serialize, ToString};

        kinds![Have, High];

        #[test]
        fn the_kind_of_goal_in_the_contributing_page_works_in_the_list_of_kinds() {
            let goal: Goal = High { y: 100 }.into();
            let kind = goal.kind();
            assert_eq!((kind.key().as_str(), kind.to_string().as_str()), ("climb:100", "standing at height 100"));
            assert_eq!(kind.rank(false), super::super::RANK_LAST);
            assert_ne!(goal, Goal::from(Have { item: super::item("dirt"), count: 1 }));
        }
    }
}

//! Why something was decided, as data. One renderer at the edge puts it into words.

use crate::plan::step::Step;
use crate::wants::drive::Rule;
use alloc::string::String;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::outcome::End;
use vocab::{BlockPos, ItemId, Name, Station};

/// Why a task exists, an action begins or ends, a status changes, or the body changes hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    // Why a task was made.
    /// The rule of the drive ladder that chose its goal.
    Drive(Rule),
    /// Upkeep foresees or sees a need of the body.
    Upkeep(Upkeep),
    /// A person asked for it.
    Ordered,
    /// Another task cannot go on without it.
    NeededFirst(Why),

    // Why an action begins.
    /// A reflex rule answers a danger; `about` is the creature it is about.
    Reflex {
        rule: reflex::Rule,
        about: Option<Name>,
        health: Option<u8>,
    },
    /// What the step of the task's plan takes now.
    Step {
        step: Step,
        why: Why,
    },
    /// Something dangerous went out of sight there.
    LostSight,
    /// A hostile creature has stayed in view for ten seconds.
    Watched,

    // Why an action was cancelled, or the body let go.
    /// It made no measurable progress for too long.
    GetsNowhere,
    TakesTooLong,
    TaskEnded,
    Dead,
    /// The link to the body is down.
    NoBody,
    /// No controller wants what the body does, or wants anything at all.
    NothingToDo,
    /// A task of the same lane with priority `now` takes over.
    PreemptedBy(TaskId),
    /// What the task has in a furnace is nearly ready.
    FurnaceNearlyDone,

    // Why a task's status changed.
    Turn,
    /// The world shows what the goal asks for.
    Met,
    ActionEnded {
        verb: Name,
        end: End,
    },
    /// Planning and the state of the world contradict each other.
    PlanGoesInCircles,
    /// Nothing got done for five minutes in control of the body.
    NothingGotDone,
    EveryWayFailed,
    /// Every way was tried three times from here.
    EveryWayBarred,
    /// The planner's answer: a reason of its own, with what it is about.
    NoPlan {
        reason: Name,
        detail: String,
    },
    /// The plan has no steps although the goal is not met.
    EmptyPlan,
    /// It was interrupted too often without getting anything done.
    Endangered,
    TakenBack,
    BodyDied,
    /// A task that had to be done first failed.
    ChildFailed,
    Leaf(Why),

    // Why a plan was made.
    NewTask,
    StepOver,
    WorldDisagreed,
}

/// What upkeep says about a need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upkeep {
    /// What would happen to a metric if nothing were done.
    Foreseen(upkeep::Foreseen),
    /// A metric that cannot be kept up with what is at hand; this gets what is missing.
    Unmet(upkeep::UnmetNeed),
    /// The threshold rule: the level it saw.
    Food {
        food: u8,
    },
    Health {
        health: u8,
    },
    Dusk {
        time_of_day: u16,
    },
}

/// What an action, question, pause or failure of a step is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    // getting somewhere, looking for something
    BeThere,
    SeeNewGround,
    Find(Sought),
    /// It lies below ground and was never seen, so it is mined for.
    MineLeadsTo(ItemId),
    NotWithinWalks {
        what: Sought,
        walks: u8,
    },
    NotWithinMine {
        item: ItemId,
        parts: u8,
    },
    WhereIs(ItemId),
    SeenThere(ItemId),
    IsNear(ItemId),
    NoToolFor(ItemId),
    // hunting
    CreatureSeenThere(Name),
    ComesFrom {
        kind: Name,
        item: ItemId,
    },
    DropsLie,
    // crafting and stations
    StationThere(Station),
    IngredientsCarried,
    NoRecipe(u16),
    WhereToPut(Station),
    StationNeeded(Station),
    CannotBePlaced(Station),
    MakeRoomForStation,
    StationBusy(Station),
    ToSmelt {
        item: ItemId,
        count: u8,
    },
    StillSmelting(ItemId),
    ReadyThere(ItemId),
    NearlyReady(ItemId),
    Ready(ItemId),
    // the bag
    MakeRoomInBag,
    // food, armour, light
    Hungry {
        food: u8,
        gives: u8,
    },
    NothingToEat,
    VitalsUnknown,
    Protects {
        points: u8,
    },
    Light {
        light: u8,
    },
    NoTorch,
    TorchCannotBePlaced,
    WhereToPutTorch,
    NowhereForTorch,
    // shelter
    WhereToDigIn,
    DigInThere,
    DigIn,
    CloseShelter,
    NothingToCloseWith,
    ShelterShouldBeClosed,
    UntilMorning,
    NightIsOver,
    Healing {
        health: u8,
        of: u8,
    },
    UntilDangerLeaves,
    SafeOnTheSpot,
    NoGroundToDigIn,
    BackToDryLand {
        at: BlockPos,
    },
    // bed
    RoomForBed,
    IsThereRoomForBed,
    SleepThroughNight,
    BedShortensNight,
    MonstersNearBed,
    TakeBedAlong,
}

/// What a walk is looking for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sought {
    Item(ItemId),
    /// The item, away from where the body died lately.
    ItemAwayFromDeath(ItemId),
    PlaceToDigIn,
    RoomForStation,
}

//! The reasons for decisions, as data. One renderer at the edge puts them into words.

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
    /// Upkeep sees or foresees a need of the body.
    Upkeep(Upkeep),
    /// A person asked for it.
    Ordered,
    /// Another task needs this one done first.
    NeededFirst(Why),

    // Why an action begins.
    /// A reflex rule answers a danger; `about` is the dangerous creature.
    Reflex {
        rule: reflex::Rule,
        about: Option<Name>,
        health: Option<u8>,
    },
    /// The current step of the task's plan needs it.
    Step {
        step: Step,
        why: Why,
    },
    /// A dangerous creature went out of sight there.
    LostSight,
    /// A hostile creature has stayed in view for ten seconds.
    Watched,

    // Why an action was cancelled, or a controller released the body.
    /// The action made no measurable progress for too long.
    GetsNowhere,
    TakesTooLong,
    Dead,
    /// The link to the body is down.
    NoBody,
    /// No controller wants the running action, or no controller claims the body.
    NothingToDo,
    /// A task of the same lane with priority `now` takes over.
    PreemptedBy(TaskId),
    /// The task's batch in a furnace is nearly ready.
    FurnaceNearlyDone,

    // Why a task's status changed.
    Turn,
    /// The world shows what the goal asks for.
    Met,
    ActionEnded {
        verb: Name,
        end: End,
    },
    /// Thinking found no action in one tick, because the plan and the world contradict each other.
    PlanGoesInCircles,
    /// The task had the body for five minutes without progress.
    NothingGotDone,
    EveryWayFailed,
    /// Every way failed three times from here.
    EveryWayBarred,
    /// The planner's own reason, with the item that it concerns.
    NoPlan {
        reason: Name,
        detail: String,
    },
    /// The plan has no steps although the goal is not met.
    EmptyPlan,
    /// The task was interrupted too often without progress.
    Endangered,
    TakenBack,
    BodyDied,
    Leaf(Why),

    // Why a plan was made.
    NewTask,
    StepOver,
    WorldDisagreed,
}

/// Upkeep's reason for a need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upkeep {
    /// The forecast for a metric if nothing is done.
    Foreseen(upkeep::Foreseen),
    /// A metric that the carried supplies cannot maintain. The goal fetches the missing supply.
    Unmet(upkeep::UnmetNeed),
    /// The threshold rule, with the food level that triggered it.
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

/// The purpose of an action or question, or the cause of a pause or failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    // Walking and searching.
    BeThere,
    SeeNewGround,
    Find(Sought),
    /// The item is underground and was never seen, so the agent mines for it.
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
    // Hunting.
    CreatureSeenThere(Name),
    ComesFrom {
        kind: Name,
        item: ItemId,
    },
    DropsLie,
    // Crafting and stations.
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
    // The bag.
    MakeRoomInBag,
    // Food, armour, light.
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
    // Shelter.
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
    // Bed.
    RoomForBed,
    IsThereRoomForBed,
    SleepThroughNight,
    BedShortensNight,
    MonstersNearBed,
    TakeBedAlong,
}

/// What a search walk looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sought {
    Item(ItemId),
    /// The item, away from a recent death.
    ItemAwayFromDeath(ItemId),
    PlaceToDigIn,
    RoomForStation,
}

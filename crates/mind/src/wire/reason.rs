//! The reasons for decisions, as data. One renderer at the edge puts them into words.

use crate::builds::Stop;
use crate::plan::step::Step;
use crate::wants::drive::Rule;
use agency::thought::{Number, Source};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::outcome::End;
use vocab::{BlockId, BlockPos, ItemId, Name, Station};

/// Why a task exists, an action begins or ends, a status changes, or another controller gets the body.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    // The reasons from here on say why a task was made.
    /// The task was made because this rule of the drive ladder chose its goal.
    Drive(Rule),
    /// The task was made because upkeep sees or foresees a need of the body.
    Upkeep(Upkeep),
    /// The task was made because a person ordered it.
    Ordered,
    /// The task was made because the thought with this number named its goal.
    Thought {
        thought: Number,
        source: Source,
    },
    /// The task was made because a person asked for it in these words.
    Said {
        by: Name,
        text: String,
    },
    /// The task was made because another task needs it done first.
    NeededFirst(Why),

    // The reasons from here on say why an action begins.
    /// The action begins because a reflex rule answers a danger; `about` is the dangerous creature.
    Reflex {
        rule: reflex::Rule,
        about: Option<Name>,
        health: Option<u8>,
    },
    /// The action begins because the current step of the task's plan needs it.
    Step {
        step: Step,
        why: Why,
    },
    /// The body looks at a place because a dangerous creature went out of sight there.
    LostSight,
    /// The action begins because a hostile mob has stayed in view for ten seconds.
    Watched,

    // The reasons from here on say why an action was cancelled, or a controller released the body.
    /// The action was cancelled because it made no measurable progress for too long.
    GetsNowhere,
    TakesTooLong,
    Dead,
    /// The action was cancelled because the link to the body is down.
    NoBody,
    /// The action was cancelled, or the body was released, because no controller has a use for the body.
    NothingToDo,
    /// The action was cancelled because this task of the same lane, with priority `now`, takes over.
    PreemptedBy(TaskId),
    /// The task became pending again because its batch in a furnace is nearly ready.
    FurnaceNearlyDone,

    // The reasons from here on say why a task's status changed.
    Turn,
    /// The task is done: the world shows what its goal asks for.
    Met,
    /// The task is done: what it was to find is at this place.
    FoundAt(BlockPos),
    /// The task is done: this is what it was to check, the contents of a container or the blocks at a place.
    Looked(Looked),
    /// The task is done: the person has got the items.
    HandedOver {
        item: ItemId,
        count: u32,
        to: Name,
    },
    ActionEnded {
        verb: Name,
        end: End,
    },
    /// The task found no action in one tick, because its plan and the world contradict each other.
    PlanGoesInCircles,
    /// The task failed because it controlled the body for five minutes without progress.
    NothingGotDone,
    EveryWayFailed,
    /// The task gave up a step because every variant of its action had already failed three times from this place.
    EveryWayBarred,
    /// The task has no plan; this is the planner's own reason, with the item or station that it is about.
    NoPlan {
        reason: planner::Reason,
        about: Option<ItemId>,
    },
    /// The task's plan has no steps although its goal is not met.
    EmptyPlan,
    /// The task failed because it was interrupted too often without progress.
    Endangered,
    TakenBack,
    PersonPaused,
    PersonResumed,
    /// The task was cancelled because the person asked for something else.
    ToldOtherwise,
    BodyDied,
    Leaf(Why),

    // The reasons from here on say why a plan was made.
    NewTask,
    StepOver,
    WorldDisagreed,

    /// The action was cancelled and its task failed because the program broke at this place of its source.
    Shaken {
        place: String,
    },

    /// An earlier version of the program had a reason that this one does not know.
    #[default]
    NoLongerKnown,
}

/// Upkeep's reason for a need of the body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upkeep {
    /// The need is forecast: this is what happens to a metric if nothing is done.
    Foreseen(upkeep::Foreseen),
    /// The carried supplies cannot keep up this metric. The need's goal fetches the missing supply.
    Unmet(upkeep::UnmetNeed),
    /// The threshold rule found the need, at this food level.
    Food {
        food: u8,
    },
    Health {
        health: u8,
    },
    Dusk {
        time_of_day: u16,
    },
    /// The need is for pickaxes: the iron ones have this many uses left in total.
    PickaxesWorn {
        uses: u32,
    },
}

/// The purpose of an action or question of a plan step, or the cause of its pause or failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    // The purposes from here on are about walking and searching.
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
    /// A remembered chest holds the item: the agent goes there and takes it out.
    InChest(ItemId),
    UnopenedChest,
    NoToolFor(ItemId),
    /// The agent asks where the nearest block of this kind is.
    WhereIsBlock(BlockId),
    // The purposes from here on are about people.
    PersonThere(Name),
    PersonLost(Name),
    KeepBesidePerson(Name),
    TurnToPerson(Name),
    HandOver {
        item: ItemId,
        to: Name,
    },
    UntilTaken(ItemId),
    // The purposes from here on are about checking things.
    LookAtBlock(BlockId),
    WhatIsInside,
    WhatIsThere,
    // The purposes from here on are about hunting.
    CreatureSeenThere(Name),
    ComesFrom {
        kind: Name,
        item: ItemId,
    },
    DropsLie,
    // The purposes from here on are about crafting and stations.
    StationThere(Station),
    IngredientsCarried,
    #[serde(with = "vocab::recipe")]
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
    // The purposes from here on are about the bag.
    MakeRoomInBag,
    // The purposes from here on are about food, armour and light.
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
    // The purposes from here on are about the shelter.
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
    // The purposes from here on are about the bed.
    RoomForBed,
    IsThereRoomForBed,
    SleepThroughNight,
    BedShortensNight,
    MonstersNearBed,
    TakeBedAlong,
    HomeForNight,
    Building(Building),
}

/// What a build is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Building {
    Look,
    GoThere,
    NoSiteHere,
    Visit { cells: u32 },
    Materials { kinds: u32 },
    AfterFailure,
    Stopped(Box<Stop>),
}

/// What a search walk looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sought {
    Item(ItemId),
    /// The search walk looks for the item, away from a place where the agent recently died.
    ItemAwayFromDeath(ItemId),
    PlaceToDigIn,
    RoomForStation,
    Block(BlockId),
    Creature(Name),
}

/// What the agent saw when it checked something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Looked {
    /// The items in a chest or station, at most [`LOOKED_MAX`] kinds.
    Container { at: BlockPos, items: Vec<(ItemId, u32)>, burning_ticks: u32 },
    /// The check found this block, which has no contents.
    Block { at: BlockPos, block: BlockId },
    /// The most frequent blocks around the checked place, at most [`LOOKED_MAX`] kinds.
    Blocks { at: BlockPos, blocks: Vec<(BlockId, u32)> },
    /// The items in the agent's bag, at most [`LOOKED_MAX`] kinds.
    Bag { items: Vec<(ItemId, u32)> },
}

/// Most kinds of items or blocks that a check reports: what a line of chat can hold.
pub const LOOKED_MAX: usize = 12;

//! What a body can be asked to do. One action runs at a time, and each ends with exactly one [`crate::Outcome`].

use crate::block::BlockId;
use crate::build::Visit;
use crate::item::ItemId;
use crate::name::Name;
use crate::position::{BlockPos, FinePos};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The id of one action that the mind requests from the body. A mind never uses an id twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionId(pub u64);

/// How far the body may change the world to make a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Walk, jump, swim, climb; open doors.
    Walk,
    /// Walk, and also dig through what is in the way.
    Dig,
    /// Walk and dig, and also place carried blocks to build bridges and pillars.
    DigAndPlace,
}

/// A compass direction for the body to explore in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Heading {
    pub const ALL: [Heading; 8] = [
        Heading::North,
        Heading::NorthEast,
        Heading::East,
        Heading::SouthEast,
        Heading::South,
        Heading::SouthWest,
        Heading::West,
        Heading::NorthWest,
    ];

    /// The direction as one step in x (east) and z (south).
    pub const fn step(self) -> (i32, i32) {
        match self {
            Heading::North => (0, -1),
            Heading::NorthEast => (1, -1),
            Heading::East => (1, 0),
            Heading::SouthEast => (1, 1),
            Heading::South => (0, 1),
            Heading::SouthWest => (-1, 1),
            Heading::West => (-1, 0),
            Heading::NorthWest => (-1, -1),
        }
    }
}

/// Where the body wears or holds an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EquipSlot {
    Hand,
    OffHand,
    Head,
    Chest,
    Legs,
    Feet,
}

/// A skill of the body. Places are absolute; an entity is given by the place where it is believed to be. Actions that walk or
/// collect in the dark place torches on the way, as long as the body carries spare ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Walk until at most `within` blocks from `to`.
    GoTo {
        to: BlockPos,
        within: u8,
        terrain: Terrain,
    },
    /// Walk `blocks` blocks in this direction, and prefer ground that was not seen before.
    Explore {
        heading: Heading,
        blocks: u16,
    },
    /// Break one block in reach with the best tool carried.
    Dig {
        at: BlockPos,
    },
    /// Go to the nearest of the blocks `from`, break them and pick up the drops, until `count` of `item` were gained.
    Collect {
        item: ItemId,
        from: Vec<BlockId>,
        count: u16,
        radius: u8,
    },
    /// Dig for blocks that were never seen: stairs to the height `y`, there a corridor with branches, at most `blocks`
    /// blocks long in all. Ends as done once one of the blocks `from`, which give `item`, comes into sight; with none
    /// named the rock itself is wanted. Continues the last mine if that is near; a new one begins towards `heading`.
    Mine {
        item: ItemId,
        from: Vec<BlockId>,
        y: i32,
        heading: Heading,
        blocks: u16,
    },
    /// Walk to dropped items in sight and pick them up.
    PickUp {
        radius: u8,
    },
    /// Put a carried block into an empty or replaceable cell in reach.
    Place {
        item: ItemId,
        at: BlockPos,
    },
    /// Walk to the place of a visit and change its cells in their order, until each holds the wanted state. A place that is too
    /// high to walk to is reached on a pillar of `scaffold`, which is taken down afterwards. Ends at the first cell that the world
    /// refuses; the receipt says what stands.
    Build {
        visit: Visit,
        scaffold: Option<ItemId>,
    },
    /// Use a carried item on a block in reach (a hoe on dirt, seeds on farmland, a bucket on water).
    Use {
        item: ItemId,
        at: BlockPos,
    },
    /// Open or close a door, gate or trapdoor in reach.
    Toggle {
        at: BlockPos,
    },
    /// Craft a recipe of `gamedata` this many times; a recipe that needs a crafting table needs one in reach.
    Craft {
        #[serde(with = "crate::recipe")]
        recipe: u16,
        times: u16,
        table: Option<BlockPos>,
    },
    /// Put input and fuel into a furnace, blast furnace, smoker or campfire in reach.
    LoadStation {
        at: BlockPos,
        input: ItemId,
        count: u8,
        fuel: Option<(ItemId, u8)>,
    },
    /// Take the finished items out of a furnace, blast furnace or smoker in reach.
    TakeOutput {
        at: BlockPos,
    },
    /// Put items into a chest in reach.
    Deposit {
        at: BlockPos,
        item: ItemId,
        count: u16,
    },
    /// Take items out of a chest in reach.
    Withdraw {
        at: BlockPos,
        item: ItemId,
        count: u16,
    },
    /// Throw carried items away.
    Drop {
        item: ItemId,
        count: u16,
    },
    Equip {
        item: ItemId,
        slot: EquipSlot,
    },
    /// Eat one of a carried food.
    Eat {
        item: ItemId,
    },
    /// Chase the creature of this kind nearest to where it is believed to be, and hit it until it is dead or gone. Players,
    /// villagers, and named or tamed animals are never struck.
    Attack {
        #[serde(default)]
        kind: Name,
        near: FinePos,
    },
    /// Hold up a carried shield for this many ticks.
    Shield {
        ticks: u16,
    },
    /// Run until `blocks` blocks away from this place.
    Flee {
        from: FinePos,
        blocks: u8,
    },
    /// Close every open side of the two cells that the body stands in with carried blocks, starting on the side of
    /// `from`.
    WallIn {
        from: FinePos,
    },
    /// Lie down in a bed in reach until morning.
    Sleep {
        bed: BlockPos,
    },
    Wait {
        ticks: u16,
    },
    LookAt {
        at: FinePos,
    },
}

impl Action {
    /// The action's name in logs, counters and on the screen.
    pub const fn verb(&self) -> &'static str {
        match self {
            Action::GoTo { .. } => "go_to",
            Action::Explore { .. } => "explore",
            Action::Dig { .. } => "dig",
            Action::Collect { .. } => "collect",
            Action::Mine { .. } => "mine",
            Action::PickUp { .. } => "pick_up",
            Action::Place { .. } => "place",
            Action::Build { .. } => "build",
            Action::Use { .. } => "use",
            Action::Toggle { .. } => "toggle",
            Action::Craft { .. } => "craft",
            Action::LoadStation { .. } => "load_station",
            Action::TakeOutput { .. } => "take_output",
            Action::Deposit { .. } => "deposit",
            Action::Withdraw { .. } => "withdraw",
            Action::Drop { .. } => "drop",
            Action::Equip { .. } => "equip",
            Action::Eat { .. } => "eat",
            Action::Attack { .. } => "attack",
            Action::Shield { .. } => "shield",
            Action::Flee { .. } => "flee",
            Action::WallIn { .. } => "wall_in",
            Action::Sleep { .. } => "sleep",
            Action::Wait { .. } => "wait",
            Action::LookAt { .. } => "look_at",
        }
    }
}

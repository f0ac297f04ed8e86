//! The one seam between skills and a world: what a skill may read, and the limb verbs that it may use.
//!
//! A body implements [`Limbs`]. The embedded world does it in the same process, where every verb is settled at once; a body in
//! another process does it over a protocol, with the answers some ticks later. A skill cannot tell which.
//!
//! The verbs are of three kinds:
//!
//! - **Held for one tick**, like a button: [`Limbs::keys`], [`Limbs::look`], [`Limbs::dig`], [`Limbs::eat`]. A skill repeats them in
//!   each tick. A body stops digging and eating when the verb did not come for [`RELEASE_TICKS`] ticks.
//! - **Clicks**: a [`Click`] is one deed of the hands. It is answered with an [`Ack`]: done, refused with a reason, or *waits*, when
//!   the world has not answered yet. The cells that such a click will change are predicted: [`Limbs::cells`] shows them as changed. If
//!   the world refuses it or says nothing for [`SILENCE_TICKS`], the prediction is taken back, and [`Limbs::verdict`] says so. The bag
//!   is never predicted.
//! - **Blows** at a creature, which the limb finds by its kind and the place where it is believed to be.
//!
//! There are no creatures among the reads. A [`Handle`] to a creature or a dropped item has a meaning for the limbs alone.

use crate::aim::SPOT_PARTS;
use crate::chunks::{ChunkPos, SECTION_CELLS};
use crate::inventory::Inventory;
use crate::known::Props;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use clicks::Side;
use gamedata::items::Food;
use serde::{Deserialize, Serialize};
use vocab::action::EquipSlot;
use vocab::item::Stack;
use vocab::outcome::Refusal;
use vocab::{BlockId, BlockPos, Danger, ItemId, Name, StateId, Tick};

/// A body stops digging or eating when the verb did not come for this many ticks. One tick between two verbs is no pause: a
/// skill that steps forward while it digs needs it.
pub const RELEASE_TICKS: u64 = 2;
/// A click that the world has not answered for this many ticks counts as refused: two seconds, ten times a usual delay.
pub const SILENCE_TICKS: u64 = 40;

/// The blocks that a body knows: those of the chunks that its world has sent.
pub trait Cells {
    /// The block and its state at a place; `None` where the chunk is not loaded. Air above and below the world.
    fn cell(&self, at: BlockPos) -> Option<Cell>;

    /// Sky light as at noon, and block light; dark where the chunk is not loaded.
    fn light(&self, at: BlockPos) -> (u8, u8);

    /// All cells of one section, counted from below; `None` where the chunk is not loaded.
    fn section(&self, chunk: ChunkPos, section: usize) -> Option<Section<'_>>;

    /// Whether a section may hold one of these kinds, by the bits of [`crate::chunks::kind_bit`]; false when not loaded.
    fn section_may_have(&self, chunk: ChunkPos, section: usize, kinds: u64) -> bool;

    #[inline]
    fn block(&self, at: BlockPos) -> Option<BlockId> {
        self.cell(at).map(Cell::block)
    }

    #[inline]
    fn is_loaded(&self, at: BlockPos) -> bool {
        self.cell(at).is_some()
    }

    /// Properties of the block at a place; `None` where the chunk is not loaded.
    #[inline]
    fn props(&self, at: BlockPos) -> Option<Props> {
        self.cell(at).map(|cell| *cell.props())
    }

    /// Whether the cell stops bodies. Unloaded cells count as solid, so that nothing walks into them.
    #[inline]
    fn is_solid(&self, at: BlockPos) -> bool {
        self.cell(at).is_none_or(is_solid_cell)
    }

    /// Whether the cell holds a liquid.
    fn is_liquid(&self, at: BlockPos) -> bool {
        self.props(at).is_some_and(|props| props.liquid)
    }
}

/// Whether a cell stops bodies: what is in it is higher than a step.
#[inline]
pub fn is_solid_cell(cell: Cell) -> bool {
    cell.props().solid
}

/// The cells of one section: one for all, or an array with x fastest, then z, then y.
#[derive(Debug, Clone, Copy)]
pub enum Section<'a> {
    Uniform(Cell),
    Cells(&'a [u16; SECTION_CELLS]),
}

impl Section<'_> {
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        match self {
            Section::Uniform(all) => *all,
            Section::Cells(cells) => Cell(cells[index]),
        }
    }
}

/// How the body stands at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pose {
    /// The middle of the feet.
    pub at: Place,
    pub on_ground: bool,
    pub in_water: bool,
    pub in_lava: bool,
    pub alive: bool,
    /// Ticks that the body has lain in bed; `None` when it is awake.
    pub asleep_ticks: Option<u32>,
    /// The food bar in half drumsticks.
    pub food: u8,
}

impl Pose {
    /// The cell in which the body stands.
    pub fn feet(&self) -> BlockPos {
        feet_of(self.at, self.on_ground)
    }

    pub fn eyes(&self) -> Place {
        self.at.up(crate::measures::EYE_HEIGHT)
    }

    /// Whether any part of a block is in reach of the hands.
    pub fn reaches(&self, block: BlockPos) -> bool {
        let eyes = self.eyes();
        eyes.distance(crate::measures::nearest_point(block, eyes)) <= crate::measures::REACH
    }
}

/// A body on the ground stands in the cell this far above its feet: on a slab in the cell of the slab, on farmland or a
/// chest in the cell above. What is lower than that is stepped on without a jump.
const STOOD: i64 = 400_000;

/// The cell in which a body with its feet at a place stands.
pub fn feet_of(at: Place, on_ground: bool) -> BlockPos {
    if on_ground { at.up(STOOD).block() } else { at.block() }
}

/// The movement keys of one tick. They are released at the end of the tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Keys {
    /// The walking direction: horizontal, with a length of one block, or zero.
    pub heading: Place,
    pub sprint: bool,
    pub jump: bool,
    /// Holds up the shield in the off hand.
    pub shield: bool,
    /// Walks slowly, does not step over edges, and climbs down scaffolding.
    #[serde(default)]
    pub sneak: bool,
}

/// What the body turns to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Place(Place),
    /// The creature nearest to this believed place, or the place itself when the limb finds none there.
    Creature(Place),
}

/// A creature or a dropped item, as the limbs number it. It means nothing to anybody else.
pub type Handle = u64;

/// A stack of items on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lying {
    pub id: Handle,
    pub at: Place,
    pub stack: Stack,
    /// Whether it fell a moment ago and cannot be picked up yet.
    pub fresh: bool,
}

/// A creature to be found by the limb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Its kind by the game's name.
    pub kind: Name,
    /// Where it is believed to be.
    pub near: Place,
    /// How far from there it may be by now, in millionths of a block.
    pub within: i64,
    /// Whether walls do not hide it.
    pub xray: bool,
}

/// What the limb tells of a creature that a skill pursues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quarry {
    pub at: Place,
    pub hostile: bool,
    /// Whether it is in sight, or near enough to be heard.
    pub noticed: bool,
    /// Whether a blow would reach it.
    pub in_reach: bool,
    /// Whether nothing solid is in between.
    pub clear: bool,
}

/// What became of a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blow {
    Struck,
    /// The arm is not rested: a blow would be weak.
    Tired,
    Missed,
}

/// The result of one tick of digging.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dug {
    Going,
    Broken,
    /// The block has changed since the digging began, or is out of reach.
    Gone,
}

/// The result of one tick of eating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bite {
    Going,
    Eaten,
    /// The food is not carried any more.
    Gone,
}

/// Where a click hits a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The block that is clicked on.
    pub on: BlockPos,
    pub face: Side,
    /// Where on that block, from its lowest corner, in thousandths of a block.
    pub cursor: [u16; 3],
    /// Whether the body sneaks meanwhile, so that the block is not opened or used.
    pub sneak: bool,
}

impl Spot {
    /// The place of the spot.
    pub fn place(&self) -> Place {
        let on = |block: i32, part: u16| i64::from(block) * MICRO + i64::from(part) * (MICRO / SPOT_PARTS);
        Place::new(on(self.on.x, self.cursor[0]), on(self.on.y, self.cursor[1]), on(self.on.z, self.cursor[2]))
    }
}

/// One deed of the hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Click {
    /// Puts a carried block into an empty or replaceable cell.
    Place {
        item: ItemId,
        at: BlockPos,
    },
    /// Uses a carried item on a spot of a block's face, so that exactly one state comes of it: places a block, empties a bucket,
    /// puts a plant into a pot. The body turns to the spot, and sneaks if the spot says so.
    PlaceAt {
        item: ItemId,
        spot: Spot,
    },
    /// Uses a carried item on a block: hoe, shovel, seeds, bucket, bone meal, flint and steel.
    UseOn {
        item: ItemId,
        at: BlockPos,
    },
    /// Opens or closes a door, gate or trapdoor.
    Toggle {
        at: BlockPos,
    },
    /// Moves items into or out of a station or a chest.
    Transfer {
        at: BlockPos,
        what: Transfer,
    },
    /// Crafts a recipe once.
    Craft {
        #[serde(with = "vocab::recipe")]
        recipe: u16,
        table: Option<BlockPos>,
    },
    Toss {
        item: ItemId,
        count: u16,
    },
    Equip {
        item: ItemId,
        slot: EquipSlot,
    },
    Sleep {
        bed: BlockPos,
    },
}

/// Items that move between the bag and a station or a chest: all of them, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transfer {
    Load { input: (ItemId, u8), fuel: Option<(ItemId, u8)> },
    TakeOutput,
    Deposit { item: ItemId, count: u16 },
    Withdraw { item: ItemId, count: u16 },
}

/// The number of a click that the world has not answered yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ticket(pub u64);

/// What a body says at once to a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ack {
    Done,
    Refused(Refusal),
    /// The click is on its way, and predicted.
    Waits(Ticket),
}

/// What became of a click that waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Waits,
    Confirmed,
    Refused(Refusal),
    /// The world said nothing for [`SILENCE_TICKS`].
    Silent,
}

/// The contents of a station or chest: its slots, and the ticks that its fire still burns.
pub type Contents = (Vec<Option<Stack>>, u32);

/// Reads and limb verbs of a body.
pub trait Limbs {
    type Cells: Cells;

    // Reads.

    fn cells(&self) -> &Self::Cells;

    fn now(&self) -> Tick;

    fn pose(&self) -> Pose;

    fn inventory(&self) -> &Inventory;

    /// Whether it is late enough in the day to sleep.
    fn is_night(&self) -> bool;

    /// The dropped items that the body's world has told of, oldest first. Skills look at those in sight alone.
    fn drops(&self) -> impl Iterator<Item = Lying>;

    fn lying(&self, id: Handle) -> Option<Lying> {
        self.drops().find(|lying| lying.id == id)
    }

    /// The contents of a station or chest in reach, as far as they are known.
    fn contents(&self, at: BlockPos) -> Option<Contents>;

    /// How far the block that is being dug is broken, in thousandths.
    fn dug_milli(&self) -> u32;

    /// What the world has said to a click that waited. Each verdict but [`Verdict::Waits`] is given once.
    fn verdict(&mut self, ticket: Ticket) -> Verdict;

    /// Whether the cell shows a prediction that the world has not confirmed. Nothing steps on it until then.
    fn is_predicted(&self, at: BlockPos) -> bool;

    /// Whether any click or broken block still waits for the world's answer.
    fn is_waiting(&self) -> bool;

    /// For so many ticks the bag may not show yet what the body has picked up.
    fn late_ticks(&self) -> u32;

    /// Takes the cells that the hands have changed since the last call, with the state that each has now. Only confirmed changes
    /// are listed.
    fn take_changes(&mut self) -> Vec<(BlockPos, StateId)>;

    // Verbs that are held for one tick.

    fn keys(&mut self) -> &mut Keys;

    fn look(&mut self, look: Look);

    /// Begins to dig at a block with the item in the hand. Digging at another block ends.
    fn dig_start(&mut self, at: BlockPos);

    /// Goes on digging for one tick at the block at which [`Limbs::dig_start`] began.
    fn dig(&mut self) -> Dug;

    /// Goes on eating for one tick.
    fn eat(&mut self, item: ItemId, food: &Food) -> Bite;

    /// Lets go of everything: stops digging and eating, and gets out of bed.
    fn stop(&mut self);

    // Clicks.

    /// Whether the body expects its world to accept a click now. Changes nothing.
    fn would(&self, click: &Click) -> Result<(), Refusal>;

    /// Does a click. A refused one changes nothing.
    fn click(&mut self, click: &Click) -> Ack;

    /// Takes an item into the hand; `None` takes one that does not wear, if there is room. Returns false when it is not carried.
    fn hold(&mut self, item: Option<ItemId>) -> bool;

    // Creatures.

    /// The noticed creature of a kind nearest to where it is believed to be. A player, a villager, and a named or tamed animal are
    /// never found.
    fn find(&self, wanted: &Wanted) -> Option<Handle>;

    /// What is to be told of a creature that was found; `None` when it is dead or gone.
    fn quarry(&self, creature: Handle) -> Option<Quarry>;

    /// The nearest hostile creature that a blow reaches, among those believed at these places.
    fn biter(&self, dangers: &[Danger]) -> Option<(Handle, Place)>;

    /// Strikes a creature that was found with the item in the hand.
    fn strike(&mut self, creature: Handle) -> Blow;
}

/// What the name of a player is told with: `player:ada`.
const PLAYER_PREFIX: &str = "player:";
/// The kinds that are never struck, whatever they do. Named and tamed animals are not either; the limb tells them apart.
const SPARED: [&str; 3] = ["player", "villager", "wandering_trader"];

/// Whether creatures of a kind are never struck.
pub fn is_spared(kind: Name) -> bool {
    SPARED.contains(&kind.as_str()) || kind.as_str().starts_with(PLAYER_PREFIX)
}

/// The body hears a creature within this distance of its feet through a wall.
pub const HEAR_RADIUS: i64 = 2 * MICRO;
/// A creature counts as the one believed at a place within this distance of it.
pub const REPORT_RADIUS: i64 = 2 * MICRO;

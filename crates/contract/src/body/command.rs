//! What a mind sends to a body: the greeting, acknowledgements, and one line for each limb verb.

use super::place::{Angle, Cell, Fine};
use serde::{Deserialize, Serialize};
use vocab::action::EquipSlot;

/// A line from the mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    Hello(Hello),
    Ack(Ack),
    Resend(Resend),
    Misread(Misread),
    Bye(Bye),
    Do(Do),
}

/// The mind's first line. The body answers with its own `hello` or with `bye`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Hello {
    /// The versions of the protocol that the mind speaks, its favourite first.
    pub protocols: Vec<String>,
    /// The mind's name and version, for people.
    pub mind: String,
    /// How far the body shall send columns, counted in columns from the one that it stands in.
    pub view: u8,
}

/// The mind has taken in everything up to this tick of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Ack {
    pub tick: u64,
}

/// The mind wants everything that it should know once more: world, sections, inventory, effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Resend {}

/// A line of the other side was refused and dropped. For the people who write the other side; nothing answers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Misread {
    /// The number of the refused line in its connection, from 1.
    pub line: u64,
    /// The name of the fault.
    pub fault: String,
    pub why: String,
}

/// The last line of a connection, from either side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Bye {
    pub reason: Parting,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parting {
    /// The program ends, or the person stopped it.
    Done,
    /// The two sides have no version of the protocol in common.
    Version,
    /// The body serves another mind already.
    Busy,
    /// Too many lines of the other side were refused.
    Faults,
    /// The other side said nothing for too long.
    Silent,
    /// Something broke inside.
    Broken,
}

/// A limb verb and the id that its answer will carry. Ids grow within a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Do {
    pub id: u64,
    pub verb: Verb,
}

/// One tick's command to the limbs. Each is answered exactly once, `confirmed` or `refused`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Verb {
    /// Move like this until the next `steer`, but at most three ticks. Forward and strafe are -1, 0 or 1; strafe 1 is to
    /// the right. Confirmed at once.
    Steer { forward: i8, strafe: i8, jump: bool, sneak: bool, sprint: bool },
    /// Turn the head. Confirmed at once.
    Look { yaw: Angle, pitch: Angle },
    /// Take this item into the hand; `null` empties the hand. Confirmed when it is there.
    Hold { item: Option<String> },
    /// Break this block, hitting this face, with what is in the hand. Confirmed when the block is gone.
    DigStart { at: Cell, face: Face },
    /// Stop breaking. The open `dig_start` is refused with `stopped`.
    DigStop {},
    /// Put the held item against this face of the block `at`; `cursor` is where on that block, in thousandths. Confirmed
    /// when the world shows the block.
    Place { at: Cell, face: Face, cursor: [u16; 3], item: String },
    /// Use the held item on a block, or the block itself (door, lever). Confirmed when the world shows a change.
    UseOn { at: Cell, face: Face, cursor: [u16; 3] },
    /// Use the held item in the air, until it is used up (eating), until `release`, or at once (a bucket).
    UseItem { hand: Hand },
    /// Let go of the item in use. Confirmed at once.
    Release {},
    /// Hit once the nearest creature of this kind within two blocks of this place.
    Strike { kind: String, near: Fine },
    /// Craft. The grid has 4 cells, or 9 with a crafting table at `table`, row by row.
    Craft { makes: String, grid: Vec<Option<String>>, times: u16, table: Option<Cell> },
    /// Look into a chest or station; its content comes as `window`.
    Open { at: Cell },
    /// Move items between the inventory and a chest or station.
    Transfer { at: Cell, item: String, count: u16, slot: SlotRole, way: Way },
    /// Throw items away, in the direction of the look.
    Toss { item: String, count: u16 },
    /// Wear an item, or take it into the off hand.
    Equip { item: String, slot: EquipSlot },
    /// Lie down in a bed. Confirmed when the body lies.
    Sleep { bed: Cell },
    /// Get up. Confirmed at once.
    Wake {},
    /// Say a line of chat. Confirmed when it is sent.
    Say { text: String },
    /// Come back to life.
    Respawn {},
    /// Stop everything: the legs, the digging, the item in use. Every open verb is refused with `stopped`.
    Stop {},
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    Down,
    Up,
    North,
    South,
    West,
    East,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Main,
    Off,
}

/// What a slot of a station or chest is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotRole {
    /// Any slot of a chest.
    Any,
    Input,
    Fuel,
    Output,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    In,
    Out,
}

impl Verb {
    /// The verb's name on the wire, as a body lists it in its abilities.
    pub const fn name(&self) -> &'static str {
        match self {
            Verb::Steer { .. } => "steer",
            Verb::Look { .. } => "look",
            Verb::Hold { .. } => "hold",
            Verb::DigStart { .. } => "dig_start",
            Verb::DigStop {} => "dig_stop",
            Verb::Place { .. } => "place",
            Verb::UseOn { .. } => "use_on",
            Verb::UseItem { .. } => "use_item",
            Verb::Release {} => "release",
            Verb::Strike { .. } => "strike",
            Verb::Craft { .. } => "craft",
            Verb::Open { .. } => "open",
            Verb::Transfer { .. } => "transfer",
            Verb::Toss { .. } => "toss",
            Verb::Equip { .. } => "equip",
            Verb::Sleep { .. } => "sleep",
            Verb::Wake {} => "wake",
            Verb::Say { .. } => "say",
            Verb::Respawn {} => "respawn",
            Verb::Stop {} => "stop",
        }
    }
}

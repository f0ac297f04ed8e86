//! What a body sends to a mind: what it is, what it senses, and how each verb ended.

use super::command::{Bye, Misread};
use super::place::{Angle, Cell, Column, Fine};
use super::section::Section;
use crate::fields::list;
use serde::{Deserialize, Serialize};
use vocab::senses::{GameMode, Harm, Vitals};

/// A line from the body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Report {
    Hello(Hello),
    Link(Link),
    World(World),
    Section(Section),
    Unload(Unload),
    Blocks(Blocks),
    Tick(Tick),
    Inventory(Inventory),
    Effects(Effects),
    Entities(Entities),
    Drops(Drops),
    Window(Window),
    Chat(Chat),
    Harm(Harmed),
    Died(Died),
    Respawned(Respawned),
    Woke(Woke),
    ToolBroke(ToolBroke),
    Collected(Collected),
    Confirmed(Confirmed),
    Refused(Refused),
    Misread(Misread),
    Bye(Bye),
}

/// The body's first line, the answer to the mind's `hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Hello {
    /// The version that both sides speak from here on.
    pub protocol: String,
    /// The body's name and version, for people.
    pub body: String,
    /// The verbs that the body can do; it refuses all others with `unsupported`.
    #[serde(deserialize_with = "list")]
    pub abilities: Vec<String>,
}

/// The state of the body's own link to its world. A body that is its own world is always present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Link {
    pub state: LinkState,
    /// The name of the cause while the state is not `present`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<LinkCause>,
    /// The cause in words, as the server gave it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// In how many milliseconds the body tries again, if it waits for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    Connecting,
    Present,
    /// The link is down; the body tries again by itself.
    Waiting,
    /// The link is down, and a person must act before it can come back.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkCause {
    /// Nothing listens at the address, or the name of the host is unknown.
    Unreachable,
    /// The server said nothing for too long.
    TimedOut,
    /// The server closed the connection without a reason.
    Closed,
    /// The server stops or restarts.
    Restarting,
    /// The server has no free place.
    Full,
    /// Somebody logged in with the same name.
    LoggedInElsewhere,
    /// The server kicked the body, for another reason.
    Kicked,
    /// The server does not let this player in: ban or allow list.
    Banned,
    /// The server speaks a version of the game that the body does not.
    WrongVersion,
    /// The account was not accepted.
    Login,
    /// The server sent what is not Minecraft's protocol.
    Garbled,
}

/// The world that the body is in. Everything known about blocks before is void.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct World {
    /// The version of the game that names of blocks and items belong to, such as `1.21.4`.
    pub game: String,
    /// Such as `overworld`.
    pub dimension: String,
    /// The lowest block; a multiple of 16.
    pub min_y: i32,
    /// How many blocks the world is high; a multiple of 16.
    pub height: u16,
}

/// The body no longer knows this column: the server took it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Unload {
    pub at: Column,
}

/// Blocks that are different now, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Blocks {
    /// Each is `[x, y, z, state]`.
    #[serde(deserialize_with = "list")]
    pub changes: Vec<(i32, i32, i32, String)>,
}

/// The body's own state, once a game tick while the link is `present`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Tick {
    /// The body's own count of ticks; grows by at least 1 and never goes back within a connection.
    pub tick: u64,
    /// The world's age in ticks, if the world tells one that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<u64>,
    /// Tick of the day, 0 to 23,999.
    pub time_of_day: u16,
    pub weather: Weather,
    pub at: Fine,
    /// In thousandths of a block per tick.
    pub velocity: Fine,
    pub yaw: Angle,
    pub pitch: Angle,
    pub on_ground: bool,
    /// Light from the sky (as at noon) and from blocks at the body's head, 0 to 15 each, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<[u8; 2]>,
    /// Left out until the world has told them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vitals: Option<State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weather {
    Clear,
    Rain,
    Thunder,
}

/// Health and the like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct State {
    /// In half hearts, 0 to 20.
    pub health: u8,
    /// In half drumsticks, 0 to 20.
    pub food: u8,
    /// In thousandths of a point.
    pub saturation: u32,
    /// Ticks of air left, 0 to 300.
    pub air: u16,
    /// Armour points, 0 to 20.
    pub armour: u8,
    pub on_fire: bool,
    pub in_lava: bool,
    pub in_water: bool,
    /// Whether the head is inside a solid block.
    pub suffocating: bool,
    /// How far the body has fallen so far, in thousandths of a block.
    pub falling: u32,
    pub asleep: bool,
    pub mode: GameMode,
}

impl From<State> for Vitals {
    fn from(state: State) -> Vitals {
        let State { health, food, saturation, air, armour, on_fire, in_lava, .. } = state;
        let State { in_water, suffocating, falling, asleep, mode, .. } = state;
        let saturation_milli = saturation;
        let known = Vitals { health, food, saturation_milli, air, armour, on_fire, ..Vitals::healthy() };
        Vitals { in_lava, in_water, suffocating, falling, asleep, mode, ..known }
    }
}

impl From<Vitals> for State {
    fn from(vitals: Vitals) -> State {
        State {
            health: vitals.health,
            food: vitals.food,
            saturation: vitals.saturation_milli,
            air: vitals.air,
            armour: vitals.armour,
            on_fire: vitals.on_fire,
            in_lava: vitals.in_lava,
            in_water: vitals.in_water,
            suffocating: vitals.suffocating,
            falling: vitals.falling,
            asleep: vitals.asleep,
            mode: vitals.mode,
        }
    }
}

/// Items of one kind in one slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with item and count")]
pub struct Stack {
    pub item: String,
    pub count: u8,
    /// Damage that a tool or armour has taken, in uses.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wear: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(wear: &u16) -> bool {
    *wear == 0
}

/// Everything that the body carries; sent whenever it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Inventory {
    /// 36 slots, the first nine being the hotbar.
    #[serde(deserialize_with = "list")]
    pub slots: Vec<Option<Stack>>,
    /// Head, chest, legs, feet.
    pub armour: [Option<Stack>; 4],
    pub off_hand: Option<Stack>,
    /// Which hotbar slot is in the hand, 0 to 8.
    pub held: u8,
}

/// All status effects on the body; sent whenever they changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Effects {
    #[serde(deserialize_with = "list")]
    pub effects: Vec<StatusEffect>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct StatusEffect {
    /// Such as `slowness`.
    pub name: String,
    /// 1 is the weakest.
    pub level: u8,
    pub ticks: u32,
}

/// All creatures, players and objects that the body knows of, nearest first; replaces the list before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Entities {
    #[serde(deserialize_with = "list")]
    pub entities: Vec<Entity>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Entity {
    /// The world's own number for it; a hint only.
    pub id: u64,
    /// Such as `zombie` or `player`.
    pub kind: String,
    /// Its feet.
    pub at: Fine,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Fine>,
    /// Whether the line from the body's eyes to it is free.
    pub sight: Sight,
    /// A player's name, or the name that a player gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    Visible,
    Occluded,
    Unknown,
}

/// All items that lie around, nearest first; replaces the list before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Drops {
    #[serde(deserialize_with = "list")]
    pub drops: Vec<Drop>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Drop {
    pub id: u64,
    /// Left out where the world does not say what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    pub count: u8,
    pub at: Fine,
    pub sight: Sight,
}

/// What a chest or station holds, as it was seen last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Window {
    pub at: Cell,
    /// A chest has its slots in order; a furnace has input, fuel and output.
    #[serde(deserialize_with = "list")]
    pub slots: Vec<Option<Stack>>,
    /// Ticks that a furnace still burns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burning: Option<u32>,
}

/// A heard line. Without `who` it is the server that speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Chat {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    pub text: String,
}

/// The body lost health.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Harmed {
    pub half_hearts: u8,
    pub cause: Harm,
    /// Where it came from, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Fine>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Died {
    pub cause: Harm,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Respawned {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Woke {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ToolBroke {
    pub item: String,
}

/// A player near the body picked up items that the body had thrown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Collected {
    pub by: String,
    pub item: String,
    pub count: u16,
}

/// A verb had its effect, as far as the world has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Confirmed {
    pub id: u64,
}

/// A verb had no effect, or the world has taken it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Refused {
    pub id: u64,
    pub reason: Reason,
    /// The reason in words, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Why a verb was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    MissingItem,
    OutOfReach,
    NotLoaded,
    NotDiggable,
    Occupied,
    NoSupport,
    WrongBlock,
    NoTable,
    NoRecipe,
    StationBusy,
    NotFuel,
    NotEdible,
    NotWearable,
    NoRoom,
    CannotSleep,
    NoTarget,
    Dead,
    Disconnected,
    BadRequest,
    /// The face that is to be clicked is turned away from the eyes.
    FaceNotInView,
    /// A player, a villager, or a named or tamed animal is never struck.
    SparedCreature,
    /// `stop`, `dig_stop` or another verb ended it.
    Stopped,
    /// The world did not take it, without saying why.
    Denied,
    /// The world did not show the effect in time; it may still come.
    TimedOut,
    /// The body does not have this ability.
    Unsupported,
    /// Too many verbs wait for their answer.
    TooMany,
}

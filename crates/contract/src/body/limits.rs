//! The bounds of the body protocol. A line beyond one of them is refused by name.

/// The longest line from a body: a section of 4,096 different states with long names has about 400 kB.
pub const REPORT_BYTES_MAX: usize = 1 << 20;
/// The longest line from a mind: the longest is a line of chat or a crafting grid.
pub const COMMAND_BYTES_MAX: usize = 16 << 10;
/// Most block changes in one line. A whole section that changes is sent as a section.
pub const CHANGES_MAX: usize = 4_096;
/// Most entities in one line. A body sends the nearest ones; no server shows more of them within 64 blocks for long.
pub const ENTITIES_MAX: usize = 512;
/// Most dropped items in one line.
pub const DROPS_MAX: usize = 512;
/// Most slots of a window: a double chest has 54.
pub const WINDOW_SLOTS_MAX: usize = 64;
/// Most status effects at once; the game has about forty.
pub const EFFECTS_MAX: usize = 64;
/// Most verbs that may wait for their answer. A tick sends three or four, and a dig runs for seconds.
pub const PENDING_MAX: usize = 64;
/// The longest name of an item or a kind of entity, in bytes, with the namespace of a mod.
pub const NAME_BYTES_MAX: usize = 100;
/// The longest name of a block state, in bytes. The game's longest has 120.
pub const STATE_BYTES_MAX: usize = 400;
/// The longest line of chat, in characters; the game's own limit is 256, and servers add a prefix.
pub const CHAT_CHARS_MAX: usize = 1_000;
/// The longest name of a player or a program, in characters.
pub const WHO_CHARS_MAX: usize = 64;
/// The longest explanation in words, in characters.
pub const WHY_CHARS_MAX: usize = 500;
/// Largest coordinate of a block: the game's world ends 30 million blocks from the origin.
pub const COORDINATE_MAX: i32 = 30_000_000;
/// Lowest and highest height that a world may have: the game's own limits.
pub const WORLD_MIN_Y: i32 = -2_032;
pub const WORLD_MAX_Y: i32 = 2_031;
/// Largest number that every JSON reader keeps exact (2^53 - 1): ticks and ids stay below.
pub const WHOLE_MAX: u64 = (1 << 53) - 1;
/// How many ticks the body may be ahead of the mind's last `ack` before it holds back: two seconds.
pub const BEHIND_TICKS_MAX: u64 = 40;
/// Refused lines after which a connection is closed. A sound body sends none.
pub const FAULTS_MAX: u32 = 100;
/// Largest `view` that a mind may ask for: the distance in columns in which servers send chunks.
pub const VIEW_MAX: u8 = 32;

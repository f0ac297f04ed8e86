//! File formats of structures: reads and writes Stead's own TOML, Sponge `.schem`, Litematica `.litematic` and structure
//! block `.nbt` files.
//!
//! A file is untrusted: every size, count and depth has a bound, and no file can make the reader hold more than about
//! 300 MB or work for more than two seconds.

mod draft;
mod fault;
mod nbt;
pub mod picture;
mod read;
mod renames;
mod resolve;
mod shipped;
mod state_text;
mod unpack;
mod write;

pub use draft::{CELLS_MAX, Draft, DraftModule, Format, PALETTE_MAX, UNSAID};
pub use fault::Fault;
pub use read::read;
pub use renames::rename;
pub use resolve::{LeftOut, Resolved, resolve};
pub use shipped::{SHIPPED, shipped};
pub use state_text::StateText;
pub use unpack::{FILE_BYTES_MAX, UNPACKED_BYTES_MAX};
pub use write::{Target, layers, write};

//! Saves the whole world to one file. A file that is damaged, truncated, or from another version or terrain is refused as a
//! whole.
//!
//! Layout: magic, format version, terrain version, hash of the game's tables, digest of the payload, digest of the world, length,
//! payload (postcard).

use crate::World;
use crate::grid::VIEW_CHUNKS_MAX;
use crate::terrain::TERRAIN_VERSION;
use gamedata::{blocks, items, states};
use shapes::{Loss, Palettes, Shapes};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use thiserror::Error;
use vocab::digest::{decode, encode};
use vocab::{BlockId, Digest};

const MAGIC: [u8; 8] = *b"STEADWLD";
/// Version of the save format. It must change whenever the payload format does.
pub const SAVE_VERSION: u32 = 6;
const HEADER_BYTES: usize = 8 + 4 + 4 + 8 + 32 + 32 + 8;

/// Why bytes are not a valid saved world.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SaveFault {
    #[error("it is no world file: it does not begin with STEADWLD")]
    NoWorld,
    #[error("it is cut off: {found} bytes of {expected}")]
    Cut { found: usize, expected: usize },
    #[error("it has {0} bytes too many")]
    TooLong(usize),
    #[error("it has format version {found}, this program reads {SAVE_VERSION}")]
    Version { found: u32 },
    #[error("its land was made by terrain version {found}, this program has {TERRAIN_VERSION}")]
    Terrain { found: u32 },
    #[error("its blocks and items are numbered by other game tables than those of this program")]
    Tables,
    #[error("its contents do not match its checksum: it is damaged")]
    Damaged,
    #[error("its contents cannot be read: {0}")]
    Malformed(vocab::digest::DecodeError),
    #[error("its contents cannot be read: {0}")]
    Unfit(shapes::ReadError),
    #[error("the world read from it differs from the one that was saved")]
    Differs,
}

/// Why a world could not be saved or loaded.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("{}: {fault}; nothing was loaded", path.display())]
    Refused { path: PathBuf, fault: SaveFault },
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: std::io::Error },
}

/// A hash of the tables that number blocks, their states and items. With other tables, every id in a save file would
/// mean something else.
fn tables_mark() -> [u8; 8] {
    let mut hash = blake3::Hasher::new();
    let names = blocks::all().iter().map(|block| block.name).chain(items::all().iter().map(|item| item.name));
    for name in names {
        hash.update(name.as_bytes()).update(b"\n");
    }
    for property in (0..blocks::all().len() as u16).flat_map(|block| states::properties(BlockId(block))) {
        for word in [property.name].iter().chain(property.values) {
            hash.update(word.as_bytes()).update(b"\n");
        }
    }
    let whole = hash.finalize();
    std::array::from_fn(|i| whole.as_bytes()[i])
}

/// The payload of a saved world, whole and undamaged.
fn payload(bytes: &[u8]) -> Result<&[u8], SaveFault> {
    let cut = |expected| SaveFault::Cut { found: bytes.len(), expected };
    if bytes.len() < MAGIC.len() || bytes[..8] != MAGIC {
        return Err(SaveFault::NoWorld);
    }
    if bytes.len() < HEADER_BYTES {
        return Err(cut(HEADER_BYTES));
    }
    let checksum: [u8; 32] = std::array::from_fn(|i| bytes[24 + i]);
    let length = u64::from_le_bytes(std::array::from_fn(|i| bytes[88 + i]));
    let payload = &bytes[HEADER_BYTES..];
    match usize::try_from(length) {
        Ok(length) if length == payload.len() => {}
        Ok(length) if length < payload.len() => return Err(SaveFault::TooLong(payload.len() - length)),
        Ok(length) => return Err(cut(HEADER_BYTES.saturating_add(length))),
        Err(_) => return Err(SaveFault::Damaged),
    }
    if *blake3::hash(payload).as_bytes() != checksum {
        return Err(SaveFault::Damaged);
    }
    Ok(payload)
}

impl World {
    /// The whole world as bytes; equal worlds give equal bytes.
    pub fn save_bytes(&self) -> Vec<u8> {
        let payload = encode(self);
        let mut bytes = Vec::with_capacity(HEADER_BYTES + payload.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&SAVE_VERSION.to_le_bytes());
        bytes.extend_from_slice(&TERRAIN_VERSION.to_le_bytes());
        bytes.extend_from_slice(&tables_mark());
        bytes.extend_from_slice(blake3::hash(&payload).as_bytes());
        bytes.extend_from_slice(&self.digest().0);
        bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&payload);
        bytes
    }

    /// Loads a world from saved bytes.
    pub fn load_bytes(bytes: &[u8]) -> Result<World, SaveFault> {
        let payload = payload(bytes)?;
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        match (number(8), number(12)) {
            (SAVE_VERSION, TERRAIN_VERSION) => {}
            (SAVE_VERSION, found) => return Err(SaveFault::Terrain { found }),
            (found, _) => return Err(SaveFault::Version { found }),
        }
        if bytes[16..24] != tables_mark() {
            return Err(SaveFault::Tables);
        }
        let digest = Digest(std::array::from_fn(|i| bytes[56 + i]));
        let world: World = decode(payload).map_err(SaveFault::Malformed)?;
        if world.view_chunks > VIEW_CHUNKS_MAX || world.digest() != digest {
            return Err(SaveFault::Differs);
        }
        Ok(world)
    }

    /// Reads a world that an earlier version of the program saved, by the shape and the names of that time. Returns what
    /// was lost beside it.
    pub fn read_older(
        bytes: &[u8],
        shapes: &Shapes,
        palettes: (&Palettes, &Palettes),
    ) -> Result<(World, Vec<Loss>), SaveFault> {
        let payload = payload(bytes)?;
        let terrain = u32::from_le_bytes(std::array::from_fn(|i| bytes[12 + i]));
        let read: Result<(World, Vec<Loss>), shapes::ReadError> = shapes::read(payload, shapes, palettes);
        let (world, losses) = read.map_err(SaveFault::Unfit)?;
        Ok((world.carry_over(terrain), losses))
    }

    /// Writes the world to a file atomically: a new file replaces the old one once it is safe on disk.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        write(&self.save_bytes(), path)
    }

    /// Reads a world from a file; an error names the file and the reason.
    pub fn load(path: &Path) -> Result<World, SaveError> {
        let bytes = fs::read(path).map_err(|error| SaveError::File { path: path.to_path_buf(), error })?;
        World::load_bytes(&bytes).map_err(|fault| SaveError::Refused { path: path.to_path_buf(), fault })
    }
}

/// Writes a saved world to a file atomically: a new file replaces the old one once it is safe on disk.
pub fn write(bytes: &[u8], path: &Path) -> Result<(), SaveError> {
    let failed = |error| SaveError::File { path: path.to_path_buf(), error };
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut file = fs::File::create(&beside).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    drop(file);
    fs::rename(&beside, path).map_err(failed)
}

/// Serialization of a grid; the parts that its seed can generate again are left out.
pub(crate) mod grid {
    use crate::grid::Grid;
    use crate::pack::GridRecord;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(grid: &Grid, serializer: S) -> Result<S::Ok, S::Error> {
        grid.record().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Grid, D::Error> {
        Grid::restore(GridRecord::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The shape of a saved world. The blocks are traced first: a world checks them when it is read.
pub fn shapes(tracer: &mut shapes::Tracer) -> Result<Shapes, shapes::TraceError> {
    tracer.trace::<crate::pack::GridRecord>()?;
    tracer.trace::<World>()
}

//! The hash of names, used by the build script that fills the name tables and by the lookup.

/// The FNV-1a hash with 32 bits.
pub const fn of(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let mut hash = 0x811c_9dc5_u32;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// Marks a free place in the hash table of names.
pub const FREE: u16 = u16::MAX;

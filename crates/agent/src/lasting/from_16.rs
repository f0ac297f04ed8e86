//! Layout 16: the last one whose lives do not bring their own description.

use crate::lasting::Description;
use vocab::digest::decode;

/// The description of layout 16, traced from the program that wrote it.
const DESCRIPTION: &[u8] = include_bytes!("layout_16.shapes");

pub fn description() -> Description {
    decode(DESCRIPTION).expect("a test reads it")
}

/// Renames a field of upkeep: layout 16 calls the rule that upkeep followed last `controller`, later layouts call it
/// `rule`.
pub fn step(description: &mut Description) {
    description.mind.rename_field("Keeping", "controller", "rule");
}

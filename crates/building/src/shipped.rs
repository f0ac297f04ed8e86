//! The blueprints that come with the program, packed. The crate `blueprint` has their texts, and a test that makes these files of them.

use crate::blueprint::Blueprint;
use crate::pack::unpack;

/// Name and packed bytes of each blueprint.
const SHIPPED: [(&str, &[u8]); 6] = [
    ("basic_shelter", include_bytes!("../shipped/basic_shelter.packed")),
    ("cabin", include_bytes!("../shipped/cabin.packed")),
    ("watchtower", include_bytes!("../shipped/watchtower.packed")),
    ("farm", include_bytes!("../shipped/farm.packed")),
    ("wall_with_gate", include_bytes!("../shipped/wall_with_gate.packed")),
    ("bridge", include_bytes!("../shipped/bridge.packed")),
];

/// The names of all blueprints that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// A blueprint that comes with the program.
pub fn shipped(name: &str) -> Option<Blueprint> {
    let (_, bytes) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    unpack(bytes).ok()
}

/// The packed bytes of a blueprint that comes with the program.
pub fn packed(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

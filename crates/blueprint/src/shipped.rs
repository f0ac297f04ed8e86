//! The blueprints that come with the program.

/// Name and text of each blueprint.
pub const SHIPPED: [(&str, &str); 6] = [
    ("basic_shelter", include_str!("../blueprints/basic_shelter.toml")),
    ("cabin", include_str!("../blueprints/cabin.toml")),
    ("watchtower", include_str!("../blueprints/watchtower.toml")),
    ("farm", include_str!("../blueprints/farm.toml")),
    ("wall_with_gate", include_str!("../blueprints/wall_with_gate.toml")),
    ("bridge", include_str!("../blueprints/bridge.toml")),
];

/// The text of a blueprint that comes with the program.
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

//! Block names of older and newer game versions, and what the pinned version calls them.

use crate::StateText;

/// Names that have changed without the block changing: the name in a file, the name in 1.21.4.
const RENAMED: [(&str, &str); 11] = [
    ("grass", "short_grass"),       // until 1.20.2
    ("grass_path", "dirt_path"),    // until 1.16
    ("sign", "oak_sign"),           // until 1.13.2
    ("wall_sign", "oak_wall_sign"), // until 1.13.2
    ("mob_spawner", "spawner"),     // snapshots of 1.13
    ("portal", "nether_portal"),    // snapshots of 1.13
    ("flowing_water", "water"),     // until 1.12
    ("flowing_lava", "lava"),       // until 1.12
    ("melon_block", "melon"),       // until 1.12
    ("web", "cobweb"),              // until 1.12
    ("iron_chain", "chain"),        // from 1.21.9
];

/// The number of the first game version in which `cauldron` means an empty one (1.17).
const EMPTY_CAULDRON_SINCE: i32 = 2_724;
/// The number of the first game version in which `stone_slab` is made of stone and not of smooth stone (1.14).
const STONE_SLAB_SINCE: i32 = 1_952;

/// What the pinned version calls a state, where the file calls it something else; `None` when its name is not in the table.
pub fn rename(state: &StateText, data_version: Option<i32>) -> Option<StateText> {
    let before = |since: i32| data_version.is_some_and(|version| version < since);
    let renamed = |name: &str| Some(StateText { name: name.to_string(), properties: state.properties.clone() });
    if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == state.name) {
        return renamed(new);
    }
    let level = state.properties.get("level").map(String::as_str);
    match state.name.as_str() {
        "cauldron" if before(EMPTY_CAULDRON_SINCE) && level.is_some_and(|level| level != "0") => {
            renamed("water_cauldron")
        }
        "stone_slab" if before(STONE_SLAB_SINCE) => renamed("smooth_stone_slab"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_get_the_name_of_the_pinned_version() {
        for (old, version, new) in [
            ("grass", None, Some("short_grass")),
            ("sign[rotation=4]", Some(1_631), Some("oak_sign[rotation=4]")),
            ("cauldron[level=2]", Some(2_586), Some("water_cauldron[level=2]")),
            ("cauldron[level=0]", Some(2_586), None),
            ("stone_slab[type=top]", Some(1_631), Some("smooth_stone_slab[type=top]")),
            ("stone_slab[type=top]", Some(3_955), None),
            ("stone", Some(1_631), None),
        ] {
            let state = StateText::parse(old).unwrap();
            assert_eq!(rename(&state, version).map(|state| state.to_string()).as_deref(), new, "{old}");
        }
    }

    #[test]
    fn every_new_name_is_a_block_of_the_pinned_version_and_no_old_name_is() {
        for (old, new) in RENAMED {
            assert!(gamedata::blocks::named(new).is_some(), "{new}");
            assert!(gamedata::blocks::named(old).is_none(), "{old}");
        }
    }
}

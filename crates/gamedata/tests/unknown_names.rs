//! An unknown name gives the three nearest ones.

use gamedata::{UnknownName, blocks, items, mobs};
use proptest::prelude::*;

#[test]
fn slips_of_the_finger_are_understood() {
    for (name, nearest) in [
        ("iron_igot", "iron_ingot"),
        ("Oak Log", "oak_log"),
        ("cobbelstone", "cobblestone"),
        ("minecraft:diamnd", "diamond"),
        ("furnacse", "furnace"),
        ("wooden-pickaxe", "wooden_pickaxe"),
        ("planks", "oak_planks"),
        ("log", "oak_log"),
    ] {
        assert_eq!(items::find(name).unwrap_err().nearest[0], nearest, "{name}");
    }
    assert_eq!(blocks::find("stonne").unwrap_err().nearest[0], "stone");
    assert_eq!(mobs::find("zomby").unwrap_err().nearest[0], "zombie");
}

#[test]
fn the_message_names_the_thing_and_the_way_out() {
    let message = items::find("iron_igot").unwrap_err().to_string();
    assert_eq!(message, "unknown item \"iron_igot\" (did you mean \"iron_ingot\", \"iron_door\" or \"iron_hoe\"?)");
}

fn three_names_of_the_table(unknown: &UnknownName, known: impl Fn(&str) -> bool) {
    let [first, second, third] = unknown.nearest;
    assert!(unknown.nearest.into_iter().all(known), "{unknown}");
    assert!(first != second && second != third && first != third, "{unknown}");
}

proptest! {
    // Each case compares with every name of three tables.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_is_either_known_or_gets_three_different_names(name in ".{0,80}") {
        if let Err(unknown) = items::find(&name) {
            three_names_of_the_table(&unknown, |name| items::named(name).is_some());
        }
        if let Err(unknown) = blocks::find(&name) {
            three_names_of_the_table(&unknown, |name| blocks::named(name).is_some());
        }
        if let Err(unknown) = mobs::find(&name) {
            three_names_of_the_table(&unknown, |name| mobs::named(name).is_some());
        }
    }
}

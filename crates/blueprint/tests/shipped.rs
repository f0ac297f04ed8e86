//! The blueprints that come with the program: their geometry adds up, and everything in them can be built.

use blueprint::{SHIPPED, read, resolve, shipped};
use building::state;
use gamedata::states;
use vocab::BlockPos;

#[test]
fn the_shipped_blueprints_are_whole_and_of_blocks_that_a_hand_can_place() {
    for (name, text) in SHIPPED {
        let draft = read(text.as_bytes()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(draft.name.as_deref(), Some(name));
        assert!(!draft.about.is_empty());
        let resolved = resolve(draft, name);
        assert!(resolved.left_out == blueprint::LeftOut::default(), "{name}: {:?}", resolved.left_out);
        let blueprint = resolved.blueprint.unwrap();
        assert_eq!(blueprint.half_alone(), None, "{name}");
        assert!(blueprint.modules.len() >= 4, "{name}");
        let owned: usize = blueprint.modules.iter().map(|module| module.cells.len()).sum();
        assert_eq!(owned, blueprint.wanted().count(), "{name}: each cell has one module");
        for (cell, wanted) in blueprint.wanted() {
            let [x, y, z] = blueprint.place(cell).map(|at| at as i32);
            let holder = state::held_by(wanted, BlockPos::new(x, y, z)).filter(|holder| holder.y >= 0);
            let held = holder.map(|holder| blueprint.at([holder.x, holder.y, holder.z]));
            let sound = held.is_none_or(|held| held.is_some_and(|state| !state::is_air(state)));
            assert!(sound, "{name}: {} at {x} {y} {z} is held by nothing", states::shown(wanted));
        }
    }
    assert!(shipped("cabin").is_some() && shipped("palace").is_none());
}

#[test]
fn the_basic_shelter_is_five_by_five_with_a_door_a_bed_and_torches() {
    let resolved = resolve(read(shipped("basic_shelter").unwrap().as_bytes()).unwrap(), "");
    let blueprint = resolved.blueprint.unwrap();
    assert_eq!((blueprint.size[0], blueprint.size[2]), (5, 5));
    let count = |name: &str| resolved.materials.get(name).copied().unwrap_or(0);
    assert_eq!((count("oak_door"), count("white_bed")), (2, 2));
    assert!(count("torch") + count("wall_torch") >= 2);
    for name in ["cabin"] {
        let cabin = resolve(read(shipped(name).unwrap().as_bytes()).unwrap(), "");
        for part in ["cobblestone_stairs", "cobblestone_slab", "glass_pane"] {
            assert!(cabin.materials.contains_key(part), "{name}: {part}");
        }
    }
}

/// `INSTA_UPDATE=always` writes the files anew.
#[test]
fn the_packed_blueprints_that_the_mind_knows_are_those_of_the_texts() {
    for (name, text) in SHIPPED {
        let blueprint = resolve(read(text.as_bytes()).unwrap(), name).blueprint.unwrap();
        let packed = building::pack::pack(&blueprint).unwrap();
        if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../building/shipped");
            std::fs::write(folder.join(name).with_extension("packed"), &packed).unwrap();
            continue;
        }
        assert!(building::shipped::packed(name) == Some(&packed[..]), "{name}: write the files anew");
        assert_eq!(building::shipped(name), Some(blueprint), "{name}");
    }
    let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
    assert_eq!(building::shipped::names().collect::<Vec<_>>(), names);
}

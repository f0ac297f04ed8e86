//! Before and beside the building: feasibility and order, sites, materials, modules of imports, packing.

mod common;

use building::blueprint::CELLS_MAX;
use building::pack::{PackError, pack, unpack};
use building::pare::{Hopeless, pare};
use building::site::{Effort, Search, Unfit, preparation, survey};
use building::{Blueprint, Cells, Contradiction, Facing, Infeasible, ModuleKind, Site, Witness, feasible, materials};
use common::{Flat, GROUND, drawn, parsed, shipped};
use gamedata::items;
use proptest::prelude::*;
use vocab::BlockPos;

#[test]
fn every_shipped_blueprint_is_feasible_without_breaking_an_invariant_on_the_way() {
    for (name, _) in blueprint::SHIPPED {
        let blueprint = shipped(name);
        let found = feasible(&blueprint).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(found.order.len(), blueprint.modules.len());
        assert_eq!(found.broken_on_the_way, 0, "{name}");
    }
}

#[test]
fn an_infeasible_blueprint_is_refused_with_its_cells() {
    let empty: &[&str] = &["..."];
    let floating = drawn([3, 4, 1], &[("#", "stone"), (".", "air")], &[&["#.."], empty, empty, &["..#"]]);
    let Err(Infeasible::Cells { cells, .. }) = feasible(&floating) else { panic!() };
    assert_eq!(cells, [[2, 3, 0]]);
    let sand = drawn([1, 3, 1], &[("s", "sand"), ("#", "stone"), (".", "air")], &[&["#"], &["."], &["s"]]);
    assert!(matches!(feasible(&sand), Err(Infeasible::Cells { .. })), "sand does not stay in the air");
}

#[test]
fn imports_are_cut_into_modules_in_the_order_of_building() {
    let full: &[&str] = &["#####"; 5];
    let wall: &[&str] = &["#####", "#...#", "#...#", "#...#", "##d##"];
    let upper: &[&str] = &["#####", "#.i.#", "#...#", "#...#", "##D##"];
    let legend = [
        ("#", "oak_planks"),
        (".", "air"),
        ("d", "oak_door[facing=north,half=lower]"),
        ("D", "oak_door[facing=north,half=upper]"),
        ("i", "wall_torch[facing=south]"),
        ("t", "torch"),
    ];
    let top: &[&str] = &["t...t", ".....", ".....", ".....", "....."];
    let house = drawn([5, 8, 5], &legend, &[full, wall, upper, full, wall, full, full, top]);
    let kinds: Vec<ModuleKind> = house.modules.iter().map(|module| module.kind).collect();
    assert_eq!(kinds.first(), Some(&ModuleKind::Site));
    assert_eq!(kinds[1], ModuleKind::Foundation);
    assert!(kinds.iter().filter(|kind| **kind == ModuleKind::Walls).count() >= 2, "{kinds:?}");
    for (at, module) in house.modules.iter().enumerate() {
        assert!(module.after.iter().all(|before| *before < at), "{}: a DAG in building order", module.id);
    }
    let owned: usize = house.modules.iter().map(|module| module.cells.len()).sum();
    assert_eq!(owned, house.wanted().count());
    let again = drawn([5, 8, 5], &legend, &[full, wall, upper, full, wall, full, full, top]);
    assert_eq!(again.modules, house.modules, "ids are of the content");
}

#[test]
fn materials_are_those_of_the_cells_that_do_not_stand() {
    let shelter = shipped("basic_shelter");
    let all = materials::reserved(&shelter, |_| false);
    let count = |name: &str| all.count(items::named(name).unwrap());
    let expected =
        [("cobblestone", 25), ("oak_log", 8), ("oak_planks", 38), ("oak_door", 1), ("white_bed", 1), ("torch", 5)];
    for (name, wanted) in expected {
        assert_eq!(count(name), wanted, "{name}");
    }
    assert!(materials::reserved(&shelter, |_| true).is_empty());
}

/// Searches in slices of three places, and compares that with a search at once.
fn choose(blueprint: &Blueprint, near: BlockPos, world: &Flat) -> Result<(Site, Effort), Unfit> {
    let run = |tries| {
        let mut search = Search::new(near, Facing::South);
        (0..100).find_map(|_| search.step(blueprint, world, |_| true, tries)).expect("the search ends")
    };
    assert_eq!(run(3), run(usize::MAX));
    run(3)
}

#[test]
fn a_site_is_prepared_by_clearing_what_is_in_the_way_and_filling_shallow_holes() {
    let post = drawn([1, 2, 2], &[("W", "oak_planks")], &[&["W", "W"], &["W", " "]]);
    let site = Site { corner: BlockPos::new(0, GROUND + 1, 0), facing: post.front };
    let witness = Witness::new(&post, site);
    let at = |dy: i32, dz: i32| BlockPos::new(0, GROUND + 1 + dy, dz);
    let work = |world: &Flat| -> Vec<BlockPos> {
        preparation(&witness, world).into_iter().map(|difference| difference.at).collect()
    };
    let mut world = Flat::default();
    assert_eq!(work(&world), []);
    world.set(at(1, 1), parsed("stone"));
    world.set(at(0, 1), parsed("stone"));
    world.set(at(-1, 0), gamedata::states::AIR);
    assert_eq!(work(&world), [at(-1, 0), at(1, 1)], "what is wrong where something is wanted is its module's work");
    for down in 1..9 {
        world.set(at(-down, 0), gamedata::states::AIR);
    }
    assert_eq!(work(&world), [at(1, 1)], "a gorge is not filled");
}

#[test]
fn a_site_is_flat_enough_clear_enough_dry_and_near() {
    let shelter = shipped("basic_shelter");
    let near = BlockPos::new(0, GROUND + 1, 0);
    let (at, effort) = choose(&shelter, near, &Flat::default()).unwrap();
    assert_eq!((at.corner, effort.dig, effort.fill), (near.offset(0, -1, 0), 0, 0), "flat ground takes no work");
    let on = |world: &Flat| survey(&shelter, &Site { corner: near.offset(0, -1, 0), facing: Facing::South }, world);
    let mut pond = Flat::default();
    pond.set(BlockPos::new(2, GROUND, 2), parsed("water"));
    assert_eq!(on(&pond), Err(Unfit::Liquid(BlockPos::new(2, GROUND, 2))));
    let mut kitchen = Flat::default();
    kitchen.set(BlockPos::new(2, GROUND + 1, 2), parsed("chest"));
    assert_eq!(on(&kitchen), Err(Unfit::Built(BlockPos::new(2, GROUND + 1, 2))));
    let (dry, _) = choose(&shelter, near, &pond).unwrap();
    assert_ne!(dry.corner, at.corner);
    let mut hill = Flat::default();
    for y in 1..6 {
        hill.set(BlockPos::new(0, GROUND + y, 0), parsed("stone"));
    }
    assert_eq!(on(&hill), Err(Unfit::Uneven(4)));
    let mut trees = Flat::default();
    for (x, y, z) in (0..5).flat_map(|x| (1..3).flat_map(move |y| (0..5).map(move |z| (x, y, z)))) {
        trees.set(BlockPos::new(x, GROUND + y, z), parsed("oak_leaves"));
    }
    assert_eq!(on(&trees), Err(Unfit::Crowded(50)));
    let far = BlockPos::new(4, GROUND, 4);
    let dark = Flat { unloaded: vec![(far, far)], ..Flat::default() };
    assert!(matches!(on(&dark), Err(Unfit::Unseen(_))));
    assert!(dark.state(far).is_none());
}

#[test]
fn a_packed_blueprint_comes_back_and_a_damaged_one_is_refused() {
    for (name, _) in blueprint::SHIPPED {
        let blueprint = shipped(name);
        let bytes = pack(&blueprint).unwrap();
        assert!(bytes.len() < 4_000, "{name}: {} bytes", bytes.len());
        assert_eq!(unpack(&bytes).unwrap(), blueprint);
        assert_eq!(unpack(&bytes[..bytes.len() - 1]), Err(PackError::Damaged));
    }
    assert_eq!(unpack(&vec![0; 2 << 20]), Err(PackError::TooLong(2 << 20)));
    assert_eq!(CELLS_MAX, 32 << 20);
}

proptest! {
    #[test]
    fn no_bytes_make_unpacking_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<usize>(), byte in any::<u8>()) {
        let _ = unpack(&bytes);
        let mut sound = pack(&shipped("bridge")).unwrap();
        let at = at % sound.len();
        sound[at] = byte;
        let _ = unpack(&sound);
    }

    #[test]
    fn turning_a_site_is_undone_by_asking_for_the_cell(x in 0_u32..9, y in 0_u32..9, z in 0_u32..9, facing in 0_usize..4) {
        let cabin = shipped("cabin");
        let at = Site { corner: BlockPos::new(-40, 60, 7), facing: Facing::ALL[facing] };
        let cell = cabin.cell([x, y, z]);
        prop_assert_eq!(at.cell(&cabin, at.pos(&cabin, cell)), Some(cell));
    }
}

#[test]
fn what_cannot_be_built_is_left_out_cell_by_cell_and_the_rest_is_whole() {
    // A torch that hangs on nothing, a door without its upper half, and a wall.
    let legend = [("W", "oak_planks"), ("t", "wall_torch[facing=north]"), ("d", "oak_door[half=lower]")];
    let wall = drawn([3, 2, 1], &legend, &[&["WWd"], &["W t"]]);
    let pared = pare(&wall, true).unwrap();
    let names = |cells: &[(u32, vocab::StateId)]| -> Vec<&str> {
        cells.iter().map(|(_, state)| gamedata::blocks::get(gamedata::states::block(*state)).name).collect()
    };
    assert_eq!((names(&pared.halves), names(&pared.unreachable)), (vec!["oak_door"], vec!["wall_torch"]));
    assert_eq!(pared.blueprint.blocks(), 3);
    assert!(feasible(&pared.blueprint).is_ok());
    let owned: usize = pared.blueprint.modules.iter().map(|module| module.cells.len()).sum();
    assert_eq!(owned, pared.blueprint.wanted().count());
    let whole = shipped("cabin");
    assert_eq!(pare(&whole, true).unwrap().blueprint, whole, "of a sound blueprint nothing is left out");
    let nothing = drawn([1, 1, 1], &legend, &[&["d"]]);
    assert_eq!(pare(&nothing, true), Err(Hopeless::Nothing(Contradiction::NoCell)));
}

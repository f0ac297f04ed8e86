//! Stations of a build: reused before placed, never littered, alternatives within a budget, validated again.

mod common;

use building::area::Area;
use building::stations::{
    ENTRIES_MAX, Ensure, NoStation, PLACES_MAX, Provenance, Registry, Source, StationEntry, StationKind, Ways,
};
use building::{Facing, Witness};
use common::{Flat, home, parsed, shipped, site};
use gamedata::states;
use vocab::{BlockPos, Tick};

fn entry(kind: StationKind, pos: BlockPos, source: Source) -> StationEntry {
    let provenance = Provenance { source, module_index: 2, step_id: Some("walls".into()) };
    StationEntry { kind, pos, reachable: true, last_verified_at: Tick(0), provenance }
}

fn ensure(world: &Flat, registry: &Registry, kind: StationKind, tried: &[BlockPos]) -> Ensure {
    let blueprint = shipped("basic_shelter");
    let witness = Witness::new(&blueprint, site(&blueprint, Facing::South));
    let (area, reach) = ways(world, &witness);
    registry.ensure(kind, (&witness, world), Ways { area: &area, reach: &reach }, tried)
}

fn ways(world: &Flat, witness: &Witness<'_>) -> (Area, building::area::Marks) {
    let (min, max) = witness.site.bounds(witness.blueprint);
    let mut area = Area::new(min.offset(-6, -4, -6), max.offset(6, 4, 6)).unwrap();
    area.load(world, 0, usize::MAX);
    let reach = area.flood([home()]);
    (area, reach)
}

#[test]
fn a_station_is_reused_before_one_is_placed_and_none_is_placed_twice() {
    for kind in StationKind::ALL {
        let (mut world, mut registry) = (Flat::default(), Registry::default());
        let Ensure::Place(at) = ensure(&world, &registry, kind, &[]) else { panic!("{kind:?}") };
        let blueprint = shipped("basic_shelter");
        let (min, max) = site(&blueprint, Facing::South).bounds(&blueprint);
        assert!(!at.is_between(min, max), "it stands beside the structure, not in it");
        world.set(at, parsed(kind.name()));
        assert_eq!(ensure(&world, &registry, kind, &[]), Ensure::Use(at), "one that stands near is used, known or not");
        registry.insert(entry(kind, at, Source::Placed));
        assert_eq!(ensure(&world, &registry, kind, &[]), Ensure::Use(at));
    }
}

#[test]
fn an_own_station_that_is_out_of_reach_is_not_joined_by_a_second() {
    let (mut world, mut registry) = (Flat::default(), Registry::default());
    let Ensure::Place(at) = ensure(&world, &registry, StationKind::Furnace, &[]) else { panic!() };
    world.set(at, parsed("furnace"));
    registry.insert(entry(StationKind::Furnace, at, Source::Placed));
    for (dx, dz) in vocab::position::BESIDE {
        for up in 0..3 {
            world.set(at.offset(dx, up, dz), parsed("stone"));
            world.set(at.offset(0, up + 1, 0), parsed("stone"));
        }
    }
    assert_eq!(ensure(&world, &registry, StationKind::Furnace, &[]), Ensure::Fail(NoStation::Placed));
    assert!(
        matches!(ensure(&world, &registry, StationKind::Smoker, &[]), Ensure::Place(_)),
        "another kind is another matter"
    );
}

#[test]
fn places_that_failed_are_not_tried_again_and_the_budget_ends_it() {
    let (world, registry) = (Flat::default(), Registry::default());
    let mut tried = Vec::new();
    while let Ensure::Place(at) = ensure(&world, &registry, StationKind::CraftingTable, &tried) {
        assert!(!tried.contains(&at));
        tried.push(at);
    }
    assert_eq!(tried.len(), PLACES_MAX);
    assert_eq!(ensure(&world, &registry, StationKind::CraftingTable, &tried), Ensure::Fail(NoStation::PlacesTried));
}

#[test]
fn stations_are_validated_again_on_resume() {
    let blueprint = shipped("basic_shelter");
    let witness = Witness::new(&blueprint, site(&blueprint, Facing::South));
    let mut world = Flat::default();
    let at = |dx: i32| home().offset(dx, 0, 1);
    let mut registry = Registry::default();
    for (dx, kind) in [(0, StationKind::CraftingTable), (2, StationKind::Furnace), (4, StationKind::Anvil)] {
        registry.insert(entry(kind, at(dx), Source::Placed));
    }
    world.set(at(0), parsed("crafting_table"));
    world.set(at(2), states::AIR); // stolen
    world.set(at(4), parsed("chipped_anvil"));
    let unseen = home().offset(40, 0, 0);
    registry.insert(entry(StationKind::Smoker, unseen, Source::Found));
    world.unloaded.push((unseen, unseen));
    let (area, reach) = ways(&world, &witness);
    let lost = registry.revalidate(&world, Ways { area: &area, reach: &reach }, Tick(500));
    assert_eq!(lost, [StationKind::Furnace]);
    let left: Vec<_> =
        registry.entries().iter().map(|entry| (entry.kind, entry.reachable, entry.last_verified_at)).collect();
    let expected = [
        (StationKind::CraftingTable, true, Tick(500)),
        (StationKind::Smoker, true, Tick(0)), // not seen: what was known stays
        (StationKind::Anvil, true, Tick(500)),
    ];
    assert_eq!(left, expected);
    assert_eq!(ensure(&world, &registry, StationKind::Smoker, &[]), Ensure::Look(unseen));
}

#[test]
fn the_registry_forgets_the_station_verified_longest_ago() {
    let mut registry = Registry::default();
    for number in 0..=ENTRIES_MAX {
        let mut station = entry(StationKind::Furnace, home().offset(number as i32, 0, 0), Source::Found);
        station.last_verified_at = Tick(number as u64 + 1);
        registry.insert(station);
    }
    assert_eq!(registry.entries().len(), ENTRIES_MAX);
    assert!(registry.entries().iter().all(|entry| entry.last_verified_at > Tick(1)));
}

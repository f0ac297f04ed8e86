//! A builder's hands put up a hut by its micro plans, with every latency between skills and world: each cell gets the state that the
//! plan wants.

mod common;
mod floor;

use building::micro::{Micro, Progress};
use building::module::ready;
use building::{Blueprint, Cells, Facing, Found, Site, Survey, Witness, state};
use common::late::Line;
use common::{Player, item};
use gamedata::{handwork, items, states};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use vocab::build::{Guarded, Visit};
use vocab::outcome::{End, Outcome};
use vocab::{Action, BlockPos, ItemId, StateId};
use world::World;

/// Most plans for one module. Where no click is refused, the first is enough.
const PLANS_MAX: u32 = 12;

const LEGEND: &[(&str, &str)] = &[
    (".", "air"),
    ("#", "oak_planks"),
    ("H", "oak_log[axis=y]"),
    ("g", "glass_pane"),
    ("d", "oak_door[facing=north,half=lower,hinge=left]"),
    ("D", "oak_door[facing=north,half=upper,hinge=left]"),
    ("b", "red_bed[facing=north,part=foot]"),
    ("B", "red_bed[facing=north,part=head]"),
    ("c", "chest[facing=south]"),
    ("l", "ladder[facing=east]"),
    ("t", "oak_trapdoor[facing=east,half=bottom]"),
    ("T", "torch"),
    ("w", "wall_torch[facing=north]"),
    ("2", "oak_slab[type=double]"),
    ("_", "oak_slab[type=bottom]"),
    ("=", "oak_slab[type=top]"),
    ("v", "oak_stairs[facing=south,half=bottom]"),
    ("^", "oak_stairs[facing=north,half=bottom]"),
    ("F", "oak_fence"),
    ("p", "potted_poppy"),
    ("k", "candle[candles=3]"),
];

const LAYERS: &[&[&str]] = &[
    &["H#####H", "#lT.cB#", "#....b#", "#.....#", "#2...p#", "#k....#", "H##d##H"],
    &["H##g##H", "#l....#", "#.....#", "g.....g", "#.....#", "#...w.#", "H##D##H"],
    &["H#####H", "#l....#", "#.....#", "#.....#", "#.....#", "#.....#", "H#####H"],
    &["vvvvvvv", "#t====#", "#=====#", "#=====#", "#=====#", "#=====#", "^^^^^^^"],
    &[".......", "F.....F", "...T...", "_______", ".......", "F.....F", "......."],
];

fn hut() -> Blueprint {
    let mut text =
        "format = \"stead-blueprint\"\nversion = 1\nname = \"hut\"\nsize = [7, 5, 7]\n[legend]\n".to_string();
    for (key, state) in LEGEND {
        writeln!(text, "{key:?} = {state:?}").unwrap();
    }
    for (y, rows) in LAYERS.iter().enumerate() {
        writeln!(text, "[[layer]]\ny = {y}\nrows = {rows:?}").unwrap();
    }
    let draft = blueprint::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    blueprint::resolve(draft, "hut").blueprint.unwrap()
}

/// The world as the planner sees it.
struct Seen<'a>(&'a World);

impl Cells for Seen<'_> {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        self.0.grid().cell(at).map(world::state::Cell::state)
    }
}

/// A body with all that the hut takes on a wide floor, the site beside it.
fn ready_to_build(blueprint: &Blueprint, facing: Facing) -> (Player, Site) {
    let mut player = floor::wide(1);
    let mut needed: BTreeMap<ItemId, u32> = BTreeMap::new();
    for (_, wanted) in blueprint.wanted() {
        let (placed, plant) = (state::items_for(wanted), state::potted(wanted).map(|plant| (plant, 1)));
        for (item, count) in placed.into_iter().chain(plant) {
            *needed.entry(item).or_default() += count;
        }
    }
    for (item, count) in needed {
        player.give(items::get(item).name, count);
    }
    for (name, count) in [("dirt", 64), ("iron_axe", 1), ("iron_shovel", 1)] {
        player.give(name, count);
    }
    let feet = player.feet();
    let site = Site { corner: feet.offset(3, 0, -3), facing };
    (player, site)
}

fn build(player: &mut Player, visit: &Visit) -> Outcome {
    player.run(Action::Build { visit: visit.clone(), scaffold: Some(item("dirt")) })
}

/// Builds all modules; returns how many plans that took.
fn build_all(player: &mut Player, witness: &Witness<'_>, refused: bool) -> u32 {
    let modules = &witness.blueprint.modules;
    let mut verified = vec![false; modules.len()];
    let mut plans = 0;
    while let Some(module) = ready(modules, |module| verified[module]).first().copied() {
        for round in 0.. {
            let survey = Survey::whole(module, witness, &Seen(&player.world));
            if survey.differences.is_empty() {
                break;
            }
            assert!(round < PLANS_MAX, "{}: {:?}", modules[module].id, survey.differences);
            plans += 1;
            let here = player.feet();
            let (visits, end) = Micro::whole(witness, &survey.differences, (&Seen(&player.world), here));
            assert!(matches!(end, Progress::Complete { .. }), "{}: {end:?}", modules[module].id);
            for visit in &visits {
                let outcome = build(player, visit);
                assert!(refused || outcome.end == End::Done, "{outcome:?}\n{visit:?}");
                for (at, told) in &outcome.receipt.blocks {
                    let stands = Seen(&player.world).state(*at).unwrap();
                    let shown = || format!("{at}: {} stands, {} is told", states::shown(stands), states::shown(*told));
                    assert!(handwork::placed_alike(stands, *told), "{}", shown());
                }
                if outcome.end != End::Done {
                    break;
                }
            }
        }
        verified[module] = true;
    }
    plans
}

/// All cells in and around the site.
fn around(witness: &Witness<'_>) -> impl Iterator<Item = BlockPos> + use<> {
    let (min, max) = witness.site.bounds(witness.blueprint);
    let (min, max) = (min.offset(-4, -1, -4), max.offset(4, 6, 4));
    let columns = (min.x..=max.x).flat_map(move |x| (min.z..=max.z).map(move |z| (x, z)));
    columns.flat_map(move |(x, z)| (min.y..=max.y).map(move |y| BlockPos::new(x, y, z)))
}

/// Builds the hut and compares every cell in it and around it. Returns how many plans it took.
fn builds(mut player: Player, (blueprint, site): (&Blueprint, Site), refused: bool) -> u32 {
    let witness = Witness::new(blueprint, site);
    let (min, max) = site.bounds(blueprint);
    // Only building changes the cells of a build.
    player.guard(&[Guarded { min, max }]);
    let outside = |at: &BlockPos| !at.is_between(min, max);
    let before: Vec<_> = around(&witness).filter(outside).map(|at| (at, Seen(&player.world).state(at))).collect();
    let plans = build_all(&mut player, &witness, refused);
    for (at, wanted) in blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell)) {
        let found = Seen(&player.world).state(at).unwrap();
        let shown = || format!("{at}: {} for {}", states::shown(found), states::shown(wanted));
        assert!(handwork::placed_alike(wanted, found), "{}", shown());
        assert_eq!(building::witness::compare(wanted, Some(found)), Found::Matched, "{}", shown());
    }
    for (at, held) in before {
        assert_eq!(Seen(&player.world).state(at), held, "{at} is outside of the hut");
    }
    plans
}

fn builds_behind(latency_ticks: Option<u64>, refused_ppm: u32, facing: Facing) -> u32 {
    let hut = hut();
    let (player, site) = ready_to_build(&hut, facing);
    let player = match latency_ticks {
        None => player,
        Some(latency_ticks) => Player::behind(player.world, Line { latency_ticks, refused_ppm }),
    };
    builds(player, (&hut, site), refused_ppm > 0)
}

#[test]
fn a_hut_stands_as_planned_from_every_side() {
    for facing in Facing::ALL {
        let plans = builds_behind(None, 0, facing);
        assert!(plans <= hut().modules.len() as u32, "{facing:?}: {plans}, one plan for each module is enough");
    }
}

#[test]
fn a_hut_stands_as_planned_behind_a_line_without_latency() {
    builds_behind(Some(0), 0, Facing::South);
}

#[test]
fn a_hut_stands_as_planned_two_ticks_late() {
    builds_behind(Some(2), 0, Facing::East);
}

#[test]
fn a_hut_stands_as_planned_ten_ticks_late() {
    builds_behind(Some(10), 0, Facing::North);
}

#[test]
fn a_hut_stands_as_planned_when_one_click_in_twenty_is_refused() {
    builds_behind(Some(2), 50_000, Facing::West);
}

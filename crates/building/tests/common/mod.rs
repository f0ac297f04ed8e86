//! A world of cells for the tests: flat ground, and a builder that does what visits say and checks that it could.
#![allow(dead_code, reason = "each test file uses a part of it")]

use building::area::Area;
use building::micro::{Op, Progress, Visit};
use building::witness::{Cells, Found, compare};
use building::{Blueprint, Facing, Site, Survey, Witness, state};
use gamedata::states;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use vocab::{BlockPos, StateId};

pub const GROUND: i32 = 63;

pub fn parsed(text: &str) -> StateId {
    states::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Flat ground up to [`GROUND`], and the cells that differ from it.
#[derive(Debug, Clone, Default)]
pub struct Flat {
    pub cells: BTreeMap<BlockPos, StateId>,
    /// Boxes that are not loaded.
    pub unloaded: Vec<(BlockPos, BlockPos)>,
    pub placed: u32,
    pub broken: u32,
    pub scaffolds: u32,
    pub worked: u32,
    pub walked: u64,
}

impl Cells for Flat {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        if self.unloaded.iter().any(|(min, max)| at.is_between(*min, *max)) {
            return None;
        }
        let flat = match at.y.cmp(&GROUND) {
            std::cmp::Ordering::Greater => "air",
            std::cmp::Ordering::Equal => "grass_block",
            std::cmp::Ordering::Less => "dirt",
        };
        Some(self.cells.get(&at).copied().unwrap_or_else(|| parsed(flat)))
    }
}

impl Flat {
    pub fn set(&mut self, at: BlockPos, state: StateId) {
        self.cells.insert(at, state);
    }

    fn now(&self, at: BlockPos) -> StateId {
        self.state(at).expect("the builder acts on loaded cells")
    }

    /// Does one op, and checks what a world would check.
    pub fn perform(&mut self, op: &Op) {
        match *op {
            Op::Break { at } => {
                assert!(!state::is_air(self.now(at)), "nothing to break at {at}");
                self.set(at, states::AIR);
                self.broken += 1;
            }
            Op::Work { at, state: wanted } => {
                assert!(state::is_worked_from(wanted, self.state(at)), "no ground to work at {at}");
                assert!(!state::is_solid(self.now(at.offset(0, 1, 0))), "something stands on {at}");
                self.set(at, wanted);
                self.worked += 1;
            }
            Op::Scaffold { at, against } => {
                assert!(state::is_replaceable(self.now(at)) && !state::is_replaceable(self.now(against)), "{at}");
                self.set(at, parsed("dirt"));
                self.scaffolds += 1;
            }
            Op::Unscaffold { at } => {
                assert_eq!(self.now(at), parsed("dirt"), "{at}");
                self.set(at, states::AIR);
            }
            Op::Place { at, state: wanted, against, .. } => {
                assert!(state::is_replaceable(self.now(at)), "{at} is taken");
                assert!(!state::is_replaceable(self.now(against)), "nothing to click on at {against} for {at}");
                assert_eq!(at.manhattan(against), 1);
                if let Some(holder) = state::held_by(wanted, at) {
                    let held = !state::is_replaceable(self.now(holder));
                    assert!(held, "{} at {at} is held by nothing", states::shown(wanted));
                }
                self.set(at, wanted);
                if let Some(second) = state::second_half(wanted, at) {
                    assert!(state::is_replaceable(self.now(second)), "no room for the other half at {second}");
                    let name =
                        if states::value(wanted, "part").is_some() { ("part", "head") } else { ("half", "upper") };
                    self.set(second, states::with(wanted, name.0, name.1).expect("a block of two halves"));
                }
                self.placed += 1;
            }
        }
    }

    /// Does a visit: pillar up, ops, pillar down.
    pub fn visit(&mut self, visit: &Visit, done: &mut impl FnMut(&Flat)) {
        let pillar: Vec<BlockPos> = visit.pillar.iter().flat_map(building::micro::Pillar::cells).collect();
        let saved: Vec<StateId> = pillar.iter().map(|at| self.now(*at)).collect();
        for at in &pillar {
            assert!(state::is_replaceable(self.now(*at)), "a pillar goes through {at}");
            self.set(*at, parsed("dirt"));
            self.scaffolds += 1;
        }
        for op in &visit.ops {
            let body = [visit.stand, visit.stand.offset(0, 1, 0)];
            assert!(!body.contains(&op.at()), "the builder stands in {}", op.at());
            self.perform(op);
            done(self);
        }
        for (at, saved) in pillar.into_iter().zip(saved) {
            self.set(at, saved);
        }
    }
}

pub fn shipped(name: &str) -> Blueprint {
    let draft = blueprint::read(blueprint::shipped(name).expect("it ships").as_bytes()).unwrap();
    blueprint::resolve(draft, name).blueprint.unwrap()
}

/// A blueprint drawn in the test: legend lines, then layers from below, each a list of rows.
pub fn drawn(size: [u32; 3], legend: &[(&str, &str)], layers: &[&[&str]]) -> Blueprint {
    let mut text = format!("format = \"stead-blueprint\"\nversion = 1\nname = \"test\"\nsize = {size:?}\n[legend]\n");
    for (key, state) in legend {
        writeln!(text, "{key:?} = {state:?}").unwrap();
    }
    for (y, rows) in layers.iter().enumerate() {
        writeln!(text, "[[layer]]\ny = {y}\nrows = {rows:?}").unwrap();
    }
    let draft = blueprint::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    blueprint::resolve(draft, "test").blueprint.unwrap()
}

/// A site on the flat ground.
pub fn site(blueprint: &Blueprint, facing: Facing) -> Site {
    Site { corner: BlockPos::new(10, GROUND + 1 - blueprint.sunk as i32, -20), facing }
}

pub fn home() -> BlockPos {
    BlockPos::new(7, GROUND + 1, -23)
}

/// Builds one module as its micro plan says.
pub fn build_module(world: &mut Flat, witness: &Witness<'_>, module: usize) {
    let survey = Survey::whole(module, witness, world);
    let (visits, end) = building::micro::Micro::whole(witness, &survey.differences, (&*world, home()));
    let id = &witness.blueprint.modules[module].id;
    assert!(matches!(&end, Progress::Complete { unknown } if unknown.is_empty()), "{id}: {end:?}");
    for visit in &visits {
        world.visit(visit, &mut |_| ());
    }
    let after = Survey::whole(module, witness, world);
    assert!(after.differences.is_empty(), "{id}: {:?}", after.differences);
}

/// Every cell of the blueprint that does not match.
pub fn unmatched(world: &Flat, witness: &Witness<'_>) -> Vec<(BlockPos, Found)> {
    let cells = witness.blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell));
    cells
        .map(|(at, wanted)| (at, compare(wanted, world.state(at))))
        .filter(|(_, found)| *found != Found::Matched)
        .collect()
}

/// Whether a body can still walk from the builder's home around the site.
pub fn walks_home(world: &Flat, witness: &Witness<'_>, from: BlockPos) -> bool {
    let (min, max) = witness.site.bounds(witness.blueprint);
    let mut area = Area::new(min.offset(-4, -4, -4), max.offset(4, 4, 4)).unwrap();
    area.load(world, 0, usize::MAX);
    area.flood([from]).has(&area, home())
}

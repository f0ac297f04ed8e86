//! `cargo bench -p building --bench figures`: differences and micro plans in slices, loading of large files, feasibility.

use blueprint::{SHIPPED, Target, read, resolve, write};
use building::micro::{Micro, Progress};
use building::{Blueprint, Cells, Drawing, Facing, Site, Survey, Witness, feasible};
use figures::{Asked, Sheet, percentile, timings};
use gamedata::states;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vocab::{BlockPos, StateId};

/// Blocks of the house whose differences and micro plan are measured.
const HOUSE_BLOCKS: u64 = 10_000;
/// Blocks of the file whose loading is measured.
const FILE_BLOCKS: u64 = 100_000;
/// Cells that one slice compares or takes from the world.
const SLICE_CELLS: usize = 2_000;
const RUNS: usize = 9;

/// Flat ground with nothing on it.
struct Plain {
    dirt: StateId,
}

impl Cells for Plain {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        Some(if at.y < 64 { self.dirt } else { states::AIR })
    }
}

/// A tower of storeys: a full floor, then four rows of walls around empty rooms, until it has this many blocks.
fn house(side: u32, blocks: u64) -> Blueprint {
    let (wall, floor) = (parsed("stone_bricks"), parsed("oak_planks"));
    let mut cells = Vec::new();
    let mut placed = 0;
    while placed < blocks {
        let full = (cells.len() as u32 / (side * side)).is_multiple_of(5);
        for (x, z) in (0..side).flat_map(|z| (0..side).map(move |x| (x, z))) {
            let edge = x == 0 || z == 0 || x == side - 1 || z == side - 1;
            let door = z == side - 1 && x == side / 2;
            let entry = if full { 2 } else { u16::from(edge && !door) };
            cells.push(entry);
            placed += u64::from(entry > 0);
        }
    }
    let height = cells.len() as u32 / (side * side);
    let drawing = Drawing {
        name: "house".into(),
        size: [side, height, side],
        front: Facing::South,
        sunk: 0,
        palette: vec![states::AIR, wall, floor],
        cells,
        templates: Vec::new(),
    };
    Blueprint::new(drawing).expect("the house makes sense")
}

fn parsed(text: &str) -> StateId {
    states::parse(text).expect("a state of the game")
}

/// The differences of every module and the micro plan of the first that has blocks, slice by slice.
fn plan_in_slices(witness: &Witness<'_>, world: &Plain) -> Vec<Duration> {
    let mut slices = Vec::new();
    let mut slice = |work: &mut dyn FnMut() -> bool| loop {
        let begin = Instant::now();
        let more = work();
        slices.push(begin.elapsed());
        if !more {
            return;
        }
    };
    let mut next = None;
    for module in 0..witness.blueprint.modules.len() {
        let mut survey = Survey::new(module);
        slice(&mut || !survey.step(witness, world, SLICE_CELLS));
        if next.is_none() && !survey.differences.is_empty() {
            next = Some(survey.differences);
        }
    }
    let differences = next.expect("nothing stands yet");
    let mut micro = Micro::new(witness, &differences, BlockPos::new(-3, 64, -3)).expect("the site can be searched");
    slice(&mut || match micro.step(world, SLICE_CELLS) {
        Progress::More => true,
        Progress::Complete { .. } => false,
        other => panic!("{other:?}"),
    });
    black_box(&micro.visits);
    slices
}

fn main() -> ExitCode {
    let mut sheet = Sheet::new("building: the engine by itself, single thread");
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let world = Plain { dirt: parsed("dirt") };
    let blueprint = house(32, HOUSE_BLOCKS);
    let witness = Witness::new(&blueprint, Site { corner: BlockPos::new(0, 64, 0), facing: Facing::South });
    sheet.figure("blocks of the house", "", Asked::AtLeast(HOUSE_BLOCKS as f64), blueprint.blocks() as f64);
    let mut totals = Vec::new();
    let mut slices = Vec::new();
    for _ in 0..RUNS {
        let run = plan_in_slices(&witness, &world);
        totals.push(run.iter().sum::<Duration>());
        slices.extend(run);
    }
    totals.sort_unstable();
    slices.sort_unstable();
    let total = millis(percentile(&totals, 50));
    sheet.figure("differences of all modules and micro plan of the next", "ms", Asked::AtMost(50.0), total);
    sheet.figure("one slice of it, p99", "ms", Asked::AtMost(1.0), millis(percentile(&slices, 99)));
    sheet.figure("one slice of it, worst", "ms", Asked::Told, millis(percentile(&slices, 100)));
    loading(&mut sheet, &millis);
    for (name, text) in SHIPPED {
        let shipped = resolve(read(text.as_bytes()).expect("it ships"), name).blueprint.expect("it ships");
        let times = timings(RUNS, || drop(black_box(feasible(&shipped))));
        sheet.figure(&format!("{name}: feasible, median"), "ms", Asked::Told, millis(percentile(&times, 50)));
        let found = feasible(&shipped);
        sheet.figure(&format!("{name}: feasible"), "", Asked::Exactly(1.0), f64::from(u8::from(found.is_ok())));
        let scaffolds = found.map_or(0, |found| found.scaffolds);
        sheet.figure(&format!("{name}: blocks of scaffolding"), "", Asked::Told, f64::from(scaffolds));
    }
    sheet.finish()
}

/// Loads a large file in each format that other programs write.
fn loading(sheet: &mut Sheet, millis: &dyn Fn(Duration) -> f64) {
    let draft = large();
    let blocks: u64 = draft.blocks().map(|(_, count)| count).sum();
    sheet.figure("blocks of the large file", "", Asked::AtLeast(FILE_BLOCKS as f64), blocks as f64);
    for (name, target) in [
        ("schem", Target::Sponge),
        ("litematic", Target::Litematic),
        ("nbt", Target::Structure),
        ("toml", Target::Stead),
    ] {
        let bytes = write(&draft, target).expect("the large structure can be written");
        let times = timings(RUNS, || {
            let loaded = resolve(read(black_box(&bytes)).expect("what was written can be read"), "large");
            drop(black_box(loaded.blueprint.expect("it makes sense")));
        });
        sheet.figure(
            &format!("loading the large .{name}, median"),
            "ms",
            Asked::AtMost(500.0),
            millis(percentile(&times, 50)),
        );
    }
}

/// Storeys as of the house, wide enough for the large file, from Stead's own format.
fn large() -> blueprint::Draft {
    let side = 100;
    let (full, wall) =
        (format!("{:?},\n", "#".repeat(side)), format!("{:?},\n", format!("#{}#", ".".repeat(side - 2))));
    let floor = full.repeat(side);
    let rooms = format!("{full}{}{full}", wall.repeat(side - 2));
    let heights =
        |full: bool| (0..50).filter(|y| (y % 5 == 0) == full).map(|y| y.to_string()).collect::<Vec<_>>().join(", ");
    let text = format!(
        "format = \"stead-blueprint\"\nversion = 1\nname = \"large\"\nsize = [{side}, 50, {side}]\n[legend]\n\"#\" = \"stone\"\n\".\" = \"air\"\n\
         [[layer]]\ny = [{}]\nrows = [\n{floor}]\n[[layer]]\ny = [{}]\nrows = [\n{rooms}]\n",
        heights(true),
        heights(false)
    );
    read(text.as_bytes()).expect("the large structure is sound")
}

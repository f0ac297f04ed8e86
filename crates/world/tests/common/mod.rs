//! A scripted player for the acceptance tests: it submits one action at a time and waits for its outcome.
#![allow(dead_code)] // each test file uses only a part
#![allow(clippy::needless_pass_by_value)] // actions are built at the call

pub mod late;

use gamedata::{blocks, items, recipes, states};
use late::{Late, Line};
use vocab::build::Guarded;
use vocab::outcome::{End, Outcome};
use vocab::{Action, ActionId, BlockId, BlockPos, ItemId};
use world::World;
use world::space::Place;
use world::state::Cell;

/// Most ticks that an action in the tests may take: half an hour of game time.
pub const TICKS_MAX: u32 = 36_000;

/// How often an action of one click is tried again when the line refuses clicks at random; a mind does the same.
const TRIES_MAX: u32 = 4;

/// The line between skills and world by the name of the test: the same suites run on a slow and unwilling one.
fn line() -> Option<Line> {
    match env!("CARGO_CRATE_NAME") {
        "late_0" => Some(Line { latency_ticks: 0, refused_ppm: 0 }),
        "late_2" => Some(Line { latency_ticks: 2, refused_ppm: 0 }),
        "late_10" => Some(Line { latency_ticks: 10, refused_ppm: 0 }),
        "late_refused" => Some(Line { latency_ticks: 2, refused_ppm: 50_000 }),
        _ => None,
    }
}

pub struct Player {
    pub world: World,
    next: u64,
    late: Option<Late>,
    guarded: Vec<Guarded>,
}

pub fn item(name: &str) -> ItemId {
    items::find(name).unwrap()
}

pub fn block(name: &str) -> BlockId {
    blocks::find(name).unwrap()
}

/// The cell of a text such as `oak_slab[type=top]`.
pub fn cell(text: &str) -> Cell {
    states::parse(text).unwrap().into()
}

/// The recipe that makes this item from ingredients that are all in `from`.
pub fn recipe(makes: &str, from: &[&str]) -> u16 {
    let from: Vec<ItemId> = from.iter().map(|name| item(name)).collect();
    let fits = |number: &u16| {
        let recipe = recipes::get(*number).unwrap();
        recipe.ingredients().all(|cell| cell.iter().any(|item| from.contains(item)))
    };
    recipes::making(item(makes)).iter().copied().find(fits).unwrap_or_else(|| panic!("no recipe for {makes}"))
}

impl Player {
    pub fn new(mut world: World) -> Player {
        let late = line().map(|line| Late::new(&mut world, line));
        Player { world, next: 1, late, guarded: Vec::new() }
    }

    /// A body whose skills run on a mirror of the world, behind a line.
    pub fn behind(mut world: World, line: Line) -> Player {
        let late = Some(Late::new(&mut world, line));
        Player { world, next: 1, late, guarded: Vec::new() }
    }

    /// Tells the body which cells belong to its builds.
    pub fn guard(&mut self, cells: &[Guarded]) {
        self.world.guard(cells);
        self.guarded = cells.to_vec();
        if let Some(late) = &mut self.late {
            late.guard(cells);
        }
    }

    /// Records what the skills hear and want from now on.
    pub fn record(&mut self) {
        self.late.as_mut().expect("a body behind a line").tape = Some(Vec::new());
    }

    pub fn tape(self) -> Vec<(late::Report, late::Wanted)> {
        self.late.and_then(|late| late.tape).unwrap_or_default()
    }

    /// The same scene with the skills in the world, and behind lines of all latencies.
    pub fn on_every_line(scene: &Player) -> Vec<Player> {
        let behind = |latency_ticks| {
            let mut player = Player::behind(scene.world.clone(), Line { latency_ticks, refused_ppm: 0 });
            player.guard(&scene.guarded);
            player
        };
        let mut near = Player::new(scene.world.clone());
        near.guard(&scene.guarded);
        [near, behind(0), behind(2), behind(10)].into()
    }

    /// A world without spawning, with a stone floor of 31 × 9 high above the ground and the body on it.
    pub fn on_a_floor(seed: u64) -> Player {
        let mut world = World::with_view(seed, 3);
        world.set_spawning(false);
        world.clear_mobs();
        let middle = floor_middle(&world);
        for x in -15..=15 {
            for z in -4..=4 {
                assert!(world.set_block(middle.offset(x, -1, z), block("stone")));
            }
        }
        world.move_body(middle);
        world.advance(5);
        assert!(world.body().on_ground);
        Player::new(world)
    }

    /// Moves the body into rock: two cells are free, and stone surrounds them to the given distance sideways and
    /// upwards.
    pub fn bury(&mut self, cell: BlockPos, aside: i32, up: i32) {
        for (x, z) in (-aside..=aside).flat_map(|x| (-aside..=aside).map(move |z| (x, z))) {
            for y in -1..up {
                let inside = (x, z) == (0, 0) && (0..2).contains(&y);
                self.set(cell.offset(x, y, z), if inside { "air" } else { "stone" });
            }
        }
        self.world.move_body(cell);
        self.world.advance(5);
    }

    pub fn feet(&self) -> BlockPos {
        self.world.body().feet()
    }

    pub fn at(&self) -> Place {
        self.world.body().at()
    }

    pub fn count(&self, name: &str) -> u32 {
        self.world.body().inventory.count(item(name))
    }

    pub fn give(&mut self, name: &str, count: u32) {
        assert_eq!(self.world.give(item(name), count), 0);
    }

    /// Writes a block or a state, such as `oak_slab[type=top]`.
    pub fn set(&mut self, at: BlockPos, text: &str) {
        assert!(self.world.set_cell(at, cell(text)), "{at} {text}");
    }

    /// The state in a cell, as text.
    pub fn state(&self, at: BlockPos) -> String {
        states::shown(self.world.grid().cell(at).unwrap().state()).to_string()
    }

    /// Submits an action of the body and runs the world until it ends.
    pub fn run(&mut self, action: Action) -> Outcome {
        if self.late.is_some() {
            return self.run_late(action);
        }
        let id = self.begin(action.clone());
        for _ in 0..TICKS_MAX {
            if let Some(outcome) = self.world.outcomes().into_iter().find(|outcome| outcome.id == id) {
                return outcome;
            }
            self.world.tick();
        }
        panic!("{action:?} did not end");
    }

    /// The same with the skills on a mirror of the world.
    fn run_late(&mut self, action: Action) -> Outcome {
        let id = ActionId(self.next);
        self.next += 1;
        let late = self.late.as_mut().expect("it was asked");
        let refused = late.begin(&mut self.world, id, action.clone());
        if let Some(outcome) = refused.into_iter().find(|outcome| outcome.id == id) {
            return outcome;
        }
        let ended = (0..TICKS_MAX).find_map(|_| late.tick(&mut self.world));
        ended.unwrap_or_else(|| panic!("{action:?} did not end"))
    }

    /// Begins an action, cancels it after some ticks, and runs the world until it has ended.
    pub fn run_and_cancel(&mut self, action: Action, ticks: u64) -> Outcome {
        let id = ActionId(self.next);
        self.next += 1;
        let Some(late) = &mut self.late else {
            self.world.submit(id, action);
            self.world.advance(ticks);
            self.world.cancel(id);
            self.world.advance(1);
            return self.world.outcomes().pop().expect("it was cancelled");
        };
        assert!(late.begin(&mut self.world, id, action).is_empty());
        for _ in 0..ticks {
            assert_eq!(late.tick(&mut self.world), None, "it ends before it is cancelled");
        }
        let ended = late.cancel(id);
        ended.or_else(|| (0..TICKS_MAX).find_map(|_| late.tick(&mut self.world))).expect("it was cancelled")
    }

    /// What the skills behind a line have of the world.
    pub fn driven(&mut self) -> Option<&mut late::Driven> {
        self.late.as_mut().map(|late| &mut late.driven)
    }

    pub fn begin(&mut self, action: Action) -> ActionId {
        let id = ActionId(self.next);
        self.next += 1;
        self.world.submit(id, action);
        id
    }

    pub fn end(&mut self, action: Action) -> End {
        self.run(action).end
    }

    pub fn must(&mut self, action: Action) -> Outcome {
        let mut outcome = self.run(action.clone());
        for _ in 0..TRIES_MAX {
            let by_the_line = self.late.as_ref().is_some_and(|late| late.refused > 0) && outcome.end != End::Done;
            if by_the_line {
                outcome = self.run(action.clone());
            }
        }
        let (at, now) = (self.feet(), self.world.now());
        assert_eq!(outcome.end, End::Done, "{action:?} at {at} tick {now}: {:?}", outcome.receipt.blocks);
        outcome
    }

    pub fn craft(&mut self, makes: &str, from: &[&str], times: u16) {
        self.must(Action::Craft { recipe: recipe(makes, from), times, table: None });
    }

    /// Makes the body place a block in the first free cell around; in a narrow tunnel it digs room first.
    pub fn place_near(&mut self, name: &str) -> BlockPos {
        self.place_where_free(name).unwrap_or_else(|| {
            let feet = self.feet();
            for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let at = feet.offset(dx, 1, dz);
                let natural = |at| self.world.grid().block(at).is_some_and(|found| found != block("crafting_table"));
                if !natural(at) {
                    continue;
                }
                if self.end(Action::Dig { at }) == End::Done
                    && self.end(Action::Place { item: item(name), at }) == End::Done
                {
                    return at;
                }
            }
            panic!("no place for a {name} around {feet}");
        })
    }

    fn place_where_free(&mut self, name: &str) -> Option<BlockPos> {
        let feet = self.feet();
        for (dx, dy, dz) in around() {
            let at = feet.offset(dx, dy, dz);
            let free = self.world.grid().block(at).is_some_and(|there| blocks::get(there).name == "air");
            let firm = self.world.grid().is_solid(at.offset(0, -1, 0));
            if free && firm && self.end(Action::Place { item: item(name), at }) == End::Done {
                return Some(at);
            }
        }
        None
    }
}

/// Offsets of the cells around the feet, nearest first.
fn around() -> Vec<(i32, i32, i32)> {
    let range = -2..=2;
    let mut cells: Vec<(i32, i32, i32)> = range
        .clone()
        .flat_map(|x| (-1..=2).flat_map(move |y| (-2..=2).map(move |z| (x, y, z))))
        .filter(|(x, _, z)| (*x, *z) != (0, 0))
        .collect();
    cells.sort_by_key(|(x, y, z)| (x * x + y * y + z * z, *x, *y, *z));
    cells
}

/// A place high above the spawn, in open air.
pub fn floor_middle(world: &World) -> BlockPos {
    let spawn = world.spawn();
    BlockPos::new(spawn.x, 200, spawn.z)
}

//! A body that is served in a thread, and a scene for it.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod mind;

use puppet::Puppet;
use puppet::serve::{self, Keep};
use remote::Source;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{JoinHandle, spawn};
use vocab::BlockPos;
use world::World;
use world::mobs::Kind;
use world::space::Place;
use world::state::Cell;

pub fn block(state: &str) -> Cell {
    Cell::from(gamedata::states::parse(state).unwrap())
}

/// A meadow high above the ground, at night, without monsters: a cow in a pen and a bed beside the body, and what the suite needs in its bag.
pub fn platform() -> World {
    static MADE: OnceLock<World> = OnceLock::new();
    MADE.get_or_init(make_platform).clone()
}

fn make_platform() -> World {
    let mut world = World::with_view(1, 4);
    world.set_spawning(false);
    world.clear_mobs();
    let middle = BlockPos::new(world.spawn().x, 200, world.spawn().z);
    for (x, z) in (-20..=20).flat_map(|x| (-20..=20).map(move |z| (x, z))) {
        for y in [-2, -1] {
            world.set_cell(middle.offset(x, y, z), block("dirt"));
        }
    }
    for (x, z) in [(-1, 1), (-1, 2), (-1, 3), (0, 3), (1, 3), (1, 2), (1, 1)] {
        world.set_cell(middle.offset(x, 0, z), block("cobblestone_wall"));
    }
    world.set_cell(middle.offset(0, 0, 1), block("cobblestone_wall"));
    world.move_body(middle);
    world.add_mob(Kind::Cow, Place::on(middle.offset(0, 0, 2))).expect("the pen is free");
    world.set_cell(middle.offset(-2, 0, -1), block("red_bed[facing=west,occupied=false,part=foot]"));
    world.set_cell(middle.offset(-3, 0, -1), block("red_bed[facing=west,occupied=false,part=head]"));
    for (item, count) in [("oak_log", 4), ("coal", 4), ("furnace", 1), ("cobblestone", 16)] {
        world.give(gamedata::items::named(item).unwrap(), count);
    }
    world.advance(20);
    world.skip_to(14_000);
    world
}

/// A body that listens.
pub struct Served {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    pub fn new(world: World, latency_ticks: u64, speed: &str) -> Served {
        Served::kept(world, latency_ticks, speed, None)
    }

    pub fn kept(world: World, latency_ticks: u64, speed: &str, keep: Option<Keep>) -> Served {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let (stopped, pace) = (Arc::clone(&stop), speed.parse().unwrap());
        let thread = spawn(move || {
            let puppet = Puppet::new(world, latency_ticks);
            serve::listen(puppet, listener, (pace, keep), &stopped, &mut |news| println!("{news:?}")).unwrap();
        });
        Served { address, stop, thread: Some(thread) }
    }

    pub fn source(&self) -> Source {
        Source::Address(self.address.to_string())
    }

    /// Stops the body and waits until its world is saved.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.end();
    }
}

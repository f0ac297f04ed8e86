//! A body of a flat world, over a socket: it obeys the verbs that the tests need, and can be told to misbehave.
#![allow(dead_code, reason = "each test file uses its own part")]

use contract::body::command::{Do, Verb};
use contract::body::report::{
    Blocks, Confirmed, Hello, Inventory, Link, LinkState, Stack, State, Tick, Weather, World,
};
use contract::body::section::{SECTION_CELLS, Section};
use contract::body::{Angle, Command, Fine, PROTOCOL, Report, encode_report, read_command};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use vocab::senses::Vitals;

pub const TICK: Duration = Duration::from_millis(50);
/// The ground is stone below this height.
pub const GROUND: i32 = 64;
/// A walking player moves so far in a tick, in thousandths of a block.
const STEP: f64 = 215.0;
/// Ticks that this body digs at a block, and that a steering holds.
const DIG_TICKS: u32 = 6;
const STEER_TICKS: u32 = 3;

/// One connection as the body has it.
pub struct Wire {
    stream: TcpStream,
    commands: Receiver<Command>,
}

impl Wire {
    fn new(stream: TcpStream) -> Wire {
        let reader = BufReader::new(stream.try_clone().unwrap());
        let (send, commands) = channel();
        thread::spawn(move || {
            for line in reader.split(b'\n').map_while(Result::ok) {
                if send.send(read_command(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        Wire { stream, commands }
    }

    /// Sends a line; false when the mind is gone.
    pub fn send(&mut self, report: &Report) -> bool {
        self.raw(&encode_report(report))
    }

    pub fn raw(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// Waits for the mind's hello, and answers it.
    pub fn greet(&mut self) -> bool {
        let Ok(Command::Hello(_)) = self.commands.recv_timeout(Duration::from_secs(10)) else { return false };
        let hello = Hello { protocol: PROTOCOL.into(), body: "flat".into(), abilities: vec!["steer".into()] };
        self.send(&Report::Hello(hello)) && self.link(LinkState::Present)
    }

    pub fn link(&mut self, state: LinkState) -> bool {
        self.send(&Report::Link(Link { state, cause: None, why: String::new(), retry_ms: None }))
    }

    pub fn next(&mut self) -> Option<Command> {
        self.commands.try_recv().ok()
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both); // the thread that reads has it too
    }
}

/// A body in a flat world.
pub struct Flat {
    pub at: [f64; 3],
    yaw: i32,
    steers: (i8, i8, u32),
    digging: Option<(u64, [i32; 3], u32)>,
    pub tick: u64,
    age: Option<u64>,
    pub dimension: String,
    stone: u8,
}

impl Default for Flat {
    fn default() -> Flat {
        let (steers, dimension) = ((0, 0, 0), "overworld".into());
        let at = [500.0, f64::from(GROUND) * 1_000.0, 500.0];
        Flat { at, yaw: 0, steers, digging: None, tick: 0, age: None, dimension, stone: 0 }
    }
}

impl Flat {
    /// In a world of this age.
    pub fn aged(age: u64) -> Flat {
        Flat { age: Some(age), ..Flat::default() }
    }

    /// Tells the world, from its beginning.
    pub fn tell(&mut self, wire: &mut Wire) {
        let dimension = self.dimension.clone();
        wire.send(&Report::World(World { game: "1.21.4".into(), dimension, min_y: -64, height: 384 }));
        self.report(wire);
        let palette = |below: bool| vec![if below { "stone".into() } else { "air".into() }];
        for (x, z) in (-2..=2).flat_map(|x| (-2..=2).map(move |z| (x, z))) {
            for y in -4..20 {
                wire.send(&Report::Section(Section::pack([x, y, z], palette(y < GROUND / 16), &[0; SECTION_CELLS])));
            }
        }
        self.carry(wire);
    }

    fn carry(&self, wire: &mut Wire) {
        let mut slots = vec![None; 36];
        slots[0] = (self.stone > 0).then(|| Stack { item: "cobblestone".into(), count: self.stone, wear: 0 });
        slots[1] = Some(Stack { item: "wooden_pickaxe".into(), count: 1, wear: 0 });
        wire.send(&Report::Inventory(Inventory { slots, armour: [const { None }; 4], off_hand: None, held: 1 }));
    }

    fn report(&mut self, wire: &mut Wire) -> bool {
        self.tick += 1;
        wire.send(&Report::Tick(Tick {
            tick: self.tick,
            age: self.age,
            time_of_day: 1_000,
            weather: Weather::Clear,
            at: Fine(self.at.map(|v| v.round() as i64)),
            velocity: Fine([0; 3]),
            yaw: Angle(self.yaw),
            pitch: Angle(0),
            on_ground: true,
            light: Some([15, 0]),
            vitals: Some(State::from(Vitals::healthy())),
        }))
    }

    /// Lives one tick: obeys what was asked for, and reports. False when the mind is gone.
    pub fn live(&mut self, wire: &mut Wire) -> bool {
        while let Some(command) = wire.next() {
            match command {
                Command::Do(Do { id, verb }) => self.obey(wire, id, &verb),
                Command::Resend(_) => self.tell(wire),
                Command::Bye(_) => return false,
                _ => {}
            }
        }
        self.walk();
        self.dig(wire);
        self.report(wire)
    }

    fn obey(&mut self, wire: &mut Wire, id: u64, verb: &Verb) {
        match *verb {
            Verb::DigStart { at, .. } => return self.digging = Some((id, at.0, DIG_TICKS)),
            Verb::Steer { forward, strafe, .. } => self.steers = (forward, strafe, STEER_TICKS),
            Verb::Look { yaw, .. } => self.yaw = yaw.0,
            _ => {}
        }
        wire.send(&Report::Confirmed(Confirmed { id }));
    }

    fn walk(&mut self) {
        let (forward, strafe, left) = &mut self.steers;
        if *left == 0 {
            return;
        }
        *left -= 1;
        let yaw = (f64::from(self.yaw) / 1_000.0).to_radians();
        let (ahead, right) = ([-yaw.sin(), yaw.cos()], [-yaw.cos(), -yaw.sin()]);
        let way = [0, 1].map(|axis| f64::from(*forward) * ahead[axis] + f64::from(*strafe) * right[axis]);
        let long = way[0].hypot(way[1]).max(1.0);
        self.at[0] += way[0] / long * STEP;
        self.at[2] += way[1] / long * STEP;
    }

    fn dig(&mut self, wire: &mut Wire) {
        let Some((id, [x, y, z], left)) = self.digging.as_mut().map(|(id, at, left)| {
            *left -= 1;
            (*id, *at, *left)
        }) else {
            return;
        };
        if left == 0 {
            self.digging = None;
            self.stone += 1;
            wire.send(&Report::Blocks(Blocks { changes: vec![(x, y, z, "air".into())] }));
            self.carry(wire);
            wire.send(&Report::Confirmed(Confirmed { id }));
        }
    }

    /// Greets, tells its world, and lives until the mind goes.
    pub fn serve(&mut self, wire: &mut Wire) {
        if !wire.greet() {
            return;
        }
        self.tell(wire);
        self.serve_on(wire);
    }

    /// Lives until the mind goes.
    pub fn serve_on(&mut self, wire: &mut Wire) {
        let mut due = Instant::now();
        while self.live(wire) {
            due += TICK;
            thread::sleep(due.saturating_duration_since(Instant::now()));
        }
    }
}

/// Listens on a free port and hands each connection to `serve` with its number. Returns the address.
pub fn listen(mut serve: impl FnMut(usize, Wire) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for (number, stream) in listener.incoming().map_while(Result::ok).enumerate() {
            stream.set_nodelay(true).unwrap();
            serve(number, Wire::new(stream));
        }
    });
    address
}

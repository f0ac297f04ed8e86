//! The whole agent on a Minecraft server that nobody here wrote (npm `flying-squid`), through the mineflayer body. Built with the
//! feature `real-server`; `cargo xtask setup` installs what it needs.

mod common;

use common::{command, stead};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// What must happen happens within this time, also on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);
const LOOK_EVERY: Duration = Duration::from_millis(300);

fn body() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bodies/mineflayer").canonicalize().unwrap()
}

fn node() -> PathBuf {
    let node = body().join("node_modules/.bin/node");
    assert!(node.exists(), "{} is missing; run `cargo xtask setup`", node.display());
    node
}

/// A flying-squid server, which obeys orders.
struct Server {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    port: u16,
    /// The world, in which players keep what they carry.
    _world: TempDir,
}

impl Server {
    fn start(version: &str) -> Server {
        let mut starting = Command::new(node());
        let world = tempdir().unwrap();
        starting.current_dir(body()).args(["test/helpers/for-stead.js", version, "superflat", ""]).arg(world.path());
        let mut child = starting.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (orders, mut answers) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut port = String::new();
        answers.read_line(&mut port).unwrap();
        Server { child, orders, answers, port: port.trim().parse().expect("the server says its port"), _world: world }
    }

    fn order(&mut self, order: &Value) -> Value {
        let orders = self.orders.as_mut().unwrap();
        writeln!(orders, "{order}").unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(answer["error"].is_null(), "{order}: {answer}");
        answer["value"].clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.orders.take()); // it ends with its standard input
        let _ = self.child.wait();
    }
}

/// An agent on a server.
struct Life {
    dir: TempDir,
    child: Child,
}

impl Life {
    fn begin(server: &Server) -> Life {
        let dir = tempdir().unwrap();
        fs::write(dir.path().join("stead.toml"), "[chat]\nallow = [\"Ada\"]\n").unwrap();
        let child = Life::start(dir.path(), server.port);
        Life { dir, child }
    }

    fn start(dir: &Path, port: u16) -> Child {
        let body = format!("{} {} --server 127.0.0.1:{port}", node().display(), body().join("src/main.js").display());
        let mut starting =
            command(dir, &["run", "--headless", "--json", "--listen", "off", "--data", "d", "--body", &body]);
        starting.stderr(File::options().create(true).append(true).open(dir.join("said")).unwrap());
        starting.spawn().unwrap()
    }

    fn again(&mut self, server: &Server) {
        self.child = Life::start(self.dir.path(), server.port);
    }

    fn said(&self) -> String {
        fs::read_to_string(self.dir.path().join("said")).unwrap_or_default()
    }

    fn status(&self) -> Option<Value> {
        let said = stead(self.dir.path(), &["status", "--json", "--data", "d"]);
        (said.code == Some(0)).then(|| said.json())
    }

    /// Waits until the status shows something.
    #[track_caller]
    fn until(&self, what: &str, shows: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let status = self.status();
            if let Some(status) = status.as_ref().filter(|status| shows(status)) {
                return status.clone();
            }
            assert!(began.elapsed() < PATIENCE, "{what}: {status:?}\n{}", self.said());
            std::thread::sleep(LOOK_EVERY);
        }
    }

    #[track_caller]
    fn tell(&self, args: &[&str]) {
        let said = stead(self.dir.path(), &[args, &["--data", "d"]].concat());
        assert_eq!(said.code, Some(0), "{args:?}: {}", said.err);
    }

    /// Asks it to end, as a person would.
    fn end(mut self) -> Value {
        let killed = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(killed.success());
        let mut out = String::new();
        std::io::Read::read_to_string(&mut self.child.stdout.take().unwrap(), &mut out).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{}", self.said());
        serde_json::from_str(&out).unwrap()
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_present(status: &Value) -> bool {
    status["link"] == "present" && status["health"] == 20
}

fn at(status: &Value) -> [i64; 3] {
    [0, 1, 2].map(|axis| status["at"][axis].as_i64().unwrap_or(i64::MAX))
}

/// Lets the agent come to a place some blocks away.
#[track_caller]
fn walks(life: &Life) {
    let [x, y, z] = at(&life.until("to be present", is_present));
    let (x, z) = (x + 9, z - 7);
    life.tell(&["say", "come here", "--as", "Ada", "--at", &format!("{x},{y},{z}")]);
    let is_near = |status: &Value| {
        let [now_x, _, now_z] = at(status);
        now_x.abs_diff(x) <= 3 && now_z.abs_diff(z) <= 3
    };
    life.until("to come", is_near);
}

#[test]
fn the_agent_walks_collects_talks_and_comes_back_on_a_real_server() {
    let mut server = Server::start("1.21.4");
    let mut life = Life::begin(&server);
    walks(&life);

    life.tell(&["goal", "collect", "dirt", "5"]);
    let status = life.until("five dirt", |status| status["bag"]["dirt"].as_u64() >= Some(5));

    server.order(&json!({"order": "chat", "name": "Ada", "text": "stead, what are you doing?"}));
    let began = Instant::now();
    loop {
        let heard = server.order(&json!({"order": "heard", "name": "Ada"}));
        if heard.as_array().unwrap().iter().any(|line| line.as_str().unwrap().contains("<Stead> Ada: ")) {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{heard} {}", life.said());
        std::thread::sleep(LOOK_EVERY);
    }

    // Killed, it goes on where it was: the server still has it standing there, with what it carried.
    life.child.kill().unwrap();
    life.child.wait().unwrap();
    life.again(&server);
    let back = life.until("to be back", is_present);
    assert!(back["tick"].as_u64() >= status["tick"].as_u64(), "{back}");
    life.until("to have its dirt", |status| status["bag"]["dirt"].as_u64() >= Some(5));

    server.order(&json!({"order": "kick", "name": "Stead", "reason": "go and rest"}));
    life.until("to be away", |status| status["link"] != "present");
    life.until("to be present again", is_present);
    assert!(life.said().contains("go and rest"), "{}", life.said());
    assert_eq!(life.end()["alive"], true);
}

/// What the hut is made of, a slot of the hotbar each, and what keeps the agent from making tools first: it cannot craft there.
const GIVEN: [(&str, u32); 9] = [
    ("cobblestone", 64),
    ("oak_planks", 64),
    ("oak_log", 32),
    ("torch", 16),
    ("white_bed", 1),
    ("dirt", 32),
    ("crafting_table", 1),
    ("furnace", 1),
    ("shield", 1),
];
const TOOLS: [&str; 12] = [
    "iron_pickaxe",
    "iron_pickaxe",
    "iron_axe",
    "iron_axe",
    "iron_shovel",
    "iron_sword",
    "iron_sword",
    "stone_pickaxe",
    "stone_axe",
    "stone_sword",
    "iron_helmet",
    "bread",
];
/// The first slots of the hotbar and of the rest of the bag, as servers number them.
const HOTBAR: usize = 36;
const MAIN: usize = 9;

#[test]
fn a_hut_is_built_block_by_block_through_a_kill() {
    let mut server = Server::start("1.21.4");
    let mut life = Life::begin(&server);
    life.until("to be present", is_present);
    let hotbar = GIVEN.iter().zip(HOTBAR..).map(|((item, count), slot)| (*item, *count, slot));
    let tools = TOOLS.iter().zip(MAIN..).map(|(item, slot)| (*item, if *item == "bread" { 32 } else { 1 }, slot));
    for (item, count, slot) in hotbar.chain(tools) {
        server.order(&json!({"order": "give", "name": "Stead", "item": item, "count": count, "slot": slot}));
    }
    life.until("to carry it", |status| status["bag"]["cobblestone"] == 64 && status["bag"]["bread"] == 32);
    let hut = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/hut.toml");
    life.tell(&["build", hut.to_str().unwrap()]);

    life.until("to be in the middle of it", |status| status["bag"]["cobblestone"].as_u64() < Some(56));
    life.child.kill().unwrap();
    life.child.wait().unwrap();
    life.again(&server);
    let began = Instant::now();
    while !life.said().contains("build:hut is done") {
        assert!(began.elapsed() < PATIENCE, "{}", life.said());
        std::thread::sleep(LOOK_EVERY);
    }

    // The server itself has the floor, in the height at which it was begun.
    let said = life.said();
    let corner = said.split("hut@").nth(1).and_then(|rest| rest.split(",south").next()).expect("a site facing south");
    let corner: Vec<i64> = corner.split(',').map(|v| v.parse().unwrap()).collect();
    for (x, z) in (0..5).flat_map(|x| (0..5).map(move |z| (x, z))) {
        for (y, name) in [(0, "cobblestone"), (3, "cobblestone")] {
            let block = server.order(&json!({"order": "block", "at": [corner[0] + x, corner[1] + y, corner[2] + z]}));
            assert_eq!(block["name"], name, "{x} {y} {z}");
        }
    }
    assert_eq!(life.end()["alive"], true);
}

#[test]
fn the_agent_walks_on_an_older_server() {
    let server = Server::start("1.20.1");
    let life = Life::begin(&server);
    walks(&life);
    life.end();
}

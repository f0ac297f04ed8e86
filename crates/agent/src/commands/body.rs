//! `stead body embedded`: the embedded world as a body for a mind in another process.

use crate::say::tell;
use puppet::serve::{self, Keep, News, Pace};
use puppet::{LATENCY_TICKS_MAX, Puppet};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::DirLock;
use vocab::{ItemId, Tick};
use world::World;
use world::save::SaveError;

/// The file of the world in a data directory.
const FILE: &str = "body.world";
const SEED_DEFAULT: u64 = 1;
const BAD_INPUT: u8 = 2;
/// As many of an item as a bag holds.
const GIFT_MAX: u32 = 36 * 64;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    which: Which,
}

#[derive(Debug, clap::Subcommand)]
enum Which {
    /// The embedded world: its body obeys the limb verbs of a mind in another process.
    Embedded(Embedded),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  stead body embedded --seed 3 --listen 127.0.0.1:7777    serve one mind at a time; try `cargo xtask conformance 127.0.0.1:7777`
  stead body embedded --listen 127.0.0.1:0 --give oak_log:4 --give coal:2 --give furnace:1 --give dirt:4    with things to try out
  stead body embedded --listen 127.0.0.1:0 --data life    any free port; the world is kept in the directory `life`
  stead run --body 'stead body embedded --seed 3'         as a child process, over its standard streams

docs/body-protocol.md describes what is spoken.")]
struct Embedded {
    /// The world; the one in the data directory if left out, or 1 in a new one.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Where to listen for a mind, as IP:PORT on this machine; without it the mind talks on standard input and output.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// How many ticks late blocks, creatures, items and answers reach the mind, as from a server far away, up to 20; the body's own
    /// movement is told at once.
    #[arg(long, value_name = "TICKS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LATENCY_TICKS_MAX))]
    latency: u64,
    /// How fast time passes: 1 (real time) to 1000, or max; above 1 the world waits for the mind at each tick.
    #[arg(long, default_value = "1")]
    speed: Pace,
    /// Put so many of an item into the bag of a new world's body, for trying things out; may be repeated.
    #[arg(long, value_name = "ITEM:N", value_parser = gift)]
    give: Vec<(ItemId, u32)>,
    /// Keep the world in this directory; without it the world is new at each start.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub fn run(args: &Args) -> ExitCode {
    let Which::Embedded(args) = &args.which;
    match embedded(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Unserved::Refused(why)) => {
            tell!("stead body: {why}");
            ExitCode::from(BAD_INPUT)
        }
        Err(Unserved::Unsaved(error)) => {
            tell!("stead body: the world was not saved: {error}");
            ExitCode::FAILURE
        }
    }
}

enum Unserved {
    Refused(String),
    Unsaved(SaveError),
}

impl From<String> for Unserved {
    fn from(why: String) -> Unserved {
        Unserved::Refused(why)
    }
}

fn embedded(args: &Embedded) -> Result<(), Unserved> {
    let stop = stop_on_ctrl_c()?;
    let listener = args.listen.map(listener).transpose()?;
    let (mut world, keep, _lock) = match &args.data {
        None => (World::new(args.seed.unwrap_or(SEED_DEFAULT)), None, None),
        Some(dir) => {
            std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
            let lock = DirLock::take(dir).map_err(|error| error.to_string())?;
            let path = dir.join(FILE);
            let world = kept_world(&path, args.seed)?;
            let keep = Keep::new(path, world.now());
            (world, Some(keep), Some(lock))
        }
    };
    let (seed, tick) = (world.seed(), world.now());
    if tick == Tick(0) {
        for (item, count) in &args.give {
            world.give(*item, *count);
        }
    }
    let puppet = Puppet::new(world, args.latency);
    let how = (args.speed, keep);
    let mut tell = say;
    let served = if let Some(listener) = listener {
        let at = listener.local_addr().map_err(|error| format!("no address to listen on: {error}"))?;
        tell!("stead body: world {seed} at tick {tick}; a mind can connect to {at}");
        serve::listen(puppet, listener, how, &stop, &mut tell)
    } else {
        let streams = (std::io::stdin(), std::io::stdout());
        serve::streams(puppet, streams, how, &stop, &mut tell)
    };
    served.map_err(Unserved::Unsaved)
}

fn say(news: News) {
    match news {
        News::Came => tell!("stead body: a mind is here"),
        News::Gone { why } => tell!("stead body: the mind is gone: {why}"),
        News::Said(text) => tell!("stead body: it says: {text}"),
        News::Unsaved(error) => tell!("stead body: the world was not saved, and is tried again: {error}"),
    }
}

fn listener(address: SocketAddr) -> Result<TcpListener, String> {
    if !serve::is_local(address) {
        return Err(format!(
            "--listen {address} can be reached from other machines, and a body obeys whoever connects; listen on 127.0.0.1:{} and \
             use a tunnel, such as ssh -L, from there",
            address.port()
        ));
    }
    TcpListener::bind(address)
        .map_err(|error| format!("cannot listen on {address}: {error}; --listen 127.0.0.1:0 takes a free port"))
}

/// Reads `oak_log:8`.
fn gift(text: &str) -> Result<(ItemId, u32), String> {
    let (name, count) = text.split_once(':').unwrap_or((text, "1"));
    let item = gamedata::items::find(name).map_err(|error| error.to_string())?;
    let count = count.parse().ok().filter(|count| (1..=GIFT_MAX).contains(count));
    Ok((item, count.ok_or_else(|| format!("{text:?}: write ITEM:N with N from 1 to {GIFT_MAX}, such as oak_log:8"))?))
}

/// The world in a file, or a new one if there is none.
fn kept_world(path: &Path, seed: Option<u64>) -> Result<World, String> {
    if !path.exists() {
        return Ok(World::new(seed.unwrap_or(SEED_DEFAULT)));
    }
    let world = World::load(path).map_err(|error| format!("{error}; move the file away to begin a new world"))?;
    match seed.filter(|seed| *seed != world.seed()) {
        Some(seed) => Err(format!(
            "{}: holds world {}, and --seed asks for world {seed}; leave --seed out, or choose another --data",
            path.display(),
            world.seed()
        )),
        None => Ok(world),
    }
}

fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    ctrlc::set_handler(move || set.store(true, Ordering::SeqCst)).map_err(|error| {
        format!("Ctrl-C cannot be caught ({error}); not starting, because it could not be stopped cleanly")
    })?;
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gifts_are_read_or_refused() {
        let coal = gamedata::items::named("coal").unwrap();
        for (text, expected) in
            [("coal:8", Ok(8)), ("coal", Ok(1)), ("coal:2304", Ok(2_304)), ("coal:0", Err("coal:0"))]
        {
            match (gift(text), expected) {
                (Ok(given), Ok(count)) => assert_eq!(given, (coal, count), "{text}"),
                (Err(why), Err(part)) => assert!(why.contains(part) && why.contains("oak_log:8"), "{why}"),
                (other, _) => panic!("{text}: {other:?}"),
            }
        }
        assert!(gift("cole:3").unwrap_err().contains("unknown item \"cole\""));
    }

    #[test]
    fn a_body_listens_on_this_machine_alone() {
        let why = listener("0.0.0.0:7777".parse().unwrap()).unwrap_err();
        assert!(why.contains("other machines") && why.contains("127.0.0.1:7777"), "{why}");
        let free = listener("127.0.0.1:0".parse().unwrap()).unwrap();
        let taken = listener(free.local_addr().unwrap()).unwrap_err();
        assert!(taken.contains("127.0.0.1:0 takes a free port"), "{taken}");
    }

    #[test]
    fn a_kept_world_is_not_taken_for_another_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE);
        assert_eq!(kept_world(&path, Some(7)).unwrap().seed(), 7, "a new one");
        World::with_view(7, 1).save(&path).unwrap();
        assert_eq!(kept_world(&path, None).unwrap().seed(), 7);
        assert_eq!(kept_world(&path, Some(7)).unwrap().seed(), 7);
        let why = kept_world(&path, Some(8)).unwrap_err();
        assert!(why.contains("holds world 7") && why.contains("--seed asks for world 8"), "{why}");
        std::fs::write(&path, b"no world").unwrap();
        let why = kept_world(&path, None).unwrap_err();
        assert!(why.contains("no world file") && why.contains("move the file away"), "{why}");
    }
}

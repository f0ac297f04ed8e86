//! `stead run`, also plain `stead`: lives in the embedded world, goes on from what is in the data directory.

use crate::checkup::Checkup;
use crate::config::{Config, SEED_DEFAULT};
use crate::embedded::Embedded;
use crate::report::Ending;
use crate::say::{aside, say, tell};
use crate::view::days::Days;
use crate::view::text::count;
use crate::view::{Scene, View};
use driver::in_flight::InFlight;
use driver::{Durability, Ended, Go, LAYOUT, Life, NoThinker, Options, Recovered, Run, Scribe, Speed};
use mind::report::MILESTONES;
use mind::trace::Event;
use mind::{Effect, Mind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use store::{Archive, Identity, Opened, Store};

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
const UNMET: u8 = 3;
/// What a shell reports for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The world to live in; the one in the data directory if left out, or 1 in a new one.
    #[arg(long)]
    seed: Option<u64>,
    /// How fast time passes: 1 (real time) to 1000, or max; 1 on a screen and max with --headless if left out.
    #[arg(long)]
    speed: Option<Speed>,
    /// Show no screen; say a line now and then on standard error.
    #[arg(long)]
    headless: bool,
    /// Stop when this has been carried for the first time; exit code 3 if it never was.
    #[arg(long, value_name = "MILESTONE", value_parser = MILESTONES)]
    until: Option<String>,
    /// Stop at this tick of the world's time (20 a second), counted from its beginning; the mind has every fourth tick.
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// End with one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// Where the life is kept [default: stead-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The settings [default: stead.toml, if there is one].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Forget the records after the last saved state, when another version of stead wrote them.
    #[arg(long)]
    discard_tail: bool,
}

/// A life come back, and the disk it is written to.
struct Begun {
    seed: u64,
    life: Life<Embedded, NoThinker>,
    scribe: Scribe,
    checkup: Option<Checkup>,
    days: Days,
}

pub fn run(args: &Args) -> ExitCode {
    // Before anything is opened, so that Ctrl-C ends cleanly from the first moment on.
    let stop = match stop_on_ctrl_c() {
        Ok(stop) => stop,
        Err(error) => {
            tell!("stead: Ctrl-C cannot be caught ({error}); not starting, because it could then not end cleanly");
            return ExitCode::from(FAILED);
        }
    };
    let began = match Config::load(args.config.as_deref()) {
        Ok(config) => begin(args, &config).map(|begun| (config, begun)),
        Err(error) => Err(error.to_string()),
    };
    match began {
        Ok((config, begun)) => live(args, &config, begun, &stop),
        Err(why) => {
            tell!("stead: {why}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Opens the data directory and brings the life in it back, or begins one.
fn begin(args: &Args, config: &Config) -> Result<Begun, String> {
    let dir = args.data.as_deref().unwrap_or(&config.run.data);
    let wanted = args.seed.or(config.run.seed);
    let seed = wanted.or_else(|| Archive::peek(dir).map(|identity| identity.seed)).unwrap_or(SEED_DEFAULT);
    let game = gamedata::MINECRAFT_VERSION.to_string();
    let identity = Identity { world: "embedded".into(), seed, game, layout: LAYOUT };
    let began = Instant::now();
    let body = || Embedded::new(seed, config.run.xray);
    let first = || Life::new(Mind::new(config.mind()), body(), NoThinker::default(), InFlight::default());
    let opened = Store::open(dir, &identity, config.limits(), || first().state().1);
    let mut opened = opened.map_err(|error| error.to_string())?;
    tell(&opened, dir);
    if args.discard_tail {
        let dropped = opened.store.discard_tail().map_err(|error| error.to_string())?;
        tell!("stead: as asked, {} after tick {} forgotten", count(dropped, "record"), opened.newest.tick);
    }
    let recovered = driver::recover(opened.store.archive(), &opened.newest, NoThinker::default(), |world| {
        world.map_or_else(|| Ok(body()), Embedded::restore)
    });
    let Recovered { life, records } = recovered.map_err(|error| format!("{}: {error}", dir.display()))?;
    let (tick, took) = (life.mind.tick(), began.elapsed().as_millis());
    if opened.fresh {
        tell!("stead: a new life in world {seed}, begun in {took} ms");
    } else {
        tell!("stead: back at tick {tick} in {took} ms, {} gone over again", count(records, "record"));
    }
    if life.body.has_xray() {
        tell!("stead: xray is on: this agent finds blocks that it has never seen");
    }
    let told = opened.damaged.iter().map(|damaged| damaged.error.to_string()).collect();
    let checkup = (!opened.fresh).then(|| Checkup::begin(dir, told));
    let days = Days::of(opened.store.archive());
    Ok(Begun { seed, life, scribe: Scribe::new(opened.store), checkup, days })
}

/// Says what opening had to do.
fn tell(opened: &Opened, dir: &Path) {
    let dir = dir.display();
    if let Some(from) = opened.migrated_from {
        tell!("stead: {dir}: brought from format {from} to {}", store::FORMAT_VERSION);
    }
    for damaged in &opened.damaged {
        tell!("stead: {dir}: {}", damaged.error);
    }
    if !opened.damaged.is_empty() {
        let tick = opened.newest.tick;
        tell!("stead: {dir}: going on from the saved state at tick {tick} and over the records since");
    }
    let store::TornTail { log_bytes, records } = opened.torn;
    if log_bytes > 0 {
        tell!(
            "stead: {dir}: the last write was interrupted; dropped: {} and whatever records they held",
            count(log_bytes, "byte")
        );
    }
    if records > 0 {
        tell!("stead: {dir}: the last write was interrupted; dropped: {}", count(records, "record"));
    }
}

fn live(
    args: &Args,
    config: &Config,
    Begun { seed, mut life, scribe, mut checkup, days }: Begun,
    stop: &AtomicBool,
) -> ExitCode {
    let mut view = View::new(args.headless || args.json);
    let usual = if matches!(view, View::Screen(_)) { Speed::Times(1) } else { Speed::Max };
    let speed = args.speed.or(config.run.speed).unwrap_or(usual);
    let mut scene = Scene::new(seed, speed, days);
    let options = Options { speed, durability: Durability::Grouped, stand_safe_max: config.stand_safe_max() };
    let (began, first_tick) = (Instant::now(), life.mind.tick());

    let mut reached = args.until.as_ref().is_none_or(|name| had(&life.mind, name));
    let ticks_max = args.ticks.unwrap_or(u64::MAX);
    let ended = if (args.until.is_some() && reached) || life.mind.tick().0 >= ticks_max {
        let tick = life.mind.tick();
        match &args.until {
            Some(what) if reached => tell!("stead: {what} was reached before; this life is at tick {tick}"),
            _ => tell!("stead: this life is at tick {tick} already, and --ticks asks for no more than {ticks_max}"),
        }
        Ended::Watcher
    } else {
        let run = Run { life: &mut life, scribe: &scribe, options, stop };
        run.run(Vec::new, |moment| {
            scene.take(moment);
            view.show(&mut scene, moment.mind);
            if let (View::Lines(_), Some(checkup)) = (&view, &mut checkup) {
                checkup.tell();
            }
            reached |= moment.effects.iter().any(|effect| is_milestone(effect, args.until.as_deref()));
            let over = (args.until.is_some() && reached) || moment.input.tick.0 >= ticks_max;
            if over && moment.trouble.is_none() { Go::Stop } else { Go::On }
        })
    };
    view.close(&mut scene, &life.mind);
    if let Some(checkup) = &mut checkup {
        checkup.end();
    }
    let ticks = life.mind.tick().since(first_tick);
    let ticks_per_second = (ticks as f64 / began.elapsed().as_secs_f64()) as u64;
    let code = match ended {
        Ended::Watcher | Ended::Asked if reached => 0,
        Ended::Watcher | Ended::Asked => UNMET,
        Ended::NotDurable(why) => {
            tell!("stead: stopped, standing safe: {why}");
            FAILED
        }
        Ended::Body(error) => {
            tell!("stead: stopped: {error}");
            FAILED
        }
    };
    // Written out before the numbers are told: whoever reads them may start the next run at once.
    drop(scribe);
    let Life { mind, body, in_flight, meter, .. } = &life;
    let world_digest = driver::Body::digest(body);
    let ending = Ending { seed, mind, in_flight, meter, world_digest, ticks_per_second };
    if args.json {
        say!("{}", ending.json());
    } else {
        aside(format_args!("{}", ending.words()));
    }
    ExitCode::from(code)
}

fn had(mind: &Mind, milestone: &str) -> bool {
    mind.report().milestones.get(milestone).copied().flatten().is_some()
}

fn is_milestone(effect: &Effect, wanted: Option<&str>) -> bool {
    match effect {
        Effect::Trace(trace) => {
            matches!(&trace.event, Event::Milestone { name, .. } if Some(name.as_str()) == wanted)
        }
        _ => false,
    }
}

/// The first Ctrl-C or termination ends the run at the next tick, the second one at once.
fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let theirs = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if theirs.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}

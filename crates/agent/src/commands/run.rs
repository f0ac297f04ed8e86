//! `stead run`, also plain `stead`: lives in the embedded world or through a body in another process, resuming what is in the data
//! directory.

use crate::bodies::AnyBody;
use crate::bodies::home::{self, Home};
use crate::bundle;
use crate::checkup::Checkup;
use crate::config::{Config, Listen, SEED_DEFAULT};
use crate::lasting;
use crate::logs;
use crate::opening;
use crate::report::Ending;
use crate::say::{aside, say};
use crate::thinking::Thinking;
use crate::view::text::count;
use crate::view::{self, Source, View};
use crate::words::{self, WORDS};
use driver::days::Days;
use driver::in_flight::InFlight;
use driver::{
    Back, Board, Broke, Broken, Door, Durability, Ended, Go, LAYOUT, Life, MachineClock, Options, Part, ReadModel,
    RecoverError, Recovered, Run, Speed, ThreadScribe, caught,
};
use mind::report::MILESTONES;
use mind::trace::Event;
use mind::{Effect, Mind};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use store::{Archive, Identity, OpenError, Opening};
use tracing::{debug, error, info, warn};
use window::{Listening, Scene, Window};

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
const UNMET: u8 = 3;
/// Exit code when the program broke and stopped safely.
const BROKE: u8 = 4;
/// In the data directory: what would be written over the screen.
const SCREEN_LOG: &str = "stead.log";
/// Exit code that a shell reports for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The world to live in; the one in the data directory if left out, or 1 in a new one.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    home: home::Abode,
    /// How fast time passes: 1 (real time) to 1000, or max; 1 on a screen and max with --headless if left out.
    #[arg(long)]
    speed: Option<Speed>,
    /// Show no screen; write a line now and then to standard error.
    #[arg(long)]
    headless: bool,
    /// Stop when this item has been carried for the first time; exit code 3 if it never was.
    #[arg(long, value_name = "MILESTONE", value_parser = MILESTONES)]
    until: Option<String>,
    /// Stop at this tick, counted from the beginning of the world (20 a second; the mind runs every fourth).
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// End with one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// The data directory [default: stead-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where the page in the browser is served, as IP:PORT, or off [default: 127.0.0.1:7878, or the next free port].
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<Listen>,
    /// The settings [default: stead.toml, if there is one].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Drop the records after the last saved state, when another version of stead wrote them.
    #[arg(long)]
    discard_tail: bool,
}

/// A life that was resumed or begun, and the writer of its journal.
struct Begun {
    seed: u64,
    life: Life<AnyBody, Thinking>,
    scribe: ThreadScribe,
    checkup: Option<Checkup>,
    days: Days,
    dir: PathBuf,
}

pub fn run(args: &Args) -> ExitCode {
    // The handler is set before anything is opened, so that Ctrl-C is handled from the start.
    let stop = match stop_on_ctrl_c() {
        Ok(stop) => stop,
        Err(error) => {
            error!("Ctrl-C cannot be caught ({error}); not starting, because it could not be stopped cleanly");
            return ExitCode::from(FAILED);
        }
    };
    let config = match Config::load(args.config.as_deref()) {
        Ok(config) => config,
        Err(error) => {
            error!("{error}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    let dir = args.data.as_deref().unwrap_or(&config.run.data);
    match caught(Part::World, || begin(args, &config)) {
        Ok(Ok(begun)) => live(args, &config, begun, &stop),
        Ok(Err(Unbegun::Refused(why))) => {
            error!("{why}");
            ExitCode::from(BAD_INPUT)
        }
        Ok(Err(Unbegun::Broke { broke, why })) => {
            ExitCode::from(report_break(dir, &config, &Broken { broke, strikes: 1, no_way_back: Some(why) }))
        }
        Err(broke) => ExitCode::from(report_break(dir, &config, &Broken { broke, strikes: 1, no_way_back: None })),
    }
}

/// Why no life was begun or resumed.
enum Unbegun {
    Refused(String),
    /// The program broke when it replayed the journal.
    Broke {
        broke: Broke,
        why: String,
    },
}

impl From<String> for Unbegun {
    fn from(why: String) -> Unbegun {
        Unbegun::Refused(why)
    }
}

/// Logs that the program broke and what to do, and leaves a report in the data directory.
fn report_break(dir: &Path, config: &Config, broken: &Broken) -> u8 {
    error!("stopped safely, because {broken}");
    match bundle::leave(dir, &Ok(config.clone()), broken) {
        Ok(path) => error!(
            "please send {} with a bug report: it has what the agent saw and heard last, and no keys. Everything up to here is \
             saved; a version of stead in which this is repaired goes on from it",
            path.display()
        ),
        Err(error) => error!("{}: no report could be written ({error}); `stead report` makes one", dir.display()),
    }
    BROKE
}

/// Where this run lives: what the command line says, or else the embedded world with the seed of the data directory.
fn home(args: &Args, config: &Config, dir: &Path) -> Result<Home, String> {
    if let Some(home) = args.home.home() {
        return Ok(home);
    }
    let found = Archive::peek(dir);
    if let Some(why) = found.as_ref().and_then(|found| Home::missing(&found.world)) {
        return Err(format!("{}: {why}", dir.display()));
    }
    let wanted = args.seed.or(config.run.seed);
    let seed = wanted.or(found.map(|identity| identity.seed)).unwrap_or(SEED_DEFAULT);
    Ok(Home::Embedded { seed, xray: config.run.xray })
}

/// Opens the data directory and resumes the life in it, or begins one.
fn begin(args: &Args, config: &Config) -> Result<Begun, Unbegun> {
    let dir = args.data.as_deref().unwrap_or(&config.run.data);
    let home = home(args, config, dir)?;
    let (seed, game) = (home.seed(), gamedata::MINECRAFT_VERSION.to_string());
    let identity = Identity { world: home.world(), seed, game, layout: LAYOUT };
    // The settings are checked before anything is opened, so that a mistake in them changes nothing.
    let thinking = Thinking::new(config)?;
    let began = Instant::now();
    if let Some(error) = Archive::peek(dir).and_then(|found| home.refuses(dir, &found.world)) {
        return Err(Unbegun::Refused(error)); // before anything is installed
    }
    let way = home.way(dir)?;
    let body = || way.body();
    let first = || {
        let mind = Mind::new(config.mind());
        Life::new(mind, body(), Thinking::without(), InFlight::default()).with_voice(words::speech)
    };
    let clock = Arc::new(MachineClock::default());
    let epoch = driver::epoch::described(lasting::description()?);
    let opening = Opening { dir, identity: &identity, epoch: &epoch, limits: config.limits() };
    let open = || driver::open(&opening, clock.as_ref(), || first().state().1, lasting::take_over);
    let opened = match open() {
        Err(OpenError::NewestDamaged { error, .. }) if args.discard_tail => {
            warn!("{}: {error}; going on from an older saved state, as asked", dir.display());
            store::drop_damaged_states(dir).map_err(|error| error.to_string())?;
            open()
        }
        opened => opened,
    };
    let mut opened = opened.map_err(|error| error.to_string())?;
    opening::report(&opened, dir);
    if args.discard_tail {
        let dropped = opened.store.discard_tail().map_err(|error| error.to_string())?;
        info!("as asked, dropped {} after tick {}", count(dropped, "record"), opened.newest.tick);
    }
    let thinking = RefCell::new(Some(thinking));
    // A second thinker is made only if the first one went with a recovery that failed.
    let thinker = || thinking.take().or_else(|| Thinking::new(config).ok()).unwrap_or_else(Thinking::without);
    let recovered = driver::resume(&mut opened, (clock, words::speech), thinker, |world| {
        world.map_or_else(|| Ok(body()), AnyBody::restore)
    });
    let (recovered, went_back) = recovered.map_err(|error| {
        let why = format!("{}: {error}", dir.display());
        match error {
            RecoverError::Broke { broke, .. } => Unbegun::Broke { broke, why },
            _ => Unbegun::Refused(why),
        }
    })?;
    let Recovered { life, records, reworded } = recovered;
    if let Some(went_back) = went_back {
        opening::report_going_back(&went_back, dir);
    }
    if reworded > 0 {
        debug!("{}: this version puts {} into other words", dir.display(), count(reworded, "record"));
    }
    let life = life.with_settings(config.mind());
    let (tick, took) = (life.mind.tick(), began.elapsed().as_millis());
    if opened.fresh {
        info!("a new life in {}, started in {took} ms", home.words());
    } else {
        info!("back at tick {tick} in {took} ms, replayed {}", count(records, "record"));
    }
    if config.run.xray {
        warn!("xray is on: this agent finds blocks that it has never seen");
    }
    if config.thoughts.allow_thought_injection {
        warn!("allow_thought_injection is on: a thought sent from outside may become a task");
    }
    let told = opened.damaged.iter().map(|damaged| damaged.error.to_string()).collect();
    let checkup = (!opened.fresh).then(|| Checkup::begin(dir, told));
    let days = Days::of(opened.store.archive());
    Ok(Begun { seed, life, scribe: ThreadScribe::new(opened.store), checkup, days, dir: dir.into() })
}

/// The item or tick at which the run is to stop.
struct Goal<'a> {
    milestone: Option<&'a str>,
    reached: bool,
    ticks_max: u64,
}

impl Goal<'_> {
    fn new<'a>(args: &'a Args, mind: &Mind) -> Goal<'a> {
        let milestone = args.until.as_deref();
        let reached = milestone.is_none_or(|name| had(mind, name));
        Goal { milestone, reached, ticks_max: args.ticks.unwrap_or(u64::MAX) }
    }

    fn is_over(&self, tick: u64) -> bool {
        (self.milestone.is_some() && self.reached) || tick >= self.ticks_max
    }

    /// Logs why the run has nothing to do: its goal was already reached.
    fn report_over(&self, tick: u64) {
        match self.milestone {
            Some(what) if self.reached => info!("{what} was reached before; this life is at tick {tick}"),
            _ => info!("this life is at tick {tick} already, and --ticks asks for no more than {}", self.ticks_max),
        }
    }
}

fn live(args: &Args, config: &Config, begun: Begun, stop: &Arc<AtomicBool>) -> ExitCode {
    let Begun { seed, mut life, scribe, mut checkup, days, dir } = begun;
    let on_screen = !args.headless && !args.json && view::can_draw();
    let usual = if on_screen { Speed::Times(1) } else { Speed::Max };
    // A body in another process sets the pace, and its world does not forget what was done.
    let (speed, durability) = if driver::Body::is_in_process(&life.body) {
        (args.speed.or(config.run.speed).unwrap_or(usual), Durability::Grouped)
    } else {
        if args.speed.is_some() {
            warn!("--speed does nothing here: the body's world sets the pace");
        }
        (Speed::Max, Durability::Each)
    };
    let options = Options { speed, durability, stand_safe_max: config.stand_safe_max() };
    let (began, first_tick) = (Instant::now(), life.mind.tick());
    debug!(?options, on_screen, "running");

    let mut goal = Goal::new(args, &life.mind);
    let ended = if goal.is_over(first_tick.0) {
        goal.report_over(first_tick.0);
        Ended::Watcher
    } else {
        let (board, door) = (Board::new(ReadModel::new(&life.mind, days)), Door::new());
        let source = Source { seed, speed, board: board.clone(), door: door.clone(), stop: Arc::clone(stop) };
        let scene = Scene::default();
        life.body.show_in(scene.clone());
        let window = open_window(&dir, &source, scene, args.listen.unwrap_or(config.page.listen));
        if on_screen {
            logs::divert(Some(&dir.join(SCREEN_LOG)));
        }
        let mut view = View::open(on_screen, source);
        let run = Run { life: &mut life, scribe: &scribe, door: &door, options, stop };
        let ended = run.run_on(&mut |life| restore(life, &dir), |moment| {
            board.take(moment);
            view.tick();
            if let (View::Lines(_), Some(checkup)) = (&view, &mut checkup) {
                checkup.tell();
            }
            goal.reached |= moment.effects.iter().any(|effect| is_milestone(effect, goal.milestone));
            if goal.is_over(moment.input.tick.0) && moment.trouble.is_none() { Go::Stop } else { Go::On }
        });
        view.close();
        logs::divert(None);
        drop(window); // before the directory is given up: the next run has a socket of the same name
        ended
    };
    if let Some(checkup) = &mut checkup {
        checkup.end();
    }
    let ticks = life.mind.tick().since(first_tick);
    let ticks_per_second = (ticks as f64 / began.elapsed().as_secs_f64()) as u64;
    let code = match ended {
        Ended::Watcher | Ended::Asked if goal.reached => 0,
        Ended::Watcher | Ended::Asked => UNMET,
        Ended::NotDurable(why) => {
            error!("stopped, because nothing can be written: {why}");
            FAILED
        }
        Ended::Broke(broken) => {
            // The journal is written before it is reported; mind and world may be half changed, so nothing is said of them.
            drop(scribe);
            return ExitCode::from(report_break(&dir, config, &broken));
        }
    };
    // The journal is written before the final numbers are printed: whoever reads them may start the next run at
    // once.
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

/// Brings the life back from its journal after its mind broke.
fn restore(life: &mut Life<AnyBody, Thinking>, dir: &Path) -> Result<Back, String> {
    let archive = Archive::open(dir).map_err(|error| error.to_string())?;
    driver::come_back(life, &archive, AnyBody::restore).map_err(|error| error.to_string())
}

/// Starts the HTTP server of this run. If that fails, the run goes on without it.
fn open_window(dir: &Path, source: &Source, scene: Scene, listen: Listen) -> Option<Window> {
    let Source { seed, speed, board, door, .. } = source.clone();
    let (events, library) = (window::Events::default(), window::Library::default());
    let shown = window::Source { seed, speed, dir: dir.into(), board, door, words: WORDS, events, scene, library };
    let tcp = match listen {
        Listen::Off => None,
        Listen::At(address) => {
            let bound = Listening::bind(address);
            bound.inspect_err(|error| warn!("there is no page in the browser for this run: {error}")).ok()
        }
    };
    let at = tcp.as_ref().map(page_line);
    let opened = Window::open(dir, shown, window::Limits::default(), tcp);
    match &opened {
        Ok(_) => at.into_iter().for_each(|line| info!("{line}")),
        Err(error) => warn!("`stead status`, other commands and the page cannot reach this run: {error}"),
    }
    opened.ok()
}

/// Where the page is, in words. The token itself is never printed.
fn page_line(at: &Listening) -> String {
    let taken = at.taken.map(|port| format!(" (port {port} is taken)")).unwrap_or_default();
    let token = if at.is_local() { "" } else { "; open it as /?token=TOKEN with the token in the data directory" };
    format!("the page is at http://{}{taken}{token}", at.address)
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

/// Sets the signal handler: the first Ctrl-C or SIGTERM ends the run at the next tick, the second one ends the
/// program at once.
fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let theirs = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if theirs.swap(true, Ordering::Relaxed) {
            view::restore_terminal();
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}

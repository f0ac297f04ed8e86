//! A body in another process as the driver's body: its reports become a mirror of its world, the skills run on that mirror, and what
//! they order goes out as verbs.
//!
//! One tick of the body is one tick of the skills. The body's ticks are differences alone: [`Clock`] makes them the world's time.

mod clicks;
mod clock;
mod craft;
mod drops;
mod hands;
mod head;
mod hear;
mod line;
mod names;
mod senses;
mod speech;

use crate::Source;
use belief::evidence::Detection;
use clock::Clock;
use contract::body::Report;
use contract::body::report::{Reason, Tick as Ticked};
use hands::{Hands, Work};
use line::{Line, Standing};
use mind::Config;
use mind::input::{Heard, Link, Sensed};
use names::Names;
use skills::limbs::{Limbs, Pose};
use skills::mirror::Mirror;
use skills::space::Place;
use skills::{Eyes, Skills, answers, feed};
use speech::Speech;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use vocab::build::Guarded;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::senses::{BodyEvent, Vitals};
use vocab::tick::TICKS_PER_SECOND;
use vocab::{Action, ActionId, Answer, BlockPos, Danger, Digest, Outcome, Query, QueryId};

/// How far the body shall send columns: as far as the mind looks for blocks, and no farther than most servers send.
const VIEW: u8 = 8;
/// How long a tick of the game takes.
const TICK: Duration = Duration::from_millis(1_000 / TICKS_PER_SECOND);
/// A present body may be this much late with its ticks before the mind goes on without them.
const SLACK: Duration = Duration::from_millis(50);
/// How often the line is looked at while nothing comes.
const POLL: Duration = Duration::from_millis(1);
/// A body on ground that was not told for this long is nowhere: it was moved, and its columns do not come.
const NOWHERE_TICKS: u32 = 40;
/// Events and heard lines that wait for the mind; the oldest go first. The mind takes no more in one tick.
const NEWS_MAX: usize = 256;
/// Ticks that the server may take to show a click before the body's own answer is given up. Bodies wait two seconds, and up to five
/// times as long on a server that lags.
const PATIENCE_TICKS: u64 = 240;
/// Foreign names that are told to people one by one.
const FOREIGN_TOLD_MAX: u32 = 20;

/// A body in another process.
#[derive(Debug)]
pub struct Body {
    line: Line,
    /// Reports that wait for their tick: what one call of the line gives, and asked for only when none is left.
    queue: VecDeque<Report>,
    names: Names,
    mirror: Mirror,
    skills: Skills,
    eyes: Eyes,
    hands: Hands,
    clock: Clock,
    speech: Speech,
    around: Around,
    /// Whether the body is in a world whose ground it knows.
    here: bool,
    /// Whether it was there before, so that coming back is news.
    was_here: bool,
    unknown_ticks: u32,
    outcomes: Vec<Outcome>,
    events: VecDeque<BodyEvent>,
    heard: VecDeque<Heard>,
    detections: Vec<Detection>,
    asked: Vec<(QueryId, Query)>,
    answers: Vec<(QueryId, Answer)>,
    foreign_told: u32,
}

/// What was told of the body and its surroundings last.
#[derive(Debug, Default)]
struct Around {
    dimension: Option<String>,
    ticked: Option<Ticked>,
    vitals: Option<Vitals>,
    dead: bool,
    /// Ticks since the body died, or was asked to come back.
    dead_ticks: u32,
    drops: drops::Dropped,
}

impl Body {
    /// A body that is reached this way. The connection is opened when time begins to pass.
    pub fn new(source: Source, mind: &str) -> Body {
        let pose = Pose {
            at: Place::ZERO,
            on_ground: false,
            in_water: false,
            in_lava: false,
            alive: true,
            asleep_ticks: None,
            food: 0,
        };
        let mut mirror = Mirror::new(pose);
        mirror.patience_ticks = PATIENCE_TICKS;
        Body {
            line: Line::new(source, mind, VIEW),
            queue: VecDeque::new(),
            names: Names::default(),
            mirror,
            skills: Skills::default(),
            eyes: Eyes::default(),
            hands: Hands::default(),
            clock: Clock::default(),
            speech: Speech::default(),
            around: Around::default(),
            here: false,
            was_here: false,
            unknown_ticks: 0,
            outcomes: Vec::new(),
            events: VecDeque::new(),
            heard: VecDeque::new(),
            detections: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            foreign_told: 0,
        }
    }

    fn link(&self) -> Link {
        match self.line.standing() {
            Standing::Present if self.here => Link::Present,
            Standing::Present | Standing::Waiting => Link::Waiting,
            Standing::Gone { why } => Link::Gone { why },
        }
    }

    /// Takes in what has come. Returns whether anything had.
    fn listen(&mut self) -> bool {
        let open = self.line.is_open();
        let reports = self.line.poll();
        let came = !reports.is_empty();
        self.queue.extend(reports);
        if open && !self.line.is_open() {
            // What it said before its end is taken in first; no tick comes after.
            while let Some(report) = self.queue.pop_front() {
                self.hear(report);
            }
            self.lose();
            self.clock.lose();
        }
        if let Some(news) = self.line.news() {
            tracing::info!("{news}");
        }
        came
    }

    /// The body has lost its world, or we have lost the body: nothing that is open will be answered.
    fn lose(&mut self) {
        for query in self.hands.let_go() {
            self.settle(query, false);
        }
        self.mirror.lose_link();
        self.outcomes.extend(self.skills.abort(&mut self.mirror, Failure::Disconnected));
        self.mirror.end_tick(); // nobody hears these orders
        self.detections.clear();
        self.mirror.creatures.clear();
        self.mirror.drops.clear();
        self.speech.clear();
        if std::mem::take(&mut self.here) {
            self.note(BodyEvent::Disconnected);
        }
    }

    fn note(&mut self, event: BodyEvent) {
        if self.events.len() >= NEWS_MAX {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    /// Whether the ground under the body is known, with patience: columns come some ticks after a body was moved.
    fn find_ground(&mut self) {
        let known = self.mirror.map.told(self.mirror.pose.feet()).is_some();
        self.unknown_ticks = if known { 0 } else { self.unknown_ticks.saturating_add(1) };
        if known && !self.here {
            self.here = true;
            if std::mem::replace(&mut self.was_here, true) {
                self.note(BodyEvent::Reconnected);
            }
        }
        if self.here && self.unknown_ticks > NOWHERE_TICKS {
            self.lose();
        }
    }

    /// One tick of the body: the skills look at what was told, and their orders go out.
    fn tick(&mut self) {
        self.find_ground();
        self.come_back_to_life();
        let Body { line, names, mirror, skills, eyes, hands, .. } = self;
        if self.here && self.unknown_ticks == 0 {
            mirror.begin_tick(self.clock.now());
            self.outcomes.extend(skills.tick(mirror, eyes));
            let (keys, orders) = mirror.end_tick();
            hands.obey(&mut Work { line, mirror, names }, keys, orders);
            eyes.tick(mirror.cells(), mirror.pose().eyes());
        }
        if let Some(verb) = self.speech.due(self.clock.now()) {
            self.line.act(verb);
        }
        for name in self.names.take_news() {
            self.foreign_told += 1;
            if self.foreign_told <= FOREIGN_TOLD_MAX {
                tracing::info!("the world has \"{name}\", which this version does not know: it is left alone");
            }
        }
    }

    fn answer(&mut self, id: u64, answer: Result<(), Reason>) {
        let Body { line, names, mirror, hands, .. } = self;
        if let Some(query) = hands.answered(&mut Work { line, mirror, names }, id, answer) {
            self.settle(query, answer.is_ok());
        }
    }

    /// Answers a question for which the body looked into something, unless it was answered before.
    fn settle(&mut self, id: QueryId, looked: bool) {
        let Some(at) = self.asked.iter().position(|(asked, _)| *asked == id) else { return };
        let (_, query) = self.asked.swap_remove(at);
        let answer = if looked { answers::answer(&self.mirror, &mut self.eyes, &query) } else { Answer::Unknown };
        self.answers.push((id, answer));
    }

    /// What a person sees of the world.
    pub fn publish(&mut self, on: bool) {
        feed::publish(&mut self.mirror.map, &mut self.eyes, on);
    }

    pub fn published(&mut self) -> feed::Published {
        let centre = feed::Feed::centre(self);
        feed::published(&mut self.mirror.map, &mut self.eyes, centre)
    }
}

impl feed::Feed for Body {
    fn publish(&mut self, on: bool) {
        Body::publish(self, on);
    }

    fn published(&mut self) -> feed::Published {
        Body::published(self)
    }

    fn centre(&self) -> skills::chunks::ChunkPos {
        skills::chunks::ChunkPos::of(self.mirror.pose.at.block())
    }
}

impl driver::Body for Body {
    fn advance(&mut self, ticks: u64) {
        let began = Instant::now();
        let usual = TICK * u32::try_from(ticks).unwrap_or(u32::MAX);
        let mut ticked = 0;
        loop {
            while let Some(report) = self.queue.pop_front() {
                ticked += u64::from(self.hear(report));
                if ticked >= ticks {
                    return;
                }
            }
            let most = if self.line.standing() == Standing::Present { usual + SLACK } else { usual };
            if began.elapsed() >= most {
                return;
            }
            if !self.listen() {
                std::thread::sleep(POLL);
            }
        }
    }

    fn sense(&mut self) -> Sensed {
        let link = self.link();
        let present = link == Link::Present;
        for (id, query) in std::mem::take(&mut self.asked) {
            match query {
                _ if !present => self.answers.push((id, Answer::Unknown)),
                Query::Container { .. } => self.asked.push((id, query)), // the body looks into it
                query => self.answers.push((id, answers::answer(&self.mirror, &mut self.eyes, &query))),
            }
        }
        Sensed {
            link,
            senses: self.senses(),
            detections: if present { self.detections.clone() } else { Vec::new() },
            outcomes: std::mem::take(&mut self.outcomes),
            answers: std::mem::take(&mut self.answers),
            heard: self.heard.drain(..).collect(),
        }
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        let at = self.clock.now();
        if self.link() != Link::Present {
            let end = End::Refused(Refusal::Disconnected);
            return self.outcomes.push(Outcome { id, at, end, receipt: Receipt::default() });
        }
        self.mirror.now = at;
        self.outcomes.extend(self.skills.begin(&mut self.mirror, &mut self.eyes, id, action.clone()));
    }

    fn cancel(&mut self, id: ActionId) {
        self.outcomes.extend(self.skills.cancel(&mut self.mirror, id));
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.skills.beware(dangers);
    }

    fn guard(&mut self, cells: &[Guarded]) {
        self.skills.guard(cells);
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        if let Query::Container { at } = query {
            let at: BlockPos = *at;
            let opens = self.mirror.pose.reaches(at) && self.opens(at) && self.link() == Link::Present;
            if !opens || !self.hands.ask(&mut self.line, id, at) {
                return self.answers.push((id, Answer::Unknown));
            }
        }
        self.asked.push((id, query.clone()));
    }

    fn say(&mut self, text: &str) {
        if self.here {
            self.skills.say(text);
            self.speech.say(text);
        }
    }

    fn begin(&mut self, settings: &Config) {
        self.eyes.set_xray(settings.xray);
    }

    fn stand_safe(&mut self) {
        self.line.act(contract::body::Verb::Stop {});
    }

    fn is_in_process(&self) -> bool {
        false
    }

    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    fn digest(&self) -> Option<Digest> {
        None
    }
}

//! One connection to a mind: the greeting, what the mind was told, and holding back while it is slow.

use crate::LATENCY_TICKS_MAX;
use crate::columns::Columns;
use crate::limbs::{ABILITIES, Ended, Limbs};
use crate::outbox::Outbox;
use crate::senses;
use contract::body::command::{self, Bye, Misread, Parting};
use contract::body::limits::{BEHIND_TICKS_MAX, CHAT_CHARS_MAX, WHY_CHARS_MAX};
use contract::body::report::{self, Confirmed, Link, LinkState, Refused};
use contract::body::session::Hearing;
use contract::body::{Command, Fault, Line, PROTOCOL, Report, encode_report};
use skills::chunks::{Y_END, Y_MIN};
use vocab::BlockPos;
use vocab::senses::Carried;
use vocab::tick::TICKS_PER_SECOND;
use world::World;

/// Entities and drops are told every so many ticks: the pace of the mind.
const AROUND_TICKS: u64 = 4;
/// Answers and events that wait while the mind is behind. A mind that lets so many of them pile up hears nothing.
const NEWS_MAX: usize = 1_024;

/// A connection to one mind.
#[derive(Debug)]
pub struct Visit {
    hearing: Hearing,
    /// How many lines the mind has sent.
    lines: u64,
    /// The columns that the mind asked for; `None` before it has greeted.
    view: Option<u8>,
    /// The newest tick of the body in this connection.
    tick: u64,
    /// The newest tick that was told.
    sent: u64,
    acked: u64,
    /// Whether the mind knows nothing of this world yet.
    entering: bool,
    columns: Columns,
    carried: Option<Carried>,
    /// Answers and events, oldest first.
    news: Vec<Report>,
    outbox: Outbox,
    /// Whether nobody reads what was sent.
    clogged: bool,
    over: Option<String>,
}

impl Visit {
    pub fn new(latency_ticks: u64) -> Visit {
        Visit {
            hearing: Hearing::default(),
            lines: 0,
            view: None,
            tick: 0,
            sent: 0,
            acked: 0,
            entering: true,
            columns: Columns::default(),
            carried: None,
            news: Vec::new(),
            outbox: Outbox::new(latency_ticks.min(LATENCY_TICKS_MAX)),
            clogged: false,
            over: None,
        }
    }

    pub fn is_greeted(&self) -> bool {
        self.view.is_some()
    }

    /// Why the connection has ended, if it has.
    pub fn over(&self) -> Option<&str> {
        self.over.as_deref()
    }

    /// Whether something was sent that the mind has not acknowledged.
    pub fn is_ahead(&self) -> bool {
        self.sent > self.acked
    }

    fn is_behind(&self) -> bool {
        self.clogged || self.sent.saturating_sub(self.acked) > BEHIND_TICKS_MAX
    }

    /// Notes whether the stream takes what is sent.
    pub fn clog(&mut self, clogged: bool) {
        self.clogged = clogged;
    }

    pub fn take_lines(&mut self) -> Vec<u8> {
        self.outbox.take()
    }

    /// Ends the connection with a last line.
    pub fn bye(&mut self, reason: Parting, why: &str) {
        if self.over.is_none() {
            let why: String = plain(why);
            self.now(&Report::Bye(Bye { reason, why: why.clone() }));
            self.over = Some(why);
        }
    }

    /// Takes in a line of the mind. A verb goes to the limbs. Returns whether the mind has just greeted.
    pub fn hear(&mut self, line: Line, limbs: &mut Limbs) -> bool {
        if self.over.is_some() {
            return false;
        }
        self.lines += 1;
        let taken = line.map_err(|fault| self.hearing.count(fault)).and_then(|line| self.hearing.take(&line));
        match taken {
            Ok(command) => self.obey(command, limbs),
            Err(fault) => {
                self.refuse(&fault);
                false
            }
        }
    }

    fn obey(&mut self, command: Command, limbs: &mut Limbs) -> bool {
        match command {
            Command::Hello(command::Hello { view, .. }) => {
                self.view = Some(view);
                let abilities = ABILITIES.map(String::from).to_vec();
                let body = format!("stead embedded {}", env!("CARGO_PKG_VERSION"));
                self.now(&Report::Hello(report::Hello { protocol: PROTOCOL.into(), body, abilities }));
                let state = LinkState::Present;
                self.now(&Report::Link(Link { state, cause: None, why: String::new(), retry_ms: None }));
                return true;
            }
            Command::Ack(ack) => self.acked = self.acked.max(ack.tick.min(self.sent)),
            Command::Resend(_) => self.enter(),
            Command::Do(command::Do { id, verb }) => {
                if let Err((reason, why)) = limbs.hear(id, verb) {
                    self.tell(Report::Refused(Refused { id, reason, why }));
                }
            }
            Command::Bye(bye) => {
                let why = if bye.why.is_empty() { format!("{:?}", bye.reason).to_lowercase() } else { plain(&bye.why) };
                self.over = Some(format!("it said goodbye: {why}"));
            }
            // It is for the people who write a body; the limits of both sides are the same here.
            Command::Misread(_) => {}
        }
        false
    }

    /// Everything about the world is told anew.
    fn enter(&mut self) {
        (self.entering, self.columns, self.carried) = (true, Columns::default(), None);
    }

    fn refuse(&mut self, fault: &Fault) {
        let why = plain(&fault.to_string());
        match fault {
            Fault::Version { .. } => self.bye(Parting::Version, &format!("this body speaks {PROTOCOL}")),
            Fault::NotGreeted => self.bye(Parting::Broken, &why),
            Fault::TooManyFaults => self.bye(Parting::Faults, &why),
            Fault::Cut { .. } => self.over = Some(why),
            _ => self.now(&Report::Misread(Misread { line: self.lines, fault: fault.name().into(), why })),
        }
    }

    /// Something that was heard near the body.
    pub fn chat(&mut self, who: &str, text: &str) {
        let text: String = plain(text).chars().take(CHAT_CHARS_MAX).collect();
        self.tell(senses::chat(&plain(who), &text));
    }

    /// Keeps an answer or an event for the next lines.
    fn tell(&mut self, report: Report) {
        if self.news.len() >= NEWS_MAX {
            return self.bye(Parting::Broken, "too many answers wait for a mind that acknowledges nothing");
        }
        self.news.push(report);
    }

    fn now(&mut self, report: &Report) {
        self.outbox.send_now(&encode_report(report));
    }

    /// Reports one tick of the world: what changed, what ended, and the body itself.
    pub fn report(&mut self, world: &mut World, changed: &[BlockPos], (limbs, ended): (&Limbs, Vec<Ended>)) {
        let now = world.now().0;
        let Some(view) = self.view.filter(|_| self.over.is_none()) else { return };
        self.tick += 1;
        let senses = world.senses();
        for report in senses.events.iter().filter_map(senses::event) {
            self.tell(report);
        }
        for Ended { id, end, window } in ended {
            if let Some(window) = window {
                self.tell(Report::Window(window));
            }
            self.tell(match end {
                Ok(()) => Report::Confirmed(Confirmed { id }),
                Err((reason, why)) => Report::Refused(Refused { id, reason, why: plain(&why) }),
            });
        }
        let tick = encode_report(&senses::tick(world, &senses, limbs.look(), self.tick));
        if self.is_behind() {
            self.columns.forget(changed);
            self.outbox.send(now, Vec::new());
            if self.tick >= self.sent + TICKS_PER_SECOND && !self.clogged {
                self.tell_tick(&tick);
            }
            return;
        }
        let mut lines = Vec::new();
        let entering = std::mem::take(&mut self.entering);
        if entering {
            self.now(&world_line());
            self.tell_tick(&tick);
        }
        self.columns.tell(world, view, changed, &mut lines);
        let mut add = |report: &Report| lines.extend(encode_report(report));
        if self.carried.as_ref() != Some(&senses.carried) {
            add(&senses::inventory(&senses.carried));
            self.carried = Some(senses.carried.clone());
        }
        if entering {
            add(&senses::no_effects());
        }
        if entering || now.is_multiple_of(AROUND_TICKS) {
            add(&senses::entities(world));
            add(&senses::drops(world));
        }
        self.news.drain(..).for_each(|report| add(&report));
        self.outbox.send(now, lines);
        if !entering {
            self.tell_tick(&tick);
        }
    }

    /// The body itself, after what the world has told it by now.
    fn tell_tick(&mut self, tick: &[u8]) {
        self.outbox.send_now(tick);
        self.sent = self.tick;
    }
}

fn world_line() -> Report {
    Report::World(report::World {
        game: gamedata::MINECRAFT_VERSION.into(),
        dimension: "overworld".into(),
        min_y: Y_MIN,
        height: (Y_END - Y_MIN) as u16,
    })
}

/// Words that fit into a line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(WHY_CHARS_MAX).collect()
}

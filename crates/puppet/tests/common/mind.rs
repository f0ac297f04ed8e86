//! A mind that speaks with a body in the same thread, tick by tick, and holds every line that it gets against the protocol.

use contract::body::command::{Ack, Command, Do};
use contract::body::report::Reason;
use contract::body::{Report, Session, Verb, encode_command};
use puppet::Puppet;
use world::World;

/// How long an answer may take: longer than any digging or eating here.
const PATIENCE_TICKS: u32 = 400;

pub struct Mind {
    pub puppet: Puppet,
    session: Session,
    /// Everything that was reported, oldest first.
    pub reports: Vec<Report>,
    pub acks: bool,
}

impl Mind {
    pub fn new(world: World, latency_ticks: u64) -> Mind {
        let mut puppet = Puppet::new(world, latency_ticks);
        puppet.arrive();
        let mut mind = Mind { puppet, session: Session::new(4), reports: Vec::new(), acks: true };
        mind.say(r#"{"type":"hello","protocols":["stead-body/1"],"mind":"test","view":4}"#);
        mind
    }

    /// Says a line, whatever it is.
    pub fn say(&mut self, line: &str) {
        self.puppet.hear(Ok(line.as_bytes().to_vec()));
    }

    pub fn tick(&mut self) {
        self.puppet.tick();
        self.listen();
    }

    /// Takes in what was reported; a line that is against the protocol is a failure.
    pub fn listen(&mut self) {
        let lines = self.puppet.take_lines();
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let report =
                self.session.take(line).unwrap_or_else(|fault| panic!("{fault}: {}", String::from_utf8_lossy(line)));
            if let Report::Tick(tick) = &report
                && self.acks
            {
                self.puppet.hear(Ok(encode_command(&Command::Ack(Ack { tick: tick.tick })).trim_ascii_end().to_vec()));
            }
            self.reports.push(report);
        }
    }

    pub fn pass(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.tick());
    }

    /// Sends a verb and returns its id.
    pub fn begin(&mut self, verb: Verb) -> u64 {
        let id = self.session.begin().expect("not too many verbs are open");
        self.puppet.hear(Ok(encode_command(&Command::Do(Do { id, verb })).trim_ascii_end().to_vec()));
        id
    }

    /// The answer to a verb, if it has come.
    pub fn answer(&self, of: u64) -> Option<Result<(), Reason>> {
        self.reports.iter().find_map(|report| match report {
            Report::Confirmed(confirmed) if confirmed.id == of => Some(Ok(())),
            Report::Refused(refused) if refused.id == of => Some(Err(refused.reason)),
            _ => None,
        })
    }

    pub fn wait(&mut self, id: u64) -> Result<(), Reason> {
        for _ in 0..PATIENCE_TICKS {
            if let Some(answer) = self.answer(id) {
                return answer;
            }
            self.tick();
        }
        panic!("verb {id} was not answered in {PATIENCE_TICKS} ticks");
    }

    pub fn act(&mut self, verb: Verb) -> Result<(), Reason> {
        let id = self.begin(verb);
        self.wait(id)
    }

    /// Does a verb that is written as on the wire: `{"hold": {"item": null}}`.
    pub fn act_json(&mut self, verb: &str) -> Result<(), Reason> {
        self.act(serde_json::from_str(verb).unwrap_or_else(|error| panic!("{verb}: {error}")))
    }

    pub fn world(&mut self) -> &mut World {
        self.puppet.world_mut()
    }

    pub fn count(&self, item: &str) -> u32 {
        self.puppet.world().body().inventory.count(gamedata::items::named(item).unwrap())
    }

    pub fn newest<'a, T>(&'a self, of: impl Fn(&'a Report) -> Option<T>) -> Option<T> {
        self.reports.iter().rev().find_map(of)
    }
}

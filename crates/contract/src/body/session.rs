//! Checks the order of lines within one connection: what one line alone does not show.

use super::command::{Command, Do};
use super::fault::Fault;
use super::limits::{FAULTS_MAX, PENDING_MAX};
use super::place::Column;
use super::report::{Report, World};
use super::{PROTOCOL, read_command, read_report};
use std::collections::BTreeSet;

/// Columns beyond the asked view that are still taken: the body moves while a column is on its way.
const VIEW_SLACK: u32 = 3;

/// What a mind knows of its connection to a body. Every line from the body passes [`Session::take`].
#[derive(Debug, Clone)]
pub struct Session {
    view: u8,
    greeted: bool,
    world: Option<World>,
    tick: Option<u64>,
    at: Option<Column>,
    open: BTreeSet<u64>,
    last_id: u64,
    faults: u32,
}

impl Session {
    /// A new connection, for which the mind asks for this many columns around the body.
    pub fn new(view: u8) -> Session {
        let open = BTreeSet::new();
        Session { view, greeted: false, world: None, tick: None, at: None, open, last_id: 0, faults: 0 }
    }

    /// Reads and checks one line from the body. A fault that is not final leaves the session as it was.
    pub fn take(&mut self, line: &[u8]) -> Result<Report, Fault> {
        let checked = read_report(line).and_then(|report| self.check(&report).map(|()| report));
        checked.map_err(|fault| self.count(fault))
    }

    /// Counts a fault that was found elsewhere, such as a line that was too long. Too many of them are final.
    pub fn count(&mut self, fault: Fault) -> Fault {
        self.faults += 1;
        if self.faults > FAULTS_MAX { Fault::TooManyFaults } else { fault }
    }

    /// A new id for a verb, if fewer than [`PENDING_MAX`] wait for their answer.
    pub fn begin(&mut self) -> Option<u64> {
        if self.open.len() >= PENDING_MAX {
            return None;
        }
        self.last_id += 1;
        self.open.insert(self.last_id);
        Some(self.last_id)
    }

    /// How many verbs wait for their answer.
    pub fn pending(&self) -> usize {
        self.open.len()
    }

    /// How many lines were refused.
    pub fn faults(&self) -> u32 {
        self.faults
    }

    fn check(&mut self, report: &Report) -> Result<(), Fault> {
        match report {
            Report::Hello(_) if self.greeted => return Err(Fault::GreetedTwice),
            Report::Hello(hello) if hello.protocol != PROTOCOL => {
                return Err(Fault::Version { theirs: hello.protocol.clone() });
            }
            Report::Hello(_) => self.greeted = true,
            Report::Bye(_) => {}
            _ if !self.greeted => return Err(Fault::NotGreeted),
            Report::World(world) => (self.world, self.at) = (Some(world.clone()), None),
            Report::Section(section) => self.check_section(section.at)?,
            Report::Unload(_) if self.world.is_none() => return Err(Fault::NoWorld),
            Report::Blocks(blocks) => {
                let changes = blocks.changes.iter();
                changes
                    .map(|(x, y, z, _)| [*x, *y, *z])
                    .try_for_each(|at| self.check_section(at.map(|v| v.div_euclid(16))))?;
            }
            Report::Tick(tick) => {
                if let Some(before) = self.tick.filter(|&before| tick.tick <= before) {
                    return Err(Fault::BackInTime { now: tick.tick, before });
                }
                self.tick = Some(tick.tick);
                self.at = Some(tick.at.column());
            }
            Report::Confirmed(confirmed) => self.answered(confirmed.id)?,
            Report::Refused(refused) => self.answered(refused.id)?,
            _ => {}
        }
        Ok(())
    }

    fn check_section(&self, at: [i32; 3]) -> Result<(), Fault> {
        let world = self.world.as_ref().ok_or(Fault::NoWorld)?;
        let sections = world.min_y.div_euclid(16)..(world.min_y + i32::from(world.height)).div_euclid(16);
        if !sections.contains(&at[1]) {
            return Err(Fault::OutsideWorld { at });
        }
        self.check_column(Column([at[0], at[2]]))
    }

    fn check_column(&self, at: Column) -> Result<(), Fault> {
        let distance = self.at.ok_or(Fault::NoPlace)?.distance(at);
        let most = u32::from(self.view) + VIEW_SLACK;
        if distance > most { Err(Fault::TooFar { at: at.0, distance, most }) } else { Ok(()) }
    }

    fn answered(&mut self, id: u64) -> Result<(), Fault> {
        if self.open.remove(&id) { Ok(()) } else { Err(Fault::UnknownId(id)) }
    }
}

/// What a body knows of its connection to a mind. Every line from the mind passes [`Hearing::take`].
#[derive(Debug, Clone, Default)]
pub struct Hearing {
    greeted: bool,
    last_id: u64,
    faults: u32,
}

impl Hearing {
    /// Reads and checks one line from the mind. A fault that is not final leaves the connection as it was.
    pub fn take(&mut self, line: &[u8]) -> Result<Command, Fault> {
        let checked = read_command(line).and_then(|command| self.check(&command).map(|()| command));
        checked.map_err(|fault| self.count(fault))
    }

    /// Counts a fault that was found elsewhere, such as a line that was too long. Too many of them are final.
    pub fn count(&mut self, fault: Fault) -> Fault {
        self.faults += 1;
        if self.faults > FAULTS_MAX { Fault::TooManyFaults } else { fault }
    }

    fn check(&mut self, command: &Command) -> Result<(), Fault> {
        match command {
            Command::Hello(_) if self.greeted => return Err(Fault::GreetedTwice),
            Command::Hello(hello) if !hello.protocols.iter().any(|protocol| protocol == PROTOCOL) => {
                return Err(Fault::Version { theirs: hello.protocols.join(", ") });
            }
            Command::Hello(_) => self.greeted = true,
            Command::Bye(_) => {}
            _ if !self.greeted => return Err(Fault::NotGreeted),
            Command::Do(Do { id, .. }) if *id <= self.last_id => {
                return Err(Fault::IdRepeated { now: *id, before: self.last_id });
            }
            Command::Do(Do { id, .. }) => self.last_id = *id,
            _ => {}
        }
        Ok(())
    }
}

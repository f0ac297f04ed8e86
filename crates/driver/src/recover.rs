//! Resumes a life after any end: loads the newest saved state and replays the records after it.
//!
//! A world in this process is loaded with the mind and simulated again; what it reports and what the mind decides must equal the
//! journal, byte for byte. A world elsewhere has gone on: the mind alone is brought up to the last record, and every request
//! that was open ends as unknown.

use crate::body::{Body, BodyError};
use crate::broke::{Broke, Part, caught};
use crate::clock::Clock;
use crate::in_flight::InFlight;
use crate::life::{Agreement, Life, Stepped, Voice, agreement};
use crate::thinker::Thinker;
use mind::{Input, Mind};
use std::sync::Arc;
use store::{Archive, Cut, CutError, Kept, Opened, ReadError};
use thiserror::Error;
use vocab::Senses;
use vocab::digest::{DecodeError, decode, encode};

#[derive(Debug, Error)]
pub enum RecoverError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("the saved {what} cannot be read ({error}); it was written by another version of stead, use that one")]
    Undecodable { what: &'static str, error: DecodeError },
    #[error(
        "the input in record {seq} at tick {tick} cannot be read ({error}); it was written by another version of stead, use that one"
    )]
    BadInput { seq: u64, tick: u64, error: DecodeError },
    #[error(transparent)]
    Body(#[from] BodyError),
    #[error(
        "record {seq} at tick {tick}: this version {what} differently from the one that recorded it. Start that version once and \
         end it with Ctrl-C, which saves its last state, or go back to the saved state at tick {saved} with --discard-tail"
    )]
    Diverged { seq: u64, tick: u64, saved: u64, what: &'static str },
    #[error(
        "record {seq} at tick {tick}: {broke}. Nothing was changed; use another version of stead, or go back to the saved state at \
         tick {saved} with --discard-tail"
    )]
    Broke { seq: u64, tick: u64, saved: u64, broke: Broke },
    #[error(transparent)]
    Cut(#[from] CutError),
}

/// An agent recovered from its journal, and how many records were replayed.
#[derive(Debug)]
pub struct Recovered<B, T> {
    pub life: Life<B, T>,
    pub records: u64,
    /// Records in which this version did the same and told it in other words.
    pub reworded: u64,
}

/// The end of a journal that another build wrote and this one would have lived differently: it was set aside.
#[derive(Debug)]
pub struct WentBack {
    /// The program that wrote it.
    pub program: String,
    /// The first record that this version replays differently, and its tick.
    pub seq: u64,
    pub tick: u64,
    pub cut: Cut,
}

/// The clock and the voice of an agent.
pub type Others = (Arc<dyn Clock>, Voice);

/// Resumes like [`recover`]. If another build wrote the records after the saved state and this one decides differently
/// there, the life goes back to the saved state; the records are kept in a copy of the journal.
pub fn resume<B: Body, T: Thinker>(
    opened: &mut Opened,
    (clock, voice): Others,
    thinker: impl Fn() -> T,
    body: impl Fn(Option<&[u8]>) -> Result<B, BodyError>,
) -> Result<(Recovered<B, T>, Option<WentBack>), RecoverError> {
    let others = || (Arc::clone(&clock), voice);
    let error = match recover(opened.store.archive(), &opened.newest, others(), thinker(), &body) {
        Ok(recovered) => return Ok((recovered, None)),
        Err(error) => error,
    };
    let (seq, tick) = match &error {
        RecoverError::Diverged { seq, tick, .. } | RecoverError::BadInput { seq, tick, .. } => (*seq, *tick),
        _ => return Err(error),
    };
    let writer = opened.store.archive().writer(seq)?.map(|stretch| stretch.epoch.program);
    let Some(program) = writer.filter(|writer| *writer != opened.store.epoch().program) else { return Err(error) };
    let cut = opened.store.set_tail_aside()?;
    let recovered = recover(opened.store.archive(), &opened.newest, others(), thinker(), &body)?;
    Ok((recovered, Some(WentBack { program, seq, tick, cut })))
}

/// How an agent that broke came back from its journal: the number of records replayed, and the last of them with its
/// effects. For a world elsewhere these effects are still to be performed.
#[derive(Debug)]
pub struct Back {
    pub records: u64,
    /// Records in which this version did the same and told it in other words.
    pub reworded: u64,
    pub last: Option<Stepped>,
    /// What the body sensed last.
    pub senses: Option<Senses>,
}

/// Resumes an agent from its journal; it measures by `clock` and speaks with `voice`. `body` makes the body, from the
/// saved world if there is one.
pub fn recover<B: Body, T: Thinker>(
    archive: &Archive,
    newest: &Kept,
    (clock, voice): Others,
    thinker: T,
    body: impl FnOnce(Option<&[u8]>) -> Result<B, BodyError>,
) -> Result<Recovered<B, T>, RecoverError> {
    let (mind, in_flight) = saved(newest)?;
    let world = newest.state.world.as_deref();
    let mut life = Life::new(mind, body(world)?, thinker, in_flight).with_clock(clock).with_voice(voice);
    let Back { records, reworded, .. } = relive(&mut life, archive, newest)?;
    if world.is_none() {
        life.owe_ends();
    }
    life.think_again();
    Ok(Recovered { life, records, reworded })
}

/// Restores an agent in which something broke from its journal, in the same process. `body` restores a saved world. A body
/// whose world is elsewhere is kept, and so are its open requests; the language model goes on with its calls.
pub fn come_back<B: Body, T: Thinker>(
    life: &mut Life<B, T>,
    archive: &Archive,
    body: impl FnOnce(&[u8]) -> Result<B, BodyError>,
) -> Result<Back, RecoverError> {
    let newest = archive.newest()?.kept;
    let (mind, in_flight) = saved(&newest)?;
    let body = newest.state.world.as_deref().map(body).transpose()?;
    life.replace(mind, in_flight, body);
    let mut back = relive(life, archive, &newest)?;
    let last = archive.last()?.and_then(|record| decode::<Input>(&record.input).ok());
    back.senses = last.map(|input| input.senses);
    Ok(back)
}

fn undecodable(what: &'static str) -> impl FnOnce(DecodeError) -> RecoverError {
    move |error| RecoverError::Undecodable { what, error }
}

fn saved(newest: &Kept) -> Result<(Mind, InFlight), RecoverError> {
    let mind: Mind = decode(&newest.state.mind).map_err(undecodable("mind"))?;
    Ok((mind, decode(&newest.state.chronicle).map_err(undecodable("chronicle"))?))
}

/// Replays the records after the saved state `newest`, in which the agent is.
fn relive<B: Body, T: Thinker>(life: &mut Life<B, T>, archive: &Archive, newest: &Kept) -> Result<Back, RecoverError> {
    let embedded = newest.state.world.is_some();
    let mut back = Back { records: 0, reworded: 0, last: None, senses: None };
    archive.replay(newest, None, |seq, record| {
        let diverged = |what| RecoverError::Diverged { seq, tick: record.tick, saved: newest.tick, what };
        let broke = |broke| RecoverError::Broke { seq, tick: record.tick, saved: newest.tick, broke };
        let recorded: Input =
            decode(&record.input).map_err(|error| RecoverError::BadInput { seq, tick: record.tick, error })?;
        let stood_still = recorded.shaken.as_ref().is_some_and(|shaken| shaken.world);
        let input = if embedded && !stood_still {
            let sensed = caught(Part::World, || life.sense()).map_err(broke)?;
            // Replies of the model, lines, commands, starts of the program and breaks come from outside the world, so
            // only the journal record has them.
            let lines = recorded.heard.get(sensed.heard.len()..).unwrap_or_default();
            let mut input = life.input(sensed, recorded.replies.clone());
            input.heard.extend_from_slice(lines);
            input.commands.clone_from(&recorded.commands);
            input.began.clone_from(&recorded.began);
            input.shaken = recorded.shaken;
            input
        } else {
            recorded
        };
        if encode(&input) != record.input {
            return Err(diverged("simulates the world"));
        }
        life.broke = None; // this record or a later one has told the mind of it
        let thought = life.try_think(input).map_err(|unfinished| broke(unfinished.broke))?;
        match agreement(&record, &thought.effects) {
            Agreement::Same => {}
            Agreement::OtherWords => back.reworded += 1,
            Agreement::OtherDeeds => return Err(diverged("decides")),
        }
        if embedded {
            caught(Part::World, || life.perform(&thought.effects, false)).map_err(broke)?;
        }
        back.records += 1;
        back.last = Some(thought);
        Ok(true)
    })?;
    Ok(back)
}

//! Resumes a life after any end: loads the newest saved state and replays the records after it.
//!
//! A world in this process is loaded with the mind and simulated again; what it reports and what the mind decides must equal the
//! journal, byte for byte. A world elsewhere has gone on: the mind alone is brought up to the last record, and every request
//! that was open ends as failed.

use crate::body::{Body, BodyError};
use crate::clock::Clock;
use crate::in_flight::InFlight;
use crate::life::{Life, Voice, digests};
use crate::thinker::Thinker;
use mind::{Input, Mind};
use std::sync::Arc;
use store::{Archive, Cut, CutError, Kept, Opened, ReadError};
use thiserror::Error;
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

/// Resumes an agent from its journal; it measures by `clock` and speaks with `voice`. `body` makes the body, from the
/// saved world if there is one.
pub fn recover<B: Body, T: Thinker>(
    archive: &Archive,
    newest: &Kept,
    (clock, voice): Others,
    thinker: T,
    body: impl FnOnce(Option<&[u8]>) -> Result<B, BodyError>,
) -> Result<Recovered<B, T>, RecoverError> {
    let undecodable = |what| move |error| RecoverError::Undecodable { what, error };
    let mind: Mind = decode(&newest.state.mind).map_err(undecodable("mind"))?;
    let in_flight: InFlight = decode(&newest.state.chronicle).map_err(undecodable("chronicle"))?;
    let world = newest.state.world.as_deref();
    let mut life = Life::new(mind, body(world)?, thinker, in_flight).with_clock(clock).with_voice(voice);
    let (mut records, mut reworded) = (0, 0);
    archive.replay(newest, None, |seq, record| {
        let diverged = |what| RecoverError::Diverged { seq, tick: record.tick, saved: newest.tick, what };
        let recorded: Input = decode(&record.input)
            .map_err(|error| RecoverError::BadInput { seq, tick: record.tick, error })?;
        let input = if world.is_some() {
            let sensed = life.sense();
            // Replies of the model, lines, commands and starts of the program come from outside the world, so only the
            // journal record has them.
            let lines = recorded.heard.get(sensed.heard.len()..).unwrap_or_default();
            let mut input = life.input(sensed, recorded.replies.clone());
            input.heard.extend_from_slice(lines);
            input.commands.clone_from(&recorded.commands);
            input.began = recorded.began;
            input
        } else {
            recorded
        };
        if encode(&input) != record.input {
            return Err(diverged("simulates the world"));
        }
        let thought = life.think(input);
        let (did, told) = digests(&thought.effects);
        if did != record.did {
            return Err(diverged("decides"));
        }
        reworded += u64::from(told != record.told);
        if world.is_some() {
            life.perform(&thought.effects, false);
        }
        records += 1;
        Ok(true)
    })?;
    if world.is_none() {
        life.owe_ends();
    }
    life.think_again();
    Ok(Recovered { life, records, reworded })
}

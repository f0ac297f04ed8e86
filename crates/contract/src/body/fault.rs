//! Why a line of the other side is refused.

use super::limits::FAULTS_MAX;
use super::section::SectionError;
use crate::plain::Misread;
use thiserror::Error;

/// A refused line. It is dropped, and the next line is read; a final fault ends the connection.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("the line has more than {most} bytes")]
    TooLong { most: usize },
    #[error("the connection ended in the middle of a line, after {bytes} bytes of it")]
    Cut { bytes: usize },
    #[error("not a line of this protocol: {0}")]
    Malformed(Misread),
    #[error("{found} {what}; at most {most} are read")]
    TooMany { what: &'static str, found: usize, most: usize },
    #[error("{what} is out of range: {found}")]
    OutOfRange { what: &'static str, found: String },
    #[error("{found:?} is no {what}")]
    BadName { what: &'static str, found: String },
    #[error("bad section: {0}")]
    BadSection(SectionError),
    #[error("the first line must be \"hello\"")]
    NotGreeted,
    #[error("\"hello\" was said before")]
    GreetedTwice,
    #[error("the other side speaks {theirs:?}; this program speaks {:?}", super::PROTOCOL)]
    Version { theirs: String },
    #[error("there is no \"world\" yet, so blocks have no place")]
    NoWorld,
    #[error("there was no \"tick\" since \"world\", so it is unknown which columns are near")]
    NoPlace,
    #[error("section {at:?} is not inside the world's height")]
    OutsideWorld { at: [i32; 3] },
    #[error("column {at:?} is {distance} columns away; {most} were asked for")]
    TooFar { at: [i32; 2], distance: u32, most: u32 },
    #[error("tick {now} after tick {before}: ticks must grow")]
    BackInTime { now: u64, before: u64 },
    #[error("id {0} is not open: it was never sent, or was answered before")]
    UnknownId(u64),
    #[error("id {now} after id {before}: ids must grow")]
    IdRepeated { now: u64, before: u64 },
    #[error("more than {FAULTS_MAX} lines were refused")]
    TooManyFaults,
}

impl Fault {
    /// The fault's name on the wire, in `misread`.
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::TooLong { .. } => "too_long",
            Fault::Cut { .. } => "cut",
            Fault::Malformed(_) => "malformed",
            Fault::TooMany { .. } => "too_many",
            Fault::OutOfRange { .. } => "out_of_range",
            Fault::BadName { .. } => "bad_name",
            Fault::BadSection(_) => "bad_section",
            Fault::NotGreeted => "not_greeted",
            Fault::GreetedTwice => "greeted_twice",
            Fault::Version { .. } => "version",
            Fault::NoWorld => "no_world",
            Fault::NoPlace => "no_place",
            Fault::OutsideWorld { .. } => "outside_world",
            Fault::TooFar { .. } => "too_far",
            Fault::BackInTime { .. } => "back_in_time",
            Fault::UnknownId(_) => "unknown_id",
            Fault::IdRepeated { .. } => "id_repeated",
            Fault::TooManyFaults => "too_many_faults",
        }
    }

    /// Whether the connection cannot go on after this.
    pub const fn is_final(&self) -> bool {
        matches!(self, Fault::NotGreeted | Fault::Version { .. } | Fault::Cut { .. } | Fault::TooManyFaults)
    }

    /// Whether the line may have told of blocks, so that the mind should ask for them again.
    pub const fn loses_blocks(&self) -> bool {
        matches!(self, Fault::TooLong { .. } | Fault::Malformed(_) | Fault::TooMany { .. } | Fault::BadSection(_))
    }
}

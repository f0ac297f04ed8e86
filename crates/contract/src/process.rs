//! What another bot sends to be thought about: an envelope of its belief stream, or one observation of the older form. The
//! version says which; it is never guessed from the fields.

use crate::plain::{self, Misread};
use crate::stream::{self, BadStreamId, DecodeError, Envelope, REQUEST_VERSION, StreamId};
use serde::Deserialize;
use vocab::Name;
use vocab::name::NAME_BYTES_MAX;

/// The version of the older form: one entity in each request. It is deprecated.
pub const LEGACY_VERSION: &str = "legacy_observation";
/// The farthest distance that an observation may have, in blocks: the width of the game's world.
pub const BLOCKS_MAX: f64 = 60_000_000.0;

/// A request to think about what another bot sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Process {
    Stream(Box<Envelope>),
    Legacy(Observation),
}

/// One observation of the older form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    pub bot: String,
    pub kind: Name,
    /// The distance in whole blocks, if it was sent.
    pub blocks: Option<u32>,
}

/// Why a request is neither.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    #[error("the body has no text field \"request_version\"; send {REQUEST_VERSION:?}")]
    NoVersion,
    #[error(
        "request_version {0:?} is not supported; send {REQUEST_VERSION:?}, or {LEGACY_VERSION:?} where that is enabled"
    )]
    UnknownVersion(String),
    #[error(transparent)]
    Envelope(DecodeError),
    #[error("not an observation of version {LEGACY_VERSION:?}: {0}")]
    Malformed(Misread),
    #[error("bad `bot`: {0}")]
    BadBot(BadStreamId),
    #[error("`metadata.entityType` must have 1 to {NAME_BYTES_MAX} bytes")]
    BadKind,
    #[error("`metadata.distance` must be 0 to {BLOCKS_MAX}")]
    BadDistance,
}

/// The fields of the older form that are read; programs that send it have many others.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Flat {
    bot: String,
    metadata: Metadata,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Metadata {
    #[serde(rename = "entityType")]
    entity_type: String,
    distance: Option<f64>,
}

/// Reads a request of either version.
pub fn decode(bytes: &[u8]) -> Result<Process, ProcessError> {
    match stream::decode(bytes) {
        Ok(envelope) => Ok(Process::Stream(Box::new(envelope))),
        Err(DecodeError::UnknownVersion(version)) if version == LEGACY_VERSION => legacy(bytes).map(Process::Legacy),
        Err(DecodeError::UnknownVersion(version)) => Err(ProcessError::UnknownVersion(version)),
        Err(DecodeError::NoVersion) => Err(ProcessError::NoVersion),
        Err(error) => Err(ProcessError::Envelope(error)),
    }
}

fn legacy(bytes: &[u8]) -> Result<Observation, ProcessError> {
    let Flat { bot, metadata } = plain::read_object(bytes).map_err(ProcessError::Malformed)?;
    StreamId::new(&bot, 0).map_err(ProcessError::BadBot)?;
    let kind = metadata.entity_type;
    if kind.is_empty() || kind.len() > NAME_BYTES_MAX {
        return Err(ProcessError::BadKind);
    }
    let blocks = metadata.distance.map(|blocks| (0.0..=BLOCKS_MAX).contains(&blocks).then_some(blocks.round() as u32));
    let blocks = blocks.map(|blocks| blocks.ok_or(ProcessError::BadDistance)).transpose()?;
    Ok(Observation { bot, kind: Name::new(&kind), blocks })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_named_and_never_guessed() {
        let metadata = r#""metadata": {"entityType": "zombie", "distance": 5.4, "botPosition": {"x": 1}}"#;
        let of = |start: &str| decode(format!("{{{start}{metadata}}}").as_bytes());
        let observation = Observation { bot: "scout".into(), kind: Name::new("zombie"), blocks: Some(5) };
        let taken =
            of(r#""request_version": "legacy_observation", "bot": "scout", "type": "environmental_awareness", "#);
        assert_eq!(taken.unwrap(), Process::Legacy(observation));
        for (start, says) in [
            (r#""bot": "scout", "type": "environmental_awareness", "#, "no text field \"request_version\""),
            (r#""request_version": 1, "bot": "scout", "#, "no text field \"request_version\""),
            (r#""request_version": "legacy", "bot": "scout", "#, "request_version \"legacy\" is not supported"),
            (r#""request_version": "legacy_observation", "#, "missing field `bot`"),
            (r#""request_version": "legacy_observation", "bot": "a b", "#, "bad `bot`"),
            (r#""request_version": "saliency_delta/1", "bot": "scout", "#, "unknown field `bot`"),
        ] {
            let said = of(start).unwrap_err().to_string();
            assert!(said.contains(says), "{start}: {said}");
        }
    }

    #[test]
    fn observations_at_their_bounds_are_taken_and_beyond_them_refused() {
        let of = |kind: &str, distance: &str| {
            let text = format!(
                r#"{{"request_version": "legacy_observation", "bot": "b", "metadata": {{"entityType": "{kind}", "distance": {distance}}}}}"#
            );
            decode(text.as_bytes()).map_err(|error| error.to_string())
        };
        let long = "a".repeat(NAME_BYTES_MAX);
        assert!(of(&long, "60000000").is_ok() && of("cow", "0").is_ok() && of("cow", "null").is_ok());
        assert!(of(&format!("{long}a"), "1").unwrap_err().contains("entityType"));
        assert!(of("", "1").unwrap_err().contains("entityType"));
        for distance in ["-0.1", "60000000.1"] {
            assert!(of("cow", distance).unwrap_err().contains("distance"), "{distance}");
        }
    }
}

//! `POST /v1/process`: what another bot sees, by the version that it names, becomes a thought of this one.

use crate::body::{self, BODY_TIME_MAX};
use crate::fault::Wrong;
use crate::routes::Source;
use crate::thoughts::noted;
use crate::wire::Noted;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use contract::process::{Process, ProcessError, decode};
use contract::stream::{DecodeError, Envelope};
use mind::input::{Order, Report, Witness};
use vocab::Tick;
use vocab::delta::Emission;
use vocab::snapshot::Snapshot;

/// Largest report in bytes: a snapshot of about a thousand creatures, four times what is kept of one bot. Each is journalled.
pub const PROCESS_BYTES_MAX: usize = 192 * 1024;

pub async fn answer(State(source): State<Source>, request: Request) -> Result<Json<Noted>, Wrong> {
    let bytes = tokio::time::timeout(BODY_TIME_MAX, body::read(request.into_body(), PROCESS_BYTES_MAX));
    let bytes = bytes.await.map_err(|_| body::too_slow())??;
    noted(&source, order(&bytes)?).await
}

fn order(bytes: &[u8]) -> Result<Order, Wrong> {
    match decode(bytes).map_err(|error| refused(&error))? {
        Process::Legacy(seen) => {
            Ok(Order::Process { bot: seen.bot, report: Report::Legacy { kind: seen.kind, blocks: seen.blocks } })
        }
        Process::Stream(envelope) => {
            let bot = envelope.stream_id.bot().into();
            let (start, seq) = (envelope.stream_id.start(), envelope.seq);
            let emission = emission(&envelope).map_err(bad_body)?;
            Ok(Order::Process { bot, report: Report::Stream(Box::new(Witness { start, seq, emission })) })
        }
    }
}

fn emission(envelope: &Envelope) -> Result<Emission, String> {
    let tick = Tick(envelope.tick_id);
    let snapshot = match &envelope.snapshot {
        Some(body) => {
            let tracks: Result<Vec<_>, String> = body.tracks.iter().map(contract::stream::Track::view).collect();
            Some(Snapshot { tick, tracks: tracks? })
        }
        None => None,
    };
    let deltas: Result<Vec<_>, String> = envelope.events.iter().map(contract::stream::Event::delta).collect();
    Ok(Emission { tick, snapshot, deltas: deltas? })
}

fn refused(error: &ProcessError) -> Wrong {
    match error {
        ProcessError::NoVersion
        | ProcessError::UnknownVersion(_)
        | ProcessError::Envelope(DecodeError::NoVersion | DecodeError::UnknownVersion(_)) => {
            let way_out = "name the version of the body yourself; docs/formats.md has its fields";
            Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_version", error.to_string(), way_out)
        }
        _ => bad_body(error.to_string()),
    }
}

fn bad_body(what: String) -> Wrong {
    Wrong::new(
        StatusCode::BAD_REQUEST,
        "bad_body",
        what,
        "docs/formats.md has the fields of a belief stream's envelope",
    )
}

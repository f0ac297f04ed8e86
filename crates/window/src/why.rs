//! `GET /v1/why?of=T12`: the chain of reasons behind a task or an action, from the journal beside the running agent.

use crate::fault::Wrong;
use crate::orders::shortened;
use crate::past;
use crate::routes::Source;
use crate::wire::Why;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use thiserror::Error;
use vocab::Tick;

/// Why there is no chain of reasons.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhyError {
    #[error("{0}")]
    BadSubject(String),
    #[error("{0}")]
    Unknown(String),
    #[error("{0}")]
    Unreadable(String),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    of: String,
    tick: Option<u64>,
}

pub async fn answer(
    State(source): State<Source>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Why>, Wrong> {
    let bad = |what: String| {
        Wrong::new(StatusCode::BAD_REQUEST, "bad_subject", what, "ask for /v1/why?of=T12 or /v1/why?of=A45")
    };
    let Query(Asked { of, tick }) = asked.map_err(|error| bad(error.body_text()))?;
    let of = shortened(&of);
    let looked = past::look(move || (source.words.why)(&source.dir, &of, tick.map(Tick))).await?;
    looked.map(Json).map_err(|error| match error {
        WhyError::BadSubject(what) => bad(what),
        WhyError::Unknown(what) => {
            let way_out = "what has just happened is in the journal a second later; of older things, ask with &tick=N";
            Wrong::new(StatusCode::NOT_FOUND, "no_such_subject", what, way_out)
        }
        WhyError::Unreadable(what) => {
            let way_out = "GET /v1/span has the ticks that can be looked at";
            Wrong::new(StatusCode::NOT_FOUND, "no_such_moment", what, way_out)
        }
    })
}

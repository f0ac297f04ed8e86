//! A look at a past moment: the mind is stepped again from the saved state before it, and shown as the page shows the present.

use crate::fault::Wrong;
use crate::panels;
use crate::routes::Source;
use crate::wire::{Past, Span};
use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use vocab::Tick;

/// Moments worked on at a time. Each takes up to a second of a processor, which the agent needs too.
const LOOKS_MAX: usize = 1;

static LOOKS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(LOOKS_MAX)));

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    tick: u64,
}

/// `GET /v1/span`: the ticks that can be looked at.
pub async fn span(State(source): State<Source>) -> Json<Span> {
    let read = move || driver::past::span(&source.dir).ok().flatten();
    let span = tokio::task::spawn_blocking(read).await.ok().flatten();
    Json(Span { from: span.map(|(from, _)| from.0), to: span.map(|(_, to)| to.0) })
}

/// `GET /v1/past?tick=N`: everything that the page shows, as it was at that tick.
pub async fn answer(
    State(source): State<Source>,
    moment: Result<Query<Moment>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Past>, Wrong> {
    let Query(Moment { tick }) = moment.map_err(|error| {
        Wrong::new(StatusCode::BAD_REQUEST, "bad_tick", error.to_string(), "ask for /v1/past?tick=1200")
    })?;
    let dir = source.dir.clone();
    let model = look(move || driver::past::at(&dir, Tick(tick))).await?.map_err(|error| {
        let way_out = "GET /v1/span has the ticks that can be looked at";
        Wrong::new(StatusCode::NOT_FOUND, "no_such_moment", error.to_string(), way_out)
    })?;
    Ok(Json(panels::all(&source, &model)))
}

/// Looks into the journal in a thread beside the server, one look at a time.
pub async fn look<T: Send + 'static>(into: impl FnOnce() -> T + Send + 'static) -> Result<T, Wrong> {
    let Ok(seat) = Arc::clone(&LOOKS).try_acquire_owned() else {
        let what = "another moment is being looked at";
        return Err(Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what, "try again in a moment"));
    };
    let looked = tokio::task::spawn_blocking(move || {
        let _seat = seat;
        into()
    });
    let broke = |_| Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, "broke", "the replay broke", "please report it");
    looked.await.map_err(broke)
}

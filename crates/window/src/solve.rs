//! `POST /v1/solve`: the planner for other bots, one request at a time and bounded, beside a running agent.

use crate::body::{self, BODY_TIME_MAX};
use crate::fault::Wrong;
use axum::Json;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use contract::solve::{AnswerKind, Source, answer_any};
use planner::{Limits, Objective};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Largest planning request in bytes; the rules of a whole modded game have less. Larger ones are for `stead solve`.
pub const SOLVE_BYTES_MAX: usize = 1 << 20;
/// Most schedules that are tried for a request, a second or so of work.
const NODES_MAX: u64 = 20_000;
/// Requests worked on at a time: the planner shares the machine with the agent.
const SOLVERS_MAX: usize = 1;

static SOLVERS: std::sync::LazyLock<Arc<Semaphore>> =
    std::sync::LazyLock::new(|| Arc::new(Semaphore::new(SOLVERS_MAX)));

/// Answers with a plan, or with the reason why there is none; both are a success.
pub async fn answer(request: Request) -> Result<Response, Wrong> {
    let bytes = tokio::time::timeout(BODY_TIME_MAX, body::read(request.into_body(), SOLVE_BYTES_MAX));
    let bytes = bytes.await.map_err(|_| body::too_slow())??;
    let Ok(seat) = Arc::clone(&SOLVERS).try_acquire_owned() else {
        let what = "the planner is at work on another request";
        return Err(Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what, "try again in a moment"));
    };
    let solved = tokio::task::spawn_blocking(move || {
        let _seat = seat;
        let text = String::from_utf8_lossy(&bytes);
        let limits = Limits { nodes: Some(NODES_MAX), ..Limits::default() };
        answer_any(Source { text: &text, first_line: 1 }, Objective::CostAndTime, limits)
    });
    let (answer, kind) = solved.await.map_err(|_| {
        let what = "the planner broke on this request";
        Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, "broke", what, "please report it with the request")
    })?;
    let status = if kind == AnswerKind::BadRequest { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    Ok((status, Json(answer)).into_response())
}

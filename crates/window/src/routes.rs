//! The routes of `/v1`. The same router serves the Unix socket and, later, TCP.

use crate::fault::Wrong;
use crate::words::Words;
use crate::{metrics, orders, show, talk, thoughts, wire};
use axum::extract::{OriginalUri, State};
use axum::http::{Method, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use driver::{Board, Door, Speed};

/// What the HTTP server needs of a running agent.
#[derive(Debug, Clone)]
pub struct Source {
    pub seed: u64,
    pub speed: Speed,
    pub board: Board,
    pub door: Door,
    pub words: Words,
}

/// All HTTP routes, with answers for unknown paths and wrong methods.
pub fn router(source: Source) -> Router {
    Router::new()
        .route("/v1/status", get(status))
        .route("/v1/tasks", get(tasks))
        .route("/v1/metrics", get(metrics_text))
        .route("/v1/counters", get(counters))
        .route("/v1/counters/reset", post(orders::reset_counters))
        .route("/v1/thoughts", get(thoughts_list).post(thoughts::record))
        .route("/v1/say", post(talk::say))
        .route("/v1/goal", post(orders::goal))
        .route("/v1/cancel", post(orders::cancel))
        .route("/v1/pause", post(orders::pause))
        .route("/v1/resume", post(orders::resume))
        .route("/v1/stop", post(orders::stop))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .with_state(source)
}

// A copy of the read model is made first: the run waits while the model is locked, and writing JSON takes longer
// than copying.

async fn status(State(source): State<Source>) -> Json<wire::Status> {
    Json(show::status(&source, &source.board.snapshot()))
}

async fn tasks(State(source): State<Source>) -> Json<wire::Tasks> {
    Json(show::tasks(&source.words, &source.board.snapshot()))
}

async fn counters(State(source): State<Source>) -> Json<wire::Counters> {
    Json(thoughts::counters(&source.board.snapshot()))
}

async fn thoughts_list(State(source): State<Source>) -> Json<wire::Thoughts> {
    Json(thoughts::list(&source.words, &source.board.snapshot()))
}

async fn metrics_text(State(source): State<Source>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], metrics::text(&source.board.snapshot()))
}

async fn unknown_path(OriginalUri(uri): OriginalUri) -> Wrong {
    let what = format!("there is no {}", orders::shortened(uri.path()));
    Wrong::new(StatusCode::NOT_FOUND, "unknown_path", what, "docs/formats.md lists the paths; GET /v1/status is one")
}

async fn wrong_method(method: Method, OriginalUri(uri): OriginalUri) -> Wrong {
    let what = format!("{} does not take {method}", orders::shortened(uri.path()));
    Wrong::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", what, "read with GET, order with POST")
}

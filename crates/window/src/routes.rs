//! The routes of `/v1`, the same on the Unix socket and on TCP, and the page.

use crate::events::{self, Events};
use crate::fault::Wrong;
use crate::panels::{self, Panel};
use crate::scene::{self, Scene};
use crate::structures::{self, Library};
use crate::words::Words;
use crate::{assets, metrics, openapi, orders, past, process, solve, talk, thoughts, why, wire};
use axum::extract::{OriginalUri, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use driver::{Board, Door, Speed};
use std::path::PathBuf;

/// What the HTTP server needs of a running agent.
#[derive(Debug, Clone)]
pub struct Source {
    pub seed: u64,
    pub speed: Speed,
    /// The data directory, for its journal.
    pub dir: PathBuf,
    pub board: Board,
    pub door: Door,
    pub words: Words,
    pub events: Events,
    /// What the agent has seen of the world.
    pub scene: Scene,
    /// The structures that can be built.
    pub library: Library,
}

impl Source {
    /// Bytes of the journal on the disk; `None` if it cannot be read.
    pub fn journal_bytes(&self) -> Option<u64> {
        let files = std::fs::read_dir(&self.dir).ok()?.flatten();
        let journal = files.filter(|file| file.file_name().to_string_lossy().starts_with(driver::JOURNAL_FILE));
        Some(journal.filter_map(|file| Some(file.metadata().ok()?.len())).sum())
    }
}

/// All routes of `/v1`, with answers for unknown paths and wrong methods.
pub fn router(source: Source) -> Router {
    api().fallback(unknown_path).method_not_allowed_fallback(wrong_method).with_state(source)
}

/// The page and all routes of `/v1`.
pub fn page(source: Source) -> Router {
    let mut router = api();
    for asset in assets::ALL {
        router = router.route(asset.path, get(move || async move { asset.answer() }));
    }
    router.fallback(unknown_path).method_not_allowed_fallback(wrong_method).with_state(source)
}

fn api() -> Router<Source> {
    let mut router = Router::new()
        .route("/v1/events", get(events::stream))
        .route("/v1/openapi.json", get(openapi::answer))
        .route("/v1/metrics", get(metrics_text))
        .route("/v1/counters", get(counters))
        .route("/v1/counters/reset", post(orders::reset_counters))
        .route("/v1/thoughts", get(thoughts_list).post(thoughts::record))
        .route("/v1/say", post(talk::say))
        .route("/v1/goal", post(orders::goal))
        .route("/v1/builds", post(orders::build))
        .route("/v1/cancel", post(orders::cancel))
        .route("/v1/pause", post(orders::pause))
        .route("/v1/resume", post(orders::resume))
        .route("/v1/stop", post(orders::stop))
        .route("/v1/speed", post(speed))
        .route("/v1/process", post(process::answer))
        .route("/v1/solve", post(solve::answer))
        .route("/v1/scene/map", get(scene::serve::map))
        .route("/v1/scene/mesh", get(scene::serve::meshes))
        .route("/v1/blueprints", get(structures::list).post(structures::take))
        .route("/v1/blueprints/mesh", get(structures::mesh))
        .route("/v1/span", get(past::span))
        .route("/v1/past", get(past::answer))
        .route("/v1/why", get(why::answer));
    for panel in Panel::ALL.into_iter().filter(|panel| *panel != Panel::Thoughts) {
        router = router.route(
            &format!("/v1/{}", panel.name()),
            get(move |State(source): State<Source>| async move { panel_json(panel, &source) }),
        );
    }
    router
}

// A copy of the read model is made first: the run waits while the model is locked, and writing JSON takes longer
// than copying.

fn panel_json(panel: Panel, source: &Source) -> Response {
    let text = panel.json(source, &source.board.snapshot());
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn counters(State(source): State<Source>) -> Json<wire::Counters> {
    Json(thoughts::counters(&source.board.snapshot()))
}

async fn thoughts_list(State(source): State<Source>) -> Json<wire::Thoughts> {
    Json(thoughts::list(&source.words, &source.board.snapshot()))
}

async fn metrics_text(State(source): State<Source>) -> impl IntoResponse {
    let model = source.board.snapshot();
    let health = panels::health(&source, &model);
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], metrics::text(&model, &health))
}

/// `POST /v1/speed`: how fast time passes from the next mind tick on.
async fn speed(
    State(source): State<Source>,
    crate::body::Object(wire::Speed { speed }): crate::body::Object<wire::Speed>,
) -> Result<Json<wire::Speed>, Wrong> {
    let speed: Speed = speed
        .parse()
        .map_err(|what: String| Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_speed", what, "1 is real time"))?;
    source.door.set_speed(speed);
    Ok(Json(wire::Speed { speed: speed.to_string() }))
}

async fn unknown_path(OriginalUri(uri): OriginalUri) -> Wrong {
    let what = format!("there is no {}", orders::shortened(uri.path()));
    let way_out = "GET /v1/openapi.json lists the paths; GET /v1/status is one";
    Wrong::new(StatusCode::NOT_FOUND, "unknown_path", what, way_out)
}

async fn wrong_method(method: Method, OriginalUri(uri): OriginalUri) -> Wrong {
    let what = format!("{} does not take {method}", orders::shortened(uri.path()));
    Wrong::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", what, "read with GET, order with POST")
}

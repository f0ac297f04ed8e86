//! Blueprints that can be built: those that ship with the program, and a few files that people have sent, with pictures of them.
//!
//! A sent file is read with the importers' limits, one at a time. Nothing here starts a build.

use crate::body::{self, BODY_TIME_MAX};
use crate::fault::Wrong;
use crate::orders;
use crate::routes::Source;
use crate::scene::ghost;
use crate::wire::{Blueprints, Sketch, SketchModule};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use blueprint::{Resolved, SHIPPED};
use building::{Blueprint, Facing, Site};
use serde::Deserialize;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use vocab::BlockPos;

/// Largest file that is taken in bytes: structures that an agent can build have some kilobytes.
pub const UPLOAD_BYTES_MAX: usize = 2 << 20;
/// Longest time for such a file to arrive.
const UPLOAD_TIME_MAX: Duration = Duration::from_secs(10);
/// Largest structure that is taken, in cells of its box: what an agent surveys at most.
pub const UPLOAD_CELLS_MAX: usize = 1 << 20;
/// Sent structures that are kept until others replace them.
pub const UPLOADS_MAX: usize = 4;
/// Longest name of a structure in characters.
const NAME_CHARS_MAX: usize = 31;
/// Ticks for one placed cell: a hand places every 4 ticks, and 80 % of that speed is what a build reaches.
const TICKS_PER_CELL: u64 = 5;
const TICKS_PER_MINUTE: u64 = 1_200;

/// Files that are read and pictures that are made at a time; more wait. The largest structure takes some tens of milliseconds.
static AT_WORK: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(1)));

/// A structure with what is shown of it.
#[derive(Debug, Clone)]
pub struct Known {
    pub blueprint: Arc<Blueprint>,
    sketch: Sketch,
}

static OWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let read = |(name, text): &(&str, &str)| known(text.as_bytes(), name, false).ok();
    SHIPPED.iter().filter_map(read).collect()
});

/// The structures that can be named in an order of this run.
#[derive(Debug, Clone, Default)]
pub struct Library(Arc<Mutex<Vec<Known>>>);

impl Library {
    fn sent(&self) -> MutexGuard<'_, Vec<Known>> {
        // A file is added in one step, so a panic in another thread leaves the list usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A structure by its name; one that was sent comes before one that ships.
    pub fn named(&self, name: &str) -> Option<Known> {
        let sent = self.sent().iter().rev().find(|known| known.sketch.name == name).cloned();
        sent.or_else(|| OWN.iter().find(|known| known.sketch.name == name).cloned())
    }

    /// A sent structure as an order carries it; those that ship are known to the mind by their names.
    pub fn packed(&self, name: &str) -> Option<Vec<u8>> {
        let sent = self.sent().iter().rev().find(|known| known.sketch.name == name)?.blueprint.clone();
        building::pack::pack(&sent).ok()
    }

    fn add(&self, known: Known) {
        let mut sent = self.sent();
        sent.retain(|other| other.sketch.name != known.sketch.name);
        if sent.len() >= UPLOADS_MAX {
            sent.remove(0);
        }
        sent.push(known);
    }

    fn all(&self) -> Vec<Sketch> {
        self.sent().iter().rev().chain(OWN.iter()).map(|known| known.sketch.clone()).collect()
    }
}

/// Reads a structure file; the error says why it cannot be built.
fn known(bytes: &[u8], name: &str, sent: bool) -> Result<Known, String> {
    let draft = blueprint::read(bytes).map_err(|fault| fault.to_string())?;
    let about = draft.about.clone();
    let cells: usize = draft.size.iter().map(|side| *side as usize).product();
    if sent && cells > UPLOAD_CELLS_MAX {
        return Err(format!(
            "the structure's box has {cells} cells, and at most {UPLOAD_CELLS_MAX} can be built; cut it smaller"
        ));
    }
    let Resolved { blueprint, left_out, renamed: _, materials, .. } = blueprint::resolve(draft, name);
    let mut blueprint = blueprint.map_err(|contradiction| contradiction.to_string())?;
    if sent {
        blueprint.name = name.into(); // two files may call themselves the same
    }
    let lost = left_out.unknown.iter().chain(&left_out.unplaceable);
    let modules = blueprint.modules.iter().map(|module| SketchModule {
        id: module.id.clone(),
        kind: crate::show::word(&module.kind),
        cells: module.cells.len() as u64,
        after: module.after.iter().map(|at| blueprint.modules[*at].id.clone()).collect(),
    });
    let sketch = Sketch {
        name: blueprint.name.clone(),
        about,
        size: blueprint.size,
        sunk: blueprint.sunk,
        front: crate::show::word(&blueprint.front),
        blocks: blueprint.blocks(),
        minutes: (blueprint.blocks() * TICKS_PER_CELL).div_ceil(TICKS_PER_MINUTE),
        modules: modules.collect(),
        materials,
        left_out: lost.map(|(name, count)| (name.clone(), *count)).collect(),
        sent,
    };
    Ok(Known { blueprint: Arc::new(blueprint), sketch })
}

/// `GET /v1/blueprints`: what can be built.
pub async fn list(State(source): State<Source>) -> Json<Blueprints> {
    Json(Blueprints { blueprints: source.library.all() })
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
}

/// `POST /v1/blueprints?name=NAME`: takes a structure file.
pub async fn take(
    State(source): State<Source>,
    named: Result<Query<Named>, QueryRejection>,
    request: Request,
) -> Result<Json<Sketch>, Wrong> {
    let Query(Named { name }) = named.map_err(|error| bad_name(error.body_text()))?;
    let plain = |ch: char| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '_';
    if name.is_empty() || name.len() > NAME_CHARS_MAX || !name.chars().all(plain) {
        return Err(bad_name(format!("a structure's name is 1 to {NAME_CHARS_MAX} small letters, digits and '_'")));
    }
    if OWN.iter().any(|known| known.sketch.name == name) {
        return Err(bad_name(format!("{name} is one of those that ship with stead")));
    }
    let reading = body::read(request.into_body(), UPLOAD_BYTES_MAX);
    let bytes = tokio::time::timeout(UPLOAD_TIME_MAX.max(BODY_TIME_MAX), reading).await;
    let bytes = bytes.map_err(|_| body::too_slow())??;
    let known = one_at_a_time(move || known(&bytes, &name, true)).await?.map_err(|what| {
        let way_out = "send a .schem, .litematic, .nbt or .toml file that `stead blueprint check` accepts";
        Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_blueprint", what, way_out)
    })?;
    let sketch = known.sketch.clone();
    source.library.add(known);
    Ok(Json(sketch))
}

fn bad_name(what: String) -> Wrong {
    Wrong::new(StatusCode::BAD_REQUEST, "bad_name", what, "POST the file to /v1/blueprints?name=my_tower")
}

/// Where a structure is shown.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    name: String,
    x: i32,
    y: i32,
    z: i32,
    facing: Option<Facing>,
    /// Leaves out the cells in which the world already has what is wanted.
    #[serde(default)]
    missing: bool,
}

/// `GET /v1/blueprints/mesh?name=N&x=X&y=Y&z=Z&facing=south&missing=true`: a structure at a place, as bytes like those of
/// `/v1/scene/mesh`, with the number of cells that are shown at the front.
pub async fn mesh(
    State(source): State<Source>,
    placed: Result<Query<Placed>, QueryRejection>,
) -> Result<Response, Wrong> {
    let Query(Placed { name, x, y, z, facing, missing }) = placed.map_err(|error| {
        let way_out = "ask for /v1/blueprints/mesh?name=watchtower&x=0&y=64&z=0&facing=south";
        Wrong::new(StatusCode::BAD_REQUEST, "bad_place", error.body_text(), way_out)
    })?;
    let Some(Known { blueprint, .. }) = source.library.named(&name) else {
        let what = format!("there is no blueprint {:?}", orders::shortened(&name));
        return Err(Wrong::new(StatusCode::NOT_FOUND, "no_such_blueprint", what, "GET /v1/blueprints lists them"));
    };
    let site = Site { corner: BlockPos::new(x, y, z), facing: facing.unwrap_or(blueprint.front) };
    let scene = source.scene.clone();
    let drawn = one_at_a_time(move || ghost::mesh_of(&blueprint, &site, missing.then_some(&scene))).await?;
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], drawn).into_response())
}

/// Does long work on a structure in a thread of its own, after the work that was asked for before.
async fn one_at_a_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Wrong> {
    let broke = |_| {
        Wrong::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broke",
            "the program broke at this structure",
            "please report it",
        )
    };
    let seat = Arc::clone(&AT_WORK).acquire_owned().await.map_err(|_| orders::stopped())?;
    let done = tokio::task::spawn_blocking(move || {
        let _seat = seat;
        work()
    });
    done.await.map_err(broke)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shipped_blueprints_are_known_and_sent_ones_are_bounded() {
        let library = Library::default();
        assert_eq!(library.all().len(), SHIPPED.len());
        let tower = library.named("watchtower").unwrap();
        assert!(tower.sketch.blocks > 50 && tower.sketch.modules.len() > 2, "{:?}", tower.sketch);
        let text = blueprint::shipped("basic_shelter").unwrap().as_bytes();
        for number in 0..=UPLOADS_MAX {
            library.add(known(text, &format!("mine{number}"), true).unwrap());
        }
        let names: Vec<String> = library.all().into_iter().map(|sketch| sketch.name).collect();
        assert_eq!(names.len(), SHIPPED.len() + UPLOADS_MAX);
        assert!(library.named("mine0").is_none() && library.named("mine1").is_some(), "{names:?}");
    }

    #[test]
    fn a_structure_that_is_too_large_or_no_structure_is_refused_in_words() {
        let said = known(b"nonsense", "x", true).unwrap_err();
        assert!(!said.is_empty());
        let size = "[1024, 2, 1024]";
        let rows = format!("rows = [{}]", vec![format!("\"{}\"", ".".repeat(1024)); 1024].join(", "));
        let text = format!(
            "format = \"stead-blueprint\"\nversion = 1\nname = \"x\"\nsize = {size}\n[legend]\n\".\" = \"stone\"\n[[layer]]\ny = [0, 1]\n{rows}\n"
        );
        let said = known(text.as_bytes(), "x", true).unwrap_err();
        assert!(said.contains("2097152 cells"), "{said}");
    }
}

//! The scene over HTTP, as bytes: the map's ground, and the rectangles of columns.

use super::mesh::{ground, mesh};
use super::{Column, Scene, Store};
use crate::fault::Wrong;
use crate::routes::Source;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// Most columns in one answer: so many rectangles are made within some milliseconds.
pub const COLUMNS_MAX: usize = 64;
/// Stands for the height of a block column of which nothing was seen.
const UNSEEN: i16 = i16::MIN;

/// Which columns are asked for: those that changed after this version; of a past tick, those after so many columns.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    #[serde(default)]
    since: u64,
    tick: Option<u64>,
}

type Asked = Result<Query<Since>, QueryRejection>;

/// `GET /v1/scene/map?since=N&tick=T`: the ground of each changed column. Little-endian: what to ask for next (u64), then for each
/// column x and z (i32) and 256 times red, green, blue (u8) and height (i16).
pub async fn map(State(source): State<Source>, asked: Asked) -> Result<Response, Wrong> {
    answer(&source.scene, asked, |store, column, out| {
        for found in ground(store, column) {
            let (colour, height) = found.unwrap_or((0, UNSEEN));
            out.extend_from_slice(&colour.to_be_bytes()[1..]);
            out.extend_from_slice(&height.to_le_bytes());
        }
    })
}

/// `GET /v1/scene/mesh?since=N&tick=T`: the rectangles of each changed column. Little-endian: what to ask for next (u64), then for
/// each column x and z (i32), the number of solid and of clear rectangles (u32), and the rectangles (two u32 each).
pub async fn meshes(State(source): State<Source>, asked: Asked) -> Result<Response, Wrong> {
    answer(&source.scene, asked, put_rectangles)
}

/// A column's place, and its rectangles.
pub(super) fn put_mesh(store: &Store, column: Column, out: &mut Vec<u8>) {
    put_place(column, out);
    put_rectangles(store, column, out);
}

fn put_place(column: Column, out: &mut Vec<u8>) {
    for part in [column.0, column.1] {
        out.extend_from_slice(&part.to_le_bytes());
    }
}

fn put_rectangles(store: &Store, column: Column, out: &mut Vec<u8>) {
    let mesh = mesh(store, column);
    for count in [mesh.solid.len(), mesh.clear.len()] {
        out.extend_from_slice(&(count as u32).to_le_bytes());
    }
    for word in mesh.solid.iter().chain(&mesh.clear).flatten() {
        out.extend_from_slice(&word.to_le_bytes());
    }
}

/// The changed columns, oldest change first, at most [`COLUMNS_MAX`]; the number at the front says where to go on.
fn answer(scene: &Scene, asked: Asked, mut write: impl FnMut(&Store, Column, &mut Vec<u8>)) -> Result<Response, Wrong> {
    let Query(Since { since, tick }) = asked.map_err(|error| {
        Wrong::new(StatusCode::BAD_REQUEST, "bad_version", error.body_text(), "begin with ?since=0")
    })?;
    let mut out = Vec::new();
    let mut put = |store: &Store, columns: Vec<Column>, next: u64| {
        out.extend_from_slice(&next.to_le_bytes());
        for column in columns {
            put_place(column, &mut out);
            write(store, column, &mut out);
        }
    };
    if let Some(tick) = tick {
        let store = scene.at(tick).map_err(|from| unrecorded(tick, from))?;
        let columns: Vec<Column> = store.columns.keys().copied().skip(since as usize).take(COLUMNS_MAX).collect();
        let next = since + columns.len() as u64;
        put(&store, columns, next);
    } else {
        scene.looked_at();
        let (columns, version) = changed(scene, since);
        put(&scene.store(), columns, version);
    }
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], out).into_response())
}

fn unrecorded(tick: u64, from: Option<u64>) -> Wrong {
    let what = match from {
        Some(from) => format!("what was seen at tick {tick} is not recorded; the recording begins at tick {from}"),
        None => "nothing was seen yet".into(),
    };
    let way_out = "leave out the tick: the present world is what is known of the ground";
    Wrong::new(StatusCode::NOT_FOUND, "no_such_moment", what, way_out)
}

fn changed(scene: &Scene, since: u64) -> (Vec<Column>, u64) {
    let store = scene.store();
    // A version from before a restart of the agent is larger than any of this one.
    let since = if since > store.version { 0 } else { since };
    let newer = store.columns.iter().filter(|(_, known)| known.version > since);
    let mut newer: Vec<(u64, Column)> = newer.map(|(column, known)| (known.version, *column)).collect();
    newer.sort_unstable();
    newer.truncate(COLUMNS_MAX);
    let version = newer.last().map_or(store.version, |(version, _)| *version);
    (newer.into_iter().map(|(_, column)| column).collect(), version)
}

#[cfg(test)]
mod tests {
    use super::super::CELLS;
    use super::*;

    #[test]
    fn changes_come_in_pieces_and_a_version_of_another_run_begins_anew() {
        let scene = Scene::default();
        for x in 0..COLUMNS_MAX as i32 + 5 {
            scene.take(0, (x, 0), [(0, Box::new([1; CELLS]))], (0, 0));
        }
        let (first, next) = changed(&scene, 0);
        assert_eq!((first.len(), next), (COLUMNS_MAX, COLUMNS_MAX as u64));
        let (rest, last) = changed(&scene, next);
        assert_eq!((rest.len(), last), (5, COLUMNS_MAX as u64 + 5));
        assert_eq!(changed(&scene, last), (vec![], last));
        assert_eq!(changed(&scene, 9_999).0.len(), COLUMNS_MAX);
    }
}

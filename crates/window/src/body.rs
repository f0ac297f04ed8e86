//! The JSON object in the body of a request: bounded in size and in time.

use crate::fault::Wrong;
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use http_body_util::BodyExt as _;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Largest body of a request in bytes: a thought has at most a few kilobytes, every order less.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// How many bytes of a too large body are read and dropped. If a connection is closed with unread bytes it is
/// reset, and many clients would not see the answer.
const DISCARDED_BYTES_MAX: usize = 15 * BODY_BYTES_MAX;
/// Longest time to receive a request's body. A body that a local program sends arrives much sooner.
pub const BODY_TIME_MAX: Duration = Duration::from_secs(5);

/// A request body that must be one JSON object.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Object<T> {
    type Rejection = Wrong;

    async fn from_request(request: Request, _: &S) -> Result<Object<T>, Wrong> {
        let read = tokio::time::timeout(BODY_TIME_MAX, read(request.into_body(), BODY_BYTES_MAX)).await;
        let bytes = read.map_err(|_| too_slow())??;
        contract::plain::read_object(&bytes).map(Object).map_err(|misread| bad_body(misread.to_string()))
    }
}

pub fn too_slow() -> Wrong {
    let what = format!("the body did not arrive within {} s", BODY_TIME_MAX.as_secs());
    Wrong::new(StatusCode::REQUEST_TIMEOUT, "too_slow", what, "send it in one go")
}

/// Reads the request's body, or refuses it when it is larger than allowed.
pub async fn read(mut body: Body, bytes_max: usize) -> Result<Vec<u8>, Wrong> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| bad_body(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= bytes_max {
            bytes.extend_from_slice(&data);
        } else if length > bytes_max + DISCARDED_BYTES_MAX {
            break;
        }
    }
    if length > bytes_max { Err(too_large(bytes_max)) } else { Ok(bytes) }
}

fn bad_body(what: String) -> Wrong {
    Wrong::new(StatusCode::BAD_REQUEST, "bad_body", what, "send one JSON object; docs/formats.md has its fields")
}

fn too_large(bytes_max: usize) -> Wrong {
    let what = format!("the body has more than {bytes_max} bytes");
    Wrong::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", what, "send less")
}

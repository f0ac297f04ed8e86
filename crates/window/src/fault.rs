//! Answers that are not a success: JSON that says what is wrong and what to do.

use crate::wire::{Failure, Fault};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// The HTTP answer to a refused request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    status: StatusCode,
    fault: Fault,
}

impl Wrong {
    pub fn new(status: StatusCode, code: &str, what: impl Into<String>, way_out: impl Into<String>) -> Wrong {
        Wrong { status, fault: Fault { code: code.into(), what: what.into(), way_out: way_out.into() } }
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (self.status, Json(Failure { error: self.fault })).into_response()
    }
}

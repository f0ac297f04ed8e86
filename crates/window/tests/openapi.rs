//! The OpenAPI document against the running router: every path answers, with the JSON that the document promises.

mod common;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::{lived, source};
use serde_json::{Value, json};
use tower::ServiceExt as _;
use window::{Source, router};

async fn ask(source: &Source, method: &Method, path: &str, body: &str) -> (StatusCode, String) {
    let request = Request::builder().method(method).uri(path).body(Body::from(body.to_string())).unwrap();
    let response = router(source.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    if path == "/v1/events" {
        return (status, String::new()); // it never ends
    }
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

/// A validator for the schema of a path's answer, with all named schemas of the document.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    jsonschema::validator_for(&schema).unwrap()
}

#[tokio::test]
async fn every_read_of_the_document_answers_as_it_promises() {
    let (simulation, board) = lived(1_000);
    let source = source(board, simulation.door());
    let (_, text) = ask(&source, &Method::GET, "/v1/openapi.json", "").await;
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let mut checked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let Some(operation) = operations.get("get") else { continue };
        let (status, body) = ask(&source, &Method::GET, path, "").await;
        let query = operation.get("parameters").is_some();
        assert!(status == StatusCode::OK || query, "{path}: {status} {body}");
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        if schema.is_object() && status == StatusCode::OK {
            let value: Value = serde_json::from_str(&body).unwrap();
            let wrong: Vec<String> =
                validator(&document, schema).iter_errors(&value).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{path}: {wrong:?}");
            checked += 1;
        }
    }
    assert!(checked >= 12, "{checked} answers were checked");
}

#[tokio::test]
async fn every_order_of_the_document_exists_and_refuses_as_it_promises() {
    let source = source(driver::Board::new(driver::ReadModel::default()), driver::Door::new());
    let document = serde_json::from_str::<Value>(&ask(&source, &Method::GET, "/v1/openapi.json", "").await.1).unwrap();
    let failure = validator(&document, &json!({"$ref": "#/components/schemas/Failure"}));
    for (path, operations) in document["paths"].as_object().unwrap() {
        let method = if operations.get("post").is_some() { Method::POST } else { Method::GET };
        if operations["post"]["requestBody"].is_object() && path != "/v1/solve" {
            let (status, body) = ask(&source, &method, path, "[]").await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {body}");
            assert!(failure.is_valid(&serde_json::from_str(&body).unwrap()), "{path}: {body}");
        }
        // The other method is refused, so the document forgets none.
        let other = if operations.get("post").is_some() && operations.get("get").is_some() {
            Method::PUT
        } else if method == Method::POST {
            Method::GET
        } else {
            Method::POST
        };
        assert_eq!(ask(&source, &other, path, "").await.0, StatusCode::METHOD_NOT_ALLOWED, "{other} {path}");
    }
}

//! Structures over the API: what can be built, files that people send, pictures at a place, and each refusal.

mod common;

use axum::body::Body;
use axum::http::{Method, Request};
use common::nobody;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use window::{Source, UPLOAD_BYTES_MAX, router};

async fn ask(source: &Source, method: Method, path: &str, body: Vec<u8>) -> (u16, Vec<u8>) {
    let request = Request::builder().method(method).uri(path).body(Body::from(body)).unwrap();
    let response = router(source.clone()).oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    (status, axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
}

fn json_of(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

const HUT: &str = "format = \"stead-blueprint\"\nversion = 1\nname = \"hut\"\nabout = \"A post.\"\nsize = [1, 2, 1]\n[legend]\n\"#\" = \
                   \"cobblestone\"\n[[layer]]\ny = [0, 1]\nrows = [\"#\"]\n";

#[tokio::test]
async fn a_sent_file_can_be_named_and_seen_where_it_would_stand() {
    let source = nobody();
    let (status, list) = ask(&source, Method::GET, "/v1/blueprints", Vec::new()).await;
    let list = json_of(&list)["blueprints"].clone();
    assert_eq!((status, list.as_array().unwrap().len()), (200, blueprint::SHIPPED.len()));
    assert!(list.as_array().unwrap().iter().any(|sketch| sketch["name"] == "watchtower" && sketch["sent"] == false));

    let (status, sketch) = ask(&source, Method::POST, "/v1/blueprints?name=my_post", HUT.into()).await;
    let sketch = json_of(&sketch);
    assert_eq!((status, &sketch["name"], &sketch["blocks"]), (200, &json!("my_post"), &json!(2)), "{sketch}");
    assert_eq!((&sketch["about"], &sketch["materials"]), (&json!("A post."), &json!({"cobblestone": 2})));
    let (_, list) = ask(&source, Method::GET, "/v1/blueprints", Vec::new()).await;
    assert_eq!(json_of(&list)["blueprints"][0], sketch, "the sent one comes first");

    let at = "/v1/blueprints/mesh?name=my_post&x=-1&y=70&z=17&facing=east";
    let (status, bytes) = ask(&source, Method::GET, at, Vec::new()).await;
    let number = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((status, number(0)), (200, 2), "two cells are shown");
    assert_eq!((number(8), number(12), number(16), number(20)), (-1, 1, 6, 0), "its column, and one box of six sides");
}

#[tokio::test]
async fn files_and_places_that_make_no_sense_are_refused_by_name() {
    let source = nobody();
    let large = vec![b' '; UPLOAD_BYTES_MAX + 1];
    for (method, path, body, status, code) in [
        (Method::POST, "/v1/blueprints", HUT.into(), 400, "bad_name"),
        (Method::POST, "/v1/blueprints?name=My%20Hut", HUT.into(), 400, "bad_name"),
        (Method::POST, "/v1/blueprints?name=watchtower", HUT.into(), 400, "bad_name"),
        (Method::POST, "/v1/blueprints?name=hut", b"nonsense".to_vec(), 422, "bad_blueprint"),
        (Method::POST, "/v1/blueprints?name=hut", large, 413, "too_large"),
        (Method::GET, "/v1/blueprints/mesh?name=hut&x=0&y=64&z=0", Vec::new(), 404, "no_such_blueprint"),
        (Method::GET, "/v1/blueprints/mesh?name=cabin&x=0&y=64", Vec::new(), 400, "bad_place"),
        (Method::GET, "/v1/blueprints/mesh?name=cabin&x=0&y=64&z=0&facing=up", Vec::new(), 400, "bad_place"),
    ] {
        let (told, answer) = ask(&source, method.clone(), path, body).await;
        assert_eq!((told, json_of(&answer)["error"]["code"].as_str()), (status, Some(code)), "{method} {path}");
    }
}

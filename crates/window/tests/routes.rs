//! Each route and each refusal, without a socket: the router alone.

mod common;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::{lived, nobody, source};
use driver::Door;
use driver::door::ORDERS_WAITING_MAX;
use mind::input::Order;
use serde_json::{Value, json};
use tokio::time::Instant;
use tower::ServiceExt as _;
use window::{ANSWER_WAIT_MAX, BODY_BYTES_MAX, BODY_TIME_MAX, PROCESS_BYTES_MAX, Source, router};

/// The length in mind ticks of the simulated life that the routes show.
const MIND_TICKS: u64 = 1_000;

async fn ask(source: &Source, method: Method, path: &str, body: Body) -> (StatusCode, Value) {
    let request = Request::builder().method(method).uri(path).body(body).unwrap();
    let response = router(source.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let value = serde_json::from_slice(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into());
    (status, value)
}

async fn get(source: &Source, path: &str) -> Value {
    let (status, value) = ask(source, Method::GET, path, Body::empty()).await;
    assert_eq!(status, StatusCode::OK, "{value}");
    value
}

async fn post(source: &Source, path: &str, body: &str) -> (StatusCode, Value) {
    ask(source, Method::POST, path, Body::from(body.to_string())).await
}

#[tokio::test]
async fn status_shows_what_the_read_model_has() {
    let (simulation, board) = lived(MIND_TICKS);
    let status = get(&source(board, simulation.door()), "/v1/status").await;
    let report = simulation.mind().report();
    assert_eq!((&status["seed"], &status["speed"], &status["link"]), (&json!(7), &json!("max"), &json!("present")));
    assert_eq!((status["tick"].as_u64(), status["day"].as_u64()), (Some(report.tick.0), Some(1)));
    assert_eq!(status["tasks"]["completed"].as_u64(), Some(report.tasks.completed));
    assert_eq!(status["milestones"]["crafting_table"].as_u64(), report.milestones["crafting_table"].map(|tick| tick.0));
    assert!(!status["bag"].as_object().unwrap().is_empty() && status["health"] == 20, "{status}");
    assert_eq!((&status["paused"], &status["trouble"]), (&json!(false), &Value::Null));
}

#[tokio::test]
async fn tasks_shows_open_and_ended_tasks_with_their_reasons() {
    let (simulation, board) = lived(MIND_TICKS);
    let tasks = get(&source(board, simulation.door()), "/v1/tasks").await;
    let open: Vec<&tasks::Task<_, _>> = simulation.mind().tasks().open().collect();
    let shown = tasks["open"].as_array().unwrap();
    assert_eq!(shown.len(), open.len());
    for (shown, task) in shown.iter().zip(open) {
        assert_eq!(shown["id"], task.id().to_string());
        assert_eq!((&shown["key"], &shown["goal"]), (&json!(task.key().as_str()), &json!(task.goal().to_string())));
        assert_eq!(shown["status"], task.status().word());
        assert_eq!(shown["origin"]["tick"].as_u64(), Some(task.origin().at().0));
    }
    let ended = tasks["ended"].as_array().unwrap();
    assert!(!ended.is_empty());
    let changed: Vec<u64> = ended.iter().map(|task| task["changed"].as_u64().unwrap()).collect();
    assert!(changed.is_sorted_by(|a, b| a >= b), "the last first: {changed:?}");
}

#[tokio::test]
async fn before_the_first_tick_there_is_a_status_too() {
    let source = nobody();
    let status = get(&source, "/v1/status").await;
    assert_eq!((&status["tick"], &status["health"], &status["at"]), (&json!(0), &Value::Null, &Value::Null));
    assert_eq!(get(&source, "/v1/tasks").await, json!({"tick": 0, "open": [], "ended": []}));
}

#[tokio::test]
async fn metrics_are_prometheus_text() {
    let (simulation, board) = lived(MIND_TICKS);
    let text = get(&source(board, simulation.door()), "/v1/metrics").await;
    let text = text.as_str().unwrap();
    let line = format!("stead_tasks_completed_total {}\n", simulation.mind().report().tasks.completed);
    assert!(text.contains(&line) && text.contains("# TYPE stead_health gauge\nstead_health 20\n"), "{text}");
}

/// Sends requests to the router while the simulated life goes on, and returns the answers.
fn ordered(orders: &[(&str, &str)]) -> Vec<(StatusCode, Value)> {
    let (mut simulation, board) = lived(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let source = source(board.clone(), simulation.door());
    let mut answers = Vec::new();
    let waiting: Vec<_> = orders
        .iter()
        .map(|(path, body)| {
            let (source, path, body) = (source.clone(), path.to_string(), body.to_string());
            runtime.spawn(async move { post(&source, &path, &body).await })
        })
        .collect();
    runtime.block_on(async { tokio::task::yield_now().await });
    simulation.run(2, |_, _| driver::Go::On);
    for answer in waiting {
        answers.push(runtime.block_on(answer).unwrap());
    }
    answers
}

#[test]
fn each_order_is_answered_by_the_mind() {
    let answers = ordered(&[
        ("/v1/goal", r#"{"action": "collect", "target": "coal", "amount": 2}"#),
        ("/v1/goal", r#"{"action": "collect", "target": "coal"}"#),
        ("/v1/cancel", r#"{"task": "T1"}"#),
        ("/v1/cancel", r#"{"task": "T99"}"#),
        ("/v1/goal", r#"{"action": "dance", "target": "coal"}"#),
        ("/v1/goal", r#"{"action": "collect", "target": "cole"}"#),
        ("/v1/goal", r#"{"action": "collect", "target": "coal", "amount": 5000}"#),
        ("/v1/pause", ""),
        ("/v1/resume", "{}"),
        ("/v1/stop", ""),
    ]);
    let told: Vec<(u16, &str)> = answers
        .iter()
        .map(|(status, value)| {
            let word = value["answer"].as_str().or(value["error"]["code"].as_str());
            (status.as_u16(), word.unwrap_or("nothing"))
        })
        .collect();
    let expected = [
        (200, "taken"),
        (200, "joined"),
        (200, "done"),
        (404, "no_such_task"),
        (422, "unknown_action"),
        (422, "unknown_target"),
        (422, "bad_amount"),
        (200, "done"),
        (200, "done"),
        (200, "done"),
    ];
    assert_eq!(told, expected, "{answers:?}");
    assert_eq!(answers[0].1["task"], answers[1].1["task"]);
    assert!(answers[0].1["said"].as_str().unwrap().starts_with("Taken"));
    let numbers: Vec<u64> = answers.iter().filter_map(|(_, value)| value["command"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 8, 9, 10], "each under its number in the journal");
}

fn envelope(seq: u64, rest: &str) -> String {
    format!(
        r#"{{"request_version": "saliency_delta/1", "stream_id": "scout@0000000000000001", "seq": {seq}, "tick_id": {}, {rest}}}"#,
        100 + seq
    )
}

#[test]
fn rig_i_ext_3_3_an_accepted_envelope_yields_a_thought_that_the_answer_returns() {
    let track = r#"{"track_id": "T00000001", "kind": "zombie", "sure": 9, "block": [1, 64, 2], "distance_bucket": 3, "visibility": "visible", "threat_level": "high"}"#;
    let snapshot = format!(r#""snapshot": {{"tracks": [{track}]}}, "events": []"#);
    let event =
        format!(r#""snapshot": null, "events": [{{"tick_id": 101, "event_type": "new_threat", "track": {track}}}]"#);
    let legacy = r#"{"request_version": "legacy_observation", "bot": "old", "metadata": {"entityType": "zombie"}}"#;
    let bodies = [
        envelope(0, r#""snapshot": null, "events": []"#),
        envelope(0, &snapshot),
        envelope(1, &event),
        envelope(1, &event),
        envelope(5, &event),
        legacy.into(),
        legacy.replace("legacy_observation", "observation"),
        legacy.replace(r#""request_version": "legacy_observation", "#, ""),
        envelope(6, r#""snapshot": null, "events": [], "extra": 1"#),
    ];
    let orders: Vec<_> = bodies.iter().map(|body| ("/v1/process", body.as_str())).collect();
    let answers = ordered(&orders);
    let told: Vec<(u16, &str)> = answers
        .iter()
        .map(|(status, value)| {
            let word = value["thought"]["source"].as_str().or(value["error"]["code"].as_str());
            (status.as_u16(), word.unwrap_or("nothing"))
        })
        .collect();
    let expected = [
        (409, "snapshot_needed"),
        (200, "snapshot"),
        (200, "delta"),
        (409, "stale"),
        (409, "snapshot_needed"),
        (409, "legacy_off"),
        (422, "bad_version"),
        (422, "bad_version"),
        (400, "bad_body"),
    ];
    assert_eq!(told, expected, "{answers:?}");
    let thought = &answers[2].1["thought"];
    assert_eq!(thought["text"], "scout reports: new threat zombie about 6 blocks away; it knows of 1 creatures.");
    assert_eq!((&thought["tags"], &thought["task"]), (&json!(["saliency-delta", "outside"]), &Value::Null));
    assert!(answers[2].1["command"].as_u64() > answers[1].1["command"].as_u64(), "each is an input of the journal");
}

#[tokio::test]
async fn a_report_at_the_bound_is_read_and_one_byte_more_is_refused() {
    for (bytes, expected) in [(PROCESS_BYTES_MAX, 422), (PROCESS_BYTES_MAX + 1, 413)] {
        let body = format!("{{}}{}", " ".repeat(bytes - 2));
        let (status, value) = post(&nobody(), "/v1/process", &body).await;
        assert_eq!(status.as_u16(), expected, "{bytes}: {value}");
    }
}

#[tokio::test]
async fn bad_bodies_say_what_is_wrong_and_what_to_do() {
    let source = nobody();
    for (path, body, code, what) in [
        ("/v1/goal", "", 400, "ends too early"),
        ("/v1/goal", "{", 400, "ends too early"),
        ("/v1/goal", "[]", 400, "expected an object, found a list"),
        ("/v1/goal", r#"{"action": "collect"}"#, 400, "missing field `target`"),
        ("/v1/goal", r#"{"action": "collect", "target": "x", "amuont": 3}"#, 400, "unknown field `amuont`"),
        ("/v1/goal", r#"{"action": "collect", "target": "x", "amount": -3}"#, 400, "in amount"),
        ("/v1/cancel", r#"{"task": 12}"#, 400, "in task"),
        ("/v1/cancel", r#"{"task": "all"}"#, 400, "invalid task \"all\""),
        ("/v1/nothing", "{}", 404, "there is no /v1/nothing"),
        ("/v1/status", "{}", 405, "/v1/status does not take POST"),
    ] {
        let (status, value) = post(&source, path, body).await;
        let told = &value["error"];
        assert_eq!(status.as_u16(), code, "{path} {body}: {value}");
        assert!(told["what"].as_str().unwrap().contains(what), "{path} {body}: {value}");
        assert!(!told["do"].as_str().unwrap().is_empty() && !told["code"].as_str().unwrap().is_empty());
    }
    let long = format!(r#"{{"task": "{}"}}"#, "9".repeat(30_000));
    let (_, value) = post(&source, "/v1/cancel", &long).await;
    assert!(value["error"]["what"].as_str().unwrap().len() < 100, "a long text is not repeated");
}

#[tokio::test]
async fn why_is_answered_or_refused_by_name() {
    let source = nobody();
    assert_eq!(get(&source, "/v1/why?of=T1&tick=40").await["to"], 40);
    for (query, status, code) in [
        ("?of=T2", 404, "no_such_subject"),
        ("?of=T3", 404, "no_such_moment"),
        ("?of=all", 400, "bad_subject"),
        ("", 400, "bad_subject"),
        ("?of=T1&tick=-4", 400, "bad_subject"),
        ("?of=T1&since=3", 400, "bad_subject"),
    ] {
        let (got, value) = ask(&source, Method::GET, &format!("/v1/why{query}"), Body::empty()).await;
        assert_eq!((got.as_u16(), &value["error"]["code"]), (status, &json!(code)), "{query}: {value}");
    }
}

#[tokio::test]
async fn the_scene_of_a_past_tick_is_sent_or_refused_by_name() {
    let source = nobody();
    let told = |query: &'static str| ask(&source, Method::GET, query, Body::empty());
    for query in ["/v1/scene/map?tick=40", "/v1/scene/mesh?since=0&tick=40"] {
        let (status, value) = told(query).await;
        assert_eq!((status.as_u16(), &value["error"]["code"]), (404, &json!("no_such_moment")), "{query}");
    }
    source.scene.take(50, (0, 0), [(4, Box::new([1; window::scene::CELLS]))], (0, 0));
    for (query, code) in [("?tick=50", 200), ("?tick=49", 404), ("?since=-1", 400), ("?when=3", 400), ("", 200)] {
        let path: &'static str = Box::leak(format!("/v1/scene/mesh{query}").into_boxed_str());
        assert_eq!(told(path).await.0.as_u16(), code, "{query}");
    }
}

#[tokio::test]
async fn a_body_at_the_bound_is_read_and_one_byte_more_is_refused() {
    let source = nobody();
    for (bytes, expected) in [(BODY_BYTES_MAX, 400), (BODY_BYTES_MAX + 1, 413)] {
        let body = format!("{{}}{}", " ".repeat(bytes - 2));
        let (status, value) = post(&source, "/v1/goal", &body).await;
        assert_eq!(status.as_u16(), expected, "{bytes}: {value}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_order_that_nobody_answers_is_given_up_at_the_bound() {
    let (source, began) = (nobody(), Instant::now());
    let (status, value) = post(&source, "/v1/pause", "").await;
    assert_eq!((status, &value["error"]["code"]), (StatusCode::GATEWAY_TIMEOUT, &json!("no_answer")));
    assert_eq!(began.elapsed().as_secs(), ANSWER_WAIT_MAX.as_secs());
}

/// A request body of which no byte ever arrives.
struct Never;
impl axum::body::HttpBody for Never {
    type Data = axum::body::Bytes;
    type Error = std::io::Error;
    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        std::task::Poll::Pending
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes_is_given_up_at_the_bound() {
    let (source, began) = (nobody(), Instant::now());
    let (status, value) = ask(&source, Method::POST, "/v1/goal", Body::new(Never)).await;
    assert_eq!((status, &value["error"]["code"]), (StatusCode::REQUEST_TIMEOUT, &json!("too_slow")));
    assert_eq!(began.elapsed().as_secs(), BODY_TIME_MAX.as_secs());
}

#[tokio::test]
async fn a_full_door_and_a_closed_one_are_told_apart() {
    let full = nobody();
    let held: Vec<_> = (0..ORDERS_WAITING_MAX).map(|_| full.door.order(Order::Pause).unwrap()).collect();
    let (status, value) = post(&full, "/v1/pause", "").await;
    assert_eq!((status.as_u16(), &value["error"]["code"]), (503, &json!("busy")));
    drop(held);
    let (mut simulation, board) = lived(1);
    let ended: Door = simulation.door();
    simulation.run(1, |_, _| driver::Go::On);
    let (status, value) = post(&source(board, ended), "/v1/pause", "").await;
    assert_eq!((status.as_u16(), &value["error"]["code"]), (503, &json!("stopped")));
}

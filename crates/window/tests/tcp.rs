//! The page and `/v1` over TCP: who may do what, streams of events, and what clients that behave badly cost.

mod common;

use common::{lived, nobody, source};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};
use window::{Limits, Listening, PAGE_HEADER, STREAMS_MAX, Source, Token, Window};

/// A time limit that no test here reaches, even on a busy machine.
const LONG: Duration = Duration::from_mins(2);

fn serve(dir: &Path, source: Source) -> (Window, SocketAddr) {
    let listening = Listening::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listening.address;
    let limits = Limits { head_time_max: LONG, connection_time_max: LONG, ..Limits::default() };
    (Window::open(dir, source, limits, Some(listening)).unwrap(), address)
}

fn connect(address: SocketAddr, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// Sends a request and returns status, head and body of the answer.
fn ask(address: SocketAddr, line: &str, headers: &str, body: &str) -> (u16, String, String) {
    let length = body.len();
    let request = format!("{line} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}\r\n{headers}\r\n{body}");
    let mut told = String::new();
    connect(address, &request).read_to_string(&mut told).unwrap();
    let (head, body) = told.split_once("\r\n\r\n").unwrap_or((&told, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_lowercase(), body.into())
}

fn json(body: &str) -> Value {
    // Answers of known length are not chunked, so the body is the text itself.
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

#[test]
fn the_page_and_its_files_are_served_with_a_strict_policy() {
    let dir = tempfile::tempdir().unwrap();
    let (_window, address) = serve(dir.path(), nobody());
    let (status, head, body) = ask(address, "GET /", "", "");
    assert!(status == 200 && body.contains("<title>Stead</title>"), "{head}");
    for wanted in ["content-security-policy: default-src 'none'; script-src 'self'", "x-frame-options: deny", "nosniff"]
    {
        assert!(head.contains(wanted), "{head}");
    }
    for file in body.split('"').filter(|part| part.starts_with("/page/")) {
        assert_eq!(ask(address, &format!("GET {file}"), "", "").0, 200, "{file}");
    }
    let (status, head, _) = ask(address, "GET /v1/status", "", "");
    assert!(status == 200 && head.contains("cache-control: no-store"), "{head}");
    assert!(!body.contains("http://") && !body.contains("https://"), "nothing of the page comes from elsewhere");
}

#[test]
fn an_order_needs_the_token_or_the_pages_header_and_foreign_pages_get_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (_window, address) = serve(dir.path(), nobody());
    let token = Token::of(dir.path()).unwrap();
    let bearer = format!("authorization: Bearer {}\r\n", token.reveal());
    let page = format!("{PAGE_HEADER}: 1\r\n");
    let body = r#"{"speed": "20"}"#;
    for (headers, expected, code) in [
        ("", 403, "no_token"),
        ("authorization: Bearer 00\r\n", 403, "no_token"),
        (&bearer, 200, ""),
        (&page, 200, ""),
        (&format!("{page}origin: http://evil.example\r\n"), 403, "foreign_origin"),
        (&format!("{page}sec-fetch-site: cross-site\r\n"), 403, "foreign_origin"),
    ] {
        let (status, _, answer) = ask(address, "POST /v1/speed", headers, body);
        assert_eq!(status, expected, "{headers} {answer}");
        let told = json(&answer);
        assert_eq!(told["error"]["code"].as_str().unwrap_or(""), code, "{told}");
        assert!(expected == 200 || !answer.contains(token.reveal()), "no secret in an answer");
    }
    // A name of another site that leads here is still a name of another site.
    let request = "GET /v1/status HTTP/1.1\r\nhost: evil.example\r\n\r\n";
    let mut told = String::new();
    connect(address, request).read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 421") && told.contains("bad_host"), "{told}");
}

#[test]
fn the_speed_is_set_and_wrong_ones_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let source = nobody();
    let door = source.door.clone();
    let (_window, address) = serve(dir.path(), source);
    let page = format!("{PAGE_HEADER}: 1\r\n");
    assert_eq!(ask(address, "POST /v1/speed", &page, r#"{"speed": "max"}"#).0, 200);
    assert_eq!(door.speed().map(|speed| speed.to_string()).as_deref(), Some("max"));
    let (status, _, body) = ask(address, "POST /v1/speed", &page, r#"{"speed": "0"}"#);
    assert!(status == 422 && body.contains("from 1 to 1000, or max"), "{body}");
}

#[test]
fn other_bots_get_plans_and_reasons() {
    let dir = tempfile::tempdir().unwrap();
    let (_window, address) = serve(dir.path(), nobody());
    let page = format!("{PAGE_HEADER}: 1\r\n");
    let wanted = |goal: &str| {
        format!(
            r#"{{"format": "mc-temporal-v1", "id": "a", "bucket_ticks": 100, "horizon_ticks": 100000, "max_slot_wait_ticks": 10000,
            "inventory": {{"log": 1}}, "goal": {{"{goal}": 4}}, "stations": [], "max_stations": {{}}, "fuels": {{}},
            "ops": [{{"id": "planks", "kind": "craft", "ticks": 1, "cost": 1, "in": {{"log": 1}}, "out": {{"planks": 4}},
            "tools_any": []}}], "processes": []}}"#
        )
    };
    let (status, _, body) = ask(address, "POST /v1/solve", &page, &wanted("planks"));
    assert!(status == 200 && json(&body)["status"] == "solved" && json(&body)["makespan_ticks"] == 1, "{body}");
    let (status, _, body) = ask(address, "POST /v1/solve", &page, &wanted("diamond"));
    assert!(status == 200 && json(&body)["reason"] == "unreachable_item", "{body}");
    assert_eq!(ask(address, "POST /v1/solve", &page, "{}").0, 400);
    let large = " ".repeat(window::SOLVE_BYTES_MAX + 1);
    assert_eq!(ask(address, "POST /v1/solve", &page, &large).0, 413);
}

/// Opens a stream of events and reads it up to the end of the first panel.
fn listen(address: SocketAddr) -> BufReader<TcpStream> {
    let mut stream = BufReader::new(connect(address, &format!("GET /v1/events HTTP/1.1\r\nhost: {address}\r\n\r\n")));
    assert!(next(&mut stream, "event: status").starts_with("data: {"), "the status comes first");
    stream
}

/// Reads up to a line that begins so, and returns the line after it.
fn next(stream: &mut BufReader<TcpStream>, begins: &str) -> String {
    let mut line = String::new();
    while !line.starts_with(begins) {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ended before {begins}");
    }
    line.clear();
    stream.read_line(&mut line).unwrap();
    line
}

#[test]
fn a_stream_sends_every_panel_and_then_changes() {
    let dir = tempfile::tempdir().unwrap();
    let (mut simulation, board) = lived(50);
    let (_window, address) = serve(dir.path(), source(board.clone(), simulation.door()));
    let mut stream = listen(address);
    for panel in ["tasks", "thoughts", "plan", "upkeep", "tracks", "memory", "talk", "trail", "health"] {
        assert!(next(&mut stream, &format!("event: {panel}")).starts_with("data: {"), "{panel}");
    }
    let before = board.read(|model| model.tick.0);
    simulation.run(25, |moment, _| {
        board.take(moment);
        driver::Go::On
    });
    let told = next(&mut stream, "event: status");
    let status: Value = serde_json::from_str(told.trim_start_matches("data: ").trim()).unwrap();
    assert!(status["tick"].as_u64().unwrap() > before, "{status}");
}

#[test]
fn two_hundred_streams_and_a_client_that_never_reads_leave_the_mind_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (mut simulation, board) = lived(50);
    let (_window, address) = serve(dir.path(), source(board.clone(), simulation.door()));
    let never_reads = connect(address, &format!("GET /v1/events HTTP/1.1\r\nhost: {address}\r\n\r\n"));
    let mut streams: Vec<_> = (1..STREAMS_MAX).map(|_| listen(address)).collect();
    // One more is refused, and other requests still have their places.
    let (status, _, body) = ask(address, "GET /v1/events", "", "");
    assert!(status == 503 && body.contains("busy"), "{body}");
    // The run only ever takes the lock of the read model; it must not wait for anybody who listens.
    let began = Instant::now();
    let ran = simulation.run_until(2_000, |moment, _| {
        board.take(moment);
        false
    });
    assert!(!ran && began.elapsed() < LONG);
    assert_eq!(ask(address, "GET /v1/status", "", "").0, 200);
    assert!(next(&mut streams[0], "event: status").starts_with("data: {"));
    drop((streams, never_reads));
}

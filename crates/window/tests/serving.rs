//! The window on a real socket: bounds on connections and time, closing, and the client's errors.

mod common;

use common::{lived, nobody, source};
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::{Duration, Instant};
use window::{CONNECTIONS_MAX, Client, ClientError, Limits, SOCKET_FILE, Window};

/// A time limit that no test here reaches, even on a busy machine.
const LONG: Duration = Duration::from_mins(5);
/// A time that is long enough for an answer that nothing delays.
const SHORT: Duration = Duration::from_millis(300);

/// More mind ticks than a simulated life can run during the test.
const MIND_TICKS_MAX: u64 = 100_000_000;

fn patient() -> Limits {
    Limits { head_time_max: LONG, connection_time_max: LONG, ..Limits::default() }
}

fn connect(dir: &std::path::Path) -> UnixStream {
    let stream = UnixStream::connect(dir.join(SOCKET_FILE)).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

#[test]
fn more_than_a_hundred_clients_at_once_are_all_answered() {
    let dir = tempfile::tempdir().unwrap();
    let (simulation, board) = lived(100);
    let _window = Window::open(dir.path(), source(board, simulation.door()), patient(), None).unwrap();
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..128)
            .map(|number| {
                let path = if number % 2 == 0 { "/v1/status" } else { "/v1/tasks" };
                let client = Client::new(dir.path()).with_wait(LONG);
                scope.spawn(move || client.get(path).unwrap().status)
            })
            .collect();
        assert!(asked.into_iter().all(|asked| asked.join().unwrap() == 200));
    });
}

#[test]
fn connections_beyond_the_bound_wait_until_another_one_ends() {
    let dir = tempfile::tempdir().unwrap();
    let _window = Window::open(dir.path(), nobody(), patient(), None).unwrap();
    let mut idle: Vec<UnixStream> = (0..CONNECTIONS_MAX).map(|_| connect(dir.path())).collect();
    let refused = Client::new(dir.path()).with_wait(SHORT).get("/v1/status");
    assert!(matches!(refused, Err(ClientError::TimedOut { .. })), "{refused:?}");
    idle.pop();
    assert_eq!(Client::new(dir.path()).with_wait(LONG).get("/v1/status").unwrap().status, 200);
}

#[test]
fn a_client_that_sends_nothing_or_half_a_head_is_cut_off() {
    let dir = tempfile::tempdir().unwrap();
    let limits = Limits { head_time_max: Duration::from_millis(50), ..patient() };
    let _window = Window::open(dir.path(), nobody(), limits, None).unwrap();
    for sent in ["", "GET /v1/status HTTP/1.1\r\nhost: x\r\n"] {
        let mut stream = connect(dir.path());
        stream.write_all(sent.as_bytes()).unwrap();
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        let told = String::from_utf8(told).unwrap();
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 408"), "{told}");
    }
}

#[test]
fn a_connection_is_cut_off_at_its_bound_whatever_it_does() {
    let dir = tempfile::tempdir().unwrap();
    let limits = Limits { connection_time_max: Duration::from_millis(50), ..patient() };
    let _window = Window::open(dir.path(), nobody(), limits, None).unwrap();
    // No mind answers this order, and the client waits longer than the server does.
    let cut = Client::new(dir.path()).with_wait(LONG).post("/v1/pause", Vec::new());
    assert!(matches!(cut, Err(ClientError::BrokeOff { .. })), "{cut:?}");
}

#[test]
fn what_is_no_http_does_no_harm() {
    let dir = tempfile::tempdir().unwrap();
    let _window = Window::open(dir.path(), nobody(), patient(), None).unwrap();
    let long_head = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 20));
    for sent in [
        &b"\0\xff\xfe\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"POST /v1/goal HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        long_head.as_bytes(),
    ] {
        let mut stream = connect(dir.path());
        let _ = stream.write_all(sent); // it may be cut off before everything is sent
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        assert!(told.is_empty() || told.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&told));
    }
    assert_eq!(Client::new(dir.path()).get("/v1/status").unwrap().status, 200);
}

#[test]
fn a_closing_window_answers_what_was_asked_and_removes_its_socket() {
    let dir = tempfile::tempdir().unwrap();
    let (mut simulation, board) = lived(1);
    let window = Window::open(dir.path(), source(board, simulation.door()), patient(), None).unwrap();
    let client = Client::new(dir.path()).with_wait(LONG);
    let asked = std::thread::spawn(move || client.post("/v1/pause", Vec::new()).unwrap());
    // The simulated life goes on until the order has arrived; then the HTTP server closes at once.
    assert!(simulation.run_until(MIND_TICKS_MAX, |moment, _| !moment.input.commands.is_empty()));
    drop(window);
    let reply = asked.join().unwrap();
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert!(!dir.path().join(SOCKET_FILE).exists());
}

#[test]
fn without_an_agent_the_client_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let client = Client::new(dir.path());
    assert!(matches!(client.get("/v1/status"), Err(ClientError::NotRunning { .. })));
    // A killed agent leaves its socket file behind.
    drop(UnixListener::bind(dir.path().join(SOCKET_FILE)).unwrap());
    let said = client.get("/v1/status").unwrap_err().to_string();
    assert!(said.contains("no agent is running in") && said.contains("stead run --data"), "{said}");
}

#[test]
fn a_silent_agent_is_given_up_after_the_wait() {
    let dir = tempfile::tempdir().unwrap();
    let _silent = UnixListener::bind(dir.path().join(SOCKET_FILE)).unwrap();
    let began = Instant::now();
    let said = Client::new(dir.path()).with_wait(SHORT).get("/v1/status").unwrap_err();
    assert!(matches!(said, ClientError::TimedOut { .. }) && began.elapsed() >= SHORT, "{said}");
}

#[test]
fn an_answer_beyond_the_bound_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let listener = UnixListener::bind(dir.path().join(SOCKET_FILE)).unwrap();
    let client = Client::new(dir.path()).with_wait(LONG);
    let asked = std::thread::spawn(move || client.get("/v1/status"));
    let (mut stream, _) = listener.accept().unwrap();
    let length = window::ANSWER_BYTES_MAX + 1;
    let _ = write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
    let _ = stream.write_all(&vec![b' '; length]);
    let said = asked.join().unwrap();
    assert!(matches!(said, Err(ClientError::BrokeOff { .. })), "{said:?}");
}

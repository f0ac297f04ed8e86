//! The key leaves in the request's header and is nowhere else; and the log tells changes, not every failure.
//!
//! All tests here share one log, so each looks only at the lines with its own server's address.

mod common;

use common::{Answer, Server, collect, good, response, settings, with_key};
use driver::Thinker;
use driver::thinker::{Reply, ThinkFailure, ThoughtId};
use llm::{FAILURES_MAX, LlmThinker, Provider, Settings};
use std::io::{self, Write};
use std::sync::{Mutex, Once};
use std::thread;
use std::time::Duration;

const KEY: &str = "sk-test-0123456789-ABCDEFGHIJ";

static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static LOGGING: Once = Once::new();

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Turns logging on at the most detailed level.
fn begin_logging() {
    LOGGING.call_once(|| {
        let level = tracing_subscriber::fmt::Subscriber::builder()
            .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE);
        tracing::subscriber::set_global_default(level.with_writer(|| Log).with_ansi(false).finish()).unwrap();
    });
}

fn lines(about: &str) -> Vec<String> {
    let log = String::from_utf8(LOG.lock().unwrap().clone()).unwrap();
    log.lines().filter(|line| line.contains(about)).map(String::from).collect()
}

fn ask(thinker: &mut LlmThinker, id: u64) -> Reply {
    thinker.begin(ThoughtId(id), "a prompt", 20);
    collect(thinker, 1).remove(0)
}

/// An answer that returns the whole request, including the key, as the body with this HTTP status.
fn echo(status: u16) -> Answer {
    Box::new(move |stream, request| response(status, "", request)(stream, request))
}

/// Answers with the whole request, including the key, as the text of a valid reply.
fn echo_as_thought(stream: &mut std::net::TcpStream, request: &str) {
    good(&request.replace(['"', '\\', '\r'], ""))(stream, request);
}

#[test]
fn a_server_that_echoes_the_key_brings_it_into_no_reply_and_no_log_line() {
    begin_logging();
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Gemini] {
        for status in [200, 302, 400, 401, 403, 404, 429, 500] {
            let server = Server::start(vec![echo(status)]);
            let plain = Settings::new(provider, &server.url(), "m", None).unwrap();
            let mut thinker = LlmThinker::start(Settings { retries: 0, ..with_key(plain, KEY) }).unwrap();
            let reply = ask(&mut thinker, 1);
            assert!(server.requests()[0].contains(KEY), "the key was not sent");
            assert!(!format!("{reply:?} {thinker:?}").contains(KEY), "{status}: {reply:?}");
            assert_eq!(lines(&server.url()).len(), 1, "{status}");
        }
    }
    assert_eq!(lines(KEY), Vec::<String>::new());
}

#[test]
fn a_thought_that_repeats_the_key_is_thrown_away() {
    begin_logging();
    let server = Server::start(vec![Box::new(echo_as_thought)]);
    let mut thinker = LlmThinker::start(with_key(settings(&server.url()), KEY)).unwrap();
    assert_eq!(ask(&mut thinker, 1).result, Err(ThinkFailure::Garbled));
    // Local servers accept any short word as a key; in a thought such a word is no leak.
    let mut thinker = LlmThinker::start(with_key(settings(&server.url()), "none")).unwrap();
    assert!(ask(&mut thinker, 1).result.unwrap().text.contains("Bearer none"));
}

#[test]
fn settings_and_thinker_show_nothing_of_the_key() {
    let settings = with_key(settings("http://127.0.0.1:1"), KEY);
    let shown = format!("{settings:?} {settings:#?} {:?}", LlmThinker::start(settings.clone()).unwrap());
    for part in KEY.split('-').skip(1) {
        assert!(!shown.contains(part), "{shown}");
    }
}

#[test]
fn a_server_that_stays_down_is_told_twice_and_its_return_once() {
    begin_logging();
    let mut answers: Vec<Answer> = (0..FAILURES_MAX + 2).map(|_| response(500, "", "")).collect();
    answers.push(good("back"));
    let server = Server::start(answers);
    let rest = Duration::from_millis(1);
    let mut thinker = LlmThinker::start(Settings { retries: 0, rest, ..settings(&server.url()) }).unwrap();
    let mut asked = 0;
    while ask(&mut thinker, asked).result.is_err() {
        asked += 1;
        thread::sleep(rest);
    }
    for more in 0..5 {
        assert!(ask(&mut thinker, 1_000_000 + more).result.is_ok());
    }
    let told = lines(&server.url());
    let says = ["goes on without it", "not asking it for", "answers again"];
    assert_eq!(told.len(), says.len(), "{told:?}");
    for (line, part) in told.iter().zip(says) {
        assert!(line.contains(part), "{line}");
    }
}

#[test]
fn a_key_without_encryption_beyond_this_machine_is_warned_of() {
    begin_logging();
    for (url, warned) in [("http://192.0.2.1:8081", 1), ("https://192.0.2.1:8082", 0), ("http://127.0.0.1:8083", 0)] {
        drop(LlmThinker::start(with_key(settings(url), KEY)).unwrap());
        assert_eq!(lines(url).len(), warned, "{url}");
    }
}

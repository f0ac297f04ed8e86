//! Servers that misbehave in every way that was thought of: each way is one named failure, and every thought has one reply.

mod common;

use common::{Answer, Server, collect, good, raw, response, settings, with_key};
use driver::Thinker;
use driver::thinker::{ModelReply, Reply, ThinkFailure, ThoughtId};
use llm::{BODY_BYTES_MAX, FAILURES_MAX, LlmThinker, Provider, QUEUE_MAX, Settings};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Asks the model for one thought and returns the reply.
fn ask(settings: Settings) -> Result<ModelReply, ThinkFailure> {
    let mut thinker = LlmThinker::start(settings).unwrap();
    thinker.begin(ThoughtId(7), "a prompt", 20);
    let mut replies = collect(&mut thinker, 1);
    assert_eq!(replies[0].id, ThoughtId(7));
    replies.remove(0).result
}

fn against(answer: Answer) -> Result<ModelReply, ThinkFailure> {
    ask(Settings { retries: 0, ..settings(&Server::start(vec![answer]).url()) })
}

/// The address of a port on which nothing listens.
fn deserted() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[test]
fn a_good_server_is_asked_in_its_own_way_and_understood() {
    for (provider, path, header, reply) in [
        (
            Provider::OpenAi,
            "POST /v1/chat/completions ",
            "authorization: Bearer some-key",
            r#"{"choices":[{"message":{"content":"hi"}}],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#,
        ),
        (
            Provider::Anthropic,
            "POST /v1/messages ",
            "x-api-key: some-key",
            r#"{"content":[{"type":"text","text":"hi"}],"usage":{"input_tokens":7,"output_tokens":2}}"#,
        ),
        (
            Provider::Gemini,
            "POST /v1beta/models/m:generateContent ",
            "x-goog-api-key: some-key",
            r#"{"candidates":[{"content":{"parts":[{"text":"hi"}]}}],"usageMetadata":{"totalTokenCount":9}}"#,
        ),
    ] {
        let server = Server::start(vec![response(200, "", reply)]);
        let thought = ask(with_key(Settings::new(provider, &server.url(), "m", None).unwrap(), "some-key"));
        assert_eq!(thought, Ok(ModelReply { text: "hi".into(), tokens: 9 }), "{provider:?}");
        let requests = server.requests();
        assert_eq!(requests.len(), 1);
        assert!(requests[0].starts_with(path) && requests[0].contains(header), "{}", requests[0]);
        assert!(requests[0].contains("a prompt"), "{}", requests[0]);
    }
}

#[test]
fn tokens_are_estimated_when_the_server_does_not_count() {
    let thought = against(response(200, "", r#"{"choices":[{"message":{"content":"12345678"}}]}"#)).unwrap();
    // 8 bytes of prompt and 8 of reply make 6 tokens at 3 bytes a token.
    assert_eq!(thought.tokens, 6);
}

#[test]
fn a_count_beyond_all_reason_is_the_largest_number() {
    let usage = r#""usage":{"prompt_tokens":18446744073709551614,"completion_tokens":1}"#;
    let body = format!(r#"{{"choices":[{{"message":{{"content":"x"}}}}],{usage}}}"#);
    assert_eq!(against(response(200, "", &body)).unwrap().tokens, u32::MAX);
}

#[test]
fn each_bad_answer_is_one_named_failure() {
    let cut = r#"{"choices":[{"message":{"content":"half a tho"#;
    let cases: Vec<(&str, Answer, ThinkFailure)> = vec![
        ("500", response(500, "", "oh no"), ThinkFailure::ServerError),
        ("503", response(503, "", ""), ThinkFailure::ServerError),
        ("529", response(529, "", ""), ThinkFailure::ServerError),
        ("429", response(429, "", ""), ThinkFailure::RateLimited),
        (
            "429 with a date",
            response(429, "retry-after: Wed, 18 Nov 2026 05:00:00 GMT\r\n", ""),
            ThinkFailure::RateLimited,
        ),
        ("400", response(400, "", "{}"), ThinkFailure::Refused),
        ("401", response(401, "", ""), ThinkFailure::Refused),
        ("402", response(402, "", ""), ThinkFailure::Refused),
        ("404", response(404, "", ""), ThinkFailure::Refused),
        (
            "a body shorter than announced",
            raw(format!("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{cut}")),
            ThinkFailure::Garbled,
        ),
        ("a body cut off inside its JSON", response(200, "", cut), ThinkFailure::Garbled),
        ("a broken chunk", raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel"), ThinkFailure::Garbled),
        ("no JSON", response(200, "", "<html>hello</html>"), ThinkFailure::Garbled),
        ("no UTF-8", raw(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\xff\xfe".to_vec()), ThinkFailure::Garbled),
        ("other JSON", response(200, "", "[1, 2]"), ThinkFailure::Garbled),
        ("an error with status 200", response(200, "", r#"{"error":{"message":"no"}}"#), ThinkFailure::Garbled),
        ("no choices", response(200, "", r#"{"choices":[]}"#), ThinkFailure::Garbled),
        ("an empty body", response(200, "", ""), ThinkFailure::Garbled),
        ("JSON nested too deep", response(200, "", &"[".repeat(100_000)), ThinkFailure::Garbled),
        ("no HTTP", raw("220 mail.example ESMTP\r\n\r\n"), ThinkFailure::Garbled),
        ("nothing at all", raw(""), ThinkFailure::Unreachable),
    ];
    for (name, answer, failure) in cases {
        assert_eq!(against(answer), Err(failure), "{name}");
    }
}

#[test]
fn a_reply_at_the_limit_is_read_and_one_byte_more_is_too_long() {
    let frame = r#"{"choices":[{"message":{"content":""}}]}"#.len();
    for (more, long) in [(0, false), (1, true)] {
        let text = "x".repeat(BODY_BYTES_MAX as usize - frame + more);
        let body = format!(r#"{{"choices":[{{"message":{{"content":"{text}"}}}}]}}"#);
        assert_eq!(body.len(), BODY_BYTES_MAX as usize + more);
        let result = against(response(200, "", &body));
        assert_eq!(result.err(), long.then_some(ThinkFailure::TooLong), "{more}");
    }
}

#[test]
fn a_reply_without_an_end_is_too_long() {
    let endless: Answer = Box::new(|stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b' '; 4096]).is_ok() {}
    });
    assert_eq!(against(endless), Err(ThinkFailure::TooLong));
}

#[test]
fn a_server_that_never_answers_and_one_that_dribbles_time_out() {
    let silent: Answer = Box::new(|stream, _| drop(stream.read(&mut [0])));
    let dribbling: Answer = Box::new(|stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(5));
        }
    });
    for answer in [silent, dribbling] {
        let server = Server::start(vec![answer]);
        let result = ask(Settings { timeout: Duration::from_millis(300), ..settings(&server.url()) });
        assert_eq!(result, Err(ThinkFailure::TimedOut));
        assert!(server.requests().len() <= 1, "a slow server must not be asked again at once");
    }
}

#[test]
fn a_refused_connection_and_an_unknown_host_are_unreachable() {
    // Host names below .invalid never exist.
    for url in [deserted(), "http://no-such-host.invalid".into()] {
        assert_eq!(ask(Settings { retries: 0, ..settings(&url) }), Err(ThinkFailure::Unreachable), "{url}");
    }
}

#[test]
fn a_server_without_tls_is_unreachable_by_https() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    // This server answers the TLS handshake with plain text.
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 64]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    assert_eq!(ask(Settings { retries: 0, ..settings(&url) }), Err(ThinkFailure::Unreachable));
}

#[test]
fn failures_that_pass_are_tried_again_as_often_as_set() {
    let twice_bad = || vec![response(503, "", ""), response(429, "retry-after: 0\r\n", ""), good("hi")];
    for (retries, ok, asked) in [(2, true, 3), (1, false, 2), (0, false, 1)] {
        let server = Server::start(twice_bad());
        assert_eq!(ask(Settings { retries, ..settings(&server.url()) }).is_ok(), ok, "{retries}");
        assert_eq!(server.requests().len(), asked, "{retries}");
    }
}

#[test]
fn a_refusal_is_not_tried_again() {
    let server = Server::start(vec![response(401, "", ""), good("hi")]);
    assert_eq!(ask(settings(&server.url())), Err(ThinkFailure::Refused));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_redirect_is_not_followed_because_it_could_carry_the_key_away() {
    let other = Server::start(vec![good("hi")]);
    for status in [301, 302, 307, 308] {
        let server = Server::start(vec![response(status, &format!("location: {}/v1\r\n", other.url()), "")]);
        assert_eq!(ask(with_key(settings(&server.url()), "some-key")), Err(ThinkFailure::Refused), "{status}");
    }
    assert!(other.requests().is_empty());
}

fn ask_in_turn(thinker: &mut LlmThinker, ids: std::ops::Range<u64>) -> Vec<Option<ThinkFailure>> {
    let mut results = Vec::new();
    for id in ids {
        thinker.begin(ThoughtId(id), "a prompt", 20);
        results.push(collect(thinker, 1).remove(0).result.err());
    }
    results
}

#[test]
fn a_server_that_keeps_failing_is_left_alone() {
    let server = Server::start(vec![response(500, "", "")]);
    let mut thinker = LlmThinker::start(Settings { retries: 0, ..settings(&server.url()) }).unwrap();
    let failures = u64::from(FAILURES_MAX);
    let results = ask_in_turn(&mut thinker, 0..failures + 20);
    assert!(results[..failures as usize].iter().all(|result| *result == Some(ThinkFailure::ServerError)));
    assert!(results[failures as usize..].iter().all(|result| *result == Some(ThinkFailure::Resting)));
    assert_eq!(server.requests().len() as u32, FAILURES_MAX);
}

#[test]
fn after_its_rest_a_server_is_asked_again_and_one_success_is_enough() {
    let mut answers: Vec<Answer> = (0..FAILURES_MAX).map(|_| response(500, "", "")).collect();
    answers.push(good("back"));
    let server = Server::start(answers);
    let rest = Duration::from_millis(1);
    let mut thinker = LlmThinker::start(Settings { retries: 0, rest, ..settings(&server.url()) }).unwrap();
    ask_in_turn(&mut thinker, 0..u64::from(FAILURES_MAX));
    thread::sleep(rest * 2);
    assert_eq!(ask_in_turn(&mut thinker, 100..103), [None, None, None]);
}

#[test]
fn a_long_retry_after_is_not_waited_for_but_kept() {
    let server = Server::start(vec![response(429, "retry-after: 3600\r\n", ""), good("hi")]);
    let mut thinker = LlmThinker::start(settings(&server.url())).unwrap();
    assert_eq!(ask_in_turn(&mut thinker, 0..2), [Some(ThinkFailure::RateLimited), Some(ThinkFailure::Resting)]);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn every_thought_of_a_crowd_gets_exactly_one_reply_and_the_loop_never_waits() {
    // The server answers the first request only when the test tells it to; until then the only replies are refusals.
    let (let_go, wait) = channel::<()>();
    let wait = Mutex::new(wait);
    let held: Answer = Box::new(move |stream, request| {
        wait.lock().unwrap().recv().unwrap();
        good("late")(stream, request);
    });
    let server = Server::start(vec![held, good("hi")]);
    let mut thinker = LlmThinker::start(settings(&server.url())).unwrap();
    let crowd = QUEUE_MAX as u64 + 50;
    for id in 0..crowd {
        thinker.begin(ThoughtId(id), "a prompt", 20);
    }
    let mut replies = thinker.collect();
    assert_eq!(replies.len(), 50);
    assert!(replies.iter().all(|reply| reply.result == Err(ThinkFailure::Crowded)));
    let_go.send(()).unwrap();
    replies.extend(collect(&mut thinker, QUEUE_MAX));
    let answered = |reply: &&Reply| reply.result.is_ok();
    assert_eq!(replies.iter().filter(answered).count(), QUEUE_MAX);
    let mut ids: Vec<u64> = replies.iter().map(|reply| reply.id.0).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..crowd).collect::<Vec<_>>());
    assert_eq!(thinker.collect(), []);
}

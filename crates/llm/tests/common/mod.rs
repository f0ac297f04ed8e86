//! Small HTTP servers that answer as a test says, and waiting for replies.
#![allow(dead_code, reason = "each test file uses its own part")]

use driver::Thinker;
use driver::thinker::Reply;
use llm::{LlmThinker, Provider, Secret, Settings};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Longest wait of a test. Only a hanging test reaches it; no assertion depends on it.
const PATIENCE: Duration = Duration::from_mins(2);

/// A test server that gives its answers in order, one per connection, and repeats the last one forever.
pub struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

/// What the test server does with a connection once it has read the request.
pub type Answer = Box<dyn Fn(&mut TcpStream, &str) + Send>;

impl Server {
    pub fn start(answers: Vec<Answer>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, requests) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let noted = Arc::clone(&requests);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let mut stream = stream.unwrap();
                let request = read_request(&stream);
                noted.lock().unwrap().push(request.clone());
                answers[number.min(answers.len() - 1)](&mut stream, &request);
            }
        });
        Server { address, requests }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Reads a request: its head, and as much of the body as `Content-Length` says.
fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let (mut text, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        text += &line;
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    text + &String::from_utf8(body).unwrap()
}

/// An answer that writes these bytes and closes the connection. The client may have closed it already.
pub fn raw(bytes: impl Into<Vec<u8>>) -> Answer {
    let bytes = bytes.into();
    Box::new(move |stream, _| drop(stream.write_all(&bytes)))
}

/// An HTTP response with this status, extra header lines and body.
pub fn response(status: u16, headers: &str, body: &str) -> Answer {
    let length = body.len();
    raw(format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"))
}

/// A valid reply of the model in OpenAI's format.
pub fn good(text: &str) -> Answer {
    let text = text.replace('\n', "\\n");
    let usage = r#""usage":{"prompt_tokens":7,"completion_tokens":2}"#;
    response(200, "", &format!(r#"{{"choices":[{{"message":{{"content":"{text}"}}}}],{usage}}}"#))
}

/// Model settings for a test: the defaults, but with waits of a millisecond.
pub fn settings(url: &str) -> Settings {
    let usual = Settings::new(Provider::OpenAi, url, "m", None).unwrap();
    Settings { backoff: Duration::from_millis(1), ..usual }
}

pub fn with_key(settings: Settings, key: &str) -> Settings {
    Settings { key: Some(Secret::new(key)), ..settings }
}

/// Polls the thinker until it has returned this many replies.
pub fn collect(thinker: &mut LlmThinker, count: usize) -> Vec<Reply> {
    let (began, mut replies) = (Instant::now(), Vec::new());
    while replies.len() < count {
        assert!(began.elapsed() < PATIENCE, "{} of {count} replies after {PATIENCE:?}", replies.len());
        replies.extend(thinker.collect());
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(replies.len(), count);
    replies
}

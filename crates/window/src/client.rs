//! The client of a running agent: one blocking call a request, over the socket of its data directory.

use crate::socket::{SocketError, socket_path};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use tokio::net::UnixStream;
use tokio::time::timeout;

/// The client's longest wait for an answer. It is longer than the server's own wait for the mind, so that the
/// server's message arrives.
pub const WAIT_MAX: Duration = Duration::from_secs(20);
/// Largest answer in bytes that the client reads: the largest that the server gives, and some room for later
/// versions.
pub const ANSWER_BYTES_MAX: usize = 4 << 20;

#[derive(Debug, Error)]
pub enum ClientError {
    #[error("no agent is running in {dir}; start one with: stead run --data {dir}", dir = dir.display())]
    NotRunning { dir: PathBuf },
    #[error("{path}: {error}; only the user who started the agent may talk to it", path = path.display())]
    NotAllowed { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Socket(#[from] SocketError),
    #[error("the agent in {dir} gave no answer within {} s; it may be suspended, or very busy", wait.as_secs(), dir = dir.display())]
    TimedOut { dir: PathBuf, wait: Duration },
    #[error("the agent in {dir} broke off ({why}); it may have just stopped", dir = dir.display())]
    BrokeOff { dir: PathBuf, why: String },
}

/// The server's answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    pub body: Vec<u8>,
}

/// A client of the agent that runs in one data directory.
#[derive(Debug, Clone)]
pub struct Client {
    dir: PathBuf,
    wait: Duration,
}

impl Client {
    pub fn new(dir: &Path) -> Client {
        Client { dir: dir.into(), wait: WAIT_MAX }
    }

    /// Sets the longest wait for an answer.
    pub fn with_wait(self, wait: Duration) -> Client {
        Client { wait, ..self }
    }

    pub fn get(&self, path: &str) -> Result<Reply, ClientError> {
        self.call(Method::GET, path, Vec::new())
    }

    /// Sends a POST request with a JSON object, or with an empty body.
    pub fn post(&self, path: &str, body: Vec<u8>) -> Result<Reply, ClientError> {
        self.call(Method::POST, path, body)
    }

    fn call(&self, method: Method, path: &str, body: Vec<u8>) -> Result<Reply, ClientError> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost")
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| self.broke_off(&error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| self.broke_off(&error))?;
        let timed_out = || ClientError::TimedOut { dir: self.dir.clone(), wait: self.wait };
        runtime
            .block_on(async { timeout(self.wait, self.converse(request)).await.unwrap_or_else(|_| Err(timed_out())) })
    }

    async fn converse(&self, request: Request<Full<Bytes>>) -> Result<Reply, ClientError> {
        let path = socket_path(&self.dir)?;
        let stream = UnixStream::connect(&path).await.map_err(|error| self.unreachable(path, error))?;
        let shaken = http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = shaken.map_err(|error| self.broke_off(&error))?;
        tokio::spawn(connection);
        let response = sender.send_request(request).await.map_err(|error| self.broke_off(&error))?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
        let body = body.map_err(|error| self.broke_off(&error))?.to_bytes().to_vec();
        Ok(Reply { status, body })
    }

    fn unreachable(&self, path: PathBuf, error: io::Error) -> ClientError {
        match error.kind() {
            // A killed agent leaves its socket file behind, and nothing listens on it.
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => ClientError::NotRunning { dir: self.dir.clone() },
            ErrorKind::PermissionDenied => ClientError::NotAllowed { path, error },
            _ => self.broke_off(&error),
        }
    }

    fn broke_off(&self, why: &dyn std::fmt::Display) -> ClientError {
        ClientError::BrokeOff { dir: self.dir.clone(), why: why.to_string() }
    }
}

//! Serves the router on the socket, in a thread of its own: the run never waits for a client.

use crate::routes::{Source, router};
use crate::socket::{SocketError, SocketFile};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::debug;

/// Connections served at a time; more wait in the system's queue. It is half the number of orders that can wait
/// for the mind, so that a busy program leaves room for a person at the screen.
pub const CONNECTIONS_MAX: usize = driver::door::ORDERS_WAITING_MAX / 2;
/// Longest time to receive the head of a request. A client that connects and sends nothing is cut off then.
pub const HEAD_TIME_MAX: Duration = Duration::from_secs(5);
/// Longest life of a connection: head, body, the mind's answer and sending it. A client that does not read its
/// answer is cut off then.
pub const CONNECTION_TIME_MAX: Duration = Duration::from_secs(30);
/// How long open requests may still be answered after the run has ended.
pub const CLOSE_WAIT_MAX: Duration = Duration::from_secs(1);
/// Pause after the system failed to accept a connection, mostly because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The time and connection limits of the HTTP server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub connections_max: usize,
    pub head_time_max: Duration,
    pub connection_time_max: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections_max: CONNECTIONS_MAX,
            head_time_max: HEAD_TIME_MAX,
            connection_time_max: CONNECTION_TIME_MAX,
        }
    }
}

/// A running HTTP server. When dropped, it answers the requests already made, and closes.
#[derive(Debug)]
pub struct Window {
    closing: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _file: SocketFile,
}

impl Window {
    /// Starts the HTTP server of a data directory that this process has locked.
    pub fn open(dir: &Path, source: Source, limits: Limits) -> Result<Window, SocketError> {
        let (file, listener) = SocketFile::create(dir)?;
        let failed = |error| SocketError::Io { path: dir.into(), error };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let (closing, close) = oneshot::channel();
        let serving = move || {
            runtime.block_on(async {
                match UnixListener::from_std(listener) {
                    Ok(listener) => Server { listener, router: router(source), limits }.serve(close).await,
                    Err(error) => debug!("the window cannot listen: {error}"),
                }
            });
        };
        let thread = std::thread::Builder::new().name("window".into()).spawn(serving).map_err(failed)?;
        Ok(Window { closing: Some(closing), thread: Some(thread), _file: file })
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        drop(self.closing.take()); // the server notices
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // one that panicked has said so
        }
    }
}

struct Server {
    listener: UnixListener,
    router: Router,
    limits: Limits,
}

impl Server {
    async fn serve(self, mut close: oneshot::Receiver<()>) {
        let seats = Arc::new(Semaphore::new(self.limits.connections_max));
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                _ = &mut close => break,
                accepted = self.accept(&seats) => match accepted {
                    Ok((stream, seat)) => drop(open.spawn(self.converse(stream, seat))),
                    Err(error) => {
                        debug!("a connection was not accepted: {error}");
                        sleep(ACCEPT_PAUSE).await;
                    }
                },
                Some(_) = open.join_next() => {}
            }
        }
        drop(self.listener);
        let _ = timeout(CLOSE_WAIT_MAX, async { while open.join_next().await.is_some() {} }).await;
    }

    /// Accepts the next connection once fewer than the most connections are open.
    async fn accept(&self, seats: &Arc<Semaphore>) -> io::Result<(UnixStream, OwnedSemaphorePermit)> {
        let seat = Arc::clone(seats).acquire_owned().await.map_err(io::Error::other)?;
        let (stream, _) = self.listener.accept().await?;
        Ok((stream, seat))
    }

    /// Answers one request on a connection. No second request is served on it, so that its time is bounded.
    fn converse(&self, stream: UnixStream, seat: OwnedSemaphorePermit) -> impl Future<Output = ()> + use<> {
        let Limits { head_time_max, connection_time_max, .. } = self.limits;
        let service = TowerToHyperService::new(self.router.clone());
        async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(head_time_max).keep_alive(false);
            match timeout(connection_time_max, http.serve_connection(TokioIo::new(stream), service)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => debug!("a connection ended early: {error}"),
                Err(_) => debug!("a connection took too long and was closed"),
            }
            drop(seat);
        }
    }
}

//! Serves the routers on the socket and on TCP, in a thread of its own: the run never waits for a client.

use crate::events::STREAMS_MAX;
use crate::guard::{self, Guard};
use crate::lease::Lease;
use crate::listen::Listening;
use crate::routes::{Source, page, router};
use crate::socket::{SocketError, SocketFile};
use crate::token::{Token, TokenError};
use axum::{Extension, Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::debug;

/// Connections served at a time, besides streams of events; more wait in the system's queue. It is half the number of orders
/// that can wait for the mind, so that a busy program leaves room for a person at the screen.
pub const CONNECTIONS_MAX: usize = driver::door::ORDERS_WAITING_MAX / 2;
/// Longest time to receive the head of a request. A client that connects and sends nothing is cut off then.
pub const HEAD_TIME_MAX: Duration = Duration::from_secs(5);
/// Longest life of a connection: head, body, the mind's answer and sending it. A client that does not read its
/// answer is cut off then. A stream of events may live on as long as it is read.
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

/// Why the HTTP server was not started.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error(transparent)]
    Socket(#[from] SocketError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error("the window's thread was not started: {0}")]
    Thread(io::Error),
}

/// A running HTTP server. When dropped, it answers the requests already made, and closes.
#[derive(Debug)]
pub struct Window {
    closing: Option<watch::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _file: SocketFile,
}

impl Window {
    /// Starts the HTTP server of a data directory that this process has locked: `/v1` on its socket, and the page with `/v1`
    /// on TCP if there is an address for it.
    pub fn open(dir: &Path, source: Source, limits: Limits, tcp: Option<Listening>) -> Result<Window, OpenError> {
        let (file, listener) = SocketFile::create(dir)?;
        let tcp = match tcp {
            Some(listening) => Some((Guard::new(listening.is_local(), Token::of(dir)?), listening.listener)),
            None => None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(OpenError::Thread)?;
        let (closing, close) = watch::channel(());
        let serving = move || {
            runtime.block_on(async {
                let events = source.events.clone();
                let socket = Server { router: router(source.clone()), limits };
                let page = Server { router: page(source.clone()), limits: limits.with_streams() };
                tokio::select! {
                    () = events.run(source) => {}
                    ((), ()) = async { tokio::join!(
                        socket.on_socket(listener, close.clone()),
                        page.on_tcp(tcp, close),
                    ) } => {}
                }
            });
            // A past moment or a plan may still be worked on; nobody waits for it any more.
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new().name("window".into()).spawn(serving).map_err(OpenError::Thread)?;
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

impl Limits {
    fn with_streams(self) -> Limits {
        Limits { connections_max: self.connections_max + STREAMS_MAX, ..self }
    }
}

/// Where connections come from.
trait Accept {
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;
    fn accept(&self) -> impl Future<Output = io::Result<Self::Stream>> + Send;
}

impl Accept for UnixListener {
    type Stream = UnixStream;
    async fn accept(&self) -> io::Result<UnixStream> {
        Ok(UnixListener::accept(self).await?.0)
    }
}

impl Accept for TcpListener {
    type Stream = TcpStream;
    async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = TcpListener::accept(self).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

struct Server {
    router: Router,
    limits: Limits,
}

impl Server {
    async fn on_socket(self, listener: std::os::unix::net::UnixListener, close: watch::Receiver<()>) {
        match UnixListener::from_std(listener) {
            Ok(listener) => self.serve(listener, close).await,
            Err(error) => debug!("the window cannot listen: {error}"),
        }
    }

    async fn on_tcp(self, tcp: Option<(Guard, std::net::TcpListener)>, close: watch::Receiver<()>) {
        let Some((guard, listener)) = tcp else { return };
        let router = self.router.layer(middleware::from_fn_with_state(guard, guard::watch));
        match TcpListener::from_std(listener) {
            Ok(listener) => Server { router, ..self }.serve(listener, close).await,
            Err(error) => debug!("the page cannot listen: {error}"),
        }
    }

    async fn serve<A: Accept>(self, listener: A, mut close: watch::Receiver<()>) {
        let seats = Arc::new(Semaphore::new(self.limits.connections_max));
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                _ = close.changed() => break,
                accepted = accept(&listener, &seats) => match accepted {
                    Ok((stream, seat)) => drop(open.spawn(self.converse(stream, seat))),
                    Err(error) => {
                        debug!("a connection was not accepted: {error}");
                        sleep(ACCEPT_PAUSE).await;
                    }
                },
                Some(_) = open.join_next() => {}
            }
        }
        drop(listener);
        let _ = timeout(CLOSE_WAIT_MAX, async { while open.join_next().await.is_some() {} }).await;
    }

    /// Answers one request on a connection. No second request is served on it, so that its time is bounded.
    fn converse<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        &self,
        stream: S,
        seat: OwnedSemaphorePermit,
    ) -> impl Future<Output = ()> + Send + use<S> {
        let Limits { head_time_max, connection_time_max, .. } = self.limits;
        let lease = Lease::new(connection_time_max);
        let service = TowerToHyperService::new(self.router.clone().layer(Extension(lease.clone())));
        async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(head_time_max).keep_alive(false);
            tokio::select! {
                served = http.serve_connection(TokioIo::new(stream), service) => {
                    if let Err(error) = served {
                        debug!("a connection ended early: {error}");
                    }
                }
                () = lease.over() => debug!("a connection took too long and was closed"),
            }
            drop(seat);
        }
    }
}

/// Accepts the next connection once fewer than the most connections are open.
async fn accept<A: Accept>(listener: &A, seats: &Arc<Semaphore>) -> io::Result<(A::Stream, OwnedSemaphorePermit)> {
    let seat = Arc::clone(seats).acquire_owned().await.map_err(io::Error::other)?;
    Ok((listener.accept().await?, seat))
}

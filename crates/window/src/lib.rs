//! The window to a running agent: HTTP `/v1` on a Unix socket in its data directory, and the client for it.
//!
//! It shows what the read model has and hands orders to the door. Everything that a client can make it hold is bounded:
//! bodies, connections, time.
//!
//! Absent on purpose: the mind itself, and decisions. An order is answered by the mind, through the door.

mod body;
mod client;
mod fault;
mod metrics;
mod orders;
mod routes;
mod serve;
mod show;
mod socket;
mod talk;
mod thoughts;
pub mod wire;
mod words;

pub use body::{BODY_BYTES_MAX, BODY_TIME_MAX};
pub use client::{ANSWER_BYTES_MAX, Client, ClientError, Reply, WAIT_MAX};
pub use orders::ANSWER_WAIT_MAX;
pub use routes::{Source, router};
pub use serve::{CLOSE_WAIT_MAX, CONNECTION_TIME_MAX, CONNECTIONS_MAX, HEAD_TIME_MAX, Limits, Window};
pub use socket::{SOCKET_FILE, SOCKET_PATH_BYTES_MAX, SocketError, socket_path};
pub use words::Words;

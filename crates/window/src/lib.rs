//! The window to a running agent: HTTP `/v1` on a Unix socket in its data directory and on TCP, the page, and the client.
//!
//! It shows what the read model has and hands orders to the door. Everything that a client can make it hold is bounded:
//! bodies, connections, streams, rates, time.
//!
//! Absent on purpose: the mind itself, and decisions. An order is answered by the mind, through the door.

mod assets;
mod body;
mod client;
mod events;
mod fault;
mod guard;
mod lease;
mod listen;
pub mod mcp;
mod metrics;
mod openapi;
mod orders;
mod panels;
mod past;
mod process;
mod routes;
pub mod scene;
mod serve;
mod show;
mod socket;
mod solve;
mod structures;
mod talk;
mod thoughts;
mod token;
mod why;
pub mod wire;
mod words;

pub use body::{BODY_BYTES_MAX, BODY_TIME_MAX};
pub use client::{ANSWER_BYTES_MAX, Client, ClientError, Reply, WAIT_MAX};
pub use events::{Events, LOOK_EVERY, STREAMS_MAX, UNREAD_MAX};
pub use guard::PAGE_HEADER;
pub use listen::{ADDRESS_DEFAULT, ListenError, Listening, PORTS_TRIED_MAX};
pub use orders::ANSWER_WAIT_MAX;
pub use process::PROCESS_BYTES_MAX;
pub use routes::{Source, page, router};
pub use scene::Scene;
pub use serve::{CLOSE_WAIT_MAX, CONNECTION_TIME_MAX, CONNECTIONS_MAX, HEAD_TIME_MAX, Limits, OpenError, Window};
pub use socket::{SOCKET_FILE, SOCKET_PATH_BYTES_MAX, SocketError, socket_path};
pub use solve::SOLVE_BYTES_MAX;
pub use structures::{Library, UPLOAD_BYTES_MAX, UPLOAD_CELLS_MAX, UPLOADS_MAX};
pub use token::{TOKEN_FILE, Token, TokenError};
pub use why::WhyError;
pub use words::Words;

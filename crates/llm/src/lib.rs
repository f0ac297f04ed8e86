//! Asks a language model over HTTP, in the background: OpenAI-compatible servers, Anthropic and Gemini.
//!
//! [`LlmThinker`] is the driver's `Thinker`. One worker thread makes the calls, one at a time; the loop never waits for it.
//! Every thought begun gets exactly one reply, and everything that can go wrong is a `ThinkFailure`.
//!
//! Invariant: the key is in the request's header and nowhere else. No log line, error, `Debug` output or reply holds it,
//! and nothing that a server sends is ever logged.
//!
//! Absent on purpose: budgets and prompts (the mind decides when and what to ask), streaming, and redirects, which could
//! carry the key to another host.

mod attempts;
mod breaker;
mod call;
mod dialect;
mod hourly;
mod secret;
mod settings;
mod thinker;
mod worker;

pub use attempts::{BACKOFF_FIRST, BACKOFF_MAX, RETRY_AFTER_WAIT_MAX};
pub use breaker::{FAILURES_MAX, REST_FIRST, REST_MAX};
pub use call::{BODY_BYTES_MAX, CONNECT_MAX};
pub use hourly::{CALLS_PER_HOUR_MAX, CALLS_PER_HOUR_USUAL};
pub use secret::{ECHO_CHARS_MIN, Secret};
pub use settings::{Provider, RETRIES_USUAL, Settings, SettingsError, TIMEOUT_USUAL};
pub use thinker::{LlmThinker, QUEUE_MAX};

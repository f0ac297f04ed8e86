//! One HTTP call: the request out, a thought or the reason why there is none back.

use crate::dialect;
use crate::settings::Settings;
use driver::thinker::{ModelReply, ThinkFailure};
use std::time::Duration;
use ureq::http::HeaderValue;
use ureq::{Agent, Body, Proxy, Timeout, http};

/// The largest HTTP reply of the model server that is read. A few hundred tokens are some kilobytes; reasoning
/// models add some tens.
pub const BODY_BYTES_MAX: u64 = 256 * 1024;
/// The longest time for name lookup and connecting to the model server; a reachable server answers within a
/// second.
pub const CONNECT_MAX: Duration = Duration::from_secs(10);
/// Assumed bytes per token for servers that do not report usage. English text has more, so the estimate is too
/// high rather than too low and budgets are not exceeded.
const BYTES_PER_TOKEN: usize = 3;

/// Why a model call failed. `what` is this program's own text: nothing that a server sends is logged, because it
/// could repeat the key.
#[derive(Debug, PartialEq, Eq)]
pub struct Failed {
    pub failure: ThinkFailure,
    pub what: &'static str,
    pub retry_after: Option<Duration>,
}

impl Failed {
    fn new(failure: ThinkFailure, what: &'static str) -> Failed {
        Failed { failure, what, retry_after: None }
    }
}

#[derive(Debug)]
pub struct Caller {
    settings: Settings,
    agent: Agent,
}

impl Caller {
    pub fn new(settings: Settings) -> Caller {
        // A proxy cannot reach a server on this machine.
        let proxy = if settings.is_local() { None } else { Proxy::try_from_env() };
        let config = Agent::config_builder()
            .timeout_global(Some(settings.timeout))
            .timeout_resolve(Some(CONNECT_MAX))
            .timeout_connect(Some(CONNECT_MAX))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // Calls are minutes apart, so a connection kept open would be dead by the next call.
            .max_idle_connections(0)
            .proxy(proxy)
            .user_agent(concat!("stead/", env!("CARGO_PKG_VERSION")))
            .build();
        Caller { settings, agent: config.into() }
    }

    pub fn call(&self, prompt: &str, tokens_max: u32) -> Result<ModelReply, Failed> {
        let asked = dialect::request(&self.settings, prompt, tokens_max);
        let mut request = self.agent.post(&asked.url).header("content-type", "application/json");
        for (name, value) in asked.headers {
            request = request.header(*name, *value);
        }
        if let Some(key) = &self.settings.key {
            let (name, before) = dialect::key_header(self.settings.provider);
            let value = HeaderValue::from_str(&format!("{before}{}", key.reveal()));
            let mut value = value.map_err(|_| Failed::new(ThinkFailure::Refused, "the key cannot be sent"))?;
            value.set_sensitive(true);
            request = request.header(name, value);
        }
        let mut response = request.send(asked.body.to_string()).map_err(|error| not_answered(&error))?;
        if let Some(failed) = not_ok(&response) {
            return Err(failed);
        }
        // The HTTP library refuses a body that reaches its limit, so the limit is one byte more than the largest body
        // accepted here.
        let read = response.body_mut().with_config().limit(BODY_BYTES_MAX + 1).read_to_vec();
        self.thought(prompt, &read.map_err(|error| broken_off(&error))?)
    }

    fn thought(&self, prompt: &str, body: &[u8]) -> Result<ModelReply, Failed> {
        let body = serde_json::from_slice(body)
            .map_err(|_| Failed::new(ThinkFailure::Garbled, "the reply is not JSON, or it broke off"))?;
        let answered = dialect::answer(&self.settings, &body).ok_or(Failed::new(
            ThinkFailure::Garbled,
            "the reply holds no answer; is `provider` what this server speaks?",
        ))?;
        if self.settings.key.as_ref().is_some_and(|key| key.is_in(&answered.text)) {
            return Err(Failed::new(ThinkFailure::Garbled, "the reply repeats the key and was thrown away"));
        }
        let estimate = (prompt.len() + answered.text.len()).div_ceil(BYTES_PER_TOKEN) as u64;
        let tokens = u32::try_from(answered.tokens.unwrap_or(estimate)).unwrap_or(u32::MAX);
        Ok(ModelReply { text: answered.text, tokens })
    }
}

/// Why the server gave no HTTP response at all.
fn not_answered(error: &ureq::Error) -> Failed {
    let (failure, what) = match error {
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            (ThinkFailure::Unreachable, "the server cannot be reached: no connection within 10 seconds")
        }
        ureq::Error::Timeout(_) => (ThinkFailure::TimedOut, "no reply within timeout_seconds"),
        ureq::Error::HostNotFound => (ThinkFailure::Unreachable, "no such host; is base_url right?"),
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => {
            (ThinkFailure::Unreachable, "no secure connection: its certificate is not trusted, or it speaks no TLS")
        }
        ureq::Error::Protocol(_) | ureq::Error::Http(_) | ureq::Error::LargeResponseHeader(..) => {
            (ThinkFailure::Garbled, "the server does not speak HTTP/1.1")
        }
        _ => (ThinkFailure::Unreachable, "the server cannot be reached: the connection was refused or broke"),
    };
    Failed::new(failure, what)
}

/// Why an HTTP response is an error, judged by its status, and how long the server asks to wait.
fn not_ok(response: &http::Response<Body>) -> Option<Failed> {
    let (failure, what) = match response.status().as_u16() {
        200..=299 => return None,
        300..=399 => (ThinkFailure::Refused, "the server redirects; set base_url to where it moved"),
        401 | 403 => (ThinkFailure::Refused, "the server refuses the key, or wants one (HTTP 401 or 403)"),
        402 => (ThinkFailure::Refused, "the account has no credit left (HTTP 402)"),
        404 => (ThinkFailure::Refused, "no such model or address (HTTP 404); check model and base_url"),
        408 | 500.. => (ThinkFailure::ServerError, "the server has an error of its own (HTTP 408 or 5xx)"),
        429 => (ThinkFailure::RateLimited, "the server wants fewer requests (HTTP 429)"),
        _ => (ThinkFailure::Refused, "the server refuses the request (HTTP 4xx)"),
    };
    // A `Retry-After` that is a date is ignored, because it would need a calendar; the usual wait is used then.
    let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
    let retry_after = after.and_then(|value| value.trim().parse().ok()).map(Duration::from_secs);
    Some(Failed { failure, what, retry_after })
}

/// Why the body of an HTTP response could not be read to its end.
fn broken_off(error: &ureq::Error) -> Failed {
    let (failure, what) = match error {
        ureq::Error::BodyExceedsLimit(_) => (ThinkFailure::TooLong, "the reply is longer than 256 KB"),
        ureq::Error::Timeout(_) => (ThinkFailure::TimedOut, "the reply did not end within timeout_seconds"),
        _ => (ThinkFailure::Garbled, "the reply broke off"),
    };
    Failed::new(failure, what)
}

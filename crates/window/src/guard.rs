//! Who may do what over TCP: host, origin, token and rate of each request, and the headers that keep the page to itself.
//!
//! Reading is free to programs on this machine. An order needs the token, or a header that a page of another site cannot send.

use crate::fault::Wrong;
use crate::token::Token;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The header that the page sends with every order. A page of another site would need our leave to send it, and there is none.
pub const PAGE_HEADER: &str = "x-stead-page";
/// The cookie in which a browser keeps the token.
const COOKIE: &str = "stead_token";
/// Requests that may come at once, and how many more each second: a page loads with about thirty.
const REQUESTS_BURST: f64 = 600.0;
const REQUESTS_PER_SECOND: f64 = 200.0;
/// Orders that may come at once, and how many more each second: more than a person gives, fewer than disturb the mind.
const ORDERS_BURST: f64 = 40.0;
const ORDERS_PER_SECOND: f64 = 20.0;

/// Scripts and styles come from here alone, and nothing goes anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The rules of one TCP listener.
#[derive(Debug, Clone)]
pub struct Guard {
    local: bool,
    token: Token,
    requests: Arc<Mutex<Bucket>>,
    orders: Arc<Mutex<Bucket>>,
}

/// A token bucket: it holds as many requests as may come at once, and fills up at the allowed rate.
#[derive(Debug)]
struct Bucket {
    left: f64,
    burst: f64,
    per_second: f64,
    filled: Instant,
}

impl Bucket {
    fn new(burst: f64, per_second: f64) -> Arc<Mutex<Bucket>> {
        Arc::new(Mutex::new(Bucket { left: burst, burst, per_second, filled: Instant::now() }))
    }

    fn takes(bucket: &Mutex<Bucket>) -> bool {
        let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let gained = now.duration_since(bucket.filled).as_secs_f64() * bucket.per_second;
        (bucket.left, bucket.filled) = ((bucket.left + gained).min(bucket.burst), now);
        let takes = bucket.left >= 1.0;
        if takes {
            bucket.left -= 1.0;
        }
        takes
    }
}

impl Guard {
    /// `local`: only programs on this machine can connect, so that reading needs no token.
    pub fn new(local: bool, token: Token) -> Guard {
        Guard {
            local,
            token,
            requests: Bucket::new(REQUESTS_BURST, REQUESTS_PER_SECOND),
            orders: Bucket::new(ORDERS_BURST, ORDERS_PER_SECOND),
        }
    }

    fn check(&self, request: &Request) -> Result<(), Wrong> {
        let (headers, is_order) = (request.headers(), is_order(request.method()));
        if !Bucket::takes(&self.requests) || (is_order && !Bucket::takes(&self.orders)) {
            return Err(Wrong::new(StatusCode::TOO_MANY_REQUESTS, "too_many", "too many requests", "ask less often"));
        }
        let host = text(headers, &header::HOST);
        if self.local && !host.is_some_and(is_loopback) {
            let what = format!("{:?} is not a name of this machine", host.unwrap_or_default());
            let way_out = "use http://127.0.0.1 and the port that was named at start-up";
            return Err(Wrong::new(StatusCode::MISDIRECTED_REQUEST, "bad_host", what, way_out));
        }
        if is_foreign(headers, host, is_order) {
            let what = "the request comes from a page of another site";
            return Err(Wrong::new(StatusCode::FORBIDDEN, "foreign_origin", what, "open the agent's own page"));
        }
        let has_token = self.has_token(headers);
        if !self.local && !has_token {
            let what = "this address is reachable from other machines, so the token is needed";
            let way_out = "open /?token=TOKEN, or send it as \"authorization: Bearer TOKEN\"; it is in the file \"token\" of the \
                           data directory";
            return Err(Wrong::new(StatusCode::UNAUTHORIZED, "no_token", what, way_out));
        }
        let by_bearer = bearer(headers).is_some_and(|guess| self.token.is(guess));
        if is_order && !by_bearer && !headers.contains_key(PAGE_HEADER) {
            let way_out =
                "send \"authorization: Bearer TOKEN\" with the token of the data directory, or use the Unix socket";
            return Err(Wrong::new(StatusCode::FORBIDDEN, "no_token", "an order over TCP needs the token", way_out));
        }
        Ok(())
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let cookies = text(headers, &header::COOKIE).unwrap_or_default().split(';');
        let mut cookie = cookies.filter_map(|pair| pair.trim().split_once('=')).filter(|(name, _)| *name == COOKIE);
        bearer(headers).is_some_and(|guess| self.token.is(guess)) || cookie.any(|(_, guess)| self.token.is(guess))
    }

    /// A visit of `/?token=TOKEN` puts the token into a cookie and takes it out of the address.
    fn enter(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let query = uri.query().filter(|_| method == Method::GET && uri.path() == "/")?;
        let guess = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !self.token.is(guess) {
            return None;
        }
        let cookie = format!("{COOKIE}={guess}; HttpOnly; SameSite=Strict; Path=/");
        Some((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, "/".into())]).into_response())
    }
}

/// Checks a request before anything else sees it, and puts the headers on its answer.
pub async fn watch(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.enter(request.method(), request.uri()) {
        Some(entered) => entered,
        None => match guard.check(&request) {
            Ok(()) => next.run(request).await,
            Err(wrong) => wrong.into_response(),
        },
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn is_order(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    text(headers, &header::AUTHORIZATION)?.strip_prefix("Bearer ")
}

/// Whether a host header names this machine. A page of another site that makes its own name lead here still sends its name.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

/// Whether a page of another site sent the request. Following a link to the page is no harm.
fn is_foreign(headers: &HeaderMap, host: Option<&str>, is_order: bool) -> bool {
    let fetched = |name: &'static str| text(headers, &HeaderName::from_static(name));
    let follows = !is_order && fetched("sec-fetch-mode") == Some("navigate");
    let site = fetched("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"));
    let same = |origin: &str| origin.split_once("://").is_some_and(|(_, authority)| Some(authority) == host);
    let origin = text(headers, &header::ORIGIN).is_some_and(|origin| !same(origin));
    origin || (site && !follows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn guard(local: bool) -> (Guard, Token) {
        let token = Token::of(tempfile::tempdir().unwrap().path()).unwrap();
        (Guard::new(local, token.clone()), token)
    }

    fn status(guard: &Guard, method: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().method(method).uri("/v1/status");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let checked = guard.check(&request.body(Body::empty()).unwrap());
        checked.map_or_else(|wrong| wrong.into_response().status().as_u16(), |()| 200)
    }

    #[test]
    fn on_this_machine_reading_is_free_and_an_order_needs_the_token_or_the_pages_header() {
        let (guard, token) = guard(true);
        let bearer = format!("Bearer {}", token.reveal());
        let host = ("host", "127.0.0.1:7878");
        for (method, headers, expected) in [
            ("GET", &[host][..], 200),
            ("GET", &[("host", "localhost")], 200),
            ("GET", &[("host", "[::1]:7878")], 200),
            ("GET", &[("host", "evil.example:7878")], 421),
            ("GET", &[("host", "127.0.0.1.evil.example")], 421),
            ("GET", &[], 421),
            ("GET", &[host, ("origin", "http://127.0.0.1:7878")], 200),
            ("GET", &[host, ("origin", "http://evil.example")], 403),
            ("GET", &[host, ("origin", "null")], 403),
            ("GET", &[host, ("sec-fetch-site", "cross-site")], 403),
            ("GET", &[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], 200),
            ("POST", &[host], 403),
            ("POST", &[host, (PAGE_HEADER, "1")], 200),
            ("POST", &[host, (PAGE_HEADER, "1"), ("origin", "http://127.0.0.1:7879")], 403),
            (
                "POST",
                &[host, (PAGE_HEADER, "1"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
                403,
            ),
            ("POST", &[host, ("authorization", &bearer)], 200),
            ("POST", &[host, ("authorization", "Bearer wrong")], 403),
            ("POST", &[host, ("cookie", &format!("stead_token={}", token.reveal()))], 403),
        ] {
            assert_eq!(status(&guard, method, headers), expected, "{method} {headers:?}");
        }
    }

    #[test]
    fn from_other_machines_everything_needs_the_token() {
        let (guard, token) = guard(false);
        let (host, bearer) = (("host", "agent.lan:7878"), format!("Bearer {}", token.reveal()));
        let cookie = format!("a=b; stead_token={}", token.reveal());
        for (method, headers, expected) in [
            ("GET", &[host][..], 401),
            ("GET", &[host, (PAGE_HEADER, "1")], 401),
            ("GET", &[host, ("cookie", "stead_token=wrong")], 401),
            ("GET", &[host, ("cookie", &cookie)], 200),
            ("GET", &[host, ("authorization", &bearer)], 200),
            ("POST", &[host, ("cookie", &cookie)], 403),
            ("POST", &[host, ("cookie", &cookie), (PAGE_HEADER, "1")], 200),
            ("POST", &[host, ("authorization", &bearer)], 200),
        ] {
            assert_eq!(status(&guard, method, headers), expected, "{method} {headers:?}");
        }
    }

    #[test]
    fn a_visit_with_the_token_gets_a_cookie_and_a_wrong_one_does_not() {
        let (guard, token) = guard(false);
        let enter = |uri: &str| guard.enter(&Method::GET, &uri.parse().unwrap());
        let entered = enter(&format!("/?token={}", token.reveal())).unwrap();
        let cookie = entered.headers()[header::SET_COOKIE].to_str().unwrap().to_string();
        assert!(cookie.contains("HttpOnly; SameSite=Strict") && entered.headers()[header::LOCATION] == "/", "{cookie}");
        assert!(enter("/?token=wrong").is_none() && enter("/").is_none());
    }

    #[test]
    fn too_many_requests_at_once_are_refused() {
        let (guard, _) = guard(true);
        let host = [("host", "localhost"), (PAGE_HEADER, "1")];
        let told: Vec<u16> = (0..1_000).map(|_| status(&guard, "POST", &host)).collect();
        assert!(told[..ORDERS_BURST as usize].iter().all(|status| *status == 200));
        assert!(told.contains(&429), "{told:?}");
    }
}

//! The stream of events: every panel's JSON, sent again when it has changed.
//!
//! The read model is looked at a few times a second, once for all listeners, and only while somebody listens. A listener that does
//! not read holds one piece of text and is cut off; nothing is queued for it.

use crate::fault::Wrong;
use crate::lease::Lease;
use crate::panels::Panel;
use crate::routes::Source;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::channel::{Channel, Sender};
use hyper::body::Bytes;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};

/// Most listeners at a time.
pub const STREAMS_MAX: usize = 200;
/// Time between two looks at the read model: a person sees no difference to more.
pub const LOOK_EVERY: Duration = Duration::from_millis(250);
/// A listener gets a sign of life at least this often, so that both sides notice a broken connection.
const SIGN_EVERY: Duration = Duration::from_secs(10);
/// A listener that takes nothing for this long is cut off.
pub const UNREAD_MAX: Duration = Duration::from_secs(30);

/// The panels as they are now, with a version for each that counts its changes.
#[derive(Debug, Clone, Default)]
struct Shown {
    panels: Vec<(Panel, u64, Bytes)>,
}

/// The stream of events of one server.
#[derive(Debug, Clone)]
pub struct Events {
    shown: Arc<watch::Sender<Shown>>,
    listeners: Arc<AtomicUsize>,
    wanted: Arc<Notify>,
}

/// One listener, counted as long as it lives.
struct Listener(Arc<AtomicUsize>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Events {
    fn default() -> Events {
        let (shown, _) = watch::channel(Shown::default());
        Events { shown: Arc::new(shown), listeners: Arc::default(), wanted: Arc::default() }
    }
}

impl Events {
    /// How many listen now.
    pub fn listeners(&self) -> usize {
        self.listeners.load(Ordering::Relaxed)
    }

    /// Looks at the read model again and again while somebody listens.
    pub async fn run(self, source: Source) {
        loop {
            if self.listeners() == 0 {
                self.shown.send_replace(Shown::default()); // it would be old for the next listener
                self.wanted.notified().await;
            }
            let model = source.board.snapshot();
            let panels = Panel::ALL.map(|panel| (panel, event(panel, &panel.json(&source, &model))));
            self.shown.send_if_modified(|shown| shown.take(panels));
            sleep(LOOK_EVERY).await;
        }
    }

    fn listen(&self) -> Result<Listener, Wrong> {
        let before = self.listeners.fetch_add(1, Ordering::Relaxed);
        let listener = Listener(Arc::clone(&self.listeners));
        if before >= STREAMS_MAX {
            let what = format!("{STREAMS_MAX} listen already");
            return Err(Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what, "close other pages of this agent"));
        }
        self.wanted.notify_one();
        Ok(listener)
    }
}

impl Shown {
    /// Takes over the panels that have changed; whether any has.
    fn take(&mut self, panels: impl IntoIterator<Item = (Panel, Bytes)>) -> bool {
        let mut changed = false;
        for (panel, text) in panels {
            match self.panels.iter_mut().find(|(known, ..)| *known == panel) {
                Some((_, _, old)) if content(panel, old) == content(panel, &text) => {}
                Some((_, version, old)) => (*version, *old, changed) = (*version + 1, text, true),
                None => {
                    self.panels.push((panel, 1, text));
                    changed = true;
                }
            }
        }
        changed
    }
}

/// A panel as one event of the stream. JSON has no line breaks, so its data is one line.
fn event(panel: Panel, json: &str) -> Bytes {
    Bytes::from(format!("event: {}\ndata: {json}\n\n", panel.name()))
}

/// What of an event counts as a change. Time alone is none: most panels begin with the tick, which always moves.
fn content(panel: Panel, event: &[u8]) -> &[u8] {
    match panel {
        Panel::Status | Panel::Upkeep => event, // their ticks say from when their times count
        _ => event.splitn(2, |byte| *byte == b',').last().unwrap_or(event),
    }
}

/// `GET /v1/events`: all panels at once, then each one that changes.
pub async fn stream(State(source): State<Source>, lease: Option<Extension<Lease>>) -> Result<Response, Wrong> {
    let listener = source.events.listen()?;
    let (sender, body) = Channel::<Bytes, Infallible>::new(1);
    let lease = lease.map(|Extension(lease)| lease);
    tokio::spawn(send(source.events.shown.subscribe(), sender, lease, listener));
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Body::new(body)).into_response())
}

/// Sends what has changed until the listener goes or does not read.
async fn send(mut shown: watch::Receiver<Shown>, mut sender: Sender<Bytes>, lease: Option<Lease>, _listener: Listener) {
    let mut sent: Vec<(Panel, u64)> = Vec::new();
    shown.mark_changed();
    loop {
        let text = match timeout(SIGN_EVERY, shown.changed()).await {
            Ok(Ok(())) => news(&shown.borrow_and_update(), &mut sent),
            Ok(Err(_)) => return,
            Err(_) => Bytes::from_static(b":\n\n"),
        };
        if text.is_empty() {
            continue;
        }
        if let Some(lease) = &lease {
            lease.renew(UNREAD_MAX);
        }
        if !matches!(timeout(UNREAD_MAX, sender.send_data(text)).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// The events of the panels that this listener has not got as they are now.
fn news(shown: &Shown, sent: &mut Vec<(Panel, u64)>) -> Bytes {
    let mut text = Vec::new();
    for (panel, version, event) in &shown.panels {
        match sent.iter_mut().find(|(known, _)| known == panel) {
            Some((_, known)) if known == version => continue,
            Some((_, known)) => *known = *version,
            None => sent.push((*panel, *version)),
        }
        text.extend_from_slice(event);
    }
    Bytes::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_gets_all_panels_first_and_then_what_has_changed() {
        let (mut shown, mut sent) = (Shown::default(), Vec::new());
        assert!(shown.take([(Panel::Status, event(Panel::Status, "1")), (Panel::Tasks, event(Panel::Tasks, "2"))]));
        let all = news(&shown, &mut sent);
        assert_eq!(all, "event: status\ndata: 1\n\nevent: tasks\ndata: 2\n\n");
        assert!(!shown.take([(Panel::Status, event(Panel::Status, "1"))]));
        assert!(shown.take([(Panel::Tasks, event(Panel::Tasks, "3"))]));
        assert_eq!(news(&shown, &mut sent), "event: tasks\ndata: 3\n\n");
        assert_eq!(news(&shown, &mut sent), "");
    }

    #[test]
    fn a_panel_of_which_only_the_tick_has_moved_is_not_sent_again() {
        let memory = |tick: u64, facts: &str| event(Panel::Memory, &format!(r#"{{"tick":{tick},"facts":[{facts}]}}"#));
        let mut shown = Shown::default();
        for (tick, facts, changes) in [(4, "", true), (8, "", false), (12, "1", true), (16, "1", false)] {
            assert_eq!(shown.take([(Panel::Memory, memory(tick, facts))]), changes, "{tick}");
        }
    }
}

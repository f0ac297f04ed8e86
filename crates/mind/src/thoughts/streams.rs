//! What other bots report of their surroundings: for each a view of its own, kept by its belief stream, and a thought for each report.
//!
//! Nothing here touches what this agent believes: another body's creatures are not around this one.

use super::{Desk, Draft, Thoughts};
use crate::turn::Turn;
use crate::wire::effect::{CommandAnswer, OrderRefusal, StreamRefusal};
use crate::wire::input::{Report, Witness};
use crate::wire::thinking::ThoughtAnswer;
use agency::convert::is_notable;
use agency::thought::{Novelty, Source};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::delta::{Change, Emission, SaliencyDelta};
use vocab::snapshot::TrackView;
use vocab::{Name, ThreatLevel, Tick, TrackId};

/// Most other bots whose streams are followed: a large team. The one that has been silent longest is forgotten first.
pub const BOTS_MAX: usize = 16;
/// Most creatures kept of what another bot sees; the farthest are forgotten first. Belief's own default is 64.
pub const TRACKS_MAX: usize = 256;
/// Most changes that a thought about another bot names; its text is short.
const CHANGES_NAMED_MAX: usize = 3;

/// What one other bot believes of its surroundings, as of the last envelope of its stream.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Stream {
    /// The number of the bot's process start.
    start: u64,
    next_seq: u64,
    /// The bot's own tick of the last envelope.
    told_at: Tick,
    /// This mind's tick at which it was last heard.
    heard: Tick,
    /// Whether an envelope was missed, so that only a snapshot helps.
    behind: bool,
    views: BTreeMap<TrackId, TrackView>,
}

/// The streams of other bots, by their names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Streams(BTreeMap<String, Stream>);

impl Streams {
    /// Takes an envelope into its bot's view, completely or not at all, and returns how many creatures that bot knows of then.
    fn take(&mut self, bot: &str, witness: &Witness, now: Tick) -> Result<usize, StreamRefusal> {
        let Witness { start, seq, emission } = witness;
        let known = self.0.get_mut(bot);
        let restarted = known.as_ref().is_none_or(|stream| *start > stream.start);
        let expected = known.as_ref().filter(|_| !restarted).map_or(0, |stream| stream.next_seq);
        if known.as_ref().is_some_and(|stream| *start < stream.start) || *seq < expected {
            return Err(StreamRefusal::Stale { expected, got: *seq });
        }
        let behind = known.as_ref().is_some_and(|stream| stream.behind);
        if emission.snapshot.is_none() && (restarted || behind || *seq > expected) {
            if let Some(stream) = known {
                stream.behind = true;
            }
            return Err(StreamRefusal::SnapshotNeeded { expected, got: *seq });
        }
        if let Some(stream) = known.filter(|stream| !restarted && emission.tick < stream.told_at) {
            stream.behind = true;
            return Err(StreamRefusal::WentBack { from: stream.told_at, to: emission.tick });
        }
        self.make_room_for(bot);
        let stream = self.0.entry(bot.into()).or_default();
        stream.apply(emission);
        (stream.start, stream.next_seq) = (*start, seq.saturating_add(1));
        (stream.told_at, stream.heard, stream.behind) = (emission.tick, now, false);
        Ok(stream.views.len())
    }

    fn make_room_for(&mut self, bot: &str) {
        if self.0.len() < BOTS_MAX || self.0.contains_key(bot) {
            return;
        }
        let silent = self.0.iter().min_by_key(|(name, stream)| (stream.heard, *name)).map(|(name, _)| name.clone());
        if let Some(silent) = silent {
            self.0.remove(&silent);
        }
    }
}

impl Stream {
    fn apply(&mut self, emission: &Emission) {
        if let Some(snapshot) = &emission.snapshot {
            self.views = snapshot.tracks.iter().map(|view| (view.id, *view)).collect();
        }
        for delta in &emission.deltas {
            match delta.change {
                Change::Evicted => self.views.remove(&delta.view.id),
                _ => self.views.insert(delta.view.id, delta.view),
            };
        }
        while self.views.len() > TRACKS_MAX {
            let farthest = self.views.values().max_by_key(|view| (view.distance, view.id)).map(|view| view.id);
            let Some(farthest) = farthest else { return };
            self.views.remove(&farthest);
        }
    }
}

impl Thoughts {
    /// Answers a report of another bot: it becomes a thought, or is refused by name.
    pub(super) fn witness(
        &mut self,
        bot: &str,
        report: &Report,
        desk: &mut Desk<'_>,
        turn: &mut Turn<'_>,
    ) -> CommandAnswer {
        let (text, source, notable) = match report {
            Report::Stream(witness) => match self.streams.take(bot, witness, turn.now()) {
                Ok(known) => told(bot, &witness.emission, known),
                Err(refusal) => return CommandAnswer::Refused(OrderRefusal::Stream(refusal)),
            },
            Report::Legacy { .. } if !self.settings.allow_legacy_observations => {
                return CommandAnswer::Refused(OrderRefusal::Stream(StreamRefusal::LegacyOff));
            }
            Report::Legacy { kind, blocks } => {
                let away = blocks.map(|blocks| format!(", {blocks} blocks away")).unwrap_or_default();
                (format!("{bot} reports: {}{away}.", plain(*kind)), Source::Legacy, true)
            }
        };
        let draft = of_another(text, source, notable);
        let recorded = self.record(draft, desk, turn);
        let answer = ThoughtAnswer { recorded, dropped: Vec::new(), eligibility_ignored: false };
        CommandAnswer::Thought(Box::new(answer))
    }
}

/// A thought about another bot. It has no goal, so it never becomes a task of this one.
fn of_another(text: String, source: Source, notable: bool) -> Draft {
    Draft {
        text,
        source,
        goal: None,
        intent: None,
        intent_parse: None,
        novelty: if notable { Novelty::High } else { Novelty::Low },
        convert_eligible: false,
        suggested: false,
        of_another: true,
        want: None,
    }
}

/// A report in words, what kind of thought it is, and whether it says something notable.
fn told(bot: &str, emission: &Emission, known: usize) -> (String, Source, bool) {
    let mut urgent: Vec<&SaliencyDelta> = emission.deltas.iter().collect();
    urgent.sort_by_key(|delta| (delta.change, delta.view.distance, delta.view.id));
    let mut parts: Vec<String> = urgent.iter().take(CHANGES_NAMED_MAX).map(|delta| change(delta)).collect();
    let more = urgent.len().saturating_sub(CHANGES_NAMED_MAX);
    if more > 0 {
        parts.push(format!("{more} more changes"));
    }
    if parts.is_empty() {
        parts.push("no change".into());
    }
    let text = format!("{bot} reports: {}; it knows of {known} creatures.", parts.join(", "));
    let notable = urgent.iter().any(|delta| is_notable(delta));
    match &emission.snapshot {
        Some(snapshot) => {
            let threatened = snapshot.tracks.iter().any(|view| view.threat > ThreatLevel::None);
            (text, Source::Snapshot, threatened || notable)
        }
        None => (text, Source::Delta, notable),
    }
}

fn change(delta: &SaliencyDelta) -> String {
    let SaliencyDelta { change, view, .. } = delta;
    format!(
        "{} {} about {} blocks away",
        change.word().replace('_', " "),
        plain(view.kind),
        u16::from(view.distance) * 2
    )
}

/// The name of a kind as another program sent it: what is no part of a name in the game is left out, since thoughts go into prompts.
fn plain(kind: Name) -> String {
    kind.as_str().chars().filter(|ch| ch.is_alphanumeric() || matches!(ch, '_' | ':' | '-')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use vocab::BlockPos;
    use vocab::snapshot::{Snapshot, Visibility};

    fn view(id: u64, distance: u8) -> TrackView {
        let (at, visibility) = (BlockPos::new(id as i32, 64, 0), Visibility::Visible);
        let id = TrackId(id);
        TrackView { id, kind: Name::new("zombie"), sure: 9, at, distance, visibility, threat: ThreatLevel::High }
    }

    fn envelope(start: u64, seq: u64, tick: u64, snapshot: Option<Vec<TrackView>>) -> Witness {
        let snapshot = snapshot.map(|tracks| Snapshot { tick: Tick(tick), tracks });
        Witness { start, seq, emission: Emission { tick: Tick(tick), snapshot, deltas: Vec::new() } }
    }

    fn with(mut witness: Witness, change: Change, view: TrackView) -> Witness {
        let tick = witness.emission.tick;
        witness.emission.deltas.push(SaliencyDelta { tick, change, view });
        witness
    }

    #[test]
    fn envelopes_are_taken_in_order_and_others_are_refused_by_name() {
        let mut streams = Streams::default();
        let mut take = |witness: Witness| streams.take("scout", &witness, Tick(0));
        assert_eq!(take(envelope(1, 0, 10, None)), Err(StreamRefusal::SnapshotNeeded { expected: 0, got: 0 }));
        assert_eq!(take(envelope(1, 4, 10, Some(vec![view(1, 3), view(2, 5)]))), Ok(2));
        assert_eq!(take(with(envelope(1, 5, 12, None), Change::NewThreat, view(3, 1))), Ok(3));
        assert_eq!(take(envelope(1, 5, 12, None)), Err(StreamRefusal::Stale { expected: 6, got: 5 }));
        assert_eq!(take(envelope(0, 9, 12, None)), Err(StreamRefusal::Stale { expected: 6, got: 9 }));
        assert_eq!(take(envelope(1, 8, 14, None)), Err(StreamRefusal::SnapshotNeeded { expected: 6, got: 8 }));
        // Once one was missed, the next in number does not help either.
        assert_eq!(take(envelope(1, 6, 14, None)), Err(StreamRefusal::SnapshotNeeded { expected: 6, got: 6 }));
        let back = StreamRefusal::WentBack { from: Tick(12), to: Tick(3) };
        assert_eq!(take(envelope(1, 7, 3, Some(vec![]))), Err(back));
        assert_eq!(take(envelope(1, 7, 20, Some(vec![view(1, 3)]))), Ok(1));
        assert_eq!(take(with(envelope(1, 8, 21, None), Change::Evicted, view(1, 3))), Ok(0));
        assert_eq!(take(envelope(2, 0, 1, Some(vec![]))), Ok(0));
    }

    #[test]
    fn each_bot_has_a_view_of_its_own_and_the_silent_one_is_forgotten_first() {
        let mut streams = Streams::default();
        for bot in 0..=BOTS_MAX as u64 {
            let snapshot = envelope(1, 0, 1, Some((0..bot).map(|id| view(id, 1)).collect()));
            assert_eq!(streams.take(&format!("bot{bot}"), &snapshot, Tick(bot)), Ok(bot as usize));
        }
        assert_eq!(streams.0.len(), BOTS_MAX);
        assert!(!streams.0.contains_key("bot0") && streams.0.contains_key("bot1"));
    }

    #[test]
    fn the_farthest_creatures_are_forgotten_at_the_bound() {
        let mut streams = Streams::default();
        let tracks = (0..=TRACKS_MAX as u64).map(|id| view(id, if id == 7 { 90 } else { 9 })).collect();
        assert_eq!(streams.take("scout", &envelope(1, 0, 1, Some(tracks)), Tick(0)), Ok(TRACKS_MAX));
        assert!(streams.0["scout"].views.values().all(|view| view.distance == 9));
    }

    #[test]
    fn a_report_is_told_with_its_most_urgent_changes_first() {
        let mut report = envelope(1, 1, 9, None);
        for (change, id) in [(Change::Moved, 1), (Change::NewThreat, 2), (Change::Lost, 3), (Change::Moved, 4)] {
            report = with(report, change, view(id, 4));
        }
        let (text, source, notable) = told("scout", &report.emission, 4);
        assert_eq!(
            text,
            "scout reports: new threat zombie about 8 blocks away, lost zombie about 8 blocks away, moved zombie about 8 blocks \
             away, 1 more changes; it knows of 4 creatures."
        );
        assert_eq!((source, notable), (Source::Delta, true));
        let (text, source, notable) = told("scout", &envelope(1, 2, 9, None).emission, 0);
        assert_eq!(
            (text.as_str(), source, notable),
            ("scout reports: no change; it knows of 0 creatures.", Source::Delta, false)
        );
        let all = envelope(1, 3, 9, Some(vec![view(1, 2)])).emission;
        assert_eq!(told("scout", &all, 1).1, Source::Snapshot);
    }
}

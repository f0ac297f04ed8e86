//! The checks of the entity belief document that concern the stream of envelopes.

use belief::{Bus, Config, Detection, Sight};
use contract::stream::{
    Applied, Envelope, REQUEST_VERSION, SCHEMA, StreamCursor, StreamId, StreamWriter, Streams, decode,
};
use proptest::prelude::*;
use vocab::{Dice, FinePos, Name, Tick, TrackView};

/// A bot among mobs that walk, appear and disappear. It produces envelopes, each with the emitter's own view at that
/// moment.
struct Emitter {
    bus: Bus,
    writer: StreamWriter,
    dice: Dice,
    mobs: Vec<(i64, i64, bool)>,
    t: u64,
}

impl Emitter {
    fn new(bot: &str, count: usize, seed: u64) -> Emitter {
        let mut dice = Dice::new(seed);
        let mobs = (0..count).map(|_| (dice.between(-30_000, 30_000), dice.between(-30_000, 30_000), true)).collect();
        let writer = StreamWriter::new(StreamId::new(bot, 1).unwrap());
        Emitter { bus: Bus::new(Config::with_cap(count.max(64))), writer, dice, mobs, t: 0 }
    }

    /// Runs one mind tick. Returns an envelope if one was due, with the tracks as emitted so far.
    fn tick(&mut self) -> Option<(Envelope, Vec<TrackView>)> {
        self.t += 1;
        let kinds = ["zombie", "cow", "creeper", "sheep"];
        let mut seen = Vec::new();
        for (index, (x, z, visible)) in self.mobs.iter_mut().enumerate() {
            (*x, *z) = (*x + self.dice.between(-300, 300), *z + self.dice.between(-300, 300));
            *visible ^= self.dice.below(60) == 0;
            if *visible {
                let at = FinePos::new(*x, 64_000, *z);
                let kind = Name::new(kinds[index % kinds.len()]);
                seen.push(Detection { at, kind, sight: Sight::Visible, engine_id: None, velocity: None });
            }
        }
        self.bus.ingest(Tick(self.t * 4), FinePos::new(0, 64_000, 0), &seen).unwrap();
        let envelope = self.writer.wrap(self.bus.emit()?);
        let told = self.bus.tracks().filter_map(|track| track.announced.map(|told| told.view)).collect();
        Some((envelope, told))
    }
}

fn view(cursor: &StreamCursor) -> Vec<TrackView> {
    cursor.view().copied().collect()
}

#[test]
fn rig_i_ext_pivot_4_a_consumer_that_misses_nothing_sees_exactly_what_was_emitted() {
    let mut emitter = Emitter::new("a", 256, 1);
    let mut cursor = StreamCursor::new();
    for _ in 0..600 {
        let Some((envelope, told)) = emitter.tick() else { continue };
        assert_eq!(cursor.apply(&envelope), Applied::Applied);
        assert_eq!(view(&cursor), told, "no stale, missing or ghost track at seq {}", envelope.seq);
    }
}

#[test]
fn rig_i_ext_pivot_4_out_of_order_delivery_does_not_regress() {
    let mut emitter = Emitter::new("a", 256, 2);
    let mut dice = Dice::new(77);
    let mut cursor = StreamCursor::new();
    let mut late: Vec<(Envelope, Vec<TrackView>)> = Vec::new();
    let (mut in_step, mut dropped, mut stale) = (0, 0, 0);
    for _ in 0..3_000 {
        let Some(sent) = emitter.tick() else { continue };
        match dice.below(10) {
            0 => dropped += 1,    // This envelope never arrives.
            1 => late.push(sent), // This envelope arrives after later ones.
            _ => {
                let mut arriving = vec![sent];
                if dice.below(3) == 0 {
                    arriving.append(&mut late);
                }
                for (envelope, told) in arriving {
                    let before = view(&cursor);
                    match cursor.apply(&envelope) {
                        Applied::Applied => {
                            in_step += 1;
                            assert_eq!(view(&cursor), told, "seq {}", envelope.seq);
                        }
                        Applied::Stale => {
                            stale += 1;
                            assert_eq!(view(&cursor), before);
                        }
                        Applied::SnapshotNeeded { expected, got } => {
                            assert!(got > expected || expected == 0);
                            assert_eq!(view(&cursor), before, "nothing is applied past a gap");
                            assert!(cursor.needs_snapshot());
                            emitter.bus.request_snapshot();
                        }
                        other => panic!("{other:?}"),
                    }
                }
            }
        }
    }
    assert!(in_step > 300 && dropped > 20 && stale > 5, "{in_step} {dropped} {stale}");
}

#[test]
fn rig_i_ext_drift_4_a_consumer_that_comes_late_or_restarts_waits_for_a_snapshot() {
    let mut emitter = Emitter::new("a", 20, 3);
    let mut envelopes = Vec::new();
    while envelopes.len() < 8 {
        envelopes.extend(emitter.tick());
    }
    let without = envelopes.iter().find(|(envelope, _)| envelope.snapshot.is_none()).unwrap();
    let mut cursor = StreamCursor::new();
    assert_eq!(cursor.apply(&without.0), Applied::SnapshotNeeded { expected: 0, got: without.0.seq });
    assert!(cursor.needs_snapshot());
    let with = envelopes.iter().rev().find(|(envelope, _)| envelope.snapshot.is_some()).unwrap();
    assert_eq!(cursor.apply(&with.0), Applied::Applied);
    assert_eq!(view(&cursor), with.1);
}

#[test]
fn rig_i_ext_pivot_4_a_restarted_bot_begins_a_new_stream_and_the_old_one_is_stale() {
    let (mut before, mut after) = (Emitter::new("a", 20, 4), Emitter::new("a", 20, 5));
    after.writer = StreamWriter::new(StreamId::new("a", 2).unwrap());
    let first = |emitter: &mut Emitter| std::iter::repeat_with(|| emitter.tick()).flatten().next().unwrap();
    let (old, old_next, new) = (first(&mut before), first(&mut before), first(&mut after));
    let mut cursor = StreamCursor::new();
    assert_eq!(cursor.apply(&old.0), Applied::Applied);
    assert_eq!(cursor.apply(&new.0), Applied::Applied);
    assert_eq!(view(&cursor), new.1);
    assert_eq!(cursor.apply(&old_next.0), Applied::Stale);
    assert_eq!(view(&cursor), new.1);
}

#[test]
fn rig_i_ext_pivot_4_streams_of_two_bots_are_never_mixed() {
    let (mut a, mut b) = (Emitter::new("a", 30, 6), Emitter::new("b", 30, 7));
    let mut streams = Streams::new();
    let mut alone = StreamCursor::new();
    for _ in 0..200 {
        let (from_a, from_b) = (a.tick(), b.tick());
        for (envelope, told) in [from_a, from_b].into_iter().flatten() {
            assert_eq!(streams.apply(&envelope), Ok(Applied::Applied));
            assert_eq!(view(streams.cursor(envelope.stream_id.bot()).unwrap()), told);
            let expected = if envelope.stream_id.bot() == "a" { Applied::Applied } else { Applied::OtherBot };
            assert_eq!(alone.apply(&envelope), expected);
        }
    }
}

#[test]
fn rig_i_ext_drift_9_versions_are_chosen_explicitly_and_unknown_ones_refused() {
    let (envelope, _) = Emitter::new("a", 3, 8).tick().unwrap();
    let json = serde_json::to_string(&envelope).unwrap();
    assert_eq!(decode(json.as_bytes()).unwrap(), envelope);
    for (version, expected) in [
        (r#""legacy_observation""#, "request_version \"legacy_observation\" is not supported"),
        (r#""saliency_delta/2""#, "is not supported; send \"saliency_delta/1\""),
        ("1", "has no text field \"request_version\""),
        ("null", "has no text field \"request_version\""),
    ] {
        let other = json.replace(&format!("\"{REQUEST_VERSION}\""), version);
        let error = decode(other.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{version}: {error}");
    }
}

#[test]
fn rig_i_ext_pivot_5_the_old_shape_of_one_request_per_entity_is_refused() {
    let old = r#"{"type": "environmental_awareness", "content": "A zombie!", "metadata": {"entityType": "zombie", "distance": 4}}"#;
    assert!(decode(old.as_bytes()).unwrap_err().to_string().contains("request_version"));
    let smuggled = format!(
        r#"{{"request_version": "{REQUEST_VERSION}", "stream_id": "a@0000000000000001", "seq": 0, "tick_id": 0,
            "snapshot": null, "events": [], "detections": [[1, 2, 3, "zombie", 7]]}}"#
    );
    assert!(decode(smuggled.as_bytes()).unwrap_err().to_string().contains("unknown field `detections`"));
}

#[test]
fn every_emitted_envelope_fits_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut emitter = Emitter::new("bot-1", 80, 9);
    let (mut snapshots, mut events) = (0, 0);
    for _ in 0..800 {
        let Some((envelope, _)) = emitter.tick() else { continue };
        let json = serde_json::to_value(&envelope).unwrap();
        if let Err(error) = validator.validate(&json) {
            panic!("{error}: {json}");
        }
        snapshots += u32::from(envelope.snapshot.is_some());
        events += envelope.events.len();
    }
    assert!(snapshots > 10 && events > 100, "{snapshots} {events}");
}

#[test]
fn the_decoder_refuses_whatever_the_schema_refuses() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut emitter = Emitter::new("a", 5, 10);
    let envelope =
        std::iter::repeat_with(|| emitter.tick()).flatten().map(|(e, _)| e).find(|e| !e.events.is_empty()).unwrap();
    let good = serde_json::to_value(&envelope).unwrap();
    assert!(validator.is_valid(&good));
    let spoil: [fn(&mut serde_json::Value); 9] = [
        |v| v["seq"] = (-1).into(),
        |v| v["stream_id"] = "nobody".into(),
        |v| v["events"][0]["event_type"] = "exploded".into(),
        |v| v["events"][0]["track"]["sure"] = 11.into(),
        |v| v["events"][0]["track"]["track_id"] = "7".into(),
        |v| v["events"][0]["track"]["kind"] = "".into(),
        |v| v["events"][0]["track"]["block"] = serde_json::json!([0, 0]),
        |v| v["events"] = vec![v["events"][0].clone(); 33].into(),
        |v| v["extra"] = 1.into(),
    ];
    for (index, spoil) in spoil.into_iter().enumerate() {
        let mut bad = good.clone();
        spoil(&mut bad);
        assert!(!validator.is_valid(&bad), "schema, case {index}");
        assert!(decode(bad.to_string().as_bytes()).is_err(), "decoder, case {index}");
    }
}

proptest! {
    #[test]
    fn decoding_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = decode(&bytes);
    }

    #[test]
    fn decoding_and_applying_damaged_envelopes_never_panics(
        seed in 0u64..50, cut in 0usize..2_000, byte in any::<u8>(),
    ) {
        let mut emitter = Emitter::new("a", 6, seed);
        let (envelope, _) = std::iter::repeat_with(|| emitter.tick()).flatten().nth(1).unwrap();
        let mut bytes = serde_json::to_vec(&envelope).unwrap();
        let place = cut % bytes.len();
        bytes[place] = byte;
        if let Ok(envelope) = decode(&bytes) {
            let _ = StreamCursor::new().apply(&envelope);
        }
        bytes.truncate(place);
        prop_assert!(decode(&bytes).is_err());
    }
}

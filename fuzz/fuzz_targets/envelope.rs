//! Feeds arbitrary bytes to the envelope decoder: no panic, and a decoded envelope encodes and decodes to itself.
#![no_main]

use contract::stream::{StreamCursor, decode};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(envelope) = decode(bytes) else { return };
    let again = serde_round_trip(&envelope);
    assert_eq!(again, envelope);
    let mut cursor = StreamCursor::new();
    let _ = cursor.apply(&envelope);
    let _ = cursor.apply(&envelope);
});

fn serde_round_trip(envelope: &contract::stream::Envelope) -> contract::stream::Envelope {
    decode(&contract::stream::encode(envelope)).expect("what was decoded can be encoded and decoded")
}

//! One line of tracks and events. Written by hand, because formatting would cost more than tracking does.

use belief::Bus;
use std::io;
use vocab::{SaliencyDelta, TrackId};

/// Appends the line of a tick.
pub fn tick(out: &mut Vec<u8>, t: u64, bus: &Bus) -> io::Result<()> {
    out.extend_from_slice(b"{\"t\":");
    number(out, t, 1);
    out.extend_from_slice(b",\"tracks\":[");
    for (index, track) in bus.tracks().enumerate() {
        out.extend_from_slice(if index == 0 { b"[\"" } else { b",[\"" });
        id(out, track.id);
        out.extend_from_slice(b"\",");
        text(out, track.kind_name(bus.register()).as_str())?;
        let at = track.at(bus.now());
        for coordinate in [at.x, at.y, at.z] {
            out.push(b',');
            blocks(out, coordinate);
        }
        for word in [track.visibility.word(), track.threat.word()] {
            out.extend_from_slice(b",\"");
            out.extend_from_slice(word.as_bytes());
            out.push(b'"');
        }
        out.push(b']');
    }
    out.extend_from_slice(b"],\"events\":[");
    for (index, delta) in bus.events().iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        event(out, delta)?;
    }
    out.extend_from_slice(b"]}\n");
    Ok(())
}

/// An event in the form of the stream's envelopes.
fn event(out: &mut Vec<u8>, delta: &SaliencyDelta) -> io::Result<()> {
    out.extend_from_slice(b"{\"tick_id\":");
    number(out, delta.tick.0, 1);
    out.extend_from_slice(b",\"event_type\":\"");
    out.extend_from_slice(delta.change.word().as_bytes());
    out.extend_from_slice(b"\",\"track\":{\"track_id\":\"");
    let view = &delta.view;
    id(out, view.id);
    out.extend_from_slice(b"\",\"kind\":");
    text(out, view.kind.as_str())?;
    out.extend_from_slice(b",\"sure\":");
    number(out, view.sure.into(), 1);
    out.extend_from_slice(b",\"block\":[");
    for (index, coordinate) in [view.at.x, view.at.y, view.at.z].into_iter().enumerate() {
        let before: &[u8] = match (index, coordinate < 0) {
            (0, false) => b"",
            (0, true) => b"-",
            (_, false) => b",",
            (_, true) => b",-",
        };
        out.extend_from_slice(before);
        number(out, coordinate.unsigned_abs().into(), 1);
    }
    out.extend_from_slice(b"],\"distance_bucket\":");
    number(out, view.distance.into(), 1);
    out.extend_from_slice(b",\"visibility\":\"");
    out.extend_from_slice(view.visibility.word().as_bytes());
    out.extend_from_slice(b"\",\"threat_level\":\"");
    out.extend_from_slice(view.threat.word().as_bytes());
    out.extend_from_slice(b"\"}}");
    Ok(())
}

/// A number with at least so many digits.
fn number(out: &mut Vec<u8>, value: u64, least: usize) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    let mut digit = |value: u32| {
        first -= 1;
        digits[first] = b'0' + value as u8;
    };
    // Small numbers, which are nearly all, divide faster.
    let (mut large, mut count) = (value, 0);
    while large > u64::from(u32::MAX) {
        digit((large % 10) as u32);
        large /= 10;
        count += 1;
    }
    let mut small = large as u32;
    while small > 0 || count < least {
        digit(small % 10);
        small /= 10;
        count += 1;
    }
    out.extend_from_slice(&digits[first..]);
}

/// Thousandths of a block as blocks.
fn blocks(out: &mut Vec<u8>, fine: i64) {
    let Ok(mut left) = u32::try_from(fine.unsigned_abs()) else {
        out.extend_from_slice(if fine < 0 { b"-" } else { b"" });
        number(out, fine.unsigned_abs() / 1_000, 1);
        out.push(b'.');
        return number(out, fine.unsigned_abs() % 1_000, 3);
    };
    let mut text = [b'.'; 12];
    let mut first = text.len();
    for place in 0.. {
        if place == 3 {
            first -= 1; // the point is there already
        }
        if place > 3 && left == 0 {
            break;
        }
        first -= 1;
        text[first] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    if fine < 0 {
        first -= 1;
        text[first] = b'-';
    }
    out.extend_from_slice(&text[first..]);
}

/// An id as [`TrackId`] prints it.
fn id(out: &mut Vec<u8>, id: TrackId) {
    let mut text = *b"T0000000000000000";
    let digits = (id.0.checked_ilog2().unwrap_or(0) as usize / 4 + 1).max(8);
    for place in 0..digits {
        text[digits - place] = b"0123456789abcdef"[(id.0 >> (place * 4)) as usize & 15];
    }
    out.extend_from_slice(&text[..=digits]);
}

/// A JSON string; the game's own names need no escapes.
fn text(out: &mut Vec<u8>, text: &str) -> io::Result<()> {
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b':') {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
        return Ok(());
    }
    Ok(serde_json::to_writer(out, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::delta::Change;
    use vocab::{BlockPos, Name, ThreatLevel, Tick, TrackView, Visibility};

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn events_are_written_as_in_envelopes() {
        let view = TrackView {
            id: TrackId(31),
            kind: Name::new("zombie"),
            sure: 9,
            at: BlockPos::new(-3, 64, 0),
            distance: 4,
            visibility: Visibility::Inferred,
            threat: ThreatLevel::High,
        };
        for change in Change::ALL {
            let delta = SaliencyDelta { tick: Tick(84), change, view };
            let expected = serde_json::to_string(&contract::stream::Event::from(&delta)).unwrap();
            assert_eq!(written(|out| event(out, &delta).unwrap()), expected);
        }
    }

    #[test]
    fn numbers_ids_and_names_are_what_the_formatter_would_print() {
        for value in [0, 7, 10, 999, 1_000, 123_456_789, u64::MAX] {
            assert_eq!(written(|out| number(out, value, 1)), value.to_string());
            assert_eq!(written(|out| id(out, TrackId(value))), TrackId(value).to_string());
        }
        for (fine, text) in [
            (0, "0.000"),
            (-1, "-0.001"),
            (1_000, "1.000"),
            (-12_345, "-12.345"),
            (64_050, "64.050"),
            (i64::MIN, "-9223372036854775.808"),
            (4_294_967_295, "4294967.295"),
            (-4_294_967_296, "-4294967.296"),
        ] {
            assert_eq!(written(|out| blocks(out, fine)), text);
        }
        for name in ["zombie", "mod:beast", "a \"b\" \\", "été", "\n"] {
            let expected = serde_json::to_string(name).unwrap();
            assert_eq!(written(|out| text(out, name).unwrap()), expected);
        }
    }
}

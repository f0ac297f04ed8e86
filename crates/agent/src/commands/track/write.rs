//! One line of tracks and events. Written by hand, because formatting would cost more than tracking does.

use belief::Bus;
use contract::stream::Event;
use std::io;
use vocab::TrackId;

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
        serde_json::to_writer(&mut *out, &Event::from(delta))?;
    }
    out.extend_from_slice(b"]}\n");
    Ok(())
}

/// A number with at least so many digits.
fn number(out: &mut Vec<u8>, mut value: u64, least: usize) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    while value > 0 || digits.len() - first < least {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[first..]);
}

/// Thousandths of a block as blocks.
fn blocks(out: &mut Vec<u8>, fine: i64) {
    if fine < 0 {
        out.push(b'-');
    }
    number(out, fine.unsigned_abs() / 1_000, 1);
    out.push(b'.');
    number(out, fine.unsigned_abs() % 1_000, 3);
}

/// An id as [`TrackId`] prints it.
fn id(out: &mut Vec<u8>, id: TrackId) {
    let digits = (id.0.checked_ilog2().unwrap_or(0) / 4 + 1).max(8);
    out.push(b'T');
    for digit in (0..digits).rev() {
        out.push(b"0123456789abcdef"[(id.0 >> (digit * 4)) as usize & 15]);
    }
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

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_ids_and_names_are_what_the_formatter_would_print() {
        for value in [0, 7, 10, 999, 1_000, 123_456_789, u64::MAX] {
            assert_eq!(written(|out| number(out, value, 1)), value.to_string());
            assert_eq!(written(|out| id(out, TrackId(value))), TrackId(value).to_string());
        }
        for (fine, text) in [(0, "0.000"), (-1, "-0.001"), (1_000, "1.000"), (-12_345, "-12.345"), (64_050, "64.050")] {
            assert_eq!(written(|out| blocks(out, fine)), text);
        }
        for name in ["zombie", "mod:beast", "a \"b\" \\", "été", "\n"] {
            let expected = serde_json::to_string(name).unwrap();
            assert_eq!(written(|out| text(out, name).unwrap()), expected);
        }
    }
}

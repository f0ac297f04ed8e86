//! Writes one line of tracks and events. It is formatted by hand, because `format!` would take longer than the tracking.

use belief::Bus;
use std::io;
use vocab::{Name, SaliencyDelta, TrackId};

/// Longest output row of a track or event, in bytes: an event's field names and punctuation have some 150, its id
/// 17, kind 31, numbers 20, 3 × 11, 3 and 3, words 12. A kind that needs escapes is written separately.
const ROW_BYTES: usize = 320;

/// An output row in a fixed buffer: appending a dozen small pieces to a growing vector would take longer than the
/// tracking.
struct Row {
    bytes: [u8; ROW_BYTES],
    len: usize,
}

impl Row {
    fn put<const N: usize>(&mut self, piece: &[u8; N]) {
        self.bytes[self.len..self.len + N].copy_from_slice(piece);
        self.len += N;
    }

    fn append(&mut self, piece: &[u8]) {
        self.bytes[self.len..self.len + piece.len()].copy_from_slice(piece);
        self.len += piece.len();
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes[..self.len]);
        self.len = 0;
    }

    fn digit(&mut self, value: u32) {
        self.put(&[b'0' + value as u8]);
    }

    /// Appends a length given in thousandths of a block, written in blocks.
    fn blocks(&mut self, fine: i64) {
        if fine < 0 {
            self.put(b"-");
        }
        // Nearly all numbers are small, and 32-bit division is faster.
        let Ok(left) = u32::try_from(fine.unsigned_abs()) else {
            self.whole(fine.unsigned_abs() / 1_000);
            return self.thousandths((fine.unsigned_abs() % 1_000) as u32);
        };
        match left / 1_000 {
            whole @ 0..=9 => self.digit(whole),
            whole @ 10..=99 => {
                self.digit(whole / 10);
                self.digit(whole % 10);
            }
            whole @ 100..=999 => self.three(whole),
            whole => self.whole(whole.into()),
        }
        self.thousandths(left % 1_000);
    }

    fn three(&mut self, value: u32) {
        let digit = |value: u32| b'0' + value as u8;
        self.put(&[digit(value / 100), digit(value / 10 % 10), digit(value % 10)]);
    }

    fn thousandths(&mut self, value: u32) {
        self.put(b".");
        self.three(value);
    }

    fn whole(&mut self, value: u64) {
        let mut digits = [0; DIGITS_MAX];
        self.append(number(&mut digits, value));
    }
}

/// Appends the output line of one tick: its tracks and events.
pub fn tick(out: &mut Vec<u8>, t: u64, bus: &Bus) -> io::Result<()> {
    let mut digits = [0; DIGITS_MAX];
    out.extend_from_slice(b"{\"t\":");
    out.extend_from_slice(number(&mut digits, t));
    out.extend_from_slice(b",\"tracks\":[");
    let mut row = Row { bytes: [0; ROW_BYTES], len: 0 };
    for (index, track) in bus.tracks().enumerate() {
        if index > 0 {
            row.put(b",");
        }
        row.put(b"[\"");
        id(&mut row, track.id);
        row.put(b"\",");
        name(&mut row, out, track.kind_name(bus.register()))?;
        let at = track.at(bus.now());
        for coordinate in [at.x, at.y, at.z] {
            row.put(b",");
            row.blocks(coordinate);
        }
        row.put(b",\"");
        row.append(track.visibility.word().as_bytes());
        row.put(b"\",\"");
        row.append(track.threat.word().as_bytes());
        row.put(b"\"]");
        row.flush(out);
    }
    out.extend_from_slice(b"],\"events\":[");
    for (index, delta) in bus.events().iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        event(&mut row, out, delta)?;
    }
    out.extend_from_slice(b"]}\n");
    Ok(())
}

/// Appends an event as JSON, in the same form as in envelopes.
fn event(row: &mut Row, out: &mut Vec<u8>, delta: &SaliencyDelta) -> io::Result<()> {
    let view = &delta.view;
    row.put(b"{\"tick_id\":");
    row.whole(delta.tick.0);
    row.put(b",\"event_type\":\"");
    row.append(delta.change.word().as_bytes());
    row.put(b"\",\"track\":{\"track_id\":\"");
    id(row, view.id);
    row.put(b"\",\"kind\":");
    name(row, out, view.kind)?;
    row.put(b",\"sure\":");
    row.whole(view.sure.into());
    row.put(b",\"block\":");
    for (coordinate, before) in [view.at.x, view.at.y, view.at.z].into_iter().zip([b'[', b',', b',']) {
        row.put(&[before]);
        if coordinate < 0 {
            row.put(b"-");
        }
        row.whole(coordinate.unsigned_abs().into());
    }
    row.put(b"],\"distance_bucket\":");
    row.whole(view.distance.into());
    row.put(b",\"visibility\":\"");
    row.append(view.visibility.word().as_bytes());
    row.put(b"\",\"threat_level\":\"");
    row.append(view.threat.word().as_bytes());
    row.put(b"\"}}");
    row.flush(out);
    Ok(())
}

/// Appends a creature's kind as JSON.
fn name(row: &mut Row, out: &mut Vec<u8>, name: Name) -> io::Result<()> {
    if is_plain(name.as_bytes()) {
        row.put(b"\"");
        row.append(name.as_bytes());
        row.put(b"\"");
        return Ok(());
    }
    row.flush(out);
    Ok(serde_json::to_writer(out, name.as_str())?)
}

/// Digits of the largest 64-bit number.
const DIGITS_MAX: usize = 20;

fn number(digits: &mut [u8; DIGITS_MAX], value: u64) -> &[u8] {
    let (mut left, mut first) = (value, DIGITS_MAX);
    while left > 0 || first == DIGITS_MAX {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    &digits[first..]
}

/// Appends a track's id in the form that [`TrackId`] prints.
fn id(row: &mut Row, id: TrackId) {
    let mut text = *b"T0000000000000000";
    let digits = (id.0.checked_ilog2().unwrap_or(0) as usize / 4 + 1).max(8);
    for place in 0..digits {
        text[digits - place] = b"0123456789abcdef"[(id.0 >> (place * 4)) as usize & 15];
    }
    row.append(&text[..=digits]);
}

/// Whether a name needs no JSON escapes; no name of the game does.
fn is_plain(name: &[u8]) -> bool {
    name.iter().all(|b| matches!(b, b'a'..=b'z' | b'_' | b':' | b'0'..=b'9' | b'A'..=b'Z'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::delta::Change;
    use vocab::{BlockPos, ThreatLevel, Tick, TrackView, Visibility};

    fn written(write: impl FnOnce(&mut Row)) -> String {
        let mut row = Row { bytes: [0; ROW_BYTES], len: 0 };
        write(&mut row);
        String::from_utf8(row.bytes[..row.len].to_vec()).unwrap()
    }

    #[test]
    fn numbers_and_ids_equal_the_output_of_format() {
        for value in [0, 7, 10, 999, 1_000, 123_456_789, u64::MAX] {
            assert_eq!(number(&mut [0; DIGITS_MAX], value), value.to_string().as_bytes());
            assert_eq!(written(|row| id(row, TrackId(value))), TrackId(value).to_string());
        }
        for (fine, text) in [
            (0, "0.000"),
            (-1, "-0.001"),
            (1_000, "1.000"),
            (-12_345, "-12.345"),
            (64_050, "64.050"),
            (999_999, "999.999"),
            (-1_000_000, "-1000.000"),
            (i64::MIN, "-9223372036854775.808"),
            (4_294_967_295, "4294967.295"),
            (-4_294_967_296, "-4294967.296"),
        ] {
            assert_eq!(written(|row| row.blocks(fine)), text);
        }
    }

    fn event_of(change: Change, kind: &str, most: bool) -> SaliencyDelta {
        let (v, at) =
            if most { (u64::MAX, BlockPos::new(i32::MIN, i32::MIN, i32::MIN)) } else { (31, BlockPos::new(-3, 64, 0)) };
        let view = TrackView {
            id: TrackId(v),
            kind: Name::new(kind),
            sure: v.min(255) as u8,
            at,
            distance: v.min(255) as u8,
            visibility: Visibility::Inferred,
            threat: ThreatLevel::Critical,
        };
        SaliencyDelta { tick: Tick(v), change, view }
    }

    #[test]
    fn events_are_written_as_in_envelopes_and_the_longest_fits() {
        for kind in ["zombie", "a \"b\" \\", "été", "x123456789012345678901234567890"] {
            for (change, most) in Change::ALL.into_iter().flat_map(|change| [(change, false), (change, true)]) {
                let delta = event_of(change, kind, most);
                let expected = serde_json::to_string(&contract::stream::Event::from(&delta)).unwrap();
                let (mut row, mut out) = (Row { bytes: [0; ROW_BYTES], len: 0 }, Vec::new());
                event(&mut row, &mut out, &delta).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), expected);
            }
        }
    }

    #[test]
    fn names_that_need_json_escapes_are_recognised() {
        for (name, plain) in
            [("zombie", true), ("mod:beast", true), ("a \"b\" \\", false), ("été", false), ("\n", false)]
        {
            assert_eq!(is_plain(name.as_bytes()), plain, "{name}");
        }
    }
}

//! The id of one believed entity.

use core::fmt;
use core::str::FromStr;
use serde::{Deserialize, Serialize};

/// The id of a believed entity. Ids are given in the order of birth, so equal evidence gives equal ids. No id is used
/// twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TrackId(pub u64);

impl fmt::Display for TrackId {
    /// Writes the id padded with zeros, so that ids sort the same way as text and as numbers up to four billion tracks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{:08x}", self.0)
    }
}

/// The text is not `T` followed by 8 to 16 lower-case hexadecimal digits as [`TrackId`] prints them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATrackId;

impl fmt::Display for NotATrackId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a track id: expected T and at least 8 hexadecimal digits, such as T0000002a")
    }
}

impl core::error::Error for NotATrackId {}

impl FromStr for TrackId {
    type Err = NotATrackId;

    /// Reads an entity id. Accepts exactly the printed form, so that each track has one spelling.
    fn from_str(text: &str) -> Result<TrackId, NotATrackId> {
        let digits = text.strip_prefix('T').ok_or(NotATrackId)?;
        let canonical = (8..=16).contains(&digits.len())
            && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            && (digits.len() == 8 || !digits.starts_with('0'));
        if !canonical {
            return Err(NotATrackId);
        }
        u64::from_str_radix(digits, 16).map(TrackId).map_err(|_| NotATrackId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_id_reads_back_as_it_was_printed() {
        for id in [0, 42, u64::from(u32::MAX), 1 << 40, u64::MAX] {
            assert_eq!(TrackId(id).to_string().parse(), Ok(TrackId(id)));
        }
        assert_eq!(TrackId(42).to_string(), "T0000002a");
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["", "T", "T2a", "0000002a", "T0000002A", "T000000002a", "T+000002a", "T10000000000000000"] {
            assert_eq!(text.parse::<TrackId>(), Err(NotATrackId), "{text}");
        }
    }
}

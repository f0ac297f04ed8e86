//! The engine's numbers for a track: a hint with a memory, because numbers are swapped, renewed and left out.

use serde::{Deserialize, Serialize};

/// Sightings in a row with another number before that one counts as the track's own. Swaps in practice last a second or two.
const RIVAL_SIGHTINGS: u8 = 60;

/// The number believed to be the track's own, one that contests it, and the one it had before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineId {
    own: Option<u64>,
    rival: Option<u64>,
    rival_sightings: u8,
    former: Option<u64>,
}

/// What a number says about a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    Nothing,
    Same,
    Different,
}

impl EngineId {
    pub fn new(id: Option<u64>) -> EngineId {
        EngineId { own: id, ..EngineId::default() }
    }

    pub fn own(&self) -> Option<u64> {
        self.own
    }

    pub fn compare(&self, id: Option<u64>) -> Says {
        match (self.own, id) {
            (Some(own), Some(id)) if own == id => Says::Same,
            (Some(_), Some(id)) if self.former == Some(id) => Says::Same,
            (Some(_), Some(_)) => Says::Different,
            _ => Says::Nothing,
        }
    }

    pub fn observe(&mut self, id: Option<u64>) {
        let Some(id) = id else { return };
        if self.own.is_none() || self.own == Some(id) {
            *self = EngineId { own: Some(id), rival: None, rival_sightings: 0, ..*self };
        } else if self.rival == Some(id) {
            self.rival_sightings += 1;
            if self.rival_sightings >= RIVAL_SIGHTINGS {
                self.renew(id);
            }
        } else {
            self.rival = Some(id);
            self.rival_sightings = 1;
        }
    }

    /// The track has another number from now on.
    pub fn renew(&mut self, id: u64) {
        if self.own != Some(id) {
            *self = EngineId { own: Some(id), rival: None, rival_sightings: 0, former: self.own };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_swap_changes_nothing_and_a_lasting_number_is_taken_on() {
        let mut id = EngineId::new(Some(7));
        (0..10).for_each(|_| id.observe(Some(8)));
        assert_eq!(id.own(), Some(7));
        id.observe(Some(7));
        (0..RIVAL_SIGHTINGS).for_each(|_| id.observe(Some(8)));
        assert_eq!(id.own(), Some(8));
        assert_eq!(id.compare(Some(7)), Says::Same, "the former number still counts");
        assert_eq!(id.compare(Some(9)), Says::Different);
        assert_eq!(id.compare(None), Says::Nothing);
    }
}

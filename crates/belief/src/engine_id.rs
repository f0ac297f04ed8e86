//! The engine ids of a track. They are only a hint, because engines swap, renew and omit them.

use serde::{Deserialize, Serialize};

/// The engine id that a track is believed to have, and the one it had before it went out of sight. Another id while in
/// sight changes nothing here: a short swap passes, and a lasting one becomes a [`crate::contradiction`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineId {
    own: Option<u64>,
    former: Option<u64>,
}

/// What a reported engine id says about which track an entity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    Nothing,
    Same,
    Different,
}

impl EngineId {
    pub fn new(id: Option<u64>) -> EngineId {
        EngineId { own: id, former: None }
    }

    /// Whether the track returned from out of sight with another engine id.
    pub fn is_renewed(&self) -> bool {
        self.former.is_some()
    }

    pub fn own(&self) -> Option<u64> {
        self.own
    }

    pub fn compare(&self, id: Option<u64>) -> Says {
        match (self.own, id) {
            (Some(own), Some(id)) if own == id || self.former == Some(id) => Says::Same,
            (Some(_), Some(_)) => Says::Different,
            _ => Says::Nothing,
        }
    }

    /// Takes the engine id of a report while in sight: the first one becomes the track's own.
    pub fn observe(&mut self, id: Option<u64>) {
        self.own = self.own.or(id);
    }

    /// Goes back to the engine id before the track went out of sight, because the newer one belonged to another entity.
    pub fn give_back(&mut self) {
        if self.former.is_some() {
            *self = EngineId { own: self.former, former: None };
        }
    }

    /// The track returned from out of sight with another engine id.
    pub fn renew(&mut self, id: u64) {
        if self.own != Some(id) {
            *self = EngineId { own: Some(id), former: self.own };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_engine_id_stays_until_the_track_returns_with_another() {
        let mut id = EngineId::new(None);
        assert_eq!(id.compare(Some(7)), Says::Nothing);
        for seen in [None, Some(7), Some(8), None, Some(8)] {
            id.observe(seen);
        }
        assert_eq!((id.own(), id.compare(Some(8))), (Some(7), Says::Different));
        id.renew(8);
        for (seen, says) in
            [(Some(8), Says::Same), (Some(7), Says::Same), (Some(9), Says::Different), (None, Says::Nothing)]
        {
            assert_eq!(id.compare(seen), says, "{seen:?}");
        }
    }
}

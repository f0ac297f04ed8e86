//! The embedded world as a body: a thin adapter, which holds questions until the next time the body is asked.

use driver::{Body, BodyError};
use mind::Input;
use vocab::digest::{decode, encode};
use vocab::{Action, ActionId, Danger, Digest, Query, QueryId};
use world::World;

/// A world in this process. It stands still whenever nobody lets it go on.
#[derive(Debug)]
pub struct Embedded {
    world: World,
    asked: Vec<(QueryId, Query)>,
}

impl Embedded {
    /// A new world. With `xray` its body finds blocks that it has never seen.
    pub fn new(seed: u64, xray: bool) -> Embedded {
        let mut world = World::new(seed);
        world.set_xray(xray);
        Embedded { world, asked: Vec::new() }
    }

    pub fn has_xray(&self) -> bool {
        self.world.eyes().has_xray()
    }

    /// The world as [`Body::save`] left it.
    pub fn restore(bytes: &[u8]) -> Result<Embedded, BodyError> {
        let unreadable = |error: &dyn std::fmt::Display| BodyError::Unreadable(error.to_string());
        let cut = || BodyError::Unreadable("it is cut short".into());
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
        let (asked, world) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut)?;
        let asked = decode(asked).map_err(|error| unreadable(&error))?;
        let world = World::load_bytes(world).map_err(|error| unreadable(&error))?;
        Ok(Embedded { world, asked })
    }
}

impl Body for Embedded {
    fn advance(&mut self, ticks: u64) -> Result<(), BodyError> {
        self.world.advance(ticks);
        Ok(())
    }

    fn sense(&mut self) -> Input {
        let answers = self.asked.drain(..).map(|(id, query)| (id, self.world.answer(&query))).collect();
        let senses = self.world.senses();
        Input {
            tick: senses.tick,
            senses,
            detections: self.world.detections(),
            outcomes: self.world.outcomes(),
            answers,
            replies: Vec::new(),
            commands: Vec::new(),
        }
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        self.world.submit(id, action.clone());
    }

    fn cancel(&mut self, id: ActionId) {
        self.world.cancel(id);
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.world.beware(dangers);
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        self.asked.push((id, query.clone()));
    }

    fn stand_safe(&mut self) {}

    fn save(&self) -> Option<Vec<u8>> {
        let asked = encode(&self.asked);
        let length = (asked.len() as u32).to_le_bytes();
        Some([length.as_slice(), &asked, &self.world.save_bytes()].concat())
    }

    fn digest(&self) -> Option<Digest> {
        Some(self.world.digest())
    }
}

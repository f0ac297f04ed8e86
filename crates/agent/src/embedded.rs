//! The embedded world as a body: a thin adapter that answers questions at the next sense.

use crate::sights::Sights;
use driver::{Body, BodyError};
use mind::Config;
use mind::input::{Link, Sensed};
use shapes::{Loss, Palettes, Shapes};
use vocab::build::Guarded;
use vocab::digest::{decode, encode};
use vocab::{Action, ActionId, BlockPos, Danger, Digest, Query, QueryId};
use window::Scene;
use world::World;

/// The embedded world in this process. It stands still between two calls of [`Body::advance`], and is never
/// disconnected.
#[derive(Debug)]
pub struct Embedded {
    world: World,
    asked: Vec<(QueryId, Query)>,
    /// What people see of the world; nothing while no page was opened for this run.
    sights: Option<Sights>,
}

impl Embedded {
    /// Makes a new embedded world. With `xray` its body finds blocks that it has never seen.
    pub fn new(seed: u64, xray: bool) -> Embedded {
        let mut world = World::new(seed);
        world.set_xray(xray);
        Embedded { world, asked: Vec::new(), sights: None }
    }

    /// Hands what the body sees to the page from now on.
    pub fn show_in(&mut self, scene: Scene) {
        self.sights = Some(Sights::new(scene));
    }

    pub fn has_xray(&self) -> bool {
        self.world.eyes().has_xray()
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Restores the embedded world from the bytes of [`Body::save`].
    pub fn restore(bytes: &[u8]) -> Result<Embedded, BodyError> {
        let unreadable = |error: &dyn std::fmt::Display| BodyError::Unreadable(error.to_string());
        let (asked, world) = split(bytes)?;
        let asked = decode(asked).map_err(|error| unreadable(&error))?;
        let world = World::load_bytes(world).map_err(|error| unreadable(&error))?;
        Ok(Embedded { world, asked, sights: None })
    }

    /// Restores the embedded world that an earlier version of the program saved. Its open questions are dropped.
    pub fn read_older(
        bytes: &[u8],
        shapes: &Shapes,
        palettes: (&Palettes, &Palettes),
    ) -> Result<(Embedded, Vec<Loss>), BodyError> {
        let (_, world) = split(bytes)?;
        let read = World::read_older(world, shapes, palettes);
        let (world, losses) = read.map_err(|error| BodyError::Unreadable(error.to_string()))?;
        Ok((Embedded { world, asked: Vec::new(), sights: None }, losses))
    }
}

/// The two parts of a saved body: its open questions, and its world.
fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), BodyError> {
    let cut = || BodyError::Unreadable("it is cut short".into());
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut)
}

impl Body for Embedded {
    fn advance(&mut self, ticks: u64) {
        self.world.advance(ticks);
    }

    fn sense(&mut self) -> Sensed {
        if let Some(sights) = &mut self.sights {
            sights.look(&self.world);
        }
        let answers = self.asked.drain(..).map(|(id, query)| (id, self.world.answer(&query))).collect();
        Sensed {
            link: Link::Present,
            senses: self.world.senses(),
            detections: self.world.detections(),
            outcomes: self.world.outcomes(),
            answers,
            heard: Vec::new(),
        }
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        self.world.submit(id, action.clone());
    }

    fn cancel(&mut self, id: ActionId) {
        self.world.cancel(id);
    }

    fn guard(&mut self, cells: &[Guarded]) {
        self.world.guard(cells);
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.world.beware(dangers);
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        self.asked.push((id, query.clone()));
    }

    fn say(&mut self, text: &str) {
        self.world.say(text);
    }

    fn visit(&mut self, who: &str, at: Option<BlockPos>) {
        self.world.visit(who, at);
    }

    fn begin(&mut self, settings: &Config) {
        self.world.set_xray(settings.xray);
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

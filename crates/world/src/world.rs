//! The world as one value, and the order of a tick.

use crate::body::Body;
use crate::chests::Chests;
use crate::chunk::ChunkPos;
use crate::drops::Drops;
use crate::faults::Faults;
use crate::grid::{Grid, VIEW_CHUNKS_MAX};
use crate::limbs::Hands;
use crate::mobs::Mobs;
use crate::space::Place;
use crate::state::Cell;
use crate::stations::Stations;
use crate::time::Clock;
use crate::updates::Updates;
use crate::visitors::Visitor;
use crate::{body, drops, faults, mobs, sight, terrain, updates, view, visitors};
use belief::evidence::Detection;
use gamedata::{blocks, states};
use serde::{Deserialize, Serialize};
use skills::{Eyes, Skills};
use vocab::Dice;
use vocab::item::Stack;
use vocab::outcome::Outcome;
use vocab::senses::BodyEvent;
use vocab::{Action, ActionId, BlockId, BlockPos, Digest, Senses, Tick};

/// Most unread events and outcomes kept. A mind reads them every 4 ticks, so this many unread ones mean that no
/// mind reads them.
pub const UNREAD_MAX: usize = 10_000;

/// The complete state of the world. Two worlds with equal digests stay equal under equal actions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct World {
    pub(crate) view_chunks: u8,
    /// The body's chunk when all chunks in view of it are loaded; `None` while some are missing.
    pub(crate) viewed_from: Option<ChunkPos>,
    pub(crate) spawn: BlockPos,
    pub(crate) clock: Clock,
    pub(crate) rng: Dice,
    pub(crate) body: Body,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) hands: Hands,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) eyes: Eyes,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) skills: Skills,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) stations: Stations,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) chests: Chests,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) mobs: Mobs,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) drops: Drops,
    #[serde(default, deserialize_with = "vocab::salvage::list")]
    pub(crate) visitors: Vec<Visitor>,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) updates: Updates,
    #[serde(default, deserialize_with = "vocab::salvage::value")]
    pub(crate) faults: Faults,
    /// Events of the body since the last read.
    #[serde(default, deserialize_with = "vocab::salvage::list")]
    pub(crate) events: Vec<BodyEvent>,
    /// Outcomes of actions that ended since the last read.
    #[serde(default, deserialize_with = "vocab::salvage::list")]
    pub(crate) outcomes: Vec<Outcome>,
    #[serde(with = "crate::save::grid")]
    pub(crate) grid: Grid,
}

impl World {
    /// Makes a new world with the default view distance; the body stands at the spawn with an empty bag.
    pub fn new(seed: u64) -> World {
        World::with_view(seed, view::VIEW_CHUNKS_DEFAULT)
    }

    /// A new world with a given view distance in chunks, from 1 to [`VIEW_CHUNKS_MAX`].
    pub fn with_view(seed: u64, view_chunks: u8) -> World {
        let spawn = terrain::spawn(seed);
        let mut world = World {
            view_chunks: view_chunks.clamp(1, VIEW_CHUNKS_MAX),
            viewed_from: None,
            spawn,
            clock: Clock::default(),
            rng: Dice::new(seed),
            body: Body::new(Place::on(spawn)),
            hands: Hands::default(),
            eyes: Eyes::default(),
            skills: Skills::default(),
            stations: Stations::default(),
            chests: Chests::default(),
            mobs: Mobs::default(),
            drops: Drops::default(),
            visitors: Vec::new(),
            updates: Updates::default(),
            faults: Faults::default(),
            events: Vec::new(),
            outcomes: Vec::new(),
            grid: Grid::new(seed),
        };
        view::load_all(&mut world);
        world
    }

    /// Prepares a world that an earlier version of the program saved. What lasts stays: blocks, creatures, the body and
    /// its bag, things, stations, time. The running action and unread reports are dropped.
    pub(crate) fn carry_over(self, terrain: u32) -> World {
        let World { view_chunks, spawn, clock, rng, body, eyes, skills, stations, chests, mobs, drops, .. } = self;
        let World { visitors, updates, mut grid, .. } = self;
        grid.note_made(mobs.settled().iter().copied(), terrain);
        let mut world = World {
            view_chunks: view_chunks.clamp(1, VIEW_CHUNKS_MAX),
            viewed_from: None,
            spawn,
            clock,
            rng,
            body,
            hands: Hands::default(),
            eyes,
            skills: skills.carry_over(),
            stations,
            chests,
            mobs,
            drops,
            visitors,
            updates,
            faults: Faults::default(),
            events: Vec::new(),
            outcomes: Vec::new(),
            grid,
        };
        world.body.controls = body::Controls::default();
        view::load_all(&mut world);
        world
    }

    /// Runs one game tick, a twentieth of a second.
    pub fn tick(&mut self) {
        self.tick_moved_by(World::run_skills);
    }

    /// Runs one game tick in which the body's limbs are moved by another hand than the skills of this world.
    pub fn tick_moved_by(&mut self, act: impl FnOnce(&mut World)) {
        self.clock.advance();
        faults::tick(self);
        view::tick(self);
        // Visitors pick up items before the body, which would pick up again what it threw.
        visitors::tick(self);
        if self.is_connected() {
            act(self);
            self.press_keys();
            body::tick(self);
            self.open_eyes();
        }
        for (at, stack) in self.stations.tick() {
            self.drop_stack(Place::inside(at), Place::ZERO, stack);
        }
        mobs::tick(self);
        drops::tick(self);
        updates::tick(self);
        self.forget_unread();
    }

    /// Drops the oldest events and outcomes if nobody reads them.
    fn forget_unread(&mut self) {
        let events = self.events.len().saturating_sub(UNREAD_MAX);
        self.events.drain(..events);
        let outcomes = self.outcomes.len().saturating_sub(UNREAD_MAX);
        self.outcomes.drain(..outcomes);
    }

    pub fn advance(&mut self, ticks: u64) {
        for _ in 0..ticks {
            self.tick();
        }
    }

    /// Submits an action of the body. It ends with exactly one outcome, unless a fault loses it.
    pub fn submit(&mut self, id: ActionId, action: Action) {
        if let Some(action) = faults::admit(self, id, action) {
            self.begin_action(id, action);
        }
    }

    /// Cancels an action of the body.
    pub fn cancel(&mut self, id: ActionId) {
        if !faults::withdraw(self, id) {
            self.cancel_action(id);
        }
    }

    /// The body's senses, and its events since the last call.
    pub fn senses(&mut self) -> Senses {
        let events = std::mem::take(&mut self.events);
        let mut senses = Senses { events, ..body::senses(self) };
        if !self.is_connected() {
            senses.vitals = None;
        }
        senses
    }

    /// Outcomes of the actions that ended since the last call, oldest first.
    pub fn outcomes(&mut self) -> Vec<Outcome> {
        faults::deliver(self)
    }

    /// The entities around the body, by id; empty while the body is disconnected.
    pub fn detections(&self) -> Vec<Detection> {
        if self.is_connected() { mobs::detections(self) } else { Vec::new() }
    }

    pub fn now(&self) -> Tick {
        self.clock.now()
    }

    /// The tick of the game's day, 0 to 23,999.
    pub fn time_of_day(&self) -> u64 {
        self.clock.time_of_day()
    }

    /// Skips the world's clock to the next sunrise.
    pub fn skip_to_morning(&mut self) {
        self.clock.skip_to_morning();
    }

    /// Skips the world's clock to a time of day, for scenes and tests.
    pub fn skip_to(&mut self, time_of_day: u64) {
        self.clock.skip_to(time_of_day);
    }

    pub fn seed(&self) -> u64 {
        self.grid.seed()
    }

    /// The place where the body first spawned.
    pub fn spawn(&self) -> BlockPos {
        self.spawn
    }

    /// The stacks of items on the ground.
    pub fn drops(&self) -> &Drops {
        &self.drops
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Begins to note which blocks change, for a body that tells of them. They are not part of the world's state.
    pub fn watch_blocks(&mut self) {
        self.grid.watch(true);
    }

    /// The places whose blocks have changed since the last call, oldest first; a place may come twice.
    pub fn changed_blocks(&mut self) -> Vec<BlockPos> {
        self.grid.take_changed()
    }

    /// Sky light as at noon, and block light, of a cell.
    pub fn light(&self, at: BlockPos) -> (u8, u8) {
        self.grid.light(at)
    }

    /// Whether the straight line between two places is loaded and nothing opaque is on it.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        sight::clear(&self.grid, from, to) == Some(true)
    }

    /// Writes a block in its default state, as [`World::set_cell`] does.
    pub fn set_block(&mut self, at: BlockPos, block: BlockId) -> bool {
        usize::from(block.0) < blocks::all().len() && self.set_cell(at, Cell::of(block))
    }

    /// Writes a state with all its consequences: light, falling, flowing, lost support, the contents of a container. Returns
    /// false and changes nothing where the chunk is not loaded, the place is outside the world, or the number is no state.
    pub fn set_cell(&mut self, at: BlockPos, cell: Cell) -> bool {
        if usize::from(cell.0) >= states::COUNT {
            return false;
        }
        let Some(old) = self.grid.put(at, cell) else { return false };
        if old == cell {
            return true;
        }
        if old.block() != cell.block() {
            for stack in self.container_broken(at) {
                self.drop_stack(Place::inside(at), Place::ZERO, stack);
            }
        }
        self.drops.wake(Place::inside(at));
        updates::changed(self, at, old);
        true
    }

    /// Removes a broken container and returns its contents; empty for any other block.
    fn container_broken(&mut self, at: BlockPos) -> Vec<Stack> {
        let mut spilled = self.chests.broken(at);
        spilled.extend(self.stations.broken(at));
        spilled
    }

    /// The digest of the complete state of the world.
    pub fn digest(&self) -> Digest {
        let things =
            (&self.stations, &self.chests, &self.mobs, &self.drops, &self.updates, &self.faults, &self.visitors);
        let body = (&self.body, &self.hands, &self.eyes, &self.skills, &self.events, &self.outcomes);
        let frame = (self.view_chunks, self.viewed_from, self.spawn, self.clock, &self.rng);
        Digest::of("world", &(frame, body, things, self.grid.digest()))
    }
}

//! The body: a world whose limbs are moved by verbs, and the mind that it serves.

use crate::limbs::Limbs;
use crate::visit::Visit;
use contract::body::Line;
use contract::body::command::Parting;
use skills::limbs::Limbs as _;
use world::World;

/// The embedded world as a body, one game tick at a time.
#[derive(Debug)]
pub struct Puppet {
    world: World,
    limbs: Limbs,
    visit: Option<Visit>,
    latency_ticks: u64,
    alive: bool,
}

impl Puppet {
    /// A body in a world. What the world tells and answers reaches its mind so many ticks later, at most
    /// [`crate::LATENCY_TICKS_MAX`]; the body's own movement is told at once, as by a body on a server that is far away.
    pub fn new(mut world: World, latency_ticks: u64) -> Puppet {
        world.watch_blocks();
        let (limbs, alive) = (Limbs::of(&world), world.pose().alive);
        Puppet { world, limbs, visit: None, latency_ticks, alive }
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world for scenes and tests.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// A connection was made. There must be none.
    pub fn arrive(&mut self) {
        self.visit = Some(Visit::new(self.latency_ticks));
    }

    /// Whether there is a connection.
    pub fn is_visited(&self) -> bool {
        self.visit.is_some()
    }

    /// Whether a mind has greeted in this connection.
    pub fn is_greeted(&self) -> bool {
        self.visit.as_ref().is_some_and(Visit::is_greeted)
    }

    /// Whether the mind has not acknowledged the newest tick that went out.
    pub fn is_ahead(&self) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.over().is_none() && visit.is_ahead())
    }

    /// Why the connection is over; its last lines may still be on their way.
    pub fn over(&self) -> Option<&str> {
        self.visit.as_ref().and_then(Visit::over)
    }

    /// Takes in one line of the mind.
    pub fn hear(&mut self, line: Line) {
        let Some(visit) = &mut self.visit else { return };
        if visit.hear(line, &mut self.limbs) {
            // What happened before the mind came is over.
            self.world.senses();
        }
    }

    /// The connection has ended: the body stands still and keeps its place.
    pub fn leave(&mut self) {
        self.visit = None;
        self.limbs.rest();
    }

    /// Ends the connection with a last line.
    pub fn bye(&mut self, reason: Parting, why: &str) {
        if let Some(visit) = &mut self.visit {
            visit.bye(reason, why);
        }
    }

    /// Somebody near the body says something.
    pub fn chat(&mut self, who: &str, text: &str) {
        if let Some(visit) = self.visit.as_mut().filter(|visit| visit.is_greeted()) {
            visit.chat(who, text);
        }
    }

    /// Runs one tick of the world and reports it.
    pub fn tick(&mut self) {
        let Puppet { world, limbs, visit, alive, .. } = self;
        if visit.as_ref().is_none_or(|visit| visit.over().is_some()) {
            limbs.rest();
        }
        world.tick_moved_by(|world| limbs.act(world));
        let lives = world.pose().alive;
        if std::mem::replace(alive, lives) && !lives {
            limbs.die();
        }
        let (changed, ended) = (world.changed_blocks(), limbs.take_ended());
        if let Some(visit) = visit {
            visit.report(world, &changed, (limbs, ended));
        }
    }

    /// Lines for the mind, as far as they are due.
    pub fn take_lines(&mut self) -> Vec<u8> {
        self.visit.as_mut().map(Visit::take_lines).unwrap_or_default()
    }

    /// Notes whether the connection takes what is sent. While it does not, the body holds back.
    pub fn clog(&mut self, clogged: bool) {
        if let Some(visit) = &mut self.visit {
            visit.clog(clogged);
        }
    }

    /// What the body has said since the last call.
    pub fn take_said(&mut self) -> Vec<String> {
        self.limbs.take_said()
    }
}

//! One tick of the mind, as every stage sees it: the observations, the counters, and the effects so far.

use crate::view::journey::Counters;
use crate::wire::effect::Effect;
use crate::wire::trace::{Event, Trace};
use alloc::vec::Vec;
use vocab::senses::Progress;
use vocab::{Bag, BlockPos, Senses, Tick};

/// Most game ticks that one step of the mind counts as passed. During a longer gap no task controlled the body.
const ELAPSED_TICKS_MAX: u64 = 40;

/// What the body observed in one tick.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    pub now: Tick,
    pub at: BlockPos,
    pub bag: &'a Bag,
    /// Whether the world has sent the contents of the bag yet.
    pub bag_is_known: bool,
    pub progress: Option<Progress>,
}

impl<'a> Seen<'a> {
    pub fn new(senses: &Senses, bag: &'a Bag, now: Tick) -> Seen<'a> {
        let bag_is_known = !senses.carried.slots.is_empty();
        Seen { now, at: senses.at.block(), bag, bag_is_known, progress: senses.progress }
    }
}

/// One tick of the mind: its observations, counters and effects.
#[derive(Debug)]
pub struct Turn<'a> {
    pub seen: Seen<'a>,
    /// Game ticks since the mind's last step, at most `ELAPSED_TICKS_MAX`.
    pub elapsed: u64,
    pub counters: &'a mut Counters,
    pub effects: &'a mut Vec<Effect>,
}

impl<'a> Turn<'a> {
    pub fn new(seen: Seen<'a>, last: Tick, counters: &'a mut Counters, effects: &'a mut Vec<Effect>) -> Turn<'a> {
        Turn { seen, elapsed: seen.now.since(last).min(ELAPSED_TICKS_MAX), counters, effects }
    }

    pub fn now(&self) -> Tick {
        self.seen.now
    }

    pub fn trace(&mut self, event: Event) {
        self.effects.push(Effect::Trace(Trace { tick: self.seen.now, event }));
    }
}

//! Faults for tests, chosen by seed: what can go wrong for a body on a real server.

use crate::World;
use crate::chunk::ChunkPos;
use crate::mobs::explosion;
use crate::space::Place;
use crate::view;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vocab::Dice;
use vocab::item::Stack;
use vocab::outcome::{End, Failure, Outcome, Receipt, Refusal};
use vocab::senses::BodyEvent;
use vocab::{Action, ActionId, BlockPos, Tick};

/// Longest duration of a simulated fault: a minute. Longer ones are shortened, so that no test waits forever.
pub const FAULT_TICKS_MAX: u32 = 1_200;
/// Distance from the body, in blocks, within which random faults cause explosions and unload chunks.
const STORM_BLOCKS: i32 = 24;

/// One kind of simulated fault of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The next actions of the body are denied without a reason.
    Refuse {
        actions: u32,
    },
    /// The next actions of the body begin late.
    Delay {
        actions: u32,
        ticks: u32,
    },
    /// The outcomes of the next actions never arrive.
    LoseOutcome {
        outcomes: u32,
    },
    /// A chunk is unloaded, even under the body, and stays unloaded for some ticks.
    UnloadChunk {
        at: BlockPos,
        ticks: u32,
    },
    Explosion {
        at: BlockPos,
        power: u8,
    },
    /// A stack disappears from the bag, or from the ground when the bag is empty.
    Theft,
    /// New actions and outcomes are held back until the lag is over.
    Lag {
        ticks: u32,
    },
    /// The body leaves the world for some ticks, as after a lost connection.
    Disconnect {
        ticks: u32,
    },
    /// Every entity is reported under another id from now on.
    PermuteIds,
}

/// The simulated faults that are active now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Faults {
    refuse_actions: u32,
    delay_actions: u32,
    delay_ticks: u32,
    lose_outcomes: u32,
    held_chunks: BTreeMap<ChunkPos, Tick>,
    lag_until: Option<Tick>,
    gone_until: Option<Tick>,
    id_salt: u64,
    /// Actions of the body that will begin later.
    late: Vec<(Tick, ActionId, Action)>,
    storm: Option<Storm>,
}

/// A source of random faults, with the mean interval between two faults in ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Storm {
    dice: Dice,
    mean_ticks: u32,
}

impl Faults {
    /// Whether a fault keeps this chunk unloaded.
    pub(crate) fn holds(&self, pos: ChunkPos) -> bool {
        self.held_chunks.contains_key(&pos)
    }

    /// The id under which an entity is reported to the mind.
    pub(crate) fn engine_id(&self, id: u64) -> u64 {
        if self.id_salt == 0 { id } else { vocab::dice::mix(id ^ self.id_salt) }
    }
}

impl World {
    /// Starts a simulated fault now.
    pub fn inject(&mut self, fault: Fault) {
        let until = |ticks: u32| self.now() + u64::from(ticks.min(FAULT_TICKS_MAX));
        match fault {
            Fault::Refuse { actions } => {
                self.faults.refuse_actions = self.faults.refuse_actions.saturating_add(actions);
            }
            Fault::Delay { actions, ticks } => {
                self.faults.delay_actions = self.faults.delay_actions.saturating_add(actions);
                self.faults.delay_ticks = ticks.min(FAULT_TICKS_MAX);
            }
            Fault::LoseOutcome { outcomes } => {
                self.faults.lose_outcomes = self.faults.lose_outcomes.saturating_add(outcomes);
            }
            Fault::UnloadChunk { at, ticks } => {
                let pos = ChunkPos::of(at);
                self.faults.held_chunks.insert(pos, until(ticks));
                view::unload(self, pos);
                self.viewed_from = None;
            }
            Fault::Explosion { at, power } => explosion::explode(self, Place::inside(at), power),
            Fault::Theft => {
                steal(self);
            }
            Fault::Lag { ticks } => self.faults.lag_until = Some(until(ticks)),
            Fault::Disconnect { ticks } => {
                let back = until(ticks);
                disconnect(self, back);
            }
            Fault::PermuteIds => {
                let salt = self.rng.throw() | 1;
                self.faults.id_salt = salt;
            }
        }
    }

    /// Starts random faults, about one every `mean_ticks` ticks; 0 ends them.
    pub fn storm(&mut self, seed: u64, mean_ticks: u32) {
        self.faults.storm = (mean_ticks > 0).then(|| Storm { dice: Dice::new(seed), mean_ticks });
    }

    /// Whether the body is connected to its world.
    pub fn is_connected(&self) -> bool {
        self.faults.gone_until.is_none()
    }

    /// Whether mobs and damage can affect the body: it is alive and connected.
    pub(crate) fn body_is_there(&self) -> bool {
        self.body.is_alive() && self.is_connected()
    }
}

/// Removes one stack from the bag or the ground, for the simulated fault of theft.
fn steal(world: &mut World) -> Option<Stack> {
    let carried: Vec<Stack> = world.body.inventory.carried().slots.iter().flatten().copied().collect();
    if carried.is_empty() {
        return world.drops.steal_oldest();
    }
    let stack = carried[world.rng.pick(carried.len() as u32) as usize];
    world.body.inventory.take(stack.item, u32::from(stack.count));
    Some(stack)
}

fn disconnect(world: &mut World, back: Tick) {
    if world.is_connected() {
        world.abort_action(Failure::Disconnected);
        world.events.push(BodyEvent::Disconnected);
    }
    let late = std::mem::take(&mut world.faults.late);
    for (_, id, _) in late {
        end(world, id, End::Refused(Refusal::Disconnected));
    }
    world.faults.gone_until = Some(back);
}

fn end(world: &mut World, id: ActionId, end: End) {
    let at = world.now();
    world.outcomes.push(Outcome { id, at, end, receipt: Receipt::default() });
}

/// Returns the action if the active faults let it begin now; otherwise denies or delays it.
pub(crate) fn admit(world: &mut World, id: ActionId, action: Action) -> Option<Action> {
    if !world.is_connected() {
        end(world, id, End::Refused(Refusal::Disconnected));
        return None;
    }
    if world.faults.refuse_actions > 0 {
        world.faults.refuse_actions -= 1;
        end(world, id, End::Failed(Failure::Denied));
        return None;
    }
    let delayed = world.faults.delay_actions > 0;
    let from_delay = delayed.then(|| world.now() + u64::from(world.faults.delay_ticks));
    world.faults.delay_actions -= u32::from(delayed);
    match from_delay.max(world.faults.lag_until) {
        Some(begin) => {
            world.faults.late.push((begin, id, action));
            None
        }
        None => Some(action),
    }
}

/// Cancels an action that a fault has delayed; returns whether there was one.
pub(crate) fn withdraw(world: &mut World, id: ActionId) -> bool {
    let Some(index) = world.faults.late.iter().position(|(_, late, _)| *late == id) else { return false };
    world.faults.late.remove(index);
    end(world, id, End::Cancelled);
    true
}

/// The outcomes of actions that reach the mind now, after lag and losses.
pub(crate) fn deliver(world: &mut World) -> Vec<Outcome> {
    if world.faults.lag_until.is_some() {
        return Vec::new();
    }
    let mut outcomes = std::mem::take(&mut world.outcomes);
    let lost = outcomes.len().min(world.faults.lose_outcomes as usize);
    world.faults.lose_outcomes -= lost as u32;
    outcomes.drain(..lost);
    outcomes
}

/// Ends expired faults, begins delayed actions, and rolls for new random faults.
pub(crate) fn tick(world: &mut World) {
    let now = world.now();
    if world.faults.lag_until.is_some_and(|until| now >= until) {
        world.faults.lag_until = None;
    }
    if world.faults.gone_until.is_some_and(|until| now >= until) {
        world.faults.gone_until = None;
        world.events.push(BodyEvent::Reconnected);
    }
    if !world.faults.held_chunks.is_empty() {
        let held = world.faults.held_chunks.len();
        world.faults.held_chunks.retain(|_, until| now < *until);
        if world.faults.held_chunks.len() < held {
            world.viewed_from = None;
        }
    }
    while let Some(index) = world.faults.late.iter().position(|(begin, _, _)| now >= *begin) {
        let (_, id, action) = world.faults.late.remove(index);
        world.begin_action(id, action);
    }
    if world.faults.storm.is_some() {
        blow(world);
    }
}

fn blow(world: &mut World) {
    let at = world.body.at().block();
    let Some(storm) = &mut world.faults.storm else { return };
    let dice = &mut storm.dice;
    if dice.pick(storm.mean_ticks) != 0 {
        return;
    }
    let place = at.offset(dice.span(-STORM_BLOCKS, STORM_BLOCKS), 0, dice.span(-STORM_BLOCKS, STORM_BLOCKS));
    let ticks = 1 + dice.pick(100);
    let fault = match dice.pick(9) {
        0 => Fault::Refuse { actions: 1 },
        1 => Fault::Delay { actions: 1, ticks },
        2 => Fault::LoseOutcome { outcomes: 1 },
        3 => Fault::UnloadChunk { at: place, ticks },
        4 => Fault::Explosion { at: place, power: 3 },
        5 => Fault::Theft,
        6 => Fault::Lag { ticks },
        7 => Fault::Disconnect { ticks },
        _ => Fault::PermuteIds,
    };
    world.inject(fault);
}

//! The body's skills. They carry out every [`Action`], one at a time, and each action ends with exactly one outcome.
//!
//! Invariant: a refused action changes nothing. An action that has begun always ends, because each skill limits its own ticks.

mod attack;
mod collect;
mod containers;
mod craft;
mod dig;
mod eat;
mod hands;
mod lamp;
mod mine;
mod once;
mod pick_up;
mod rest;
mod seen;
mod travel;
mod use_item;
mod walk;
mod wall_in;
mod wary;

use crate::known::known;
use crate::path::ground::SKY_LIGHT_MIN;
use crate::world::World;
use gamedata::{blocks, items};
use seen::Seen;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::VecDeque;
use vocab::hazard::DANGERS_MAX;
use vocab::item::Stack;
use vocab::outcome::{BLOCK_RECEIPTS_MAX, End, Failure, Receipt, Refusal};
use vocab::senses::Progress;
use vocab::{Action, ActionId, Bag, BlockId, BlockPos, Danger, ItemId, Outcome, Tick};

/// Most of the agent's chat lines kept for display; older ones are dropped.
pub const SAID_MAX: usize = 32;
/// The game cuts chat lines at this many characters.
pub const CHAT_CHARS_MAX: usize = 256;

/// Writes an empty list in the place of what was said.
fn as_nothing<S: Serializer>(_: &VecDeque<String>, serializer: S) -> Result<S::Ok, S::Error> {
    VecDeque::<String>::new().serialize(serializer)
}

/// Reads a list of lines and forgets it: earlier versions saved what was said.
fn into_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VecDeque<String>, D::Error> {
    VecDeque::<String>::deserialize(deserializer).map(|_| VecDeque::new())
}

/// The running action, and what the body remembers for later actions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Skills {
    running: Option<Running>,
    /// Cells that the running action changed, with the block that each got.
    changed: VecDeque<(BlockPos, BlockId)>,
    /// How many cells the running action changed.
    changes: u32,
    /// Hostile creatures, as the mind believes them to be. Actions know of no other creatures.
    dangers: Vec<Danger>,
    /// What the body said last, for tests and onlookers. It is not part of the world: saved, it is empty, so that a
    /// program that puts things into other words simulates the same world.
    #[serde(serialize_with = "as_nothing", deserialize_with = "into_nothing")]
    said: VecDeque<String>,
    /// Ground on or beside which the body has been, so that exploring leads elsewhere.
    seen: Seen,
    /// The last place where the body was under the sky, by which it leaves caves and mines.
    open: Option<BlockPos>,
    /// The mine that the body dug last.
    mine: Option<mine::Shaft>,
    /// The cell in which the body stood in the previous tick.
    stood: Option<BlockPos>,
}

impl Skills {
    /// Keeps what the body remembers when the program changes. The running action is dropped.
    pub(crate) fn carry_over(self) -> Skills {
        let Skills { seen, open, mine, stood, .. } = self;
        Skills { seen, open, mine, stood, ..Skills::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Running {
    id: ActionId,
    began: Tick,
    /// Items that the body carried when the action began.
    carried: Bag,
    skill: Skill,
}

/// The state of one running action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Skill {
    /// An action that takes one tick.
    Once(Action),
    Travel(travel::Travel),
    Dig(dig::Dig),
    Collect(collect::Collect),
    Mine(mine::Mine),
    PickUp(pick_up::PickUp),
    Craft(craft::Craft),
    Eat(eat::Eat),
    Attack(attack::Attack),
    Shield(rest::Shield),
    WallIn(wall_in::WallIn),
    Sleep(rest::Sleep),
    Wait(rest::Wait),
}

/// The result of one tick of a running action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    Going,
    Done,
    Refused(Refusal),
    Failed(Failure),
}

/// Begins an action of the body. The action that is still running is cancelled, because the body does one thing
/// at a time.
pub fn begin(world: &mut World, id: ActionId, action: Action) {
    if let Some(running) = world.skills.running.take() {
        finish(world, &running, End::Cancelled);
    }
    let prepared = if world.body.is_alive() { prepare(world, action) } else { Err(Refusal::Dead) };
    world.skills.changed.clear();
    world.skills.changes = 0;
    let at = world.now();
    match prepared {
        Ok(skill) => {
            let carried = world.body.inventory.everything();
            world.skills.running = Some(Running { id, began: at, carried, skill });
        }
        Err(refusal) => {
            let end = End::Refused(refusal);
            world.outcomes.push(Outcome { id, at, end, receipt: Receipt::default() });
        }
    }
}

/// Cancels the running action if it has this id; other ids are ignored.
pub fn cancel(world: &mut World, id: ActionId) {
    if let Some(running) = world.skills.running.take_if(|running| running.id == id) {
        finish(world, &running, End::Cancelled);
    }
}

/// Ends the running action with a failure, because the body died or left the world.
pub fn abort(world: &mut World, failure: Failure) {
    if let Some(running) = world.skills.running.take() {
        finish(world, &running, End::Failed(failure));
    }
}

/// Runs one tick of the current action, which sets the body's controls.
pub fn tick(world: &mut World) {
    world.body.controls = crate::body::Controls::default();
    // An idle body keeps its head above water.
    world.body.controls.jump = world.body.in_water;
    if !world.body.is_alive() {
        return;
    }
    let feet = world.body.feet();
    world.skills.seen.stand_on(feet);
    if world.body.on_ground && world.grid.light(feet).0 >= SKY_LIGHT_MIN {
        world.skills.open = Some(feet);
    }
    let stood = world.skills.stood.replace(feet);
    let Some(mut running) = world.skills.running.take() else { return };
    let turn = running.skill.tick(world);
    if let (Some(left), Skill::Travel(_) | Skill::Collect(_) | Skill::Mine(_)) =
        (stood.filter(|stood| *stood != feet), &running.skill)
    {
        lamp::light_up(world, left);
    }
    match turn {
        Turn::Going => world.skills.running = Some(running),
        Turn::Done => finish(world, &running, End::Done),
        Turn::Refused(refusal) => finish(world, &running, End::Refused(refusal)),
        Turn::Failed(failure) => finish(world, &running, End::Failed(failure)),
    }
}

/// How much of the running action is done.
pub fn progress(world: &World) -> Option<Progress> {
    let running = world.skills.running.as_ref()?;
    let (done, of) = running.skill.progress(world);
    Some(Progress { id: running.id, done, of, blocks: world.skills.changes })
}

fn finish(world: &mut World, running: &Running, end: End) {
    crate::body::sleep::wake(world);
    let now = world.body.inventory.everything();
    let receipt = match end {
        End::Refused(_) => Receipt::default(),
        End::Done | End::Failed(_) | End::Cancelled => Receipt {
            gained: running.carried.missing(&now),
            spent: now.missing(&running.carried),
            blocks: world.skills.changed.drain(..).collect(),
        },
    };
    world.skills.changed.clear();
    let at = world.now();
    world.outcomes.push(Outcome { id: running.id, at, end, receipt });
}

/// Checks whether an action is possible and prepares its state. Changes nothing in the world.
fn prepare(world: &World, action: Action) -> Result<Skill, Refusal> {
    check_ids(&action)?;
    match action {
        Action::GoTo { to, within, terrain } => travel::go_to(world, to, within, terrain).map(Skill::Travel),
        Action::Explore { heading, blocks } => travel::explore(world, heading, blocks).map(Skill::Travel),
        Action::Flee { from, blocks } => travel::flee(world, from, blocks).map(Skill::Travel),
        Action::Dig { at } => dig::Dig::new(world, at).map(Skill::Dig),
        Action::Collect { item, from, count, radius } => {
            collect::Collect::new(world, item, from, count, radius).map(Skill::Collect)
        }
        Action::Mine { item, from, y, heading, blocks } => {
            mine::Mine::new(world, (item, from), y, heading, blocks).map(Skill::Mine)
        }
        Action::PickUp { radius } => pick_up::PickUp::new(world, radius).map(Skill::PickUp),
        Action::Craft { recipe, times, table } => craft::Craft::new(world, recipe, times, table).map(Skill::Craft),
        Action::Eat { item } => eat::Eat::new(world, item).map(Skill::Eat),
        Action::Attack { near } => attack::Attack::new(world, near).map(Skill::Attack),
        Action::Shield { ticks } => rest::Shield::new(world, ticks).map(Skill::Shield),
        Action::WallIn { from } => wall_in::WallIn::new(world, from).map(Skill::WallIn),
        Action::Sleep { bed } => rest::Sleep::new(world, bed).map(Skill::Sleep),
        Action::Wait { ticks } => rest::Wait::new(ticks).map(Skill::Wait),
        once @ (Action::Place { .. }
        | Action::Use { .. }
        | Action::Toggle { .. }
        | Action::LoadStation { .. }
        | Action::TakeOutput { .. }
        | Action::Deposit { .. }
        | Action::Withdraw { .. }
        | Action::Drop { .. }
        | Action::Equip { .. }
        | Action::LookAt { .. }) => once::check(world, &once).map(|()| Skill::Once(once)),
    }
}

impl Skill {
    fn tick(&mut self, world: &mut World) -> Turn {
        match self {
            Skill::Once(action) => match once::perform(world, action) {
                Ok(()) => Turn::Done,
                Err(refusal) => Turn::Refused(refusal),
            },
            Skill::Travel(skill) => skill.tick(world),
            Skill::Dig(skill) => skill.tick(world),
            Skill::Collect(skill) => skill.tick(world),
            Skill::Mine(skill) => skill.tick(world),
            Skill::PickUp(skill) => skill.tick(world),
            Skill::Craft(skill) => skill.tick(world),
            Skill::Eat(skill) => skill.tick(world),
            Skill::Attack(skill) => skill.tick(world),
            Skill::Shield(skill) => skill.tick(world),
            Skill::WallIn(skill) => skill.tick(world),
            Skill::Sleep(skill) => skill.tick(world),
            Skill::Wait(skill) => skill.tick(),
        }
    }

    fn progress(&self, world: &World) -> (u32, u32) {
        match self {
            Skill::Once(_) => (0, 1),
            Skill::Travel(skill) => skill.progress(world),
            Skill::Dig(skill) => skill.progress(),
            Skill::Collect(skill) => skill.progress(world),
            Skill::Mine(skill) => skill.progress(),
            Skill::PickUp(skill) => skill.progress(),
            Skill::Craft(skill) => skill.progress(),
            Skill::Eat(skill) => skill.progress(),
            Skill::Attack(skill) => skill.progress(),
            Skill::Shield(skill) => skill.progress(),
            Skill::WallIn(skill) => skill.progress(world),
            Skill::Sleep(skill) => skill.progress(world),
            Skill::Wait(skill) => skill.progress(),
        }
    }
}

/// Refuses an action with block or item ids that are in no table, before anything looks them up.
fn check_ids(action: &Action) -> Result<(), Refusal> {
    let item = |item: ItemId| usize::from(item.0) < items::all().len();
    let block = |block: &BlockId| usize::from(block.0) < blocks::all().len();
    let known = match action {
        Action::Collect { item: wanted, from, .. } | Action::Mine { item: wanted, from, .. } => {
            item(*wanted) && from.iter().all(block)
        }
        Action::LoadStation { input, fuel, .. } => item(*input) && fuel.is_none_or(|(fuel, _)| item(fuel)),
        Action::Place { item: named, .. }
        | Action::Use { item: named, .. }
        | Action::Deposit { item: named, .. }
        | Action::Withdraw { item: named, .. }
        | Action::Drop { item: named, .. }
        | Action::Equip { item: named, .. }
        | Action::Eat { item: named } => item(*named),
        Action::GoTo { .. }
        | Action::Explore { .. }
        | Action::Dig { .. }
        | Action::PickUp { .. }
        | Action::Toggle { .. }
        | Action::Craft { .. }
        | Action::TakeOutput { .. }
        | Action::Attack { .. }
        | Action::Shield { .. }
        | Action::Flee { .. }
        | Action::WallIn { .. }
        | Action::Sleep { .. }
        | Action::Wait { .. }
        | Action::LookAt { .. } => true,
    };
    if known { Ok(()) } else { Err(Refusal::BadRequest) }
}

impl World {
    /// Writes a block on behalf of the body, and records the change for the action's receipt.
    pub(crate) fn body_sets(&mut self, at: BlockPos, block: BlockId, state: u8) {
        if !self.set_block(at, block, state) {
            return;
        }
        self.note_touched(at);
        self.skills.changes = self.skills.changes.saturating_add(1);
        let changed = &mut self.skills.changed;
        changed.retain(|(cell, _)| *cell != at);
        changed.push_back((at, block));
        if changed.len() > BLOCK_RECEIPTS_MAX {
            changed.pop_front();
        }
    }

    /// Removes a broken container and returns its contents; empty for any other block.
    pub(crate) fn container_broken(&mut self, at: BlockPos) -> Vec<Stack> {
        let mut spilled = self.chests.broken(at);
        spilled.extend(self.stations.broken(at));
        spilled
    }

    /// Tells the body of hostile creatures, nearest first. It keeps at most [`DANGERS_MAX`] of them, until the next call.
    pub fn beware(&mut self, dangers: &[Danger]) {
        self.skills.dangers = dangers.iter().take(DANGERS_MAX).copied().collect();
    }

    /// The chat lines that the body has said, oldest first.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        self.skills.said.iter().map(String::as_str)
    }

    /// Says a chat line as the agent, cut at [`CHAT_CHARS_MAX`] as in the game. Speaking is not an action and
    /// interrupts none.
    pub fn say(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.skills.said.len() >= SAID_MAX {
            self.skills.said.pop_front();
        }
        self.skills.said.push_back(text.chars().take(CHAT_CHARS_MAX).collect());
    }

    /// Whether an action is running.
    pub fn is_busy(&self) -> bool {
        self.skills.running.is_some()
    }
}

/// The block at a place, or a refusal when it is out of the body's reach.
pub(crate) fn in_reach(world: &World, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = world.grid.block(at).ok_or(Refusal::NotLoaded)?;
    if !world.body.reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    if block == known().air { Err(Refusal::WrongBlock) } else { Ok(block) }
}

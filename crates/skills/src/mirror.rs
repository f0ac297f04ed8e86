//! The limbs of a body in another process, as far as its messages tell: what it sees comes in, orders go out, and a click is
//! predicted until the answer is there.
//!
//! Whoever speaks with the body feeds a [`Mirror`] with its reports, runs the skills on it once a tick, sends the [`Order`]s, and
//! hands in what the body answers.
//!
//! Predicted are the cells of placed blocks and of doors. The bag holds only what the body has told, and a broken block is broken
//! when the body says so.

use crate::inventory::Inventory;
use crate::limbs::{
    Ack, Bite, Blow, Cells, Click, Contents, Dug, HEAR_RADIUS, Handle, Keys, Limbs, Look, Lying, Pose, Quarry,
    REPORT_RADIUS, SILENCE_TICKS, Ticket, Verdict, Wanted, is_spared,
};
use crate::map::Map;
use crate::measures::STRIKE_REACH;
use crate::prospect;
use crate::room::{Room, Size};
use crate::sight;
use crate::space::Place;
use crate::state::Cell;
use gamedata::items::{self, Food};
use gamedata::tools;
use std::collections::BTreeMap;
use vocab::outcome::Refusal;
use vocab::{BlockPos, Danger, ItemId, Name, StateId, Tick};

/// Most clicks that may wait for an answer at a time. A body that answers none of so many answers none.
pub const OPEN_MAX: usize = 256;

/// The bag of another process is told at most so many ticks late, unless the line is too slow to live on: a second.
const LATE_TICKS: u32 = 20;

/// Work in a window is many clicks of a hand, one after the other; it may take this many times as long as one click.
const WINDOW_CLICKS: u64 = 8;

/// How many times as long as a single click the hands may work at this one.
fn work_of(click: &Click) -> u64 {
    match click {
        Click::Craft { .. } | Click::Transfer { .. } | Click::Equip { .. } | Click::Toss { .. } => WINDOW_CLICKS,
        Click::Place { .. }
        | Click::PlaceAt { .. }
        | Click::UseOn { .. }
        | Click::Toggle { .. }
        | Click::Sleep { .. } => 1,
    }
}

/// A creature that the body has told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Creature {
    pub id: Handle,
    pub kind: Name,
    pub at: Place,
    pub size: Size,
    pub hostile: bool,
    pub visible: bool,
    /// Players, villagers, and named or tamed animals: they are never struck.
    pub spared: bool,
}

/// What the body shall do in this tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Answered by [`Mirror::answered`].
    Click {
        ticket: Ticket,
        click: Click,
    },
    /// Answered by [`Mirror::answered`] when the block is gone.
    DigStart {
        ticket: Ticket,
        at: BlockPos,
    },
    DigStop,
    Hold(Option<ItemId>),
    Look(Look),
    /// Begins to eat what is in the hand. Answered by [`Mirror::answered`] when it is eaten.
    Eat {
        ticket: Ticket,
        item: ItemId,
    },
    Strike {
        creature: Handle,
        kind: Name,
        near: Place,
    },
    /// Stops everything and gets out of bed.
    Stop,
}

/// A block that is being broken.
#[derive(Debug, Clone, Copy)]
struct Digging {
    ticket: Ticket,
    at: BlockPos,
    /// What the world had told of it then.
    was: Option<Cell>,
    since: Tick,
    /// When the block should be broken at the latest.
    due: Tick,
    /// The last tick in which the skill wanted to dig.
    wanted: Tick,
    end: Option<bool>,
}

#[derive(Debug, Clone, Copy)]
struct Meal {
    ticket: Ticket,
    item: ItemId,
    wanted: Tick,
    end: Option<bool>,
}

/// A body in another process, as it was told.
#[derive(Debug)]
pub struct Mirror {
    pub map: Map,
    pub now: Tick,
    pub pose: Pose,
    pub night: bool,
    pub drops: Vec<Lying>,
    pub creatures: Vec<Creature>,
    pub contents: BTreeMap<BlockPos, Contents>,
    /// A click counts as refused when nothing was said to it for so many ticks.
    pub patience_ticks: u64,
    inventory: Inventory,
    /// What the skill wants in the hand; the bag is told some ticks later.
    in_hand: Option<ItemId>,
    keys: Keys,
    orders: Vec<Order>,
    next: u64,
    open: BTreeMap<Ticket, (Click, Tick)>,
    verdicts: BTreeMap<Ticket, Verdict>,
    dig: Option<Digging>,
    meal: Option<Meal>,
    struck: Tick,
    changes: Vec<(BlockPos, StateId)>,
}

impl Mirror {
    pub fn new(pose: Pose) -> Mirror {
        Mirror {
            map: Map::default(),
            now: Tick(0),
            pose,
            night: false,
            drops: Vec::new(),
            creatures: Vec::new(),
            contents: BTreeMap::new(),
            patience_ticks: SILENCE_TICKS,
            inventory: Inventory::default(),
            in_hand: None,
            keys: Keys::default(),
            orders: Vec::new(),
            next: 1,
            open: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            dig: None,
            meal: None,
            struck: Tick(0),
            changes: Vec::new(),
        }
    }

    /// Begins a tick of the body. Clicks that have waited too long are taken back.
    pub fn begin_tick(&mut self, now: Tick) {
        self.now = now;
        let patience = self.patience_ticks;
        let late = |click: &Click, since: Tick| now.since(since) >= patience * work_of(click);
        let silent = self.open.iter().filter(|(_, (click, since))| late(click, *since));
        let silent: Vec<Ticket> = silent.map(|(ticket, _)| *ticket).collect();
        for ticket in silent {
            self.close(ticket, Verdict::Silent);
        }
    }

    /// Ends a tick: what is not held any more is let go. Returns the keys of this tick and the orders in their order.
    pub fn end_tick(&mut self) -> (Keys, Vec<Order>) {
        let released = |wanted: Tick| self.now.0.saturating_sub(wanted.0) >= crate::limbs::RELEASE_TICKS;
        if self.dig.is_some_and(|dig| dig.end.is_none() && released(dig.wanted)) {
            self.dig = None;
            self.orders.push(Order::DigStop);
        }
        if self.meal.is_some_and(|meal| meal.end.is_none() && released(meal.wanted)) {
            self.meal = None;
            self.orders.push(Order::Stop);
        }
        (std::mem::take(&mut self.keys), std::mem::take(&mut self.orders))
    }

    /// Takes in what the body carries.
    pub fn set_inventory(&mut self, inventory: Inventory) {
        self.inventory = inventory;
        if let Some(item) = self.in_hand {
            self.inventory.hold(item);
        }
    }

    /// Takes in the body's answer to an order.
    pub fn answered(&mut self, ticket: Ticket, answer: Result<(), Refusal>) {
        if let Some(dig) = self.dig.as_mut().filter(|dig| dig.ticket == ticket) {
            dig.end = Some(answer.is_ok());
            return;
        }
        if let Some(meal) = self.meal.as_mut().filter(|meal| meal.ticket == ticket) {
            meal.end = Some(answer.is_ok());
            return;
        }
        let verdict = answer.map_or_else(Verdict::Refused, |()| Verdict::Confirmed);
        self.close(ticket, verdict);
    }

    /// Takes in that the world has shown nothing in the time that the body gives it.
    pub fn unanswered(&mut self, ticket: Ticket) {
        if self.dig.is_some_and(|dig| dig.ticket == ticket) || self.meal.is_some_and(|meal| meal.ticket == ticket) {
            return self.answered(ticket, Err(Refusal::Disconnected));
        }
        self.close(ticket, Verdict::Silent);
    }

    /// The link to the body is lost: nothing that is open will be answered.
    pub fn lose_link(&mut self) {
        let open: Vec<Ticket> = self.open.keys().copied().collect();
        for ticket in open {
            self.close(ticket, Verdict::Silent);
        }
        (self.dig, self.meal) = (None, None);
    }

    /// Ends the waiting of a click. An answer that comes after the silence, or twice, is ignored.
    fn close(&mut self, ticket: Ticket, verdict: Verdict) {
        if self.open.remove(&ticket).is_none() {
            return;
        }
        for (at, cell) in self.map.take_back(ticket) {
            if verdict == Verdict::Confirmed {
                self.map.set_cell(at, cell);
                self.changes.push((at, cell.state()));
            }
        }
        self.verdicts.insert(ticket, verdict);
        // Lamps and walls never ask for their verdicts.
        while self.verdicts.len() > OPEN_MAX {
            self.verdicts.pop_first();
        }
    }

    fn take_ticket(&mut self) -> Ticket {
        let ticket = Ticket(self.next);
        self.next += 1;
        ticket
    }

    fn creature(&self, id: Handle) -> Option<&Creature> {
        self.creatures.iter().find(|creature| creature.id == id && !creature.spared)
    }

    fn reach_of(&self, creature: &Creature) -> (bool, bool) {
        let (eyes, room) = (self.pose.eyes(), Room::of(creature.at, creature.size));
        let nearest = Place::new(
            eyes.x.clamp(room.low.x, room.high.x),
            eyes.y.clamp(room.low.y, room.high.y),
            eyes.z.clamp(room.low.z, room.high.z),
        );
        let clear = sight::passable(&self.map, eyes, nearest);
        (clear && eyes.distance(nearest) <= STRIKE_REACH, clear)
    }

    fn notices(&self, creature: &Creature) -> bool {
        creature.visible || self.pose.at.distance(creature.at) <= HEAR_RADIUS
    }

    /// Clicks of this item that are on their way.
    fn placing(&self, item: ItemId) -> u32 {
        self.open.values().filter(|(click, _)| matches!(click, Click::Place { item: of, .. } | Click::PlaceAt { item: of, .. } if *of == item)).count()
            as u32
    }
}

impl Limbs for Mirror {
    type Cells = Map;

    fn cells(&self) -> &Map {
        &self.map
    }

    fn now(&self) -> Tick {
        self.now
    }

    fn pose(&self) -> Pose {
        self.pose
    }

    fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    fn is_night(&self) -> bool {
        self.night
    }

    fn drops(&self) -> impl Iterator<Item = Lying> {
        self.drops.iter().copied()
    }

    fn contents(&self, at: BlockPos) -> Option<Contents> {
        self.contents.get(&at).filter(|_| self.pose.reaches(at)).cloned()
    }

    fn dug_milli(&self) -> u32 {
        let Some(dig) = self.dig else { return 0 };
        let (gone, whole) = (self.now.0.saturating_sub(dig.since.0), dig.due.0.saturating_sub(dig.since.0));
        (gone * 1_000 / whole.max(1)).min(999) as u32
    }

    fn verdict(&mut self, ticket: Ticket) -> Verdict {
        if self.open.contains_key(&ticket) {
            return Verdict::Waits;
        }
        self.verdicts.remove(&ticket).unwrap_or(Verdict::Silent)
    }

    fn is_predicted(&self, at: BlockPos) -> bool {
        self.map.is_predicted(at)
    }

    fn is_waiting(&self) -> bool {
        !self.open.is_empty()
    }

    fn late_ticks(&self) -> u32 {
        LATE_TICKS
    }

    fn take_changes(&mut self) -> Vec<(BlockPos, StateId)> {
        std::mem::take(&mut self.changes)
    }

    fn keys(&mut self) -> &mut Keys {
        &mut self.keys
    }

    fn look(&mut self, look: Look) {
        let exact = match look {
            Look::Place(_) => look,
            Look::Creature(near) => {
                let nearest = self.creatures.iter().map(|creature| (creature.at.distance(near), creature.at));
                Look::Place(nearest.filter(|(far, _)| *far <= REPORT_RADIUS).min().map_or(near, |(_, at)| at))
            }
        };
        self.orders.push(Order::Look(exact));
    }

    fn dig_start(&mut self, at: BlockPos) {
        let ticket = self.take_ticket();
        let held = self.inventory.held().map(|stack| stack.item).filter(|item| tools::of(*item).is_some());
        let worst = tools::Hindrance { under_water: true, airborne: true };
        let block = self.map.block(at);
        let ticks = block.and_then(|block| tools::dig_ticks(block, held, worst)).unwrap_or(0);
        let due = self.now + u64::from(ticks) + self.patience_ticks;
        let was = self.map.told(at);
        self.dig = Some(Digging { ticket, at, was, since: self.now, due, wanted: self.now, end: None });
        self.orders.push(Order::Look(Look::Place(Place::inside(at))));
        self.orders.push(Order::DigStart { ticket, at });
    }

    fn dig(&mut self) -> Dug {
        let Some(dig) = &mut self.dig else { return Dug::Gone };
        dig.wanted = self.now;
        let (at, was, end, late) = (dig.at, dig.was, dig.end, self.now >= dig.due);
        match end {
            None if !late => return Dug::Going,
            None => self.orders.push(Order::DigStop),
            Some(_) => {}
        }
        self.dig = None;
        if end != Some(true) {
            return Dug::Gone;
        }
        // The answer may come before the change of the cell is told.
        if self.map.told(at) == was {
            self.map.set_cell(at, Cell::AIR);
        }
        let left = self.map.told(at).unwrap_or(Cell::AIR);
        self.changes.push((at, left.state()));
        Dug::Broken
    }

    fn eat(&mut self, item: ItemId, _: &Food) -> Bite {
        let now = self.now;
        let Some(meal) = self.meal.as_mut().filter(|meal| meal.item == item) else {
            let ticket = self.take_ticket();
            self.meal = Some(Meal { ticket, item, wanted: now, end: None });
            self.orders.push(Order::Eat { ticket, item });
            return Bite::Going;
        };
        meal.wanted = now;
        match meal.end {
            None => Bite::Going,
            Some(eaten) => {
                self.meal = None;
                if eaten { Bite::Eaten } else { Bite::Gone }
            }
        }
    }

    fn stop(&mut self) {
        if self.dig.take().is_some() || self.meal.take().is_some() || self.pose.asleep_ticks.is_some() {
            self.orders.push(Order::Stop);
        }
    }

    fn would(&self, click: &Click) -> Result<(), Refusal> {
        if self.open.len() >= OPEN_MAX {
            return Err(Refusal::Disconnected);
        }
        let sent = match click {
            Click::Place { item, .. } | Click::PlaceAt { item, .. } => self.placing(*item),
            _ => 0,
        };
        prospect::would(self, click, sent)
    }

    fn click(&mut self, click: &Click) -> Ack {
        if let Err(refusal) = self.would(click) {
            return Ack::Refused(refusal);
        }
        let ticket = self.take_ticket();
        for (at, cell) in prospect::cells(self, click) {
            self.map.predict(at, cell, ticket);
        }
        self.open.insert(ticket, (click.clone(), self.now));
        self.orders.push(Order::Click { ticket, click: click.clone() });
        Ack::Waits(ticket)
    }

    fn hold(&mut self, item: Option<ItemId>) -> bool {
        self.in_hand = item;
        match item {
            Some(item) if !self.inventory.hold(item) => return false,
            Some(_) => {}
            None => self.inventory.hold_nothing(),
        }
        self.orders.push(Order::Hold(item));
        true
    }

    fn find(&self, wanted: &Wanted) -> Option<Handle> {
        let is_one = |creature: &&Creature| {
            !creature.spared
                && !is_spared(creature.kind)
                && wanted.kind == creature.kind
                && creature.at.distance(wanted.near) <= wanted.within
                && (wanted.xray || self.notices(creature))
        };
        let near = self.creatures.iter().filter(is_one).map(|one| (one.at.distance(wanted.near), one.id));
        near.min().map(|(_, id)| id)
    }

    fn quarry(&self, creature: Handle) -> Option<Quarry> {
        let creature = self.creature(creature)?;
        let (in_reach, clear) = self.reach_of(creature);
        let noticed = self.notices(creature);
        Some(Quarry { at: creature.at, hostile: creature.hostile, noticed, in_reach, clear })
    }

    fn biter(&self, dangers: &[Danger]) -> Option<(Handle, Place)> {
        let is_told = |at: Place| dangers.iter().any(|danger| Place::on(danger.at).distance(at) <= REPORT_RADIUS);
        let bites = |one: &&Creature| {
            one.hostile && !one.spared && !is_spared(one.kind) && is_told(one.at) && self.reach_of(one).0
        };
        let near = self.creatures.iter().filter(bites).map(|one| (one.at.distance(self.pose.at), one.id, one.at));
        near.min().map(|(_, id, at)| (id, at))
    }

    fn strike(&mut self, creature: Handle) -> Blow {
        let Some(&Creature { kind, at: near, .. }) = self.creature(creature) else { return Blow::Missed };
        let held = self.inventory.held().map(|stack| stack.item);
        let attack = held.map_or(items::Attack::HAND, |item| items::get(item).attack);
        if self.now.0.saturating_sub(self.struck.0) < u64::from(attack.cooldown_ticks()) {
            return Blow::Tired;
        }
        self.struck = self.now;
        self.orders.push(Order::Strike { creature, kind, near });
        Blow::Struck
    }
}

//! A mind in the embedded world, in the order of the driver's loop, with everything that happened.
#![allow(dead_code)] // each test file uses its own part of it

use mind::input::{Command, CommandId, Link, Order};
use mind::trace::Event;
use mind::{Config, Effect, Input, Mind};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Action, BlockPos, ItemId, Query, QueryId, Tick};
use world::World;

pub fn item(name: &str) -> ItemId {
    gamedata::items::find(name).unwrap()
}

pub struct Living {
    pub world: World,
    pub mind: Mind,
    asked: Vec<(QueryId, Query)>,
    /// Everything that happened, for when it goes wrong.
    pub told: Vec<String>,
    /// Lengths of the plans made, with the tick at which each was.
    pub planned: Vec<(Tick, u64)>,
    /// Furnaces loaded and emptied.
    pub loaded: Vec<BlockPos>,
    pub acts: Vec<(Tick, &'static str)>,
}

impl Living {
    pub fn new(seed: u64, given: &[(&str, u32)]) -> Living {
        let mut world = World::new(seed);
        for (name, count) in given {
            assert_eq!(world.give(item(name), *count), 0, "{name} fits");
        }
        let mind = Mind::new(Config::default());
        let (asked, told, planned, loaded, acts) = (vec![], vec![], vec![], vec![], vec![]);
        Living { world, mind, asked, told, planned, loaded, acts }
    }

    pub fn tick(&mut self, commands: Vec<Command>) {
        self.world.advance(TICKS_PER_MIND_TICK);
        let answers = self.asked.drain(..).map(|(id, query)| (id, self.world.answer(&query))).collect();
        let senses = self.world.senses();
        let now = senses.tick;
        let (detections, outcomes) = (self.world.detections(), self.world.outcomes());
        let (link, heard) = (Link::Present, vec![]);
        let input = Input { tick: now, link, senses, detections, outcomes, answers, heard, replies: vec![], commands };
        for effect in self.mind.step(&input) {
            match effect {
                Effect::Act { id, action } => {
                    if let Action::LoadStation { at, .. } = &action {
                        self.loaded.push(*at);
                    }
                    self.acts.push((now, action.verb()));
                    self.world.submit(id, action);
                }
                Effect::Cancel { id } => self.world.cancel(id),
                Effect::Beware(dangers) => self.world.beware(&dangers),
                Effect::Scan { id, query } => self.asked.push((id, query)),
                Effect::Trace(trace) => {
                    if let Event::Planned { makespan_ticks: Some(ticks), .. } = &trace.event {
                        self.planned.push((now, *ticks));
                    }
                    self.told.push(format!("{now} {:?}", trace.event));
                }
                Effect::Publish(_) | Effect::Think { .. } | Effect::Save => {}
            }
        }
    }

    /// Lives until so many of an item are carried; the tick.
    pub fn until(&mut self, name: &str, count: u32, ticks_max: u64) -> Option<Tick> {
        let end = self.world.now() + ticks_max;
        while self.world.now() < end {
            if self.world.body().inventory.count(item(name)) >= count {
                return Some(self.world.now());
            }
            self.tick(vec![]);
        }
        None
    }

    pub fn ask_for(&mut self, name: &str, amount: u32) {
        let goal = Order::Goal { action: "smelt".into(), target: name.into(), amount };
        self.tick(vec![Command { id: CommandId(1), order: goal }]);
    }

    pub fn story(&self) -> String {
        self.told[self.told.len().saturating_sub(80)..].join("\n")
    }
}

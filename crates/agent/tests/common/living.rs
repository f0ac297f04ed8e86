//! A whole agent in the embedded world, under the driver's loop, with everything that happened to it.
#![allow(dead_code, reason = "each test file uses its own part")]

use agent::Embedded;
use driver::{Go, Moment};
use mind::input::Order;
use mind::reason::Reason;
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use simulator::Simulation;
pub use simulator::item;
use std::cell::RefMut;
use std::collections::BTreeMap;
use tasks::Who;
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Action, BlockPos, Senses, Tick};
use world::World;

/// Most lines of the life's history that are printed when a test fails.
const STORY_LINES: usize = 80;

/// What the test's observer recorded of a life.
#[derive(Default)]
pub struct Told {
    /// Every event of the life, with its tick.
    pub events: Vec<(Tick, Event)>,
    /// The length in ticks of each plan made, with the tick at which it was made.
    pub planned: Vec<(Tick, u64)>,
    /// The positions of the furnaces that were loaded.
    pub loaded: Vec<BlockPos>,
    pub acts: Vec<(Tick, Action)>,
    /// The keys of all tasks made, and whether a task of that key was completed.
    pub tasks: BTreeMap<String, bool>,
    /// The kinds and positions of creatures, as the agent's belief published them.
    pub tracks: Vec<(String, BlockPos)>,
    /// The body's last senses.
    pub senses: Option<Senses>,
    names: BTreeMap<tasks::TaskId, String>,
}

impl Told {
    /// Whether upkeep made a task with this key.
    pub fn needed(&self, key: &str) -> bool {
        self.events.iter().any(|(_, event)| match event {
            Event::TaskCreated { key: made, origin, .. } => origin.who() == Who::Upkeep && made.as_str() == key,
            _ => false,
        })
    }

    /// Whether a task has ended.
    pub fn is_over(&self, id: tasks::TaskId) -> bool {
        self.events.iter().any(|(_, event)| match event {
            Event::TaskChanged { task, to, .. } => *task == id && to.is_final(),
            _ => false,
        })
    }

    /// How often the world disagreed with a plan, so that the plan was repaired.
    pub fn repairs(&self) -> usize {
        let mended = |event: &Event| matches!(event, Event::Planned { why: Reason::WorldDisagreed, .. });
        self.events.iter().filter(|(_, event)| mended(event)).count()
    }

    fn take(&mut self, moment: &Moment<'_>) {
        let now = moment.input.tick;
        self.senses = Some(moment.input.senses.clone());
        for effect in moment.effects {
            match effect {
                Effect::Act { action, .. } => {
                    if let Action::LoadStation { at, .. } = action {
                        self.loaded.push(*at);
                    }
                    self.acts.push((now, action.clone()));
                }
                Effect::Trace(trace) => self.note(now, &trace.event),
                Effect::Publish(mind::effect::Publication::Belief(emission)) => {
                    let published = emission.deltas.iter().map(|delta| delta.view);
                    self.tracks.extend(published.map(|view| (view.kind.to_string(), view.at)));
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, now: Tick, event: &Event) {
        match event {
            Event::Planned { makespan_ticks: Some(ticks), .. } => self.planned.push((now, *ticks)),
            Event::TaskCreated { task, key, .. } => {
                self.names.insert(*task, key.to_string());
                self.tasks.entry(key.to_string()).or_insert(false);
            }
            Event::TaskChanged { task, to: tasks::Status::Done, .. } => {
                if let Some(done) = self.names.get(task).and_then(|key| self.tasks.get_mut(key)) {
                    *done = true;
                }
            }
            _ => {}
        }
        self.events.push((now, event.clone()));
    }
}

pub struct Living {
    simulation: Simulation<Embedded>,
    pub told: Told,
}

impl Living {
    pub fn new(seed: u64, given: &[(&str, u32)]) -> Living {
        Living::with(Config::default(), seed, given)
    }

    pub fn with(config: Config, seed: u64, given: &[(&str, u32)]) -> Living {
        let mut body = Embedded::new(seed, false);
        for (name, count) in given {
            assert_eq!(body.world_mut().give(item(name), *count), 0, "{name} fits");
        }
        Living { simulation: Simulation::new(config, body), told: Told::default() }
    }

    pub fn mind(&self) -> &Mind {
        self.simulation.mind()
    }

    /// The embedded world, which the test may read and change between two runs.
    pub fn world(&self) -> RefMut<'_, World> {
        RefMut::map(self.simulation.body(), Embedded::world_mut)
    }

    pub fn now(&self) -> Tick {
        self.mind().tick()
    }

    pub fn carried(&self, name: &str) -> u32 {
        self.world().body().inventory.count(item(name))
    }

    /// Runs the life for this many ticks, or until `done` returns true after one of them. Returns whether it did.
    pub fn live(&mut self, ticks: u64, mut done: impl FnMut(&World, &Told) -> bool) -> bool {
        let (mut reached, told) = (false, &mut self.told);
        self.simulation.run(ticks / TICKS_PER_MIND_TICK, |moment, body| {
            told.take(moment);
            reached = done(body.world(), told);
            if reached { Go::Stop } else { Go::On }
        });
        reached
    }

    /// Runs the life until the agent carries this many of an item. Returns the tick.
    pub fn until(&mut self, name: &str, count: u32, ticks_max: u64) -> Option<Tick> {
        let wanted = item(name);
        let got = self.live(ticks_max, |world, _| world.body().inventory.count(wanted) >= count);
        got.then(|| self.now())
    }

    /// Orders this many of an item by smelting, and runs the tick in which the agent receives the order.
    pub fn ask_for(&mut self, name: &str, amount: u32) {
        let order = Order::Goal { action: "smelt".into(), target: name.into(), amount };
        self.simulation.order(order).expect("the door is open");
        self.live(TICKS_PER_MIND_TICK, |_, _| true);
    }

    /// Hands an order to the agent; it is answered in the next mind tick.
    pub fn order(&self, order: Order) -> driver::door::Pending {
        self.simulation.order(order).expect("the door is open")
    }

    /// Whether a task with this key was made, and if so whether one of them was completed.
    pub fn task(&self, key: &str) -> Option<bool> {
        self.told.tasks.get(key).copied()
    }

    pub fn story(&self) -> String {
        let last = &self.told.events[self.told.events.len().saturating_sub(STORY_LINES)..];
        last.iter().map(|(tick, event)| format!("{tick} {event:?}")).collect::<Vec<_>>().join("\n")
    }
}

//! A mind with a scripted body and a stub of a language model under the driver's loop.
#![allow(dead_code, reason = "each test file uses its own part")]

use agency::thought::Source;
use driver::Go;
use mind::effect::{CommandAnswer, Publication};
use mind::input::Order;
use mind::thinking::{Recorded, Thinking, ThoughtAnswer};
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use simulator::{Scripted, Simulation, Stage, StubModel};
use std::cell::RefMut;
use std::time::Duration;
use vocab::tick::TICKS_PER_MIND_TICK;

pub struct Mindful {
    simulation: Simulation<Scripted, StubModel>,
    settings: Thinking,
    pub events: Vec<(u64, Event)>,
    pub broadcast: Vec<Recorded>,
}

impl Mindful {
    pub fn new(body: Scripted, settings: Thinking, model: StubModel) -> Mindful {
        let mind = Mind::new(Config { thinking: settings, ..Config::default() });
        let simulation = Simulation::with_thinker(mind, body, model);
        Mindful { simulation, settings, events: vec![], broadcast: vec![] }
    }

    /// The same mind after a restart of the program, on a body that stands still.
    pub fn restarted(self, model: StubModel) -> Mindful {
        let mut body = Scripted::default();
        body.stage.tick = self.simulation.mind().tick();
        let simulation = Simulation::with_thinker(self.simulation.into_mind(), body, model);
        Mindful { simulation, settings: self.settings, events: vec![], broadcast: vec![] }
    }

    pub fn mind(&self) -> &Mind {
        self.simulation.mind()
    }

    pub fn model(&mut self) -> &mut StubModel {
        self.simulation.thinker()
    }

    pub fn stage(&self) -> RefMut<'_, Stage> {
        RefMut::map(self.simulation.body(), |body| &mut body.stage)
    }

    pub fn live(&mut self, ticks: u64) {
        self.live_until(ticks, |_| false);
    }

    /// Runs the agent until an event is traced, for at most `ticks_max` game ticks; returns whether it was.
    pub fn until(&mut self, ticks_max: u64, is_it: impl Fn(&Event) -> bool) -> bool {
        self.live_until(ticks_max, is_it)
    }

    fn live_until(&mut self, ticks_max: u64, is_it: impl Fn(&Event) -> bool) -> bool {
        let (events, broadcast) = (&mut self.events, &mut self.broadcast);
        let mut came = false;
        self.simulation.run(ticks_max / TICKS_PER_MIND_TICK, |moment, _| {
            for effect in moment.effects {
                match effect {
                    Effect::Trace(trace) => {
                        came |= is_it(&trace.event);
                        events.push((trace.tick.0, trace.event.clone()));
                    }
                    Effect::Publish(Publication::Thought(recorded)) => broadcast.push(recorded.clone()),
                    _ => {}
                }
            }
            if came { Go::Stop } else { Go::On }
        });
        came
    }

    /// Gives the agent an order, runs the mind tick that reads it, and returns the answer.
    pub fn order(&mut self, order: Order) -> CommandAnswer {
        let pending = self.simulation.order(order).expect("the door is open");
        self.live(TICKS_PER_MIND_TICK);
        pending.wait(Duration::ZERO).expect("it is answered").answer
    }

    pub fn told<T>(&self, mut of: impl FnMut(&Event) -> Option<T>) -> Vec<(u64, T)> {
        self.events.iter().filter_map(|(tick, event)| Some((*tick, of(event)?))).collect()
    }

    /// Every thought that the agent recorded, oldest first.
    pub fn thoughts(&self) -> Vec<Recorded> {
        let recorded = |event: &Event| match event {
            Event::Thought(recorded) => Some(recorded.clone()),
            _ => None,
        };
        self.told(recorded).into_iter().map(|(_, recorded)| recorded).collect()
    }

    pub fn thoughts_of(&self, source: Source) -> Vec<Recorded> {
        self.thoughts().into_iter().filter(|recorded| recorded.thought.source == source).collect()
    }
}

/// Sends the agent a thought from outside and returns the answer.
pub fn outside(life: &mut Mindful, text: &str, convert_eligible: Option<bool>, keys: &[&str]) -> ThoughtAnswer {
    let keys = keys.iter().map(ToString::to_string).collect();
    match life.order(Order::Thought { text: text.into(), convert_eligible, keys }) {
        CommandAnswer::Thought(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

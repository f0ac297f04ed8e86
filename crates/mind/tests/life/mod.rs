//! A mind with a scripted body under the driver's loop, and a record of its effects.
#![allow(dead_code, reason = "each test file uses its own part")]

use driver::Go;
use mind::effect::CommandAnswer;
use mind::input::Order;
use mind::speech::Speech;
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use simulator::simulation::Moment;
use simulator::stage::seen;
use simulator::{Course, Scripted, Simulation, Stage};
use std::cell::RefMut;
use std::time::Duration;
use vocab::outcome::{Failure, Refusal};
use vocab::senses::{GameMode, Vitals};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Action, Answer, BlockPos, Query, Tick};

/// The body loses half a drumstick every this many ticks.
const HUNGER_TICKS: u64 = 1_200;
/// How many of the last traced events are shown when a test fails.
const STORY_EVENTS: usize = 60;

/// A running agent in a test world, with the events that it traced.
pub struct Life {
    simulation: Simulation<Scripted>,
    pub events: Vec<(Tick, Event)>,
}

impl Life {
    pub fn new(body: Scripted) -> Life {
        Life::with(Config::default(), body)
    }

    pub fn with(config: Config, body: Scripted) -> Life {
        Life { simulation: Simulation::new(config, body), events: vec![] }
    }

    /// An agent that continues with a mind that has lived before, in the body that it had.
    pub fn resumed(mind: Mind, body: Scripted, events: Vec<(Tick, Event)>) -> Life {
        Life { simulation: Simulation::with_mind(mind, body), events }
    }

    /// Takes the agent apart: its body, and what it traced. A running action of the body is cancelled.
    pub fn into_parts(self) -> (Scripted, Vec<(Tick, Event)>) {
        let mut body = self.simulation.into_body();
        body.interrupt();
        (body, self.events)
    }

    pub fn mind(&self) -> &Mind {
        self.simulation.mind()
    }

    pub fn body(&self) -> RefMut<'_, Scripted> {
        self.simulation.body()
    }

    pub fn stage(&self) -> RefMut<'_, Stage> {
        RefMut::map(self.simulation.body(), |body| &mut body.stage)
    }

    pub fn vitals(&self) -> RefMut<'_, Vitals> {
        RefMut::map(self.stage(), |stage| stage.vitals.as_mut().expect("this body has vitals"))
    }

    /// Runs the agent for this many game ticks. `each` is called after the effects of every mind tick were performed.
    pub fn watch(&mut self, ticks: u64, mut each: impl FnMut(&Moment<'_>, &mut Scripted)) {
        let events = &mut self.events;
        self.simulation.run(ticks / TICKS_PER_MIND_TICK, |moment, body| {
            events.extend(events_of(moment.effects).map(|event| (moment.input.tick, event.clone())));
            each(moment, body);
            Go::On
        });
    }

    pub fn live(&mut self, ticks: u64) {
        self.watch(ticks, |_, _| {});
    }

    /// Runs the agent for one mind tick and returns its effects.
    pub fn step(&mut self) -> Vec<Effect> {
        let mut effects = vec![];
        self.watch(TICKS_PER_MIND_TICK, |moment, _| effects = moment.effects.to_vec());
        effects
    }

    /// Runs the agent until an event is traced, for at most `ticks_max` game ticks; returns whether it was.
    pub fn until(&mut self, ticks_max: u64, is_it: impl Fn(&Event) -> bool) -> bool {
        for _ in 0..ticks_max / TICKS_PER_MIND_TICK {
            if events_of(&self.step()).any(&is_it) {
                return true;
            }
        }
        false
    }

    /// Gives orders, runs the mind tick that reads them, and returns its effects and the answers, in order.
    pub fn order(&mut self, orders: &[Order]) -> (Vec<Effect>, Vec<CommandAnswer>) {
        let pending: Vec<_> =
            orders.iter().map(|order| self.simulation.order(order.clone()).expect("the door is open")).collect();
        let effects = self.step();
        let answer = |pending: &driver::door::Pending| pending.wait(Duration::ZERO).expect("it is answered").answer;
        (effects, pending.iter().map(answer).collect())
    }

    /// A player says a line in the world; runs the mind tick that hears it and returns its effects.
    pub fn say(&mut self, who: &str, text: &str) -> Vec<Effect> {
        self.simulation.say(who, text).expect("the door is open");
        self.step()
    }

    /// Several players say a line in the same tick; runs that tick and returns its effects.
    pub fn say_all<'a>(&mut self, lines: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Effect> {
        for (who, text) in lines {
            self.simulation.say(who, text).expect("the door is open");
        }
        self.step()
    }

    /// The owner says a line to the agent; returns the effects and the agent's answers.
    pub fn tell(&mut self, text: &str, at: Option<BlockPos>) -> (Vec<Effect>, Vec<Speech>) {
        let line = Order::Line { who: "alice".into(), text: text.into(), at };
        let (effects, answers) = self.order(&[line]);
        let [CommandAnswer::Said(said)] = &answers[..] else { panic!("{answers:?}") };
        (effects, said.clone())
    }

    /// Runs the agent for this many ticks and returns everything that it says, with whom it says it to.
    pub fn listen(&mut self, ticks: u64) -> Vec<(Option<String>, Speech)> {
        let mut said = vec![];
        self.watch(ticks, |moment, _| said.extend(said_in(moment.effects)));
        said
    }

    /// Hands over an order, which the agent reads in the next tick.
    pub fn hand_over(&self, order: Order) {
        self.simulation.order(order).expect("the door is open");
    }

    /// The traced events that `of` selects, with their ticks.
    pub fn told<T>(&self, mut of: impl FnMut(&Event) -> Option<T>) -> Vec<(u64, T)> {
        self.events.iter().filter_map(|(tick, event)| Some((tick.0, of(event)?))).collect()
    }

    /// The goal keys that the drive ticks chose, with their ticks.
    pub fn drives(&self) -> Vec<(u64, String)> {
        self.told(|event| match event {
            Event::Drive { key, .. } => Some(key.to_string()),
            _ => None,
        })
    }

    /// The agent's newest task with this goal key.
    pub fn task(&self, key: &str) -> Option<&mind::Task> {
        self.mind().tasks().iter().filter(|task| task.key().as_str() == key).last()
    }

    pub fn open_keys(&self) -> Vec<&str> {
        self.mind().tasks().open().map(|task| task.key().as_str()).collect()
    }

    /// The last traced events as text, shown when a test fails.
    pub fn story(&self) -> String {
        let last = &self.events[self.events.len().saturating_sub(STORY_EVENTS)..];
        last.iter().map(|(tick, event)| format!("{tick} {event:?}")).collect::<Vec<_>>().join("\n")
    }
}

pub fn said_in(effects: &[Effect]) -> Vec<(Option<String>, Speech)> {
    let said = |effect: &Effect| match effect {
        Effect::Say { to, speech } => Some((to.map(|to| to.to_string()), speech.clone())),
        _ => None,
    };
    effects.iter().filter_map(said).collect()
}

pub fn events_of(effects: &[Effect]) -> impl Iterator<Item = &Event> {
    effects.iter().filter_map(|effect| match effect {
        Effect::Trace(trace) => Some(&trace.event),
        _ => None,
    })
}

/// The verbs of the actions begun by these effects, and "cancel" for each cancelled one.
pub fn deeds(effects: &[Effect]) -> Vec<&'static str> {
    let deed = |effect: &Effect| match effect {
        Effect::Act { action, .. } => Some(action.verb()),
        Effect::Cancel { .. } => Some("cancel"),
        _ => None,
    };
    effects.iter().filter_map(deed).collect()
}

/// A body in a wood with ore below. It can do every action and becomes hungry.
pub fn in_the_wood() -> Scripted {
    Scripted::new(Stage::default().with_wood_and_ore()).with_all_rules().each_tick(hunger)
}

fn hunger(stage: &mut Stage) {
    if stage.tick.0 % HUNGER_TICKS == HUNGER_TICKS - TICKS_PER_MIND_TICK
        && let Some(vitals) = stage.vitals.as_mut().filter(|vitals| vitals.mode == GameMode::Survival)
    {
        vitals.food = vitals.food.saturating_sub(1);
    }
}

/// A body in a wood with ore below, with a cow always in sight.
pub fn with_cows() -> Scripted {
    let mut cows = 0;
    in_the_wood().each_tick(move |stage| {
        let near = stage.at;
        stage.creatures.retain(|creature| {
            creature.kind.as_str() != "cow" || creature.at.block().distance_squared(near) <= 24 * 24
        });
        if !stage.creatures.iter().any(|creature| creature.kind.as_str() == "cow") {
            cows += 1;
            stage.creatures.push(seen("cow", near.offset(9, 0, 2), 1_000 + cows));
        }
    })
}

/// A body on bare ground that can do every action. The test adds what it needs.
pub fn on_bare_ground() -> Scripted {
    Scripted::default().with_all_rules()
}

/// A fault that a test gives the scripted body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The body refuses every action.
    Refuses,
    /// The body claims that every action is done, but nothing happens.
    Lies,
    /// The body begins actions and never ends them.
    Hangs,
    /// The body loses every third outcome.
    Forgets,
    /// The body never finds or reaches anything.
    FindsNothing,
}

pub fn faulty(fault: Fault, body: Scripted) -> Scripted {
    match fault {
        Fault::Refuses => body.rule(|_, _| Some(Course::refused(Refusal::BadRequest))),
        Fault::Lies => body.rule(|_, _| Some(Course::done())),
        Fault::Hangs => body.rule(|_, _| Some(Course::never())),
        Fault::Forgets => {
            let mut count = 0;
            body.mishap(move |_, course| {
                count += 1;
                if count % 3 == 0 { course.unreported() } else { course }
            })
        }
        Fault::FindsNothing => body
            .rule(|_, action| (!matches!(action, Action::Wait { .. })).then(|| Course::failed(Failure::NoPath)))
            .answering(|stage, query| match query {
                Query::NearestBlocks { .. } => Answer::Blocks { found: vec![] },
                query => stage.answer(query),
            }),
    }
}

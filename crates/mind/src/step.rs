//! One step of the mind: take in the news, settle what ended, wish, decide who has the body, act, tell.

use crate::agenda::{Agenda, trace};
use crate::arbiter::{Arbiter, Controller};
use crate::beware::Beware;
use crate::config::Config;
use crate::effect::{Effect, Publication};
use crate::executor::Seen;
use crate::guard::{Guard, Reaction};
use crate::headway::headway;
use crate::input::Input;
use crate::journey::Journey;
use crate::keeping::Keeping;
use crate::lessons;
use crate::lore::name_of;
use crate::report::{Report, TaskReport};
use crate::status::{Status, TaskStatus};
use crate::trace::Event;
use crate::view::View;
use crate::wishes::Wishes;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use belief::evidence::Refused;
use belief::preventability;
use serde::{Deserialize, Serialize};
use tasks::TaskStore;
use vocab::outcome::End;
use vocab::senses::BodyEvent;
use vocab::{Action, Bag, Digest, Tick};

/// News of one kind taken in per tick; a flood is cut, and what is cut was not waited for.
pub const NEWS_MAX: usize = 256;
/// Longest time that one step is taken for; after a longer gap the body was not in the task's hands.
const ELAPSED_TICKS_MAX: u64 = 40;

/// The whole state of the agent's mind. What is not in here does not exist for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    config: Config,
    tick: Tick,
    view: View,
    agenda: Agenda,
    arbiter: Arbiter,
    guard: Guard,
    beware: Beware,
    keeping: Keeping,
    wishes: Wishes,
    journey: Journey,
    saved: Tick,
    told: Option<Status>,
}

impl Mind {
    pub fn new(config: Config) -> Mind {
        Mind {
            keeping: Keeping::new(config.upkeep),
            config,
            tick: Tick(0),
            view: View::default(),
            agenda: Agenda::default(),
            arbiter: Arbiter::default(),
            guard: Guard::default(),
            beware: Beware::default(),
            wishes: Wishes::default(),
            journey: Journey::default(),
            saved: Tick(0),
            told: None,
        }
    }

    /// Takes one tick's news and says what to do about it. Ticks that go backwards are taken for now.
    pub fn step(&mut self, input: &Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        let now = input.tick.max(self.tick);
        let elapsed = now.since(self.tick).min(ELAPSED_TICKS_MAX);
        self.tick = now;
        let bag = input.senses.carried.totals();
        let seen = Seen {
            now,
            at: input.senses.at.block(),
            bag: &bag,
            bag_is_known: !input.senses.carried.slots.is_empty(),
            progress: input.senses.progress,
        };
        self.take_in(input, seen, &mut effects);
        self.settle(seen, &mut effects);
        self.agenda.sweep(now, &mut effects);
        self.view.known.release(|task| self.agenda.tasks.get(task).is_some_and(|task| !task.status().is_final()));
        let situation = self.view.situation(&input.senses, &bag, now);
        self.agenda.reap(&situation, &mut effects);
        self.agenda.collect(&situation, &mut effects);
        self.wishes.obey(&input.commands, &situation, &mut self.agenda, &mut effects);
        let mut reaction = None;
        if !self.journey.dead {
            reaction = self.guard.react(&situation, &input.senses, &mut effects);
            let needs = self.keeping.needs(&situation, &self.agenda, reaction.is_some());
            Wishes::need(needs, &situation, &mut self.agenda, &mut effects);
            let counters = &mut self.journey.counters;
            let fit = self.keeping.fit();
            self.wishes.drive(&self.config, fit, &situation, &mut self.agenda, counters, &mut effects);
        }
        self.control(input, &bag, seen, elapsed, reaction, &mut effects);
        self.tell(input, &bag, &mut effects);
        if now.since(self.saved) >= self.config.save_interval_ticks {
            self.saved = now;
            effects.push(Effect::Save);
        }
        effects
    }

    /// News: what happened to the body, what is around it, answers and outcomes.
    fn take_in(&mut self, input: &Input, seen: Seen<'_>, effects: &mut Vec<Effect>) {
        let now = seen.now;
        // First, so that nothing is cancelled that has ended already.
        for outcome in input.outcomes.iter().take(NEWS_MAX) {
            self.agenda.executor.outcome(outcome, now, effects);
        }
        for event in input.senses.events.iter().take(NEWS_MAX) {
            // Before this tick's detections: what was known when it happened.
            if let Some(known) = preventability::assess(&self.view.belief, input.senses.at, event) {
                trace(effects, now, Event::Preventability { known });
            }
            self.keeping.note(event);
            match event {
                BodyEvent::Hurt { half_hearts, cause, .. } => {
                    self.journey.counters.damage_half_hearts += u64::from(*half_hearts);
                    trace(effects, now, Event::Hurt { half_hearts: *half_hearts, cause: *cause });
                }
                BodyEvent::Died { cause } => {
                    self.journey.deaths += 1;
                    self.journey.dead = true;
                    self.view.known.mark_deadly(seen.at, now);
                    self.view.known.shelter = None;
                    self.agenda.drop_urgent(now, effects);
                    trace(effects, now, Event::Died { cause: *cause });
                }
                BodyEvent::Respawned => {
                    self.journey.dead = false;
                    trace(effects, now, Event::Respawned);
                }
                _ => {}
            }
        }
        if input.senses.vitals.is_some_and(|vitals| vitals.health > 0) {
            self.journey.dead = false;
        }
        self.believe(input, now, effects);
        for (id, answer) in input.answers.iter().take(NEWS_MAX) {
            if !self.agenda.answer(*id, answer, &mut self.view.known, now) {
                let what = alloc::format!("answer to question {} that nobody waits for", id.0);
                trace(effects, now, Event::Unexpected { what });
            }
        }
        for reply in input.replies.iter().take(NEWS_MAX) {
            let what = alloc::format!("reply to thought {} that nobody waits for", reply.id.0);
            trace(effects, now, Event::Unexpected { what });
        }
        self.journey.carried(seen.bag, now, effects);
    }

    /// Takes what was detected into belief, and passes on what belief has to say.
    fn believe(&mut self, input: &Input, now: Tick, effects: &mut Vec<Effect>) {
        let belief = &mut self.view.belief;
        match belief.ingest(now, input.senses.at, &input.detections) {
            Ok(ingested) => {
                let (spent, refused) = (ingested.spent, ingested.refused);
                if spent.detections_left_out > 0 || refused != Refused::default() {
                    trace(effects, now, Event::Overlooked { spent, refused });
                }
            }
            Err(error) => trace(effects, now, Event::Unexpected { what: error.to_string() }),
        }
        effects.extend(self.beware.renew(belief, input.senses.at, now));
        if let Some(emission) = belief.emit() {
            effects.push(Effect::Publish(Publication::Belief(emission.clone())));
        }
    }

    /// Draws the consequences of an action that is over.
    fn settle(&mut self, seen: Seen<'_>, effects: &mut Vec<Effect>) {
        let Some(ended) = self.agenda.executor.watch(seen, effects) else { return };
        if matches!(ended.end, End::Failed(_) | End::Refused(_)) {
            self.guard.failed(&ended.running.action, seen.now);
        }
        let View { known, belief, failures, .. } = &mut self.view;
        lessons::note_world(&ended, known, belief, seen.now);
        self.agenda.settle(&ended, known, failures, seen, &mut self.journey.counters, effects);
    }

    /// Decides who has the body and lets them act. Exactly one does, and the hand-over stands before what it leads to.
    fn control(
        &mut self,
        input: &Input,
        bag: &Bag,
        seen: Seen<'_>,
        elapsed: u64,
        reaction: Option<Reaction>,
        effects: &mut Vec<Effect>,
    ) {
        let mut deeds = Vec::new();
        let mut claim = None;
        if self.journey.dead {
            self.agenda.interrupt("the body is dead", seen.now, &mut deeds);
        } else {
            let situation = self.view.situation(&input.senses, bag, seen.now);
            claim = reaction.and_then(|reaction| self.agenda.react(reaction, seen, &mut deeds));
            if claim.is_none() {
                let counters = &mut self.journey.counters;
                claim = self.agenda.pursue(&situation, self.wishes.paused, seen, elapsed, counters, &mut deeds);
            }
            if claim.is_none() && self.agenda.executor.running().is_none() {
                let look = self.guard.look(seen.now).map(|look| (look, "something dangerous went out of sight there"));
                let away = || Some((self.wishes.away(&situation)?, "something hostile watches, and does not go away"));
                if let Some((action, why)) = look.or_else(away) {
                    self.agenda.pass_time(action, why, seen, &mut deeds);
                }
            }
            self.note_shelter(&input.senses);
        }
        self.arbiter.decide(claim.as_slice(), seen.now, effects);
        effects.append(&mut deeds);
    }

    /// Remembers where it is safe: walled in, with a task that wants it so; and where it was last dry.
    fn note_shelter(&mut self, senses: &vocab::Senses) {
        if let Some(vitals) = senses.vitals {
            self.view.known.stood(senses.at.block(), vitals.in_water);
        }
        let stand = self.agenda.works.values().find_map(|work| work.site.as_ref()).map(|site| site.stand);
        if senses.surroundings.open_sides == 0
            && let Some(stand) = stand
        {
            self.view.known.shelter = Some(stand);
        }
    }

    /// Publishes what the agent does, when that has changed.
    fn tell(&mut self, input: &Input, bag: &Bag, effects: &mut Vec<Effect>) {
        let status = self.status(input, bag);
        let news = |a: &Status, b: &Status| {
            (a.controller, &a.doing, &a.why, &a.task, a.health, a.food)
                != (b.controller, &b.doing, &b.why, &b.task, b.health, b.food)
        };
        if self.told.as_ref().is_none_or(|told| news(told, &status)) {
            effects.push(Effect::Publish(Publication::Status(status.clone())));
            self.told = Some(status);
        }
    }

    fn status(&self, input: &Input, bag: &Bag) -> Status {
        let running = self.agenda.executor.running();
        let task = running.and_then(|running| running.task).and_then(|id| self.agenda.tasks.get(id));
        let (doing, why) = match (running, self.journey.dead) {
            (_, true) => ("dead".to_string(), "waiting to come back".to_string()),
            (Some(running), _) => (describe(&running.action), running.why.clone()),
            (None, _) => ("nothing".to_string(), "thinking, or nothing to do".to_string()),
        };
        Status {
            tick: self.tick,
            controller: self.arbiter.controller(),
            doing,
            why,
            task: task.map(|task| {
                let (done, of) = headway(task, self.agenda.works.get(&task.id()), bag);
                TaskStatus { id: task.id(), key: task.key().to_string(), done, of }
            }),
            health: input.senses.vitals.map(|vitals| vitals.health),
            food: input.senses.vitals.map(|vitals| vitals.food),
            at: input.senses.at.block(),
            time_of_day: input.senses.surroundings.time_of_day,
        }
    }

    /// The digest of the whole state.
    pub fn digest(&self) -> Digest {
        Digest::of("mind", self)
    }

    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// What it last said of itself.
    pub fn told(&self) -> Option<&Status> {
        self.told.as_ref()
    }

    pub fn tasks(&self) -> &TaskStore {
        &self.agenda.tasks
    }

    pub fn controller(&self) -> Controller {
        self.arbiter.controller()
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The numbers a run ends with.
    pub fn report(&self) -> Report {
        let counts = self.agenda.tasks.counts();
        let counters = &self.journey.counters;
        let numbers = [
            ("actions", self.agenda.executor.actions_begun()),
            ("alarms", self.guard.alarms),
            ("contradicted", counters.contradicted),
            ("damage_half_hearts", counters.damage_half_hearts),
            ("drive_held", counters.drive_held),
            ("drive_ticks", counters.drive_ticks),
            ("hand_overs", self.arbiter.hand_overs()),
            ("inconclusive", counters.inconclusive),
            ("not_done", counters.not_done),
            ("plans", counters.plans),
            ("questions", self.agenda.questions),
            ("retries", counters.retries),
            ("suppressed", counts.suppressed),
            ("upkeep_interruptions", counters.upkeep_interruptions),
            ("upkeep_plans", self.keeping.plans),
            ("verified", counters.verified),
        ];
        Report {
            tick: self.tick,
            alive: !self.journey.dead,
            deaths: self.journey.deaths,
            milestones: self.journey.milestones(),
            items_seen: self.journey.items_seen(),
            tasks: TaskReport {
                created: counts.created,
                completed: counts.completed,
                failed: counts.failed,
                cancelled: counts.cancelled,
                open: self.agenda.tasks.open().count() as u64,
            },
            stalls: counts.stalls.iter().map(|(class, count)| (class.name().to_string(), *count)).collect(),
            counters: (numbers.into_iter().map(|(name, count)| (name.to_string(), count)))
                .chain(self.keeping.below_warn().map(|(name, ticks)| (alloc::format!("warn_ticks_{name}"), ticks)))
                .collect::<BTreeMap<_, _>>(),
        }
    }
}

/// An action in words.
fn describe(action: &Action) -> String {
    match action {
        Action::Collect { item, count, .. } => alloc::format!("collecting {count} {}", name_of(*item)),
        Action::Mine { item, y, .. } => alloc::format!("mining for {} at height {y}", name_of(*item)),
        Action::Craft { recipe, .. } => {
            let output = gamedata::recipes::get(*recipe).map_or("something", |recipe| name_of(recipe.output));
            alloc::format!("crafting {output}")
        }
        Action::GoTo { to, .. } => alloc::format!("going to {to}"),
        Action::Explore { heading, .. } => alloc::format!("exploring {heading:?}").to_lowercase(),
        Action::Place { item, .. } => alloc::format!("placing {}", name_of(*item)),
        Action::Eat { item } => alloc::format!("eating {}", name_of(*item)),
        Action::LoadStation { input, .. } => alloc::format!("loading {} into the fire", name_of(*input)),
        other => other.verb().replace('_', " "),
    }
}

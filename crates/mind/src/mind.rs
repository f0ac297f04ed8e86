//! One step of the mind: read the input, settle the ended action, add tasks, grant the body, act, publish the status.

mod lasting;
mod outlook;
mod report;
mod shaken;
mod structures;

use crate::agenda::headway::headway;
use crate::agenda::{Agenda, Tasks};
use crate::hands::Hands;
use crate::hands::answers;
use crate::hands::arbiter::{Arbiter, Controller};
use crate::hands::claims::{self, Claims};
use crate::hands::guard::Guard;
use crate::hands::settle::Settling;
use crate::memory::Recall;
use crate::thoughts::{Desk, Thoughts};
use crate::turn::{Seen, Turn};
use crate::view::View;
use crate::view::beware::Beware;
use crate::view::journey::Journey;
use crate::view::situation::Situation;
use crate::wants::Wishes;
use crate::wants::chat::Hearing;
use crate::wants::keeping::{Busy, Keeping};
use crate::wire::config::Config;
use crate::wire::effect::{Effect, Publication};
use crate::wire::input::{Input, Link};
use crate::wire::reason::Reason;
use crate::wire::status::{Doing, Status, TaskStatus};
use crate::wire::trace::{Event, Unexpected};
use alloc::vec::Vec;
use belief::evidence::Refused;
use belief::preventability;
use serde::{Deserialize, Serialize};
use tasks::status::BlockedOn;
use tasks::{TaskId, status};
use vocab::senses::{BodyEvent, Harm};
use vocab::{Answer, Bag, BlockPos, QueryId, Senses, Tick, salvage};

/// Most outcomes, events or answers of one kind read per tick; the rest is dropped. A working body sends far fewer than
/// this.
pub const NEWS_MAX: usize = 256;

/// The whole state of the agent's mind. There is no other state.
///
/// A later version of the program reads it by the names of its fields; [`Mind::carry_over`] says which parts last then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mind {
    #[serde(deserialize_with = "salvage::value")]
    config: Config,
    tick: Tick,
    #[serde(deserialize_with = "salvage::value")]
    link: Link,
    #[serde(deserialize_with = "salvage::value")]
    view: View,
    #[serde(deserialize_with = "salvage::value")]
    beware: Beware,
    #[serde(deserialize_with = "salvage::value")]
    agenda: Agenda,
    #[serde(deserialize_with = "salvage::value")]
    hands: Hands,
    #[serde(deserialize_with = "salvage::value")]
    arbiter: Arbiter,
    #[serde(deserialize_with = "salvage::value")]
    guard: Guard,
    #[serde(deserialize_with = "salvage::value")]
    keeping: Keeping,
    #[serde(deserialize_with = "salvage::value")]
    wishes: Wishes,
    #[serde(deserialize_with = "salvage::value")]
    thoughts: Thoughts,
    #[serde(deserialize_with = "salvage::value")]
    journey: Journey,
    #[serde(deserialize_with = "salvage::value")]
    saved: Tick,
    #[serde(deserialize_with = "salvage::value")]
    told: Option<Status>,
}

impl Mind {
    pub fn new(config: Config) -> Mind {
        Mind {
            keeping: Keeping::new(config.upkeep),
            thoughts: Thoughts::new(config.thinking),
            config,
            tick: Tick(0),
            link: Link::default(),
            view: View::default(),
            beware: Beware::default(),
            agenda: Agenda::default(),
            hands: Hands::default(),
            arbiter: Arbiter::default(),
            guard: Guard::default(),
            wishes: Wishes::default(),
            journey: Journey::default(),
            saved: Tick(0),
            told: None,
        }
    }

    /// Steps the mind: takes one tick's input and returns the effects. A tick number that goes backwards counts as the
    /// last tick.
    pub fn step(&mut self, input: &Input) -> Vec<Effect> {
        let now = input.tick.max(self.tick);
        let bag = input.senses.carried.totals();
        let seen = Seen::new(&input.senses, &bag, now);
        let (mut effects, mut counters) = (Vec::new(), core::mem::take(&mut self.journey.counters));
        let before = self.moment();
        let mut turn = Turn::new(seen, self.tick, &mut counters, &mut effects);
        self.tick = now;
        if let Some(config) = &input.began {
            self.begin(config, now);
        }
        if let Some(shaken) = &input.shaken {
            self.shaken(shaken, input, &mut turn);
            self.journey.counters = counters;
            return effects;
        }
        self.take_in(input, &mut turn);
        self.settle(&mut turn);
        self.build(input, &bag, &mut turn);
        self.decide(input, &bag, &mut turn);
        self.thoughts.tell(&mut turn);
        self.note_shelter(&input.senses);
        self.view.memory.note(&turn);
        self.journey.counters = counters;
        self.tell(input, &bag, &mut effects);
        self.look_ahead(before, &input.senses, &bag, &mut effects);
        if now.since(self.saved) >= self.config.save_interval_ticks {
            self.saved = now;
            effects.push(Effect::Save);
        }
        effects
    }

    /// Reads one tick's input: outcomes of actions, events of the body, detections and answers.
    fn take_in(&mut self, input: &Input, turn: &mut Turn<'_>) {
        if input.link != self.link {
            self.link = input.link.clone();
            turn.trace(Event::Link { to: input.link.clone() });
        }
        // Outcomes of actions are read first, so that an action that has ended is not cancelled.
        for outcome in input.outcomes.iter().take(NEWS_MAX) {
            self.hands.executor.outcome(outcome, turn);
        }
        for event in input.senses.events.iter().take(NEWS_MAX) {
            self.happened(event, &input.senses, turn);
        }
        if input.senses.vitals.is_some_and(|vitals| vitals.health > 0) {
            self.journey.dead = false;
        }
        self.view.memory.take_in(input, turn);
        self.believe(input, turn);
        for (id, answer) in input.answers.iter().take(NEWS_MAX) {
            self.answered(*id, answer, turn);
        }
        for heard in input.heard.iter().take(NEWS_MAX) {
            turn.trace(Event::Heard { who: heard.who.clone(), text: heard.text.clone() });
        }
        self.journey.carried(turn);
    }

    /// Handles an event of the body, such as damage or death.
    fn happened(&mut self, event: &BodyEvent, senses: &Senses, turn: &mut Turn<'_>) {
        // Whether harm could have been prevented is judged by the belief from before it, so this tick's detections are
        // not read yet.
        if let Some(known) = preventability::assess(&self.view.belief, senses.at, event) {
            turn.trace(Event::Preventability { known });
        }
        self.keeping.note(event);
        match event {
            BodyEvent::Hurt { half_hearts, cause, .. } => {
                turn.counters.damage_half_hearts += u64::from(*half_hearts);
                turn.trace(Event::Hurt { half_hearts: *half_hearts, cause: *cause });
            }
            BodyEvent::Died { cause } => self.died(*cause, turn),
            BodyEvent::Respawned => {
                self.journey.dead = false;
                turn.trace(Event::Respawned);
            }
            BodyEvent::Collected { by, item, count } => self.agenda.collected(*by, *item, u32::from(*count)),
            _ => {}
        }
    }

    fn died(&mut self, cause: Harm, turn: &mut Turn<'_>) {
        self.journey.deaths += 1;
        self.journey.dead = true;
        self.view.places.mark_deadly(turn.seen.at, turn.now());
        self.view.places.landmarks.died_at(turn.seen.at, cause, turn.now());
        self.view.places.shelter = None;
        self.agenda.drop_urgent(turn);
        turn.trace(Event::Died { cause });
    }

    /// Updates belief with the creatures that the body detects, and publishes what belief emits.
    fn believe(&mut self, input: &Input, turn: &mut Turn<'_>) {
        let belief = &mut self.view.belief;
        match belief.ingest(turn.now(), input.senses.at, &input.detections) {
            Ok(ingested) => {
                let (spent, refused) = (ingested.spent, ingested.refused);
                if spent.detections_left_out > 0 || refused != Refused::default() {
                    turn.trace(Event::Overlooked { spent, refused });
                }
            }
            Err(_) => turn.trace(Event::Unexpected(Unexpected::DetectionsFromThePast)),
        }
        if let Some(emission) = belief.emit() {
            self.thoughts.believe(emission);
            turn.effects.push(Effect::Publish(Publication::Belief(emission.clone())));
        }
        turn.effects.extend(self.beware.renew(belief, input.senses.at, turn.now()));
        self.view.note_people(turn.now());
    }

    /// Stores the answer to a question in memory, even when the task that asked no longer waits for it.
    fn answered(&mut self, id: QueryId, answer: &Answer, turn: &mut Turn<'_>) {
        let Some(asked) = self.hands.questions.answered(id) else {
            turn.trace(Event::Unexpected(Unexpected::Answer(id)));
            return;
        };
        answers::note(&asked, answer, &mut self.view, &mut self.agenda, turn.now());
    }

    /// Records what follows from the running action if it has ended.
    fn settle(&mut self, turn: &mut Turn<'_>) {
        let Mind { view, agenda, hands, guard, .. } = self;
        Settling { view, agenda, hands, guard }.settle(turn);
        agenda.sweep(turn);
        view.places.release(|task| agenda.tasks().is_open(task));
    }

    /// Adds tasks for needs, orders and drives, grants the body to one controller, and carries out its claim.
    fn decide(&mut self, input: &Input, bag: &Bag, turn: &mut Turn<'_>) {
        let Mind { view, agenda, hands, arbiter, guard, keeping, wishes, thoughts, config, .. } = self;
        let situation = &view.situation(&input.senses, bag, turn.now());
        agenda.reap(situation, turn);
        wake_for_furnaces(agenda, situation, turn);
        let mut hearing = Hearing { situation, agenda, hands, told: self.told.as_ref(), turn };
        wishes.obey(&input.commands, &mut config.chat_allow, &mut hearing);
        wishes.listen(&input.heard[..input.heard.len().min(NEWS_MAX)], &config.chat_allow, &mut hearing);
        let mut desk = Desk { situation, wishes, agenda };
        thoughts.obey(&input.commands, &mut desk, turn);
        thoughts.hear(&input.replies, &mut desk, turn);
        let no_body = match self.link {
            _ if self.journey.dead => Some(Reason::Dead),
            Link::Present => None,
            Link::Waiting | Link::Gone { .. } => Some(Reason::NoBody),
        };
        let (mut claim, has_body) = (None, no_body.is_none());
        if no_body.is_none() {
            let reaction = guard.react(situation, &input.senses, turn);
            let busy = Busy { agenda, running: hands.executor.running() };
            let needs = keeping.needs(situation, busy, reaction.is_some());
            Wishes::need(needs, situation, agenda, turn);
            let want = wishes.drive((config, keeping.fit()), situation, agenda, turn);
            let mut desk = Desk { situation, wishes, agenda };
            if let Some(want) = want {
                thoughts.drive(want, &mut desk, turn);
            }
            thoughts.consider(&mut desk, turn);
            let mut claims = Claims { situation, reaction, agenda, hands, guard, wishes, turn };
            claim = Arbiter::grant(|controller| claims.of(controller));
        }
        let to = claim.as_ref().map_or(Controller::Idle, |claim| claim.controller);
        let nothing = no_body.unwrap_or(Reason::NothingToDo);
        let why = claim.as_ref().map_or(nothing.clone(), |claim| claim.why.clone());
        if let Some(event) = arbiter.hand_over(to, why) {
            turn.trace(event);
        }
        match claim {
            Some(claim) if claim.controller == Controller::Upkeep => {
                let why = claim.why.clone();
                hands.carry_out(claim, agenda, turn);
                agenda.give_way(why, turn);
            }
            Some(claim) => {
                if claim.controller == Controller::Reflex {
                    agenda.excuse(turn.elapsed);
                }
                hands.carry_out(claim, agenda, turn);
            }
            None => hands.let_go(nothing, agenda, turn),
        }
        wishes.report(agenda, turn);
        if has_body && let Some(query) = view.look_about(turn.now()) {
            hands.questions.look_about(query, turn);
        }
    }

    /// Remembers where the agent spends the night, and where the body last stood on dry land.
    fn note_shelter(&mut self, senses: &Senses) {
        if self.journey.dead || self.link != Link::Present {
            return;
        }
        if let Some(vitals) = senses.vitals {
            self.view.places.stood(senses.at.block(), vitals.in_water);
        }
        let stand = self.agenda.pursuits().find_map(|pursuit| pursuit.stay.site.as_ref()).map(|site| site.stand);
        if senses.surroundings.open_sides == 0
            && let Some(stand) = stand
        {
            self.view.places.shelter = Some(stand);
            if vocab::day::is_night(u64::from(senses.surroundings.time_of_day)) {
                self.view.places.landmarks.slept_at(stand, self.view.memory.days.today().number);
            }
        }
    }

    /// Publishes the agent's status when it has changed.
    fn tell(&mut self, input: &Input, bag: &Bag, effects: &mut Vec<Effect>) {
        let status = self.status(input, bag);
        let news = |a: &Status, b: &Status| {
            (a.controller, &a.doing, a.paused, &a.task, a.health, a.food)
                != (b.controller, &b.doing, b.paused, &b.task, b.health, b.food)
        };
        if self.told.as_ref().is_none_or(|told| news(told, &status)) {
            effects.push(Effect::Publish(Publication::Status(status.clone())));
            self.told = Some(status);
        }
    }

    fn status(&self, input: &Input, bag: &Bag) -> Status {
        let running = self.hands.executor.running();
        let task = running.and_then(|running| running.task).and_then(|id| self.agenda.tasks().get(id));
        let doing = match running {
            _ if self.journey.dead => Doing::Dead,
            _ if self.link != Link::Present => Doing::Away,
            Some(running) => Doing::Action { action: running.action.clone(), why: running.why.clone() },
            None => Doing::Nothing,
        };
        Status {
            tick: self.tick,
            controller: self.arbiter.controller(),
            doing,
            paused: self.wishes.paused,
            task: task.map(|task| {
                let (done, of) = headway(task, self.agenda.get(task.id()), bag);
                TaskStatus { id: task.id(), key: task.key().clone(), done, of }
            }),
            health: input.senses.vitals.map(|vitals| vitals.health),
            food: input.senses.vitals.map(|vitals| vitals.food),
            at: input.senses.at.block(),
            time_of_day: input.senses.surroundings.time_of_day,
        }
    }

    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// The status of the agent that was published last.
    pub fn told(&self) -> Option<&Status> {
        self.told.as_ref()
    }

    pub fn tasks(&self) -> &Tasks {
        self.agenda.tasks()
    }

    pub fn controller(&self) -> Controller {
        self.arbiter.controller()
    }

    pub fn thoughts(&self) -> &Thoughts {
        &self.thoughts
    }

    /// Read access to what the agent remembers, with near things first as seen from this place.
    pub fn recall(&self, at: BlockPos) -> Recall<'_> {
        Recall { places: &self.view.places, memory: &self.view.memory, at }
    }

    /// Makes the next step ask the language model, whatever the budget and the situation, for a person who wants to see
    /// the prompt.
    pub fn think_next(&mut self) {
        self.thoughts.think_next(self.config.thinking);
    }

    pub fn config(&self) -> &Config {
        &self.config
    }
}

/// Makes tasks pending again whose furnaces are nearly done. They now go before the other tasks.
fn wake_for_furnaces(agenda: &mut Agenda, situation: &Situation<'_>, turn: &mut Turn<'_>) {
    let waits = |status| matches!(status, status::Status::Blocked { on: BlockedOn::Until(_) });
    let waiting = agenda.tasks().open().filter(|task| waits(task.status())).map(tasks::Task::id);
    let due: Vec<TaskId> = waiting.filter(|id| claims::is_due(agenda, situation, *id)).collect();
    for id in due {
        agenda.set(id, status::Status::Pending, Reason::FurnaceNearlyDone, turn);
    }
}

//! One step of the mind: read the input, settle the ended action, add tasks, grant the body, act, publish the status.

use crate::agenda::headway::headway;
use crate::agenda::{Agenda, Tasks};
use crate::hands::Hands;
use crate::hands::arbiter::{Arbiter, Controller};
use crate::hands::claims::{self, Claims};
use crate::hands::guard::Guard;
use crate::hands::settle::Settling;
use crate::turn::{Seen, Turn};
use crate::view::View;
use crate::view::beware::Beware;
use crate::view::journey::Journey;
use crate::view::places::Search;
use crate::view::region::Region;
use crate::view::situation::Situation;
use crate::wants::Wishes;
use crate::wants::keeping::{Busy, Keeping};
use crate::wire::config::Config;
use crate::wire::effect::{Effect, Publication};
use crate::wire::input::{Input, Link};
use crate::wire::reason::Reason;
use crate::wire::report::{Report, TaskReport};
use crate::wire::status::{Doing, Status, TaskStatus};
use crate::wire::trace::{Event, Unexpected};
use alloc::string::ToString;
use alloc::vec::Vec;
use belief::evidence::Refused;
use belief::preventability;
use serde::{Deserialize, Serialize};
use tasks::status::BlockedOn;
use tasks::{TaskId, status};
use vocab::senses::BodyEvent;
use vocab::{Answer, Bag, Digest, Query, QueryId, Senses, Tick};

/// Most news of one kind read per tick; the rest is dropped. A working body sends far less than this.
pub const NEWS_MAX: usize = 256;

/// The whole state of the agent's mind. There is no other state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    config: Config,
    tick: Tick,
    link: Link,
    view: View,
    beware: Beware,
    agenda: Agenda,
    hands: Hands,
    arbiter: Arbiter,
    guard: Guard,
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

    /// Takes one tick's input and returns the effects. A tick number that goes backwards counts as the last tick.
    pub fn step(&mut self, input: &Input) -> Vec<Effect> {
        let now = input.tick.max(self.tick);
        let bag = input.senses.carried.totals();
        let seen = Seen::new(&input.senses, &bag, now);
        let (mut effects, mut counters) = (Vec::new(), core::mem::take(&mut self.journey.counters));
        let mut turn = Turn::new(seen, self.tick, &mut counters, &mut effects);
        self.tick = now;
        self.take_in(input, &mut turn);
        self.settle(&mut turn);
        self.decide(input, &bag, &mut turn);
        self.note_shelter(&input.senses);
        self.journey.counters = counters;
        self.tell(input, &bag, &mut effects);
        if now.since(self.saved) >= self.config.save_interval_ticks {
            self.saved = now;
            effects.push(Effect::Save);
        }
        effects
    }

    /// Reads the input: outcomes, events of the body, detections and answers.
    fn take_in(&mut self, input: &Input, turn: &mut Turn<'_>) {
        if input.link != self.link {
            self.link = input.link.clone();
            turn.trace(Event::Link { to: input.link.clone() });
        }
        // Outcomes come first, so that an ended action is not cancelled.
        for outcome in input.outcomes.iter().take(NEWS_MAX) {
            self.hands.executor.outcome(outcome, turn);
        }
        for event in input.senses.events.iter().take(NEWS_MAX) {
            self.happened(event, &input.senses, turn);
        }
        if input.senses.vitals.is_some_and(|vitals| vitals.health > 0) {
            self.journey.dead = false;
        }
        self.believe(input, turn);
        for (id, answer) in input.answers.iter().take(NEWS_MAX) {
            self.answered(*id, answer, turn);
        }
        for reply in input.replies.iter().take(NEWS_MAX) {
            turn.trace(Event::Unexpected(Unexpected::Reply(reply.id)));
        }
        for heard in input.heard.iter().take(NEWS_MAX) {
            turn.trace(Event::Heard { who: heard.who.clone(), text: heard.text.clone() });
        }
        self.journey.carried(turn);
    }

    /// Handles an event of the body.
    fn happened(&mut self, event: &BodyEvent, senses: &Senses, turn: &mut Turn<'_>) {
        // The harm is assessed with the belief from before it, so this tick's detections are not read yet.
        if let Some(known) = preventability::assess(&self.view.belief, senses.at, event) {
            turn.trace(Event::Preventability { known });
        }
        self.keeping.note(event);
        match event {
            BodyEvent::Hurt { half_hearts, cause, .. } => {
                turn.counters.damage_half_hearts += u64::from(*half_hearts);
                turn.trace(Event::Hurt { half_hearts: *half_hearts, cause: *cause });
            }
            BodyEvent::Died { cause } => {
                self.journey.deaths += 1;
                self.journey.dead = true;
                self.view.places.mark_deadly(turn.seen.at, turn.now());
                self.view.places.shelter = None;
                self.agenda.drop_urgent(turn);
                turn.trace(Event::Died { cause: *cause });
            }
            BodyEvent::Respawned => {
                self.journey.dead = false;
                turn.trace(Event::Respawned);
            }
            _ => {}
        }
    }

    /// Updates belief with the detections, and publishes what belief emits.
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
            turn.effects.push(Effect::Publish(Publication::Belief(emission.clone())));
        }
        turn.effects.extend(self.beware.renew(belief, input.senses.at, turn.now()));
    }

    /// Stores an answer in memory, even when the task that asked no longer waits for it.
    fn answered(&mut self, id: QueryId, answer: &Answer, turn: &mut Turn<'_>) {
        let Some(asked) = self.hands.questions.answered(id) else {
            turn.trace(Event::Unexpected(Unexpected::Answer(id)));
            return;
        };
        let now = turn.now();
        let known = match (&asked.query, answer) {
            (Query::NearestBlocks { blocks, radius, .. }, Answer::Blocks { found }) => {
                let search = Search { blocks, from: asked.at, radius: *radius };
                self.view.places.found(&search, found, now);
                true
            }
            (Query::Region { .. }, Answer::Region { .. }) => {
                let region = Region::from_answer(answer);
                region.as_ref().inspect(|region| self.view.blocks.scanned(region, now)).is_some()
            }
            (Query::NearestBlocks { .. }, _) => true,
            _ => false,
        };
        if self.agenda.tasks().is_open(asked.task) {
            self.agenda.pursuit(asked.task).work.answered(&asked, known, now);
        }
    }

    /// Settles the running action if it has ended.
    fn settle(&mut self, turn: &mut Turn<'_>) {
        let Mind { view, agenda, hands, guard, .. } = self;
        Settling { view, agenda, hands, guard }.settle(turn);
        agenda.sweep(turn);
        view.places.release(|task| agenda.tasks().is_open(task));
    }

    /// Adds tasks for needs, orders and drives, grants the body to one controller, and carries out its claim.
    fn decide(&mut self, input: &Input, bag: &Bag, turn: &mut Turn<'_>) {
        let Mind { view, agenda, hands, arbiter, guard, keeping, wishes, config, .. } = self;
        let situation = &view.situation(&input.senses, bag, turn.now());
        agenda.reap(situation, turn);
        wake_for_furnaces(agenda, situation, turn);
        wishes.obey(&input.commands, situation, agenda, turn);
        let no_body = match self.link {
            _ if self.journey.dead => Some(Reason::Dead),
            Link::Present => None,
            Link::Waiting | Link::Gone { .. } => Some(Reason::NoBody),
        };
        let mut claim = None;
        if no_body.is_none() {
            let reaction = guard.react(situation, &input.senses, turn);
            let busy = Busy { agenda, running: hands.executor.running() };
            let needs = keeping.needs(situation, busy, reaction.is_some());
            Wishes::need(needs, situation, agenda, turn);
            wishes.drive((config, keeping.fit()), situation, agenda, turn);
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
            Some(claim) => hands.carry_out(claim, agenda, turn),
            None => hands.let_go(nothing, agenda, turn),
        }
    }

    /// Remembers the shelter, and where the body last stood on dry land.
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
        }
    }

    /// Publishes the agent's status when it has changed.
    fn tell(&mut self, input: &Input, bag: &Bag, effects: &mut Vec<Effect>) {
        let status = self.status(input, bag);
        let news = |a: &Status, b: &Status| {
            (a.controller, &a.doing, &a.task, a.health, a.food) != (b.controller, &b.doing, &b.task, b.health, b.food)
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

    /// The digest of the whole state.
    pub fn digest(&self) -> Digest {
        Digest::of("mind", self)
    }

    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// The last published status.
    pub fn told(&self) -> Option<&Status> {
        self.told.as_ref()
    }

    pub fn tasks(&self) -> &Tasks {
        self.agenda.tasks()
    }

    pub fn controller(&self) -> Controller {
        self.arbiter.controller()
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The statistics of the run so far.
    pub fn report(&self) -> Report {
        let counts = self.agenda.tasks().counts();
        let counters = &self.journey.counters;
        let numbers = [
            ("actions", self.hands.executor.actions_begun()),
            ("alarms", self.guard.alarms),
            ("contradicted", counters.contradicted),
            ("damage_half_hearts", counters.damage_half_hearts),
            ("drive_held", counters.drive_held),
            ("drive_ticks", counters.drive_ticks),
            ("hand_overs", self.arbiter.hand_overs()),
            ("inconclusive", counters.inconclusive),
            ("not_done", counters.not_done),
            ("plans", counters.plans),
            ("questions", self.hands.questions.asked()),
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
                open: self.agenda.tasks().open().count() as u64,
            },
            stalls: counts.stalls.iter().map(|(class, count)| (class.name().to_string(), *count)).collect(),
            counters: (numbers.into_iter().map(|(name, count)| (name.to_string(), count)))
                .chain(self.keeping.below_warn().map(|(name, ticks)| (alloc::format!("warn_ticks_{name}"), ticks)))
                .collect(),
        }
    }
}

/// Wakes tasks whose furnaces are nearly done. They go before the other tasks now.
fn wake_for_furnaces(agenda: &mut Agenda, situation: &Situation<'_>, turn: &mut Turn<'_>) {
    let waits = |status| matches!(status, status::Status::Blocked { on: BlockedOn::Until(_) });
    let waiting = agenda.tasks().open().filter(|task| waits(task.status())).map(tasks::Task::id);
    let due: Vec<TaskId> = waiting.filter(|id| claims::is_due(agenda, situation, *id)).collect();
    for id in due {
        agenda.set(id, status::Status::Pending, Reason::FurnaceNearlyDone, turn);
    }
}

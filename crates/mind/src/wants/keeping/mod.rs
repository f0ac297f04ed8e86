//! Upkeep in the mind: what the keeper is told each second, and the goals that it hands to the task store.
//!
//! Two controllers stand behind one seam. The forecast is the agent's own; the threshold rule is what it is measured against.

mod breaks;
mod forecast;
mod observe;
mod rows;
pub mod stocks;
mod threshold;

use crate::agenda::Agenda;
use crate::hands::executor::Running;
use crate::view::situation::Situation;
use crate::wants::drive::Fit;
use crate::wants::needs::{self, Need};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use upkeep::Keeper;
use upkeep::metric::{MetricRow, Source};
use vocab::senses::BodyEvent;
use vocab::{Name, ThreatLevel, Tick};

/// Ticks between two plans: a second.
const PLAN_TICKS: u64 = 20;
/// Longest time that one look counts for; after a longer gap nobody watched.
const WATCHED_TICKS_MAX: u64 = 60;

/// What the agent is busy with, as upkeep sees it.
#[derive(Debug, Clone, Copy)]
pub struct Busy<'a> {
    pub agenda: &'a Agenda,
    pub running: Option<&'a Running>,
}

/// Who looks after the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    /// Plans ahead from drift, costs and the task's breaks.
    #[default]
    Forecast,
    /// Eats at or below six half drumsticks and shelters at dusk: the rule the forecast is measured against.
    Threshold,
}

/// The keeper, and what became of the metrics it keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeping {
    controller: Controller,
    keeper: Keeper,
    planned: Option<Tick>,
    /// When a break was last thought about: between short actions there are more of them than are worth it.
    rested: Option<Tick>,
    /// Tasks that were done by then: between two tasks there is always a break worth thinking about.
    done: u64,
    breaks: breaks::Breaks,
    looked: Option<Tick>,
    /// What the body was last doing, for a moment between two actions says little.
    activity: upkeep::drift::Activity,
    /// Something happened that no plan reckoned with.
    surprised: bool,
    /// Ticks at or past warn, for each metric of the body.
    below_warn: BTreeMap<Name, u64>,
    pub plans: u64,
}

impl Keeping {
    pub fn new(controller: Controller) -> Keeping {
        Keeping {
            controller,
            keeper: Keeper::new(rows::rig()).expect("the agent's own rows make sense"),
            planned: None,
            rested: None,
            done: 0,
            breaks: breaks::Breaks::default(),
            looked: None,
            activity: upkeep::drift::Activity::Idle,
            surprised: false,
            below_warn: BTreeMap::new(),
            plans: 0,
        }
    }

    /// Takes note of what happened to the body.
    pub fn note(&mut self, event: &BodyEvent) {
        self.surprised |= !matches!(event, BodyEvent::Disconnected | BodyEvent::Reconnected);
    }

    /// What the body needs now; nothing while it is not yet time to plan again. Dangers that a reflex handles are left to it.
    pub fn needs(&mut self, situation: &Situation<'_>, busy: Busy<'_>, reflexes_at_work: bool) -> Vec<Need> {
        if situation.vitals.is_none_or(|vitals| vitals.health == 0) {
            return Vec::new();
        }
        self.activity = observe::activity(busy).unwrap_or(self.activity);
        self.breaks.watch(busy.running, situation.now);
        let long_ago = |last: Option<Tick>| last.is_none_or(|last| situation.now.since(last) >= PLAN_TICKS);
        let done = busy.agenda.tasks().counts().completed;
        let at_break = busy.running.is_none() && (long_ago(self.rested) || done != self.done);
        let due = long_ago(self.planned);
        if !due && !at_break && !self.surprised {
            return Vec::new();
        }
        self.planned = Some(situation.now);
        if at_break {
            (self.rested, self.done) = (self.planned, done);
        }
        self.surprised = false;
        self.plans += 1;
        let breaks = self.breaks.ahead(busy.running, situation.now);
        let mut observation = observe::observe(situation, busy, self.activity, breaks);
        self.watch(&observation);
        // A healthy agent fights or runs; behind walls it would be trapped with a creeper waiting outside.
        if reflexes_at_work || observation.health.is_none_or(|health| health > needs::HURT) {
            observation.threat = ThreatLevel::None;
        }
        self.keeper.observe(&observation);
        match self.controller {
            Controller::Forecast => forecast::needs(&mut self.keeper, situation),
            Controller::Threshold => threshold::needs(situation),
        }
    }

    /// Health and food below which the drive tick does not fire. The rule that heals and eats late is not held up for it,
    /// or it would sit idle, and be safe, where the forecast gets on with its work.
    pub fn fit(&self) -> Fit {
        match self.controller {
            Controller::Forecast => Fit::default(),
            Controller::Threshold => Fit { health_min: needs::HURT + 1, food_min: threshold::HUNGRY + 1 },
        }
    }

    fn watch(&mut self, observation: &upkeep::observation::Observation) {
        let now = observation.tick;
        let ticks = self.looked.map_or(0, |last| now.since(last).min(WATCHED_TICKS_MAX));
        self.looked = Some(now);
        // Stocks are no state of the body; light is, though the dark hurts nobody by itself.
        let of_the_body = |row: &&MetricRow| row.critical.is_some() || row.source == Source::Light;
        for row in self.keeper.rig().metrics.iter().filter(of_the_body) {
            let past = |raw: i64| row.good(row.level(raw)) <= row.warn_good();
            if observation.raw(row.source).is_some_and(past) {
                *self.below_warn.entry(row.id).or_default() += ticks;
            }
        }
    }

    /// Ticks at or past warn, for each metric that ever was.
    pub fn below_warn(&self) -> impl Iterator<Item = (Name, u64)> {
        self.below_warn.iter().map(|(metric, ticks)| (*metric, *ticks))
    }
}

//! Upkeep in the mind: feeds the keeper with observations each second, and turns its plan into goals.
//!
//! There are two controllers. The agent uses the forecast; the threshold rule is the baseline that it is compared with.

mod breaks;
mod forecast;
mod observe;
mod pickaxes;
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
pub use upkeep::outlook::{self, Outlook};
use vocab::senses::BodyEvent;
use vocab::{Name, ThreatLevel, Tick};

/// Ticks between two plans of upkeep: one second.
const PLAN_TICKS: u64 = 20;
/// Most ticks that one observation of the body's metrics counts for. During a longer gap the agent was not running.
const WATCHED_TICKS_MAX: u64 = 60;

/// The agent's tasks and its running action, as upkeep needs them.
#[derive(Debug, Clone, Copy)]
pub struct Busy<'a> {
    pub agenda: &'a Agenda,
    pub running: Option<&'a Running>,
}

/// Which rule decides about the body's needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepRule {
    /// Upkeep plans ahead from the drift of each metric, the costs, and the breaks of the active task.
    #[default]
    Forecast,
    /// The baseline for comparison: the agent eats at six half drumsticks or fewer and shelters at dusk.
    Threshold,
}

/// Upkeep in the mind: the keeper that plans it, and statistics about the body's metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeping {
    rule: UpkeepRule,
    keeper: Keeper,
    planned: Option<Tick>,
    /// The tick at which a break of a task last triggered an upkeep plan. Short actions give more breaks than are worth
    /// a plan.
    rested: Option<Tick>,
    /// How many tasks were done at the last upkeep plan. A break between two tasks always triggers a plan.
    done: u64,
    breaks: breaks::Breaks,
    looked: Option<Tick>,
    /// The body's last activity. Between two actions it stays the same.
    activity: upkeep::drift::Activity,
    /// An unplanned event happened to the body, so a new upkeep plan is due at once.
    surprised: bool,
    /// For each metric of the body: the ticks that it spent at or past its warn threshold.
    below_warn: BTreeMap<Name, u64>,
    pub plans: u64,
}

impl Default for Keeping {
    fn default() -> Keeping {
        Keeping::new(UpkeepRule::default())
    }
}

impl Keeping {
    pub fn new(rule: UpkeepRule) -> Keeping {
        Keeping {
            rule,
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

    /// Begins a session with this rule and this version's tables. What was learned about the rates stays; with other
    /// tables a new upkeep plan is made at once.
    pub fn begin(&mut self, rule: UpkeepRule) {
        self.rule = rule;
        let rig = rows::rig();
        if *self.keeper.rig() != rig {
            self.keeper = self.keeper.with_rig(rig).expect("the agent's own rows make sense");
            self.planned = None;
        }
    }

    /// Keeps what lasts when the program changes: what was learned and counted. Plans and observations are made anew.
    pub fn carry_over(self) -> Keeping {
        let Keeping { rule, keeper, below_warn, plans, .. } = self;
        let keeper = keeper.with_rig(rows::rig()).expect("the agent's own rows make sense");
        Keeping { keeper, below_warn, plans, ..Keeping::new(rule) }
    }

    /// Records an event of the body; most events make a new upkeep plan due at once.
    pub fn note(&mut self, event: &BodyEvent) {
        self.surprised |= !matches!(event, BodyEvent::Disconnected | BodyEvent::Reconnected);
    }

    /// The body's needs; empty until the next upkeep plan is due. Dangers are left to the reflexes while they are
    /// active.
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
        // A healthy agent fights or flees. If it walled itself in, a creeper waiting outside would trap it.
        if reflexes_at_work || observation.health.is_none_or(|health| health > needs::HURT) {
            observation.threat = ThreatLevel::None;
        }
        self.keeper.observe(&observation);
        match self.rule {
            UpkeepRule::Forecast => {
                let mut needs = forecast::needs(&mut self.keeper, situation);
                needs.extend(at_break.then(|| pickaxes::need(situation)).flatten());
                needs
            }
            UpkeepRule::Threshold => threshold::needs(situation),
        }
    }

    /// The health and food that the drive tick requires. The threshold rule eats and heals late, so its limits are
    /// lower. Otherwise the agent would idle in safety under that rule while it works under the forecast, and the
    /// comparison would be unfair.
    pub fn fit(&self) -> Fit {
        match self.rule {
            UpkeepRule::Forecast => Fit::default(),
            UpkeepRule::Threshold => Fit { health_min: needs::HURT + 1, food_min: threshold::HUNGRY + 1 },
        }
    }

    fn watch(&mut self, observation: &upkeep::observation::Observation) {
        let now = observation.tick;
        let ticks = self.looked.map_or(0, |last| now.since(last).min(WATCHED_TICKS_MAX));
        self.looked = Some(now);
        // The statistics count only metrics of the body, not stocks. Light has no critical level but is one of them.
        let of_the_body = |row: &&MetricRow| row.critical.is_some() || row.source == Source::Light;
        for row in self.keeper.rig().metrics.iter().filter(of_the_body) {
            let past = |raw: i64| row.good(row.level(raw)) <= row.warn_good();
            if observation.raw(row.source).is_some_and(past) {
                *self.below_warn.entry(row.id).or_default() += ticks;
            }
        }
    }

    /// What is foreseen of the body's metrics, for people.
    pub fn outlook(&self) -> Outlook {
        self.keeper.outlook()
    }

    /// For each metric that ever reached its warn threshold: the ticks that it spent at or past it.
    pub fn below_warn(&self) -> impl Iterator<Item = (Name, u64)> {
        self.below_warn.iter().map(|(metric, ticks)| (*metric, *ticks))
    }
}

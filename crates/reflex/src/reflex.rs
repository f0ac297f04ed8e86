//! One step of reflex: asks the rules, keeps the window, and says what the body does.

use crate::courage::Mode;
use crate::gear::Gear;
use crate::rules::{self, Proposal, Rule, Why, low_health};
use crate::scene::{self, Scene};
use crate::tunnel;
use crate::window::{Urgency, Window, WindowEvent};
use belief::Bus;
use serde::{Deserialize, Serialize};
use vocab::senses::{BodyEvent, GameMode, Harm};
use vocab::{Action, FinePos, Senses, Tick, TrackId};

/// An action is given anew only when its target has moved by this many thousandths of a block ...
const TARGET_MOVED: u64 = 2_000;
/// ... or after this many ticks.
const REISSUE_TICKS: u64 = 20;
/// How long an arrow is remembered: three seconds.
const ARROW_TICKS: u64 = 60;
/// How long it is remembered that there was no way to run: two seconds.
const TRAPPED_TICKS: u64 = 40;

/// How long it is remembered that walls could not be made: as long as one more try takes.
const EXPOSED_TICKS: u64 = 60;
/// Behind walls one stays this long while something is near that would walk in.
const STAY_TICKS_MAX: u64 = 300;
/// And so long when the next blow may be the last: five minutes, in which health comes back, or the day, or they go.
const STAY_HURT_TICKS_MAX: u64 = 6_000;
const STAY_WAIT_TICKS: u16 = 40;

/// After that, for so long, what does not see one is let be.
const BOLD_TICKS: u64 = 600;
/// From so many stays in a row on, even a creeper in sight is let be until it is near: two are chance, more is a siege.
const STAYS_IN_VAIN: u8 = 3;
/// Stays are in a row when the next one ends within this long: as long as it takes to be driven back behind the walls at once.
const STAYS_ROW_TICKS: u64 = 1_200;

/// What the body is to do, and by which rule. Equal to the last one: keep on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReflexAct {
    pub action: Action,
    pub rule: Rule,
    pub urgency: Urgency,
    pub about: Option<TrackId>,
    pub why: Why,
}

/// What one tick came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReflexTick {
    /// While this is something, nobody else has the body.
    pub act: Option<ReflexAct>,
    /// No rule speaks any more; `act` is what is still to be finished.
    pub held: bool,
    pub event: Option<WindowEvent>,
}

/// The state of reflex between ticks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reflex {
    window: Option<Window>,
    act: Option<ReflexAct>,
    issued: Tick,
    /// What was decided about creatures, and when.
    decided: Option<(Mode, Tick)>,
    arrow: Option<Tick>,
    trapped: Option<Tick>,
    exposed: Option<Tick>,
    out_of_reach: Option<Tick>,
    /// When one last gave up staying behind walls, and how often in a row.
    stayed: Option<Tick>,
    stays: u8,
}

impl Reflex {
    pub fn new() -> Reflex {
        Reflex::default()
    }

    /// The window in which nobody else has the body, if one is open.
    pub fn window(&self) -> Option<&Window> {
        self.window.as_ref()
    }

    /// Takes note that something failed, whoever began it: there is no way out, no wall, or no way to what was to be struck.
    pub fn failed(&mut self, action: &Action, now: Tick) {
        match action {
            Action::Flee { .. } => self.trapped = Some(now),
            Action::WallIn { .. } => self.exposed = Some(now),
            Action::Attack { .. } => self.out_of_reach = Some(now),
            _ => {}
        }
    }

    pub fn step(&mut self, bus: &Bus, senses: &Senses, mut gear: Gear) -> ReflexTick {
        let now = senses.tick;
        let hit = |event: &BodyEvent| matches!(event, BodyEvent::Hurt { cause: Harm::Arrow, .. });
        if senses.events.iter().any(hit) {
            self.arrow = Some(now);
        }
        let mortal = |mode: GameMode| matches!(mode, GameMode::Survival | GameMode::Adventure);
        if senses.vitals.is_some_and(|vitals| !mortal(vitals.mode) || vitals.health == 0) {
            return self.leave(now); // nothing can happen, or everything has
        }
        let engaged = self.window.map(|window| (window.rule, window.about));
        let lately = |tick: Option<Tick>, ticks: u64| tick.is_some_and(|tick| now.since(tick) <= ticks);
        let (under_fire, trapped) = (lately(self.arrow, ARROW_TICKS), lately(self.trapped, TRAPPED_TICKS));
        let (out_of_reach, bold) = (lately(self.out_of_reach, TRAPPED_TICKS), lately(self.stayed, BOLD_TICKS));
        if lately(self.exposed, EXPOSED_TICKS) {
            gear.walls = 0;
        }
        let (hostiles, decided) = (&scene::hostiles(bus, senses), self.decided);
        let undaunted = bold && self.stays >= STAYS_IN_VAIN;
        let scene =
            Scene { bus, hostiles, senses, gear, engaged, decided, under_fire, trapped, out_of_reach, bold, undaunted };
        match rules::propose(&scene) {
            Some(proposal) => self.follow(proposal, now),
            None if self.is_tunnelling() => self.hold(now),
            None if scene.is_walled_in() && engaged.is_some_and(|(rule, _)| rule.is_about_creatures()) => {
                self.stay(&scene)
            }
            None => self.hold(now),
        }
    }

    /// Behind walls there is nothing left to finish; but who opens them at once meets what stands before them.
    fn stay(&mut self, scene: &Scene<'_>) -> ReflexTick {
        let now = scene.now();
        let stay_ticks_max = if scene.health() <= low_health::LOW { STAY_HURT_TICKS_MAX } else { STAY_TICKS_MAX };
        match &mut self.window {
            Some(window) if now.since(window.entered) < stay_ticks_max && scene.is_besieged() => {
                let still = Action::Wait { ticks: STAY_WAIT_TICKS };
                window.until = now + window.urgency.window_ticks();
                let again = self.act.as_ref().is_none_or(|act| act.action != still);
                if again || now.since(self.issued) >= u64::from(STAY_WAIT_TICKS) {
                    self.sit_out(still, now);
                }
                ReflexTick { act: self.act.clone(), ..ReflexTick::default() }
            }
            Some(window) if now.since(window.entered) >= stay_ticks_max => {
                let in_a_row = self.stayed.is_some_and(|last| now.since(last) <= STAYS_ROW_TICKS);
                self.stays = if in_a_row { self.stays.saturating_add(1) } else { 1 };
                self.stayed = Some(now);
                let Some(action) = tunnel::away(scene) else { return self.leave(now) };
                window.until = now + tunnel::TICKS_MAX;
                self.sit_out(action, now);
                ReflexTick { act: self.act.clone(), ..ReflexTick::default() }
            }
            _ => self.leave(now),
        }
    }

    /// What to do about the siege that the window is open for.
    fn sit_out(&mut self, action: Action, now: Tick) {
        let besieged =
            |Window { rule, urgency, about, .. }| ReflexAct { action, rule, urgency, about, why: Why::Besieged };
        self.act = self.window.map(besieged);
        self.issued = now;
    }

    /// On the way out of a siege, by the way that was dug for it.
    fn is_tunnelling(&self) -> bool {
        self.act.as_ref().is_some_and(|act| matches!(act.action, Action::GoTo { .. }))
    }

    /// A rule speaks: enter the window or renew it.
    fn follow(&mut self, proposal: Proposal, now: Tick) -> ReflexTick {
        let Proposal { rule, urgency, about, .. } = proposal;
        let until = now + urgency.window_ticks();
        let (event, entered) = match &self.window {
            None => (Some(WindowEvent::Entered { rule, urgency, about }), now),
            Some(window) if window.rule != rule => {
                (Some(WindowEvent::Changed { from: window.rule, to: rule, about }), window.entered)
            }
            Some(window) => (None, window.entered),
        };
        let until = self.window.map_or(until, |window| window.until.max(until));
        self.window = Some(Window { rule, about, urgency, entered, until });
        let since = |(held, since): (Mode, Tick)| (Some(held) == proposal.mode).then_some(since);
        self.decided = proposal.mode.map(|mode| (mode, self.decided.and_then(since).unwrap_or(now)));
        let goes_on = self.goes_on(&proposal, now);
        let Proposal { action, why, .. } = proposal;
        if !goes_on {
            self.act = Some(ReflexAct { action, rule, urgency, about, why });
            self.issued = now;
        }
        ReflexTick { act: self.act.clone(), event, ..ReflexTick::default() }
    }

    /// Whether what the body does already is as good as what is proposed.
    fn goes_on(&self, proposal: &Proposal, now: Tick) -> bool {
        self.act.as_ref().is_some_and(|act| {
            let wanted = &proposal.action;
            let same = act.rule == proposal.rule
                && act.about == proposal.about
                && act.urgency == proposal.urgency
                && act.action.verb() == wanted.verb();
            if same && matches!(wanted, Action::WallIn { .. }) {
                return true; // all sides get closed, wherever it comes from
            }
            let near = match (target(&act.action), target(wanted)) {
                (Some(held), Some(wanted)) => held.within(wanted, TARGET_MOVED),
                _ => act.action == *wanted,
            };
            same && near && now.since(self.issued) < REISSUE_TICKS
        })
    }

    /// No rule speaks: go on until the window closes.
    fn hold(&mut self, now: Tick) -> ReflexTick {
        match &self.window {
            Some(window) if now < window.until => {
                ReflexTick { act: self.act.clone(), held: true, ..ReflexTick::default() }
            }
            _ => self.leave(now),
        }
    }

    fn leave(&mut self, now: Tick) -> ReflexTick {
        self.act = None;
        self.decided = None;
        let left = self.window.take();
        let event = left.map(|window| WindowEvent::Left { rule: window.rule, held_ticks: now.since(window.entered) });
        ReflexTick { event, ..ReflexTick::default() }
    }
}

/// The moving thing that an action is about.
fn target(action: &Action) -> Option<FinePos> {
    match action {
        Action::Flee { from, .. } => Some(*from),
        Action::Attack { near } => Some(*near),
        _ => None,
    }
}

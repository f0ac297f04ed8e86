//! One tick of reflex: asks the rules, opens or renews the window, and returns what the body does.

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

/// A running reflex action (flee or attack) is issued again when the mob that it is about has moved by this many
/// thousandths of a block.
const TARGET_MOVED: u64 = 2_000;
/// A running reflex action is issued again after this many ticks.
const REISSUE_TICKS: u64 = 20;
/// An arrow that hit the body counts as recent for this many ticks: three seconds.
const ARROW_TICKS: u64 = 60;
/// A failed attempt to flee counts as recent for this many ticks: two seconds.
const TRAPPED_TICKS: u64 = 40;

/// A failed attempt to wall in counts as recent for this many ticks: three seconds, as long as another attempt takes.
const EXPOSED_TICKS: u64 = 60;
/// The agent waits behind its walls for at most this many ticks while a mob waits outside.
const STAY_TICKS_MAX: u64 = 300;
/// An agent that the next blow may kill, and that can heal, waits behind its walls for at most this many ticks while a mob
/// waits outside: five minutes. By then health has returned, it is day, or the mobs have left. An agent that cannot heal
/// gains nothing by it, and would starve there.
const STAY_HURT_TICKS_MAX: u64 = 6_000;
const STAY_WAIT_TICKS: u16 = 40;
/// A body that swims out of lava may be above the lava for this many ticks: one hop.
const LAVA_TICKS: u64 = 16;
/// A shield is held up for at most this many ticks in a row: an exploding mob that can reach the body has done so by
/// then.
const SHIELD_TICKS_MAX: u64 = 160;
/// After a shield was held up in vain, it stays down for this many ticks: half a minute.
const SHIELD_DOWN_TICKS: u64 = 600;

/// After the agent gave up waiting behind its walls, mobs that do not see it are ignored for this many ticks.
const BOLD_TICKS: u64 = 600;
/// After this many waits behind walls in a row, even a creeper in sight is ignored until it is close. Two such waits
/// can be chance, three are a siege.
const STAYS_IN_VAIN: u8 = 3;
/// Two waits behind walls are in a row when the second ends within this many ticks after the first: a mob drove the
/// agent back behind its walls at once.
const STAYS_ROW_TICKS: u64 = 1_200;

/// The action that a reflex wants, and the rule that wants it. If it equals that of the last tick, the body just
/// continues.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReflexAct {
    pub action: Action,
    pub rule: Rule,
    pub urgency: Urgency,
    pub about: Option<TrackId>,
    pub why: Why,
}

/// What the reflexes want in one mind tick.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReflexTick {
    /// The reflex's action. As long as it is set, no task or other controller may use the body.
    pub act: Option<ReflexAct>,
    /// No reflex rule fires any more; the running reflex action only has to be finished.
    pub held: bool,
    pub event: Option<WindowEvent>,
}

/// What the reflexes remember between mind ticks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reflex {
    window: Option<Window>,
    act: Option<ReflexAct>,
    issued: Tick,
    /// The last decision to fight, flee or hide from mobs, and when it was made.
    decided: Option<(Mode, Tick)>,
    arrow: Option<Tick>,
    trapped: Option<Tick>,
    exposed: Option<Tick>,
    out_of_reach: Option<Tick>,
    /// The tick at which a shield was last held up in vain.
    shielded: Option<Tick>,
    /// The tick since which every side around the body is closed by walls.
    walled: Option<Tick>,
    /// The tick at which the agent last gave up waiting behind its walls, and how many times in a row it did so.
    stayed: Option<Tick>,
    stays: u8,
}

impl Reflex {
    pub fn new() -> Reflex {
        Reflex::default()
    }

    /// The time span in which a reflex controls the body; `None` when no reflex does. During it no other controller may
    /// use the body.
    pub fn window(&self) -> Option<&Window> {
        self.window.as_ref()
    }

    /// Notes that an action failed, whichever controller started it: the agent cannot flee, cannot wall in, or cannot
    /// reach its target.
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
            return self.leave(now); // in creative mode or dead: nothing can hurt the body
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
        if decided.is_some_and(|(mode, since)| mode == Mode::Shield && now.since(since) >= SHIELD_TICKS_MAX) {
            self.shielded = Some(now);
        }
        let shield_in_vain = lately(self.shielded, SHIELD_DOWN_TICKS);
        let scene = Scene {
            bus,
            hostiles,
            senses,
            gear,
            engaged,
            decided,
            under_fire,
            trapped,
            out_of_reach,
            shield_in_vain,
            bold,
            undaunted,
        };
        self.walled = scene.is_walled_in().then(|| self.walled.unwrap_or(now));
        if self.is_leaving_lava(now) && senses.vitals.is_some_and(|vitals| !vitals.in_lava) {
            return self.hold(now);
        }
        match rules::propose(&scene) {
            Some(proposal) => self.follow(proposal, now),
            None if self.is_tunnelling() => self.hold(now),
            None if scene.is_walled_in() && engaged.is_some_and(|(rule, _)| rule.is_about_creatures()) => {
                self.stay(&scene)
            }
            None => self.hold(now),
        }
    }

    /// Whether the body was in lava a moment ago. It hops while it swims out, and any other action would let it fall
    /// back in.
    fn is_leaving_lava(&self, now: Tick) -> bool {
        let last = |window: Window| window.until.since(now) + LAVA_TICKS >= window.urgency.window_ticks();
        self.window.is_some_and(|window| window.rule == Rule::Lava && now < window.until && last(window))
    }

    /// Decides whether the agent keeps waiting behind its closed walls. Opening them at once would let in the mob that
    /// waits outside.
    fn stay(&mut self, scene: &Scene<'_>) -> ReflexTick {
        let now = scene.now();
        let heals = scene.health() <= low_health::LOW && scene.can_heal();
        let stay_ticks_max = if heals { STAY_HURT_TICKS_MAX } else { STAY_TICKS_MAX };
        let stayed_ticks = self.walled.map_or(0, |walled| now.since(walled));
        match &mut self.window {
            Some(window) if stayed_ticks < stay_ticks_max && scene.is_besieged() => {
                let still = Action::Wait { ticks: STAY_WAIT_TICKS };
                window.until = now + window.urgency.window_ticks();
                let again = self.act.as_ref().is_none_or(|act| act.action != still);
                if again || now.since(self.issued) >= u64::from(STAY_WAIT_TICKS) {
                    self.sit_out(still, now);
                }
                ReflexTick { act: self.act.clone(), ..ReflexTick::default() }
            }
            Some(window) if stayed_ticks >= stay_ticks_max => {
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

    /// Sets the reflex's action while a mob waits outside the walls: wait, or dig a tunnel away from it.
    fn sit_out(&mut self, action: Action, now: Tick) {
        let besieged =
            |Window { rule, urgency, about, .. }| ReflexAct { action, rule, urgency, about, why: Why::Besieged };
        self.act = self.window.map(besieged);
        self.issued = now;
    }

    /// Whether the body is digging a tunnel away from a mob that waits outside its walls.
    fn is_tunnelling(&self) -> bool {
        self.act.as_ref().is_some_and(|act| matches!(act.action, Action::GoTo { .. }))
    }

    /// Follows a rule that fires: the reflex takes control of the body, or keeps it for longer.
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

    /// Whether the running reflex action can continue instead of the proposed one: the same rule, mob and verb, and a
    /// target that has hardly moved.
    fn goes_on(&self, proposal: &Proposal, now: Tick) -> bool {
        self.act.as_ref().is_some_and(|act| {
            let wanted = &proposal.action;
            let same = act.rule == proposal.rule
                && act.about == proposal.about
                && act.urgency == proposal.urgency
                && act.action.verb() == wanted.verb();
            if same && matches!(wanted, Action::WallIn { .. }) {
                return true; // walling in closes all sides, wherever the mob stands
            }
            let near = match (target(&act.action), target(wanted)) {
                (Some(held), Some(wanted)) => held.within(wanted, TARGET_MOVED),
                _ => act.action == *wanted,
            };
            same && near && now.since(self.issued) < REISSUE_TICKS
        })
    }

    /// Handles a tick in which no rule fires: the running reflex action continues until the reflex's time in control
    /// ends.
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

/// The position of the mob that an action flees from or attacks; `None` for other actions.
fn target(action: &Action) -> Option<FinePos> {
    match action {
        Action::Flee { from, .. } => Some(*from),
        Action::Attack { near, .. } => Some(*near),
        _ => None,
    }
}

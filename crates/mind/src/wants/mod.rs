//! Where tasks come from: a person's commands, the body's needs, the drive tick.

use crate::agenda::{Agenda, trace};
use crate::wire::config::Config;
use crate::wants::drive;
use crate::wire::effect::{CommandAnswer, Effect};
use crate::goals;
use crate::wire::input::{Command, Order};
use crate::view::journey::Counters;
use crate::wants::needs::Need;
use crate::view::situation::Situation;
use crate::wire::trace::{Event, Gate};
use crate::agenda::work::Work;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::status::CancelReason;
use tasks::{Goal, ItemClass, Lane, Origin, Refused, Who};
use vocab::{Action, GoalKey, Tick};

/// Most of an item that a person may ask for at once.
pub const AMOUNT_MAX: u32 = 4_096;

/// Ticks that one stands about, watched by something hostile, before one leaves: ten seconds. And how far, out of its sight.
const WATCHED_TICKS_MAX: u64 = 200;
const AWAY_BLOCKS: u8 = 32;
/// Close enough to talk, in blocks.
const COME_WITHIN_BLOCKS: u8 = 2;

/// What the wishes remember from tick to tick.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Wishes {
    pub paused: bool,
    last_drive: Option<Tick>,
    /// The gate that was last told to be shut, so that it is told once, and since when one waits for it to open.
    shut: Option<(Gate, Tick)>,
}

impl Wishes {
    /// Takes people's commands and answers each one.
    pub fn obey(
        &mut self,
        commands: &[Command],
        situation: &Situation<'_>,
        agenda: &mut Agenda,
        effects: &mut Vec<Effect>,
    ) {
        for command in commands {
            let answer = self.carry_out(&command.order, situation, agenda, effects);
            effects.push(Effect::Answer { command: command.id, answer });
        }
    }

    fn carry_out(
        &mut self,
        order: &Order,
        situation: &Situation<'_>,
        agenda: &mut Agenda,
        effects: &mut Vec<Effect>,
    ) -> CommandAnswer {
        let now = situation.now;
        match order {
            Order::Pause | Order::Stop => self.paused = true,
            Order::Resume => self.paused = false,
            Order::Cancel { task } => {
                if agenda.tasks.get(*task).is_none_or(|task| task.status().is_final()) {
                    return CommandAnswer::Refused { why: alloc::format!("there is no open task {task}") };
                }
                agenda.cancel(*task, CancelReason::User, "a person took it back", now, effects);
            }
            Order::Come { to } => {
                let goal = Goal::At { place: *to, within: COME_WITHIN_BLOCKS };
                return ask(("navigate", "speaker"), goal, agenda, now, effects);
            }
            Order::Goal { action, target, amount } => {
                return match asked_goal(action, target, *amount, situation) {
                    Ok(goal) => ask((action, target), goal, agenda, now, effects),
                    Err(why) => {
                        let key = alloc::format!("{action}:{target}");
                        trace(effects, now, Event::TaskRefused { key, why: why.clone() });
                        CommandAnswer::Refused { why }
                    }
                };
            }
        }
        CommandAnswer::Done
    }

    /// Turns what the body needs into tasks, and makes urgent what has become so.
    pub fn need(needs: Vec<Need>, situation: &Situation<'_>, agenda: &mut Agenda, effects: &mut Vec<Effect>) {
        let (now, fresh) = (situation.now, Work::default());
        for need in needs.into_iter().filter(|need| !goals::is_met(&need.goal, situation, &fresh)) {
            let Ok(key) = GoalKey::new(need.action, need.target) else { continue };
            if let Some(by) = agenda.tasks.suppressed_by(&key, now) {
                agenda.tasks.raise(by, need.lane);
            } else if !agenda.cooling.is_cooling(&key, now) {
                let origin = Origin::new(Who::Upkeep, need.why, now);
                let _ = agenda.add((need.action, need.target), need.goal, need.lane, origin, now, effects);
            }
        }
    }

    /// The drive tick: due when nothing can go on, else every few minutes; fires when all gates are open.
    pub fn drive(
        &mut self,
        config: &Config,
        fit: drive::Fit,
        situation: &Situation<'_>,
        agenda: &mut Agenda,
        counters: &mut Counters,
        effects: &mut Vec<Effect>,
    ) {
        let now = situation.now;
        let idle = !agenda.has_runnable();
        let timer = self.last_drive.is_none_or(|last| now.since(last) >= config.drive_interval_ticks);
        if !idle && !timer {
            return;
        }
        let gate = if self.paused { Some(Gate::Paused) } else { drive::gate(situation, fit) };
        if let Some(gate) = gate {
            counters.drive_held += 1;
            if self.shut.is_none_or(|(shut, _)| shut != gate) {
                trace(effects, now, Event::DriveHeld { gate });
                self.shut = Some((gate, now));
            }
            return;
        }
        self.shut = None;
        for want in drive::ladder(situation) {
            let Ok(key) = GoalKey::new(want.action, want.target) else { continue };
            let taken = agenda.tasks.suppressed_by(&key, now).is_some();
            if taken && !idle {
                // The most important thing is under way: nothing more is wanted.
                self.last_drive = Some(now);
                return;
            }
            if taken || agenda.cooling.is_cooling(&key, now) {
                continue;
            }
            self.last_drive = Some(now);
            counters.drive_ticks += 1;
            trace(effects, now, Event::Drive { key, rule: want.rule.into() });
            let origin = Origin::new(Who::Drive, want.rule, now);
            let _ = agenda.add((want.action, want.target), want.goal, Lane::Task, origin, now, effects);
            return;
        }
    }

    /// Nothing is begun before hostile eyes; when they do not go away, one goes oneself.
    pub fn away(&mut self, situation: &Situation<'_>) -> Option<Action> {
        let now = situation.now;
        let (Gate::Hostiles, since) = self.shut? else { return None };
        let from = situation.watcher().filter(|_| now.since(since) >= WATCHED_TICKS_MAX)?.at;
        self.shut = Some((Gate::Hostiles, now));
        let away = Action::Flee { from, blocks: AWAY_BLOCKS };
        (!situation.failures.barred(&away, situation.at, now)).then_some(away)
    }
}

/// Makes a person's goal a task.
fn ask(key: (&str, &str), goal: Goal, agenda: &mut Agenda, now: Tick, effects: &mut Vec<Effect>) -> CommandAnswer {
    let origin = Origin::new(Who::User, "a person asked for it", now);
    match agenda.add(key, goal, Lane::Task, origin, now, effects) {
        Ok(task) => CommandAnswer::Taken { task },
        Err(Refused::Suppressed { by }) => CommandAnswer::Joined { task: by },
        Err(refused) => CommandAnswer::Refused { why: refused.to_string() },
    }
}

/// The goal behind a person's words: closed lists, and a reason when it is none.
fn asked_goal(action: &str, target: &str, amount: u32, situation: &Situation<'_>) -> Result<Goal, String> {
    if amount == 0 || amount > AMOUNT_MAX {
        return Err(alloc::format!("the amount must be 1 to {AMOUNT_MAX}"));
    }
    match (action, target) {
        ("explore" | "navigate", _) => Ok(Goal::Explore { blocks: amount.clamp(16, 128) as u16 }),
        ("build", "basic_shelter") => Ok(Goal::Shelter),
        ("collect" | "eat", "food") => {
            Ok(Goal::HaveClass { class: ItemClass::Food, count: situation.count_class(ItemClass::Food) + amount })
        }
        ("collect" | "gather" | "mine" | "craft" | "smelt" | "get", name) => match gamedata::items::find(name) {
            Ok(item) => Ok(Goal::Have { item, count: situation.bag.count(item) + amount }),
            Err(error) => Err(error.to_string()),
        },
        _ => Err(alloc::format!("`{action}` is no action: say collect, craft, smelt, explore or build")),
    }
}

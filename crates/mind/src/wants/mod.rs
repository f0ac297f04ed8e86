//! The sources of tasks: people's orders, the body's needs, the drive tick.

pub mod drive;
pub mod keeping;
pub mod needs;
mod orders;

use crate::agenda::pursuit::Pursuit;
use crate::agenda::{Agenda, Wanted, wish};
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wants::needs::Need;
use crate::wire::config::Config;
use crate::wire::reason::Reason;
use crate::wire::trace::{Event, Gate};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::{Goal as _, Lane, Origin, Who};
use vocab::{Action, Tick};

/// An idle agent flees once a hostile mob has been in view for this many ticks (ten seconds), and by this many blocks.
const WATCHED_TICKS_MAX: u64 = 200;
const AWAY_BLOCKS: u8 = 32;

/// State kept between ticks about wishes and the drive tick.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Wishes {
    pub paused: bool,
    last_drive: Option<Tick>,
    /// The closed gate that was last traced, so that it is traced once, and since when it is closed.
    shut: Option<(Gate, Tick)>,
}

impl Wishes {
    /// Turns the body's needs into tasks, and raises the urgency of open tasks that meet one.
    pub fn need(needs: Vec<Need>, situation: &Situation<'_>, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        let (now, fresh) = (situation.now, Pursuit::default());
        for Need { goal, lane, priority, why } in needs.into_iter().filter(|need| !need.goal.is_met(situation, &fresh))
        {
            let key = goal.key();
            if agenda.is_open(&key, now) {
                agenda.raise(&key, lane, priority);
            } else if !agenda.is_cooling(&key, now) {
                let origin = Origin::new(Who::Upkeep, Reason::Upkeep(why), now);
                let _ = agenda.add(Wanted { goal, lane, priority, origin }, turn);
            }
        }
    }

    /// Runs the drive tick: due at once when no task can run, else every few minutes. It fires only when all gates are open.
    pub fn drive(
        &mut self,
        (config, fit): (&Config, drive::Fit),
        situation: &Situation<'_>,
        agenda: &mut Agenda,
        turn: &mut Turn<'_>,
    ) {
        let now = situation.now;
        let idle = !agenda.has_runnable();
        let timer = self.last_drive.is_none_or(|last| now.since(last) >= config.drive_interval_ticks);
        if !idle && !timer {
            return;
        }
        let gate = if self.paused { Some(Gate::Paused) } else { drive::gate(situation, fit) };
        if let Some(gate) = gate {
            turn.counters.drive_held += 1;
            if self.shut.is_none_or(|(shut, _)| shut != gate) {
                turn.trace(Event::DriveHeld { gate });
                self.shut = Some((gate, now));
            }
            return;
        }
        self.shut = None;
        for drive::Want { goal, rule } in drive::ladder(situation) {
            let key = goal.key();
            let taken = agenda.is_open(&key, now);
            if taken && !idle {
                // The most important goal is already a task, so no other is added.
                self.last_drive = Some(now);
                return;
            }
            if taken || agenda.is_cooling(&key, now) {
                continue;
            }
            self.last_drive = Some(now);
            turn.counters.drive_ticks += 1;
            turn.trace(Event::Drive { key, rule });
            let origin = Origin::new(Who::Drive, Reason::Drive(rule), now);
            let _ = agenda.add(wish(goal, Lane::Task, origin), turn);
            return;
        }
    }

    /// Flees from a hostile mob that stays in view, because the drive tick does not fire as long as it does.
    pub fn away(&mut self, situation: &Situation<'_>) -> Option<Action> {
        let now = situation.now;
        let (Gate::Hostiles, since) = self.shut? else { return None };
        let from = situation.watcher().filter(|_| now.since(since) >= WATCHED_TICKS_MAX)?.at;
        self.shut = Some((Gate::Hostiles, now));
        let away = Action::Flee { from, blocks: AWAY_BLOCKS };
        (!situation.failures.barred(&away, situation.at, now)).then_some(away)
    }
}

//! The sources of tasks: people's orders, the body's needs, the drive tick.

pub mod actions;
pub mod chat;
pub mod drive;
pub mod keeping;
mod manage;
pub mod needs;
mod orders;
pub mod wish;

pub use orders::ALLOW_MAX;

use crate::agenda::pursuit::Pursuit;
use crate::agenda::{Agenda, Wanted};
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wants::needs::Need;
use crate::wire::config::Config;
use crate::wire::reason::Reason;
use crate::wire::trace::{Event, Gate};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::{Goal as _, Lane, Origin, Priority, Who};
use vocab::{Action, Tick};

/// An idle agent flees once a hostile mob has been in view for this many ticks (ten seconds), and flees this many
/// blocks.
const WATCHED_TICKS_MAX: u64 = 200;
const AWAY_BLOCKS: u8 = 32;

/// What the mind remembers between ticks about people's wishes, pauses and the drive tick.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Wishes {
    pub paused: bool,
    chat: chat::Chat,
    last_drive: Option<Tick>,
    /// The condition that keeps the drive tick from choosing a goal and was last traced, so that it is traced once, and
    /// since when it holds.
    shut: Option<(Gate, Tick)>,
}

impl Wishes {
    /// Turns the body's needs into tasks, and raises the urgency of open tasks that meet one. A need without urgency
    /// becomes a task only when that task would get its turn at once. Until then upkeep repeats it at each plan.
    pub fn need(needs: Vec<Need>, situation: &Situation<'_>, agenda: &mut Agenda, turn: &mut Turn<'_>) {
        let (now, fresh) = (situation.now, Pursuit::default());
        let would_wait = agenda.is_busy();
        for Need { goal, lane, priority, why } in needs.into_iter().filter(|need| !need.goal.is_met(situation, &fresh))
        {
            let key = goal.key();
            if agenda.is_open(&key, now) {
                agenda.raise(&key, (lane, priority), turn);
            } else if !agenda.is_cooling(&key, now)
                && (!would_wait || priority != Priority::Normal || lane != Lane::Task)
            {
                let origin = Origin::new(Who::Upkeep, Reason::Upkeep(why), now);
                let _ = agenda.add(Wanted { goal, lane, priority, origin }, turn);
            }
        }
    }

    /// Runs the drive tick: due at once when no task can run, else every few minutes. It returns the goal that it
    /// chooses, and only when no condition forbids it.
    pub fn drive(
        &mut self,
        (config, fit): (&Config, drive::Fit),
        situation: &Situation<'_>,
        agenda: &Agenda,
        turn: &mut Turn<'_>,
    ) -> Option<drive::Want> {
        let now = situation.now;
        let idle = !agenda.has_runnable();
        let timer = self.last_drive.is_none_or(|last| now.since(last) >= config.drive_interval_ticks);
        if !idle && !timer {
            return None;
        }
        let gate = if self.paused { Some(Gate::Paused) } else { drive::gate(situation, fit) };
        if let Some(gate) = gate {
            turn.counters.drive_held += 1;
            if self.shut.is_none_or(|(shut, _)| shut != gate) {
                turn.trace(Event::DriveHeld { gate });
                self.shut = Some((gate, now));
            }
            return None;
        }
        self.shut = None;
        for want in drive::ladder(situation) {
            let key = want.goal.key();
            let taken = agenda.is_open(&key, now);
            if taken && !idle {
                // The most important goal of the drive ladder is already a task, so no other is added.
                self.last_drive = Some(now);
                return None;
            }
            if taken || agenda.is_cooling(&key, now) {
                continue;
            }
            self.last_drive = Some(now);
            turn.counters.drive_ticks += 1;
            turn.trace(Event::Drive { key, rule: want.rule });
            return Some(want);
        }
        None
    }

    /// Flees from a hostile mob that has been in view for ten seconds. While one is in view the drive tick is held
    /// back, so an idle agent would otherwise stand there for good.
    pub fn away(&mut self, situation: &Situation<'_>) -> Option<Action> {
        let now = situation.now;
        let (Gate::Hostiles, since) = self.shut? else { return None };
        let from = situation.watcher().filter(|_| now.since(since) >= WATCHED_TICKS_MAX)?.at;
        self.shut = Some((Gate::Hostiles, now));
        let away = Action::Flee { from, blocks: AWAY_BLOCKS };
        (!situation.failures.barred(&away, situation.at, now)).then_some(away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals::Have;
    use crate::turn::Seen;
    use crate::view::View;
    use crate::view::journey::Counters;
    use crate::view::lore::item;
    use crate::wire::reason::Upkeep;
    use alloc::vec;
    use vocab::senses::{Carried, Surroundings};
    use vocab::{Bag, FinePos, Senses};

    /// The number of open tasks after upkeep needs coal with this urgency, with another task open or not.
    fn open_after(need: impl Fn(Have, Upkeep) -> Need, busy: bool) -> usize {
        let (mut agenda, view, now) = (Agenda::default(), View::default(), Tick(40));
        let senses = Senses {
            tick: now,
            at: FinePos::new(0, 64_000, 0),
            vitals: None,
            carried: Carried::default(),
            surroundings: Surroundings::default(),
            progress: None,
            events: vec![],
        };
        let (bag, mut counters, mut effects) = (Bag::new(), Counters::default(), vec![]);
        let situation = view.situation(&senses, &bag, now);
        let mut turn = Turn::new(Seen::new(&senses, &bag, now), now, &mut counters, &mut effects);
        if busy {
            let origin = Origin::new(Who::Drive, Reason::Ordered, now);
            agenda
                .add(crate::agenda::wish(Have { item: item("diamond"), count: 3 }, Lane::Task, origin), &mut turn)
                .unwrap();
        }
        let need = need(Have { item: item("coal"), count: 8 }, Upkeep::Food { food: 9 });
        Wishes::need(vec![need], &situation, &mut agenda, &mut turn);
        agenda.tasks().open().count()
    }

    #[test]
    fn a_need_without_urgency_becomes_a_task_only_when_it_would_get_its_turn() {
        assert_eq!(open_after(Need::whenever, false), 1);
        assert_eq!(open_after(Need::whenever, true), 1, "it stays a wish until the other task has ended");
        assert_eq!(open_after(Need::at_a_break, true), 2);
        assert_eq!(open_after(Need::urgent, true), 2);
    }
}

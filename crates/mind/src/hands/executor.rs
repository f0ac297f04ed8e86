//! Runs one action at a time: begins it, watches its progress, verifies its outcome against the world, ends it.
//!
//! Invariant: at most one action runs. An action without progress is cancelled, so a missing outcome never blocks the agent.

use crate::hands::arbiter::Controller;
use crate::hands::leaf::Expect;
use crate::hands::verify::{is_unknown, verify};
use crate::turn::{Seen, Turn};
use crate::wire::effect::Effect;
use crate::wire::reason::Reason;
use crate::wire::trace::{Event, Evidence, Unexpected};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::outcome::{End, Failure, Receipt};
use vocab::{Action, ActionId, Bag, BlockPos, Outcome, Tick};

/// An action is cancelled after this many ticks without measurable progress: 20 s. Digging deepslate by hand takes 15
/// s.
pub const QUIET_TICKS_MAX: u64 = 400;
/// An action is cancelled after this many ticks even if it makes progress: four minutes. No action needs longer.
pub const ACTION_TICKS_MAX: u64 = 4_800;
/// How many ticks the mind waits until the world shows what an action's outcome claims, because a server's updates may
/// come late.
pub const GRACE_TICKS: u64 = 12;
/// Most cancelled actions whose outcomes are still expected. The oldest is dropped first.
pub const LETTING_GO_MAX: usize = 8;
/// How far the body must move for it to count as progress of an action, in blocks, squared.
pub const MOVED_BLOCKS_SQUARED: u64 = 4;

/// The action that the body carries out now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub id: ActionId,
    pub action: Action,
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub expect: Expect,
    pub why: Reason,
    pub started: Tick,
    pub from: BlockPos,
    pub before: Bag,
    /// The tick of the action's last measurable progress. The fields below hold the counts at that tick.
    stirred: Tick,
    mark_done: u32,
    mark_blocks: u32,
    mark_at: BlockPos,
    mark_items: u64,
    outcome: Option<(Outcome, Tick)>,
}

/// An action that has ended, how it ended, and what the world shows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub running: Running,
    pub end: End,
    pub receipt: Receipt,
    pub evidence: Evidence,
}

/// An action that a controller wants to begin, and why.
#[derive(Debug, Clone)]
pub struct Begin {
    pub action: Action,
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub expect: Expect,
    pub retry_of: Option<ActionId>,
    /// The number of this attempt at the task's step, counted from 1.
    pub way: u8,
    pub why: Reason,
}

impl Begin {
    /// Makes a request for an action that belongs to no task and has no visible result to verify.
    pub fn alone(action: Action, controller: Controller, why: Reason) -> Begin {
        Begin { action, controller, task: None, expect: Expect::Nothing, retry_of: None, way: 1, why }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Executor {
    running: Option<Running>,
    letting_go: Vec<ActionId>,
    actions: u64,
}

impl Executor {
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    pub fn actions_begun(&self) -> u64 {
        self.actions
    }

    /// Begins an action of the body. No other action may be running.
    pub fn begin(&mut self, begin: Begin, turn: &mut Turn<'_>) -> ActionId {
        debug_assert!(self.running.is_none(), "the running action is cancelled before another begins");
        let seen = turn.seen;
        self.actions += 1;
        let id = ActionId(self.actions);
        let event = Event::ActionStarted {
            id,
            action: begin.action.clone(),
            controller: begin.controller,
            task: begin.task,
            retry_of: begin.retry_of,
            way: begin.way,
            why: begin.why.clone(),
        };
        turn.trace(event);
        turn.effects.push(Effect::Act { id, action: begin.action.clone() });
        self.running = Some(Running {
            id,
            action: begin.action,
            controller: begin.controller,
            task: begin.task,
            expect: begin.expect,
            why: begin.why,
            started: seen.now,
            from: seen.at,
            before: seen.bag.clone(),
            stirred: seen.now,
            mark_done: 0,
            mark_at: seen.at,
            mark_blocks: 0,
            mark_items: seen.bag.total(),
            outcome: None,
        });
        id
    }

    /// Cancels the running action, if there is one. Its outcome is ignored when it arrives.
    pub fn cancel(&mut self, why: Reason, turn: &mut Turn<'_>) -> Option<Running> {
        let running = self.running.take()?;
        if running.outcome.is_none() {
            if self.letting_go.len() == LETTING_GO_MAX {
                self.letting_go.remove(0);
            }
            self.letting_go.push(running.id);
            turn.effects.push(Effect::Cancel { id: running.id });
        }
        turn.trace(Event::ActionCancelled { id: running.id, why });
        Some(running)
    }

    /// Takes an action's outcome from the body. The outcome of an unknown action is traced and otherwise ignored.
    pub fn outcome(&mut self, outcome: &Outcome, turn: &mut Turn<'_>) {
        match &mut self.running {
            Some(running) if running.id == outcome.id => {
                if running.outcome.is_none() {
                    running.outcome = Some((outcome.clone(), turn.now()));
                }
                return;
            }
            _ => {}
        }
        if let Some(n) = self.letting_go.iter().position(|id| *id == outcome.id) {
            self.letting_go.remove(n);
            return;
        }
        turn.trace(Event::Unexpected(Unexpected::Outcome(outcome.id)));
    }

    /// Checks the running action: returns it when it has ended or was cancelled for lack of progress; `None` while it
    /// continues.
    pub fn watch(&mut self, turn: &mut Turn<'_>) -> Option<Ended> {
        let seen = turn.seen;
        let running = self.running.as_mut()?;
        if let Some((outcome, since)) = &running.outcome {
            let evidence = verify(running, outcome, seen);
            // After an end that nobody knows, too, the mind looks for a while before it does anything.
            let is_open = evidence == Evidence::Contradicted || (is_unknown(outcome) && evidence == Evidence::NotDone);
            if is_open && seen.now.since(*since) < GRACE_TICKS {
                return None;
            }
            let (end, receipt, id) = (outcome.end.clone(), outcome.receipt.clone(), running.id);
            let running = self.running.take()?;
            turn.trace(Event::ActionEnded { id, end: end.clone(), evidence, receipt: receipt.clone() });
            return Some(Ended { running, end, receipt, evidence });
        }
        running.stir(seen);
        let limit = running.quiet_ticks_max();
        let stuck = seen.now.since(running.stirred) > limit;
        let endless = seen.now.since(running.started) > ACTION_TICKS_MAX.max(limit);
        if !stuck && !endless {
            return None;
        }
        let (why, failure) =
            if stuck { (Reason::GetsNowhere, Failure::Stuck) } else { (Reason::TakesTooLong, Failure::TimedOut) };
        let running = self.cancel(why, turn)?;
        Some(Ended { running, end: End::Failed(failure), receipt: Receipt::default(), evidence: Evidence::NotDone })
    }
}

impl Running {
    /// Records measurable progress of the running action: the body's own count, blocks broken or placed, items gained
    /// or lost, distance moved.
    fn stir(&mut self, seen: Seen<'_>) {
        let own = seen.progress.filter(|progress| progress.id == self.id);
        let (done, blocks) = own.map_or((0, 0), |progress| (progress.done, progress.blocks));
        let moved = self.mark_at.distance_squared(seen.at) >= MOVED_BLOCKS_SQUARED;
        let got_on = done > self.mark_done || blocks > self.mark_blocks;
        if got_on || moved || seen.bag.total() != self.mark_items {
            self.stirred = seen.now;
        }
        self.mark_done = self.mark_done.max(done);
        self.mark_blocks = self.mark_blocks.max(blocks);
        self.mark_items = seen.bag.total();
        if moved {
            self.mark_at = seen.at;
        }
    }

    /// Whether the bag shows that the block to be placed has left it.
    pub fn has_spent(&self, seen: Seen<'_>) -> bool {
        let Action::Place { item, .. } = self.action else { return false };
        seen.bag_is_known && seen.bag.count(item) < self.before.count(item)
    }

    /// How many ticks the running action may go without progress. Waiting, shielding and sleeping may take longer, as
    /// they last by design.
    fn quiet_ticks_max(&self) -> u64 {
        match self.action {
            Action::Wait { ticks } | Action::Shield { ticks } => u64::from(ticks) + QUIET_TICKS_MAX,
            Action::Sleep { .. } => 12_000,
            _ => QUIET_TICKS_MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::journey::Counters;
    use alloc::vec;
    use gamedata::states;
    use vocab::outcome::Refusal;
    use vocab::senses::Progress;
    use vocab::{BlockId, ItemId};

    const HERE: BlockPos = BlockPos::new(0, 64, 0);
    const LOG: ItemId = ItemId(7);

    fn seen(now: u64, bag: &Bag) -> Seen<'_> {
        Seen { now: Tick(now), at: HERE, bag, bag_is_known: true, progress: None }
    }

    /// Calls `act` with a mind turn that has these observations; returns what `act` returns, and the turn's effects.
    fn turn<T>(seen: Seen<'_>, act: impl FnOnce(&mut Turn<'_>) -> T) -> (T, Vec<Effect>) {
        let (mut counters, mut effects) = (Counters::default(), vec![]);
        let answer = act(&mut Turn::new(seen, seen.now, &mut counters, &mut effects));
        (answer, effects)
    }

    fn watch(executor: &mut Executor, seen: Seen<'_>) -> Option<Ended> {
        turn(seen, |turn| executor.watch(turn)).0
    }

    fn begin(executor: &mut Executor, action: Action, expect: Expect) -> ActionId {
        let begin = Begin { expect, ..Begin::alone(action, Controller::Task, Reason::Turn) };
        turn(seen(0, &Bag::new()), |turn| {
            executor.cancel(Reason::NothingToDo, turn);
            executor.begin(begin, turn)
        })
        .0
    }

    fn outcome(id: ActionId, end: End, blocks: Vec<(BlockPos, BlockId)>) -> Outcome {
        let blocks = blocks.into_iter().map(|(at, block)| (at, states::default(block))).collect();
        Outcome { id, at: Tick(4), end, receipt: Receipt { blocks, ..Receipt::default() } }
    }

    #[test]
    fn of_an_action_whose_end_is_unknown_only_what_the_world_shows_counts() {
        let some: Bag = [(LOG, 1)].into_iter().collect();
        let none = Bag::new();
        let unknown = || End::Failed(Failure::Unknown);
        for (bag, evidence) in [(&some, Evidence::Verified), (&none, Evidence::NotDone)] {
            let mut executor = Executor::default();
            let id = begin(&mut executor, Action::Wait { ticks: 9 }, Expect::Gain(LOG));
            turn(seen(4, bag), |turn| executor.outcome(&outcome(id, unknown(), vec![]), turn));
            let at_once = watch(&mut executor, seen(4, bag));
            assert_eq!(at_once.is_some(), evidence == Evidence::Verified, "it looks before it gives up");
            assert!(at_once.is_some() || watch(&mut executor, seen(4 + GRACE_TICKS - 1, bag)).is_none());
            let ended = at_once.or_else(|| watch(&mut executor, seen(4 + GRACE_TICKS, bag))).unwrap();
            assert_eq!((ended.end, ended.evidence), (unknown(), evidence));
        }
    }

    #[test]
    fn a_claimed_outcome_is_verified_against_the_bag_the_position_and_the_blocks() {
        let some: Bag = [(LOG, 1)].into_iter().collect();
        let none = Bag::new();
        let (dirt, stone) = (BlockId(3), BlockId(1));
        let block = |is| Expect::Block { at: HERE, is };
        let done = || End::Done;
        for (expect, end, blocks, bag, evidence) in [
            (Expect::Gain(LOG), done(), vec![], &some, Evidence::Verified),
            (Expect::Gain(LOG), done(), vec![], &none, Evidence::Contradicted),
            (Expect::Gain(LOG), End::Refused(Refusal::NoRoom), vec![], &some, Evidence::NotDone),
            (Expect::Spend(LOG), done(), vec![], &none, Evidence::Contradicted),
            (block(Some(dirt)), done(), vec![(HERE, dirt)], &none, Evidence::Verified),
            (block(Some(dirt)), done(), vec![(HERE, stone)], &none, Evidence::Contradicted),
            (block(Some(dirt)), done(), vec![], &none, Evidence::Inconclusive),
            (block(None), done(), vec![(HERE, dirt)], &none, Evidence::Verified),
            (Expect::Near { place: HERE.offset(2, 0, 0), within: 0 }, done(), vec![], &none, Evidence::Verified),
            (Expect::Near { place: HERE.offset(3, 0, 0), within: 0 }, done(), vec![], &none, Evidence::Contradicted),
            (Expect::Moved, done(), vec![], &none, Evidence::Contradicted),
            (Expect::Nothing, done(), vec![], &none, Evidence::Inconclusive),
        ] {
            let mut executor = Executor::default();
            let id = begin(&mut executor, Action::Wait { ticks: 1 }, expect.clone());
            turn(seen(4, bag), |turn| executor.outcome(&outcome(id, end, blocks), turn));
            let grace = watch(&mut executor, seen(4 + GRACE_TICKS - 1, bag));
            assert_eq!(
                grace.is_none(),
                evidence == Evidence::Contradicted,
                "only a contradiction is given time: {expect:?}"
            );
            let ended = grace.or_else(|| watch(&mut executor, seen(4 + GRACE_TICKS, bag)));
            assert_eq!(ended.map(|ended| ended.evidence), Some(evidence), "{expect:?}");
        }
    }

    #[test]
    fn an_action_without_progress_is_cancelled_and_so_is_one_that_moves_for_ever() {
        let bag = Bag::new();
        let mut executor = Executor::default();
        begin(&mut executor, Action::PickUp { radius: 3 }, Expect::Nothing);
        assert!(watch(&mut executor, seen(QUIET_TICKS_MAX, &bag)).is_none());
        let ended = watch(&mut executor, seen(QUIET_TICKS_MAX + 1, &bag)).unwrap();
        assert_eq!(ended.end, End::Failed(Failure::Stuck));
        begin(&mut executor, Action::PickUp { radius: 3 }, Expect::Nothing);
        let mut ended = None;
        for tick in 0..=ACTION_TICKS_MAX + 1 {
            let at = HERE.offset((tick as i32 / 10) * 3, 0, 0);
            ended = watch(&mut executor, Seen { at, ..seen(tick, &bag) });
            assert_eq!(ended.is_some(), tick > ACTION_TICKS_MAX, "tick {tick}");
        }
        assert_eq!(ended.map(|ended| ended.end), Some(End::Failed(Failure::TimedOut)));
    }

    #[test]
    fn each_block_broken_counts_as_progress_of_slow_digging() {
        let bag = Bag::new();
        let mut executor = Executor::default();
        let id = begin(&mut executor, Action::PickUp { radius: 3 }, Expect::Nothing);
        let ended_at = |ticks_each: u64| {
            let mut executor = executor.clone();
            (0..=ACTION_TICKS_MAX).find(|tick| {
                let blocks = (tick / ticks_each).min(3) as u32;
                let progress = Some(Progress { id, done: 0, of: 1, blocks });
                watch(&mut executor, Seen { progress, ..seen(*tick, &bag) }).is_some()
            })
        };
        assert_eq!(ended_at(QUIET_TICKS_MAX), Some(4 * QUIET_TICKS_MAX + 1), "three blocks, and then nothing more");
        assert_eq!(ended_at(QUIET_TICKS_MAX + 2), Some(QUIET_TICKS_MAX + 1));
    }

    #[test]
    fn the_number_of_cancelled_actions_whose_outcomes_are_expected_is_bounded() {
        let mut executor = Executor::default();
        for _ in 0..=LETTING_GO_MAX {
            begin(&mut executor, Action::Wait { ticks: 9 }, Expect::Nothing);
        }
        let bag = Bag::new();
        turn(seen(1, &bag), |turn| executor.cancel(Reason::NothingToDo, turn));
        assert_eq!(executor.letting_go.len(), LETTING_GO_MAX);
        for (id, unexpected) in [(1, true), (LETTING_GO_MAX as u64 + 1, false), (99, true)] {
            let outcome = outcome(ActionId(id), End::Cancelled, vec![]);
            let ((), effects) = turn(seen(2, &bag), |turn| executor.outcome(&outcome, turn));
            assert_eq!(!effects.is_empty(), unexpected, "action {id}");
        }
    }
}

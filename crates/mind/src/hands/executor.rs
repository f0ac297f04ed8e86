//! The one running action: begun, watched, verified against what the world shows, ended.
//!
//! Invariant: at most one action runs. An action that gets nowhere is cancelled; an outcome that never comes is not waited for.

use crate::hands::arbiter::Controller;
use crate::wire::effect::Effect;
use crate::wire::trace::{Event, Trace, Verdict};
use crate::agenda::work::Expect;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::outcome::{End, Failure, Receipt};
use vocab::senses::Progress;
use vocab::{Action, ActionId, Bag, BlockPos, Outcome, Tick};

/// Ticks without measurable progress after which an action is cancelled: 20 s. A block of deepslate dug by hand takes 15.
pub const QUIET_TICKS_MAX: u64 = 400;
/// Ticks after which an action is cancelled whatever it reports: four minutes; nothing asked of the body takes longer.
pub const ACTION_TICKS_MAX: u64 = 4_800;
/// Ticks that the world has to show what the body says it did; a server's news may come late.
pub const GRACE_TICKS: u64 = 12;
/// Cancelled actions whose outcomes are still due; older ones are not waited for.
pub const LETTING_GO_MAX: usize = 8;
/// Blocks the body must have moved to count as getting somewhere.
const MOVED_BLOCKS_SQUARED: u64 = 4;

/// What the body can show at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    pub now: Tick,
    pub at: BlockPos,
    pub bag: &'a Bag,
    /// Whether the world has told what is carried at all.
    pub bag_is_known: bool,
    pub progress: Option<Progress>,
}

/// An action on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub id: ActionId,
    pub action: Action,
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub expect: Expect,
    pub why: String,
    pub started: Tick,
    pub from: BlockPos,
    pub before: Bag,
    /// When it last got anywhere, and the furthest mark it reached.
    stirred: Tick,
    mark_done: u32,
    mark_blocks: u32,
    mark_at: BlockPos,
    mark_items: u64,
    outcome: Option<(Outcome, Tick)>,
}

/// An action that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub running: Running,
    pub end: End,
    pub receipt: Receipt,
    pub verdict: Verdict,
}

/// An action to be begun.
#[derive(Debug, Clone)]
pub struct Begin {
    pub action: Action,
    pub controller: Controller,
    pub task: Option<TaskId>,
    pub expect: Expect,
    pub retry_of: Option<ActionId>,
    pub way: String,
    pub why: String,
}

impl Begin {
    /// For no task, with nothing to be shown for it.
    pub fn alone(action: Action, controller: Controller, why: String) -> Begin {
        Begin { action, controller, task: None, expect: Expect::Nothing, retry_of: None, way: String::new(), why }
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

    /// Begins an action; one that still runs is cancelled first.
    pub fn begin(&mut self, begin: Begin, seen: Seen<'_>, effects: &mut Vec<Effect>) -> ActionId {
        self.cancel("something else begins", seen.now, effects);
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
        effects.push(Effect::Trace(Trace { tick: seen.now, event }));
        effects.push(Effect::Act { id, action: begin.action.clone() });
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

    /// Ends the running action, if any. It no longer counts; its outcome is taken note of when it comes.
    pub fn cancel(&mut self, why: &str, now: Tick, effects: &mut Vec<Effect>) -> Option<Running> {
        let running = self.running.take()?;
        if running.outcome.is_none() {
            if self.letting_go.len() == LETTING_GO_MAX {
                self.letting_go.remove(0);
            }
            self.letting_go.push(running.id);
            effects.push(Effect::Cancel { id: running.id });
        }
        let event = Event::ActionCancelled { id: running.id, why: why.into() };
        effects.push(Effect::Trace(Trace { tick: now, event }));
        Some(running)
    }

    /// Takes in an outcome. One that nobody waits for is traced and otherwise ignored.
    pub fn outcome(&mut self, outcome: &Outcome, now: Tick, effects: &mut Vec<Effect>) {
        match &mut self.running {
            Some(running) if running.id == outcome.id => {
                if running.outcome.is_none() {
                    running.outcome = Some((outcome.clone(), now));
                }
                return;
            }
            _ => {}
        }
        if let Some(n) = self.letting_go.iter().position(|id| *id == outcome.id) {
            self.letting_go.remove(n);
            return;
        }
        let what = alloc::format!("outcome of action {} that nobody waits for", outcome.id.0);
        effects.push(Effect::Trace(Trace { tick: now, event: Event::Unexpected { what } }));
    }

    /// Looks at the running action: over and verified, over and not shown, stuck, or still on its way (`None`).
    pub fn watch(&mut self, seen: Seen<'_>, effects: &mut Vec<Effect>) -> Option<Ended> {
        let running = self.running.as_mut()?;
        if let Some((outcome, since)) = &running.outcome {
            let verdict = verify(running, outcome, seen);
            let wait = verdict == Verdict::Contradicted && seen.now.since(*since) < GRACE_TICKS;
            if wait {
                return None;
            }
            let (end, receipt, id) = (outcome.end.clone(), outcome.receipt.clone(), running.id);
            let running = self.running.take()?;
            let event = Event::ActionEnded { id, end: end.clone(), verdict, note: note(&receipt) };
            effects.push(Effect::Trace(Trace { tick: seen.now, event }));
            return Some(Ended { running, end, receipt, verdict });
        }
        running.stir(seen);
        let limit = running.quiet_ticks_max();
        let stuck = seen.now.since(running.stirred) > limit;
        let endless = seen.now.since(running.started) > ACTION_TICKS_MAX.max(limit);
        if !stuck && !endless {
            return None;
        }
        let (why, failure) =
            if stuck { ("it gets nowhere", Failure::Stuck) } else { ("it takes too long", Failure::TimedOut) };
        let running = self.cancel(why, seen.now, effects)?;
        Some(Ended { running, end: End::Failed(failure), receipt: Receipt::default(), verdict: Verdict::NotDone })
    }
}

impl Running {
    /// Notes measurable progress: the body's own count, blocks broken and placed, items, or ground covered.
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
    fn has_spent(&self, seen: Seen<'_>) -> bool {
        let Action::Place { item, .. } = self.action else { return false };
        seen.bag_is_known && seen.bag.count(item) < self.before.count(item)
    }

    /// How long it may be quiet: what it was asked to take, and the bound for everything.
    fn quiet_ticks_max(&self) -> u64 {
        match self.action {
            Action::Wait { ticks } | Action::Shield { ticks } => u64::from(ticks) + QUIET_TICKS_MAX,
            Action::Sleep { .. } => 12_000,
            _ => QUIET_TICKS_MAX,
        }
    }
}

/// Whether the world shows what the body says.
fn verify(running: &Running, outcome: &Outcome, seen: Seen<'_>) -> Verdict {
    if outcome.end != End::Done {
        return Verdict::NotDone;
    }
    let from_bag = |shown: bool| match (seen.bag_is_known, shown) {
        (false, _) => Verdict::Inconclusive,
        (true, true) => Verdict::Verified,
        (true, false) => Verdict::Contradicted,
    };
    let place = |shown: bool| if shown { Verdict::Verified } else { Verdict::Contradicted };
    match &running.expect {
        Expect::Gain(item) => from_bag(seen.bag.count(*item) > running.before.count(*item)),
        Expect::Spend(item) => from_bag(seen.bag.count(*item) < running.before.count(*item)),
        // A block's slack: a body that stands on the edge is in the next block.
        Expect::Near { place: to, within } => {
            let within = u64::from(*within) + 2;
            place(to.distance_squared(seen.at) <= within * within)
        }
        Expect::Moved => place(running.from.distance_squared(seen.at) >= MOVED_BLOCKS_SQUARED),
        Expect::Block { at, is } => {
            let receipt = outcome.receipt.blocks.iter().rev().find(|(place, _)| place == at);
            match (receipt, is) {
                (None, _) if running.has_spent(seen) => Verdict::Verified,
                (None, _) => Verdict::Inconclusive,
                (Some((_, shown)), Some(wanted)) => place(shown == wanted),
                (Some(_), None) => Verdict::Verified,
            }
        }
        Expect::Nothing => Verdict::Inconclusive,
    }
}

fn note(receipt: &Receipt) -> String {
    use core::fmt::Write;
    let mut text = String::new();
    for (word, bag) in [("gained", &receipt.gained), ("spent", &receipt.spent)] {
        for (n, (item, count)) in bag.iter().take(6).enumerate() {
            let lead = if n > 0 {
                ","
            } else if text.is_empty() {
                word
            } else {
                "; spent"
            };
            write!(text, "{lead} {count} {}", crate::view::lore::name_of(item)).expect("text takes everything");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use vocab::ItemId;
    use vocab::outcome::Refusal;

    const HERE: BlockPos = BlockPos::new(0, 64, 0);
    const LOG: ItemId = ItemId(7);

    fn seen(now: u64, bag: &Bag) -> Seen<'_> {
        Seen { now: Tick(now), at: HERE, bag, bag_is_known: true, progress: None }
    }

    fn begin(executor: &mut Executor, action: Action, expect: Expect) -> ActionId {
        let begin = Begin { expect, ..Begin::alone(action, Controller::Task, String::new()) };
        executor.begin(begin, seen(0, &Bag::new()), &mut vec![])
    }

    fn outcome(id: ActionId, end: End, blocks: Vec<(BlockPos, vocab::BlockId)>) -> Outcome {
        Outcome { id, at: Tick(4), end, receipt: Receipt { blocks, ..Receipt::default() } }
    }

    #[test]
    fn what_the_body_says_is_held_against_what_the_world_shows() {
        let some: Bag = [(LOG, 1)].into_iter().collect();
        let none = Bag::new();
        let (dirt, stone) = (vocab::BlockId(3), vocab::BlockId(1));
        let block = |is| Expect::Block { at: HERE, is };
        let done = || End::Done;
        for (expect, end, blocks, bag, verdict) in [
            (Expect::Gain(LOG), done(), vec![], &some, Verdict::Verified),
            (Expect::Gain(LOG), done(), vec![], &none, Verdict::Contradicted),
            (Expect::Gain(LOG), End::Refused(Refusal::NoRoom), vec![], &some, Verdict::NotDone),
            (Expect::Spend(LOG), done(), vec![], &none, Verdict::Contradicted),
            (block(Some(dirt)), done(), vec![(HERE, dirt)], &none, Verdict::Verified),
            (block(Some(dirt)), done(), vec![(HERE, stone)], &none, Verdict::Contradicted),
            (block(Some(dirt)), done(), vec![], &none, Verdict::Inconclusive),
            (block(None), done(), vec![(HERE, dirt)], &none, Verdict::Verified),
            (Expect::Near { place: HERE.offset(2, 0, 0), within: 0 }, done(), vec![], &none, Verdict::Verified),
            (Expect::Near { place: HERE.offset(3, 0, 0), within: 0 }, done(), vec![], &none, Verdict::Contradicted),
            (Expect::Moved, done(), vec![], &none, Verdict::Contradicted),
            (Expect::Nothing, done(), vec![], &none, Verdict::Inconclusive),
        ] {
            let mut executor = Executor::default();
            let id = begin(&mut executor, Action::Wait { ticks: 1 }, expect.clone());
            executor.outcome(&outcome(id, end, blocks), Tick(4), &mut vec![]);
            let grace = executor.watch(seen(4 + GRACE_TICKS - 1, bag), &mut vec![]);
            assert_eq!(
                grace.is_none(),
                verdict == Verdict::Contradicted,
                "only a contradiction is given time: {expect:?}"
            );
            let ended = grace.or_else(|| executor.watch(seen(4 + GRACE_TICKS, bag), &mut vec![]));
            assert_eq!(ended.map(|ended| ended.verdict), Some(verdict), "{expect:?}");
        }
    }

    #[test]
    fn an_action_that_gets_nowhere_is_cancelled_and_one_that_moves_for_ever_too() {
        let bag = Bag::new();
        let mut executor = Executor::default();
        begin(&mut executor, Action::PickUp { radius: 3 }, Expect::Nothing);
        assert!(executor.watch(seen(QUIET_TICKS_MAX, &bag), &mut vec![]).is_none());
        let ended = executor.watch(seen(QUIET_TICKS_MAX + 1, &bag), &mut vec![]).unwrap();
        assert_eq!(ended.end, End::Failed(Failure::Stuck));
        begin(&mut executor, Action::PickUp { radius: 3 }, Expect::Nothing);
        let mut ended = None;
        for tick in 0..=ACTION_TICKS_MAX + 1 {
            let at = HERE.offset((tick as i32 / 10) * 3, 0, 0);
            ended = executor.watch(Seen { at, ..seen(tick, &bag) }, &mut vec![]);
            assert_eq!(ended.is_some(), tick > ACTION_TICKS_MAX, "tick {tick}");
        }
        assert_eq!(ended.map(|ended| ended.end), Some(End::Failed(Failure::TimedOut)));
    }

    #[test]
    fn who_digs_by_hand_gets_somewhere_with_each_block() {
        let bag = Bag::new();
        let mut executor = Executor::default();
        let id = begin(&mut executor, Action::PickUp { radius: 3 }, Expect::Nothing);
        let ended_at = |ticks_each: u64| {
            let mut executor = executor.clone();
            (0..=ACTION_TICKS_MAX).find(|tick| {
                let blocks = (tick / ticks_each).min(3) as u32;
                let progress = Some(Progress { id, done: 0, of: 1, blocks });
                executor.watch(Seen { progress, ..seen(*tick, &bag) }, &mut vec![]).is_some()
            })
        };
        assert_eq!(ended_at(QUIET_TICKS_MAX), Some(4 * QUIET_TICKS_MAX + 1), "three blocks, and then nothing more");
        assert_eq!(ended_at(QUIET_TICKS_MAX + 2), Some(QUIET_TICKS_MAX + 1));
    }

    #[test]
    fn outcomes_of_cancelled_actions_are_waited_for_up_to_a_bound() {
        let mut executor = Executor::default();
        for _ in 0..=LETTING_GO_MAX {
            begin(&mut executor, Action::Wait { ticks: 9 }, Expect::Nothing);
        }
        executor.cancel("test", Tick(1), &mut vec![]);
        assert_eq!(executor.letting_go.len(), LETTING_GO_MAX);
        for (id, unexpected) in [(1, true), (LETTING_GO_MAX as u64 + 1, false), (99, true)] {
            let mut effects = vec![];
            executor.outcome(&outcome(ActionId(id), End::Cancelled, vec![]), Tick(2), &mut effects);
            assert_eq!(!effects.is_empty(), unexpected, "action {id}");
        }
    }
}

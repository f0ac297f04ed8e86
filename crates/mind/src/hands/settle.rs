//! Settles an ended action: records what it shows of the world, decides whether it succeeded, updates its task.

use crate::agenda::Agenda;
use crate::hands::Hands;
use crate::hands::executor::Ended;
use crate::hands::guard::Guard;
use crate::hands::leaf::Expect;
use crate::hands::lessons;
use crate::hands::think;
use crate::plan::step::Step;
use crate::turn::Turn;
use crate::view::View;
use crate::wire::reason::Reason;
use crate::wire::trace::Evidence;
use tasks::TaskId;
use vocab::outcome::{End, Failure};
use vocab::{Action, Name};

/// This many successful actions without progress count as a failure of the step. A few walks in a row are normal.
pub const FUTILE_MAX: u8 = 16;

/// The parts of the mind that change when an action has ended.
#[derive(Debug)]
pub struct Settling<'a> {
    pub view: &'a mut View,
    pub agenda: &'a mut Agenda,
    pub hands: &'a mut Hands,
    pub guard: &'a mut Guard,
}

impl Settling<'_> {
    /// Checks whether the running action has ended, and records what follows from its end.
    pub fn settle(&mut self, turn: &mut Turn<'_>) {
        let Some(ended) = self.hands.executor.watch(turn) else { return };
        count(&ended, turn);
        if matches!(ended.end, End::Failed(_) | End::Refused(_)) && !worked(&ended) {
            self.guard.failed(&ended.running.action, turn.now());
        }
        lessons::note_world(&ended, self.view, turn.now());
        self.view.builds.note(&ended, turn.now());
        self.remember_failure(&ended, turn);
        let Some(id) = ended.running.task.filter(|id| self.agenda.tasks().is_open(*id)) else { return };
        if worked(&ended) {
            self.succeeded(id, &ended, turn);
        } else if gained_some(&ended, turn) {
            self.gained_a_part(id, turn);
        } else {
            self.failed(id, &ended, turn);
        }
    }

    /// Records that the action failed at this place, or forgets its failures there when it succeeded.
    fn remember_failure(&mut self, ended: &Ended, turn: &Turn<'_>) {
        let (action, from) = (&ended.running.action, ended.running.from);
        if ended.evidence == Evidence::Verified {
            self.view.failures.worked(action, from);
        } else if !worked(ended) && !is_idle(action) && ended.end != End::Failed(Failure::Unknown) {
            self.view.failures.note(action, from, turn.now());
        }
    }

    fn succeeded(&mut self, id: TaskId, ended: &Ended, turn: &mut Turn<'_>) {
        let action = &ended.running.action;
        let pursuit = self.agenda.pursuit(id);
        let step = pursuit.work.step.clone().unwrap_or(Step::Eat);
        pursuit.work.advance(action);
        pursuit.work.futile = pursuit.work.futile.saturating_add(1);
        lessons::note_success(ended, &step, pursuit, turn.seen);
        lessons::note_quarry(ended, turn.seen.at, &mut self.view.places, turn.now());
        if pursuit.work.futile >= FUTILE_MAX && !is_idle(action) {
            pursuit.work.futile = 0;
            pursuit.work.memory.look_again();
            pursuit.work.fail();
            self.hands.turns = self.hands.turns.wrapping_add(1);
        }
        self.agenda.advance(id, 1, turn.now());
    }

    /// Handles an action that gained only some of the items: they count as progress, and the search starts again for
    /// the rest.
    fn gained_a_part(&mut self, id: TaskId, turn: &mut Turn<'_>) {
        let pursuit = self.agenda.pursuit(id);
        pursuit.work.put_aside();
        pursuit.progress();
        pursuit.work.memory.look_again();
        self.agenda.advance(id, 1, turn.now());
    }

    fn failed(&mut self, id: TaskId, ended: &Ended, turn: &mut Turn<'_>) {
        let now = turn.now();
        let pursuit = self.agenda.pursuit(id);
        pursuit.work.disagree();
        if let Some((strike, from)) = pursuit.work.memory.take_kill() {
            self.view.failures.note(&strike, from, now); // the attack killed nothing that dropped the item
        }
        if ended.end == End::Failed(Failure::Unknown) {
            pursuit.work.memory.look_again();
        }
        lessons::note_failure(ended, pursuit, &mut self.view.places, now);
        if matches!(ended.running.action, Action::Build { .. }) {
            turn.counters.retries += 1;
            return; // the build bounds its own attempts, and plans each anew
        }
        pursuit.work.fail();
        (pursuit.work.last_failed, pursuit.work.scan_from) = (Some(ended.running.id), now);
        turn.counters.retries += 1;
        self.hands.turns = self.hands.turns.wrapping_add(1);
        let why = Reason::ActionEnded { verb: Name::new(ended.running.action.verb()), end: ended.end.clone() };
        think::try_again(id, lessons::class_of(ended), why, self.agenda, turn);
    }
}

fn count(ended: &Ended, turn: &mut Turn<'_>) {
    let counters = &mut *turn.counters;
    *match ended.evidence {
        Evidence::Verified => &mut counters.verified,
        Evidence::Inconclusive => &mut counters.inconclusive,
        Evidence::Contradicted => &mut counters.contradicted,
        Evidence::NotDone => &mut counters.not_done,
    } += 1;
}

fn worked(ended: &Ended) -> bool {
    matches!(ended.evidence, Evidence::Verified | Evidence::Inconclusive)
}

/// Whether a failed action brought a part of what it was for: some of the items, or some cells of a visit.
fn gained_some(ended: &Ended, turn: &Turn<'_>) -> bool {
    if matches!(ended.running.action, Action::Build { .. }) {
        return !ended.receipt.blocks.is_empty();
    }
    let Expect::Gain(item) = ended.running.expect else { return false };
    turn.seen.bag.count(item) > ended.running.before.count(item)
}

/// Whether the action only waits or looks. Failures of such actions are not recorded.
fn is_idle(action: &Action) -> bool {
    matches!(action, Action::Wait { .. } | Action::LookAt { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agenda::wish;
    use crate::goals::HaveAny;
    use crate::hands::arbiter::Controller;
    use crate::hands::executor::Begin;
    use crate::turn::Seen;
    use crate::view::classes::ItemClass;
    use crate::view::journey::Counters;
    use alloc::vec;
    use tasks::{Lane, Origin, Who};
    use vocab::action::Terrain;
    use vocab::outcome::{Failure, Receipt};
    use vocab::{Bag, BlockPos, ItemId, Outcome, Tick};

    const AT: BlockPos = BlockPos::new(0, 64, 0);

    /// How many failures a gathering step has after this many walks to a place, all with the same end.
    fn fails_after(walks: u8, to: BlockPos, end: &End, view: &mut View) -> u8 {
        let (mut agenda, mut hands, mut guard) = (Agenda::default(), Hands::default(), Guard::default());
        let (bag, mut counters, mut effects) = (Bag::new(), Counters::default(), vec![]);
        let mut id = None;
        for walk in 0..u64::from(walks) {
            let seen = Seen { now: Tick(walk * 4), at: AT, bag: &bag, bag_is_known: true, progress: None };
            let mut turn = Turn::new(seen, seen.now, &mut counters, &mut effects);
            let task = *id.get_or_insert_with(|| {
                let goal = HaveAny { class: ItemClass::Log, count: 8 };
                let origin = Origin::new(Who::Drive, Reason::Ordered, Tick(0));
                let id = agenda.add(wish(goal, Lane::Task, origin), &mut turn).unwrap();
                agenda.pursuit(id).work.step = Some(Step::Gather { item: ItemId(1), total: 8 });
                id
            });
            let action = Action::GoTo { to, within: 1, terrain: Terrain::Walk };
            let begin = Begin { task: Some(task), ..Begin::alone(action, Controller::Task, Reason::Turn) };
            let action = hands.executor.begin(begin, &mut turn);
            let outcome = Outcome { id: action, at: seen.now, end: end.clone(), receipt: Receipt::default() };
            hands.executor.outcome(&outcome, &mut turn);
            let (agenda, hands, guard) = (&mut agenda, &mut hands, &mut guard);
            Settling { view, agenda, hands, guard }.settle(&mut turn);
        }
        agenda.pursuit(id.unwrap()).work.fails
    }

    #[test]
    fn too_many_walks_without_progress_count_as_a_failure() {
        for (walks, fails) in [(FUTILE_MAX - 1, 0), (FUTILE_MAX, 1), (2 * FUTILE_MAX - 1, 1), (2 * FUTILE_MAX, 2)] {
            assert_eq!(fails_after(walks, AT, &End::Done, &mut View::default()), fails, "{walks} walks");
        }
    }

    #[test]
    fn a_remembered_vein_that_three_walks_did_not_reach_is_forgotten() {
        let ore = gamedata::blocks::named("iron_ore").unwrap();
        let (vein, other) = (AT.offset(40, 0, 0), AT.offset(0, 0, 40));
        for (walks, left) in [(2, 2), (3, 1)] {
            let mut view = View::default();
            for at in [vein, other] {
                view.places.landmarks.block_at(at, ore, Tick(0));
            }
            fails_after(walks, vein, &End::Failed(Failure::NoPath), &mut view);
            let veins = view.places.landmarks.veins();
            assert_eq!(veins.len(), left, "{walks} walks");
            assert!(veins.iter().any(|vein| vein.at == other));
        }
    }
}

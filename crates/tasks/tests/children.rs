//! Parent and child tasks: a parent waits for several children, learns how each ended, and never waits for an ended one.

mod common;

use common::{Errands, Word, add, change, child, refusal, wanted};
use proptest::prelude::*;
use tasks::status::{BlockedOn, CancelReason, Note, Status};
use tasks::store::{STUCK_TICKS, is_stuck};
use tasks::task::CHILDREN_OPEN_MAX;
use tasks::{Refused, StallClass, TaskId, Who};
use vocab::{GoalKey, Tick};

const WAITING: Status = Status::Blocked { on: BlockedOn::Children };
const FAILED: Status = Status::Failed { class: StallClass::NotFound };
const TAKEN_BACK: Status = Status::Cancelled { why: CancelReason::User };

/// A store with a parent task that waits for this many child tasks.
fn family(children: usize) -> (Errands, TaskId, Vec<TaskId>) {
    let mut store = Errands::new();
    let parent = add(&mut store, "iron_pickaxe", 0).unwrap();
    let children = (0..children).map(|n| child(&mut store, parent, &format!("part_{n}")).unwrap()).collect();
    change(&mut store, parent, WAITING);
    (store, parent, children)
}

fn status(store: &Errands, id: TaskId) -> Status {
    store.get(id).unwrap().status()
}

#[test]
fn agency_7_2_a_parent_never_waits_for_an_ended_child() {
    for to in [Status::Done, FAILED, TAKEN_BACK] {
        let (mut store, parent, children) = family(1);
        assert_eq!(store.get(children[0]).unwrap().parent(), Some(parent));
        let mut changes = Vec::new();
        store.set(children[0], (to, Note::Because(Word::Test)), Tick(2), &mut changes);
        assert_eq!(status(&store, parent), Status::Pending, "{to:?}");
        let key = GoalKey::new("collect", "part_0").unwrap();
        let told = Note::ChildEnded { child: children[0], key, end: to };
        assert_eq!(store.get(parent).unwrap().history().last().map(|entry| &entry.note), Some(&told));
        assert_eq!(changes.iter().map(|change| change.task).collect::<Vec<_>>(), [children[0], parent]);
        let again = store.set(parent, (WAITING, Note::Because(Word::Test)), Tick(3), &mut Vec::new());
        assert!(!again, "there is no open child to wait for");
    }
}

#[test]
fn agency_7_2_open_children_are_cancelled_when_their_parent_ends() {
    let (mut store, parent, children) = family(2);
    change(&mut store, parent, TAKEN_BACK);
    for id in children {
        assert_eq!(status(&store, id), Status::Cancelled { why: CancelReason::ParentEnded });
    }
    assert_eq!(refusal(child(&mut store, parent, "coal")), Some(Refused::NoParent));
    assert_eq!(refusal(child(&mut store, TaskId(99), "coal")), Some(Refused::NoParent));
}

#[test]
fn a_parent_wakes_when_all_its_children_are_done_and_learns_how_each_ended() {
    let (mut store, parent, children) = family(3);
    for (n, id) in children.iter().enumerate() {
        assert_eq!(status(&store, parent), WAITING, "{n} of 3 are done");
        change(&mut store, *id, Status::Done);
    }
    assert_eq!(status(&store, parent), Status::Pending);
    let ended: Vec<_> = store.get(parent).unwrap().children().iter().map(|child| (child.id, child.ended)).collect();
    assert_eq!(ended, children.iter().map(|id| (*id, Some(Status::Done))).collect::<Vec<_>>());
}

#[test]
fn a_parent_wakes_as_soon_as_one_child_fails_or_is_cancelled_and_sees_which_one() {
    for end in [FAILED, TAKEN_BACK] {
        let (mut store, parent, children) = family(3);
        change(&mut store, children[1], end);
        assert_eq!(status(&store, parent), Status::Pending, "{end:?}");
        let ended: Vec<_> = store.get(parent).unwrap().children().iter().map(|child| child.ended).collect();
        assert_eq!(ended, [None, Some(end), None]);
        assert!(store.is_open(children[0]) && store.is_open(children[2]), "the others go on");
        change(&mut store, parent, WAITING);
        change(&mut store, children[0], Status::Done);
        assert_eq!(status(&store, parent), WAITING, "it may wait for the rest");
        change(&mut store, children[2], Status::Done);
        assert_eq!(status(&store, parent), Status::Pending);
    }
}

#[test]
fn a_parent_that_waits_for_a_child_is_not_stuck_however_long_it_takes() {
    let (mut store, parent, children) = family(1);
    let late = STUCK_TICKS * 10;
    assert!(!is_stuck(store.get(parent).unwrap(), Tick(late)));
    let again = store.add(wanted("iron_pickaxe", Who::User, late), Tick(late), &mut Vec::new());
    assert_eq!(refusal(again), Some(Refused::Suppressed { by: parent }));
    store.set(children[0], (Status::Done, Note::Because(Word::Test)), Tick(late), &mut Vec::new());
    assert!(!is_stuck(store.get(parent).unwrap(), Tick(late + STUCK_TICKS)), "its own five minutes begin now");
    assert!(is_stuck(store.get(parent).unwrap(), Tick(late + STUCK_TICKS + 1)));
}

#[test]
fn the_bound_on_children_counts_open_ones_only() {
    let (mut store, parent, children) = family(CHILDREN_OPEN_MAX);
    assert_eq!(refusal(child(&mut store, parent, "one_more")), Some(Refused::NoParent));
    change(&mut store, children[3], Status::Done);
    let next = child(&mut store, parent, "one_more").expect("one has ended");
    assert_eq!(refusal(child(&mut store, parent, "two_more")), Some(Refused::NoParent));
    assert_eq!(store.get(next).unwrap().parent(), Some(parent));
}

/// The status of a task that waits for this other task until tick 500.
fn on(task: TaskId) -> Status {
    Status::Blocked { on: BlockedOn::Other { task, until: Tick(500) } }
}

#[test]
fn a_task_waits_for_a_task_that_is_not_its_child_until_that_ends_or_the_deadline_passes() {
    for to in [Status::Done, FAILED, TAKEN_BACK] {
        let mut store = Errands::new();
        let (torches, light) = (add(&mut store, "torch", 0).unwrap(), add(&mut store, "light", 0).unwrap());
        change(&mut store, light, on(torches));
        store.sweep(Tick(499), &mut Vec::new());
        assert_eq!(status(&store, light), on(torches));
        assert!(!is_stuck(store.get(light).unwrap(), Tick(STUCK_TICKS + 1)), "the other task has until then");
        change(&mut store, torches, to);
        assert_eq!(status(&store, light), Status::Pending, "{to:?}");
        let told = store.get(light).unwrap().history().last().map(|entry| entry.note.clone());
        let key = GoalKey::new("collect", "torch").unwrap();
        assert_eq!(told, Some(Note::OtherEnded { task: torches, key, end: to }));
        let again = store.set(light, (on(torches), Note::Because(Word::Test)), Tick(9), &mut Vec::new());
        assert!(!again, "it has ended");
    }
    let mut store = Errands::new();
    let (torches, light) = (add(&mut store, "torch", 0).unwrap(), add(&mut store, "light", 0).unwrap());
    change(&mut store, light, on(torches));
    store.sweep(Tick(500), &mut Vec::new());
    assert_eq!(status(&store, light), Status::Pending);
}

#[test]
fn tasks_never_wait_for_each_other_in_a_circle() {
    let (mut store, parent, children) = family(1);
    let other = add(&mut store, "other", 0).unwrap();
    let refused =
        |store: &mut Errands, id, to| !store.set(id, (to, Note::Because(Word::Test)), Tick(9), &mut Vec::new());
    assert!(refused(&mut store, children[0], on(parent)), "the parent waits for this child");
    assert!(refused(&mut store, other, on(other)));
    change(&mut store, children[0], on(other));
    assert!(refused(&mut store, other, on(parent)), "through the child");
    change(&mut store, children[0], Status::Active);
    change(&mut store, other, on(parent));
    assert_eq!(status(&store, other), on(parent));
}

proptest! {
    #[test]
    fn keys_are_unique_and_bounds_hold_after_any_sequence_of_changes(
        steps in proptest::collection::vec((0u8..5, 0u8..12, 0u64..4_000), 1..300),
    ) {
        let mut store = Errands::new();
        let (mut now, mut ids) = (0, vec![TaskId(99)]);
        for (what, which, ticks) in steps {
            now += ticks;
            let some = ids[usize::from(which) % ids.len()];
            let name = format!("thing_{which}");
            match what {
                0 => ids.extend(add(&mut store, &name, now)),
                1 => ids.extend(store.add(wanted(&name, Who::Task(some), now), Tick(now), &mut Vec::new())),
                2 => store.advance(some, u32::from(which), 12, Tick(now)),
                3 => _ = store.set(some, (WAITING, Note::Because(Word::Test)), Tick(now), &mut Vec::new()),
                _ => {
                    let until = Status::Blocked { on: BlockedOn::Until(Tick(now + 9)) };
                    let to = [Status::Active, Status::Done, FAILED, until][usize::from(which) % 4];
                    store.set(some, (to, Note::Because(Word::Test)), Tick(now), &mut Vec::new());
                }
            }
            store.sweep(Tick(now), &mut Vec::new());
            let mut keys: Vec<_> = store.open().map(|task| task.key().as_str()).collect();
            keys.sort_unstable();
            prop_assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "two open tasks for one goal");
            for task in store.open() {
                prop_assert!(task.status() != WAITING || task.has_open_child(), "{} waits for nobody", task.id());
                let open = task.children().iter().filter(|child| child.ended.is_none());
                prop_assert!(open.clone().count() <= CHILDREN_OPEN_MAX);
                for child in open {
                    prop_assert!(store.is_open(child.id), "{} is told to be open", child.id);
                }
            }
            let counts = store.counts();
            prop_assert_eq!(counts.created, counts.completed + counts.failed + counts.cancelled + store.open().count() as u64);
        }
        let bytes = vocab::digest::encode(&store);
        prop_assert_eq!(vocab::digest::decode::<Errands>(&bytes).unwrap(), store);
    }
}

//! The agency contract's checks on tasks: origin (1.2), goal key (1.3), idempotency (3.2), stalls (7.2, 7.3).

use proptest::prelude::*;
use tasks::origin::Origin;
use tasks::status::{BlockedOn, CancelReason, Status};
use tasks::store::{OPEN_MAX, STUCK_TICKS, TASKS_MAX, Wanted};
use tasks::task::{CHILDREN_MAX, HISTORY_MAX, Lane, NOTE_BYTES_MAX};
use tasks::{Goal, Refused, StallClass, TaskId, TaskStore, Who};
use vocab::{GoalKey, Tick};

fn wanted(target: &str, who: Who, at: u64) -> Wanted {
    Wanted {
        key: GoalKey::new("collect", target).unwrap(),
        goal: Goal::Explore { blocks: 1 },
        lane: Lane::Task,
        origin: Origin::new(who, "because", Tick(at)),
    }
}

fn add(store: &mut TaskStore, target: &str, at: u64) -> Result<TaskId, Refused> {
    store.add(wanted(target, Who::Drive, at), Tick(at), &mut Vec::new())
}

fn end(store: &mut TaskStore, id: TaskId, to: Status) {
    store.set(id, to, "test", Tick(0), &mut Vec::new());
}

#[test]
fn agency_1_2_an_origin_survives_everything_that_happens_to_its_task() {
    let mut store = TaskStore::new();
    let id = add(&mut store, "oak_log", 7).unwrap();
    let origin = store.get(id).unwrap().origin().clone();
    store.advance(id, 3, 8, Tick(8));
    let until = Status::Blocked { on: BlockedOn::Until(Tick(20)) };
    for to in [Status::Active, until, Status::Pending, Status::Failed { class: StallClass::NoPath }, Status::Active] {
        end(&mut store, id, to);
        assert_eq!(store.get(id).unwrap().origin(), &origin);
    }
    assert_eq!((origin.who(), origin.why(), origin.at()), (Who::Drive, "because", Tick(7)));
}

#[test]
fn agency_1_3_no_stored_task_has_an_empty_goal_key() {
    let mut store = TaskStore::new();
    for (action, target) in [("", ""), ("collect", ""), ("", "oak_log"), ("::", "x"), ("collect", "___")] {
        let error = GoalKey::new(action, target).unwrap_err();
        assert_eq!(store.refuse_keyless(error), Refused::NoKey);
    }
    assert!(store.is_empty());
    assert_eq!(store.counts().stalls[&StallClass::GoalKeyMissing], 5);
    // Nor can one come in through a snapshot.
    let empty = vocab::digest::encode("");
    assert!(vocab::digest::decode::<GoalKey>(&empty).is_err());
}

#[test]
fn agency_3_2_the_same_goal_is_suppressed_while_pending_or_active() {
    let mut store = TaskStore::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    assert_eq!(add(&mut store, "oak_log", 100), Err(Refused::Suppressed { by: id }));
    end(&mut store, id, Status::Active);
    assert_eq!(add(&mut store, "oak_log", 200), Err(Refused::Suppressed { by: id }));
    assert!(add(&mut store, "birch_log", 200).is_ok(), "another target is another goal");
    end(&mut store, id, Status::Done);
    assert!(add(&mut store, "oak_log", 300).is_ok(), "an ended task holds no key");
    assert_eq!(store.counts().suppressed, 2);
}

#[test]
fn agency_3_2_stuck_for_five_minutes_frees_the_goal_key() {
    let mut store = TaskStore::new();
    let stuck = add(&mut store, "oak_log", 0).unwrap();
    assert_eq!(add(&mut store, "oak_log", STUCK_TICKS), Err(Refused::Suppressed { by: stuck }), "exactly five minutes");
    let fresh = add(&mut store, "oak_log", STUCK_TICKS + 1).unwrap();
    assert_eq!(store.get(stuck).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    let open: Vec<TaskId> = store.open().map(tasks::Task::id).collect();
    assert_eq!(open, [fresh], "the key is really free: one open task, the new one");
    assert_eq!(store.counts().stalls[&StallClass::StuckPending], 1);
}

#[test]
fn agency_3_2_progress_keeps_the_goal_key_however_long_it_takes() {
    let mut store = TaskStore::new();
    let slow = add(&mut store, "oak_log", 0).unwrap();
    store.advance(slow, 1, 8, Tick(10));
    assert_eq!(add(&mut store, "oak_log", STUCK_TICKS * 10), Err(Refused::Suppressed { by: slow }));
}

#[test]
fn agency_7_2_a_parent_never_waits_for_a_dead_child() {
    for to in
        [Status::Done, Status::Failed { class: StallClass::NotFound }, Status::Cancelled { why: CancelReason::User }]
    {
        let mut store = TaskStore::new();
        let parent = add(&mut store, "iron_pickaxe", 0).unwrap();
        let child = store.add(wanted("raw_iron", Who::Task(parent), 0), Tick(0), &mut Vec::new()).unwrap();
        let on_child = Status::Blocked { on: BlockedOn::Child(child) };
        assert!(store.set(parent, on_child, "needs iron", Tick(1), &mut Vec::new()));
        assert_eq!(store.get(child).unwrap().parent(), Some(parent));
        assert_eq!(store.get(parent).unwrap().children(), [child]);
        let mut changes = Vec::new();
        store.set(child, to, "over", Tick(2), &mut changes);
        let task = store.get(parent).unwrap();
        assert_eq!(task.status(), Status::Pending, "{to:?}");
        let note = &task.history().last().unwrap().note;
        assert!(note.contains("collect:raw_iron"), "the reason names the child: {note}");
        assert_eq!(changes.iter().map(|change| change.task).collect::<Vec<_>>(), [child, parent]);
        assert!(!store.set(parent, on_child, "again", Tick(3), &mut Vec::new()), "nobody can wait for the dead");
    }
}

#[test]
fn agency_7_2_children_end_with_their_parent() {
    let mut store = TaskStore::new();
    let parent = add(&mut store, "iron_pickaxe", 0).unwrap();
    let child = store.add(wanted("raw_iron", Who::Task(parent), 0), Tick(0), &mut Vec::new()).unwrap();
    end(&mut store, parent, Status::Cancelled { why: CancelReason::User });
    assert_eq!(store.get(child).unwrap().status(), Status::Cancelled { why: CancelReason::ParentEnded });
    let orphan = store.add(wanted("coal", Who::Task(parent), 0), Tick(0), &mut Vec::new());
    assert_eq!(orphan, Err(Refused::NoParent));
}

#[test]
fn agency_7_3_every_failed_task_is_counted_under_its_class_alone() {
    for class in StallClass::ALL {
        let mut store = TaskStore::new();
        let id = add(&mut store, "oak_log", 0).unwrap();
        end(&mut store, id, Status::Failed { class });
        let counted: Vec<_> = store.counts().stalls.iter().map(|(class, count)| (*class, *count)).collect();
        assert_eq!(counted, [(class, 1)]);
        assert_eq!(StallClass::ALL.iter().filter(|other| other.name() == class.name()).count(), 1);
    }
    let mut store = TaskStore::new();
    store.refuse_ineligible();
    assert_eq!(store.counts().stalls[&StallClass::ConvertEligibleGate], 1);
}

#[test]
fn a_pause_ends_by_itself() {
    let mut store = TaskStore::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    for on in [BlockedOn::Until(Tick(50)), BlockedOn::Retry(Tick(50))] {
        end(&mut store, id, Status::Blocked { on });
        store.sweep(Tick(49), &mut Vec::new());
        assert_eq!(store.get(id).unwrap().status().word(), "blocked");
        store.sweep(Tick(50), &mut Vec::new());
        assert_eq!(store.get(id).unwrap().status(), Status::Pending);
    }
}

#[test]
fn the_history_keeps_its_last_entries_and_cuts_its_notes() {
    let mut store = TaskStore::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    for tick in 1..=HISTORY_MAX as u64 * 3 {
        let to = if tick % 2 == 0 { Status::Pending } else { Status::Active };
        store.set(id, to, &"y".repeat(NOTE_BYTES_MAX + 5), Tick(tick), &mut Vec::new());
    }
    let task = store.get(id).unwrap();
    assert_eq!(task.history().count(), HISTORY_MAX);
    assert_eq!(task.history().last().map(|entry| (entry.at, entry.note.len())), Some((Tick(96), NOTE_BYTES_MAX)));
}

#[test]
fn the_store_refuses_more_open_tasks_than_its_bound() {
    let mut store = TaskStore::new();
    for n in 0..OPEN_MAX {
        add(&mut store, &format!("thing_{n}"), 0).unwrap();
    }
    assert_eq!(add(&mut store, "one_more", 0), Err(Refused::Full));
    end(&mut store, TaskId(1), Status::Done);
    assert!(add(&mut store, "one_more", 0).is_ok());
}

#[test]
fn the_store_forgets_the_longest_ended_task_first() {
    let mut store = TaskStore::new();
    for n in 0..TASKS_MAX {
        let id = add(&mut store, &format!("thing_{n}"), 0).unwrap();
        end(&mut store, id, Status::Done);
    }
    assert_eq!(store.len(), TASKS_MAX);
    add(&mut store, "one_more", 0).unwrap();
    assert_eq!(store.len(), TASKS_MAX);
    assert!(store.get(TaskId(1)).is_none() && store.get(TaskId(2)).is_some());
    assert_eq!(store.counts().completed, TASKS_MAX as u64, "counts outlive the tasks");
}

#[test]
fn a_task_has_at_most_so_many_children() {
    let mut store = TaskStore::new();
    let parent = add(&mut store, "castle", 0).unwrap();
    let child = |store: &mut TaskStore, n: usize| {
        let id = store.add(wanted(&format!("stone_{n}"), Who::Task(parent), 0), Tick(0), &mut Vec::new())?;
        end(store, id, Status::Done);
        Ok(id)
    };
    for n in 0..CHILDREN_MAX {
        child(&mut store, n).unwrap();
    }
    assert_eq!(child(&mut store, CHILDREN_MAX), Err(Refused::NoParent));
}

proptest! {
    #[test]
    fn whatever_happens_keys_are_unique_and_bounds_hold(steps in proptest::collection::vec((0u8..4, 0u8..12, 0u64..4_000), 1..300)) {
        let mut store = TaskStore::new();
        let (mut now, mut ids) = (0, vec![TaskId(99)]);
        for (what, which, ticks) in steps {
            now += ticks;
            let some = ids[usize::from(which) % ids.len()];
            match what {
                0 => ids.extend(add(&mut store, &format!("thing_{which}"), now)),
                1 => ids.extend(store.add(wanted(&format!("thing_{which}"), Who::Task(some), now), Tick(now), &mut Vec::new())),
                2 => store.advance(some, u32::from(which), 12, Tick(now)),
                _ => {
                    let to = [
                        Status::Active,
                        Status::Done,
                        Status::Failed { class: StallClass::NoPath },
                        Status::Blocked { on: BlockedOn::Child(ids[ids.len() - 1]) },
                        Status::Blocked { on: BlockedOn::Until(Tick(now + 9)) },
                    ][usize::from(which) % 5];
                    store.set(some, to, "", Tick(now), &mut Vec::new());
                }
            }
            store.sweep(Tick(now), &mut Vec::new());
            let mut keys: Vec<_> = store.open().map(|task| task.key().as_str()).collect();
            keys.sort_unstable();
            prop_assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "two open tasks for one goal");
            for task in store.open() {
                if let Status::Blocked { on: BlockedOn::Child(child) } = task.status() {
                    prop_assert!(store.get(child).is_some_and(|child| !child.status().is_final()));
                }
            }
            let counts = store.counts();
            prop_assert_eq!(counts.created, counts.completed + counts.failed + counts.cancelled + store.open().count() as u64);
        }
        let bytes = vocab::digest::encode(&store);
        prop_assert_eq!(vocab::digest::decode::<TaskStore>(&bytes).unwrap(), store);
    }
}

//! The agency contract's checks on tasks: origin (1.2), goal key (1.3), idempotency (3.2), stalls (7.2, 7.3).

mod common;

use common::{Errand, Errands, Word, add, change, child, errand, refusal, wanted};
use tasks::status::{BlockedOn, CancelReason, Note, Status};
use tasks::store::{OPEN_MAX, STUCK_TICKS, TASKS_MAX, TURN_TICKS};
use tasks::task::{CHILDREN_ENDED_MAX, HISTORY_MAX, Lane, Priority};
use tasks::{Goal as _, Refused, StallClass, TaskId, Who};
use vocab::digest::{decode, encode};
use vocab::{GoalKey, Tick};

/// Applies every change that the store can make to a task, in an order in which each has an effect. Returns the name of
/// each change and the store after it.
fn all_changes(store: &mut Errands, id: TaskId) -> Vec<(&'static str, Errands)> {
    let mut seen = Vec::new();
    let mut then = |what: &'static str, store: &Errands| seen.push((what, store.clone()));
    change(store, id, Status::Active);
    then("set", store);
    store.advance(id, 3, 8, Tick(8));
    then("advance", store);
    store.raise(id, Lane::Upkeep, Priority::Now);
    then("raise", store);
    assert!(store.widen(id, Errand { size: 9, ..errand("oak_log") }));
    then("widen", store);
    let first = child(store, id, "sapling").unwrap();
    then("child", store);
    change(store, id, Status::Blocked { on: BlockedOn::Children });
    then("wait", store);
    change(store, first, Status::Done);
    then("child ended", store);
    change(store, id, Status::Blocked { on: BlockedOn::Until(Tick(20)) });
    store.sweep(Tick(20), &mut Vec::new());
    then("sweep", store);
    assert_eq!(refusal(add(store, "oak_log", 30)), Some(Refused::Suppressed { by: id }));
    then("suppressed wish", store);
    change(store, id, Status::Failed { class: StallClass::NoPath });
    then("end", store);
    assert!(!store.set(id, (Status::Active, Note::Because(Word::Test)), Tick(40), &mut Vec::new()), "it has ended");
    then("set after the end", store);
    seen
}

#[test]
fn agency_1_2_an_origin_survives_everything_that_happens_to_its_task() {
    let mut store = Errands::new();
    let id = add(&mut store, "oak_log", 7).unwrap();
    let origin = store.get(id).unwrap().origin().clone();
    assert_eq!((origin.who(), *origin.why(), origin.at()), (Who::Drive, Word::Because, Tick(7)));
    let mut last = encode(&store);
    for (what, after) in all_changes(&mut store, id) {
        let bytes = encode(&after);
        let must_change = what != "set after the end";
        assert_eq!(bytes != last, must_change, "{what} changes the store");
        let read: Errands = decode(&bytes).unwrap();
        for store in [&after, &read] {
            assert_eq!(store.get(id).unwrap().origin(), &origin, "after {what}");
        }
        // The task's origin is still in the encoded store, byte for byte.
        let wanted = encode(&origin);
        assert!(bytes.windows(wanted.len()).any(|part| part == wanted), "after {what}");
        last = bytes;
    }
}

#[test]
fn agency_1_3_every_stored_task_has_the_key_of_its_goal_whatever_happens_to_it() {
    let mut store = Errands::new();
    let id = add(&mut store, "Oak Log", 0).unwrap();
    let key = GoalKey::new("collect", "oak_log").unwrap();
    assert_eq!((store.get(id).unwrap().key(), store.get(id).unwrap().goal().key()), (&key, key.clone()));
    for (what, after) in all_changes(&mut store, id) {
        for task in after.iter() {
            assert_eq!(*task.key(), task.goal().key(), "after {what}");
        }
        assert_eq!(after.get(id).unwrap().key(), &key, "after {what}");
    }
}

#[test]
fn agency_1_3_a_request_without_a_goal_key_is_counted_and_never_stored() {
    let mut store = Errands::new();
    let words = [("", ""), ("collect", ""), ("", "oak_log"), ("::", "x"), ("collect", "___")];
    for (n, (action, target)) in words.into_iter().enumerate() {
        let error = GoalKey::new(action, target).expect_err("it has no key");
        assert_eq!(store.refuse_keyless(error), Refused::NoKey);
        assert_eq!(store.counts().stalls[&StallClass::GoalKeyMissing], n as u64 + 1);
    }
    assert!(store.is_empty() && store.counts().created == 0);
    // A snapshot cannot bring in a task without a key: its bytes with an empty key are refused.
    add(&mut store, "oak_log", 0).unwrap();
    let (bytes, key) = (encode(&store), encode("collect:oak_log"));
    let at = bytes.windows(key.len()).position(|part| part == key).expect("the key is in the snapshot");
    let emptied: Vec<u8> = [&bytes[..at], &encode(""), &bytes[at + key.len()..]].concat();
    assert!(decode::<Errands>(&bytes).is_ok());
    assert!(decode::<Errands>(&emptied).is_err());
}

#[test]
fn agency_3_2_the_same_goal_is_suppressed_while_pending_or_active() {
    let mut store = Errands::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    assert_eq!(refusal(add(&mut store, "oak_log", 100)), Some(Refused::Suppressed { by: id }));
    change(&mut store, id, Status::Active);
    assert_eq!(refusal(add(&mut store, "oak_log", 200)), Some(Refused::Suppressed { by: id }));
    assert!(add(&mut store, "birch_log", 200).is_ok(), "another target is another goal");
    change(&mut store, id, Status::Done);
    assert!(add(&mut store, "oak_log", 300).is_ok(), "an ended task holds no key");
    assert_eq!(store.counts().suppressed, 2);
}

#[test]
fn agency_3_2_stuck_for_five_minutes_frees_the_goal_key() {
    let mut store = Errands::new();
    let stuck = add(&mut store, "oak_log", 0).unwrap();
    assert_eq!(refusal(add(&mut store, "oak_log", STUCK_TICKS)), Some(Refused::Suppressed { by: stuck }));
    let fresh = add(&mut store, "oak_log", STUCK_TICKS + 1).unwrap();
    assert_eq!(store.get(stuck).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    assert_eq!(store.get(stuck).unwrap().history().last().map(|entry| &entry.note), Some(&Note::Stuck));
    let open: Vec<TaskId> = store.open().map(tasks::Task::id).collect();
    assert_eq!(open, [fresh], "the key is really free: one open task, the new one");
    assert_eq!(store.counts().stalls[&StallClass::StuckPending], 1);
}

#[test]
fn a_stuck_wish_of_a_person_is_begun_anew_and_not_replaced_by_the_wish_of_another() {
    let mut store = Errands::new();
    let large = Errand { size: 20, ..errand("oak_log") };
    let wish = tasks::Wanted { goal: large.clone(), ..wanted("oak_log", Who::User, 0) };
    let asked = store.add(wish, Tick(0), &mut Vec::new()).unwrap();
    let later = Tick(STUCK_TICKS + 1);
    let anew = store.add(wanted("oak_log", Who::Drive, later.0), later, &mut Vec::new()).unwrap();
    assert_eq!(store.get(asked).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    let anew = store.get(anew).unwrap();
    assert_eq!((anew.origin().who(), anew.goal()), (Who::User, &large));
}

#[test]
fn agency_3_2_progress_keeps_the_goal_key_however_long_it_takes() {
    let mut store = Errands::new();
    let slow = add(&mut store, "oak_log", 0).unwrap();
    store.advance(slow, 1, 8, Tick(10));
    assert_eq!(refusal(add(&mut store, "oak_log", STUCK_TICKS * 10)), Some(Refused::Suppressed { by: slow }));
}

#[test]
fn agency_7_3_every_failed_task_is_counted_under_its_class_alone() {
    for class in StallClass::ALL {
        let mut store = Errands::new();
        let id = add(&mut store, "oak_log", 0).unwrap();
        change(&mut store, id, Status::Failed { class });
        let counted: Vec<_> = store.counts().stalls.iter().map(|(class, count)| (*class, *count)).collect();
        assert_eq!(counted, [(class, 1)]);
        assert_eq!(StallClass::ALL.iter().filter(|other| other.name() == class.name()).count(), 1);
    }
    let mut store = Errands::new();
    store.refuse_ineligible();
    assert_eq!(store.counts().stalls[&StallClass::ConvertEligibleGate], 1);
}

#[test]
fn a_pause_ends_when_its_time_is_over() {
    let mut store = Errands::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    for on in [BlockedOn::Until(Tick(50)), BlockedOn::Retry(Tick(50))] {
        change(&mut store, id, Status::Blocked { on });
        store.sweep(Tick(49), &mut Vec::new());
        assert_eq!(store.get(id).unwrap().status(), Status::Blocked { on });
        store.sweep(Tick(50), &mut Vec::new());
        assert_eq!(store.get(id).unwrap().status(), Status::Pending);
        assert_eq!(store.get(id).unwrap().history().last().map(|entry| &entry.note), Some(&Note::PauseOver));
    }
}

#[test]
fn a_task_that_gives_way_to_a_need_says_so_and_is_not_stuck() {
    let mut store = Errands::new();
    let waiting = add(&mut store, "oak_log", 0).unwrap();
    let need = add(&mut store, "shelter", 0).unwrap();
    store.raise(need, Lane::Upkeep, Priority::Normal);
    let mut changes = Vec::new();
    store.give_way(&Note::Because(Word::Test), Tick(10), &mut changes);
    let gave_way = Status::Blocked { on: BlockedOn::Needs };
    let told: Vec<_> = changes.iter().map(|change| (change.task, change.to, &change.note)).collect();
    assert_eq!(told, [(waiting, gave_way, &Note::Because(Word::Test))], "the need itself goes on");
    let key = errand("oak_log").key();
    let dawn = Tick(10 + 2 * STUCK_TICKS);
    assert_eq!(store.suppressed_by(&key, dawn), Some(waiting), "the wait has a reason");
    store.end_needs(dawn, &mut changes);
    assert_eq!(store.get(waiting).unwrap().status(), Status::Pending);
    assert_eq!(store.suppressed_by(&key, dawn + STUCK_TICKS), Some(waiting), "the time of the need does not count");
    assert_eq!(store.suppressed_by(&key, dawn + STUCK_TICKS + 1), None, "and the time after it does");
}

#[test]
fn the_time_in_which_a_danger_had_the_body_does_not_count_as_waiting() {
    let mut store = Errands::new();
    let waiting = add(&mut store, "oak_log", 0).unwrap();
    store.excuse(500);
    let key = errand("oak_log").key();
    assert_eq!(store.suppressed_by(&key, Tick(STUCK_TICKS + 500)), Some(waiting));
    assert_eq!(store.suppressed_by(&key, Tick(STUCK_TICKS + 501)), None);
}

#[test]
fn a_task_that_has_waited_half_as_long_as_a_stuck_one_goes_first_at_the_next_break() {
    let mut store = Errands::new();
    let (waiting, at_work) = (add(&mut store, "oak_log", 0).unwrap(), add(&mut store, "coal", 0).unwrap());
    change(&mut store, at_work, Status::Active);
    assert_eq!(store.due_for_a_turn(Tick(TURN_TICKS)), []);
    assert_eq!(store.due_for_a_turn(Tick(TURN_TICKS + 1)), [waiting]);
    store.raise(waiting, Lane::Task, Priority::High);
    assert_eq!(store.due_for_a_turn(Tick(TURN_TICKS + 1)), [], "it goes first already");
}

#[test]
fn raise_increases_the_urgency_of_a_task_and_never_lowers_it() {
    let mut store = Errands::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    let urgency = |store: &Errands| store.get(id).map(|task| (task.lane(), task.priority())).unwrap();
    assert_eq!(urgency(&store), (Lane::Task, Priority::Normal));
    for (lane, priority, expected) in [
        (Lane::Task, Priority::High, (Lane::Task, Priority::High)),
        (Lane::Upkeep, Priority::Normal, (Lane::Upkeep, Priority::High)),
        (Lane::Task, Priority::Now, (Lane::Upkeep, Priority::Now)),
        (Lane::Task, Priority::Normal, (Lane::Upkeep, Priority::Now)),
    ] {
        store.raise(id, lane, priority);
        assert_eq!(urgency(&store), expected);
    }
    let ended = add(&mut store, "coal", 0).unwrap();
    change(&mut store, ended, Status::Done);
    store.raise(ended, Lane::Upkeep, Priority::Now);
    assert_eq!(store.get(ended).map(tasks::Task::priority), Some(Priority::Normal), "an ended task stays as it was");
}

#[test]
fn the_priorities_are_ordered_by_urgency() {
    assert!(Priority::Normal < Priority::High && Priority::High < Priority::Now);
    assert_eq!(Priority::default(), Priority::Normal);
    let mut store = Errands::new();
    for (name, priority) in [("a", Priority::Normal), ("b", Priority::High), ("c", Priority::Now)] {
        let mut wish = wanted(name, Who::User, 0);
        wish.priority = priority;
        let id = store.add(wish, Tick(0), &mut Vec::new()).unwrap();
        assert_eq!(store.get(id).map(tasks::Task::priority), Some(priority), "as it was wanted");
    }
}

#[test]
fn widen_replaces_the_goal_of_an_open_task_only_by_one_with_the_same_key() {
    let mut store = Errands::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    let more = Errand { size: 12, ..errand("oak_log") };
    assert!(store.widen(id, more.clone()));
    assert_eq!(store.get(id).map(tasks::Task::goal), Some(&more));
    assert!(!store.widen(id, errand("birch_log")), "another key is another goal");
    assert_eq!(store.get(id).map(tasks::Task::goal), Some(&more));
    change(&mut store, id, Status::Done);
    assert!(!store.widen(id, errand("oak_log")), "it has ended");
    assert!(!store.widen(TaskId(99), errand("oak_log")), "there is no such task");
}

#[test]
fn the_history_keeps_only_the_last_changes() {
    let mut store = Errands::new();
    let id = add(&mut store, "oak_log", 0).unwrap();
    for tick in 1..=HISTORY_MAX as u64 * 3 {
        let to = if tick % 2 == 0 { Status::Pending } else { Status::Active };
        store.set(id, (to, Note::Because(Word::Test)), Tick(tick), &mut Vec::new());
    }
    let ticks: Vec<u64> = store.get(id).unwrap().history().map(|entry| entry.at.0).collect();
    let last = HISTORY_MAX as u64 * 3;
    assert_eq!(ticks, (last - HISTORY_MAX as u64 + 1..=last).collect::<Vec<_>>());
}

#[test]
fn the_store_refuses_more_open_tasks_than_its_bound() {
    let mut store = Errands::new();
    for n in 0..OPEN_MAX {
        add(&mut store, &format!("thing_{n}"), 0).unwrap();
    }
    assert_eq!(refusal(add(&mut store, "one_more", 0)), Some(Refused::Full));
    change(&mut store, TaskId(1), Status::Done);
    assert!(add(&mut store, "one_more", 0).is_ok());
}

#[test]
fn the_store_forgets_the_task_that_ended_first() {
    let mut store = Errands::new();
    for n in 0..TASKS_MAX {
        let id = add(&mut store, &format!("thing_{n}"), 0).unwrap();
        change(&mut store, id, Status::Done);
    }
    assert_eq!(store.len(), TASKS_MAX);
    add(&mut store, "one_more", 0).unwrap();
    assert_eq!(store.len(), TASKS_MAX);
    assert!(store.get(TaskId(1)).is_none() && store.get(TaskId(2)).is_some());
    assert_eq!(store.counts().completed, TASKS_MAX as u64, "counts outlive the tasks");
}

#[test]
fn a_parent_forgets_its_oldest_ended_children_but_never_an_open_one() {
    let mut store = Errands::new();
    let parent = add(&mut store, "castle", 0).unwrap();
    let open = child(&mut store, parent, "moat").unwrap();
    for n in 0..CHILDREN_ENDED_MAX + 3 {
        let id = child(&mut store, parent, &format!("stone_{n}")).expect("only open children count");
        change(&mut store, id, Status::Done);
    }
    let children = store.get(parent).unwrap().children();
    assert_eq!(children.len(), CHILDREN_ENDED_MAX + 1);
    assert_eq!((children[0].id, children[0].ended), (open, None));
    let ended: Vec<u64> = children[1..].iter().map(|child| child.id.0).collect();
    let newest = open.0 + CHILDREN_ENDED_MAX as u64 + 3;
    assert_eq!(ended, (newest - CHILDREN_ENDED_MAX as u64 + 1..=newest).collect::<Vec<_>>(), "the last that ended");
}

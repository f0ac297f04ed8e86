//! Whatever ends a run, the next one continues as if nothing had been; and a journal replays to the same mind.

mod common;

use common::{come_back, live, newborn, open, options};
use driver::ledger::Ledger;
use driver::{Durability, Ended, Scribe, replay};
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::{AppendError, Archive, JOURNAL_FILE, Record, State, Store};
use vocab::Tick;

/// A disk with room for so many groups: after that it fails, as when the process is killed before the next commit.
struct Short(Store, Arc<AtomicI64>);

impl Ledger for Short {
    fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError> {
        if self.1.fetch_sub(1, Ordering::Relaxed) <= 0 {
            return Err(AppendError::Full);
        }
        self.0.append(records, state)
    }
}

const LIFE_TICKS: u64 = 8_000;

#[test]
fn a_run_cut_off_after_any_number_of_groups_ends_like_one_that_was_not() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut whole = come_back(&opened, true).life;
    assert!(matches!(
        live(&mut whole, &Scribe::new(opened.store), options(Durability::Grouped), LIFE_TICKS),
        Ended::Watcher
    ));

    let dir = tempfile::tempdir().unwrap();
    let mut cuts = 0;
    for groups in [0, 1, 2, 1, 3, 0, 2, 5, 99] {
        let opened = open(dir.path(), true);
        let mut life = come_back(&opened, true).life;
        let scribe = Scribe::new(Short(opened.store, Arc::new(AtomicI64::new(groups))));
        cuts += u64::from(matches!(
            live(&mut life, &scribe, options(Durability::Grouped), LIFE_TICKS),
            Ended::NotDurable(_)
        ));
    }
    assert!(cuts >= 5, "{cuts}");
    let last = come_back(&open(dir.path(), true), true);
    assert_eq!(last.life.mind, whole.mind);
    assert_eq!(last.life.body, whole.body);
    assert_eq!(last.life.in_flight, whole.in_flight);
    assert_eq!(last.records, 0, "a run that ends well leaves nothing to go over again");
}

#[test]
fn what_is_not_durable_is_not_performed() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = newborn(false);
    let scribe = Scribe::new(Short(opened.store, Arc::new(AtomicI64::new(40))));
    let ended = live(&mut life, &scribe, options(Durability::Each), LIFE_TICKS);
    assert!(matches!(&ended, Ended::NotDurable(why) if why.contains("disk is full")), "{ended:?}");
    assert_eq!(life.body.safe, 1, "it stands safe");
    drop(scribe);
    // The body was told exactly what follows from the inputs on the disk.
    let (mut records, mut acts) = (0, 0);
    replay(&Archive::open(dir.path()).unwrap(), None, |_, effects, _| {
        records += 1;
        acts += effects.iter().filter(|effect| matches!(effect, mind::Effect::Act { .. })).count() as u64;
    })
    .unwrap();
    assert_eq!((records, acts), (40, life.body.acted));
}

#[test]
fn a_standing_agent_goes_on_when_there_is_room_again() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = newborn(false);
    let room = Arc::new(AtomicI64::new(10));
    let scribe = Scribe::new(Short(opened.store, Arc::clone(&room)));
    let options = driver::Options { stand_safe_max: std::time::Duration::from_mins(1), ..options(Durability::Each) };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut stood = 0;
    let run = driver::Run { life: &mut life, scribe: &scribe, options, stop: &stop };
    let ended = run.run(Vec::new, |moment| {
        if moment.trouble.is_some() {
            stood += 1;
            room.store(1_000, Ordering::Relaxed);
        }
        if moment.input.tick.0 >= 400 { driver::Go::Stop } else { driver::Go::On }
    });
    assert!(matches!(ended, Ended::Watcher), "{ended:?}");
    assert_eq!((stood, life.body.safe), (1, 1));
    drop(scribe);
    assert_eq!(replay(&Archive::open(dir.path()).unwrap(), None, |_, _, _| {}).unwrap().records, 100);
}

#[test]
fn a_body_that_went_on_without_us_owes_the_mind_an_end_for_everything_open() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = newborn(false);
    let scribe = Scribe::new(Short(opened.store, Arc::new(AtomicI64::new(100))));
    live(&mut life, &scribe, options(Durability::Each), LIFE_TICKS);
    drop(scribe);
    let mut back = come_back(&open(dir.path(), false), false);
    assert_eq!(back.records, 100);
    let open: Vec<_> = back.life.in_flight.actions.iter().copied().collect();
    let told = back.life.sense().unwrap();
    assert_eq!(told.outcomes.iter().map(|outcome| outcome.id).collect::<Vec<_>>(), open);
    assert!(back.life.sense().unwrap().outcomes.is_empty(), "told once");
}

#[test]
fn a_replay_gives_the_same_mind_and_can_stop_early() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut life = come_back(&opened, true).life;
    live(&mut life, &Scribe::new(opened.store), options(Durability::Grouped), LIFE_TICKS);
    let archive = Archive::open(dir.path()).unwrap();
    let replayed = replay(&archive, None, |_, _, _| {}).unwrap();
    assert_eq!((replayed.mismatch, replayed.records), (None, LIFE_TICKS / 4));
    assert!(replayed.states >= 1);
    assert_eq!(replayed.mind, life.mind);
    assert_eq!(replay(&archive, Some(Tick(1_000)), |_, _, _| {}).unwrap().mind.tick(), Tick(1_000));
}

#[test]
fn a_mind_that_would_act_otherwise_is_found_out() {
    let dir = tempfile::tempdir().unwrap();
    let mut opened = open(dir.path(), true);
    let mut life = newborn(true);
    let mut records = Vec::new();
    for _ in 0..20 {
        let input = life.sense().unwrap();
        let thought = life.think(input);
        records.push(thought.record());
        life.perform(&thought.effects, true);
    }
    records[12].effects = vocab::Digest([7; 32]);
    opened.store.append(&records, None).unwrap();
    let replayed = replay(opened.store.archive(), None, |_, _, _| {}).unwrap();
    let mismatch = replayed.mismatch.unwrap();
    assert_eq!((mismatch.seq, mismatch.tick, mismatch.what), (13, 52, "effects"));
    let refused = driver::recover(opened.store.archive(), &opened.newest, driver::NoThinker::default(), |_| {
        Ok(common::Treadmill::new(true))
    });
    let said = refused.unwrap_err().to_string();
    assert!(
        said.contains("record 13 at tick 52: this program thinks otherwise") && said.contains("--discard-tail"),
        "{said}"
    );
}

#[test]
fn a_saved_mind_of_another_layout_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let identity = common::identity();
    let opened = Store::open(dir.path(), &identity, store::Limits::default(), || State {
        mind: vec![255; 3],
        ..State::default()
    })
    .unwrap();
    let refused = driver::recover(opened.store.archive(), &opened.newest, driver::NoThinker::default(), |_| {
        Ok(common::Treadmill::new(true))
    });
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("the saved mind cannot be read"), "{said}");
}

#[test]
fn a_life_whose_newest_state_is_damaged_comes_back_from_the_one_before_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut life = come_back(&opened, true).life;
    live(&mut life, &Scribe::new(opened.store), options(Durability::Grouped), 4_000);
    let harm = |what: &str| {
        let connection = Connection::open(dir.path().join(JOURNAL_FILE)).unwrap();
        assert_eq!(connection.execute(&format!("UPDATE snapshot SET world = x'00' WHERE seq = {what}"), []), Ok(1));
    };
    harm("(SELECT max(seq) FROM snapshot)");
    let replayed = replay(&Archive::open(dir.path()).unwrap(), None, |_, _, _| {}).unwrap();
    assert_eq!((replayed.mismatch, replayed.records, replayed.mind == life.mind), (None, 1_000, true));
    assert_eq!((replayed.skipped.len(), replayed.uncompared.len()), (0, 1));
    let opened = open(dir.path(), true);
    assert_eq!(opened.damaged.len(), 1);
    let back = come_back(&opened, true);
    assert_eq!((back.life.mind, back.life.body), (life.mind.clone(), life.body.clone()));
    assert_eq!(back.records, 1_000 - opened.newest.seq);
    drop(opened);
    harm("(SELECT min(seq) FROM snapshot)");
    let nothing = replay(&Archive::open(dir.path()).unwrap(), None, |_, _, _| {}).unwrap_err().to_string();
    assert!(nothing.contains("every snapshot is damaged"), "{nothing}");
}

#[test]
fn a_damaged_record_stops_a_replay_with_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut life = come_back(&opened, true).life;
    live(&mut life, &Scribe::new(opened.store), options(Durability::Grouped), 400);
    let connection = Connection::open(dir.path().join(JOURNAL_FILE)).unwrap();
    connection.execute("UPDATE journal SET input = x'00' WHERE seq = 50", []).unwrap();
    let said = replay(&Archive::open(dir.path()).unwrap(), None, |_, _, _| {}).unwrap_err().to_string();
    assert!(said.contains("record 50"), "{said}");
}

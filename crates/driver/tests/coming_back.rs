//! Whatever ends a run, the next one resumes exactly where it stopped; and a journal replays to the same mind.

mod common;

use common::{come_back, live, newborn, open, options};
use driver::ledger::Ledger;
use driver::{Door, Durability, Ended, ThreadScribe, replay};
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::{AppendError, Archive, JOURNAL_FILE, Record, State, Store};
use vocab::Tick;

/// A test disk with room for this many groups of records: after that it fails, as when the process is killed before the
/// next commit.
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
fn a_run_interrupted_after_any_number_of_writes_ends_in_the_same_state_as_one_that_was_not() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut whole = come_back(&opened, true).life;
    assert!(matches!(
        live(&mut whole, &ThreadScribe::new(opened.store), options(Durability::Grouped), LIFE_TICKS),
        Ended::Watcher
    ));

    let dir = tempfile::tempdir().unwrap();
    let mut cuts = 0;
    for groups in [0, 1, 2, 1, 3, 0, 2, 5, 99] {
        let opened = open(dir.path(), true);
        let mut life = come_back(&opened, true).life;
        let scribe = ThreadScribe::new(Short(opened.store, Arc::new(AtomicI64::new(groups))));
        cuts += u64::from(matches!(
            live(&mut life, &scribe, options(Durability::Grouped), LIFE_TICKS),
            Ended::NotDurable(_)
        ));
    }
    assert!(cuts >= 5, "{cuts}");
    let last = come_back(&open(dir.path(), true), true);
    assert_eq!(last.life.mind.lasting(), whole.mind.lasting());
    assert_eq!(last.life.body, whole.body);
    assert_eq!(last.life.in_flight, whole.in_flight);
    assert_eq!(last.records, 0, "a run that ended cleanly leaves nothing to replay");
}

#[test]
fn no_effect_is_performed_before_its_input_is_on_the_disk() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = newborn(false);
    let scribe = ThreadScribe::new(Short(opened.store, Arc::new(AtomicI64::new(40))));
    let ended = live(&mut life, &scribe, options(Durability::Each), LIFE_TICKS);
    assert!(matches!(&ended, Ended::NotDurable(why) if why.contains("disk is full")), "{ended:?}");
    assert_eq!(life.body.safe, 1, "it stands safe");
    drop(scribe);
    // The body was asked for exactly the actions that follow from the inputs on the disk.
    let (mut records, mut acts) = (0, 0);
    replay(&Archive::open(dir.path()).unwrap(), None, |_, effects, _| {
        records += 1;
        acts += effects.iter().filter(|effect| matches!(effect, mind::Effect::Act { .. })).count() as u64;
    })
    .unwrap();
    assert_eq!((records, acts), (40, life.body.acted));
}

#[test]
fn an_agent_that_waits_for_disk_space_continues_once_there_is_some() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = newborn(false);
    let room = Arc::new(AtomicI64::new(10));
    let scribe = ThreadScribe::new(Short(opened.store, Arc::clone(&room)));
    let options = driver::Options { stand_safe_max: std::time::Duration::from_mins(1), ..options(Durability::Each) };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut stood = 0;
    let run = driver::Run { life: &mut life, scribe: &scribe, door: &Door::new(), options, stop: &stop };
    let ended = run.run(|moment| {
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
fn after_a_restart_every_open_action_of_a_remote_body_ends_once_as_unknown() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), false);
    let mut life = newborn(false);
    let scribe = ThreadScribe::new(Short(opened.store, Arc::new(AtomicI64::new(100))));
    live(&mut life, &scribe, options(Durability::Each), LIFE_TICKS);
    drop(scribe);
    let mut back = come_back(&open(dir.path(), false), false);
    assert_eq!(back.records, 100);
    let open: Vec<_> = back.life.in_flight.actions.iter().copied().collect();
    let told = back.life.sense();
    assert_eq!(told.outcomes.iter().map(|outcome| outcome.id).collect::<Vec<_>>(), open);
    let unknown = vocab::outcome::End::Failed(vocab::outcome::Failure::Unknown);
    assert!(told.outcomes.iter().all(|outcome| outcome.end == unknown));
    assert!(back.life.sense().outcomes.is_empty(), "told once");
}

#[test]
fn a_replay_gives_the_same_mind_and_can_stop_early() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut life = come_back(&opened, true).life;
    live(&mut life, &ThreadScribe::new(opened.store), options(Durability::Grouped), LIFE_TICKS);
    let archive = Archive::open(dir.path()).unwrap();
    let replayed = replay(&archive, None, |_, _, _| {}).unwrap();
    assert_eq!((replayed.mismatch, replayed.records), (None, LIFE_TICKS / 4));
    assert!(replayed.states >= 1);
    assert_eq!(replayed.mind, life.mind);
    assert_eq!(replay(&archive, Some(Tick(1_000)), |_, _, _| {}).unwrap().mind.tick(), Tick(1_000));
}

#[test]
fn a_journal_that_this_version_would_have_decided_differently_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut opened = open(dir.path(), true);
    let mut life = newborn(true);
    let mut records = Vec::new();
    for _ in 0..20 {
        let sensed = life.sense();
        let input = life.input(sensed, vec![]);
        let thought = life.think(input);
        records.push(thought.record());
        life.perform(&thought.effects, true);
    }
    records[12].did = vocab::Digest([7; 32]);
    opened.store.append(&records, None).unwrap();
    let replayed = replay(opened.store.archive(), None, |_, _, _| {}).unwrap();
    let mismatch = replayed.mismatch.unwrap();
    assert_eq!((mismatch.seq, mismatch.tick, mismatch.what), (13, 52, "effects"));
    let refused = driver::recover(
        opened.store.archive(),
        &opened.newest,
        (common::clock(), driver::life::plain),
        driver::NoThinker::default(),
        |_| Ok(common::Treadmill::new(true)),
    );
    let said = refused.unwrap_err().to_string();
    assert!(
        said.contains("record 13 at tick 52: this version decides differently from the one that recorded it")
            && said.contains("--discard-tail"),
        "{said}"
    );
}

/// A journal of twenty records by `program`, after which `change` was made to them.
fn journal(dir: &std::path::Path, program: &str, change: impl FnOnce(&mut Vec<Record>)) {
    let epoch = store::Epoch { program: program.into(), ..driver::epoch::current() };
    let mut opened = common::open_as(dir, &epoch, || newborn(true).state().1);
    let mut life = newborn(true);
    let mut records = Vec::new();
    for _ in 0..20 {
        let sensed = life.sense();
        let input = life.input(sensed, vec![]);
        let thought = life.think(input);
        records.push(thought.record());
        life.perform(&thought.effects, true);
    }
    change(&mut records);
    opened.store.append(&records, None).unwrap();
}

type Resumed = (driver::Recovered<common::Treadmill, driver::NoThinker>, Option<driver::WentBack>);

fn resume(opened: &mut store::Opened) -> Result<Resumed, driver::RecoverError> {
    let body = |world: Option<&[u8]>| Ok(vocab::digest::decode(world.unwrap()).unwrap());
    driver::resume(opened, (common::clock(), driver::life::plain), driver::NoThinker::default, body)
}

#[test]
fn other_words_are_counted_and_end_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let this = driver::epoch::program();
    journal(dir.path(), this, |records| records[12].told = vocab::Digest([7; 32]));
    let mut opened = open(dir.path(), true);
    let replayed = replay(opened.store.archive(), None, |_, _, _| {}).unwrap();
    let first = replayed.reworded_first.unwrap();
    assert_eq!((replayed.mismatch, replayed.reworded), (None, 1));
    assert_eq!((first.seq, first.what, first.program.as_deref()), (13, "words", Some(this)));
    let (recovered, went_back) = resume(&mut opened).unwrap();
    assert_eq!((recovered.records, recovered.reworded, went_back.is_none()), (20, 1, true));
}

#[test]
fn what_another_build_decided_differently_is_set_aside() {
    let differently = |records: &mut Vec<Record>| records[12].did = vocab::Digest([7; 32]);
    let unreadable = |records: &mut Vec<Record>| records[12].input = vec![1, 2, 3];
    for change in [differently as fn(&mut Vec<Record>), unreadable] {
        let dir = tempfile::tempdir().unwrap();
        journal(dir.path(), "stead of yesterday", change);
        drop(open(dir.path(), true)); // killed before it could save anything
        let mut opened = open(dir.path(), true);
        assert_eq!(opened.program_before.as_deref(), Some("stead of yesterday"));
        let (recovered, went_back) = resume(&mut opened).unwrap();
        let went_back = went_back.unwrap();
        assert_eq!((recovered.records, recovered.life.mind.tick()), (0, Tick(0)));
        assert_eq!((went_back.seq, went_back.program.as_str()), (13, "stead of yesterday"));
        assert_eq!((went_back.cut.records, went_back.cut.ticks()), (20, 80));
        assert!(went_back.cut.copy.ends_with("diverged-0.db"), "{:?}", went_back.cut.copy);
        drop(opened);
        assert_eq!(open(dir.path(), true).program_before, None);

        let dir = tempfile::tempdir().unwrap();
        journal(dir.path(), driver::epoch::program(), change);
        assert!(resume(&mut open(dir.path(), true)).is_err(), "this very build must not decide differently");
    }
}

#[test]
fn records_of_another_encoding_are_not_replayed() {
    let dir = tempfile::tempdir().unwrap();
    let older = store::Epoch { shapes: b"others".to_vec(), program: "stead of old".into(), ..driver::epoch::current() };
    let mut opened = common::open_as(dir.path(), &older, || newborn(true).state().1);
    let mut life = come_back(&opened, true).life;
    let sensed = life.sense();
    let input = life.input(sensed, vec![]);
    let record = life.think(input).record();
    opened.store.append(&[record], Some(&life.state())).unwrap();
    drop(opened);
    let elder = store::Epoch { layout: driver::LAYOUT - 1, ..older };
    let elders = tempfile::tempdir().unwrap();
    drop(common::open_as(elders.path(), &elder, || newborn(true).state().1));
    let refused = replay(&Archive::open(elders.path()).unwrap(), None, |_, _, _| {}).unwrap_err().to_string();
    assert!(refused.contains("it was written by stead of old"), "{refused}");
    let opened = open(dir.path(), true);
    assert!(opened.upgraded.is_some());
    let mut life = come_back(&opened, true).life;
    live(&mut life, &ThreadScribe::new(opened.store), options(Durability::Grouped), 400);
    let archive = Archive::open(dir.path()).unwrap();
    let replayed = replay(&archive, None, |_, _, _| {}).unwrap();
    assert_eq!((replayed.mismatch, replayed.from, replayed.mind == life.mind), (None, Tick(4), true));
    assert_eq!(replayed.older.len(), 1);
    let refused = replay(&archive, Some(Tick(3)), |_, _, _| {}).unwrap_err().to_string();
    assert!(refused.contains("stead of old"), "{refused}");
}

#[test]
fn a_saved_mind_that_cannot_be_decoded_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let first = || State { mind: vec![255; 3], ..State::default() };
    let opened = common::open_as(dir.path(), &driver::epoch::current(), first);
    let refused = driver::recover(
        opened.store.archive(),
        &opened.newest,
        (common::clock(), driver::life::plain),
        driver::NoThinker::default(),
        |_| Ok(common::Treadmill::new(true)),
    );
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("the saved mind cannot be read"), "{said}");
}

#[test]
fn with_the_newest_state_damaged_the_life_resumes_from_the_one_before_it() {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path(), true);
    let mut life = come_back(&opened, true).life;
    live(&mut life, &ThreadScribe::new(opened.store), options(Durability::Grouped), 4_000);
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
    live(&mut life, &ThreadScribe::new(opened.store), options(Durability::Grouped), 400);
    let connection = Connection::open(dir.path().join(JOURNAL_FILE)).unwrap();
    connection.execute("UPDATE journal SET input = x'00' WHERE seq = 50", []).unwrap();
    let said = replay(&Archive::open(dir.path()).unwrap(), None, |_, _, _| {}).unwrap_err().to_string();
    assert!(said.contains("record 50"), "{said}");
}

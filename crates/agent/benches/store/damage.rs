//! A damaged byte anywhere in a copied directory: the life is opened whole, or with a named loss, or refused with a way
//! out. Never is it something else than it was without saying so, and never does it panic.

use crate::saved::{opened, this_program};
use crate::{copied, run};
use agent::Embedded;
use agent::lasting::take_over;
use driver::{MachineClock, NoThinker, Part, caught};
use figures::{Asked, Sheet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{Archive, Identity, Limits, Opened, Opening, ReadError, State, Store};
use vocab::{Dice, Digest};

/// How long the life is lived before it is killed and copied, so that there is a log beside its journal.
const LIVED: Duration = Duration::from_secs(6);
/// The files of a directory that hold something of a life.
const FILES: [&str; 4] = ["journal.db", "journal.db-wal", "journal.db-shm", "stead.id"];

/// What became of a life with one damaged byte.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fate {
    Whole,
    NamedLoss,
    Refused,
    /// It was refused without saying what to do.
    NoWayOut(String),
    /// It is another life, and nothing said so.
    Silent,
    Panic(String),
}

/// All that a life consists of: its mind and world at the end, every record, who wrote them.
#[derive(Debug, PartialEq, Eq)]
struct All {
    mind: Digest,
    world: Option<Digest>,
    end: Option<store::Seal>,
    records: u64,
    writers: Vec<(u64, u64)>,
}

pub fn figures(sheet: &mut Sheet, bytes: u64) {
    let life = tempfile::tempdir().expect("a directory");
    let mut child = run(life.path(), u64::MAX);
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    lines.read_line(&mut String::new()).expect("text");
    std::thread::sleep(LIVED);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let whole = all(&mut opened(&copied(life.path()).path().join("d"))).expect("a whole life");

    let mut dice = Dice::new(1_000);
    let mut fates: Vec<(String, Fate)> = Vec::new();
    for _ in 0..bytes {
        let copy = copied(life.path());
        let dir = copy.path().join("d");
        let place = flip(&dir, &mut dice);
        fates.push((place, fate(&dir, &whole)));
    }
    let count = |is: fn(&Fate) -> bool| fates.iter().filter(|(_, fate)| is(fate)).count() as f64;
    for (place, fate) in fates.iter().filter(|(_, fate)| !matches!(fate, Fate::Whole | Fate::NamedLoss | Fate::Refused))
    {
        println!("{place}: {fate:?}");
    }
    sheet.figure("damaged bytes", "", Asked::Exactly(bytes as f64), fates.len() as f64);
    sheet.figure("of them opened whole", "", Asked::Told, count(|fate| *fate == Fate::Whole));
    sheet.figure("opened with a named loss", "", Asked::Told, count(|fate| *fate == Fate::NamedLoss));
    sheet.figure("refused with a way out", "", Asked::Told, count(|fate| *fate == Fate::Refused));
    sheet.figure("refused without a way out", "", Asked::Exactly(0.0), count(|fate| matches!(fate, Fate::NoWayOut(_))));
    sheet.figure("silent changes", "", Asked::Exactly(0.0), count(|fate| *fate == Fate::Silent));
    sheet.figure("panics", "", Asked::Exactly(0.0), count(|fate| matches!(fate, Fate::Panic(_))));
}

/// Damages one byte anywhere in a directory, and returns where.
fn flip(dir: &Path, dice: &mut Dice) -> String {
    let size = |file: &str| fs::metadata(dir.join(file)).map_or(0, |found| found.len());
    let mut at = dice.below(FILES.iter().map(|file| size(file)).sum());
    for file in FILES {
        let length = size(file);
        if at < length {
            let mut bytes = fs::read(dir.join(file)).expect("a file");
            bytes[at as usize] ^= 1 << dice.below(8);
            fs::write(dir.join(file), bytes).expect("written");
            return format!("{file}, byte {at}");
        }
        at -= length;
    }
    unreachable!("the byte is in one of the files")
}

fn fate(dir: &Path, whole: &All) -> Fate {
    match caught(Part::Edge, || opened_fate(dir, whole)) {
        Ok(fate) => fate,
        Err(broke) => Fate::Panic(broke.to_string()),
    }
}

fn opened_fate(dir: &Path, whole: &All) -> Fate {
    let refused = |why: String| {
        let has_way_out = ["--data", "backup", "another directory"].iter().any(|way| why.contains(way));
        if has_way_out { Fate::Refused } else { Fate::NoWayOut(why) }
    };
    let game = gamedata::MINECRAFT_VERSION.into();
    let identity = Identity { world: "embedded".into(), seed: 1, game, layout: driver::LAYOUT };
    let opening = Opening { dir, identity: &identity, epoch: &this_program(), limits: Limits::default() };
    let opened = Store::open(opening, State::default, take_over);
    let mut opened = match opened {
        Ok(opened) => opened,
        Err(error) => return refused(error.to_string()),
    };
    let told = !opened.damaged.is_empty()
        || opened.cut.is_some()
        || opened.stray_log.is_some()
        || opened.torn != store::TornTail::default();
    match all(&mut opened) {
        Ok(found) if found == *whole => Fate::Whole,
        _ if told => Fate::NamedLoss,
        // What is damaged in old records is found by the check that goes on beside a run.
        Ok(_) => Fate::Silent,
        Err(Lost::InOldRecords) => Fate::NamedLoss,
        Err(Lost::Life(why)) => refused(why),
    }
}

/// Why not all of a life could be read.
#[derive(Debug)]
enum Lost {
    InOldRecords,
    Life(String),
}

fn all(opened: &mut Opened) -> Result<All, Lost> {
    let (clock, thinker) = (Arc::new(MachineClock::default()), NoThinker::default);
    let (recovered, _) = driver::resume(opened, (clock, driver::life::plain), thinker, |world| {
        Embedded::restore(world.unwrap_or_default())
    })
    .map_err(|error| Lost::Life(error.to_string()))?;
    let archive: &Archive = opened.store.archive();
    let old = |_: ReadError| Lost::InOldRecords;
    let oldest = archive.oldest().map_err(old)?;
    let (mut records, mut end) = (0, None);
    for seq in archive.snapshots().map_err(old)? {
        archive.snapshot(seq).map_err(old)?;
    }
    let (_, seal) = archive
        .replay(&oldest.kept, None, |_, _| {
            records += 1;
            Ok::<bool, ReadError>(true)
        })
        .map_err(old)?;
    end.replace(seal);
    let writers = archive.epochs().map_err(old)?.iter().map(|stretch| (stretch.number, stretch.first_seq)).collect();
    let life = recovered.life;
    Ok(All { mind: life.mind.digest(), world: driver::Body::digest(&life.body), end, records, writers })
}

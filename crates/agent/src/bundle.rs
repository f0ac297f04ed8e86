//! The file for a bug report: the end of the journal, versions, settings without secrets, and what broke. One JSON object of
//! bounded size.
//!
//! It only reads the data directory, so it works beside a running agent and on a damaged directory.

use crate::config::Config;
use driver::{Broken, LAYOUT, broke};
use mind::Input;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use store::{Archive, Kept, ReadError, Record};
use vocab::digest::decode;

/// Most records at the end of the journal in a report: three minutes of life and more.
const RECORDS_MAX: usize = 1_024;
/// Most bytes of the inputs of these records. The oldest ones are left out.
const RECORD_BYTES_MAX: usize = 512 << 10;
/// A saved mind larger than this is left out of a report.
const MIND_BYTES_MAX: usize = 512 << 10;
/// Reports of breaks kept in a data directory; the oldest is deleted first.
const REPORTS_KEPT: usize = 4;

/// Makes the report on a data directory. `settings` are those in use, or why they cannot be read.
pub fn make(dir: &Path, settings: &Result<Config, String>, broken: Option<&Broken>) -> Value {
    let journal = Archive::open(dir).and_then(|archive| archive.at_one_moment(journal));
    json!({
        "report": 1,
        "stead": env!("CARGO_PKG_VERSION"),
        "layout": LAYOUT,
        "format": store::FORMAT_VERSION,
        "minecraft": gamedata::MINECRAFT_VERSION,
        "machine": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "debug": cfg!(debug_assertions),
        "broke": broken.map(|broken| json!({
            "part": broken.broke.part.name(),
            "place": broken.broke.place,
            "what": broken.broke.what,
            "strikes": broken.strikes,
            "no_way_back": broken.no_way_back,
            "backtrace": broke::backtrace(),
        })),
        "settings": match settings {
            Ok(config) => json!(shown(config)),
            Err(why) => json!({ "unreadable": why }),
        },
        "journal": journal.unwrap_or_else(|error| json!({ "unreadable": error.to_string() })),
    })
}

/// Writes the report of a break into the data directory, where the older ones are deleted.
pub fn leave(dir: &Path, settings: &Result<Config, String>, broken: &Broken) -> io::Result<PathBuf> {
    let report = make(dir, settings, Some(broken));
    let path = dir.join(name(&report));
    write(&path, &report)?;
    let mut old: Vec<(u64, PathBuf)> =
        fs::read_dir(dir)?.flatten().filter_map(|entry| tick_of(&entry.path())).collect();
    old.sort();
    for (_, path) in old.iter().rev().filter(|(_, other)| *other != path).skip(REPORTS_KEPT - 1) {
        let _ = fs::remove_file(path); // one report too many does no harm
    }
    Ok(path)
}

pub fn write(path: &Path, report: &Value) -> io::Result<()> {
    fs::write(path, format!("{report:#}\n"))
}

/// The usual name of a report: it has the last tick in it.
pub fn name(report: &Value) -> String {
    format!("stead-report-{}.json", report["journal"]["last"]["tick"].as_u64().unwrap_or(0))
}

/// The tick in the name of a report, with its path.
fn tick_of(path: &Path) -> Option<(u64, PathBuf)> {
    let name = path.file_name()?.to_str()?;
    let tick = name.strip_prefix("stead-report-")?.strip_suffix(".json")?.parse().ok()?;
    Some((tick, path.into()))
}

/// The settings as text, line by line and without secrets. An address may have a password in it, and what is named as the
/// variable of a key may be the key itself.
fn shown(config: &Config) -> Vec<String> {
    const LEFT_OUT: &str = "left out";
    let mut config = config.clone();
    config.llm.api_key = None;
    config.llm.api_key_env = config.llm.api_key_env.map(|_| LEFT_OUT.into());
    if !config.llm.base_url.is_empty() {
        config.llm.base_url = LEFT_OUT.into();
    }
    format!("{config:#?}").lines().map(String::from).collect()
}

/// What is reported of the journal: whose it is, its last records, and the saved mind from which they can be replayed.
fn journal(archive: &Archive) -> Value {
    let identity = archive.identity().ok();
    let (span, states) = (archive.span().ok().flatten(), archive.snapshots().unwrap_or_default());
    let last = span.map_or(0, |(_, last)| last.seq);
    // The newest state from which enough records follow, or else the oldest one.
    let enough = states.iter().rev().find(|seq| **seq + RECORDS_MAX as u64 <= last);
    let from = enough.or(states.first()).map(|seq| archive.snapshot(*seq));
    let (records, damage) = match &from {
        Some(Ok(from)) => last_records(archive, from),
        Some(Err(error)) => (VecDeque::new(), Some(error.to_string())),
        None => (VecDeque::new(), Some(ReadError::NoSnapshot.to_string())),
    };
    let place = |place: store::Place| json!({"record": place.seq, "tick": place.tick});
    let newest = archive.newest().ok().map(|whole| whole.kept);
    json!({
        "world": identity.as_ref().map(|identity| identity.world.clone()),
        "seed": identity.as_ref().map(|identity| identity.seed),
        "minecraft": identity.as_ref().map(|identity| identity.game.clone()),
        "layout": identity.as_ref().map(|identity| identity.layout),
        "first": span.map(|(first, _)| place(first)),
        "last": span.map(|(_, last)| place(last)),
        "states": states,
        "damage": damage,
        "shaken": shaken(&records),
        "last_input": records.back().and_then(|(_, record)| decode::<Input>(&record.input).ok()),
        "newest_state": newest.as_ref().map(state),
        "records": records.iter().map(|(seq, record)| json!({
            "record": seq, "tick": record.tick, "input": hex(&record.input),
        })).collect::<Vec<_>>(),
    })
}

fn state(kept: &Kept) -> Value {
    let (mind, world) = (&kept.state.mind, kept.state.world.as_ref());
    json!({
        "record": kept.seq,
        "tick": kept.tick,
        "mind_bytes": mind.len(),
        "world_bytes": world.map(Vec::len),
        "mind": (mind.len() <= MIND_BYTES_MAX).then(|| hex(mind)),
    })
}

/// The last records after a saved state, and why there are no more if the journal is damaged.
fn last_records(archive: &Archive, from: &Kept) -> (VecDeque<(u64, Record)>, Option<String>) {
    let (mut records, mut bytes) = (VecDeque::new(), 0);
    let read = archive.replay(from, None, |seq, record| {
        bytes += record.input.len();
        records.push_back((seq, record));
        while records.len() > RECORDS_MAX || (bytes > RECORD_BYTES_MAX && records.len() > 1) {
            bytes -= records.pop_front().map_or(0, |(_, record)| record.input.len());
        }
        Ok::<bool, ReadError>(true)
    });
    (records, read.err().map(|error| error.to_string()))
}

/// Where the program broke, as these records tell.
fn shaken(records: &VecDeque<(u64, Record)>) -> Vec<Value> {
    let told = records.iter().filter_map(|(seq, record)| {
        let shaken = decode::<Input>(&record.input).ok()?.shaken?;
        Some(json!({"record": seq, "tick": record.tick, "place": shaken.place, "what": shaken.what}))
    });
    told.collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use driver::{Broke, Part};

    fn broken() -> Broken {
        let broke = Broke { part: Part::World, place: "a.rs:1".into(), what: "on purpose".into() };
        Broken { broke, strikes: 1, no_way_back: None }
    }

    #[test]
    fn the_settings_in_a_report_hold_no_secret() {
        let text = "[llm]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"http://me:hunter2@host/v1\"\n";
        for key in ["api_key = \"sk-0123456789\"", "api_key_env = \"SK0123456789\""] {
            let config = Config::parse(Path::new("stead.toml"), &format!("{text}{key}\n")).unwrap();
            let report = make(Path::new("/nowhere"), &Ok(config), Some(&broken())).to_string();
            assert!(!report.contains("0123456789") && !report.contains("hunter2"), "{report}");
            assert!(report.contains("model: \\\"m\\\"") && report.contains("a.rs:1"), "{report}");
        }
    }

    #[test]
    fn a_data_directory_keeps_the_newest_reports_alone() {
        let dir = tempfile::tempdir().unwrap();
        for tick in [10, 4, 8, 12, 100, 2] {
            fs::write(dir.path().join(format!("stead-report-{tick}.json")), "{}").unwrap();
        }
        fs::write(dir.path().join("stead-report-notes.json"), "{}").unwrap();
        let path = leave(dir.path(), &Err("no settings".into()), &broken()).unwrap();
        assert_eq!(path.file_name().unwrap(), "stead-report-0.json");
        let mut left: Vec<String> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        let kept = ["0", "10", "100", "12", "notes"].map(|tick| format!("stead-report-{tick}.json"));
        assert_eq!(left, kept);
    }
}

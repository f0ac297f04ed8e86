//! Compares what the importers read with what an independent reader found in structure files that people published.
//!
//! The files are not part of the repository, because their licences are not stated. The test runs where they lie beside it.

use blueprint::{Draft, read};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schematics")
}

fn unknown(draft: &Draft) -> String {
    let names: BTreeSet<&str> = draft.blocks().map(|(state, _)| state.name.as_str()).collect();
    let unknown = names.into_iter().filter(|name| name.contains(':') || gamedata::blocks::named(name).is_none());
    unknown.collect::<Vec<_>>().join(",")
}

#[test]
fn published_files_are_read_as_an_independent_reader_does() {
    let Ok(expected) = std::fs::read_to_string(folder().join("expected.tsv")) else {
        eprintln!("skipped: {} is not there", folder().display());
        return;
    };
    let mut wrong = Vec::new();
    for line in expected.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let bytes = std::fs::read(folder().join(cells[0])).unwrap();
        let draft = match read(&bytes) {
            Ok(draft) => draft,
            Err(fault) => {
                wrong.push(format!("{}: {fault}", cells[0]));
                continue;
            }
        };
        let [x, y, z] = draft.size;
        let found = [
            draft.format.to_string(),
            draft.version.map_or("None".into(), |version| version.to_string()),
            format!("{x}x{y}x{z}"),
            draft.blocks().map(|(_, count)| count).sum::<u64>().to_string(),
            draft.blocks().count().to_string(),
            draft.block_entities.to_string(),
            draft.entities.to_string(),
            unknown(&draft),
        ];
        let asked = cells.iter().skip(1).map(ToString::to_string).chain(std::iter::repeat(String::new()));
        let asked: Vec<String> = asked.take(found.len()).collect();
        if found.as_slice() != asked.as_slice() {
            wrong.push(format!("{}:\n  asked {asked:?}\n  found {found:?}", cells[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! Which rooms of the mind may name which engine, so that each engine meets the mind in few and known places.

use crate::purity::code_of;

/// Names of engine types in code, each with the files and folders of `crates/mind/src` that may use it.
const MAY_USE: &[(&str, &[&str])] = &[
    ("planner::", &["plan/", "wire/reason.rs"]),
    ("upkeep::", &["wants/keeping/", "wire/reason.rs"]),
    ("reflex::", &["hands/guard.rs", "wire/"]),
    ("belief::", &["view/", "hands/guard.rs", "hands/leaf/hunt.rs", "goals/have_any.rs", "mind.rs", "wire/"]),
    ("agency::", &["thoughts/", "wants/", "wire/"]),
    ("building::", &["builds/", "wire/"]),
    // Tracks of creatures are read in one file; all other code asks it about creatures.
    ("&Track", &["view/creatures.rs"]),
    (".everything()", &["view/creatures.rs"]),
    (".tracks()", &["view/creatures.rs"]),
    (".track(", &["view/creatures.rs"]),
    (".hazards()", &["wants/keeping/observe.rs"]),
];

/// Uses of an engine type that the table does not allow in a file of the mind; the file is named relative to `src`.
pub fn out_of_place(file: &str, source: &str) -> Vec<(usize, &'static str)> {
    let lines = source.lines().take_while(|line| !line.contains("#[cfg(test)]")).map(code_of);
    let mut found = Vec::new();
    for (line, number) in lines.zip(1..) {
        for (word, rooms) in MAY_USE {
            if line.contains(word) && !rooms.iter().any(|room| file.starts_with(room)) {
                found.push((number, *word));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_used_in_its_rooms_and_found_elsewhere() {
        for (file, source, found) in [
            ("plan/course.rs", "use planner::Plan;", &[][..]),
            ("wants/drive.rs", "use planner::Plan;", &[(1, "planner::")]),
            ("wants/drive.rs", "// planner::Plan is not used here", &[]),
            ("hands/leaf/bed.rs", "let a = 1;\nfor track in bus.everything() {", &[(2, ".everything()")]),
            ("hands/guard.rs", "let kind = bus.track(id);", &[(1, ".track(")]),
            ("wants/drive.rs", "bus.tracks().len()", &[(1, ".tracks()")]),
            ("view/creatures.rs", "fn near(track: &Track) {}", &[]),
            ("agenda/mod.rs", "#[cfg(test)]\nuse upkeep::Rig;", &[]),
        ] {
            assert_eq!(out_of_place(file, source), found, "{file}");
        }
    }
}

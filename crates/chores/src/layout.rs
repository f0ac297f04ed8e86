//! `cargo xtask layout`: records the shapes of what is saved and a small life, beside the number of the layout.

use crate::{root, steps};
use std::process::{Command, ExitCode};

/// Tells the test of the layouts to write its record instead of comparing it.
const RECORD: &str = "RECORD_LAYOUT";

pub fn run(again: bool) -> ExitCode {
    let wish = if again { "again" } else { "new" };
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--locked", "-p", "agent", "--test", "layouts"]).env(RECORD, wish);
    command.args(["--", "--exact", "every_saved_shape_is_the_one_that_is_pinned_beside_its_layout"]);
    if !steps::run("layout", command.current_dir(root())).ok {
        return ExitCode::FAILURE;
    }
    println!("the record is in crates/agent/tests/fixtures; commit it with the change");
    ExitCode::SUCCESS
}

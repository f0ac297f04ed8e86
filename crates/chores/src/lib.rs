//! The project's own commands, as a library so that plain `cargo test` tests them too; `xtask` is the program around it.

mod bench;
mod gamedata;
mod setup;
mod steps;
mod test;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test            install what is missing, then check format, lints and run every test
  setup           install what the tests need and is missing
  bench NAME      run one benchmark and print its figures against what was asked
                  (NAME: one of those listed by `cargo xtask bench`)
  gamedata        make the tables of crates/gamedata anew from the npm package and our own sources
                  (--check: write nothing, fail when a table would change)
";

/// Runs the command named by the program's arguments.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::run(),
        ["setup"] => setup::run(),
        ["bench", names @ ..] => bench::run(names),
        ["gamedata"] | ["gamedata", "--check"] => match gamedata::run(words.len() > 1) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("gamedata: {error}");
                ExitCode::FAILURE
            }
        },
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        other => {
            if !other.is_empty() {
                eprintln!("xtask: there is no command `{}`\n", other.join(" "));
            }
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The repository's root folder.
fn root() -> PathBuf {
    tidy::root()
}

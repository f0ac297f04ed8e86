//! The project's own commands. They are a library, so that `cargo test` tests them too; `xtask` is the program that
//! calls them.

mod bench;
mod conformance;
mod fuzz;
mod gamedata;
mod layout;
mod model;
mod setup;
mod steps;
mod test;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test            install what is missing, check format and lints, run every test, build the fuzz targets
  setup           install what the tests need and is missing
  bench NAME      run one benchmark and print its figures against what was asked
                  (`cargo xtask bench` lists them and their options)
  fuzz NAME       run one fuzz target for a minute (`cargo xtask fuzz` lists them)
                  (-- ARGUMENTS: handed to libFuzzer, such as -max_total_time=600)
  conformance [ADDR]
                  hold the body that listens at HOST:PORT against the body protocol
                  (without an address: the mineflayer body on flying-squid servers)
  gamedata        write the tables of crates/gamedata again from the npm package and our own sources
                  (--check: write nothing, fail when a table would change)
  layout          record the shapes of what is saved, and a small life, for a new `driver::LAYOUT`
                  (--again: replace the record of the newest layout, while nobody has lives of it)
";

/// Runs the `cargo xtask` command given by the program's arguments.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::run(),
        ["setup"] => setup::run(),
        ["bench", names @ ..] => bench::run(names),
        ["fuzz", names @ ..] => fuzz::run(names),
        ["conformance"] => conformance::run_steps(),
        ["conformance", address] => conformance::run(address),
        ["gamedata"] | ["gamedata", "--check"] => match gamedata::run(words.len() > 1) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("gamedata: {error}");
                ExitCode::FAILURE
            }
        },
        ["layout"] | ["layout", "--again"] => layout::run(words.len() > 1),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        other => {
            if !other.is_empty() {
                eprintln!("xtask: unknown command `{}`\n", other.join(" "));
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

//! The project's own commands.

use std::process::ExitCode;

mod gamedata;

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        Some("gamedata") => gamedata::run().map_err(|error| error.to_string()),
        other => Err(format!("unknown command {other:?}: there is `gamedata`")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

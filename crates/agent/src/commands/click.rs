//! `stead click --jsonl`: which block states a click places. JSON lines in, JSON lines out.

use super::lines;
use crate::say::{say, tell};
use std::io;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  echo '{\"id\": 1, \"item\": \"oak_stairs\", \"face\": \"up\", \"yaw\": 180, \"pitch\": 30}' | stead click --jsonl"
)]
pub struct Args {
    /// Read one click a line from standard input and print one answer a line.
    #[arg(long, required = true)]
    jsonl: bool,
}

const BAD_INPUT: u8 = 2;
/// How a good line looks, for messages about bad ones.
const EXPECTED: &str = r#"{"id": "1", "item": "oak_stairs", "face": "up", "yaw": 180, "pitch": 30}"#;

pub fn run(_: &Args) -> ExitCode {
    let all_read = lines::read_bytes("stead click", io::stdin().lock(), |bytes| match contract::click::answer(bytes) {
        Ok(answer) => {
            say!("{answer}");
            Ok(None)
        }
        Err(misread) => Ok(Some((misread, EXPECTED))),
    });
    match all_read {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(BAD_INPUT),
        Err(error) => {
            tell!("stead click: standard input cannot be read ({error}); pipe lines of JSON into it");
            ExitCode::FAILURE
        }
    }
}

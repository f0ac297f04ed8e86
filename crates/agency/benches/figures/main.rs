//! `cargo xtask bench agency`: the sanitizer's speed on real and on hostile text, and the lines of chat that are
//! understood.

mod chat;
mod instructions;
mod sanitizer;

use figures::Sheet;
use std::process::ExitCode;

fn main() -> ExitCode {
    // The benchmark starts itself again under callgrind to count instructions.
    if instructions::is_counted() {
        return ExitCode::SUCCESS;
    }
    let mut sheet = Sheet::new("agency: text in, goals out, single thread");
    sanitizer::figures(&mut sheet);
    instructions::figures(&mut sheet);
    chat::figures(&mut sheet);
    sheet.finish()
}

//! The figures of belief: time, silence, consumer, tracking quality. Exits with an error if one is missed.

mod consumer;
mod quality;
mod reaction;
mod scenario;
mod scenes;
mod scorer;
mod silence;
mod speed;

use figures::Sheet;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut sheet = Sheet::new("belief");
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wants = |part: &str| wanted.is_empty() || wanted.iter().any(|name| name == part);
    if wants("speed") {
        speed::figures(&mut sheet);
    }
    if wants("silence") {
        silence::figures(&mut sheet);
    }
    if wants("consumer") {
        consumer::figures(&mut sheet);
    }
    if wants("reaction") {
        reaction::figures(&mut sheet);
    }
    let quality = if wants("quality") { quality::figures(&mut sheet) } else { Ok(()) };
    if let Err(missing) = quality {
        eprintln!("{missing}");
        print!("{}", sheet.render());
        return ExitCode::FAILURE;
    }
    sheet.finish()
}

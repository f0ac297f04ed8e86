//! Writes lines of the body protocol.

use super::{Command, Report};

/// A line from a body, with its end.
pub fn encode_report(report: &Report) -> Vec<u8> {
    line(serde_json::to_vec(report))
}

/// A line from a mind, with its end.
pub fn encode_command(command: &Command) -> Vec<u8> {
    line(serde_json::to_vec(command))
}

fn line(json: serde_json::Result<Vec<u8>>) -> Vec<u8> {
    let mut json = json.expect("lines of the protocol are plain data");
    json.push(b'\n');
    json
}

//! Feeds arbitrary bytes to both readers of the body protocol: no panic, never more than one line in memory, and what
//! was read can be written and read again.
#![no_main]

use contract::body::session::Hearing;
use contract::body::{Session, Splitter, encode_command, encode_report, read_command, read_report};

const HELLO: &[u8] = br#"{"type":"hello","protocol":"stead-body/1","body":"b","abilities":[]}"#;
const GREETING: &[u8] = br#"{"type":"hello","protocols":["stead-body/1"],"mind":"m","view":8}"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (mut session, mut hearing) = (Session::new(8), Hearing::default());
    session.take(HELLO).expect("a sound greeting");
    hearing.take(GREETING).expect("a sound greeting");
    while session.begin().is_some_and(|id| id < 8) {}
    let mut splitter = Splitter::new(4_096);
    // Cut in two at a place that the input chooses, so that lines begin in one part and end in the other.
    let cut = bytes.first().map_or(0, |&first| usize::from(first).min(bytes.len()));
    for part in [&bytes[..cut], &bytes[cut..]] {
        splitter.feed(part, |line| {
            let Ok(line) = line else { return };
            if let Ok(report) = session.take(&line) {
                assert_eq!(read_report(encode_report(&report).trim_ascii_end()), Ok(report));
            }
            if let Ok(command) = hearing.take(&line) {
                assert_eq!(read_command(encode_command(&command).trim_ascii_end()), Ok(command));
            }
        });
    }
});

//! No bytes of Litematica files may make the importer panic, and what is read can be turned into a blueprint or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The bytes of the nameless root and the `Regions` of a Litematica file, before which most inputs would be refused at once.
const HEAD: [u8; 13] = [10, 0, 0, 10, 0, 7, b'R', b'e', b'g', b'i', b'o', b'n', b's'];

fuzz_target!(|bytes: &[u8]| {
    for content in [bytes.to_vec(), [&HEAD, bytes].concat()] {
        if let Ok(draft) = blueprint::read(&content) {
            let _ = blueprint::resolve(draft, "fuzzed");
        }
    }
});

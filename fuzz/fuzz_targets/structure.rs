//! No bytes of structure block files may make the importer panic, and what is read can be turned into a blueprint or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The bytes of the nameless root and the `size` of a structure block file, before which most inputs would be refused at once.
const HEAD: [u8; 15] = [10, 0, 0, 9, 0, 4, b's', b'i', b'z', b'e', 3, 0, 0, 0, 3];

fuzz_target!(|bytes: &[u8]| {
    for content in [bytes.to_vec(), [&HEAD, bytes].concat()] {
        if let Ok(draft) = blueprint::read(&content) {
            let _ = blueprint::resolve(draft, "fuzzed");
        }
    }
});

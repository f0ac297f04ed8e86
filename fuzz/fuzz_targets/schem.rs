//! No bytes of Sponge schematics may make the importer panic, and what is read can be turned into a blueprint or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The bytes of the compound of a Sponge schematic's root, before which most inputs would be refused at once.
const HEAD: [u8; 12] = [10, 0, 9, b'S', b'c', b'h', b'e', b'm', b'a', b't', b'i', b'c'];

fuzz_target!(|bytes: &[u8]| {
    for content in [bytes.to_vec(), [&HEAD, bytes].concat()] {
        if let Ok(draft) = blueprint::read(&content) {
            let _ = blueprint::resolve(draft, "fuzzed");
        }
    }
});

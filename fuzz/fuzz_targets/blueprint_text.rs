//! No text may make the reader of Stead's own format panic, and what it reads it also writes, and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(draft) = blueprint::read(text.as_bytes()) else { return };
    if draft.format != blueprint::Format::Stead {
        return;
    }
    let written = blueprint::write(&draft, blueprint::Target::Stead).expect("what was read can be written");
    let back = blueprint::read(&written).expect("what was written can be read");
    assert_eq!((back.size, back.modules.len()), (draft.size, draft.modules.len()));
    let _ = blueprint::resolve(draft, "fuzzed");
});

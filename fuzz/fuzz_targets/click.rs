//! Feeds arbitrary bytes to the reader of clicks: it answers or refuses, and every state that it answers reads back.
#![no_main]

use gamedata::states;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(answer) = contract::click::answer(bytes) {
        for placed in answer["placed"].as_array().into_iter().flatten() {
            let text = placed["state"].as_str().unwrap_or_default();
            let state = states::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(states::shown(state).to_string(), text);
        }
    }
    if let Ok(state) = states::parse(&String::from_utf8_lossy(bytes)) {
        assert_eq!(states::parse(&states::shown(state).to_string()), Ok(state));
    }
});

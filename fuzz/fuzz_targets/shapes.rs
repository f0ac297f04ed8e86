//! Reads arbitrary bytes by an arbitrary description, as an old life is read: no panic, no endless work.
#![no_main]

use serde::Deserialize;
use serde::de::IgnoredAny;
use shapes::{Loss, Palette, Palettes, ReadError, Shapes, read};
use std::collections::BTreeMap;

/// Descriptions are decoded as deeply as they are nested.
const DESCRIPTION_BYTES_MAX: usize = 2_048;

/// Something of each kind that lives are made of.
#[derive(Deserialize, Default)]
#[serde(default)]
#[allow(dead_code)]
struct Life {
    tick: u64,
    places: BTreeMap<String, (i32, i64)>,
    #[serde(deserialize_with = "vocab::salvage::list")]
    tasks: Vec<Task>,
    #[serde(deserialize_with = "vocab::salvage::value")]
    home: Option<[i8; 3]>,
    inner: Option<Box<Life>>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
enum Task {
    Rest,
    Collect { item: u16, count: u32 },
    Say(String),
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((length, rest)) = bytes.split_first_chunk::<2>() else { return };
    let Some((description, saved)) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length))) else { return };
    if description.len() > DESCRIPTION_BYTES_MAX {
        return;
    }
    let Ok(shapes) = vocab::digest::decode::<Shapes>(description) else { return };
    let names = Palette { names: vec!["log".into(), "bed[part=head|foot]".into()], ..Palette::default() };
    let palettes: Palettes = [("Item".to_string(), names)].into();
    let _ = shapes.lines();
    let _: Result<(IgnoredAny, Vec<Loss>), ReadError> = read(saved, &shapes, (&palettes, &palettes));
    let _: Result<(Life, Vec<Loss>), ReadError> = read(saved, &shapes, (&palettes, &palettes));
});

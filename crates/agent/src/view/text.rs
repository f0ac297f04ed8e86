//! Numbers, times and bars as people read them.

use std::fmt::Write as _;

/// A number as text with thousands separators.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun: `1 record`, `2 records`. The plural of every noun used here ends in s.
pub fn count(value: u64, one: &str) -> String {
    format!("{} {one}{}", number(value), if value == 1 { "" } else { "s" })
}

/// Bytes as people read them: `12 bytes`, `3.4 kB`, `56 MB`.
pub fn size(bytes: u64) -> String {
    let (unit, per) = match bytes {
        0..1_000 => return count(bytes, "byte"),
        1_000..1_000_000 => ("kB", 1_000),
        1_000_000..1_000_000_000 => ("MB", 1_000_000),
        _ => ("GB", 1_000_000_000),
    };
    let tenths = bytes * 10 / per;
    if tenths < 100 { format!("{}.{} {unit}", tenths / 10, tenths % 10) } else { format!("{} {unit}", tenths / 10) }
}

/// A number of times in words: `once`, `2 times`.
pub fn times(value: u64) -> String {
    if value == 1 { "once".into() } else { format!("{} times", number(value)) }
}

/// The time of day as on a clock: tick 0 of the day is six in the morning.
pub fn clock(time_of_day: u16) -> String {
    let minutes = (u32::from(time_of_day) * 60 / 1_000 + 6 * 60) % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// The part of the day in one word.
pub fn part_of_day(time_of_day: u16) -> &'static str {
    match time_of_day {
        0..2_000 => "sunrise",
        2_000..5_500 => "morning",
        5_500..6_500 => "noon",
        6_500..11_500 => "afternoon",
        11_500..13_000 => "dusk",
        13_000..22_800 => "night",
        _ => "dawn",
    }
}

/// A progress bar of this many characters, drawn in steps of half a character.
pub fn bar(done: u64, of: u64, cells: usize) -> String {
    let halves = if of == 0 { 0 } else { (done.min(of) as usize * cells * 2) / of as usize };
    let mut out = "━".repeat(halves / 2);
    if halves % 2 == 1 {
        out.push('╸');
    }
    let rest = cells - halves.div_ceil(2);
    out.extend(std::iter::repeat_n('─', rest));
    out
}

/// Cuts a text to this many characters; an ellipsis shows that it was cut.
pub fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    let Some(kept) = width.checked_sub(1) else { return String::new() };
    let mut out: String = text.chars().take(kept).collect();
    out.push('…');
    out
}

/// Items with their counts as text, `5 oak_log, 2 stick`, largest count first.
pub fn bag(bag: &vocab::Bag) -> String {
    let mut items: Vec<(u32, &str)> = bag.iter().map(|(item, count)| (count, item_name(item))).collect();
    items.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let mut out = String::new();
    for (count, name) in items {
        let _ = write!(out, "{}{count} {name}", if out.is_empty() { "" } else { ", " });
    }
    if out.is_empty() { "nothing".into() } else { out }
}

/// The item's name; "something unknown" for an id that is in no table.
pub fn item_name(item: vocab::ItemId) -> &'static str {
    gamedata::items::all().get(usize::from(item.0)).map_or("something unknown", |item| item.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        for (value, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")] {
            assert_eq!(number(value), text);
        }
        assert_eq!([0, 1, 2_000].map(|value| count(value, "tick")), ["0 ticks", "1 tick", "2,000 ticks"]);
        assert_eq!([0, 1, 2_000].map(times), ["0 times", "once", "2,000 times"]);
        for (time, text) in [(0, "06:00"), (6_000, "12:00"), (18_000, "00:00"), (23_999, "05:59")] {
            assert_eq!(clock(time), text);
        }
    }

    #[test]
    fn a_bar_always_has_its_length() {
        for (done, of, text) in
            [(0, 8, "────"), (1, 8, "╸───"), (4, 8, "━━──"), (8, 8, "━━━━"), (9, 8, "━━━━"), (3, 0, "────")]
        {
            assert_eq!(bar(done, of, 4), text);
        }
    }

    #[test]
    fn long_text_is_cut_with_a_sign() {
        for (width, text) in [(6, "größer"), (4, "grö…"), (1, "…"), (0, "")] {
            assert_eq!(fit("größer", width), text);
        }
    }
}

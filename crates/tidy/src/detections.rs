//! Finds code that uses detections for anything but handing them to belief.

use crate::purity::code_of;

/// Lines of code outside tests that name the type `Detection`, or use detections other than to hand them to `ingest`.
pub fn looked_at(source: &str) -> Vec<usize> {
    let code_lines = source.lines().take_while(|line| !line.contains("#[cfg(test)]")).map(code_of);
    let bad = |line: &String| has_word(line, "Detection") || (has_word(line, "detections") && !hands_on(line));
    code_lines.zip(1..).filter(|(line, _)| bad(line)).map(|(_, number)| number).collect()
}

fn hands_on(line: &str) -> bool {
    line.contains(".ingest(")
}

fn has_word(line: &str, word: &str) -> bool {
    let part_of_a_name = |c: char| c.is_alphanumeric() || c == '_';
    line.split(|c: char| !part_of_a_name(c)).any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handing_detections_on_is_allowed_and_reading_them_is_found() {
        for (source, bad) in [
            ("match belief.ingest(now, at, &input.detections) {", &[][..]),
            ("if spent.detections_left_out > 0 {", &[]),
            ("// Before this tick's detections: what was known.", &[]),
            ("fn f() {}\n#[cfg(test)]\nmod tests { use belief::Detection; }", &[]),
            ("use belief::{Bus, Detection};", &[1]),
            ("let near = 1;\nfor seen in &input.detections {", &[2]),
            ("input.detections.len()", &[1]),
        ] {
            assert_eq!(looked_at(source), bad, "{source}");
        }
    }
}

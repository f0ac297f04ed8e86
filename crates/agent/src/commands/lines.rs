//! Reads JSON lines `{"id", "text"}` from standard input for the commands that work on texts. A bad line is reported with
//! its number, and the lines after it are read.

use crate::say::tell;
use contract::plain::{self, Misread};
use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufRead, Read};

/// Longest input line in bytes. Every useful output of a model is far shorter.
pub const LINE_BYTES_MAX: usize = 8 << 20;

/// One line of JSON input: a text, and an id that its answer repeats.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with id and text")]
pub struct Line {
    #[serde(default)]
    pub id: Value,
    pub text: String,
}

/// Calls `each` for every valid line of the input. Returns whether all were valid; an invalid one is reported on
/// standard error with the command's name.
pub fn read(command: &str, input: impl BufRead, mut each: impl FnMut(Line) -> io::Result<()>) -> io::Result<bool> {
    read_bytes(command, input, |bytes| match plain::read_object::<Line>(bytes) {
        Ok(line) => each(line).map(|()| None),
        Err(misread) => Ok(Some((misread, r#"{"id": "1", "text": "…"}"#))),
    })
}

/// What is wrong with a line, and how a good one looks.
pub type Bad = (Misread, &'static str);

/// As [`read`], for lines of any form: `each` says what is wrong with a line, if anything.
pub fn read_bytes(
    command: &str,
    mut input: impl BufRead,
    mut each: impl FnMut(&[u8]) -> io::Result<Option<Bad>>,
) -> io::Result<bool> {
    let (mut bytes, mut all_read) = (Vec::new(), true);
    for number in 1.. {
        bytes.clear();
        if (&mut input).take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let refused = if bytes.len() > LINE_BYTES_MAX {
            if bytes.last() != Some(&b'\n') {
                input.skip_until(b'\n')?;
            }
            Some(format!("line {number}: longer than {LINE_BYTES_MAX} bytes; send shorter texts"))
        } else if bytes.trim_ascii().is_empty() {
            None
        } else {
            each(&bytes)?.map(|(mut misread, expected)| {
                misread.line = number;
                format!("{misread}; expected {expected}")
            })
        };
        if let Some(why) = refused {
            tell!("{command}: standard input, {why}");
            all_read = false;
        }
    }
    Ok(all_read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &str) -> (bool, Vec<String>) {
        let mut texts = Vec::new();
        let all = read("test", input.as_bytes(), |line| {
            texts.push(line.text);
            Ok(())
        });
        (all.unwrap(), texts)
    }

    #[test]
    fn good_lines_are_read_and_bad_ones_are_skipped() {
        assert_eq!(texts("{\"id\":1,\"text\":\"a\"}\n\n{\"text\":\"b\"}"), (true, vec!["a".into(), "b".into()]));
        for bad in ["[]", "{}", "{\"id\":1}", "{\"text\":1}", "{\"text\":\"a\",\"x\":1}", "{\"text\":\"a\"", "\u{0}"] {
            let input = format!("{bad}\n{{\"text\":\"after\"}}\n");
            assert_eq!(texts(&input), (false, vec!["after".into()]), "{bad}");
        }
    }

    #[test]
    fn the_longest_line_is_read_and_a_longer_one_is_refused() {
        let line = |bytes: usize| {
            let text = "x".repeat(bytes - r#"{"text":""}"#.len());
            texts(&format!("{{\"text\":\"{text}\"}}\n{{\"text\":\"after\"}}\n"))
        };
        let (all, read) = line(LINE_BYTES_MAX - 1); // with its line break
        assert_eq!((all, read.len()), (true, 2));
        let (all, read) = line(LINE_BYTES_MAX + 1);
        assert_eq!((all, read), (false, vec!["after".into()]));
    }
}

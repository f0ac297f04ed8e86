//! Cuts a stream of bytes into lines. It never holds more than one line of the longest allowed length.

use super::fault::Fault;

/// One line without its end, or why it was skipped.
pub type Line = Result<Vec<u8>, Fault>;

/// Collects bytes until a line is complete. A line that is too long is skipped up to its end.
#[derive(Debug, Clone)]
pub struct Splitter {
    bytes_max: usize,
    begun: Vec<u8>,
    skipping: bool,
}

impl Splitter {
    pub fn new(bytes_max: usize) -> Splitter {
        Splitter { bytes_max, begun: Vec::new(), skipping: false }
    }

    /// Takes in bytes and hands out each line that they complete. Empty lines are left out.
    pub fn feed(&mut self, mut bytes: &[u8], mut each: impl FnMut(Line)) {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            self.keep(&bytes[..end]);
            bytes = &bytes[end + 1..];
            if std::mem::take(&mut self.skipping) {
                each(Err(Fault::TooLong { most: self.bytes_max }));
                continue;
            }
            let mut line = std::mem::take(&mut self.begun);
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if !line.is_empty() {
                each(Ok(line));
            }
        }
        self.keep(bytes);
    }

    /// The fault of a stream that ends here: it stopped in the middle of a line, or `None`.
    pub fn end(&self) -> Option<Fault> {
        if self.skipping {
            return Some(Fault::TooLong { most: self.bytes_max });
        }
        (!self.begun.is_empty()).then_some(Fault::Cut { bytes: self.begun.len() })
    }

    fn keep(&mut self, part: &[u8]) {
        if self.skipping || self.begun.len() + part.len() > self.bytes_max {
            self.skipping = true;
            self.begun = Vec::new();
        } else {
            self.begun.extend_from_slice(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(parts: &[&str], bytes_max: usize) -> (Vec<String>, Option<Fault>) {
        let (mut splitter, mut lines) = (Splitter::new(bytes_max), Vec::new());
        for part in parts {
            splitter.feed(part.as_bytes(), |line| {
                lines.push(line.map_or_else(|fault| fault.name().into(), |line| String::from_utf8(line).unwrap()));
            });
            assert!(splitter.begun.len() <= bytes_max);
        }
        (lines, splitter.end())
    }

    #[test]
    fn lines_come_out_whole_wherever_the_stream_is_cut() {
        let whole = split(&["ab\ncd\r\n\n\nef\n"], 8);
        assert_eq!(whole, (vec!["ab".into(), "cd".into(), "ef".into()], None));
        assert_eq!(split(&["a", "b\nc", "d\r", "\n\n\ne", "f\n"], 8), whole);
    }

    #[test]
    fn a_line_of_the_longest_length_is_read_and_a_longer_one_is_skipped() {
        assert_eq!(split(&["1234\n5\n"], 4).0, ["1234", "5"]);
        assert_eq!(split(&["12345\n6\n"], 4).0, ["too_long", "6"]);
        assert_eq!(split(&["123", "45", "67890\n1\n"], 4).0, ["too_long", "1"]);
    }

    #[test]
    fn a_stream_that_stops_in_the_middle_of_a_line_says_so() {
        assert_eq!(split(&["ab\ncd"], 8), (vec!["ab".into()], Some(Fault::Cut { bytes: 2 })));
        assert_eq!(split(&["abcdefghi"], 8), (vec![], Some(Fault::TooLong { most: 8 })));
    }
}

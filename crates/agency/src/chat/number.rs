//! Amounts as people write them: "20", "x3", "a dozen", "two stacks", "half a stack".

/// How many items players mean by "a stack".
const STACK: u32 = 64;
const DOZEN: u32 = 12;
/// The amount that "a few" stands for: the least that it can mean.
const FEW: u32 = 3;

const SMALL: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
const TENS: [(&str, u32); 7] =
    [("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60), ("seventy", 70), ("eighty", 80), ("ninety", 90)];

/// Words around an amount that carry no meaning.
const FILLERS: [&str; 33] = [
    "of", "the", "some", "more", "any", "extra", "other", "those", "these", "that", "this", "your", "my", "our", "all",
    "lots", "lot", "many", "much", "bunch", "piece", "pieces", "units", "least", "about", "exactly", "around", "like",
    "up", "to", "bit", "little", "another",
];

pub fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word)
}

/// A number in digits, with or without an `x` before or after it. A number that does not fit into 32 bits becomes
/// the largest one.
pub fn digits(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('x').or_else(|| word.strip_suffix('x')).unwrap_or(word);
    let (digits, factor) = digits.strip_suffix('k').map_or((digits, 1), |thousands| (thousands, 1_000));
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX).saturating_mul(factor))
}

/// A number with one decimal, as in "2.5 stacks": the whole part and the tenths.
fn decimal(word: &str) -> Option<(u32, u32)> {
    let (whole, tenths) = word.split_once('.')?;
    let tenths = tenths.parse().ok().filter(|_| tenths.len() == 1)?;
    Some((digits(whole)?, tenths))
}

fn spelled(word: &str) -> Option<u32> {
    let small = SMALL.iter().position(|name| *name == word).map(|value| value as u32);
    small.or_else(|| TENS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value))
}

/// Whether a word begins an amount. An article does not count, because it may also be part of a name.
pub fn begins_amount(word: &str) -> bool {
    digits(word).is_some() || decimal(word).is_some() || spelled(word).is_some()
}

/// An amount in a line of chat, read word by word.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    value: Option<u32>,
    half: bool,
    /// Tenths beyond `value`, until the word that they count: "2.5 stacks".
    tenths: u32,
}

impl Amount {
    /// Reads the next word of an amount. Returns false if the word is not part of one.
    pub fn take(&mut self, word: &str) -> bool {
        if let Some((whole, tenths)) = decimal(word) {
            (self.value, self.tenths) = (Some(whole), tenths);
            return true;
        }
        let before = self.value;
        let tenths = self.tenths;
        let times = |factor: u32| Some(before.unwrap_or(1).saturating_mul(factor).saturating_add(tenths * factor / 10));
        if matches!(word, "stack" | "stacks" | "dozen" | "dozens" | "hundred" | "hundreds" | "thousand") {
            self.tenths = 0;
        }
        self.value = match word {
            "a" | "an" | "another" => before.or(Some(1)),
            "half" => {
                self.half = true;
                before
            }
            "stack" | "stacks" => times(STACK),
            "dozen" | "dozens" => times(DOZEN),
            "hundred" | "hundreds" => times(100),
            "thousand" => times(1_000),
            "couple" | "pair" => Some(2),
            "few" => Some(FEW),
            _ => match (digits(word).or_else(|| spelled(word)), before) {
                (Some(ones @ 1..=9), Some(tens)) if tens >= 20 && tens % 10 == 0 => Some(tens + ones),
                (Some(value), _) => Some(value),
                (None, _) => return is_filler(word),
            },
        };
        true
    }

    /// The amount. A part of an item is none, so "2.5 torches" is 0, which no wish can have.
    pub fn value(self) -> Option<u32> {
        if self.tenths > 0 {
            return Some(0);
        }
        self.value.map(|value| if self.half { value / 2 } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read() {
        for (words, expected) in [
            ("20", Some(20)),
            ("x3", Some(3)),
            ("64x", Some(64)),
            ("a", Some(1)),
            ("twenty five", Some(25)),
            ("a dozen", Some(12)),
            ("two dozen", Some(24)),
            ("a stack of", Some(64)),
            ("3 stacks of", Some(192)),
            ("half a stack of", Some(32)),
            ("a couple of", Some(2)),
            ("a few", Some(3)),
            ("one hundred", Some(100)),
            ("some more", None),
            ("99999999999", Some(u32::MAX)),
        ] {
            let mut amount = Amount::default();
            assert!(words.split(' ').all(|word| amount.take(word)), "{words}");
            assert_eq!(amount.value(), expected, "{words}");
        }
        assert!(!Amount::default().take("torches"));
    }
}

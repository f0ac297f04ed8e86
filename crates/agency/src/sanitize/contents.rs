//! Which kinds of characters a text contains, so that passes that look for others can be skipped.

const FENCE: u8 = 1;
const QUOTE: u8 = 2;
const ANGLE: u8 = 4;
const BRACKET: u8 = 8;
const COLON: u8 = 16;
const EQUALS: u8 = 32;

const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    kinds[b'`' as usize] = FENCE | QUOTE;
    kinds[b'~' as usize] = FENCE;
    kinds[b'"' as usize] = QUOTE;
    kinds[b'\'' as usize] = QUOTE;
    kinds[b'<' as usize] = ANGLE;
    kinds[b'[' as usize] = BRACKET;
    kinds[b':' as usize] = COLON;
    kinds[b'=' as usize] = EQUALS;
    let mut byte = 0x80;
    while byte < 256 {
        kinds[byte] = QUOTE; // parts of “ and «
        byte += 1;
    }
    kinds
};

/// Which kinds of characters a text contains. Sanitizer passes only remove characters, so during a round this may
/// claim a kind that is gone, but never misses one.
#[derive(Debug, Clone, Copy)]
pub struct Contents(u8);

impl Contents {
    pub fn of(text: &str) -> Contents {
        Contents(text.bytes().fold(0, |kinds, byte| kinds | KINDS[usize::from(byte)]))
    }

    fn any(self, kinds: u8) -> bool {
        self.0 & kinds != 0
    }

    pub fn fences(self) -> bool {
        self.any(FENCE)
    }

    pub fn quotes(self) -> bool {
        self.any(QUOTE)
    }

    /// Whether the text may contain chat template marks, which begin with `<` or `[`.
    pub fn marks(self) -> bool {
        self.any(ANGLE | BRACKET)
    }

    pub fn brackets(self) -> bool {
        self.any(BRACKET)
    }

    pub fn colons(self) -> bool {
        self.any(COLON)
    }

    /// Whether the text may contain `key: value` pairs, which need `:` or `=`.
    pub fn values(self) -> bool {
        self.any(COLON | EQUALS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_found_by_its_characters() {
        let plain = Contents::of("I mine 3 iron, then (maybe) go home!\n");
        assert_eq!(plain.0, 0);
        for (text, found) in [
            ("`", Contents::fences as fn(Contents) -> bool),
            ("~", Contents::fences),
            ("'", Contents::quotes),
            ("“", Contents::quotes),
            ("<", Contents::marks),
            ("[", Contents::marks),
            ("[", Contents::brackets),
            (":", Contents::colons),
            ("=", Contents::values),
            (":", Contents::values),
        ] {
            assert!(found(Contents::of(text)), "{text}");
        }
    }
}

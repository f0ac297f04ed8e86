//! A section of 16×16×16 blocks on the wire: a palette of block states, and the cells packed as numbers into it.

use super::limits::STATE_BYTES_MAX;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// Blocks in one section.
pub const SECTION_CELLS: usize = 16 * 16 * 16;

/// A section. Everything that was known about its cells before is replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Section {
    /// `[x, y, z]` of the section: coordinates of its lowest block divided by 16.
    pub at: [i32; 3],
    /// The names of the block states in the section, each once, such as `oak_log[axis=y]`.
    #[serde(deserialize_with = "crate::fields::list")]
    pub palette: Vec<String>,
    /// For each cell its number in the palette, in as many bits as the largest number needs, low bits first, in
    /// base64. Left out when the palette has one entry. x is fastest, then z, then y.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cells: String,
}

/// Why a section's cells cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SectionError {
    #[error("the palette has {0} entries; it needs 1 to {SECTION_CELLS}")]
    PaletteSize(usize),
    #[error("the palette has the state {0:?} twice, or it is no name of a state")]
    State(String),
    #[error("the cells are not base64")]
    NotBase64,
    #[error("the cells have {found} bytes; {needed} are needed for a palette of this size")]
    Length { found: usize, needed: usize },
    #[error("a cell has the number {0}, which the palette does not have")]
    BeyondPalette(usize),
}

/// How many bits a cell needs for a palette of this size.
pub const fn bits(palette: usize) -> usize {
    if palette < 2 { 0 } else { (usize::BITS - (palette - 1).leading_zeros()) as usize }
}

impl Section {
    /// Packs the cells; each is a number into the palette.
    ///
    /// # Panics
    /// When there are not [`SECTION_CELLS`] cells.
    pub fn pack(at: [i32; 3], palette: Vec<String>, cells: &[u16]) -> Section {
        assert_eq!(cells.len(), SECTION_CELLS, "a section has 4,096 cells");
        let width = bits(palette.len());
        let mut bytes = Vec::with_capacity(SECTION_CELLS * width / 8);
        // Bits that do not fill a byte yet, and how many they are.
        let (mut row, mut begun) = (0_u32, 0);
        for &cell in cells {
            row |= (u32::from(cell) & ((1 << width) - 1)) << begun;
            begun += width;
            while begun >= 8 {
                bytes.push(row as u8);
                row >>= 8;
                begun -= 8;
            }
        }
        Section { at, palette, cells: STANDARD.encode(bytes) }
    }

    /// The cells as numbers into the palette, after checking the whole section.
    pub fn unpack(&self) -> Result<Vec<u16>, SectionError> {
        if self.palette.is_empty() || self.palette.len() > SECTION_CELLS {
            return Err(SectionError::PaletteSize(self.palette.len()));
        }
        if let Some(bad) = bad_state(&self.palette) {
            return Err(SectionError::State(crate::plain::cut(bad)));
        }
        let width = bits(self.palette.len());
        let bytes = STANDARD.decode(&self.cells).map_err(|_| SectionError::NotBase64)?;
        let needed = SECTION_CELLS * width / 8;
        if bytes.len() != needed {
            return Err(SectionError::Length { found: bytes.len(), needed });
        }
        let mut cells = Vec::with_capacity(SECTION_CELLS);
        // At most 12 bits and 7 before them: three bytes hold any cell.
        let byte = |place: usize| u32::from(bytes.get(place).copied().unwrap_or(0));
        for index in 0..SECTION_CELLS {
            let (first, shift) = (index * width / 8, index * width % 8);
            let around = byte(first) | byte(first + 1) << 8 | byte(first + 2) << 16;
            let cell = (around >> shift) as usize & ((1 << width) - 1);
            if cell >= self.palette.len() {
                return Err(SectionError::BeyondPalette(cell));
            }
            cells.push(cell as u16);
        }
        Ok(cells)
    }
}

/// The first name in a palette that is no name of a state, or that occurs twice.
fn bad_state(palette: &[String]) -> Option<&str> {
    let mut seen = std::collections::BTreeSet::new();
    palette.iter().map(String::as_str).find(|state| !is_state(state) || !seen.insert(*state))
}

/// Whether this can be the name of a block state: `name` or `name[property=value,…]`.
pub fn is_state(text: &str) -> bool {
    let (name, properties) = match text.split_once('[') {
        None => (text, "x=x"),
        Some((name, rest)) => match rest.strip_suffix(']') {
            Some(properties) => (name, properties),
            None => return false,
        },
    };
    let word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    let property = |text: &str| text.split_once('=').is_some_and(|(name, value)| word(name) && word(value));
    text.len() <= STATE_BYTES_MAX && super::read::is_name(name) && properties.split(',').all(property)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(size: usize) -> Vec<String> {
        (0..size).map(|number| format!("block_{number}")).collect()
    }

    #[test]
    fn cells_survive_packing_at_every_width() {
        for size in [1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 4_095, 4_096] {
            let cells: Vec<u16> = (0..SECTION_CELLS).map(|cell| (cell * 7_919 % size) as u16).collect();
            let section = Section::pack([0, -4, 1], palette(size), &cells);
            assert_eq!(section.unpack(), Ok(cells), "{size}");
        }
    }

    #[test]
    fn a_section_that_is_not_sound_is_refused_by_name() {
        let sound = || Section::pack([0, 0, 0], palette(3), &[2; SECTION_CELLS]);
        let check = |spoil: fn(&mut Section), expected: SectionError| {
            let mut section = sound();
            spoil(&mut section);
            assert_eq!(section.unpack(), Err(expected));
        };
        check(|s| s.palette.clear(), SectionError::PaletteSize(0));
        check(|s| s.palette = palette(4_097), SectionError::PaletteSize(4_097));
        check(|s| s.palette[1] = "block_0".into(), SectionError::State("block_0".into()));
        check(|s| s.palette[1] = "Stone!".into(), SectionError::State("Stone!".into()));
        check(|s| s.cells = "no base64".into(), SectionError::NotBase64);
        check(|s| s.cells.clear(), SectionError::Length { found: 0, needed: 1_024 });
        check(|s| s.palette = palette(5), SectionError::Length { found: 1_024, needed: 1_536 });
        let three = Section::pack([0, 0, 0], palette(3), &[3; SECTION_CELLS]);
        assert_eq!(three.unpack(), Err(SectionError::BeyondPalette(3)));
    }

    #[test]
    fn states_have_a_name_and_properties() {
        for good in ["air", "oak_log[axis=y]", "a:b[c=1,d=e_f]", "mod.x:some/thing-1"] {
            assert!(is_state(good), "{good}");
        }
        for bad in
            ["", "[a=b]", "Stone", "stone[", "stone[]", "stone[a]", "stone[a=b]x", "stone[a=b,]", "a b", "stone[A=b]"]
        {
            assert!(!is_state(bad), "{bad}");
        }
    }
}

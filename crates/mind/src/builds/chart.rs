//! What is known of the cells around a build: filled by scans and receipts, unknown elsewhere.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use building::{Cells, Witness};
use gamedata::{blocks, states};
use serde::{Deserialize, Serialize};
use vocab::query::REGION_CELLS_MAX;
use vocab::{BlockPos, StateId};

/// Most cells of a chart, two bytes each: a structure of 100 blocks on every side, and the ground around it.
pub const CHART_CELLS_MAX: u64 = 1 << 20;
/// Longest side of one scan, in blocks: a body sees what is within 20 blocks of it.
const SCAN_SIDE: i32 = 32;
/// How far below a known block of the ground unseen cells are taken for ground too, in blocks.
const GROUND_DEPTH: i32 = 12;

/// A box of cells, both corners included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub min: BlockPos,
    pub max: BlockPos,
}

impl Span {
    /// Makes the box larger on all sides; `None` for more cells than a chart holds.
    pub fn with_margin(self, aside: i32, below: i32, above: i32) -> Span {
        Span { min: self.min.offset(-aside, -below, -aside), max: self.max.offset(aside, above, aside) }
    }

    fn sides(self) -> [i64; 3] {
        let side = |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1).max(0);
        [side(self.min.x, self.max.x), side(self.min.y, self.max.y), side(self.min.z, self.max.z)]
    }

    pub fn cells(self) -> u64 {
        self.sides().into_iter().fold(1_u64, |cells, side| cells.saturating_mul(side as u64))
    }

    /// The place of the box nearest to another place.
    pub fn nearest(self, to: BlockPos) -> BlockPos {
        let Span { min, max } = self;
        BlockPos::new(to.x.clamp(min.x, max.x), to.y.clamp(min.y, max.y), to.z.clamp(min.z, max.z))
    }

    pub fn meets(self, other: Span) -> bool {
        let apart = |low: i32, high: i32, min: i32, max: i32| high < min || max < low;
        !apart(self.min.x, self.max.x, other.min.x, other.max.x)
            && !apart(self.min.y, self.max.y, other.min.y, other.max.y)
            && !apart(self.min.z, self.max.z, other.min.z, other.max.z)
    }

    /// The box as parts that a body answers in one question each.
    pub fn parts(self) -> Vec<Span> {
        let pieces = |low: i32, high: i32| {
            (low..=high)
                .step_by(SCAN_SIDE as usize)
                .map(move |from| (from, high.min(from.saturating_add(SCAN_SIDE - 1))))
        };
        let mut parts = Vec::new();
        for (low, high) in pieces(self.min.y, self.max.y) {
            for (north, south) in pieces(self.min.z, self.max.z) {
                for (west, east) in pieces(self.min.x, self.max.x) {
                    parts.push(Span { min: BlockPos::new(west, low, north), max: BlockPos::new(east, high, south) });
                }
            }
        }
        parts
    }
}

const _: () = assert!((SCAN_SIDE as u64).pow(3) <= REGION_CELLS_MAX);

/// The cells of a box in the world, as far as they are known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chart {
    span: Option<Span>,
    /// The number of each state plus one; 0 is a cell that is not known.
    cells: Vec<u16>,
}

impl Chart {
    /// A chart of a box in which nothing is known yet; `None` when the box has too many cells.
    pub fn of(span: Span) -> Option<Chart> {
        let cells = span.cells();
        (1..=CHART_CELLS_MAX)
            .contains(&cells)
            .then(|| Chart { span: Some(span), cells: alloc::vec![0; cells as usize] })
    }

    pub fn span(&self) -> Option<Span> {
        self.span
    }

    fn index(&self, at: BlockPos) -> Option<usize> {
        let span = self.span.filter(|span| at.is_between(span.min, span.max))?;
        let [width, _, length] = span.sides();
        let (x, y, z) = (at.x - span.min.x, at.y - span.min.y, at.z - span.min.z);
        Some(((i64::from(y) * length + i64::from(z)) * width + i64::from(x)) as usize)
    }

    /// Stores what is in a cell now.
    pub fn put(&mut self, at: BlockPos, state: Option<StateId>) {
        if let Some(cell) = self.index(at).and_then(|index| self.cells.get_mut(index)) {
            *cell = state.map_or(0, |state| state.0.saturating_add(1));
        }
    }

    pub fn get(&self, at: BlockPos) -> Option<StateId> {
        let raw = *self.cells.get(self.index(at)?)?;
        raw.checked_sub(1).and_then(|raw| states::numbered(u32::from(raw)))
    }
}

/// A chart as the engine reads it.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    pub chart: &'a Chart,
    /// The finished structure, and cells of verified modules that nothing can look at any more: their receipts showed them once.
    pub trusted: Option<(&'a Witness<'a>, &'a BTreeSet<BlockPos>)>,
    /// Below this height an unseen cell under known ground is taken for ground that has to be dug, whatever is wanted there.
    pub ground_below: Option<i32>,
}

impl<'a> Seen<'a> {
    pub fn of(chart: &'a Chart) -> Seen<'a> {
        Seen { chart, trusted: None, ground_below: None }
    }

    /// Whether an unseen cell lies under known ground.
    fn is_ground(&self, at: BlockPos) -> bool {
        let below = self.ground_below.is_some_and(|height| at.y < height);
        let above = (1..=GROUND_DEPTH).find_map(|up| self.chart.get(at.offset(0, up, 0)));
        below && above.is_some_and(|state| !states::boxes(state).is_empty())
    }
}

impl Cells for Seen<'_> {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        let known = self.chart.get(at);
        let trusted =
            || self.trusted.filter(|(_, cells)| cells.contains(&at)).and_then(|(ideal, _)| ideal.expected_at(at));
        // Bedrock is wanted in no cell that a hand can place, so what is taken for ground is never taken for right.
        let ground = || self.is_ground(at).then(|| blocks::named("bedrock").map(states::default)).flatten();
        known.or_else(trusted).or_else(ground)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: BlockPos = BlockPos::new(-3, 60, 5);
    const STONE: StateId = StateId(1);

    #[test]
    fn a_chart_knows_what_it_was_told_and_nothing_else() {
        let span = Span { min: LOW, max: LOW.offset(3, 4, 5) };
        let mut chart = Chart::of(span).unwrap();
        chart.put(LOW.offset(1, 2, 3), Some(STONE));
        chart.put(LOW.offset(9, 0, 0), Some(STONE));
        assert_eq!(chart.get(LOW.offset(1, 2, 3)), Some(STONE));
        assert_eq!(chart.cells.iter().filter(|cell| **cell != 0).count(), 1);
        chart.put(LOW.offset(1, 2, 3), None);
        assert_eq!(chart.get(LOW.offset(1, 2, 3)), None);
        assert!(Chart::of(Span { min: LOW, max: LOW.offset(1 << 10, 1 << 9, 1) }).is_none());
    }

    #[test]
    fn parts_cover_a_box_and_each_is_one_question() {
        let span = Span { min: LOW, max: LOW.offset(70, 10, 33) };
        let parts = span.parts();
        assert_eq!(parts.iter().map(|part| part.cells()).sum::<u64>(), span.cells());
        assert!(parts.iter().all(|part| part.cells() <= REGION_CELLS_MAX));
    }

    #[test]
    fn unseen_cells_are_ground_only_under_known_ground_and_only_below_the_surface() {
        let mut chart = Chart::of(Span { min: LOW, max: LOW.offset(2, 9, 2) }).unwrap();
        chart.put(LOW.offset(0, 5, 0), Some(STONE));
        chart.put(LOW.offset(1, 5, 1), Some(states::AIR));
        let seen = Seen { ground_below: Some(LOW.y + 4), ..Seen::of(&chart) };
        let solid = |at| seen.state(at).map(|state| blocks::get(states::block(state)).name);
        assert_eq!(solid(LOW.offset(0, 3, 0)), Some("bedrock"));
        assert_eq!(solid(LOW.offset(0, 4, 0)), None, "not above the height");
        assert_eq!(solid(LOW.offset(1, 3, 1)), None, "not under air");
        assert_eq!(Seen::of(&chart).state(LOW.offset(0, 3, 0)), None);
    }
}

//! MOTA and IDF1 as the py-motmetrics package computes them, over the entities in sight.

use std::collections::{BTreeMap, BTreeSet};

/// For the score, a track matches a real entity within this many blocks.
const MATCH_BLOCKS: f64 = 2.0;

/// An entity or a track in one frame: its id and place.
pub type Object = (u64, [f64; 3]);

/// Counts for the tracking scores, updated frame by frame.
#[derive(Debug, Default)]
pub struct Score {
    objects: u64,
    hypotheses: u64,
    misses: u64,
    false_positives: u64,
    switches: u64,
    /// For each real entity: the track that it was last matched with.
    matched: BTreeMap<u64, u64>,
    /// The number of frames in which an entity and a track were close enough to match.
    together: BTreeMap<(u64, u64), u64>,
}

impl Score {
    pub fn frame(&mut self, truth: &[Object], tracks: &[Object]) {
        self.objects += truth.len() as u64;
        self.hypotheses += tracks.len() as u64;
        let mut costs = vec![vec![f64::INFINITY; tracks.len()]; truth.len()];
        for (row, (entity, a)) in truth.iter().enumerate() {
            for (col, (track, b)) in tracks.iter().enumerate() {
                let distance = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
                if distance <= MATCH_BLOCKS {
                    costs[row][col] = distance;
                    *self.together.entry((*entity, *track)).or_default() += 1;
                }
            }
        }
        let mut pairs = Vec::new();
        let (mut rows_left, mut cols_left): (BTreeSet<usize>, BTreeSet<usize>) =
            ((0..truth.len()).collect(), (0..tracks.len()).collect());
        // Matches between tracks and entities in the last frame are kept if they are still possible.
        for row in 0..truth.len() {
            let Some(track) = self.matched.get(&truth[row].0) else { continue };
            let Some(col) = tracks.iter().position(|(id, _)| id == track) else { continue };
            if costs[row][col].is_finite() && cols_left.contains(&col) {
                rows_left.remove(&row);
                cols_left.remove(&col);
                pairs.push((row, col));
            }
        }
        let (rows, cols): (Vec<usize>, Vec<usize>) = (rows_left.into_iter().collect(), cols_left.into_iter().collect());
        // Impossible pairs of a track and an entity get a finite cost, larger than any sum of possible ones.
        let dear = 1e6;
        let matrix: Vec<Vec<f64>> =
            rows.iter().map(|row| cols.iter().map(|col| costs[*row][*col].min(dear)).collect()).collect();
        for (row, col) in cheapest(&matrix) {
            let (row, col) = (rows[row], cols[col]);
            if costs[row][col].is_finite() {
                let before = self.matched.insert(truth[row].0, tracks[col].0);
                self.switches += u64::from(before.is_some_and(|before| before != tracks[col].0));
                pairs.push((row, col));
            }
        }
        self.misses += (truth.len() - pairs.len()) as u64;
        self.false_positives += (tracks.len() - pairs.len()) as u64;
    }

    pub fn mota(&self) -> f64 {
        1.0 - (self.misses + self.false_positives + self.switches) as f64 / self.objects as f64
    }

    /// The IDF1 score: the harmonic mean of identity precision and recall under the best one-to-one assignment.
    pub fn idf1(&self) -> f64 {
        let entities: Vec<u64> = self.together.keys().map(|(e, _)| *e).collect::<BTreeSet<_>>().into_iter().collect();
        let tracks: Vec<u64> = self.together.keys().map(|(_, t)| *t).collect::<BTreeSet<_>>().into_iter().collect();
        let frames = |e: &u64, t: &u64| -(*self.together.get(&(*e, *t)).unwrap_or(&0) as f64);
        let matrix: Vec<Vec<f64>> = entities.iter().map(|e| tracks.iter().map(|t| frames(e, t)).collect()).collect();
        let right: f64 = cheapest(&matrix).into_iter().map(|(row, col)| -matrix[row][col]).sum();
        2.0 * right / (self.objects + self.hypotheses) as f64
    }
}

/// The cheapest one-to-one assignment of a dense matrix (Hungarian method); the smaller side is fully assigned.
fn cheapest(matrix: &[Vec<f64>]) -> Vec<(usize, usize)> {
    let (rows, cols) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    if rows == 0 || cols == 0 {
        return Vec::new();
    }
    let wide = rows <= cols;
    let (n, m) = if wide { (rows, cols) } else { (cols, rows) };
    let cost = |row: usize, col: usize| if wide { matrix[row][col] } else { matrix[col][row] };
    let (mut u, mut v) = (vec![0.0; n + 1], vec![0.0; m + 1]);
    let (mut owner, mut way) = (vec![0usize; m + 1], vec![0usize; m + 1]);
    for row in 1..=n {
        owner[0] = row;
        let mut col0 = 0;
        let (mut least, mut used) = (vec![f64::INFINITY; m + 1], vec![false; m + 1]);
        loop {
            used[col0] = true;
            let (row0, mut delta, mut col1) = (owner[col0], f64::INFINITY, 0);
            for col in 1..=m {
                if used[col] {
                    continue;
                }
                let reduced = cost(row0 - 1, col - 1) - u[row0] - v[col];
                if reduced < least[col] {
                    (least[col], way[col]) = (reduced, col0);
                }
                if least[col] < delta {
                    (delta, col1) = (least[col], col);
                }
            }
            for col in 0..=m {
                if used[col] {
                    u[owner[col]] += delta;
                    v[col] -= delta;
                } else {
                    least[col] -= delta;
                }
            }
            col0 = col1;
            if owner[col0] == 0 {
                break;
            }
        }
        while col0 != 0 {
            let before = way[col0];
            owner[col0] = owner[before];
            col0 = before;
        }
    }
    let pair = |col: usize| if wide { (owner[col] - 1, col - 1) } else { (col - 1, owner[col] - 1) };
    (1..=m).filter(|col| owner[*col] > 0).map(pair).collect()
}

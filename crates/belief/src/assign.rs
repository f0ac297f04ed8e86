//! Exact one-to-one assignment of rows to columns on a sparse graph. A row may also stay without a column.
//!
//! It uses successive shortest paths with dual prices. Rows whose cheapest column is free are assigned at once, so that a scene
//! without conflicts takes one pass; otherwise the search covers only the conflicting rows. Invariant: equal graphs give equal
//! assignments; ties go to the lower column.

use alloc::vec::Vec;

/// Stands for "no column" or "no row" in an assignment.
pub const NONE: u32 = u32::MAX;

/// A possible pair of the assignment problem: row, column, and what pairing them costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub row: u32,
    pub col: u32,
    pub cost: i32,
}

/// Solves the assignment problem (one column per row at least cost). Its buffers are reused, so that a steady scene
/// allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Solver {
    row_first: Vec<u32>,
    by_row: Vec<(u32, i32)>,
    row_price: Vec<i64>,
    col_price: Vec<i64>,
    row_of: Vec<u32>,
    col_of: Vec<u32>,
    distance: Vec<i64>,
    reached_from: Vec<u32>,
    /// Columns that the current shortest-path search has reached, but whose distance may still fall.
    open: Vec<u32>,
    /// Columns whose distance in the current shortest-path search is final.
    settled: Vec<u32>,
}

impl Solver {
    /// Assigns at most one column to each row so that the sum of costs is least; a row without a column costs `alone`.
    /// Returns the column of each row, or [`NONE`].
    pub fn solve(&mut self, rows: usize, cols: usize, alone: i32, edges: &[Edge]) -> &[u32] {
        self.sort_by_row(rows, edges);
        refill(&mut self.row_price, rows, 0);
        refill(&mut self.col_price, cols, 0);
        refill(&mut self.row_of, cols, NONE);
        refill(&mut self.col_of, rows, NONE);
        refill(&mut self.distance, cols, i64::MAX);
        refill(&mut self.reached_from, cols, NONE);
        for row in 0..rows {
            let cheapest = self.edges_of(row).iter().map(|(col, cost)| (*cost, *col)).min();
            let (cost, col) = cheapest.unwrap_or((i32::MAX, NONE));
            self.row_price[row] = i64::from(cost.min(alone));
            if cost < alone && self.row_of[col as usize] == NONE {
                self.row_of[col as usize] = row as u32;
                self.col_of[row] = col;
            }
        }
        for row in 0..rows {
            // A row with a dual price of `alone` stays without a column, whatever the others do.
            if self.col_of[row] == NONE && self.row_price[row] < i64::from(alone) {
                self.place(row as u32, alone);
            }
        }
        &self.col_of
    }

    /// Finds columns whose assignment is in doubt: exchanging rows with another column, or taking the row of an
    /// unassigned one, would cost less than `margin` more.
    pub fn doubtful(&self, edges: &[Edge], margin: i32, out: &mut Vec<u32>) {
        out.clear();
        let cost = |row: u32, col: u32| {
            self.edges_of(row as usize).iter().find(|(held, _)| *held == col).map(|(_, cost)| *cost)
        };
        for edge in edges {
            let (held, taken) = (self.col_of[edge.row as usize], self.row_of[edge.col as usize]);
            if held == edge.col || held == NONE {
                continue;
            }
            let now = cost(edge.row, held).unwrap_or(0);
            let worse = if taken == NONE {
                edge.cost - now
            } else {
                let Some(back) = cost(taken, held) else { continue };
                edge.cost + back - now - cost(taken, edge.col).unwrap_or(0)
            };
            if worse < margin {
                out.push(edge.col);
                out.push(held);
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    pub fn answer(&self) -> &[u32] {
        &self.col_of
    }

    fn edges_of(&self, row: usize) -> &[(u32, i32)] {
        &self.by_row[self.row_first[row] as usize..self.row_first[row + 1] as usize]
    }

    fn sort_by_row(&mut self, rows: usize, edges: &[Edge]) {
        refill(&mut self.row_first, rows + 1, 0);
        for edge in edges {
            self.row_first[edge.row as usize + 1] += 1;
        }
        for row in 0..rows {
            self.row_first[row + 1] += self.row_first[row];
        }
        refill(&mut self.by_row, edges.len(), (0, 0));
        // The entries are filled from the back, so that each row's pairs keep the order of `edges`.
        for edge in edges.iter().rev() {
            // `row_first[row + 1]` counts down to the first entry of the row; it is corrected below.
            let place = &mut self.row_first[edge.row as usize + 1];
            *place -= 1;
            self.by_row[*place as usize] = (edge.col, edge.cost);
        }
        // Each value now belongs to the row before its own, so shift by one.
        for row in 0..rows {
            self.row_first[row] = self.row_first[row + 1];
        }
        self.row_first[rows] = edges.len() as u32;
    }

    /// Finds the cheapest way to give the row `start` a column, or to leave some row without one, and applies it.
    fn place(&mut self, start: u32, alone: i32) {
        self.open.clear();
        self.settled.clear();
        let alone = i64::from(alone);
        let mut lonely = (alone - self.row_price[start as usize], start);
        self.relax(start, 0);
        let (length, end_col) = loop {
            let nearest = self.open.iter().enumerate().min_by_key(|(_, col)| (self.distance[**col as usize], **col));
            let Some((place, &col)) = nearest else { break (lonely.0, NONE) };
            let distance = self.distance[col as usize];
            if lonely.0 <= distance {
                break (lonely.0, NONE);
            }
            let row = self.row_of[col as usize];
            if row == NONE {
                break (distance, col);
            }
            self.open.swap_remove(place);
            self.settled.push(col);
            let leave = distance + alone - self.row_price[row as usize];
            lonely = lonely.min((leave, row));
            self.relax(row, distance);
        };
        self.row_price[start as usize] += length;
        for index in 0..self.settled.len() {
            let col = self.settled[index] as usize;
            let slack = length - self.distance[col];
            self.col_price[col] -= slack;
            self.row_price[self.row_of[col] as usize] += slack;
        }
        self.shift(start, lonely.1, end_col);
        for col in self.open.iter().chain(&self.settled) {
            self.distance[*col as usize] = i64::MAX;
        }
    }

    fn relax(&mut self, row: u32, base: i64) {
        let (first, last) = (self.row_first[row as usize] as usize, self.row_first[row as usize + 1] as usize);
        for index in first..last {
            let (col, cost) = self.by_row[index];
            let col = col as usize;
            let through = base + i64::from(cost) - self.row_price[row as usize] - self.col_price[col];
            if through < self.distance[col] {
                if self.distance[col] == i64::MAX {
                    self.open.push(col as u32);
                }
                self.distance[col] = through;
                self.reached_from[col] = row;
            }
        }
    }

    /// Gives every row on the augmenting path its next column. The path ends at a free column, or at the row `lonely`,
    /// which gives up its column.
    fn shift(&mut self, start: u32, lonely: u32, end_col: u32) {
        let mut col = end_col;
        if col == NONE {
            if lonely == start {
                return;
            }
            col = core::mem::replace(&mut self.col_of[lonely as usize], NONE);
        }
        loop {
            let row = self.reached_from[col as usize];
            self.row_of[col as usize] = row;
            let before = core::mem::replace(&mut self.col_of[row as usize], col);
            if row == start {
                return;
            }
            col = before;
        }
    }
}

fn refill<T: Clone>(buffer: &mut Vec<T>, len: usize, value: T) {
    buffer.clear();
    buffer.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALONE: i32 = 100;

    fn cost_of(edges: &[Edge], answer: &[u32]) -> i64 {
        let cost = |(row, col): (usize, &u32)| match *col {
            NONE => i64::from(ALONE),
            col => {
                let chosen = edges.iter().filter(|e| e.row == row as u32 && e.col == col);
                i64::from(chosen.map(|e| e.cost).min().expect("only given edges are chosen"))
            }
        };
        answer.iter().enumerate().map(cost).sum()
    }

    /// The least cost, found by trying every assignment.
    fn best(edges: &[Edge], rows: u32, row: u32, taken: &mut Vec<u32>) -> i64 {
        if row == rows {
            return 0;
        }
        let mut least = i64::from(ALONE) + best(edges, rows, row + 1, taken);
        for edge in edges.iter().filter(|e| e.row == row) {
            if !taken.contains(&edge.col) {
                taken.push(edge.col);
                least = least.min(i64::from(edge.cost) + best(edges, rows, row + 1, taken));
                taken.pop();
            }
        }
        least
    }

    fn check(edges: &[(u32, u32, i32)], rows: usize, expected: &[u32]) {
        let edges: Vec<Edge> =
            edges.iter().map(|(row, col, cost)| Edge { row: *row, col: *col, cost: *cost }).collect();
        assert_eq!(Solver::default().solve(rows, 4, ALONE, &edges), expected);
    }

    #[test]
    fn small_cases() {
        check(&[], 2, &[NONE, NONE]);
        check(&[(0, 0, 5), (1, 0, 3)], 2, &[NONE, 0]);
        check(&[(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 50)], 2, &[1, 0]);
        check(&[(0, 0, 1), (0, 1, 90), (1, 0, 2), (1, 1, 99), (2, 1, 5)], 3, &[0, NONE, 1]);
        check(&[(0, 0, 100)], 1, &[NONE]);
    }

    proptest! {
        #[test]
        fn no_assignment_is_cheaper(costs in prop::collection::vec((0u32..5, 0u32..5, -20i32..130), 0..18)) {
            let mut edges: Vec<Edge> = costs.iter().map(|(row, col, cost)| Edge { row: *row, col: *col, cost: *cost }).collect();
            edges.sort_unstable();
            edges.dedup_by_key(|e| (e.row, e.col));
            let mut solver = Solver::default();
            let answer = solver.solve(5, 5, ALONE, &edges).to_vec();
            let mut taken: Vec<u32> = answer.iter().copied().filter(|col| *col != NONE).collect();
            taken.sort_unstable();
            prop_assert!(taken.windows(2).all(|pair| pair[0] != pair[1]), "one to one");
            prop_assert_eq!(cost_of(&edges, &answer), best(&edges, 5, 0, &mut Vec::new()));
            prop_assert_eq!(solver.solve(5, 5, ALONE, &edges), &answer[..], "buffers carry nothing over");
        }
    }
}

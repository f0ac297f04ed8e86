//! From "so many of these" to "these operations so often": one pass down the ranks.

use crate::recipes::Recipes;
use alloc::vec;
use alloc::vec::Vec;

/// Counts beyond this are refused as too many; sums of them stay inside 64 bits.
const COUNT_CAP: i64 = 1 << 40;

/// Scratch for expanding demands against one [`Recipes`].
#[derive(Debug)]
pub struct Demand {
    need: Vec<i64>,
    as_tool: Vec<bool>,
    /// Ranks with a need, as bits.
    marks: Vec<u64>,
    wanted: Vec<u64>,
    /// What may still be taken, by rank: the stock less what earlier demands took, plus what they leave.
    pub free: Vec<i64>,
    /// Things that this or an earlier demand makes.
    planned: Vec<bool>,
    /// Things that an earlier demand makes.
    settled: Vec<bool>,
    /// How much of each could be had in all, by rank: as much as is wanted, but for what is scant.
    most: Vec<i64>,
}

/// What a demand is expanded against.
#[derive(Clone, Copy)]
struct Ground<'r> {
    recipes: &'r Recipes,
    stock: &'r [i64],
}

/// An operation that is run some times to make the thing of one rank.
#[derive(Clone, Copy)]
struct Run {
    op: u32,
    times: i64,
    made: usize,
}

/// What one demand comes to.
#[derive(Debug, Default, Clone)]
pub struct Expansion {
    /// Operations (index into `Recipes::ops`) with counts, consumers first: run them from the end.
    pub runs: Vec<(u32, i64)>,
    /// Cooked things that are not there yet, with how many.
    pub cooked: Vec<(u32, i64)>,
    /// Things that nothing makes, with how many are missing.
    pub missing: Vec<(u32, i64)>,
    /// By rank, what this demand may use of the stock; parallel to `granted_ranks`.
    pub granted: Vec<(u32, i64)>,
}

impl Expansion {
    fn clear(&mut self) {
        self.runs.clear();
        self.cooked.clear();
        self.missing.clear();
        self.granted.clear();
    }
}

impl Demand {
    pub fn new(recipes: &Recipes) -> Demand {
        let ranks = recipes.nodes.len();
        Demand {
            need: vec![0; ranks],
            as_tool: vec![false; ranks],
            marks: vec![0; ranks.div_ceil(64)],
            wanted: vec![0; ranks.div_ceil(64)],
            free: vec![0; ranks],
            planned: vec![false; ranks],
            settled: vec![false; ranks],
            most: vec![COUNT_CAP; if recipes.scant.is_empty() { 0 } else { ranks }],
        }
    }

    /// Begins anew from a stock.
    pub fn restart(&mut self, stock: &[i64], recipes: &Recipes) {
        self.free.copy_from_slice(stock);
        self.planned.fill(false);
        self.settled.fill(false);
        self.wanted.fill(0);
        // "A station is placed" is a condition, never a thing to take.
        for &rank in &recipes.conditions {
            self.free[rank as usize] = 0;
        }
        if !recipes.scant.is_empty() {
            self.forget();
        }
        for &rank in &recipes.scant {
            let node = &recipes.nodes[rank as usize];
            let ways = [node.first, node.then.filter(|_| node.then != node.first)];
            let spare = &recipes.spare[node.spare.0 as usize..node.spare.1 as usize];
            let made = ways.into_iter().flatten().chain(spare.iter().copied()).fold(0_i64, |sum, (op, yields)| {
                sum.saturating_add(self.runs_left(recipes, op).saturating_mul(yields))
            });
            self.most[rank as usize] = self.free[rank as usize].saturating_add(made).min(COUNT_CAP);
        }
    }

    /// How often an operation could run with what is left beyond what is wanted already.
    fn runs_left(&self, recipes: &Recipes, op: u32) -> i64 {
        let rule = &recipes.ops[op as usize];
        let runs = rule.inputs.iter().map(|&(input, count)| {
            let left = self.most[input as usize] - self.need[input as usize];
            let back = rule.outputs.iter().find(|(output, _)| *output == input).map_or(0, |(_, count)| *count);
            match count - back {
                _ if left < count => 0,
                net if net <= 0 => COUNT_CAP,
                net => (left - count) / net + 1,
            }
        });
        runs.min().unwrap_or(COUNT_CAP)
    }

    /// Forgets wants that an abandoned pass left behind.
    pub fn forget(&mut self) {
        self.marks.fill(0);
        self.need.fill(0);
        self.as_tool.fill(false);
    }

    pub fn want(&mut self, rank: u32, count: i64) {
        let rank = rank as usize;
        self.need[rank] = (self.need[rank].saturating_add(count)).min(COUNT_CAP);
        self.marks[rank / 64] |= 1 << (rank % 64);
    }

    fn want_tool(&mut self, rank: u32) {
        self.as_tool[rank as usize] = true;
        self.marks[rank as usize / 64] |= 1 << (rank % 64);
    }

    /// The next wanted rank at or after `from`.
    fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.marks.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.marks.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// Expands everything wanted; nothing is wanted afterwards.
    pub fn expand(&mut self, recipes: &Recipes, stock: &[i64], out: &mut Expansion) {
        out.clear();
        let mut rank = 0;
        while let Some(found) = self.next(rank) {
            rank = found;
            self.expand_rank(Ground { recipes, stock }, rank, out);
            self.marks[rank / 64] &= !(1 << (rank % 64));
            rank += 1;
        }
        self.settled.copy_from_slice(&self.planned);
        // A need that came up above its own rank (a loop through a by-product) waits for the next demand.
        if self.next(0).is_some() {
            self.forget();
        }
    }

    /// Expands the first wanted rank at or after `from` and gives it.
    pub fn step(&mut self, recipes: &Recipes, from: usize, out: &mut Expansion) -> Option<usize> {
        let rank = self.next(from)?;
        self.wanted[rank / 64] |= 1 << (rank % 64);
        self.expand_rank(Ground { recipes, stock: &recipes.stock }, rank, out);
        self.marks[rank / 64] &= !(1 << (rank % 64));
        Some(rank)
    }

    /// Whether the rank was expanded since the restart.
    pub fn was_wanted(&self, rank: u32) -> bool {
        self.wanted[rank as usize / 64] & (1 << (rank % 64)) != 0
    }

    fn expand_rank(&mut self, ground: Ground<'_>, rank: usize, out: &mut Expansion) {
        let node = &ground.recipes.nodes[rank];
        let taken = core::mem::take(&mut self.need[rank]);
        let tool = core::mem::take(&mut self.as_tool[rank]) && !self.planned[rank];
        let free = self.free[rank];
        let granted = taken.min(free);
        if granted > 0 {
            self.free[rank] -= granted;
            out.granted.push((rank as u32, granted));
        }
        let mut short = taken.max(i64::from(tool)) - free.max(0);
        if short <= 0 {
            return;
        }
        // What is made beyond what is taken stays free for later demands; so does a tool.
        let left_of_tool = (taken.max(i64::from(tool)) - taken).min(short);
        if node.spare.0 < node.spare.1 {
            short = self.run_scant(ground, rank, short, out);
        }
        for (way, most) in [(node.first, node.first_max), (node.then, i64::MAX)] {
            let Some((op, yields)) = way else { continue };
            if short <= 0 {
                break;
            }
            let times = ((short + yields - 1) / yields).min(most);
            if times > 0 {
                short -= times * yields;
                self.run(ground, Run { op, times, made: rank }, out);
            }
        }
        if short > 0 {
            if node.cooked { out.cooked.push((rank as u32, short)) } else { out.missing.push((rank as u32, short)) }
        } else {
            self.free[rank] += -short + left_of_tool;
            self.planned[rank] = true;
        }
    }

    /// Runs each way to a thing as often as there is something for it, the chosen ones first; what is short then nothing gives.
    fn run_scant(&mut self, ground: Ground<'_>, rank: usize, short: i64, out: &mut Expansion) -> i64 {
        let recipes = ground.recipes;
        let node = &recipes.nodes[rank];
        let mut short = short;
        let chosen = [(node.first, node.first_max), (node.then.filter(|_| node.then != node.first), i64::MAX)];
        let spare =
            recipes.spare[node.spare.0 as usize..node.spare.1 as usize].iter().map(|&way| (Some(way), i64::MAX));
        for (way, most) in chosen.into_iter().chain(spare) {
            let Some((op, yields)) = way.filter(|_| short > 0) else { continue };
            let times = ((short + yields - 1) / yields).min(most).min(self.runs_left(recipes, op));
            if times > 0 {
                short -= times * yields;
                self.run(ground, Run { op, times, made: rank }, out);
            }
        }
        short
    }

    fn run(&mut self, Ground { recipes, stock }: Ground<'_>, Run { op, times, made }: Run, out: &mut Expansion) {
        let rule = &recipes.ops[op as usize];
        out.runs.push((op, times));
        for &(input, count) in &rule.inputs {
            // What the operation gives back need be there only once.
            let back = rule.outputs.iter().find(|(output, _)| *output == input).map_or(0, |(_, count)| *count);
            let net = (count - back).max(0);
            self.want(input, count.saturating_add(net.saturating_mul(times - 1)).min(COUNT_CAP));
        }
        for &(output, count) in &rule.outputs {
            if output as usize != made {
                self.free[output as usize] =
                    (self.free[output as usize].saturating_add(count.saturating_mul(times))).min(COUNT_CAP);
            }
        }
        for group in &rule.needs {
            // Only the chosen tool may be taken as coming: another one may need what is made here.
            let coming = self.planned[group[0] as usize] || self.as_tool[group[0] as usize];
            let there = |&rank: &u32| stock[rank as usize] > 0 || self.settled[rank as usize];
            if !coming && !group.iter().any(there) {
                self.want_tool(group[0]);
            }
        }
    }
}

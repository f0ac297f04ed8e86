//! Turns "so many of these items" into "these operations, so many times each", in one pass over the ranks.

use crate::recipes::Recipes;
use alloc::vec;
use alloc::vec::Vec;

/// Larger item counts are cut to this; sums of such counts still fit into 64 bits.
const COUNT_CAP: i64 = 1 << 40;

/// Working memory for computing which operations a demand for items needs, with one [`Recipes`].
#[derive(Debug)]
pub struct Demand {
    need: Vec<i64>,
    as_tool: Vec<bool>,
    /// One bit per rank: whether the thing of that rank is needed, as a material or as a tool. Ranks number the things
    /// so that a product comes before its ingredients.
    marks: Vec<u64>,
    wanted: Vec<u64>,
    /// By the rank of the thing, how many of it may still be used: the stock, minus what earlier demands used, plus what
    /// they left over.
    pub free: Vec<i64>,
    /// For the thing of each rank: whether this or an earlier demand makes it.
    planned: Vec<bool>,
    /// For the thing of each rank: whether an earlier demand makes it.
    settled: Vec<bool>,
    /// For the thing of each rank: how many can be had in total. No limit, except for things whose supply is limited.
    most: Vec<i64>,
}

/// The recipes and the stock with which a demand for items is broken down.
#[derive(Clone, Copy)]
struct Ground<'r> {
    recipes: &'r Recipes,
    stock: &'r [i64],
}

/// An operation that runs some number of times to make one thing.
#[derive(Clone, Copy)]
struct Run {
    op: u32,
    times: i64,
    made: usize,
}

/// What a demand for items comes down to: operations to run, things to cook, things that are missing.
#[derive(Debug, Default, Clone)]
pub struct Expansion {
    /// Operations (index into `Recipes::ops`) with their counts. An operation comes before those that make its inputs,
    /// so the list is carried out from its end.
    pub runs: Vec<(u32, i64)>,
    /// Things that a station must still cook, with their counts.
    pub cooked: Vec<(u32, i64)>,
    /// Things that no recipe makes, with the missing counts.
    pub missing: Vec<(u32, i64)>,
    /// For each thing, by rank: how many of the stock this demand may use.
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

    /// Forgets all demands and starts again from this stock.
    pub fn restart(&mut self, stock: &[i64], recipes: &Recipes) {
        self.free.copy_from_slice(stock);
        self.planned.fill(false);
        self.settled.fill(false);
        self.wanted.fill(0);
        // "A station of this type is placed" is a condition, not an item; it cannot be used up.
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

    /// How often an operation could still run with what remains after everything demanded so far.
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

    /// Drops demands for items that are left over because breaking them down was abandoned.
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

    /// The rank of the first needed thing at or after `from`.
    fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.marks.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.marks.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// Breaks every demand down into operations and raw materials; afterwards nothing is demanded any more.
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
        // A need for a thing of an earlier rank (a cycle through a by-product) is left for the next demand.
        if self.next(0).is_some() {
            self.forget();
        }
    }

    /// Breaks down the demand for the first needed thing whose rank is `from` or higher; returns that rank.
    pub fn step(&mut self, recipes: &Recipes, from: usize, out: &mut Expansion) -> Option<usize> {
        let rank = self.next(from)?;
        self.wanted[rank / 64] |= 1 << (rank % 64);
        self.expand_rank(Ground { recipes, stock: &recipes.stock }, rank, out);
        self.marks[rank / 64] &= !(1 << (rank % 64));
        Some(rank)
    }

    /// Whether the thing of this rank was demanded since the demands were last cleared.
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
        // The surplus of a recipe's output stays available for later demands, and so does a tool.
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

    /// Runs every recipe for a thing as often as its inputs allow, the chosen ones first. Returns how many are still
    /// missing; no other recipe makes them.
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
            // An input that the operation gives back (such as a bucket) is needed only once.
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
            // Only the chosen tool counts as being made already: another tool of the group might need the very thing
            // that is being made.
            let coming = self.planned[group[0] as usize] || self.as_tool[group[0] as usize];
            let there = |&rank: &u32| stock[rank as usize] > 0 || self.settled[rank as usize];
            if !coming && !group.iter().any(there) {
                self.want_tool(group[0]);
            }
        }
    }
}

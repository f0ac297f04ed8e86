//! The outline of a plan: which loads and builds, in which order. The scheduler derives all times from it.

use crate::batch::fuel_count;
use crate::demand::{Demand, Expansion};
use crate::reach::Way;
use crate::recipes::{NONE, Recipes};
use crate::rule::{Problem, StationType};
use alloc::vec::Vec;

/// Most station loads (batches put into a furnace) in a plan; a request that needs more is answered with "budget".
pub const LOADS_MAX: usize = 4_096;

/// One milestone of a plan: loading a station with a batch, or building a station.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Load { process: u32, count: i64, fuel: u32, press: bool },
    Build { station: u32, press: bool },
}

impl Token {
    /// Whether the agent, while it waits for this milestone, may start work that ends after the wait is over.
    pub fn press(self) -> bool {
        match self {
            Token::Load { press, .. } | Token::Build { press, .. } => press,
        }
    }
}

/// Marks a load of a station that burns no fuel.
pub const NO_FUEL: u32 = u32::MAX;

/// Totals that are the same in every schedule of a plan outline, whatever its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    pub action_cost: u64,
    pub agent_ticks: u64,
}

/// Why a plan outline cannot be completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// This many pieces of a thing are missing.
    Missing { thing: usize, count: i64 },
    /// The outline needs more station loads than a plan may have.
    TooLong,
    /// The loads keep changing, for instance because a fuel is made of what it cooks.
    Unsettled,
}

/// What one pass over a plan outline finds.
#[derive(Debug, Default)]
struct Pass {
    totals: Totals,
    /// Things needed by loads that were noticed too late in this pass; the next pass includes them from the start.
    late: Vec<(u32, i64)>,
}

/// Adjusts plan outlines so that their station loads make exactly what is needed.
#[derive(Debug)]
pub struct Balance<'a> {
    problem: &'a Problem,
    demand: Demand,
    expansion: Expansion,
    /// For each station type: how many usable stations exist before the plan.
    usable: &'a [u64],
    /// Fuels for loads that have no fuel yet, preferred ones first.
    fuels: Vec<u32>,
    /// How many things were looked at in all passes, as a measure of work.
    pub work: u64,
}

impl<'a> Balance<'a> {
    pub fn new(problem: &'a Problem, recipes: &Recipes, usable: &'a [u64], fuels: Vec<u32>) -> Balance<'a> {
        Balance { problem, demand: Demand::new(recipes), expansion: Expansion::default(), usable, fuels, work: 0 }
    }

    /// Makes the outline's station loads give exactly what is needed, adds missing stations, and returns the totals.
    pub fn settle(&mut self, recipes: &Recipes, tokens: &mut Vec<Token>) -> Result<Totals, Lack> {
        /// Most rounds of adjusting the loads. Fuel that must itself be cooked is noticed late; three rounds are enough
        /// for every chain in the game.
        const ROUNDS: usize = 6;
        let mut late: Vec<(u32, i64)> = Vec::new();
        for _ in 0..ROUNDS {
            let found = self.pass(recipes, tokens, &late)?;
            if !self.add_stations(recipes, tokens) && found.late == late {
                return Ok(found.totals);
            }
            late = found.late;
        }
        Err(Lack::Unsettled)
    }

    fn add_stations(&self, recipes: &Recipes, tokens: &mut Vec<Token>) -> bool {
        let before = tokens.len();
        let mut index = 0;
        while index < tokens.len() {
            if let Token::Load { process, press, .. } = tokens[index] {
                let station = self.problem.processes[process as usize].station;
                let built = |token: &Token| matches!(token, Token::Build { station: s, .. } if *s as usize == station);
                if self.usable[station] == 0 && !tokens.iter().any(built) && recipes.place[station].is_some() {
                    tokens.insert(index, Token::Build { station: station as u32, press });
                    index += 1;
                }
            }
            index += 1;
        }
        tokens.len() != before
    }

    fn pass(&mut self, recipes: &Recipes, tokens: &mut Vec<Token>, late: &[(u32, i64)]) -> Result<Pass, Lack> {
        self.demand.restart(&recipes.stock, recipes);
        self.demand.forget();
        for &(rank, count) in recipes.goal.iter().chain(late) {
            self.demand.want(rank, count);
        }
        let mut pass = Pass::default();
        for token in tokens.iter() {
            if let Token::Build { station, .. } = token
                && let Some(op) = recipes.place[*station as usize]
            {
                let rule = &recipes.ops[op as usize];
                rule.inputs.iter().for_each(|&(input, count)| self.demand.want(input, count));
                pass.totals.action_cost += rule.cost;
                pass.totals.agent_ticks += rule.ticks;
            }
        }
        let mut rank = 0;
        self.expansion.runs.clear();
        self.expansion.cooked.clear();
        self.expansion.missing.clear();
        self.expansion.granted.clear();
        while let Some(found) = self.demand.step(recipes, rank, &mut self.expansion) {
            rank = found + 1;
            let cooked = self.expansion.cooked.pop().map_or(0, |(_, count)| count);
            if recipes.nodes[found].cooked {
                if tokens.len() >= LOADS_MAX {
                    return Err(Lack::TooLong);
                }
                self.first_load(recipes, found, cooked, tokens);
                fit_loads(self.problem, recipes.nodes[found].thing, cooked, tokens)?;
                self.want_loads(recipes, found, tokens, &mut pass);
            }
        }
        if let Some(&(rank, count)) = self.expansion.missing.first() {
            return Err(Lack::Missing { thing: recipes.nodes[rank as usize].thing, count });
        }
        // Drop station loads whose output is no longer needed.
        tokens.retain(|token| match token {
            Token::Load { process, .. } => {
                let rank = recipes.rank_of[self.problem.processes[*process as usize].output];
                rank != NONE && recipes.nodes[rank as usize].cooked && self.demand.was_wanted(rank)
            }
            Token::Build { .. } => true,
        });
        let totals = &mut pass.totals;
        for &(op, times) in &self.expansion.runs {
            let rule = &recipes.ops[op as usize];
            totals.action_cost = totals.action_cost.saturating_add(rule.cost.saturating_mul(times as u64));
            totals.agent_ticks = totals.agent_ticks.saturating_add(rule.ticks.saturating_mul(times as u64));
        }
        self.work += 8 + 4 * self.expansion.runs.len() as u64;
        pass.late.sort_unstable();
        Ok(pass)
    }

    /// Adds a first station load for a needed thing that has none.
    fn first_load(&self, recipes: &Recipes, found: usize, count: i64, tokens: &mut Vec<Token>) {
        let thing = recipes.nodes[found].thing;
        let gives = |token: &Token| matches!(token, Token::Load { process, .. } if self.problem.processes[*process as usize].output == thing);
        let Some(make) = recipes.choices.make[thing] else { return };
        if count <= 0 || tokens.iter().any(gives) {
            return;
        }
        let ways = [make.first, make.then];
        if let Some(process) = ways.iter().find_map(|way| if let Way::Cook(p) = way { Some(*p) } else { None }) {
            let rule = &self.problem.processes[process];
            // The first charcoal cannot be made with charcoal as fuel.
            let other = self.fuels.iter().copied().find(|&fuel| self.problem.fuels[fuel as usize].0 != thing);
            let fuel = if rule.fuel_per_item == 0 { None } else { other.or(self.fuels.first().copied()) };
            let fuel = fuel.unwrap_or(NO_FUEL);
            let count = count.min(rule.batch_max as i64);
            tokens.push(Token::Load { process: process as u32, count, fuel, press: false });
        }
    }

    /// Demands the inputs and the fuel of every station load that makes one thing.
    fn want_loads(&mut self, recipes: &Recipes, found: usize, tokens: &[Token], pass: &mut Pass) {
        let thing = recipes.nodes[found].thing;
        for token in tokens {
            let Token::Load { process, count, fuel, .. } = *token else { continue };
            let rule = &self.problem.processes[process as usize];
            if rule.output != thing {
                continue;
            }
            pass.totals.action_cost += rule.load_cost;
            pass.totals.agent_ticks += rule.load_ticks;
            let mut wanted = [(recipes.rank_of[rule.input], count), (NONE, 0)];
            if fuel != NO_FUEL {
                let (item, burn) = self.problem.fuels[fuel as usize];
                wanted[1] = (recipes.rank_of[item], fuel_count(count, rule.fuel_per_item, burn));
            }
            for (rank, count) in wanted {
                if rank != NONE && count > 0 {
                    if rank as usize > found { self.demand.want(rank, count) } else { pass.late.push((rank, count)) }
                }
            }
        }
    }
}

/// Changes the station loads that make `thing` so that they give exactly `count` of it.
fn fit_loads(problem: &Problem, thing: usize, count: i64, tokens: &mut Vec<Token>) -> Result<(), Lack> {
    let gives = |token: &Token| match token {
        Token::Load { process, count, .. } if problem.processes[*process as usize].output == thing => *count,
        _ => 0,
    };
    let mut given: i64 = tokens.iter().map(gives).sum();
    while given > count {
        // Take from the smallest load, because it is the first that can be dropped.
        let Some(index) = (0..tokens.len()).filter(|&i| gives(&tokens[i]) > 0).min_by_key(|&i| (gives(&tokens[i]), i))
        else {
            break;
        };
        let Token::Load { count: held, .. } = &mut tokens[index] else { break };
        let taken = (*held).min(given - count);
        *held -= taken;
        given -= taken;
        if *held == 0 {
            tokens.remove(index);
        }
    }
    let max = |token: &Token| match token {
        Token::Load { process, .. } => problem.processes[*process as usize].batch_max as i64,
        Token::Build { .. } => 0,
    };
    while given < count {
        let loads = (0..tokens.len()).filter(|&i| gives(&tokens[i]) > 0);
        let Some(pattern) = loads.clone().max_by_key(|&i| (max(&tokens[i]) - gives(&tokens[i]), i)) else {
            return Err(Lack::Missing { thing, count: count - given });
        };
        let room = max(&tokens[pattern]) - gives(&tokens[pattern]);
        let Token::Load { count: held, .. } = &mut tokens[pattern] else { break };
        if room > 0 {
            let added = room.min(count - given);
            *held += added;
            given += added;
        } else {
            if tokens.len() >= LOADS_MAX {
                return Err(Lack::TooLong);
            }
            let mut another = tokens[pattern];
            if let Token::Load { count: fresh, .. } = &mut another {
                *fresh = (count - given).min(max(&tokens[pattern]));
                given += *fresh;
            }
            tokens.insert(pattern + 1, another);
        }
    }
    Ok(())
}

/// How many stations of a type the plan outline builds.
pub fn builds(tokens: &[Token], station: StationType) -> usize {
    tokens.iter().filter(|token| matches!(token, Token::Build { station: s, .. } if *s as usize == station)).count()
}

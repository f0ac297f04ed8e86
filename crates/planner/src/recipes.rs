//! The chosen recipes, compiled so that every thing has a rank: a thing ranks before everything it is made of.
//!
//! The choices contain no cycle, so one pass over the ranks turns a demand into a count of operations.

use crate::reach::{Reach, Way, placed_thing};
use crate::rule::{Item, Problem, StationType};
use alloc::vec;
use alloc::vec::Vec;

/// The rank of a thing that the plan does not involve.
pub const NONE: u32 = u32::MAX;

/// How a thing is made: by the first recipe for at most `first_max` runs, by the other one for the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Make {
    pub first: Way,
    pub first_max: i64,
    pub then: Way,
}

impl Make {
    pub fn only(way: Way) -> Make {
        Make { first: way, first_max: i64::MAX, then: way }
    }

    pub fn ways(self) -> impl Iterator<Item = Way> {
        [self.first, self.then].into_iter().take(if self.first == self.then { 1 } else { 2 })
    }
}

/// The chosen recipe for each thing, and the chosen tool for each operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    pub make: Vec<Option<Make>>,
    pub tool: Vec<Option<Item>>,
}

impl Choices {
    pub fn cheapest(reach: &Reach) -> Choices {
        Choices { make: reach.way.iter().map(|way| way.map(Make::only)).collect(), tool: reach.tool.clone() }
    }
}

/// An operation in which items are given by rank. Ranks number the things so that a product comes before its
/// ingredients.
#[derive(Debug, Clone)]
pub struct RankedOp {
    pub op: usize,
    pub ticks: u64,
    pub cost: u64,
    pub inputs: Vec<(u32, i64)>,
    pub outputs: Vec<(u32, i64)>,
    /// Groups of tools or stations that the operation needs. One of each group must be present; if none is, the first
    /// one is made.
    pub needs: Vec<Vec<u32>>,
    pub places: Option<StationType>,
}

/// How the thing of one rank is made. Ranks number the things so that a product comes before its ingredients.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub thing: usize,
    /// For the first and the other recipe: index into `ops`, and how many pieces one run makes.
    pub first: Option<(u32, i64)>,
    pub first_max: i64,
    pub then: Option<(u32, i64)>,
    /// Whether the thing is made by loading a station, not by an operation of the agent.
    pub cooked: bool,
    /// The range of `Recipes::spare` with the recipes to use once the chosen ones have run out.
    pub spare: (u32, u32),
}

/// The chosen recipes, compiled for one request: every thing has a rank, and a product comes before its ingredients.
#[derive(Debug, Clone)]
pub struct Recipes {
    pub choices: Choices,
    pub rank_of: Vec<u32>,
    pub nodes: Vec<Node>,
    pub ops: Vec<RankedOp>,
    /// For the thing of each rank: how many are in stock.
    pub stock: Vec<i64>,
    pub goal: Vec<(u32, i64)>,
    /// Ranks that stand not for an item but for "a station of this type is placed".
    pub conditions: Vec<u32>,
    /// For each station type: the operation that places one.
    pub place: Vec<Option<u32>>,
    /// Spare recipes, preferred ones first: index into `ops`, and how many pieces one run makes.
    pub spare: Vec<(u32, i64)>,
    /// Ranks of things whose supply is limited, their ingredients first. Empty when no thing has a spare recipe.
    pub scant: Vec<u32>,
}

/// What compiled recipes may use besides what the goal needs.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    pub problem: &'a Problem,
    pub reach: &'a Reach,
    /// Stations that the plan may build although the goal does not need them.
    pub build: &'a [StationType],
    /// For each item: the station processes that make it and can run.
    pub cooks: &'a [Vec<u32>],
    /// For each item: operations that make it once its chosen recipe has run out. Empty when there are none.
    pub spare: &'a [Vec<usize>],
}

/// An ingredient of a thing; for a spare recipe also the operation that needs it.
type Part = (usize, Option<usize>);

pub(crate) struct Walk<'a> {
    scope: Scope<'a>,
    choices: &'a Choices,
    /// For each thing, whether the depth-first visit has reached it. 0: not visited, 1: being visited, 2: done.
    state: Vec<u8>,
    /// Things in the order of visiting; the ingredients of a thing come before it.
    done: Vec<usize>,
    /// Operations that may not be spare recipes for a thing, because the thing would then be made of itself.
    dropped: Vec<(usize, usize)>,
}

impl<'a> Walk<'a> {
    pub fn new(scope: Scope<'a>, choices: &'a Choices) -> Walk<'a> {
        Walk { scope, choices, state: vec![0; choices.make.len()], done: Vec::new(), dropped: Vec::new() }
    }

    fn parts(&self, thing: usize) -> Vec<Part> {
        let problem = self.scope.problem;
        let mut parts = Vec::new();
        let Some(make) = self.choices.make[thing] else { return parts };
        for way in make.ways() {
            match way {
                Way::Stock => {}
                Way::Op(op) => parts.extend(op_parts(problem, self.choices, op).map(|part| (part, None))),
                // Fuels and stations do not count as ingredients of a cooked thing: charcoal may cook the logs that it
                // comes from.
                Way::Cook(_) => {
                    let inputs =
                        self.scope.cooks[thing].iter().map(|&process| problem.processes[process as usize].input);
                    parts.extend(inputs.map(|part| (part, None)));
                }
            }
        }
        for op in self.spare(thing) {
            parts.extend(op_parts(problem, self.choices, op).map(|part| (part, Some(op))));
        }
        parts
    }

    /// The recipes for a thing that are used once the chosen ones have run out.
    pub fn spare(&self, thing: usize) -> impl Iterator<Item = usize> + '_ {
        let all = self.scope.spare.get(thing).map_or([].as_slice(), Vec::as_slice);
        all.iter().copied().filter(move |&op| !self.dropped.contains(&(thing, op)))
    }

    /// Visits a thing and its ingredients depth first, with its own stack instead of recursion, so that a long chain of
    /// rules cannot overflow the call stack.
    pub fn visit(&mut self, root: usize) -> bool {
        if self.state[root] != 0 {
            return true;
        }
        let mut stack: Vec<(usize, Vec<Part>, usize)> = vec![(root, self.parts(root), 0)];
        self.state[root] = 1;
        while let Some((thing, parts, next)) = stack.last_mut() {
            let Some(&(part, spare)) = parts.get(*next) else {
                self.state[*thing] = 2;
                self.done.push(*thing);
                stack.pop();
                continue;
            };
            if spare.is_some_and(|op| self.dropped.contains(&(*thing, op))) {
                *next += 1;
                continue;
            }
            match self.state[part] {
                0 if self.choices.make[part].is_some() => {
                    self.state[part] = 1;
                    let parts = self.parts(part);
                    stack.push((part, parts, 0));
                }
                1 => {
                    if !self.cut(&mut stack, part) {
                        return false;
                    }
                }
                _ => *next += 1,
            }
        }
        true
    }

    /// Breaks a cycle of recipes back to `part` by giving up a spare recipe on it; returns whether there was one to
    /// give up.
    fn cut(&mut self, stack: &mut Vec<(usize, Vec<Part>, usize)>, part: usize) -> bool {
        for depth in (0..stack.len()).rev() {
            let (thing, parts, next) = &stack[depth];
            if let (_, Some(op)) = parts[*next] {
                self.dropped.push((*thing, op));
                for (above, ..) in stack.drain(depth + 1..) {
                    self.state[above] = 0;
                }
                return true;
            }
            if *thing == part {
                return false;
            }
        }
        false
    }
}

/// Everything an operation needs: inputs, tool and station. A tool that is already carried is left out, because it may
/// even help to make itself.
fn op_parts<'a>(problem: &'a Problem, choices: &'a Choices, op: usize) -> impl Iterator<Item = usize> + 'a {
    let rule = &problem.ops[op];
    let inputs = rule.inputs.iter().map(|&(item, _)| item);
    let tool = choices.tool[op].filter(|&tool| problem.stock[tool] == 0);
    let station = rule.station.filter(|&station| problem.placed(station) == 0);
    inputs.chain(tool).chain(station.map(|station| placed_thing(problem, station)))
}

/// The operation that places a station of this type, if one can run.
pub fn place_op(problem: &Problem, reach: &Reach, station: StationType) -> Option<usize> {
    (0..problem.ops.len())
        .filter(|&op| problem.ops[op].places == Some(station) && reach.op_usable[op])
        .min_by_key(|&op| (problem.ops[op].cost, problem.ops[op].ticks, op))
}

impl Recipes {
    /// Compiles the chosen recipes; `None` when they contain a cycle or a needed thing has no recipe.
    pub fn compile(scope: Scope<'_>, choices: Choices) -> Option<Recipes> {
        let problem = scope.problem;
        let things = choices.make.len();
        let mut walk = Walk::new(scope, &choices);
        // Fuels are visited first, so they get the last ranks, after everything that is cooked with them.
        let fuels = problem.fuels.iter().map(|&(fuel, _)| fuel).filter(|&fuel| scope.reach.way[fuel].is_some());
        let places = scope.build.iter().filter_map(|&station| place_op(problem, scope.reach, station));
        let built = places.flat_map(|op| op_parts(problem, &choices, op));
        let roots: Vec<usize> = fuels.chain(built).chain(problem.goal.iter().map(|&(item, _)| item)).collect();
        if !roots.into_iter().all(|root| walk.visit(root)) {
            return None;
        }
        let order: Vec<usize> = walk.done.iter().rev().copied().collect();
        let mut rank_of = vec![NONE; things];
        for (rank, &thing) in order.iter().enumerate() {
            rank_of[thing] = rank as u32;
        }
        let index_of = vec![NONE; problem.ops.len()];
        let (ops, spare) = (Vec::new(), Vec::new());
        let mut compiler = Compiler { scope, choices: &choices, rank_of: &rank_of, index_of, ops, spare };
        let nodes: Vec<Node> = order.iter().map(|&thing| compiler.node(&walk, thing)).collect();
        let place = (0..problem.stations.len())
            .map(|station| {
                let op = place_op(problem, scope.reach, station)?;
                let known = op_parts(problem, &choices, op).all(|thing| rank_of[thing] != NONE);
                known.then(|| compiler.op(op))
            })
            .collect();
        let Compiler { ops, spare, .. } = compiler;
        let is_scant = |rank: &usize| {
            let thing = nodes[*rank].thing;
            thing < problem.items.len() && !scope.reach.endless[thing] && !nodes[*rank].cooked
        };
        let ranks = if spare.is_empty() { 0..0 } else { 0..nodes.len() };
        let scant = ranks.rev().filter(is_scant).map(|rank| rank as u32).collect();
        let stock = (order.iter())
            .map(|&thing| match thing.checked_sub(problem.items.len()) {
                None => problem.stock[thing] as i64,
                Some(station) => problem.placed(station) as i64,
            })
            .collect();
        let goal = problem.goal.iter().map(|&(item, count)| (rank_of[item], count as i64)).collect();
        if problem.goal.iter().any(|&(item, _)| rank_of[item] == NONE) {
            return None;
        }
        let is_condition = |rank: &usize| order[*rank] >= problem.items.len();
        let conditions = (0..order.len()).filter(is_condition).map(|rank| rank as u32).collect();
        Some(Recipes { choices, rank_of, nodes, ops, stock, goal, conditions, place, spare, scant })
    }
}

impl Recipes {
    /// How much work compiling was, counted in things looked at: each ranked thing a few times, each rule and thing of
    /// the request once.
    pub fn compile_work(&self) -> u64 {
        (8 * self.nodes.len() + (self.choices.tool.len() + self.choices.make.len()) / 4) as u64
    }
}

struct Compiler<'a> {
    scope: Scope<'a>,
    choices: &'a Choices,
    rank_of: &'a [u32],
    /// For each operation of the request: its index in `ops`.
    index_of: Vec<u32>,
    ops: Vec<RankedOp>,
    spare: Vec<(u32, i64)>,
}

impl Compiler<'_> {
    fn op(&mut self, op: usize) -> u32 {
        if self.index_of[op] != NONE {
            return self.index_of[op];
        }
        self.index_of[op] = self.ops.len() as u32;
        let rule = &self.scope.problem.ops[op];
        let ranked = |list: &[(Item, u64)]| -> Vec<(u32, i64)> {
            (list.iter().filter(|(item, _)| self.rank_of[*item] != NONE))
                .map(|&(item, count)| (self.rank_of[item], count as i64))
                .collect()
        };
        let mut outputs = ranked(&rule.outputs);
        let mut needs = Vec::new();
        if let Some(tool) = self.choices.tool[op] {
            let problem = self.scope.problem;
            let carried = |&&item: &&Item| problem.stock[item] > 0 && self.rank_of[item] == NONE;
            // A carried tool that no recipe consumes is always present.
            if !rule.tools_any.iter().any(|item| carried(&item)) {
                let others = rule.tools_any.iter().filter(|item| **item != tool && self.rank_of[**item] != NONE);
                // The chosen tool comes first, because it is made if no tool of the group is present. It is left out if no
                // recipe of this table makes it, which is when it has no rank.
                let mut group: Vec<u32> = Some(self.rank_of[tool]).filter(|&rank| rank != NONE).into_iter().collect();
                group.extend(others.map(|item| self.rank_of[*item]));
                if !group.is_empty() {
                    needs.push(group);
                }
            }
        }
        if let Some(station) = rule.station {
            let thing = placed_thing(self.scope.problem, station);
            if self.scope.problem.placed(station) == 0 {
                needs.push(vec![self.rank_of[thing]]);
            }
        }
        if let Some(station) = rule.places {
            let thing = placed_thing(self.scope.problem, station);
            if self.rank_of[thing] != NONE {
                outputs.push((self.rank_of[thing], 1));
            }
        }
        self.ops.push(RankedOp {
            op,
            ticks: rule.ticks,
            cost: rule.cost,
            inputs: ranked(&rule.inputs),
            outputs,
            needs,
            places: rule.places,
        });
        self.ops.len() as u32 - 1
    }

    fn node(&mut self, walk: &Walk<'_>, thing: usize) -> Node {
        let make = self.choices.make[thing].unwrap_or(Make::only(Way::Stock));
        let rank = self.rank_of[thing];
        let mut compiled = |way: Way| match way {
            Way::Op(op) => {
                let index = self.op(op);
                let yields = self.ops[index as usize].outputs.iter().find(|(out, _)| *out == rank);
                yields.map(|&(_, count)| (index, count))
            }
            Way::Stock | Way::Cook(_) => None,
        };
        let (first, then) = (compiled(make.first), compiled(make.then));
        let others = walk.spare(thing).map(Way::Op).filter(|&way| way != make.first && way != make.then);
        let others: Vec<(u32, i64)> = others.filter_map(&mut compiled).collect();
        let from = self.spare.len() as u32;
        self.spare.extend(others);
        Node {
            thing,
            first,
            first_max: make.first_max,
            then,
            cooked: make.ways().any(|way| matches!(way, Way::Cook(_))),
            spare: (from, self.spare.len() as u32),
        }
    }
}

//! A* search over the cells that the feet can be in. The number of cells is bounded per tick and in total.
//!
//! Invariant: equal worlds give equal paths, also when the search is saved and loaded half-way.

use super::ground::SKY_LIGHT_MIN;
use super::{Cost, Goal, Ground, WALK};
use crate::blocks::Way;
use crate::boxes::STEP_PARTS;
use crate::limbs::Cells;
use gamedata::states::PARTS_PER_BLOCK;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use vocab::BlockPos;
use vocab::action::Terrain;
use vocab::position::BESIDE;

/// Cells that a path search examines in one tick; at about a microsecond each, far below the 50 ms of a tick.
pub const CELLS_PER_TICK_MAX: u32 = 300;
/// Cells that a path search examines in total: the floor of a square of 120 blocks, or a dig of 16 blocks in any
/// direction.
pub const CELLS_MAX: u32 = 15_000;
/// A partial path is used only if it brings the body nearer to the goal by at least this cost.
const PARTIAL_GAIN_MIN: Cost = 3 * WALK;

/// Largest weight of the estimated remaining cost in a path search. Digging rock by hand takes 80 times as long
/// as walking.
const HASTE_MAX: Cost = 80;

const DIAGONAL: Cost = 65;
const JUMP: Cost = 25;
const FALL_PER_BLOCK: Cost = 15;
const SWIM: Cost = 102;
/// Extra path cost of a step with the head under water, where air lasts 15 seconds.
const SUBMERGED: Cost = 150;
const PLACE: Cost = 80;
/// Path cost of climbing one block: 8.5 ticks.
const CLIMB: Cost = 85;
/// A body jumps up so much, in parts of a block: 1.25 blocks.
const JUMP_PARTS: i32 = 40;
/// The free height above the head of a body that stands on the floor of its cell, in parts of a block.
const HEADROOM_PARTS: i32 = 6;
/// Deepest fall of a path onto firm ground, in blocks; three do no damage.
const FALL_MAX: i32 = 3;
/// Deepest fall of a path into water, in blocks; water breaks any fall.
const DIVE_MAX: i32 = 12;

/// The kind of a path's move from one cell to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leg {
    Walk,
    Diagonal,
    Up,
    Down,
    Swim,
    DigDown,
    Bridge,
    Pillar,
    /// Up or down in a ladder, vines or scaffolding.
    Climb,
}

/// One move of a path from a cell to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub from: BlockPos,
    pub to: BlockPos,
    pub leg: Leg,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Node {
    at: BlockPos,
    cost: Cost,
    from: u32,
    leg: Leg,
    placed: u32,
    closed: bool,
}

/// The state of a path search after a tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    NotYet,
    /// The search found a complete path.
    Path(Vec<Movement>),
    /// The search is over and found only a path that ends nearer to the goal.
    Partial(Vec<Movement>),
    Nothing,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Search {
    goal: Goal,
    ground: Ground,
    nodes: Vec<Node>,
    by_place: BTreeMap<BlockPos, u32>,
    /// Nodes to examine: estimated total cost, estimated remaining cost, node index. The smallest is examined next.
    open: BinaryHeap<Reverse<(Cost, Cost, u32)>>,
    nearest: (Cost, u32),
    looked_at: u32,
    /// Weight of the estimated remaining cost: 1 finds the cheapest path, more finds some path sooner.
    haste: Cost,
    /// Extra path cost of leaving the cell that is being examined.
    #[serde(skip)]
    leaving: Cost,
}

impl PartialEq for Search {
    fn eq(&self, other: &Search) -> bool {
        // The heap is left out of the comparison, because its inner order depends on its history; nodes and counts do
        // not.
        (self.goal, &self.ground, &self.nodes, self.nearest, self.looked_at)
            == (other.goal, &other.ground, &other.nodes, other.nearest, other.looked_at)
    }
}

impl Eq for Search {}

impl Search {
    /// Begins a search for the cheapest path.
    pub fn new(ground: Ground, from: BlockPos, goal: Goal) -> Search {
        Search::with_haste(ground, from, goal, 1)
    }

    /// Begins a search for any path through rock: each remaining block is estimated at the cost of digging it.
    pub fn hasty(ground: Ground, from: BlockPos, goal: Goal) -> Search {
        let haste = ground.rock_step() / WALK;
        Search::with_haste(ground, from, goal, haste.clamp(2, HASTE_MAX))
    }

    fn with_haste(ground: Ground, from: BlockPos, goal: Goal, haste: Cost) -> Search {
        let far = goal.estimate(from);
        let first = Node { at: from, cost: 0, from: 0, leg: Leg::Walk, placed: 0, closed: false };
        Search {
            goal,
            ground,
            nodes: vec![first],
            by_place: [(from, 0)].into_iter().collect(),
            open: [Reverse((far, far, 0))].into_iter().collect(),
            nearest: (far, 0),
            looked_at: 0,
            haste,
            leaving: 0,
        }
    }

    /// Lets the path search examine up to [`CELLS_PER_TICK_MAX`] more cells.
    pub fn tick(&mut self, grid: &impl Cells) -> Found {
        self.tick_within(grid, CELLS_MAX)
    }

    /// The cells that the path search has examined.
    pub fn cells(&self) -> u32 {
        self.looked_at
    }

    /// The same with another bound of the whole search, to measure what the bound costs.
    pub fn tick_within(&mut self, grid: &impl Cells, cells_max: u32) -> Found {
        for _ in 0..CELLS_PER_TICK_MAX {
            if self.looked_at >= cells_max {
                return self.partial();
            }
            let Some(Reverse((_, far, index))) = self.open.pop() else { return self.partial() };
            let node = &mut self.nodes[index as usize];
            if std::mem::replace(&mut node.closed, true) {
                continue;
            }
            let at = node.at;
            self.looked_at += 1;
            if !self.ground.is_open_enough(grid, at) {
                continue;
            }
            if self.goal.met(grid, at) {
                return Found::Path(self.steps(index));
            }
            if (far, index) < self.nearest {
                self.nearest = (far, index);
            }
            self.expand(grid, index, at);
        }
        Found::NotYet
    }

    fn partial(&self) -> Found {
        let start = self.goal.estimate(self.nodes[0].at);
        if self.nearest.0.saturating_add(PARTIAL_GAIN_MIN) <= start {
            Found::Partial(self.steps(self.nearest.1))
        } else {
            Found::Nothing
        }
    }

    fn steps(&self, last: u32) -> Vec<Movement> {
        let mut steps = Vec::new();
        let mut index = last;
        while index != 0 {
            let node = &self.nodes[index as usize];
            steps.push(Movement { from: self.nodes[node.from as usize].at, to: node.at, leg: node.leg });
            index = node.from;
        }
        steps.reverse();
        steps
    }

    fn reach(&mut self, from: u32, to: BlockPos, leg: Leg, cost: Cost) {
        let parent = &self.nodes[from as usize];
        let placed = parent.placed + u32::from(matches!(leg, Leg::Bridge | Leg::Pillar));
        if placed > self.ground.blocks_left {
            return;
        }
        let extra = self.leaving.saturating_add(self.ground.hazard(to));
        let whole = parent.cost.saturating_add(cost).saturating_add(extra);
        let node = Node { at: to, cost: whole, from, leg, placed, closed: false };
        let index = if let Some(index) = self.by_place.get(&to) {
            let known = &mut self.nodes[*index as usize];
            if known.closed || known.cost <= whole {
                return;
            }
            *known = node;
            *index
        } else {
            let index = self.nodes.len() as u32;
            self.by_place.insert(to, index);
            self.nodes.push(node);
            index
        };
        let far = self.goal.estimate(to);
        self.open.push(Reverse((whole.saturating_add(far.saturating_mul(self.haste)), far, index)));
    }

    fn expand(&mut self, grid: &impl Cells, index: u32, at: BlockPos) {
        let in_water = Ground::way(grid, at) == Some(Way::Water);
        self.leaving = self.ground.peril(grid, at);
        for (dx, dz) in BESIDE {
            self.level_or_down(grid, index, at, at.offset(dx, 0, dz));
            self.up(grid, index, (at, at.offset(dx, 1, dz)), in_water);
        }
        for (dx, dz) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            self.diagonal(grid, index, at, (dx, dz));
        }
        if Ground::way(grid, at) == Some(Way::Climb) || Ground::way(grid, at.offset(0, -1, 0)) == Some(Way::Climb) {
            self.climb(grid, index, at);
        }
        if in_water {
            self.swim_up_or_down(grid, index, at);
        } else {
            self.dig_down(grid, index, at);
            self.pillar(grid, index, at);
        }
    }

    /// Path cost of clearing the cells that a body occupies: two, and a third where it stands high in the first.
    fn clearing(&mut self, grid: &impl Cells, feet: BlockPos) -> Option<Cost> {
        let two = self.ground.clearing(grid, feet.offset(0, 1, 0))? + self.ground.footing(grid, feet)?;
        let high = Ground::stand(grid, feet).is_some_and(|stand| stand > HEADROOM_PARTS);
        Some(two + if high { self.ground.clearing(grid, feet.offset(0, 2, 0))? } else { 0 })
    }

    /// How much higher a body stands in one cell than in another, in parts of a block; 0 where nothing carries it.
    fn rise(grid: &impl Cells, at: BlockPos, to: BlockPos) -> i32 {
        let stand = |cell: BlockPos| Ground::stand(grid, cell).unwrap_or(0);
        (to.y - at.y) * PARTS_PER_BLOCK + stand(to) - stand(at)
    }

    /// Whether a body can walk from one cell to another without a jump, and without hitting its head on the way up.
    fn walks(grid: &impl Cells, at: BlockPos, to: BlockPos) -> bool {
        let rise = Search::rise(grid, at, to);
        let stand = Ground::stand(grid, at).unwrap_or(0);
        let free = |cell: BlockPos| !grid.is_solid(cell);
        rise <= i32::from(STEP_PARTS) && (rise <= 0 || stand + rise <= HEADROOM_PARTS || free(at.offset(0, 2, 0)))
    }

    fn climb(&mut self, grid: &impl Cells, index: u32, at: BlockPos) {
        let climbs = |cell: BlockPos| Ground::way(grid, cell) == Some(Way::Climb);
        let (up, down) = (at.offset(0, 1, 0), at.offset(0, -1, 0));
        let carried = Ground::carries(grid, at);
        if climbs(at)
            && (climbs(up) || (carried && Ground::way(grid, up) == Some(Way::Open)))
            && self.ground.clearing(grid, at.offset(0, 2, 0)) == Some(0)
        {
            self.reach(index, up, Leg::Climb, CLIMB);
        }
        if climbs(down) {
            self.reach(index, down, Leg::Climb, CLIMB);
        }
    }

    fn level_or_down(&mut self, grid: &impl Cells, index: u32, at: BlockPos, to: BlockPos) {
        let Some(clearing) = self.clearing(grid, to) else { return };
        if Ground::way(grid, to) == Some(Way::Water) {
            let head_wet = Ground::way(grid, to.offset(0, 1, 0)) == Some(Way::Water);
            self.reach(index, to, Leg::Swim, SWIM + if head_wet { SUBMERGED } else { 0 });
            return;
        }
        if Ground::stand(grid, to).is_some() {
            if Search::walks(grid, at, to) {
                self.reach(index, to, Leg::Walk, WALK + clearing);
            }
            return;
        }
        self.down(grid, index, to, clearing);
        let floor = to.offset(0, -1, 0);
        let gap = Ground::way(grid, floor);
        if self.ground.terrain == Terrain::DigAndPlace
            && self.is_held(grid, index, at)
            && (matches!(gap, Some(Way::Open | Way::Water)) || grid.is_liquid(floor))
            && let Some(emptying) = self.ground.emptying(grid, floor)
        {
            self.reach(index, to, Leg::Bridge, WALK + PLACE + emptying + clearing);
        }
    }

    /// Whether there is a floor under a cell, in the world or placed earlier on this path.
    fn is_held(&self, grid: &impl Cells, index: u32, at: BlockPos) -> bool {
        matches!(self.nodes[index as usize].leg, Leg::Bridge | Leg::Pillar)
            || (Ground::carries(grid, at.offset(0, -1, 0)) && Ground::way(grid, at) != Some(Way::Step))
    }

    /// Adds a path move over an edge: down to firm ground at a safe depth, or into water. The path never dives more
    /// than [`FALL_MAX`] blocks into dark water, which may be in a cave.
    fn down(&mut self, grid: &impl Cells, index: u32, edge: BlockPos, clearing: Cost) {
        for deep in 1..=DIVE_MAX {
            let feet = edge.offset(0, -deep, 0);
            let cost = WALK + clearing + FALL_PER_BLOCK * deep as Cost;
            match Ground::way(grid, feet) {
                Some(Way::Water) if deep <= FALL_MAX || grid.light(feet).0 >= SKY_LIGHT_MIN => {
                    return self.reach(index, feet, Leg::Down, cost + SWIM);
                }
                Some(Way::Open | Way::Step) if deep <= FALL_MAX && Ground::stand(grid, feet).is_some() => {
                    return self.reach(index, feet, Leg::Down, cost);
                }
                Some(Way::Climb) => return self.reach(index, feet, Leg::Down, cost),
                Some(Way::Open) => {}
                Some(Way::Water | Way::Step | Way::Solid | Way::Fence | Way::Harm | Way::Door) | None => return,
            }
        }
    }

    fn up(&mut self, grid: &impl Cells, index: u32, (at, to): (BlockPos, BlockPos), in_water: bool) {
        let climbs = Ground::way(grid, at) == Some(Way::Climb);
        if Ground::stand(grid, to).is_none() || (!climbs && !in_water && Search::rise(grid, at, to) > JUMP_PARTS) {
            return;
        }
        let above = at.offset(0, 2, 0);
        // The body climbs out of water only from the surface: its head must be above water at the edge.
        if in_water && Ground::way(grid, at.offset(0, 1, 0)) == Some(Way::Water) {
            return;
        }
        // No falling block such as sand may come down on the body's head.
        if grid.block(at.offset(0, 3, 0)).is_none_or(crate::blocks::falls) && Ground::carries(grid, above) {
            return;
        }
        let Some(over) = self.ground.clearing(grid, above) else { return };
        let Some(clearing) = self.clearing(grid, to) else { return };
        self.reach(index, to, Leg::Up, WALK + JUMP + over + clearing);
    }

    fn diagonal(&mut self, grid: &impl Cells, index: u32, at: BlockPos, (dx, dz): (i32, i32)) {
        let to = at.offset(dx, 0, dz);
        let open = |cell: BlockPos| Ground::way(grid, cell) == Some(Way::Open);
        let tall = |cell: BlockPos| open(cell) && open(cell.offset(0, 1, 0));
        if tall(to)
            && tall(at.offset(dx, 0, 0))
            && tall(at.offset(0, 0, dz))
            && Ground::stand(grid, to).is_some()
            && Search::walks(grid, at, to)
        {
            self.reach(index, to, Leg::Diagonal, DIAGONAL);
        }
    }

    fn swim_up_or_down(&mut self, grid: &impl Cells, index: u32, at: BlockPos) {
        let wet = |cell: BlockPos| Ground::way(grid, cell) == Some(Way::Water);
        let (up, down) = (at.offset(0, 1, 0), at.offset(0, -1, 0));
        if wet(up)
            && let Some(over) = self.ground.clearing_under_water(grid, at.offset(0, 2, 0))
        {
            self.reach(index, up, Leg::Swim, SWIM / 2 + over);
        }
        if wet(down) {
            self.reach(index, down, Leg::Swim, SWIM + SUBMERGED);
        }
    }

    fn dig_down(&mut self, grid: &impl Cells, index: u32, at: BlockPos) {
        let (floor, below) = (at.offset(0, -1, 0), at.offset(0, -2, 0));
        let on_step = matches!(Ground::way(grid, at), Some(Way::Step | Way::Climb));
        if self.ground.terrain == Terrain::Walk
            || on_step
            || !Ground::carries(grid, floor)
            || !Ground::carries(grid, below)
        {
            return;
        }
        if let Some(cost) = self.ground.clearing(grid, floor) {
            self.reach(index, floor, Leg::DigDown, cost + FALL_PER_BLOCK);
        }
    }

    fn pillar(&mut self, grid: &impl Cells, index: u32, at: BlockPos) {
        if self.ground.terrain != Terrain::DigAndPlace || !self.is_held(grid, index, at) {
            return;
        }
        let Some(over) = self.ground.clearing(grid, at.offset(0, 2, 0)) else { return };
        if let Some(emptying) = self.ground.emptying(grid, at) {
            self.reach(index, at.offset(0, 1, 0), Leg::Pillar, PLACE + JUMP + emptying + over);
        }
    }
}

//! A body behind a slow line: the skills run on a mirror of the world, and the world's answers come some ticks late. A share of the
//! clicks is refused, by a seed.

use skills::chunks::{SECTION_CELLS, SECTIONS};
use skills::limbs::{Bite, Cells, Dug, Limbs, Ticket};
use skills::mirror::{Creature, Mirror, Order};
use skills::{Eyes, Skills};
use std::collections::{BTreeSet, VecDeque};
use vocab::outcome::{Outcome, Refusal};
use vocab::{Action, ActionId, BlockPos, Dice, ItemId, Name};
use world::World;
use world::chunk::ChunkPos;
use world::inventory::Inventory;
use world::state::Cell;

/// How slow and how unwilling the world is.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub latency_ticks: u64,
    pub refused_ppm: u32,
}

enum Report {
    Cell(BlockPos, Cell),
    Bag(Inventory),
    Answer(Ticket, Result<(), Refusal>),
}

pub struct Late {
    line: Line,
    dice: Dice,
    skills: Skills,
    eyes: Eyes,
    mirror: Mirror,
    columns: BTreeSet<ChunkPos>,
    bag: Inventory,
    reports: VecDeque<(u64, Report)>,
    digging: Option<Ticket>,
    eating: Option<(Ticket, ItemId)>,
    /// Clicks that the line has refused.
    pub refused: u32,
}

impl Late {
    pub fn new(world: &mut World, line: Line) -> Late {
        world.watch_blocks();
        Late {
            line,
            dice: Dice::new(20_261),
            skills: Skills::default(),
            eyes: Eyes::default(),
            mirror: Mirror::new(world.pose()),
            columns: BTreeSet::new(),
            bag: Inventory::default(),
            reports: VecDeque::new(),
            digging: None,
            eating: None,
            refused: 0,
        }
    }

    /// Begins an action. A test has prepared its scene before, so the mirror first learns all that there is.
    pub fn begin(&mut self, world: &mut World, id: ActionId, action: Action) -> Vec<Outcome> {
        self.listen(world);
        self.hear(u64::MAX);
        self.see(world);
        self.skills.begin(&mut self.mirror, &mut self.eyes, id, action)
    }

    /// Runs one tick of the world with the skills on the mirror.
    pub fn tick(&mut self, world: &mut World) -> Option<Outcome> {
        let mut ended = None;
        world.tick_moved_by(|world| {
            self.hear(world.now().0);
            self.see(world);
            self.mirror.begin_tick(world.now());
            ended = self.skills.tick(&mut self.mirror, &mut self.eyes);
            self.obey(world);
            world.take_changes();
        });
        self.eyes.tick(self.mirror.cells(), self.mirror.pose().eyes());
        self.listen(world);
        ended
    }

    /// Takes in the reports that are due.
    fn hear(&mut self, now: u64) {
        while self.reports.front().is_some_and(|(due, _)| *due <= now) {
            match self.reports.pop_front() {
                Some((_, Report::Cell(at, cell))) => self.mirror.map.set_cell(at, cell),
                Some((_, Report::Bag(bag))) => self.mirror.set_inventory(bag),
                Some((_, Report::Answer(ticket, answer))) => self.mirror.answered(ticket, answer),
                None => {}
            }
        }
    }

    /// What a body knows of itself without asking: its pose and what moves around it.
    fn see(&mut self, world: &World) {
        self.eyes.set_xray(world.eyes().has_xray());
        self.mirror.pose = world.pose();
        self.mirror.night = world.is_night();
        self.mirror.drops = Limbs::drops(world).collect();
        let creature = |mob: &world::mobs::Mob| Creature {
            id: mob.id,
            kind: Name::new(mob.kind.name()),
            at: mob.at,
            size: mob.size(),
            hostile: mob.kind.hostile(),
            visible: world.sees(world.body().eyes(), mob.eyes()),
            spared: false,
        };
        self.mirror.creatures = world.mobs().iter().map(creature).collect();
        let columns: BTreeSet<ChunkPos> = world.grid().loaded().collect();
        for gone in self.columns.difference(&columns) {
            self.mirror.map.unload(*gone);
        }
        for new in columns.difference(&self.columns) {
            for section in 0..SECTIONS {
                let Some(cells) = world.grid().section(*new, section) else { continue };
                let all: Vec<Cell> = (0..SECTION_CELLS).map(|index| cells.cell(index)).collect();
                self.mirror.map.set_section(*new, section, all[..].try_into().expect("a whole section"));
            }
        }
        self.columns = columns;
    }

    /// Notes what has changed in the world; it is told when the latency is over.
    fn listen(&mut self, world: &mut World) {
        let due = world.now().0 + self.line.latency_ticks;
        for at in world.changed_blocks() {
            if let Some(cell) = world.grid().cell(at) {
                self.reports.push_back((due, Report::Cell(at, cell)));
            }
        }
        if *world.inventory() != self.bag {
            self.bag = world.inventory().clone();
            self.reports.push_back((due, Report::Bag(self.bag.clone())));
        }
    }

    fn obey(&mut self, world: &mut World) {
        let (keys, orders) = self.mirror.end_tick();
        *world.keys() = keys;
        for order in orders {
            match order {
                Order::Click { ticket, click } => {
                    let answer = if self.refuses() {
                        Err(Refusal::OutOfReach)
                    } else {
                        match world.click(&click) {
                            skills::limbs::Ack::Refused(refusal) => Err(refusal),
                            _ => Ok(()),
                        }
                    };
                    self.answer(world, ticket, answer);
                }
                Order::DigStart { ticket, at } => {
                    self.digging = Some(ticket);
                    world.dig_start(at);
                    if self.refuses() {
                        self.digging = None;
                        self.answer(world, ticket, Err(Refusal::OutOfReach));
                    }
                }
                Order::DigStop => self.digging = None,
                Order::Hold(item) => {
                    world.hold(item);
                }
                Order::Look(look) => world.look(look),
                Order::Eat { ticket, item } => self.eating = Some((ticket, item)),
                Order::Strike { creature, .. } => {
                    world.strike(creature);
                }
                Order::Stop => {
                    (self.digging, self.eating) = (None, None);
                    world.stop();
                }
            }
        }
        self.go_on(world);
    }

    /// Goes on with what takes more than a tick.
    fn go_on(&mut self, world: &mut World) {
        if let Some(ticket) = self.digging {
            match world.dig() {
                Dug::Going => {}
                Dug::Broken => self.answer(world, ticket, Ok(())),
                Dug::Gone => self.answer(world, ticket, Err(Refusal::NotDiggable)),
            }
        }
        if let Some((ticket, item)) = self.eating
            && let Some(food) = gamedata::items::get(item).food
        {
            match world.eat(item, &food) {
                Bite::Going => {}
                Bite::Eaten => self.answer(world, ticket, Ok(())),
                Bite::Gone => self.answer(world, ticket, Err(Refusal::MissingItem)),
            }
        }
    }

    fn refuses(&mut self) -> bool {
        let refuses = self.dice.chance_ppm(self.line.refused_ppm);
        self.refused += u32::from(refuses);
        refuses
    }

    fn answer(&mut self, world: &World, ticket: Ticket, answer: Result<(), Refusal>) {
        self.digging.take_if(|open| *open == ticket);
        self.eating.take_if(|(open, _)| *open == ticket);
        self.reports.push_back((world.now().0 + self.line.latency_ticks, Report::Answer(ticket, answer)));
    }
}

//! A body behind a slow line: the skills run on a mirror of the world, and the world's answers come some ticks late. A share of the
//! clicks is refused, by a seed.

use skills::chunks::{SECTION_CELLS, SECTIONS};
use skills::limbs::{Bite, Cells, Dug, Keys, Limbs, Lying, Pose, Ticket};
use skills::mirror::{Creature, Mirror, Order};
use skills::{Eyes, Skills};
use std::collections::{BTreeSet, VecDeque};
use vocab::build::Guarded;
use vocab::outcome::{Outcome, Refusal};
use vocab::{Action, ActionId, BlockPos, Dice, ItemId, Name, Tick};
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

#[derive(Debug, Clone)]
pub enum Report {
    Cell(BlockPos, Cell),
    Bag(Inventory),
    Answer(Ticket, Result<(), Refusal>),
    Section(ChunkPos, usize, Box<[Cell; SECTION_CELLS]>),
    Unload(ChunkPos),
    /// The body's pose, whether it is night, the drops, the creatures, whether there is X-ray.
    Around(Pose, bool, Vec<Lying>, Vec<Creature>, bool),
    Begin(ActionId, Action),
    Cancel(ActionId),
    Tick(Tick),
}

/// The skills with their mirror, as one machine: reports in, orders and outcomes out.
pub struct Driven {
    skills: Skills,
    pub eyes: Eyes,
    pub mirror: Mirror,
}

/// What the skills want in one tick.
#[derive(Debug, Default, PartialEq)]
pub struct Wanted {
    pub keys: Keys,
    pub orders: Vec<Order>,
    pub outcomes: Vec<Outcome>,
}

impl Driven {
    pub fn new(pose: Pose) -> Driven {
        Driven { skills: Skills::default(), eyes: Eyes::default(), mirror: Mirror::new(pose) }
    }

    pub fn hear(&mut self, report: Report) -> Wanted {
        let mut wanted = Wanted::default();
        match report {
            Report::Cell(at, cell) => self.mirror.map.set_cell(at, cell),
            Report::Bag(bag) => self.mirror.set_inventory(bag),
            Report::Answer(ticket, answer) => self.mirror.answered(ticket, answer),
            Report::Section(pos, section, cells) => self.mirror.map.set_section(pos, section, &cells),
            Report::Unload(pos) => self.mirror.map.unload(pos),
            Report::Around(pose, night, drops, creatures, xray) => {
                (self.mirror.pose, self.mirror.night) = (pose, night);
                (self.mirror.drops, self.mirror.creatures) = (drops, creatures);
                self.eyes.set_xray(xray);
            }
            Report::Begin(id, action) => {
                wanted.outcomes = self.skills.begin(&mut self.mirror, &mut self.eyes, id, action);
            }
            Report::Cancel(id) => wanted.outcomes.extend(self.skills.cancel(&mut self.mirror, id)),
            Report::Tick(now) => {
                self.mirror.begin_tick(now);
                wanted.outcomes.extend(self.skills.tick(&mut self.mirror, &mut self.eyes));
                (wanted.keys, wanted.orders) = self.mirror.end_tick();
                self.eyes.tick(self.mirror.cells(), self.mirror.pose().eyes());
            }
        }
        wanted
    }
}

pub struct Late {
    line: Line,
    dice: Dice,
    pub driven: Driven,
    columns: BTreeSet<ChunkPos>,
    bag: Inventory,
    reports: VecDeque<(u64, Report)>,
    digging: Option<Ticket>,
    eating: Option<(Ticket, ItemId)>,
    /// All reports so far, if they are recorded, each with what the skills wanted then.
    pub tape: Option<Vec<(Report, Wanted)>>,
    /// Clicks that the line has refused.
    pub refused: u32,
}

impl Late {
    pub fn new(world: &mut World, line: Line) -> Late {
        world.watch_blocks();
        Late {
            line,
            dice: Dice::new(20_261),
            driven: Driven::new(world.pose()),
            columns: BTreeSet::new(),
            bag: Inventory::default(),
            reports: VecDeque::new(),
            digging: None,
            eating: None,
            tape: None,
            refused: 0,
        }
    }

    /// Begins an action. A test has prepared its scene before, so the mirror first learns all that there is.
    pub fn begin(&mut self, world: &mut World, id: ActionId, action: Action) -> Vec<Outcome> {
        self.listen(world);
        self.hear(u64::MAX);
        self.see(world);
        self.tell(Report::Begin(id, action)).2
    }

    /// Tells the skills which cells belong to builds.
    pub fn guard(&mut self, cells: &[Guarded]) {
        self.driven.skills.guard(cells);
    }

    /// Cancels an action. Its outcome may come at once, or in a later tick.
    pub fn cancel(&mut self, id: ActionId) -> Option<Outcome> {
        self.tell(Report::Cancel(id)).2.into_iter().next()
    }

    /// Runs one tick of the world with the skills on the mirror.
    pub fn tick(&mut self, world: &mut World) -> Option<Outcome> {
        let mut ended = None;
        world.tick_moved_by(|world| {
            self.hear(world.now().0);
            self.see(world);
            let (keys, orders, outcomes) = self.tell(Report::Tick(world.now()));
            ended = outcomes.into_iter().next();
            self.obey(world, keys, orders);
            world.take_changes();
        });
        self.listen(world);
        ended
    }

    /// Hands a report to the skills, and records it.
    fn tell(&mut self, report: Report) -> (Keys, Vec<Order>, Vec<Outcome>) {
        let copy = self.tape.is_some().then(|| report.clone());
        let wanted = self.driven.hear(report);
        let given = (wanted.keys, wanted.orders.clone(), wanted.outcomes.clone());
        if let Some((tape, report)) = self.tape.as_mut().zip(copy) {
            tape.push((report, wanted));
        }
        given
    }

    /// Takes in the reports that are due.
    fn hear(&mut self, now: u64) {
        while self.reports.front().is_some_and(|(due, _)| *due <= now) {
            if let Some((_, report)) = self.reports.pop_front() {
                self.tell(report);
            }
        }
    }

    /// What a body knows of itself without asking: its pose and what moves around it.
    fn see(&mut self, world: &World) {
        let creature = |mob: &world::mobs::Mob| Creature {
            id: mob.id,
            kind: Name::new(mob.kind.name()),
            at: mob.at,
            size: mob.size(),
            hostile: mob.kind.hostile(),
            visible: world.sees(world.body().eyes(), mob.eyes()),
            spared: false,
        };
        let creatures = world.mobs().iter().map(creature).collect();
        let drops = Limbs::drops(world).collect();
        let xray = world.eyes().has_xray();
        self.tell(Report::Around(world.pose(), world.is_night(), drops, creatures, xray));
        let columns: BTreeSet<ChunkPos> = world.grid().loaded().collect();
        let before = std::mem::replace(&mut self.columns, columns.clone());
        for gone in before.difference(&columns) {
            self.tell(Report::Unload(*gone));
        }
        for new in columns.difference(&before) {
            for section in 0..SECTIONS {
                let Some(cells) = world.grid().section(*new, section) else { continue };
                let all = Box::new(std::array::from_fn(|index| cells.cell(index)));
                self.tell(Report::Section(*new, section, all));
            }
        }
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

    fn obey(&mut self, world: &mut World, keys: Keys, orders: Vec<Order>) {
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

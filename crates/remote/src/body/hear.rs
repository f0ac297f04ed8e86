//! What the reports of a body mean: they change the mirror, and some are news for the mind.

use super::Body;
use super::head::Gaze;
use belief::evidence::{Detection, Sight};
use belief::kinds::PLAYER_PREFIX;
use contract::body::Report;
use contract::body::report::{self, Entity, Tick as Ticked, Window};
use contract::body::section::Section;
use gamedata::mobs;
use mind::input::Heard;
use skills::chunks::{ChunkPos, SECTION_CELLS, SECTIONS, Y_MIN};
use skills::limbs::{Pose, is_spared};
use skills::mirror::Creature;
use skills::room::Size;
use skills::space::Place;
use skills::state::Cell;
use skills::{Eyes, measures};
use vocab::outcome::Failure;
use vocab::senses::{BodyEvent, Vitals};
use vocab::{BlockPos, FinePos, Name, day};

/// The section of the pinned world in which its lowest block is.
const LOWEST_SECTION: i32 = Y_MIN / 16;
/// Windows whose contents are remembered: those of a home.
const WINDOWS_MAX: usize = 64;
/// A dead body asks to come back after a second, as the game offers it, and again after this long when nothing came of it.
const RESPAWN_TICKS: u32 = 20;
const RESPAWN_AGAIN_TICKS: u32 = 200;
const PLAYER: &str = "player";

impl Body {
    /// Takes in a report. Returns whether it was a tick.
    pub(super) fn hear(&mut self, report: Report) -> bool {
        match report {
            Report::Hello(hello) => tracing::debug!("the body is {}", hello.body),
            Report::Link(link) => {
                if link.state != report::LinkState::Present {
                    self.lose();
                    self.clock.lose();
                }
            }
            Report::World(world) => self.enter(&world),
            Report::Section(section) => self.section(&section),
            Report::Unload(unload) => {
                let [x, z] = unload.at.0;
                self.mirror.map.unload(ChunkPos { x, z });
            }
            Report::Blocks(blocks) => {
                for (x, y, z, state) in &blocks.changes {
                    let (at, cell) = (BlockPos::new(*x, *y, *z), self.names.cell(state));
                    let was = self.mirror.map.told(at).filter(|was| was.block() != cell.block());
                    if let Some(was) = was {
                        self.around.drops.note_broken(at, was, self.clock.now());
                    }
                    self.mirror.map.set_cell(at, cell);
                }
            }
            Report::Tick(tick) => {
                self.ticked(tick);
                return true;
            }
            Report::Inventory(told) => {
                let carried = self.names.inventory(&told);
                self.hands.told_hand(carried.held().map(|stack| stack.item));
                self.mirror.set_inventory(carried);
            }
            Report::Entities(told) => {
                self.detections = told.entities.iter().map(detection).collect();
                self.mirror.creatures = told.entities.iter().map(creature).collect();
            }
            Report::Drops(told) => {
                self.mirror.drops = self.around.drops.lying(&told, &mut self.names, self.clock.now());
            }
            Report::Window(window) => self.window(&window),
            Report::Chat(report::Chat { who: Some(who), text }) => {
                if self.heard.len() >= super::NEWS_MAX {
                    self.heard.pop_front();
                }
                self.heard.push_back(Heard { who, text });
            }
            Report::Chat(report::Chat { who: None, text }) => tracing::debug!("the server says: {text}"),
            Report::Confirmed(confirmed) => self.answer(confirmed.id, Ok(())),
            Report::Refused(refused) => {
                tracing::debug!(id = refused.id, reason = ?refused.reason, "the body refused: {}", refused.why);
                self.answer(refused.id, Err(refused.reason));
            }
            Report::Harm(_)
            | Report::Died(_)
            | Report::Respawned(_)
            | Report::Woke(_)
            | Report::ToolBroke(_)
            | Report::Collected(_) => self.happened(&report),
            Report::Misread(misread) => tracing::debug!("the body refused line {}: {}", misread.line, misread.why),
            Report::Effects(_) | Report::Bye(_) => {}
        }
        false
    }

    /// The body is in a world, maybe in another one than before.
    fn enter(&mut self, world: &report::World) {
        tracing::debug!("in {} of Minecraft {}", world.dimension, world.game);
        let before = self.around.dimension.replace(world.dimension.clone());
        if before.is_some_and(|before| before != world.dimension) {
            self.lose();
            let xray = self.eyes.has_xray();
            let publishes = self.eyes.is_publishing();
            self.eyes = Eyes::default();
            self.eyes.set_xray(xray);
            self.eyes.publish(publishes);
        }
        self.mirror.map.clear();
        self.mirror.contents.clear();
    }

    fn section(&mut self, section: &Section) {
        let [x, y, z] = section.at;
        let number = usize::try_from(y - LOWEST_SECTION).ok().filter(|number| *number < SECTIONS);
        let (Some(number), Ok(cells)) = (number, section.unpack()) else { return };
        let palette: Vec<Cell> = section.palette.iter().map(|name| self.names.cell(name)).collect();
        let all: [Cell; SECTION_CELLS] = std::array::from_fn(|index| palette[usize::from(cells[index])]);
        let chunk = ChunkPos { x, z };
        self.mirror.map.set_section(chunk, number, &all);
    }

    fn ticked(&mut self, tick: Ticked) {
        self.clock.tick(tick.tick, tick.age);
        let vitals = tick.vitals.map(Vitals::from);
        self.around.vitals = vitals;
        if vitals.is_some_and(|vitals| vitals.health > 0) {
            self.around.dead = false;
        }
        let asleep = vitals.is_some_and(|vitals| vitals.asleep);
        let slept = self.mirror.pose.asleep_ticks.map_or(0, |ticks| ticks.saturating_add(1));
        self.mirror.pose = Pose {
            at: Place::from_fine(FinePos::from(tick.at)),
            on_ground: tick.on_ground,
            in_water: vitals.is_some_and(|vitals| vitals.in_water),
            in_lava: vitals.is_some_and(|vitals| vitals.in_lava),
            alive: !self.around.dead && vitals.is_none_or(|vitals| vitals.health > 0),
            asleep_ticks: asleep.then_some(slept),
            food: vitals.map_or(0, |vitals| vitals.food),
        };
        self.mirror.night = day::is_night(u64::from(tick.time_of_day));
        self.hands.told_gaze(Gaze { yaw: tick.yaw.0, pitch: tick.pitch.0 }, self.clock.now().0);
        self.around.ticked = Some(tick);
        self.tick();
    }

    fn window(&mut self, window: &Window) {
        let slots = window.slots.iter().map(|slot| slot.as_ref().map(|stack| self.names.stack(stack))).collect();
        let at = BlockPos::from(window.at);
        let contents = &mut self.mirror.contents;
        contents.insert(at, (slots, window.burning.unwrap_or(0)));
        if contents.len() > WINDOWS_MAX {
            let farthest = contents.keys().copied().max_by_key(|other| (other.distance_squared(at), *other));
            farthest.map(|farthest| contents.remove(&farthest));
        }
    }

    fn happened(&mut self, report: &Report) {
        match report {
            Report::Harm(harm) => {
                let report::Harmed { half_hearts, cause, from } = *harm;
                self.note(BodyEvent::Hurt { half_hearts, cause, from: from.map(FinePos::from) });
            }
            Report::Died(died) if !self.around.dead => {
                (self.around.dead, self.around.dead_ticks) = (true, 0);
                self.mirror.pose.alive = false;
                self.outcomes.extend(self.skills.abort(&mut self.mirror, Failure::Died));
                self.note(BodyEvent::Died { cause: died.cause });
            }
            Report::Respawned(_) => {
                self.around.dead = false;
                self.note(BodyEvent::Respawned);
            }
            Report::Woke(_) => self.note(BodyEvent::WokeUp),
            Report::ToolBroke(broke) => {
                let item = self.names.item(&broke.item);
                self.note(BodyEvent::ToolBroke { item });
            }
            Report::Collected(collected) => {
                let item = self.names.item(&collected.item);
                self.note(BodyEvent::Collected { by: Name::new(&collected.by), item, count: collected.count });
            }
            _ => {}
        }
    }

    /// A dead body asks to come back.
    pub(super) fn come_back_to_life(&mut self) {
        if self.mirror.pose.alive {
            self.around.dead_ticks = 0;
            return;
        }
        self.around.dead_ticks = self.around.dead_ticks.saturating_add(1);
        let since = self.around.dead_ticks;
        if since == RESPAWN_TICKS || since.is_multiple_of(RESPAWN_AGAIN_TICKS) {
            self.line.act(contract::body::Verb::Respawn {});
        }
    }
}

/// A player has a kind of its own: `player:ada`.
fn kind_of(entity: &Entity) -> Name {
    match &entity.name {
        Some(name) if entity.kind == PLAYER => Name::new(&format!("{PLAYER_PREFIX}{name}")),
        _ => Name::new(&entity.kind),
    }
}

fn detection(entity: &Entity) -> Detection {
    let sight = match entity.sight {
        report::Sight::Visible => Sight::Visible,
        report::Sight::Occluded => Sight::Occluded,
        report::Sight::Unknown => Sight::Unknown,
    };
    let (at, velocity) = (entity.at.into(), entity.velocity.map(FinePos::from));
    Detection { at, kind: kind_of(entity), sight, engine_id: Some(entity.id), velocity }
}

fn creature(entity: &Entity) -> Creature {
    let kind = kind_of(entity);
    let mob = mobs::named(&entity.kind).map(mobs::get);
    let micro = |milli: u32| i64::from(milli) * 1_000;
    let size =
        mob.map_or(measures::SIZE, |mob| Size { width: micro(mob.width_milli), height: micro(mob.height_milli) });
    Creature {
        id: entity.id,
        kind,
        at: Place::from_fine(FinePos::from(entity.at)),
        size,
        hostile: mob.is_some_and(|mob| mob.hostile),
        visible: entity.sight == report::Sight::Visible,
        spared: entity.name.is_some() || is_spared(kind),
    }
}

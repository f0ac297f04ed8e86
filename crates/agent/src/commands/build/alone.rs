//! A build without a running agent: in the embedded world, from a fresh start, until it stands or time is up.

use super::Wanted;
use super::tally::{Cells, Tally, compare, site_of};
use crate::embedded::Embedded;
use crate::say::{say, tell};
use blueprint::LeftOut;
use building::build::{End, Phase};
use building::invariants::{Invariant, Standard};
use building::{Blueprint, Build, Facing, Site, Witness};
use driver::in_flight::InFlight;
use driver::{Door, Durability, Ended, Go, InlineScribe, Ledger, Life, NoThinker, Options, Run, Speed};
use mind::effect::{CommandAnswer, Publication};
use mind::input::Order;
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{AppendError, Record, State};
use tasks::{Status, TaskId};
use vocab::item::Stack;
use vocab::{Answer, BlockPos, ItemId, Query, StateId};
use world::World;

/// Five days: enough for a cabin from an empty inventory.
pub(super) const TICKS_USUAL: u64 = 120_000;
const NOT_COMPLETED: u8 = 3;
const BROKE: u8 = 4;
/// Blocks for scaffolding that are given along with the materials.
const SCAFFOLDING: u32 = 64;
/// Tools and food that are given along with the materials.
const ALONG: [(&str, u32); 6] =
    [("iron_pickaxe", 1), ("iron_axe", 1), ("iron_shovel", 1), ("stone_hoe", 1), ("bread", 32), ("torch", 16)];

/// A headless build.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alone {
    pub seed: u64,
    pub give: bool,
    pub ticks: u64,
    pub at: Option<BlockPos>,
    pub facing: Option<Facing>,
    pub trace: bool,
    pub json: bool,
}

/// A journal that nobody reads: the run is not resumed.
struct Nowhere;

impl Ledger for Nowhere {
    fn append(&mut self, _: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
        Ok(())
    }
}

/// The world as it really is, seen or not.
struct Real<'a>(RefCell<&'a mut Embedded>);

impl building::Cells for Real<'_> {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        match self.0.borrow_mut().world_mut().answer(&Query::Region { min: at, max: at }) {
            Answer::Region { states, .. } => states.first().copied().flatten(),
            _ => None,
        }
    }
}

/// How a headless build went.
#[derive(Debug, Default)]
struct Went {
    tally: Tally,
    task: Option<TaskId>,
    ended: Option<(Status, String)>,
    site: Option<Site>,
    ticks: u64,
}

impl Went {
    fn take(&mut self, moment: &driver::Moment<'_>, blueprint: &Blueprint) {
        for effect in moment.effects {
            match effect {
                Effect::Answer { answer: CommandAnswer::Taken { task }, .. } => self.task = Some(*task),
                Effect::Publish(Publication::Build(news)) => self.site = news.site.or(self.site),
                Effect::Trace(trace) => {
                    if let Event::TaskChanged { task, to, note, .. } = &trace.event
                        && self.task == Some(*task)
                        && to.is_final()
                    {
                        self.ended = Some((*to, crate::words::note(note)));
                    }
                }
                _ => {}
            }
        }
        let witness = self.site.map(|site| Witness::new(blueprint, site));
        let at = Some(moment.input.senses.at);
        self.tally.take(moment.effects, (moment.input.tick.0, at), witness.as_ref());
        self.ticks = moment.input.tick.0;
    }
}

impl Alone {
    pub fn build(self, wanted: &Wanted) -> ExitCode {
        let mut world = Embedded::new(self.seed, false);
        if self.give {
            give(&mut world, wanted);
        }
        let mut life = Life::new(Mind::new(Config::default()), world, NoThinker::default(), InFlight::default());
        let (door, stop, scribe) = (Door::new(), AtomicBool::new(false), InlineScribe::new(Nowhere));
        let blueprint = building::pack::pack(&wanted.blueprint).ok();
        let order = Order::Build { name: wanted.name.clone(), blueprint, at: self.at, facing: self.facing };
        let answer = door.order(order);
        let options = Options { speed: Speed::Max, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
        let mut went = Went::default();
        let run = Run { life: &mut life, scribe: &scribe, door: &door, options, stop: &stop };
        let ended = run.run(|moment| {
            went.take(moment, &wanted.blueprint);
            if self.trace {
                tell_traces(moment.effects);
            }
            if went.ended.is_some() || went.ticks >= self.ticks { Go::Stop } else { Go::On }
        });
        if let Ended::Broke(broken) = ended {
            tell!("stead build: the program broke: {broken}");
            return ExitCode::from(BROKE);
        }
        drop(answer);
        self.report(wanted, &mut life, &went)
    }

    /// Compares the world with the blueprint, whatever the mind believes, and prints what came of it.
    fn report(self, wanted: &Wanted, life: &mut Life<Embedded, NoThinker>, went: &Went) -> ExitCode {
        let build = life.mind.builds().projects().last().and_then(|project| project.build.clone());
        life.body.world_mut().set_xray(true);
        let world = Real(RefCell::new(&mut life.body));
        let found = build.as_ref().map(|build| {
            let witness = Witness::new(&wanted.blueprint, site_of(build));
            (compare(&witness, &world), build.findings(&witness, &Standard::of(&witness), &world))
        });
        let (cells, findings) = found.unwrap_or_default();
        if self.trace {
            for finding in &findings {
                tell!("{finding:?}");
            }
        }
        let verdict = verdict(build.as_ref(), &cells, went);
        let reason = went.ended.as_ref().filter(|(end, _)| *end != Status::Done).map(|(_, why)| why.clone());
        let reason = reason.or_else(|| (went.ended.is_none()).then(|| "time is up".to_string()));
        let tally = &went.tally;
        let holds = |invariant| Tally::holds(&findings, invariant);
        let answer = json!({
            "blueprint": wanted.name, "seed": self.seed, "verdict": verdict, "reason": reason,
            "cells": wanted.blueprint.blocks(), "matched": cells.matched, "wrong": cells.wrong,
            "missing": if build.is_some() { cells.missing } else { wanted.blueprint.blocks() },
            "unknown": cells.unknown, "left_out": left_out(wanted),
            "invariants": {
                "access": holds(Invariant::Access), "footprint": holds(Invariant::Footprint),
                "reachability": holds(Invariant::Reachability), "structural": holds(Invariant::Structural),
            },
            "placements": tally.placements, "wasted": tally.wasted,
            "scaffolding": { "placed": tally.scaffolds_placed, "removed": tally.scaffolds_removed },
            "checkpoints": tally.checkpoints, "deaths": tally.deaths, "ticks": went.ticks,
            "pace": { "ticks": tally.pace.ticks, "walked": tally.pace.walked_blocks() },
        });
        if self.json {
            say!("{answer}");
        } else {
            let (matched, all) = (cells.matched, wanted.blueprint.blocks());
            let why = reason.map(|why| format!(" ({why})")).unwrap_or_default();
            say!("{}: {verdict}{why}, {matched} of {all} cells, {} ticks", wanted.name, went.ticks);
        }
        if verdict == "completed" { ExitCode::SUCCESS } else { ExitCode::from(NOT_COMPLETED) }
    }
}

fn tell_traces(effects: &[Effect]) {
    for trace in effects.iter().filter_map(|effect| if let Effect::Trace(trace) = effect { Some(trace) } else { None })
    {
        tell!("{}", json!(trace));
    }
}

/// The verdict by what stands, not by what the mind says.
fn verdict(build: Option<&Build>, cells: &Cells, went: &Went) -> &'static str {
    let off = cells.wrong + cells.missing + cells.unknown;
    match build {
        None if went.site.is_some() => "site_invalid",
        None => "refused",
        Some(build) if build.phase == Phase::Ended(End::SiteInvalid) => "site_invalid",
        Some(_) if off == 0 => "completed",
        Some(_) if cells.matched * 5 < cells.all => "destroyed",
        Some(_) if cells.wrong > 0 => "drifted",
        Some(_) => "partially_completed",
    }
}

fn left_out(wanted: &Wanted) -> Value {
    let LeftOut { block_entities, entities, unknown, unplaceable } = &wanted.left_out;
    json!({ "block_entities": block_entities, "entities": entities, "unknown": unknown, "unplaceable": unplaceable })
}

/// Gives the materials, the tools and some food: into the bag while there is room, the rest into chests near the start.
fn give(body: &mut Embedded, wanted: &Wanted) {
    let mut items: BTreeMap<ItemId, u32> = BTreeMap::new();
    let along = ALONG.iter().filter_map(|(name, count)| Some((gamedata::items::named(name)?, *count)));
    let scaffold = gamedata::items::named("dirt").map(|dirt| (dirt, SCAFFOLDING));
    let materials = building::materials::reserved(&wanted.blueprint, |_| false);
    for (item, count) in along.chain(scaffold).chain(materials.iter()) {
        *items.entry(item).or_default() += count;
    }
    let world = body.world_mut();
    let mut chests = Chests { at: world.spawn().offset(3, 0, 3), used: 0 };
    for (item, count) in items {
        let stack = u32::from(gamedata::items::get(item).stack_size).max(1);
        let slots = count.div_ceil(stack) as usize;
        let free = world.senses().carried.free_slots();
        // Half of the bag stays free for work.
        let left = if free > BAG_FREE + slots { world.give(item, count) } else { count };
        chests.put(world, item, left);
    }
}

/// Slots of the bag that stay free when materials are given.
const BAG_FREE: usize = 14;

/// A row of chests on the ground.
struct Chests {
    at: BlockPos,
    used: usize,
}

impl Chests {
    const SLOTS: usize = 27;

    fn put(&mut self, world: &mut World, item: ItemId, mut left: u32) {
        let stack = u32::from(gamedata::items::get(item).stack_size).max(1);
        while left > 0 {
            if self.used.is_multiple_of(Self::SLOTS) {
                self.at = self.at.offset(2, 0, 0);
                let top = world.grid().open_from(self.at.x, self.at.z).unwrap_or(self.at.y);
                self.at = BlockPos { y: top, ..self.at };
                let chest = gamedata::blocks::named("chest").expect("the game has chests");
                world.set_block(self.at, chest);
            }
            let part = left.min(stack);
            world.stock_chest(self.at, Stack { item, count: part as u8, wear: 0 });
            self.used += 1;
            left -= part;
        }
    }
}

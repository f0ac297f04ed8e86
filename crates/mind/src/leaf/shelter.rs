//! Digging in for the night: find the place that takes the least work, dig, close, wait for the morning, come out.

use super::{around, bed, explore, go};
use crate::classes::FILLERS;
use crate::lore::item;
use crate::site::{self, Digger, Haste};
use crate::situation::Situation;
use crate::work::{Expect, Next, Work, heading};
use tasks::ItemClass;
use tasks::StallClass;
use vocab::action::Terrain;
use vocab::{Action, ItemId};

/// Length of one wait in the shelter, in ticks.
pub const WAIT_TICKS: u16 = 100;
/// How far one comes out in the morning, and how far away the shelter may be that one comes out of, in blocks.
const OUT_BLOCKS: i32 = 4;
const OUT_NEAR_BLOCKS: u64 = 6;
/// Sides that may be left open by walls that were not finished.
const LEFT_OPEN_MAX: u32 = 3;
/// Nearer than this, dry land that was left is no better than here, in blocks.
const DRY_NEAR_BLOCKS: u64 = 4;
/// Length of one rest in a refuge, in ticks.
const REST_TICKS: u16 = 60;

pub fn night(situation: &Situation<'_>, work: &mut Work, turns: u32) -> Next {
    if let Some(next) = bed::next(situation, work) {
        return next;
    }
    if situation.is_morning() {
        return come_out(situation, work, turns);
    }
    if !situation.is_late() && !situation.is_walled_in() {
        return Next::Done; // caught outside by the dawn
    }
    if situation.is_walled_in() {
        return Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, "walled in until morning");
    }
    wall_in(situation, work, Haste::Night, turns)
}

/// Gets walled in and heals. Whatever comes next finds its own way out.
pub fn refuge(situation: &Situation<'_>, work: &mut Work, health: u8, turns: u32) -> Next {
    if situation.is_walled_in() {
        let now = situation.vitals.map_or(0, |vitals| vitals.health);
        let why = if now < health {
            alloc::format!("walled in, healing: {now} of {health}")
        } else {
            "walled in until what waits outside has gone".into()
        };
        return Next::act(Action::Wait { ticks: REST_TICKS }, Expect::Nothing, why);
    }
    let sides = u32::from(situation.around.open_sides);
    if work.fails == 0 && situation.count_class(ItemClass::Filler) > sides {
        let action = Action::WallIn { from: situation.at.centre() };
        return Next::act(action, Expect::Nothing, "to be safe on the spot");
    }
    wall_in(situation, work, Haste::Danger, turns)
}

impl Haste {
    /// A place farther than this, in blocks, was chosen from somewhere else; a new one is looked for.
    const fn site_blocks_max(self) -> u64 {
        match self {
            Haste::Night => 24,
            Haste::Danger => 5,
        }
    }

    /// How far around, below and above the body a place is looked for, in blocks.
    const fn look(self) -> (i32, i32, i32) {
        match self {
            Haste::Night => (7, 6, 4),
            Haste::Danger => (2, 4, 3),
        }
    }
}

fn wall_in(situation: &Situation<'_>, work: &mut Work, haste: Haste, turns: u32) -> Next {
    let stale = |site: &mut site::Site| site.stand.manhattan(situation.at) > haste.site_blocks_max();
    work.site.take_if(stale);
    if let Some(mut site) = work.site.take() {
        if site.dig.is_empty() && site.fill.is_empty() {
            // All done as planned, and still open: look again, but not for ever.
            work.region = None;
            work.fails = work.fails.saturating_add(1);
        } else {
            let next = build(situation, work, &mut site);
            work.site = Some(site);
            return next;
        }
    }
    let at = situation.at;
    let (side, below, above) = haste.look();
    let cells = (at.offset(-side, -below, -side), at.offset(side, above, side));
    let region = match around(work, at, cells, "where to dig in?") {
        Ok(region) => region,
        Err(ask) => return ask,
    };
    let is_bad = |place| situation.known.is_bad(place, situation.now);
    let fillers = situation.count_class(ItemClass::Filler);
    let digger = Digger { bag: &situation.bag, fillers, haste, has_bed: situation.beds() > 0 };
    match site::choose(&region, at, digger, is_bad) {
        Some(mut site) => {
            let next = build(situation, work, &mut site);
            work.site = Some(site);
            next
        }
        None => elsewhere(situation, work, haste, turns),
    }
}

/// There is no ground to dig in: walls of what is carried on the spot, or back to dry land, or on to find some.
fn elsewhere(situation: &Situation<'_>, work: &mut Work, haste: Haste, turns: u32) -> Next {
    let sides = u32::from(situation.around.open_sides);
    // A side or two may be left over when the water lifts the body: those are tried again.
    let worth_it = work.fails == 0 || sides <= LEFT_OPEN_MAX;
    if haste == Haste::Night && worth_it && situation.count_class(ItemClass::Filler) > sides {
        let action = Action::WallIn { from: situation.at.centre() };
        return Next::act(action, Expect::Nothing, "no ground to dig in: walls on the spot");
    }
    match situation.known.dry.filter(|dry| situation.is_in_water() && !situation.is_near(*dry, DRY_NEAR_BLOCKS)) {
        Some(dry) if work.legs == 0 => {
            work.legs = 1;
            go(work, dry, 2, "back to dry land")
        }
        _ => explore::search(work, "a place to dig in", turns),
    }
}

/// The next thing to do at the chosen place.
fn build(situation: &Situation<'_>, work: &Work, site: &mut site::Site) -> Next {
    let depth_done = site.stand.y - situation.at.y;
    let in_column = (situation.at.x, situation.at.z) == (site.stand.x, site.stand.z);
    if !in_column || depth_done < 0 {
        return go(work, site.stand, 0, "to dig in there");
    }
    // What the body has sunk below is dug.
    site.dig.retain(|at| at.y < situation.at.y);
    if let Some(at) = site.dig.first() {
        return Next::act(Action::Dig { at: *at }, Expect::Block { at: *at, is: None }, "to dig in for the night");
    }
    match (site.fill.first(), filler(situation)) {
        (Some(at), Some((item, block))) => {
            let expect = Expect::Block { at: *at, is: Some(block) };
            Next::act(Action::Place { item, at: *at }, expect, "to close the shelter")
        }
        (Some(_), None) => Next::cannot(StallClass::BlockedReason, "nothing to close the shelter with"),
        (None, _) => Next::act(Action::Wait { ticks: 8 }, Expect::Nothing, "the shelter should be closed"),
    }
}

fn filler(situation: &Situation<'_>) -> Option<(ItemId, vocab::BlockId)> {
    let (filler, _) = FILLERS
        .iter()
        .map(|name| item(name))
        .map(|item| (item, situation.bag.count(item)))
        .find(|(_, held)| *held > 0)?;
    Some((filler, crate::lore::gamedata_item(filler)?.block?))
}

/// Digs out to a few blocks beside where it stood before, at that height.
fn come_out(situation: &Situation<'_>, work: &mut Work, turns: u32) -> Next {
    if !situation.is_walled_in() {
        return Next::Done;
    }
    let stand = work.site.as_ref().map(|site| site.stand).or(situation.known.shelter);
    let stand = stand.filter(|stand| situation.is_near(*stand, OUT_NEAR_BLOCKS)).unwrap_or(situation.at);
    let (x, z) = heading(turns.wrapping_add(u32::from(work.fails))).step();
    let to = stand.offset(x * OUT_BLOCKS, 0, z * OUT_BLOCKS);
    let terrain = if work.fails == 0 { Terrain::Dig } else { Terrain::DigAndPlace };
    work.outs = work.outs.saturating_add(1);
    let action = Action::GoTo { to, within: 1, terrain };
    Next::act(action, Expect::Near { place: to, within: 1 }, "the night is over")
}

//! Shelters for the night: finds the site with the least work, digs, closes it, waits for the morning, comes out.

use super::explore;
use super::{Expect, Memory, Next, Outlook, around, bed, go, home};
use crate::agenda::pursuit::Pursuit;
use crate::agenda::work::Work;
use crate::goals::HaveAny;
use crate::hands::site::{self, Digger, Haste};
use crate::view::classes::{FILLERS, ItemClass};
use crate::view::lore::item;
use crate::view::situation::Situation;
use crate::wire::reason::{Sought, Why};
use vocab::action::Terrain;
use vocab::{Action, BlockPos, ItemId};

/// Length of one wait in the night shelter, in ticks.
pub const WAIT_TICKS: u16 = 100;
/// How far the agent digs out of its shelter in the morning, and how far it may be from the shelter when it does, in
/// blocks.
const OUT_BLOCKS: i32 = 4;
const OUT_NEAR_BLOCKS: u64 = 6;
/// Walls of a shelter that have at most this many open sides left are tried again.
const LEFT_OPEN_MAX: u32 = 3;
/// An agent in water does not go back to dry land that is nearer than this, in blocks.
const DRY_NEAR_BLOCKS: u64 = 4;
/// Length of one rest in a refuge, in ticks.
const REST_TICKS: u16 = 60;

pub fn night(outlook: &Outlook<'_>, pursuit: &mut Pursuit) -> Next {
    let situation = outlook.situation;
    if let Some(next) = home::next(situation, pursuit) {
        return next;
    }
    if let Some(next) = bed::next(situation, pursuit) {
        return next;
    }
    if situation.is_morning() {
        return come_out(outlook, pursuit);
    }
    if !situation.is_late() && !situation.is_walled_in() {
        return Next::Done; // dawn came before the shelter was closed
    }
    if situation.is_walled_in() {
        return Next::act(Action::Wait { ticks: WAIT_TICKS }, Expect::Nothing, Why::UntilMorning);
    }
    wall_in(outlook, pursuit, Haste::Night)
}

/// The next action of a refuge: wall the agent in, then rest until healed. The next task digs its own way out.
pub fn refuge(outlook: &Outlook<'_>, pursuit: &mut Pursuit, health: u8) -> Next {
    let situation = outlook.situation;
    if situation.is_walled_in() {
        let now = situation.vitals.map_or(0, |vitals| vitals.health);
        let why = if now < health { Why::Healing { health: now, of: health } } else { Why::UntilDangerLeaves };
        return Next::act(Action::Wait { ticks: REST_TICKS }, Expect::Nothing, why);
    }
    let sides = u32::from(situation.around.open_sides);
    if pursuit.work.fails == 0 && situation.count_class(ItemClass::Filler) > sides {
        let action = Action::WallIn { from: situation.at.centre() };
        return Next::act(action, Expect::Nothing, Why::SafeOnTheSpot);
    }
    wall_in(outlook, pursuit, Haste::Danger)
}

impl Haste {
    /// How far the agent may be from its chosen shelter site before it chooses a new one, in blocks.
    const fn site_blocks_max(self) -> u64 {
        match self {
            Haste::Night => 24,
            Haste::Danger => 5,
        }
    }

    /// How far around, below and above the body the agent searches for a shelter site, in blocks.
    const fn look(self) -> (i32, i32, i32) {
        match self {
            Haste::Night => (7, 6, 4),
            Haste::Danger => (2, 4, 3),
        }
    }
}

fn wall_in(outlook: &Outlook<'_>, pursuit: &mut Pursuit, haste: Haste) -> Next {
    let situation = outlook.situation;
    let stale = |site: &mut site::Site| site.stand.manhattan(situation.at) > haste.site_blocks_max();
    pursuit.stay.site.take_if(stale);
    if let Some(mut site) = pursuit.stay.site.take() {
        if site.dig.is_empty() && site.fill.is_empty() {
            // The shelter's walls are built, but a side is still open: the terrain is scanned again. The step's count
            // of failures bounds this.
            pursuit.work.scan_from = situation.now;
            pursuit.work.fail();
        } else {
            let next = build(situation, &pursuit.work, &mut site);
            pursuit.stay.site = Some(site);
            return next;
        }
    }
    let at = situation.at;
    let (side, below, above) = haste.look();
    let cells = (at.offset(-side, -below, -side), at.offset(side, above, side));
    let region = match around(situation, &pursuit.work, at, cells, Why::WhereToDigIn) {
        Ok(region) => region,
        Err(ask) => return ask,
    };
    // Nothing is dug on a site of the agent's own.
    let own = |place: BlockPos| (0..=site::DEPTH_MAX).any(|down| situation.builds.guards(place.offset(0, -down, 0)));
    let is_bad = |place| situation.places.is_bad(place, situation.now) || own(place);
    let fillers = situation.count_class(ItemClass::Filler);
    let digger = Digger { bag: situation.bag, fillers, haste, has_bed: situation.beds() > 0 };
    match site::choose(&region, at, digger, is_bad) {
        Some(mut site) => {
            let next = build(situation, &pursuit.work, &mut site);
            pursuit.stay.site = Some(site);
            next
        }
        None => elsewhere(outlook, &mut pursuit.work, haste),
    }
}

/// The next action where the ground has no shelter site: build walls from carried blocks, return to dry land, or search
/// elsewhere.
fn elsewhere(outlook: &Outlook<'_>, work: &mut Work, haste: Haste) -> Next {
    let situation = outlook.situation;
    let sides = u32::from(situation.around.open_sides);
    // Water may lift the body and leave a few sides of a shelter open. Those are tried again.
    let worth_it = work.fails == 0 || sides <= LEFT_OPEN_MAX;
    if haste == Haste::Night && worth_it && situation.count_class(ItemClass::Filler) > sides {
        let action = Action::WallIn { from: situation.at.centre() };
        return Next::act(action, Expect::Nothing, Why::NoGroundToDigIn);
    }
    let fresh = Memory::Shelter { legs: 0 };
    let legs = work.memory.legs(fresh.clone());
    match situation.places.dry.filter(|dry| situation.is_in_water() && !situation.is_near(*dry, DRY_NEAR_BLOCKS)) {
        Some(dry) if *legs == 0 => {
            *legs = 1;
            go(work, dry, 2, Why::BackToDryLand { at: dry })
        }
        _ => explore::search(outlook, work, Sought::PlaceToDigIn, fresh),
    }
}

/// The next action to dig and close the shelter at the chosen site.
fn build(situation: &Situation<'_>, work: &Work, site: &mut site::Site) -> Next {
    let depth_done = site.stand.y - situation.at.y;
    let in_column = (situation.at.x, situation.at.z) == (site.stand.x, site.stand.z);
    if !in_column || depth_done < 0 {
        return go(work, site.stand, 0, Why::DigInThere);
    }
    // Cells of the shelter's shaft at or above the body's feet are already dug.
    site.dig.retain(|at| at.y < situation.at.y);
    if let Some(at) = site.dig.first() {
        return Next::act(Action::Dig { at: *at }, Expect::Block { at: *at, is: None }, Why::DigIn);
    }
    match (site.fill.first(), filler(situation)) {
        (Some(at), Some((item, block))) => {
            let expect = Expect::Block { at: *at, is: Some(block) };
            Next::act(Action::Place { item, at: *at }, expect, Why::CloseShelter)
        }
        (Some(_), None) => {
            let goal = HaveAny { class: ItemClass::Filler, count: site.fill.len() as u32 };
            Next::First { goal: goal.into(), why: Why::NothingToCloseWith }
        }
        (None, _) => Next::act(Action::Wait { ticks: 8 }, Expect::Nothing, Why::ShelterShouldBeClosed),
    }
}

fn filler(situation: &Situation<'_>) -> Option<(ItemId, vocab::BlockId)> {
    let (filler, _) = FILLERS
        .iter()
        .map(|name| item(name))
        .map(|item| (item, situation.bag.count(item)))
        .find(|(_, held)| *held > 0)?;
    Some((filler, crate::view::lore::gamedata_item(filler)?.block?))
}

/// The next action to dig out of the shelter, to a place a few blocks beside its entrance, at the same height.
fn come_out(outlook: &Outlook<'_>, pursuit: &mut Pursuit) -> Next {
    let situation = outlook.situation;
    if !situation.is_walled_in() {
        return Next::Done;
    }
    let stand = pursuit.stay.site.as_ref().map(|site| site.stand).or(situation.places.shelter);
    let stand = stand.filter(|stand| situation.is_near(*stand, OUT_NEAR_BLOCKS)).unwrap_or(situation.at);
    let fails = pursuit.work.fails;
    let (x, z) = outlook.heading(fails).step();
    let to = stand.offset(x * OUT_BLOCKS, 0, z * OUT_BLOCKS);
    let terrain = if fails == 0 { Terrain::Dig } else { Terrain::DigAndPlace };
    pursuit.stay.outs = pursuit.stay.outs.saturating_add(1);
    Next::act(Action::GoTo { to, within: 1, terrain }, Expect::Near { place: to, within: 1 }, Why::NightIsOver)
}

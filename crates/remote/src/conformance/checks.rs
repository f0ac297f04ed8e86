//! The checks, in the order in which they are tried. Each leaves the body standing still.

use super::Verdict;
use super::visit::{Answer, Visit, cell, confirmed, top_of};
use contract::body::command::{Face, SlotRole, Way};
use contract::body::report::{Entity, Reason, Sight};
use contract::body::{Angle, Verb};
use std::thread::sleep;
use std::time::{Duration, Instant};

type Run = fn(&mut Visit) -> Verdict;

pub const ALL: [(&str, Run); 20] = [
    ("greets within 20 s and names its abilities", greets),
    ("is present within two minutes", is_present),
    ("tells world, pose and the columns around it", tells_its_world),
    ("sends a tick each 50 ms", ticks),
    ("turns its head", looks),
    ("strikes a creature in reach", strikes),
    ("never strikes players and villagers", spares),
    ("lies down in a bed at night, and nowhere else", sleeps),
    ("speaks", speaks),
    ("walks, at the pace of a player", walks),
    ("stands still without steering after three ticks", stops),
    ("refuses what is out of reach", refuses_far_blocks),
    ("digs, and tells the change before it confirms", digs),
    ("stops digging when asked", stops_digging),
    ("places what it carries", places),
    ("crafts", crafts),
    ("moves things between bag and furnace", smelts),
    ("strikes nothing where nothing is", strikes_nothing),
    ("holds back when nothing is acknowledged", holds_back),
    ("stands still and takes a new mind when it is cut off", cut_off),
];

/// The names of all checks.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

fn failed(why: impl Into<String>) -> Verdict {
    Verdict::Failed(why.into())
}

/// A verdict that passes when this holds.
fn holds(holds: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if holds { Verdict::Passed } else { Verdict::Failed(otherwise()) }
}

const STILL: Verb = Verb::Steer { forward: 0, strafe: 0, jump: false, sneak: false, sprint: false };
const WALK: Verb = Verb::Steer { forward: 1, strafe: 0, jump: false, sneak: false, sprint: false };

fn greets(visit: &mut Visit) -> Verdict {
    let greeted = visit.until(25, |visit| !visit.abilities.is_empty());
    holds(greeted, || format!("{:?}", visit.link.state()))
}

fn is_present(visit: &mut Visit) -> Verdict {
    let present = visit.until(120, |visit| visit.is_present());
    holds(present, || format!("{:?}", visit.link.state()))
}

fn tells_its_world(visit: &mut Visit) -> Verdict {
    let ground = |visit: &mut Visit| {
        let feet = visit.at().block();
        visit.known.tick.is_some() && visit.known.state(feet.offset(0, -1, 0)).is_some()
    };
    if !visit.until(30, ground) {
        return failed(format!("{} sections are known, and the ground is not among them", visit.known.sections()));
    }
    let Some(world) = visit.known.world.clone() else { return failed("there was no `world`") };
    // The columns within one of the body's own, from the bottom to the top.
    let needed = usize::from(world.height / 16) * 9;
    let all = visit.until(30, |visit| visit.known.sections() >= needed);
    let inventory = visit.until(5, |visit| visit.known.inventory.is_some());
    holds(all && inventory, || format!("{} sections of {needed}, inventory: {inventory}", visit.known.sections()))
}

fn ticks(visit: &mut Visit) -> Verdict {
    // While columns arrive a body may fall behind, and it catches up afterwards.
    visit.pass(40);
    let (began, from) = (Instant::now(), visit.now());
    visit.pass(60);
    let (took, passed) = (began.elapsed().as_millis() as u64, visit.now() - from);
    // A busy machine may be late, but nobody may be early by more than a few ticks.
    holds(passed >= 60 && (2_500..6_000).contains(&took), || format!("{passed} ticks in {took} ms"))
}

fn looks(visit: &mut Visit) -> Verdict {
    for (yaw, pitch) in [(90_000, 30_000), (-45_000, -10_000), (0, 0)] {
        let answer = visit.act(Verb::Look { yaw: Angle(yaw), pitch: Angle(pitch) });
        if answer != Answer::Confirmed {
            return confirmed("look", &answer);
        }
        visit.pass(3);
        let Some(tick) = &visit.known.tick else { return failed("no tick") };
        let (off_yaw, off_pitch) = (tick.yaw.0.abs_diff(yaw), tick.pitch.0.abs_diff(pitch));
        if off_yaw > 1_000 || off_pitch > 1_000 {
            return failed(format!(
                "asked for yaw {yaw} and pitch {pitch}, it looks to {} and {}",
                tick.yaw.0, tick.pitch.0
            ));
        }
    }
    Verdict::Passed
}

/// Animals that belong to nobody as long as they have no name.
const PREY: [&str; 4] = ["cow", "pig", "sheep", "chicken"];
/// How far a blow reaches, in thousandths of a block.
const BLOW_REACH: u64 = 3_000;

fn strikes(visit: &mut Visit) -> Verdict {
    visit.pass(5);
    let at = visit.at();
    let is_prey = |one: &&Entity| {
        PREY.contains(&one.kind.as_str()) && one.name.is_none() && one.sight == Sight::Visible && {
            let there: vocab::FinePos = one.at.into();
            there.within(at, BLOW_REACH)
        }
    };
    let Some(prey) = visit.known.entities.iter().find(is_prey).cloned() else {
        return Verdict::Lacking(format!("no {} within three blocks", PREY.join(", ")));
    };
    confirmed("strike", &visit.act(Verb::Strike { kind: prey.kind, near: prey.at }))
}

fn spares(visit: &mut Visit) -> Verdict {
    for kind in ["player", "villager"] {
        match visit.act(Verb::Strike { kind: kind.into(), near: visit.at().into() }) {
            Answer::Refused(..) => {}
            other => return failed(format!("{kind}: {other:?}")),
        }
    }
    Verdict::Passed
}

fn sleeps(visit: &mut Visit) -> Verdict {
    let feet = visit.at().block();
    match visit.act(Verb::Sleep { bed: cell(feet.offset(0, -1, 0)) }) {
        Answer::Refused(..) => {}
        other => return failed(format!("it sleeps on the ground: {other:?}")),
    }
    let near = (-2..=2).flat_map(|x| (-1..=1).flat_map(move |y| (-2..=2).map(move |z| feet.offset(x, y, z))));
    let mut beds = near.into_iter().filter(|at| visit.known.state(*at).is_some_and(|state| state.contains("_bed[")));
    let Some(bed) = beds.next() else { return Verdict::Lacking("no bed within two blocks".into()) };
    let night = visit.known.tick.as_ref().is_some_and(|tick| (12_600..23_400).contains(&tick.time_of_day));
    match visit.act(Verb::Sleep { bed: cell(bed) }) {
        Answer::Refused(..) if !night => return Verdict::Passed,
        Answer::Confirmed if night => {}
        other => return failed(format!("{} night: {other:?}", if night { "at" } else { "not at" })),
    }
    let lies =
        |visit: &mut Visit| visit.known.tick.as_ref().and_then(|tick| tick.vitals).is_some_and(|vitals| vitals.asleep);
    let asleep = visit.until(5, lies);
    let woken = visit.act(Verb::Wake {});
    if woken != Answer::Confirmed {
        return confirmed("wake", &woken);
    }
    let awake = visit.until(5, |visit| !lies(visit));
    holds(asleep && awake, || format!("asleep: {asleep}, awake again: {awake}"))
}

fn speaks(visit: &mut Visit) -> Verdict {
    let said = visit.act(Verb::Say { text: "hello from the conformance suite".into() });
    if said != Answer::Confirmed {
        return confirmed("say", &said);
    }
    match visit.act(Verb::Say { text: "/kill".into() }) {
        Answer::Refused(..) => Verdict::Passed,
        other => failed(format!("a command to the server was said: {other:?}")),
    }
}

/// Walks for some rounds towards each side until one side is open. Returns how far, in thousandths of a block, and in how many
/// ticks: a round takes as long as its answer.
fn walk_somewhere(visit: &mut Visit, rounds: u64) -> (u64, u64) {
    for yaw in [0, 90_000, 180_000, -90_000] {
        visit.act(Verb::Look { yaw: Angle(yaw), pitch: Angle(0) });
        visit.pass(2);
        let (from, since) = (visit.at(), visit.now());
        for _ in 0..rounds {
            visit.act(WALK);
            visit.pass(1);
        }
        visit.act(STILL);
        let to = visit.at();
        let far = from.x.abs_diff(to.x).max(from.z.abs_diff(to.z));
        if far > 1_000 {
            return (far, visit.now() - since);
        }
    }
    (0, 0)
}

fn walks(visit: &mut Visit) -> Verdict {
    let (far, ticks) = walk_somewhere(visit, 20);
    // A player walks 4.317 blocks a second: 216 thousandths of a block a tick.
    holds((1_000..=220 * ticks + 500).contains(&far), || format!("{far} thousandths of a block in {ticks} ticks"))
}

fn stops(visit: &mut Visit) -> Verdict {
    visit.act(WALK);
    visit.pass(12);
    let from = visit.at();
    visit.pass(10);
    let to = visit.at();
    let far = from.x.abs_diff(to.x).max(from.z.abs_diff(to.z));
    holds(far < 50, || format!("it still moves {far} thousandths in ten ticks"))
}

fn refuses_far_blocks(visit: &mut Visit) -> Verdict {
    let far = visit.at().block().offset(12, -1, 0);
    match visit.act(Verb::DigStart { at: cell(far), face: Face::Up }) {
        Answer::Refused(..) => Verdict::Passed,
        other => failed(format!("{other:?}")),
    }
}

/// Begins to dig at the ground beside the body.
fn begin_to_dig(visit: &mut Visit) -> Result<(vocab::BlockPos, u64), Verdict> {
    let Some(at) = visit.ground_beside() else {
        return Err(Verdict::Lacking("no earth beside the body that can be dug by hand".into()));
    };
    visit.act(Verb::Hold { item: None });
    visit.look_at(top_of(at));
    let begun = visit.link.act(Verb::DigStart { at: cell(at), face: Face::Up });
    begun.map(|id| (at, id)).ok_or_else(|| failed("the connection is over"))
}

fn digs(visit: &mut Visit) -> Verdict {
    let (at, id) = match begin_to_dig(visit) {
        Ok(begun) => begun,
        Err(verdict) => return verdict,
    };
    let answer = visit.answer(id);
    if answer != Answer::Confirmed {
        return confirmed("dig_start", &answer);
    }
    holds(visit.known.is_air(at), || format!("it is confirmed, but {at} still is {:?}", visit.known.state(at)))
}

fn stops_digging(visit: &mut Visit) -> Verdict {
    let (at, id) = match begin_to_dig(visit) {
        Ok(begun) => begun,
        Err(verdict) => return verdict,
    };
    let stopped = visit.act(Verb::DigStop {});
    if stopped != Answer::Confirmed {
        return confirmed("dig_stop", &stopped);
    }
    match visit.answer(id) {
        Answer::Refused(..) => holds(!visit.known.is_air(at), || format!("{at} is gone")),
        other => failed(format!("the digging ended as {other:?}")),
    }
}

/// Blocks of one state that are placed against any face.
const PLACEABLE: [&str; 6] = ["dirt", "cobblestone", "oak_planks", "stone", "sand", "netherrack"];

fn places(visit: &mut Visit) -> Verdict {
    let Some(item) = PLACEABLE.into_iter().find(|item| visit.known.carried(item) > 0) else {
        return Verdict::Lacking(format!("carries none of {}", PLACEABLE.join(", ")));
    };
    let Some(at) = visit.ground_beside() else { return Verdict::Lacking("no free ground beside the body".into()) };
    let held = visit.act(Verb::Hold { item: Some(item.into()) });
    if held != Answer::Confirmed {
        return confirmed("hold", &held);
    }
    visit.look_at(top_of(at));
    let placed = Verb::Place { at: cell(at), face: Face::Up, cursor: [500, 1_000, 500], item: item.into() };
    let answer = visit.act(placed);
    if answer != Answer::Confirmed {
        return confirmed("place", &answer);
    }
    let above = at.offset(0, 1, 0);
    holds(visit.known.state(above) == Some(item), || format!("{above} is {:?}", visit.known.state(above)))
}

fn crafts(visit: &mut Visit) -> Verdict {
    if visit.known.carried("oak_log") == 0 {
        return Verdict::Lacking("carries no oak_log".into());
    }
    let before = visit.known.carried("oak_planks");
    let grid = vec![Some("oak_log".into()), None, None, None];
    let answer = visit.act(Verb::Craft { makes: "oak_planks".into(), grid, times: 1, table: None });
    if let Answer::Refused(Reason::TimedOut, _) = answer {
        return Verdict::Lacking("the world shows no result in the grid".into());
    }
    if answer != Answer::Confirmed {
        return confirmed("craft", &answer);
    }
    let made = visit.until(5, |visit| visit.known.carried("oak_planks") == before + 4);
    holds(made, || format!("it carries {} planks, {before} before", visit.known.carried("oak_planks")))
}

/// A furnace in reach: one that stands there, or one that the body carries and puts down.
fn furnace(visit: &mut Visit) -> Result<vocab::BlockPos, Verdict> {
    let feet = visit.at().block();
    let near = (-3..=3).flat_map(|x| (-1..=2).flat_map(move |y| (-3..=3).map(move |z| feet.offset(x, y, z))));
    let is_one = |at: &vocab::BlockPos| visit.known.state(*at).is_some_and(|state| state.starts_with("furnace"));
    if let Some(there) = near.into_iter().find(is_one) {
        return Ok(there);
    }
    if visit.known.carried("furnace") == 0 {
        return Err(Verdict::Lacking("no furnace within three blocks, and none in the bag".into()));
    }
    let Some(at) = visit.ground_beside() else {
        return Err(Verdict::Lacking("no free ground beside the body for its furnace".into()));
    };
    visit.act(Verb::Hold { item: Some("furnace".into()) });
    visit.look_at(top_of(at));
    let placed = Verb::Place { at: cell(at), face: Face::Up, cursor: [500, 1_000, 500], item: "furnace".into() };
    match visit.act(placed) {
        Answer::Confirmed => Ok(at.offset(0, 1, 0)),
        other => Err(confirmed("place", &other)),
    }
}

fn smelts(visit: &mut Visit) -> Verdict {
    let furnace = match furnace(visit) {
        Ok(furnace) => furnace,
        Err(verdict) => return verdict,
    };
    if visit.known.carried("coal") == 0 {
        return Verdict::Lacking("carries no coal".into());
    }
    let before = visit.known.carried("coal");
    let transfer = |way| Verb::Transfer { at: cell(furnace), item: "coal".into(), count: 1, slot: SlotRole::Fuel, way };
    for way in [Way::In, Way::Out] {
        let answer = visit.act(transfer(way));
        if answer != Answer::Confirmed {
            return confirmed("transfer", &answer);
        }
    }
    let back = visit.until(5, |visit| visit.known.carried("coal") == before);
    holds(back, || format!("it carries {} coal, {before} before", visit.known.carried("coal")))
}

fn strikes_nothing(visit: &mut Visit) -> Verdict {
    let near = visit.at();
    match visit.act(Verb::Strike { kind: "ender_dragon".into(), near: near.into() }) {
        Answer::Refused(..) => Verdict::Passed,
        other => failed(format!("{other:?}")),
    }
}

fn holds_back(visit: &mut Visit) -> Verdict {
    visit.link.acks = false;
    visit.pass(45);
    let before = visit.reports;
    sleep(Duration::from_secs(2));
    visit.look();
    let sent = visit.reports - before;
    visit.link.acks = true;
    // One tick a second may come; a body that goes on sends a hundred lines.
    let restrained = holds(sent <= 8, || format!("{sent} lines in 2 s without an ack"));
    let from = visit.now();
    let goes_on = visit.until(10, |visit| visit.now() > from + 20);
    if goes_on { restrained } else { failed("it does not go on after an ack") }
}

fn cut_off(visit: &mut Visit) -> Verdict {
    if !visit.can_reopen() {
        return Verdict::Lacking("a body that is a child process ends with its mind".into());
    }
    visit.link.act(WALK);
    visit.look();
    if let Err(why) = visit.reopen() {
        return failed(why);
    }
    if !visit.until(60, |visit| visit.is_present() && visit.known.tick.is_some()) {
        return failed(format!("it does not take a new mind: {:?}", visit.link.state()));
    }
    visit.pass(5);
    let from = visit.at();
    visit.pass(10);
    let to = visit.at();
    holds(from.x.abs_diff(to.x).max(from.z.abs_diff(to.z)) < 50, || "it still walks".into())
}

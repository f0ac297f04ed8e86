//! Every click of a micro plan, made from where the builder stands, places the state that is wanted: asked of the crate that
//! has the game's placement rules, and shares no code with the plans.

mod common;

use building::aim::click_point;
use building::micro::{Micro, Op, Progress, Visit};
use building::{Blueprint, Cells, Facing, Survey, Witness, state};
use clicks::{CURSOR_PARTS, Click, Look, Side, click};
use common::{Flat, home, shipped, site};
use gamedata::states;
use vocab::BlockPos;

const SIDES: [Side; 6] = [Side::Down, Side::Up, Side::North, Side::South, Side::West, Side::East];

/// Makes a click in the world as it is; `None` when it places what is wanted, else what is wrong.
fn differs(world: &Flat, visit: &Visit, op: &Op) -> Option<String> {
    let Op::Place { at, state: wanted, against, half } = *op else { return None };
    let neighbour = at.neighbours().iter().position(|beside| *beside == against)?;
    let (x, y, z) = click_point(at, neighbour, half);
    let stand = visit.stand;
    let eyes = (i64::from(stand.x) * 1_000 + 500, i64::from(stand.y) * 1_000 + 1_620, i64::from(stand.z) * 1_000 + 500);
    let (dx, dy, dz) = ((x - eyes.0) as f64, (y - eyes.1) as f64, (z - eyes.2) as f64);
    let yaw = (-dx).atan2(dz).to_degrees() * 1_000.0;
    let pitch = -dy.atan2(dx.hypot(dz)).to_degrees() * 1_000.0;
    let face = SIDES[neighbour].opposite();
    // The face of the neighbour lies on the border; along the other two axes the point is the click's.
    let on =
        |point: i64, block: i32| ((point - i64::from(block) * 1_000).clamp(0, 1_000) as u32) * (CURSOR_PARTS / 1_000);
    let cursor = [on(x, against.x), on(y, against.y), on(z, against.z)];
    let (item, _) = state::items_for(wanted)?;
    let made = Click { item, face, cursor, look: Look::new(yaw as i32, pitch as i32), sneaking: true };
    let cells = |at: BlockPos| world.state(at).expect("everything is loaded");
    match click(&cells, against, &made) {
        Err(why) => Some(format!("{} at {at}: refused, {why}", states::shown(wanted))),
        Ok(placed) => {
            let found = placed.placed.iter().find(|(cell, _)| *cell == at).map(|(_, state)| *state);
            let same = found.is_some_and(|found| state::matches(wanted, found));
            let shown = found.map_or_else(|| "nothing".into(), |found| states::shown(found).to_string());
            (!same).then(|| format!("{} at {at} from {stand}: {shown}", states::shown(wanted)))
        }
    }
}

/// Builds a blueprint by its micro plans, and collects the clicks that would place something else.
fn wrong_clicks(blueprint: &Blueprint, facing: Facing) -> Vec<String> {
    let witness = Witness::new(blueprint, site(blueprint, facing));
    let mut world = Flat::default();
    let mut wrong = Vec::new();
    for module in 0..blueprint.modules.len() {
        let survey = Survey::whole(module, &witness, &world);
        let (visits, end) = Micro::whole(&witness, &survey.differences, (&world, home()));
        assert!(matches!(end, Progress::Complete { .. }), "{end:?}");
        for visit in &visits {
            for op in &visit.ops {
                wrong.extend(differs(&world, visit, op));
                world.perform(op);
            }
        }
    }
    wrong
}

#[test]
fn every_click_of_the_shipped_blueprints_places_what_is_wanted() {
    let mut wrong = Vec::new();
    for (name, _) in blueprint::SHIPPED {
        for facing in Facing::ALL {
            wrong.extend(
                wrong_clicks(&shipped(name), facing).into_iter().map(|what| format!("{name} {facing:?}: {what}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{} clicks:\n{}", wrong.len(), wrong.join("\n"));
}

//! What each kind of block needs around it to stay: something to stand on, hang from or hold on to.

use gamedata::blocks::Group;
use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

use crate::growth;
use crate::joins::{SCAFFOLDING_FAR, scaffolding_distance};
use crate::matter::{self, Hold, holds, is_in, is_solid};
use crate::redstone::{attached_to, carries_wire};
use crate::scene::{Cells, Scene, is_block, number, side};
use crate::side::Side;

/// Whether a state that is in a cell finds what it needs around it.
pub fn stays(cells: &dyn Cells, at: BlockPos, state: StateId) -> bool {
    survives(&Scene::new(cells), at, state)
}

/// Whether a state finds what it needs around the cell. Light is taken as enough for plants.
pub fn survives(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    let below = scene.beside(at, Side::Down);
    let above = scene.beside(at, Side::Up);
    let on = |group: Group| is_in(below, group);
    let kind = states::kind_of(state);
    match kind {
        Kind::Door => states::value(state, "half") == Some("upper") || holds(below, Side::Up, Hold::Full),
        Kind::Lantern if states::is(state, "hanging") => centre(above, Side::Down),
        Kind::Lantern | Kind::Torch | Kind::Candle => centre(below, Side::Up),
        Kind::PressurePlate => holds(below, Side::Up, Hold::Rim) || centre(below, Side::Up),
        Kind::Rail | Kind::StraightRail | Kind::Diode | Kind::Comparator => holds(below, Side::Up, Hold::Rim),
        Kind::RedstoneWire => carries_wire(below),
        Kind::CoralPlant => holds(below, Side::Up, Hold::Full),
        Kind::WallTorch | Kind::Ladder | Kind::TripwireHook | Kind::CoralWallFan | Kind::Crystal => {
            behind(scene, at, state).is_some_and(|(held, face)| holds(held, face, Hold::Full))
        }
        Kind::WallSign | Kind::WallBanner => behind(scene, at, state).is_some_and(|(held, _)| is_solid(held)),
        Kind::Button | Kind::Lever => attached_to(state).is_some_and(|to| attached(scene, at, to)),
        Kind::Sign | Kind::Banner | Kind::Cake | Kind::CandleCake => is_solid(below),
        Kind::HangingSign => holds(above, Side::Down, Hold::Centre),
        Kind::Bell => bell(scene, at, state),
        Kind::Carpet | Kind::MossyCarpet => !matter::is_air(below),
        Kind::Snow => snow(below),
        Kind::SeaPickle => matter::touches_face(below, Side::Up) || holds(below, Side::Up, Hold::Full),
        Kind::Scaffolding => scaffolding_distance(scene, at) < SCAFFOLDING_FAR,
        Kind::Vine => Side::ALL.iter().any(|side| states::is(state, side.name())),
        Kind::Farmland | Kind::DirtPath => uncovered(above),
        Kind::WeepingVines | Kind::CaveVines => states::kind_of(above) == kind || holds(above, Side::Down, Hold::Full),
        Kind::TwistingVines => states::kind_of(below) == kind || holds(below, Side::Up, Hold::Full),
        Kind::Kelp => states::kind_of(below) == kind || (holds(below, Side::Up, Hold::Full) && !on(Group::Magma)),
        Kind::Seagrass => holds(below, Side::Up, Hold::Full) && !on(Group::Magma),
        Kind::SporeBlossom => centre(above, Side::Down) && !matter::is_water(scene.state(at)),
        Kind::HangingRoots => holds(above, Side::Down, Hold::Full),
        Kind::HangingMoss => states::kind_of(above) == kind || growth::clings(scene, at, Side::Up),
        Kind::Cocoa => side(state, "facing").is_some_and(|to| is_in(scene.beside(at, to), Group::JungleLogs)),
        Kind::Dripstone => side(state, "vertical_direction").is_some_and(|tip| dripstone(scene, at, tip)),
        _ => plant(scene, at, state),
    }
}

/// The soil of plants, and the water or walls that some of them ask for.
fn plant(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    let below = scene.beside(at, Side::Down);
    let on = |group: Group| is_in(below, group);
    match states::kind_of(state) {
        Kind::Sapling | Kind::Flower | Kind::PinkPetals => on(Group::PlantSoil),
        Kind::TallPlant => states::value(state, "half") == Some("upper") || on(Group::PlantSoil),
        Kind::Propagule if states::is(state, "hanging") => is_in(scene.beside(at, Side::Up), Group::MangroveLeaves),
        Kind::Propagule | Kind::Azalea => on(Group::ClaySoil),
        Kind::WitherRose => on(Group::WitherRoseSoil),
        Kind::DeadBush => on(Group::DeadBushSoil),
        Kind::Mushroom => on(Group::MushroomSoil) || states::light_filter(below) == 15,
        Kind::Fungus => on(Group::FungusSoil),
        Kind::Crop | Kind::Stem | Kind::PitcherCrop => on(Group::Farmland),
        Kind::NetherWart => on(Group::NetherWartSoil),
        Kind::Bamboo => on(Group::BambooSoil),
        Kind::BigDripleaf => on(Group::BigDripleafSoil),
        Kind::SmallDripleaf => {
            let in_water = matter::is_water_source(scene.state(at)) && on(Group::PlantSoil);
            states::value(state, "half") == Some("upper") || on(Group::SmallDripleafSoil) || in_water
        }
        Kind::SugarCane => {
            is_block(below, states::block(state)) || (on(Group::SugarCaneSoil) && beside_water(scene, at))
        }
        Kind::Cactus => cactus(scene, at, state),
        Kind::LilyPad => lily_pad(scene, at, state),
        Kind::ChorusFlower => chorus_flower(scene, at),
        Kind::ChorusPlant => chorus_plant(scene, at),
        _ => true,
    }
}

/// Whether a face has a middle to stand on or hang from. Gates swing away from what hangs below them.
fn centre(state: StateId, face: Side) -> bool {
    !(face == Side::Down && states::kind_of(state) == Kind::FenceGate) && holds(state, face, Hold::Centre)
}

/// What is behind a block that looks away from it, and the face that it holds on to.
fn behind(scene: &Scene<'_>, at: BlockPos, state: StateId) -> Option<(StateId, Side)> {
    let facing = side(state, "facing")?;
    Some((scene.beside(at, facing.opposite()), facing))
}

fn attached(scene: &Scene<'_>, at: BlockPos, to: Side) -> bool {
    holds(scene.beside(at, to), to.opposite(), Hold::Full)
}

fn bell(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    match states::value(state, "attachment") {
        Some("ceiling") => centre(scene.beside(at, Side::Up), Side::Down),
        Some("floor") => attached(scene, at, Side::Down),
        _ => side(state, "facing").is_some_and(|to| attached(scene, at, to)),
    }
}

fn snow(below: StateId) -> bool {
    let full = states::kind_of(below) == Kind::Snow && number(below, "layers") == Some(8);
    !is_in(below, Group::SnowNever)
        && (is_in(below, Group::SnowAlways) || full || matter::collides_on_whole_face(below, Side::Up))
}

/// Farmland and paths need room above; gates leave it.
fn uncovered(above: StateId) -> bool {
    !is_solid(above) || states::kind_of(above) == Kind::FenceGate
}

fn beside_water(scene: &Scene<'_>, at: BlockPos) -> bool {
    let ground = Side::Down.of(at);
    Side::AROUND.iter().any(|side| {
        let beside = scene.beside(ground, *side);
        matter::is_water(beside) || is_in(beside, Group::FrostedIce)
    })
}

fn cactus(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    let below = scene.beside(at, Side::Down);
    let above = scene.beside(at, Side::Up);
    let clear = Side::AROUND.iter().all(|side| {
        let beside = scene.beside(at, *side);
        !is_solid(beside) && !matter::is_lava(beside)
    });
    let stands = is_block(below, states::block(state)) || is_in(below, Group::Sand);
    clear && stands && states::kind_of(above) != Kind::Liquid
}

/// Lily pads lie on still water or ice, frogspawn on water; both in the air.
fn lily_pad(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    let below = scene.beside(at, Side::Down);
    let on_ice = !is_in(state, Group::Frogspawn) && is_in(below, Group::LilyPadIce);
    let dry = !matter::is_water(scene.state(at)) && !matter::is_lava(scene.state(at));
    (matter::is_water_source(below) || on_ice) && dry
}

fn chorus_flower(scene: &Scene<'_>, at: BlockPos) -> bool {
    let below = scene.beside(at, Side::Down);
    if states::kind_of(below) == Kind::ChorusPlant || is_in(below, Group::ChorusSoil) {
        return true;
    }
    let beside = Side::AROUND.map(|side| scene.beside(at, side));
    let plants = beside.iter().filter(|state| states::kind_of(**state) == Kind::ChorusPlant).count();
    let airs = beside.iter().filter(|state| matter::is_air(**state)).count();
    matter::is_air(below) && plants == 1 && airs == 3
}

fn chorus_plant(scene: &Scene<'_>, at: BlockPos) -> bool {
    let plant = |state: StateId| states::kind_of(state) == Kind::ChorusPlant;
    let (below, above) = (scene.beside(at, Side::Down), scene.beside(at, Side::Up));
    let squeezed = !matter::is_air(below) && !matter::is_air(above);
    for side in Side::AROUND {
        if plant(scene.beside(at, side)) {
            if squeezed {
                return false;
            }
            let under = scene.beside(Side::Down.of(at), side);
            if plant(under) || is_in(under, Group::ChorusSoil) {
                return true;
            }
        }
    }
    plant(below) || is_in(below, Group::ChorusSoil)
}

/// Whether dripstone whose tip is on that side has something to hang from or stand on.
pub fn dripstone(scene: &Scene<'_>, at: BlockPos, tip: Side) -> bool {
    let base = scene.beside(at, tip.opposite());
    let same = states::kind_of(base) == Kind::Dripstone && side(base, "vertical_direction") == Some(tip);
    same || holds(base, tip, Hold::Full)
}

/// Whether a hanging sign on a wall has a post for its beam on either side.
pub fn wall_hanging_sign(scene: &Scene<'_>, at: BlockPos, state: StateId) -> bool {
    let Some(facing) = side(state, "facing") else { return false };
    [facing.clockwise(), facing.counterclockwise()].into_iter().any(|to| {
        let beside = scene.beside(at, to);
        match states::kind_of(beside) {
            Kind::WallHangingSign => side(beside, "facing").map(Side::axis) == Some(facing.axis()),
            _ => holds(beside, to.opposite(), Hold::Full),
        }
    })
}

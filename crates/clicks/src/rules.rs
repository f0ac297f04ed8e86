//! The state that each kind of block is placed in: one rule a kind.

use gamedata::states::{self, Kind};
use vocab::StateId;

use crate::growth;
use crate::hung;
use crate::joins;
use crate::redstone;
use crate::scene::{is_block, set, set_bool, set_number};
use crate::side::Side;
use crate::spot::Spot;
use crate::stacked;
use crate::twofold;
use crate::wet;

/// The state that the block is placed in; `None` where the game places nothing.
pub fn state(spot: &Spot<'_, '_>) -> Option<StateId> {
    let kind = states::kind(spot.block);
    let placed = looking(kind, spot)
        .or_else(|| facing_any_side(kind, spot))
        .or_else(|| joined(kind, spot))
        .or_else(|| powered(kind, spot));
    if placed.is_some() {
        return placed;
    }
    match kind {
        Kind::Torch
        | Kind::Sign
        | Kind::Banner
        | Kind::Skull
        | Kind::HangingSign
        | Kind::CoralPlant
        | Kind::WallTorch
        | Kind::WallSign
        | Kind::WallBanner
        | Kind::WallSkull
        | Kind::WallHangingSign
        | Kind::CoralWallFan
        | Kind::Ladder
        | Kind::TripwireHook
        | Kind::Button
        | Kind::Lever
        | Kind::Grindstone
        | Kind::Lantern
        | Kind::Bell
        | Kind::Cocoa
        | Kind::Dripstone => hung::state(spot),
        Kind::Slab
        | Kind::Snow
        | Kind::Candle
        | Kind::SeaPickle
        | Kind::TurtleEgg
        | Kind::PinkPetals
        | Kind::Bamboo => stacked::state(spot),
        Kind::Door | Kind::Bed | Kind::TallPlant | Kind::SmallDripleaf | Kind::Chest => twofold::state(spot),
        Kind::Kelp
        | Kind::WeepingVines
        | Kind::TwistingVines
        | Kind::CaveVines
        | Kind::Seagrass
        | Kind::ConcretePowder
        | Kind::Sponge
        | Kind::Farmland
        | Kind::DirtPath
        | Kind::BigDripleaf => wet::state(spot),
        Kind::Vine => growth::vine(spot),
        Kind::FaceGrowth => growth::lichen(spot),
        Kind::MossyCarpet => Some(growth::mossy_carpet(spot)),
        Kind::Propagule => Some(set_number(spot.plain(), "age", 4)),
        _ => Some(spot.plain()),
    }
}

/// What looks along the ground: at the player, away from them, or to their right.
fn looking(kind: Kind, spot: &Spot<'_, '_>) -> Option<StateId> {
    let ahead = spot.ahead();
    let facing = match kind {
        Kind::Furnace
        | Kind::EnderChest
        | Kind::Loom
        | Kind::Stonecutter
        | Kind::Lectern
        | Kind::CarvedPumpkin
        | Kind::Beehive
        | Kind::EndPortalFrame
        | Kind::Diode
        | Kind::Comparator
        | Kind::GlazedTerracotta
        | Kind::ChiseledBookshelf
        | Kind::Vault => ahead.opposite(),
        Kind::Campfire | Kind::DecoratedPot | Kind::CalibratedSculkSensor | Kind::FenceGate => ahead,
        Kind::Anvil => ahead.clockwise(),
        _ => return None,
    };
    let state = spot.facing(facing);
    Some(match kind {
        Kind::Diode => joins::repeater(spot.scene, spot.at, state),
        Kind::FenceGate => {
            let powered = redstone::is_powered(spot.scene, spot.at);
            let state = set_bool(set_bool(state, "open", powered), "powered", powered);
            joins::fence_gate(spot.scene, spot.at, state)
        }
        Kind::Campfire => {
            let lit = set_bool(state, "lit", !states::is(state, "waterlogged"));
            wet::smoking(lit, spot.beside(Side::Down))
        }
        _ => state,
    })
}

/// What may look up and down too: by the look, or by the clicked face.
fn facing_any_side(kind: Kind, spot: &Spot<'_, '_>) -> Option<StateId> {
    let looked_at = spot.click.look.nearest()[0];
    let ahead = spot.ahead();
    Some(match kind {
        Kind::Dispenser | Kind::Barrel | Kind::Piston | Kind::CommandBlock => spot.facing(looked_at.opposite()),
        Kind::Observer => spot.facing(looked_at),
        Kind::ShulkerBox | Kind::Crystal | Kind::LightningRod => spot.facing(spot.face),
        Kind::EndRod => {
            // A rod on the tip of a rod looks back at it.
            let behind = spot.beside(spot.face.opposite());
            let tip = is_block(behind, spot.block) && states::value(behind, "facing") == Some(spot.face.name());
            spot.facing(if tip { spot.face.opposite() } else { spot.face })
        }
        Kind::Hopper => {
            let spout = if spot.face.is_level() { spot.face.opposite() } else { Side::Down };
            set_bool(spot.facing(spout), "enabled", !redstone::is_powered(spot.scene, spot.at))
        }
        Kind::Crafter => {
            let front = looked_at.opposite();
            let top = match front {
                Side::Down => ahead.opposite(),
                Side::Up => ahead,
                _ => Side::Up,
            };
            let state = oriented(spot.plain(), front, top);
            set_bool(state, "triggered", redstone::is_powered(spot.scene, spot.at))
        }
        Kind::Jigsaw => {
            let top = if spot.face.is_level() { Side::Up } else { ahead.opposite() };
            oriented(spot.plain(), spot.face, top)
        }
        Kind::Pillar => joins::along(spot.plain(), spot.axis()),
        Kind::CreakingHeart => joins::creaking_heart(spot.scene, spot.at, joins::along(spot.plain(), spot.axis())),
        Kind::Stairs => {
            let half = if spot.is_upper() { "top" } else { "bottom" };
            let state = set(spot.facing(ahead), "half", half);
            joins::stairs(spot.scene, spot.at, state)
        }
        Kind::Trapdoor => trapdoor(spot),
        _ => return None,
    })
}

/// The front and the top of a crafter or jigsaw block, as one property.
fn oriented(state: StateId, front: Side, top: Side) -> StateId {
    states::properties(states::block(state))
        .filter(|property| property.name == "orientation")
        .flat_map(|property| property.values)
        .find(|value| value.split_once('_') == Some((front.name(), top.name())))
        .map_or(state, |value| set(state, "orientation", value))
}

/// On a wall, a trapdoor's hinge is on that wall; on floors and ceilings it is where the player looks.
fn trapdoor(spot: &Spot<'_, '_>) -> StateId {
    let on_wall = !spot.replaces_clicked && spot.face.is_level();
    let (facing, upper) =
        if on_wall { (spot.face, spot.is_high()) } else { (spot.ahead().opposite(), spot.face != Side::Up) };
    let state = set(spot.facing(facing), "half", if upper { "top" } else { "bottom" });
    let powered = redstone::is_powered(spot.scene, spot.at);
    set_bool(set_bool(state, "open", powered), "powered", powered)
}

/// What joins the blocks around it, or measures how far they are.
fn joined(kind: Kind, spot: &Spot<'_, '_>) -> Option<StateId> {
    let (scene, at) = (spot.scene, spot.at);
    Some(match kind {
        Kind::Fence | Kind::Pane | Kind::Wall => joins::fence_like(scene, at, spot.plain()),
        Kind::MushroomBlock => joins::mushroom(scene, at, spot.plain()),
        Kind::ChorusPlant => joins::chorus(scene, at, spot.plain()),
        Kind::Tripwire => joins::tripwire(scene, at, spot.plain()),
        Kind::Leaves => joins::leaves(scene, at, set_bool(spot.plain(), "persistent", true)),
        Kind::Scaffolding => joins::scaffolding(scene, at, spot.plain()),
        Kind::NoteBlock => {
            let state = joins::note_block(scene, at, spot.plain());
            set_bool(state, "powered", redstone::is_powered(scene, at))
        }
        Kind::Snowy => wet::snowy(spot.plain(), spot.beside(Side::Up)),
        Kind::RedstoneWire => {
            let cross = Side::AROUND.iter().fold(spot.plain(), |state, side| set(state, side.name(), "side"));
            redstone::wire(scene, at, cross)
        }
        _ => return None,
    })
}

/// What shows whether it is powered, in ways that nothing else of it depends on.
fn powered(kind: Kind, spot: &Spot<'_, '_>) -> Option<StateId> {
    let powered = || redstone::is_powered(spot.scene, spot.at);
    Some(match kind {
        Kind::RedstoneLamp => set_bool(spot.plain(), "lit", powered()),
        Kind::CopperBulb => set_bool(set_bool(spot.plain(), "lit", powered()), "powered", powered()),
        _ => return None,
    })
}

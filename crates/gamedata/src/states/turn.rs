//! States of buildings that are turned or mirrored.

use vocab::StateId;

use super::{Kind, kind_of, values, with};

/// The plane that a building is mirrored in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// East and west change places.
    X,
    /// North and south change places.
    Z,
}

/// The four sides, clockwise as seen from above.
const SIDES: [&str; 4] = ["north", "east", "south", "west"];
/// Standing signs, banners and heads look one of this many ways; 0 is south, and they count clockwise.
const ROTATIONS: u32 = 16;

/// The state after so many quarter turns clockwise, as seen from above.
pub fn turned(state: StateId, quarters: u8) -> StateId {
    let quarters = usize::from(quarters % 4);
    let side = |side: &str| SIDES.iter().position(|known| *known == side).map(|at| SIDES[(at + quarters) % 4]);
    let rotation = |held: u32| (held + ROTATIONS / 4 * quarters as u32) % ROTATIONS;
    moved(state, &side, &rotation, quarters % 2 == 1)
}

/// The state in a mirror.
pub fn mirrored(state: StateId, mirror: Mirror) -> StateId {
    let side = |side: &str| match (mirror, side) {
        (Mirror::X, "east") => Some("west"),
        (Mirror::X, "west") => Some("east"),
        (Mirror::Z, "north") => Some("south"),
        (Mirror::Z, "south") => Some("north"),
        (_, side) => SIDES.into_iter().find(|known| *known == side),
    };
    let rotation = |held: u32| match mirror {
        Mirror::X => (ROTATIONS - held) % ROTATIONS,
        Mirror::Z => (ROTATIONS + ROTATIONS / 2 - held) % ROTATIONS,
    };
    let moved = moved(state, &side, &rotation, false);
    // What is left in front of a mirror is right behind it.
    values(moved).fold(moved, |state, (property, held)| {
        let swapped = match (property.name, held) {
            ("hinge" | "type", "left") => "right",
            ("hinge" | "type", "right") => "left",
            ("shape", "inner_left") => "inner_right",
            ("shape", "inner_right") => "inner_left",
            ("shape", "outer_left") => "outer_right",
            ("shape", "outer_right") => "outer_left",
            _ => return state,
        };
        with(state, property.name, swapped).unwrap_or(state)
    })
}

/// The state with each of its directions replaced.
fn moved(
    state: StateId,
    side: &dyn Fn(&str) -> Option<&'static str>,
    rotation: &dyn Fn(u32) -> u32,
    axes_swap: bool,
) -> StateId {
    let set = |state: StateId, name: &str, value: &str| with(state, name, value).unwrap_or(state);
    values(state).fold(state, |moved, (property, held)| match property.name {
        "facing" => side(held).map_or(moved, |facing| set(moved, "facing", facing)),
        "axis" if axes_swap && held == "x" => set(moved, "axis", "z"),
        "axis" if axes_swap && held == "z" => set(moved, "axis", "x"),
        // What this side had, the side that it comes to has now.
        "north" | "east" | "south" | "west" => side(property.name).map_or(moved, |to| set(moved, to, held)),
        "rotation" => {
            let at = property.values.iter().position(|value| *value == held).unwrap_or(0) as u32;
            set(moved, "rotation", property.values[rotation(at) as usize])
        }
        "orientation" | "shape" if kind_of(state) != Kind::Stairs => {
            sides_in(property.values, held, side).map_or(moved, |value| set(moved, property.name, value))
        }
        _ => moved,
    })
}

/// The value of two words in which each side is replaced: `south_east` may become `north_west`, and `ascending_east`
/// `ascending_south`. The words may change places, as in `east_west`.
fn sides_in(values: &[&'static str], held: &str, side: &dyn Fn(&str) -> Option<&'static str>) -> Option<&'static str> {
    let (left, right) = held.split_once('_')?;
    let (left, right) = (side(left).unwrap_or(left), side(right).unwrap_or(right));
    let is = |value: &&&str, left: &str, right: &str| value.split_once('_') == Some((left, right));
    let found = values.iter().find(|value| is(value, left, right));
    found.or_else(|| values.iter().find(|value| is(value, right, left))).copied()
}

#[cfg(test)]
mod tests {
    use super::super::{parse, shown};
    use super::*;
    use alloc::string::ToString;

    fn check(from: &str, to: &str, change: impl Fn(StateId) -> StateId) {
        assert_eq!(shown(change(parse(from).unwrap())).to_string(), shown(parse(to).unwrap()).to_string(), "{from}");
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        for (from, to) in [
            ("oak_stairs[facing=north]", "oak_stairs[facing=east]"),
            ("hopper[facing=down]", "hopper[facing=down]"),
            ("oak_log[axis=x]", "oak_log[axis=z]"),
            ("oak_log[axis=y]", "oak_log[axis=y]"),
            ("oak_fence[north=true,west=true]", "oak_fence[east=true,north=true]"),
            ("cobblestone_wall[north=tall,east=low]", "cobblestone_wall[east=tall,south=low]"),
            ("oak_sign[rotation=14]", "oak_sign[rotation=2]"),
            ("rail[shape=north_south]", "rail[shape=east_west]"),
            ("rail[shape=south_east]", "rail[shape=south_west]"),
            ("powered_rail[shape=ascending_west]", "powered_rail[shape=ascending_north]"),
            ("crafter[orientation=down_east]", "crafter[orientation=down_south]"),
            ("crafter[orientation=west_up]", "crafter[orientation=north_up]"),
            ("oak_stairs[facing=west,shape=inner_left]", "oak_stairs[facing=north,shape=inner_left]"),
        ] {
            check(from, to, |state| turned(state, 1));
        }
    }

    #[test]
    fn a_mirror_swaps_sides_and_hands() {
        for (from, to) in [
            ("oak_stairs[facing=east,shape=inner_left]", "oak_stairs[facing=west,shape=inner_right]"),
            ("oak_stairs[facing=north,shape=outer_right]", "oak_stairs[facing=north,shape=outer_left]"),
            ("oak_door[facing=north,hinge=left]", "oak_door[facing=north,hinge=right]"),
            ("chest[facing=north,type=left]", "chest[facing=north,type=right]"),
            ("oak_slab[type=top]", "oak_slab[type=top]"),
            ("oak_fence[north=true,west=true]", "oak_fence[east=true,north=true]"),
            ("oak_sign[rotation=1]", "oak_sign[rotation=15]"),
            ("rail[shape=south_east]", "rail[shape=south_west]"),
        ] {
            check(from, to, |state| mirrored(state, Mirror::X));
        }
        check("oak_sign[rotation=1]", "oak_sign[rotation=7]", |state| mirrored(state, Mirror::Z));
        check("oak_sign[rotation=0]", "oak_sign[rotation=8]", |state| mirrored(state, Mirror::Z));
        check("furnace[facing=south]", "furnace", |state| mirrored(state, Mirror::Z));
    }
}

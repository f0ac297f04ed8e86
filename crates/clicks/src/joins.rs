//! What blocks join around them: fences, panes, walls, stairs, chests and the like.

use gamedata::blocks::Group;
use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId, ToolClass};

use crate::matter::{self, Hold, holds, is_in};
use crate::redstone;
use crate::scene::{Scene, is_block, number, set, set_bool, set_number, side};
use crate::side::{Axis, Side};

/// A fence, pane or wall with what it joins around it.
pub fn fence_like(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let kind = states::kind_of(state);
    let joined = Side::AROUND.map(|side| joins(state, scene.beside(at, side), side));
    if kind == Kind::Wall {
        return wall(scene.beside(at, Side::Up), state, joined);
    }
    let pairs = Side::AROUND.into_iter().zip(joined);
    pairs.fold(state, |state, (side, joined)| set_bool(state, side.name(), joined))
}

/// A fence, pane or wall after the cell on one side has changed. What it joins on the others stays.
pub fn fence_like_side(scene: &Scene<'_>, at: BlockPos, state: StateId, changed: Side) -> StateId {
    let joined = |side: Side| {
        if side == changed {
            joins(state, scene.beside(at, side), side)
        } else {
            !matches!(states::value(state, side.name()), Some("none" | "false"))
        }
    };
    if states::kind_of(state) == Kind::Wall && changed != Side::Down {
        return wall(scene.beside(at, Side::Up), state, Side::AROUND.map(joined));
    }
    if changed.is_level() { set_bool(state, changed.name(), joined(changed)) } else { state }
}

/// Whether a fence, pane or wall joins the state beside it.
fn joins(state: StateId, beside: StateId, to: Side) -> bool {
    let other = states::kind_of(beside);
    let face = holds(beside, to.opposite(), Hold::Full) && !is_in(beside, Group::NeverJoined);
    // A gate is joined at its posts.
    let gate = other == Kind::FenceGate && side(beside, "facing").is_some_and(|facing| facing.axis() != to.axis());
    match states::kind_of(state) {
        Kind::Fence => {
            let alike = is_in(state, Group::WoodenFences) == is_in(beside, Group::WoodenFences);
            face || gate || (other == Kind::Fence && alike)
        }
        Kind::Wall => face || gate || matches!(other, Kind::Wall | Kind::Pane),
        _ => face || matches!(other, Kind::Wall | Kind::Pane),
    }
}

/// The strips of a cell's floor that a wall's post and arms stand under, in parts of a block.
const POST: [(u8, u8); 2] = [(14, 14), (18, 18)];
const ARMS: [[(u8, u8); 2]; 4] = [[(14, 0), (18, 18)], [(14, 14), (32, 18)], [(14, 14), (18, 32)], [(0, 14), (18, 18)]];

/// A wall with its arms and its post. An arm is tall where what is above covers it.
fn wall(above: StateId, state: StateId, joined: [bool; 4]) -> StateId {
    let mut wall = state;
    let mut arms = ["none"; 4];
    for (index, side) in Side::AROUND.into_iter().enumerate() {
        if joined[index] {
            let [from, to] = ARMS[index];
            arms[index] = if matter::covers_below(above, from, to) { "tall" } else { "low" };
        }
        wall = set(wall, side.name(), arms[index]);
    }
    set_bool(wall, "up", has_post(above, arms))
}

/// A wall has a post unless it goes straight on; then what is above may still ask for one.
fn has_post(above: StateId, [north, east, south, west]: [&str; 4]) -> bool {
    if states::kind_of(above) == Kind::Wall && states::is(above, "up") {
        return true;
    }
    let none = |arm: &str| arm == "none";
    let lone = none(north) && none(east) && none(south) && none(west);
    if lone || none(north) != none(south) || none(east) != none(west) {
        return true;
    }
    let tall = |one: &str, other: &str| one == "tall" && other == "tall";
    if tall(north, south) || tall(east, west) {
        return false;
    }
    is_in(above, Group::WallPostAbove) || matter::covers_below(above, POST[0], POST[1])
}

/// A stair with the shape that the stairs before and behind it give it.
pub fn stairs(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let Some(facing) = side(state, "facing") else { return state };
    let half = states::value(state, "half");
    let turned = |to: Side| {
        let other = scene.beside(at, to);
        let fits = states::kind_of(other) == Kind::Stairs && states::value(other, "half") == half;
        side(other, "facing").filter(|other| fits && other.axis() != facing.axis())
    };
    // A stair of the same kind at the side keeps this one straight.
    let free = |to: Side| {
        let other = scene.beside(at, to);
        states::kind_of(other) != Kind::Stairs
            || side(other, "facing") != Some(facing)
            || states::value(other, "half") != half
    };
    let left = facing.counterclockwise();
    let shape = match (turned(facing), turned(facing.opposite())) {
        (Some(front), _) if free(front.opposite()) => {
            if front == left {
                "outer_left"
            } else {
                "outer_right"
            }
        }
        (_, Some(back)) if free(back) => {
            if back == left {
                "inner_left"
            } else {
                "inner_right"
            }
        }
        _ => "straight",
    };
    set(state, "shape", shape)
}

/// A gate is lower where walls are at its posts.
pub fn fence_gate(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let Some(facing) = side(state, "facing") else { return state };
    let posts = [facing.clockwise(), facing.counterclockwise()];
    set_bool(state, "in_wall", posts.into_iter().any(|side| scene.kind_beside(at, side) == Kind::Wall))
}

/// The side on which the other half of a double chest is.
fn other_half(state: StateId) -> Option<Side> {
    let facing = side(state, "facing")?;
    match states::value(state, "type")? {
        "left" => Some(facing.clockwise()),
        "right" => Some(facing.counterclockwise()),
        _ => None,
    }
}

/// A single chest joins one that was placed against it as its other half.
pub fn chest(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    if states::value(state, "type") != Some("single") {
        return state;
    }
    let joining = Side::AROUND.into_iter().map(|side| (side, scene.beside(at, side))).find(|(to, other)| {
        is_block(*other, states::block(state))
            && side(*other, "facing") == side(state, "facing")
            && other_half(*other) == Some(to.opposite())
    });
    match joining.and_then(|(_, other)| states::value(other, "type")) {
        Some("left") => set(state, "type", "right"),
        Some("right") => set(state, "type", "left"),
        _ => state,
    }
}

/// Mushroom blocks show flesh where they join their like.
pub fn mushroom(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    Side::ALL.into_iter().fold(state, |state, side| {
        if is_block(scene.beside(at, side), states::block(state)) { set(state, side.name(), "false") } else { state }
    })
}

/// A chorus plant joins its like, its flowers, and the end stone below.
pub fn chorus(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    Side::ALL.into_iter().fold(state, |state, side| {
        let beside = scene.beside(at, side);
        let plant = matches!(states::kind_of(beside), Kind::ChorusPlant | Kind::ChorusFlower);
        let ground = side == Side::Down && is_in(beside, Group::ChorusSoil);
        set_bool(state, side.name(), plant || ground)
    })
}

/// String joins string, and hooks that look at it.
pub fn tripwire(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    Side::AROUND.into_iter().fold(state, |state, to| {
        let beside = scene.beside(at, to);
        let joined = match states::kind_of(beside) {
            Kind::Tripwire => true,
            Kind::TripwireHook => side(beside, "facing") == Some(to.opposite()),
            _ => false,
        };
        set_bool(state, to.name(), joined)
    })
}

/// Leaves farther than this from a log decay.
const LEAVES_FAR: u32 = 7;

/// How far leaves are from the next log.
pub fn leaves(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let distance = |side: Side| {
        let beside = scene.beside(at, side);
        match states::kind_of(beside) {
            _ if is_in(beside, Group::Logs) => 1,
            Kind::Leaves => number(beside, "distance").unwrap_or(LEAVES_FAR) + 1,
            _ => LEAVES_FAR,
        }
    };
    let nearest = Side::ALL.into_iter().map(distance).min().unwrap_or(LEAVES_FAR);
    set_number(state, "distance", nearest.min(LEAVES_FAR))
}

/// Scaffolding farther than this from its support falls.
pub const SCAFFOLDING_FAR: u32 = 7;

/// How far scaffolding in this cell is from what it stands on.
pub fn scaffolding_distance(scene: &Scene<'_>, at: BlockPos) -> u32 {
    let held = |state: StateId| match states::kind_of(state) {
        Kind::Scaffolding => number(state, "distance"),
        _ => None,
    };
    let below = scene.beside(at, Side::Down);
    let mut distance = held(below).unwrap_or(SCAFFOLDING_FAR);
    if held(below).is_none() && holds(below, Side::Up, Hold::Full) {
        return 0;
    }
    for side in Side::AROUND {
        if let Some(beside) = held(scene.beside(at, side)) {
            distance = distance.min(beside + 1);
        }
    }
    distance
}

pub fn scaffolding(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let distance = scaffolding_distance(scene, at);
    let hangs = distance > 0 && scene.kind_beside(at, Side::Down) != Kind::Scaffolding;
    set_bool(set_number(state, "distance", distance), "bottom", hangs)
}

/// A creaking heart is awake between two logs of pale oak that lie along its axis.
pub fn creaking_heart(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let ends = match states::value(state, "axis") {
        Some("x") => [Side::West, Side::East],
        Some("z") => [Side::North, Side::South],
        _ => [Side::Down, Side::Up],
    };
    let logs = ends.into_iter().all(|side| {
        let beside = scene.beside(at, side);
        is_in(beside, Group::PaleOakLogs) && states::value(beside, "axis") == states::value(state, "axis")
    });
    set_bool(state, "active", logs)
}

/// The notes of a note block: by the head on it, or by what is below.
pub fn note_block(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    const HEADS: [(&str, &str); 7] = [
        ("zombie_head", "zombie"),
        ("skeleton_skull", "skeleton"),
        ("creeper_head", "creeper"),
        ("dragon_head", "dragon"),
        ("wither_skeleton_skull", "wither_skeleton"),
        ("piglin_head", "piglin"),
        ("player_head", "custom_head"),
    ];
    const BELOW: [(Group, &str); 15] = [
        (Group::NoteBell, "bell"),
        (Group::NoteFlute, "flute"),
        (Group::NoteChime, "chime"),
        (Group::NoteGuitar, "guitar"),
        (Group::NoteXylophone, "xylophone"),
        (Group::NoteIronXylophone, "iron_xylophone"),
        (Group::NoteCowBell, "cow_bell"),
        (Group::NoteDidgeridoo, "didgeridoo"),
        (Group::NoteBit, "bit"),
        (Group::NoteBanjo, "banjo"),
        (Group::NotePling, "pling"),
        (Group::NoteBass, "bass"),
        (Group::NoteSnare, "snare"),
        (Group::NoteHat, "hat"),
        (Group::NoteHarpOfMetal, "harp"),
    ];
    let above = gamedata::blocks::get(states::block(scene.beside(at, Side::Up))).name;
    let below = scene.beside(at, Side::Down);
    let head = HEADS.iter().find(|(head, _)| *head == above).map(|(_, note)| *note);
    // What a pickaxe digs is of stone, other than metal.
    let stone = gamedata::blocks::get(states::block(below)).tool == Some(ToolClass::Pickaxe);
    let other = if stone { "basedrum" } else { "harp" };
    let ground = || BELOW.iter().find(|(group, _)| is_in(below, *group)).map_or(other, |(_, note)| *note);
    set(state, "instrument", head.unwrap_or_else(ground))
}

/// Stalactites and stalagmites: the tip, what is behind it, and the base. `merges` says whether two tips may meet.
pub fn dripstone(scene: &Scene<'_>, at: BlockPos, state: StateId, merges: bool) -> StateId {
    let Some(tip) = side(state, "vertical_direction") else { return state };
    let points = |state: StateId, to: Side| {
        states::kind_of(state) == Kind::Dripstone && side(state, "vertical_direction") == Some(to)
    };
    let (ahead, behind) = (scene.beside(at, tip), scene.beside(at, tip.opposite()));
    let thickness = if points(ahead, tip.opposite()) {
        let merged = states::value(ahead, "thickness") == Some("tip_merge");
        if merges || merged { "tip_merge" } else { "tip" }
    } else if !points(ahead, tip) {
        "tip"
    } else if matches!(states::value(ahead, "thickness"), Some("tip" | "tip_merge")) {
        "frustum"
    } else if points(behind, tip) {
        "middle"
    } else {
        "base"
    };
    set(state, "thickness", thickness)
}

/// A repeater that others hold.
pub fn repeater(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    match side(state, "facing") {
        Some(facing) => set_bool(state, "locked", redstone::is_locked(scene, at, facing)),
        None => state,
    }
}

/// What a pillar lies along.
pub fn along(state: StateId, axis: Axis) -> StateId {
    set(state, "axis", axis.name())
}

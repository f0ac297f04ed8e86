//! Draws a blueprint as it looks from the south-east and above: rays through the cells, with the boxes of the game.

use building::{Blueprint, state};
use gamedata::blocks;
use gamedata::states::{self, Kind, PARTS_PER_BLOCK};
use vocab::StateId;

/// A picture: colours row by row, `None` where nothing is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Option<[u8; 3]>>,
}

/// How far the look goes down for each block that it goes to the side: the slope of the usual isometric view.
const SLOPE: f64 = 0.816;
/// Light of a top, a south side and an east side, in parts of 100.
const LIGHT: [u32; 3] = [100, 78, 60];

/// Colours by what a name contains; the first that fits is taken.
const COLOURS: [(&str, [u8; 3]); 46] = [
    ("water", [52, 88, 200]),
    ("lava", [230, 110, 20]),
    ("torch", [255, 210, 90]),
    ("lantern", [250, 190, 90]),
    ("glowstone", [240, 210, 130]),
    ("glass", [190, 222, 230]),
    ("mossy", [105, 125, 90]),
    ("deepslate", [72, 72, 78]),
    ("blackstone", [45, 40, 48]),
    ("cobble", [128, 128, 128]),
    ("andesite", [135, 136, 137]),
    ("diorite", [190, 190, 192]),
    ("granite", [150, 104, 86]),
    ("nether_brick", [48, 24, 28]),
    ("mud_brick", [140, 104, 80]),
    ("brick", [150, 92, 78]),
    ("sandstone", [218, 206, 158]),
    ("sand", [220, 208, 162]),
    ("quartz", [236, 230, 222]),
    ("farmland", [98, 62, 38]),
    ("dirt", [134, 96, 67]),
    ("path", [150, 124, 66]),
    ("grass", [110, 160, 70]),
    ("wheat", [205, 180, 80]),
    ("carrot", [90, 160, 50]),
    ("potato", [120, 165, 70]),
    ("leaves", [66, 120, 44]),
    ("spruce", [104, 78, 46]),
    ("birch", [196, 178, 122]),
    ("dark_oak", [66, 44, 22]),
    ("acacia", [170, 92, 52]),
    ("jungle", [160, 114, 80]),
    ("mangrove", [118, 54, 48]),
    ("cherry", [226, 178, 172]),
    ("oak_log", [102, 80, 48]),
    ("oak", [168, 136, 82]),
    ("red", [170, 44, 36]),
    ("blue", [56, 60, 160]),
    ("green", [86, 108, 40]),
    ("yellow", [238, 196, 56]),
    ("white", [232, 234, 236]),
    ("black", [28, 28, 32]),
    ("iron", [210, 210, 210]),
    ("gold", [246, 208, 62]),
    ("chest", [160, 112, 40]),
    ("stone", [126, 126, 126]),
];
const OTHER: [u8; 3] = [150, 130, 120];

fn colour(state: StateId) -> [u8; 3] {
    let name = blocks::get(states::block(state)).name;
    COLOURS.iter().find(|(part, _)| name.contains(part)).map_or(OTHER, |(_, colour)| *colour)
}

/// A box in parts of a block, from its lowest to its highest corner.
type Box3 = ([f64; 3], [f64; 3]);

/// The boxes that a state is drawn with: those that bodies collide with, or a likeness where there are none.
fn boxes(state: StateId) -> Vec<Box3> {
    let unit = f64::from(PARTS_PER_BLOCK);
    let collision = states::boxes(state);
    if !collision.is_empty() {
        let scaled = |corner: [i8; 3]| corner.map(|part| f64::from(part) / unit);
        return collision.iter().map(|one| (scaled(one.min), scaled(one.max))).collect();
    }
    match states::kind_of(state) {
        Kind::Liquid => vec![([0.0, 0.0, 0.0], [1.0, 0.9, 1.0])],
        Kind::Crop => vec![([0.1, 0.0, 0.1], [0.9, 0.6, 0.9])],
        Kind::WallTorch => {
            let (dx, _, dz) =
                building::Facing::named(states::value(state, "facing").unwrap_or("south")).unwrap_or_default().step();
            let (x, z) = (0.5 - 0.35 * f64::from(dx), 0.5 - 0.35 * f64::from(dz));
            vec![([x - 0.12, 0.2, z - 0.12], [x + 0.12, 0.8, z + 0.12])]
        }
        _ => vec![([0.38, 0.0, 0.38], [0.62, 0.65, 0.62])],
    }
}

/// Where a ray enters a box, and through which axis; `None` when it misses it.
fn enters(from: [f64; 3], way: [f64; 3], (low, high): &Box3) -> Option<(f64, usize)> {
    let (mut near, mut far, mut side) = (f64::NEG_INFINITY, f64::INFINITY, 1);
    for axis in 0..3 {
        let (a, b) = ((low[axis] - from[axis]) / way[axis], (high[axis] - from[axis]) / way[axis]);
        let (enter, leave) = (a.min(b), a.max(b));
        if enter > near {
            (near, side) = (enter, axis);
        }
        far = far.min(leave);
    }
    (near <= far && far > 0.0).then_some((near, side))
}

struct View<'a> {
    blueprint: &'a Blueprint,
    /// For each palette entry its boxes and colour; empty for air.
    looks: Vec<(Vec<Box3>, [u8; 3])>,
    way: [f64; 3],
}

impl View<'_> {
    /// The colour that a ray meets: it goes from cell to cell and asks the boxes in each.
    fn seen(&self, from: [f64; 3]) -> Option<[u8; 3]> {
        let size = self.blueprint.size.map(f64::from);
        // A fence reaches out of its cell by half a block, so the box has room above.
        let (enter, _) = enters(from, self.way, &([0.0; 3], [size[0], size[1] + 1.0, size[2]]))?;
        let at = |t: f64| [0, 1, 2].map(|axis| from[axis] + self.way[axis] * t);
        let mut t = enter.max(0.0) + 1e-6;
        let [width, height, length] = self.blueprint.size.map(|side| side as i32);
        loop {
            let cell = at(t).map(|v| v.floor() as i32);
            if cell[0] < 0 || cell[1] < -1 || cell[2] < 0 || cell[0] >= width || cell[1] > height || cell[2] >= length {
                return None;
            }
            let hit = [cell[1], cell[1] - 1].into_iter().filter_map(|y| self.hit(from, [cell[0], y, cell[2]]));
            if let Some((_, colour)) = hit.min_by(|a, b| a.0.total_cmp(&b.0)) {
                return Some(colour);
            }
            let next = (0..3).map(|axis| (f64::from(cell[axis]) - from[axis]) / self.way[axis]);
            t = next.filter(|next| *next > t).fold(f64::INFINITY, f64::min) + 1e-6;
        }
    }

    fn hit(&self, from: [f64; 3], cell: [i32; 3]) -> Option<(f64, [u8; 3])> {
        let [width, height, length] = self.blueprint.size.map(|side| side as i32);
        let inside = (0..width).contains(&cell[0]) && (0..height).contains(&cell[1]) && (0..length).contains(&cell[2]);
        let number = inside.then(|| self.blueprint.cell(cell.map(|at| at as u32)))?;
        let (boxes, colour) = self.looks.get(usize::from(self.blueprint.cells[number as usize]))?;
        let local = [0, 1, 2].map(|axis| from[axis] - f64::from(cell[axis]));
        let nearest = boxes.iter().filter_map(|one| enters(local, self.way, one)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let light = LIGHT[[2, 0, 1][nearest.1]];
        // A slight pattern by place keeps equal blocks apart.
        let grain = (cell[0] * 7 + cell[1] * 13 + cell[2] * 5).rem_euclid(5) as u32;
        Some((nearest.0, colour.map(|part| (u32::from(part) * light * (100 - grain * 2) / 10_000) as u8)))
    }
}

/// Draws a blueprint so that it fits into a picture of at most this size.
pub fn draw(blueprint: &Blueprint, width_max: usize, height_max: usize) -> Picture {
    let look = |state: &StateId| {
        let boxes = if state::is_air(*state) { Vec::new() } else { boxes(*state) };
        (boxes, colour(*state))
    };
    let looks = blueprint.palette.iter().map(look).collect();
    let view = View { blueprint, looks, way: [-1.0, -SLOPE, -1.0] };
    let [width, height, length] = blueprint.size.map(f64::from);
    // In the picture, a block to the east is one to the right and half down, one to the south one to the left and half down.
    let across = width + length;
    let down = f64::midpoint(width, length) + (height + 0.5) / SLOPE;
    let scale = (width_max as f64 / across).min(height_max as f64 / down);
    let (columns, rows) = ((across * scale).ceil().max(1.0) as usize, (down * scale).ceil().max(1.0) as usize);
    let mut pixels = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        for column in 0..columns {
            let (u, v) = ((column as f64 + 0.5) / scale - length, (row as f64 + 0.5) / scale);
            // The point of the top plane that this pixel shows: x - z = u, and x + z grows by two for each block down.
            let sum = 2.0 * v;
            let top = height + 0.5;
            let (x, z) = (f64::midpoint(sum, u), (sum - u) / 2.0);
            let back = 4.0 * (width + height + length);
            pixels.push(view.seen([x + back, top + back * SLOPE, z + back]));
        }
    }
    Picture { width: columns, height: rows, pixels }
}

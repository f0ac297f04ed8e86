//! Seen sections as rectangles to draw: equal faces side by side become one, so that a column of ground needs few.
//!
//! A rectangle is 8 bytes: place, size, side and form in the first word, colour in the second. The page draws each as one instance.

use super::colours::{Form, Look, look};
use super::{CELLS, Column, HIDDEN, Shared, Store};
use std::collections::BTreeMap;

/// The lowest y that the first word can say; the game's world begins there.
const Y_LOWEST: i32 = -64;

/// The sides of a block, in the order of their numbers in a rectangle: up, down, north, south, west, east.
const SIDES: [[i32; 3]; 6] = [[0, 1, 0], [0, -1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]];

/// The rectangles of a column: those through which nothing is seen, and those of water and glass, which are drawn after them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    pub solid: Vec<[u32; 2]>,
    pub clear: Vec<[u32; 2]>,
}

/// The cells of a column and of the columns beside it.
struct Around<'a> {
    store: &'a Store,
    column: Column,
}

impl Around<'_> {
    /// The number of the block at a place relative to the column's corner.
    fn at(&self, x: i32, y: i32, z: i32) -> u16 {
        let column = (self.column.0 + x.div_euclid(16), self.column.1 + z.div_euclid(16));
        let cells = self.store.columns.get(&column).and_then(|known| known.sections.get(&y.div_euclid(16)));
        cells.map_or(0, |cells| cells[index(x.rem_euclid(16), y.rem_euclid(16), z.rem_euclid(16))])
    }
}

/// The index of a cell in its section.
pub fn index(x: i32, y: i32, z: i32) -> usize {
    ((y << 8) | (z << 4) | x) as usize
}

/// Makes the rectangles of a column.
pub fn mesh(store: &Store, column: Column) -> Mesh {
    let mut mesh = Mesh::default();
    let around = Around { store, column };
    let empty = BTreeMap::new();
    let sections = store.columns.get(&column).map_or(&empty, |known| &known.sections);
    for (section, cells) in sections {
        for (side, normal) in SIDES.iter().enumerate() {
            for layer in 0..16 {
                let mut faces = faces(&around, (*section, cells), (side, *normal), layer);
                merge(&mut faces, |u, v, wide, high, (look, form)| {
                    let [x, y, z] = place(side, layer, u, v);
                    let colour = if side == 0 { look.top } else { look.side };
                    let y = (section * 16 + y - Y_LOWEST) as u32;
                    let size = (wide - 1) << 4 | (high - 1);
                    let first = x as u32 | (z as u32) << 4 | y << 8 | (side as u32) << 17 | size << 20;
                    let word = [first, colour | (form as u32) << 24];
                    if form == Form::Clear { mesh.clear.push(word) } else { mesh.solid.push(word) }
                });
            }
        }
    }
    mesh
}

/// The cell of a layer: `u` and `v` run along the side.
fn place(side: usize, layer: i32, u: i32, v: i32) -> [i32; 3] {
    match side {
        0 | 1 => [u, layer, v],
        2 | 3 => [u, v, layer],
        _ => [layer, v, u],
    }
}

type Face = Option<(u16, Look)>;

/// Which faces of a layer are to be seen, with the number of their block.
fn faces(
    around: &Around<'_>,
    (section, cells): (i32, &Shared),
    (side, normal): (usize, [i32; 3]),
    layer: i32,
) -> [Face; 256] {
    let mut faces = [None; 256];
    for v in 0..16 {
        for u in 0..16 {
            let [x, y, z] = place(side, layer, u, v);
            let block = cells[index(x, y, z)];
            if block == 0 || block == HIDDEN {
                continue;
            }
            let look = look(block);
            let (dx, dy, dz) = (x + normal[0], y + normal[1], z + normal[2]);
            let inside = [dx, dy, dz].iter().all(|at| (0..16).contains(at));
            let beside = if inside { cells[index(dx, dy, dz)] } else { around.at(dx, section * 16 + dy, dz) };
            if look.form != Form::None && is_seen(look, block, beside) {
                faces[(v * 16 + u) as usize] = Some((block, look));
            }
        }
    }
    faces
}

/// Whether the face of a block towards the cell beside it can be seen.
fn is_seen(own: Look, block: u16, beside: u16) -> bool {
    match own.form {
        // Small things stand free in their cell, so nothing beside them hides them.
        Form::Plant | Form::Torch | Form::Half | Form::Layer => true,
        _ if beside == HIDDEN => false,
        _ => !super::colours::look(beside).hides() && beside != block,
    }
}

/// Joins equal faces side by side into rectangles. Small things are not joined.
fn merge(faces: &mut [Face; 256], mut found: impl FnMut(i32, i32, u32, u32, (Look, Form))) {
    for start in 0..256 {
        let Some((block, look)) = faces[start] else { continue };
        let same = |faces: &[Face; 256], at: usize| faces[at].is_some_and(|(other, _)| other == block);
        let (u, v) = (start % 16, start / 16);
        let joins = !matches!(look.form, Form::Plant | Form::Torch);
        let mut wide = 1;
        while joins && u + wide < 16 && same(faces, start + wide) {
            wide += 1;
        }
        let mut high = 1;
        while joins && v + high < 16 && (0..wide).all(|n| same(faces, start + high * 16 + n)) {
            high += 1;
        }
        for row in 0..high {
            faces[start + row * 16..start + row * 16 + wide].fill(None);
        }
        found(u as i32, v as i32, wide as u32, high as u32, (look, look.form));
    }
}

/// What the map shows of a block column: its colour, and its height.
pub type Ground = Option<(u32, i16)>;

/// The highest seen block of each of the 256 block columns, by x, then z.
pub fn ground(store: &Store, column: Column) -> Vec<Ground> {
    let Some(known) = store.columns.get(&column) else { return vec![None; 256] };
    let mut ground = vec![None; 256];
    for (section, cells) in known.sections.iter().rev() {
        for (place, found) in ground.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
            let top = (0..16).rev().find_map(|y| {
                let block = cells[(y << 8) | place];
                let look = if block == HIDDEN { return None } else { look(block) };
                (!matches!(look.form, Form::None | Form::Plant | Form::Torch)).then_some((look.top, y))
            });
            *found = top.map(|(colour, y)| (colour, (section * 16 + y as i32) as i16));
        }
    }
    ground
}

const _: () = assert!(CELLS == 4096);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Cells, Scene};

    fn block(name: &str) -> u16 {
        gamedata::blocks::named(name).unwrap().0
    }

    fn scene(set: &[(i32, i32, i32, &str)]) -> Scene {
        let mut cells: Cells = Box::new([0; CELLS]);
        for (x, y, z, name) in set {
            cells[index(*x, *y, *z)] = if *name == "hidden" { HIDDEN } else { block(name) };
        }
        let scene = Scene::default();
        scene.take(0, (0, 0), [(4, cells)], (0, 0));
        scene
    }

    fn quads(set: &[(i32, i32, i32, &str)]) -> (usize, usize) {
        let mesh = mesh(&scene(set).store(), (0, 0));
        (mesh.solid.len(), mesh.clear.len())
    }

    #[test]
    fn faces_that_nobody_can_see_are_left_out_and_equal_ones_are_joined() {
        assert_eq!(quads(&[]), (0, 0));
        assert_eq!(quads(&[(3, 3, 3, "stone")]), (6, 0));
        assert_eq!(quads(&[(3, 3, 3, "stone"), (4, 3, 3, "stone")]), (6, 0), "two blocks, one box");
        assert_eq!(quads(&[(3, 3, 3, "stone"), (4, 3, 3, "dirt")]), (10, 0));
        assert_eq!(quads(&[(3, 3, 3, "stone"), (3, 2, 3, "hidden")]), (5, 0), "what is hidden hides");
        assert_eq!(quads(&[(3, 3, 3, "water"), (3, 2, 3, "stone")]), (6, 5), "ground is seen through water");
        let floor: Vec<_> = (0..256).map(|n| (n % 16, 0, n / 16, "stone")).collect();
        assert_eq!(quads(&floor), (6, 0));
    }

    #[test]
    fn a_rectangle_says_where_it_is_and_what_colour_it_has() {
        let scene = scene(&[(3, 2, 5, "stone")]);
        let up =
            mesh(&scene.store(), (0, 0)).solid.into_iter().find(|[first, _]| matches!(first >> 17 & 7, 0)).unwrap();
        let [first, second] = up;
        assert_eq!((first & 15, first >> 4 & 15, (first >> 8 & 511) as i32 + Y_LOWEST), (3, 5, 66));
        assert_eq!((first >> 20, second & 0xff_ff_ff, second >> 24), (0, look(block("stone")).top, Form::Cube as u32));
    }

    #[test]
    fn the_map_shows_the_highest_block_that_is_no_plant() {
        let scene = scene(&[(1, 2, 0, "stone"), (1, 3, 0, "short_grass"), (2, 5, 0, "water")]);
        let ground = ground(&scene.store(), (0, 0));
        assert_eq!(ground[1], Some((look(block("stone")).top, 66)));
        assert_eq!(ground[2].map(|(_, y)| y), Some(69));
        assert_eq!(ground[3], None);
    }
}

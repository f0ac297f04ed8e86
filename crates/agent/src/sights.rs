//! Hands what the body has seen to the page: a few columns of the world at a time, seldom while nobody looks.

use std::time::{Duration, Instant};
use window::Scene;
use window::scene::{Cells, Column, HIDDEN};
use world::World;

/// Radius in chunks around the body that is shown: about 200 chunks.
const RADIUS_CHUNKS: i32 = 8;
/// Time between two looks. Each takes about a millisecond, so that watching costs the agent a hundredth.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Time between two looks while nobody looks at the page: they are for the recording that shows the past.
const LOOK_UNSEEN_EVERY: Duration = Duration::from_secs(1);
/// Columns farther away that each look hands over, in turn; those next to the body are handed over each time.
const COLUMNS_PER_LOOK: usize = 10;

/// The feed of seen blocks for one run.
#[derive(Debug)]
pub struct Sights {
    scene: Scene,
    looked: Option<Instant>,
    /// The columns to show, relative to the body's, nearest first.
    order: Vec<Column>,
    next: usize,
}

impl Sights {
    pub fn new(scene: Scene) -> Sights {
        let all = -RADIUS_CHUNKS..=RADIUS_CHUNKS;
        let far = |(x, z): &Column| x * x + z * z;
        let mut order: Vec<Column> = all.clone().flat_map(|x| all.clone().map(move |z| (x, z))).collect();
        order.retain(|column| far(column) <= RADIUS_CHUNKS * RADIUS_CHUNKS);
        order.sort_by_key(far);
        Sights { scene, looked: None, order, next: 0 }
    }

    /// Hands over the columns next to the body and some of the others.
    pub fn look(&mut self, world: &World) {
        let every = if self.scene.is_watched() { LOOK_EVERY } else { LOOK_UNSEEN_EVERY };
        if self.looked.is_some_and(|looked| looked.elapsed() < every) {
            return;
        }
        self.looked = Some(Instant::now());
        let here = world.seen_from();
        let near = self.order.iter().filter(|(x, z)| x.abs() <= 1 && z.abs() <= 1).count();
        let turn = (0..COLUMNS_PER_LOOK).map(|n| near + (self.next + n) % (self.order.len() - near));
        for place in (0..near).chain(turn) {
            let (x, z) = self.order[place];
            self.show(world, (here.0 + x, here.1 + z), here);
        }
        self.next = (self.next + COLUMNS_PER_LOOK) % (self.order.len() - near);
    }

    fn show(&self, world: &World, column: Column, here: Column) {
        let seen = world.seen_column(column.0, column.1);
        // A chunk that is not loaded any more stays as it was.
        if !seen.is_empty() {
            self.scene.take(world.now().0, column, seen, here);
        }
    }
}

// World and page agree on what a hidden cell is, and on the size of a section.
const _: () = assert!(HIDDEN == world::panorama::HIDDEN);
const _: fn(world::panorama::SeenCells) -> Cells = |cells| cells;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_next_to_the_body_come_first() {
        let sights = Sights::new(Scene::default());
        assert_eq!(sights.order[0], (0, 0));
        assert!((190..230).contains(&sights.order.len()), "{}", sights.order.len());
        assert!(sights.order[..9].iter().all(|(x, z)| x.abs() <= 1 && z.abs() <= 1));
    }
}

//! Shows the page what a body in another process has seen: the feed tells sections, the page takes columns.

use skills::chunks::{ChunkPos, Y_MIN};
use skills::feed::Feed;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use vocab::Tick;
use window::Scene;
use window::scene::{Cells, SECTIONS_MAX};

/// Time between two looks at the feed. Each takes about a millisecond.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What was told of the world so far, by column.
#[derive(Debug)]
pub struct Shown {
    scene: Scene,
    looked: Option<Instant>,
    columns: BTreeMap<ChunkPos, BTreeMap<i32, Cells>>,
    sections: usize,
}

impl Shown {
    pub fn new(scene: Scene) -> Shown {
        Shown { scene, looked: None, columns: BTreeMap::new(), sections: 0 }
    }

    /// Hands what has changed to the page.
    pub fn look(&mut self, body: &mut impl Feed, now: Tick) {
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK_EVERY) {
            return;
        }
        self.looked = Some(Instant::now());
        body.publish(true);
        let (published, here) = (body.published(), body.centre());
        let mut changed = BTreeSet::new();
        for (at, section, cells) in published.sections {
            let before = self.columns.entry(at).or_default().insert(Y_MIN / 16 + section as i32, cells);
            self.sections += usize::from(before.is_none());
            changed.insert(at);
        }
        for at in changed {
            let sections = self.columns[&at].iter().map(|(height, cells)| (*height, cells.clone()));
            self.scene.take(now.0, (at.x, at.z), sections, (here.x, here.z));
        }
        self.forget_far(here);
    }

    /// Keeps no more than the page does.
    fn forget_far(&mut self, here: ChunkPos) {
        while self.sections > SECTIONS_MAX {
            let Some(far) = self.columns.keys().copied().max_by_key(|at| (at.distance_squared(here), *at)) else {
                return;
            };
            self.sections -= self.columns.remove(&far).map_or(0, |column| column.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skills::feed::Published;

    struct Row(usize);

    impl Feed for Row {
        fn publish(&mut self, _: bool) {}

        fn published(&mut self) -> Published {
            let section = |x| (ChunkPos { x: x as i32, z: 0 }, 8, Box::new([1; 4096]));
            Published { anew: false, sections: (0..self.0).map(section).collect() }
        }

        fn centre(&self) -> ChunkPos {
            ChunkPos::default()
        }
    }

    #[test]
    fn what_the_feed_tells_is_kept_within_the_bound_nearest_first() {
        let mut shown = Shown::new(Scene::default());
        shown.look(&mut Row(SECTIONS_MAX + 10), Tick(5));
        assert_eq!((shown.sections, shown.columns.len()), (SECTIONS_MAX, SECTIONS_MAX));
        assert!(shown.columns.contains_key(&ChunkPos::default()));
        assert_eq!(shown.scene.recorded_from(), Some(5));
    }
}

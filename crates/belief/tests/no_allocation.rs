//! A steady scene allocates nothing after warm-up. Alone in its file, because the allocator counts for the whole process.

mod common;

use common::{Scene, mob};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use vocab::Dice;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_steady_scene_allocates_nothing_after_warm_up() {
    let mut scene = Scene::new();
    let mut dice = Dice::new(2);
    let mut looks = Vec::new();
    for _ in 0..400 {
        let look: Vec<_> = (0..48i64)
            .map(|i| {
                mob("zombie", i % 7 * 4_000 - 12_000 + dice.between(-20, 20), i / 7 * 4_000 - 12_000, Some(i as u64))
            })
            .collect();
        looks.push(look);
    }
    for look in &looks[..200] {
        scene.look(look);
        scene.bus.emit();
    }
    let region = Region::new(ALLOCATOR);
    for look in &looks[200..] {
        scene.look(look);
        scene.bus.emit();
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{change:?}");
}

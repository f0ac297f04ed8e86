//! Artificial scenes for timing and silence: crowds that walk and crowds that stand.

use belief::{Detection, Sight};
use vocab::{Dice, FinePos, Name};

const KINDS: [&str; 8] = ["zombie", "skeleton", "creeper", "cow", "sheep", "pig", "villager", "husk"];

fn mob(index: usize, at: FinePos) -> Detection {
    let kind = Name::new(KINDS[index % KINDS.len()]);
    Detection { at, kind, sight: Sight::Visible, engine_id: Some(index as u64 + 1), velocity: None }
}

/// Detections of this many mobs around the origin, each on a square of two by two blocks.
pub fn spread(count: usize) -> Vec<Detection> {
    let side = (count as f64).sqrt().ceil() as i64;
    let place = |index: usize| {
        let (row, column) = (index as i64 / side - side / 2, index as i64 % side - side / 2);
        FinePos::new(column * 2_000 + 500, 64_000, row * 2_000 + 500)
    };
    (0..count).map(|index| mob(index, place(index))).collect()
}

/// Detections of this many mobs of one kind side by side, 0.6 blocks apart.
pub fn side_by_side(count: usize) -> Vec<Detection> {
    let place = |index: usize| FinePos::new((index as i64 % 16) * 600, 64_000, (index as i64 / 16) * 600 + 3_000);
    (0..count).map(|index| Detection { kind: Name::new("zombie"), ..mob(index, place(index)) }).collect()
}

/// The same detections with every place shifted by up to this many thousandths of a block.
pub fn jitter(scene: &[Detection], dice: &mut Dice, most: i64) -> Vec<Detection> {
    let shake = |at: FinePos, dice: &mut Dice| {
        FinePos::new(
            at.x + dice.between(-most, most),
            at.y + dice.between(-most, most),
            at.z + dice.between(-most, most),
        )
    };
    scene.iter().map(|mob| Detection { at: shake(mob.at, dice), ..*mob }).collect()
}

/// Detections of walking mobs, over this many looks: every mob moves up to `pace` thousandths of a block per look
/// along x and along z, and sometimes turns.
pub fn walk(count: usize, looks: usize, pace: i64, dice: &mut Dice) -> Vec<Vec<Detection>> {
    let mut scene = spread(count);
    let mut steps: Vec<(i64, i64)> =
        (0..count).map(|_| (dice.between(-pace, pace), dice.between(-pace, pace))).collect();
    let mut out = Vec::with_capacity(looks);
    for _ in 0..looks {
        for (mob, step) in scene.iter_mut().zip(&mut steps) {
            if dice.below(25) == 0 {
                *step = (dice.between(-pace, pace), dice.between(-pace, pace));
            }
            mob.at = FinePos::new(mob.at.x + step.0, mob.at.y, mob.at.z + step.1);
        }
        out.push(jitter(&scene, dice, 30));
    }
    out
}

//! Warns the body of hostile creatures. The body's skills know no other creatures than these.

use crate::view::creatures;
use crate::wire::effect::Effect;
use alloc::vec::Vec;
use belief::Bus;
use serde::{Deserialize, Serialize};
use vocab::{Danger, FinePos, Tick};

/// Remembers the warning of hostile mobs that was last sent to the body.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Beware {
    told: Vec<Danger>,
}

impl Beware {
    /// The warning of hostile mobs to send to the body; `None` when it equals the last one.
    pub fn renew(&mut self, belief: &Bus, here: FinePos, now: Tick) -> Option<Effect> {
        let dangers = creatures::dangers(belief, here, now);
        if dangers == self.told {
            return None;
        }
        self.told.clone_from(&dangers);
        Some(Effect::Beware(dangers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use belief::{Detection, Sight};
    use vocab::hazard::DANGERS_MAX;
    use vocab::{BlockPos, Name};

    const HERE: FinePos = FinePos::new(500, 64_000, 500);

    fn creature(kind: &str, x: i64, sight: Sight) -> Detection {
        let at = FinePos::new(x * 1_000 + 500, 64_000, 500);
        Detection { at, kind: Name::new(kind), sight, engine_id: None, velocity: None }
    }

    /// The warning sent after two observations of the same scene, and the effect of a third one.
    fn told(scene: &[Detection]) -> (Vec<Danger>, Option<Effect>) {
        let (mut bus, mut beware, mut last) = (Bus::default(), Beware::default(), Vec::new());
        for tick in [4, 8] {
            bus.ingest(Tick(tick), HERE, scene).unwrap();
            if let Some(Effect::Beware(dangers)) = beware.renew(&bus, HERE, Tick(tick)) {
                last = dangers;
            }
        }
        bus.ingest(Tick(12), HERE, scene).unwrap();
        (last, beware.renew(&bus, HERE, Tick(12)))
    }

    #[test]
    fn hostile_creatures_in_sight_are_reported_once_and_nearest_first() {
        let scene = [("creeper", 9), ("cow", 3), ("zombie", 6), ("zombie", 40)];
        let (told, again) = told(&scene.map(|(kind, x)| creature(kind, x, Sight::Visible)));
        let danger = |x, explodes| Danger { at: BlockPos::new(x, 64, 0), explodes };
        assert_eq!(told, [danger(6, false), danger(9, true)], "cows and far zombies do not count");
        assert_eq!(again, None, "nothing has changed");
    }

    #[test]
    fn a_creature_that_was_never_in_sight_is_not_reported() {
        assert_eq!(told(&[creature("zombie", 5, Sight::Occluded)]), (Vec::new(), None));
    }

    #[test]
    fn when_there_are_too_many_creatures_only_the_nearest_are_reported() {
        let many = DANGERS_MAX as i64 + 4;
        let scene: Vec<Detection> = (1..=many).map(|x| creature("zombie", x, Sight::Visible)).collect();
        let (told, _) = told(&scene);
        assert_eq!(told.len(), DANGERS_MAX);
        assert_eq!(told.last().map(|danger| danger.at.x), Some(DANGERS_MAX as i32));
    }
}

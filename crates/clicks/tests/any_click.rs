//! Any click into any surroundings is answered: no panic, no endless line, and what is placed is of the item.

use clicks::{CURSOR_PARTS, Click, Look, Refusal, Side, click};
use gamedata::{items, states};
use vocab::{BlockPos, ItemId, StateId};

const CLICKS: u32 = 5_000;

/// A repeatable number for a place and a seed (splitmix64).
fn number(seed: u64, at: BlockPos) -> u64 {
    let mut mixed = seed;
    for part in [at.x, at.y, at.z] {
        mixed =
            (mixed ^ u64::from(part.unsigned_abs()) ^ (u64::from(part < 0) << 40)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    mixed ^ (mixed >> 31)
}

#[test]
fn any_click_is_answered() {
    let placing: Vec<ItemId> =
        (0..items::all().len()).map(|at| ItemId(at as u16)).filter(|item| items::get(*item).block.is_some()).collect();
    let (mut placed_count, mut refused) = (0, std::collections::BTreeSet::new());
    for round in 0..CLICKS {
        let seed = u64::from(round) * 7919;
        let die = |n: u64, face: i32| number(seed, BlockPos::new(face, 999, 999)) % n;
        let click_made = Click {
            item: placing[die(placing.len() as u64, 1) as usize],
            face: Side::ALL[die(6, 2) as usize],
            cursor: [3, 4, 5].map(|at| die(u64::from(CURSOR_PARTS) + 1, at) as u32),
            look: Look::new(die(720_000, 6) as i32 - 360_000, die(200_000, 7) as i32 - 100_000),
            sneaking: die(2, 8) == 0,
        };
        // Half of the cells are air; the others hold any state, or what is like the clicked block.
        let kinds = die(4, 9);
        let cells = |at: BlockPos| match number(seed, at) % 6 {
            0..=2 => states::AIR,
            3 if kinds > 0 => StateId((number(seed, BlockPos::new(0, 0, 0)) % states::COUNT as u64) as u16),
            _ => StateId((number(seed ^ 5, at) % states::COUNT as u64) as u16),
        };
        match click(&cells, BlockPos::new(0, 0, 0), &click_made) {
            Ok(placed) => {
                placed_count += 1;
                assert!((1..=2).contains(&placed.placed.len()));
                assert!(placed.changed.iter().all(|(at, state)| cells(*at) != *state));
            }
            Err(refusal) => {
                refused.insert(refusal);
            }
        }
    }
    assert!(placed_count > CLICKS / 10, "{placed_count}");
    for refusal in [Refusal::OperatorsOnly, Refusal::Opens, Refusal::Occupied, Refusal::NoRoom, Refusal::NoSupport] {
        assert!(refused.contains(&refusal), "{refusal} is reached");
    }
}

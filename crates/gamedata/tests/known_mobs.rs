//! Well-known facts about the creatures of Minecraft 1.21.4, compared with the table. Each row of the list is one fact.

use gamedata::items;
use gamedata::loot::expected_milli;
use gamedata::mobs::{self, MobAttack, Temper};

#[test]
fn mobs_have_the_known_health_and_temper() {
    use MobAttack::{Bow, Explode, Melee, None};
    use Temper::{Hostile, Neutral, Passive};
    for (name, temper, health, damage, attack, burns_by_day) in [
        ("zombie", Hostile, 20, 3, Melee, true),
        ("husk", Hostile, 20, 3, Melee, false),
        ("skeleton", Hostile, 20, 4, Bow, true),
        ("creeper", Hostile, 20, 43, Explode, false),
        ("spider", Hostile, 16, 2, Melee, false),
        ("enderman", Neutral, 40, 7, Melee, false),
        ("wolf", Neutral, 8, 4, Melee, false),
        ("iron_golem", Neutral, 100, 21, Melee, false),
        ("warden", Hostile, 500, 30, Melee, false),
        ("cow", Passive, 10, 0, None, false),
        ("chicken", Passive, 4, 0, None, false),
        ("sheep", Passive, 8, 0, None, false),
        ("villager", Passive, 20, 0, None, false),
    ] {
        let mob = mobs::get(mobs::find(name).unwrap());
        let found = (mob.temper, mob.health, mob.damage, mob.attack, mob.burns_by_day);
        assert_eq!(found, (temper, health, damage, attack, burns_by_day), "{name}");
        assert_eq!(mob.hostile, temper == Hostile, "{name}");
    }
    let mob = |name: &str| mobs::get(mobs::find(name).unwrap());
    assert_eq!((mob("zombie").width_milli, mob("zombie").height_milli), (600, 1950));
    assert_eq!((mob("spider").width_milli, mob("spider").height_milli), (1400, 900));
    let player_walks_milli = mob("player").speed_milli;
    assert!(mob("zombie").speed_milli < player_walks_milli, "a player walks away from a zombie");
    assert!(mob("spider").speed_milli > mob("zombie").speed_milli);
    for (name, falls, milli) in [
        ("cow", "beef", 2000),
        ("cow", "leather", 1000),
        ("pig", "porkchop", 2000),
        ("sheep", "mutton", 1500),
        ("chicken", "feather", 1000),
        ("zombie", "rotten_flesh", 1000),
        ("skeleton", "bone", 1000),
        ("spider", "string", 1000),
        ("creeper", "gunpowder", 1000),
        ("wither_skeleton", "wither_skeleton_skull", 25),
    ] {
        assert_eq!(expected_milli(mob(name).drops, items::named(falls).unwrap()), milli, "{falls} of {name}");
    }
}

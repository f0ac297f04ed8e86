//! The table of kinds: everything this crate knows about a world. Another world needs another table.

use crate::opportunity::Yields;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Name;

/// How a kind of entity behaves towards the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Attacks the body on sight. Only these kinds are threats.
    Hostile,
    /// Attacks only when provoked.
    Neutral,
    Passive,
    Player,
    /// Not a creature: dropped items, arrows, boats.
    Object,
}

/// How a hostile kind of mob attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attack {
    None,
    Melee,
    /// Attacks from a distance, and only with a line of sight.
    Ranged,
    /// Attacks by exploding next to its victim.
    Explode,
}

/// The properties of one kind of entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    pub name: Name,
    pub stance: Stance,
    pub attack: Attack,
    /// Strolling speed, in thousandths of a block per game tick.
    pub stroll: u16,
    /// Highest speed on level ground, in thousandths of a block per game tick.
    pub run: u16,
    pub flies: bool,
    /// What an animal of this kind can be used for.
    pub yields: Yields,
}

/// Index of a kind of entity in the register of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KindId(pub u16);

/// Stands for the kind of an entity whose kind is not known.
pub const UNKNOWN: KindId = KindId(0);

/// A player whose name is known is reported as this and the name: `player:alice`. Each is a kind of its own, with the
/// properties of a player.
pub const PLAYER_PREFIX: &str = "player:";

/// Most kinds of entities in the register: the game has some 150, modded servers a few hundred. Further names count as
/// unknown.
pub const KINDS_MAX: usize = 1_024;

/// The kinds of entities seen so far, with their properties. Unknown names are kept, as kinds that are no threat.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Register {
    kinds: Vec<Kind>,
    /// Indexes into `kinds`, sorted by name.
    by_name: Vec<u16>,
    /// A cache of recent lookups by a few letters of the kind's name. It has no effect on results.
    #[serde(skip)]
    lately: Lately,
}

/// Compares the kinds; the cache does not count.
impl PartialEq for Register {
    fn eq(&self, other: &Register) -> bool {
        (&self.kinds, &self.by_name) == (&other.kinds, &other.by_name)
    }
}

impl Eq for Register {}

#[derive(Debug, Clone, Copy)]
struct Lately([u16; LATELY]);

/// Entries in the cache of kind lookups: a scene has a dozen kinds, and few share an entry.
const LATELY: usize = 256;

impl Default for Lately {
    fn default() -> Lately {
        Lately([0; LATELY])
    }
}

impl Lately {
    fn slot(name: Name) -> usize {
        let bytes = name.as_bytes();
        let letter = |place: usize| usize::from(bytes.get(place).copied().unwrap_or(0));
        (7 * letter(0) + 31 * letter(1) + 61 * letter(2) + 97 * bytes.len()) % LATELY
    }
}

impl Register {
    pub fn new(table: &[Kind]) -> Register {
        let mut register = Register {
            kinds: Vec::with_capacity(KINDS_MAX),
            by_name: Vec::with_capacity(KINDS_MAX),
            lately: Lately::default(),
        };
        register.add(Kind { name: Name::new("unknown"), ..STRANGER });
        for kind in table {
            if register.find(kind.name).is_err() {
                register.add(*kind);
            }
        }
        register
    }

    fn find(&self, name: Name) -> Result<usize, usize> {
        self.by_name.binary_search_by(|index| self.kinds[usize::from(*index)].name.cmp(&name))
    }

    fn add(&mut self, kind: Kind) -> Option<KindId> {
        let place = self.find(kind.name).err()?;
        if self.kinds.len() >= KINDS_MAX {
            return None;
        }
        let id = self.kinds.len() as u16;
        self.kinds.push(kind);
        self.by_name.insert(place, id);
        Some(KindId(id))
    }

    /// The kind of entity with this name, which is added if it is new. `None` when the table is full.
    pub fn intern(&mut self, name: Name) -> Option<KindId> {
        if name == Name::EMPTY {
            return Some(UNKNOWN);
        }
        let slot = Lately::slot(name);
        let lately = self.lately.0[slot];
        if self.get(KindId(lately)).name == name {
            return Some(KindId(lately));
        }
        match self.find(name) {
            Ok(place) => {
                self.lately.0[slot] = self.by_name[place];
                Some(KindId(self.by_name[place]))
            }
            Err(_) if name.as_bytes().starts_with(PLAYER_PREFIX.as_bytes()) => {
                let player = self
                    .find(Name::new("player"))
                    .map_or(STRANGER, |place| self.kinds[usize::from(self.by_name[place])]);
                self.add(Kind { name, ..player })
            }
            Err(_) => self.add(Kind { name, ..STRANGER }),
        }
    }

    pub fn get(&self, id: KindId) -> &Kind {
        self.kinds.get(usize::from(id.0)).unwrap_or(&self.kinds[0])
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Always false: the register always contains the unknown kind.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

/// Properties of a kind of entity with an unknown name: as fast as the fastest on foot, and no threat.
const STRANGER: Kind = Kind {
    name: Name::EMPTY,
    stance: Stance::Neutral,
    attack: Attack::None,
    stroll: 70,
    run: 300,
    flies: false,
    yields: Yields::NONE,
};

/// A row of the table of kinds: name, stance, attack, strolling and running speed in hundredths of a block per second,
/// whether it flies.
type Row = (&'static str, Stance, Attack, u16, u16, bool);

/// The kinds of entities in Minecraft that move. Speeds are measured, rounded up.
const MINECRAFT: &[Row] = {
    use Attack::{Explode, Melee, None, Ranged};
    use Stance::{Hostile, Neutral, Object, Passive, Player};
    &[
        ("allay", Passive, None, 200, 600, true),
        ("armadillo", Passive, None, 100, 300, false),
        ("armor_stand", Object, None, 0, 100, false),
        ("arrow", Object, None, 2000, 6000, true),
        ("axolotl", Passive, None, 100, 400, false),
        ("bat", Passive, None, 250, 400, true),
        ("bee", Neutral, Melee, 200, 600, true),
        ("blaze", Hostile, Ranged, 150, 450, true),
        ("boat", Object, None, 0, 800, false),
        ("bogged", Hostile, Ranged, 110, 280, false),
        ("breeze", Hostile, Ranged, 200, 900, false),
        ("camel", Passive, None, 100, 500, false),
        ("cat", Passive, None, 120, 500, false),
        ("cave_spider", Hostile, Melee, 130, 360, false),
        ("chicken", Passive, None, 100, 280, false),
        ("cod", Passive, None, 150, 400, false),
        ("cow", Passive, None, 100, 320, false),
        ("creaking", Hostile, Melee, 150, 450, false),
        ("creeper", Hostile, Explode, 100, 250, false),
        ("dolphin", Neutral, Melee, 300, 1000, false),
        ("donkey", Passive, None, 100, 450, false),
        ("drowned", Hostile, Melee, 100, 300, false),
        ("elder_guardian", Hostile, Ranged, 150, 400, false),
        ("ender_dragon", Hostile, Melee, 600, 1500, true),
        ("enderman", Neutral, Melee, 140, 450, false),
        ("endermite", Hostile, Melee, 120, 300, false),
        ("evoker", Hostile, Ranged, 110, 350, false),
        ("experience_orb", Object, None, 100, 700, true),
        ("fox", Passive, None, 150, 600, false),
        ("frog", Passive, None, 100, 400, false),
        ("ghast", Hostile, Ranged, 200, 500, true),
        ("glow_squid", Passive, None, 100, 300, false),
        ("goat", Neutral, Melee, 100, 700, false),
        ("guardian", Hostile, Ranged, 150, 450, false),
        ("hoglin", Hostile, Melee, 120, 500, false),
        ("horse", Passive, None, 120, 1400, false),
        ("husk", Hostile, Melee, 100, 260, false),
        ("illusioner", Hostile, Ranged, 110, 350, false),
        ("iron_golem", Neutral, Melee, 100, 400, false),
        ("item", Object, None, 50, 500, false),
        ("llama", Neutral, Ranged, 100, 400, false),
        ("magma_cube", Hostile, Melee, 150, 500, false),
        ("minecart", Object, None, 0, 800, false),
        ("mooshroom", Passive, None, 100, 320, false),
        ("mule", Passive, None, 100, 450, false),
        ("ocelot", Passive, None, 150, 600, false),
        ("panda", Neutral, Melee, 80, 300, false),
        ("parrot", Passive, None, 200, 500, true),
        ("phantom", Hostile, Melee, 500, 1000, true),
        ("pig", Passive, None, 110, 320, false),
        ("piglin", Hostile, Melee, 120, 450, false),
        ("piglin_brute", Hostile, Melee, 120, 450, false),
        ("pillager", Hostile, Ranged, 110, 400, false),
        ("player", Player, None, 430, 560, false),
        ("polar_bear", Neutral, Melee, 100, 450, false),
        ("pufferfish", Neutral, None, 150, 400, false),
        ("rabbit", Passive, None, 150, 500, false),
        ("ravager", Hostile, Melee, 120, 450, false),
        ("salmon", Passive, None, 150, 400, false),
        ("sheep", Passive, None, 100, 300, false),
        ("shulker", Hostile, Ranged, 0, 100, false),
        ("silverfish", Hostile, Melee, 120, 350, false),
        ("skeleton", Hostile, Ranged, 110, 280, false),
        ("skeleton_horse", Passive, None, 120, 900, false),
        ("slime", Hostile, Melee, 150, 450, false),
        ("sniffer", Passive, None, 80, 250, false),
        ("snow_golem", Passive, None, 100, 300, false),
        ("spider", Hostile, Melee, 130, 360, false),
        ("squid", Passive, None, 100, 300, false),
        ("stray", Hostile, Ranged, 110, 280, false),
        ("strider", Passive, None, 80, 350, false),
        ("tadpole", Passive, None, 100, 400, false),
        ("tnt", Object, None, 0, 300, false),
        ("trader_llama", Neutral, Ranged, 100, 400, false),
        ("tropical_fish", Passive, None, 150, 400, false),
        ("turtle", Passive, None, 50, 200, false),
        ("vex", Hostile, Melee, 300, 800, true),
        ("villager", Passive, None, 110, 260, false),
        ("vindicator", Hostile, Melee, 110, 450, false),
        ("wandering_trader", Passive, None, 110, 260, false),
        ("warden", Hostile, Melee, 120, 600, false),
        ("witch", Hostile, Ranged, 110, 300, false),
        ("wither", Hostile, Ranged, 300, 700, true),
        ("wither_skeleton", Hostile, Melee, 110, 350, false),
        ("wolf", Neutral, Melee, 150, 500, false),
        ("zoglin", Hostile, Melee, 120, 500, false),
        ("zombie", Hostile, Melee, 100, 260, false),
        ("zombie_villager", Hostile, Melee, 100, 260, false),
        ("zombified_piglin", Neutral, Melee, 100, 450, false),
    ]
};

/// Average yields of one animal: food points of its meat when cooked (16 count as 1,000), blocks of wool, pieces of leather.
const YIELDS: &[(&str, Yields)] = &[
    ("chicken", Yields { food: 375, ..Yields::NONE }),
    ("cod", Yields { food: 312, ..Yields::NONE }),
    ("cow", Yields { food: 1_000, leather: 1_000, ..Yields::NONE }),
    ("donkey", Yields { leather: 1_000, ..Yields::NONE }),
    ("horse", Yields { leather: 1_000, ..Yields::NONE }),
    ("mooshroom", Yields { food: 1_000, leather: 1_000, ..Yields::NONE }),
    ("mule", Yields { leather: 1_000, ..Yields::NONE }),
    ("pig", Yields { food: 1_000, ..Yields::NONE }),
    ("rabbit", Yields { food: 156, ..Yields::NONE }),
    ("salmon", Yields { food: 375, ..Yields::NONE }),
    ("sheep", Yields { food: 562, wool: 1_000, ..Yields::NONE }),
];

fn yields(name: &str) -> Yields {
    YIELDS.iter().find(|(kind, _)| *kind == name).map_or(Yields::NONE, |(_, yields)| *yields)
}

/// The kinds of entities in Minecraft, with their properties.
pub fn minecraft() -> Vec<Kind> {
    let row = |(name, stance, attack, stroll, run, flies): &Row| Kind {
        name: Name::new(name),
        stance: *stance,
        attack: *attack,
        // A hundredth of a block per second is half a thousandth of a block per game tick.
        stroll: stroll / 2,
        run: run / 2,
        flies: *flies,
        yields: yields(name),
    };
    MINECRAFT.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn unknown_names_are_kept_and_are_no_threat() {
        let mut register = Register::new(&minecraft());
        let id = register.intern(Name::new("modded_beast")).unwrap();
        assert_eq!(register.get(id).name.as_str(), "modded_beast");
        assert_ne!(register.get(id).stance, Stance::Hostile);
        assert_eq!(register.intern(Name::new("modded_beast")), Some(id));
        assert_eq!(register.intern(Name::new("unknown")), Some(UNKNOWN));
    }

    #[test]
    fn a_full_table_of_kinds_refuses_new_names() {
        let mut register = Register::new(&minecraft());
        let mut index = 0;
        while register.intern(Name::new(&format!("kind_{index}"))).is_some() {
            index += 1;
        }
        assert_eq!(register.len(), KINDS_MAX);
        assert!(register.intern(Name::new("zombie")).is_some(), "known names still work");
    }

    #[test]
    fn the_minecraft_table_is_sorted_and_consistent() {
        assert!(MINECRAFT.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(YIELDS.iter().all(|(name, _)| MINECRAFT.iter().any(|row| row.0 == *name)));
        for kind in minecraft() {
            assert!(kind.stroll <= kind.run, "{}", kind.name);
            assert!(kind.stance != Stance::Hostile || kind.attack != Attack::None, "{}", kind.name);
        }
    }
}

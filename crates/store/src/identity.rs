//! The identity of a data directory: one world, one seed, one game version. The layout of the snapshots may change.

use std::fmt;

/// What a data directory belongs to. World, seed and game version must be equal for an agent to continue it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Which world: `embedded`, or the address of a server.
    pub world: String,
    pub seed: u64,
    /// The Minecraft version that the item and block numbers belong to.
    pub game: String,
    /// The layout version of snapshots and inputs. A program upgrades older ones and refuses newer ones.
    pub layout: u32,
}

impl Identity {
    /// The fields in which the requested identity of a data directory and the found one differ: name, found value,
    /// requested value.
    pub fn differences(&self, found: &Identity) -> Vec<(&'static str, String, String)> {
        let rows = [
            ("world", found.world.clone(), self.world.clone()),
            ("seed", found.seed.to_string(), self.seed.to_string()),
            ("Minecraft version", found.game.clone(), self.game.clone()),
        ];
        rows.into_iter().filter(|(_, found, asked)| found != asked).collect()
    }
}

/// The data directory has the layout of another version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherLayout {
    pub found: u32,
    pub asked: u32,
}

impl OtherLayout {
    /// The error if the found layout is not the requested one; `None` when it is.
    pub fn of(found: &Identity, asked: u32) -> Option<OtherLayout> {
        (found.layout != asked).then_some(OtherLayout { found: found.layout, asked })
    }
}

impl fmt::Display for OtherLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherLayout { found, asked } = self;
        let version = if found < asked { "an older" } else { "a newer" };
        write!(f, "written by {version} version of stead (layout {found}; this one writes layout {asked})")
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Identity { world, seed, game, layout } = self;
        write!(f, "world {world}, seed {seed}, Minecraft {game}, layout {layout}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_named_with_both_values() {
        let asked = Identity { world: "embedded".into(), seed: 1, game: "1.21.4".into(), layout: 3 };
        assert_eq!(asked.differences(&asked), []);
        let found = Identity { seed: 2, layout: 4, ..asked.clone() };
        let rows = [("seed", "2".into(), "1".into())];
        assert_eq!(asked.differences(&found), rows, "another layout is no other life");
    }

    #[test]
    fn a_lower_layout_is_an_older_version_and_a_higher_one_a_newer() {
        let of = |layout| {
            let found = Identity { world: "embedded".into(), seed: 1, game: "1.21.4".into(), layout };
            OtherLayout::of(&found, 3).map(|other| other.to_string())
        };
        assert_eq!(of(3), None);
        let said = "written by an older version of stead (layout 2; this one writes layout 3)";
        assert_eq!(of(2).as_deref(), Some(said));
        let said = "written by a newer version of stead (layout 4; this one writes layout 3)";
        assert_eq!(of(4).as_deref(), Some(said));
    }
}

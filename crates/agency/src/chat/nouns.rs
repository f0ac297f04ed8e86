//! The things that people ask for, by the words they use: items, blocks, buildings, places, food.

use super::spelling;
use super::verbs::verb;
use crate::target;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gamedata::{blocks, items, mobs};

/// A thing that a player names in chat, with the name that goals use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thing {
    /// The player names an item or a block.
    Item(String),
    /// The player names a metal without its form: "iron" is ore to a miner and ingots to a smith.
    Metal(&'static str),
    Building(&'static str),
    /// The player asks for anything to eat.
    Food,
    /// The player names a place or a creature.
    Place(String),
    /// A tool whose material is not named, such as "your pickaxe".
    Tool(&'static str),
}

/// Why the words of a player name no single thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unclear {
    /// The words could mean any of these names.
    Several(Vec<String>),
    /// No known name is similar to the words.
    Unknown,
}

/// Words for buildings that players use, and the building of each.
const BUILDINGS: [(&str, &str); 25] = [
    ("basic_shelter", "basic_shelter"),
    ("shelter", "basic_shelter"),
    ("hut", "basic_shelter"),
    ("cabin", "cabin"),
    ("house", "cabin"),
    ("home", "cabin"),
    ("log_cabin", "cabin"),
    ("wood_house", "cabin"),
    ("wooden_house", "cabin"),
    ("cottage", "cabin"),
    ("watchtower", "watchtower"),
    ("watch_tower", "watchtower"),
    ("tower", "watchtower"),
    ("lookout", "watchtower"),
    ("farm", "farm"),
    ("wheat_farm", "farm"),
    ("field", "farm"),
    ("wall_with_gate", "wall_with_gate"),
    ("wall", "wall_with_gate"),
    ("walls", "wall_with_gate"),
    ("gate", "wall_with_gate"),
    ("bridge", "bridge"),
    ("bridges", "bridge"),
    ("farms", "farm"),
    ("houses", "cabin"),
];

/// Words for items that players use in place of the item's name, where players agree on the meaning.
const ITEMS: [(&str, &str); 56] = [
    ("wood", "oak_log"),
    ("log", "oak_log"),
    ("tree", "oak_log"),
    ("lumber", "oak_log"),
    ("timber", "oak_log"),
    ("wood_log", "oak_log"),
    ("wooden_log", "oak_log"),
    ("tree_log", "oak_log"),
    ("wood_block", "oak_log"),
    ("oak", "oak_log"),
    ("birch", "birch_log"),
    ("spruce", "spruce_log"),
    ("plank", "oak_planks"),
    ("planks", "oak_planks"),
    ("wood_plank", "oak_planks"),
    ("wooden_plank", "oak_planks"),
    ("oak_plank", "oak_planks"),
    ("board", "oak_planks"),
    ("cobble", "cobblestone"),
    ("cobble_stone", "cobblestone"),
    ("cobbles", "cobblestone"),
    ("workbench", "crafting_table"),
    ("work_bench", "crafting_table"),
    ("crafting_bench", "crafting_table"),
    ("craft_table", "crafting_table"),
    ("craftingtable", "crafting_table"),
    ("steak", "cooked_beef"),
    ("pork", "porkchop"),
    ("cooked_pork", "cooked_porkchop"),
    ("raw_beef", "beef"),
    ("raw_chicken", "chicken"),
    ("raw_pork", "porkchop"),
    ("raw_porkchop", "porkchop"),
    ("raw_mutton", "mutton"),
    ("raw_iron_ore", "raw_iron"),
    ("lapis", "lapis_lazuli"),
    ("seed", "wheat_seeds"),
    ("seeds", "wheat_seeds"),
    ("wheat_seed", "wheat_seeds"),
    ("redstone_dust", "redstone"),
    ("sugarcane", "sugar_cane"),
    ("reed", "sugar_cane"),
    ("sweet_berry", "sweet_berries"),
    ("berries", "sweet_berries"),
    ("berry", "sweet_berries"),
    ("hay", "hay_block"),
    ("hay_bale", "hay_block"),
    ("rotten_meat", "rotten_flesh"),
    ("gun_powder", "gunpowder"),
    ("wood_stick", "stick"),
    ("wooden_stick", "stick"),
    ("clay", "clay_ball"),
    ("fishing_pole", "fishing_rod"),
    ("iron_bar", "iron_ingot"),
    ("milk", "milk_bucket"),
    ("leaf", "oak_leaves"),
];

const METALS: [&str; 3] = ["iron", "gold", "copper"];

const FOODS: [&str; 7] = ["food", "meat", "something_to_eat", "snack", "dinner", "lunch", "breakfast"];

const PLACES: [&str; 27] = [
    "village",
    "cave",
    "desert",
    "forest",
    "river",
    "ocean",
    "sea",
    "lake",
    "mountain",
    "ravine",
    "stronghold",
    "portal",
    "nether",
    "mineshaft",
    "jungle",
    "swamp",
    "beach",
    "hill",
    "base",
    "spawn",
    "home",
    "water",
    "lava",
    "north",
    "south",
    "east",
    "west",
];

/// Tools and armour that name one item only together with a material.
const TOOLS: [&str; 9] = ["pickaxe", "sword", "axe", "shovel", "hoe", "helmet", "chestplate", "leggings", "boots"];
const MATERIALS: [&str; 5] = ["wooden", "stone", "iron", "golden", "diamond"];

/// Words that name a whole group of items, and the items that the speaker could mean.
const KINDS: [(&str, &[&str]); 8] = [
    ("armor", &["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots"]),
    ("armour", &["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots"]),
    ("tool", &["stone_pickaxe", "stone_axe", "stone_shovel"]),
    ("tools", &["stone_pickaxe", "stone_axe", "stone_shovel"]),
    ("weapon", &["stone_sword", "bow"]),
    ("fish", &["cod", "salmon"]),
    ("flower", &["dandelion", "poppy"]),
    ("mushroom", &["red_mushroom", "brown_mushroom"]),
];

/// Adjectives that change nothing about what a player asks for.
const ADJECTIVES: [&str; 19] = [
    "big", "small", "nice", "good", "new", "cool", "simple", "fresh", "tall", "large", "huge", "tiny", "normal",
    "regular", "proper", "decent", "basic", "little", "better",
];

/// Kinds of wood for which players say "wood" and mean logs.
const WOODS: [&str; 8] = ["oak", "birch", "spruce", "jungle", "acacia", "dark_oak", "mangrove", "cherry"];

/// The most names that are suggested for a misspelt name.
const SUGGESTIONS_MAX: usize = 4;
/// The most misspelt words in one name that are corrected.
const MISSPELT_MAX: usize = 2;

/// The thing that these words of chat name.
pub fn thing(words: &[&str]) -> Result<Thing, Unclear> {
    if words.is_empty() {
        return Err(Unclear::Unknown);
    }
    let plain: Vec<&str> = words.iter().copied().filter(|word| !ADJECTIVES.contains(word)).collect();
    let found = named(&words.join("_")).or_else(|unclear| named(&plain.join("_")).map_err(|_| unclear));
    match found {
        Err(Unclear::Unknown) => corrected(if plain.is_empty() { words } else { &plain }),
        found => found,
    }
}

/// The thing with this correctly spelled name.
fn named(name: &str) -> Result<Thing, Unclear> {
    let single = target::singular(name).unwrap_or_else(|| name.to_string());
    let forms = [name, single.as_str()];
    let alias = |table: &[(&'static str, &'static str)]| {
        forms.iter().find_map(|form| table.iter().find(|(word, _)| word == form)).map(|(_, meant)| *meant)
    };
    if let Some(building) = alias(&BUILDINGS) {
        return Ok(Thing::Building(building));
    }
    if let Some(item) = alias(&ITEMS) {
        return Ok(Thing::Item(item.into()));
    }
    for form in forms {
        if let Some(metal) = METALS.iter().find(|metal| **metal == form) {
            return Ok(Thing::Metal(metal));
        }
        if FOODS.contains(&form) {
            return Ok(Thing::Food);
        }
        if let Some((_, kinds)) = KINDS.iter().find(|(kind, _)| *kind == form) {
            return Err(Unclear::Several(kinds.iter().map(ToString::to_string).collect()));
        }
        if let Some(tool) = TOOLS.iter().find(|tool| **tool == form || (form == "pick" && **tool == "pickaxe")) {
            return Ok(Thing::Tool(tool));
        }
    }
    if let Some(item) = varied(&single).or_else(|| varied(name)) {
        return Ok(Thing::Item(item));
    }
    if let Some(item) = target::resolve(name) {
        return Ok(Thing::Item(item));
    }
    let place = forms.iter().find(|form| PLACES.contains(form) || mobs::named(form).is_some());
    place.map(|place| Thing::Place((*place).into())).ok_or(Unclear::Unknown)
}

/// The item's name for another way to write it: "wood pick", "gold sword", "oak wood", "dirt block".
fn varied(name: &str) -> Option<String> {
    let is_item = |name: &String| items::named(name).is_some() || blocks::named(name).is_some();
    let wood = name.strip_suffix("_wood").or_else(|| name.strip_suffix("_tree")).filter(|kind| WOODS.contains(kind));
    if let Some(kind) = wood {
        return Some(format!("{kind}_log"));
    }
    let tool = name.strip_suffix("_pick").map_or_else(|| name.to_string(), |material| format!("{material}_pickaxe"));
    let tool = match tool.split_once('_') {
        Some(("wood", tool)) => format!("wooden_{tool}"),
        Some(("gold", tool)) => format!("golden_{tool}"),
        _ => tool,
    };
    if tool != name && is_item(&tool) {
        return Some(tool);
    }
    // Of things that exist in every wood or colour, oak and white are the plain ones: "4 trapdoors", "wooden stairs".
    let kind = name.strip_prefix("wooden_").or_else(|| name.strip_prefix("wood_")).unwrap_or(name);
    let plain = ["oak", "white"].map(|plain| format!("{plain}_{kind}")).into_iter().find(is_item);
    if plain.is_some() && items::named(name).is_none() {
        return plain;
    }
    let bare = name.strip_suffix("_block").filter(|_| !is_item(&name.to_string()));
    bare.or_else(|| name.strip_suffix("_item")).map(String::from).filter(is_item).or_else(|| {
        let (form, of) = name.split_once("_of_")?;
        let filled = format!("{of}_{form}"); // "bucket of water"
        if is_item(&filled) {
            return Some(filled);
        }
        let block = format!("{of}_block");
        if is_item(&block) { Some(block) } else { target::resolve(of) }
    })
}

/// All words that occur in names that a player can ask for.
fn vocabulary() -> impl Iterator<Item = &'static str> {
    let items = items::all().iter().flat_map(|item| item.name.split('_'));
    let own = BUILDINGS
        .iter()
        .map(|(word, _)| *word)
        .chain(ITEMS.iter().map(|(word, _)| *word))
        .filter(|word| !word.contains('_'));
    items.chain(own).chain(PLACES).chain(FOODS)
}

/// Whether a word occurs in the name of some thing.
pub fn is_word(word: &str) -> bool {
    let single = target::singular(word);
    vocabulary().any(|known| known == word || Some(known) == single.as_deref())
}

/// Replaces each unknown word by the nearest known ones. If exactly one known name results, it is returned; if
/// several do, they are offered as suggestions.
fn corrected(words: &[&str]) -> Result<Thing, Unclear> {
    let unknown: Vec<usize> = (0..words.len()).filter(|at| !is_word(words[*at])).collect();
    // "Sleep" is a word by itself and no slip of "sheep".
    let is_own = |at: &usize| verb(words[*at]).is_some() || spelling::is_common(words[*at]);
    if unknown.is_empty() || unknown.len() > MISSPELT_MAX || unknown.iter().any(is_own) {
        return Err(Unclear::Unknown);
    }
    let mut phrases: Vec<Vec<String>> = alloc::vec![words.iter().map(ToString::to_string).collect()];
    for at in unknown {
        let mut near = nearest(words[at]);
        near.extend(parted(words[at]));
        phrases = phrases
            .iter()
            .flat_map(|phrase| {
                near.iter().map(move |word| {
                    let mut phrase = phrase.clone();
                    phrase[at].clone_from(word);
                    phrase
                })
            })
            .collect();
    }
    let mut found: Vec<(Thing, String)> = Vec::new();
    for phrase in phrases {
        let name = phrase.join("_");
        if let Ok(thing) = named(&name)
            && !found.iter().any(|(known, _)| *known == thing)
        {
            found.push((thing, name));
        }
    }
    match found.len() {
        0 => Err(Unclear::Unknown),
        1 => Ok(found.remove(0).0),
        _ => Err(Unclear::Several(found.into_iter().map(|(_, name)| name).take(SUGGESTIONS_MAX).collect())),
    }
}

/// The known words that are nearest in spelling to this word or to its singular.
fn nearest(word: &str) -> Vec<String> {
    let mut near: Vec<String> = spelling::near(word, vocabulary()).into_iter().map(String::from).collect();
    if near.is_empty() {
        let single = word.strip_suffix("es").or_else(|| word.strip_suffix('s'));
        near.extend(single.into_iter().flat_map(|single| spelling::near(single, vocabulary())).map(String::from));
    }
    near
}

/// Two known words that were written as one, as in "sprucelogs".
fn parted(word: &str) -> Vec<String> {
    let cuts = word.char_indices().map(|(at, _)| at).skip(1);
    let parts = cuts.map(|at| word.split_at(at)).filter(|(first, second)| is_word(first) && is_word(second));
    parts.map(|(first, second)| format!("{first}_{second}")).collect()
}

/// The items of a tool, one for each material.
pub fn tools(tool: &str) -> Vec<String> {
    let name = |material: &&str| format!("{material}_{tool}");
    MATERIALS.iter().map(name).filter(|name| items::named(name).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_things() {
        for (words, expected) in [
            ("oak logs", Ok(Thing::Item("oak_log".into()))),
            ("wood", Ok(Thing::Item("oak_log".into()))),
            ("birch wood", Ok(Thing::Item("birch_log".into()))),
            ("gold sword", Ok(Thing::Item("golden_sword".into()))),
            ("stone pick", Ok(Thing::Item("stone_pickaxe".into()))),
            ("dirt blocks", Ok(Thing::Item("dirt".into()))),
            ("iron blocks", Ok(Thing::Item("iron_block".into()))),
            ("blocks of dirt", Ok(Thing::Item("dirt".into()))),
            ("bucket of water", Ok(Thing::Item("water_bucket".into()))),
            ("block of iron", Ok(Thing::Item("iron_block".into()))),
            ("big house", Ok(Thing::Building("cabin"))),
            ("iron", Ok(Thing::Metal("iron"))),
            ("pickaxes", Ok(Thing::Tool("pickaxe"))),
            ("meat", Ok(Thing::Food)),
            ("beds", Ok(Thing::Item("white_bed".into()))),
            ("trapdoors", Ok(Thing::Item("oak_trapdoor".into()))),
            ("wooden stairs", Ok(Thing::Item("oak_stairs".into()))),
            ("sleep", Err(Unclear::Unknown)),
            ("villages", Ok(Thing::Place("village".into()))),
            ("cows", Ok(Thing::Place("cow".into()))),
            ("oka lgos", Ok(Thing::Item("oak_log".into()))),
            ("cobelstone", Ok(Thing::Item("cobblestone".into()))),
            ("sprucelogs", Ok(Thing::Item("spruce_log".into()))),
            ("ironpickaxe", Ok(Thing::Item("iron_pickaxe".into()))),
            ("blorps", Err(Unclear::Unknown)),
            ("castle", Err(Unclear::Unknown)),
        ] {
            let words: Vec<&str> = words.split(' ').collect();
            assert_eq!(thing(&words), expected, "{words:?}");
        }
        assert!(matches!(thing(&["armor"]), Err(Unclear::Several(_))));
    }
}

//! Turns the tables into Rust statics. Every cell is checked here, so that a wrong table stops the build and not the
//! agent.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::str::FromStr;

use super::emit_states;
use super::hash;
use super::table::{self, Row, Schema, Table, TableError};

pub type Result<T> = std::result::Result<T, TableError>;

/// The columns of each game table, in the order in which `rust` takes the tables' texts.
pub const SCHEMAS: [&Schema; 10] = [
    &table::ITEMS,
    &table::BLOCKS,
    &table::GROUPS,
    &table::RECIPES,
    &table::SMELTING,
    &table::FUELS,
    &table::MOBS,
    &table::STATES,
    &table::BOXES,
    &table::BLOCK_GROUPS,
];

/// A drop chance of 100 %: chances are counted in millionths.
const CERTAIN_PPM: u32 = 1_000_000;

/// Generates Rust source code with one static per game table.
pub fn rust(texts: [&str; 10]) -> Result<String> {
    let [items, blocks, groups, recipes, smelting, fuels, mobs, states, boxes, block_groups] = texts;
    let items = table::parse(&table::ITEMS, items)?;
    let blocks = table::parse(&table::BLOCKS, blocks)?;
    let groups = table::parse(&table::GROUPS, groups)?;
    let recipes = table::parse(&table::RECIPES, recipes)?;
    let smelting = table::parse(&table::SMELTING, smelting)?;
    let fuels = table::parse(&table::FUELS, fuels)?;
    let mobs = table::parse(&table::MOBS, mobs)?;
    let states = table::parse(&table::STATES, states)?;
    let boxes = table::parse(&table::BOXES, boxes)?;
    let block_groups = table::parse(&table::BLOCK_GROUPS, block_groups)?;
    let mut emit = Emit {
        items: index("item", &items)?,
        blocks: index("block", &blocks)?,
        groups: BTreeMap::new(),
        out: String::new(),
    };
    emit.items_and_fuels(&items, &fuels)?;
    emit.blocks(&blocks)?;
    emit.groups(&groups)?;
    emit.recipes(&recipes)?;
    emit.smelting(&smelting)?;
    emit.mobs(&mobs)?;
    emit_states::states(&mut emit, &blocks, &states, &boxes)?;
    emit_states::groups(&mut emit, &block_groups)?;
    Ok(emit.out)
}

/// The row number of each name in the first column of a table.
fn index<'a>(what: &'static str, table: &Table<'a>) -> Result<Index<'a>> {
    let mut ids = BTreeMap::new();
    for (id, row) in table.rows.iter().enumerate() {
        let id = u16::try_from(id).ok().filter(|id| *id != hash::FREE);
        let id = id.ok_or_else(|| table.error(row.line, "more rows than ids"))?;
        if ids.insert(row.cells[0], id).is_some() {
            return Err(table.error(row.line, format!("{what} \"{}\" occurs twice", row.cells[0])));
        }
    }
    Ok(Index { what, ids })
}

pub struct Index<'a> {
    what: &'static str,
    pub ids: BTreeMap<&'a str, u16>,
}

impl Index<'_> {
    pub fn id(&self, table: &Table<'_>, line: usize, name: &str) -> Result<u16> {
        let unknown = || table.error(line, format!("unknown {} \"{name}\"", self.what));
        self.ids.get(name).copied().ok_or_else(unknown)
    }

    /// A hash table from name to row with open addressing, at most half full, so that a lookup ends after one or two
    /// steps.
    fn hashed(&self) -> Vec<u16> {
        let mut places = vec![hash::FREE; (self.ids.len() * 2).next_power_of_two()];
        let mask = places.len() - 1;
        for (name, id) in &self.ids {
            let mut place = hash::of(name) as usize & mask;
            while places[place] != hash::FREE {
                place = (place + 1) & mask;
            }
            places[place] = *id;
        }
        places
    }
}

pub struct Emit<'a> {
    pub items: Index<'a>,
    pub blocks: Index<'a>,
    pub groups: BTreeMap<&'a str, Vec<u16>>,
    pub out: String,
}

pub fn number<T: FromStr>(table: &Table<'_>, line: usize, what: &str, text: &str) -> Result<T> {
    text.parse().map_err(|_| table.error(line, format!("{what} is not a number in range: \"{text}\"")))
}

/// The text of a table cell; `None` for `-`, which means empty.
pub fn some(cell: &str) -> Option<&str> {
    (cell != "-").then_some(cell)
}

fn option(inner: Option<impl Display>) -> String {
    inner.map_or("None".into(), |inner| format!("Some({inner})"))
}

/// The Rust enum variant for a word in a table cell.
pub fn variant(table: &Table<'_>, line: usize, words: &[(&str, &'static str)], cell: &str) -> Result<&'static str> {
    let found = words.iter().find(|(word, _)| *word == cell).map(|(_, variant)| *variant);
    found.ok_or_else(|| table.error(line, format!("unknown word \"{cell}\"")))
}

fn parts<'a, const N: usize>(table: &Table<'_>, line: usize, cell: &'a str) -> Result<[&'a str; N]> {
    let parts: Vec<&str> = cell.split('/').collect();
    parts.try_into().map_err(|_| table.error(line, format!("not {N} parts with / between: \"{cell}\"")))
}

const CLASSES: [(&str, &str); 6] = [
    ("pickaxe", "ToolClass::Pickaxe"),
    ("axe", "ToolClass::Axe"),
    ("shovel", "ToolClass::Shovel"),
    ("hoe", "ToolClass::Hoe"),
    ("sword", "ToolClass::Sword"),
    ("shears", "ToolClass::Shears"),
];
const TIERS: [(&str, &str); 6] = [
    ("wood", "Tier::Wood"),
    ("gold", "Tier::Gold"),
    ("stone", "Tier::Stone"),
    ("iron", "Tier::Iron"),
    ("diamond", "Tier::Diamond"),
    ("netherite", "Tier::Netherite"),
];
const SLOTS: [(&str, &str); 5] = [
    ("off_hand", "EquipSlot::OffHand"),
    ("head", "EquipSlot::Head"),
    ("chest", "EquipSlot::Chest"),
    ("legs", "EquipSlot::Legs"),
    ("feet", "EquipSlot::Feet"),
];
const MATERIALS: [(&str, &str); 6] = [
    ("plain", "Material::Plain"),
    ("leaves", "Material::Leaves"),
    ("wool", "Material::Wool"),
    ("web", "Material::Web"),
    ("vine", "Material::Vine"),
    ("plant", "Material::Plant"),
];
const TEMPERS: [(&str, &str); 3] =
    [("passive", "Temper::Passive"), ("neutral", "Temper::Neutral"), ("hostile", "Temper::Hostile")];
const ATTACKS: [(&str, &str); 5] = [
    ("none", "MobAttack::None"),
    ("melee", "MobAttack::Melee"),
    ("bow", "MobAttack::Bow"),
    ("throw", "MobAttack::Throw"),
    ("explode", "MobAttack::Explode"),
];
pub const STATIONS: [(&str, &str); 4] = [
    ("furnace", "Station::Furnace"),
    ("blast_furnace", "Station::BlastFurnace"),
    ("smoker", "Station::Smoker"),
    ("campfire", "Station::Campfire"),
];

impl Emit<'_> {
    /// Writes `pub static NAME: [TYPE; n] = [...]` to the generated source.
    pub fn array(&mut self, name: &str, of: &str, elements: &[impl Display]) {
        let _ = write!(self.out, "pub static {name}: [{of}; {}] = [", elements.len());
        for element in elements {
            let _ = write!(self.out, "{element},");
        }
        self.out.push_str("];\n");
    }

    pub fn item_list(ids: &[u16]) -> String {
        let ids: Vec<String> = ids.iter().map(|id| format!("ItemId({id})")).collect();
        format!("&[{}]", ids.join(","))
    }

    fn items_and_fuels(&mut self, items: &Table<'_>, fuels: &Table<'_>) -> Result<()> {
        let mut all = Vec::new();
        for row in &items.rows {
            all.push(self.item(items, row)?);
        }
        self.array("ITEMS", "Item", &all);
        let hashed = self.items.hashed();
        self.array("ITEM_NAMES", "u16", &hashed);
        let mut ticks = vec![0_u16; items.rows.len()];
        for row in &fuels.rows {
            let [item, burns] = row.cells[..] else { unreachable!("the table was parsed with two columns") };
            let item = self.items.id(fuels, row.line, item)?;
            let burns = number(fuels, row.line, "ticks", burns)?;
            if burns == 0 || std::mem::replace(&mut ticks[usize::from(item)], burns) != 0 {
                return Err(fuels.error(row.line, "a fuel must stand here once and burn at least a tick"));
            }
        }
        self.array("FUEL_TICKS", "u16", &ticks);
        Ok(())
    }

    fn item(&self, table: &Table<'_>, row: &Row<'_>) -> Result<String> {
        let line = row.line;
        let [name, display, stack, durability, food, places, armour, attack, tool, leaves] = row.cells[..] else {
            unreachable!("the table was parsed with ten columns")
        };
        let stack: u8 = number(table, line, "stack", stack)?;
        let durability: u16 = number(table, line, "durability", durability)?;
        let item = |name: &str| self.items.id(table, line, name).map(|id| format!("ItemId({id})"));
        let food = some(food).map(|cell| {
            let [points, saturation, eat, keeps, harmful] = parts(table, line, cell)?;
            let points: u8 = number(table, line, "points", points)?;
            let saturation: u32 = number(table, line, "saturation", saturation)?;
            let eat: u8 = number(table, line, "ticks to eat", eat)?;
            let keeps = option(some(keeps).map(item).transpose()?);
            let harmful = variant(table, line, &[("harmless", "false"), ("harmful", "true")], harmful)?;
            Ok(format!(
                "Food{{points:{points},saturation_milli:{saturation},eat_ticks:{eat},keeps:{keeps},harmful:{harmful}}}"
            ))
        });
        let places = some(places).map(|name| self.blocks.id(table, line, name).map(|id| format!("BlockId({id})")));
        let armour = some(armour).map(|cell| {
            let [slot, points, toughness] = parts(table, line, cell)?;
            let slot = variant(table, line, &SLOTS, slot)?;
            let points: u8 = number(table, line, "armour points", points)?;
            let toughness: u8 = number(table, line, "toughness", toughness)?;
            Ok(format!("Armour{{slot:{slot},points:{points},toughness:{toughness}}}"))
        });
        let [damage, speed] = parts(table, line, attack)?;
        let damage: u16 = number(table, line, "damage", damage)?;
        let speed: u16 = number(table, line, "attack speed", speed)?;
        let tool = some(tool).map(|cell| {
            let [class, tier, speed] = parts(table, line, cell)?;
            let class = variant(table, line, &CLASSES, class)?;
            let tier = variant(table, line, &TIERS, tier)?;
            let speed: u32 = number(table, line, "tool speed", speed)?;
            Ok(format!("Tool{{class:{class},tier:{tier},speed_milli:{speed}}}"))
        });
        Ok(format!(
            "Item{{name:{name:?},display:{display:?},stack_size:{stack},durability:{durability},food:{},block:{},\
             armour:{},attack:Attack{{damage_milli:{damage},speed_milli:{speed}}},tool:{},leaves:{}}}\n",
            option(food.transpose()?),
            option(places.transpose()?),
            option(armour.transpose()?),
            option(tool.transpose()?),
            option(some(leaves).map(item).transpose()?),
        ))
    }

    fn blocks(&mut self, table: &Table<'_>) -> Result<()> {
        let mut all = Vec::new();
        for row in &table.rows {
            all.push(self.block(table, row)?);
        }
        self.array("BLOCKS", "Block", &all);
        let hashed = self.blocks.hashed();
        self.array("BLOCK_NAMES", "u16", &hashed);
        Ok(())
    }

    fn block(&self, table: &Table<'_>, row: &Row<'_>) -> Result<String> {
        let line = row.line;
        let [name, item, hardness, blast, flags, tool, needs, material, light, filter, drops, young, sheared] =
            row.cells[..]
        else {
            unreachable!("the table was parsed with thirteen columns")
        };
        if let Some(odd) = flags.chars().find(|flag| !"-DSLGR".contains(*flag)) {
            return Err(table.error(line, format!("unknown flag '{odd}'")));
        }
        let item = some(item).map(|name| self.items.id(table, line, name).map(|id| format!("ItemId({id})")));
        let hardness = some(hardness).map(|cell| number::<u32>(table, line, "hardness", cell)).transpose()?;
        let blast: u32 = number(table, line, "blast resistance", blast)?;
        let tool = some(tool).map(|cell| variant(table, line, &CLASSES, cell)).transpose()?;
        let needs = some(needs).map(|cell| variant(table, line, &TIERS, cell)).transpose()?;
        let light: u8 = number(table, line, "light", light)?;
        let filter: u8 = number(table, line, "light filter", filter)?;
        if light > 15 || filter > 15 {
            return Err(table.error(line, "light goes from 0 to 15"));
        }
        Ok(format!(
            "Block{{name:{name:?},item:{},hardness_milli:{},blast_resistance_milli:{blast},diggable:{},solid:{},liquid:{},\
             gravity:{},replaceable:{},tool:{},needs_tool:{},material:{},light:{light},light_filter:{filter},drops:{},\
             young_drops:{},sheared_drops:{}}}\n",
            option(item.transpose()?),
            option(hardness),
            flags.contains('D'),
            flags.contains('S'),
            flags.contains('L'),
            flags.contains('G'),
            flags.contains('R'),
            option(tool),
            option(needs),
            variant(table, line, &MATERIALS, material)?,
            self.drops(table, line, drops)?,
            self.drops(table, line, young)?,
            self.drops(table, line, sheared)?,
        ))
    }

    /// Reads a cell that lists drops, such as `flint@100000! gravel*1-2`.
    fn drops(&self, table: &Table<'_>, line: usize, cell: &str) -> Result<String> {
        let mut all = Vec::new();
        for drop in some(cell).into_iter().flat_map(|cell| cell.split(' ')) {
            let (rest, ends) = drop.strip_suffix('!').map_or((drop, false), |rest| (rest, true));
            let (rest, chance) = match rest.split_once('@') {
                Some((rest, chance)) => (rest, number(table, line, "chance", chance)?),
                None => (rest, CERTAIN_PPM),
            };
            let (name, counts) = rest.split_once('*').unwrap_or((rest, "1"));
            let (min, max) = counts.split_once('-').unwrap_or((counts, counts));
            let (min, max): (u8, u8) = (number(table, line, "count", min)?, number(table, line, "count", max)?);
            if min > max || max == 0 || chance == 0 || chance > CERTAIN_PPM {
                return Err(table.error(line, format!("a drop that cannot be: \"{drop}\"")));
            }
            let id = self.items.id(table, line, name)?;
            all.push(format!("Drop{{item:ItemId({id}),min:{min},max:{max},chance_ppm:{chance},ends:{ends}}}"));
        }
        Ok(format!("&[{}]", all.join(",")))
    }

    /// The numeric ids of a list of item or block names.
    pub fn ids(
        &self,
        table: &Table<'_>,
        line: usize,
        names: impl Iterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<u16>> {
        names.map(|name| self.items.id(table, line, name.as_ref())).collect()
    }

    fn mobs(&mut self, table: &Table<'_>) -> Result<()> {
        let names = index("mob", table)?;
        let mut all = Vec::new();
        for Row { line, cells } in &table.rows {
            let [name, temper, health, damage, speed, width, height, attack, burns, drops] = cells[..] else {
                unreachable!("the table was parsed with ten columns")
            };
            let temper = variant(table, *line, &TEMPERS, temper)?;
            all.push(format!(
                "Mob{{name:{name:?},temper:{temper},hostile:{},health:{},damage:{},speed_milli:{},width_milli:{},\
                 height_milli:{},attack:{},burns_by_day:{},drops:{}}}\n",
                temper == "Temper::Hostile",
                number::<u16>(table, *line, "health", health)?,
                number::<u8>(table, *line, "damage", damage)?,
                number::<u32>(table, *line, "speed", speed)?,
                number::<u32>(table, *line, "width", width)?,
                number::<u32>(table, *line, "height", height)?,
                variant(table, *line, &ATTACKS, attack)?,
                variant(table, *line, &[("yes", "true"), ("no", "false")], burns)?,
                self.drops(table, *line, drops)?,
            ));
        }
        self.array("MOBS", "Mob", &all);
        self.array("MOB_NAMES", "u16", &names.hashed());
        Ok(())
    }
}

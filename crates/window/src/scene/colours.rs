//! The colours and simple shapes of blocks: a table of our own, by parts of their names. No game picture is used.

use gamedata::blocks::{self, Material};
use std::sync::LazyLock;
use vocab::BlockId;

/// How a block is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Form {
    /// Nothing is drawn.
    None = 0,
    Cube = 1,
    /// A cube through which one sees, such as water and glass.
    Clear = 2,
    /// A small plant that stands on the block below.
    Plant = 3,
    Torch = 4,
    /// Half a block high, such as a slab or a bed.
    Half = 5,
    /// A thin layer, such as a carpet or snow.
    Layer = 6,
    /// A cube that gives light, such as lava.
    Glowing = 7,
    Leaves = 8,
}

/// The colours and the form of one kind of block.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub top: u32,
    pub side: u32,
    pub form: Form,
}

impl Look {
    /// Whether nothing behind the block can be seen through it.
    pub fn hides(self) -> bool {
        matches!(self.form, Form::Cube | Form::Glowing)
    }
}

static LOOKS: LazyLock<Vec<Look>> = LazyLock::new(|| blocks::all().iter().map(look_of).collect());

/// How a block is drawn; an unknown number is drawn as nothing.
pub fn look(block: u16) -> Look {
    const NOTHING: Look = Look { top: 0, side: 0, form: Form::None };
    LOOKS.get(usize::from(BlockId(block).0)).copied().unwrap_or(NOTHING)
}

fn look_of(block: &blocks::Block) -> Look {
    let name = block.name;
    let side = colour(name);
    let top = match name {
        "grass_block" => 0x6c_a4_4a,
        "podzol" => 0x6a_4a_26,
        "crafting_table" => 0xc2_9a_60,
        _ if name.ends_with("_log") => mix(side, 0xd9_bb_86),
        _ => side,
    };
    Look { top, side, form: form(block) }
}

fn form(block: &blocks::Block) -> Form {
    let name = block.name;
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match () {
        () if has(&["air", "barrier", "structure_void", "light"]) && block.light_filter == 0 && !block.solid => {
            Form::None
        }
        () if name == "lava" || has(&["glowstone", "sea_lantern", "shroomlight", "magma_block"]) => Form::Glowing,
        () if block.liquid || has(&["glass", "ice"]) || name == "bubble_column" => Form::Clear,
        () if block.material == Material::Leaves || name.ends_with("_leaves") => Form::Leaves,
        () if has(&["torch", "lantern", "end_rod", "candle"]) => Form::Torch,
        () if name.ends_with("_slab") || name.ends_with("_bed") || has(&["daylight_detector", "stonecutter"]) => {
            Form::Half
        }
        () if has(&["carpet", "pressure_plate", "rail", "lily_pad", "redstone_wire", "leaf_litter"])
            || name == "snow" =>
        {
            Form::Layer
        }
        () if !block.solid => Form::Plant,
        () => Form::Cube,
    }
}

/// Colours by a part of the name; the first that fits counts, so exact and longer parts come first.
const COLOURS: &[(&str, u32)] = &[
    ("diamond_ore", 0x7f_b5_b3),
    ("emerald_ore", 0x74_a9_82),
    ("lapis_ore", 0x5c_6f_9f),
    ("redstone_ore", 0xa0_62_5c),
    ("gold_ore", 0xb3_a0_6d),
    ("copper_ore", 0x9c_7d_68),
    ("iron_ore", 0xa8_93_82),
    ("coal_ore", 0x5c_5e_61),
    ("diamond", 0x5f_d9_d3),
    ("emerald", 0x37_c8_6b),
    ("lapis", 0x3a_62_c4),
    ("redstone", 0xb5_32_28),
    ("gold_block", 0xf0_c6_46),
    ("iron_block", 0xd9_dc_de),
    ("copper", 0xc0_6f_4d),
    ("coal_block", 0x2a_2c_30),
    ("grass_block", 0x86_69_45),
    ("mycelium", 0x7b_69_6b),
    ("podzol", 0x86_61_3f),
    ("coarse_dirt", 0x77_56_3b),
    ("farmland", 0x6d_4a_2e),
    ("dirt", 0x86_61_43),
    ("mud", 0x4b_45_4b),
    ("red_sand", 0xb9_63_2b),
    ("sandstone", 0xd8_cb_98),
    ("sand", 0xdb_cf_a0),
    ("gravel", 0x86_80_7d),
    ("clay", 0x9f_a5_b2),
    ("snow", 0xf2_f7_f9),
    ("ice", 0x9f_c0_f2),
    ("water", 0x3f_76_c4),
    ("bubble_column", 0x3f_76_c4),
    ("lava", 0xe0_62_1a),
    ("fire", 0xf0_8b_2c),
    ("obsidian", 0x1c_14_2b),
    ("bedrock", 0x45_45_47),
    ("deepslate", 0x50_50_54),
    ("tuff", 0x6d_6e_67),
    ("calcite", 0xdd_de_da),
    ("granite", 0x95_67_55),
    ("diorite", 0xbd_bd_be),
    ("andesite", 0x88_89_8a),
    ("blackstone", 0x2c_27_2e),
    ("netherrack", 0x6b_2d_2d),
    ("end_stone", 0xdb_de_9e),
    ("quartz", 0xeb_e5_dd),
    ("mossy", 0x6c_79_58),
    ("stone_bricks", 0x7b_7a_7b),
    ("cobblestone", 0x7f_7f_7f),
    ("furnace", 0x6e_6e_6f),
    ("smoker", 0x69_5f_52),
    ("stone", 0x7d_7e_7e),
    ("bricks", 0x96_60_51),
    ("birch_leaves", 0x7f_a0_55),
    ("spruce_leaves", 0x4f_7a_4f),
    ("cherry_leaves", 0xe6_a9_c0),
    ("azalea_leaves", 0x6a_86_3a),
    ("leaves", 0x53_8c_34),
    ("birch_log", 0xd5_d3_c6),
    ("birch", 0xc5_b3_79),
    ("dark_oak_log", 0x3d_2f_1b),
    ("dark_oak", 0x43_2b_14),
    ("spruce_log", 0x3b_26_12),
    ("spruce", 0x73_54_30),
    ("jungle", 0xa0_73_50),
    ("acacia", 0xa8_5a_33),
    ("mangrove", 0x75_35_31),
    ("cherry", 0xe3_b3_ab),
    ("bamboo", 0xb8_a1_4c),
    ("crimson", 0x65_30_46),
    ("warped", 0x2b_69_63),
    ("oak_log", 0x6b_52_30),
    ("oak", 0xa2_82_4e),
    ("crafting_table", 0x8c_63_3a),
    ("chest", 0xa0_73_33),
    ("barrel", 0x87_66_39),
    ("bookshelf", 0x9c_7c_4d),
    ("ladder", 0x9a_77_45),
    ("scaffolding", 0xba_97_52),
    ("hay", 0xb8_9c_1c),
    ("white", 0xe9_ec_ec),
    ("light_gray", 0x8e_8e_86),
    ("gray", 0x3e_44_47),
    ("black", 0x1a_1b_1f),
    ("orange", 0xe0_78_18),
    ("magenta", 0xbb_44_b2),
    ("light_blue", 0x3a_ad_d6),
    ("yellow", 0xf0_c4_27),
    ("lime", 0x6e_b9_1b),
    ("pink", 0xe8_8a_a8),
    ("cyan", 0x15_88_90),
    ("purple", 0x78_29_ab),
    ("blue", 0x35_39_9b),
    ("brown", 0x72_48_29),
    ("green", 0x54_6d_1c),
    ("red_", 0xa0_27_22),
    ("short_grass", 0x6f_a1_4d),
    ("tall_grass", 0x6f_a1_4d),
    ("fern", 0x5f_93_46),
    ("seagrass", 0x3d_8a_3f),
    ("kelp", 0x4a_8b_35),
    ("vine", 0x4d_7d_2c),
    ("dandelion", 0xf0_d2_3c),
    ("poppy", 0xd0_36_2c),
    ("tulip", 0xd9_77_5c),
    ("cornflower", 0x4a_6f_d6),
    ("azure_bluet", 0xdf_e4_e6),
    ("oxeye_daisy", 0xee_ee_e2),
    ("allium", 0xb0_7a_d6),
    ("wheat", 0xc2_a2_45),
    ("carrots", 0x4f_93_2a),
    ("potatoes", 0x5b_93_3a),
    ("beetroots", 0x7a_5a_3a),
    ("sugar_cane", 0x92_c0_62),
    ("cactus", 0x55_80_2c),
    ("pumpkin", 0xcc_76_1c),
    ("melon", 0x6f_91_28),
    ("sapling", 0x58_8f_3a),
    ("mushroom", 0x9b_6d_52),
    ("moss", 0x5a_6f_2c),
    ("torch", 0xff_c8_5a),
    ("lantern", 0xff_c8_5a),
    ("glowstone", 0xe6_bd_7c),
    ("magma", 0x9c_4a_1f),
    ("glass", 0xc3_de_e6),
    ("wool", 0xe9_ec_ec),
    ("cobweb", 0xe4_e8_ea),
    ("bed", 0xa0_27_22),
    ("rail", 0x8f_80_6a),
    ("door", 0x9a_77_45),
];

/// The colour of a block, `0xRRGGBB`; a name that no row fits gets a quiet one of its own.
fn colour(name: &str) -> u32 {
    if let Some((_, colour)) = COLOURS.iter().find(|(part, _)| name.contains(part)) {
        return *colour;
    }
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    mix(hash & 0xff_ff_ff, 0x8a_8a_86)
}

/// The middle of two colours.
const fn mix(a: u32, b: u32) -> u32 {
    ((a & 0xfe_fe_fe) >> 1) + ((b & 0xfe_fe_fe) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Look {
        look(blocks::named(name).unwrap().0)
    }

    #[test]
    fn well_known_blocks_look_as_people_expect() {
        for (name, form) in [
            ("air", Form::None),
            ("cave_air", Form::None),
            ("stone", Form::Cube),
            ("grass_block", Form::Cube),
            ("oak_leaves", Form::Leaves),
            ("water", Form::Clear),
            ("glass", Form::Clear),
            ("short_grass", Form::Plant),
            ("torch", Form::Torch),
            ("oak_slab", Form::Half),
            ("lava", Form::Glowing),
        ] {
            assert_eq!(named(name).form, form, "{name}");
        }
        assert!(named("stone").hides() && !named("glass").hides() && !named("oak_leaves").hides());
        let green = named("grass_block").top;
        assert!(green >> 8 & 255 > green >> 16, "grass is green on top: {green:06x}");
    }

    #[test]
    fn unknown_numbers_are_drawn_as_nothing() {
        assert_eq!(look(u16::MAX).form, Form::None);
    }
}

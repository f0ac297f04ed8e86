//! Structure files of third-party writers, and what we write ourselves, read back.

use blueprint::{Draft, DraftModule, Format, SHIPPED, StateText, Target, read, resolve, write};
use std::collections::BTreeMap;
use std::path::Path;

fn fixture(name: &str) -> Draft {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/blueprint").join(name);
    read(&std::fs::read(path).unwrap()).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// What is at a place, in words; "" where the file says nothing.
fn at(draft: &Draft, place: [u32; 3]) -> String {
    let entry = draft.cells[draft.index(place)];
    draft.palette.get(usize::from(entry)).map_or(String::new(), ToString::to_string)
}

#[test]
fn files_of_third_party_writers_are_read_cell_by_cell() {
    let stairs = "oak_stairs[facing=east,half=bottom,shape=straight,waterlogged=false]";
    for (name, format, version, size, blocks) in [
        ("mcschematic_house.schem", Format::Sponge, 2, [4, 3, 4], 44),
        ("litemapy_house.litematic", Format::Litematic, 6, [7, 3, 4], 50),
    ] {
        let draft = fixture(name);
        assert_eq!((draft.format, draft.version, draft.size), (format, Some(version), size), "{name}");
        assert_eq!(draft.blocks().map(|(_, count)| count).sum::<u64>(), blocks, "{name}");
        for (place, expected) in [
            ([0, 0, 0], "cobblestone"),
            ([0, 1, 0], "oak_log[axis=y]"),
            ([1, 1, 1], stairs),
            ([1, 1, 3], "air"),
            ([3, 2, 3], "oak_slab[type=bottom,waterlogged=false]"),
        ] {
            assert_eq!(at(&draft, place), expected, "{name} at {place:?}");
        }
    }
    let litematic = fixture("litemapy_house.litematic");
    assert_eq!(litematic.name.as_deref(), Some("litemapy_house"));
    assert_eq!(at(&litematic, [5, 2, 3]), "stone_bricks", "a region with negative sides lies below its position");
    assert_eq!(at(&litematic, [4, 0, 0]), "", "what no region covers is left alone");
    let post = fixture("prismarine_post.schem");
    assert_eq!((post.format, post.version, post.size), (Format::Sponge, Some(2), [3, 3, 3]));
    assert_eq!(at(&post, [0, 1, 0]), "oak_stairs[facing=west,half=top,shape=straight,waterlogged=false]");
    assert_eq!(at(&post, [1, 2, 1]).split('[').next(), Some("oak_fence"));
}

/// The cells of a draft as words, with "nothing said" as air where the format knows no such cell.
fn words(draft: &Draft, nothing_is_air: bool) -> Vec<String> {
    let air = StateText::named("air").to_string();
    let word = |cell: &u16| match draft.palette.get(usize::from(*cell)) {
        Some(state) => state.to_string(),
        None if nothing_is_air => air.clone(),
        None => String::new(),
    };
    draft.cells.iter().map(word).collect()
}

/// A module's id, kind and prerequisites, and what it writes in words: a palette may be in another order when it is read back.
type Module<'a> = (&'a str, &'a str, &'a [String], Vec<(u32, String)>);

fn modules(draft: &Draft) -> Vec<Module<'_>> {
    let word = |(cell, entry): &(u32, u16)| (*cell, draft.palette[usize::from(*entry)].to_string());
    let module = |own: &'_ DraftModule| own.writes.iter().map(word).collect();
    draft.modules.iter().map(|own| (own.id.as_str(), own.kind.as_str(), &own.after[..], module(own))).collect()
}

#[test]
fn every_format_gives_back_what_was_written() {
    let files = ["mcschematic_house.schem", "litemapy_house.litematic", "prismarine_post.schem"].map(fixture);
    let shipped = SHIPPED.map(|(_, text)| read(text.as_bytes()).unwrap());
    for draft in files.into_iter().chain(shipped) {
        for (target, format, fills) in [
            (Target::Stead, Format::Stead, false),
            (Target::Structure, Format::Structure, false),
            (Target::Sponge, Format::Sponge, true),
            (Target::Litematic, Format::Litematic, true),
        ] {
            let bytes = write(&draft, target).unwrap();
            let back = read(&bytes).unwrap_or_else(|fault| panic!("{format}: {fault}"));
            assert_eq!((back.format, back.size), (format, draft.size));
            assert!(words(&back, fills) == words(&draft, fills), "{format} of {:?}", draft.name);
            assert_eq!(write(&draft, target).unwrap(), bytes, "the same structure gives the same file");
        }
        let back = read(&write(&draft, Target::Stead).unwrap()).unwrap();
        assert_eq!((modules(&back), &back.front, back.sunk), (modules(&draft), &draft.front, draft.sunk));
    }
}

#[test]
fn more_states_than_fit_into_a_byte_or_a_long_survive_every_format() {
    let states: Vec<String> = (0..300).map(|at| format!("mod:block_{at}")).collect();
    let legend: Vec<String> = (0..300_u32)
        .map(|at| format!("{:?} = \"mod:block_{at}\"", char::from_u32(0x4e00 + at).unwrap().to_string()))
        .collect();
    let row: String = (0..300_u32).map(|at| char::from_u32(0x4e00 + at).unwrap()).collect();
    let text = format!(
        "format = \"stead-blueprint\"\nversion = 1\nname = \"many\"\nsize = [300, 1, 1]\n[legend]\n{}\n[[layer]]\ny = 0\nrows = [\"{row}\"]\n",
        legend.join("\n")
    );
    let draft = read(text.as_bytes()).unwrap();
    for target in [Target::Stead, Target::Sponge, Target::Litematic, Target::Structure] {
        let back = read(&write(&draft, target).unwrap()).unwrap();
        assert_eq!(words(&back, true), states, "{target:?}");
    }
}

#[test]
fn what_is_left_out_is_told_by_name() {
    let text = "format = \"stead-blueprint\"\nversion = 1\nname = \"odd\"\nsize = [6, 1, 1]\n[legend]\n\
                a = \"grass\"\nb = \"create:hand_crank\"\nc = \"piston_head\"\nd = \"stone\"\ne = \"oak_leaves[persistent=false]\"\n\
                f = \"bush\"\n[[layer]]\ny = 0\nrows = [\"abcdef\"]\n";
    let resolved = resolve(read(text.as_bytes()).unwrap(), "odd");
    let names = |map: &BTreeMap<String, u64>| map.keys().cloned().collect::<Vec<_>>().join(",");
    assert_eq!(names(&resolved.left_out.unknown), "bush,create:hand_crank");
    assert_eq!(names(&resolved.left_out.unplaceable), "piston_head[facing=north,short=false,type=normal]");
    assert_eq!(resolved.renamed.get("grass").map(String::as_str), Some("short_grass"));
    assert_eq!(names(&resolved.materials), "oak_leaves,piston_head,short_grass,stone");
    assert_eq!((resolved.blocks, resolved.states), (6, 6));
    let blueprint = resolved.blueprint.unwrap();
    assert_eq!(blueprint.blocks(), 3, "leaves are built as a hand places them");
}

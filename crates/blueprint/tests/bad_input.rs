//! Damaged and hostile files: each gets an error of one line, soon and without much memory.

use blueprint::{CELLS_MAX, FILE_BYTES_MAX, Fault, read};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use std::io::Write;

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn fixtures() -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/blueprint");
    let names = ["mcschematic_house.schem", "litemapy_house.litematic", "prismarine_post.schem"];
    names.iter().map(|name| std::fs::read(folder.join(name)).unwrap()).collect()
}

/// Writes NBT by hand: a tag with a name, then its content.
fn tag(kind: u8, name: &str, content: &[u8]) -> Vec<u8> {
    let length = (name.len() as u16).to_be_bytes();
    [&[kind][..], &length, name.as_bytes(), content].concat()
}

fn int(name: &str, value: i32) -> Vec<u8> {
    tag(3, name, &value.to_be_bytes())
}

fn short(name: &str, value: i16) -> Vec<u8> {
    tag(2, name, &value.to_be_bytes())
}

fn byte_array(name: &str, bytes: &[u8]) -> Vec<u8> {
    tag(7, name, &[&(bytes.len() as i32).to_be_bytes(), bytes].concat())
}

fn compound(name: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    tag(10, name, &[parts.concat(), vec![0]].concat())
}

fn list(name: &str, kind: u8, count: i32, content: &[u8]) -> Vec<u8> {
    tag(9, name, &[&[kind][..], &count.to_be_bytes(), content].concat())
}

/// A Sponge schematic of version 2 with these sides, palette numbers and data.
fn sponge([x, y, z]: [i16; 3], entries: &[(&str, i32)], data: &[u8]) -> Vec<u8> {
    let palette: Vec<Vec<u8>> = entries.iter().map(|(name, number)| int(name, *number)).collect();
    let parts = [
        int("Version", 2),
        short("Width", x),
        short("Height", y),
        short("Length", z),
        compound("Palette", &palette),
        byte_array("BlockData", data),
    ];
    compound("Schematic", &parts)
}

fn litematic(size: [i32; 3], longs: i32) -> Vec<u8> {
    let corner = |name: &str, [x, y, z]: [i32; 3]| compound(name, &[int("x", x), int("y", y), int("z", z)]);
    let air = [tag(8, "Name", &[&[0, 13][..], b"minecraft:air"].concat()), vec![0]].concat();
    let region = compound(
        "r",
        &[
            corner("Position", [0, 0, 0]),
            corner("Size", size),
            list("BlockStatePalette", 10, 1, &air),
            tag(12, "BlockStates", &[&longs.to_be_bytes()[..], &vec![0; longs as usize * 8]].concat()),
        ],
    );
    compound("", &[int("Version", 6), compound("Regions", &[region])])
}

fn structure(size: [i32; 3], state: i32, pos: [i32; 3]) -> Vec<u8> {
    let ints = |name: &str, values: [i32; 3]| list(name, 3, 3, &values.map(i32::to_be_bytes).concat());
    let stone = [tag(8, "Name", &[&[0, 5][..], b"stone"].concat()), vec![0]].concat();
    let block = [int("state", state), ints("pos", pos), vec![0]].concat();
    compound("", &[ints("size", size), list("palette", 10, 1, &stone), list("blocks", 10, 1, &block)])
}

fn fault(bytes: &[u8]) -> String {
    let fault = read(bytes).map(|draft| draft.size).expect_err("a bad file is refused");
    let text = fault.to_string();
    assert!(!text.contains('\n') && text.len() < 400, "{text}");
    text
}

#[test]
fn sound_files_made_by_hand_are_read() {
    assert!(read(&sponge([2, 1, 1], &[("stone", 0), ("air", 1)], &[0, 1])).is_ok());
    assert!(read(&litematic([2, -3, 4], 1)).is_ok());
    assert!(read(&structure([2, 2, 2], 0, [1, 1, 1])).is_ok());
}

#[test]
fn each_kind_of_bad_file_has_its_message() {
    let deep = [[10, 0, 0].repeat(600), vec![0; 601]].concat();
    let mut objects = [&[10, 0, 0, 9, 0, 1, b'a', 10][..], &13_000_000_i32.to_be_bytes()].concat();
    objects.resize(objects.len() + 13_000_001, 0);
    for (bytes, part) in [
        (vec![], "the file is empty"),
        (vec![0x1f, 0x8b, 9, 9, 9], "damaged"),
        (packed(b""), "the file is empty"),
        (b"\xff\xfe\x00".to_vec(), "not a structure file"),
        (compound("", &[int("x", 1)]), "not a structure file"),
        (vec![10, 0, 0, 3, 0, 9], "cut off"),
        (deep, "nested deeper"),
        (objects, "more than 12000000 tags"),
        (packed(&vec![b' '; 65 << 20]), "unpacks to more"),
        (vec![b'x'; FILE_BYTES_MAX as usize + 1], "at most"),
        (
            compound("Schematic", &[short("Width", 1), byte_array("Blocks", &[0]), tag(8, "Materials", &[0, 0])]),
            "MCEdit",
        ),
        (sponge([0, 1, 1], &[("stone", 0)], &[]), "size 0x1x1"),
        (sponge([-1, -1, -1], &[("stone", 0)], &[]), "more than 33554432 cells"),
        (sponge([2, 1, 1], &[("stone", 0)], &[0]), "data for 1 of 2 cells"),
        (sponge([1, 1, 1], &[("stone", 0)], &[5]), "names entry 5"),
        (sponge([1, 1, 1], &[("stone", 70_000)], &[0]), "different block states"),
        (sponge([1, 1, 1], &[("stone[", 0)], &[0]), "not a block state"),
        (sponge([1, 1, 1], &[("stone", 0)], &[0xff, 0xff, 0xff, 0xff, 0xff]), "names entry"),
        (litematic([0, 1, 1], 1), "size 0x1x1"),
        (litematic([70_000, 1, 1], 1), "size 70000x1x1"),
        (litematic([100, 100, 100], 1), "data for 32 of 1000000 cells"),
        (structure([-1, 2, 2], 0, [0, 0, 0]), "size -1x2x2"),
        (structure([2, 2, 2], 0, [2, 0, 0]), "outside"),
        (structure([2, 2, 2], 7, [0, 0, 0]), "names entry 7"),
        (structure([30_000, 30_000, 1], 0, [0, 0, 0]), "more than 33554432 cells"),
    ] {
        let found = fault(&bytes);
        assert!(found.contains(part), "{part:?} is not in {found:?}");
    }
    assert_eq!(CELLS_MAX, 33_554_432);
}

#[test]
fn a_text_that_contradicts_itself_is_refused_with_its_place() {
    let text = |size: &str, rest: &str| {
        format!("format = \"stead-blueprint\"\nversion = 1\nname = \"x\"\nsize = {size}\n{rest}")
    };
    let legend = "[legend]\na = \"stone\"\n";
    for (text, part) in [
        (text("[1, 1, 1]", "sunk = 1\n[legend]\n"), "at least one layer"),
        (text("[1, 1, 1]", "front = \"up\"\n[legend]\n"), "front is \"up\""),
        (text("[1, 1]", legend), "line 4"),
        (text("[1, 1, 1]", "[legend]\nab = \"stone\"\n"), "must be one character"),
        (text("[1, 1, 1]", "[legend]\n\" \" = \"stone\"\n"), "space"),
        (text("[1, 1, 1]", legend), "no layer"),
        (text("[1, 1, 1]", &format!("{legend}[[layer]]\ny = 3\nrows = [\"a\"]")), "layer 3: outside"),
        (text("[1, 1, 1]", &format!("{legend}[[layer]]\ny = [0, 0]\nrows = [\"a\"]")), "drawn twice"),
        (text("[1, 1, 1]", &format!("{legend}[[layer]]\ny = 0\nrows = [\"a\", \"a\"]")), "2 rows"),
        (text("[1, 1, 1]", &format!("{legend}[[layer]]\ny = 0\nrows = [\"aa\"]")), "row 1: 2 characters"),
        (text("[1, 1, 1]", &format!("{legend}[[layer]]\ny = 0\nrows = [\"b\"]")), "'b' is not in the legend"),
        (text("[1, 1, 1]", &format!("{legend}colour = \"red\"\n")), "must be one character"),
        (text("[1, 1, 1]", &format!("{legend}[[module]]\nid = \"m\"\nkind = \"attic\"\n")), "none of site"),
        (
            text("[1, 1, 1]", &format!("{legend}[[module]]\nid = \"m\"\nkind = \"roof\"\nafter = [\"n\"]\n")),
            "no module above",
        ),
        (
            text(
                "[1, 1, 1]",
                &format!(
                    "{legend}[[module]]\nid = \"m\"\nkind = \"walls\"\n[[module.layer]]\ny = 0\nrows = [\"a\"]\n\
                     [[module]]\nid = \"n\"\nkind = \"roof\"\n[[module.layer]]\ny = 0\nrows = [\"a\"]\n"
                ),
            ),
            "again without coming after it",
        ),
    ] {
        let found = fault(text.as_bytes());
        assert!(found.contains(part), "{part:?} is not in {found:?}");
    }
    assert!(matches!(read(b"a = 1"), Err(Fault::Toml(_))));
}

#[test]
fn a_file_cut_off_anywhere_is_refused_or_read_whole() {
    for bytes in fixtures() {
        for length in 0..bytes.len() {
            let _ = read(&bytes[..length]); // no panic; the last bytes of gzip are a checksum, without which it is whole
        }
        assert!(read(&bytes[..bytes.len() / 2]).is_err());
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    #[test]
    fn no_change_of_a_real_file_makes_the_reader_panic(which in 0_usize..3, at in any::<usize>(), byte in any::<u8>()) {
        let packed = fixtures().swap_remove(which);
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut bytes).unwrap();
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = read(&bytes);
    }
}

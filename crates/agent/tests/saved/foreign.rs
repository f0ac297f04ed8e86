//! A life as another program would have saved it. In that program every struct has its fields in another order and one
//! field more, every enum its variants in another order, every table its rows in another order, and the mind lacks a
//! field that it has today.

use super::{opened, opened_as, this_program};
use agent::lasting::Description;
use shapes::{Int, Palettes, Shape, Shapes, Type, Variant};
use std::collections::BTreeMap;
use std::path::Path;
use store::{Epoch, State, Upgraded};
use vocab::digest::encode;

/// The program that saved it, as it calls itself.
pub const PROGRAM: &str = "stead of another land";
/// A field of every struct that today's program does not have.
const GONE: (&str, &str) = ("a_field_that_is_gone", "nothing");
/// A struct and its field that the other program does not have.
const NOT_YET: (&str, &str) = ("Mind", "told");
/// Where the payload of a saved world begins, and where its checksum and its length lie.
const HEAD: usize = 96;
const SUM: usize = 24;
const LENGTH: usize = 88;

/// Rewrites the life in a directory as the other program would have saved it. Returns that program.
pub fn estrange(dir: &Path) -> Epoch {
    let kept = opened(dir).newest;
    let today = Description::of_epoch(&this_program()).unwrap();
    let there = Description {
        palettes: reversed_palettes(&today.palettes),
        mind: reversed(&today.mind),
        input: None,
        world: reversed(&today.world),
        chronicle: reversed(&today.chronicle),
    };
    let rows: BTreeMap<String, (u64, u8)> = (today.palettes.iter())
        .map(|(table, palette)| (table.clone(), (palette.rows().len() as u64, palette.low_bits)))
        .collect();
    let translate = |bytes: &[u8], shapes: &Shapes| {
        let mut old = Bytes { rest: bytes, shapes, rows: &rows };
        let new = old.value(&shapes.root);
        assert!(old.rest.is_empty(), "all of it was described");
        new
    };
    let state = State {
        mind: translate(&kept.state.mind, &today.mind),
        world: kept.state.world.map(|body| with_world(&body, |payload| translate(payload, &today.world))),
        chronicle: translate(&kept.state.chronicle, &today.chronicle),
    };
    let epoch = Epoch { program: PROGRAM.into(), shapes: encode(&there), ..this_program() };
    let as_there = |_: &Epoch, _: &store::Kept| Ok(Upgraded { state: state.clone(), losses: Vec::new() });
    drop(opened_as(dir, &epoch, as_there));
    for copy in store::copies(dir) {
        std::fs::remove_file(copy).unwrap();
    }
    epoch
}

/// Changes the payload of the world in a saved body.
fn with_world(body: &[u8], change: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let asked = 4 + u32::from_le_bytes(body[..4].try_into().unwrap()) as usize;
    let (before, world) = body.split_at(asked);
    let payload = change(&world[HEAD..]);
    let mut head = world[..HEAD].to_vec();
    head[SUM..SUM + 32].copy_from_slice(blake3::hash(&payload).as_bytes());
    head[LENGTH..LENGTH + 8].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    [before, &head, &payload].concat()
}

fn reversed_palettes(palettes: &Palettes) -> Palettes {
    let mut palettes = palettes.clone();
    for palette in palettes.values_mut() {
        palette.names = palette.rows();
        palette.names.reverse();
    }
    palettes
}

fn reversed(shapes: &Shapes) -> Shapes {
    let mut shapes = shapes.clone();
    for (name, of) in &mut shapes.types {
        match of {
            Type::Struct(fields) => {
                fields.retain(|(field, _)| (name.as_str(), field.as_str()) != NOT_YET);
                fields.push((GONE.0.into(), Shape::Str));
                fields.reverse();
            }
            Type::Enum(variants) => variants.reverse(),
            Type::Newtype(_) | Type::Tuple(_) => {}
        }
    }
    shapes
}

/// Saved bytes that are left to be rewritten.
struct Bytes<'a> {
    rest: &'a [u8],
    shapes: &'a Shapes,
    rows: &'a BTreeMap<String, (u64, u8)>,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Vec<u8> {
        let (taken, left) = self.rest.split_at(length);
        self.rest = left;
        taken.to_vec()
    }

    /// A number of variable length, as it is written.
    fn number(&mut self) -> Vec<u8> {
        let length = self.rest.iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
        self.take(length)
    }

    fn counted(&mut self, mut each: impl FnMut(&mut Self) -> Vec<u8>) -> Vec<u8> {
        let count = self.number();
        let values: Vec<u8> = (0..worth(&count)).flat_map(|_| each(self)).collect();
        [count, values].concat()
    }

    fn all(&mut self, shapes: &'a [Shape]) -> Vec<u8> {
        shapes.iter().flat_map(|shape| self.value(shape)).collect()
    }

    fn value(&mut self, shape: &'a Shape) -> Vec<u8> {
        match shape {
            Shape::Unknown => panic!("something saved is not described"),
            Shape::Unit => Vec::new(),
            Shape::Bool | Shape::Int(Int::U8 | Int::I8) => self.take(1),
            Shape::Int(_) => self.number(),
            Shape::F32 => self.take(4),
            Shape::F64 => self.take(8),
            Shape::Str | Shape::Bytes => self.counted(|left| left.take(1)),
            Shape::Option(some) => match self.take(1) {
                there if there == [1] => [there, self.value(some)].concat(),
                nothing => nothing,
            },
            Shape::Seq(element) => self.counted(|left| left.value(element)),
            Shape::Map(key, value) => self.counted(|left| [left.value(key), left.value(value)].concat()),
            Shape::Tuple(shapes) => self.all(shapes),
            Shape::Array(element, count) => (0..*count).flat_map(|_| self.value(element)).collect(),
            Shape::Numbered { table, as_int } => {
                let number = if *as_int == Int::U8 { self.take(1) } else { self.number() };
                let (rows, low_bits) = self.rows[table];
                let (row, low) = (worth(&number) >> low_bits, worth(&number) & ((1 << low_bits) - 1));
                written(((rows - 1 - row) << low_bits) | low)
            }
            Shape::Of(index) => {
                let (name, of) = &self.shapes.types[*index as usize];
                self.of(name, of)
            }
        }
    }

    fn of(&mut self, name: &str, of: &'a Type) -> Vec<u8> {
        match of {
            Type::Newtype(shape) => self.value(shape),
            Type::Tuple(shapes) => self.all(shapes),
            Type::Struct(fields) => {
                let values = fields.iter().map(|(field, shape)| (field, self.value(shape))).collect::<Vec<_>>();
                let kept = values.into_iter().filter(|(field, _)| (name, field.as_str()) != NOT_YET);
                let mut kept: Vec<Vec<u8>> = kept.map(|(_, value)| value).collect();
                kept.push([written(GONE.1.len() as u64), GONE.1.into()].concat());
                kept.reverse();
                kept.concat()
            }
            Type::Enum(variants) => {
                let chosen = worth(&self.number());
                let value = match &variants[chosen as usize].1 {
                    Variant::Unknown => panic!("a saved variant is not described"),
                    Variant::Unit => Vec::new(),
                    Variant::Newtype(shape) => self.value(shape),
                    Variant::Tuple(shapes) => self.all(shapes),
                    Variant::Struct(fields) => fields.iter().flat_map(|(_, shape)| self.value(shape)).collect(),
                };
                [written(variants.len() as u64 - 1 - chosen), value].concat()
            }
        }
    }
}

fn worth(number: &[u8]) -> u64 {
    number.iter().rev().fold(0, |worth, byte| worth << 7 | u64::from(byte & 0x7f))
}

fn written(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

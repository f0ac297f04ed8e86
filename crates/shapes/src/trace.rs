//! Finds the shape of a type: lets it deserialize itself from made-up values, again and again, until every variant of
//! every enum in it was seen.

mod finish;
mod spot;

use crate::shape::{Shape, Shapes, Type, Variant};
use serde::de::DeserializeOwned;
use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// Tracing ends after this many passes without news: enums inside of enums take turns, so a pass may bring none.
const QUIET_PASSES: u32 = 12;
/// Most passes over a type. The largest enums have some fifty variants.
const PASSES_MAX: u32 = 4_000;
/// Made-up values are nested this deep at most; below it, lists are empty and options are `None`.
const DEPTH_MAX: u32 = 96;

/// Why the shape of a type could not be found.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TraceError {
    #[error("{0}; give the tracer a sample text for it, or trace the checked part alone before")]
    Refused(String),
    #[error(
        "{0} has a field with an alias, so that its fields cannot be told apart; rename the field in the old description \
         instead, with `Shapes::rename_field`"
    )]
    Alias(&'static str),
    #[error("a type is nested deeper than {DEPTH_MAX} levels without an end")]
    Endless,
}

impl serde::de::Error for TraceError {
    fn custom<T: fmt::Display>(message: T) -> TraceError {
        TraceError::Refused(message.to_string())
    }
}

/// Collects the shapes of types.
#[derive(Debug, Default)]
pub struct Tracer {
    /// Names of newtypes that hold row numbers of a table.
    tables: BTreeSet<String>,
    /// Texts for types that do not accept the empty one, by a part of their path.
    samples: Vec<(&'static str, &'static str)>,
    types: Vec<Traced>,
    index: BTreeMap<(&'static str, &'static str), u32>,
    incomplete: BTreeSet<u32>,
    depth: u32,
    news: bool,
}

/// A type that was met.
#[derive(Debug)]
struct Traced {
    name: &'static str,
    of: Type,
    /// How many values of it are being made at the moment, one inside the other.
    open: u32,
    /// Whose turn it is among the variants that are not fully known.
    turn: usize,
}

impl Tracer {
    /// A tracer that takes newtypes with these names as row numbers of tables.
    pub fn new<'a>(tables: impl IntoIterator<Item = &'a String>) -> Tracer {
        Tracer { tables: tables.into_iter().cloned().collect(), ..Tracer::default() }
    }

    /// Gives types whose path ends like this the text to be made from.
    pub fn with_sample(mut self, path: &'static str, text: &'static str) -> Tracer {
        self.samples.push((path, text));
        self
    }

    /// The shape of a type. Types that check themselves beyond their parts can be traced after those parts: then
    /// their lists are empty.
    pub fn trace<T: DeserializeOwned>(&mut self) -> Result<Shapes, TraceError> {
        let mut root = Shape::Unknown;
        let mut quiet = 0;
        for _ in 0..PASSES_MAX {
            self.find_incomplete();
            if !self.wants(&root) {
                break;
            }
            self.news = false;
            let mut met = Shape::Unknown;
            let spot =
                spot::Spot { tracer: self, path: type_name::<T>().to_string(), known: root.clone(), out: &mut met };
            T::deserialize(spot)?;
            self.close_all();
            root = merged(root, met);
            quiet = if self.news { 0 } else { quiet + 1 };
            if quiet > QUIET_PASSES {
                break;
            }
        }
        Ok(finish::finish(self, &root))
    }

    fn close_all(&mut self) {
        self.depth = 0;
        for traced in &mut self.types {
            traced.open = 0;
        }
    }

    /// Finds the types that hold something unknown, directly or in what they are made of.
    fn find_incomplete(&mut self) {
        let mut incomplete: BTreeSet<u32> = BTreeSet::new();
        loop {
            let before = incomplete.len();
            for (index, traced) in (0..).zip(&self.types) {
                if !incomplete.contains(&index) && any_shape(&traced.of, &mut |shape| lacks(shape, &incomplete)) {
                    incomplete.insert(index);
                }
            }
            if incomplete.len() == before {
                break;
            }
        }
        self.incomplete = incomplete;
    }

    /// Whether making a value of this shape could bring news.
    fn wants(&self, shape: &Shape) -> bool {
        self.depth < DEPTH_MAX
            && lacks(shape, &self.incomplete)
            && !mentions(shape, &|index| self.types[index as usize].open > 0)
    }

    /// The index of a type. It is known by its visitor, because only that is never shared: two types may have one name,
    /// and a field with a reading function of its own hides what type it reads.
    fn type_index(&mut self, visitor: &'static str, name: &'static str, fresh: impl FnOnce() -> Type) -> u32 {
        let key = (visitor, name);
        if let Some(index) = self.index.get(&key) {
            return *index;
        }
        let index = self.types.len() as u32;
        self.types.push(Traced { name, of: fresh(), open: 0, turn: 0 });
        self.index.insert(key, index);
        self.incomplete.insert(index);
        self.news = true;
        index
    }

    fn open(&mut self, index: u32) -> Result<(), TraceError> {
        self.types[index as usize].open += 1;
        self.depth += 1;
        if self.depth > 2 * DEPTH_MAX { Err(TraceError::Endless) } else { Ok(()) }
    }

    fn close(&mut self, index: u32) {
        let open = &mut self.types[index as usize].open;
        *open = open.saturating_sub(1);
        self.depth = self.depth.saturating_sub(1);
    }

    /// Adds what was learned of a type.
    fn learn(&mut self, index: u32, met: Type) {
        let known = self.types[index as usize].of.clone();
        let of = merged_type(known.clone(), met);
        self.news |= of != known;
        self.types[index as usize].of = of;
    }

    /// The variant of an enum to be made next.
    fn choose(&mut self, index: u32) -> usize {
        let Type::Enum(variants) = &self.types[index as usize].of else { return 0 };
        let (open, turn) = (self.types[index as usize].open, self.types[index as usize].turn);
        let ends = |variant: &Variant| {
            let mut busy = |shape: &Shape| mentions(shape, &|index| self.types[index as usize].open > 0);
            *variant != Variant::Unknown && !any_in_variant(variant, &mut busy)
        };
        // Inside of itself an enum takes a variant that ends, so that values do not grow forever.
        if open > 1
            && let Some(end) = variants.iter().position(|(_, variant)| ends(variant))
        {
            return end;
        }
        if let Some(unknown) = variants.iter().position(|(_, variant)| *variant == Variant::Unknown) {
            return unknown;
        }
        let wanted: Vec<usize> = variants
            .iter()
            .enumerate()
            .filter(|(_, (_, variant))| any_in_variant(variant, &mut |shape| self.wants(shape)))
            .map(|(place, _)| place)
            .collect();
        if !wanted.is_empty() {
            self.types[index as usize].turn += 1;
            return wanted[turn % wanted.len()];
        }
        let unit = variants.iter().position(|(_, variant)| *variant == Variant::Unit);
        unit.or_else(|| variants.iter().position(|(_, variant)| ends(variant))).unwrap_or(0)
    }

    fn sample(&self, path: &str) -> &'static str {
        self.samples.iter().find(|(part, _)| path.contains(part)).map_or("", |(_, text)| text)
    }
}

/// Whether something of the shape is unknown.
fn lacks(shape: &Shape, incomplete: &BTreeSet<u32>) -> bool {
    match shape {
        Shape::Unknown => true,
        Shape::Of(index) => incomplete.contains(index),
        Shape::Option(inner) | Shape::Seq(inner) | Shape::Array(inner, _) => lacks(inner, incomplete),
        Shape::Map(key, value) => lacks(key, incomplete) || lacks(value, incomplete),
        Shape::Tuple(shapes) => shapes.iter().any(|shape| lacks(shape, incomplete)),
        _ => false,
    }
}

/// Whether the shape names a type for which `busy` is true.
fn mentions(shape: &Shape, busy: &dyn Fn(u32) -> bool) -> bool {
    match shape {
        Shape::Of(index) => busy(*index),
        Shape::Option(inner) | Shape::Seq(inner) | Shape::Array(inner, _) => mentions(inner, busy),
        Shape::Map(key, value) => mentions(key, busy) || mentions(value, busy),
        Shape::Tuple(shapes) => shapes.iter().any(|shape| mentions(shape, busy)),
        _ => false,
    }
}

fn any_shape(of: &Type, is: &mut dyn FnMut(&Shape) -> bool) -> bool {
    match of {
        Type::Newtype(shape) => is(shape),
        Type::Tuple(shapes) => shapes.iter().any(is),
        Type::Struct(fields) => fields.iter().any(|(_, shape)| is(shape)),
        Type::Enum(variants) => {
            variants.iter().any(|(_, variant)| *variant == Variant::Unknown || any_in_variant(variant, is))
        }
    }
}

fn any_in_variant(variant: &Variant, is: &mut dyn FnMut(&Shape) -> bool) -> bool {
    match variant {
        Variant::Unknown | Variant::Unit => false,
        Variant::Newtype(shape) => is(shape),
        Variant::Tuple(shapes) => shapes.iter().any(is),
        Variant::Struct(fields) => fields.iter().any(|(_, shape)| is(shape)),
    }
}

/// Two pictures of one shape as one: what one does not know, the other may.
fn merged(a: Shape, b: Shape) -> Shape {
    let both = |a: Box<Shape>, b: Box<Shape>| Box::new(merged(*a, *b));
    match (a, b) {
        (Shape::Option(a), Shape::Option(b)) => Shape::Option(both(a, b)),
        (Shape::Seq(a), Shape::Seq(b)) => Shape::Seq(both(a, b)),
        (Shape::Map(a, c), Shape::Map(b, d)) => Shape::Map(both(a, b), both(c, d)),
        (Shape::Tuple(a), Shape::Tuple(b)) => Shape::Tuple(merged_list(a, b)),
        (Shape::Unknown, known) | (known, _) => known,
    }
}

fn merged_list(a: Vec<Shape>, b: Vec<Shape>) -> Vec<Shape> {
    a.into_iter().zip(b).map(|(a, b)| merged(a, b)).collect()
}

fn merged_fields(a: Vec<(String, Shape)>, b: Vec<(String, Shape)>) -> Vec<(String, Shape)> {
    a.into_iter().zip(b).map(|((name, a), (_, b))| (name, merged(a, b))).collect()
}

fn merged_type(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Newtype(a), Type::Newtype(b)) => Type::Newtype(merged(a, b)),
        (Type::Tuple(a), Type::Tuple(b)) => Type::Tuple(merged_list(a, b)),
        (Type::Struct(a), Type::Struct(b)) => Type::Struct(merged_fields(a, b)),
        (Type::Enum(a), Type::Enum(b)) => {
            let both = a.into_iter().zip(b);
            Type::Enum(both.map(|((name, a), (_, b))| (name, merged_variant(a, b))).collect())
        }
        (known, _) => known,
    }
}

fn merged_variant(a: Variant, b: Variant) -> Variant {
    match (a, b) {
        (Variant::Newtype(a), Variant::Newtype(b)) => Variant::Newtype(merged(a, b)),
        (Variant::Tuple(a), Variant::Tuple(b)) => Variant::Tuple(merged_list(a, b)),
        (Variant::Struct(a), Variant::Struct(b)) => Variant::Struct(merged_fields(a, b)),
        (Variant::Unknown, known) | (known, _) => known,
    }
}

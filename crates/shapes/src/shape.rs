//! The shape of data: what its bytes mean, in which order, under which names.

use crate::nested;
use serde::{Deserialize, Serialize};
use vocab::Digest;

/// How a whole number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Int {
    U8,
    U16,
    U32,
    U64,
    U128,
    I8,
    I16,
    I32,
    I64,
    I128,
}

/// The shape of one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Nothing is known of this value, because no value of the type that holds it could be made.
    Unknown,
    Unit,
    Bool,
    Int(Int),
    F32,
    F64,
    Str,
    Bytes,
    Option(#[serde(deserialize_with = "nested::shape")] Box<Shape>),
    Seq(#[serde(deserialize_with = "nested::shape")] Box<Shape>),
    Map(
        #[serde(deserialize_with = "nested::shape")] Box<Shape>,
        #[serde(deserialize_with = "nested::shape")] Box<Shape>,
    ),
    Tuple(#[serde(deserialize_with = "nested::shapes")] Vec<Shape>),
    /// A fixed number of equal values.
    Array(#[serde(deserialize_with = "nested::shape")] Box<Shape>, u32),
    /// A row number of a table of names, such as the items of the game.
    Numbered {
        table: String,
        as_int: Int,
    },
    /// A struct or enum: its index in [`Shapes::types`].
    Of(u32),
}

/// The shape of a struct or an enum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Type {
    Newtype(Shape),
    Tuple(Vec<Shape>),
    Struct(Vec<(String, Shape)>),
    Enum(Vec<(String, Variant)>),
}

/// The shape of one variant of an enum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Variant {
    /// No value of this variant could be made.
    Unknown,
    Unit,
    Newtype(Shape),
    Tuple(Vec<Shape>),
    Struct(Vec<(String, Shape)>),
}

/// The shape of a value and of all types in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shapes {
    pub root: Shape,
    /// Each type with its name, in the order in which they are met from the root. Names need not be unique.
    pub types: Vec<(String, Type)>,
}

impl Shape {
    fn rename_table(&mut self, from: &str, to: &str) {
        match self {
            Shape::Numbered { table, .. } if table == from => *table = to.into(),
            Shape::Option(inner) | Shape::Seq(inner) | Shape::Array(inner, _) => inner.rename_table(from, to),
            Shape::Map(key, value) => [key, value].into_iter().for_each(|shape| shape.rename_table(from, to)),
            Shape::Tuple(shapes) => shapes.iter_mut().for_each(|shape| shape.rename_table(from, to)),
            _ => {}
        }
    }
}

impl Type {
    /// The shapes of its fields.
    fn shapes(&mut self) -> Vec<&mut Shape> {
        match self {
            Type::Newtype(shape) => vec![shape],
            Type::Tuple(shapes) => shapes.iter_mut().collect(),
            Type::Struct(fields) => fields.iter_mut().map(|(_, shape)| shape).collect(),
            Type::Enum(variants) => variants.iter_mut().flat_map(|(_, variant)| variant.shapes()).collect(),
        }
    }
}

impl Variant {
    fn shapes(&mut self) -> Vec<&mut Shape> {
        match self {
            Variant::Unknown | Variant::Unit => Vec::new(),
            Variant::Newtype(shape) => vec![shape],
            Variant::Tuple(shapes) => shapes.iter_mut().collect(),
            Variant::Struct(fields) => fields.iter_mut().map(|(_, shape)| shape).collect(),
        }
    }
}

impl Shapes {
    /// The digest of the shape. Data of two programs with equal digests have the same layout.
    pub fn digest(&self) -> Digest {
        Digest::of("shapes", self)
    }

    /// Gives a field of every struct with the name `of` another name, for a program that calls it so today.
    pub fn rename_field(&mut self, of: &str, from: &str, to: &str) {
        for (name, shape) in &mut self.types {
            if let Type::Struct(fields) = shape
                && name == of
            {
                fields.iter_mut().filter(|(field, _)| field == from).for_each(|(field, _)| *field = to.into());
            }
        }
    }

    /// Gives a table of names another name, for a program that calls it so today.
    pub fn rename_table(&mut self, from: &str, to: &str) {
        self.root.rename_table(from, to);
        for shape in self.types.iter_mut().flat_map(|(_, of)| of.shapes()) {
            shape.rename_table(from, to);
        }
    }

    pub(crate) fn of_index(&self, index: u32) -> Option<&(String, Type)> {
        self.types.get(index as usize)
    }

    /// One line for each type, for people and for tests that pin the shape.
    pub fn lines(&self) -> String {
        let types = self.types.iter().enumerate();
        let lines = types.map(|(index, (name, of))| format!("{name}.{index} = {}\n", self.type_words(of)));
        [format!("{}\n", self.words(&self.root))].into_iter().chain(lines).collect()
    }

    fn type_words(&self, of: &Type) -> String {
        match of {
            Type::Newtype(shape) => format!("({})", self.words(shape)),
            Type::Tuple(shapes) => format!("({})", self.list(shapes)),
            Type::Struct(fields) => format!("{{{}}}", self.fields(fields)),
            Type::Enum(variants) => {
                let words: Vec<String> = variants.iter().map(|(name, of)| self.variant_words(name, of)).collect();
                words.join(" | ")
            }
        }
    }

    fn variant_words(&self, name: &str, variant: &Variant) -> String {
        match variant {
            Variant::Unknown => format!("{name}?"),
            Variant::Unit => name.to_string(),
            Variant::Newtype(shape) => format!("{name}({})", self.words(shape)),
            Variant::Tuple(shapes) => format!("{name}({})", self.list(shapes)),
            Variant::Struct(fields) => format!("{name} {{{}}}", self.fields(fields)),
        }
    }

    fn list(&self, shapes: &[Shape]) -> String {
        shapes.iter().map(|shape| self.words(shape)).collect::<Vec<_>>().join(", ")
    }

    fn fields(&self, fields: &[(String, Shape)]) -> String {
        fields.iter().map(|(name, shape)| format!("{name}: {}", self.words(shape))).collect::<Vec<_>>().join(", ")
    }

    fn words(&self, shape: &Shape) -> String {
        match shape {
            Shape::Unknown => "?".into(),
            Shape::Unit => "()".into(),
            Shape::Bool => "bool".into(),
            Shape::Int(int) => format!("{int:?}").to_lowercase(),
            Shape::F32 => "f32".into(),
            Shape::F64 => "f64".into(),
            Shape::Str => "str".into(),
            Shape::Bytes => "bytes".into(),
            Shape::Option(some) => format!("{}?", self.words(some)),
            Shape::Seq(element) => format!("[{}]", self.words(element)),
            Shape::Map(key, value) => format!("[{} -> {}]", self.words(key), self.words(value)),
            Shape::Tuple(shapes) => format!("({})", self.list(shapes)),
            Shape::Array(element, length) => format!("[{}; {length}]", self.words(element)),
            Shape::Numbered { table, .. } => format!("a row of {table}"),
            Shape::Of(index) => match self.of_index(*index) {
                Some((name, _)) => format!("{name}.{index}"),
                None => format!("?.{index}"),
            },
        }
    }
}

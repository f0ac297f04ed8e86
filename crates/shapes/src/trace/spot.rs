//! One place in a made-up value: tells the type that asks what it is given, and notes what it asked for.

use crate::shape::{Int, Shape, Type, Variant};
use crate::trace::{TraceError, Tracer};
use serde::de::value::U32Deserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::any::type_name;
use vocab::salvage::SALVAGED;

/// A place in a made-up value.
pub struct Spot<'t> {
    pub tracer: &'t mut Tracer,
    /// The path of the type that is made here, as far as it is known.
    pub path: String,
    /// What is known of the shape here from earlier passes.
    pub known: Shape,
    /// The shape that is met here.
    pub out: &'t mut Shape,
}

macro_rules! ints {
    ($($method:ident $visit:ident $int:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
            *self.out = Shape::Int(Int::$int);
            visitor.$visit(0)
        }
    )*};
}

impl<'de> Deserializer<'de> for Spot<'_> {
    type Error = TraceError;

    ints! {
        deserialize_u8 visit_u8 U8
        deserialize_u16 visit_u16 U16
        deserialize_u32 visit_u32 U32
        deserialize_u64 visit_u64 U64
        deserialize_u128 visit_u128 U128
        deserialize_i8 visit_i8 I8
        deserialize_i16 visit_i16 I16
        deserialize_i32 visit_i32 I32
        deserialize_i64 visit_i64 I64
        deserialize_i128 visit_i128 I128
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, TraceError> {
        Err(TraceError::Refused(format!("{} does not say what it is made of", self.path)))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::Bool;
        visitor.visit_bool(false)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::F32;
        visitor.visit_f32(0.0)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::F64;
        visitor.visit_f64(0.0)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::Str;
        visitor.visit_char('a')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::Str;
        visitor.visit_str(self.tracer.sample(&self.path))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::Bytes;
        visitor.visit_bytes(&[])
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        let known = match self.known {
            Shape::Option(known) => *known,
            _ => Shape::Unknown,
        };
        if !self.tracer.wants(&known) {
            *self.out = Shape::Option(Box::new(known));
            return visitor.visit_none();
        }
        let mut met = Shape::Unknown;
        let path = format!("{} some", self.path);
        let some = visitor.visit_some(Spot { tracer: self.tracer, path, known, out: &mut met });
        *self.out = Shape::Option(Box::new(met));
        some
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        *self.out = Shape::Unit;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, TraceError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TraceError> {
        if name == SALVAGED {
            return visitor.visit_newtype_struct(self);
        }
        let mut met = Shape::Unknown;
        let path = format!("{} new", self.path);
        if self.tracer.tables.contains(name) {
            let value =
                visitor.visit_newtype_struct(Spot { tracer: self.tracer, path, known: Shape::Unknown, out: &mut met });
            *self.out = match met {
                Shape::Int(as_int) => Shape::Numbered { table: name.to_string(), as_int },
                other => other,
            };
            return value;
        }
        let index = self.tracer.type_index(type_name::<V>(), name, || Type::Newtype(Shape::Unknown));
        let known = match &self.tracer.types[index as usize].of {
            Type::Newtype(known) => known.clone(),
            _ => Shape::Unknown,
        };
        self.tracer.open(index)?;
        let value = visitor.visit_newtype_struct(Spot { tracer: self.tracer, path, known, out: &mut met });
        self.tracer.close(index);
        self.tracer.learn(index, Type::Newtype(met));
        *self.out = Shape::Of(index);
        value
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        let known = match self.known {
            Shape::Seq(known) => *known,
            _ => Shape::Unknown,
        };
        let mut elements = if self.tracer.wants(&known) { vec![known.clone()] } else { Vec::new() };
        let list = visitor.visit_seq(Elements { tracer: self.tracer, shapes: &mut elements, next: 0 });
        *self.out = Shape::Seq(Box::new(elements.pop().unwrap_or(known)));
        list
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, TraceError> {
        let mut shapes = match self.known {
            Shape::Tuple(shapes) => shapes,
            _ => vec![Shape::Unknown; len],
        };
        let tuple = visitor.visit_seq(Elements { tracer: self.tracer, shapes: &mut shapes, next: 0 });
        *self.out = Shape::Tuple(shapes);
        tuple
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, TraceError> {
        let index = self.tracer.type_index(type_name::<V>(), name, || Type::Tuple(vec![Shape::Unknown; len]));
        let mut shapes = match &self.tracer.types[index as usize].of {
            Type::Tuple(shapes) => shapes.clone(),
            _ => vec![Shape::Unknown; len],
        };
        self.tracer.open(index)?;
        let tuple = visitor.visit_seq(Elements { tracer: self.tracer, shapes: &mut shapes, next: 0 });
        self.tracer.close(index);
        self.tracer.learn(index, Type::Tuple(shapes));
        *self.out = Shape::Of(index);
        tuple
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        let (mut key, mut value) = match self.known {
            Shape::Map(key, value) => (*key, *value),
            _ => (Shape::Unknown, Shape::Unknown),
        };
        let left = self.tracer.wants(&key) || self.tracer.wants(&value);
        let map = visitor.visit_map(Entries { tracer: self.tracer, key: &mut key, value: &mut value, left });
        *self.out = Shape::Map(Box::new(key), Box::new(value));
        map
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TraceError> {
        let index = self.tracer.type_index(type_name::<V>(), name, || Type::Struct(blank(fields)));
        let mut shapes: Vec<Shape> = match &self.tracer.types[index as usize].of {
            Type::Struct(known) => known.iter().map(|(_, shape)| shape.clone()).collect(),
            _ => vec![Shape::Unknown; fields.len()],
        };
        self.tracer.open(index)?;
        let mut elements = Elements { tracer: &mut *self.tracer, shapes: &mut shapes, next: 0 };
        let value = visitor.visit_seq(&mut elements);
        let taken = elements.next;
        self.tracer.close(index);
        // Serde counts aliases among the names, and does not say which ones are.
        if value.is_ok() && taken < fields.len() {
            return Err(TraceError::Alias(name));
        }
        self.tracer.learn(index, Type::Struct(named(fields, shapes)));
        *self.out = Shape::Of(index);
        value
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TraceError> {
        let unknown = || variants.iter().map(|name| (name.to_string(), Variant::Unknown)).collect();
        let index = self.tracer.type_index(type_name::<V>(), name, || Type::Enum(unknown()));
        self.tracer.open(index)?;
        let chosen = self.tracer.choose(index);
        let mut met = Variant::Unknown;
        let known = match &self.tracer.types[index as usize].of {
            Type::Enum(known) => known[chosen].1.clone(),
            _ => Variant::Unknown,
        };
        let value = visitor.visit_enum(Choice { tracer: self.tracer, chosen: chosen as u32, known, out: &mut met });
        self.tracer.close(index);
        let mut learned: Vec<(String, Variant)> = unknown();
        learned[chosen].1 = met;
        self.tracer.learn(index, Type::Enum(learned));
        *self.out = Shape::Of(index);
        value
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TraceError> {
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

fn blank(fields: &[&str]) -> Vec<(String, Shape)> {
    fields.iter().map(|name| (name.to_string(), Shape::Unknown)).collect()
}

fn named(fields: &[&str], shapes: Vec<Shape>) -> Vec<(String, Shape)> {
    fields.iter().map(ToString::to_string).zip(shapes).collect()
}

/// The parts of a made-up list, tuple or struct.
struct Elements<'t> {
    tracer: &'t mut Tracer,
    shapes: &'t mut Vec<Shape>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = TraceError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, TraceError> {
        let Some(known) = self.shapes.get(self.next).cloned() else { return Ok(None) };
        let mut met = Shape::Unknown;
        let path = type_name::<S::Value>().to_string();
        let value = seed.deserialize(Spot { tracer: self.tracer, path, known: known.clone(), out: &mut met })?;
        self.shapes[self.next] = super::merged(known, met);
        self.next += 1;
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.shapes.len() - self.next)
    }
}

/// The entry of a made-up map.
struct Entries<'t> {
    tracer: &'t mut Tracer,
    key: &'t mut Shape,
    value: &'t mut Shape,
    left: bool,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = TraceError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, TraceError> {
        if !std::mem::take(&mut self.left) {
            return Ok(None);
        }
        let mut met = Shape::Unknown;
        let path = type_name::<S::Value>().to_string();
        let spot = Spot { tracer: self.tracer, path, known: self.key.clone(), out: &mut met };
        let value = seed.deserialize(spot)?;
        *self.key = super::merged(self.key.clone(), met);
        Ok(Some(value))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, TraceError> {
        let mut met = Shape::Unknown;
        let path = type_name::<S::Value>().to_string();
        let spot = Spot { tracer: self.tracer, path, known: self.value.clone(), out: &mut met };
        let value = seed.deserialize(spot)?;
        *self.value = super::merged(self.value.clone(), met);
        Ok(value)
    }
}

/// The chosen variant of a made-up enum.
struct Choice<'t> {
    tracer: &'t mut Tracer,
    chosen: u32,
    known: Variant,
    out: &'t mut Variant,
}

impl<'de, 't> EnumAccess<'de> for Choice<'t> {
    type Error = TraceError;
    type Variant = Choice<'t>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Choice<'t>), TraceError> {
        let number: U32Deserializer<TraceError> = self.chosen.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'_> {
    type Error = TraceError;

    fn unit_variant(self) -> Result<(), TraceError> {
        *self.out = Variant::Unit;
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, TraceError> {
        let known = match self.known {
            Variant::Newtype(known) => known,
            _ => Shape::Unknown,
        };
        let mut met = Shape::Unknown;
        let path = type_name::<S::Value>().to_string();
        let value = seed.deserialize(Spot { tracer: self.tracer, path, known, out: &mut met })?;
        *self.out = Variant::Newtype(met);
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, TraceError> {
        let mut shapes = match self.known {
            Variant::Tuple(known) => known,
            _ => vec![Shape::Unknown; len],
        };
        let value = visitor.visit_seq(Elements { tracer: self.tracer, shapes: &mut shapes, next: 0 })?;
        *self.out = Variant::Tuple(shapes);
        Ok(value)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TraceError> {
        let mut shapes = match self.known {
            Variant::Struct(known) => known.into_iter().map(|(_, shape)| shape).collect(),
            _ => vec![Shape::Unknown; fields.len()],
        };
        let mut elements = Elements { tracer: self.tracer, shapes: &mut shapes, next: 0 };
        let value = visitor.visit_seq(&mut elements)?;
        if elements.next < fields.len() {
            return Err(TraceError::Alias("a variant of an enum"));
        }
        *self.out = Variant::Struct(named(fields, shapes));
        Ok(value)
    }
}

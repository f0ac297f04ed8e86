//! One place in old bytes, as a source that types of today read themselves from.

use crate::read::{RAISED, ReadError, Reader};
use crate::shape::{Int, Shape, Type, Variant};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;
use vocab::salvage::SALVAGED;

/// A place in the bytes, and the shape of what is there.
pub struct At<'a, 'de> {
    pub reader: &'a mut Reader<'de>,
    pub shape: &'de Shape,
}

impl<'a, 'de> At<'a, 'de> {
    /// The same place below the newtypes around it.
    fn bare(self) -> Result<At<'a, 'de>, ReadError> {
        let mut at = self;
        while let Shape::Of(index) = at.shape
            && let Type::Newtype(inner) = at.reader.of(*index)?
        {
            at.reader.count()?;
            at.shape = inner;
        }
        Ok(at)
    }

    fn plain<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let At { reader, shape } = self.bare()?;
        match shape {
            Shape::Unknown => Err(ReadError::Malformed("a value that is not described")),
            Shape::Unit => visitor.visit_unit(),
            Shape::Bool => visitor.visit_bool(reader.flag()?),
            Shape::Int(int) => match int {
                Int::I8 | Int::I16 | Int::I32 | Int::I64 => {
                    let number = reader.signed(*int)?;
                    visitor.visit_i64(i64::try_from(number).map_err(|_| ReadError::Malformed("a number too large"))?)
                }
                Int::I128 => visitor.visit_i128(reader.signed(*int)?),
                Int::U128 => visitor.visit_u128(reader.unsigned(*int)?),
                _ => visitor.visit_u64(narrow(reader.unsigned(*int)?)?),
            },
            Shape::Numbered { table, as_int } => {
                let number = narrow(reader.unsigned(*as_int)?)?;
                visitor.visit_u64(reader.translated(table, number)?)
            }
            Shape::F32 => {
                let bytes = reader.take(4)?;
                visitor.visit_f32(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            }
            Shape::F64 => {
                let bytes: [u8; 8] = reader.take(8)?.try_into().map_err(|_| ReadError::Short)?;
                visitor.visit_f64(f64::from_le_bytes(bytes))
            }
            Shape::Str => {
                let length = reader.length()?;
                let text = std::str::from_utf8(reader.take(length)?);
                visitor.visit_borrowed_str(text.map_err(|_| ReadError::Malformed("a text that is not UTF-8"))?)
            }
            Shape::Bytes => {
                let length = reader.length()?;
                visitor.visit_borrowed_bytes(reader.take(length)?)
            }
            Shape::Option(some) => {
                if reader.flag()? {
                    reader.deeper(|reader| At { reader, shape: some }.deserialize_any(visitor))
                } else {
                    visitor.visit_none()
                }
            }
            Shape::Seq(element) => {
                let left = reader.length()?;
                reader.deeper(|reader| visitor.visit_seq(List { reader, element, left }))
            }
            Shape::Array(element, left) => {
                let left = *left as usize;
                reader.deeper(|reader| visitor.visit_seq(List { reader, element, left }))
            }
            Shape::Map(key, value) => {
                let left = reader.length()?;
                reader.deeper(|reader| visitor.visit_map(Entries { reader, key, value, left }))
            }
            Shape::Tuple(shapes) => reader.deeper(|reader| visitor.visit_seq(Parts { reader, shapes })),
            Shape::Of(index) => match reader.of(*index)? {
                Type::Newtype(_) => Err(ReadError::Malformed("a newtype without an end")),
                Type::Tuple(shapes) => reader.deeper(|reader| visitor.visit_seq(Parts { reader, shapes })),
                Type::Struct(fields) => {
                    reader.deeper(|reader| visitor.visit_map(Fields { reader, left: fields, known: None }))
                }
                Type::Enum(variants) => {
                    let (name, variant) = reader.variant(variants)?;
                    reader.deeper(|reader| visitor.visit_enum(Chosen { reader, name, variant }))
                }
            },
        }
    }
}

fn narrow(number: u128) -> Result<u64, ReadError> {
    u64::try_from(number).map_err(|_| ReadError::Malformed("a number too large"))
}

impl<'de> Deserializer<'de> for At<'_, 'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.plain(visitor)
    }

    /// A value that was not optional before is there.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.shape {
            Shape::Option(some) => {
                if self.reader.flag()? {
                    self.reader.deeper(|reader| visitor.visit_some(At { reader, shape: some }))
                } else {
                    visitor.visit_none()
                }
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let At { reader, shape } = self;
        if name == SALVAGED {
            let (start, depth, places) = (reader.at, reader.depth, reader.place.len());
            RAISED.take();
            let value = visitor.visit_some(At { reader: &mut *reader, shape })?;
            let read_to = reader.at;
            (reader.at, reader.depth) = (start, depth);
            reader.place.truncate(places);
            reader.skip(shape)?;
            match RAISED.take() {
                Some(why) => reader.lose(why),
                None if reader.at != read_to => reader.lose("it cannot be read".into()),
                None => {}
            }
            return Ok(value);
        }
        match shape {
            Shape::Of(index) if matches!(reader.of(*index)?, Type::Newtype(_)) => {
                let Type::Newtype(inner) = reader.of(*index)? else { return Err(ReadError::Short) };
                reader.deeper(|reader| visitor.visit_newtype_struct(At { reader, shape: inner }))
            }
            _ => reader.deeper(|reader| visitor.visit_newtype_struct(At { reader, shape })),
        }
    }

    /// Fields that the struct of today does not have are passed over, also where it would refuse unknown ones.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let At { reader, shape } = self.bare()?;
        if let Shape::Of(index) = shape
            && let Type::Struct(fields) = reader.of(*index)?
        {
            return reader.deeper(|reader| visitor.visit_map(Fields { reader, left: fields, known: Some(known) }));
        }
        At { reader, shape }.plain(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.reader.skip(self.shape)?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map enum identifier
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The rest of a list.
struct List<'a, 'de> {
    reader: &'a mut Reader<'de>,
    element: &'de Shape,
    left: usize,
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, ReadError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.reader.count()?;
        seed.deserialize(At { reader: self.reader, shape: self.element }).map(Some)
    }

    /// A length that is not true must not reserve memory beyond the bytes that are there.
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.reader.bytes.len() - self.reader.at))
    }
}

/// The rest of a tuple.
struct Parts<'a, 'de> {
    reader: &'a mut Reader<'de>,
    shapes: &'de [Shape],
}

impl<'de> SeqAccess<'de> for Parts<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, ReadError> {
        let Some((shape, rest)) = self.shapes.split_first() else { return Ok(None) };
        self.shapes = rest;
        seed.deserialize(At { reader: self.reader, shape }).map(Some)
    }
}

/// The rest of a map.
struct Entries<'a, 'de> {
    reader: &'a mut Reader<'de>,
    key: &'de Shape,
    value: &'de Shape,
    left: usize,
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, ReadError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.reader.count()?;
        seed.deserialize(At { reader: self.reader, shape: self.key }).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        seed.deserialize(At { reader: self.reader, shape: self.value })
    }
}

/// The remaining fields of a struct, each with its name.
struct Fields<'a, 'de> {
    reader: &'a mut Reader<'de>,
    left: &'de [(String, Shape)],
    /// The fields that the struct of today has; others are passed over.
    known: Option<&'static [&'static str]>,
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, ReadError> {
        while let (Some(((name, shape), rest)), Some(known)) = (self.left.split_first(), self.known)
            && !known.contains(&name.as_str())
        {
            self.reader.skip(shape)?;
            self.left = rest;
        }
        let Some((name, _)) = self.left.first() else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        let Some(((name, shape), rest)) = self.left.split_first() else { return Err(ReadError::Short) };
        self.left = rest;
        self.reader.place.push(name);
        let value = seed.deserialize(At { reader: self.reader, shape })?;
        self.reader.place.pop(); // after an error the place says where it was
        Ok(value)
    }
}

/// A variant of an enum.
struct Chosen<'a, 'de> {
    reader: &'a mut Reader<'de>,
    name: &'de str,
    variant: &'de Variant,
}

impl<'a, 'de> EnumAccess<'de> for Chosen<'a, 'de> {
    type Error = ReadError;
    type Variant = Chosen<'a, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Chosen<'a, 'de>), ReadError> {
        Ok((seed.deserialize(BorrowedStrDeserializer::<ReadError>::new(self.name))?, self))
    }
}

fn other_variant<T>(name: &str) -> Result<T, ReadError> {
    Err(serde::de::Error::custom(format_args!("{name} is made of other parts now")))
}

impl<'de> VariantAccess<'de> for Chosen<'_, 'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        self.reader.skip_variant(self.variant)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ReadError> {
        match self.variant {
            Variant::Newtype(shape) => seed.deserialize(At { reader: self.reader, shape }),
            _ => other_variant(self.name),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        match self.variant {
            Variant::Tuple(shapes) => visitor.visit_seq(Parts { reader: self.reader, shapes }),
            _ => other_variant(self.name),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.variant {
            Variant::Struct(fields) => {
                visitor.visit_map(Fields { reader: self.reader, left: fields, known: Some(known) })
            }
            _ => other_variant(self.name),
        }
    }
}

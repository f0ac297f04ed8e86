//! Reads plain values from bytes, and passes over values that nobody wants.

use crate::read::{ReadError, Reader};
use crate::shape::{Int, Shape, Type, Variant};

impl<'de> Reader<'de> {
    pub(crate) fn byte(&mut self) -> Result<u8, ReadError> {
        let byte = *self.bytes.get(self.at).ok_or(ReadError::Short)?;
        self.at += 1;
        Ok(byte)
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'de [u8], ReadError> {
        let end = self.at.checked_add(length).ok_or(ReadError::Short)?;
        let bytes = self.bytes.get(self.at..end).ok_or(ReadError::Short)?;
        self.at = end;
        Ok(bytes)
    }

    /// A number of variable length: seven bits a byte, the lowest first.
    pub(crate) fn varint(&mut self) -> Result<u128, ReadError> {
        let mut number = 0u128;
        for place in 0..19 {
            let byte = self.byte()?;
            number |= u128::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(ReadError::Malformed("a number without an end"))
    }

    pub(crate) fn unsigned(&mut self, int: Int) -> Result<u128, ReadError> {
        if int == Int::U8 { self.byte().map(u128::from) } else { self.varint() }
    }

    pub(crate) fn signed(&mut self, int: Int) -> Result<i128, ReadError> {
        if int == Int::I8 {
            return self.byte().map(|byte| i128::from(byte.cast_signed()));
        }
        let folded = self.varint()?;
        Ok((folded >> 1).cast_signed() ^ -((folded & 1).cast_signed()))
    }

    pub(crate) fn length(&mut self) -> Result<usize, ReadError> {
        // Nothing that is saved has more elements than its whole has bytes, so a wrong length cannot cost more than that.
        let length = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        if length > self.bytes.len() { Err(ReadError::Malformed("a length beyond its end")) } else { Ok(length) }
    }

    pub(crate) fn flag(&mut self) -> Result<bool, ReadError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(ReadError::Malformed("a flag that is neither yes nor no")),
        }
    }

    pub(crate) fn of(&self, index: u32) -> Result<&'de Type, ReadError> {
        self.shapes.of_index(index).map(|(_, of)| of).ok_or(ReadError::Malformed("a type that is not described"))
    }

    pub(crate) fn variant(
        &mut self,
        variants: &'de [(String, Variant)],
    ) -> Result<(&'de str, &'de Variant), ReadError> {
        let number = self.length()?;
        let (name, variant) = variants.get(number).ok_or(ReadError::Malformed("a variant that is not described"))?;
        Ok((name, variant))
    }

    /// Passes over a value.
    pub(crate) fn skip(&mut self, shape: &'de Shape) -> Result<(), ReadError> {
        self.deeper(|reader| reader.skip_here(shape))
    }

    fn skip_here(&mut self, shape: &'de Shape) -> Result<(), ReadError> {
        match shape {
            Shape::Unknown => Err(ReadError::Malformed("a value that is not described")),
            Shape::Unit => Ok(()),
            Shape::Bool => self.flag().map(drop),
            Shape::Int(int) | Shape::Numbered { as_int: int, .. } => match int {
                Int::I8 | Int::I16 | Int::I32 | Int::I64 | Int::I128 => self.signed(*int).map(drop),
                _ => self.unsigned(*int).map(drop),
            },
            Shape::F32 => self.take(4).map(drop),
            Shape::F64 => self.take(8).map(drop),
            Shape::Str | Shape::Bytes => {
                let length = self.length()?;
                self.take(length).map(drop)
            }
            Shape::Option(some) => {
                if self.flag()? {
                    self.skip(some)?;
                }
                Ok(())
            }
            Shape::Seq(element) => {
                let length = self.length()?;
                (0..length).try_for_each(|_| self.skip(element))
            }
            Shape::Map(key, value) => {
                let length = self.length()?;
                (0..length).try_for_each(|_| self.skip(key).and_then(|()| self.skip(value)))
            }
            Shape::Tuple(shapes) => shapes.iter().try_for_each(|shape| self.skip(shape)),
            Shape::Array(element, length) => (0..*length).try_for_each(|_| self.skip(element)),
            Shape::Of(index) => match self.of(*index)? {
                Type::Newtype(shape) => self.skip(shape),
                Type::Tuple(shapes) => shapes.iter().try_for_each(|shape| self.skip(shape)),
                Type::Struct(fields) => fields.iter().try_for_each(|(_, shape)| self.skip(shape)),
                Type::Enum(variants) => {
                    let (_, variant) = self.variant(variants)?;
                    self.skip_variant(variant)
                }
            },
        }
    }

    pub(crate) fn skip_variant(&mut self, variant: &'de Variant) -> Result<(), ReadError> {
        match variant {
            Variant::Unknown => Err(ReadError::Malformed("a variant of which nothing is known")),
            Variant::Unit => Ok(()),
            Variant::Newtype(shape) => self.skip(shape),
            Variant::Tuple(shapes) => shapes.iter().try_for_each(|shape| self.skip(shape)),
            Variant::Struct(fields) => fields.iter().try_for_each(|(_, shape)| self.skip(shape)),
        }
    }
}

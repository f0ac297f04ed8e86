//! Puts traced types into an order that depends on nothing but the shape itself: the order in which they are met.

use crate::shape::{Shape, Shapes, Type, Variant};
use crate::trace::Tracer;
use std::collections::BTreeMap;

/// The shape with its types numbered in the order in which they are met from the root.
pub fn finish(tracer: &Tracer, root: &Shape) -> Shapes {
    let mut order = Order { tracer, numbers: BTreeMap::new(), types: Vec::new() };
    let root = order.shape(root);
    let types = order.types.into_iter().flatten().collect();
    Shapes { root, types }
}

struct Order<'t> {
    tracer: &'t Tracer,
    numbers: BTreeMap<u32, u32>,
    types: Vec<Option<(String, Type)>>,
}

impl Order<'_> {
    fn shape(&mut self, shape: &Shape) -> Shape {
        let mut inner = |shape: &Shape| Box::new(self.shape(shape));
        match shape {
            Shape::Of(index) => Shape::Of(self.number(*index)),
            Shape::Option(some) => Shape::Option(inner(some)),
            Shape::Seq(element) => Shape::Seq(inner(element)),
            Shape::Map(key, value) => Shape::Map(inner(key), inner(value)),
            Shape::Tuple(shapes) => {
                let shapes = self.list(shapes);
                match shapes.split_first() {
                    Some((first, rest)) if !rest.is_empty() && rest.iter().all(|shape| shape == first) => {
                        Shape::Array(Box::new(first.clone()), shapes.len() as u32)
                    }
                    _ => Shape::Tuple(shapes),
                }
            }
            plain => plain.clone(),
        }
    }

    fn number(&mut self, index: u32) -> u32 {
        if let Some(number) = self.numbers.get(&index) {
            return *number;
        }
        let number = self.types.len() as u32;
        self.numbers.insert(index, number);
        self.types.push(None);
        let traced = &self.tracer.types[index as usize];
        let of = match &traced.of {
            Type::Newtype(shape) => Type::Newtype(self.shape(shape)),
            Type::Tuple(shapes) => Type::Tuple(self.list(shapes)),
            Type::Struct(fields) => Type::Struct(self.fields(fields)),
            Type::Enum(variants) => {
                Type::Enum(variants.iter().map(|(name, variant)| (name.clone(), self.variant(variant))).collect())
            }
        };
        self.types[number as usize] = Some((traced.name.to_string(), of));
        number
    }

    fn variant(&mut self, variant: &Variant) -> Variant {
        match variant {
            Variant::Unknown => Variant::Unknown,
            Variant::Unit => Variant::Unit,
            Variant::Newtype(shape) => Variant::Newtype(self.shape(shape)),
            Variant::Tuple(shapes) => Variant::Tuple(self.list(shapes)),
            Variant::Struct(fields) => Variant::Struct(self.fields(fields)),
        }
    }

    fn list(&mut self, shapes: &[Shape]) -> Vec<Shape> {
        shapes.iter().map(|shape| self.shape(shape)).collect()
    }

    fn fields(&mut self, fields: &[(String, Shape)]) -> Vec<(String, Shape)> {
        fields.iter().map(|(name, shape)| (name.clone(), self.shape(shape))).collect()
    }
}

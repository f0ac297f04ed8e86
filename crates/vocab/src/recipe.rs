//! Recipes by number, in what is saved. The newtype name tells a reader of old lives that the number is a row of the
//! table of recipes, which it translates.

use core::fmt;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serializer};

/// The name of the table whose rows recipe numbers are.
const TABLE: &str = "RecipeId";

pub fn serialize<S: Serializer>(number: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(TABLE, number)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    struct Number;
    impl<'de> Visitor<'de> for Number {
        type Value = u16;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the number of a recipe")
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<u16, D::Error> {
            u16::deserialize(deserializer)
        }
    }
    deserializer.deserialize_newtype_struct(TABLE, Number)
}

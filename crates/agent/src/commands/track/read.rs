//! Reads one line of detections into a list that is reused from line to line.

use belief::{Detection, Sight};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use std::borrow::Cow;
use std::fmt;
use vocab::{FinePos, Name};

/// The fields that an input line of detections may have.
const FIELDS: [&str; 3] = ["t", "bot", "d"];

/// One mind tick of the input, without its detections.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    pub t: u64,
    pub bot: FinePos,
}

/// Parses an input line; its detections replace those in the list.
pub fn line(text: &[u8], detections: &mut Vec<Detection>) -> Result<Line, serde_json::Error> {
    detections.clear();
    let mut json = serde_json::Deserializer::from_slice(text);
    let line = LineSeed(detections).deserialize(&mut json)?;
    json.end()?;
    Ok(line)
}

struct LineSeed<'d>(&'d mut Vec<Detection>);

impl<'de> DeserializeSeed<'de> for LineSeed<'_> {
    type Value = Line;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Line, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for LineSeed<'_> {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with t, bot and d")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
        let (mut t, mut bot, mut detected) = (None, None, None);
        while let Some(Text(key)) = map.next_key()? {
            match &*key {
                "t" if t.is_none() => t = Some(map.next_value()?),
                "bot" if bot.is_none() => bot = Some(body(map.next_value()?)?),
                "d" if detected.is_none() => detected = Some(map.next_value_seed(RowsSeed(self.0))?),
                field => {
                    let known = FIELDS.iter().find(|known| **known == field);
                    return Err(
                        known.map_or_else(|| A::Error::unknown_field(field, &FIELDS), |f| A::Error::duplicate_field(f))
                    );
                }
            }
        }
        detected.ok_or_else(|| A::Error::missing_field("d"))?;
        Ok(Line {
            t: t.ok_or_else(|| A::Error::missing_field("t"))?,
            bot: bot.ok_or_else(|| A::Error::missing_field("bot"))?,
        })
    }
}

/// The body's position in an input line. `null` means that it has none, and then nothing can be tracked.
fn body<E: de::Error>(at: Option<[Option<f64>; 3]>) -> Result<FinePos, E> {
    let nowhere =
        "bot is null: send where the body is, as [x, y, z], or no line while it is nowhere (dead, not spawned)";
    at.map(fine).ok_or_else(|| E::custom(nowhere))
}

struct RowsSeed<'d>(&'d mut Vec<Detection>);

impl<'de> DeserializeSeed<'de> for RowsSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowsSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of detections")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(Row(detection)) = seq.next_element()? {
            self.0.push(detection);
        }
        Ok(())
    }
}

/// One detection in an input line: x, y, z, kind, engine id, and perhaps whether there is a line of sight.
struct Row(Detection);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Row, D::Error> {
        deserializer.deserialize_seq(RowVisitor)
    }
}

struct RowVisitor;

impl<'de> Visitor<'de> for RowVisitor {
    type Value = Row;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a detection [x, y, z, \"kind\", id or null, and perhaps \"visible\", \"occluded\" or \"unknown\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Row, A::Error> {
        let mut at = [None; 3];
        for (index, coordinate) in at.iter_mut().enumerate() {
            *coordinate = element(&mut seq, index)?;
        }
        let Text(kind) = element(&mut seq, 3)?;
        let engine_id = element(&mut seq, 4)?;
        let sight = seq.next_element()?.unwrap_or(Sight::Visible);
        match seq.next_element::<IgnoredAny>()? {
            None => Ok(Row(Detection { at: fine(at), kind: Name::new(&kind), sight, engine_id, velocity: None })),
            Some(_) => Err(A::Error::invalid_length(7, &self)),
        }
    }
}

fn element<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(seq: &mut A, index: usize) -> Result<T, A::Error> {
    seq.next_element()?.ok_or_else(|| de::Error::invalid_length(index, &RowVisitor))
}

/// A text that is borrowed if it contains no JSON escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A coordinate in thousandths of a block. One that is not a number (`null` in JSON) or outside any world is mapped to a value
/// that belief refuses.
fn fine(at: [Option<f64>; 3]) -> FinePos {
    // A cast of a float out of range gives the nearest integer in range.
    let fine = |v: Option<f64>| v.filter(|v| v.is_finite()).map_or(i64::MAX, |v| (v * 1_000.0).round() as i64);
    FinePos::new(fine(at[0]), fine(at[1]), fine(at[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let error = line(text.as_bytes(), &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }

    #[test]
    fn the_fields_of_a_line_may_have_any_order() {
        let mut detections = vec![];
        for text in [
            r#"{"t":3,"bot":[0.5,64,-1],"d":[[1.25,2,-3.0005,"cow",null],[1,2,3,"a\"b",7,"occluded"]]}"#,
            r#" {"d":[[1.25,2,-3.0005,"cow",null],[1,2,3,"a\u0022b",7,"occluded"]],"bot":[0.5,64.0,-1e0],"t":3} "#,
        ] {
            let read = line(text.as_bytes(), &mut detections).unwrap();
            assert_eq!(read, Line { t: 3, bot: FinePos::new(500, 64_000, -1_000) });
            let [cow, other] = &detections[..] else { panic!("{detections:?}") };
            assert_eq!((cow.at, cow.engine_id, cow.sight), (FinePos::new(1_250, 2_000, -3_001), None, Sight::Visible));
            assert_eq!((other.kind.as_str(), other.engine_id, other.sight), ("a\"b", Some(7), Sight::Occluded));
        }
    }

    #[test]
    fn coordinates_that_are_not_numbers_are_refused_by_belief() {
        let mut detections = vec![];
        let read = line(br#"{"t":1,"bot":[null,64,0],"d":[[1,null,3,"cow",1],[1e300,0,0,"cow",1]]}"#, &mut detections);
        assert_eq!(read.unwrap().bot.x, i64::MAX);
        assert_eq!((detections[0].at.y, detections[1].at.x), (i64::MAX, i64::MAX));
    }

    #[test]
    fn what_is_no_line_is_named() {
        for (text, expected) in [
            (r#"{"t":1}"#, "missing field `d`"),
            (r#"{"t":1,"d":[]}"#, "missing field `bot`"),
            (r#"{"bot":[0,0,0],"d":[]}"#, "missing field `t`"),
            (r#"{"t":1,"t":1,"bot":[0,0,0],"d":[]}"#, "duplicate field `t`"),
            (r#"{"t":1,"bot":[0,0,0],"d":[],"x":1}"#, "unknown field `x`"),
            (r#"{"t":1,"bot":[0,0,0],"d":[]} 1"#, "trailing characters"),
            ("[1,[0,0,0],[]]", "an object with t, bot and d"),
            (r#"{"t":1,"bot":[0,0],"d":[]}"#, "invalid length 2"),
            (r#"{"t":1,"bot":[0,0,0],"d":[[1,2,3,"cow"]]}"#, "invalid length 4"),
            (r#"{"t":1,"bot":[0,0,0],"d":[[1,2,3,"cow",1,"visible",1]]}"#, "invalid length 7"),
            (r#"{"t":1,"bot":[0,0,0],"d":[[1,2,3,"cow",-1]]}"#, "integer `-1`"),
            (r#"{"t":-1,"bot":[0,0,0],"d":[]}"#, "integer `-1`"),
        ] {
            check(text, expected);
        }
    }
}

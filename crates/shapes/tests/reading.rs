//! Data of one version of a program, read by another: each test has the types of then and of now.

use proptest::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use shapes::{Loss, Palette, Palettes, ReadError, Shape, Shapes, Tracer, Type, read};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use vocab::digest::encode;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Item(u16);

mod then {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Life {
        pub age: u32,
        pub search: Vec<(i32, i32)>,
        pub goals: Vec<Goal>,
        pub places: BTreeMap<String, (i64, i64)>,
        pub carried: BTreeMap<Item, u32>,
        pub home: Option<[i8; 3]>,
    }

    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Goal {
        Wander,
        Collect { item: Item, count: u16 },
        Sing(String),
        Both(Box<Goal>, Box<Goal>),
    }
}

mod now {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
    pub struct Life {
        #[serde(default)]
        pub name: String,
        #[serde(deserialize_with = "vocab::salvage::map")]
        pub carried: BTreeMap<Item, u32>,
        pub age: u64,
        #[serde(deserialize_with = "vocab::salvage::list")]
        pub goals: Vec<Goal>,
        pub places: BTreeMap<String, (i64, i64)>,
        pub home: Option<[i8; 3]>,
    }

    #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
    pub enum Goal {
        Build,
        Collect {
            item: Item,
            count: u16,
            #[serde(default)]
            by: Option<u64>,
        },
        Both(Box<Goal>, Box<Goal>),
        Wander,
    }
}

fn palettes(names: &[&str]) -> Palettes {
    let names = names.iter().map(ToString::to_string).collect();
    [("Item".to_string(), Palette { names, low_bits: 0, instead: None })].into()
}

fn shape<T: DeserializeOwned>() -> Shapes {
    Tracer::new(["Item".to_string()].iter()).trace::<T>().unwrap()
}

fn life() -> then::Life {
    let log = then::Goal::Collect { item: Item(0), count: 20 };
    let tuff = then::Goal::Collect { item: Item(1), count: 3 };
    then::Life {
        age: 70_000,
        search: vec![(1, -2), (3, 400)],
        goals: vec![
            then::Goal::Wander,
            then::Goal::Sing("la".into()),
            then::Goal::Both(Box::new(log.clone()), Box::new(then::Goal::Wander)),
            tuff,
            log,
        ],
        places: [("home".to_string(), (-5, 1 << 40))].into(),
        carried: [(Item(0), 5), (Item(1), 6), (Item(2), 7)].into(),
        home: Some([-1, 0, 127]),
    }
}

#[test]
fn fields_are_found_by_name_numbers_by_their_names_and_losses_are_told() {
    let old = ["log", "tuff", "dirt"];
    let (life, losses): (now::Life, _) =
        read(&encode(&life()), &shape::<then::Life>(), (&palettes(&old), &palettes(&["dirt", "stone", "log"])))
            .unwrap();
    let log = now::Goal::Collect { item: Item(2), count: 20, by: None };
    let both = now::Goal::Both(Box::new(log.clone()), Box::new(now::Goal::Wander));
    let expected = now::Life {
        name: String::new(),
        carried: [(Item(2), 5), (Item(0), 7)].into(),
        age: 70_000,
        goals: vec![now::Goal::Wander, both, log],
        places: [("home".to_string(), (-5, 1 << 40))].into(),
        home: Some([-1, 0, 127]),
    };
    assert_eq!(life, expected);
    let told: Vec<String> = losses.iter().map(Loss::to_string).collect();
    let unknown = "unknown variant `Sing`, expected one of `Build`, `Collect`, `Both`, `Wander`";
    assert_eq!(
        told,
        [
            "1 in carried (tuff is gone)".to_string(),
            "1 in goals (tuff is gone)".to_string(),
            format!("1 in goals ({unknown})")
        ]
    );
}

#[test]
fn a_shape_names_every_variant_of_every_enum() {
    let lines = shape::<then::Life>().lines();
    let expected = "Life.0\n\
        Life.0 = {age: u32, search: [[i32; 2]], goals: [Goal.1], places: [str -> [i64; 2]], \
        carried: [a row of Item -> u32], home: [i8; 3]?}\n\
        Goal.1 = Wander | Collect {item: a row of Item, count: u16} | Sing(str) | Both(Goal.1, Goal.1)\n";
    // A boxed goal has a path of its own, so it may be described twice; both descriptions say the same.
    let same = lines.replace("Goal.2", "Goal.1");
    assert_eq!(same.lines().collect::<BTreeSet<_>>(), expected.lines().collect::<BTreeSet<_>>());
}

#[test]
fn a_changed_field_changes_the_digest_of_the_shape() {
    #[derive(Deserialize)]
    struct A {
        _a: u8,
    }
    #[derive(Deserialize)]
    struct B {
        _a: u16,
    }
    let digests: BTreeSet<_> =
        [shape::<A>(), shape::<B>(), shape::<Item>(), shape::<u16>()].map(|shape| shape.digest()).into();
    assert_eq!(digests.len(), 4);
}

#[test]
fn cut_and_padded_bytes_are_refused() {
    let (shape, bytes) = (shape::<then::Life>(), encode(&life()));
    let names = palettes(&["log", "tuff", "dirt"]);
    for length in 0..bytes.len() {
        let cut: Result<(then::Life, _), _> = read(&bytes[..length], &shape, (&names, &names));
        assert!(cut.is_err(), "{length} bytes");
    }
    let padded: Result<(then::Life, _), _> = read(&[bytes, vec![0]].concat(), &shape, (&names, &names));
    assert_eq!(padded.map(|(life, _)| life), Err(ReadError::Long(1)));
}

#[test]
fn a_field_is_renamed_in_the_old_description_because_an_alias_cannot_be_described() {
    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Old {
        age: u32,
        place: u8,
    }
    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct New {
        years: u32,
        place: u8,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its shape is wanted")]
    struct Aliased {
        #[serde(alias = "age")]
        years: u32,
        place: u8,
    }
    let refused = Tracer::default().trace::<Aliased>().unwrap_err();
    assert_eq!(refused, shapes::TraceError::Alias("Aliased"));
    let (mut shapes, none) = (shape::<Old>(), Palettes::new());
    shapes.rename_field("Old", "age", "years");
    let (new, _): (New, _) = read(&encode(&Old { age: 7, place: 3 }), &shapes, (&none, &none)).unwrap();
    assert_eq!(new, New { years: 7, place: 3 });
}

#[test]
fn a_renamed_table_is_found_wherever_its_rows_stand() {
    let mut shapes = shape::<then::Life>();
    assert!(shapes.lines().contains("a row of Item"));
    shapes.rename_table("Item", "Thing");
    assert!(!shapes.lines().contains("a row of Item"), "{}", shapes.lines());
    let table = |name: &str, rows: &[&str]| palettes(rows).into_values().map(|rows| (name.to_string(), rows)).collect();
    let (old, today): (Palettes, Palettes) =
        (table("Thing", &["log", "tuff", "dirt"]), table("Thing", &["dirt", "tuff", "log"]));
    let (life, losses): (then::Life, _) = read(&encode(&life()), &shapes, (&old, &today)).unwrap();
    assert_eq!((life.carried, losses), ([(Item(2), 5), (Item(1), 6), (Item(0), 7)].into(), vec![]));
    assert_eq!(life.goals[3], then::Goal::Collect { item: Item(1), count: 3 });
}

#[test]
fn types_with_one_name_are_told_apart_also_behind_a_reading_function() {
    mod other {
        use super::*;

        #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Goal {
            pub at: (i32, i32),
            pub text: String,
        }
    }
    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Both {
        first: Vec<now_and_then::Goal>,
        #[serde(deserialize_with = "vocab::salvage::value")]
        second: Option<other::Goal>,
        #[serde(deserialize_with = "vocab::salvage::list")]
        third: Vec<now_and_then::Goal>,
    }
    use then as now_and_then;
    let goal = || other::Goal { at: (-3, 4), text: "there".into() };
    let both = Both { first: life().goals, second: Some(goal()), third: life().goals };
    let none = Palettes::new();
    let (back, losses): (Both, _) = read(&encode(&both), &shape::<Both>(), (&none, &none)).unwrap();
    assert_eq!((back, losses), (both, vec![]));
}

#[test]
fn a_field_that_is_gone_is_passed_over_also_by_a_type_that_refuses_unknown_ones() {
    #[derive(Debug, Serialize, Deserialize)]
    struct Old {
        gone: (u8, String),
        age: u32,
        last: Vec<u64>,
    }
    #[derive(Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct New {
        age: u32,
    }
    let (old, none) = (Old { gone: (1, "text".into()), age: 7, last: vec![300, 4] }, Palettes::new());
    let (new, losses): (New, _) = read(&encode(&old), &shape::<Old>(), (&none, &none)).unwrap();
    assert_eq!((new, losses), (New { age: 7 }, vec![]));
}

#[test]
fn a_description_that_asks_for_values_without_an_end_is_refused() {
    let (none, endless) = (Palettes::new(), |shape| Shapes { root: shape, types: Vec::new() });
    let many = |inner: Shape| Shape::Array(Box::new(inner), u32::MAX);
    for shapes in [
        endless(many(Shape::Unit)),
        endless(many(many(Shape::Unit))),
        Shapes { root: Shape::Of(0), types: vec![("Round".into(), Type::Newtype(Shape::Of(0)))] },
        Shapes { root: Shape::Of(0), types: vec![("Round".into(), Type::Tuple(vec![Shape::Of(0), Shape::Of(0)]))] },
    ] {
        let skipped: Result<(serde::de::IgnoredAny, _), _> = read(&[1, 2, 3], &shapes, (&none, &none));
        assert!(matches!(skipped, Err(ReadError::Malformed(_))), "{shapes:?}");
        let read: Result<(Vec<()>, _), _> = read(&[1, 2, 3], &shapes, (&none, &none));
        assert!(matches!(read, Err(ReadError::Malformed(_) | ReadError::Unfit(_))), "{shapes:?}");
    }
}

/// Reads a value by its own shape and expects it back.
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError> {
    let none = Palettes::new();
    let (back, losses): (T, _) = read(&encode(value), &shape::<T>(), (&none, &none)).unwrap();
    prop_assert_eq!(&back, value);
    prop_assert_eq!(losses, []);
    Ok(())
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_back_by_its_own_shape(
        numbers in any::<(u8, u16, u32, u64, u128)>(),
        signed in any::<(i8, i16, i32, i64, i128)>(),
        nested in any::<Vec<Option<(String, BTreeMap<u16, Vec<bool>>)>>>(),
        ends in any::<Result<[u32; 4], (f32, f64, char)>>(),
    ) {
        same(&(numbers, signed))?;
        same(&nested)?;
        if !matches!(ends, Err((a, b, _)) if a.is_nan() || b.is_nan()) {
            same(&ends)?;
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused_without_a_panic(bytes in any::<Vec<u8>>()) {
        let names = palettes(&["log"]);
        let _: Result<(now::Life, _), _> = read(&bytes, &shape::<then::Life>(), (&names, &names));
    }
}

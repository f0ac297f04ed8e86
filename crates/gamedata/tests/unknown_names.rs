//! Any text is either a name in the tables or reported as unknown.

use gamedata::{UnknownName, blocks, items, mobs};
use proptest::prelude::*;

#[test]
fn an_unknown_name_is_reported_with_its_kind() {
    for (error, message) in [
        (items::find("iron_igot").unwrap_err(), "unknown item \"iron_igot\""),
        (blocks::find("stonne").unwrap_err(), "unknown block \"stonne\""),
        (mobs::find("zomby").unwrap_err(), "unknown mob \"zomby\""),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

proptest! {
    #[test]
    fn find_knows_exactly_the_names_that_named_knows(name in ".{0,80}") {
        let unknown = |what| UnknownName { what, name: name.clone() };
        prop_assert_eq!(items::find(&name), items::named(&name).ok_or_else(|| unknown("item")));
        prop_assert_eq!(blocks::find(&name), blocks::named(&name).ok_or_else(|| unknown("block")));
        prop_assert_eq!(mobs::find(&name), mobs::named(&name).ok_or_else(|| unknown("mob")));
    }
}

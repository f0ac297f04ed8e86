//! What a life consists of on the disk, described so that later versions of the program can read it, and the way by
//! which this version takes over a life of an earlier one.

mod from_16;
mod from_17;
mod steps;

use crate::embedded::Embedded;
use driver::Body;
use driver::in_flight::InFlight;
use gamedata::{blocks, items, recipes, states};
use mind::{Input, Mind};
use serde::{Deserialize, Serialize};
use shapes::{Loss, Palette, Palettes, Shapes, TraceError, Tracer};
use std::sync::OnceLock;
use store::{Epoch, Kept, State, Upgraded};
use vocab::digest::{decode, encode};
use vocab::{BlockId, Digest, Tick};

/// Hexadecimal digits of a digest that tell shapes apart.
const MARK_DIGITS: usize = 16;

/// The description of a saved life: its shapes, and the names of the numbers in it. It is kept with the life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    pub palettes: Palettes,
    pub mind: Shapes,
    /// Inputs are not read by later versions; a change of their shape begins a new epoch all the same.
    pub input: Option<Shapes>,
    pub world: Shapes,
    pub chronicle: Shapes,
}

impl Description {
    /// The description of what this program saves.
    pub fn of_today() -> Result<Description, TraceError> {
        static TODAY: OnceLock<Result<Description, TraceError>> = OnceLock::new();
        TODAY.get_or_init(Description::traced).clone()
    }

    fn traced() -> Result<Description, TraceError> {
        let palettes = palettes();
        let mut tracer = Tracer::new(palettes.keys()).with_sample("GoalKey", "collect:dirt");
        let mind = tracer.trace::<Mind>()?;
        let input = Some(tracer.trace::<Input>()?);
        let chronicle = tracer.trace::<InFlight>()?;
        let world = world::save::shapes(&mut tracer)?;
        Ok(Description { palettes, mind, input, world, chronicle })
    }

    /// The description of what the program of an epoch saved. Says why if there is none.
    pub fn of_epoch(epoch: &Epoch) -> Result<Description, String> {
        match epoch.layout {
            _ if !epoch.shapes.is_empty() => {
                decode(&epoch.shapes).map_err(|error| format!("its description cannot be read ({error})"))
            }
            16 => Ok(from_16::description()),
            layout => Err(format!("layout {layout} is older than those that can be read")),
        }
    }

    /// Each part with a word that stands for its shape: equal words, equal shapes.
    pub fn marks(&self) -> Vec<(&'static str, String)> {
        let mark = |digest: Digest| digest.to_string()[..MARK_DIGITS].to_string();
        let input = self.input.as_ref().map_or_else(|| "-".into(), |input| mark(input.digest()));
        vec![
            ("mind", mark(self.mind.digest())),
            ("input", input),
            ("world", mark(self.world.digest())),
            ("chronicle", mark(self.chronicle.digest())),
            ("names", mark(Digest::of("names", &self.palettes))),
        ]
    }
}

/// The names of the rows of each table whose numbers are saved.
fn palettes() -> Palettes {
    let items: Vec<String> = items::all().iter().map(|item| item.name.to_string()).collect();
    let blocks: Vec<String> = blocks::all().iter().map(|block| block.name.to_string()).collect();
    let states = Palette { names: state_names(), low_bits: 0, instead: Some("air".into()) };
    let plain = |names| Palette { names, low_bits: 0, instead: None };
    [("ItemId", plain(items)), ("BlockId", plain(blocks)), ("RecipeId", plain(recipe_names())), ("StateId", states)]
        .map(|(table, palette)| (table.to_string(), palette))
        .into()
}

/// The names of all states in the order of their numbers: one name for all states of a block.
fn state_names() -> Vec<String> {
    let mut blocks: Vec<BlockId> = (0..blocks::all().len() as u16).map(BlockId).collect();
    blocks.sort_by_key(|block| states::all_of(*block).next());
    let name = |block: &BlockId| {
        let property = |property: &states::Property| format!("{}={}", property.name, property.values.join("|"));
        let properties: Vec<String> = states::properties(*block).map(property).collect();
        let name = blocks::get(*block).name;
        if properties.is_empty() { name.into() } else { format!("{name}[{}]", properties.join(",")) }
    };
    blocks.iter().map(name).collect()
}

/// What each recipe makes of what, in words that stay the same when the table of recipes grows.
fn recipe_names() -> Vec<String> {
    let name = |recipe: &recipes::Recipe| {
        let cell = |cell: &&[vocab::ItemId]| cell.first().map_or("-", |item| items::get(*item).name);
        let cells: Vec<&str> = recipe.cells.iter().map(cell).collect();
        format!("{:?} {} {} of {}", recipe.kind, recipe.count, items::get(recipe.output).name, cells.join(" "))
    };
    recipes::all().iter().map(name).collect()
}

/// The description of what this program saves, as bytes that are kept with each life.
pub fn description() -> Result<Vec<u8>, String> {
    let today = Description::of_today();
    today.map(|today| encode(&today)).map_err(|error| format!("this program cannot describe what it saves: {error}"))
}

/// Takes over a life that an earlier version of the program saved: reads its state by the description that was kept
/// with it, drops what passes, and names what is lost. Says why if that is not possible.
pub fn take_over(from: &Epoch, kept: &Kept) -> Result<Upgraded, String> {
    let mut then = Description::of_epoch(from)?;
    steps::apply(steps::STEPS, from.layout, &mut then);
    take_over_by(&then, kept)
}

fn take_over_by(then: &Description, Kept { state, tick, .. }: &Kept) -> Result<Upgraded, String> {
    let today = Description::of_today().map_err(|error| error.to_string())?;
    let names = (&then.palettes, &today.palettes);
    let named = |part: &'static str| move |error: shapes::ReadError| format!("its {part} cannot be read: {error}");
    let (mind, mut losses): (Mind, _) = shapes::read(&state.mind, &then.mind, names).map_err(named("mind"))?;
    let (mut in_flight, lost): (InFlight, _) =
        shapes::read(&state.chronicle, &then.chronicle, names).map_err(named("chronicle"))?;
    losses.extend(lost);
    let world = match &state.world {
        None => None,
        Some(bytes) => {
            let (body, lost) = Embedded::read_older(bytes, &then.world, names).map_err(|error| error.to_string())?;
            losses.extend(lost);
            body.save()
        }
    };
    in_flight.owe_ends(Tick(*tick));
    let state = State { mind: encode(&mind.carry_over()), world, chronicle: encode(&in_flight) };
    Ok(Upgraded { state, losses: losses.iter().map(Loss::to_string).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_states_stand_in_the_order_of_their_numbers() {
        let rows = palettes()["StateId"].rows();
        assert_eq!(rows.len(), states::COUNT);
        for (row, number) in rows.iter().zip(0..) {
            assert_eq!(*row, states::shown(vocab::StateId(number)).to_string());
        }
    }

    #[test]
    fn every_saved_type_is_fully_described() {
        let today = Description::of_today().unwrap();
        for (part, shapes) in [("mind", &today.mind), ("world", &today.world), ("chronicle", &today.chronicle)] {
            let lines = shapes.lines();
            let unknown: Vec<&str> = lines.lines().filter(|line| line.contains(" ?") || line.contains("(?")).collect();
            assert_eq!(unknown, [""; 0], "{part}");
            for table in if part == "world" { &["ItemId", "BlockId", "StateId"][..] } else { &["ItemId", "BlockId"] } {
                assert!(part == "chronicle" || lines.contains(&format!("a row of {table}")), "{part}: {table}");
            }
        }
    }
}

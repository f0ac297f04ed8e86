//! What a click of the skills is on the wire: which verbs, where the body looks, and what it holds meanwhile.

use super::craft;
use super::names::Names;
use clicks::Side;
use contract::body::Verb;
use contract::body::command::{Face, SlotRole, Way};
use gamedata::items;
use skills::aim::{self, Target, Want};
use skills::blocks as kinds;
use skills::chunks::ChunkPos;
use skills::limbs::{Cells, Click, Limbs, Section, Spot, Ticket, Transfer};
use skills::mirror::Mirror;
use skills::space::Place;
use skills::state::Cell;
use vocab::outcome::Refusal;
use vocab::{BlockPos, ItemId, Station};

/// Slots of a furnace on the wire.
const OUTPUT_SLOT: usize = 2;

/// A click as verbs.
#[derive(Debug, Default)]
pub struct Deed {
    pub verbs: Vec<Verb>,
    pub hold: Option<ItemId>,
    pub look: Option<Place>,
    pub sneak: bool,
    /// A station to look into first: what is to be taken out of it is not known.
    pub peek: Option<BlockPos>,
}

pub fn face(side: Side) -> Face {
    match side {
        Side::Down => Face::Down,
        Side::Up => Face::Up,
        Side::North => Face::North,
        Side::South => Face::South,
        Side::West => Face::West,
        Side::East => Face::East,
    }
}

/// A spot of a block that the body sees.
pub fn spot_of(mirror: &Mirror, at: BlockPos) -> Option<Spot> {
    let eyes = mirror.pose().eyes();
    aim::visible(mirror.cells(), eyes, at)
}

/// The verbs that do a click.
pub fn verbs(click: &Click, ticket: Ticket, mirror: &Mirror, names: &Names) -> Result<Deed, Refusal> {
    let name = |item: ItemId| names.of_item(item).ok_or(Refusal::MissingItem);
    match *click {
        Click::Place { item, at } => {
            let spot = spot_for(mirror, item, at)?;
            Ok(place(item, spot, name(item)?))
        }
        Click::PlaceAt { item, spot } => Ok(place(item, spot, name(item)?)),
        Click::UseOn { item, at } => use_on(mirror, Some(item), at),
        Click::Toggle { at } => use_on(mirror, None, at),
        Click::Transfer { at, what } => transfer(mirror, names, at, what),
        Click::Craft { recipe, table } => {
            let (makes, grid) = craft::grid(mirror.inventory(), recipe, names)?;
            Ok(alone(Verb::Craft { makes, grid, times: 1, table: table.map(Into::into) }))
        }
        Click::Toss { item, count } => Ok(alone(Verb::Toss { item: name(item)?, count })),
        Click::Equip { item, slot } => Ok(alone(Verb::Equip { item: name(item)?, slot })),
        Click::Sleep { bed } => {
            let look = spot_of(mirror, bed).map(|spot| spot.place());
            Ok(Deed { look, ..alone(Verb::Sleep { bed: bed.into() }) })
        }
    }
    .inspect(|_| tracing::trace!(?ticket, ?click, "a click"))
}

fn alone(verb: Verb) -> Deed {
    Deed { verbs: vec![verb], ..Deed::default() }
}

fn place(item: ItemId, spot: Spot, name: String) -> Deed {
    let verb = Verb::Place { at: spot.on.into(), face: face(spot.face), cursor: spot.cursor, item: name };
    Deed { hold: Some(item), look: Some(spot.place()), sneak: spot.sneak, ..alone(verb) }
}

/// Where to click so that an item comes into a cell.
fn spot_for(mirror: &Mirror, item: ItemId, at: BlockPos) -> Result<Spot, Refusal> {
    let (cells, eyes) = (Before { mirror, at }, mirror.pose().eyes());
    let block = items::get(item).block.ok_or(Refusal::BadRequest)?;
    let target = |want| Target { at, want, against: at.offset(0, -1, 0), half: None };
    aim::spot(&cells, eyes, item, &target(Want::Block(block))).or_else(|why| {
        // A torch becomes another block on a wall.
        let name = format!("wall_{}", gamedata::blocks::get(block).name);
        let wall = gamedata::blocks::named(&name).ok_or(why)?;
        aim::spot(&cells, eyes, item, &target(Want::Block(wall)))
    })
}

/// The cells as the body knows them, without the prediction in one of them: that of the click that is being made.
struct Before<'a> {
    mirror: &'a Mirror,
    at: BlockPos,
}

impl Cells for Before<'_> {
    fn cell(&self, at: BlockPos) -> Option<Cell> {
        if at == self.at { self.mirror.map.told(at) } else { self.mirror.map.cell(at) }
    }

    fn light(&self, at: BlockPos) -> (u8, u8) {
        self.mirror.map.light(at)
    }

    fn section(&self, chunk: ChunkPos, section: usize) -> Option<Section<'_>> {
        self.mirror.map.section(chunk, section)
    }

    fn section_may_have(&self, chunk: ChunkPos, section: usize, kinds: u64) -> bool {
        self.mirror.map.section_may_have(chunk, section, kinds)
    }
}

fn use_on(mirror: &Mirror, item: Option<ItemId>, at: BlockPos) -> Result<Deed, Refusal> {
    let is_bucket = item.is_some_and(|item| items::get(item).name.ends_with("bucket"));
    if is_bucket {
        // The game finds by itself what a bucket is used on: it is where the body looks.
        let look = Some(Place::inside(at));
        return Ok(Deed { hold: item, look, ..alone(Verb::UseItem { hand: contract::body::command::Hand::Main }) });
    }
    let (cells, eyes) = (mirror.cells(), mirror.pose().eyes());
    let top = Spot { on: at, face: Side::Up, cursor: [500, 1_000, 500], sneak: false };
    // Hoes, shovels and seeds work on the upper face.
    let spot = Some(top).filter(|top| item.is_some() && aim::is_in_view(cells, eyes, top));
    let spot = spot.or_else(|| spot_of(mirror, at)).ok_or(Refusal::OutOfSight)?;
    let verb = Verb::UseOn { at: at.into(), face: face(spot.face), cursor: spot.cursor };
    Ok(Deed { hold: item, look: Some(spot.place()), ..alone(verb) })
}

fn transfer(mirror: &Mirror, names: &Names, at: BlockPos, what: Transfer) -> Result<Deed, Refusal> {
    let look = spot_of(mirror, at).map(|spot| spot.place());
    let station = mirror.cells().block(at).and_then(kinds::station);
    let moved = |(item, count): (ItemId, u16), slot, way| {
        let item = names.of_item(item).ok_or(Refusal::MissingItem)?;
        Ok(Verb::Transfer { at: at.into(), item, count, slot, way })
    };
    if station == Some(Station::Campfire) {
        return match what {
            Transfer::Load { input, .. } => use_on(mirror, Some(input.0), at),
            _ => Err(Refusal::WrongBlock),
        };
    }
    let verbs = match what {
        Transfer::Load { input, fuel } => {
            let put = |(item, count): (ItemId, u8), slot| moved((item, count.into()), slot, Way::In);
            let fuel = fuel.map(|fuel| put(fuel, SlotRole::Fuel)).transpose()?;
            [Some(put(input, SlotRole::Input)?), fuel].into_iter().flatten().collect()
        }
        Transfer::TakeOutput => return Ok(Deed { look, peek: Some(at), ..Deed::default() }),
        Transfer::Deposit { item, count } => vec![moved((item, count), SlotRole::Any, Way::In)?],
        Transfer::Withdraw { item, count } => vec![moved((item, count), SlotRole::Any, Way::Out)?],
    };
    Ok(Deed { verbs, look, ..Deed::default() })
}

/// Takes everything out of the output of a station that was looked into.
pub fn take_output(mirror: &Mirror, names: &Names, at: BlockPos) -> Result<Verb, Refusal> {
    let slots = mirror.contents.get(&at).map(|(slots, _)| slots.as_slice()).unwrap_or_default();
    let stack = slots.get(OUTPUT_SLOT).copied().flatten().ok_or(Refusal::NoTarget)?;
    let item = names.of_item(stack.item).ok_or(Refusal::MissingItem)?;
    let count = match mirror.inventory().room_for(stack) {
        0 => return Err(Refusal::NoRoom),
        room => room.into(),
    };
    Ok(Verb::Transfer { at: at.into(), item, count, slot: SlotRole::Output, way: Way::Out })
}

//! What the body reports of itself and of what moves around it.

use crate::names;
use belief::evidence;
use contract::body::limits::{DROPS_MAX, ENTITIES_MAX};
use contract::body::report::{
    Chat, Collected, Died, Drop, Drops, Entities, Entity, Harmed, Inventory, Respawned, Sight, Tick, ToolBroke,
    Weather, Woke,
};
use contract::body::{Look, Report, report};
use gamedata::items;
use skills::measures::ITEM_SIZE;
use skills::sight;
use vocab::Senses;
use vocab::senses::{BodyEvent, Carried};
use world::World;

/// Things farther away than this are not told of, in blocks: the tracking range of a server for items and creatures.
const NEAR_BLOCKS: u64 = 64;

/// What creatures of people are called in the world: `player:ada`.
const PLAYER_PREFIX: &str = belief::kinds::PLAYER_PREFIX;

pub fn tick(world: &World, senses: &Senses, look: Look, number: u64) -> Report {
    let body = world.body();
    let around = senses.surroundings;
    Report::Tick(Tick {
        tick: number,
        age: Some(world.now().0),
        time_of_day: around.time_of_day,
        weather: Weather::Clear,
        at: body.at.fine().into(),
        velocity: body.velocity.fine().into(),
        yaw: look.yaw,
        pitch: look.pitch,
        on_ground: body.on_ground,
        light: Some([around.sky_light, around.block_light]),
        vitals: senses.vitals.map(Into::into),
    })
}

pub fn inventory(carried: &Carried) -> Report {
    Report::Inventory(Inventory {
        slots: names::stacks(&carried.slots),
        armour: carried.armour.map(|slot| slot.map(names::stack)),
        off_hand: carried.off_hand.map(names::stack),
        held: carried.held,
    })
}

pub fn entities(world: &World) -> Report {
    let found = world.nearest_entities(NEAR_BLOCKS as u8, ENTITIES_MAX);
    let entities = found.into_iter().map(|seen| {
        let (kind, name) = match seen.kind.as_str().strip_prefix(PLAYER_PREFIX) {
            Some(who) => ("player".into(), Some(who.into())),
            None => (seen.kind.as_str().into(), None),
        };
        let sight = match seen.sight {
            evidence::Sight::Visible => Sight::Visible,
            evidence::Sight::Occluded => Sight::Occluded,
            evidence::Sight::Unknown => Sight::Unknown,
        };
        let velocity = seen.velocity.map(Into::into);
        Entity { id: seen.engine_id.unwrap_or(0), kind, at: seen.at.into(), velocity, sight, name }
    });
    Report::Entities(Entities { entities: entities.collect() })
}

pub fn drops(world: &World) -> Report {
    let (feet, eyes) = (world.body().at().fine(), world.body().eyes());
    let reach = NEAR_BLOCKS * 1_000;
    let mut near: Vec<_> = world.drops().iter().filter(|drop| drop.at.fine().within(feet, reach)).collect();
    near.sort_by_key(|drop| (drop.at.fine().distance_squared(feet), drop.id));
    near.truncate(DROPS_MAX);
    let drops = near.into_iter().map(|drop| Drop {
        id: drop.id,
        item: Some(items::get(drop.stack.item).name.into()),
        count: drop.stack.count,
        at: drop.at.fine().into(),
        sight: match sight::clear(world.grid(), eyes, drop.at.up(ITEM_SIZE.height / 2)) {
            Some(true) => Sight::Visible,
            Some(false) => Sight::Occluded,
            None => Sight::Unknown,
        },
    });
    Report::Drops(Drops { drops: drops.collect() })
}

/// What happened to the body; `None` for what the link tells of.
pub fn event(event: &BodyEvent) -> Option<Report> {
    Some(match *event {
        BodyEvent::Hurt { half_hearts, cause, from } => {
            Report::Harm(Harmed { half_hearts, cause, from: from.map(Into::into) })
        }
        BodyEvent::Died { cause } => Report::Died(Died { cause }),
        BodyEvent::Respawned => Report::Respawned(Respawned {}),
        BodyEvent::ToolBroke { item } => Report::ToolBroke(ToolBroke { item: items::get(item).name.into() }),
        BodyEvent::WokeUp => Report::Woke(Woke {}),
        BodyEvent::Collected { by, item, count } => {
            Report::Collected(Collected { by: by.as_str().into(), item: items::get(item).name.into(), count })
        }
        BodyEvent::Disconnected | BodyEvent::Reconnected => return None,
    })
}

pub fn chat(who: &str, text: &str) -> Report {
    Report::Chat(Chat { who: Some(who.into()), text: text.into() })
}

/// The world has no effects of potions.
pub fn no_effects() -> Report {
    Report::Effects(report::Effects { effects: Vec::new() })
}

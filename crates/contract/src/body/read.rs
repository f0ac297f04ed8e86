//! Reads a line from the other side and checks everything that can be checked without knowing the lines before it.

use super::command::{Command, Do, Misread, Verb};
use super::fault::Fault;
use super::limits::{
    CHANGES_MAX, CHAT_CHARS_MAX, DROPS_MAX, EFFECTS_MAX, ENTITIES_MAX, NAME_BYTES_MAX, WHO_CHARS_MAX, WHOLE_MAX,
    WHY_CHARS_MAX, WINDOW_SLOTS_MAX, WORLD_MAX_Y, WORLD_MIN_Y,
};
use super::place::{Cell, Fine, Look};
use super::report::{Blocks, Drop, Entity, Hello, Inventory, Report, Stack, State, StatusEffect, Tick, World};
use super::section::is_state;
use crate::plain::{self, cut};
use std::fmt::Debug;
use vocab::senses::BAG_SLOTS;

type Checked = Result<(), Fault>;

/// Reads a line from a body.
pub fn read_report(line: &[u8]) -> Result<Report, Fault> {
    let report: Report = plain::read_object(line).map_err(Fault::Malformed)?;
    check_report(&report)?;
    Ok(report)
}

/// Reads a line from a mind.
pub fn read_command(line: &[u8]) -> Result<Command, Fault> {
    let command: Command = plain::read_object(line).map_err(Fault::Malformed)?;
    match &command {
        Command::Hello(hello) => {
            at_most("protocols", hello.protocols.len(), 16)?;
            hello.protocols.iter().try_for_each(|name| words("protocol", name, WHO_CHARS_MAX))?;
            words("mind", &hello.mind, WHO_CHARS_MAX)?;
            within("view", hello.view, 1..=super::limits::VIEW_MAX)?;
        }
        Command::Ack(ack) => whole("tick", ack.tick)?,
        Command::Do(Do { id, verb }) => {
            whole("id", *id)?;
            check_verb(verb)?;
        }
        Command::Misread(misread) => check_misread(misread)?,
        Command::Bye(bye) => words("why", &bye.why, WHY_CHARS_MAX)?,
        Command::Resend(_) => {}
    }
    Ok(command)
}

fn check_report(report: &Report) -> Checked {
    match report {
        Report::Hello(hello) => check_hello(hello),
        Report::Link(link) => {
            link.retry_ms.map_or(Ok(()), |retry| whole("retry_ms", retry))?;
            words("why", &link.why, WHY_CHARS_MAX)
        }
        Report::World(world) => check_world(world),
        Report::Section(section) => section.unpack().map(|_| ()).map_err(Fault::BadSection),
        Report::Blocks(blocks) => check_blocks(blocks),
        Report::Tick(tick) => check_tick(tick),
        Report::Inventory(inventory) => check_inventory(inventory),
        Report::Effects(effects) => {
            at_most("effects", effects.effects.len(), EFFECTS_MAX)?;
            effects.effects.iter().try_for_each(|StatusEffect { name: text, .. }| name("effect", text))
        }
        Report::Entities(entities) => {
            at_most("entities", entities.entities.len(), ENTITIES_MAX)?;
            entities.entities.iter().try_for_each(check_entity)
        }
        Report::Drops(drops) => {
            at_most("drops", drops.drops.len(), DROPS_MAX)?;
            drops.drops.iter().try_for_each(check_drop)
        }
        Report::Window(window) => {
            cell(window.at)?;
            at_most("slots", window.slots.len(), WINDOW_SLOTS_MAX)?;
            window.slots.iter().flatten().try_for_each(check_stack)
        }
        Report::Chat(chat) => {
            chat.who.iter().try_for_each(|who| words("player", who, WHO_CHARS_MAX))?;
            words("text", &chat.text, CHAT_CHARS_MAX)
        }
        Report::Harm(harm) => harm.from.map_or(Ok(()), |from| position("from", from)),
        Report::ToolBroke(broke) => name("item", &broke.item),
        Report::Collected(collected) => {
            words("player", &collected.by, WHO_CHARS_MAX)?;
            name("item", &collected.item)
        }
        Report::Confirmed(confirmed) => whole("id", confirmed.id),
        Report::Refused(refused) => {
            whole("id", refused.id)?;
            words("why", &refused.why, WHY_CHARS_MAX)
        }
        Report::Misread(misread) => check_misread(misread),
        Report::Bye(bye) => words("why", &bye.why, WHY_CHARS_MAX),
        Report::Unload(_) | Report::Died(_) | Report::Respawned(_) | Report::Woke(_) => Ok(()),
    }
}

fn check_misread(misread: &Misread) -> Checked {
    whole("line", misread.line)?;
    words("why", &misread.why, WHY_CHARS_MAX)
}

fn check_hello(hello: &Hello) -> Checked {
    words("protocol", &hello.protocol, WHO_CHARS_MAX)?;
    words("body", &hello.body, WHO_CHARS_MAX)?;
    at_most("abilities", hello.abilities.len(), 64)?;
    hello.abilities.iter().try_for_each(|ability| name("ability", ability))
}

fn check_world(world: &World) -> Checked {
    words("game", &world.game, WHO_CHARS_MAX)?;
    name("dimension", &world.dimension)?;
    let top = world.min_y.saturating_add(i32::from(world.height)) - 1;
    let sound = world.min_y % 16 == 0 && world.height.is_multiple_of(16) && world.height > 0;
    if !sound || world.min_y < WORLD_MIN_Y || top > WORLD_MAX_Y {
        return Err(Fault::OutOfRange { what: "height", found: format!("{} from {} on", world.height, world.min_y) });
    }
    Ok(())
}

fn check_blocks(blocks: &Blocks) -> Checked {
    at_most("changes", blocks.changes.len(), CHANGES_MAX)?;
    for (x, y, z, state) in &blocks.changes {
        cell(Cell([*x, *y, *z]))?;
        if !is_state(state) {
            return Err(Fault::BadName { what: "block state", found: cut(state) });
        }
    }
    Ok(())
}

fn check_tick(tick: &Tick) -> Checked {
    whole("tick", tick.tick)?;
    tick.age.map_or(Ok(()), |age| whole("age", age))?;
    within("time_of_day", tick.time_of_day, 0..=23_999)?;
    position("at", tick.at)?;
    if !tick.velocity.is_sound_velocity() {
        return Err(Fault::OutOfRange { what: "velocity", found: format!("{:?}", tick.velocity.0) });
    }
    look(Look { yaw: tick.yaw, pitch: tick.pitch })?;
    tick.light.iter().flatten().try_for_each(|level| within("light", *level, 0..=15))?;
    tick.vitals.as_ref().map_or(Ok(()), check_state)
}

fn check_state(state: &State) -> Checked {
    // Effects and mods raise some of these beyond the game's usual 20.
    within("food", state.food, 0..=20)?;
    within("air", state.air, 0..=300)?;
    within("saturation", state.saturation, 0..=20_000)?;
    within("armour", state.armour, 0..=30)
}

fn check_inventory(inventory: &Inventory) -> Checked {
    if inventory.slots.len() != BAG_SLOTS {
        let found = inventory.slots.len().to_string();
        return Err(Fault::OutOfRange { what: "number of slots (36 are expected)", found });
    }
    within("held", inventory.held, 0..=8)?;
    let worn = inventory.armour.iter().chain([&inventory.off_hand]);
    inventory.slots.iter().chain(worn).flatten().try_for_each(check_stack)
}

fn check_stack(stack: &Stack) -> Checked {
    name("item", &stack.item)?;
    within("count", stack.count, 1..=99)
}

fn check_entity(entity: &Entity) -> Checked {
    whole("id", entity.id)?;
    name("kind", &entity.kind)?;
    position("at", entity.at)?;
    entity.name.iter().try_for_each(|text| words("name", text, WHO_CHARS_MAX))
}

fn check_drop(drop: &Drop) -> Checked {
    whole("id", drop.id)?;
    drop.item.iter().try_for_each(|text| name("item", text))?;
    within("count", drop.count, 1..=99)?;
    position("at", drop.at)
}

fn check_verb(verb: &Verb) -> Checked {
    match verb {
        Verb::Steer { forward, strafe, .. } => {
            within("forward", *forward, -1..=1)?;
            within("strafe", *strafe, -1..=1)
        }
        Verb::Look { yaw, pitch } => look(Look { yaw: *yaw, pitch: *pitch }),
        Verb::Hold { item } => item.iter().try_for_each(|text| name("item", text)),
        Verb::DigStart { at, .. } | Verb::Open { at } | Verb::Sleep { bed: at } => cell(*at),
        Verb::Place { at, cursor, item, .. } => {
            cell(*at)?;
            name("item", item)?;
            cursor.iter().try_for_each(|v| within("cursor", *v, 0..=1_000))
        }
        Verb::UseOn { at, cursor, .. } => {
            cell(*at)?;
            cursor.iter().try_for_each(|v| within("cursor", *v, 0..=1_000))
        }
        Verb::Strike { kind, near } => {
            name("kind", kind)?;
            position("near", *near)
        }
        Verb::Craft { makes, grid, times, table } => {
            name("item", makes)?;
            if grid.len() != 4 && grid.len() != 9 {
                return Err(Fault::OutOfRange { what: "number of cells in the grid", found: grid.len().to_string() });
            }
            grid.iter().flatten().try_for_each(|text| name("item", text))?;
            within("times", *times, 1..=1_000)?;
            table.map_or(Ok(()), cell)
        }
        Verb::Transfer { at, item, count, .. } => {
            cell(*at)?;
            name("item", item)?;
            within("count", *count, 1..=u16::MAX)
        }
        Verb::Toss { item, count } => {
            name("item", item)?;
            within("count", *count, 1..=u16::MAX)
        }
        Verb::Equip { item, .. } => name("item", item),
        Verb::Say { text } => words("text", text, CHAT_CHARS_MAX),
        Verb::UseItem { .. }
        | Verb::DigStop {}
        | Verb::Release {}
        | Verb::Wake {}
        | Verb::Respawn {}
        | Verb::Stop {} => Ok(()),
    }
}

fn at_most(what: &'static str, found: usize, most: usize) -> Checked {
    if found > most { Err(Fault::TooMany { what, found, most }) } else { Ok(()) }
}

fn within<T: PartialOrd + Debug + Copy>(what: &'static str, found: T, range: std::ops::RangeInclusive<T>) -> Checked {
    if range.contains(&found) { Ok(()) } else { Err(Fault::OutOfRange { what, found: format!("{found:?}") }) }
}

fn whole(what: &'static str, found: u64) -> Checked {
    within(what, found, 0..=WHOLE_MAX)
}

fn cell(at: Cell) -> Checked {
    if at.is_sound() { Ok(()) } else { Err(Fault::OutOfRange { what: "block", found: format!("{:?}", at.0) }) }
}

fn position(what: &'static str, at: Fine) -> Checked {
    if at.is_sound() { Ok(()) } else { Err(Fault::OutOfRange { what, found: format!("{:?}", at.0) }) }
}

fn look(look: Look) -> Checked {
    let found = || format!("yaw {}, pitch {}", look.yaw.0, look.pitch.0);
    if look.is_sound() { Ok(()) } else { Err(Fault::OutOfRange { what: "look", found: found() }) }
}

fn name(what: &'static str, text: &str) -> Checked {
    if is_name(text) { Ok(()) } else { Err(Fault::BadName { what, found: cut(text) }) }
}

/// Whether this can be the name of a block, an item or a kind of entity, with or without a namespace.
pub fn is_name(text: &str) -> bool {
    let sound = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_.-/".contains(&byte);
    let (space, rest) = text.split_once(':').unwrap_or(("x", text));
    let parts = !space.is_empty() && !rest.is_empty() && space.bytes().chain(rest.bytes()).all(sound);
    parts && text.len() <= NAME_BYTES_MAX
}

/// Words for people: not too long, on one line.
fn words(what: &'static str, text: &str, most: usize) -> Checked {
    at_most("characters", text.chars().count(), most)?;
    let control = text.chars().any(char::is_control);
    if control { Err(Fault::BadName { what, found: cut(text) }) } else { Ok(()) }
}

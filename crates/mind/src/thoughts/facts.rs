//! The situation as the prompt tells it, and in the bands of its signature.

use super::around::Around;
use super::history::History;
use crate::agenda::{Agenda, Task};
use crate::view::lore::{gamedata_item, name_of};
use crate::view::situation::Situation;
use agency::prompt::{Facts, LINES_MAX};
use agency::signature::{DayPart, Level, Signature};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use tasks::Status;

/// How many earlier thoughts the prompt repeats, so that the language model says something new.
const THOUGHTS_TOLD: usize = 3;

/// The agent's situation, with values in coarse bands, so that two alike situations compare equal.
pub fn signature(around: &Around, situation: &Situation<'_>, agenda: &Agenda) -> Signature {
    Signature {
        health: Level::of(situation.vitals.map(|vitals| vitals.health)),
        food: Level::of(situation.vitals.map(|vitals| vitals.food)),
        day: DayPart::of(situation.around.time_of_day),
        underground: situation.around.sky_light == 0,
        walled_in: situation.is_walled_in(),
        threat: around.threat(),
        kinds: Signature::kinds(around.kinds()),
        items: Signature::items(situation.bag.iter().count()),
        task: current(agenda).map(|task| task.key().clone()),
    }
}

/// The facts that the language model's prompt is made from.
pub fn facts(around: &Around, history: &History, situation: &Situation<'_>, agenda: &Agenda) -> Facts {
    let Signature { health, food, day, underground, walled_in, .. } = signature(around, situation, agenda);
    let task = current(agenda);
    let waits = |other: &&Task| task.is_none_or(|task| task.id() != other.id());
    Facts {
        health,
        food,
        day,
        underground,
        walled_in,
        changes: around.changes(),
        creatures: around.creatures(),
        inventory: inventory(situation),
        memory: memory(situation),
        task: task.map(|task| task.goal().to_string()),
        schedule: agenda.tasks().open().filter(waits).take(LINES_MAX).map(|task| task.goal().to_string()).collect(),
        thoughts: history.latest().take(THOUGHTS_TOLD).map(|recorded| recorded.thought.text.clone()).collect(),
    }
}

/// The task that the agent is working on.
fn current(agenda: &Agenda) -> Option<&Task> {
    agenda.tasks().open().find(|task| task.status() == Status::Active)
}

/// Carried items for the prompt: tools first, then what there is most of.
fn inventory(situation: &Situation<'_>) -> Vec<(String, u32)> {
    let known = situation.bag.iter().filter_map(|(item, count)| Some((item, count, gamedata_item(item)?)));
    let mut items: Vec<_> = known.map(|(item, count, facts)| (facts.tool.is_none(), u32::MAX - count, item)).collect();
    items.sort_unstable();
    items.truncate(LINES_MAX);
    items.into_iter().map(|(_, rest, item)| (name_of(item).to_string(), u32::MAX - rest)).collect()
}

/// What the agent remembers, for the prompt: a line for each fact.
fn memory(situation: &Situation<'_>) -> Vec<String> {
    situation.recall().summary(LINES_MAX).iter().map(ToString::to_string).collect()
}

//! The read model as the JSON of the page's panels: plan, upkeep, creatures, memory, talk, trail, health.

use super::{item_name, word};
use crate::wire::{
    Bar, BuildNews, Builds, Fact, Health, Line, Memory, Metric, News, Plan, StepTimes, Talk, Track, Tracks, Trail,
    Upkeep, UpkeepAction,
};
use crate::words::Words;
use driver::ReadModel;
use driver::model::{BOUNDS_US, Talk as Said};
use mind::Step;
use mind::chart::{Lane, Timetable, Work};
use mind::keeping::outlook::{Crossing, Polarity};
use mind::memory::Fact as Remembered;
use vocab::{BlockPos, ItemId};

/// Most news that the page gets; more than fit on it.
const NEWS_MAX: usize = 40;

pub fn plan(model: &ReadModel) -> Plan {
    let ahead = model.plan.ahead.as_ref();
    let mut lanes: Vec<Lane> = vec![Lane::Agent];
    for row in ahead.iter().flat_map(|ahead| &ahead.rows) {
        if !lanes.contains(&row.lane) {
            lanes.push(row.lane);
        }
    }
    lanes[1..].sort_unstable();
    let past = model.plan.past.iter().map(|done| {
        let (kind, item) = (done.step.verb().to_string(), item_of(&done.step).map(item_name));
        Bar { lane: 0, what: done.step.to_string(), kind, item, start: done.from.0, end: done.to.0, slack: 0 }
    });
    Plan {
        tick: model.tick.0,
        task: ahead.map(|ahead| ahead.task.to_string()),
        key: ahead.map(|ahead| ahead.key.to_string()),
        made: ahead.map_or(0, |ahead| ahead.made.0),
        makespan_ticks: ahead.map_or(0, |ahead| ahead.makespan_ticks),
        past: past.collect(),
        ahead: ahead.map(|ahead| bars(ahead, &lanes)).unwrap_or_default(),
        more: ahead.map_or(0, |ahead| ahead.more),
        lanes: lanes.iter().map(lane_name).collect(),
    }
}

fn bars(plan: &Timetable, lanes: &[Lane]) -> Vec<Bar> {
    let bar = |row: &mind::chart::Row| {
        let (what, kind, item) = match &row.work {
            Work::Step(step) => (step.to_string(), step.verb(), item_of(step).map(item_name)),
            Work::Makes { item, count } => {
                let name = item_name(*item);
                (format!("makes {count} {name}"), "makes", Some(name))
            }
        };
        Bar {
            lane: lanes.iter().position(|lane| *lane == row.lane).unwrap_or(0) as u32,
            what,
            kind: kind.into(),
            item,
            start: (plan.now + row.start).0,
            end: (plan.now + row.end).0,
            slack: row.slack,
        }
    };
    plan.rows.iter().map(bar).collect()
}

fn lane_name(lane: &Lane) -> String {
    match lane {
        Lane::Agent => "agent".into(),
        Lane::Station { kind, at: Some(at), .. } => format!("{} at {at}", kind.name()),
        Lane::Station { kind, number, .. } => format!("{} to be placed ({number})", kind.name()),
    }
}

/// The item that a step is about.
fn item_of(step: &Step) -> Option<ItemId> {
    match step {
        Step::Gather { item, .. }
        | Step::Hunt { item, .. }
        | Step::Take { item, .. }
        | Step::Fetch { item, .. }
        | Step::Wear { item }
        | Step::HandOver { item, .. } => Some(*item),
        Step::Smelt { output, .. } => Some(*output),
        Step::Craft { recipe, .. } => gamedata::recipes::get(*recipe).map(|recipe| recipe.output),
        Step::Station(station) => gamedata::items::named(station.name()),
        _ => None,
    }
}

pub fn upkeep(model: &ReadModel) -> Upkeep {
    let outlook = &model.outlook;
    let ticks = |crossing: Crossing| match crossing {
        Crossing::Overdue => Some(0),
        Crossing::In(ticks) => Some(ticks),
        Crossing::Beyond => None,
    };
    let metrics = outlook.metrics.iter().map(|metric| Metric {
        id: metric.metric.to_string(),
        high_is_bad: metric.polarity == Polarity::HighIsBad,
        top: metric.top,
        warn_at: metric.warn_at,
        critical_at: metric.critical_at,
        warn_in: ticks(metric.warn),
        critical_in: ticks(metric.critical),
        alone: metric.alone.clone(),
        planned: metric.planned.clone(),
    });
    let actions = outlook.actions.iter().map(|action| UpkeepAction {
        operator: action.operator.to_string(),
        at: action.at.0,
        restores: action.restores.iter().map(ToString::to_string).collect(),
    });
    Upkeep {
        tick: outlook.now.0,
        horizon_ticks: outlook.horizon_ticks,
        metrics: metrics.collect(),
        actions: actions.collect(),
        unknown: outlook.unknown.iter().map(ToString::to_string).collect(),
    }
}

pub fn tracks(model: &ReadModel) -> Tracks {
    let tracks = model.tracks.values().map(|view| Track {
        id: view.id.to_string(),
        kind: view.kind.to_string(),
        sure: view.sure,
        at: xyz(view.at),
        visibility: view.visibility.word().into(),
        threat: view.threat.word().into(),
    });
    Tracks { tick: model.tick.0, tracks: tracks.collect() }
}

pub fn memory(model: &ReadModel) -> Memory {
    let facts = model.memory.iter().map(|fact| {
        let (kind, at) = place(fact);
        Fact { kind: kind.into(), at: at.map(xyz), what: fact.to_string() }
    });
    Memory { tick: model.tick.0, facts: facts.collect() }
}

fn place(fact: &Remembered) -> (&'static str, Option<BlockPos>) {
    match fact {
        Remembered::Home(home) => ("home", Some(home.at)),
        Remembered::Station { at, .. } => ("station", Some(*at)),
        Remembered::Chest { at, .. } | Remembered::ClosedChest { at } => ("chest", Some(*at)),
        Remembered::Vein(vein) => ("vein", Some(vein.at)),
        Remembered::Field(field) => ("field", Some(field.at)),
        Remembered::Death(death) => ("death", Some(death.at)),
        Remembered::Person(_) => ("person", None),
        Remembered::Day(_) => ("day", None),
    }
}

pub fn talk(words: &Words, model: &ReadModel) -> Talk {
    let lines = model.talk.iter().filter_map(|(tick, said)| {
        let (who, text) = match said {
            Said::Heard(heard) => (Some(heard.who.clone()), heard.text.clone()),
            Said::Said { speech, .. } => (None, (words.speech)(speech)),
            Said::Answered { answer, .. } => (None, (words.answer)(answer)),
        };
        (!text.is_empty()).then_some(Line { tick: tick.0, who, text })
    });
    let news = model.news.last(NEWS_MAX).into_iter().map(|item| News {
        number: item.number,
        tick: item.tick.0,
        day: item.day,
        time_of_day: item.time_of_day,
        kind: word(&item.event),
        text: (words.news)(item),
    });
    Talk { tick: model.tick.0, lines: lines.collect(), news: news.collect() }
}

pub fn trail(model: &ReadModel) -> Trail {
    Trail { tick: model.tick.0, places: model.trail.places().map(|(_, at)| xyz(at)).collect() }
}

/// The last news of builds. Their fields are those of the engine's own events.
pub fn builds(model: &ReadModel) -> Builds {
    let news = |(tick, news): &(vocab::Tick, mind::build_news::BuildNews)| {
        let (event, about) = match serde_json::to_value(&news.event) {
            Ok(serde_json::Value::Object(fields)) => fields.into_iter().next().unwrap_or_default(),
            Ok(serde_json::Value::String(name)) => (name, serde_json::Value::Null),
            _ => Default::default(),
        };
        let task = news.task.map(|task| task.to_string());
        let (name, build) = (news.name.clone(), news.key.clone());
        BuildNews { tick: tick.0, task, number: news.number, name, build, event, about }
    };
    Builds { tick: model.tick.0, events: model.builds.iter().map(news).collect() }
}

pub fn health(model: &ReadModel, journal_bytes: Option<u64>, streams: u64) -> Health {
    let (times, counters) = (&model.step_times, crate::thoughts::counters(model));
    Health {
        tick: model.tick.0,
        mind_step: StepTimes {
            bounds_us: BOUNDS_US.to_vec(),
            counts: times.counts().to_vec(),
            sum_us: times.sum_us(),
            p50_us: times.percentile_us(50),
            p99_us: times.percentile_us(99),
        },
        journal_bytes,
        streams,
        uptime_minutes: counters.uptime_minutes,
        counters: counters.counters,
    }
}

fn xyz(at: BlockPos) -> [i32; 3] {
    [at.x, at.y, at.z]
}

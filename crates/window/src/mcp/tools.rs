//! The tools of the MCP server: each is a request of `/v1`, with the schema that the API itself has for its body.

use crate::wire;
use rmcp::model::{Tool, ToolAnnotations};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A request of `/v1` to the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    Get(String),
    Post(&'static str, Map<String, Value>),
}

/// How a tool's arguments become a request.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// A path that is read; the tool takes no arguments.
    Read(&'static str),
    /// A path that is read with these arguments in its query.
    Query(&'static str, &'static [&'static str]),
    /// A path to which the arguments are sent as they are: the API checks them.
    Send(&'static str),
}

struct Entry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    way: Way,
    takes: fn() -> Map<String, Value>,
}

/// The arguments of `why`.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "described to assistants; the API reads the query itself")]
struct Why {
    /// The id of a task or an action, such as `T12` or `A45`.
    of: String,
    /// A tick at which it was known; without it, the present.
    tick: Option<u64>,
}

const fn read(name: &'static str, title: &'static str, path: &'static str, about: &'static str) -> Entry {
    Entry { name, title, about, way: Way::Read(path), takes: nothing }
}

const fn send(
    (name, title): (&'static str, &'static str),
    path: &'static str,
    about: &'static str,
    takes: fn() -> Map<String, Value>,
) -> Entry {
    Entry { name, title, about, way: Way::Send(path), takes }
}

const ENTRIES: &[Entry] = &[
    read("status", "Status", "/v1/status", "What the agent does and why; its health, food, bag and position."),
    read("tasks", "Tasks", "/v1/tasks", "The agent's open tasks with their reasons, and the last that ended."),
    read(
        "current_plan",
        "Current plan",
        "/v1/plan",
        "The temporal plan that the agent follows: steps, stations, slack.",
    ),
    read("upkeep", "Upkeep", "/v1/upkeep", "What upkeep foresees (food, tools, light, shelter) and plans against it."),
    read("memory", "Memory", "/v1/memory", "What the agent remembers: home, stations, chests, ore, deaths, people."),
    read("talk", "Talk", "/v1/talk", "What was said to and by the agent lately, and what happened."),
    read("thoughts", "Thoughts", "/v1/thoughts", "The agent's last thoughts and what became of each."),
    read(
        "structures",
        "Structures",
        "/v1/blueprints",
        "The structures that the agent can build, with materials and modules.",
    ),
    read(
        "builds",
        "Builds",
        "/v1/builds",
        "What happened to the agent's builds lately: modules that stand, materials, findings.",
    ),
    Entry {
        name: "why",
        title: "Why",
        about: "The chain of reasons behind a task or an action, from the thing itself to its first cause.",
        way: Way::Query("/v1/why", &["of", "tick"]),
        takes: schema::<Why>,
    },
    send(
        ("give_goal", "Give a goal"),
        "/v1/goal",
        "Give the agent a goal. Actions: collect, craft, mine, smelt, build, find, explore, navigate, check, repair and others. \
         Example: {\"action\": \"collect\", \"target\": \"oak_log\", \"amount\": 20}.",
        schema::<wire::Goal>,
    ),
    send(
        ("build", "Build a structure"),
        "/v1/builds",
        "Let the agent build one of `structures`. Without `at` it finds a site near it. Example: {\"name\": \"watchtower\"}.",
        schema::<wire::Build>,
    ),
    send(("cancel", "Cancel a task"), "/v1/cancel", "Give up one of the agent's open tasks.", schema::<wire::Cancel>),
    send(("pause", "Pause"), "/v1/pause", "Make the agent only stay alive until it is resumed.", nothing),
    send(("resume", "Resume"), "/v1/resume", "Let a paused agent go back to work.", nothing),
    send(
        ("say", "Say"),
        "/v1/say",
        "Say a line of chat to the agent as the player `who`; it answers as it would in the game.",
        schema::<wire::Say>,
    ),
    send(
        ("plan_crafting", "Plan crafting"),
        "/v1/solve",
        "Plan crafting and smelting for any bot, in time and over several stations. The arguments are an object of the format \
         mc-temporal-v1, which docs/formats.md describes. The running agent is not changed.",
        anything,
    ),
];

/// All tools, as an assistant lists them.
pub fn all() -> Vec<Tool> {
    let tool = |entry: &Entry| {
        let reads = !matches!(entry.way, Way::Send(_)) || entry.name == "plan_crafting";
        let hints = ToolAnnotations::new().read_only(reads).destructive(entry.name == "cancel").open_world(false);
        Tool::new(entry.name, entry.about, Arc::new((entry.takes)())).with_title(entry.title).with_annotations(hints)
    };
    ENTRIES.iter().map(tool).collect()
}

/// The request that a call stands for, or what is wrong with its arguments; `None` if there is no such tool.
pub fn request(name: &str, arguments: Map<String, Value>) -> Option<Result<Request, String>> {
    let entry = ENTRIES.iter().find(|entry| entry.name == name)?;
    Some(match entry.way {
        Way::Send(path) => Ok(Request::Post(path, arguments)),
        Way::Read(path) => query(name, path, &[], &arguments),
        Way::Query(path, names) => query(name, path, names, &arguments),
    })
}

fn query(name: &str, path: &str, names: &[&str], arguments: &Map<String, Value>) -> Result<Request, String> {
    let mut pairs = Vec::new();
    for (key, value) in arguments {
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match value {
            Value::Null => {}
            _ if !names.contains(&key.as_str()) => {
                let key: String = key.chars().take(40).collect();
                return Err(format!("{name} takes no argument {key:?}"));
            }
            Value::String(text) if plain(text) => pairs.push(format!("{key}={text}")),
            Value::Number(number) if number.is_u64() => pairs.push(format!("{key}={number}")),
            _ => return Err(format!("{key} is a word or a whole number")),
        }
    }
    let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
    Ok(Request::Get(format!("{path}{query}")))
}

fn schema<T: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    match schema {
        Value::Object(mut schema) => {
            schema.remove("title");
            schema
        }
        _ => nothing(),
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn nothing() -> Map<String, Value> {
    object(json!({"type": "object", "properties": {}, "additionalProperties": false}))
}

fn anything() -> Map<String, Value> {
    object(json!({"type": "object"}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &str, arguments: Value) -> Option<Result<Request, String>> {
        request(name, object(arguments))
    }

    #[test]
    fn every_tool_has_words_and_a_schema_of_an_object() {
        for tool in all() {
            assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
            assert!(tool.description.as_ref().is_some_and(|about| about.ends_with('.')), "{}", tool.name);
        }
        let goal = &all().into_iter().find(|tool| tool.name == "give_goal").unwrap().input_schema;
        assert_eq!(goal["required"], json!(["action", "target"]));
        assert_eq!(goal["additionalProperties"], json!(false));
    }

    #[test]
    fn arguments_become_a_request_and_odd_ones_are_refused() {
        assert_eq!(asked("status", json!({})), Some(Ok(Request::Get("/v1/status".into()))));
        let why = Request::Get("/v1/why?of=T12&tick=400".into());
        assert_eq!(asked("why", json!({"of": "T12", "tick": 400})), Some(Ok(why)));
        let body = json!({"action": "collect", "target": "coal"});
        assert_eq!(asked("give_goal", body.clone()), Some(Ok(Request::Post("/v1/goal", object(body)))));
        for (name, arguments, wrong) in [
            ("status", json!({"task": "T1"}), "status takes no argument \"task\""),
            ("why", json!({"of": "T1&tick=3"}), "of is a word or a whole number"),
            ("why", json!({"of": ["T1"]}), "of is a word or a whole number"),
            ("why", json!({"of": "T1", "tick": -3}), "tick is a word or a whole number"),
        ] {
            assert_eq!(asked(name, arguments), Some(Err(wrong.into())));
        }
        assert_eq!(asked("shell", json!({})), None);
    }
}

//! The OpenAPI document of `/v1`, made from the types that server and client share. A test checks it against the routes.

use crate::wire;
use axum::Json;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

type Describe = fn(&mut SchemaGenerator) -> Schema;

/// What a route takes or gives.
enum Content {
    Nothing,
    Json(Describe),
    /// JSON in a format of its own, described in `docs/formats.md`.
    AnyJson,
    Text(&'static str),
}

/// A parameter of a query: its name, its JSON type, and whether it must be there.
type Parameter = (&'static str, &'static str, bool);

struct Operation {
    path: &'static str,
    method: &'static str,
    summary: &'static str,
    query: &'static [Parameter],
    takes: Content,
    gives: Content,
}

fn of<T: JsonSchema>() -> Content {
    Content::Json(SchemaGenerator::subschema_for::<T>)
}

fn read(path: &'static str, summary: &'static str, gives: Content) -> Operation {
    Operation { path, method: "get", summary, query: &[], takes: Content::Nothing, gives }
}

fn order(path: &'static str, summary: &'static str, takes: Content, gives: Content) -> Operation {
    Operation { path, method: "post", summary, query: &[], takes, gives }
}

fn operations() -> Vec<Operation> {
    let answer = of::<wire::Answer>;
    vec![
        read("/v1/status", "What the agent does and why, its health, food and bag", of::<wire::Status>()),
        read("/v1/tasks", "The open tasks, and the last that ended", of::<wire::Tasks>()),
        read("/v1/thoughts", "The agent's last thoughts, and the language model's budget", of::<wire::Thoughts>()),
        read("/v1/plan", "The temporal plan that the agent follows", of::<wire::Plan>()),
        read("/v1/upkeep", "What upkeep foresees and plans", of::<wire::Upkeep>()),
        read("/v1/tracks", "The creatures that the agent believes to be around it", of::<wire::Tracks>()),
        read("/v1/memory", "What the agent remembers", of::<wire::Memory>()),
        read("/v1/talk", "What was said, and what happened", of::<wire::Talk>()),
        read("/v1/trail", "Where the agent has been lately", of::<wire::Trail>()),
        read("/v1/builds", "What happened to builds lately", of::<wire::Builds>()),
        read("/v1/health", "How the program is: step times, journal, counters", of::<wire::Health>()),
        read("/v1/counters", "The counters of this session", of::<wire::Counters>()),
        read("/v1/span", "The ticks that can be looked at", of::<wire::Span>()),
        Operation {
            query: &[("tick", "integer", true)],
            ..read("/v1/past", "A past moment, as the page shows it", of::<wire::Past>())
        },
        Operation {
            query: &[("of", "string", true), ("tick", "integer", false)],
            ..read("/v1/why", "The chain of reasons behind a task (T12) or an action (A45)", of::<wire::Why>())
        },
        Operation {
            query: &[("since", "integer", false), ("tick", "integer", false)],
            ..read("/v1/scene/map", "The ground as seen, as bytes", Content::Text("application/octet-stream"))
        },
        Operation {
            query: &[("since", "integer", false), ("tick", "integer", false)],
            ..read(
                "/v1/scene/mesh",
                "The seen blocks as rectangles, as bytes",
                Content::Text("application/octet-stream"),
            )
        },
        read("/v1/blueprints", "The structures that can be built", of::<wire::Blueprints>()),
        Operation {
            query: &[
                ("name", "string", true),
                ("x", "integer", true),
                ("y", "integer", true),
                ("z", "integer", true),
                ("facing", "string", false),
                ("missing", "boolean", false),
            ],
            ..read(
                "/v1/blueprints/mesh",
                "A structure at a place as rectangles, as bytes",
                Content::Text("application/octet-stream"),
            )
        },
        read("/v1/metrics", "The counts as Prometheus text", Content::Text("text/plain")),
        read(
            "/v1/events",
            "Server-sent events: each of the panels status, tasks, thoughts, plan, upkeep, tracks, memory, talk, trail, builds and health \
             at once, and again when it has changed",
            Content::Text("text/event-stream"),
        ),
        read("/v1/openapi.json", "This document", Content::AnyJson),
        Operation {
            query: &[("name", "string", true)],
            ..order(
                "/v1/blueprints",
                "Take a structure file: .schem, .litematic, .nbt or .toml",
                Content::Text("application/octet-stream"),
                of::<wire::Sketch>(),
            )
        },
        order("/v1/goal", "Give the agent a goal", of::<wire::Goal>(), answer()),
        order("/v1/builds", "Build a structure", of::<wire::Build>(), answer()),
        order("/v1/say", "Say a line to the agent", of::<wire::Say>(), answer()),
        order("/v1/cancel", "Give up a task", of::<wire::Cancel>(), answer()),
        order("/v1/pause", "Only stay alive until resumed", Content::Nothing, answer()),
        order("/v1/resume", "Go back to work", Content::Nothing, answer()),
        order("/v1/stop", "Pause, and end the running action", Content::Nothing, answer()),
        order("/v1/speed", "Let time pass faster or slower", of::<wire::Speed>(), of::<wire::Speed>()),
        order("/v1/thoughts", "Record a thought of another program", Content::AnyJson, of::<wire::Noted>()),
        order(
            "/v1/process",
            "Think about what another bot sees: an envelope of its belief stream, with its request_version",
            Content::AnyJson,
            of::<wire::Noted>(),
        ),
        order("/v1/counters/reset", "Begin the counters anew", Content::Nothing, answer()),
        order(
            "/v1/solve",
            "Plan crafting and smelting for another bot: mc-temporal-v1",
            Content::AnyJson,
            Content::AnyJson,
        ),
    ]
}

/// The whole document.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(&operation, &mut generator);
    }
    let failure = generator.subschema_for::<wire::Failure>();
    let responses = json!({"Failure": {
        "description": "What is wrong, and what to do",
        "content": {"application/json": {"schema": failure}},
    }});
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Stead",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A running agent: read its state, give it orders. docs/formats.md describes every field in words.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": responses,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

fn describe(operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut described = json!({
        "summary": operation.summary,
        "responses": {
            "200": {"description": "Success", "content": content(&operation.gives, generator)},
            "default": {"$ref": "#/components/responses/Failure"},
        },
    });
    if !matches!(operation.takes, Content::Nothing) {
        described["requestBody"] = json!({"required": true, "content": content(&operation.takes, generator)});
    }
    if operation.method == "post" {
        described["security"] = json!([{"token": []}]);
    }
    if !operation.query.is_empty() {
        let parameter = |(name, kind, required): &Parameter| {
            let schema = json!({"type": kind});
            json!({"name": name, "in": "query", "required": required, "schema": schema})
        };
        described["parameters"] = operation.query.iter().map(parameter).collect();
    }
    described
}

fn content(content: &Content, generator: &mut SchemaGenerator) -> Value {
    match content {
        Content::Nothing => json!({}),
        Content::Json(describe) => json!({"application/json": {"schema": describe(generator)}}),
        Content::AnyJson => json!({"application/json": {"schema": {"type": "object"}}}),
        Content::Text(kind) => {
            let mut text = Map::new();
            text.insert((*kind).into(), json!({"schema": {"type": "string"}}));
            Value::Object(text)
        }
    }
}

/// `GET /v1/openapi.json`
pub async fn answer() -> Json<Value> {
    Json(document())
}

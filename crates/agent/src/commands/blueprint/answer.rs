//! What `stead blueprint show` says of a structure, as JSON and in words.

use blueprint::{Draft, Resolved};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What is shown of a file before it is turned into a blueprint.
pub struct Head {
    format: &'static str,
    version: Option<i32>,
    size: [u32; 3],
    about: String,
}

impl Head {
    pub fn of(draft: &Draft) -> Head {
        Head { format: draft.format.name(), version: draft.version, size: draft.size, about: draft.about.clone() }
    }
}

/// Ticks for one placed cell: a hand places every 4 ticks, and 80 % of that speed is what a build reaches.
const TICKS_PER_CELL: u64 = 5;
const TICKS_PER_MINUTE: u64 = 1_200;
/// Most lines of a list in words; `--json` has all.
const LINES_MAX: usize = 40;

pub fn json(head: &Head, resolved: &Resolved) -> Value {
    let modules = resolved.blueprint.as_ref().map(|blueprint| {
        let id = |at: &usize| blueprint.modules[*at].id.clone();
        let module = |module: &building::Module| {
            let after: Vec<String> = module.after.iter().map(id).collect();
            json!({ "id": module.id, "kind": module.kind, "cells": module.cells.len(), "after": after })
        };
        blueprint.modules.iter().map(module).collect::<Vec<_>>()
    });
    let left_out = &resolved.left_out;
    json!({
        "format": head.format,
        "version": head.version,
        "size": head.size,
        "blocks": resolved.blocks,
        "materials": resolved.materials,
        "states": resolved.states,
        "modules": modules.unwrap_or_default(),
        "renamed": resolved.renamed,
        "left_out": {
            "block_entities": left_out.block_entities,
            "entities": left_out.entities,
            "unknown": left_out.unknown,
            "unplaceable": left_out.unplaceable,
        },
    })
}

pub fn text(head: &Head, resolved: &Resolved) -> String {
    let mut text = String::new();
    let [x, y, z] = head.size;
    let version = head.version.map_or_else(String::new, |version| format!(" {version}"));
    let name = resolved.blueprint.as_ref().map_or("", |blueprint| &blueprint.name);
    let _ = writeln!(
        text,
        "{name}: {}{version}, {x}x{y}x{z}, {} blocks in {} states",
        head.format, resolved.blocks, resolved.states
    );
    if !head.about.is_empty() {
        let _ = writeln!(text, "{}", head.about);
    }
    let mut materials: Vec<(&String, &u64)> = resolved.materials.iter().collect();
    materials.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    list(&mut text, "materials", materials.into_iter().map(|(name, count)| format!("{count:>7} {name}")));
    match &resolved.blueprint {
        Err(why) => {
            let _ = writeln!(text, "\nnothing can be built of it: {why}");
        }
        Ok(blueprint) => {
            let line = |module: &building::Module| {
                let after: Vec<&str> = module.after.iter().map(|at| blueprint.modules[*at].id.as_str()).collect();
                let after = if after.is_empty() { String::new() } else { format!(", after {}", after.join(", ")) };
                format!("{:>7} cells  {}{after}", module.cells.len(), module.id)
            };
            list(&mut text, "modules", blueprint.modules.iter().map(line));
            let minutes = (blueprint.blocks() * TICKS_PER_CELL).div_ceil(TICKS_PER_MINUTE);
            let _ = writeln!(text, "\nabout {minutes} min to place, with all materials at hand");
        }
    }
    let renamed = resolved.renamed.iter();
    list(&mut text, "built under today's name", renamed.map(|(old, new)| format!("{old} -> {new}")));
    let left_out = &resolved.left_out;
    list(
        &mut text,
        "unknown blocks, left out",
        left_out.unknown.iter().map(|(name, count)| format!("{count:>7} {name}")),
    );
    let unplaceable = left_out.unplaceable.iter();
    list(&mut text, "no hand can place, left out", unplaceable.map(|(state, count)| format!("{count:>7} {state}")));
    if left_out.block_entities > 0 || left_out.entities > 0 {
        let (inside, beings) = (left_out.block_entities, left_out.entities);
        let _ =
            writeln!(text, "\nleft out: what is in or on {inside} blocks (chests, signs, …), and {beings} entities");
    }
    text.truncate(text.trim_end().len());
    text
}

fn list(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    for (at, line) in lines.enumerate() {
        if at == 0 {
            let _ = writeln!(text, "\n{title}:");
        }
        if at == LINES_MAX {
            let _ = writeln!(text, "  … (all with --json)");
            return;
        }
        let _ = writeln!(text, "  {line}");
    }
}

//! `stead blueprint` as a program: JSON, exit codes, messages.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn stead(arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/blueprint");
    let program = env!("CARGO_BIN_EXE_stead");
    Command::new(program).arg("blueprint").args(arguments).current_dir(folder).output().expect("stead runs")
}

#[test]
fn show_prints_the_object_of_the_format() {
    let output = stead(&["show", "litemapy_house.litematic", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (key, expected) in [
        ("format", serde_json::json!("litematic")),
        ("version", serde_json::json!(6)),
        ("size", serde_json::json!([7, 3, 4])),
        ("blocks", serde_json::json!(50)),
        ("states", serde_json::json!(6)),
    ] {
        assert_eq!(shown[key], expected, "{key}");
    }
    assert_eq!(shown["materials"]["cobblestone"], 16);
    let left_out = serde_json::json!({ "block_entities": 0, "entities": 0, "unknown": {}, "unplaceable": {} });
    assert_eq!(shown["left_out"], left_out);
    let modules = shown["modules"].as_array().unwrap();
    let kinds: Vec<&str> = modules.iter().filter_map(|module| module["kind"].as_str()).collect();
    assert_eq!(kinds, ["site", "foundation", "walls", "roof"]);
    assert_eq!(modules[1]["after"][0], modules[0]["id"]);
}

#[test]
fn bad_files_are_refused_in_one_line_with_exit_code_2() {
    for (arguments, part) in [
        (&["show", "nowhere.schem"][..], "cannot be read"),
        (&["show", "README.md"], "line 1"),
        (&["show", "."], "cannot be read"),
        (&["convert", "cabin", "cabin.zip"], "name a file that ends in"),
        (&["convert", "cabin", "README.toml/cabin.toml"], "cannot be written"),
    ] {
        let output = stead(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.lines().count() == 1 && message.contains(part), "{arguments:?}: {message}");
    }
}

#[test]
fn check_names_what_cannot_be_built_with_exit_code_3() {
    assert_eq!(stead(&["check", "cabin"]).status.code(), Some(0));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.toml");
    let text = "format = \"stead-blueprint\"\nversion = 1\nname = \"odd\"\nsize = [2, 1, 1]\n[legend]\n\
                a = \"bedrock\"\nb = \"oak_door[half=lower]\"\n[[layer]]\ny = 0\nrows = [\"ab\"]\n";
    std::fs::write(&file, text).unwrap();
    let output = stead(&["check", file.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3));
    assert!(said.contains("no hand can place bedrock, 1 cell") && said.contains("one half of oak_door"), "{said}");
}

#[test]
fn convert_writes_the_format_of_the_ending_and_overwrites_nothing_unasked() {
    let folder = tempfile::tempdir().unwrap();
    for (ending, format) in [("schem", "sponge"), ("litematic", "litematic"), ("nbt", "structure"), ("toml", "stead")] {
        let file = folder.path().join(format!("cabin.{ending}"));
        let file = file.to_str().unwrap();
        assert_eq!(stead(&["convert", "cabin", file]).status.code(), Some(0));
        let shown: Value = serde_json::from_slice(&stead(&["show", file, "--json"]).stdout).unwrap();
        assert_eq!((shown["format"].as_str(), &shown["blocks"]), (Some(format), &serde_json::json!(254)));
        assert_eq!(stead(&["convert", "cabin", file]).status.code(), Some(2));
        assert_eq!(stead(&["convert", "cabin", file, "--force"]).status.code(), Some(0));
    }
}

//! What the commands print: contracts for people and programs.

mod common;

use common::{live, stead};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_run_ends_with_the_object_that_the_formats_promise() {
    let dir = tempfile::tempdir().unwrap();
    let json = live(dir.path(), 400);
    let mut promised = vec![
        "seed",
        "ticks",
        "alive",
        "deaths",
        "milestones",
        "items_seen",
        "tasks",
        "stalls",
        "builds",
        "llm",
        "counters",
        "mind_step_us",
        "ticks_per_second",
        "world_digest",
        "mind_digest",
        "agency",
        "stalled",
    ];
    promised.sort_unstable();
    assert_eq!(keys(&json), promised);
    assert_eq!((&json["seed"], &json["ticks"], &json["alive"]), (&1.into(), &400.into(), &true.into()));
    let mut milestones = mind::report::MILESTONES;
    milestones.sort_unstable();
    assert_eq!(keys(&json["milestones"]), milestones);
    assert_eq!(keys(&json["tasks"]), ["cancelled", "completed", "created", "failed", "open"]);
    assert_eq!(json["llm"], serde_json::json!({"calls": 0, "tokens": 0}));
    assert_eq!(json["mind_digest"].as_str().unwrap().len(), 64);
}

#[test]
fn equal_seeds_give_equal_worlds_and_different_seeds_different_ones() {
    let [a, b, c] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let other =
        stead(c.path(), &["run", "--headless", "--json", "--seed", "2", "--data", "d", "--ticks", "400"]).json();
    let (first, second) = (live(a.path(), 400), live(b.path(), 400));
    assert_eq!(first["world_digest"], second["world_digest"]);
    assert_ne!(first["world_digest"], other["world_digest"]);
}

#[test]
fn a_milestone_that_was_not_reached_is_exit_code_3() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["run", "--headless", "--data", "d", "--ticks", "40", "--until", "diamond"];
    assert_eq!(stead(dir.path(), &args).code, Some(3));
}

#[test]
fn a_life_that_is_past_the_last_tick_asked_for_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let run = |ticks| stead(dir.path(), &["run", "--headless", "--data", "d", "--ticks", ticks]);
    for (ticks, said) in [("0", Some((0, 0))), ("400", None), ("8", Some((400, 8)))] {
        let ended = run(ticks);
        assert_eq!(ended.code, Some(0));
        let told = said.map(|(at, asked)| {
            format!("this life is at tick {at} already, and --ticks asks for no more than {asked}\n")
        });
        match told {
            Some(told) => assert!(ended.err.contains(&told), "{}", ended.err),
            None => assert!(!ended.err.contains("already"), "{}", ended.err),
        }
    }
    assert!(run("404").err.contains("replayed 0 records"));
}

#[test]
fn a_headless_run_logs_each_milestone_once() {
    let dir = tempfile::tempdir().unwrap();
    let said = stead(dir.path(), &["run", "--headless", "--data", "d", "--until", "crafting_table"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.err.matches("first crafting_table").count(), 1, "{}", said.err);
}

#[test]
fn completions_know_every_command() {
    let dir = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let said = stead(dir.path(), &["completions", shell]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        for command in [
            "run",
            "replay",
            "inspect",
            "config",
            "completions",
            "track",
            "upkeep",
            "plan",
            "solve",
            "status",
            "tasks",
            "say",
            "goal",
            "cancel",
            "pause",
            "resume",
            "counters",
        ] {
            assert!(said.out.contains(command), "{command} for {shell}");
        }
    }
    stead(dir.path(), &["completions", "cmd"]).refused(2, &["cmd", "bash"]);
}

#[test]
fn plain_stead_runs() {
    let dir = tempfile::tempdir().unwrap();
    let said = stead(dir.path(), &["--headless", "--ticks", "40"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(dir.path().join("stead-data/journal.db").exists());
    assert!(said.err.contains("tick 40, alive"), "{}", said.err);
}

#[test]
fn a_replay_can_stop_early_and_gives_reasons() {
    let dir = tempfile::tempdir().unwrap();
    live(dir.path(), 2_400);
    let words = stead(dir.path(), &["replay", "d"]);
    assert!(words.out.contains("600 records, ticks 0 to 2,400: identical, byte for byte"), "{}", words.out);
    let early = stead(dir.path(), &["replay", "d", "--until", "1000", "--json"]).json();
    assert_eq!((&early["to_tick"], &early["records"]), (&1_000.into(), &250.into()));
    stead(dir.path(), &["replay", "d", "--why", "A999999"]).refused(3, &["A999999 is not in the journal"]);
}

#[test]
fn the_chain_of_reasons_leads_from_an_action_to_its_root() {
    let dir = tempfile::tempdir().unwrap();
    live(dir.path(), 2_400);
    let known = stead(dir.path(), &["replay", "d", "--why", "A999999"]).err;
    let (first, _) = known.split_once("it knows tasks ").unwrap().1.split_once(" to ").unwrap();
    assert!(first.starts_with('T') && known.contains(" and actions A1 to A"), "{known}");
    let chain = stead(dir.path(), &["replay", "d", "--why", first]);
    assert_eq!(chain.code, Some(0));
    assert!(chain.out.contains("because"), "{}", chain.out);
    // Some action was done for that task: one of the first actions has a chain of at least two reasons.
    let linked = (0..50).find_map(|number| {
        let json = stead(dir.path(), &["replay", "d", "--json", "--why", &format!("A{number}")]);
        (json.code == Some(0)).then(|| json.json()["why"].as_array().unwrap().clone()).filter(|chain| chain.len() >= 2)
    });
    let chain = linked.expect("an action with a reason");
    assert!(chain[0]["subject"].as_str().unwrap().starts_with('A'));
    assert!(chain[1]["subject"].as_str().unwrap().starts_with('T'));
    let told = chain[0].to_string();
    assert!(!told.contains("\\\""), "in words, not in JSON: {told}");
}

#[test]
fn a_traced_replay_prints_json_alone() {
    let dir = tempfile::tempdir().unwrap();
    live(dir.path(), 400);
    for (more, last) in [(&[][..], "tick"), (&["--json"], "identical")] {
        let said = stead(dir.path(), &[&["replay", "d", "--trace", "380"], more].concat());
        assert_eq!(said.code, Some(0));
        let lines: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        assert!(lines.len() > 5 && lines.last().unwrap().get(last).is_some(), "{}", said.out);
        assert_eq!(said.err.contains("identical, byte for byte"), more.is_empty(), "{}", said.err);
    }
}

#[test]
fn an_inspected_directory_says_what_is_in_it() {
    let dir = tempfile::tempdir().unwrap();
    live(dir.path(), 400);
    let looked = stead(dir.path(), &["inspect", "d"]);
    assert_eq!(looked.code, Some(0));
    for part in ["seed 1", "records 1 to 100, ticks 4 to 400; 100 of them whole", "everything is whole"] {
        assert!(looked.out.contains(part), "{}", looked.out);
    }
}

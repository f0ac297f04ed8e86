//! Solve requests from outside: valid ones, invalid ones, and the format of other bots.

use contract::solve::temporal::{self, SolveRequest};
use contract::solve::{AnswerKind, Source, answer_any};
use planner::{Limits, Objective};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A limit on search nodes: enough to search beyond the first plan, few enough to stay fast; the same as in the fuzz
/// target.
const FUZZED: Limits = Limits { nodes: Some(20), seed: 0 };
const LIMITS: Limits = Limits { nodes: Some(2_000), seed: 0 };

fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/planner/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the fixture is in the repository")
}

fn ask(text: &str) -> (Value, AnswerKind) {
    answer_any(text, Objective::CostAndTime, LIMITS)
}

#[test]
fn every_impossible_instance_is_recognised_with_its_reason() {
    for (name, reason, detail) in [
        ("N1_no_station", "no_station", "iron_ingot"),
        ("N3_wait_bound", "wait_bound", "furnace"),
        ("N4_missing_raw", "unreachable_item", "leather"),
        ("N6_fuel_short", "unreachable_item", "coal"),
    ] {
        let (answer, kind) = ask(&fixture(name));
        assert_eq!(kind, AnswerKind::Unsolved, "{name}");
        let way_out = answer["way_out"].as_str().expect("the smallest thing that would change it");
        assert!(!way_out.is_empty(), "{name}");
        let expected =
            json!({"id": name, "status": "unsolved", "reason": reason, "detail": detail, "way_out": way_out});
        assert_eq!(answer, expected);
    }
}

#[test]
fn a_request_with_a_name_twice_is_refused() {
    let text = fixture("N1_no_station").replacen("\"goal\": {", "\"goal\": {\"stick\": 1, \"stick\": 2, ", 1);
    let (answer, kind) = ask(&text);
    assert_eq!((kind, &answer["reason"]), (AnswerKind::BadRequest, &json!("bad_request")), "{answer}");
    assert!(answer["detail"].as_str().unwrap().contains("`stick` occurs twice"), "{answer}");
    let (answer, kind) = ask(r#"{"rules": [], "inventory": {}, "goal": {"stick": 1, "stick": 1}}"#);
    assert_eq!(kind, AnswerKind::BadRequest, "{answer}");
}

#[test]
fn an_unknown_item_is_answered_with_the_nearest_names_of_the_request() {
    let mut request: Value = serde_json::from_str(&fixture("01_iron_pickaxe_empty")).unwrap();
    request["goal"] = json!({"iron_pickax": 1});
    let (answer, kind) = ask(&request.to_string());
    assert_eq!(
        (kind, &answer["reason"], &answer["detail"]),
        (AnswerKind::Unsolved, &json!("unreachable_item"), &json!("iron_pickax"))
    );
    let way_out = answer["way_out"].as_str().unwrap();
    assert!(way_out.contains("the nearest names are iron_pickaxe,"), "{way_out}");
}

#[test]
fn an_unknown_item_gets_no_suggestion_when_the_request_has_no_rules() {
    let mut request: Value = serde_json::from_str(&fixture("01_iron_pickaxe_empty")).unwrap();
    (request["ops"], request["processes"], request["fuels"]) = (json!([]), json!([]), json!({}));
    request["goal"] = json!({"minecraft:stick": 1});
    assert_eq!(ask(&request.to_string()).0["way_out"], "no rule makes minecraft:stick");
    request["ops"] =
        json!([{"id": "craft:stick", "kind": "craft", "ticks": 1, "cost": 1, "in": {"plank": 2}, "out": {"stick": 4}}]);
    let way_out = "no rule names minecraft:stick; the nearest names are stick, plank";
    assert_eq!(ask(&request.to_string()).0["way_out"], way_out);
}

#[test]
fn a_chain_of_ten_thousand_processes_is_refused_and_one_of_a_thousand_is_solved() {
    let mut request: Value = serde_json::from_str(&fixture("01_iron_pickaxe_empty")).unwrap();
    request["processes"] = (0..10_000)
        .map(|n| {
            json!({"id": format!("p{n}"), "station": "furnace", "in": format!("i{n}"), "out": format!("i{}", n + 1),
                "ticks_per_item": 1, "max_batch": 64, "fuel_per_item": 0, "load_ticks": 1, "load_cost": 1})
        })
        .collect();
    request["inventory"] = json!({"i0": 3});
    for (last, kind) in [(10_000, AnswerKind::Unsolved), (1_000, AnswerKind::Solved)] {
        request["goal"] = json!({format!("i{last}"): 3});
        let (answer, got) = ask(&request.to_string());
        assert_eq!(got, kind, "{last}: {}", answer["detail"]);
    }
}

#[test]
fn the_small_instances_are_solved_to_their_proven_optima() {
    for (name, objective, makespan) in [
        ("01_iron_pickaxe_empty", 320, 927),
        ("03_ingots64_f1_stock", 139, 12_805),
        ("04_ingots64_f2_busy", 95, 7_405),
        ("05_ingots64_f4_mine", 809, 4_205),
    ] {
        for (goal, value) in [(Objective::CostAndTime, objective), (Objective::Makespan, makespan)] {
            let (answer, _) = answer_any(fixture(name).as_str(), goal, Limits::default());
            assert_eq!((&answer["objective"], &answer["optimal"]), (&json!(value), &json!(true)), "{name}");
        }
    }
}

#[test]
fn the_answer_has_the_fields_of_the_format() {
    let (answer, kind) = ask(&fixture("04_ingots64_f2_busy"));
    assert_eq!(kind, AnswerKind::Solved);
    let keys: Vec<&str> = answer.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected = [
        "action_cost",
        "bound",
        "digest",
        "explored",
        "id",
        "makespan_ticks",
        "objective",
        "optimal",
        "status",
        "steps",
    ];
    assert_eq!(keys, expected);
    let load = &answer["steps"][0];
    for key in ["seq", "start", "end", "process", "slot", "n", "fuel", "fuel_n", "ready"] {
        assert!(load.get(key).is_some(), "{key} in {load}");
    }
}

/// Changes the valid request of the fixture and checks that the answer's detail contains this text.
fn refused(change: impl FnOnce(&mut Value), detail: &str) {
    let mut request: Value = serde_json::from_str(&fixture("03_ingots64_f1_stock")).expect("JSON");
    change(&mut request);
    let (answer, kind) = ask(&request.to_string());
    assert_eq!(kind, AnswerKind::BadRequest, "{answer}");
    assert_eq!(answer["reason"], "bad_request");
    assert!(answer["detail"].as_str().expect("text").contains(detail), "{answer}");
    assert_eq!(answer["id"], "03_ingots64_f1_stock");
}

#[test]
fn bad_requests_are_refused_with_the_field() {
    refused(|r| r["goal"]["iron_ingot"] = json!(-1), "invalid value: integer `-1`");
    refused(|r| r["goal"]["iron_ingot"] = json!(1.5), "invalid type: floating point");
    refused(|r| r["goal"]["iron_ingot"] = json!(10_000_000_000_u64), "goal.iron_ingot");
    refused(|r| r["format"] = json!("mc-temporal-v2"), "format");
    refused(|r| r["furnacse"] = json!(1), "unknown field `furnacse`");
    refused(|r| r["bucket_ticks"] = json!(0), "bucket_ticks");
    refused(|r| r["processes"][0]["max_batch"] = json!(0), "processes[smelt:raw_iron>iron_ingot@furnace].max_batch");
    refused(
        |r| r["ops"][0]["kind"] = json!("wish"),
        "unknown variant `wish`, expected one of `craft`, `gather`, `place`",
    );
    refused(
        |r| {
            r["stations"] =
                json!([{"id": "a", "type": "furnace", "ready_at": 0}, {"id": "a", "type": "furnace", "ready_at": 0}]);
        },
        "stations[a]: this id is used twice",
    );
}

/// Compares the error messages for bad requests with a stored list: what was changed in a request, and the message.
#[test]
fn the_messages_for_bad_requests() {
    let mut lines = Vec::new();
    let mut tell = |what: &str, text: &str| {
        let (answer, kind) = ask(text);
        assert_eq!(kind, AnswerKind::BadRequest, "{what}: {answer}");
        let message = answer["detail"].as_str().or(answer["error"].as_str()).expect("a message");
        lines.push(format!("{what}\n    {message}"));
    };
    for text in ["", "{", "[]", "null", "nope", "{\"format\": 3}", r#"{"format": "mc-temporal-v1"}"#] {
        tell(text, text);
    }
    let good: Value = serde_json::from_str(&fixture("03_ingots64_f1_stock")).expect("JSON");
    for (pointer, value) in [
        ("/goal/iron_ingot", json!(-1)),
        ("/goal/iron_ingot", json!(1.5)),
        ("/goal/iron_ingot", json!(10_000_000_000_u64)),
        ("/goal", json!(["iron_ingot"])),
        ("/format", json!("mc-temporal-v2")),
        ("/bucket_ticks", json!(0)),
        ("/stations", json!({})),
        ("/stations/0", json!([])),
        ("/ops/0/kind", json!("wish")),
        ("/ops/0/ticks", json!("20")),
        ("/processes/0/max_batch", json!(0)),
        ("/processes/0", json!(7)),
    ] {
        let mut request = good.clone();
        *request.pointer_mut(pointer).expect("the fixture has it") = value.clone();
        tell(&format!("{pointer} = {value}"), &request.to_string());
    }
    let mut request = good.clone();
    request["furnacse"] = json!(1);
    tell("/furnacse = 1", &request.to_string());
    tell("rules = 3", r#"{"rules": 3}"#);
    tell("rules = [3]", r#"{"rules": [3]}"#);
    let rule = r#"{"action": "smelt", "actionType": "smelt", "produces": [], "consumes": []}"#;
    tell("a rule that smelts nothing", &format!(r#"{{"inventory": {{}}, "goal": {{}}, "rules": [{rule}]}}"#));
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_line_of_an_error_is_counted_in_the_whole_input() {
    for (text, expected) in [("{\"rules\": 3}", "line 7, column 11"), ("{\n\"rules\": 3}", "line 8, column 10")] {
        let source = Source { text, first_line: 7 };
        let (answer, _) = answer_any(source, Objective::CostAndTime, LIMITS);
        assert!(answer["error"].as_str().unwrap().contains(expected), "{answer}");
    }
}

#[test]
fn text_that_is_not_a_json_object_is_refused() {
    for text in ["", "{", "[]", "null", "\u{0}", "{\"format\": 3}"] {
        assert_eq!(ask(text).1, AnswerKind::BadRequest, "{text:?}");
    }
}

#[test]
fn refusals_name_no_rust_types() {
    for text in [
        "[]",
        "null",
        "3",
        r#"{"format": "mc-temporal-v1", "bucket_ticks": -1}"#,
        r#"{"rules": 3}"#,
        r#"{"rules": [3]}"#,
    ] {
        let said = ask(text).0.to_string();
        assert!(said.contains("expected") && said.contains("line 1, column "), "{said}");
        for word in ["struct", "Request", "u64", "Rule", "sequence"] {
            assert!(!said.contains(word), "{word} in {said}");
        }
    }
}

fn furnaces(current: u64, ready: &[u64]) -> Value {
    let slots: Vec<Value> = ready
        .iter()
        .enumerate()
        .map(|(k, bucket)| json!({"id": format!("furnace{k}"), "type": "furnace", "readyAtBucket": bucket}))
        .collect();
    json!({
        "inventory": {"iron_ore": 64, "coal": 64}, "goal": {"iron_ingot": 64}, "nearbyBlocks": [],
        "currentTickBucket": current, "slots": slots,
        "rules": [{
            "action": "smelt_iron", "actionType": "smelt", "needsFurnace": true, "durationTicks": 200,
            "consumes": [{"name": "iron_ore", "count": 1}, {"name": "coal", "count": 1}],
            "produces": [{"name": "iron_ingot", "count": 1}],
        }],
    })
}

#[test]
fn the_temporal_fields_of_the_document_are_understood() {
    let (answer, kind) = ask(&furnaces(50, &[0, 70]).to_string());
    assert_eq!(kind, AnswerKind::Solved);
    // A station that became free in the past is free now; 20 buckets later means 2,000 ticks.
    assert_eq!(answer["makespanBuckets"], 75);
    let steps = answer["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 2);
    assert_eq!((&steps[0]["startBucket"], &steps[0]["endBucket"]), (&json!(50), &json!(125)));
    assert_eq!((&steps[1]["startBucket"], &steps[1]["slotId"]), (&json!(70), &json!("furnace1")));
}

#[test]
fn a_temporal_request_whose_slots_are_all_busy_is_a_deadlock() {
    for (ready, reason) in [(151, "wait_bound"), (2_000, "capacity_deadlock")] {
        let (answer, kind) = ask(&furnaces(50, &[ready]).to_string());
        assert_eq!(kind, AnswerKind::Unsolved);
        assert!(answer["error"].as_str().expect("text").starts_with(reason), "{answer}");
    }
    let (answer, _) = ask(&furnaces(50, &[]).to_string());
    assert!(answer["error"].as_str().expect("text").starts_with("no_station: furnace"), "{answer}");
}

#[test]
fn a_temporal_request_without_limits_may_place_as_many_furnaces_as_the_document_says() {
    let mut request = furnaces(50, &[]);
    request["inventory"]["furnace"] = json!(20);
    let place = json!({"action": "place_furnace", "actionType": "place", "consumes": [{"name": "furnace", "count": 1}],
        "produces": []});
    request["rules"].as_array_mut().unwrap().push(place);
    let read: SolveRequest = serde_json::from_value(request.clone()).expect("good");
    assert_eq!(read.draft().expect("good").stations_max["furnace"], 8);
    request["maxSlots"] = json!({"furnace": 3});
    let read: SolveRequest = serde_json::from_value(request).expect("good");
    assert_eq!(read.draft().expect("good").stations_max["furnace"], 3);
}

proptest! {
    #[test]
    fn decoding_any_text_never_panics(text in ".{0,200}") {
        let _ = ask(&text);
        let _ = temporal::answer(text.as_str(), Objective::CostAndTime, LIMITS);
    }

    /// Checks the same as the fuzz target `solve`: any input gets an answer.
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = answer_any(&*String::from_utf8_lossy(&bytes), Objective::CostAndTime, FUZZED);
    }

    #[test]
    fn a_request_with_any_bytes_changed_is_answered(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..6),
        digits in any::<bool>(),
    ) {
        let mut bytes = fixture("04_ingots64_f2_busy").into_bytes();
        for (at, byte, insert) in changes {
            // Replacing bytes by digits keeps most of the text a valid request.
            let byte = if digits { b'0' + byte % 10 } else { byte };
            let at = at.index(bytes.len());
            if insert { bytes.insert(at, byte) } else { bytes[at] = byte }
        }
        let (answer, kind) = answer_any(&*String::from_utf8_lossy(&bytes), Objective::CostAndTime, FUZZED);
        prop_assert_eq!(kind == AnswerKind::Solved, answer["status"] == "solved");
    }

    #[test]
    fn a_request_with_an_arbitrary_number_in_any_field_is_answered(path in 0usize..14, value in -3i64..400_000, cut in 0usize..2_000) {
        let text = fixture("10_ingots128_build");
        let cut_text: String = text.chars().take(cut).collect();
        let _ = ask(&cut_text);
        let mut request: Value = serde_json::from_str(&text).expect("JSON");
        let places = [
            "/bucket_ticks", "/horizon_ticks", "/max_slot_wait_ticks", "/goal/iron_ingot", "/inventory/stone_pickaxe",
            "/stations/1/ready_at", "/max_stations/furnace", "/fuels/coal", "/ops/1/ticks", "/ops/1/cost",
            "/ops/1/in/cobblestone", "/processes/2/ticks_per_item", "/processes/2/max_batch", "/processes/2/fuel_per_item",
        ];
        *request.pointer_mut(places[path]).expect("there") = json!(value);
        let limits = Limits { nodes: Some(50), seed: 0 };
        let (answer, kind) = answer_any(request.to_string().as_str(), Objective::CostAndTime, limits);
        prop_assert_eq!(kind == AnswerKind::Solved, answer["status"] == "solved");
    }
}

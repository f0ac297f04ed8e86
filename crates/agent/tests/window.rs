//! The real program and its window: commands and raw HTTP against an agent that runs.

mod common;

use common::{Said, command, stead};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A time limit that no test here reaches, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running agent in directory `d`, twenty times as fast as real time.
struct Agent {
    dir: TempDir,
    child: Child,
}

impl Agent {
    fn start() -> Agent {
        Agent::start_in(tempfile::tempdir().unwrap())
    }

    /// Starts an agent and waits until its HTTP server is up.
    fn start_in(dir: TempDir) -> Agent {
        let child = command(dir.path(), &["run", "--headless", "--speed", "20", "--data", "d"]).spawn().unwrap();
        let agent = Agent { dir, child };
        agent.until(|agent| UnixStream::connect(agent.socket()).is_ok());
        agent.until(|agent| agent.get("/v1/status")["tick"].as_u64() > Some(0));
        agent
    }

    #[track_caller]
    fn until(&self, done: impl Fn(&Agent) -> bool) {
        let began = Instant::now();
        while !done(self) {
            assert!(began.elapsed() < PATIENCE, "it never came");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn socket(&self) -> PathBuf {
        self.dir.path().join("d/stead.sock")
    }

    /// Runs a command that talks to the running agent.
    fn told(&self, args: &[&str]) -> Said {
        stead(self.dir.path(), &[args, &["--data", "d"]].concat())
    }

    fn json(&self, args: &[&str]) -> Value {
        let said = self.told(&[args, &["--json"]].concat());
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.json()
    }

    fn http(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        http(
            &self.socket(),
            &format!("{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{body}", body.len()),
        )
    }

    fn get(&self, path: &str) -> Value {
        let (status, value) = self.http("GET", path, "");
        assert_eq!(status, 200, "{value}");
        value
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, value) = self.http("POST", path, &body.to_string());
        assert_eq!(status, 200, "{value}");
        value
    }

    /// Kills the agent's process, so that it cannot clean up.
    fn kill(mut self) -> TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let spare = tempfile::tempdir().unwrap();
        std::mem::replace(&mut self.dir, spare)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends these bytes as an HTTP request and returns the status and the body.
fn http(socket: &Path, request: &str) -> (u16, Value) {
    let mut stream = UnixStream::connect(socket).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let _ = stream.write_all(request.as_bytes()); // a refusal may come before everything is sent
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let status = text.split(' ').nth(1).unwrap_or_default().parse().unwrap_or_else(|_| panic!("no status: {text}"));
    let body = text.split_once("\r\n\r\n").unwrap().1;
    (status, serde_json::from_str(body).unwrap_or_else(|_| body.into()))
}

#[test]
fn every_command_reaches_the_running_agent() {
    let agent = Agent::start();
    let status = agent.json(&["status"]);
    assert_eq!((&status["seed"], &status["speed"], &status["link"]), (&json!(1), &json!("20×"), &json!("present")));
    let taken = agent.json(&["goal", "collect", "diamond", "3"]);
    assert_eq!(taken["answer"], "taken");
    let task = taken["task"].as_str().unwrap();
    let joined = agent.told(&["goal", "collect", "diamond", "4"]);
    assert!(joined.code == Some(0) && joined.out.starts_with(task), "{} {}", joined.out, joined.err);
    let tasks = agent.json(&["tasks"]);
    let shown = tasks["open"].as_array().unwrap().iter().find(|shown| shown["id"] == task).unwrap();
    assert_eq!((&shown["key"], &shown["origin"]["who"]), (&json!("collect:diamond"), &json!("user")));
    assert_eq!((&shown["priority"], &shown["goal"]), (&json!("high"), &json!("4 diamond in the bag")));
    assert_eq!(shown["progress"], json!({"done": 0, "of": 4}));
    let words = agent.told(&["tasks"]).out;
    assert!(words.contains(task) && words.contains("user: a person asked for it"), "{words}");

    assert_eq!(agent.told(&["pause"]).out, "done\n");
    agent.until(|agent| agent.json(&["status"])["paused"] == true);
    assert!(agent.told(&["status"]).out.contains("paused; `stead resume` lets it go back to work"));
    assert_eq!(agent.json(&["resume"])["answer"], "done");
    agent.until(|agent| agent.json(&["status"])["paused"] == false);

    assert_eq!(agent.told(&["cancel", task]).code, Some(0));
    agent.until(|agent| {
        let tasks = agent.json(&["tasks"]);
        tasks["ended"].as_array().unwrap().iter().any(|shown| shown["id"] == task && shown["status"] == "cancelled")
    });
}

#[test]
fn a_line_is_answered_and_becomes_a_task() {
    let agent = Agent::start();
    let said = agent.told(&["say", "collect 20 oak logs"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("collect:oak_log"), "{}", said.out);
    agent.until(|agent| {
        let tasks = agent.json(&["tasks"]);
        tasks["open"]
            .as_array()
            .unwrap()
            .iter()
            .any(|task| task["key"] == "collect:oak_log" && task["priority"] == "high")
    });
    let doing = agent.json(&["say", "what are you doing?", "--as", "ann", "--at", "3,70,-4"]);
    assert_eq!(doing["answer"], "said");
    assert!(!doing["said"].as_str().unwrap().is_empty(), "{doing}");
    let stopped = agent.told(&["say", "stop"]);
    assert!(stopped.code == Some(0) && stopped.out.contains("stop"), "{}", stopped.out);
    agent.until(|agent| agent.json(&["status"])["paused"] == true);
    agent.told(&["say", ""]).refused(2, &["the line is empty"]);
    agent.told(&["say", &"a".repeat(257)]).refused(2, &["at most 256"]);
    agent.told(&["say", "hi", "--at", "here"]).refused(2, &["three whole numbers"]);
    agent.told(&["say", "hi", "--as", "a b"]).refused(2, &["one word of 1 to 31 bytes"]);
}

#[test]
fn counters_are_shown_and_begin_anew_only_when_asked() {
    let agent = Agent::start();
    agent.until(|agent| agent.json(&["counters"])["counters"]["drive_ticks"].as_u64() > Some(0));
    let words = agent.told(&["counters"]).out;
    assert!(words.contains("drive ticks") && words.contains("min of game time, since tick "), "{words}");
    // The agent is paused first: without work it would choose a goal at once, and count it.
    assert_eq!(agent.told(&["pause"]).code, Some(0));
    let before = agent.json(&["counters"]);
    assert_eq!(agent.told(&["counters", "--reset"]).out, "done\n");
    agent.until(|agent| {
        let after = agent.json(&["counters"])["counters"].clone();
        after["started_at"].as_u64() > before["counters"]["started_at"].as_u64() && after["drive_ticks"] == 0
    });
}

#[test]
fn agency_6_1_a_thought_from_outside_is_recorded_and_says_nothing_about_itself() {
    let agent = Agent::start();
    let sent = json!({"text": "Let us mine. [GOAL: collect diamond 2]", "convertEligible": true, "goalKey": "a:b", "retryCount": 7});
    let noted = agent.post("/v1/thoughts", &sent);
    let thought = &noted["thought"];
    assert_eq!((&thought["source"], &thought["text"]), (&json!("legacy"), &json!("Let us mine.")));
    assert_eq!((&thought["convert_eligible"], &noted["eligibility_ignored"]), (&json!(false), &json!(true)));
    assert_eq!((&thought["fate"], &thought["task"]), (&json!("held"), &Value::Null));
    let dropped = json!([{"key": "goal_key", "rebuilt": false}, {"key": "retry_count", "rebuilt": true}]);
    assert_eq!(noted["dropped"], dropped);
    agent.until(|agent| {
        let shown = agent.get("/v1/thoughts");
        shown["thoughts"].as_array().unwrap().iter().any(|shown| shown["id"] == thought["id"])
    });
    let tasks = agent.get("/v1/tasks");
    assert!(tasks["open"].as_array().unwrap().iter().all(|task| task["key"] != "collect:diamond"));
}

#[test]
fn agency_6_1_a_thought_from_outside_becomes_a_task_only_where_the_settings_say_so() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("stead.toml"), "[thoughts]\nallow_thought_injection = true\n").unwrap();
    let agent = Agent::start_in(dir);
    let noted = agent.post("/v1/thoughts", &json!({"text": "[GOAL: collect diamond 2]", "convertEligible": true}));
    assert_eq!((&noted["thought"]["fate"], &noted["eligibility_ignored"]), (&json!("task"), &json!(false)));
    let task = noted["thought"]["task"].clone();
    agent.until(|agent| {
        let tasks = agent.get("/v1/tasks");
        tasks["open"].as_array().unwrap().iter().any(|shown| shown["id"] == task && shown["origin"]["who"] == "thought")
    });
}

#[test]
fn why_over_the_api_is_the_chain_that_the_replay_prints() {
    let agent = Agent::start();
    let ended = |agent: &Agent| {
        agent.get("/v1/tasks")["ended"].as_array().unwrap().iter().find(|task| task["status"] == "done").cloned()
    };
    agent.until(|agent| ended(agent).is_some());
    let task = ended(&agent).unwrap()["id"].as_str().unwrap().to_string();
    // What has just happened is in the journal within about a second.
    agent.until(|agent| agent.http("GET", &format!("/v1/why?of={task}"), "").1.to_string().contains("→ done"));
    let why = agent.get(&format!("/v1/why?of={task}"));
    let said = stead(agent.dir.path(), &["replay", "d", "--why", &task, "--json"]);
    assert_eq!(said.json()["why"][0], why["chain"][0], "{}", said.err);
    assert_eq!(why["chain"][0]["subject"], *task);
    let action = why["actions"][0]["id"].as_str().unwrap();
    let deed = agent.get(&format!("/v1/why?of={action}"));
    assert_eq!((&deed["chain"][0]["subject"], &deed["chain"][1]["subject"]), (&json!(action), &json!(task)));
    let began = deed["chain"][0]["tick"].as_u64().unwrap();
    let (status, early) = agent.http("GET", &format!("/v1/why?of={action}&tick={}", began - 4), "");
    assert_eq!(
        (status, early["error"]["code"].as_str()),
        (404, Some("no_such_subject")),
        "not yet begun then: {early}"
    );
    agent.until(|agent| agent.get("/v1/status")["action_id"].as_str().is_some_and(|id| id.starts_with('A')));
}

#[test]
fn bad_input_is_exit_code_2_with_the_way_out() {
    let agent = Agent::start();
    for (args, says) in [
        (&["goal", "collect", "oak_lgo"][..], "did you mean \"oak_log\""),
        (&["goal", "dance", "oak_log"], "unknown action \"dance\""),
        (&["goal", "collect", "oak_log", "5000"], "1 to 4096"),
        (&["goal", "collect", "oak_log", "many"], "many"),
        (&["cancel", "all"], "invalid task \"all\""),
        (&["cancel", "T999999"], "there is no open task T999999"),
    ] {
        agent.told(args).refused(2, &[says]);
    }
    let refused = agent.told(&["cancel", "all", "--json"]);
    assert_eq!((refused.code, &refused.json()["error"]["code"]), (Some(2), &json!("bad_task")));
}

#[test]
fn raw_http_is_refused_with_json_that_says_what_to_do() {
    let agent = Agent::start();
    let large = format!("{{\"action\": \"{}\"}}", "a".repeat(70_000));
    for (method, path, body, status, code) in [
        ("GET", "/v1/goal", "", 405, "wrong_method"),
        ("DELETE", "/v1/status", "", 405, "wrong_method"),
        ("GET", "/", "", 404, "unknown_path"),
        ("GET", "/v2/status", "", 404, "unknown_path"),
        ("POST", "/v1/goal", "{\"action\"", 400, "bad_body"),
        ("POST", "/v1/goal", "{\"action\": \"collect\", \"target\": \"coal\", \"x\": 1}", 400, "bad_body"),
        ("POST", "/v1/goal", &large, 413, "too_large"),
        ("POST", "/v1/thoughts", "{}", 400, "bad_body"),
        ("POST", "/v1/builds", "{\"name\": \"castle\"}", 422, "cannot_build"),
        ("POST", "/v1/builds", "{\"name\": \"cabin\", \"facing\": \"up\"}", 400, "bad_body"),
        ("POST", "/v1/builds", "{\"name\": \"keep\", \"blueprint\": \"0g\"}", 400, "bad_body"),
        ("POST", "/v1/builds", "{\"name\": \"keep\", \"blueprint\": \"00\"}", 422, "bad_blueprint"),
    ] {
        let (told, value) = agent.http(method, path, body);
        assert_eq!((told, value["error"]["code"].as_str()), (status, Some(code)), "{method} {path}: {value}");
        assert!(!value["error"]["do"].as_str().unwrap().is_empty());
    }
    let metrics = agent.get("/v1/metrics");
    assert!(metrics.as_str().unwrap().contains("# TYPE stead_agency_drive_ticks counter\n"), "{metrics}");
    assert_eq!(agent.post("/v1/stop", &json!({}))["answer"], "done");
}

#[test]
fn a_hundred_requests_at_once_are_all_answered() {
    let agent = Agent::start();
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..100)
            .map(|number| {
                let agent = &agent;
                scope.spawn(move || match number % 4 {
                    0 => agent.http("GET", "/v1/status", "").0,
                    1 => agent.http("POST", "/v1/pause", "").0,
                    2 => agent.http("GET", "/v1/tasks", "").0,
                    _ => agent.http("POST", "/v1/resume", "").0,
                })
            })
            .collect();
        let answered: Vec<u16> = asked.into_iter().map(|asked| asked.join().unwrap()).collect();
        assert!(answered.iter().all(|status| *status == 200), "{answered:?}");
    });
}

#[test]
fn without_a_running_agent_every_command_says_so_with_exit_code_3() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["status"][..],
        &["tasks"],
        &["say", "hello"],
        &["goal", "collect", "oak_log"],
        &["cancel", "T1"],
        &["pause"],
        &["resume"],
        &["counters"],
        &["counters", "--reset"],
    ] {
        let said = stead(dir.path(), &[args, &["--data", "d"]].concat());
        said.refused(3, &["no agent is running in d; start one with: stead run --data d"]);
        assert_eq!(said.out, "");
    }
}

#[test]
fn a_killed_agent_leaves_a_socket_that_the_next_one_replaces() {
    let dir = Agent::start().kill();
    assert!(dir.path().join("d/stead.sock").exists(), "it had no time to remove it");
    stead(dir.path(), &["status", "--data", "d"]).refused(3, &["no agent is running in d"]);
    let agent = Agent::start_in(dir);
    assert_eq!(agent.told(&["status"]).code, Some(0));
}

#[test]
fn only_the_owner_can_open_the_socket_and_an_ended_run_removes_it() {
    let agent = Agent::start();
    let mode = fs::metadata(agent.socket()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    drop(agent);
    let dir = tempfile::tempdir().unwrap();
    common::live(dir.path(), 400);
    assert!(!dir.path().join("d/stead.sock").exists());
}

#[test]
fn two_agents_in_two_directories_are_told_apart() {
    let (first, second) = (Agent::start(), Agent::start());
    assert_eq!(first.told(&["pause"]).code, Some(0));
    first.until(|agent| agent.json(&["status"])["paused"] == true);
    assert_eq!(second.json(&["status"])["paused"], false);
}

#[test]
fn the_data_directory_of_the_settings_is_used() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("stead.toml"), "[run]\ndata = \"d\"\n").unwrap();
    let agent = Agent::start_in(dir);
    assert_eq!(stead(agent.dir.path(), &["status"]).code, Some(0));
    fs::write(agent.dir.path().join("stead.toml"), "[run]\nsede = 1\n").unwrap();
    stead(agent.dir.path(), &["status"]).refused(2, &["unknown key \"sede\""]);
}

#[test]
fn a_directory_whose_path_is_too_long_for_a_socket_is_named_and_the_agent_lives_without() {
    let dir = tempfile::tempdir().unwrap();
    let deep = "d".repeat(120);
    let lived = stead(dir.path(), &["run", "--headless", "--data", &deep, "--ticks", "40"]);
    assert_eq!(lived.code, Some(0), "{}", lived.err);
    assert!(lived.err.contains("cannot reach this run") && lived.err.contains("at most 107"), "{}", lived.err);
    stead(dir.path(), &["status", "--data", &deep]).refused(2, &["at most 107", "shorter path"]);
}

#[test]
fn an_order_that_was_answered_is_in_the_journal_even_after_a_kill() {
    let agent = Agent::start();
    let task = agent.post("/v1/goal", &json!({"action": "collect", "target": "diamond"}))["task"].clone();
    let agent = Agent::start_in(agent.kill());
    let tasks = agent.get("/v1/tasks");
    assert!(tasks["open"].as_array().unwrap().iter().any(|shown| shown["id"] == task), "{tasks}");
}

#[test]
fn a_run_that_ends_while_a_client_waits_answers_it() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["run", "--headless", "--speed", "max", "--data", "d", "--ticks", "4000"];
    let mut child = command(dir.path(), &args).spawn().unwrap();
    let socket = dir.path().join("d/stead.sock");
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    // Sends orders until the run is over: the agent answers each, or the server says that it stopped, or no agent is
    // there.
    let mut answered = 0;
    while child.try_wait().unwrap().is_none() {
        if UnixStream::connect(&socket).is_err() {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        }
        let said = stead(dir.path(), &["resume", "--data", "d"]);
        assert!([Some(0), Some(1), Some(3)].contains(&said.code), "{:?} {}", said.code, said.err);
        answered += u32::from(said.code == Some(0));
    }
    lines.read_to_string(&mut first).unwrap();
    assert!(answered > 0, "the run was too short for a client: {first}");
}

//! `stead mcp` as an assistant sees it: lines of JSON-RPC to the real program, beside a real agent.

mod common;

use common::{Said, command};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// An assistant that has started `stead mcp` for the data directory `d`.
struct Assistant {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Assistant {
    fn start(dir: &Path) -> Assistant {
        let mut child = command(dir, &["mcp", "--data", "d"]).stdin(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut assistant = Assistant { child, to, from, asked: 0 };
        let client = json!({"name": "test", "version": "1"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let info = assistant.ask("initialize", &hello)["result"].clone();
        assert_eq!((&info["serverInfo"]["name"], &info["protocolVersion"]), (&json!("stead"), &json!("2025-06-18")));
        assert!(info["instructions"].as_str().unwrap().contains("give_goal"));
        assistant.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        assistant
    }

    fn send(&mut self, line: &Value) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(answer["id"], id, "{line}");
        answer
    }

    /// Calls a tool: whether it is an error, and its JSON or its text.
    fn call(&mut self, tool: &str, arguments: &Value) -> (bool, Value) {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].clone();
        let value = result.get("structuredContent").cloned().unwrap_or(text);
        (result["isError"].as_bool().unwrap_or_else(|| panic!("{answer}")), value)
    }

    /// Closes the connection and waits for the end of the program.
    fn leave(self) -> Said {
        drop(self.to);
        Said::of(self.child.wait_with_output().unwrap())
    }
}

/// An agent in directory `d` that ends with the test.
struct Agent(Child);

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn an_assistant_asks_gives_goals_and_reads_reasons_by_the_same_rights() {
    let dir = tempfile::tempdir().unwrap();
    let mut assistant = Assistant::start(dir.path());
    let (error, told) = assistant.call("status", &json!({}));
    assert!(error && told.as_str().unwrap().contains("no agent is running in d; start one with"), "{told}");

    let run = ["run", "--headless", "--speed", "20", "--data", "d", "--listen", "off"];
    let _agent = Agent(command(dir.path(), &run).spawn().unwrap());
    let began = Instant::now();
    let status = loop {
        let (error, status) = assistant.call("status", &json!({}));
        if !error && status["tick"].as_u64() > Some(0) {
            break status;
        }
        assert!(began.elapsed() < Duration::from_mins(2), "it never came: {status}");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!((&status["seed"], &status["health"]), (&json!(1), &json!(20)));

    let tools = assistant.ask("tools/list", &json!({}));
    let named: Vec<&str> =
        tools["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    for tool in
        ["status", "tasks", "give_goal", "cancel", "why", "current_plan", "plan_crafting", "say", "structures", "build"]
    {
        assert!(named.contains(&tool), "{tool} in {named:?}");
    }

    let (error, taken) = assistant.call("give_goal", &json!({"action": "collect", "target": "diamond", "amount": 3}));
    assert!(!error && taken["answer"] == "taken", "{taken}");
    let task = taken["task"].clone();
    let asked = |open: &Value| open["id"] == task && open["origin"]["who"] == "user";
    // The answer may be there a moment before what is shown of the tasks.
    loop {
        let (_, tasks) = assistant.call("tasks", &json!({}));
        if tasks["open"].as_array().unwrap().iter().any(asked) {
            break;
        }
        assert!(began.elapsed() < Duration::from_mins(2), "it is not among the tasks: {tasks}");
        std::thread::sleep(Duration::from_millis(50));
    }
    let (error, refused) = assistant.call("give_goal", &json!({"action": "dance", "target": "diamond"}));
    assert!(error && refused["error"]["code"] == "unknown_action", "{refused}");
    let (error, refused) = assistant.call("give_goal", &json!({"action": "collect", "target": "coal", "force": true}));
    assert!(error && refused["error"]["what"].as_str().unwrap().contains("unknown field `force`"), "{refused}");
    let why = loop {
        let (error, why) = assistant.call("why", &json!({"of": task}));
        if !error {
            break why;
        }
        assert!(began.elapsed() < Duration::from_mins(2), "it never came: {why}");
        std::thread::sleep(Duration::from_millis(100));
    };
    assert!(why["chain"][0]["why"].as_str().unwrap().contains("a person asked for it"), "{why}");
    assert_eq!(assistant.call("cancel", &json!({"task": task})).1["answer"], "done");
    let wrong = assistant.ask("tools/call", &json!({"name": "shell", "arguments": {}}));
    assert!(wrong["error"]["message"].as_str().unwrap().contains("no tool \"shell\""), "{wrong}");
    let said = assistant.leave();
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{}", said.err);
}

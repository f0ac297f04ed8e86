//! `stead build` as a program: exit codes and messages.

use std::path::Path;
use std::process::{Command, Output};

fn stead(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_stead");
    Command::new(program).arg("build").args(arguments).current_dir(folder.path()).output().expect("stead runs")
}

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/blueprint");
    folder.join(name).to_str().expect("a path of letters").into()
}

#[test]
fn without_a_running_agent_the_answer_is_exit_code_3() {
    let house = fixture("litemapy_house.litematic");
    for arguments in [&["cabin"][..], &["watchtower", "--at", "12,64,-7", "--facing", "east"], &[&house]] {
        let output = stead(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {said}");
    }
}

#[test]
fn what_cannot_be_built_is_refused_in_one_line_with_exit_code_2() {
    for (arguments, part) in [
        (&["palace"][..], "stead blueprint list"),
        (&["cabin", "--at", "12,64"], "three whole numbers"),
        (&["cabin", "--at", "12,64,a"], "three whole numbers"),
        (&["cabin", "--facing", "up"], "north, east, south or west"),
        (&["cabin", "--seed", "3"], "--headless"),
    ] {
        let output = stead(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
}

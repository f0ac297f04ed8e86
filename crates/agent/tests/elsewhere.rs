//! Lives through bodies in other processes: which data directory belongs to which, and what is said when something is missing.

mod common;

use common::{command, live, stead};
use std::net::TcpListener;
use tempfile::tempdir;

#[test]
fn a_data_directory_is_refused_to_another_kind_of_body_by_name() {
    let dir = tempdir().unwrap();
    live(dir.path(), 40);
    let body = ["run", "--headless", "--data", "d", "--body", "127.0.0.1:1"];
    stead(dir.path(), &body).refused(2, &["d: this life is in the embedded world", "--data"]);
    // Nobody listens there: it waits for a body, says so, and ends when it is asked to.
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let waits = ["run", "--headless", "--listen", "off", "--data", "b", "--body", &nobody, "--ticks", "0"];
    assert_eq!(stead(dir.path(), &waits).code, Some(0));
    stead(dir.path(), &["run", "--headless", "--data", "b", "--ticks", "40"]).refused(2, &["--body"]);
    let server = ["run", "--headless", "--data", "b", "--server", "localhost"];
    stead(dir.path(), &server).refused(2, &["this life has a body of its own"]);
}

#[test]
fn what_is_missing_is_named_with_what_to_do() {
    let dir = tempdir().unwrap();
    let run = |args: &[&str]| stead(dir.path(), &[&["run", "--headless", "--data", "d"], args].concat());
    run(&["--body", "no-such-body --fast"]).refused(2, &["no-such-body", "HOST:PORT"]);
    run(&["--server", "two words"]).refused(2, &["two words"]);
    run(&["--server", "localhost", "--name", "a b"]).refused(2, &["1 to 16 letters"]);
    run(&["--server", "localhost", "--body", "127.0.0.1:1"]).refused(2, &["--body"]);
    let mut without = command(dir.path(), &["run", "--headless", "--data", "d", "--server", "localhost"]);
    let said = common::Said::of(without.env("PATH", dir.path()).output().unwrap());
    said.refused(2, &["npm is missing", "Node.js 20"]);
    let mut doctor = command(dir.path(), &["doctor", "--server", "localhost"]);
    common::Said::of(doctor.env("PATH", dir.path()).output().unwrap()).refused(2, &["npm is missing"]);
}

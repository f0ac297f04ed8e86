//! Starts the real small model (SmolLM2-135M behind llama.cpp's HTTP server) for a test, and ends it with the test.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running server with a small language model. It ends when this value is dropped, and also when the test's process
/// dies: its standard input closes then.
#[derive(Debug)]
pub struct RealModel {
    server: Child,
    base_url: String,
}

impl RealModel {
    /// Starts the server and loads the language model, which takes about a second. The error says what is missing and
    /// how to install it.
    pub fn start() -> Result<RealModel, String> {
        let python = root().join("target/model-venv/bin/python");
        let script = root().join("fixtures/model/serve.py");
        let missing = |error| format!("{}: {error}; run `cargo xtask setup` first", python.display());
        let started = Command::new(&python)
            .arg(&script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server = started.map_err(missing)?;
        let mut base_url = String::new();
        let said = server.stdout.take().map(|out| BufReader::new(out).read_line(&mut base_url));
        if !matches!(said, Some(Ok(1..))) {
            let _ = server.kill();
            let _ = server.wait();
            return Err(format!("{} ended before it was ready; run it by hand to see why", script.display()));
        }
        Ok(RealModel { server, base_url: base_url.trim().into() })
    }

    /// The language model server's address without a path, such as `http://127.0.0.1:40123`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }
}

impl Drop for RealModel {
    fn drop(&mut self) {
        drop(self.server.stdin.take());
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The root folder of the repository whose test runs. It is found at run time, because two work trees may share one
/// target folder.
fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let roots = Path::new(&package).ancestors().find(|folder| folder.join("Cargo.lock").exists());
    roots.expect("the repository has a Cargo.lock").to_path_buf()
}

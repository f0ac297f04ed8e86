//! Installs missing tools that the tests need: Debian packages (as root), the npm packages of `bodies/` and of the page's tests, and a
//! small language model.

use crate::model;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// A program that the tests call, with arguments that show whether it works, its Debian package, and what it is for.
struct Need {
    program: &'static str,
    arguments: &'static [&'static str],
    package: &'static str,
    purpose: &'static str,
}

const VERSION: &[&str] = &["--version"];

const NEEDS: [Need; 4] = [
    Need { program: "cc", arguments: VERSION, package: "gcc", purpose: "compiling the bundled SQLite" },
    Need { program: "c++", arguments: VERSION, package: "g++", purpose: "compiling libFuzzer" },
    // Debian's Python has no `venv` that works until this package is installed.
    Need {
        program: "python3",
        arguments: &["-c", "import ensurepip, venv"],
        package: "python3-venv",
        purpose: "serving a small language model",
    },
    Need { program: "chromium", arguments: VERSION, package: "chromium", purpose: "driving the page" },
];

pub fn run() -> ExitCode {
    match install_missing() {
        Ok(()) => {
            println!("setup: everything that the tests need is installed");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("setup: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Installs the programs that the tests need and that are missing; the error says what is missing and how to install
/// it.
pub fn install_missing() -> Result<(), String> {
    for component in ["fmt", "clippy"] {
        if !answers("cargo", &[component, "--version"]) {
            let package = if component == "fmt" { "rustfmt" } else { component };
            return Err(format!("cargo {component} is missing: run `rustup component add {package}`"));
        }
    }
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !answers(need.program, need.arguments)).collect();
    if !missing.is_empty() {
        install_debian(&missing)?;
    }
    install_npm()?;
    model::install(&crate::root().join("target/model-venv"))
}

fn install_debian(missing: &[&Need]) -> Result<(), String> {
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    let listed: Vec<String> = missing.iter().map(|need| format!("{} ({})", need.program, need.purpose)).collect();
    let way_out = format!("missing: {}; install them with: apt-get install {}", listed.join(", "), packages.join(" "));
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"));
    if !root || !answers("apt-get", &["--version"]) {
        return Err(way_out);
    }
    println!("setup: installing {}", packages.join(" "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(["-y", "-q"]).args(arguments);
        command.status().is_ok_and(|status| status.success())
    };
    let installed = apt(&["update"]) && apt(&[["install", "--no-install-recommends"].as_slice(), &packages].concat());
    if installed { Ok(()) } else { Err(way_out) }
}

/// The tests of the page in the browser.
pub const PAGE_TESTS: &str = "crates/window/page-tests";

/// Runs `npm ci` for the page's tests and for each body that has a lock file, if the modules are missing or older than the lock file.
pub fn install_npm() -> Result<(), String> {
    let bodies = std::fs::read_dir(crate::root().join("bodies")).into_iter().flatten().flatten();
    for body in bodies.map(|entry| entry.path()).chain([crate::root().join(PAGE_TESTS)]) {
        let lock = body.join("package-lock.json");
        if !lock.exists() || newer(&body.join("node_modules/.package-lock.json"), &lock) {
            continue;
        }
        println!("setup: npm ci in {}", body.display());
        let installed = Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&body).status();
        if !installed.is_ok_and(|status| status.success()) {
            return Err(format!("npm ci failed in {}: is Node 20 with npm installed?", body.display()));
        }
    }
    Ok(())
}

fn newer(one: &Path, other: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    time(one) >= time(other) && one.exists()
}

/// Whether the program is installed and runs.
pub fn answers(program: &str, arguments: &[&str]) -> bool {
    let quiet = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

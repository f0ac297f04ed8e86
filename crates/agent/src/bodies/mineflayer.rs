//! The mineflayer body, which is a player on a real server: its sources are in this program, and npm installs what they need into the
//! data directory on first use.

use super::home::{BODY_LOG, is_program};
use remote::Source;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tracing::info;
use vocab::Digest;

/// A file of the body: its path and its text.
type Part = (&'static str, &'static str);

macro_rules! parts {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../../../../bodies/mineflayer/", $path)))),*]
    };
}

/// Everything that the body consists of, without its tests.
const PARTS: [Part; 21] = parts! {
    "package.json" "package-lock.json" ".npmrc"
    "src/body.js" "src/geometry.js" "src/limbs/clicks.js" "src/limbs/dig.js" "src/limbs/hands.js" "src/limbs/index.js"
    "src/limbs/legs.js" "src/limbs/windows.js" "src/link.js" "src/main.js" "src/names.js" "src/presence.js" "src/protocol.js"
    "src/senses/chunks.js" "src/senses/entities.js" "src/senses/happenings.js" "src/senses/self.js" "src/session.js"
};

/// Where in the data directory the body is installed.
const FOLDER: &str = "mineflayer";
/// Says which version of the body was installed completely.
const MARK: &str = "installed";
/// What npm said.
const LOG: &str = "install.log";
/// Accounts that were logged in; mineflayer keeps their tokens.
const ACCOUNTS: &str = "accounts";
/// The Node that the packages bring.
const NODE: &str = "node_modules/.bin/node";
/// Lines of npm's log in an error.
const LOG_LINES: usize = 6;
/// How often the installation tells that it goes on.
const TELL_EVERY: Duration = Duration::from_secs(10);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The body for a player of this name on this server; installs it first if that was not done. Says what is missing.
pub fn source(dir: &Path, address: &str, name: &str) -> Result<Source, String> {
    let folder = dir.join(FOLDER);
    install(&folder)?;
    // The body runs elsewhere than this program, so its paths are whole.
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let words = vec![
        text(folder.join(NODE)),
        text(folder.join("src/main.js")),
        "--server".into(),
        address.into(),
        "--name".into(),
        name.into(),
        "--cache".into(),
        text(folder.join(ACCOUNTS)),
    ];
    Ok(Source::Program { words, log: dir.join(BODY_LOG) })
}

fn install(folder: &Path) -> Result<(), String> {
    let mark = Digest::of("mineflayer", &PARTS.to_vec()).to_string();
    let cannot = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    if fs::read_to_string(folder.join(MARK)).is_ok_and(|installed| installed == mark) && folder.join(NODE).exists() {
        return Ok(());
    }
    if !is_program("npm") {
        return Err("npm is missing, which installs the body for real servers: install Node.js 20 or newer with npm \
                    (https://nodejs.org), then start again"
            .into());
    }
    for (path, text) in PARTS {
        let path = folder.join(path);
        let above = path.parent().unwrap_or(folder);
        fs::create_dir_all(above).map_err(|error| cannot(above, error))?;
        fs::write(&path, text).map_err(|error| cannot(&path, error))?;
    }
    npm_ci(folder)?;
    let path = folder.join(MARK);
    fs::write(&path, mark).map_err(|error| cannot(&path, error))
}

fn npm_ci(folder: &Path) -> Result<(), String> {
    let log = folder.join(LOG);
    let cannot = |error: std::io::Error| format!("npm ci in {}: {error}", folder.display());
    let out = File::create(&log).map_err(cannot)?;
    info!("installing the body for real servers in {} with npm, once; this takes about a minute", folder.display());
    let mut npm = Command::new("npm");
    npm.args(["ci", "--omit=dev", "--no-progress"]).current_dir(folder).stdin(Stdio::null());
    npm.stderr(out.try_clone().map_err(cannot)?).stdout(out);
    let mut running = npm.spawn().map_err(cannot)?;
    let (began, mut told) = (Instant::now(), Instant::now());
    let status = loop {
        if let Some(status) = running.try_wait().map_err(cannot)? {
            break status;
        }
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            info!("npm is still installing, after {} s", began.elapsed().as_secs());
        }
        std::thread::sleep(LOOK_EVERY);
    };
    if status.success() && folder.join(NODE).exists() {
        info!("installed in {} s", began.elapsed().as_secs());
        return Ok(());
    }
    let said = fs::read_to_string(&log).unwrap_or_default();
    let lines: Vec<&str> = said.lines().rev().filter(|line| !line.trim().is_empty()).take(LOG_LINES).collect();
    let last: Vec<&str> = lines.into_iter().rev().collect();
    Err(format!(
        "npm could not install the body ({status}); see {}, then start again. It said last:\n{}",
        log.display(),
        last.join("\n")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn files_in(folder: &Path, below: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files_in(&entry.path(), &format!("{name}/"), found);
            } else {
                found.insert(name);
            }
        }
    }

    #[test]
    fn the_program_holds_every_source_of_the_body() {
        let body = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bodies/mineflayer");
        let mut found = BTreeSet::new();
        files_in(&body.join("src"), "src/", &mut found);
        found.extend(["package.json", "package-lock.json", ".npmrc"].map(String::from));
        let held: BTreeSet<String> = PARTS.iter().map(|(path, _)| (*path).to_string()).collect();
        assert_eq!(held, found);
    }
}

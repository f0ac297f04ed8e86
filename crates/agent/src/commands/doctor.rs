//! `stead doctor`: checks the machine, the settings, the data directory, the page's address and the language model, and says what to
//! do. It changes nothing. With `--server` it joins a server and tries there what a body must do.

use crate::bodies::{home, mineflayer};
use crate::config::{Config, Listen};
use crate::say::say;
use remote::conformance::{self, Verdict};
use serde::Serialize;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use store::Archive;
use tracing::error;
use window::{Client, ClientError};

/// Exit code when something is to be done.
const NO: u8 = 3;
/// Exit code when no body could be started.
const BAD_INPUT: u8 = 2;
/// Longest wait for a connection to the language model's server.
const CONNECT_MAX: Duration = Duration::from_secs(5);
/// With fewer processors the agent and a language model on the same machine wait for each other.
const CORES_USUAL: usize = 2;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory [default: that of stead.toml here, or stead-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The settings [default: stead.toml, if there is one].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
    /// Join this Minecraft server instead, and try for some minutes what works there.
    #[arg(long, value_name = "HOST[:PORT]", value_parser = home::server_address)]
    server: Option<String>,
    /// The player's name on the server.
    #[arg(long, value_name = "NAME", default_value = "Stead", value_parser = home::player_name)]
    name: String,
}

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Health {
    Ok,
    /// It works, and could be better.
    Note,
    Bad,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Check {
    name: &'static str,
    health: Health,
    found: String,
    /// What to do about it.
    #[serde(rename = "do")]
    way_out: Option<String>,
}

impl Check {
    fn ok(name: &'static str, found: impl Into<String>) -> Check {
        Check { name, health: Health::Ok, found: found.into(), way_out: None }
    }

    fn note(name: &'static str, found: impl Into<String>, way_out: &str) -> Check {
        Check { name, health: Health::Note, found: found.into(), way_out: Some(way_out.into()) }
    }

    fn bad(name: &'static str, found: impl Into<String>, way_out: &str) -> Check {
        Check { name, health: Health::Bad, found: found.into(), way_out: Some(way_out.into()) }
    }
}

pub fn run(args: &Args) -> ExitCode {
    if let Some(server) = &args.server {
        return try_server(args, server);
    }
    let checks = checks(args);
    if args.json {
        say!("{}", serde_json::to_string(&checks).unwrap_or_default());
    } else {
        for Check { name, health, found, way_out } in &checks {
            let mark = match health {
                Health::Ok => "ok  ",
                Health::Note => "note",
                Health::Bad => "BAD ",
            };
            say!("{mark}  {name:<15} {found}");
            if let Some(way_out) = way_out {
                say!("{:<21} → {way_out}", "");
            }
        }
    }
    if checks.iter().any(|check| check.health == Health::Bad) { ExitCode::from(NO) } else { ExitCode::SUCCESS }
}

/// Holds the body for real servers against its protocol on a server, and reports what works there.
fn try_server(args: &Args, server: &str) -> ExitCode {
    let config = Config::load(args.config.as_deref()).unwrap_or_default();
    let dir = args.data.clone().unwrap_or(config.run.data);
    let tried = mineflayer::source(&dir, server, &args.name).and_then(|source| {
        let tell = |check: &conformance::Check| {
            if !args.json {
                say!("{check}");
            }
        };
        conformance::run(&source, tell).map_err(|error| error.to_string())
    });
    let checks = match tried {
        Ok(checks) => checks,
        Err(why) => {
            error!("{why}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    let count = |wanted: fn(&Verdict) -> bool| checks.iter().filter(|check| wanted(&check.verdict)).count();
    let failed = count(|verdict| matches!(verdict, Verdict::Failed(_)));
    let lacking = count(|verdict| matches!(verdict, Verdict::Lacking(_)));
    if args.json {
        say!("{}", serde_json::Value::Array(checks.iter().map(as_json).collect()));
    } else {
        let passed = checks.len() - failed - lacking;
        say!(
            "\n{server}: {passed} work, {failed} fail, {lacking} could not be tried there; see also {}",
            dir.join(home::BODY_LOG).display()
        );
    }
    if failed > 0 { ExitCode::from(NO) } else { ExitCode::SUCCESS }
}

fn as_json(check: &conformance::Check) -> serde_json::Value {
    let (result, why) = match &check.verdict {
        Verdict::Passed => ("works", None),
        Verdict::Failed(why) => ("fails", Some(why)),
        Verdict::Lacking(what) => ("lacking", Some(what)),
    };
    serde_json::json!({"check": check.name, "result": result, "why": why})
}

fn checks(args: &Args) -> Vec<Check> {
    let mut checks = vec![machine()];
    let config = match Config::load(args.config.as_deref()) {
        Ok(config) => {
            checks.push(Check::ok("settings", "read without a mistake"));
            config
        }
        Err(error) => {
            checks.push(Check::bad("settings", error.to_string(), "correct it; `stead config` prints every key"));
            Config::default()
        }
    };
    let dir = args.data.clone().unwrap_or_else(|| config.run.data.clone());
    let (running, agent) = agent(&dir);
    checks.push(agent);
    checks.push(directory(&dir));
    checks.extend(journal(&dir));
    checks.push(page(config.page.listen, running));
    checks.push(model(&config));
    checks
}

fn machine() -> Check {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let found = format!("{} {}, {cores} processors", std::env::consts::OS, std::env::consts::ARCH);
    if cores >= CORES_USUAL {
        Check::ok("machine", found)
    } else {
        Check::note("machine", found, "the agent runs well; a language model belongs on another machine")
    }
}

fn agent(dir: &Path) -> (bool, Check) {
    match Client::new(dir).get("/v1/status") {
        Ok(_) => (true, Check::ok("agent", format!("one is running in {}", dir.display()))),
        Err(ClientError::NotRunning { .. }) => (false, Check::ok("agent", "none is running; `stead` starts one")),
        Err(error) => {
            (true, Check::bad("agent", error.to_string(), "see `stead status`, or stop it and start it again"))
        }
    }
}

/// Whether the data directory can be written: what is there, or the nearest directory above it.
fn directory(dir: &Path) -> Check {
    const NAME: &str = "data directory";
    let there = dir.ancestors().map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir });
    let Some(there) = there.into_iter().find(|dir| dir.exists()) else {
        return Check::bad(NAME, format!("{} cannot be reached", dir.display()), "name another with --data");
    };
    match tempfile_in(there) {
        Ok(()) => Check::ok(NAME, format!("{} can be written", dir.display())),
        Err(error) => {
            let found = format!("{}: {error}", there.display());
            Check::bad(NAME, found, "give your user the right to write there, or name another with --data")
        }
    }
}

/// Writes a file in a directory and removes it again.
fn tempfile_in(dir: &Path) -> std::io::Result<()> {
    let path = dir.join(format!(".stead-doctor-{}", std::process::id()));
    std::fs::write(&path, b"x")?;
    std::fs::remove_file(&path)
}

fn journal(dir: &Path) -> Option<Check> {
    const NAME: &str = "journal";
    if !dir.join(store::JOURNAL_FILE).exists() {
        return None;
    }
    let looked = Archive::open(dir).and_then(|archive| {
        archive.check_structure()?;
        Ok((archive.identity()?, archive.last()?.map_or(0, |record| record.tick)))
    });
    Some(match looked {
        Ok((identity, tick)) if identity.seed > 0 => {
            Check::ok(NAME, format!("whole; world {}, at tick {tick}", identity.seed))
        }
        Ok((identity, tick)) => Check::ok(NAME, format!("whole; {}, at tick {tick}", identity.world)),
        Err(error) => {
            let way_out = "`stead inspect` names the damage; the next start goes back to the last whole state";
            Check::bad(NAME, error.to_string(), way_out)
        }
    })
}

fn page(listen: Listen, running: bool) -> Check {
    const NAME: &str = "page";
    let Listen::At(address) = listen else {
        return Check::note(NAME, "turned off", "set listen in [page], or start with --listen 127.0.0.1:7878");
    };
    match TcpListener::bind(address) {
        Ok(_) if address.ip().is_loopback() => Check::ok(NAME, format!("will be at http://{address}")),
        Ok(_) => {
            let way_out = "other machines need the token in the data directory; without TLS it can be read on the way";
            Check::note(NAME, format!("will be at http://{address}, for other machines too"), way_out)
        }
        Err(_) if running => Check::ok(NAME, format!("{address} is in use, as it should be while an agent runs")),
        Err(error) => {
            let way_out = "the next free port will be used and named at start-up; or set another one in [page]";
            Check::note(NAME, format!("{address}: {error}"), way_out)
        }
    }
}

fn model(config: &Config) -> Check {
    const NAME: &str = "language model";
    let settings = match config.llm.settings(|name| std::env::var(name).ok()) {
        Ok(Some(settings)) => settings,
        Ok(None) => return Check::ok(NAME, "none; the agent lives by its drives"),
        Err(error) => return Check::bad(NAME, error, "correct [llm] in the settings"),
    };
    let url = &settings.base_url;
    let connected = host_and_port(url).ok_or_else(|| "no host in it".to_string()).and_then(|at| {
        let mut places = at.to_socket_addrs().map_err(|error| error.to_string())?;
        let place = places.next().ok_or("no such host")?;
        TcpStream::connect_timeout(&place, CONNECT_MAX).map_err(|error| error.to_string())
    });
    match connected {
        Ok(_) => Check::ok(NAME, format!("{} at {url} can be reached", settings.model)),
        Err(error) => {
            let way_out = "start the server, or correct base_url in [llm]; the agent lives without it meanwhile";
            Check::bad(NAME, format!("{url}: {error}"), way_out)
        }
    }
}

/// The host and port that a URL leads to.
fn host_and_port(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split('/').next().filter(|host| !host.is_empty())?;
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let usual = if scheme == "https" { 443 } else { 80 };
    Some(if has_port { host.into() } else { format!("{host}:{usual}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_and_port_of_a_url() {
        for (url, at) in [
            ("http://127.0.0.1:8080/v1", Some("127.0.0.1:8080")),
            ("https://api.example/v1", Some("api.example:443")),
            ("http://[::1]/v1", Some("[::1]:80")),
            ("http:///v1", None),
        ] {
            assert_eq!(host_and_port(url).as_deref(), at, "{url}");
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_named_with_what_to_do() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(directory(&dir.path().join("new/deep")).health, Health::Ok);
        assert!(journal(dir.path()).is_none(), "a new directory has none");
        std::fs::write(dir.path().join(store::JOURNAL_FILE), "junk").unwrap();
        let check = journal(dir.path()).unwrap();
        assert!(check.health == Health::Bad && check.way_out.is_some(), "{check:?}");
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let check = page(Listen::At(taken.local_addr().unwrap()), false);
        assert!(check.health == Health::Note && check.way_out.unwrap().contains("next free port"));
    }
}

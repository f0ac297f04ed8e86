//! How a command reaches a running agent: by the socket in its data directory.

use crate::config::Config;
use crate::say::{out, say};
use crate::view::frame::{Line, WIDTH_MAX};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use tracing::error;
use window::wire::{Answer, Failure};
use window::{Client, ClientError, Reply};

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
/// Exit code when no agent is running, or when the agent refuses the request.
const NO: u8 = 3;

/// What every command has that talks to a running agent.
#[derive(Debug, clap::Args)]
pub struct Reach {
    /// The data directory of the running agent [default: that of stead.toml here, or stead-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print the agent's JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// Why a request to the running agent failed: the message, and the exit code of the command.
#[derive(Debug)]
pub struct Unsuccessful {
    words: String,
    json: Option<String>,
    code: u8,
}

impl Unsuccessful {
    fn new(code: u8, error: &dyn std::fmt::Display) -> Unsuccessful {
        Unsuccessful { words: error.to_string(), json: None, code }
    }

    fn unanswered(error: &ClientError) -> Unsuccessful {
        let code = match error {
            ClientError::NotRunning { .. } => NO,
            ClientError::Socket(_) => BAD_INPUT,
            ClientError::NotAllowed { .. } | ClientError::TimedOut { .. } | ClientError::BrokeOff { .. } => FAILED,
        };
        Unsuccessful::new(code, error)
    }

    /// The agent's message and the exit code for it: the request was wrong, the agent refused, or it could not
    /// answer.
    fn refused(status: u16, body: &[u8]) -> Unsuccessful {
        let code = match status {
            409 => NO,
            400..500 => BAD_INPUT,
            _ => FAILED,
        };
        let words = match serde_json::from_slice::<Failure>(body) {
            Ok(Failure { error }) => format!("{}; {}", error.what, error.way_out),
            Err(_) => format!("the agent answered with status {status} and no reason"),
        };
        Unsuccessful { words, json: Some(String::from_utf8_lossy(body).into()), code }
    }
}

impl Reach {
    /// Whether the answer is printed as JSON.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Reads a path from the running agent and prints the answer: its own JSON, or the lines that `words` makes of
    /// it.
    pub fn show<T: DeserializeOwned>(&self, path: &str, words: impl FnOnce(&T) -> Vec<Line>) -> ExitCode {
        let got = self.client().and_then(|client| client.get(path).map_err(|error| Unsuccessful::unanswered(&error)));
        self.end(got, |reply| print(&words(&reply)))
    }

    /// Gives the running agent an order and prints its answer.
    pub fn order(&self, path: &str, body: &impl Serialize) -> ExitCode {
        self.send(path, body, |answer: Answer| say!("{}", answer.said))
    }

    /// Sends an object to the running agent and prints the answer: its own JSON, or as `words` prints it.
    pub fn send<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize, words: impl FnOnce(T)) -> ExitCode {
        let body = serde_json::to_vec(body).map_err(|error| Unsuccessful::new(BAD_INPUT, &error));
        let got =
            body.and_then(|body| self.client()?.post(path, body).map_err(|error| Unsuccessful::unanswered(&error)));
        self.end(got, words)
    }

    fn client(&self) -> Result<Client, Unsuccessful> {
        let dir = match &self.data {
            Some(dir) => dir.clone(),
            None => Config::load(None).map_err(|error| Unsuccessful::new(BAD_INPUT, &error))?.run.data,
        };
        Ok(Client::new(&dir))
    }

    fn end<T: DeserializeOwned>(&self, got: Result<Reply, Unsuccessful>, words: impl FnOnce(T)) -> ExitCode {
        let read = got.and_then(|Reply { status, body }| match status {
            200 => Ok(body),
            _ => Err(Unsuccessful::refused(status, &body)),
        });
        let told = read.and_then(|body| {
            if self.json {
                say!("{}", String::from_utf8_lossy(&body));
                return Ok(());
            }
            let other_version = "the agent's answer cannot be read; use the version of stead that runs it";
            serde_json::from_slice(&body).map(words).map_err(|_| Unsuccessful::new(FAILED, &other_version))
        });
        let Err(Unsuccessful { words, json, code }) = told else { return ExitCode::SUCCESS };
        if let Some(json) = json.filter(|_| self.json) {
            say!("{json}");
        }
        error!("{words}");
        ExitCode::from(code)
    }
}

/// Prints lines: cut to the width of a terminal; whole and without colours if the output is not a terminal.
fn print(lines: &[Line]) {
    let terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|_| terminal);
    let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let width = width.map_or(usize::MAX, |width| width.min(WIDTH_MAX));
    for line in lines {
        out(format_args!("{}\n", line.render(width, colour).trim_end()));
    }
}

//! `stead mcp`: lets an assistant ask the running agent and give it goals, over the Model Context Protocol on standard input and output.

use crate::config::Config;
use std::path::PathBuf;
use std::process::ExitCode;
use tracing::error;

const BAD_INPUT: u8 = 2;

#[derive(Debug, clap::Args)]
#[command(after_help = "An assistant starts this command itself; its settings name it, for example:\n  \
    {\"mcpServers\": {\"stead\": {\"command\": \"stead\", \"args\": [\"mcp\", \"--data\", \"/path/to/stead-data\"]}}}\n\
    The agent may be started before or after. What an assistant may do, the commands of the same user may too.")]
pub struct Args {
    /// The data directory of the running agent [default: that of stead.toml here, or stead-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub fn run(args: &Args) -> ExitCode {
    let dir = match args.data.clone().map_or_else(|| Config::load(None).map(|config| config.run.data), Ok) {
        Ok(dir) => dir,
        Err(error) => {
            error!("{error}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    match window::mcp::serve(&dir) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{error}");
            ExitCode::FAILURE
        }
    }
}

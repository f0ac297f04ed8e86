//! Where a run lives: in the embedded world, through a body that speaks the protocol, or on a server.

use super::{AnyBody, mineflayer};
use crate::embedded::Embedded;
use remote::Source;
use std::path::{Path, PathBuf};

/// The name under which the agent says hello to a body.
const MIND: &str = concat!("stead ", env!("CARGO_PKG_VERSION"));
/// Port of a server when none is given.
const SERVER_PORT: u16 = 25_565;
/// What the data directories of these lives belong to.
const EMBEDDED: &str = "embedded";
const BODY: &str = "body";
const SERVER: &str = "server ";
/// The log of a body that was started here, in the data directory.
pub const BODY_LOG: &str = "body.log";

/// Where a run lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    Embedded {
        seed: u64,
        xray: bool,
    },
    /// A body by its command line, or by the address at which it listens.
    Body(String),
    Server {
        address: String,
        name: String,
    },
}

#[derive(Debug, Default, Clone, clap::Args)]
pub struct Abode {
    /// Live through a body in another process: a command that starts it, or HOST:PORT where it listens.
    #[arg(long, value_name = "CMD|ADDR", conflicts_with_all = ["server", "seed"])]
    pub body: Option<String>,
    /// Live on this Minecraft server; port 25565 if left out.
    #[arg(long, value_name = "HOST[:PORT]", conflicts_with = "seed", value_parser = server_address)]
    pub server: Option<String>,
    /// The player's name on the server.
    #[arg(long, value_name = "NAME", default_value = "Stead", value_parser = player_name)]
    pub name: String,
}

impl Abode {
    /// The home that the command line names; `None` when it leaves that to the data directory.
    pub fn home(&self) -> Option<Home> {
        let body = self.body.clone().map(Home::Body);
        body.or_else(|| self.server.clone().map(|address| Home::Server { address, name: self.name.clone() }))
    }
}

/// The address of a server, with its port.
pub fn server_address(text: &str) -> Result<String, String> {
    let bad = || format!("{text:?} is no address; write HOST or HOST:PORT");
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') && (!host.contains(':') || host.ends_with(']')) => {
            (host, port.parse().map_err(|_| bad())?)
        }
        _ => (text, SERVER_PORT),
    };
    let sound = !host.is_empty() && !host.starts_with('-') && !host.contains(char::is_whitespace);
    if sound { Ok(format!("{host}:{port}")) } else { Err(bad()) }
}

/// The name of a player, as the game allows it.
pub fn player_name(text: &str) -> Result<String, String> {
    let sound = (1..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if sound { Ok(text.into()) } else { Err("a player's name has 1 to 16 letters, digits and _".into()) }
}

impl Home {
    /// What the data directory of this life belongs to.
    pub fn world(&self) -> String {
        match self {
            Home::Embedded { .. } => EMBEDDED.into(),
            Home::Body(_) => BODY.into(),
            Home::Server { address, .. } => format!("{SERVER}{address}"),
        }
    }

    pub fn seed(&self) -> u64 {
        match self {
            Home::Embedded { seed, .. } => *seed,
            Home::Body(_) | Home::Server { .. } => 0,
        }
    }

    /// How a life that belongs to `world` is gone on with, if the command line named no home and it is not the embedded world.
    pub fn missing(world: &str) -> Option<String> {
        match world.strip_prefix(SERVER) {
            Some(address) => Some(format!("this life is on a server; go on with --server {address}")),
            None if world == BODY => Some("this life has a body of its own; go on with --body, as it began".into()),
            None => None,
        }
    }

    /// Why a data directory that belongs to another world is not opened.
    pub fn refuses(&self, dir: &Path, found: &str) -> Option<String> {
        let how = Home::missing(found)
            .unwrap_or_else(|| "this life is in the embedded world; start it without --body and --server".into());
        let dir = dir.display();
        (self.world() != found).then(|| format!("{dir}: {how}, or choose another directory with --data"))
    }

    /// Where this is, for people.
    pub fn words(&self) -> String {
        match self {
            Home::Embedded { seed, .. } => format!("world {seed}"),
            Home::Body(_) => "the world of its body".into(),
            Home::Server { address, name } => format!("the world of {address}, as {name}"),
        }
    }

    /// A way to bodies of this life; `dir` is its data directory. Says what is missing.
    pub fn way(&self, dir: &Path) -> Result<Way, String> {
        let log = dir.join(BODY_LOG);
        Ok(match self {
            Home::Embedded { seed, xray } => Way::Embedded { seed: *seed, xray: *xray },
            Home::Body(at) => Way::Remote(source(at, log)?),
            Home::Server { address, name } => Way::Remote(mineflayer::source(dir, address, name)?),
        })
    }
}

/// How the body of a life is made.
#[derive(Debug, Clone)]
pub enum Way {
    Embedded { seed: u64, xray: bool },
    Remote(Source),
}

impl Way {
    pub fn body(&self) -> AnyBody {
        match self {
            Way::Embedded { seed, xray } => AnyBody::embedded(Embedded::new(*seed, *xray)),
            Way::Remote(source) => AnyBody::remote(remote::Body::new(source.clone(), MIND)),
        }
    }
}

/// A body by its address, or by a command whose program is there.
fn source(at: &str, log: PathBuf) -> Result<Source, String> {
    let words: Vec<String> = at.split_whitespace().map(str::to_string).collect();
    let is_address = |text: &str| text.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match words.as_slice() {
        [] => Err("--body: the command is empty".into()),
        [one] if is_address(one) => Ok(Source::Address(one.clone())),
        [program, ..] if !is_program(program) => {
            Err(format!("--body: there is no program {program:?}; give a command that starts a body, or HOST:PORT"))
        }
        _ => Ok(Source::Program { words, log }),
    }
}

/// Whether a program of this name can be found.
pub fn is_program(name: &str) -> bool {
    if name.contains('/') {
        return Path::new(name).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_has_a_host_and_a_port() {
        for (text, address) in [
            ("localhost", Some("localhost:25565")),
            ("play.example.org:1234", Some("play.example.org:1234")),
            ("[::1]:25565", Some("[::1]:25565")),
            ("host:port", None),
            ("", None),
            ("two words", None),
            ("--listen", None),
        ] {
            assert_eq!(server_address(text).ok().as_deref(), address, "{text}");
        }
        assert!(player_name("Stead_2").is_ok() && player_name("").is_err() && player_name("a b").is_err());
    }

    #[test]
    fn a_body_is_an_address_or_a_command() {
        let of = |text: &str| source(text, PathBuf::from("log"));
        assert_eq!(of("127.0.0.1:4711"), Ok(Source::Address("127.0.0.1:4711".into())));
        let words = ["sh", "-c", "x"].map(String::from).to_vec();
        assert_eq!(of(" sh -c  x"), Ok(Source::Program { words, log: PathBuf::from("log") }));
        assert!(of("").is_err() && of("no-such-program-here x").unwrap_err().contains("no-such-program-here"));
    }

    #[test]
    fn each_home_has_a_name_by_which_its_data_directory_is_known() {
        let server = Home::Server { address: "localhost:25565".into(), name: "Stead".into() };
        assert_eq!(server.world(), "server localhost:25565");
        assert!(Home::missing(&server.world()).unwrap().contains("--server localhost:25565"));
        assert!(Home::missing(&Home::Body("x".into()).world()).unwrap().contains("--body"));
        assert_eq!(Home::missing(&Home::Embedded { seed: 1, xray: false }.world()), None);
    }
}

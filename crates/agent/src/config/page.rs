//! `[page]`: where the page in the browser is served.

use serde::{Deserialize, Deserializer};
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

/// Where the page is served, or that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listen {
    Off,
    At(SocketAddr),
}

impl FromStr for Listen {
    type Err = String;
    fn from_str(text: &str) -> Result<Listen, String> {
        match text {
            "off" => Ok(Listen::Off),
            _ => text.parse().map(Listen::At).map_err(|_| {
                format!("invalid address \"{text}\": give an IP address with a port, such as 127.0.0.1:7878, or off")
            }),
        }
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Listen::Off => f.write_str("off"),
            Listen::At(address) => address.fmt(f),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Page {
    #[serde(deserialize_with = "listen")]
    pub listen: Listen,
}

impl Default for Page {
    fn default() -> Page {
        Page { listen: Listen::At(window::ADDRESS_DEFAULT) }
    }
}

fn listen<'de, D: Deserializer<'de>>(from: D) -> Result<Listen, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_port_and_off_turns_the_page_off() {
        for text in ["off", "127.0.0.1:7878", "[::1]:80", "0.0.0.0:0"] {
            assert_eq!(text.parse::<Listen>().unwrap().to_string(), text);
        }
        for text in ["", "7878", "127.0.0.1", "localhost:7878", "on"] {
            let said = text.parse::<Listen>().unwrap_err();
            assert!(said.contains("127.0.0.1:7878, or off"), "{said}");
        }
    }
}

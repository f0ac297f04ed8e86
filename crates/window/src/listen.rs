//! The address at which the page is served: loopback by default; a taken port is left for the next free one.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use thiserror::Error;

/// Where the page is served if the settings name no other address.
pub const ADDRESS_DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7878);
/// How many ports are tried, from the one asked for upwards: more agents than that hardly run on one machine.
pub const PORTS_TRIED_MAX: u16 = 32;

#[derive(Debug, Error)]
pub enum ListenError {
    #[error("{address} to port {last} are all taken; name another port")]
    Taken { address: SocketAddr, last: u16 },
    #[error("{address}: {error}; name an address of this machine")]
    Io { address: SocketAddr, error: io::Error },
}

/// A bound listener for the page, before it serves.
#[derive(Debug)]
pub struct Listening {
    pub(crate) listener: TcpListener,
    /// The address that was really bound.
    pub address: SocketAddr,
    /// The port that was asked for, if it was taken.
    pub taken: Option<u16>,
}

impl Listening {
    /// Binds the address, or the next free port after it.
    pub fn bind(wanted: SocketAddr) -> Result<Listening, ListenError> {
        let last = wanted.port().saturating_add(PORTS_TRIED_MAX - 1);
        for port in wanted.port()..=last {
            let address = SocketAddr::new(wanted.ip(), port);
            match bind(address) {
                Ok((listener, address)) => {
                    let taken = (port != wanted.port()).then_some(wanted.port());
                    return Ok(Listening { listener, address, taken });
                }
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                Err(error) => return Err(ListenError::Io { address, error }),
            }
        }
        Err(ListenError::Taken { address: wanted, last })
    }

    /// Whether only programs on this machine can connect.
    pub fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }
}

fn bind(address: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_named_and_the_next_free_one_is_used() {
        let first = Listening::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        assert!(first.taken.is_none() && first.is_local());
        let second = Listening::bind(first.address).unwrap();
        assert_eq!(second.taken, Some(first.address.port()));
        assert_ne!(second.address, first.address);
    }

    #[test]
    fn an_address_of_another_machine_is_refused_with_the_way_out() {
        let said = Listening::bind("192.0.2.1:80".parse().unwrap()).unwrap_err().to_string();
        assert!(said.starts_with("192.0.2.1:80: ") && said.ends_with("name an address of this machine"), "{said}");
    }
}

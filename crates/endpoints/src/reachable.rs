//! Whether a server can be reached, without sending it anything: a connection is opened and closed.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use ureq::Proxy;

use crate::error::{CallError, ErrorKind};
use crate::settings::Base;

/// So many addresses of a host are tried.
const MOST_ADDRESSES: usize = 4;

/// What became of a connection that could have been opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It was opened, after so long.
    After(Duration),
    /// It was not tried: calls go through a proxy, which the environment names.
    BehindProxy,
}

/// Connects to the server of an address; each address of its host may take as long as `patience` says.
pub fn reach(base_url: &str, patience: Duration) -> Result<Reached, CallError> {
    let base = Base::parse(base_url)?;
    let Some((host, port)) = base.host_and_port() else {
        let problem = "the base URL has a port that is no number from 0 to 65535";
        return Err(CallError::new(ErrorKind::Setup, problem, "write it like http://localhost:8080/v1"));
    };
    if !base.is_local() && Proxy::try_from_env().is_some() {
        return Ok(Reached::BehindProxy);
    }
    let failed = |why: &str| {
        CallError::new(
            ErrorKind::Connect,
            format!("{} cannot be reached: {why}", base.shown("")),
            "check that the server runs and that host and port are right",
        )
    };
    let begun = Instant::now();
    let addresses = (host, port).to_socket_addrs().map_err(|_| failed("no such host"))?;
    let mut why = "no such host".to_owned();
    for address in addresses.take(MOST_ADDRESSES) {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(_) => return Ok(Reached::After(begun.elapsed())),
            Err(error) => why = error.to_string(),
        }
    }
    Err(failed(&why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{Answer, Server};

    #[test]
    fn a_server_is_reached_without_a_request() {
        let server = Server::in_turn([Answer::status(200)]).unwrap();
        assert!(matches!(reach(&server.url(), Duration::from_secs(5)), Ok(Reached::After(_))));
        assert!(server.received().is_empty());
        let url = server.url();
        drop(server);
        let error = reach(&format!("{url}/v1?key=hush"), Duration::from_secs(5)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connect);
        assert!(error.problem().starts_with(&format!("{url}/v1 cannot be reached: ")), "{error}");
        assert_eq!(reach("http://localhost:99999", Duration::from_secs(1)).unwrap_err().kind(), ErrorKind::Setup);
    }
}

//! The token that lets a program on another way than the Unix socket give orders: random, in a file that only its owner reads.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the token's file in the data directory.
pub const TOKEN_FILE: &str = "token";
/// Random bytes of a token: nobody guesses 256 bits.
const TOKEN_BYTES: usize = 32;
/// Where the system gives random bytes.
const RANDOM: &str = "/dev/urandom";

#[derive(Debug, Error)]
pub enum TokenError {
    #[error("{path} holds no token; remove it, and the next start makes a new one", path = path.display())]
    Garbled { path: PathBuf },
    #[error("{path}: {error}; the data directory must be writable", path = path.display())]
    Io { path: PathBuf, error: io::Error },
}

/// A secret that is never printed, not even by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// Reads the token of a data directory, or makes one. The file is readable by its owner alone, also afterwards.
    pub fn of(dir: &Path) -> Result<Token, TokenError> {
        let path = dir.join(TOKEN_FILE);
        let failed = |error| TokenError::Io { path: path.clone(), error };
        match fs::read_to_string(&path) {
            Ok(text) => {
                fs::set_permissions(&path, Permissions::from_mode(0o600)).map_err(failed)?;
                let text = text.trim();
                let is_token = text.len() == 2 * TOKEN_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit());
                if is_token { Ok(Token(text.into())) } else { Err(TokenError::Garbled { path: path.clone() }) }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let token = Token::random().map_err(failed)?;
                let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
                let written = file.as_mut().map_err(|error| io::Error::new(error.kind(), error.to_string()));
                written.and_then(|file| writeln!(file, "{}", token.0)).map_err(failed)?;
                Ok(token)
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn random() -> io::Result<Token> {
        let mut bytes = [0; TOKEN_BYTES];
        File::open(RANDOM)?.read_exact(&mut bytes)?;
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        Ok(Token(digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()))
    }

    /// Whether this is the token. It takes as long for a wrong guess that is nearly right as for any other.
    pub fn is(&self, guess: &str) -> bool {
        let (own, guess) = (self.0.as_bytes(), guess.as_bytes());
        own.len() == guess.len() && own.iter().zip(guess).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }

    /// The secret itself, for the header that carries it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_once_and_only_its_owner_can_read_it() {
        let dir = tempfile::tempdir().unwrap();
        let token = Token::of(dir.path()).unwrap();
        let path = dir.path().join(TOKEN_FILE);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(Token::of(dir.path()).unwrap(), token);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(token.is(token.reveal()) && !token.is("") && !token.is(&token.reveal().replace(['0', '1', '2'], "f0")));
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_ne!(Token::of(tempfile::tempdir().unwrap().path()).unwrap(), token);
    }

    #[test]
    fn a_garbled_token_is_named_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(TOKEN_FILE), "mine").unwrap();
        let said = Token::of(dir.path()).unwrap_err().to_string();
        assert!(said.ends_with("token holds no token; remove it, and the next start makes a new one"), "{said}");
    }
}

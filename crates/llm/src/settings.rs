//! Which model to ask, where, and how patiently.

use crate::attempts::BACKOFF_FIRST;
use crate::breaker::REST_FIRST;
use crate::hourly::CALLS_PER_HOUR_USUAL;
use crate::secret::Secret;
use std::time::Duration;
use thiserror::Error;

/// Default time limit of a model call: long enough for a small model on a busy machine, short enough that the
/// reply is still about the same situation.
pub const TIMEOUT_USUAL: Duration = Duration::from_mins(1);
/// Default number of retries of a model call. Two get over a broken connection or a short overload.
pub const RETRIES_USUAL: u32 = 2;

/// Which API a model server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// The OpenAI API, `/v1/chat/completions`: llama.cpp, Ollama, LM Studio, vLLM, OpenAI, OpenRouter, Groq and many
    /// more.
    OpenAi,
    Anthropic,
    Gemini,
}

impl Provider {
    /// The address of the provider's own service, used when the settings give none.
    pub fn base_url_usual(self) -> &'static str {
        match self {
            Provider::OpenAi => "https://api.openai.com/v1",
            Provider::Anthropic => "https://api.anthropic.com",
            Provider::Gemini => "https://generativelanguage.googleapis.com",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub provider: Provider,
    /// The address of the model server, without a slash at its end.
    pub base_url: String,
    pub model: String,
    /// The API key; `None` for a server that needs none, as local ones do.
    pub key: Option<Secret>,
    /// Time limit of one attempt, from the first byte sent to the last byte received.
    pub timeout: Duration,
    /// How often a model call that failed for a passing reason is tried again.
    pub retries: u32,
    /// The wait before the first retry of a model call; see [`crate::BACKOFF_FIRST`].
    pub backoff: Duration,
    /// The first pause of the circuit breaker; see [`crate::REST_FIRST`].
    pub rest: Duration,
    /// Most calls in an hour of real time.
    pub calls_per_hour: u32,
    /// Whether replies are asked for as JSON of a fixed shape, where the API has a field for that.
    pub json_schema: bool,
}

/// Why the model settings are invalid. No message contains the key, or a word that could be a misplaced key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SettingsError {
    #[error("base_url must begin with http:// or https:// and name a host, as in http://127.0.0.1:8080/v1")]
    NoUrl,
    #[error("base_url must not hold a user name, a password, a `?` or a `#`; give the key as api_key or api_key_env")]
    UrlWithMore,
    #[error("model is empty or holds characters that no model's name has; write it as the server lists it")]
    BadModel,
    #[error("the key is empty or holds white space or characters that are not ASCII; copy it again")]
    BadKey,
}

impl Settings {
    /// Model settings with the default time limits and retries. An empty `base_url` means the provider's own address.
    pub fn new(
        provider: Provider,
        base_url: &str,
        model: &str,
        key: Option<Secret>,
    ) -> Result<Settings, SettingsError> {
        let base_url = if base_url.is_empty() { provider.base_url_usual() } else { base_url };
        let base_url = checked_url(provider, base_url)?;
        if !is_model_name(model) {
            return Err(SettingsError::BadModel);
        }
        if key.as_ref().is_some_and(|key| !key.is_sendable()) {
            return Err(SettingsError::BadKey);
        }
        let model = model.strip_prefix("models/").unwrap_or(model).to_string();
        Ok(Settings {
            provider,
            base_url,
            model,
            key,
            timeout: TIMEOUT_USUAL,
            retries: RETRIES_USUAL,
            backoff: BACKOFF_FIRST,
            rest: REST_FIRST,
            calls_per_hour: CALLS_PER_HOUR_USUAL,
            json_schema: false,
        })
    }

    /// The host name of the model server, without the port.
    pub(crate) fn host(&self) -> &str {
        host_of(self.base_url.split_once("://").map_or("", |(_, rest)| rest))
    }

    /// Whether the model server runs on this machine.
    pub fn is_local(&self) -> bool {
        let host = self.host();
        host == "localhost" || host == "[::1]" || host.starts_with("127.")
    }

    /// Whether the key would cross a network unencrypted.
    pub fn sends_key_in_the_open(&self) -> bool {
        self.key.is_some() && self.base_url.starts_with("http://") && !self.is_local()
    }
}

fn host_of(rest: &str) -> &str {
    let authority = rest.split('/').next().unwrap_or_default();
    match authority.find(']') {
        Some(end) => &authority[..=end],
        None => authority.split(':').next().unwrap_or_default(),
    }
}

fn checked_url(provider: Provider, base_url: &str) -> Result<String, SettingsError> {
    let rest = base_url.strip_prefix("https://").or_else(|| base_url.strip_prefix("http://"));
    let rest = rest.ok_or(SettingsError::NoUrl)?.trim_end_matches('/');
    if rest.contains(['@', '?', '#']) {
        return Err(SettingsError::UrlWithMore);
    }
    if host_of(rest).is_empty() || !rest.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SettingsError::NoUrl);
    }
    let base_url = base_url.trim_end_matches('/');
    // All OpenAI-compatible servers have their API below /v1, and people often give only the host.
    let version = if provider == Provider::OpenAi && !rest.contains('/') { "/v1" } else { "" };
    Ok(format!("{base_url}{version}"))
}

/// Whether a model name is valid. It becomes part of Gemini's URL path, so it must not contain characters with a
/// meaning there.
fn is_model_name(model: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-:/@+".contains(&byte);
    !model.is_empty() && model.bytes().all(plain) && !model.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_url(provider: Provider, url: &str) -> Result<String, SettingsError> {
        Settings::new(provider, url, "m", None).map(|settings| settings.base_url)
    }

    #[test]
    fn a_host_alone_gets_the_version_that_every_compatible_server_has() {
        for (provider, url, expected) in [
            (Provider::OpenAi, "http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
            (Provider::OpenAi, "http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1"),
            (Provider::OpenAi, "http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"),
            (Provider::OpenAi, "https://host/api/v1", "https://host/api/v1"),
            (Provider::OpenAi, "", "https://api.openai.com/v1"),
            (Provider::Anthropic, "", "https://api.anthropic.com"),
            (Provider::Anthropic, "http://localhost:9", "http://localhost:9"),
            (Provider::Gemini, "", "https://generativelanguage.googleapis.com"),
        ] {
            assert_eq!(with_url(provider, url).as_deref(), Ok(expected), "{url}");
        }
    }

    #[test]
    fn urls_that_are_none_or_carry_secrets_are_refused() {
        for (url, why) in [
            ("127.0.0.1:8080", SettingsError::NoUrl),
            ("ftp://host", SettingsError::NoUrl),
            ("http://", SettingsError::NoUrl),
            ("http:///v1", SettingsError::NoUrl),
            ("http://ho st", SettingsError::NoUrl),
            ("http://:80", SettingsError::NoUrl),
            ("http://me:word@host/v1", SettingsError::UrlWithMore),
            ("http://host/v1?key=abc", SettingsError::UrlWithMore),
            ("http://host/v1#abc", SettingsError::UrlWithMore),
        ] {
            assert_eq!(with_url(Provider::OpenAi, url), Err(why), "{url}");
        }
    }

    #[test]
    fn model_names_are_checked() {
        for (model, ok) in [
            ("gpt-4o-mini", true),
            ("llama3.2:1b", true),
            ("meta-llama/llama-3.1-8b-instruct:free", true),
            ("models/gemini-2.0-flash", true),
            ("", false),
            ("a b", false),
            ("../secret", false),
            ("a?key=b", false),
        ] {
            assert_eq!(Settings::new(Provider::OpenAi, "", model, None).is_ok(), ok, "{model}");
        }
    }

    #[test]
    fn a_key_is_in_the_open_only_without_tls_and_beyond_this_machine() {
        for (url, key, open) in [
            ("http://192.168.1.5:8080", true, true),
            ("http://192.168.1.5:8080", false, false),
            ("https://192.168.1.5:8080", true, false),
            ("http://127.0.0.1:8080", true, false),
            ("http://[::1]:8080/v1", true, false),
            ("http://localhost", true, false),
        ] {
            let key = key.then(|| Secret::new("abc"));
            let settings = Settings::new(Provider::OpenAi, url, "m", key).unwrap();
            assert_eq!(settings.sends_key_in_the_open(), open, "{url}");
        }
    }

    #[test]
    fn a_key_that_no_header_can_hold_is_refused_without_being_shown() {
        let error = Settings::new(Provider::OpenAi, "", "m", Some(Secret::new("sk one"))).unwrap_err();
        assert_eq!(error, SettingsError::BadKey);
        assert!(!error.to_string().contains("sk"));
    }
}

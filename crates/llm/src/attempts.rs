//! When a failed call is tried again, and after how long.

use crate::call::Failed;
use driver::thinker::ThinkFailure;
use std::time::Duration;
use vocab::dice::Dice;

/// The wait before the first retry of a model call; it doubles with each further retry.
pub const BACKOFF_FIRST: Duration = Duration::from_millis(500);
/// The longest wait before a retry that doubling leads to.
pub const BACKOFF_MAX: Duration = Duration::from_secs(8);
/// The longest `Retry-After` of a server that is waited for. If it is longer, the thought fails now and no calls
/// are made for that time: a reply a minute later would be about a situation that has passed.
pub const RETRY_AFTER_WAIT_MAX: Duration = Duration::from_secs(10);

/// Whether the same call may succeed a moment later. A timeout is not retried, because a slow server gets slower
/// when asked again; nor is a refused or unreadable reply, which would only be paid for twice.
fn is_passing(failure: ThinkFailure) -> bool {
    matches!(failure, ThinkFailure::Unreachable | ThinkFailure::RateLimited | ThinkFailure::ServerError)
}

/// The wait before a failed call is tried again, or `None` if trying again would not help or the server asks for too long a
/// pause. The wait doubles with `tried`, the retries so far; the caller limits their number.
pub fn wait(failed: &Failed, tried: u32, first: Duration, dice: &mut Dice) -> Option<Duration> {
    if !is_passing(failed.failure) || asked_rest(failed).is_some() {
        return None;
    }
    let full = first.saturating_mul(1 << tried.min(16)).min(BACKOFF_MAX);
    // The wait is a random part between half and all of it, so that many agents do not retry at one server at the
    // same time.
    let half = full.as_micros() as u64 / 2;
    let jittered = Duration::from_micros(half + dice.below(half + 1));
    Some(jittered.max(failed.retry_after.unwrap_or_default()))
}

/// The pause that the server asked for by `Retry-After`, if it is too long to wait for.
pub fn asked_rest(failed: &Failed) -> Option<Duration> {
    failed.retry_after.filter(|after| *after > RETRY_AFTER_WAIT_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(failure: ThinkFailure, retry_after: Option<Duration>) -> Failed {
        Failed { failure, what: "", retry_after }
    }

    #[test]
    fn waits_double_and_stay_between_half_and_all_of_the_bound() {
        let mut dice = Dice::new(1);
        for (tried, full_ms) in [(0, 500), (1, 1_000), (2, 2_000), (4, 8_000), (5, 8_000), (u32::MAX, 8_000)] {
            let of = failed(ThinkFailure::ServerError, None);
            let waits: Vec<_> = (0..100).map(|_| wait(&of, tried, BACKOFF_FIRST, &mut dice).unwrap()).collect();
            let (least, most) = (waits.iter().min().unwrap(), waits.iter().max().unwrap());
            assert!(least.as_millis() >= full_ms / 2 && most.as_millis() <= full_ms, "{tried}: {least:?} {most:?}");
            assert!(least < most, "no jitter at {tried}");
        }
    }

    #[test]
    fn retry_after_is_waited_for_up_to_its_limit() {
        let mut dice = Dice::new(1);
        let limit = RETRY_AFTER_WAIT_MAX;
        let mut of = |after| wait(&failed(ThinkFailure::RateLimited, Some(after)), 0, BACKOFF_FIRST, &mut dice);
        assert_eq!(of(limit), Some(limit));
        assert_eq!(of(limit + Duration::from_secs(1)), None);
        assert!(of(Duration::ZERO).unwrap() >= BACKOFF_FIRST / 2);
    }

    #[test]
    fn only_failures_that_pass_by_themselves_are_tried_again() {
        let mut dice = Dice::new(1);
        for (failure, again) in [
            (ThinkFailure::Unreachable, true),
            (ThinkFailure::RateLimited, true),
            (ThinkFailure::ServerError, true),
            (ThinkFailure::TimedOut, false),
            (ThinkFailure::Refused, false),
            (ThinkFailure::Garbled, false),
            (ThinkFailure::TooLong, false),
        ] {
            assert_eq!(wait(&failed(failure, None), 0, BACKOFF_FIRST, &mut dice).is_some(), again, "{failure:?}");
        }
    }
}

//! The circuit breaker: after several failures in a row the server is left alone for a while, then asked once to see.
//!
//! Time comes in as the time since the start, so that tests need no clock.

use std::time::Duration;

/// Failed thoughts in a row after which the circuit breaker pauses all model calls. With fewer, one restart of
/// the server would cause a pause; with more, the agent would wait through many timeouts of a dead server.
pub const FAILURES_MAX: u32 = 4;
/// The first pause of the circuit breaker. A local server that restarts is back after about this time.
pub const REST_FIRST: Duration = Duration::from_secs(30);
/// The longest pause of the circuit breaker, reached by doubling. A server that comes back is noticed within this
/// time.
pub const REST_MAX: Duration = Duration::from_mins(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Well,
    Failing { in_a_row: u32 },
    Resting { until: Duration, rest: Duration },
}

/// A change of the circuit breaker that is logged. Nothing is logged between two changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    FirstFailure,
    Rest(Duration),
    Recovered,
}

#[derive(Debug)]
pub struct Breaker {
    state: State,
    rest_first: Duration,
}

impl Breaker {
    pub fn new(rest_first: Duration) -> Breaker {
        Breaker { state: State::Well, rest_first }
    }

    /// Whether the circuit breaker allows a model call now. The first call after a pause tests whether the server is
    /// back.
    pub fn may_ask(&self, now: Duration) -> bool {
        !matches!(self.state, State::Resting { until, .. } if now < until)
    }

    pub fn note_success(&mut self) -> Option<Change> {
        let before = std::mem::replace(&mut self.state, State::Well);
        (before != State::Well).then_some(Change::Recovered)
    }

    /// Records a failed thought. `asked_rest` is the pause that the server itself asked for.
    pub fn note_failure(&mut self, now: Duration, asked_rest: Option<Duration>) -> Option<Change> {
        let (in_a_row, rest_before) = match self.state {
            State::Well => (0, None),
            State::Failing { in_a_row } => (in_a_row, None),
            State::Resting { rest, .. } => (FAILURES_MAX, Some(rest)),
        };
        let in_a_row = in_a_row.saturating_add(1);
        if asked_rest.is_none() && in_a_row < FAILURES_MAX {
            self.state = State::Failing { in_a_row };
            return (in_a_row == 1).then_some(Change::FirstFailure);
        }
        let usual = rest_before.map_or(self.rest_first, |rest| rest.saturating_mul(2));
        let rest = usual.max(asked_rest.unwrap_or_default()).min(REST_MAX);
        self.state = State::Resting { until: now + rest, rest };
        // A test call that fails again is not logged, because the state has not changed.
        rest_before.is_none().then_some(Change::Rest(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(1_000);
    const TICK: Duration = Duration::from_nanos(1);

    fn broken() -> Breaker {
        let mut breaker = Breaker::new(REST_FIRST);
        let changes: Vec<_> = (0..FAILURES_MAX).map(|_| breaker.note_failure(NOW, None)).collect();
        assert_eq!(changes, [Some(Change::FirstFailure), None, None, Some(Change::Rest(REST_FIRST))]);
        breaker
    }

    #[test]
    fn it_rests_after_the_last_allowed_failure_and_asks_again_when_the_rest_is_over() {
        let breaker = broken();
        assert!(!breaker.may_ask((NOW + REST_FIRST).saturating_sub(TICK)));
        assert!(breaker.may_ask(NOW + REST_FIRST));
    }

    #[test]
    fn one_success_forgets_all_failures_and_is_told_once() {
        let mut breaker = Breaker::new(REST_FIRST);
        assert_eq!(breaker.note_success(), None);
        for _ in 1..FAILURES_MAX {
            breaker.note_failure(NOW, None);
        }
        assert_eq!((breaker.note_success(), breaker.note_success()), (Some(Change::Recovered), None));
        assert_eq!(breaker.note_failure(NOW, None), Some(Change::FirstFailure));
        assert!(breaker.may_ask(NOW));
    }

    #[test]
    fn failed_probes_double_the_rest_up_to_its_limit_in_silence() {
        let mut breaker = broken();
        let mut now = NOW + REST_FIRST;
        for seconds in [60, 120, 240, 480, 600, 600] {
            assert_eq!(breaker.note_failure(now, None), None);
            now += Duration::from_secs(seconds);
            assert!(!breaker.may_ask(now.saturating_sub(TICK)) && breaker.may_ask(now), "{seconds}");
        }
        assert_eq!(breaker.note_success(), Some(Change::Recovered));
    }

    #[test]
    fn a_server_that_asks_for_a_rest_gets_it_at_once_within_the_limit() {
        for (asked, got) in [(45, 45), (5, 30), (86_400, 600)] {
            let mut breaker = Breaker::new(REST_FIRST);
            let change = breaker.note_failure(NOW, Some(Duration::from_secs(asked)));
            assert_eq!(change, Some(Change::Rest(Duration::from_secs(got))), "{asked}");
        }
    }
}

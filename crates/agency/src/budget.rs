//! What the model may cost: calls per hour and tokens per day, in game time. The bounds hold for every hour and day, not only
//! for those that begin at a full one.

use alloc::collections::VecDeque;
use serde::{Deserialize, Serialize};
use vocab::Tick;
use vocab::tick::TICKS_PER_SECOND;

pub const HOUR_TICKS: u64 = 3_600 * TICKS_PER_SECOND;
/// Hours for which the model budget counts tokens: 24 full ones and the current one, so that every span of 24
/// hours is covered.
const HOURS: u64 = 25;
/// The largest number of model calls per hour that the settings can allow: one a second. The budget stores the
/// tick of each call.
pub const CALLS_PER_HOUR_MAX: u32 = 3_600;
/// Estimated bytes per token: a token of English text has about four.
const BYTES_PER_TOKEN: usize = 4;

/// The limits on model calls and tokens. The defaults cost a few cents a day at the prices of small hosted
/// models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub calls_per_hour: u32,
    pub tokens_per_day: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { calls_per_hour: 30, tokens_per_day: 250_000 }
    }
}

/// Which limit on model calls or tokens is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spent {
    Calls,
    Tokens,
}

/// The calls and tokens used and allowed, for the terminal screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Used {
    pub calls_this_hour: u32,
    pub calls_per_hour: u32,
    pub tokens_this_day: u64,
    pub tokens_per_day: u64,
}

/// The model calls of the last hour and the tokens of the last day.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Budget {
    calls: VecDeque<Tick>,
    /// Tokens spent in each hour, as (hour, tokens), oldest first.
    tokens: VecDeque<(u64, u64)>,
}

impl Budget {
    fn forget(&mut self, now: Tick) {
        while self.calls.front().is_some_and(|call| now.since(*call) >= HOUR_TICKS) {
            self.calls.pop_front();
        }
        while self.tokens.front().is_some_and(|(hour, _)| (now.0 / HOUR_TICKS).saturating_sub(*hour) >= HOURS) {
            self.tokens.pop_front();
        }
    }

    fn tokens(&self) -> u64 {
        self.tokens.iter().fold(0, |sum, (_, tokens)| sum.saturating_add(*tokens))
    }

    /// Reserves a model call that costs at most `tokens`, or returns the limit that the call would exceed.
    pub fn reserve(&mut self, tokens: u64, limits: Limits, now: Tick) -> Result<(), Spent> {
        self.forget(now);
        if self.calls.len() >= limits.calls_per_hour.min(CALLS_PER_HOUR_MAX) as usize {
            return Err(Spent::Calls);
        }
        if self.tokens().saturating_add(tokens) > limits.tokens_per_day {
            return Err(Spent::Tokens);
        }
        self.calls.push_back(now);
        self.spend(tokens, now);
        Ok(())
    }

    fn spend(&mut self, tokens: u64, now: Tick) {
        let hour = now.0 / HOUR_TICKS;
        match self.tokens.back_mut() {
            Some((last, sum)) if *last >= hour => *sum = sum.saturating_add(tokens),
            _ => self.tokens.push_back((hour, tokens)),
        }
    }

    /// Replaces the reserved tokens by those that the reply says it used. If the server reports no usage, the
    /// reservation stays.
    pub fn settle(&mut self, reserved: u64, tokens: u64, now: Tick) {
        self.forget(now);
        match tokens {
            0 => {}
            more if more > reserved => self.spend(more - reserved, now),
            less => self.take_back(reserved - less),
        }
    }

    /// Subtracts reserved tokens again. The reservation was made in this hour or an earlier one, so the newest tokens
    /// are subtracted first.
    fn take_back(&mut self, mut tokens: u64) {
        for (_, sum) in self.tokens.iter_mut().rev() {
            let taken = tokens.min(*sum);
            (*sum, tokens) = (*sum - taken, tokens - taken);
        }
    }

    /// Cancels the reservation of a call that cost nothing, because no model was reached.
    pub fn release(&mut self, reserved: u64, now: Tick) {
        self.forget(now);
        self.take_back(reserved);
    }

    pub fn used(&self, limits: Limits, now: Tick) -> Used {
        let calls = self.calls.iter().filter(|call| now.since(**call) < HOUR_TICKS).count();
        let recent = |hour: u64| (now.0 / HOUR_TICKS).saturating_sub(hour) < HOURS;
        let tokens = self.tokens.iter().filter(|(hour, _)| recent(*hour)).map(|(_, tokens)| *tokens);
        Used {
            calls_this_hour: calls as u32,
            calls_per_hour: limits.calls_per_hour,
            tokens_this_day: tokens.fold(0, u64::saturating_add),
            tokens_per_day: limits.tokens_per_day,
        }
    }
}

/// The most tokens that a model call can cost: the prompt plus the longest reply.
pub const fn cost_max(prompt: &str, tokens_max: u32) -> u64 {
    (prompt.len() / BYTES_PER_TOKEN) as u64 + 1 + tokens_max as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { calls_per_hour: 3, tokens_per_day: 1_000 };

    #[test]
    fn no_hour_has_more_calls_than_allowed() {
        let mut budget = Budget::default();
        let mut calls = alloc::vec::Vec::new();
        for tick in (0..5 * HOUR_TICKS).step_by(400) {
            if budget.reserve(1, LIMITS, Tick(tick)).is_ok() {
                calls.push(tick);
            }
        }
        for first in &calls {
            let within = calls.iter().filter(|call| (*first..first + HOUR_TICKS).contains(call)).count();
            assert!(within <= 3, "{within} calls in the hour from {first}");
        }
        assert!(calls.len() >= 12, "and it is used: {}", calls.len());
        assert_eq!(budget.used(LIMITS, Tick(5 * HOUR_TICKS)).calls_per_hour, 3);
    }

    #[test]
    fn no_day_has_more_tokens_than_allowed() {
        let mut budget = Budget::default();
        let mut calls = alloc::vec::Vec::new();
        for tick in (0..80 * HOUR_TICKS).step_by(HOUR_TICKS as usize / 2) {
            if budget.reserve(300, LIMITS, Tick(tick)).is_ok() {
                calls.push(tick);
            }
        }
        let day = 24 * HOUR_TICKS;
        for first in &calls {
            let tokens = 300 * calls.iter().filter(|call| (*first..first + day).contains(call)).count();
            assert!(tokens <= 1_000, "{tokens} tokens in the day from {first}");
        }
        assert_eq!(calls.len(), 12, "three calls a day fit: {calls:?}");
        assert_eq!(budget.reserve(1_001, LIMITS, Tick(u64::MAX)), Err(Spent::Tokens));
        assert!(budget.tokens.len() <= HOURS as usize);
    }

    #[test]
    fn a_reservation_is_corrected_by_what_the_reply_cost() {
        let mut budget = Budget::default();
        let used = |budget: &Budget| budget.used(LIMITS, Tick(8)).tokens_this_day;
        budget.reserve(400, LIMITS, Tick(0)).unwrap();
        budget.settle(400, 150, Tick(4));
        assert_eq!(used(&budget), 150);
        budget.reserve(400, LIMITS, Tick(4)).unwrap();
        budget.settle(400, 0, Tick(8));
        assert_eq!(used(&budget), 550, "the server said nothing");
        budget.settle(400, 900, Tick(8));
        assert_eq!(used(&budget), 1_050, "it cost more than was reserved");
        assert_eq!(budget.reserve(1, LIMITS, Tick(8)), Err(Spent::Tokens));
        budget.release(400, Tick(8));
        assert_eq!(used(&budget), 650);
    }

    #[test]
    fn calls_are_remembered_up_to_the_highest_limit() {
        let mut budget = Budget::default();
        let limits = Limits { calls_per_hour: u32::MAX, tokens_per_day: u64::MAX };
        let allowed = (0..CALLS_PER_HOUR_MAX + 9).filter(|_| budget.reserve(1, limits, Tick(0)).is_ok()).count();
        assert_eq!(allowed, CALLS_PER_HOUR_MAX as usize);
        assert_eq!(cost_max("12345678", 64), 67);
    }
}

//! Puts the scheduler's reasons into English. Nothing else in the scheduler writes sentences.

use super::explain::{Alternative, Prevented, Reason};
use super::instance::Instance;
use super::missing::{Changes, Missing};
use super::unmet::Unmet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

/// Says in words what an upkeep action prevents.
pub fn why(instance: &Instance, prevents: Option<Prevented>) -> String {
    let Some(Prevented { metric, warn_step, critical_step }) = prevents else {
        return "keeps a run of actions together, which is cheaper than a new interruption".into();
    };
    let row = &instance.metrics[metric];
    let tick = |step: usize| step as i64 * instance.step_ticks;
    match (warn_step, critical_step) {
        (Some(warn), Some(critical)) => format!(
            "{} would reach its warn threshold at tick {} and be critical at tick {}",
            row.id,
            tick(warn),
            tick(critical)
        ),
        (Some(warn), None) => format!("{} would reach its warn threshold at tick {}", row.id, tick(warn)),
        (None, critical) => format!("{} would be critical at tick {}", row.id, tick(critical.unwrap_or(0))),
    }
}

/// Says in words which alternative an action beat, and by how much.
pub fn beat(instance: &Instance, reason: &Reason) -> String {
    let Some((alternative, margin)) = reason.beat else {
        return "no alternative keeps every metric above critical".into();
    };
    let what = match alternative {
        Alternative::LeftOut => "leaving it out".into(),
        Alternative::Moved { start_step } => format!("doing it at tick {}", start_step as i64 * instance.step_ticks),
        Alternative::Instead { operator } => format!("{} instead", instance.operators[operator].id),
    };
    format!("next best: {what}, {margin} more")
}

impl Display for Missing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Missing::CriticalAlready { metric } => {
                write!(f, "{metric} is critical already, before any action can end")
            }
            Missing::NoOperator { metric } => write!(f, "no operator restores {metric}"),
            Missing::TimeBesideOthers { operators } => {
                write!(f, "time: {} cannot be done in addition to what the other metrics need", operators.join(", "))
            }
            Missing::FallsTooFast { metric, operators } => {
                write!(f, "{metric} falls faster than {} can restore it", operators.join(", "))
            }
            Missing::Changes(changes) => changes.fmt(f),
        }
    }
}

impl Display for Changes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if !self.more_of.is_empty() {
            let rows: Vec<String> =
                self.more_of.iter().map(|short| format!("{} ({} in stock)", short.id, short.stock)).collect();
            parts.push(format!("more of {}", rows.join(", ")));
        }
        if self.fewer_forbidden_steps {
            parts.push("fewer forbidden steps".to_string());
        }
        if !self.quicker.is_empty() {
            parts.push(format!("time: {} cannot be done early and often enough", self.quicker.join(", ")));
        }
        f.write_str(&parts.join(", and "))?;
        match &self.enough_only_for {
            Some(metric) => write!(f, "; that is enough for {metric}, not for all"),
            None => Ok(()),
        }
    }
}

impl Display for Unmet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.missing.fmt(f)?;
        if self.exact {
            return Ok(());
        }
        f.write_str("; it may be lost earlier, because not all schedules were compared")
    }
}

//! An action about to start, with the level limits that decide what it does: one comparison per level and question.

/// A level limit below every possible level, so that it never applies.
const NEVER: i32 = i32::MIN;

/// The maximum, warn and critical level of every dimension in arrays, so that all dimensions are compared at once.
#[derive(Debug, Clone)]
pub struct Limits<const D: usize> {
    pub max: [i32; D],
    pub warn: [i32; D],
    pub critical: [i32; D],
    pub warn_cost: [i64; D],
}

/// An action about to start at one step, with what it does to the level of each metric.
#[derive(Debug, Clone)]
pub struct Start<const D: usize> {
    pub op: u16,
    pub steps: usize,
    pub cost: i64,
    pub shift: i64,
    /// How far each level falls until the last step boundary inside the action, and until its end.
    pub inside: [i32; D],
    pub fall: [i32; D],
    pub amount: [i32; D],
    /// Levels after the action are capped here: at the metric's maximum, or at what is still useful.
    pub cap: [i32; D],
    /// Limits for a metric's level before the action. At or below them it goes critical, may warn, warns right before
    /// it is restored, or gains something from the action.
    pub lost_to: [i32; D],
    pub warned_to: [i32; D],
    pub pinned_to: [i32; D],
    pub useful_to: [i32; D],
}

impl<const D: usize> Default for Start<D> {
    fn default() -> Self {
        Start {
            op: 0,
            steps: 0,
            cost: 0,
            shift: 0,
            inside: [0; D],
            fall: [0; D],
            amount: [0; D],
            cap: [0; D],
            lost_to: [NEVER; D],
            warned_to: [NEVER; D],
            pinned_to: [NEVER; D],
            useful_to: [NEVER; D],
        }
    }
}

impl<const D: usize> Start<D> {
    /// Computes the level limits of the action. A level above `enough` at its end is useless.
    pub fn mark(&mut self, limits: &Limits<D>, enough: &[i32; D]) {
        for (dim, enough) in enough.iter().copied().enumerate() {
            let (fall, amount) = (self.fall[dim], self.amount[dim]);
            // The lowest level is at the last inner boundary or at the end of the action. Levels stop at 0, so a large
            // amount is always enough at the end.
            let down_to = |low: i32| {
                let end = if amount > low { NEVER } else { low - amount + fall };
                end.max(low + self.inside[dim])
            };
            let (max, warn) = (limits.max[dim], limits.warn[dim]);
            self.lost_to[dim] = down_to(limits.critical[dim]);
            self.warned_to[dim] = if max <= warn { i32::MAX } else { down_to(warn) };
            if amount > 0 {
                self.pinned_to[dim] = warn + fall;
                self.useful_to[dim] = enough + fall - 1;
            }
            self.cap[dim] = enough.min(max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every small action: compares the computed level limits with a simulation of the levels.
    #[test]
    fn the_level_limits_agree_with_a_simulation_of_the_action() {
        let numbers = |most: i32| 0..=most;
        for (max, warn, critical) in [(8, 4, 2), (8, 4, 0), (8, 0, 0), (8, 8, 3), (5, 4, 4)] {
            let limits = Limits { max: [max], warn: [warn], critical: [critical], warn_cost: [1] };
            for (fall, amount) in numbers(9).flat_map(|fall| numbers(9).map(move |amount| (fall, amount))) {
                for (inside, enough) in numbers(fall).flat_map(|inside| [1, 5, 8].map(|enough| (inside, enough))) {
                    let mut start = Start { inside: [inside], fall: [fall], amount: [amount], ..Start::<1>::default() };
                    start.mark(&limits, &[enough]);
                    for level in critical + 1..=max {
                        let before = (level - fall).max(0);
                        let lowest = (level - inside).min((before + amount).min(max));
                        let told = [start.lost_to, start.warned_to, start.pinned_to, start.useful_to];
                        let told = told.map(|to| level <= to[0]);
                        let restored = amount > 0;
                        let shown = [
                            lowest <= critical,
                            lowest <= warn,
                            restored && before <= warn,
                            restored && before < enough,
                        ];
                        assert_eq!(
                            told, shown,
                            "level {level} fall {inside} {fall} amount {amount} of {max} {warn} {critical}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn an_action_without_stock_counts_as_lost() {
        let limits = Limits { max: [3], warn: [-1], critical: [-1], warn_cost: [0] };
        let mut start = Start { amount: [-1], ..Start::<1>::default() };
        start.mark(&limits, &[3]);
        assert_eq!((start.lost_to, start.useful_to), ([0], [NEVER]));
    }
}

//! An action about to start, and the levels before it at which something happens: one comparison a level tells each.

/// Below every level.
const NEVER: i32 = i32::MIN;

/// The numbers of every dimension at one boundary, laid out for comparing all at once.
#[derive(Debug, Clone)]
pub struct Limits<const D: usize> {
    pub max: [i32; D],
    pub warn: [i32; D],
    pub critical: [i32; D],
    pub warn_cost: [i64; D],
}

/// An action about to start at one step.
#[derive(Debug, Clone)]
pub struct Start<const D: usize> {
    pub op: u16,
    pub steps: usize,
    pub cost: i64,
    pub shift: i64,
    /// Falls to the last boundary inside the action, and to its end.
    pub inside: [i32; D],
    pub fall: [i32; D],
    pub amount: [i32; D],
    /// No more than this is left at the end: the most there can be, or be of use.
    pub cap: [i32; D],
    /// Up to these levels before the action something goes critical, may warn, warns right before it is restored, or is
    /// restored to some use.
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
    /// The levels at which something happens; more than `enough` at the end is of no use.
    pub fn mark(&mut self, limits: &Limits<D>, enough: &[i32; D]) {
        for (dim, enough) in enough.iter().copied().enumerate() {
            let (fall, amount) = (self.fall[dim], self.amount[dim]);
            // At the last boundary inside, or at the end; the level does not fall below 0, so a large amount is enough there.
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

    /// Every small action: what happens, told by the levels it passes, against what the marks say.
    #[test]
    fn the_marks_say_what_passing_through_the_action_shows() {
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
    fn what_is_not_in_stock_is_lost() {
        let limits = Limits { max: [3], warn: [-1], critical: [-1], warn_cost: [0] };
        let mut start = Start { amount: [-1], ..Start::<1>::default() };
        start.mark(&limits, &[3]);
        assert_eq!((start.lost_to, start.useful_to), ([0], [NEVER]));
    }
}

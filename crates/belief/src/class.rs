//! The kind of a track as a probability distribution: a few kinds with weights; the rest of the weight is *unknown*.

use crate::fixed::ln_milli;
use crate::kinds::{KindId, UNKNOWN};
use serde::{Deserialize, Serialize};

/// The sum of the weights (probabilities) of all kinds that an entity may be.
pub const WHOLE: u32 = 10_000;
/// Most kinds with a weight for one entity: the true one and those it is confused with.
pub const CANDIDATES: usize = 4;
/// How often an entity's kind is reported correctly, in parts of [`WHOLE`].
const RIGHT: u32 = 9_300;
/// The cost of a correct report of the kind: -ln(0.93) in thousandths.
const RIGHT_COST: i32 = 73;
/// How often an entity is reported as one particular wrong kind, in parts of [`WHOLE`].
const WRONG: u32 = 80;
/// The likelihood of a report, in parts of [`WHOLE`], if the entity's kind is one that has no weight yet.
const UNWEIGHED: u32 = 700;
/// Least weight of *unknown* among an entity's possible kinds, so that a surprising report can still be believed.
const UNKNOWN_LEAST: u32 = 20;
/// From this weight on an entity's kind counts as certain: rounding keeps a weight slightly below the whole.
const SURE_MOST: u32 = WHOLE - UNKNOWN_LEAST - 5;
/// If no kind has at least this weight, the entity is reported as `unknown`.
const SURE_LEAST: u32 = 3_500;
/// Most doubt about an entity's kind after time out of sight: a zombie that has been lost for a minute is still more
/// likely a zombie than not.
pub const DOUBT_MAX: u32 = 5_000;

/// The kinds that an entity may be with their weights, heaviest first, ties by kind. The rest up to [`WHOLE`] is the
/// weight of *unknown*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClassBelief {
    kinds: [(KindId, u16); CANDIDATES],
    /// Parts of [`WHOLE`] by which time out of sight has reduced all weights. Recognition ignores this reduction.
    doubt: u16,
}

impl ClassBelief {
    pub fn top(&self) -> (KindId, u32) {
        let (kind, weight) = self.kinds[0];
        let weight = u32::from(weight) * (WHOLE - u32::from(self.doubt)) / WHOLE;
        if weight < SURE_LEAST { (UNKNOWN, WHOLE - weight) } else { (kind, weight) }
    }

    /// The kind with the highest weight, however small it is.
    pub fn likeliest(&self) -> KindId {
        self.kinds[0].0
    }

    pub fn weights(&self) -> impl Iterator<Item = (KindId, u32)> + '_ {
        self.kinds.iter().filter(|(_, weight)| *weight > 0).map(|(kind, weight)| (*kind, u32::from(*weight)))
    }

    pub fn weight(&self, kind: KindId) -> u32 {
        self.weights().find(|(held, _)| *held == kind).map_or(0, |(_, weight)| weight)
    }

    pub fn unknown(&self) -> u32 {
        WHOLE - self.kinds.iter().map(|(_, weight)| u32::from(*weight)).sum::<u32>().min(WHOLE)
    }

    /// Updates the weights of the possible kinds with one report. A report of `unknown` is ignored.
    pub fn observe(&mut self, kind: KindId) {
        if kind == UNKNOWN {
            return;
        }
        self.doubt = 0;
        let (top, weight) = self.kinds[0];
        if top == kind && u32::from(weight) >= SURE_MOST && self.kinds[1].1 == 0 {
            return; // The kind is already certain.
        }
        // A reported kind without weight takes its share from the weight of *unknown*.
        let unknown = self.unknown().max(UNKNOWN_LEAST);
        let mut raw = [(UNKNOWN, 0u32); CANDIDATES + 1];
        let mut used = 0;
        for (held, weight) in self.weights() {
            raw[used] = (held, weight * if held == kind { RIGHT } else { WRONG } / 100);
            used += 1;
        }
        if self.weight(kind) == 0 {
            raw[used] = (kind, unknown * RIGHT / 200);
            used += 1;
        }
        let rest = unknown * UNWEIGHED / 200;
        raw[..used].sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let kept = used.min(CANDIDATES);
        let sum: u32 = raw[..kept].iter().map(|(_, weight)| weight).sum::<u32>() + rest;
        let share = WHOLE - UNKNOWN_LEAST;
        self.kinds = Default::default();
        for (slot, (held, weight)) in self.kinds.iter_mut().zip(&raw[..kept]) {
            let scaled = (u64::from(*weight) * u64::from(share) / u64::from(sum.max(1))) as u16;
            if scaled > 2 {
                *slot = (*held, scaled);
            }
        }
    }

    /// Moves the weights towards *unknown* by this many parts of 1,024 of the remaining distance to the limit.
    pub fn decay(&mut self, parts: u32) {
        let left = DOUBT_MAX - u32::from(self.doubt);
        self.doubt += (left * parts.min(1_024)).div_ceil(1_024) as u16;
    }

    /// A belief that is certain of one kind.
    pub fn certain(kind: KindId) -> ClassBelief {
        let mut belief = ClassBelief::default();
        belief.kinds[0] = (kind, (WHOLE - UNKNOWN_LEAST) as u16);
        belief
    }

    pub fn doubt(&self) -> u32 {
        u32::from(self.doubt)
    }

    /// The negative log likelihood that an entity believed to be of these kinds is reported as `kind`.
    pub fn report_cost(&self, kind: KindId) -> i32 {
        if kind == UNKNOWN {
            return 0; // Every kind is equally likely to be reported as unknown.
        }
        if self.kinds[0].0 == kind && u32::from(self.kinds[0].1) >= SURE_MOST {
            return RIGHT_COST;
        }
        let mut likely = self.unknown() * UNWEIGHED;
        for (held, weight) in self.weights() {
            likely += weight * if held == kind { RIGHT } else { WRONG };
        }
        ln_milli(u64::from(WHOLE) * u64::from(WHOLE)) - ln_milli(u64::from(likely))
    }

    /// The log likelihood ratio that two beliefs about a kind are about the same entity rather than about two.
    pub fn agreement(&self, other: &ClassBelief) -> i32 {
        let mut both = u64::from(self.unknown()) * u64::from(WHOLE) + u64::from(other.unknown()) * u64::from(WHOLE);
        for (kind, weight) in self.weights() {
            // The share of one kind among all entities is about one in twelve.
            both += u64::from(weight) * u64::from(other.weight(kind)) * KINDS_ALIKE;
        }
        ln_milli(both) - ln_milli(u64::from(WHOLE) * u64::from(WHOLE))
    }

    /// Merges another belief about the kind of the same entity.
    pub fn merge(&mut self, other: &ClassBelief) {
        for (kind, weight) in other.weights() {
            if weight >= SURE_LEAST {
                self.observe(kind);
            }
        }
    }
}

/// One divided by the probability that two random entities have the same kind.
const KINDS_ALIKE: u64 = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ZOMBIE: KindId = KindId(3);
    const HUSK: KindId = KindId(4);

    fn seen(reports: &[KindId]) -> ClassBelief {
        let mut belief = ClassBelief::default();
        for kind in reports {
            belief.observe(*kind);
        }
        belief
    }

    #[test]
    fn several_reports_make_a_kind_certain_and_one_wrong_report_does_not_change_it() {
        for (reports, kind) in [
            (&[][..], UNKNOWN),
            (&[ZOMBIE], ZOMBIE),
            (&[ZOMBIE, ZOMBIE, HUSK], ZOMBIE),
            (&[ZOMBIE, ZOMBIE, ZOMBIE, ZOMBIE, HUSK], ZOMBIE),
            (&[HUSK, ZOMBIE, ZOMBIE, ZOMBIE], ZOMBIE),
            (&[UNKNOWN, UNKNOWN], UNKNOWN),
        ] {
            assert_eq!(seen(reports).top().0, kind, "{reports:?}");
        }
    }

    #[test]
    fn decay_drifts_to_unknown_and_stops_at_the_limit() {
        let mut belief = seen(&[ZOMBIE; 8]);
        let mut before = belief.top().1;
        for _ in 0..2_000 {
            belief.decay(8);
            assert!(belief.top().1 <= before);
            before = belief.top().1;
        }
        assert_eq!(belief.doubt(), DOUBT_MAX);
        assert_eq!(belief.top().0, ZOMBIE);
        belief.observe(ZOMBIE);
        assert_eq!(belief.doubt(), 0, "seen again, it is what it was");
    }

    #[test]
    fn agreement_is_positive_for_equal_kinds_and_negative_for_different_ones() {
        let (zombie, husk) = (seen(&[ZOMBIE; 5]), seen(&[HUSK; 5]));
        assert!(zombie.agreement(&zombie) > 2_000);
        assert!(zombie.agreement(&husk) < -2_000);
        assert!(zombie.report_cost(ZOMBIE) < zombie.report_cost(HUSK) - 3_000);
    }

    proptest! {
        #[test]
        fn weights_stay_whole_and_sorted(reports in prop::collection::vec(0u16..9, 0..60)) {
            let mut belief = ClassBelief::default();
            for kind in reports {
                belief.observe(KindId(kind));
                let weights: alloc::vec::Vec<_> = belief.weights().collect();
                prop_assert!(weights.iter().map(|(_, w)| w).sum::<u32>() <= WHOLE - UNKNOWN_LEAST);
                prop_assert!(weights.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            }
        }
    }
}

//! Buckets: the coarse unit of planning time.

/// Ticks in one time bucket of the planner (5 seconds): fine enough for furnaces, coarse enough to keep the number of
/// planning states small.
pub const TICKS_PER_BUCKET: u64 = 100;

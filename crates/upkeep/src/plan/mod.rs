//! The exact scheduler: takes an instance and returns a schedule of least cost, with a proof or a lower bound.

pub mod alone;
pub mod ascend;
pub mod bound;
pub mod evaluate;
pub mod explain;
pub mod instance;
pub mod label;
pub mod later;
pub mod missing;
pub mod problem;
pub mod search;
pub mod solve;
pub mod split;
pub mod start;
pub mod unmet;
pub mod words;

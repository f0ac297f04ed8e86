//! The input and output of the mind: plain data without behaviour.

pub mod builds;
pub mod config;
pub mod effect;
pub mod input;
pub mod reason;
pub mod report;
pub mod speech;
pub mod status;
pub mod thinking;
pub mod trace;

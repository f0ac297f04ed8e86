//! What goes into the mind and what comes out of it: plain data, no behaviour.

pub mod config;
pub mod effect;
pub mod input;
pub mod reason;
pub mod report;
pub mod status;
pub mod trace;

//! Keeps the body's metrics within bounds before they leave them: metrics, drift, projection, operators, the optimal schedule.
//!
//! Absent on purpose: detections (threat comes from the hazard summary alone), clocks, floats, maps without an order.
#![no_std]
extern crate alloc;

pub mod plan;

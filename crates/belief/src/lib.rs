//! Turns what a body detects into what is believed to be out there. The only pure crate that may name a detection, with `reflex`.
#![no_std]

pub mod evidence;

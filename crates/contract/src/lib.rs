//! The versioned wire: what other programs send and receive. Mirrors of pure types, no behaviour.

pub mod solve;

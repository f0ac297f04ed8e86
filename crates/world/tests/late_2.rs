//! The skills on a mirror of a world that answers two ticks late.

#[path = "skills.rs"]
mod skills_suite;

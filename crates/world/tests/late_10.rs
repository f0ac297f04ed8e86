//! The skills on a mirror of a world that answers ten ticks late.

#[path = "skills.rs"]
mod skills_suite;

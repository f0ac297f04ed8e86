//! The skills on a mirror of a world that answers in the same tick.

#[path = "skills.rs"]
mod skills_suite;

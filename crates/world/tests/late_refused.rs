//! The skills on a mirror of a world that refuses one click in twenty.

#[path = "skills.rs"]
mod skills_suite;

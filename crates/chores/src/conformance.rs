//! `cargo xtask conformance ADDR`: holds a body against the body protocol and says what it does and lacks.

use remote::Source;
use remote::conformance::{self, Verdict};
use std::process::ExitCode;

pub fn run(address: &str) -> ExitCode {
    let checks = match conformance::run(&Source::Address(address.into()), |check| println!("{check}")) {
        Ok(checks) => checks,
        Err(error) => {
            eprintln!("conformance: {error}");
            return ExitCode::from(2);
        }
    };
    let count = |wanted: fn(&Verdict) -> bool| checks.iter().filter(|check| wanted(&check.verdict)).count();
    let failed = count(|verdict| matches!(verdict, Verdict::Failed(_)));
    let lacking = count(|verdict| matches!(verdict, Verdict::Lacking(_)));
    println!("\n{} passed, {failed} failed, {lacking} lacking", checks.len() - failed - lacking);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

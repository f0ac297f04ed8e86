//! The `stead` program. Everything it does is in the library, so that tests and benchmarks can use it too.

use std::process::ExitCode;

fn main() -> ExitCode {
    agent::main()
}

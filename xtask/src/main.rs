//! The program behind `cargo xtask`; what it does lives in `crates/chores`.

fn main() -> std::process::ExitCode {
    chores::main()
}

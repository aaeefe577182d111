//! Makes the parsers from `bp.lalrpop` and `words.lalrpop`, and says how the tool is linked.

use std::env::var;

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammar has no conflicts");
    link();
}

/// The tool has a fixed address where that is known to work: a fifth of the time in which it starts went into relocations (`docs/measurements.md`). Who links it statically decides that otherwise.
fn link() {
    let of = |name: &str| var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = of("FEATURE").split(',').any(|feature| feature == "crt-static");
    if of("OS") == "linux" && of("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

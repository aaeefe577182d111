//! How the tool is linked: where that is known to work it has a fixed address, and all libraries in itself. Libraries that are loaded take a quarter of the time in which it starts, or more, and relocations a fifth (`docs/measurements.md`).

use std::env::var;
use std::fs::{create_dir_all, write};
use std::path::PathBuf;
use std::process::Command;

/// Whoever sets it gets a tool that loads its libraries when it starts, for what wants to come between, as heaptrack does.
const DYNAMIC: &str = "BPCHECK_DYNAMIC";

/// Tells cargo. Who links statically anyway decides all that otherwise.
pub fn link() {
    println!("cargo::rerun-if-env-changed={DYNAMIC}");
    if of_target("OS") == "linux" && of_target("ENV") == "gnu" && !of_target("FEATURE").contains("crt-static") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if has_known_linker() && needs_known_libraries() && link_statically().is_some() {
            println!("cargo::rustc-link-arg-bins=-static");
        }
    }
}

/// What cargo says of the machine on which the tool is to run.
fn of_target(name: &str) -> String {
    var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default()
}

/// Whether the C compiler of this machine links, for this machine.
fn has_known_linker() -> bool {
    of_target("ARCH") == "x86_64" && var("HOST") == var("TARGET") && var("RUSTC_LINKER").is_err()
}

/// Whether there is nothing to be linked but Rust and C: `CaDiCaL` is written in C++, and some flags want libraries that are loaded.
fn needs_known_libraries() -> bool {
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let wants_others = ["prefer-dynamic", "sanitizer"].iter().any(|flag| flags.contains(flag));
    !wants_others && var("CARGO_FEATURE_CADICAL").is_err() && var(DYNAMIC).is_err()
}

/// Lets the linker find archives where the compiler asks for libraries that are loaded: by scripts of the linker, in a folder of which only the tool's own linking knows. Nothing if there is no such archive, or if threads are a library of their own, as
/// before version 2.34 of the GNU C library: its archive does not work with parts of the other.
fn link_statically() -> Option<()> {
    if found("libpthread.so").is_some() {
        return None;
    }
    let [c, m, unwinder, builtins] = [found("libc.a")?, found("libm.a")?, found("libgcc_eh.a")?, found("libgcc.a")?];
    let folder = PathBuf::from(var("OUT_DIR").ok()?).join("archives");
    create_dir_all(&folder).ok()?;
    let scripts: [(&str, &[&String]); 3] =
        [("libc", &[&c, &unwinder, &builtins]), ("libm", &[&m]), ("libgcc_s", &[&unwinder])];
    for (name, archives) in scripts {
        let archives: Vec<String> = archives.iter().map(|archive| format!("\"{archive}\"")).collect();
        // Some linkers look for the one, and some for the other.
        for ending in ["so", "a"] {
            write(folder.join(format!("{name}.{ending}")), format!("GROUP({})\n", archives.join(" "))).ok()?;
        }
    }
    [c, m, unwinder, builtins].iter().for_each(|archive| println!("cargo::rerun-if-changed={archive}"));
    println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
    Some(())
}

/// The path of a file that the C compiler links, if it has it: what it does not have it names without a folder.
fn found(name: &str) -> Option<String> {
    let answer = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?;
    let path = String::from_utf8(answer.stdout).ok()?.trim().to_string();
    path.starts_with('/').then_some(path)
}

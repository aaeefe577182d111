//! How the tool is linked: where that is known to work it has a fixed address, and all libraries in itself. Of the two milliseconds in which it starts otherwise these take more than one (`docs/measurements.md`).

use std::env::var;
use std::fs::{create_dir_all, write};
use std::path::PathBuf;
use std::process::Command;

/// Whoever sets it gets a tool that loads its libraries when it starts, for what wants to come between, as heaptrack does.
const DYNAMIC: &str = "BPCHECK_DYNAMIC";

/// Tells cargo. Who links statically anyway decides all that otherwise.
pub fn link() {
    println!("cargo::rerun-if-env-changed={DYNAMIC}");
    let of = |name: &str| var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = of("FEATURE").split(',').any(|feature| feature == "crt-static");
    if of("OS") == "linux" && of("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        let is_native = var("HOST") == var("TARGET");
        if is_native && var(DYNAMIC).is_err() && link_statically().is_some() {
            println!("cargo::rustc-link-arg-bins=-static");
        }
    }
}

/// Lets the linker find archives where the compiler asks for libraries that are loaded: by scripts of the linker, in a folder that only the tool's own linking knows. Nothing if there is no such archive, or if threads are a library of their own, as
/// before version 2.34 of the GNU C library: its archive does not work with parts of the other.
fn link_statically() -> Option<()> {
    if found("libpthread.so").is_some() {
        return None;
    }
    let [c, m, unwinder, builtins] = [found("libc.a")?, found("libm.a")?, found("libgcc_eh.a")?, found("libgcc.a")?];
    let folder = PathBuf::from(var("OUT_DIR").ok()?).join("archives");
    create_dir_all(&folder).ok()?;
    let scripts: [(&str, &[&String]); 3] =
        [("libc.so", &[&c, &unwinder, &builtins]), ("libm.so", &[&m]), ("libgcc_s.so", &[&unwinder])];
    for (name, archives) in scripts {
        let archives: Vec<String> = archives.iter().map(|archive| format!("\"{archive}\"")).collect();
        write(folder.join(name), format!("GROUP({})\n", archives.join(" "))).ok()?;
    }
    println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
    Some(())
}

/// The path of a file that the C compiler links, if it has it: what it does not have it names without a folder.
fn found(name: &str) -> Option<String> {
    let answer = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?;
    let path = String::from_utf8(answer.stdout).ok()?.trim().to_string();
    path.starts_with('/').then_some(path)
}

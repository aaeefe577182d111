//! Makes the parsers from `bp.lalrpop` and `words.lalrpop`, and says how the tool is linked.

use std::env::var;
use std::fs::{create_dir_all, write};
use std::path::PathBuf;
use std::process::Command;

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammar has no conflicts");
    link();
}

/// The tool has a fixed address where that is known to work, and the unwinder in itself where there is one to be linked: a fifth of the time in which it starts went into relocations, and an eighth into a library of which it needs
/// nothing else (`docs/measurements.md`). Who links it statically decides that otherwise.
fn link() {
    let of = |name: &str| var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = of("FEATURE").split(',').any(|feature| feature == "crt-static");
    if of("OS") == "linux" && of("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if let Some(unwinder) = unwinder() {
            // The compiler asks for the library by its name: it finds a script of the linker that names the other one.
            let folder = PathBuf::from(var("OUT_DIR").expect("cargo names a folder")).join("unwinder");
            create_dir_all(&folder).expect("the folder can be made");
            let script = format!("INPUT(\"{}\")\n", unwinder.display());
            write(folder.join("libgcc_s.so"), script).expect("the folder can be written");
            println!("cargo::rustc-link-search=native={}", folder.display());
        }
    }
}

/// The unwinder that the C compiler has for programs that are linked statically, if it is the one of this machine that links.
fn unwinder() -> Option<PathBuf> {
    if var("HOST") != var("TARGET") {
        return None;
    }
    let answer = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output().ok()?;
    // What it does not have it names without a folder.
    let path = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}

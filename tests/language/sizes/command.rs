//! The command: exit code 3, a message, no panic.

use assert_cmd::Command;
use std::path::Path;

/// Checks `path` in `folder`; exit code and what is said on the standard error output.
fn check(folder: &Path, path: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    let output = command.current_dir(folder).args(["check", path]).output().expect("it runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!said.contains("panicked") && !said.contains("internal error"), "{said}");
    (output.status.code(), said)
}

/// The message for a file with this text, which is rejected.
#[track_caller]
fn refusal(text: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.bp"), text).expect("a file");
    let (code, said) = check(folder.path(), "x.bp");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains(" --> x.bp:"), "a place: {said}");
    assert!(said.len() < 200_000, "{} bytes", said.len());
    said
}

#[test]
fn rejected_inputs() {
    assert!(refusal("").contains("there is no procedure `main`"));
    assert!(refusal(b"decl a; void main() begin a := \0; end").contains("a NUL byte"));
    assert!(refusal(b"decl a; void main() begin a := \xff; end").contains("the byte 0xff"));
    assert!(refusal(vec![0; 1_000_000]).ends_with("1 error\n"));
    assert!(refusal("{".repeat(10_000_000)).ends_with("1 error\n"));
    refusal("if ".repeat(1_000_000));
    refusal(format!("void main() begin assume({}", "(".repeat(1_000_000)));
    refusal(format!("void main() begin {}", "if * then ".repeat(20_000)));
    refusal("begin\n".repeat(300_000));
}

#[test]
fn deep_inputs_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let nested = |open: &str, close: &str| {
        let body = format!("{}assert(T);{}", open.repeat(10_000), close.repeat(10_000));
        format!("void main() begin {body} end")
    };
    let prefixed = |open: &str, close: &str, depth: usize| {
        format!("void main() begin assert({}T{}); end", open.repeat(depth), close.repeat(depth))
    };
    for text in [
        nested("if * then ", " fi;"),
        nested("while * do ", " od;"),
        prefixed("(", ")", 10_000),
        prefixed("!", "", 100_000),
        prefixed("T & ", "", 100_000),
    ] {
        std::fs::write(folder.path().join("deep.bp"), text).expect("a file");
        let (code, said) = check(folder.path(), "deep.bp");
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn what_is_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = check(folder.path(), "missing.bp");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.starts_with("error: cannot read "), "{said}");
    assert_eq!(check(folder.path(), ".").0, Some(3), "there is no program in it");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("loop.bp", folder.path().join("loop.bp")).expect("a link");
        let (code, said) = check(folder.path(), "loop.bp");
        assert_eq!(code, Some(3), "{said}");
        assert!(said.starts_with("error: cannot read loop.bp: "), "{said}");
    }
}

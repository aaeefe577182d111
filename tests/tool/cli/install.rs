//! What is installed beside the tool: completions and manual pages.

use super::*;

#[test]
fn each_shell_has_completions() {
    let room = Room::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = room.run(&format!("completions {shell}"));
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{shell}");
        for word in ["bpcheck", "certificate", "cross-check", "timeout"] {
            assert!(answer.stdout.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(room.run("completions tcsh").code, Some(2));
}

/// They are scripts that the shell takes, and bash completes by them.
#[cfg(unix)]
#[test]
fn bash_completes() {
    let room = Room::new(&[]);
    std::fs::write(room.path("bpcheck.bash"), room.run("completions bash").stdout).expect("a file");
    let script = ". ./bpcheck.bash; COMP_WORDS=(bpcheck check --cross); COMP_CWORD=2; _bpcheck bpcheck --cross check; \
                  echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["-c", script]).current_dir(room.0.path()).output() else {
        return crate::support::skipped(format_args!("there is no bash"));
    };
    let answer = Answer::from(output);
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "--cross-check\n", ""));
}

#[test]
fn each_command_has_a_manual_page() {
    let room = Room::new(&[]);
    let answer = room.run("man pages/man1");
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "", ""));
    let page = |name: &str| std::fs::read_to_string(room.path(name)).expect("a page");
    assert!(page("pages/man1/bpcheck.1").contains("bpcheck\\-check(1)"));
    let check = page("pages/man1/bpcheck-check.1");
    for word in ["\\-\\-timeout", "Exit codes", "bpcheck check driver.bp"] {
        assert!(check.contains(word), "{word}\n{check}");
    }
    assert!(page("pages/man1/bpcheck-trace-replay.1").contains(".TH"));
    std::fs::write(room.path("file"), "").expect("a file");
    let answer = room.run("man file/pages");
    assert_eq!(answer.code, Some(3));
    assert!(answer.stderr.starts_with("error: cannot write file/pages: "), "{}", answer.stderr);
}

/// `make install` puts the tool, its completions and its manual pages where programs are looked for.
#[cfg(unix)]
#[test]
fn all_of_it_is_installed() {
    let room = Room::new(&[]);
    let mut make = Command::new("make");
    make.args(["install", &format!("BUILT={}", env!("CARGO_BIN_EXE_bpcheck")), "PREFIX=/usr"]);
    make.arg(format!("DESTDIR={}", room.path("root").display())).current_dir(env!("CARGO_MANIFEST_DIR"));
    let Ok(output) = make.output() else { return crate::support::skipped(format_args!("there is no make")) };
    assert_eq!(Answer::from(output).code, Some(0));
    for file in [
        "bin/bpcheck",
        "share/bash-completion/completions/bpcheck",
        "share/zsh/site-functions/_bpcheck",
        "share/fish/vendor_completions.d/bpcheck.fish",
        "share/man/man1/bpcheck-check.1",
    ] {
        assert!(room.path(&format!("root/usr/{file}")).metadata().is_ok_and(|file| file.len() > 0), "{file}");
    }
}

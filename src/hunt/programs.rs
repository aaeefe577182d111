//! All programs of a small size: what goes wrong at all mostly goes wrong with little.
//!
//! A scope is a list of statements and a frame with room for a few of them; its programs are numbered from 0. So whoever reads this
//! knows what was tried, and [`Scope::digest`] tells that it was the same list of programs.
//!
//! [`Scope::Few`]: two procedures with at most four statements together (none to four of them in `main`), out of
//!
//! ```text
//! g := !g;
//! l := *;
//! g, l := l, g;
//! l := f(g);
//! if (l) then g := f(*); fi
//! if (g) then goto L; fi
//! goto L, M;
//! while (*) do g := g ^ l; od
//! assume(g | l);
//! assert(!g | l);
//! return g;
//! ```
//!
//! each of which stands in for a kind: negation, choice, swap, call, recursion under a condition, jumps forwards and back, loops, blocked
//! runs, a second property, an early return. The frame, with the statements of `main` and of `f` in the place of the dots:
//!
//! ```text
//! decl g := F;
//! bool main() begin decl l; M: skip; … L: assert(!g); end
//! bool f(l) begin M: skip; … L: return !l; end
//! ```
//!
//! [`Scope::Alone`]: a procedure with four statements, each one of
//!
//! ```text
//! a := T;
//! a := !b;
//! b := a;
//! b := *;
//! f();
//! if (a) then f(); fi
//! if (*) then f(); fi
//! goto L0;
//! if (b) then goto L0; fi
//! if (*) then goto L1; fi
//! assume(a | b);
//! return;
//! ```
//!
//! in the frame
//!
//! ```text
//! decl a, b;
//! void main() begin a, b := F, F; f(); goto P, Q; P: assert(!(a & b)); return; Q: assert(a | b); end
//! void f() begin L0: skip; … L1: skip; end
//! ```
//!
//! [`Scope::Together`]: in the same frame with a second procedure `g` like `f`, two statements in each of both, out of
//!
//! ```text
//! a := T;
//! a := !b;
//! b := a;
//! b := *;
//! f();
//! g();
//! if (a) then f(); fi
//! if (*) then g(); fi
//! if (b) then goto L0; fi
//! if (*) then goto L1; fi
//! assume(a | b);
//! ```

use sha2::{Digest, Sha256};
use std::fmt::Write;

const FEW: [&str; 11] = [
    "g := !g;",
    "l := *;",
    "g, l := l, g;",
    "l := f(g);",
    "if (l) then g := f(*); fi",
    "if (g) then goto L; fi",
    "goto L, M;",
    "while (*) do g := g ^ l; od",
    "assume(g | l);",
    "assert(!g | l);",
    "return g;",
];

const ALONE: [&str; 12] = [
    "a := T;",
    "a := !b;",
    "b := a;",
    "b := *;",
    "f();",
    "if (a) then f(); fi",
    "if (*) then f(); fi",
    "goto L0;",
    "if (b) then goto L0; fi",
    "if (*) then goto L1; fi",
    "assume(a | b);",
    "return;",
];

const TOGETHER: [&str; 11] = [
    "a := T;",
    "a := !b;",
    "b := a;",
    "b := *;",
    "f();",
    "g();",
    "if (a) then f(); fi",
    "if (*) then g(); fi",
    "if (b) then goto L0; fi",
    "if (*) then goto L1; fi",
    "assume(a | b);",
];

/// The most statements in a program.
const MOST: usize = 4;

/// A finite set of programs, in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One global, two procedures, at most four statements.
    Few,
    /// Two globals, one procedure besides `main`, four statements.
    Alone,
    /// Two globals, two procedures besides `main`, four statements.
    Together,
}

impl Scope {
    /// The statements of which programs are made.
    pub(crate) fn statements(self) -> &'static [&'static str] {
        match self {
            Scope::Few => &FEW,
            Scope::Alone => &ALONE,
            Scope::Together => &TOGETHER,
        }
    }

    /// The number of programs.
    pub fn count(self) -> usize {
        let base = self.statements().len();
        match self {
            Scope::Few => (0..=MOST).map(|length| (length + 1) * base.pow(length as u32)).sum(),
            Scope::Alone | Scope::Together => base.pow(MOST as u32),
        }
    }

    /// The text of the program with this number; numbers from [`Scope::count`] on begin anew.
    pub fn text(self, number: usize) -> String {
        let number = number % self.count();
        match self {
            Scope::Few => few(number),
            Scope::Alone => twice(&procedure("f", &self.chosen(MOST, number))),
            Scope::Together => {
                let chosen = self.chosen(MOST, number);
                twice(&(procedure("f", &chosen[..2]) + &procedure("g", &chosen[2..])))
            }
        }
    }

    /// The SHA-256 of all texts, one behind the other, in hexadecimal digits.
    pub fn digest(self) -> String {
        let mut hash = Sha256::new();
        (0..self.count()).for_each(|number| hash.update(self.text(number)));
        hash.finalize().iter().fold(String::new(), |mut digits, byte| {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
            digits
        })
    }

    /// So many statements, as the digits of a number: the last digit stands first.
    fn chosen(self, length: usize, number: usize) -> Vec<&'static str> {
        let statements = self.statements();
        let digits = (0..length as u32).map(|place| number / statements.len().pow(place) % statements.len());
        digits.map(|digit| statements[digit]).collect()
    }
}

/// Short programs first; of the same length those with fewer statements in `main`.
fn few(number: usize) -> String {
    let (mut number, mut length) = (number, 0);
    let mut all = 1;
    while number >= (length + 1) * all {
        number -= (length + 1) * all;
        length += 1;
        all *= FEW.len();
    }
    let chosen = Scope::Few.chosen(length, number % all);
    let (main, f) = chosen.split_at(number / all);
    format!(
        "decl g := F;\n\
         bool main() begin decl l; M: skip; {} L: assert(!g); end\n\
         bool f(l) begin M: skip; {} L: return !l; end\n",
        main.join(" "),
        f.join(" ")
    )
}

/// Two assertions in `main`, reached by choice, ask for both globals, and for neither.
fn twice(procedures: &str) -> String {
    format!(
        "decl a, b;\nvoid main() begin a, b := F, F; f(); goto P, Q; P: assert(!(a & b)); return; Q: assert(a | b); end\n{procedures}"
    )
}

fn procedure(name: &str, statements: &[&str]) -> String {
    format!("void {name}() begin L0: skip; {} L1: skip; end\n", statements.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn programs_are_as_many_as_said_and_none_is_there_twice() {
        for (scope, count) in [(Scope::Few, 78_915), (Scope::Alone, 20_736), (Scope::Together, 14_641)] {
            assert_eq!(scope.count(), count);
            let texts: HashSet<String> = (0..count).map(|number| scope.text(number)).collect();
            assert_eq!(texts.len(), count, "{scope:?}");
        }
    }

    #[test]
    fn the_lists_are_those_of_the_documentation() {
        let lines = include_str!("programs.rs").lines().filter_map(|line| line.strip_prefix("//! "));
        let blocks: Vec<&str> = lines.collect();
        let blocks: Vec<&[&str]> = blocks.split(|line| line.starts_with("```")).collect();
        for scope in [Scope::Few, Scope::Alone, Scope::Together] {
            assert!(blocks.contains(&scope.statements()), "{scope:?}");
        }
    }
}

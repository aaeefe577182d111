//! The language reference: a page for each construct.
//!
//! The pages are the files of `docs/language`, in Markdown. The first line of a page is `# name: what it is`. A block of code that
//! begins with `bp` is a whole program, behind which stands what `check` says about it, or that it is rejected; one that begins with
//! `text` is syntax.

/// A page of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The name of the construct.
    pub name: &'static str,
    /// What else people call it, or write for it.
    pub(crate) aliases: &'static [&'static str],
    /// The page, as Markdown.
    pub text: &'static str,
}

macro_rules! pages {
    ($($name:literal: $($alias:literal)*;)*) => {
        [$(Page {
            name: $name,
            aliases: &[$($alias),*],
            text: include_str!(concat!("../../docs/language/", $name, ".md")),
        }),*]
    };
}

/// All pages, from the program to its parts.
pub const PAGES: [Page; 29] = pages! {
    "program": "main" "global" "globals" "entry";
    "procedure": "void" "bool" "bool<n>" "begin" "end" "dfs" "parameter" "parameters" "result" "results" "<" ">" "procedures";
    "decl": "local" "locals" "variable" "variables" "declaration" "initial";
    "names": "name" "identifier" "identifiers" "{" "}" "{}" "$" "keywords" "reserved";
    "comments": "//" "/*" "*/" "comment";
    "separators": ";" "," "semicolon" "comma";
    "skip": "nop";
    "assignment": ":=" "assign" "parallel";
    "discard": "_";
    "constrain": "'" "'x" "prime" "primed";
    "call": "calls" "argument" "arguments" "recursion" "()";
    "return": "returns";
    "if": "then" "else" "elsif" "fi" "branch" "condition";
    "while": "do" "od" "loop" "loops";
    "goto": "jump";
    "label": ":" "labels" "target";
    "assume": "assumption";
    "assert": "assertion";
    "abortif": "abort";
    "enforce": "invariant";
    "dead": "havoc";
    "print": "output";
    "constants": "T" "F" "0" "1" "true" "false" "constant";
    "operators": "=" "!=" "=>" "<=>" "&" "&&" "|" "||" "^" "!" "~" "==" "->" "(" ")" "expression" "expressions" "precedence" "operator" "and" "or" "xor" "not" "implies" "iff";
    "ternary": "?:" "conditional";
    "choice": "*" "?" "nondet" "nondeterminism" "arbitrary";
    "schoose": "[" "]" "choose";
    "property": "ERROR" "SLIC_ERROR" "properties" "error";
    "threads": "start_thread" "end_thread" "atomic_begin" "atomic_end" "sync" "wait" "broadcast" "thread_local" "ASYNC_" "thread" "concurrency" "atomic";
};

impl Page {
    /// The page of the construct with this name, or with this other name.
    pub fn find(name: &str) -> Option<&'static Page> {
        let is = |page: &&Page| page.name == name || page.aliases.contains(&name);
        PAGES.iter().find(is)
    }

    /// All names under which pages are found.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PAGES.iter().flat_map(|page| std::iter::once(page.name).chain(page.aliases.iter().copied()))
    }

    /// What it is, in a few words.
    pub fn summary(&self) -> &'static str {
        let title = self.text.lines().next().unwrap_or_default();
        title.split_once(": ").map_or(title, |(_, summary)| summary)
    }
}

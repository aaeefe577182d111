//! A recogniser of Moped's dialect, as strict as what is known of it: one label a statement, one target a `goto`, no empty block, `*` as a whole condition,
//! `schoose` as a whole value, `!` once and before a primary, `;` behind simple statements only, declarations first, names declared once.

use std::collections::HashSet;

const WORDS: [&str; 22] = [
    "assert",
    "assume",
    "begin",
    "bool",
    "constrain",
    "decl",
    "do",
    "else",
    "elsif",
    "end",
    "enforce",
    "fi",
    "goto",
    "if",
    "od",
    "print",
    "return",
    "schoose",
    "skip",
    "then",
    "void",
    "while",
];

/// Whether a text keeps to the grammar; else where it does not.
pub fn keeps_to(text: &str) -> Result<(), String> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, labels: HashSet::new(), jumps: HashSet::new() };
    let mut globals = HashSet::new();
    while parser.is("decl") {
        parser.declaration(&mut globals)?;
    }
    let mut procedures = HashSet::new();
    while parser.at < parser.tokens.len() {
        let name = parser.procedure(globals.clone())?;
        if !procedures.insert(name.clone()) {
            return Err(format!("two procedures {name}"));
        }
    }
    if procedures.contains("main") { Ok(()) } else { Err("no main".into()) }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim_start();
        while !rest.is_empty() && !rest.starts_with("//") {
            let letters = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let length = match rest {
                _ if letters > 0 => letters,
                _ if rest.starts_with('{') => rest.find('}').ok_or("no }")? + 1,
                _ if [":=", "!=", "=>"].iter().any(|sign| rest.starts_with(sign)) => 2,
                _ if rest.starts_with(|c| "(),;:[]<>!&|^=*".contains(c)) => 1,
                _ => return Err(format!("no token: {rest}")),
            };
            let token = &rest[..length];
            if token.contains(char::is_whitespace) || token == "{}" {
                return Err(format!("no name: {token}"));
            }
            tokens.push(token.to_string());
            rest = rest[length..].trim_start();
        }
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
    labels: HashSet<String>,
    jumps: HashSet<String>,
}

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn is(&self, token: &str) -> bool {
        self.peek() == token
    }

    fn take(&mut self, token: &str) -> bool {
        let is = self.is(token);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) { Ok(()) } else { self.wrong(token) }
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, String> {
        let around = self.tokens[self.at.saturating_sub(8)..(self.at + 4).min(self.tokens.len())].join(" ");
        Err(format!("expected {expected}, found {} in: {around}", self.peek()))
    }

    fn is_name(&self) -> bool {
        let begins = self.peek().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '{');
        begins && !WORDS.contains(&self.peek()) && !["T", "F", "_"].contains(&self.peek())
    }

    fn name(&mut self) -> Result<String, String> {
        if !self.is_name() {
            return self.wrong("a name");
        }
        self.at += 1;
        Ok(self.tokens[self.at - 1].clone())
    }

    fn declaration(&mut self, known: &mut HashSet<String>) -> Result<(), String> {
        self.expect("decl")?;
        self.declared(known)?;
        self.expect(";")
    }

    fn declared(&mut self, known: &mut HashSet<String>) -> Result<(), String> {
        loop {
            let name = self.name()?;
            if !known.insert(name.clone()) {
                return Err(format!("{name} is declared twice, or hides another"));
            }
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    fn procedure(&mut self, mut known: HashSet<String>) -> Result<String, String> {
        if !self.take("void") {
            self.expect("bool")?;
            if self.take("<") {
                self.at += 1;
                self.expect(">")?;
            }
        }
        let name = self.name()?;
        self.expect("(")?;
        if !self.is(")") {
            self.declared(&mut known)?;
        }
        self.expect(")")?;
        self.expect("begin")?;
        while self.is("decl") {
            self.declaration(&mut known)?;
        }
        (self.labels, self.jumps) = Default::default();
        self.statements(&["end"])?;
        match self.jumps.difference(&self.labels).next() {
            Some(jump) => Err(format!("there is no label {jump}")),
            None => Ok(name),
        }
    }

    /// One or more, and one of the words behind them.
    fn statements(&mut self, closers: &[&str]) -> Result<String, String> {
        loop {
            self.statement()?;
            if closers.contains(&self.peek()) {
                self.at += 1;
                return Ok(self.tokens[self.at - 1].clone());
            }
        }
    }

    fn statement(&mut self) -> Result<(), String> {
        if self.is_name() && self.tokens.get(self.at + 1).is_some_and(|token| token == ":") {
            let label = self.name()?;
            if !self.labels.insert(label.clone()) {
                return Err(format!("two labels {label}"));
            }
            self.expect(":")?;
        }
        match self.peek() {
            "skip" => self.at += 1,
            "goto" => {
                self.at += 1;
                let jump = self.name()?;
                self.jumps.insert(jump);
            }
            "return" => {
                self.at += 1;
                if !self.is(";") {
                    self.values()?;
                }
            }
            "assume" => {
                self.at += 1;
                self.condition()?;
            }
            "if" => {
                let mut closer = String::from("elsif");
                while closer == "elsif" {
                    self.at += usize::from(self.is("if"));
                    self.condition()?;
                    self.expect("then")?;
                    closer = self.statements(&["elsif", "else", "fi"])?;
                }
                if closer == "else" {
                    self.statements(&["fi"])?;
                }
                return Ok(());
            }
            "while" => {
                self.at += 1;
                self.condition()?;
                self.expect("do")?;
                self.statements(&["od"])?;
                return Ok(());
            }
            _ => {
                self.name()?;
                if self.is("(") {
                    self.arguments()?;
                } else {
                    while self.take(",") {
                        self.name()?;
                    }
                    self.expect(":=")?;
                    if self.is_name() && self.tokens.get(self.at + 1).is_some_and(|token| token == "(") {
                        self.name()?;
                        self.arguments()?;
                    } else {
                        self.values()?;
                    }
                }
            }
        }
        self.expect(";")
    }

    fn arguments(&mut self) -> Result<(), String> {
        self.expect("(")?;
        if self.take(")") {
            return Ok(());
        }
        self.values()?;
        self.expect(")")
    }

    fn values(&mut self) -> Result<(), String> {
        loop {
            if self.take("schoose") {
                self.expect("[")?;
                self.expression()?;
                self.expect(",")?;
                self.expression()?;
                self.expect("]")?;
            } else {
                self.expression()?;
            }
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    fn condition(&mut self) -> Result<(), String> {
        self.expect("(")?;
        if !self.take("*") {
            self.expression()?;
        }
        self.expect(")")
    }

    /// Operators by themselves: which binds tighter is for the reader, who has no doubt if he does not remark anything.
    fn expression(&mut self) -> Result<(), String> {
        loop {
            self.take("!");
            match self.peek() {
                "T" | "F" => self.at += 1,
                "(" => {
                    self.at += 1;
                    self.expression()?;
                    self.expect(")")?;
                }
                _ => drop(self.name()?),
            }
            if !["=", "!=", "&", "^", "|", "=>"].contains(&self.peek()) {
                return Ok(());
            }
            self.at += 1;
        }
    }
}

#[test]
fn it_refuses_what_it_should() {
    let program = |body: &str| format!("decl a;\nvoid main()\nbegin\n  {body}\nend\n");
    for body in ["a := schoose[F,F];", "if (*) then skip; fi", "L: goto L;", "main();", "a := !(!a);", "return;"] {
        keeps_to(&program(body)).unwrap_or_else(|error| panic!("{body}: {error}"));
    }
    for body in [
        "",
        "skip",
        "a := *;",
        "a := !!a;",
        "assume a;",
        "if (a & *) then skip; fi",
        "if (*) then fi",
        "L: M: skip;",
        "_ := a;",
        "goto L, L; L: skip;",
        "goto M;",
        "while (*) do skip; od;",
        "dead a;",
        "a := a ? a : a;",
        "a := a & schoose[F,F];",
        "assert(a);",
        "enforce a; skip;",
        "a := a constrain (a);",
        "decl a; skip;",
        "/* */ skip;",
        "x$ := a;",
        "T := a;",
        "{x = 1} := a;",
    ] {
        assert!(keeps_to(&program(body)).is_err(), "{body}");
    }
}

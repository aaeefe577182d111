//! The statements of one procedure, under construction, with the labels that c2bp would give them.
//!
//! A statement that stands for a C statement has a label `C_line_column_number`; every statement has `c2bp_i_block_number`;
//! targets of `goto` are `c2bp_b_number`. All that stand before a statement are written as one run.

use super::super::listing::Listing;

/// The labels of a branch.
#[derive(Debug)]
pub(super) struct Fork {
    /// Where the first way goes.
    pub(crate) yes: String,
    /// Where the second way goes.
    pub(crate) no: String,
    /// The label where both ways meet.
    pub(crate) join: String,
}

/// Statements in order, each with its labels.
#[derive(Debug)]
pub(super) struct Script {
    lines: Vec<String>,
    /// Labels that wait for the next statement.
    pending: String,
    /// Line of the imagined C file.
    source_line: u32,
    statements: u32,
    targets: u32,
    block: u32,
    in_block: u32,
}

impl Script {
    /// A script whose C text begins at this line.
    pub(crate) fn new(source_line: u32) -> Self {
        Self {
            lines: Vec::new(),
            pending: String::new(),
            source_line,
            statements: 0,
            targets: 0,
            block: 0,
            in_block: 0,
        }
    }

    /// How many statements there are.
    pub(crate) fn len(&self) -> u32 {
        self.lines.len() as u32
    }

    /// A statement that begins a C statement.
    pub(crate) fn statement(&mut self, text: impl AsRef<str>) {
        self.statements += 1;
        self.source_line += 1;
        let column = 1 + self.source_line % 37;
        let (line, number) = (self.source_line, self.statements);
        self.pending.push_str(&format!("C_{line}_{column}_{number}: "));
        self.step(text);
    }

    /// A further statement of the same C statement.
    pub(crate) fn step(&mut self, text: impl AsRef<str>) {
        self.annotated(text, "");
    }

    /// As [`Self::step`], with a comment at the end of the line where the text hangs on it.
    pub(crate) fn needed(&mut self, text: impl AsRef<str>, needed: bool) {
        self.annotated(text, if needed { " // needed" } else { "" });
    }

    fn annotated(&mut self, text: impl AsRef<str>, comment: &str) {
        self.in_block += 1;
        let labels = std::mem::take(&mut self.pending);
        let (block, number, text) = (self.block, self.in_block, text.as_ref());
        self.lines.push(format!("{labels}c2bp_i_{block}_{number}: {text};{comment}"));
    }

    /// A label for the next statement.
    pub(crate) fn place(&mut self, label: &str) {
        self.pending.push_str(label);
        self.pending.push_str(": ");
    }

    /// A label that no statement has yet.
    pub(crate) fn target(&mut self) -> String {
        self.targets += 1;
        format!("c2bp_b_{}", self.targets)
    }

    /// Two ways to go on.
    pub(crate) fn fork(&mut self) -> Fork {
        let fork = Fork { yes: self.target(), no: self.target(), join: self.target() };
        self.block += 1;
        self.in_block = 0;
        self.statement(format!("goto {}, {}", fork.yes, fork.no));
        fork
    }

    /// The first statement of a way.
    pub(crate) fn arm(&mut self, label: &str, text: impl AsRef<str>) {
        self.place(label);
        self.step(text);
    }

    /// The end of the first way.
    pub(crate) fn join_from(&mut self, fork: &Fork) {
        self.step(format!("goto {}", fork.join));
    }

    /// Ends the procedure: writes all statements, the last one under the label `exit`.
    pub(crate) fn close(mut self, out: &mut Listing, exit: &str, last: &str) {
        self.place(exit);
        self.step(last);
        for line in self.lines {
            out.line(line);
        }
        out.close("end");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_run_up_before_statements() {
        let mut script = Script::new(23);
        let fork = script.fork();
        script.arm(&fork.yes, "assume(a)");
        script.join_from(&fork);
        script.arm(&fork.no, "assume(!a)");
        script.place(&fork.join);
        script.statement("skip");
        let mut out = Listing::default();
        out.procedure("void f()");
        script.close(&mut out, "exit_f", "return");
        assert_eq!(
            out.finish(),
            "\nvoid f()\nbegin
  C_24_25_1: c2bp_i_1_1: goto c2bp_b_1, c2bp_b_2;
  c2bp_b_1: c2bp_i_1_2: assume(a);
  c2bp_i_1_3: goto c2bp_b_3;
  c2bp_b_2: c2bp_i_1_4: assume(!a);
  c2bp_b_3: C_25_26_2: c2bp_i_1_5: skip;
  exit_f: c2bp_i_1_6: return;
end
"
        );
    }
}

//! Circuits as files.

use super::Circuit;
use crate::logic::formula::{Formula, Node};
use std::fmt::Write;

/// The circuit in AIGER's text form.
pub fn ascii(circuit: &Circuit) -> String {
    let numbered = Numbered::of(circuit);
    let mut out = numbered.header("aag");
    for input in 0..circuit.inputs.len() {
        line(&mut out, format_args!("{}", 2 * (input + 1)));
    }
    for (index, latch) in circuit.latches.iter().enumerate() {
        let own = 2 * (circuit.inputs.len() + index + 1);
        line(&mut out, format_args!("{own} {}", numbered.literal(latch.next)));
    }
    numbered.bad(&mut out);
    for and in numbered.ands() {
        line(&mut out, format_args!("{} {} {}", and[0], and[1], and[2]));
    }
    out + &names(circuit)
}

/// The circuit in AIGER's binary form.
pub fn binary(circuit: &Circuit) -> Vec<u8> {
    let numbered = Numbered::of(circuit);
    let mut head = numbered.header("aig");
    for latch in &circuit.latches {
        line(&mut head, format_args!("{}", numbered.literal(latch.next)));
    }
    numbered.bad(&mut head);
    let mut out = head.into_bytes();
    for [own, first, second] in numbered.ands() {
        delta(&mut out, own - first);
        delta(&mut out, first - second);
    }
    out.extend(names(circuit).into_bytes());
    out
}

/// Seven bits a byte, the lowest first; the eighth says that there are more.
fn delta(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// What everything is called, and what else is to be known.
fn names(circuit: &Circuit) -> String {
    let mut out = String::new();
    let inputs = circuit.inputs.iter();
    let latches = circuit.latches.iter().map(|latch| &latch.name);
    let bad = circuit.bad.iter().map(|bad| &bad.name);
    let names = inputs.enumerate().map(|name| ('i', name));
    let names = names.chain(latches.enumerate().map(|name| ('l', name)));
    for (kind, (index, name)) in names.chain(bad.enumerate().map(|name| ('b', name))) {
        line(&mut out, format_args!("{kind}{index} {}", printable(name)));
    }
    line(&mut out, format_args!("c"));
    for remark in &circuit.remarks {
        line(&mut out, format_args!("{}", printable(remark)));
    }
    out
}

/// On one line.
fn printable(name: &str) -> String {
    name.replace(char::is_control, " ")
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a text takes all that is written");
}

/// A circuit whose nodes have the numbers of AIGER: inputs, latches, conjunctions, each above what it is of.
struct Numbered<'a> {
    circuit: &'a Circuit,
    /// For each node its number; 0 for what does not occur.
    variables: Vec<u32>,
    /// The conjunctions that occur, operands before what uses them.
    ands: Vec<(Formula, Formula)>,
}

impl<'a> Numbered<'a> {
    fn of(circuit: &'a Circuit) -> Numbered<'a> {
        let (inputs, latches) = (circuit.inputs.len() as u32, circuit.latches.len() as u32);
        let mut numbered = Numbered { circuit, variables: vec![0; circuit.formulas.len()], ands: Vec::new() };
        let next = circuit.latches.iter().map(|latch| latch.next);
        for node in circuit.formulas.cone(next.chain(circuit.bad.iter().map(|bad| bad.holds))) {
            numbered.variables[node] = match circuit.formulas.node(node) {
                Node::False => 0,
                Node::Input(input) if input.0 < latches => inputs + input.0 + 1,
                Node::Input(input) => input.0 - latches + 1,
                Node::And(a, b) => {
                    numbered.ands.push((a, b));
                    inputs + latches + numbered.ands.len() as u32
                }
            };
        }
        numbered
    }

    fn header(&self, kind: &str) -> String {
        let [inputs, latches, bad] = [self.circuit.inputs.len(), self.circuit.latches.len(), self.circuit.bad.len()];
        let ands = self.ands.len();
        format!("{kind} {} {inputs} {latches} 0 {ands} {bad}\n", inputs + latches + ands)
    }

    fn literal(&self, formula: Formula) -> u32 {
        2 * self.variables[formula.node()] + u32::from(formula.is_negated())
    }

    fn bad(&self, out: &mut String) {
        self.circuit.bad.iter().for_each(|bad| line(out, format_args!("{}", self.literal(bad.holds))));
    }

    /// Each conjunction with its operands, the larger one first.
    fn ands(&self) -> impl Iterator<Item = [u32; 3]> {
        let first = (self.circuit.inputs.len() + self.circuit.latches.len() + 1) as u32;
        self.ands.iter().zip(first..).map(|(&(a, b), own)| {
            let (a, b) = (self.literal(a), self.literal(b));
            [2 * own, a.max(b), a.min(b)]
        })
    }
}

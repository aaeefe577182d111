//! An interpretation as definitions in SMT-LIB 2.

use super::super::Subject;
use super::meaning::{Meaning, Meanings};
use crate::convert::horn::symbol::quoted;
use crate::convert::horn::{Clause, Horn};
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::logic::text::{PREFIX, Text, text as written};
use rustc_hash::FxHashMap;

/// A definition for each predicate.
pub fn text(subject: &Subject, meanings: &Meanings) -> String {
    let horn = &subject.horn;
    let [parameter, bound] = ['x', 'y'].map(|letter| prefix(horn, letter));
    let mut writer = Writer { horn, formulas: horn.formulas.clone(), parameter, bound };
    let mut out = String::new();
    for &predicate in &meanings.order {
        let value = match meanings.all[predicate] {
            Meaning::Given(formula) => value(&meanings.formulas, formula, |input| writer.named(0, input)),
            Meaning::Defined => writer.defined(&subject.defining[predicate]),
        };
        let name = quoted(&horn.predicates[predicate].name);
        let parameters = sorted(&writer.parameter, horn.predicates[predicate].arity);
        out += &format!("(define-fun {name} ({parameters}) Bool\n  {value})\n");
    }
    out
}

/// What names of variables begin with: no predicate's name does.
fn prefix(horn: &Horn, letter: char) -> String {
    let mut prefix = format!("{letter}!");
    while horn.predicates.iter().any(|predicate| predicate.name.starts_with(&prefix)) {
        prefix.push('!');
    }
    prefix
}

/// So many variables as they are declared.
fn sorted(prefix: &str, count: usize) -> String {
    (0..count).map(|index| format!("({prefix}{index} Bool)")).collect::<Vec<_>>().join(" ")
}

/// A formula as text; its shared parts are bound around it.
fn value(formulas: &Formulas, formula: Formula, name: impl Fn(Input) -> String) -> String {
    let parts = formulas.conjuncts(formula);
    let Text { roots, parts } = written(&PREFIX, formulas, &parts, name);
    let (open, close): (Vec<String>, Vec<&str>) =
        parts.iter().map(|(name, part)| (format!("(let (({name} {part})) "), ")")).unzip();
    format!("{}{}{}", open.concat(), all(roots), close.concat())
}

fn all(mut parts: Vec<String>) -> String {
    match parts.len() {
        0 => PREFIX.constants[1].to_string(),
        1 => parts.remove(0),
        _ => format!("(and {})", parts.join(" ")),
    }
}

struct Writer<'h> {
    horn: &'h Horn,
    /// Those of the clauses, and more.
    formulas: Formulas,
    parameter: String,
    bound: String,
}

impl Writer<'_> {
    /// Inputs from this one on are parameters, those before it are bound.
    fn named(&self, first: usize, Input(input): Input) -> String {
        match (input as usize).checked_sub(first) {
            Some(parameter) => format!("{}{parameter}", self.parameter),
            None => format!("{}{input}", self.bound),
        }
    }

    /// That one of these clauses has a body that holds.
    fn defined(&mut self, clauses: &[usize]) -> String {
        let horn = self.horn;
        let mut ways: Vec<String> = clauses.iter().map(|&clause| self.way(&horn.clauses[clause])).collect();
        match ways.len() {
            0 => PREFIX.constants[0].to_string(),
            1 => ways.remove(0),
            _ => format!("(or {})", ways.join("\n      ")),
        }
    }

    /// That there are values of the variables of a clause under which its body holds and the arguments of its head are the parameters. A variable that is an
    /// argument of the head is the parameter; an argument of an atom that is no variable gets one, so that no name that a formula binds is around an atom.
    fn way(&mut self, clause: &Clause) -> String {
        let mut bound = clause.variables.len();
        let inner: usize = clause.atoms.iter().map(|atom| atom.arguments.len()).sum();
        let first = bound + inner;
        let mut replaced: FxHashMap<Input, Formula> = FxHashMap::default();
        let mut holds = clause.constraint;
        for (index, &argument) in clause.head.iter().flat_map(|head| &head.arguments).enumerate() {
            let parameter = self.formulas.input(Input((first + index) as u32));
            match self.formulas.node(argument.node()) {
                Node::Input(input) if !argument.is_negated() && !replaced.contains_key(&input) => {
                    replaced.insert(input, parameter);
                }
                _ => holds = self.both_equal(holds, parameter, argument),
            }
        }
        let mut atoms: Vec<(usize, Vec<Input>)> = Vec::new();
        for atom in &clause.atoms {
            let mut inputs = Vec::new();
            for &argument in &atom.arguments {
                let plain = match self.formulas.node(argument.node()) {
                    Node::Input(input) if !argument.is_negated() => Some(input),
                    _ => None,
                };
                inputs.push(plain.unwrap_or_else(|| {
                    let fresh = Input(bound as u32);
                    bound += 1;
                    let value = self.formulas.input(fresh);
                    holds = self.both_equal(holds, value, argument);
                    fresh
                }));
            }
            atoms.push((atom.predicate, inputs));
        }
        let by =
            |formulas: &mut Formulas, input| replaced.get(&input).copied().unwrap_or_else(|| formulas.input(input));
        let holds = Memo::default().value(&mut Substitution { formulas: &mut self.formulas, by }, holds);
        let mut used: Vec<Input> = self.formulas.support([holds]);
        let mut parts = Vec::new();
        for (predicate, inputs) in atoms {
            let mut inputs = inputs;
            for input in &mut inputs {
                if let Some(parameter) = replaced.get(input)
                    && let Node::Input(parameter) = self.formulas.node(parameter.node())
                {
                    *input = parameter;
                }
            }
            used.extend(&inputs);
            parts.push(self.atom(predicate, first, &inputs));
        }
        if holds != Formula::TRUE || parts.is_empty() {
            parts.push(value(&self.formulas, holds, |input| self.named(first, input)));
        }
        used.sort_unstable();
        used.dedup();
        let names: Vec<String> = used
            .iter()
            .filter(|input| (input.0 as usize) < first)
            .map(|input| format!("({} Bool)", self.named(first, *input)))
            .collect();
        match names.is_empty() {
            true => all(parts),
            false => format!("(exists ({}) {})", names.join(" "), all(parts)),
        }
    }

    fn both_equal(&mut self, holds: Formula, one: Formula, other: Formula) -> Formula {
        let equal = self.formulas.iff(one, other);
        self.formulas.and(holds, equal)
    }

    fn atom(&self, predicate: usize, first: usize, arguments: &[Input]) -> String {
        let name = quoted(&self.horn.predicates[predicate].name);
        match arguments {
            [] => name,
            arguments => {
                let arguments: Vec<String> = arguments.iter().map(|&input| self.named(first, input)).collect();
                format!("({name} {})", arguments.join(" "))
            }
        }
    }
}

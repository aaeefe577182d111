//! One clause: a formula is taken apart into atoms, a constraint and a head.

use super::sexp::{Sexp, Tree};
use crate::convert::horn::{Atom, Clause};
use crate::lang::source::Diagnostic;
use crate::logic::formula::{Formula, Formulas, Input};
use rustc_hash::FxHashMap;

/// Reads a clause. The stack is on the heap, whatever the depth of the formula.
pub(crate) struct Reader<'r> {
    tree: &'r Tree<'r>,
    formulas: &'r mut Formulas,
    predicates: &'r FxHashMap<String, (usize, usize)>,
    /// What a name stands for, the innermost meaning last.
    scope: FxHashMap<String, Vec<Formula>>,
    values: Vec<Formula>,
    work: Vec<Work>,
    variables: Vec<String>,
    atoms: Vec<Atom>,
    constraint: Formula,
    head: Option<Atom>,
}

/// What is still to be done, last first.
enum Work {
    /// The clause says that this holds, or that it does not; or that, and something else.
    Says(Sexp, bool),
    /// The value on top is what the clause says.
    Constrain(bool),
    /// The values on top are the arguments of a predicate.
    Atom { predicate: usize, count: usize, positive: bool, place: Sexp },
    /// The value of a term is needed.
    Term(Sexp),
    /// So many values on top are the operands.
    Apply(Operator, usize),
    /// The values on top get these names.
    Bind(Vec<String>),
    /// These names lose their innermost meaning.
    Unbind(Vec<String>),
}

#[derive(Clone, Copy)]
enum Operator {
    And,
    Or,
    Not,
    Implies,
    Equal,
    Xor,
    Distinct,
    IfThenElse,
}

/// Holds if a sort is `Bool`.
///
/// # Errors
/// Says that it is not.
pub(crate) fn is_bool(tree: &Tree, sort: Sexp) -> Result<(), Box<Diagnostic>> {
    match tree.symbol(sort).as_deref() {
        Some("Bool") => Ok(()),
        _ => Err(Box::new(
            Diagnostic::error("sort", tree.span(sort), "expected the sort Bool")
                .hint("there are pushdown systems for clauses over finitely many values only"),
        )),
    }
}

impl<'r> Reader<'r> {
    pub(crate) fn new(
        tree: &'r Tree<'r>,
        formulas: &'r mut Formulas,
        predicates: &'r FxHashMap<String, (usize, usize)>,
    ) -> Reader<'r> {
        Reader {
            tree,
            formulas,
            predicates,
            scope: FxHashMap::default(),
            values: Vec::new(),
            work: Vec::new(),
            variables: Vec::new(),
            atoms: Vec::new(),
            constraint: Formula::TRUE,
            head: None,
        }
    }

    /// Reads an asserted formula.
    ///
    /// # Errors
    /// What keeps it from being a Horn clause over Booleans.
    pub fn read(mut self, formula: Sexp) -> Result<Clause, Box<Diagnostic>> {
        self.work.push(Work::Says(formula, true));
        while let Some(work) = self.work.pop() {
            self.step(work)?;
        }
        let Reader { variables, atoms, constraint, head, .. } = self;
        Ok(Clause { number: 0, span: self.tree.span(formula), variables, atoms, constraint, head })
    }

    fn step(&mut self, work: Work) -> Result<(), Box<Diagnostic>> {
        match work {
            Work::Says(sexp, positive) => return self.says(sexp, positive),
            Work::Term(sexp) => return self.term(sexp),
            Work::Constrain(positive) => {
                let value = self.values.pop().unwrap_or_default();
                let premise = if positive { !value } else { value };
                self.constraint = self.formulas.and(self.constraint, premise);
            }
            Work::Atom { predicate, count, positive, place } => {
                let arguments = self.values.split_off(self.values.len() - count);
                let atom = Atom { predicate, arguments };
                if !positive {
                    self.atoms.push(atom);
                } else if self.head.replace(atom).is_some() {
                    let message = "this clause has a second head: at most one predicate may follow from the others";
                    return Err(Box::new(Diagnostic::error("not-horn", self.tree.span(place), message)));
                }
            }
            Work::Apply(operator, count) => {
                let operands = self.values.split_off(self.values.len() - count);
                let value = apply(self.formulas, operator, &operands);
                self.values.push(value);
            }
            Work::Bind(names) => {
                let values = self.values.split_off(self.values.len() - names.len());
                for (name, value) in names.into_iter().zip(values) {
                    self.scope.entry(name).or_default().push(value);
                }
            }
            Work::Unbind(names) => {
                for name in names {
                    self.scope.get_mut(&name).and_then(Vec::pop);
                }
            }
        }
        Ok(())
    }

    /// A part of the clause: what it says, or rules out, besides all else.
    fn says(&mut self, sexp: Sexp, positive: bool) -> Result<(), Box<Diagnostic>> {
        let tree = self.tree;
        if let Some((predicate, arguments)) = self.atom(sexp)? {
            let count = arguments.len();
            self.work.push(Work::Atom { predicate, count, positive, place: sexp });
            self.work.extend(arguments.iter().rev().map(|&argument| Work::Term(argument)));
            return Ok(());
        }
        let (word, parts) = self.parts(sexp);
        match (word.as_str(), parts, positive) {
            ("not", [part], _) => self.work.push(Work::Says(*part, !positive)),
            ("or", parts, true) | ("and", parts, false) => {
                self.work.extend(parts.iter().rev().map(|&part| Work::Says(part, positive)));
            }
            ("=>", [premises @ .., last], true) => {
                self.work.push(Work::Says(*last, true));
                self.work.extend(premises.iter().rev().map(|&premise| Work::Says(premise, false)));
            }
            ("forall", [bound, body], true) | ("exists", [bound, body], false) => {
                let names = self.quantify(*bound)?;
                self.work.extend([Work::Unbind(names.clone()), Work::Says(*body, positive), Work::Bind(names)]);
            }
            ("let", [bindings, body], _) => {
                let (names, terms) = self.bindings(*bindings)?;
                self.work.extend([Work::Unbind(names.clone()), Work::Says(*body, positive), Work::Bind(names)]);
                self.work.extend(terms.into_iter().rev().map(Work::Term));
            }
            ("!", [body, ..], _) => self.work.push(Work::Says(*body, positive)),
            ("forall" | "exists", ..) => {
                let message = "this quantifier would have to be eliminated first";
                return Err(Box::new(Diagnostic::error("not-horn", tree.span(sexp), message)));
            }
            _ => self.work.extend([Work::Constrain(positive), Work::Term(sexp)]),
        }
        Ok(())
    }

    fn term(&mut self, sexp: Sexp) -> Result<(), Box<Diagnostic>> {
        let tree = self.tree;
        if let Some(name) = tree.symbol(sexp) {
            let value = match name.as_ref() {
                "true" => Some(Formula::TRUE),
                "false" => Some(Formula::FALSE),
                name => self.scope.get(name).and_then(|meanings| meanings.last().copied()),
            };
            let undeclared = || match self.predicates.contains_key(name.as_ref()) {
                true => self.misplaced(sexp),
                false => {
                    Box::new(Diagnostic::error("undeclared", tree.span(sexp), format!("`{name}` is not declared")))
                }
            };
            self.values.push(value.ok_or_else(undeclared)?);
            return Ok(());
        }
        let (word, parts) = self.parts(sexp);
        let operator = match (word.as_str(), parts.len()) {
            ("and", _) => Operator::And,
            ("or", _) => Operator::Or,
            ("not", 1) => Operator::Not,
            ("=>", 2..) => Operator::Implies,
            ("=", 2..) => Operator::Equal,
            ("xor", 2..) => Operator::Xor,
            ("distinct", 2..) => Operator::Distinct,
            ("ite", 3) => Operator::IfThenElse,
            ("let", 2) => {
                let (names, terms) = self.bindings(parts[0])?;
                self.work.extend([Work::Unbind(names.clone()), Work::Term(parts[1]), Work::Bind(names)]);
                self.work.extend(terms.into_iter().rev().map(Work::Term));
                return Ok(());
            }
            ("!", 1..) => {
                self.work.push(Work::Term(parts[0]));
                return Ok(());
            }
            (word, _) if self.predicates.contains_key(word) => return Err(self.misplaced(sexp)),
            _ => {
                return Err(Box::new(
                    Diagnostic::error("term", tree.span(sexp), "expected a Boolean term")
                        .hint("variables, true, false, and, or, not, =>, =, xor, distinct, ite and let are understood"),
                ));
            }
        };
        self.work.push(Work::Apply(operator, parts.len()));
        self.work.extend(parts.iter().rev().map(|&part| Work::Term(part)));
        Ok(())
    }

    /// A list as its first word and the rest.
    fn parts(&self, sexp: Sexp) -> (String, &'r [Sexp]) {
        let tree = self.tree;
        match tree.list(sexp).and_then(<[Sexp]>::split_first) {
            Some((&first, rest)) => (tree.symbol(first).unwrap_or_default().into_owned(), rest),
            None => (String::new(), &[]),
        }
    }

    /// A predicate with its arguments, if the expression is one.
    fn atom(&self, sexp: Sexp) -> Result<Option<(usize, &'r [Sexp])>, Box<Diagnostic>> {
        let (name, arguments) = match self.tree.symbol(sexp) {
            Some(name) => (name.into_owned(), &[][..]),
            None => self.parts(sexp),
        };
        // A bound name hides a predicate.
        let is_bound = self.scope.get(&name).is_some_and(|meanings| !meanings.is_empty());
        let Some(&(predicate, arity)) = self.predicates.get(&name).filter(|_| !is_bound) else { return Ok(None) };
        if arity != arguments.len() {
            let message = format!("`{name}` is of {arity} Booleans, found {}", arguments.len());
            return Err(Box::new(Diagnostic::error("arity", self.tree.span(sexp), message)));
        }
        Ok(Some((predicate, arguments)))
    }

    fn misplaced(&self, sexp: Sexp) -> Box<Diagnostic> {
        let message = "a predicate may be a premise or what follows from all premises, and stand nowhere else";
        Box::new(
            Diagnostic::error("not-horn", self.tree.span(sexp), message)
                .hint("disjunctions of predicates in a body become several clauses"),
        )
    }

    /// Makes a variable of each bound name; its value waits.
    fn quantify(&mut self, bound: Sexp) -> Result<Vec<String>, Box<Diagnostic>> {
        let tree = self.tree;
        let expected = |place| Box::new(Diagnostic::error("binding", tree.span(place), "expected `(NAME Bool)`"));
        let mut names = Vec::new();
        for &binding in tree.list(bound).ok_or_else(|| expected(bound))? {
            let Some([name, sort]) = tree.list(binding) else { return Err(expected(binding)) };
            is_bool(tree, *sort)?;
            let name = tree.symbol(*name).ok_or_else(|| expected(binding))?.into_owned();
            let input = self.formulas.input(Input(self.variables.len() as u32));
            self.values.push(input);
            self.variables.push(name.clone());
            names.push(name);
        }
        Ok(names)
    }

    fn bindings(&self, bindings: Sexp) -> Result<(Vec<String>, Vec<Sexp>), Box<Diagnostic>> {
        let tree = self.tree;
        let expected = |place| Box::new(Diagnostic::error("binding", tree.span(place), "expected `(NAME TERM)`"));
        let pairs = tree.list(bindings).ok_or_else(|| expected(bindings))?.iter().map(|&binding| {
            let Some([name, term]) = tree.list(binding) else { return Err(expected(binding)) };
            Ok((tree.symbol(*name).ok_or_else(|| expected(binding))?.into_owned(), *term))
        });
        pairs.collect()
    }
}

fn apply(formulas: &mut Formulas, operator: Operator, operands: &[Formula]) -> Formula {
    let mut all =
        |start, values: &mut dyn Iterator<Item = Formula>| values.fold(start, |all, value| formulas.and(all, value));
    match operator {
        Operator::And => all(Formula::TRUE, &mut operands.iter().copied()),
        Operator::Or => !all(Formula::TRUE, &mut operands.iter().map(|&operand| !operand)),
        Operator::Not => !operands[0],
        Operator::Implies => {
            let (last, premises) = operands.split_last().expect("it has operands");
            let premises = all(Formula::TRUE, &mut premises.iter().copied());
            formulas.implies(premises, *last)
        }
        Operator::Equal => operands.windows(2).fold(Formula::TRUE, |all, pair| {
            let equal = formulas.iff(pair[0], pair[1]);
            formulas.and(all, equal)
        }),
        Operator::Xor => operands[1..].iter().fold(operands[0], |sum, &operand| !formulas.iff(sum, operand)),
        // There are two Booleans.
        Operator::Distinct if operands.len() > 2 => Formula::FALSE,
        Operator::Distinct => !formulas.iff(operands[0], operands[1]),
        Operator::IfThenElse => formulas.ite(operands[0], operands[1], operands[2]),
    }
}

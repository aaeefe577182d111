//! The automaton of a formula, in the format of other tools for automata.

use super::super::exit::Exit;
use super::super::output;
use super::super::reading::DialectFlag;
use bpcheck::Source;
use bpcheck::lang::source::Diagnostics;
use bpcheck::ltl::automaton;
use bpcheck::ltl::formula::LtlGraph;
use bpcheck::ltl::hoa::Hoa;
use bpcheck::ltl::parse::{Manner, parse};

/// How many steps an automaton may take to be built. Formulas of 20 operators that people write take some thousand; this takes some seconds.
const MOST: usize = 1_000_000;

/// Writes the automaton that accepts the runs on which the formula holds.
pub(super) fn write(formula: &str, dialect: DialectFlag) -> Result<Exit, Exit> {
    let source = Source::new("--ltl", formula);
    let manner = if dialect == DialectFlag::Moped { Manner::Moped } else { Manner::Undisputed };
    let mut remarks = Diagnostics::new(&source);
    let mut graph = LtlGraph::default();
    let parsed = parse(&source, manner, &mut graph, &mut remarks);
    super::accepted(&mut remarks)?;
    let Some(parsed) = parsed else { return Err(Exit::Input) };
    let automaton = automaton::build(&mut graph, parsed.formula, MOST).map_err(|error| {
        output::stderr(format_args!("error: {error}\n"));
        Exit::Unknown
    })?;
    let name = graph.show(parsed.formula).to_string();
    Ok(output::print(Exit::Done, |out| write!(out, "{}", Hoa { automaton: &automaton, name: &name })))
}

//! Automata in HOA: Büchi automata with their marks at states or at edges, and labels that say what they ask for.

use super::cubes::{Operand, condition};
use super::header::{Header, header};
use super::{Fault, Kind, MOST, Tokens, fault};
use crate::ltl::automaton::{Automaton, Edge, Guard, State};
use crate::ltl::formula::AtomId;

/// A state as it was read.
#[derive(Clone, Default)]
struct Row {
    is_marked: bool,
    edges: Vec<Marked>,
}

/// An edge as it was read.
#[derive(Clone)]
struct Marked {
    edge: Edge,
    is_marked: bool,
}

/// The automaton of the text.
pub(super) fn automaton(tokens: &mut Tokens<'_>) -> Result<Automaton, Fault> {
    let header = header(tokens)?;
    let rows = body(tokens, &header)?;
    if let Some(start) = header.starts.iter().find(|&&start| start >= rows.len()) {
        return Err(fault("unknown-state", tokens.span(), format!("the initial state {start} is none of the states")));
    }
    let (states, starts) = if rows.iter().any(|row| row.edges.iter().any(|edge| edge.is_marked)) {
        (states_of_edges(&rows), header.starts.iter().map(|start| 2 * start).collect())
    } else {
        let edges = |row: Row| row.edges.into_iter().map(|marked| marked.edge).collect();
        (rows.into_iter().map(|row| State { is_accepting: row.is_marked, edges: edges(row) }).collect(), header.starts)
    };
    Ok(Automaton { atoms: header.atoms, states: begun_at(states, &starts) })
}

fn body(tokens: &mut Tokens<'_>, header: &Header) -> Result<Vec<Row>, Fault> {
    let mut rows: Vec<Option<Row>> = vec![None; header.states.unwrap_or(0)];
    let mut count = 0;
    let mut farthest = (0, tokens.span());
    while !tokens.skips(&Kind::Sign("--END--")) {
        tokens.expect(&Kind::Header("State".into()))?;
        let shared = label(tokens, header)?;
        let span = tokens.span();
        let number = tokens.number("a state")?;
        if header.states.is_none() {
            rows.resize(rows.len().max(number + 1), None);
        }
        match rows.get(number) {
            Some(None) => {}
            Some(Some(_)) => return Err(fault("declared-twice", span, format!("state {number} is described twice"))),
            None => return Err(fault("unknown-state", span, format!("there is no state {number}"))),
        }
        if matches!(tokens.peek(), Some(Kind::Text(_))) {
            tokens.next();
        }
        let mut row = Row { is_marked: mark(tokens)? || header.accepts_all, edges: Vec::new() };
        while !matches!(tokens.peek(), Some(Kind::Header(_) | Kind::Sign("--END--"))) {
            let guards = match (&shared, label(tokens, header)?) {
                (Some(label), None) => label.clone(),
                (None, Some(guards)) => guards,
                (Some(_), Some(_)) => return Err(fault("labels", span, "this state and its edges have labels")),
                (None, None) => return Err(tokens.unexpected("a label, such as `[0&!1]`")),
            };
            let target = tokens.span();
            let to = tokens.number("a state")?;
            if to > farthest.0 {
                farthest = (to, target);
            }
            if tokens.peek() == Some(&Kind::Sign("&")) {
                return Err(fault("alternation", tokens.span(), "an alternating automaton is no Büchi automaton"));
            }
            let is_marked = mark(tokens)?;
            count += guards.len();
            if count > MOST {
                return Err(fault("too-large", span, format!("there are more than {MOST} edges")));
            }
            row.edges.extend(guards.into_iter().map(|guard| Marked { edge: Edge { to, guard }, is_marked }));
        }
        rows[number] = Some(row);
    }
    if let Some(kind) = tokens.peek() {
        return Err(fault("syntax", tokens.span(), format!("one automaton is read, and `{kind}` stands behind it")));
    }
    let (to, span) = farthest;
    if to > 0 && to >= rows.len() {
        return Err(fault("unknown-state", span, format!("an edge leads to state {to}, which there is not")));
    }
    Ok(rows.into_iter().map(Option::unwrap_or_default).collect())
}

/// A label, if there is one here.
fn label(tokens: &mut Tokens<'_>, header: &Header) -> Result<Option<Vec<Guard>>, Fault> {
    if !tokens.skips(&Kind::Sign("[")) {
        return Ok(None);
    }
    let guards = condition(tokens, |tokens| match tokens.peek() {
        Some(Kind::Word(word)) if word == "t" || word == "f" => {
            tokens.next();
            Ok(Operand::Constant(word == "t"))
        }
        Some(Kind::Sign("@")) => Err(fault("alias", tokens.span(), "labels with aliases are not read")),
        _ => {
            let span = tokens.span();
            let atom = tokens.number("the number of an atom, `t` or `f`")?;
            if atom >= header.atoms.len() {
                return Err(fault("unknown-atom", span, format!("there is no atom {atom}")));
            }
            Ok(Operand::Atom(AtomId::new(atom)))
        }
    })?;
    tokens.expect(&Kind::Sign("]"))?;
    Ok(Some(guards))
}

/// Whether there is the mark here.
fn mark(tokens: &mut Tokens<'_>) -> Result<bool, Fault> {
    if !tokens.skips(&Kind::Sign("{")) {
        return Ok(false);
    }
    let mut is_marked = false;
    while !tokens.skips(&Kind::Sign("}")) {
        let span = tokens.span();
        match tokens.number("the number of a mark")? {
            0 => is_marked = true,
            mark => return Err(fault("acceptance", span, format!("there is no mark {mark}"))),
        }
    }
    Ok(is_marked)
}

/// The states of an automaton with marks at edges: each state is there twice, and the second time, with an odd number, it is accepting, and
/// entered by an edge that has a mark, or whose state has one.
fn states_of_edges(rows: &[Row]) -> Vec<State> {
    let twice = |row: &Row| {
        let edges = row.edges.iter().map(|Marked { edge, is_marked }| Edge {
            to: 2 * edge.to + usize::from(*is_marked || row.is_marked),
            guard: edge.guard.clone(),
        });
        let edges: Vec<Edge> = edges.collect();
        [false, true].map(|is_accepting| State { is_accepting, edges: edges.clone() })
    };
    rows.iter().flat_map(twice).collect()
}

/// The same states, numbered so that runs begin in state 0: it is the initial state, or, if there are several, one that has the edges of all of
/// them, or, if there is none, one without edges.
fn begun_at(mut states: Vec<State>, starts: &[usize]) -> Vec<State> {
    let start = match starts {
        [start] => *start,
        _ => {
            let edges = starts.iter().flat_map(|&start| states[start].edges.clone()).collect();
            states.push(State { is_accepting: false, edges });
            states.len() - 1
        }
    };
    states.swap(0, start);
    for edge in states.iter_mut().flat_map(|state| &mut state.edges) {
        edge.to = match edge.to {
            0 => start,
            to if to == start => 0,
            to => to,
        };
    }
    states
}

//! What the atoms of formulas about pushdown systems mean.

use super::condition::Condition;
use super::meaning::{Fault, Meaning, fault};
use super::{Said, Spoken};
use crate::lang::program::product::Position;
use crate::lang::program::{Place, Point, Program};
use crate::lang::source::{Coded, Source, Span};
use crate::lang::spelling::meant_or_there;
use crate::ltl::parse::{Atom, Top};

/// When a head is there.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// The control state is right; `None`: it is any.
    state: Option<Condition>,
    /// Where the stack is right.
    at: At,
}

/// Where a stack is right.
#[derive(Clone, Debug)]
enum At {
    /// Anywhere.
    Any,
    /// At these places, which are in order.
    Places(Vec<Place>),
    /// Where the run is over, since the stack is empty.
    Over,
}

impl Head {
    /// What is known of it at a position.
    pub fn said(&self, position: Position) -> Said<'_> {
        let is_there = match (&self.at, position) {
            (At::Any, _) | (At::Over, Position::Over) => true,
            (At::Places(places), Position::At(place)) => places.binary_search(&place).is_ok(),
            _ => false,
        };
        match &self.state {
            Some(Condition { program, expr, of }) if is_there => Said::If { program, expr: *expr, of: *of },
            _ => Said::Known(is_there),
        }
    }
}

/// The places of a program that are configurations of the system, in order.
pub(super) fn configurations(program: &Program, source: &Source, coded: &Coded) -> Vec<Place> {
    places(program, source, coded, |_| true)
}

/// What an atom means that stands there in a formula about a system.
pub(super) fn meaning(atom: &Atom, span: Span, coded: &Coded, of: Spoken<'_>) -> Result<Meaning, Fault> {
    let state = |name: &str| coded.states.iter().position(|known| known == name);
    let symbol = |name: &str| coded.symbols.iter().position(|known| known == name);
    let is = |number: usize| is_state(number, coded, span, of);
    let on_top = |symbols: &[usize]| {
        let mut is_one = vec![false; coded.symbols.len()];
        symbols.iter().for_each(|&symbol| is_one[symbol] = true);
        At::Places(places(of.program, of.source, coded, |top| is_one[top]))
    };
    let head = |state, at| Ok(Meaning::Head(Box::new(Head { state, at })));
    match atom {
        Atom::End => Ok(Meaning::Over),
        Atom::Label { procedure: None, label } => match (coded.words.get(label), state(label), symbol(label)) {
            (Some(symbols), ..) => head(None, on_top(symbols)),
            (None, Some(number), None) => head(is(number)?, At::Any),
            (None, None, Some(symbol)) => head(None, on_top(&[symbol])),
            (None, Some(_), Some(_)) => {
                let mut remark = fault("ambiguous", span, format!("`{label}` is a control state and a stack symbol"));
                remark.hint = Some(format!("`<{label}, .*>` is the control state, `<., {label}>` the symbol"));
                Err(remark)
            }
            (None, None, None) => {
                let known = coded.states.iter().chain(&coded.symbols).chain(coded.words.keys()).map(String::as_str);
                let message = format!("there is no `{label}` in the system{}", meant_or_there(label, known));
                Err(fault("unknown-name", span, message))
            }
        },
        Atom::Head { state: named, top } => {
            let number = named
                .as_ref()
                .map(|name| state(name).ok_or_else(|| unknown("control state", name, span, &coded.states)));
            let at = match top {
                Top::Any => At::Any,
                Top::Nothing => At::Over,
                Top::Symbol(name) => {
                    on_top(&[symbol(name).ok_or_else(|| unknown("stack symbol", name, span, &coded.symbols))?])
                }
            };
            match number.transpose()? {
                Some(number) => head(is(number)?, at),
                None => head(None, at),
            }
        }
        other => {
            let mut remark = fault("atom", span, format!("`{other}` says nothing about a pushdown system"));
            remark.hint = Some("atoms are control states, stack symbols, `<p, a>` and `end`".to_string());
            Err(remark)
        }
    }
}

/// The places that are configurations with such a symbol on top, in order.
fn places(program: &Program, source: &Source, coded: &Coded, is_right: impl Fn(usize) -> bool) -> Vec<Place> {
    let all = program.procedure_ids().flat_map(|id| program.places(id));
    let top = |place: &Place| coded.top(source.line_index(program.span(*place).start));
    all.filter(|place| place.point != Point::ENTRY && top(place).is_some_and(&is_right)).collect()
}

/// That the control state has this number; nothing if there is no other.
fn is_state(number: usize, coded: &Coded, span: Span, of: Spoken<'_>) -> Result<Option<Condition>, Fault> {
    let read = |text: &String| {
        let source = Source::new("control state", text.as_str());
        let condition = Condition::read(text, Span::new(0, text.len()), &source, of);
        condition.map_err(|remark| fault(remark.code, span, remark.message))
    };
    coded.tests[number].as_ref().map(read).transpose()
}

fn unknown(what: &str, name: &str, span: Span, known: &[String]) -> Fault {
    let message = format!("there is no {what} `{name}`{}", meant_or_there(name, known.iter().map(String::as_str)));
    fault("unknown-name", span, message)
}

//! Numbers that can only grow, so that an automaton cannot accept for ever.
//!
//! At each spot a run has a *level*, a number that depends on the state there. In an activation each time that it comes by a spot again the level must not be
//! lower than the last time, and it must be higher if the automaton has accepted meanwhile. If that holds of all runs, none is accepted: one that goes on for ever comes by
//! spots of one component again and again in activations that do not return, and its level would grow again and again; but it has finitely many bits. (Such numbers are the progress measures of
//! Klarlund, FOCS 1991.) It is less to show than that no state comes back, as [`turn`](super::turn) asks: the last level is kept, and not all that was there.
//!
//! Which component it was whose level is kept, a number says, too: 0 is none. Each activation keeps both. One of a recursive procedure begins with what its caller has, if
//! that is of the same component, since then the run stays there: globals hand it over.

use super::super::expression::Expr;
use super::super::model::*;
use super::super::write::{Writer, several, statement};
use super::ghosts::{Ghosts, bits};
use super::{Cut, Position, Watcher};
use crate::lang::pool::{List, Symbol};
use crate::lang::source::Span;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use std::collections::BTreeMap;

/// How high runs are at a spot: a number.
#[derive(Clone, Debug)]
pub struct Level {
    /// The graph of the formulas, which are over [`Operand`]s.
    pub formulas: Formulas,
    /// The bits of the number, the lowest first.
    pub bits: Vec<Formula>,
}

impl Level {
    /// The most bits that a number may have: each is written as an expression of its own.
    pub const WIDEST: usize = 64;
}

/// What a level depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The value of a variable of the program.
    Variable(Var),
    /// A bit of the state of the automaton, the lowest is number 0.
    State(usize),
}

impl Operand {
    const STATE: u32 = 1 << 30;

    /// The input of formulas that stands for it.
    pub fn input(self) -> Input {
        match self {
            Operand::Variable(var) => Input(var.number()),
            Operand::State(index) => Input(index as u32 | Self::STATE),
        }
    }

    /// The inverse of [`Operand::input`].
    pub fn of(input: Input) -> Operand {
        match input.0 & Self::STATE {
            0 => Operand::Variable(Var::numbered(input.0)),
            _ => Operand::State((input.0 & !Self::STATE) as usize),
        }
    }
}

/// The levels of all cuts, and of runs that are over; where there is none it is 0.
pub type Levels = BTreeMap<Position, Level>;

/// What is kept: of which component a level is, and the level, each the lowest bit first.
#[derive(Clone, Debug, Default)]
pub(super) struct Last {
    component: Vec<Var>,
    level: Vec<Var>,
}

/// What the activations of a procedure keep.
#[derive(Clone, Debug, Default)]
struct Own {
    /// For each component that it has spots of its number here, from 1.
    components: BTreeMap<usize, usize>,
    /// How many bits the levels of these have.
    width: usize,
}

/// The levels, and where they are kept.
pub(super) struct Keeper<'a> {
    levels: &'a Levels,
    /// For each procedure, of those with runs that are over as well, what it keeps.
    own: Vec<Own>,
    /// For each recursive procedure its component.
    recursive: BTreeMap<ProcId, usize>,
    /// What callers hand over.
    handed: Last,
    /// The names of what is kept.
    names: [Vec<Symbol>; 2],
}

/// A spot of a procedure.
pub(super) struct At<'a> {
    pub position: Position,
    /// The cut there, if it is one.
    pub cut: Option<&'a Cut>,
    /// The procedure that it is in.
    pub procedure: ProcId,
    /// What its activations keep.
    pub last: &'a Last,
    /// The local that says whether the automaton had accepted before the last spot.
    pub before: Option<Var>,
}

impl<'a> Keeper<'a> {
    /// Declares what is handed over; there is nothing in the beginning. Behind the procedures of the program come those of `over`, each with its position.
    pub fn new(made: &mut Program, cuts: &[Cut], over: [(ProcId, Position); 2], levels: &'a Levels) -> Keeper<'a> {
        let width = |position: Position| levels.get(&position).map_or(0, |level| level.bits.len());
        let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
        for cut in cuts {
            let known = widths.entry(cut.component).or_insert(0);
            *known = width(Position::At(cut.place)).max(*known);
        }
        let mut own = vec![Own::default(); made.procedures.len().max(over.map(|(id, _)| id.index() + 1)[1])];
        let mut recursive = BTreeMap::new();
        for cut in cuts {
            let Own { components, width } = &mut own[cut.place.procedure.index()];
            let next = components.len() + 1;
            components.entry(cut.component).or_insert(next);
            *width = widths[&cut.component].max(*width);
            if cut.is_recursive {
                recursive.insert(cut.place.procedure, cut.component);
            }
        }
        for (procedure, position) in over {
            own[procedure.index()] = Own { components: BTreeMap::from([(OVER, 1)]), width: width(position) };
        }
        let most = |of: fn(&Own) -> usize| own.iter().map(of).max().unwrap_or(0);
        let names = [
            several(made, "kept_component", most(|own| bits(own.components.len() + 1))),
            several(made, "kept_level", most(|own| own.width)),
        ];
        let mut handed = Last::default();
        if !recursive.is_empty() {
            let width = recursive.values().map(|component| widths[component]).max().unwrap_or(0);
            let mut declare = |name: &str, count: usize| -> Vec<Var> {
                let first = made.globals.len();
                let names = several(made, name, count).into_iter();
                made.globals.extend(names.map(|name| Variable { name, span: Span::new(0, 0), init: Some(false) }));
                (first..first + count).map(Var::global).collect()
            };
            handed = Last { component: declare("handed_component", 1), level: declare("handed_level", width) };
        }
        Keeper { levels, own, recursive, handed, names }
    }

    /// What the activations of a procedure keep, which has so many parameters and locals besides.
    pub fn last(&self, procedure: ProcId, besides: usize) -> Last {
        let Own { components, width } = &self.own[procedure.index()];
        let level = besides + bits(components.len() + 1);
        let locals = |from: usize, to: usize| (from..to).map(Var::local).collect();
        Last { component: locals(besides, level), level: locals(level, level + width) }
    }

    /// Declares what the activations of a procedure keep, behind what it has.
    pub fn declare(&self, made: &mut Program, procedure: ProcId, last: &Last) {
        let own = &mut made.procedures[procedure.index()];
        let span = own.name_span;
        for (vars, names) in [&last.component, &last.level].into_iter().zip(&self.names) {
            let named = vars.iter().zip(names);
            own.locals.extend(named.map(|(_, &name)| Variable { name, span, init: Some(false) }));
        }
    }

    /// The statements at a spot, which stand at `here`: a branch to the call of the alarm, that call, and the level is kept.
    pub fn at(
        &self,
        writer: &mut Writer<'_>,
        ghosts: &Ghosts,
        watcher: &Watcher<'_>,
        alarm: ProcId,
        at: &At<'_>,
        here: u32,
    ) -> Vec<Statement> {
        let mut f = Formulas::default();
        let level = self.level(&mut f, ghosts, at.position);
        let turning = turning(&mut f, ghosts, watcher);
        let component = self.own[at.procedure.index()].components[&at.cut.map_or(OVER, |cut| cut.component)];
        let bit = |index: usize| component >> index & 1 == 1;
        let enters = at.cut.is_some_and(|cut| cut.is_recursive && cut.place.point == Point::ENTRY);
        let before = if enters { &self.handed } else { at.last };
        let mut wrong = ghosts.accepted.map_or(Formula::TRUE, |accepted| variable(&mut f, accepted));
        for (index, &last) in before.level.iter().enumerate() {
            let (now, last) = (level.get(index).copied().unwrap_or(Formula::FALSE), variable(&mut f, last));
            let same = f.iff(now, last);
            let wrong_below = f.and(same, wrong);
            let lower = f.and(!now, last);
            wrong = f.or(lower, wrong_below);
        }
        for (index, &last) in before.component.iter().enumerate() {
            let last = variable(&mut f, last);
            wrong = f.and(wrong, if bit(index) { last } else { !last });
        }
        wrong = f.and(wrong, turning);
        let mut statements = Vec::new();
        if wrong != Formula::FALSE {
            let cond = writer.formula(&f, wrong);
            let call = Kind::Call { callee: alarm, args: List::new(0, 0), targets: List::new(0, 0) };
            statements.push(statement(Kind::Branch { cond, yes: Point(here + 1) }, here + 2));
            statements.push(statement(call, here + 2));
        }
        let (mut targets, mut values) = (Vec::new(), Vec::new());
        let mut set = |f: &Formulas, target: Var, value: Formula| {
            targets.push(Some(target));
            values.push(writer.formula(f, value));
        };
        for (index, &kept) in at.last.component.iter().enumerate() {
            set(&f, kept, if bit(index) { turning } else { Formula::FALSE });
        }
        for (index, &kept) in at.last.level.iter().enumerate() {
            set(&f, kept, level.get(index).copied().unwrap_or(Formula::FALSE));
        }
        if let Some(accepted) = ghosts.accepted {
            set(&f, accepted, Formula::FALSE);
            if let Some(before) = at.before {
                let [now, was] = [accepted, before].map(|var| variable(&mut f, var));
                let either = f.or(now, was);
                set(&f, before, either);
            }
        }
        statements.push(assigned(writer, targets, values, here + statements.len() as u32 + 1));
        statements
    }

    /// What is handed over before a call; nothing to a procedure that is not recursive.
    pub fn hands_over(
        &self,
        writer: &mut Writer<'_>,
        (caller, callee): (ProcId, ProcId),
        last: &Last,
        next: u32,
    ) -> Option<Statement> {
        let component = self.recursive.get(&callee)?;
        let stays = self.recursive.get(&caller) == Some(component);
        let (mut targets, mut values) = (Vec::new(), Vec::new());
        for (to, from) in [(&self.handed.component, &last.component), (&self.handed.level, &last.level)] {
            for (index, &to) in to.iter().enumerate() {
                targets.push(Some(to));
                values.push(match from.get(index).filter(|_| stays) {
                    Some(&own) => writer.variable(own),
                    None => writer.constant(false),
                });
            }
        }
        Some(assigned(writer, targets, values, next))
    }

    /// The bits of the level of a spot, over variables of the program that is made.
    fn level(&self, f: &mut Formulas, ghosts: &Ghosts, position: Position) -> Vec<Formula> {
        let Some(Level { formulas, bits }) = self.levels.get(&position) else { return Vec::new() };
        let by = |f: &mut Formulas, input: Input| match Operand::of(input) {
            Operand::Variable(var) => variable(f, var),
            Operand::State(index) => ghosts.state.get(index).map_or(Formula::FALSE, |&bit| variable(f, bit)),
        };
        let mut memo = Memo::default();
        let mut there = Transplant { from: formulas, into: f, by };
        bits.iter().map(|&bit| memo.value(&mut there, bit)).collect()
    }
}

/// The component of runs that are over: there is no other one where they are.
const OVER: usize = usize::MAX;

/// Whether the automaton is in a state to which it can come again and again, and accept.
fn turning(f: &mut Formulas, ghosts: &Ghosts, watcher: &Watcher<'_>) -> Formula {
    if !watcher.turning.contains(&false) {
        return Formula::TRUE;
    }
    let mut any = Formula::FALSE;
    for state in (0..watcher.turning.len()).filter(|&state| watcher.turning[state]) {
        let mut is = Formula::TRUE;
        for (index, &bit) in ghosts.state.iter().enumerate() {
            let bit = variable(f, bit);
            is = f.and(is, if state >> index & 1 == 1 { bit } else { !bit });
        }
        any = f.or(any, is);
    }
    any
}

fn variable(f: &mut Formulas, var: Var) -> Formula {
    f.input(Input(var.number()))
}

fn assigned(writer: &mut Writer<'_>, targets: Vec<Option<Var>>, values: Vec<Expr>, next: u32) -> Statement {
    let (targets, values) = (writer.targets(targets), writer.list(values));
    statement(Kind::Assign { targets, values, constrain: None }, next)
}

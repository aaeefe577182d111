//! A program with an automaton that reads along.

use super::super::model::*;
use super::super::write::{Writer, statement};
use super::ghosts::{Ghosts, Keeping};
use super::insert::{Between, Inserting};
use super::marks::Marks;
use super::turn::{self, Seen};
use super::{Cut, Head, Kept, Position, Product, Role, Spot, Station, Stations, Watcher, automaton, stations};
use crate::lang::source::Span;

/// The program with the automaton.
pub(super) fn watched(program: &Program, entry: ProcId, watcher: &Watcher<'_>) -> Product {
    let marks = Marks::of(watcher.cuts);
    let keeping = Keeping::Copies(marks.count());
    written(program, entry, watcher, Looking::Copies(&marks), keeping).product
}

/// The program in which a run has to come by with this.
pub(super) fn watched_at(program: &Program, entry: ProcId, watcher: &Watcher<'_>, head: &Head) -> Product {
    written(program, entry, watcher, Looking::Head(head), Keeping::Flag).product
}

/// The program in which nothing is saved.
pub(super) fn with_stations(program: &Program, entry: ProcId, watcher: &Watcher<'_>) -> Stations {
    written(program, entry, watcher, Looking::Stations, Keeping::Nothing)
}

fn written(
    program: &Program,
    entry: ProcId,
    watcher: &Watcher<'_>,
    looking: Looking<'_>,
    keeping: Keeping,
) -> Stations {
    let count = program.procedures.len();
    let [alarm, violated, begin] = [count, count + 1, count + 2].map(ProcId::from_index);
    let mut inserting = Inserting::new(program, violated);
    let ghosts = Ghosts::declare(&mut inserting.made, watcher, keeping);
    let mut watching = Watching { ghosts: &ghosts, watcher, looking, alarm, own: None, next: 0, stations: Vec::new() };
    let mut roles = Vec::with_capacity(count + 3);
    for procedure in program.procedure_ids() {
        watching.enter(&inserting.made, procedure);
        roles.push(inserting.procedure(procedure, &mut watching));
        if watching.own.is_some() {
            let made = &mut inserting.made.procedures[procedure.index()];
            let variable = Variable { name: ghosts.base, span: made.name_span, init: Some(false) };
            made.locals.push(variable);
        }
    }
    watching.own = None;
    inserting.alarm("alarm");
    roles.push(Vec::new());
    roles.push(inserting.over("violated", None, |inserting, span| {
        watching.over(inserting, Position::Violated, Spot::Violated, violated, span);
    }));
    let first = inserting.begin(entry, program[entry].params, &[]);
    roles.push(inserting.over("begin", Some(first), |inserting, span| {
        watching.over(inserting, Position::Over, Spot::Over, begin, span);
    }));
    let all = watching.stations;
    let kept = program.procedures.iter().map(|procedure| Kept::all(procedure.locals.len())).collect();
    let product = Product { program: inserting.made, entry: begin, violated, alarm, roles, kept };
    Stations { product, all, state: ghosts.state, accepted: ghosts.accepted }
}

/// What is done where a run comes by.
#[derive(Clone, Copy)]
enum Looking<'a> {
    /// What is there may be saved; the numbers of cuts.
    Copies(&'a Marks),
    /// The same, if it is this.
    Head(&'a Head),
    /// Nothing, but it is a station.
    Stations,
}

/// What is put between statements.
struct Watching<'a, 'w> {
    ghosts: &'a Ghosts,
    watcher: &'a Watcher<'w>,
    looking: Looking<'a>,
    alarm: ProcId,
    /// The local that says that the activation has saved, or that the automaton had accepted before the last spot; none where neither is asked.
    own: Option<Var>,
    /// The index of the next cut.
    next: usize,
    /// The stations so far.
    stations: Vec<Station>,
}

impl Watching<'_, '_> {
    /// The statements of this procedure are next.
    fn enter(&mut self, made: &Program, procedure: ProcId) {
        let has_cuts = self.watcher.cuts.get(self.next).is_some_and(|cut| cut.place.procedure == procedure);
        let is_asked = match self.looking {
            Looking::Copies(_) => true,
            Looking::Head(Head { spot: Spot::Cut(index), .. }) => {
                self.watcher.cuts[*index].place.procedure == procedure
            }
            Looking::Head(_) => false,
            Looking::Stations => self.ghosts.accepted.is_some(),
        };
        self.own = (has_cuts && is_asked).then(|| Var::local(made[procedure].locals.len()));
    }

    /// What happens to a run that is over.
    fn over(&mut self, inserting: &mut Inserting, position: Position, spot: Spot, procedure: ProcId, span: Span) {
        let head = inserting.here();
        if self.watcher.ends_count {
            // Nothing but the automaton does anything here.
            self.spot(inserting, spot, None, Place { procedure, point: Point::ENTRY }, span);
            self.read(inserting, position, span);
            inserting.push(statement(Kind::Skip, head), span, Role::Between);
        } else {
            let cond = Writer { program: &mut inserting.made, span }.constant(false);
            inserting.push(statement(Kind::Assume(cond), head), span, Role::Between);
        }
    }

    /// The statements at a spot: of a cut, or of runs that are over.
    fn spot(&mut self, inserting: &mut Inserting, spot: Spot, cut: Option<&Cut>, place: Place, span: Span) {
        let here = inserting.here();
        let mut writer = Writer { program: &mut inserting.made, span };
        let (mark, kept) = match self.looking {
            Looking::Copies(marks) => {
                let mark = match spot {
                    Spot::Cut(index) => marks.of_cut(index),
                    Spot::Violated | Spot::Over => marks.of_ends(),
                };
                (mark, self.ghosts.kept(cut))
            }
            Looking::Head(head) if head.spot == spot => (0, self.ghosts.of_head(head)),
            Looking::Head(_) => return,
            Looking::Stations => {
                let compared = cut.map_or(&[][..], |cut| &cut.compared);
                let statements = stations::statements(&mut writer, self.ghosts, self.alarm, compared, self.own, here);
                for statement in statements {
                    inserting.push(statement, span, Role::Between);
                }
                let ends = self.watcher.cuts.iter().map(|cut| cut.component + 1).max().unwrap_or(0);
                let component = match spot {
                    Spot::Cut(index) => self.watcher.cuts[index].component,
                    Spot::Violated => ends,
                    Spot::Over => ends + 1,
                };
                let place = Place { point: Point(here), ..place };
                self.stations.push(Station { spot, place, component, before: self.own });
                return;
            }
        };
        let Some(saved) = self.ghosts.saved else { return };
        let is_recursive = cut.is_some_and(|cut| cut.is_recursive);
        let seen = Seen { mark, kept: &kept, saved, base: self.own, is_recursive };
        let statements = turn::statements(&mut writer, self.ghosts, self.watcher, self.alarm, &seen, here);
        let roles = [Role::Between, Role::Closes(place.point), Role::Between, Role::Saves(place.point)];
        for (statement, role) in statements.into_iter().zip(roles) {
            inserting.push(statement, span, role);
        }
    }

    /// The step of the automaton at a position.
    fn read(&self, inserting: &mut Inserting, position: Position, span: Span) {
        let next = inserting.here() + 1;
        let steps = (self.watcher.steps)(position);
        let mut writer = Writer { program: &mut inserting.made, span };
        if let Some(reads) = automaton::reads(&mut writer, self.ghosts, self.watcher, &steps, next) {
            inserting.push(reads, span, Role::Between);
        }
    }
}

impl Between for Watching<'_, '_> {
    fn before(&mut self, inserting: &mut Inserting, place: Place, kind: Kind, span: Span) {
        let cuts = self.watcher.cuts;
        let cut = cuts.get(self.next).filter(|cut| cut.place == place);
        if cut.is_some() {
            self.spot(inserting, Spot::Cut(self.next), cut, place, span);
            self.next += 1;
        }
        if cut.is_some() || !(self.watcher.is_silent)(place) {
            self.read(inserting, Position::At(place), span);
        }
        if let (Some(own), Kind::Return(_) | Kind::End) = (self.own, kind) {
            let next = inserting.here() + 1;
            let mut writer = Writer { program: &mut inserting.made, span };
            let statement = match (self.looking, self.ghosts.accepted) {
                (Looking::Stations, Some(accepted)) => stations::returns(&mut writer, accepted, own, next),
                _ => {
                    let cond = writer.is(own, false);
                    statement(Kind::Assume(cond), next)
                }
            };
            inserting.push(statement, span, Role::Between);
        }
    }

    fn itself(&mut self, _: &mut Program, _: Place, statement: Statement, _: Span) -> Statement {
        statement
    }
}

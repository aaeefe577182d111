//! A program with an automaton that reads along.

use super::super::model::*;
use super::super::write::{Writer, statement};
use super::ghosts::{Ghosts, Keeping};
use super::insert::{Between, Inserting};
use super::levels::{self, At, Keeper, Levels};
use super::marks::Marks;
use super::turn::{self, Seen};
use super::{Cut, Head, Kept, Position, Product, Role, Station, Stations, Watcher, automaton, stations};
use crate::lang::source::Span;

/// The program with the automaton.
pub(super) fn watched(program: &Program, entry: ProcId, watcher: &Watcher<'_>) -> Product {
    let marks = Marks::of(watcher.cuts);
    let keeping = Keeping::Copies(marks.count());
    written(program, entry, watcher, keeping, |_, _| Looking::Copies(&marks)).product
}

/// The program in which a run has to come by with this.
pub(super) fn watched_at(program: &Program, entry: ProcId, watcher: &Watcher<'_>, head: &Head) -> Product {
    written(program, entry, watcher, Keeping::Flag, |_, _| Looking::Head(head)).product
}

/// The program in which levels have to grow.
pub(super) fn watched_with(program: &Program, entry: ProcId, watcher: &Watcher<'_>, levels: &Levels) -> Product {
    let keeps = |made: &mut Program, over| Looking::Levels(Keeper::new(made, watcher.cuts, over, levels));
    written(program, entry, watcher, Keeping::Nothing, keeps).product
}

/// The program in which nothing is saved.
pub(super) fn with_stations(program: &Program, entry: ProcId, watcher: &Watcher<'_>) -> Stations {
    written(program, entry, watcher, Keeping::Nothing, |_, _| Looking::Stations)
}

fn written<'a>(
    program: &Program,
    entry: ProcId,
    watcher: &Watcher<'_>,
    keeping: Keeping,
    looking: impl FnOnce(&mut Program, [(ProcId, Position); 2]) -> Looking<'a>,
) -> Stations {
    let count = program.procedures.len();
    let [alarm, violated, begin] = [count, count + 1, count + 2].map(ProcId::from_index);
    let mut inserting = Inserting::new(program, violated);
    let ghosts = Ghosts::declare(&mut inserting.made, watcher, keeping);
    let looking = looking(&mut inserting.made, [(violated, Position::Violated), (begin, Position::Over)]);
    let mut watching = Watching {
        ghosts: &ghosts,
        watcher,
        looking: &looking,
        last: levels::Last::default(),
        alarm,
        own: None,
        next: 0,
        stations: Vec::new(),
    };
    let mut roles = Vec::with_capacity(count + 3);
    for procedure in program.procedure_ids() {
        watching.enter(&inserting.made, procedure);
        roles.push(inserting.procedure(procedure, &mut watching));
        if watching.own.is_some() {
            let made = &mut inserting.made.procedures[procedure.index()];
            let variable = Variable { name: ghosts.base, span: made.name_span, init: Some(false) };
            made.locals.push(variable);
        }
        watching.leave(&mut inserting.made, procedure);
    }
    watching.own = None;
    inserting.alarm("alarm");
    roles.push(Vec::new());
    roles.push(inserting.over("violated", None, |inserting, span| {
        watching.over(inserting, Position::Violated, violated, span);
    }));
    watching.leave(&mut inserting.made, violated);
    let first = inserting.begin(entry, program[entry].params, &[]);
    roles.push(inserting.over("begin", Some(first), |inserting, span| {
        watching.over(inserting, Position::Over, begin, span);
    }));
    watching.leave(&mut inserting.made, begin);
    let all = watching.stations;
    let kept = program.procedures.iter().map(|procedure| Kept::all(procedure.locals.len())).collect();
    let product = Product { program: inserting.made, entry: begin, violated, alarm, roles, kept };
    Stations { product, all, state: ghosts.state, accepted: ghosts.accepted }
}

/// What is done where a run comes by.
enum Looking<'a> {
    /// What is there may be saved; the numbers of cuts.
    Copies(&'a Marks),
    /// The same, if it is this.
    Head(&'a Head),
    /// Its level has to have grown.
    Levels(Keeper<'a>),
    /// Nothing, but it is a station.
    Stations,
}

/// What is put between statements.
struct Watching<'a, 'w> {
    ghosts: &'a Ghosts,
    watcher: &'a Watcher<'w>,
    looking: &'a Looking<'a>,
    /// What the activations of this procedure keep of levels, if these have to grow.
    last: levels::Last,
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
            Looking::Head(Head { at, .. }) => matches!(at, Position::At(place) if place.procedure == procedure),
            Looking::Levels(_) | Looking::Stations => self.ghosts.accepted.is_some(),
        };
        let had = made[procedure].locals.len();
        self.own = (has_cuts && is_asked).then(|| Var::local(had));
        if let Looking::Levels(keeper) = self.looking {
            self.last = keeper.last(procedure, had + usize::from(self.own.is_some()));
        }
    }

    /// The statements of this procedure are written.
    fn leave(&mut self, made: &mut Program, procedure: ProcId) {
        if let Looking::Levels(keeper) = self.looking {
            keeper.declare(made, procedure, &self.last);
        }
    }

    /// What happens to a run that is over.
    fn over(&mut self, inserting: &mut Inserting, position: Position, procedure: ProcId, span: Span) {
        let head = inserting.here();
        if let Looking::Levels(keeper) = self.looking {
            self.last = keeper.last(procedure, 0);
        }
        if self.watcher.ends_count {
            // Nothing but the automaton does anything here.
            self.spot(inserting, position, None, Place { procedure, point: Point::ENTRY }, span);
            self.read(inserting, position, span);
            inserting.push(statement(Kind::Skip, head), span, Role::Between);
        } else {
            let cond = Writer { program: &mut inserting.made, span }.constant(false);
            inserting.push(statement(Kind::Assume(cond), head), span, Role::Between);
        }
    }

    /// The statements at a spot: of a cut, or of runs that are over.
    fn spot(&mut self, inserting: &mut Inserting, position: Position, cut: Option<&Cut>, place: Place, span: Span) {
        let here = inserting.here();
        let mut writer = Writer { program: &mut inserting.made, span };
        let (mark, kept) = match self.looking {
            Looking::Copies(marks) => {
                let mark = if cut.is_some() { marks.of_cut(self.next) } else { marks.of_ends() };
                (mark, self.ghosts.kept(cut))
            }
            Looking::Head(head) if head.at == position => (0, self.ghosts.of_head(head)),
            Looking::Head(_) => return,
            Looking::Levels(keeper) => {
                let at = At { position, cut, procedure: place.procedure, last: &self.last, before: self.own };
                for statement in keeper.at(&mut writer, self.ghosts, self.watcher, self.alarm, &at, here) {
                    inserting.push(statement, span, Role::Between);
                }
                return;
            }
            Looking::Stations => {
                let compared = cut.map_or(&[][..], |cut| &cut.compared);
                let statements = stations::statements(&mut writer, self.ghosts, self.alarm, compared, self.own, here);
                for statement in statements {
                    inserting.push(statement, span, Role::Between);
                }
                let ends = || self.watcher.cuts.iter().map(|cut| cut.component + 1).max().unwrap_or(0);
                let component = match cut {
                    Some(cut) => cut.component,
                    None => ends() + usize::from(position == Position::Over),
                };
                let place = Place { point: Point(here), ..place };
                self.stations.push(Station { at: position, place, component, before: self.own });
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
            self.spot(inserting, Position::At(place), cut, place, span);
            self.next += 1;
        }
        if cut.is_some() || !(self.watcher.is_silent)(place) {
            self.read(inserting, Position::At(place), span);
        }
        if let (Some(own), Kind::Return(_) | Kind::End) = (self.own, kind) {
            let next = inserting.here() + 1;
            let mut writer = Writer { program: &mut inserting.made, span };
            let statement = match (self.looking, self.ghosts.accepted) {
                (Looking::Stations | Looking::Levels(_), Some(accepted)) => {
                    stations::returns(&mut writer, accepted, own, next)
                }
                _ => {
                    let cond = writer.is(own, false);
                    statement(Kind::Assume(cond), next)
                }
            };
            inserting.push(statement, span, Role::Between);
        }
        if let (Looking::Levels(keeper), Kind::Call { callee, .. }) = (self.looking, kind) {
            let next = inserting.here() + 1;
            let mut writer = Writer { program: &mut inserting.made, span };
            if let Some(hands) = keeper.hands_over(&mut writer, (place.procedure, callee), &self.last, next) {
                inserting.push(hands, span, Role::Between);
            }
        }
    }

    fn itself(&mut self, _: &mut Program, _: Place, statement: Statement, _: Span) -> Statement {
        statement
    }
}

//! The values of variables, and which of them changed.

use super::View;
use crate::lang::program::semantics::State;
use crate::lang::program::{ProcId, Var};
use crate::report::trace::values::{Item, Values, list, wrap};
use crate::step::{Configuration, Stepper};
use crate::verdict::names::Names;
use rustc_hash::FxHashSet;

/// How wide lists of values may be.
const WIDTH: usize = 100;

/// Of more variables only those are shown that changed.
const MANY: usize = 40;

/// Globals and locals with their values; those that changed with the old one, too.
pub(super) fn lines(view: &View<'_>, at: &Configuration, before: Option<&Configuration>) -> Vec<String> {
    let values = Values::of(view.program, view.source, at.place.procedure);
    let before = before.map(|before| seen_from(at, before));
    let part = |title: &str, vars: Vec<Var>, before: Option<&State>| {
        let old = |var: Var| before.map(|before| before.get(var)).filter(|&old| old != at.state.get(var));
        let items = values.items(&vars);
        let is_changed = |item: Item| values.vars_of(item).into_iter().any(|var| old(var).is_some());
        let is_shown = |item: &Item| items.len() <= MANY || is_changed(*item);
        let things = items.iter().copied().filter(is_shown).map(|item| {
            let before = before.filter(|_| is_changed(item));
            let was = before.map(|before| format!(" (was {})", values.value(item, |var| before.get(var))));
            values.show_item(item, |var| at.state.get(var)) + &was.unwrap_or_default()
        });
        let mut things: Vec<String> = things.collect();
        if things.len() < items.len() {
            things.push(format!("{} others, which vars shows", items.len() - things.len()));
        }
        titled(title, &things)
    };
    let (globals, locals) = match &before {
        Some((globals, is_same)) => (Some(globals), Some(globals).filter(|_| *is_same)),
        None => (None, None),
    };
    let mut lines = part("globals", values.global_vars(), globals);
    lines.extend(part(view.name(at.place), values.local_vars(), locals));
    lines
}

/// All variables that are in sight with their values.
pub(super) fn all(view: &View<'_>, at: &Configuration) -> Vec<String> {
    let values = Values::of(view.program, view.source, at.place.procedure);
    let mut lines = titled("globals", &values.globals(&at.state));
    lines.extend(titled(view.name(at.place), &values.all_locals(&at.state)));
    if lines.is_empty() { vec!["there are no variables".into()] } else { lines }
}

/// The values of the locals of an activation, in a line.
pub(super) fn locals(view: &View<'_>, procedure: ProcId, state: &State) -> String {
    list(Values::of(view.program, view.source, procedure).all_locals(state).into_iter(), WIDTH)
}

/// Which variables have first values that can be given.
pub(super) fn free(view: &View<'_>, stepper: &Stepper<'_>) -> Option<String> {
    let procedure = stepper.now().at.place.procedure;
    let values = Values::of(view.program, view.source, procedure);
    let shown: FxHashSet<Var> = values.global_vars().into_iter().chain(values.local_vars()).collect();
    let free = stepper.free().into_iter().filter(|var| shown.contains(var));
    let all = Names::of(view.program, procedure);
    let names: Vec<String> = free.map(|var| all.get(var).to_string()).collect();
    let first = names.first()?.clone();
    let names = list(names.into_iter(), WIDTH);
    Some(format!("arbitrary: {names}; 0 unless said otherwise (init {first} 1)"))
}

/// The state at an earlier moment as the activation at work saw it then, and whether it was there at all: only then its locals
/// are of any meaning.
fn seen_from(at: &Configuration, before: &Configuration) -> (State, bool) {
    let own = (before.activation == at.activation).then_some(&before.state.locals);
    let waiting = before.waiting().find(|waiting| waiting.activation == at.activation).map(|waiting| &waiting.locals);
    let locals = own.or(waiting);
    let seen = locals.cloned().unwrap_or_default();
    (State { globals: before.state.globals.clone(), locals: seen }, locals.is_some())
}

fn titled(title: &str, things: &[String]) -> Vec<String> {
    if things.is_empty() { Vec::new() } else { wrap(&format!("{title}:"), things, WIDTH, usize::MAX) }
}

//! A small symbolic system as an explicit one: every valuation becomes a name.
//!
//! A control state is a valuation of the globals, and between a return and the store behind it of the result registers, such as
//! `g01'r1`; a stack symbol is a location with a valuation of the locals, such as `p0$3$01`. The number of rules grows
//! exponentially with the variables, so there is a limit.

use super::{Configuration, PushdownSystem, Rule, StateId, SymbolId};
use crate::lang::cfg::{LocId, Role};
use crate::lang::program::semantics::Bits;
use crate::logic::formula::{Formula, Node};
use crate::pds::{RuleKind, Slot, SymbolicPds, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

/// The system is too large to be written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the explicit system has more than {0} rules, or takes more than that many attempts to write down")]
pub struct TooLarge(pub(crate) u64);

/// An explicit system with the way back to the symbolic one.
#[derive(Clone, Debug)]
pub struct Enumerated {
    /// The system. Its targets are the heads at the locations of the given target.
    pub system: PushdownSystem,
    states: Vec<(Bits, Bits)>,
    symbols: Vec<(LocId, Bits)>,
}

impl Enumerated {
    /// The globals and the results that a control state stands for.
    pub fn state(&self, state: StateId) -> &(Bits, Bits) {
        &self.states[state.0 as usize]
    }

    /// The location and the locals that a stack symbol stands for.
    pub fn symbol(&self, symbol: SymbolId) -> &(LocId, Bits) {
        &self.symbols[symbol.0 as usize]
    }
}

/// Writes out a symbolic system: runs begin with all its initial configurations, and the targets are all configurations with a
/// location of `target` on top.
///
/// # Errors
/// If there are more than `limit` combinations of rules, states and choices.
pub fn enumerate(pds: &SymbolicPds, target: &Target, limit: u64) -> Result<Enumerated, TooLarge> {
    let mut returned = vec![0; pds.locations.len()];
    for rule in pds.rules() {
        if let RuleKind::Expansion { callee, to } = rule.kind {
            returned[to.index()] = pds.procedures[callee.index()].results;
        }
    }
    let enumerated = Enumerated { system: PushdownSystem::default(), states: Vec::new(), symbols: Vec::new() };
    let mut writer = Writer { pds, enumerated, seen: FxHashSet::default(), attempts: 0, limit };
    writer.initial()?;
    for rule in pds.rules() {
        writer.rule(rule, returned[rule.from.index()])?;
    }
    let Enumerated { system, symbols, .. } = &mut writer.enumerated;
    let heads = symbols.iter().enumerate().filter(|(_, (location, _))| target.locations.contains(location));
    for (number, _) in heads {
        let stack = vec![super::Piece::Symbol(SymbolId(number as u32)), super::Piece::Any, super::Piece::Star];
        if let Some(pattern) = super::Pattern::new(None, stack) {
            system.add_target(pattern);
        }
    }
    Ok(writer.enumerated)
}

struct Writer<'p> {
    pds: &'p SymbolicPds,
    enumerated: Enumerated,
    /// Different choices may do the same.
    seen: FxHashSet<Rule>,
    attempts: u64,
    limit: u64,
}

impl Writer<'_> {
    fn initial(&mut self) -> Result<(), TooLarge> {
        let main = &self.pds.procedures[self.pds.entry.index()];
        let entry = main.entry;
        let shape = self.pds.globals.len() + main.init.len();
        let fixed: Vec<Option<bool>> = self.pds.globals.iter().chain(&main.init).copied().collect();
        for row in rows(shape, self.room(shape)?) {
            self.attempts += 1;
            if row.iter().by_vals().zip(&fixed).all(|(bit, init)| init.is_none_or(|init| init == bit)) {
                let (globals, locals) = row.split_at(self.pds.globals.len());
                let state = self.state(globals.to_bitvec(), Bits::new());
                let symbol = self.symbol(entry, locals.to_bitvec());
                self.enumerated.system.add_initial(Configuration { state, stack: vec![symbol] });
            }
        }
        Ok(())
    }

    /// How many rows of so many bits there are, if that is within the limit.
    fn room(&self, width: usize) -> Result<u64, TooLarge> {
        let rows = if width < 63 { 1 << width } else { u64::MAX };
        match self.limit.checked_sub(self.attempts) {
            Some(left) if rows <= left => Ok(rows),
            _ => Err(TooLarge(self.limit)),
        }
    }

    fn rule(&mut self, rule: &crate::pds::Rule, results: usize) -> Result<(), TooLarge> {
        let pds = self.pds;
        let globals = pds.globals.len();
        let locals = pds.procedures[pds.procedure_of(rule.from).index()].init.len();
        let width = globals + locals + results;
        let bits = width + rule.transfer.choices as usize;
        for row in rows(bits, self.room(bits)?) {
            self.attempts += 1;
            let slot = |slot| match slot {
                Slot::Global(index) => row[index],
                Slot::Local(index) => row[globals + index],
                Slot::Result(index) => row[globals + locals + index],
                Slot::Choice(index) => row[width + index],
            };
            if !value(pds, rule.transfer.guard, &slot) {
                continue;
            }
            let own = row[globals..globals + locals].to_bitvec();
            // A result that is not given does not matter.
            let given = match rule.kind {
                RuleKind::Contraction => pds.procedures[pds.procedure_of(rule.from).index()].results,
                RuleKind::Neutration { .. } | RuleKind::Expansion { .. } => 0,
            };
            let mut after = After { globals: row[..globals].to_bitvec(), results: Bits::repeat(false, given) };
            let mut local = FxHashMap::default();
            for &(to, formula) in &rule.transfer.updates {
                let value = value(pds, formula, &slot);
                match to {
                    Slot::Global(index) => after.globals.set(index, value),
                    Slot::Local(index) => drop(local.insert(index, value)),
                    Slot::Result(index) => after.results.set(index, value),
                    Slot::Choice(_) => {}
                }
            }
            let state = self.state(row[..globals].to_bitvec(), row[globals + locals..width].to_bitvec());
            let symbol = self.symbol(rule.from, own.clone());
            let to = self.state(after.globals, after.results);
            let add = |writer: &mut Self, push| {
                let rule = Rule { state, symbol, to, push };
                if writer.seen.insert(rule.clone()) {
                    writer.enumerated.system.add_rule(rule);
                }
            };
            match rule.kind {
                RuleKind::Contraction => add(self, Vec::new()),
                RuleKind::Neutration { to } => {
                    let locals = (0..locals).map(|index| local.get(&index).copied().unwrap_or(own[index])).collect();
                    let symbol = self.symbol(to, locals);
                    add(self, vec![symbol]);
                }
                RuleKind::Expansion { callee, to } => {
                    let below = self.symbol(to, own);
                    let callee = &pds.procedures[callee.index()];
                    for row in rows(callee.init.len(), self.room(callee.init.len())?) {
                        self.attempts += 1;
                        if local.iter().all(|(&index, &value)| row[index] == value) {
                            let top = self.symbol(callee.entry, row);
                            add(self, vec![top, below]);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn state(&mut self, globals: Bits, results: Bits) -> StateId {
        let mut name = format!("g{}", digits(&globals));
        if !results.is_empty() {
            name += &format!("'r{}", digits(&results));
        }
        let state = self.enumerated.system.state(&name);
        if state.0 as usize == self.enumerated.states.len() {
            self.enumerated.states.push((globals, results));
        }
        state
    }

    fn symbol(&mut self, location: LocId, locals: Bits) -> SymbolId {
        let at = self.pds.locations[location.index()];
        let role = match at.role {
            Role::At => "",
            Role::Returned => "'r",
            Role::Violated => "'v",
        };
        let (procedure, point) = (at.place.procedure.index(), at.place.point.0);
        let name = format!("p{procedure}${point}{role}${}", digits(&locals));
        let symbol = self.enumerated.system.symbol(&name);
        if symbol.0 as usize == self.enumerated.symbols.len() {
            self.enumerated.symbols.push((location, locals));
        }
        symbol
    }
}

struct After {
    globals: Bits,
    results: Bits,
}

fn digits(bits: &Bits) -> String {
    bits.iter().by_vals().map(|bit| if bit { '1' } else { '0' }).collect()
}

/// All rows of `width` bits; there are `count`.
fn rows(width: usize, count: u64) -> impl Iterator<Item = Bits> {
    (0..count).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}

/// The value of a formula.
fn value(pds: &SymbolicPds, root: Formula, slot: &dyn Fn(Slot) -> bool) -> bool {
    let mut values = FxHashMap::default();
    for node in pds.formulas.cone([root]) {
        let value = match pds.formulas.node(node) {
            Node::False => false,
            Node::Input(input) => slot(Slot::of(input)),
            Node::And(a, b) => (values[&a.node()] != a.is_negated()) & (values[&b.node()] != b.is_negated()),
        };
        values.insert(node, value);
    }
    values[&root.node()] != root.is_negated()
}

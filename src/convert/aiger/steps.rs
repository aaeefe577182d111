//! What the latches hold next.

use super::number::Number;
use super::state::{Cell, State};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::passes::Prepared;
use crate::pds::{Rule, RuleKind, Slot};

pub(crate) struct Steps<'a> {
    system: &'a Prepared,
    state: &'a State,
    /// The graph that everything is said in.
    pub(crate) formulas: Formulas,
    /// Which of the rules that leave a location is taken.
    pub(crate) taken: Number,
    /// How many choices the inputs behind that have room for.
    pub(crate) choices: u32,
    /// For each procedure the number of the location where control goes on, digit by digit.
    behind: Vec<Vec<Formula>>,
    /// For each latch when it is written, and what.
    writes: Vec<Vec<(Formula, Formula)>>,
    memo: Memo<Formula>,
}

impl<'a> Steps<'a> {
    /// All steps of the active procedures.
    pub(crate) fn of(system: &'a Prepared, state: &'a State, active: &[bool]) -> Steps<'a> {
        let siblings = |rules: &[Rule]| active[system.pds.procedure_of(rules[0].from).index()].then_some(rules.len());
        let most = system.pds.rules().chunk_by(|a, b| a.from == b.from).filter_map(siblings).max();
        let mut steps = Steps {
            system,
            state,
            formulas: Formulas::default(),
            taken: Number::below(most.unwrap_or(0), state.cells.len() as u32),
            choices: 0,
            behind: Vec::new(),
            writes: vec![Vec::new(); state.cells.len()],
            memo: Memo::default(),
        };
        steps.behind = (0..state.sites.len()).map(|procedure| steps.behind(procedure)).collect();
        steps.begin();
        for rules in system.pds.rules().chunk_by(|a, b| a.from == b.from) {
            if siblings(rules).is_some() {
                rules.iter().enumerate().for_each(|(which, rule)| steps.rule(rule, (rules.len() > 1).then_some(which)));
            }
        }
        steps
    }

    /// What a latch holds next: what is written, or else what it holds.
    pub(crate) fn next(&mut self, latch: usize) -> Formula {
        let writes = std::mem::take(&mut self.writes[latch]);
        let formulas = &mut self.formulas;
        let written = writes.iter().map(|&(when, what)| formulas.and(when, what)).collect();
        let written = any(formulas, written);
        let is_written = any(formulas, writes.into_iter().map(|(when, _)| when).collect());
        let now = formulas.input(Input(latch as u32));
        let kept = formulas.and(now, !is_written);
        formulas.or(written, kept)
    }

    /// That control is at one of these locations.
    pub(crate) fn at(&mut self, locations: &[LocId]) -> Formula {
        let numbers: Vec<usize> = locations.iter().filter_map(|&location| self.state.number(location)).collect();
        let each = numbers.into_iter().map(|number| self.state.control.is(&mut self.formulas, number)).collect();
        any(&mut self.formulas, each)
    }

    fn behind(&mut self, procedure: usize) -> Vec<Formula> {
        let sites = &self.state.sites[procedure];
        let goes: Vec<Formula> =
            (0..sites.len()).map(|site| self.state.callers[procedure].is(&mut self.formulas, site)).collect();
        let digit = |digit: u32| {
            let has = |site: &LocId| self.state.number(*site).is_some_and(|number| number >> digit & 1 == 1);
            let goes = sites.iter().zip(&goes).filter(|(site, _)| has(site)).map(|(_, &goes)| goes).collect();
            any(&mut self.formulas, goes)
        };
        (0..self.state.control.width).map(digit).collect()
    }

    /// How runs begin: with the initial values, and anything where there is none. Until then all latches are 0.
    fn begin(&mut self) {
        let pds = &self.system.pds;
        let main = &pds.procedures[pds.entry.index()];
        let when = self.state.control.is(&mut self.formulas, 0);
        self.go(main.entry, when);
        let mut free = Vec::new();
        for slot in self.system.live.slots(main.entry) {
            let initial = match slot {
                Slot::Global(index) => pds.globals[index],
                Slot::Local(index) => main.init[index],
                Slot::Result(_) | Slot::Choice(_) => continue,
            };
            match initial {
                Some(value) => self.write(Cell::of(pds.entry, slot), when, Formula::constant(value)),
                None => free.push(slot),
            }
        }
        self.release(pds.entry, free, 0, when);
    }

    /// A rule; `which` it is if there are others from the same location.
    fn rule(&mut self, rule: &Rule, which: Option<usize>) {
        let (system, state) = (self.system, self.state);
        let procedure = system.pds.procedure_of(rule.from);
        if rule.kind == RuleKind::Contraction && state.sites[procedure.index()].is_empty() {
            return;
        }
        let (guard, values, choices) = self.translate(rule);
        let mut when = self.at(&[rule.from]);
        if let Some(which) = which {
            let is_taken = self.taken.is(&mut self.formulas, which);
            when = self.formulas.and(when, is_taken);
        }
        when = self.formulas.and(when, guard);

        let owner = if let RuleKind::Expansion { callee, .. } = rule.kind { callee } else { procedure };
        for (&(slot, _), value) in rule.transfer.updates.iter().zip(values) {
            self.write(Cell::of(owner, slot), when, value);
        }
        match rule.kind {
            RuleKind::Neutration { to } => self.go(to, when),
            RuleKind::Contraction => {
                for digit in 0..state.control.width {
                    let value = self.behind[procedure.index()][digit as usize];
                    self.write(Some(Cell::Control(digit)), when, value);
                }
            }
            RuleKind::Expansion { callee, to } => {
                let entry = system.pds.procedures[callee.index()].entry;
                self.go(entry, when);
                let site = state.sites[callee.index()].binary_search(&to).expect("each call has its place");
                self.set(state.callers[callee.index()], site, when);
                let is_given =
                    |slot: &Slot| rule.transfer.updates.binary_search_by_key(slot, |update| update.0).is_ok();
                let locals = system.live.slots(entry).filter(|slot| matches!(slot, Slot::Local(_)) && !is_given(slot));
                self.release(callee, locals, choices, when);
            }
        }
    }

    /// Guard and new values of a rule, and how many choices occur in them. These come first, whatever their numbers.
    fn translate(&mut self, rule: &Rule) -> (Formula, Vec<Formula>, u32) {
        let pds = &self.system.pds;
        let procedure = pds.procedure_of(rule.from);
        let values = rule.transfer.updates.iter().map(|&(_, value)| value);
        let roots: Vec<Formula> = values.chain([rule.transfer.guard]).collect();
        let mut choices = Vec::new();
        let mut inputs = Vec::new();
        for input in pds.formulas.support(roots.iter().copied()) {
            let own = match Cell::of(procedure, Slot::of(input)) {
                Some(cell) => {
                    let latch = self.state.index(cell).expect("what is read has a latch");
                    self.formulas.input(Input(latch as u32))
                }
                None => {
                    choices.push(input);
                    self.choice(choices.len() as u32 - 1)
                }
            };
            inputs.push((input, own));
        }
        let own = |_: &mut Formulas, input: Input| {
            let position = inputs.binary_search_by_key(&input, |own| own.0).expect("it is in the support");
            inputs[position].1
        };
        self.memo.forget();
        let mut transplant = Transplant { from: &pds.formulas, into: &mut self.formulas, by: own };
        let mut values: Vec<Formula> = roots.iter().map(|&root| self.memo.value(&mut transplant, root)).collect();
        let guard = values.pop().expect("the guard is the last root");
        (guard, values, choices.len() as u32)
    }

    /// The input that is this choice.
    fn choice(&mut self, number: u32) -> Formula {
        self.choices = self.choices.max(number + 1);
        self.formulas.input(Input(self.taken.first + self.taken.width + number))
    }

    /// Variables of a procedure become arbitrary: the choices from this one on.
    fn release(&mut self, procedure: ProcId, slots: impl IntoIterator<Item = Slot>, first: u32, when: Formula) {
        let latches = slots.into_iter().filter_map(|slot| self.state.index(Cell::of(procedure, slot)?));
        for (choice, latch) in (first..).zip(latches) {
            let value = self.choice(choice);
            self.writes[latch].push((when, value));
        }
    }

    fn go(&mut self, to: LocId, when: Formula) {
        let number = self.state.number(to).expect("each location has a number");
        self.set(self.state.control, number, when);
    }

    fn set(&mut self, number: Number, value: usize, when: Formula) {
        for (Input(latch), digit) in number.digits(value) {
            self.writes[latch as usize].push((when, Formula::constant(digit)));
        }
    }

    /// What nobody reads has no latch, and is not written.
    fn write(&mut self, cell: Option<Cell>, when: Formula, what: Formula) {
        if let Some(latch) = cell.and_then(|cell| self.state.index(cell)) {
            self.writes[latch].push((when, what));
        }
    }
}

/// At least one holds; as flat as can be.
fn any(formulas: &mut Formulas, mut parts: Vec<Formula>) -> Formula {
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| pair.iter().fold(Formula::FALSE, |a, &b| formulas.or(a, b))).collect();
    }
    parts.pop().unwrap_or(Formula::FALSE)
}

//! What vouches for the numbers.

use super::back;
use super::measure::{Numbers, among, entered};
use super::{ComponentDepth, Depth, Depths, Evidence, Pump};
use crate::depth::{Head, Longest, Recursion};
use crate::engine::{Selection, Silent};
use crate::lang::program::counting::{Counted, Counting};
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{ProcId, Var};
use crate::outcome::{self, Verdict};
use crate::pds::Slot;
use crate::pipeline::{Certificates, Failure, Loaded, Options, decide};
use std::collections::BTreeSet;

/// The numbers of a program with what vouches for them.
pub(super) struct Witness<'a> {
    pub loaded: &'a Loaded,
    pub options: &'a Options,
    pub recursion: &'a Recursion,
    pub is_wanted: bool,
}

impl Witness<'_> {
    /// All of them.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] if a check says the opposite.
    pub fn depths(&self, numbers: Numbers, engine: &'static str) -> Result<Depths, Failure> {
        let Numbers { height, procedures, components, heaviest } = numbers;
        let count = self.loaded.program.procedures.len();
        let everything = vec![true; count];
        let all = Counted { within: &everything, counts: &everything, from: None };
        let height = self.number(&height, &all)?;
        let asked = self.not_recursive(&height);
        let properties = asked.iter().copied().map(entered).collect();
        let verdicts = self.decided(self.loaded.clone(), properties)?;
        let entries = self.entries(&procedures, asked.into_iter().zip(verdicts))?;
        let mut of_procedures = Vec::with_capacity(count);
        for ((procedure, longest), entry) in self.loaded.program.procedure_ids().zip(&procedures).zip(entries) {
            of_procedures.push(match (self.recursion.component(procedure), entry) {
                (None, Some(depth)) => depth,
                (None, None) if self.is_wanted && *longest != Longest::Bounded(1) => {
                    return Err(Failure::SelfCheck("a run enters what is said to be entered by none".into()));
                }
                (None, None) => plain(longest, Evidence::CallGraph),
                (Some(component), _) => {
                    let within = among(&self.recursion.components[component].procedures, count);
                    let counts = among(&[procedure], count);
                    self.number(longest, &Counted { within: &within, counts: &counts, from: None })?
                }
            });
        }
        let mut of_components = Vec::with_capacity(components.len());
        for (component, (longest, from)) in self.recursion.components.iter().zip(components) {
            let within = among(&component.procedures, count);
            let mut counted = Counted { within: &within, counts: &within, from: None };
            let depth = match component.procedures[..] {
                [one] => of_procedures[one.index()].clone(),
                _ => self.number(&longest, &counted)?,
            };
            let mut sites = Vec::with_capacity(from.len());
            for (&site, longest) in component.sites.iter().zip(&from) {
                counted.from = Some(site);
                let from = match component.only_site(self.loaded.entry) {
                    Some(_) => depth.clone(),
                    None => self.number(longest, &counted)?,
                };
                sites.push((site, from));
            }
            of_components.push(ComponentDepth { procedures: component.procedures.clone(), depth, from: sites });
        }
        Ok(Depths { height, procedures: of_procedures, components: of_components, heaviest, engine })
    }

    /// What a program says that counts.
    fn number(&self, longest: &Longest, counted: &Counted<'_>) -> Result<Depth, Failure> {
        // What was found before a limit was hit stands.
        if let Err(reason) = self.options.budget.check() {
            return Ok(plain(longest, Evidence::None(back::stopped(&reason))));
        }
        match longest {
            _ if !self.is_wanted => Ok(plain(longest, unwanted())),
            Longest::Unbounded(head) => self.pump(head),
            &Longest::Bounded(depth) => self.bounded(depth, counted),
        }
    }

    /// A run counts so far, and none further.
    fn bounded(&self, depth: u64, counted: &Counted<'_>) -> Result<Depth, Failure> {
        let alarms: Vec<u64> = if depth == 0 { vec![1] } else { vec![depth, depth + 1] };
        let counting = self.loaded.program.counting(self.loaded.entry, counted, &alarms);
        let mut verdicts = self.verdicts(&counting)?;
        let evidence = match verdicts.pop() {
            Some(Verdict::Safe(outcome::Evidence::Certificate(accepted))) => Evidence::Certificate(accepted),
            Some(Verdict::Safe(outcome::Evidence::None(why))) => Evidence::None(why),
            Some(Verdict::Unknown(reason)) => Evidence::None(back::stopped(&reason)),
            Some(Verdict::Unsafe(_)) | None => {
                return Err(Failure::SelfCheck(format!("a stack has more activations than {depth}")));
            }
        };
        let reached = match verdicts.pop() {
            Some(Verdict::Unsafe(replayed)) => {
                let run = back::replayed(self.loaded, &counting, replayed.trace())?;
                if counted.from.is_none() && back::count(run.trace(), counted.counts) != depth {
                    return Err(Failure::SelfCheck(format!("a stack with another number of activations than {depth}")));
                }
                Some(Box::new(run))
            }
            Some(Verdict::Safe(_)) => {
                return Err(Failure::SelfCheck(format!("no stack has as many activations as {depth}")));
            }
            Some(Verdict::Unknown(_)) | None => None,
        };
        Ok(Depth::Bounded { depth, reached, evidence })
    }

    /// A run enters a procedure twice with the same values.
    fn pump(&self, Head { procedure, values }: &Head) -> Result<Depth, Failure> {
        let component = self.recursion.component(*procedure);
        let component = component.ok_or_else(|| Failure::SelfCheck("a cycle of calls without recursion".into()))?;
        let within = among(&self.recursion.components[component].procedures, self.loaded.program.procedures.len());
        let variable = |slot: Slot| match slot {
            Slot::Global(index) => Some(Var::global(index)),
            Slot::Local(index) => Some(Var::local(index)),
            Slot::Result(_) | Slot::Choice(_) => None,
        };
        let values: Vec<(Var, bool)> =
            values.iter().filter_map(|&(slot, value)| Some((variable(slot)?, value))).collect();
        let counting = self.loaded.program.recurring(self.loaded.entry, &within, *procedure, &values);
        match self.verdicts(&counting)?.pop() {
            Some(Verdict::Unsafe(replayed)) => {
                let run = back::replayed(self.loaded, &counting, replayed.trace())?;
                let twice = back::twice(self.loaded, run.trace(), *procedure);
                let twice = twice.ok_or_else(|| Failure::SelfCheck("a run that enters nothing twice".into()))?;
                Ok(Depth::Unbounded(Some(Box::new(Pump { run, twice }))))
            }
            Some(Verdict::Unknown(_)) => Ok(Depth::Unbounded(None)),
            Some(Verdict::Safe(_)) | None => Err(Failure::SelfCheck("nothing is entered twice in the same way".into())),
        }
    }

    /// The procedures that are not recursive, but for those that are entered by the run to the highest stack.
    fn not_recursive(&self, height: &Depth) -> Vec<ProcId> {
        let Loaded { program, entry, .. } = self.loaded;
        let mut entered = BTreeSet::from([*entry]);
        entered.extend(height.run().iter().flat_map(|run| &run.trace().runs).map(|run| run.procedure));
        let is_asked = |id: &ProcId| self.is_wanted && !entered.contains(id) && self.recursion.component(*id).is_none();
        program.procedure_ids().filter(is_asked).collect()
    }

    /// What is known of procedures that are not recursive, of which it was asked whether they are entered; nothing of the others.
    fn entries(
        &self,
        procedures: &[Longest],
        verdicts: impl Iterator<Item = (ProcId, Verdict)>,
    ) -> Result<Vec<Option<Depth>>, Failure> {
        let mut entries = vec![None; procedures.len()];
        for (procedure, verdict) in verdicts {
            let (depth, evidence) = match (&procedures[procedure.index()], verdict) {
                (&Longest::Bounded(depth @ 1), Verdict::Unsafe(_)) => (depth, Evidence::CallGraph),
                (&Longest::Bounded(depth @ 0), Verdict::Safe(outcome::Evidence::Certificate(accepted))) => {
                    (depth, Evidence::Certificate(accepted))
                }
                (&Longest::Bounded(depth @ 0), Verdict::Safe(outcome::Evidence::None(why))) => {
                    (depth, Evidence::None(why))
                }
                (&Longest::Bounded(depth), Verdict::Unknown(reason)) => (depth, Evidence::None(back::stopped(&reason))),
                _ => {
                    let program = &self.loaded.program;
                    let name = program.name(program[procedure].name);
                    return Err(Failure::SelfCheck(format!("two checks differ about whether `{name}` is entered")));
                }
            };
            entries[procedure.index()] = Some(Depth::Bounded { depth, reached: None, evidence });
        }
        Ok(entries)
    }

    /// The answers about the alarms.
    pub(super) fn verdicts(&self, counting: &Counting) -> Result<Vec<Verdict>, Failure> {
        let alarm = |place| Property { kind: PropertyKind::Place, place };
        let properties = counting.alarms().map(alarm).collect();
        let Counting { program, entry, .. } = counting;
        self.decided(Loaded { program: program.clone(), entry: *entry, ..self.loaded.clone() }, properties)
    }

    fn decided(&self, loaded: Loaded, properties: Vec<Property>) -> Result<Vec<Verdict>, Failure> {
        if properties.is_empty() {
            return Ok(Vec::new());
        }
        let loaded = Loaded { properties, numbers: Vec::new(), ..loaded };
        let options = Options {
            all: true,
            engine: Selection::Auto,
            certificates: Certificates::Wanted,
            cross_check: false,
            explain_safe: false,
            recall: None,
            shortest: false,
            another: 0,
            ..self.options.clone()
        };
        let decided = decide(&loaded, &options, &mut Silent)?;
        Ok(decided.outcome.decisions.into_iter().map(|decision| decision.verdict).collect())
    }
}

/// A number by itself.
fn plain(longest: &Longest, evidence: Evidence) -> Depth {
    match longest {
        &Longest::Bounded(depth) => Depth::Bounded { depth, reached: None, evidence },
        Longest::Unbounded(_) => Depth::Unbounded(None),
    }
}

fn unwanted() -> Evidence {
    Evidence::None("it was not asked for".into())
}

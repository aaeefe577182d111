//! What a proof needs of its program.
//!
//! Each statement gets a switch, a variable that nobody writes, and says what it says only where that holds. The claims of this program are refuted
//! with all switches on; the solver tells which of them it needed. What is left after that is tried switch by switch: if a claim has a model without it,
//! the statement is needed, and stays so, since with fewer statements there are more runs. A contract is about one procedure, so the statements of
//! one are tried without a look at the others, and all procedures share their switches.

use super::claim::Batch;
use super::known::Known;
use super::walk::Ground;
use super::{Accepted, NotAccepted, Refusal, claims_hold, is_about, settle, shares};
use crate::budget::{Budget, StopReason};
use crate::lang::program::loosen::{Hold, Part};
use crate::lang::program::{Place, ProcId, Program, Var};
use crate::logic::formula::{Input, Node};
use crate::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Partition, Solver};
use crate::verdict::Certificate;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What a proof needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses {
    /// The parts that it needs, in the order of the text. If all others are loose, the certificate is accepted; if one of these is, too, it is refused.
    pub parts: Vec<Part>,
    /// How many parts there are. What the certificate proves, and so may go by, is not among them.
    pub among: usize,
}

/// What a certificate that is accepted needs of its program. There may be several such sets: this is one of which nothing can be left out, and the
/// same each time.
///
/// # Errors
/// If it is not about this program, or a limit is hit.
pub fn uses(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    accepted: &Accepted,
    budget: &Budget,
) -> Result<Uses, NotAccepted> {
    let certificate = accepted.certificate();
    is_about(program, program_sha256, entry, certificate)?;
    let parts = parts(program, certificate);
    let mut used = statements(program, certificate, &parts, budget)?;
    used.extend(parts.iter().filter(|part| matches!(part, Part::Global(_) | Part::Local(..))));
    initial_values(program, certificate, &parts, &mut used, budget)?;
    claims_hold(&only(program, &parts, &used), program_sha256, entry, certificate, budget)?;
    Ok(Uses { parts: parts.iter().copied().filter(|part| used.contains(part)).collect(), among: parts.len() })
}

/// All parts but the conditions that the certificate is about.
fn parts(program: &Program, certificate: &Certificate) -> Vec<Part> {
    let conditions = certificate.properties.iter().filter(|property| !property.kind.is_place());
    let proved: FxHashSet<Place> = conditions.map(|property| property.place).collect();
    let mut parts = program.parts();
    parts.retain(|part| !matches!(part, Part::Statement(place) if proved.contains(place)));
    parts
}

/// The program in which those of the parts that are not used are loose.
fn only(program: &Program, parts: &[Part], used: &BTreeSet<Part>) -> Program {
    let loose: FxHashSet<Part> = parts.iter().copied().filter(|part| !used.contains(part)).collect();
    program.loosen(0, |part| if loose.contains(&part) { Hold::Loose } else { Hold::Fixed })
}

/// The indices of the contracts of each procedure.
fn contracts(program: &Program, certificate: &Certificate) -> Vec<Vec<usize>> {
    let mut contracts = vec![Vec::new(); program.procedures.len()];
    for (index, contract) in certificate.contracts.iter().enumerate() {
        contracts[contract.procedure.index()].push(index);
    }
    contracts
}

/// The statements and `enforce`s that are needed if all initial values are there.
fn statements(
    program: &Program,
    certificate: &Certificate,
    parts: &[Part],
    budget: &Budget,
) -> Result<BTreeSet<Part>, NotAccepted> {
    let mut own: Vec<Vec<Part>> = vec![Vec::new(); program.procedures.len()];
    for &part in parts {
        if let Part::Enforce(procedure, _) | Part::Statement(Place { procedure, .. }) = part {
            own[procedure.index()].push(part);
        }
    }
    let globals = program.globals.len();
    let numbers: FxHashMap<Part, usize> = own.iter().flat_map(|own| own.iter().copied().zip(0..)).collect();
    let switch = |part| numbers.get(&part).map_or(Hold::Fixed, |number| Hold::Switched(Var::global(globals + number)));
    let switches = own.iter().map(Vec::len).max().unwrap_or(0);
    let switched = program.loosen(switches, switch);
    let ground = Ground::new(&switched, certificate);
    let contracts = contracts(program, certificate);
    let trials: Vec<_> = contracts.iter().zip(&own).collect();
    let needed: Vec<Result<Vec<usize>, NotAccepted>> = shares::each(&trials, budget, |(contracts, own)| {
        Trial::of(&ground, contracts, globals, own.len())?.needed(budget)
    });
    let mut used = BTreeSet::new();
    for (needed, own) in needed.into_iter().zip(&own) {
        used.extend(needed?.into_iter().map(|number| own[number]));
    }
    Ok(used)
}

/// Takes the initial values from `used` that are not needed, one after the other.
fn initial_values(
    program: &Program,
    certificate: &Certificate,
    parts: &[Part],
    used: &mut BTreeSet<Part>,
    budget: &Budget,
) -> Result<(), NotAccepted> {
    let contracts = contracts(program, certificate);
    for &part in parts {
        let concerned: &[usize] = match part {
            Part::Global(_) => &[],
            Part::Local(procedure, _) => &contracts[procedure.index()],
            Part::Enforce(..) | Part::Statement(_) => continue,
        };
        used.remove(&part);
        let loose = only(program, parts, used);
        let (ground, known) = (Ground::new(&loose, certificate), Known::default());
        let mut begin = Batch::default();
        ground.begin(&mut begin)?;
        let begins = begin.settle(&loose, &known, budget).map_err(NotAccepted::from);
        match begins.and_then(|()| settle(&ground, concerned, &known, budget)) {
            Ok(_) => {}
            Err(NotAccepted::Refused(_)) => _ = used.insert(part),
            Err(stopped) => return Err(stopped),
        }
    }
    Ok(())
}

/// The claims of a procedure whose statements have switches.
struct Trial {
    rooms: Vec<Room>,
    switches: usize,
}

/// Claims that share a solver.
struct Room {
    solver: Solver,
    claims: Vec<Switched>,
}

/// A claim with switches.
struct Switched {
    /// When it does not hold.
    fails: Lit,
    /// Those that it speaks of, in order.
    switches: Vec<(usize, Lit)>,
    /// Those of them that were needed last.
    core: Vec<usize>,
}

impl Trial {
    /// The claims of these contracts, in which so many globals behind the first ones are switches.
    fn of(ground: &Ground<'_>, contracts: &[usize], globals: usize, switches: usize) -> Result<Trial, Refusal> {
        // A question pays for all variables of its solver, and a solver for its thread; here there are many questions.
        const NODES: usize = 2_000;
        let mut rooms = Vec::new();
        let mut batch = Batch::default();
        for &index in contracts {
            ground.contract(index, &mut batch, |batch| -> Result<(), Refusal> {
                if batch.scene.formulas.len() > NODES {
                    rooms.push(Room::of(&std::mem::take(batch), globals, switches));
                }
                Ok(())
            })?;
        }
        rooms.push(Room::of(&batch, globals, switches));
        Ok(Trial { rooms, switches })
    }

    /// The switches that are needed.
    fn needed(mut self, budget: &Budget) -> Result<Vec<usize>, NotAccepted> {
        let mut is_on = vec![true; self.switches];
        for Room { solver, claims } in &mut self.rooms {
            for claim in claims {
                match claim.ask(solver, &is_on, budget)? {
                    Some(core) => claim.core = core,
                    None => {
                        return Err(
                            Refusal::whole("a claim that holds of the program does not hold of its parts").into()
                        );
                    }
                }
            }
        }
        is_on = self.cores();
        for number in 0..self.switches {
            if std::mem::take(&mut is_on[number]) {
                if self.holds_without(number, &is_on, budget)? {
                    is_on = self.cores();
                } else {
                    is_on[number] = true;
                }
            }
        }
        Ok((0..self.switches).filter(|&number| is_on[number]).collect())
    }

    /// Whether all claims hold if this switch is off, and others are as given. If so, the cores are new.
    fn holds_without(&mut self, number: usize, is_on: &[bool], budget: &Budget) -> Result<bool, NotAccepted> {
        let mut cores = Vec::new();
        for (at, Room { solver, claims }) in self.rooms.iter_mut().enumerate() {
            for (index, claim) in claims.iter().enumerate().filter(|(_, claim)| claim.core.contains(&number)) {
                match claim.ask(solver, is_on, budget)? {
                    Some(core) => cores.push((at, index, core)),
                    None => return Ok(false),
                }
            }
        }
        for (at, index, core) in cores {
            self.rooms[at].claims[index].core = core;
        }
        Ok(true)
    }

    /// What is in any core.
    fn cores(&self) -> Vec<bool> {
        let mut is_on = vec![false; self.switches];
        let claims = self.rooms.iter().flat_map(|room| &room.claims);
        claims.flat_map(|claim| &claim.core).for_each(|&number| is_on[number] = true);
        is_on
    }
}

impl Room {
    fn of(batch: &Batch, globals: usize, switches: usize) -> Room {
        let formulas = &batch.scene.formulas;
        let mut solver = Solver::new(Backend::default());
        let mut encoder = Encoder::new(Partition::default());
        let claims = batch.claims.iter().map(|claim| {
            let fails = encoder.encode(&mut solver, formulas, claim.fails, |solver, _| solver.new_var());
            let support: FxHashSet<Input> = formulas.support([claim.fails]).into_iter().collect();
            // A run that begins has no switches: initial values are not asked for in this way.
            let all = claim.from.entered.globals.iter().skip(globals).take(switches).enumerate();
            let own = all.filter(
                |(_, switch)| matches!(formulas.node(switch.node()), Node::Input(input) if support.contains(&input)),
            );
            let own = own.filter_map(|(number, &switch)| Some((number, encoder.get(switch)?)));
            Switched { fails, switches: own.collect(), core: Vec::new() }
        });
        let claims = claims.collect();
        Room { solver, claims }
    }
}

impl Switched {
    /// The switches that refute the claim, of those that are on; `None` if they do not.
    fn ask(&self, solver: &mut Solver, is_on: &[bool], budget: &Budget) -> Result<Option<Vec<usize>>, NotAccepted> {
        let on = self.switches.iter().filter(|(number, _)| is_on[*number]);
        let numbers: FxHashMap<Lit, usize> = on.map(|&(number, switch)| (switch, number)).collect();
        let on = self.switches.iter().filter(|(number, _)| is_on[*number]).map(|&(_, switch)| switch);
        let assumptions: Vec<Lit> = std::iter::once(self.fails).chain(on).collect();
        match solver.solve(&assumptions, &Limits { budget: budget.clone(), conflicts: None }) {
            Answer::Unsat(core) => Ok(Some(core.iter().filter_map(|lit| numbers.get(lit).copied()).collect())),
            Answer::Sat(_) => Ok(None),
            Answer::Stopped(reason) => Err(NotAccepted::Stopped(reason)),
            Answer::Conflicts => Err(NotAccepted::Stopped(StopReason::Effort)),
        }
    }
}

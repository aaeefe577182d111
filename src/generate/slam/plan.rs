//! Who calls whom, under which contract, and where the bug sits: decided before any body is written.
//!
//! The procedures form a tree whose root is `main`; each has to call its children. Beyond the tree, a procedure may call any
//! later one, and under a branch any other, which makes recursion. Contracts are partial: they speak of runs that return.

use super::super::choices::{Choices, Seeded};
use super::rule::Rule;
use super::{Options, names};

/// How a procedure changes the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contract {
    /// Free to free.
    StayFree,
    /// Held to held.
    StayHeld,
    /// Free to held.
    Take,
    /// Held to free.
    Give,
    /// Free to: held exactly if the first result is T.
    Try,
    /// Free to: held exactly if the first parameter was T.
    TakeIf,
    /// From: held exactly if the first parameter is T. To free.
    GiveIf,
    /// From: held exactly if the first parameter is T. To: held exactly if the first result is T.
    Carry,
    /// Free to: held exactly if the shared flag is T.
    Share,
    /// From: held exactly if the shared flag is T. To free.
    Unshare,
}

impl Contract {
    const ALL: [Self; 10] = [
        Self::StayFree,
        Self::StayHeld,
        Self::Take,
        Self::Give,
        Self::Try,
        Self::TakeIf,
        Self::GiveIf,
        Self::Carry,
        Self::Share,
        Self::Unshare,
    ];

    /// Does the first parameter tell about the state?
    pub(crate) fn is_told(self) -> bool {
        matches!(self, Self::TakeIf | Self::GiveIf | Self::Carry)
    }

    /// Does the first result tell about the state?
    pub(crate) fn tells(self) -> bool {
        matches!(self, Self::Try | Self::Carry)
    }
}

/// The one mistake of the unsafe variant. The safe variant has the same code at the same place, without the mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bug {
    /// The condition before a release is lost.
    Weakened,
    /// Release and its absence are exchanged.
    Swapped,
    /// The flag gets a new value before the release.
    Overwritten,
    /// The result is arbitrary.
    WrongResult,
    /// Two predicates are no longer kept exclusive.
    Inconsistent,
}

/// What is known of a procedure before it is written.
#[derive(Debug)]
pub(super) struct Procedure {
    pub name: String,
    pub(crate) contract: Contract,
    /// Parameters beyond the one that the contract speaks of.
    pub(crate) parameters: u32,
    /// Results beyond those that the contract speaks of.
    pub results: u32,
    /// Is there a second result, never T together with the first?
    pub(crate) detailed: bool,
    /// Which procedures it has to call.
    pub(crate) children: Vec<usize>,
    /// Set in one procedure, in both variants.
    pub(crate) bug: Option<Bug>,
}

impl Procedure {
    /// The results that are predicates about the answer: none, one or two.
    pub(crate) fn answers(&self) -> usize {
        match (self.contract.tells(), self.detailed) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }
}

/// The whole program before it is written.
#[derive(Debug)]
pub(super) struct Plan {
    pub(crate) rule: &'static Rule,
    /// Globals beside the point.
    pub(crate) data: Vec<String>,
    /// `main` first, then every procedure after its parent.
    pub(crate) procedures: Vec<Procedure>,
    pub(crate) locals: u32,
    pub(crate) statements: u32,
    /// Is the bug in?
    pub(crate) broken: bool,
}

impl Plan {
    pub(crate) fn new(options: &Options, source: &mut Seeded) -> Self {
        let rule = Rule::chosen(source);
        let count = options.procedures as usize;
        // Those that `main` calls; at least one stands below them.
        let roots = (count / 6).clamp(1, count - 1);
        let mut procedures = vec![procedure(0, options, source)];
        for number in 1..=count {
            procedures.push(procedure(number, options, source));
            let parent = if number <= roots { 0 } else { 1 + (number - roots - 1) / 3 };
            procedures[parent].children.push(number);
        }
        let host = roots + 1 + source.below((count - roots) as u32) as usize;
        let (contract, bug) = mistake(source);
        procedures[host].contract = contract;
        procedures[host].bug = Some(bug);
        Self {
            rule,
            data: (0..options.globals).map(names::data).collect(),
            procedures,
            locals: options.locals,
            statements: options.statements,
            broken: options.variant.is_unsafe(),
        }
    }
}

fn procedure(number: usize, options: &Options, source: &mut Seeded) -> Procedure {
    let main = number == 0;
    // Narrow procedures have narrow interfaces, too.
    let extra = 1 + ((options.locals - super::FEWEST_LOCALS) / 2).min(2);
    let kind = source.below(Contract::ALL.len() as u32) as usize;
    Procedure {
        name: if main { "main".to_string() } else { names::procedure(source.below(6), source.below(6), number) },
        contract: if main { Contract::StayFree } else { Contract::ALL[kind] },
        parameters: if main { 0 } else { source.below(extra) },
        results: if main { 0 } else { source.below(extra) },
        detailed: source.below(2) == 1,
        children: Vec::new(),
        bug: None,
    }
}

/// A bug, and the contract under which its data come from a caller or go to one.
fn mistake(source: &mut Seeded) -> (Contract, Bug) {
    let bug =
        [Bug::Weakened, Bug::Swapped, Bug::Overwritten, Bug::WrongResult, Bug::Inconsistent][source.below(5) as usize];
    let other = source.below(2) == 1;
    let contract = match bug {
        Bug::Weakened | Bug::Swapped | Bug::Overwritten if other => Contract::GiveIf,
        Bug::Weakened | Bug::Swapped | Bug::Overwritten => Contract::Unshare,
        Bug::WrongResult if other => Contract::Try,
        Bug::WrongResult => Contract::Carry,
        Bug::Inconsistent => Contract::StayFree,
    };
    (contract, bug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_called_and_the_bug_is_deep() {
        for seed in 0..50 {
            let options = Options { procedures: 2 + seed as u32, ..Options::default() };
            let plan = Plan::new(&options, &mut Seeded::new(seed));
            let mut level = vec![0; plan.procedures.len()];
            for (parent, procedure) in plan.procedures.iter().enumerate() {
                for &child in &procedure.children {
                    assert!(child > parent);
                    level[child] = level[parent] + 1;
                }
            }
            assert!(level[1..].iter().all(|&level| level > 0));
            let host = plan.procedures.iter().position(|procedure| procedure.bug.is_some());
            assert!(level[host.unwrap()] >= 2);
        }
    }
}

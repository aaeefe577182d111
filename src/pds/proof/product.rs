//! What two proofs say of the same runs, as one.

use super::{Claim, Contract, ContractId, Proof};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

impl Proof {
    /// What both prove of the same runs, at the same cuts: the product of their contracts, as far as runs need them.
    #[must_use]
    pub(crate) fn and(self, other: &Proof) -> Proof {
        let Proof { cuts, formulas, contracts, root } = self;
        let mut both = Both { theirs: &other.formulas, formulas, memo: Memo::default(), pairs: Pairs::default() };
        let root = both.pairs.id((root, other.root));
        let mut product = Vec::new();
        while let Some(&(mine, theirs)) = both.pairs.all.get(product.len()) {
            product.push(both.contract(&contracts[mine.index()], &other.contracts[theirs.index()]));
        }
        Proof { cuts, formulas: both.formulas, contracts: product, root }
    }
}

/// Pairs of contracts; each is a contract of the product.
#[derive(Default)]
struct Pairs {
    all: Vec<(ContractId, ContractId)>,
    ids: FxHashMap<(ContractId, ContractId), ContractId>,
}

impl Pairs {
    fn id(&mut self, pair: (ContractId, ContractId)) -> ContractId {
        *self.ids.entry(pair).or_insert_with(|| {
            self.all.push(pair);
            ContractId::from_index(self.all.len() - 1)
        })
    }
}

struct Both<'a> {
    theirs: &'a Formulas,
    formulas: Formulas,
    memo: Memo<Formula>,
    pairs: Pairs,
}

impl Both<'_> {
    /// What holds of the activations that go by both.
    fn contract(&mut self, mine: &Contract, theirs: &Contract) -> Contract {
        // Where one of them says that no run comes, none does.
        let at: BTreeMap<_, _> =
            common(&mine.at, &theirs.at).map(|(at, mine, theirs)| (at, self.claim(mine, theirs))).collect();
        let calls = common(&mine.calls, &theirs.calls)
            .map(|(at, &mine, &theirs)| (at, self.pairs.id((mine, theirs))))
            .collect();
        Contract {
            procedure: mine.procedure,
            entry: self.claim(&mine.entry, &theirs.entry),
            exit: mine.exit.as_ref().zip(theirs.exit.as_ref()).map(|(mine, theirs)| self.claim(mine, theirs)),
            at,
            calls,
        }
    }

    fn claim(&mut self, mine: &Claim, theirs: &Claim) -> Claim {
        let by = |into: &mut Formulas, input: Input| into.input(input);
        let mut moved = Transplant { from: self.theirs, into: &mut self.formulas, by };
        let theirs = theirs.all().iter().map(|&formula| self.memo.value(&mut moved, formula)).collect::<Vec<_>>();
        let mut both: Claim = theirs.into_iter().collect();
        both.add(mine.all().iter().copied());
        both
    }
}

/// What two maps have for the same keys.
fn common<'a, K: Ord + Copy, V>(
    mine: &'a BTreeMap<K, V>,
    theirs: &'a BTreeMap<K, V>,
) -> impl Iterator<Item = (K, &'a V, &'a V)> {
    mine.iter().filter_map(|(&key, mine)| Some((key, mine, theirs.get(&key)?)))
}

//! The Boolean operations, quantification, and the two in one.
//!
//! Trivial cases are answered from the ids; an operation on diagrams of n and m nodes takes time and space up to
//! O(n m) without quantification, and can be exponential with it; mostly it is in n + m.

use super::apply::Binary;
use super::memo::Op;
use super::{BddId, Bdds, Columns, Stop, Tools};

/// What each operation of this file returns when it fails: the limit that was hit.
type Computed = Result<BddId, Stop>;

impl Bdds {
    /// Both hold.
    pub(crate) fn and(&mut self, a: BddId, b: BddId) -> Computed {
        match (a, b) {
            (BddId::TRUE, other) | (other, BddId::TRUE) => Ok(other),
            _ if a.is_false() || b.is_false() => Ok(BddId::FALSE),
            _ if a == b => Ok(a),
            _ => self.binary(Op::And, Binary::And, a.min(b), a.max(b)),
        }
    }

    /// At least one holds.
    pub(crate) fn or(&mut self, a: BddId, b: BddId) -> Computed {
        match (a, b) {
            (BddId::FALSE, other) | (other, BddId::FALSE) => Ok(other),
            _ if a.is_true() || b.is_true() => Ok(BddId::TRUE),
            _ if a == b => Ok(a),
            _ => self.binary(Op::Or, Binary::Or, a.min(b), a.max(b)),
        }
    }

    /// `a` holds and `b` does not.
    pub(crate) fn diff(&mut self, a: BddId, b: BddId) -> Computed {
        match (a, b) {
            _ if a == b || a.is_false() || b.is_true() => Ok(BddId::FALSE),
            (_, BddId::FALSE) => Ok(a),
            (BddId::TRUE, _) => self.not(b),
            _ => self.binary(Op::Diff, Binary::Diff, a, b),
        }
    }

    /// Both or neither hold.
    pub(crate) fn iff(&mut self, a: BddId, b: BddId) -> Computed {
        match (a, b) {
            _ if a == b => Ok(BddId::TRUE),
            (BddId::TRUE, other) | (other, BddId::TRUE) => Ok(other),
            (BddId::FALSE, other) | (other, BddId::FALSE) => self.not(other),
            _ => self.binary(Op::Iff, Binary::Iff, a.min(b), a.max(b)),
        }
    }

    /// It does not hold. Linear.
    pub(crate) fn not(&mut self, a: BddId) -> Computed {
        match a {
            BddId::FALSE => Ok(BddId::TRUE),
            BddId::TRUE => Ok(BddId::FALSE),
            _ => self.operate((Op::Not, a.0, 0, 0), |tools| tools.store.get(a).not()),
        }
    }

    /// Some values of these columns make it hold.
    pub(crate) fn exists(&mut self, a: BddId, forgotten: Columns) -> Computed {
        self.and_exists(a, BddId::TRUE, forgotten)
    }

    /// Some values of these columns make both hold: conjunction and quantification in one pass, the relational product.
    pub(crate) fn and_exists(&mut self, a: BddId, b: BddId, forgotten: Columns) -> Computed {
        if a.is_false() || b.is_false() {
            return Ok(BddId::FALSE);
        }
        if a == b && !a.is_true() {
            return self.and_exists(a, BddId::TRUE, forgotten);
        }
        if forgotten == Columns::NONE || (a.is_true() && b.is_true()) {
            return self.and(a, b);
        }
        let (a, b) = (a.max(b), a.min(b));
        let columns = self.sets.get(forgotten.0).clone();
        columns.iter().for_each(|&column| _ = self.marks.insert(column));
        let marked = |id, value| self.store.get(id).nodes().any(|node| self.marks.contains(node.column) == value);
        let result = if b.is_true() && !marked(a, false) {
            Ok(BddId::TRUE)
        } else if marked(a, true) || marked(b, true) {
            let key = (Op::AndExists, a.0, b.0, forgotten.0);
            self.operate(key, |Tools { store, marks, weave, meter }| {
                weave.and_exists(store.get(a), store.get(b), |column| marks.contains(column), meter)
            })
        } else {
            self.and(a, b)
        };
        columns.iter().for_each(|&column| self.marks.remove(column));
        result
    }

    fn binary(&mut self, op: Op, binary: Binary, a: BddId, b: BddId) -> Computed {
        self.operate((op, a.0, b.0, 0), |Tools { store, weave, meter, .. }| {
            weave.binary(binary, store.get(a), store.get(b), meter)
        })
    }
}

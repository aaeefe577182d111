//! Inputs of a formula eliminated, through its diagram.

use super::{Bdds, Column, Limits, Translation};
use crate::budget::StopReason;
use crate::logic::formula::{Formula, Formulas, Input};
use rustc_hash::FxHashMap;

/// What holds for some values of the inputs that are to go. `order` names all inputs of the formula, in the order of columns.
///
/// # Errors
/// The limit that was hit; more inputs than a manager has columns are [`StopReason::Nodes`].
pub(crate) fn exists(
    formulas: &mut Formulas,
    formula: Formula,
    order: &[Input],
    is_gone: impl Fn(&Input) -> bool,
    limits: Limits,
) -> Result<Formula, StopReason> {
    let mut bdds = Bdds::new(order.len(), limits).map_err(|_| StopReason::Nodes)?;
    let column: FxHashMap<Input, Column> = order.iter().copied().zip((0..).map(Column)).collect();
    let literal = |bdds: &mut Bdds, input: Input| Ok(bdds.literal(column[&input], true));
    let diagram = Translation::default().diagram(&mut bdds, formulas, formula, literal)?;
    let gone = bdds.column_set(order.iter().filter(|&input| is_gone(input)).map(|input| column[input]));
    let diagram = bdds.exists(diagram, gone)?;
    let inputs: Vec<Formula> = order.iter().map(|&input| formulas.input(input)).collect();
    Ok(bdds.factored(diagram, formulas, |column| inputs[column.index()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_goes() {
        let mut f = Formulas::default();
        let order = [Input(0), Input(1), Input(2)];
        let [a, between, b] = order.map(|input| f.input(input));
        let (left, right) = (f.iff(a, between), f.iff(between, !b));
        let both = f.and(left, right);
        let differ = exists(&mut f, both, &order, |&input| input == Input(1), Limits::default()).expect("no limit");
        let difference = f.iff(a, differ);
        assert_eq!(f.support([differ]), [Input(0), Input(2)]);
        let all = exists(&mut f, difference, &order, |&input| input == Input(2), Limits::default()).expect("no limit");
        assert_eq!(all, Formula::TRUE);
    }
}

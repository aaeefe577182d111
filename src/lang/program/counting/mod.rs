//! Programs that count their activations, so that a question about the depth of stacks is one about a place.
//!
//! Each procedure that is looked at has *registers*, a few more parameters: its callers say by them what is below it on the stack. Where it is entered it
//! compares them, and if the stack is deep enough a procedure is called that nothing else calls: an *alarm*. The question is whether that is entered.
//! Otherwise the program does all that it did, and nothing else.
//!
//! Counting may begin anew with each call, as a choice has it: so it counts to n where a stack has n activations or more. How high it comes is the same,
//! and that all numbers up to a bound come up for a head is said in fewer words than which numbers do.

mod insert;
mod number;
mod recurring;

use super::expression::Expr;
use super::model::*;
use super::write::Writer;
use insert::{Alarm, Entered, Handing, Plan};

/// A program that counts, with the way back to the program that it was made of.
#[derive(Clone, Debug)]
pub struct Counting {
    /// The program.
    pub program: Program,
    /// Where its runs begin: in a procedure of its own that calls the one in which they did begin, if that has registers.
    pub entry: ProcId,
    /// The procedures that are entered as soon as it has counted so far.
    alarms: Vec<ProcId>,
    /// For each procedure and point the point before, if there was one.
    before: Vec<Vec<Option<Point>>>,
    /// For each procedure how many parameters it had, and which of its parameters and locals are registers.
    registers: Vec<std::ops::Range<usize>>,
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// For each procedure whether its activations keep the number.
    pub within: &'a [bool],
    /// For each procedure whether its activations are counted.
    pub counts: &'a [bool],
    /// Where the first activation is called that is counted with those above it; `None`: anywhere, or runs begin with it.
    pub from: Option<Place>,
}

impl Counting {
    /// Where the alarms are entered.
    pub fn alarms(&self) -> impl Iterator<Item = Place> + '_ {
        self.alarms.iter().map(|&procedure| Place { procedure, point: Point(1) })
    }

    /// The point that a place was before, if it was there.
    pub fn before(&self, place: Place) -> Option<Point> {
        self.before.get(place.procedure.index())?.get(place.point.0 as usize).copied().flatten()
    }

    /// Which of the parameters and locals of a procedure are registers; none of one that was not there.
    pub fn registers(&self, procedure: ProcId) -> Option<std::ops::Range<usize>> {
        self.registers.get(procedure.index()).cloned()
    }
}

impl Program {
    /// The same program, whose runs begin with `entry`, and which counts; it has an alarm for each of these numbers, which is entered when an activation
    /// makes it so many.
    pub fn counting(&self, entry: ProcId, counted: &Counted<'_>, alarms: &[u64]) -> Counting {
        let most = alarms.iter().copied().max().unwrap_or(0);
        let bits = (u64::BITS - most.leading_zeros()) as usize;
        let chosen = usize::from(counted.from.is_some());
        let plan = Plan {
            entry,
            within: counted.within,
            registers: bits + chosen,
            alarms: alarms.len(),
            entered: |writer: &mut Writer<'_>, procedure: ProcId, own: &[Var]| {
                let alarms = if counted.counts[procedure.index()] { alarms } else { &[] };
                let alarms = alarms
                    .iter()
                    .enumerate()
                    .map(|(index, &number)| Alarm { index, when: number::equals(writer, &own[..bits], number) });
                Entered { alarms: alarms.collect(), kept: None }
            },
            chooses: true,
            handed: |writer: &mut Writer<'_>, call: &Handing<'_>| {
                let counts = counted.counts[call.callee.index()];
                match call.caller {
                    // The first one that counts, unless chains begin somewhere else.
                    None => {
                        let is_on = counted.from.is_none() || counted.from == call.site;
                        let first = (0..bits).map(|bit| is_on && counts && bit == 0);
                        first.chain(counted.from.map(|_| is_on)).map(|value| writer.constant(value)).collect()
                    }
                    Some(own) => {
                        let (number, is_on) = (&own[..bits], own.get(bits).copied());
                        let mut handed: Vec<Expr> =
                            (0..bits).map(|bit| number::on(writer, number, bit, counts, is_on, call.choice)).collect();
                        handed.extend(is_on.map(|is_on| writer.variable(is_on)));
                        handed
                    }
                }
            },
        };
        insert::instrumented(self, &plan)
    }
}

//! What the tests of analyses and passes need: a program's system, with its names.

use super::{Liveness, Reach};
use crate::lang::cfg::{self, Cfg, LocId};
use crate::lang::program::property::properties;
use crate::lang::program::{Place, Point, ProcId, Program, resolve};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::{Ladder, parse};
use crate::pds::{self, Slot, SymbolicPds, Target};

pub(in crate::pds) struct Fixture {
    pub(in crate::pds) program: Program,
    pub(in crate::pds) graphs: Cfg,
    pub(in crate::pds) pds: SymbolicPds,
    /// Of the properties in the text.
    pub(in crate::pds) targets: Vec<Target>,
}

impl Fixture {
    pub(in crate::pds) fn new(text: &str) -> Fixture {
        let mut diagnostics = Diagnostics::new(&Source::new("test.bp", text));
        let ast = parse(&Source::new("test.bp", text), Ladder::Standard, &mut diagnostics);
        let program = resolve(ast, &mut diagnostics).expect("a program");
        let graphs = cfg::build(&program);
        let pds = pds::build(&program, &graphs, program.find_procedure("main").expect("a main"));
        let targets = properties(&program, &[]).expect("properties");
        let targets = targets.iter().map(|property| pds::build::target(&graphs, property)).collect();
        Fixture { program, graphs, pds, targets }
    }

    pub(in crate::pds) fn live(&self) -> Liveness {
        Liveness::analyse(&self.pds, &Reach::analyse(&self.pds, &self.targets))
    }

    pub(in crate::pds) fn procedure(&self, name: &str) -> ProcId {
        self.program.find_procedure(name).expect("a procedure")
    }

    /// The location of the statement with this number.
    pub(in crate::pds) fn at(&self, procedure: &str, point: u32) -> LocId {
        self.graphs.at(Place { procedure: self.procedure(procedure), point: Point(point) })
    }

    /// The names of slots, as the procedure sees them.
    pub(in crate::pds) fn names(&self, procedure: ProcId, slots: impl Iterator<Item = Slot>) -> String {
        let names = slots.map(|slot| match slot {
            Slot::Global(index) => self.program.name(self.program.globals[index].name).to_string(),
            Slot::Local(index) => self.program.name(self.program[procedure].locals[index].name).to_string(),
            Slot::Result(index) => format!("result{index}"),
            Slot::Choice(index) => format!("choice{index}"),
        });
        names.collect::<Vec<_>>().join(" ")
    }
}

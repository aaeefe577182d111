//! Where the ways from a condition meet again, and what happens on them.

use crate::lang::program::frame::Frame;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::semantics::{Bits, BitsRef};
use crate::lang::program::{Kind, Node, Place, Point, ProcId, Program, Var, VarScope};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The variables of a procedure as one row of bits: the globals, then parameters and locals.
pub(super) fn bit(program: &Program, var: Var) -> usize {
    match var.scope() {
        VarScope::Global(index) => index,
        VarScope::Local(index) => program.globals.len() + index,
    }
}

/// What lies between a condition and the place where its ways meet again.
#[derive(Debug)]
pub(super) struct Region {
    /// The variables that may be written there.
    writes: Bits,
    /// Whether a run may be stuck there: in an `assume`, or for ever.
    may_stick: bool,
}

impl Region {
    /// Whether it makes a difference to these variables, or to whether anything follows, that it is gone through.
    pub(super) fn touches(&self, wanted: &BitsRef) -> bool {
        self.may_stick || self.writes.iter_ones().any(|bit| wanted[bit])
    }
}

/// Where the ways from a place meet again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// At this point.
    At(Point),
    /// Where the procedure returns, by whatever `return`.
    Return,
    /// Nowhere that all of them come to.
    Nowhere,
}

/// The regions of a program, found where they are asked for.
pub(super) struct Regions<'a> {
    program: &'a Program,
    /// The violation, if it is enough to come there.
    label: Option<Place>,
    frame: Frame,
    /// The procedures that may not return.
    sticky: Vec<bool>,
    graphs: FxHashMap<ProcId, Rc<Graph>>,
    known: FxHashMap<Place, Rc<Region>>,
}

impl<'a> Regions<'a> {
    pub(super) fn of(program: &'a Program, property: &Property) -> Regions<'a> {
        let label = matches!(property.kind, PropertyKind::Label(_)).then_some(property.place);
        let mut regions = Regions {
            program,
            label,
            frame: Frame::of(program),
            sticky: Vec::new(),
            graphs: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        regions.sticky = regions.stuck();
        regions
    }

    /// The globals that a procedure may write.
    pub(super) fn writes(&self, procedure: ProcId) -> &BitsRef {
        self.frame.written(procedure)
    }

    /// The flow of control in a procedure.
    pub(super) fn graph(&mut self, procedure: ProcId) -> Rc<Graph> {
        let program = self.program;
        let label = self.label.filter(|label| label.procedure == procedure).map(|label| label.point);
        Rc::clone(self.graphs.entry(procedure).or_insert_with(|| Rc::new(Graph::of(program, procedure, label))))
    }

    /// What lies behind a place that has several ways, up to where they meet.
    pub(super) fn behind(&mut self, place: Place) -> Rc<Region> {
        if let Some(region) = self.known.get(&place) {
            return Rc::clone(region);
        }
        let graph = self.graph(place.procedure);
        let region = Rc::new(self.gather(place, &graph));
        self.known.insert(place, Rc::clone(&region));
        region
    }

    fn gather(&self, place: Place, graph: &Graph) -> Region {
        let program = self.program;
        let globals = program.globals.len();
        let mut region = Region {
            writes: Bits::repeat(false, globals + program[place.procedure].locals.len()),
            may_stick: graph.meeting(place.point) == Meeting::Nowhere,
        };
        let end = match graph.meeting(place.point) {
            Meeting::At(point) => Some(point),
            _ => None,
        };
        let mut seen: FxHashSet<Point> = FxHashSet::from_iter([place.point]);
        let mut open = vec![place.point];
        while let Some(point) = open.pop() {
            let at = Place { point, ..place };
            if graph.is_doomed(point) {
                continue;
            }
            region.may_stick |= graph.is_lost(point);
            match program[at].kind {
                Kind::Assign { targets, .. } => region.write(program, program[targets].iter().flatten()),
                Kind::Dead(vars) => region.write(program, program[vars].iter().flatten()),
                Kind::Relate(_) => region.write(program, &program.in_scope(place.procedure)),
                Kind::Call { callee, targets, .. } => {
                    region.write(program, program[targets].iter().flatten());
                    region.writes[..globals] |= self.writes(callee);
                    region.may_stick |= self.sticky[callee.index()];
                }
                Kind::Assume(_) => region.may_stick |= graph.blocks(point),
                _ => {}
            }
            for next in graph.next(point) {
                if Some(*next) != end && seen.insert(*next) {
                    open.push(*next);
                }
            }
        }
        region
    }

    /// Which procedures may not return once they are entered: those with an `assume` that is no branch, or with ways that come to no end, and those that
    /// call such.
    fn stuck(&mut self) -> Vec<bool> {
        let program = self.program;
        let mut stuck = vec![false; program.procedures.len()];
        let mut callers: Vec<Vec<ProcId>> = vec![Vec::new(); stuck.len()];
        let mut open = Vec::new();
        for procedure in program.procedure_ids() {
            let graph = self.graph(procedure);
            for place in program.places(procedure).filter(|place| !graph.is_doomed(place.point)) {
                match program[place].kind {
                    Kind::Call { callee, .. } => callers[callee.index()].push(procedure),
                    Kind::Assume(_) if graph.blocks(place.point) => stuck[procedure.index()] = true,
                    _ if graph.is_lost(place.point) => stuck[procedure.index()] = true,
                    _ => {}
                }
            }
            if stuck[procedure.index()] {
                open.push(procedure);
            }
        }
        while let Some(callee) = open.pop() {
            for &caller in &callers[callee.index()] {
                if !std::mem::replace(&mut stuck[caller.index()], true) {
                    open.push(caller);
                }
            }
        }
        stuck
    }
}

impl Region {
    fn write<'v>(&mut self, program: &Program, vars: impl IntoIterator<Item = &'v Var>) {
        vars.into_iter().for_each(|&var| self.writes.set(bit(program, var), true));
    }
}

/// Where control goes in a procedure, and where its ways meet. Ways that come to the violation, which is a label then, are none of those: the violation
/// is there, too.
#[derive(Debug)]
pub(super) struct Graph {
    next: Vec<Vec<Point>>,
    /// The points from which all ways that come to an end come to the violation.
    doomed: Bits,
    /// For each point its immediate postdominator, the number of points for the return; `None` if no way from it comes to one.
    meetings: Vec<Option<usize>>,
    assumes: Assumes,
}

impl Graph {
    fn of(program: &Program, procedure: ProcId, label: Option<Point>) -> Graph {
        let next: Vec<Vec<Point>> = program.places(procedure).map(|place| successors(program, place)).collect();
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); next.len() + 1];
        let is_label = |point: usize| label.is_some_and(|label| label.0 as usize == point);
        for (from, targets) in next.iter().enumerate() {
            targets.iter().filter(|_| !is_label(from)).for_each(|to| back[to.0 as usize].push(from));
            if targets.is_empty() {
                back[next.len()].push(from);
            }
        }
        let meetings = postdominators(&next, &back);
        let mut doomed = Bits::repeat(false, next.len());
        if let Some(label) = label {
            let before = postorder(&back, label.0 as usize);
            before.into_iter().filter(|&point| meetings[point].is_none()).for_each(|point| doomed.set(point, true));
        }
        let assumes = Assumes::of(program, procedure, &next, &doomed);
        Graph { next, doomed, meetings, assumes }
    }

    /// Where control can go from a point; nowhere from a return.
    fn next(&self, point: Point) -> &[Point] {
        &self.next[point.0 as usize]
    }

    /// Whether there are several ways, besides those that come to the violation.
    pub(super) fn branches(&self, point: Point) -> bool {
        self.next(point).iter().filter(|&&next| !self.is_doomed(next)).count() > 1
    }

    /// Whether it makes a difference that control goes from a point to `taken`: whether there is another way, besides those that come to the violation.
    pub(super) fn decides(&self, point: Point, taken: Point) -> bool {
        let mut others = self.next(point).iter().filter(|&&next| next != taken);
        others.any(|&next| !self.is_doomed(next))
    }

    fn is_doomed(&self, point: Point) -> bool {
        self.doomed[point.0 as usize]
    }

    /// Where all ways from a point meet.
    pub(super) fn meeting(&self, point: Point) -> Meeting {
        match self.meetings[point.0 as usize] {
            None => Meeting::Nowhere,
            Some(meeting) if meeting == self.next.len() => Meeting::Return,
            Some(meeting) => Meeting::At(Point(meeting as u32)),
        }
    }

    fn is_lost(&self, point: Point) -> bool {
        self.meeting(point) == Meeting::Nowhere
    }

    /// Whether the `assume` at a point may block a run.
    fn blocks(&self, point: Point) -> bool {
        self.assumes.blocking[point.0 as usize]
    }

    /// Whether there would be a violation, too, if the `assume` at a point did not hold.
    pub(super) fn is_certain(&self, point: Point) -> bool {
        self.assumes.certain[point.0 as usize]
    }
}

/// The different points where control can go, in order.
fn successors(program: &Program, place: Place) -> Vec<Point> {
    let statement = &program[place];
    let mut points = match statement.kind {
        Kind::Goto(targets) => program[targets].to_vec(),
        Kind::Branch { yes, .. } => vec![yes, statement.next],
        Kind::Return(_) | Kind::End => Vec::new(),
        _ => vec![statement.next],
    };
    points.sort_unstable();
    points.dedup();
    points
}

/// What is known of the `assume`s of a procedure.
#[derive(Debug)]
struct Assumes {
    /// Those that may block a run: not those that always hold, nor those that are branches.
    blocking: Bits,
    /// The branches beside which all others come to the violation: were they not to hold, there would be one, too.
    certain: Bits,
}

impl Assumes {
    /// A branch is one to which a `goto` with several targets comes, over points where nothing is done.
    fn of(program: &Program, procedure: ProcId, next: &[Vec<Point>], doomed: &BitsRef) -> Assumes {
        let at = |point: Point| program[Place { procedure, point }].kind;
        let is_restrictive = |point: Point| match at(point) {
            Kind::Assume(cond) => program.expr_nodes(cond).iter().any(|node| !matches!(node, Node::Const(_))),
            _ => false,
        };
        let mut blocking: Bits = (0..next.len() as u32).map(Point).map(is_restrictive).collect();
        let mut certain = Bits::repeat(false, next.len());
        let mut open = certain.clone();
        for targets in next.iter().filter(|targets| targets.len() > 1) {
            let is_alone = targets.iter().filter(|target| !doomed[target.0 as usize]).count() == 1;
            for &target in targets {
                let mut point = target;
                // Chains are short, and one may be a circle.
                for _ in 0..16 {
                    match (at(point), next[point.0 as usize].as_slice()) {
                        (Kind::Skip | Kind::Goto(_), [only]) => point = *only,
                        _ => break,
                    }
                }
                let point = point.0 as usize;
                blocking.set(point, false);
                let kind = if is_alone && !doomed[target.0 as usize] { &mut certain } else { &mut open };
                kind.set(point, true);
            }
        }
        Assumes { blocking, certain: certain & !open }
    }
}

/// The immediate postdominators, by the algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001) on the reversed graph
/// `back`, in which all returns come from one point more.
fn postdominators(next: &[Vec<Point>], back: &[Vec<usize>]) -> Vec<Option<usize>> {
    let exit = next.len();
    let order = postorder(back, exit);
    let mut number = vec![usize::MAX; exit + 1];
    order.iter().enumerate().for_each(|(index, &point)| number[point] = index);
    let mut found: Vec<Option<usize>> = vec![None; exit + 1];
    found[exit] = Some(exit);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &point in order.iter().rev().skip(1) {
            let is_return = next[point].is_empty();
            let targets = next[point].iter().map(|to| to.0 as usize).chain(is_return.then_some(exit));
            let common =
                targets.filter(|&to| found[to].is_some()).reduce(|one, other| meet(&found, &number, one, other));
            if found[point] != common {
                found[point] = common;
                changed = true;
            }
        }
    }
    found.truncate(exit);
    found
}

/// The nearest point that both have above them.
fn meet(found: &[Option<usize>], number: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        let lower = if number[one] < number[other] { &mut one } else { &mut other };
        match found[*lower] {
            Some(above) => *lower = above,
            None => return *lower,
        }
    }
    one
}

/// The points that are reached backwards from `start`, each after those reached from it.
fn postorder(back: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; back.len()];
    let mut stack = vec![(start, 0)];
    seen[start] = true;
    while let Some((point, at)) = stack.last_mut() {
        match back[*point].get(*at) {
            Some(&from) => {
                *at += 1;
                if !std::mem::replace(&mut seen[from], true) {
                    stack.push((from, 0));
                }
            }
            None => {
                order.push(*point);
                stack.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::program::property::LabelRequest;
    use crate::lang::source::Source;
    use crate::pipeline::{Options, load};

    /// For the points of `main` the lines of its body where their ways meet: 0 for the return, `-` for none, `!` for those that come to the label L only.
    fn meetings(body: &str) -> String {
        let text = format!("void main() begin decl a;\n{body}\nend\n");
        let labels = if body.contains("L:") { vec![LabelRequest::parse("L")] } else { Vec::new() };
        let loaded = load(&Source::new("x.bp", text), &Options::default().with_labels(labels)).expect("a program");
        let (program, procedure) = (&loaded.program, loaded.entry);
        let label = loaded.properties.first().map(|property| property.place.point);
        let graph = Graph::of(program, procedure, label);
        let line = |point: Point| loaded.source.position(program.span(Place { procedure, point }).start).line - 1;
        let show = |point: Point| match graph.meeting(point) {
            _ if graph.is_doomed(point) => "!".to_string(),
            Meeting::At(meeting) => line(meeting).to_string(),
            Meeting::Return => "0".to_string(),
            Meeting::Nowhere => "-".to_string(),
        };
        let points =
            program.places(procedure).skip(1).map(|place| format!("{}>{}", line(place.point), show(place.point)));
        points.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ways_meet_where_all_of_them_pass() {
        let branch = "if (a) then\n a := F;\n else\n a := T;\n fi\n skip;";
        assert_eq!(meetings(branch), "1>6 2>6 4>6 6>7 7>0");
        let round = "while (a) do\n a := F;\n od\n return;";
        assert_eq!(meetings(round), "1>4 2>1 4>0 5>0");
        let returns = "if (a) then\n return;\n fi\n skip;";
        assert_eq!(meetings(returns), "1>0 2>0 4>5 5>0");
    }

    #[test]
    fn ways_that_never_end_meet_nowhere() {
        let endless = "if (a) then\n M: goto M;\n fi\n skip;";
        assert_eq!(meetings(endless), "1>4 2>- 4>5 5>0");
    }

    #[test]
    fn ways_to_the_violation_are_none() {
        let violation = "if (a) then\n goto L;\n fi\n return;\n L: skip;";
        assert_eq!(meetings(violation), "1>4 2>! 4>0 5>! 6>0");
    }
}

//! The flow of control in a procedure, and where its ways meet.

use super::assumes::Assumes;
use super::postdominators::{postdominators, postorder};
use crate::lang::program::semantics::Bits;
use crate::lang::program::{Kind, Place, Point, ProcId, Program};

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
    pub(super) fn of(program: &Program, procedure: ProcId, label: Option<Point>) -> Graph {
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
    pub(super) fn next(&self, point: Point) -> &[Point] {
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

    pub(super) fn is_doomed(&self, point: Point) -> bool {
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

    pub(super) fn is_lost(&self, point: Point) -> bool {
        self.meeting(point) == Meeting::Nowhere
    }

    /// Whether the `assume` at a point may block a run.
    pub(super) fn blocks(&self, point: Point) -> bool {
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

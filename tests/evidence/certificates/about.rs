//! Certificates that are not about the program, or speak of what it does not have: refused before anything is asked.

use super::Subject;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::lang::program::property::{Property, PropertyKind};
use bpcheck::lang::program::{Place, Point, ProcId, Var};
use bpcheck::logic::formula::Formula;
use bpcheck::validate::inductive::{NotAccepted, Refusal, check, obligations, uses, vacuous};
use bpcheck::verdict::Certificate;
use bpcheck::verdict::certificate::{Contract, Subject as Of};

/// Two procedures, so that there is another one: `main` has a parameter and a local, `f` a parameter and two results.
const TEXT: &str = "decl a, b; void main(p) begin decl l; L: a := F; while (*) do a, l := f(p); od assert(!a); end
                    bool<2> f(p) begin return F, p; end";

/// A refusal, in words.
#[derive(Debug, PartialEq, Eq)]
struct Refused(String);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused(refusal.to_string())
    }
}

impl From<StopReason> for Refused {
    fn from(reason: StopReason) -> Refused {
        Refused(reason.to_string())
    }
}

impl Subject {
    fn refusal(&self, certificate: &Certificate) -> Option<String> {
        let sha256 = self.source.sha256();
        let checked = check(&self.program, sha256, certificate.entry, certificate.clone(), &Budget::unlimited());
        checked.err().map(|refusal| refusal.to_string())
    }
}

#[test]
fn certificates_about_something_else_are_refused() {
    let subject = Subject::new(TEXT);
    let accepted = subject.accepted("saturation").expect("it is SAFE");
    let certificate = accepted.certificate();
    let (sha256, main) = (subject.source.sha256(), certificate.entry);
    let program = &subject.program;
    // All who look at certificates refuse what is about something else, in the same words.
    let is_refused = |sha256: &str, entry: ProcId, because: &str| {
        let budget = Budget::unlimited();
        let told = |why: NotAccepted| Refused(why.to_string());
        let words = [
            check(program, sha256, entry, certificate.clone(), &budget).map(drop).map_err(told),
            vacuous(program, sha256, entry, &accepted, &budget).map(drop).map_err(told),
            uses(program, sha256, entry, &accepted, &budget).map(drop).map_err(told),
            obligations(program, sha256, entry, &accepted, &budget, |_| Ok(())),
        ];
        for refused in words {
            let Refused(words) = refused.expect_err(because);
            assert!(words.contains(because), "{words}");
        }
    };
    assert_eq!(subject.refusal(certificate), None);
    is_refused(&sha256.to_uppercase(), main, "it is about a program with the SHA-256");
    let f = program.find_procedure("f").expect("there is one");
    is_refused(sha256, f, "it is about runs that begin in another procedure");
    let with = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        changed
    };
    // Of all places and those behind the last one, the assertion, the label and nothing else are properties.
    let procedures = program.procedures.len();
    let mut properties = 0;
    for procedure in (0..procedures + 2).map(ProcId::from_index) {
        let points = program.procedures.get(procedure.index()).map_or(2, |procedure| procedure.points() + 2);
        for point in (0..points).chain([u32::MAX]).map(Point) {
            let label = |name: &str| PropertyKind::Label(name.to_string());
            for kind in [PropertyKind::Assert, PropertyKind::AbortIf, label("L"), label("M")] {
                let place = Place { procedure, point };
                let property = Property { kind, place };
                let one = with(&|c| c.properties = vec![property.clone()]);
                match subject.refusal(&one) {
                    Some(refusal) if refusal.contains("no such property") => {}
                    _ => properties += 1,
                }
            }
        }
    }
    assert_eq!(properties, 2);
    let stranger = with(&|c| c.contracts[0].procedure = ProcId::from_index(procedures));
    let refusal = subject.refusal(&stranger).expect("a contract of a procedure that is not there");
    assert!(refusal.contains("contract 0 speaks of what the program does not have"), "{refusal}");
}

/// What a formula may speak of: this is held against a list of all subjects, those just behind the last ones included.
#[test]
fn formulas_speak_of_what_there_is() {
    let subject = Subject::new(TEXT);
    let certificate = subject.certificate("saturation").expect("it is SAFE");
    let globals = 2;
    let vars = || (0..4).flat_map(|index| [Var::global(index), Var::local(index)]);
    let subjects: Vec<Of> =
        vars().flat_map(|var| [Of::Entry(var), Of::Now(var)]).chain((0..4).map(Of::Result)).collect();
    for (index, contract) in certificate.contracts.iter().enumerate() {
        let declared = &subject.program[contract.procedure];
        let is_entered = |of: Of| {
            (0..globals).any(|at| of == Of::Entry(Var::global(at)))
                || (0..declared.params).any(|at| of == Of::Entry(Var::local(at)))
        };
        let is_global = |of: Of| (0..globals).any(|at| of == Of::Now(Var::global(at)));
        let is_local = |of: Of| (0..declared.locals.len()).any(|at| of == Of::Now(Var::local(at)));
        let is_result = |of: Of| (0..declared.results).any(|at| of == Of::Result(at));
        let speaks = |change: &dyn Fn(&mut Contract, Formula), of: Of| {
            let mut changed = certificate.clone();
            let contract = &mut changed.contracts[index];
            let input = contract.formulas.input(of.input());
            change(contract, input);
            let refusal = subject.refusal(&changed);
            !refusal.is_some_and(|refusal| refusal.contains("speaks of what the program does not have"))
        };
        for &of in &subjects {
            let fits = [
                speaks(&|contract, formula| contract.entry = formula, of),
                speaks(&|contract, formula| contract.summary = formula, of),
                speaks(&|contract, formula| _ = contract.invariants.insert(Point(1), formula), of),
            ];
            let entered = is_entered(of);
            let expected =
                [entered, entered || is_global(of) || is_result(of), entered || is_global(of) || is_local(of)];
            assert_eq!(fits, expected, "{of:?} in contract {index}");
        }
        let at = |point: u32| {
            speaks(&|contract, _| _ = contract.invariants.insert(Point(point), Formula::TRUE), Of::Result(0))
        };
        assert!(at(declared.points() - 1) && !at(declared.points()) && !at(declared.points() + 1));
    }
}

/// Where the certificate fixes the value of a variable, the checker puts it in; an obligation says it.
#[test]
fn obligations_say_all_that_they_rest_on() {
    let subject = Subject::new("decl g; void main() begin g := F; while (*) do skip; od assert(!g); end");
    let accepted = subject.accepted("saturation").expect("it is SAFE");
    let entry = accepted.certificate().entry;
    let (sha256, mut names) = (subject.source.sha256(), Vec::new());
    let handed_out = obligations(&subject.program, sha256, entry, &accepted, &Budget::unlimited(), |one| {
        names.push(one.name);
        Ok::<_, Refused>(())
    });
    assert_eq!(handed_out, Ok(()));
    assert_eq!(names, ["main-2-step-1", "main-4-property-2"]);
}

//! Formulas about pushdown systems, held against heads that repeat, which are found here by definition: in the system with a plain automaton (Bouajjani, Esparza and
//! Maler, CONCUR 1997), rule by rule. That shares nothing with the program that is made of a system.

use super::{formula, mixed};
use bpcheck::convert::Input;
use bpcheck::engine::{Selection, Silent};
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::Ladder;
use bpcheck::ltl::automaton::Automaton;
use bpcheck::ltl::parse::Manner;
use bpcheck::outcome::{Evidence, Overall, Verdict};
use bpcheck::pds::explicit::{Configuration, PushdownSystem, Rule, StateId, SymbolId};
use bpcheck::pipeline::{Asked, Temporal, decide, load};
use bpcheck::temporal::{Claim, Spoken, onlooker};
use bpcheck::{Options, Source};
use std::collections::BTreeSet;

const STATES: u32 = 2;
const SYMBOLS: u32 = 4;
/// What is below all symbols.
const BOTTOM: u32 = SYMBOLS;

/// A control state, a state of the automaton, and the symbol on top.
type Head = (u32, usize, u32);

/// A control state with one of the automaton, and whether the automaton can have accepted before.
type Behind = ((u32, usize), bool);

/// A system with an automaton.
struct Product<'a> {
    system: &'a PushdownSystem,
    automaton: &'a Automaton,
    ends_count: bool,
    /// From a head to a control state and a state when its symbol has been popped, and whether the automaton can have accepted meanwhile.
    pops: BTreeSet<(Head, (u32, usize), bool)>,
}

impl Product<'_> {
    /// Whether an atom holds, by its spelling.
    fn holds(atom: &str, state: u32, symbol: u32) -> bool {
        let is_state = |name: &str| name == "." || name == format!("p{state}");
        if let Some(inside) = atom.strip_prefix('<') {
            let (own, top) = inside.trim_end_matches('>').split_once(", ").expect("a head");
            let is_top = match top {
                ".*" => true,
                "" => symbol == BOTTOM,
                name => name == format!("a{symbol}"),
            };
            return is_state(own) && is_top;
        }
        match atom {
            "end" => symbol == BOTTOM,
            "even" => symbol == 0 || symbol == 2,
            name => is_state(name) || name == format!("a{symbol}"),
        }
    }

    /// The states of the automaton after a position.
    fn reads(&self, (state, at, symbol): Head) -> Vec<usize> {
        let edges = self.automaton.states[at].edges.iter();
        let holds = |atom: usize| Product::holds(&self.automaton.atoms[atom], state, symbol);
        edges.filter(|edge| edge.guard.holds(|atom| holds(atom.index()))).map(|edge| edge.to).collect()
    }

    /// What is done at a head: the control state and the state behind it, and what is pushed.
    fn steps(&self, head: Head) -> Vec<((u32, usize), Vec<u32>)> {
        let (state, _, symbol) = head;
        let rules = self.system.rules().iter().filter(|rule| (rule.state.0, rule.symbol.0) == (state, symbol));
        let mut done: Vec<(u32, Vec<u32>)> =
            rules.map(|rule| (rule.to.0, rule.push.iter().map(|symbol| symbol.0).collect())).collect();
        if symbol == BOTTOM && self.ends_count {
            done.push((state, vec![BOTTOM]));
        }
        let after = self.reads(head);
        done.iter().flat_map(|(to, push)| after.iter().map(|&at| ((*to, at), push.clone()))).collect()
    }

    fn heads(&self) -> impl Iterator<Item = Head> + use<> {
        let states = self.automaton.states.len();
        (0..STATES)
            .flat_map(move |state| (0..states).flat_map(move |at| (0..=BOTTOM).map(move |symbol| (state, at, symbol))))
    }

    fn accepts(&self, (_, at, _): Head) -> bool {
        self.automaton.states[at].is_accepting
    }

    /// Where a head leads with these symbols pushed: each of them on top, once those above it are popped, and what is there when all are.
    fn along(&self, from: (u32, usize), push: &[u32], accepted: bool) -> (Vec<(Head, bool)>, BTreeSet<Behind>) {
        let (mut heads, mut now) = (Vec::new(), BTreeSet::from([(from, accepted)]));
        for &symbol in push {
            let here: Vec<(Head, bool)> = now.iter().map(|&((state, at), flag)| ((state, at, symbol), flag)).collect();
            let popped = here.iter().flat_map(|&(head, flag)| {
                self.pops.iter().filter(move |(from, ..)| *from == head).map(move |&(_, to, more)| (to, flag || more))
            });
            now = popped.collect();
            heads.extend(here);
        }
        (heads, now)
    }

    /// Whether some run is accepted.
    fn accepts_some(mut self) -> bool {
        loop {
            let mut more = Vec::new();
            for head in self.heads() {
                for (to, push) in self.steps(head) {
                    let (_, popped) = self.along(to, &push, self.accepts(head));
                    more.extend(popped.into_iter().map(|(to, flag)| (head, to, flag)));
                }
            }
            let before = self.pops.len();
            self.pops.extend(more);
            if self.pops.len() == before {
                break;
            }
        }
        let edges = |head: Head| -> Vec<(Head, bool)> {
            let steps = self.steps(head).into_iter();
            steps.flat_map(|(to, push)| self.along(to, &push, self.accepts(head)).0).collect()
        };
        let behind = |first: Vec<Head>| {
            let (mut seen, mut open) = (BTreeSet::new(), first);
            while let Some(head) = open.pop() {
                if seen.insert(head) {
                    open.extend(edges(head).into_iter().map(|(to, _)| to));
                }
            }
            seen
        };
        let initial = self.system.initial().iter().flat_map(|Configuration { state, stack }| {
            let stack: Vec<u32> = stack.iter().map(|symbol| symbol.0).chain([BOTTOM]).collect();
            self.along((state.0, 0), &stack, false).0
        });
        let reached = behind(initial.map(|(head, _)| head).collect());
        let accepting =
            reached.iter().flat_map(|&head| edges(head).into_iter().map(move |(to, flag)| (head, to, flag)));
        accepting.filter(|(.., flag)| *flag).any(|(head, to, _)| behind(vec![to]).contains(&head))
    }
}

/// A system of two control states and four symbols, of which some have a word.
fn random(seed: u64) -> PushdownSystem {
    let roll = |salt: u64, sides: u64| (mixed(seed, salt) % sides) as u32;
    let mut system = PushdownSystem::default();
    (0..STATES).for_each(|number| _ = system.state(&format!("p{number}")));
    (0..SYMBOLS).for_each(|number| _ = system.symbol(&format!("a{number}")));
    for number in 0..=u64::from(roll(0, 3) == 0) {
        let stack = (0..1 + u64::from(roll(10 + number, 2))).map(|at| SymbolId(roll(20 + 8 * number + at, 4)));
        system.add_initial(Configuration { state: StateId(roll(40 + number, 2)), stack: stack.collect() });
    }
    for number in 0..4 + u64::from(roll(1, 11)) {
        let own = |salt: u64, sides: u64| roll(100 + 10 * number + salt, sides);
        let length = [0, 1, 1, 2, 2, 3][own(3, 6) as usize];
        let push = (0..length).map(|at| SymbolId(own(4 + at, 4))).collect();
        system.add_rule(Rule { state: StateId(own(0, 2)), symbol: SymbolId(own(1, 4)), to: StateId(own(2, 2)), push });
    }
    system.add_word(SymbolId(0), "even");
    system.add_word(SymbolId(2), "even");
    system
}

/// Random systems, each with some formulas: how many hold, and how many do not.
fn compare(seeds: std::ops::Range<u64>, engines: &[&str]) -> [usize; 2] {
    let mut counts = [0, 0];
    let atoms = ["end", "p0", "p1", "a0", "a1", "a2", "a3", "<p0, a1>", "<p1, .*>", "<., a3>", "<p1, >", "even"];
    let atoms: Vec<String> = atoms.map(String::from).to_vec();
    for seed in seeds {
        let system = random(seed);
        let written = Source::new("random.pds", system.to_string());
        let source = Input::Pds.read(written).expect("a system").program;
        let plain = load(&source, &Options::default()).expect("a program");
        let spoken = Spoken { source: &source, program: &plain.program, ladder: Ladder::Standard };
        let read = |asked: &Source| Claim::read(asked, Manner::Standard, spoken, &mut Diagnostics::new(asked));
        // Names that no rule has are not known.
        let is_known = |atom: &&String| read(&Source::new("atom", atom.as_str())).is_some();
        let atoms: Vec<String> = atoms.iter().filter(is_known).cloned().collect();
        for number in 0..4 {
            let mut text = formula(mixed(seed, 1_000 + number), 1 + number, &atoms);
            if number == 1 {
                text = format!("G (({text}) -> X ({}))", formula(mixed(seed, 2_000), 1, &atoms));
            }
            let asked = Source::new("formula", text.as_str());
            let claim = read(&asked).expect("a formula");
            let automaton = onlooker::plain(&claim).expect("a small automaton").expect("one of a formula");
            for only_infinite in [false, true] {
                let (automaton, pops) = (&automaton, BTreeSet::new());
                let product = Product { system: &system, automaton, ends_count: !only_infinite, pops };
                let is_violated = product.accepts_some();
                counts[usize::from(is_violated)] += 1;
                let expected = if is_violated { Overall::Unsafe } else { Overall::Safe };
                for engine in engines {
                    let temporal =
                        Temporal { asked: vec![Asked::Formula(asked.clone())], only_infinite, ..Temporal::default() };
                    let engine: Selection = engine.parse().expect("an engine");
                    let options = Options::default().with_temporal(temporal).with_engine(engine);
                    let loaded = load(&source, &options).expect("a program with a formula");
                    let about = format!(
                        "{engine:?}, seed {seed}, only infinite: {only_infinite}: {text}\n{system}",
                        engine = options.engine
                    );
                    let decided =
                        decide(&loaded, &options, &mut Silent).unwrap_or_else(|failure| panic!("{failure}: {about}"));
                    assert_eq!(decided.outcome.overall(), expected, "{about}");
                    if let Verdict::Safe(evidence) = &decided.outcome.decisions[0].verdict {
                        assert!(matches!(evidence, Evidence::Certificate(_)), "{evidence:?}: {about}");
                    }
                }
            }
        }
    }
    counts
}

#[test]
fn formulas_hold_of_systems_where_no_head_repeats() {
    let [holds, fails] = compare(0..60, &["saturation:heads", "saturation:post", "explicit"]);
    assert!(holds > 60 && fails > 60, "{holds} hold, {fails} fail");
}

#[test]
#[ignore = "takes minutes: make hunt"]
fn formulas_hold_of_many_systems_where_no_head_repeats() {
    println!(
        "{:?}",
        compare(10_000..12_500, &["saturation:heads", "saturation:post", "saturation:pre", "explicit", "auto"])
    );
}

//! The engines that there are. Each has a folder and a row here; whoever chooses, lists, asks or shows engines reads the rows, and
//! names none.
//!
//! To add one: a folder beside the others with a [`Row`], whose [`Setup`] reads its options and makes the [`Engine`]; and
//! the row in the list below. Help, `auto`, cross-checks, hunts, comparisons, tables, `explain`, its schema and the conformance tests
//! take it from there. A caller of the library adds rows of its own with [`Registry::with`].

use super::Engine;
use super::account::Telling;
use super::heads::HeadFinder;
use super::paths::Paths;
use super::repeat::RepeatFinder;
use super::spec::{AUTO, EngineSpec, Selection, Setup, SpecError};
use super::{bam, explicit, interpolation, rdd, recmc, saturation, summary};
use std::borrow::Cow;

/// An engine: what it is called, what it can be asked, what it can do, and where it takes part.
#[derive(Debug)]
pub struct Row {
    /// Its name: the part of a specification before the first colon.
    pub name: &'static str,
    /// The names under which it answers, with the option that makes the difference, as in `saturation:pre`: the one without
    /// options first. A variant is read as a specification.
    pub variants: &'static [&'static str],
    /// Other names, each with the specification that it stands for.
    pub also: &'static [(&'static str, &'static str)],
    /// How it decides, in half a sentence.
    pub about: &'static str,
    /// What it can be asked, beside its variants.
    pub options: &'static [OptionRow],
    /// The engine without options.
    pub setup: fn() -> Box<dyn Setup>,
    /// What it keeps sets of states in.
    pub means: Means,
    /// What it can do.
    pub can: Capabilities,
    /// Its part in `auto`.
    pub auto: Option<Auto>,
    /// Whether it is asked, too, when engines are checked against each other.
    pub is_cross_checked: bool,
    /// How the hunt for wrong answers asks it.
    pub hunt: Hunt,
    /// As what it is compared, if nobody says who is: its rank among those, and its specification.
    pub compared: Option<(u8, &'static str)>,
    /// What looks for a run with the fewest steps that goes none of these paths, if the engine has such a search.
    pub nearest: Option<fn(Paths) -> Box<dyn Engine + Send>>,
    /// What finds with what procedures are entered, if the engine finds all of that.
    pub heads: Option<HeadFinder>,
    /// What finds heads that repeat, if the engine does that.
    pub repeats: Option<RepeatFinder>,
    /// Its columns in the published tables.
    pub columns: &'static [Column],
    /// Whose places it takes where tables of papers are measured again.
    pub stands_for: &'static [StandIn],
    /// How its runs are told.
    pub telling: Telling,
    /// The variants that decide programs that were abstracted from real ones within seconds each: tests take no excuse.
    pub decides_real: &'static [&'static str],
}

/// An option: what can be given, and what that does.
#[derive(Debug)]
pub struct OptionRow {
    /// Its name.
    pub name: &'static str,
    /// Whether the flag of commands that has its name, as `--depth`, gives it.
    pub is_flag: bool,
    /// Its values, the one that holds anyway first; of a number some. An option that takes a text has names for some texts here.
    pub values: &'static [&'static str],
    /// What it does, in half a sentence.
    pub about: &'static str,
}

impl OptionRow {
    /// It with each value, as in a specification.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.values.iter().map(|value| format!("{}={value}", self.name))
    }
}

/// What an engine keeps sets of states in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Formulas, about which a SAT solver is asked.
    Sat,
    /// Decision diagrams.
    Diagrams,
    /// One by one.
    States,
}

/// What an engine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// It proves what it says is SAFE: its findings come with a proof.
    pub proves: bool,
    /// It finds traces: it can say UNSAFE.
    pub finds_traces: bool,
    /// Without limits it decides all targets.
    pub decides_all: bool,
    /// It works on the rules of explicit systems as they are, too; see [`Setup::on_rules`].
    pub takes_rules: bool,
    /// It tries what is known of procedures of another system, and says what it has learnt of those of this one.
    pub remembers: bool,
}

/// A part in `auto`, where several engines take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auto {
    /// Which one.
    pub role: Role,
    /// The specification: the engine, with the options that it has there.
    pub spec: &'static str,
    /// The work that it does in ten milliseconds, roughly.
    pub pace: u64,
    /// How much of the time it has, beside the others.
    pub share: u32,
    /// The work that it may do, if not as much as there is.
    pub effort: Option<u64>,
    /// What is otherwise where a program has a feature.
    pub with: &'static [With],
}

/// Another part where a program has a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct With {
    /// What the program has.
    pub feature: Feature,
    /// Which one then.
    pub role: Role,
    /// How much of the time it has then.
    pub share: u32,
}

/// What is seen of a program at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Runs begin in a procedure without calls and loops, and few properties are asked.
    Straight,
    /// It has numbers, with few bits each.
    Numbers,
    /// It has numbers with many bits.
    WideNumbers,
    /// It has numbers as wide as those of a processor, or nearly so.
    VeryWideNumbers,
    /// It has many variables, and they are not known to be bits of numbers.
    Crowd,
}

/// A part in `auto`, in the order in which they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Works from the start, if nobody who scouted has the answers.
    Leads,
    /// Has about a millisecond before anybody else, which does for a program with few states. If it does not, it begins once more when others join, before them.
    Scouts,
    /// Works beside the one that leads, if that takes long.
    Joins {
        /// From when on: when the one that leads has had so many head starts, and as much time as an easy program of this size takes, if it is not about to prove its answers.
        after: u32,
    },
}

/// How the hunt for wrong answers asks an engine.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// Whether it is the referee of programs, without passes before it: as little as possible between the program and the answer.
    pub is_referee: bool,
    /// Ways to ask it about each input.
    pub always: &'static [Way],
    /// Ways to ask it about some.
    pub rarely: &'static [Way],
}

/// A way to ask an engine: a specification, and lists of options, of each of which one is drawn and added, in this order.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The specification: the engine, and options that it always has.
    pub spec: &'static str,
    /// Lists of options; one of each is drawn.
    pub drawn: &'static [&'static [&'static str]],
}

/// A column of the published tables: an engine that is measured.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Which engine, with which options.
    pub spec: &'static str,
    /// The tables that it is in, by their names.
    pub tables: Tables,
}

/// An engine in the place of a tool, or of a configuration of one, that a paper has measured.
#[derive(Clone, Copy, Debug)]
pub struct StandIn {
    /// Which engine, with which options.
    pub spec: &'static str,
    /// The paper, as `2007-basler`.
    pub paper: &'static str,
    /// Whose place it takes there.
    pub whom: &'static str,
}

/// Some of the published tables.
#[derive(Clone, Copy, Debug)]
pub enum Tables {
    /// All but these.
    AllBut(&'static [&'static str]),
    /// These.
    Only(&'static [&'static str]),
}

impl Tables {
    /// Whether this one is among them.
    pub fn have(self, name: &str) -> bool {
        match self {
            Tables::AllBut(names) => !names.contains(&name),
            Tables::Only(names) => names.contains(&name),
        }
    }
}

impl Row {
    /// Whether it has the option that the flag of this name gives.
    pub fn takes(&self, flag: &str) -> bool {
        self.options.iter().any(|own| own.is_flag && own.name == flag)
    }
}

/// The engines of this tool.
const ROWS: &[&Row] =
    &[&saturation::ROW, &summary::ROW, &recmc::ROW, &interpolation::ROW, &rdd::ROW, &bam::ROW, &explicit::ROW];

/// Some engines, those of this tool and perhaps more. Where nothing else is said, they come in this order.
#[derive(Clone, Debug)]
pub struct Registry {
    rows: Cow<'static, [&'static Row]>,
}

impl Default for Registry {
    fn default() -> Registry {
        Registry::standard()
    }
}

impl Registry {
    /// The engines of this tool.
    pub const fn standard() -> Registry {
        Registry { rows: Cow::Borrowed(ROWS) }
    }

    /// The same and one more.
    pub fn with(mut self, row: &'static Row) -> Registry {
        self.rows.to_mut().push(row);
        self
    }

    /// All rows.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &'static Row> + Clone + '_ {
        self.rows.iter().copied()
    }

    /// The names under which engines answer.
    pub fn variants(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.rows().flat_map(|row| row.variants.iter().copied())
    }

    /// The engine whose specification begins a text like `ENGINE:OPT=VALUE`.
    pub fn row(&self, spec: &str) -> Option<&'static Row> {
        let name = spec.split(':').next().unwrap_or_default();
        self.rows().find(|row| row.name == name || row.also.iter().any(|&(also, _)| also == name))
    }

    /// Reads a specification.
    ///
    /// # Errors
    /// If there is no such engine, or it has no such option.
    pub fn engine(&self, text: &str) -> Result<EngineSpec, SpecError> {
        let row = self.row(text).ok_or_else(|| self.unknown(text))?;
        let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        let meant = row.also.iter().find(|&&(also, _)| also == name).map_or(name, |&(_, meant)| meant);
        let options = meant.split(':').skip(1).chain(options.into_iter().flat_map(|options| options.split(':')));
        options.into_iter().try_fold(EngineSpec::of(row), EngineSpec::with)
    }

    /// Reads a specification, or `auto`.
    ///
    /// # Errors
    /// If there is no such engine, or it has no such option.
    pub fn selection(&self, text: &str) -> Result<Selection, SpecError> {
        if text == AUTO { Ok(Selection::Auto) } else { self.engine(text).map(Selection::One) }
    }

    fn unknown(&self, text: &str) -> SpecError {
        let name = text.split(':').next().unwrap_or_default();
        let names =
            self.rows().flat_map(|row| row.variants.iter().copied().chain(row.also.iter().map(|&(also, _)| also)));
        let mut known: Vec<String> = [AUTO].into_iter().chain(names).map(|name| format!("`{name}`")).collect();
        let last = known.pop().unwrap_or_default();
        SpecError::UnknownEngine(name.to_string(), format!("{} or {last}", known.join(", ")))
    }

    /// Who takes part in `auto`, in the order of roles. There is one who leads in every registry.
    pub fn race(&self) -> Vec<(Auto, EngineSpec)> {
        let part = |row: &'static Row| {
            let part = row.auto?;
            Some((part, self.engine(part.spec).unwrap_or_else(|_| EngineSpec::of(row))))
        };
        let mut parts: Vec<(Auto, EngineSpec)> = self.rows().filter_map(part).collect();
        parts.sort_by_key(|(part, _)| part.role);
        parts
    }

    /// Engines that have little in common but the system they work on.
    pub fn referees(&self) -> impl Iterator<Item = EngineSpec> + '_ {
        self.rows().filter(|row| row.is_cross_checked).map(EngineSpec::of)
    }

    /// Whom all are held against on small programs.
    pub fn reference(&self) -> Option<EngineSpec> {
        self.rows().find(|row| row.hunt.is_referee).map(EngineSpec::of)
    }

    /// Who is compared, if nobody says who is, as specifications in order.
    pub fn compared(&self) -> Vec<&'static str> {
        let mut compared: Vec<(u8, &str)> = self.rows().filter_map(|row| row.compared).collect();
        compared.sort_by_key(|&(rank, _)| rank);
        compared.into_iter().map(|(_, spec)| spec).chain([AUTO]).collect()
    }

    /// What looks for a run with the fewest steps that goes none of these paths; `None` if no engine has such a search.
    pub fn nearest(&self, forbidden: Paths) -> Option<Box<dyn Engine + Send>> {
        self.rows().find_map(|row| row.nearest).map(|nearest| nearest(forbidden))
    }

    /// The columns of a published table, in the order in which engines are compared.
    pub fn columns(&self, table: &str) -> Vec<&'static str> {
        let mut rows: Vec<&Row> = self.rows().collect();
        rows.sort_by_key(|row| row.compared.map_or(u8::MAX, |(rank, _)| rank));
        let columns = rows.into_iter().flat_map(|row| row.columns);
        columns.filter(|column| column.tables.have(table)).map(|column| column.spec).collect()
    }

    /// What takes the place of somebody whom a paper has measured, if anything does.
    pub fn stand_in(&self, paper: &str, whom: &str) -> Option<&'static str> {
        let mut all = self.rows().flat_map(|row| row.stands_for);
        all.find(|other| other.paper == paper && other.whom == whom).map(|other| other.spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_of_a_piece() {
        let registry = Registry::standard();
        let race = registry.race();
        let roles: Vec<Role> = race.iter().map(|(part, _)| part.role).collect();
        assert!(matches!(roles[..], [Role::Leads, Role::Scouts, Role::Joins { .. }, ..]), "{roles:?}");
        assert!(!roles[2..].iter().any(|role| matches!(role, Role::Leads | Role::Scouts)), "{roles:?}");
        // Whatever is seen of a program, one leads.
        let features =
            [Feature::Straight, Feature::Numbers, Feature::WideNumbers, Feature::VeryWideNumbers, Feature::Crowd];
        let place = |with: &With| features.iter().position(|&feature| feature == with.feature);
        assert!(race.iter().all(|(part, _)| part.with.is_sorted_by_key(place)), "all look in the same order");
        for feature in features {
            let with =
                |part: &Auto| part.with.iter().find(|with| with.feature == feature).map_or(part.role, |with| with.role);
            assert_eq!(race.iter().filter(|(part, _)| with(part) == Role::Leads).count(), 1, "{feature:?}");
        }
        assert!(race.iter().all(|(part, engine)| engine.to_string() == part.spec));
        assert!(registry.reference().is_some());
        for row in registry.rows() {
            assert_eq!(EngineSpec::of(row).name(), row.variants[0]);
            for &variant in row.variants {
                assert_eq!(
                    registry.engine(variant).map(|spec| (spec.to_string(), spec.name())),
                    Ok((variant.into(), variant))
                );
            }
            for &(also, meant) in row.also {
                assert_eq!(registry.engine(also).map(|spec| spec.to_string()), Ok(meant.into()));
            }
            let ways = row.hunt.always.iter().chain(row.hunt.rarely);
            let words = ways
                .flat_map(|way| way.drawn.iter().copied().flatten().map(move |word| format!("{}:{word}", way.spec)));
            let columns = row.columns.iter().map(|column| column.spec.to_string());
            let columns = columns.chain(row.stands_for.iter().map(|other| other.spec.to_string()));
            for text in words.chain(columns).chain(row.compared.map(|(_, spec)| spec.to_string())) {
                assert_eq!(registry.engine(&text).map(|spec| spec.row().name), Ok(row.name), "{text}");
            }
            assert!(row.decides_real.iter().all(|variant| row.variants.contains(variant)), "{}", row.name);
        }
    }
}

//! The document of a trace. What is said here about each field goes into the JSON Schema.

use super::row::Row;
use crate::lang::program::Program;
use crate::lang::program::property::{Forbidden, Property, PropertyKind};
use schemars::JsonSchema;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A run of a Boolean program that violates a property: a graph of procedure runs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "bpcheck trace")]
pub(crate) struct TraceDocument<'a> {
    /// The version of this format.
    pub(crate) schema_version: u32,
    /// What wrote it.
    #[serde(borrow)]
    pub(crate) tool: ToolPart<'a>,
    /// Of which program it is.
    #[serde(borrow)]
    pub(crate) program: ProgramPart<'a>,
    /// What is violated at its end.
    #[serde(borrow)]
    pub(crate) property: PropertyPart<'a>,
    /// The names of the global variables, in the order of all rows of globals.
    #[serde(borrow)]
    pub(crate) globals: Vec<Cow<'a, str>>,
    /// The procedures that occur, by name.
    #[serde(borrow)]
    pub(crate) procedures: BTreeMap<Cow<'a, str>, ProcedurePart<'a>>,
    /// The runs; a call names a run before its own. Those of the final stack are the last, outermost first.
    #[serde(borrow)]
    pub(crate) runs: Vec<RunPart<'a>>,
    /// How many activations are on the stack at the end.
    pub(crate) stack: usize,
    /// How the run goes on for ever, for `ltl`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<TurnPart>,
}

/// How a run goes on for ever.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum TurnPart {
    /// What was done since is done again and again.
    Again {
        /// Which activation of the final stack, counted from the outermost one, from 0.
        level: usize,
        /// Before which of its steps, counted from 0.
        step: usize,
    },
    /// The step at the place ends the run, which stays there.
    Over {
        /// The choices of that step.
        #[serde(default, skip_serializing_if = "Row::is_empty")]
        choices: Row,
    },
}

/// A tool.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolPart<'a> {
    /// Its name.
    pub(crate) name: Cow<'a, str>,
    /// Its version.
    pub(crate) version: Cow<'a, str>,
}

impl ToolPart<'_> {
    /// This one.
    pub(in crate::verdict) fn this() -> Self {
        ToolPart { name: env!("CARGO_PKG_NAME").into(), version: env!("CARGO_PKG_VERSION").into() }
    }
}

/// A program.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramPart<'a> {
    /// Where its text was read.
    pub(crate) path: Cow<'a, str>,
    /// The SHA-256 of its text, in lower-case hexadecimal.
    pub(crate) sha256: Cow<'a, str>,
}

/// A property.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PropertyPart<'a> {
    /// What is forbidden.
    pub(crate) kind: KindPart,
    /// The label, for `label`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<Cow<'a, str>>,
    /// The formula, for `ltl`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) formula: Option<Cow<'a, str>>,
    /// The automaton, for `automaton`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) automaton: Option<AutomatonPart<'a>>,
    /// The monitor, for `monitor`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) monitor: Option<MonitorPart<'a>>,
    /// `procedure#n`, n the number of the statement.
    pub(crate) place: Cow<'a, str>,
}

impl<'a> PropertyPart<'a> {
    /// A property of the program.
    pub(in crate::verdict) fn of(program: &Program, property: &'a Property) -> PropertyPart<'a> {
        let kind = KindPart::of(&property.kind);
        let place = program.show(property.place).into();
        let part = PropertyPart { kind, label: None, formula: None, automaton: None, monitor: None, place };
        match &property.kind {
            PropertyKind::Assert | PropertyKind::AbortIf | PropertyKind::Place => part,
            PropertyKind::Label(label) => PropertyPart { label: Some(label.into()), ..part },
            PropertyKind::Runs(Forbidden::Formula(formula)) => PropertyPart { formula: Some(formula.into()), ..part },
            PropertyKind::Runs(Forbidden::Automaton { name, hoa }) => {
                PropertyPart { automaton: Some(AutomatonPart { name: name.into(), hoa: hoa.into() }), ..part }
            }
            PropertyKind::Runs(Forbidden::Monitor { name, text }) => {
                PropertyPart { monitor: Some(MonitorPart { name: name.into(), text: text.into() }), ..part }
            }
        }
    }
}

/// An automaton.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutomatonPart<'a> {
    /// What it is called.
    pub(crate) name: Cow<'a, str>,
    /// Itself, in HOA.
    pub(crate) hoa: Cow<'a, str>,
}

/// A monitor.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MonitorPart<'a> {
    /// What it is called.
    pub(crate) name: Cow<'a, str>,
    /// Itself, as it is written.
    pub(crate) text: Cow<'a, str>,
}

/// What a property forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KindPart {
    /// That the condition of an `assert` fails.
    Assert,
    /// That the condition of an `abortif` holds.
    AbortIf,
    /// That control is at a label.
    Label,
    /// That control is at the place.
    Place,
    /// A run on which the formula does not hold; the place is where it closes its loop, or ends.
    Ltl,
    /// A run that the automaton accepts; the place is where it closes its loop, or ends.
    Automaton,
    /// A run on which the monitor comes to an error; the place is where it does, or where the run ends.
    Monitor,
}

impl KindPart {
    /// The kind of a property.
    pub(in crate::verdict) fn of(kind: &PropertyKind) -> KindPart {
        match kind {
            PropertyKind::Assert => KindPart::Assert,
            PropertyKind::AbortIf => KindPart::AbortIf,
            PropertyKind::Label(_) => KindPart::Label,
            PropertyKind::Place => KindPart::Place,
            PropertyKind::Runs(Forbidden::Formula(_)) => KindPart::Ltl,
            PropertyKind::Runs(Forbidden::Automaton { .. }) => KindPart::Automaton,
            PropertyKind::Runs(Forbidden::Monitor { .. }) => KindPart::Monitor,
        }
    }
}

/// A procedure.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProcedurePart<'a> {
    /// The names of its parameters, then of its locals, in the order of all rows of locals.
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pub(crate) locals: Vec<Cow<'a, str>>,
}

/// What one activation of a procedure does.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunPart<'a> {
    /// The index of this run among all runs.
    pub(crate) id: u32,
    /// The name of the procedure.
    pub(crate) procedure: Cow<'a, str>,
    /// The globals when it is entered, its parameters, and the first values of its locals.
    pub(crate) entry: StatePart,
    /// What it does.
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    pub(crate) steps: Vec<StepPart<'a>>,
    /// The state at its end, before the last step.
    pub(crate) exit: StatePart,
    /// How it ends.
    #[serde(borrow)]
    pub(crate) end: EndPart<'a>,
}

/// The values of all variables that a procedure can see.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatePart {
    /// Of the globals.
    #[serde(default, skip_serializing_if = "Row::is_empty")]
    pub(crate) globals: Row,
    /// Of parameters and locals.
    #[serde(default, skip_serializing_if = "Row::is_empty")]
    pub(crate) locals: Row,
}

/// One step.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepPart<'a> {
    /// Where control is before it: `procedure#n`.
    pub(crate) at: Cow<'a, str>,
    /// How its choices are resolved, in the order of the text.
    #[serde(default, skip_serializing_if = "Row::is_empty")]
    pub(crate) choices: Row,
    /// Which of its targets a `goto` takes, counted from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) target: usize,
    /// For a call: the run of the callee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) call: Option<u32>,
    /// The variables that have another value afterwards. A global that a local hides is written `::name`.
    #[serde(default, borrow, skip_serializing_if = "ChangesPart::is_empty")]
    pub(crate) changes: ChangesPart<'a>,
}

/// How a run ends.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum EndPart<'a> {
    /// It returns.
    Returned {
        /// Where the `return` or `end` is.
        at: Cow<'a, str>,
        /// The choices of that step.
        #[serde(default, skip_serializing_if = "Row::is_empty")]
        choices: Row,
        /// The results.
        #[serde(default, skip_serializing_if = "Row::is_empty")]
        results: Row,
    },
    /// It waits for the next run to return, which never does.
    Calling {
        /// Where the call is.
        at: Cow<'a, str>,
        /// The choices of the call.
        #[serde(default, skip_serializing_if = "Row::is_empty")]
        choices: Row,
    },
    /// It violates the property.
    Violation {
        /// The choices of the `assert` or `abortif`.
        #[serde(default, skip_serializing_if = "Row::is_empty")]
        choices: Row,
    },
}

/// Names with values.
#[derive(Debug, Default, JsonSchema)]
#[schemars(with = "BTreeMap<String, u8>")]
pub(crate) struct ChangesPart<'a>(pub(crate) Vec<(Cow<'a, str>, bool)>);

impl ChangesPart<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn is_zero(target: &usize) -> bool {
    *target == 0
}

impl Serialize for ChangesPart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, &u8::from(*value))?;
        }
        map.end()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ChangesPart<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ChangesPart<'a>, D::Error> {
        deserializer.deserialize_map(ChangesVisitor)
    }
}

struct ChangesVisitor;

impl<'de> Visitor<'de> for ChangesVisitor {
    type Value = ChangesPart<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("variables with the value 0 or 1")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ChangesPart<'de>, A::Error> {
        let mut changes = Vec::new();
        while let Some((name, value)) = map.next_entry::<Name<'de>, u8>()? {
            if value > 1 {
                return Err(A::Error::invalid_value(serde::de::Unexpected::Unsigned(value.into()), &"0 or 1"));
            }
            changes.push((name.0, value == 1));
        }
        Ok(ChangesPart(changes))
    }
}

/// A key, borrowed from the text where it can be.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

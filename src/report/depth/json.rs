//! One JSON document. `schema/depth.schema.json` is made from these types.

use super::pump;
use super::text::unconfirmed;
use crate::lang::program::{Place, ProcId};
use crate::lang::source::Span;
use crate::pipeline::Loaded;
use crate::pipeline::depth::{Depth, Depths, Evidence, Pump};
use crate::report::check::json::Tool;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of the format. It grows when a field changes its meaning or goes away, not when one is added.
const SCHEMA_VERSION: u32 = 1;

/// The published schema of [`Document`].
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Document>()
}

/// What `bpcheck depth --format json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Document {
    /// The version of this format.
    schema_version: u32,
    /// Who measured.
    tool: Tool,
    /// The name of the file.
    file: String,
    /// The SHA-256 of its text, in hexadecimal.
    sha256: String,
    /// Which engine found with what procedures are entered.
    engine: String,
    /// The most activations on a stack.
    height: Number,
    /// The procedures, in the order of the text.
    procedures: Vec<ProcedureInfo>,
    /// The recursive components of the call graph, in the order of the text.
    components: Vec<ComponentInfo>,
    /// With weights, the heaviest stack, if there is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    heaviest: Option<HeaviestInfo>,
    /// Why some number is not confirmed; nothing if all are.
    unconfirmed: Option<String>,
}

/// A place of the text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct At {
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
}

/// How many activations there are at most.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Number {
    /// So many.
    Bounded {
        /// How many.
        depth: u64,
        /// How many steps the run has that was replayed and makes so many; of many digits, so as a text.
        #[serde(skip_serializing_if = "Option::is_none")]
        steps: Option<String>,
        /// What says that there are no more: `certificate` (of the program with a counter, checked), `call graph`, or `none`.
        evidence: &'static str,
    },
    /// There is no bound.
    Unbounded {
        /// What comes again and again, as a run that was replayed shows.
        #[serde(skip_serializing_if = "Option::is_none")]
        again: Option<Again>,
    },
    /// So many at least: a limit was hit.
    AtLeast {
        /// How many.
        depth: u64,
        /// Which limit.
        reason: String,
    },
}

/// A procedure that is entered twice with the same values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Again {
    /// The procedure.
    procedure: String,
    /// The activations on the last stack of the run, counted from the bottom from 0.
    twice: [usize; 2],
    /// The calls between them.
    calls: Vec<CallInfo>,
    /// The values of its parameters, and of globals.
    values: Vec<ValueInfo>,
}

/// A call.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct CallInfo {
    /// Who calls.
    procedure: String,
    /// Where.
    place: At,
}

/// A variable with its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ValueInfo {
    /// Its name.
    name: String,
    /// Its value.
    value: bool,
}

/// A procedure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ProcedureInfo {
    /// Its name.
    name: String,
    /// Where it stands.
    place: At,
    /// The most activations of it on a stack.
    depth: Number,
}

/// A recursive component.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ComponentInfo {
    /// Its procedures.
    procedures: Vec<String>,
    /// The most activations of all of them on a stack.
    depth: Number,
    /// The same of chains that begin with a call from outside.
    from: Vec<FromInfo>,
}

/// A call from outside a recursive component.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FromInfo {
    /// Where it stands.
    place: At,
    /// The most activations of the chain that it begins.
    depth: Number,
}

/// The heaviest stack.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct HeaviestInfo {
    /// What it weighs.
    weight: u64,
    /// The calls on it, from the bottom up.
    calls: Vec<CallInfo>,
}

/// The document of what was measured.
pub fn document(loaded: &Loaded, depths: &Depths) -> Document {
    let made = Made { loaded };
    let program = &loaded.program;
    let procedures = program.procedure_ids().zip(&depths.procedures).map(|(procedure, depth)| ProcedureInfo {
        name: made.name(procedure),
        place: made.at(program[procedure].span),
        depth: made.number(depth),
    });
    let components = depths.components.iter().map(|component| ComponentInfo {
        procedures: component.procedures.iter().map(|&procedure| made.name(procedure)).collect(),
        depth: made.number(&component.depth),
        from: component
            .from
            .iter()
            .map(|(place, depth)| FromInfo { place: made.at(program.span(*place)), depth: made.number(depth) })
            .collect(),
    });
    Document {
        schema_version: SCHEMA_VERSION,
        tool: Tool::default(),
        file: loaded.source.name().to_string(),
        sha256: loaded.source.sha256().to_string(),
        engine: depths.engine.to_string(),
        height: made.number(&depths.height),
        procedures: procedures.collect(),
        components: components.collect(),
        heaviest: depths.heaviest.as_ref().map(|heaviest| HeaviestInfo {
            weight: heaviest.weight,
            calls: heaviest.calls.iter().map(|&place| made.call(place)).collect(),
        }),
        unconfirmed: unconfirmed(depths),
    }
}

struct Made<'a> {
    loaded: &'a Loaded,
}

impl Made<'_> {
    fn name(&self, procedure: ProcId) -> String {
        let program = &self.loaded.program;
        program.name(program[procedure].name).to_string()
    }

    fn at(&self, span: Span) -> At {
        let position = self.loaded.source.position(span.start);
        At { line: position.line as usize, column: position.column as usize }
    }

    fn call(&self, place: Place) -> CallInfo {
        CallInfo { procedure: self.name(place.procedure), place: self.at(self.loaded.program.span(place)) }
    }

    fn number(&self, depth: &Depth) -> Number {
        match depth {
            Depth::Bounded { depth, reached, evidence } => Number::Bounded {
                depth: *depth,
                steps: reached.as_ref().map(|run| run.length().to_string()),
                evidence: match evidence {
                    Evidence::Certificate(_) => "certificate",
                    Evidence::CallGraph => "call graph",
                    Evidence::None(_) => "none",
                },
            },
            Depth::Unbounded(pump) => Number::Unbounded { again: pump.as_deref().map(|pump| self.again(pump)) },
            Depth::AtLeast { least, reason, .. } => Number::AtLeast { depth: *least, reason: reason.to_string() },
        }
    }

    fn again(&self, pump: &Pump) -> Again {
        let calls = pump::calls(pump);
        let values = pump::values(self.loaded, pump);
        Again {
            procedure: calls.first().map(|call| self.name(call.procedure)).unwrap_or_default(),
            twice: pump.twice,
            calls: calls.iter().map(|call| self.call(call.place)).collect(),
            values: values.into_iter().map(|(name, value)| ValueInfo { name, value }).collect(),
        }
    }
}

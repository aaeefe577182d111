//! From reports to documents.

use super::super::text::why_no_more;
use super::super::without_certificate;
use super::*;
use crate::lang::program::loosen::Part;
use crate::lang::program::origin::COrigin;
use crate::lang::program::property::{Forbidden, PropertyKind};
use crate::lang::source::{Diagnostic, Diagnostics, Severity};
use crate::outcome::{Decision, Evidence, Outcome, Overall, Verdict};
use crate::pipeline::{Began, Decided, Explanation, Fate, Loaded, Phases, Rests, Ways};
use crate::report::check::{Ending, FileReport, Resources};
use crate::report::explanation;
use crate::validate::{Length, Replayed};

/// Larger numbers are no integers for all who read JSON (I-JSON, RFC 7493).
const MOST: u64 = (1 << 53) - 1;

/// The document of one input.
pub fn one(config: Config, file: FileResult) -> Document {
    Document::One(Box::new(OneFile { schema_version: SCHEMA_VERSION, tool: Tool::default(), config, file }))
}

/// The document of several inputs.
pub fn several(config: Config, files: Vec<FileResult>) -> Document {
    Document::Several(Box::new(SeveralFiles { schema_version: SCHEMA_VERSION, tool: Tool::default(), config, files }))
}

/// The part of a document that tells about one input.
pub fn file(report: &FileReport) -> FileResult {
    let (mut results, mut ways, mut cross_check, mut diagnostics, mut stats) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), None);
    let mut summaries = Vec::new();
    let (mut explanations, mut prover, mut size, mut phases) = (Vec::new(), None, None, None);
    let (mut engines, mut vacuous, mut heads, mut parts) = (Vec::new(), false, None, BTreeMap::new());
    match &report.ending {
        Ending::Decided(loaded, decided) => {
            results = properties(loaded, decided);
            size = Some(size_of(loaded));
            phases = Some(phase_times(loaded, decided));
            let took = decided.stats.iter().flat_map(|stats| stats.took());
            parts = took.map(|&(part, took)| (part, took.as_secs_f64())).collect();
            engines = decided.race.iter().map(worker).collect();
            prover = decided.prover.map(str::to_string);
            vacuous = decided.is_vacuous;
            heads = decided.heads.as_ref().and_then(|heads| serde_json::to_value(heads).ok());
            ways = decided.ways.iter().map(|more| ways_of(loaded, decided, more)).collect();
            cross_check = decided.others.iter().map(second_opinion).collect();
            summaries = decided.recalled.iter().flat_map(|recalled| &recalled.procedures).map(summary).collect();
            explanations = decided.explanations.iter().map(|explanation| proof(loaded, explanation)).collect();
            diagnostics = remarks(&loaded.warnings);
            diagnostics.extend(loaded.companions.iter().flat_map(remarks));
            stats = decided.stats.as_ref().and_then(|stats| serde_json::to_value(stats).ok());
        }
        Ending::Rejected(rejected) => diagnostics = remarks(rejected),
        _ => {}
    }
    let overall = report.overall();
    FileResult {
        input: Input {
            path: report.path.clone(),
            sha256: report.source.as_ref().map(|source| source.sha256().to_string()),
        },
        size,
        verdict: overall.as_ref().map(|overall| answer(overall).0),
        reason: overall.as_ref().and_then(|overall| answer(overall).1),
        error: report.error(),
        results,
        prover,
        vacuous,
        heads,
        ways,
        cross_check,
        explanations,
        summaries,
        diagnostics,
        resources: cost(&report.resources, (phases, parts), engines),
        stats,
    }
}

fn summary(fate: &Fate) -> SummaryInfo {
    let &Fate { ref procedure, word, known, kept, .. } = fate;
    SummaryInfo { procedure: procedure.clone(), word: word.text(), known, kept }
}

fn answer(overall: &Overall) -> (Answer, Option<String>) {
    match overall {
        Overall::Safe => (Answer::Safe, None),
        Overall::Unsafe => (Answer::Unsafe, None),
        Overall::Unknown(reason) => (Answer::Unknown, Some(reason.to_string())),
    }
}

fn ways_of(loaded: &Loaded, decided: &Decided, ways: &Ways) -> WaysInfo {
    let Ways { property, shortest, others, end } = ways;
    let length = |replayed: &Replayed| count(replayed.length());
    WaysInfo {
        property: loaded.number(*property),
        steps: match &decided.outcome.decisions[*property].verdict {
            Verdict::Unsafe(found) => length(found),
            Verdict::Safe(_) | Verdict::Unknown(_) => Count::Number(0),
        },
        shortest: matches!(shortest, Some(Ok(()))),
        reason: shortest.as_ref().and_then(|known| known.as_ref().err()).map(ToString::to_string),
        others: others.iter().map(length).collect(),
        why_no_more: why_no_more(end),
    }
}

/// A number of steps.
fn count(length: &Length) -> Count {
    match u64::try_from(length.value()) {
        Ok(small) if small <= MOST => Count::Number(small),
        _ => Count::Digits(length.value().to_string()),
    }
}

fn second_opinion(other: &Outcome) -> SecondOpinion {
    let (verdict, reason) = answer(&other.overall());
    SecondOpinion { engine: other.engine.into(), verdict, reason }
}

fn properties(loaded: &Loaded, decided: &Decided) -> Vec<PropertyResult> {
    let decisions = decided.outcome.decisions.iter().enumerate();
    decisions
        .map(|(index, decision)| property(loaded, decided.outcome.engine, loaded.number(index), decision))
        .collect()
}

fn property(loaded: &Loaded, engine: &str, number: usize, decision: &Decision) -> PropertyResult {
    let Loaded { source, program, .. } = loaded;
    let Decision { property, verdict } = decision;
    let position = source.position(program.span(property.place).start);
    let evidence = |kind: &str, checked, reason| EvidenceInfo { kind: kind.into(), checked, reason };
    let (verdict, reason, evidence) = match verdict {
        Verdict::Unsafe(_) => (Answer::Unsafe, None, evidence("trace", true, None)),
        Verdict::Safe(Evidence::Certificate(_)) => (Answer::Safe, None, evidence("certificate", true, None)),
        Verdict::Safe(Evidence::None(why)) => (Answer::Safe, None, evidence("none", false, Some(why.clone()))),
        Verdict::Unknown(reason) => {
            let why = without_certificate(decision).map(str::to_string);
            (Answer::Unknown, Some(reason.to_string()), evidence("none", false, why))
        }
    };
    PropertyResult {
        property: PropertyInfo {
            number,
            kind: property.kind.word().into(),
            label: match &property.kind {
                PropertyKind::Label(label) => Some(label.clone()),
                _ => None,
            },
            formula: match &property.kind {
                PropertyKind::Runs(Forbidden::Formula(formula)) => Some(formula.clone()),
                _ => None,
            },
            automaton: match &property.kind {
                PropertyKind::Runs(Forbidden::Automaton { name, .. }) => Some(name.clone()),
                _ => None,
            },
            monitor: match &property.kind {
                PropertyKind::Runs(Forbidden::Monitor { name, .. }) => Some(name.clone()),
                _ => None,
            },
            procedure: program.name(program[property.place.procedure].name).into(),
            line: position.line,
            column: position.column,
            origin: program.c_origin(source, property.place).map(|COrigin { file, line, function }| CPlace {
                file,
                line,
                function,
            }),
        },
        place: program.show(property.place),
        verdict,
        reason,
        engine: engine.into(),
        evidence,
    }
}

fn proof(loaded: &Loaded, explanation: &Explanation) -> ProofInfo {
    let Explanation { properties, found } = explanation;
    let properties = properties.clone();
    match found {
        Ok(Rests { uses, vacuous }) => ProofInfo {
            properties,
            reason: None,
            needs: uses.parts.iter().map(|&part| need(loaded, part)).collect(),
            among: uses.among,
            vacuous: vacuous.clone(),
        },
        Err(reason) => {
            let reason = Some(reason.to_string());
            ProofInfo { properties, reason, needs: Vec::new(), among: 0, vacuous: Vec::new() }
        }
    }
}

fn need(loaded: &Loaded, part: Part) -> Need {
    let Loaded { source, program, .. } = loaded;
    let position = source.position(explanation::span(program, part).start);
    Need {
        place: explanation::place(part).map(|place| program.show(place)),
        line: position.line,
        column: position.column,
        text: explanation::text(program, source, part),
    }
}

fn remarks(diagnostics: &Diagnostics) -> Vec<Remark> {
    diagnostics.iter().map(|diagnostic| remark(diagnostics, diagnostic)).collect()
}

fn remark(diagnostics: &Diagnostics, diagnostic: &Diagnostic) -> Remark {
    let source = diagnostics.source();
    let (start, end) = (source.position(diagnostic.span.start), source.position(diagnostic.span.end));
    let related = diagnostic.related.iter().map(|(span, what)| {
        let position = source.position(span.start);
        Related { line: position.line, column: position.column, message: what.clone() }
    });
    Remark {
        path: source.name().to_string(),
        severity: match diagnostic.severity {
            Severity::Error => "error".into(),
            Severity::Warning => "warning".into(),
        },
        code: diagnostic.code.into(),
        message: diagnostic.message.clone(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        label: diagnostic.label.clone(),
        hint: diagnostic.hint.clone(),
        related: related.collect(),
    }
}

fn worker(began: &Began) -> Worker {
    Worker { engine: began.engine.clone(), from_seconds: began.at.as_secs_f64() }
}

fn cost(
    resources: &Resources,
    (phases, parts): (Option<PhaseTimes>, BTreeMap<&'static str, f64>),
    engines: Vec<Worker>,
) -> Cost {
    Cost {
        wall_seconds: resources.wall.as_secs_f64(),
        cpu_seconds: resources.cpu.map(|time| time.as_secs_f64()),
        peak_memory_bytes: resources.peak_memory,
        phases,
        parts,
        engines,
    }
}

fn phase_times(loaded: &Loaded, decided: &Decided) -> PhaseTimes {
    let Phases { prepare, search, certify, replay } = decided.phases;
    PhaseTimes {
        load_seconds: loaded.took.as_secs_f64(),
        prepare_seconds: prepare.as_secs_f64(),
        search_seconds: search.as_secs_f64(),
        certify_seconds: certify.as_secs_f64(),
        replay_seconds: replay.as_secs_f64(),
    }
}

fn size_of(Loaded { source, program, .. }: &Loaded) -> Size {
    let procedures = &program.procedures;
    Size {
        lines: source.line_count(),
        procedures: procedures.len(),
        variables: program.globals.len() + procedures.iter().map(|procedure| procedure.locals.len()).sum::<usize>(),
        locations: program.size() as u64,
    }
}

//! Records that nobody ran.

use bpcheck::campaign::record::{Answer, Cost, Evidence, Exit, Input, Limits, Record, SCHEMA_VERSION, Size, Tool};
use serde_json::json;

/// What is granted to each run, in seconds.
pub const LIMIT: f64 = 100.0;

/// A run that took so many seconds of processors.
pub fn run(path: &str, engine: &str, round: u32, verdict: Answer, seconds: f64) -> Record {
    let unknown = verdict == Answer::Unknown;
    Record {
        schema_version: SCHEMA_VERSION,
        tool: Tool { name: "bpcheck".to_string(), version: Some("0.1.0".to_string()), description: None },
        machine: "Linux x86_64, 2 processors, 23 GiB".to_string(),
        started: Some("2026-01-31T23:59:59Z".to_string()),
        command: Some("bpcheck compare inputs --output results".to_string()),
        input: Input {
            path: path.to_string(),
            sha256: Some("00".repeat(32)),
            size: Some(Size { lines: 40, procedures: 3, variables: 7, locations: 50 }),
        },
        engine: engine.to_string(),
        flags: Vec::new(),
        round,
        limits: Limits { seconds: LIMIT, memory_bytes: Some(2 << 30) },
        expected: None,
        verdict: Some(verdict),
        reason: unknown.then(|| "time".to_string()),
        error: None,
        evidence: (!unknown).then(|| Evidence { kind: "trace".to_string(), checked: true, reason: None }),
        exit: Exit { code: Some(if unknown { 5 } else { 0 }), signal: None },
        cost: Cost {
            wall_seconds: seconds * 1.1,
            cpu_seconds: Some(seconds),
            peak_memory_bytes: Some(1 << 24),
            phases: Some(json!({ "load": 0.001, "solve": seconds })),
        },
        stats: Some(json!({ "summary": { "rounds": 3, "sat": { "conflicts": 17 } } })),
    }
}

/// A campaign of so many inputs: what takes one engine long need not take another long, the larger the longer, some
/// time out, a few answers are wrong. The same each time.
pub fn campaign(inputs: usize, engines: &[&str]) -> Vec<Record> {
    let mut seed = 1u64;
    // Numerical Recipes' generator; the upper bits are random enough for pictures.
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f64 / f64::from(1 << 24)
    };
    let mut records = Vec::new();
    for number in 0..inputs {
        let path = format!("inputs/family-{}/program-{number:05}.bp", number % 7);
        let truth = if random() < 0.6 { Answer::Safe } else { Answer::Unsafe };
        let hardness = random() * 3.0 + random() * 2.0;
        let locations = (10f64.powf(1.2 + hardness * 0.5 + random() * 0.4)) as u64;
        for (index, engine) in engines.iter().enumerate() {
            let bias = if truth == Answer::Safe { 0.3 } else { -0.3 } * (index as f64 - 1.0);
            let seconds = 10f64.powf(hardness * 1.1 - 2.9 + bias + random() * 1.2);
            let answer = match (number * engines.len() + index) % 2_503 {
                _ if seconds > LIMIT => Answer::Unknown,
                17 if truth == Answer::Safe => Answer::Unsafe,
                17 => Answer::Safe,
                _ => truth,
            };
            let mut record = run(&path, engine, 1, answer, seconds.min(LIMIT));
            record.expected = (number % 3 != 0).then_some(truth);
            record.input.size = Some(Size { lines: locations * 2, procedures: 5, variables: 12, locations });
            if seconds > LIMIT && random() < 0.2 {
                record.reason = Some("memory".to_string());
                record.cost.cpu_seconds = Some(LIMIT * random());
            }
            if random() < 0.003 {
                (record.verdict, record.reason) = (None, None);
                record.error = Some("exit code 6".to_string());
            }
            records.push(record);
        }
    }
    records
}

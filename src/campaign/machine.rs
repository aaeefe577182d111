//! What machine this is.

/// The system, the architecture, the processors and the memory, as far as the system tells.
pub fn description() -> String {
    let mut parts = vec![format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)];
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let model = processor().unwrap_or_else(|| "processors".into());
    parts.push(format!("{threads} x {model}"));
    let memory = value("/proc/meminfo", "MemTotal");
    let kilobytes = memory.and_then(|text| text.strip_suffix("kB")?.trim().parse::<u64>().ok());
    parts.extend(kilobytes.map(|size| format!("{:.0} GiB", size as f64 / f64::from(1 << 20))));
    parts.join(", ")
}

/// The model of the processors: by its name, and, since many share one, by its numbers. Some systems tell the name of the whole board only.
fn processor() -> Option<String> {
    let told = |key| value("/proc/cpuinfo", key);
    let names = ["model name", "cpu model", "cpu", "Model"];
    let board = || std::fs::read_to_string("/proc/device-tree/model").ok();
    let name = names.into_iter().find_map(told).or_else(board)?;
    let numbers =
        told("cpu family").zip(told("model")).map(|(family, model)| format!(" (family {family}, model {model})"));
    Some(name.trim_end_matches('\0').to_string() + &numbers.unwrap_or_default())
}

/// What a file of lines `KEY : VALUE` says about a key first.
fn value(path: &str, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
    pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_string())
}

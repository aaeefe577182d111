//! What help says of engines, and flags that are options of some of them.

use bpcheck::engine::registry::{Registry, Role, Row};

/// The option of engines that look no deeper than so far.
pub const DEPTH: &str = "depth";
/// The option of engines that put variables in an order.
pub const ORDER: &str = "order";
/// The option of engines that check what they read off proofs.
pub const SELF_CHECK: &str = "self-check";

/// Of `--engine` in `check`.
pub fn help() -> String {
    let registry = Registry::standard();
    let rows: Vec<String> = registry.rows().map(described).collect();
    let (last, others) = rows.split_last().expect("there are engines");
    format!("Which engine decides: {}, {}, or {last}", auto(&registry), others.join(", "))
}

/// The values of the option that the flag of this name gives, each once.
pub fn values(option: &str) -> Vec<&'static str> {
    let registry = Registry::standard();
    let options = registry.rows().flat_map(|row| row.options).filter(|own| own.is_flag && own.name == option);
    let mut values: Vec<&'static str> = Vec::new();
    for &value in options.flat_map(|own| own.values) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// The names of the engines that have the option that the flag of this name gives.
pub fn having(option: &str) -> Vec<&'static str> {
    Registry::standard().rows().filter(|row| row.takes(option)).map(|row| row.name).collect()
}

/// Some words in a sentence.
pub fn listed(words: &[&str], last: &str) -> String {
    match words {
        [others @ .., final_one] if !others.is_empty() => format!("{} {last} {final_one}", others.join(", ")),
        _ => words.concat(),
    }
}

fn auto(registry: &Registry) -> String {
    let race = registry.race();
    let takes = |takes: fn(Role) -> bool| {
        let parts = race.iter().filter(|(part, _)| takes(part.role));
        let names: Vec<String> = parts.map(|(_, engine)| format!("`{}`", engine.name())).collect();
        listed(&names.iter().map(String::as_str).collect::<Vec<_>>(), "and")
    };
    format!(
        "`auto` ({} for a millisecond, then {}, and, if that takes long, {} beside it: the first answer counts)",
        takes(|role| role == Role::Scouts),
        takes(|role| role == Role::Leads),
        takes(|role| matches!(role, Role::Scouts | Role::Joins { .. }))
    )
}

fn described(row: &Row) -> String {
    let variants: Vec<String> = row.variants.iter().map(|variant| format!("`{variant}`")).collect();
    let about = [row.about].into_iter().chain(row.options.iter().map(|option| option.about)).collect::<Vec<_>>();
    format!("{} ({})", variants.join(" or "), about.join("; "))
}

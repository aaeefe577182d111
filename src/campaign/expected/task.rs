//! Task definitions of BenchExec: a YAML file that names input files and, for each property, the expected verdict.

use super::answer;
use crate::campaign::record::Answer;
use saphyr::{LoadableYamlNode, Yaml};
use std::path::Path;

/// What `NAME.yml` beside `NAME.bp` says about it.
pub(crate) fn beside(path: &Path) -> Option<Answer> {
    let text = std::fs::read_to_string(path.with_extension("yml")).ok()?;
    definition(&text, path.file_name()?.to_str()?)
}

/// What a definition says about the input file of this name: `None` if it is no definition, is about other files, or has properties with
/// different verdicts.
fn definition(text: &str, name: &str) -> Option<Answer> {
    let documents = Yaml::load_from_str(text).ok()?;
    let document = documents.first()?;
    let files = document.as_mapping_get("input_files")?;
    let is_it = |file: &Yaml| file.as_str() == Some(name);
    if !is_it(files) && !files.as_vec().is_some_and(|files| files.iter().any(is_it)) {
        return None;
    }
    let properties = document.as_mapping_get("properties")?.as_vec()?;
    let verdicts = properties.iter().filter_map(|property| property.as_mapping_get("expected_verdict"));
    let word = |verdict: &Yaml| match verdict.as_bool() {
        Some(holds) => answer(if holds { "true" } else { "false" }),
        None => answer(verdict.as_str()?),
    };
    let mut verdicts = verdicts.map(word);
    let first = verdicts.next()??;
    verdicts.all(|verdict| verdict == Some(first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_of_the_property() {
        let text = |files: &str, verdict: &str| {
            format!(
                "format_version: '2.0'\ninput_files: {files}\nproperties:\n  - property_file: a.prp\n    expected_verdict: {verdict}\n"
            )
        };
        assert_eq!(definition(&text("x.bp", "true"), "x.bp"), Some(Answer::Safe));
        assert_eq!(definition(&text("['y.bp', 'x.bp']", "false"), "x.bp"), Some(Answer::Unsafe));
        assert_eq!(definition(&text("y.bp", "false"), "x.bp"), None);
        assert_eq!(definition(&text("x.bp", "unknown"), "x.bp"), None);
        let two = format!("{}  - property_file: b.prp\n    expected_verdict: false\n", text("x.bp", "true"));
        assert_eq!(definition(&two, "x.bp"), None);
        assert_eq!(definition("a: [", "x.bp"), None);
        assert_eq!(definition("", "x.bp"), None);
    }
}

//! Filling in a template.

/// The template with each `{{name}}` replaced by its value. Values are not searched again, so that none can call another.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        text += before;
        text += values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value);
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn values_are_not_searched_again() {
        assert_eq!(fill("<{{a}}|{{b}}>", &[("a", "{{b}}"), ("b", "1")]), "<{{b}}|1>");
    }
}

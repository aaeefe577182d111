//! Text inside of HTML and SVG.

/// The name of an engine, which may go on in the next line behind `:` and `=`. Only for HTML.
pub(crate) fn breakable(name: &str) -> String {
    escape(name).replace(':', ":<wbr>").replace('=', "=<wbr>")
}

/// Text that is nothing but text wherever it stands: between tags and in an attribute, in HTML and in XML. What XML
/// cannot say at all is shown as a replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' | '\r' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON that ends no script: what could begin a tag stands only in strings, where it can be told otherwise.
pub(crate) fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

//! Colors of a terminal, or none.

/// Whether there are colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Text as it is.
    #[default]
    Plain,
    /// With the escape sequences of ANSI terminals.
    Ansi,
}

/// What a piece of text means to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// What went wrong: UNSAFE, an error.
    Bad,
    /// What holds: SAFE.
    Good,
    /// What is open: UNKNOWN, a warning.
    Doubt,
    /// What has changed.
    Change,
    /// What stands there for orientation.
    Frame,
    /// What comes first.
    Head,
}

impl Paint {
    /// The text in this color; nothing is done to an empty one.
    pub fn with(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Bad => "1;31",
            Ink::Good => "1;32",
            Ink::Doubt => "1;33",
            Ink::Change => "1;36",
            Ink::Frame => "1;34",
            Ink::Head => "1",
        };
        match self {
            Paint::Ansi if !text.is_empty() => format!("\x1b[{code}m{text}\x1b[0m"),
            _ => text.into(),
        }
    }
}

//! What pictures are drawn for.

use super::picture::Picture;
use super::{dot, svg, tikz};
use std::io::{self, Write};

/// What a picture is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// LaTeX with TikZ.
    Tikz,
    /// Graphviz.
    Dot,
    /// Whatever shows SVG.
    Svg,
}

impl Medium {
    /// Writes a picture.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
        match self {
            Medium::Tikz => tikz::write(out, picture),
            Medium::Dot => dot::write(out, picture),
            Medium::Svg => svg::write(out, picture),
        }
    }
}

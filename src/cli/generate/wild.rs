//! The flags of random programs.

use super::family::least;
use bpcheck::generate::random::{Knobs, Options, write};

/// How large and how wild: upper limits, reached by some programs and undercut by most.
#[derive(clap::Args)]
pub struct Wild {
    /// Fixes the program, together with the other flags
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Global variables
    #[arg(long, value_name = "N", default_value_t = 3)]
    globals: u32,
    /// Procedures, `main` included
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = least(1))]
    procedures: u32,
    /// Parameters of a procedure
    #[arg(long, value_name = "N", default_value_t = 2)]
    parameters: u32,
    /// Results of a procedure
    #[arg(long, value_name = "N", default_value_t = 2)]
    results: u32,
    /// Locals of a procedure, parameters not counted
    #[arg(long, value_name = "N", default_value_t = 2)]
    locals: u32,
    /// Statements of a procedure, nested ones included
    #[arg(long, value_name = "N", default_value_t = 8)]
    statements: u32,
    /// Operators above one another in an expression
    #[arg(long, value_name = "N", default_value_t = 2)]
    depth: u32,
    /// Procedures call only later ones
    #[arg(long)]
    no_recursion: bool,
    /// Neither `while` nor `goto` to earlier places
    #[arg(long)]
    no_loops: bool,
    /// No `goto`
    #[arg(long)]
    no_gotos: bool,
    /// Many statements count, or go on until a value is met: runs are long
    #[arg(long)]
    counting: bool,
    /// Many statements carry values from variable to variable, through calls and branches
    #[arg(long)]
    chained: bool,
    /// Neither `*` nor `?` nor `schoose` in expressions
    #[arg(long)]
    no_choices: bool,
}

impl Wild {
    /// The text of the program.
    pub fn write(self) -> String {
        let knobs = Knobs {
            globals: self.globals,
            procedures: self.procedures,
            parameters: self.parameters,
            results: self.results,
            locals: self.locals,
            statements: self.statements,
            depth: self.depth,
            recursion: !self.no_recursion,
            loops: !self.no_loops,
            gotos: !self.no_gotos,
            counting: self.counting,
            chained: self.chained,
            choices: !self.no_choices,
        };
        write(&Options { seed: self.seed, knobs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, FromArgMatches};

    #[test]
    fn the_defaults_are_the_library_s() -> Result<(), clap::Error> {
        let matches = Wild::augment_args(clap::Command::new("random")).try_get_matches_from(["random"])?;
        assert_eq!(Wild::from_arg_matches(&matches)?.write(), write(&Options::default()));
        Ok(())
    }
}

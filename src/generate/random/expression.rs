//! Random expressions, parenthesised where the grammar needs it and now and then where it does not.

use super::super::choices::Choices;

/// How tightly the outermost operator binds, in the order of the grammar's ladder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Ternary,
    Equivalence,
    Implication,
    Or,
    Xor,
    And,
    Equality,
    Unary,
}

/// What expressions may be made of.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    /// The variables in scope.
    pub(crate) variables: &'a [String],
    /// May they be primed?
    pub(crate) primes: bool,
    /// May there be `*`, `?` and `schoose`?
    pub(crate) choices: bool,
}

struct Expression {
    text: String,
    level: Level,
}

impl Expression {
    fn primary(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Unary }
    }

    /// The text as an operand that must bind at least this tightly.
    fn operand(self, least: Level) -> String {
        if self.level < least { format!("({})", self.text) } else { self.text }
    }
}

/// An expression with at most `depth` operators above one another.
pub(super) fn expression(material: Material<'_>, depth: u32, choices: &mut dyn Choices) -> String {
    any(material, depth, choices).text
}

fn any(material: Material<'_>, depth: u32, choices: &mut dyn Choices) -> Expression {
    let kinds = if depth == 0 { 6 } else { 20 };
    let kind = choices.below(kinds);
    let Some(below) = depth.checked_sub(1).filter(|_| kind >= 6) else {
        return leaf(material, kind, choices);
    };
    let found = match kind {
        6 => unary("!", material, below, choices),
        7 => unary("~", material, below, choices),
        8..=18 => binary(kind, material, below, choices),
        _ => conditional(material, below, choices),
    };
    if choices.below(6) == 5 {
        return Expression::primary(format!("({})", found.text));
    }
    found
}

fn leaf(material: Material<'_>, kind: u32, choices: &mut dyn Choices) -> Expression {
    let variables = material.variables;
    match kind {
        5 if material.choices => Expression::primary(["*", "?"][choices.below(2) as usize]),
        1..=5 if !variables.is_empty() => {
            let name = &variables[choices.below(variables.len() as u32) as usize];
            if material.primes && choices.below(2) == 1 {
                Expression::primary(format!("'{name}"))
            } else {
                Expression::primary(name)
            }
        }
        _ => Expression::primary(["T", "F", "1", "0"][choices.below(4) as usize]),
    }
}

fn unary(operator: &str, material: Material<'_>, depth: u32, choices: &mut dyn Choices) -> Expression {
    let operand = any(material, depth, choices).operand(Level::Unary);
    Expression::primary(format!("{operator}{operand}"))
}

fn binary(kind: u32, material: Material<'_>, depth: u32, choices: &mut dyn Choices) -> Expression {
    use Level::{And, Equality, Equivalence, Implication, Or, Unary, Xor};
    // The operator, its level, and what its operands must be: chains lean to the left, and `=>` takes no other `=>`.
    let (operator, level, left, right) = match kind {
        8 => ("&", And, And, Equality),
        9 => ("&&", And, And, Equality),
        10 => ("|", Or, Or, Xor),
        11 => ("||", Or, Or, Xor),
        12 => ("^", Xor, Xor, And),
        13 => ("=", Equality, Equality, Unary),
        14 => ("!=", Equality, Equality, Unary),
        15 => ("=>", Implication, Or, Or),
        16 => ("<=>", Equivalence, Equivalence, Implication),
        _ if material.choices => return schoose(material, depth, choices),
        _ => ("=", Equality, Equality, Unary),
    };
    let left = any(material, depth, choices).operand(left);
    let right = any(material, depth, choices).operand(right);
    Expression { text: format!("{left} {operator} {right}"), level }
}

fn schoose(material: Material<'_>, depth: u32, choices: &mut dyn Choices) -> Expression {
    let yes = any(material, depth, choices).text;
    let no = any(material, depth, choices).text;
    Expression::primary(format!("schoose[{yes}, {no}]"))
}

fn conditional(material: Material<'_>, depth: u32, choices: &mut dyn Choices) -> Expression {
    let condition = any(material, depth, choices).operand(Level::Equivalence);
    let then = any(material, depth, choices).text;
    let otherwise = any(material, depth, choices).text;
    Expression { text: format!("{condition} ? {then} : {otherwise}"), level: Level::Ternary }
}

#[cfg(test)]
mod tests {
    use super::super::super::choices::Tape;
    use super::*;

    fn from_tape(depth: u32, tape: &[u32]) -> String {
        let variables = ["a".to_string(), "b".to_string()];
        let material = Material { variables: &variables, primes: false, choices: true };
        expression(material, depth, &mut Tape::new(tape))
    }

    #[test]
    fn operands_are_parenthesised_where_they_must_be() {
        // `a => a`, as the left operand of `=>`, of `&` and of `<=>`.
        let implication = [15, 1, 0, 1, 0, 0];
        let under = |operator: u32| {
            let mut tape = vec![operator];
            tape.extend(implication);
            tape.extend([1, 1]);
            from_tape(2, &tape)
        };
        assert_eq!(under(15), "(a => a) => b");
        assert_eq!(under(8), "(a => a) & b");
        assert_eq!(under(16), "a => a <=> b");
    }

    #[test]
    fn depth_ends_the_expression() {
        assert_eq!(from_tape(0, &[5]), "*");
        assert_eq!(from_tape(1, &[6, 1, 1]), "!b");
        assert_eq!(from_tape(3, &[]), "T");
    }
}

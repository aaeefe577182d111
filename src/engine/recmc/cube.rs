//! Cubes: what a question says of the arguments of a predicate, and what a clause excludes.

/// That an argument of a predicate, by its place, has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The place of the argument.
    pub argument: u32,
    /// Its value.
    pub value: bool,
}

/// Some literals, sorted, of each argument at most one: the points at which all of them hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    literals: Box<[Literal]>,
    /// A bit for some literals each: what is not among them here is not in the cube.
    signature: u64,
}

impl Cube {
    /// The cube of these literals.
    pub fn of(literals: impl IntoIterator<Item = Literal>) -> Cube {
        let mut literals: Vec<Literal> = literals.into_iter().collect();
        literals.sort_unstable();
        literals.dedup();
        let bit = |literal: &Literal| 1 << ((2 * literal.argument + u32::from(literal.value)) % 64);
        let signature = literals.iter().fold(0, |all, literal| all | bit(literal));
        Cube { literals: literals.into(), signature }
    }

    /// Its literals.
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Whether all points of the other one are points of this one.
    pub fn contains(&self, other: &Cube) -> bool {
        if self.signature & !other.signature != 0 || self.literals.len() > other.literals.len() {
            return false;
        }
        let mut others = other.literals.iter();
        self.literals.iter().all(|literal| others.by_ref().any(|other| other == literal))
    }

    /// The same without the literal with this index.
    pub fn without(&self, index: usize) -> Cube {
        let literals = self.literals.iter().enumerate().filter(|&(at, _)| at != index);
        Cube::of(literals.map(|(_, &literal)| literal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pairs of cubes over four arguments, against the sets of their points.
    #[test]
    fn cubes_contain_cubes() {
        let cubes: Vec<Cube> = (0..81u32)
            .map(|mut code| {
                Cube::of((0..4).filter_map(|argument| {
                    let digit = code % 3;
                    code /= 3;
                    (digit < 2).then_some(Literal { argument, value: digit == 1 })
                }))
            })
            .collect();
        let holds = |cube: &Cube, point: u32| cube.literals().iter().all(|l| (point >> l.argument & 1 == 1) == l.value);
        for one in &cubes {
            for other in &cubes {
                let expected = (0..16).all(|point| !holds(other, point) || holds(one, point));
                assert_eq!(one.contains(other), expected, "{one:?} {other:?}");
            }
        }
    }
}

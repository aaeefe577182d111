//! What is known, at a point of a body, of the state of the rule.

/// A variable and one of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flag {
    pub(crate) name: String,
    pub(crate) value: bool,
}

impl Flag {
    pub(crate) fn new(name: impl Into<String>, value: bool) -> Self {
        Self { name: name.into(), value }
    }

    /// The expression that holds when the variable has the value.
    pub(crate) fn holds(&self) -> String {
        let sign = if self.value { "" } else { "!" };
        format!("{sign}{}", self.name)
    }

    /// The expression that holds when it has not.
    pub(crate) fn fails(&self) -> String {
        Self::new(&self.name, !self.value).holds()
    }
}

/// What is known of the state of the rule at a point of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Free,
    Held,
    /// Held exactly if the flag has the value; both are possible.
    When(Flag),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_and_its_opposite() {
        let flag = Flag::new("{x==0}", false);
        assert_eq!([flag.holds(), flag.fails()], ["!{x==0}", "{x==0}"]);
    }
}

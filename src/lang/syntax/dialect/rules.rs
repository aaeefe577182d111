//! The table of disagreements: a row for each construct, a column for each tool.
//!
//! Rows that no rule stands for are alike in all dialects, differ in what is accepted only, or are precedences
//! ([`Ladder`](super::super::Ladder)).

/// An `assert` whose condition does not hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Assert {
    /// An error.
    Fails,
    /// No error: the run ends there, as at an `assume`.
    Blocks,
}

/// `enforce e`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Enforce {
    /// `e` holds at entry and after each statement, calls included.
    Everywhere,
    /// `e` holds after each step inside the procedure, and after a call that stores results; not at entry.
    Steps,
    /// `e` holds at entry and after each assignment.
    Assignments,
    /// It says nothing.
    Ignored,
}

/// `goto` to a label that is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum MissingLabel {
    Refused,
    /// The run ends there.
    DeadEnd,
}

/// A label that stands before two statements of a procedure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum RepeatedLabel {
    Refused,
    /// `goto` goes to the first.
    First,
    /// Both statements are one location: whoever comes to one of them goes on with either.
    Merged,
}

/// A local variable, or parameter, with the name of a global one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Shadowing {
    /// The name means the local one, with a warning.
    Doubted,
    /// The name means the local one.
    Local,
    /// The name means the global one. What a parameter of that name does nobody should rely on.
    Global,
    Refused,
}

/// A local variable with the name of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum LikeParameter {
    Refused,
    /// It is the parameter.
    Same,
    /// The name means the local variable.
    Local,
}

/// `x, x := a, b`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum RepeatedTarget {
    Refused,
    /// Runs go on only if both values are the same.
    Agree,
    First,
    Last,
}

/// A variable that is declared nowhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Undeclared {
    Refused,
    /// A local variable.
    Local,
    /// A local variable, if it is assigned somewhere in the procedure.
    LocalIfAssigned,
}

/// A second declaration of a global variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum RepeatedGlobal {
    Refused,
    /// It is the same variable.
    Same,
}

/// A second procedure of the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum RepeatedProcedure {
    Refused,
    /// It is never called.
    Ignored,
}

/// The end of a procedure with results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum FallingOff {
    /// The results are arbitrary, with a warning.
    Doubted,
    /// The results are arbitrary.
    Arbitrary,
    /// No run comes back from there.
    Stuck,
}

/// `_`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Underscore {
    /// As a target it discards a value, elsewhere it is an error.
    Discards,
    /// A name like others.
    Name,
}

/// `dead x`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Dead {
    /// `x` becomes arbitrary.
    Havoc,
    Skip,
}

/// `print(e)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Print {
    Skip,
    /// A call of a procedure with that name.
    Call,
}

/// `abortif e`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum AbortIf {
    /// An error if `e` holds.
    Fails,
    Skip,
}

/// `'x` outside `constrain`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Prime {
    Refused,
    /// The value before the step, as `x`.
    Before,
    /// The value after the step.
    After,
}

/// `constrain (e);` as a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Constrain {
    /// The whole transition relation, with a warning.
    Doubted,
    /// The whole transition relation.
    Relation,
}

/// Statements about threads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) enum Threads {
    Refused,
    Skip,
}

/// A column of the table.
pub(in crate::lang) struct Rules {
    pub(crate) assert: Assert,
    pub(crate) enforce: Enforce,
    pub(crate) missing_label: MissingLabel,
    pub(crate) repeated_label: RepeatedLabel,
    pub(crate) shadowing: Shadowing,
    pub(crate) like_parameter: LikeParameter,
    pub(crate) repeated_target: RepeatedTarget,
    pub(crate) undeclared: Undeclared,
    pub(crate) repeated_global: RepeatedGlobal,
    pub(crate) repeated_procedure: RepeatedProcedure,
    pub(crate) falling_off: FallingOff,
    pub(crate) underscore: Underscore,
    pub(crate) dead: Dead,
    pub(crate) print: Print,
    pub(crate) abortif: AbortIf,
    pub(crate) prime: Prime,
    pub(crate) constrain: Constrain,
    pub(crate) threads: Threads,
}

/// The columns, in the order of [`Dialect::ALL`](super::Dialect::ALL).
pub(super) static RULES: [Rules; 5] = [STANDARD, MOPED, GETAFIX, WALI, CPROVER];

const STANDARD: Rules = Rules {
    assert: Assert::Fails,
    enforce: Enforce::Everywhere,
    missing_label: MissingLabel::Refused,
    repeated_label: RepeatedLabel::Refused,
    shadowing: Shadowing::Doubted,
    like_parameter: LikeParameter::Refused,
    repeated_target: RepeatedTarget::Refused,
    undeclared: Undeclared::Refused,
    repeated_global: RepeatedGlobal::Refused,
    repeated_procedure: RepeatedProcedure::Refused,
    falling_off: FallingOff::Doubted,
    underscore: Underscore::Discards,
    dead: Dead::Havoc,
    print: Print::Skip,
    abortif: AbortIf::Fails,
    prime: Prime::Refused,
    constrain: Constrain::Doubted,
    threads: Threads::Refused,
};

const MOPED: Rules = Rules {
    assert: Assert::Blocks,
    enforce: Enforce::Steps,
    missing_label: MissingLabel::DeadEnd,
    repeated_label: RepeatedLabel::Merged,
    shadowing: Shadowing::Refused,
    repeated_target: RepeatedTarget::First,
    undeclared: Undeclared::LocalIfAssigned,
    falling_off: FallingOff::Arbitrary,
    underscore: Underscore::Name,
    prime: Prime::After,
    constrain: Constrain::Relation,
    ..STANDARD
};

const GETAFIX: Rules = Rules {
    assert: Assert::Blocks,
    enforce: Enforce::Ignored,
    repeated_label: RepeatedLabel::First,
    shadowing: Shadowing::Global,
    like_parameter: LikeParameter::Same,
    repeated_target: RepeatedTarget::Agree,
    undeclared: Undeclared::Local,
    repeated_procedure: RepeatedProcedure::Ignored,
    falling_off: FallingOff::Stuck,
    underscore: Underscore::Name,
    prime: Prime::Before,
    constrain: Constrain::Relation,
    ..STANDARD
};

const WALI: Rules = Rules {
    shadowing: Shadowing::Local,
    like_parameter: LikeParameter::Same,
    repeated_target: RepeatedTarget::Last,
    repeated_global: RepeatedGlobal::Same,
    falling_off: FallingOff::Arbitrary,
    dead: Dead::Skip,
    abortif: AbortIf::Skip,
    threads: Threads::Skip,
    ..STANDARD
};

const CPROVER: Rules = Rules {
    enforce: Enforce::Assignments,
    repeated_label: RepeatedLabel::First,
    shadowing: Shadowing::Local,
    like_parameter: LikeParameter::Local,
    repeated_target: RepeatedTarget::Last,
    falling_off: FallingOff::Arbitrary,
    dead: Dead::Skip,
    print: Print::Call,
    ..STANDARD
};

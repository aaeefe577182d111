//! The programs.

/// A program, for any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its text, in the language of [`super::language`].
    pub text: &'static str,
    /// The least bits with which its mistake is one.
    pub least: u32,
}

macro_rules! entry {
    ($name:literal) => {
        entry!($name, 2)
    };
    ($name:literal, $least:literal) => {
        Entry { name: $name, text: include_str!(concat!("programs/", $name, ".words")), least: $least }
    };
}

/// The programs with assertions, those with the simplest recursion first.
pub const PROGRAMS: [Entry; 32] = [
    entry!("id"),
    entry!("id2"),
    entry!("id_b"),
    entry!("id2_b"),
    entry!("id_i"),
    entry!("sum"),
    entry!("sum_eq"),
    entry!("sum_non"),
    entry!("afterrec"),
    entry!("afterrec2"),
    entry!("addition"),
    entry!("addition3", 3),
    entry!("arith"),
    entry!("evenodd"),
    entry!("alternate"),
    entry!("gcd"),
    entry!("gcd2"),
    entry!("multiply"),
    entry!("product"),
    entry!("primes", 4),
    entry!("fibo"),
    entry!("fibo2"),
    entry!("ackermann"),
    entry!("ackermann2"),
    entry!("mccarthy"),
    entry!("hanoi"),
    entry!("hanoi2"),
    entry!("bitshift"),
    entry!("bitshift2"),
    entry!("interleave"),
    entry!("array"),
    entry!("ball_rajamani"),
];

/// The programs without assertions, which say in a line `// ltl: F end` that all their runs end, or with their mistake not all.
pub const ENDING: [Entry; 2] = [entry!("quicksort"), entry!("heapify")];

/// All programs.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    PROGRAMS.iter().chain(&ENDING)
}

/// The program with this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.name == name)
}

//! What a table consists of.

/// The letter that stands for the size in the name of a family.
const SIZE: &str = "N";

/// Families of programs, and the engines that are asked about each member.
#[derive(Debug)]
pub struct Table {
    /// One word.
    pub name: &'static str,
    /// What is looked at, in a sentence.
    pub about: &'static str,
    /// Each as the flags of `bpcheck generate`, with `N` for the size.
    pub families: &'static [&'static str],
    /// The sizes of the members, small ones first.
    pub sizes: &'static [u32],
    /// As `check --engine` takes them.
    pub engines: Vec<&'static str>,
    /// If the growth of time is to be told: from which size on.
    pub growth_from: Option<u32>,
}

/// A program of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its size: the N of its family.
    pub size: u32,
    /// The flags with which `bpcheck generate` writes it.
    pub command: String,
}

impl Table {
    /// All members, family by family, small ones first.
    pub fn families(&self) -> impl Iterator<Item = Vec<Member>> {
        self.families.iter().map(|family| {
            let member = |&size: &u32| Member { size, command: family.replace(SIZE, &size.to_string()) };
            self.sizes.iter().map(member).collect()
        })
    }
}

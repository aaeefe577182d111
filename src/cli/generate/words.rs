//! The flags of the programs over numbers.

use super::family::Wrong;
use bpcheck::generate::words::catalogue::{Entry, all, find};
use bpcheck::generate::words::{BITS, LEAST_INPUTS, Size, write};

/// Which program, and how wide its numbers are.
#[derive(clap::Args)]
pub struct Words {
    #[arg(value_name = "NAME", value_parser = entry, help = format!("Which one: {}", names()))]
    name: &'static Entry,
    /// How many bits a number has: 2 to 64
    #[arg(long, value_name = "K", default_value_t = 4)]
    bits: u32,
    /// The largest number that drives a recursion, at least 3; otherwise it is any
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    #[command(flatten)]
    variant: Wrong,
}

fn names() -> String {
    all().map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

fn entry(name: &str) -> Result<&'static Entry, String> {
    find(name).ok_or_else(|| format!("there is no such program; there are {}", names()))
}

impl Words {
    /// The text of the member.
    ///
    /// # Errors
    /// Which size is out of range.
    pub fn write(self) -> Result<String, String> {
        let Words { name: entry, bits, inputs, variant } = self;
        let (least, most) = (entry.least, *BITS.end());
        if !(least..=most).contains(&bits) {
            return Err(format!(
                "--bits {bits} is out of range: in {} numbers have {least} to {most} bits",
                entry.name
            ));
        }
        let size = Size { bits, inputs, variant: variant.into() };
        match inputs {
            Some(inputs) if !(LEAST_INPUTS..=size.max()).contains(&inputs) => {
                Err(format!("--inputs {inputs} is out of range: of {bits} bits it is {LEAST_INPUTS} to {}", size.max()))
            }
            _ => Ok(write(entry, &size)),
        }
    }
}

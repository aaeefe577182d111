//! A small counter that bounds a wide computation.
//!
//! Every round mixes `d_1 .. d_m` and increments a counter of `k + 1` bits, which begins with 0. The mixing is a Feistel network
//! on one half of the data, which starts arbitrary, and the other, which starts with F:
//!
//! ```text
//! left, right := right, left xor (right and right)
//! ```
//!
//! each `right` in an order of its own. The orders are drawn once for each size and follow no pattern, so after some rounds
//! every bit depends on most others, and orders of variables do not keep the diagram of the relation small. For a SAT solver a
//! run is a circuit whose inputs it may choose.
//!
//! **Verdict.** A round asserts that the counter is not all ones. The safe variant leaves when it has come to 2^k, or
//! earlier, when `d_1` holds: the data decide how long a run is, and the counter that none is too long. The unsafe one leaves
//! if it has come to 2^k and `d_1` holds. Data that are all F stay so; with them no round leaves, and the assertion fails
//! after 2^(k+1) - 1 rounds.
//!
//! In the recursion the data are mixed again on the way back, and a second assertion looks at them there. It holds in both
//! variants: the next round has made sure that the counter is not all ones.

use super::choices::{Seeded, shuffle};
use super::listing::{Listing, joined, numbered, repeated};
use super::{Shape, Variant, size};

/// A member of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The counter ends the run after 2^bits rounds; at least 1.
    pub bits: u32,
    /// How many data bits are mixed; at least 2.
    pub data: u32,
    /// Whether a loop or a recursion makes the rounds.
    pub shape: Shape,
    /// Can there be too many rounds?
    pub variant: Variant,
}

impl Default for Options {
    fn default() -> Self {
        Self { bits: 3, data: 16, shape: Shape::Loop, variant: Variant::Safe }
    }
}

/// Writes the program.
pub fn write(options: &Options) -> String {
    let (bits, data) = (size(options.bits, 1), size(options.data, 2));
    let (shape, variant) = (options.shape, options.variant);
    let mut out =
        Listing::new(Some(variant), &format!("wide --bits {bits} --data {data} --shape {shape}{}", variant.flag()));
    out.line(format_args!("decl {};", numbered("d_", 1..=data)));
    let mixing = mixing(data);
    match shape {
        Shape::Loop => write_loop(&mut out, bits, data, &mixing, variant),
        Shape::Recursion => write_recursion(&mut out, bits, data, &mixing, variant),
    }
    out.finish()
}

fn write_loop(out: &mut Listing, bits: u32, data: u32, mixing: &str, variant: Variant) {
    let counter = numbered("c_", 0..=bits);
    out.procedure("void main()");
    out.line(format_args!("decl {counter}, carry;"));
    write_start(out, data);
    out.line(format_args!("{counter} := {};", repeated("F", bits + 1)));
    out.open("while (*) do");
    write_round(out, bits, mixing, variant);
    out.close("od");
    out.close("end");
}

fn write_recursion(out: &mut Listing, bits: u32, data: u32, mixing: &str, variant: Variant) {
    let counter = numbered("c_", 0..=bits);
    out.procedure("void main()");
    write_start(out, data);
    out.line(format_args!("round({});", repeated("F", bits + 1)));
    out.close("end");
    out.procedure(format_args!("void round({counter})"));
    out.line("decl carry;");
    write_round(out, bits, mixing, variant);
    out.line(format_args!("round({counter});"));
    out.line(format_args!("{mixing};"));
    out.line(format_args!("assert(!({} & d_1));", all_ones(bits)));
    out.close("end");
}

fn write_start(out: &mut Listing, data: u32) {
    let right = data / 2 + 1..=data;
    out.line(format_args!("{} := {};", numbered("d_", right), repeated("F", data - data / 2)));
}

fn write_round(out: &mut Listing, bits: u32, mixing: &str, variant: Variant) {
    out.line(format_args!("assert(!({}));", all_ones(bits)));
    out.line(format_args!("{mixing};"));
    out.line("carry := T;");
    for bit in 0..=bits {
        out.line(format_args!("c_{bit}, carry := c_{bit} ^ carry, c_{bit} & carry;"));
    }
    let last = joined(" & ", (0..bits).map(|bit| format!("!c_{bit}")).chain([format!("c_{bits}")]));
    let leaves = match variant {
        Variant::Safe => format!("({last}) | d_1"),
        Variant::Unsafe => format!("{last} & d_1"),
    };
    out.line(format_args!("if ({leaves}) then return; fi"));
}

fn all_ones(bits: u32) -> String {
    joined(" & ", (0..=bits).map(|bit| format!("c_{bit}")))
}

/// The parallel assignment that mixes the data. With an odd number of bits the right half is the larger one.
fn mixing(data: u32) -> String {
    let half = data / 2;
    let mut source = Seeded::new(0);
    let mut right = || {
        let mut right: Vec<u32> = (half + 1..=data).collect();
        shuffle(&mut right, &mut source);
        right
    };
    let (moved, one, other) = (right(), right(), right());
    let moved = moved.iter().map(|right| format!("d_{right}"));
    let mixed = (1..=half).zip(one).zip(other).map(|((left, one), other)| format!("d_{left} ^ (d_{one} & d_{other})"));
    format!("{} := {}", numbered("d_", 1..=data), joined(", ", moved.chain(mixed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_loop() {
        let text = write(&Options { bits: 1, data: 5, ..Options::default() });
        assert_eq!(
            text,
            "// expect: SAFE
// generated by: bpcheck generate wide --bits 1 --data 5 --shape loop
decl d_1, d_2, d_3, d_4, d_5;

void main()
begin
  decl c_0, c_1, carry;
  d_3, d_4, d_5 := F, F, F;
  c_0, c_1 := F, F;
  while (*) do
    assert(!(c_0 & c_1));
    d_1, d_2, d_3, d_4, d_5 := d_4, d_3, d_5, d_1 ^ (d_4 & d_5), d_2 ^ (d_5 & d_4);
    carry := T;
    c_0, carry := c_0 ^ carry, c_0 & carry;
    c_1, carry := c_1 ^ carry, c_1 & carry;
    if ((!c_0 & c_1) | d_1) then return; fi
  od
end
"
        );
    }

    #[test]
    fn a_small_recursion() {
        let text = write(&Options { bits: 0, data: 0, shape: Shape::Recursion, variant: Variant::Unsafe });
        assert_eq!(
            text,
            "// expect: UNSAFE
// generated by: bpcheck generate wide --bits 1 --data 2 --shape recursion --unsafe
decl d_1, d_2;

void main()
begin
  d_2 := F;
  round(F, F);
end

void round(c_0, c_1)
begin
  decl carry;
  assert(!(c_0 & c_1));
  d_1, d_2 := d_2, d_1 ^ (d_2 & d_2);
  carry := T;
  c_0, carry := c_0 ^ carry, c_0 & carry;
  c_1, carry := c_1 ^ carry, c_1 & carry;
  if (!c_0 & c_1 & d_1) then return; fi
  round(c_0, c_1);
  d_1, d_2 := d_2, d_1 ^ (d_2 & d_2);
  assert(!(c_0 & c_1 & d_1));
end
"
        );
    }

    #[test]
    fn mixing_keeps_every_bit() {
        for data in 2..20 {
            let text = mixing(data);
            let (targets, values) = text.split_once(" := ").unwrap();
            assert_eq!(targets.split(", ").count(), values.split(", ").count());
            let mut kept: Vec<&str> = values.split(", ").filter_map(|value| value.split(' ').next()).collect();
            kept.sort_by_key(|name| (name.len(), name.to_string()));
            assert_eq!(kept.join(", "), targets);
        }
    }
}

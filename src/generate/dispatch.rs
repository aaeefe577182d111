//! A driver that hands requests down its levels, with many status flags that are beside the point.
//!
//! A request is outstanding while the globals `sent` and `done` differ: each request negates `sent`, and its completion negates `done`.
//! `level_n` opens a request if none is outstanding and a flag says so, handles the flags, calls the level below, once more if a flag says
//! so, and completes what it has opened. It may begin with the topmost level again, so there is recursion. All flags are passed along as
//! parameters, copied, combined and branched on at each level, and come back as results. `level_0` is the device: as the flags say, it
//! exchanges `sent` and `done`, or negates both.
//!
//! The rule: who completes a request finds it outstanding, and in the end none is.
//!
//! **Verdict.** An exchange and two negations leave it alone whether a request is outstanding, so by induction over calls each level leaves that as it found
//! it. In the unsafe variant the device negates `done` alone if three flags are F. All flags may be F, and then stay so, since they are only
//! copied, and combined by `&`, `|` and `^`. Then the topmost level opens a request, the others find it outstanding and only call the level
//! below, the device completes it, and the assertion of the topmost level fails.

use super::choices::{Choices, Seeded, shuffle};
use super::listing::{Listing, numbered};
use super::{Variant, size};

/// A member of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many status flags are passed along; at least 4.
    pub flags: u32,
    /// How many levels there are above the device; at least 1.
    pub levels: u32,
    /// Can the device complete a request that is not its own?
    pub variant: Variant,
}

impl Default for Options {
    fn default() -> Self {
        Self { flags: 20, levels: 3, variant: Variant::Safe }
    }
}

/// Writes the program.
pub fn write(options: &Options) -> String {
    let (flags, levels) = (size(options.flags, 4), size(options.levels, 1));
    let variant = options.variant;
    let mut out = Listing::new(Some(variant), &format!("dispatch --flags {flags} --levels {levels}{}", variant.flag()));
    let all = numbered("s_", 1..=flags);
    out.line("decl sent, done;");
    out.procedure("void main()");
    out.line(format_args!("decl {all};"));
    out.line("done := sent;");
    out.line(format_args!("{all} := level_{levels}({all});"));
    out.line("assert(sent = done);");
    out.close("end");
    let mut procedure = Procedure { out: &mut out, flags, all, source: Seeded::new(0) };
    for level in (1..=levels).rev() {
        procedure.write_level(level, levels);
    }
    procedure.write_device(variant);
    out.finish()
}

/// What all levels are written with.
struct Procedure<'a> {
    out: &'a mut Listing,
    flags: u32,
    /// The flags, as parameters, arguments and results.
    all: String,
    source: Seeded,
}

impl Procedure<'_> {
    fn write_level(&mut self, level: u32, topmost: u32) {
        self.heading(level);
        self.out.line("decl open;");
        let opens = self.flag();
        self.out.line(format_args!("open := !s_{opens} & (sent = done);"));
        self.out.line("if (open) then sent := !sent; fi");
        self.handle();
        self.call_if(topmost);
        self.out.line(format_args!("{} := level_{}({});", self.all, level - 1, self.all));
        self.handle();
        self.call_if(level - 1);
        self.out.open("if (open) then");
        self.out.line("assert(sent != done);");
        self.out.line("done := !done;");
        self.out.close("fi");
        self.end();
    }

    fn write_device(&mut self, variant: Variant) {
        self.heading(0);
        self.handle();
        if variant.is_unsafe() {
            let (half, last) = (self.flags / 2, self.flags);
            self.out.line(format_args!("if (!s_1 & !s_{half} & !s_{last}) then done := !done; fi"));
        }
        let (exchanges, negates) = (self.flag(), self.flag());
        self.out.line(format_args!("if (s_{exchanges}) then sent, done := done, sent; fi"));
        self.out.line(format_args!("if (s_{negates}) then sent, done := !sent, !done; fi"));
        self.end();
    }

    fn heading(&mut self, level: u32) {
        self.out.procedure(format_args!("bool<{}> level_{level}({})", self.flags, self.all));
    }

    fn end(&mut self) {
        self.out.line(format_args!("return {};", self.all));
        self.out.close("end");
    }

    fn call_if(&mut self, level: u32) {
        let flag = self.flag();
        self.out.line(format_args!("if (s_{flag}) then {} := level_{level}({}); fi", self.all, self.all));
    }

    /// Copies and combines all flags, four at a time; those that are left over are only read.
    fn handle(&mut self) {
        let mut order: Vec<u32> = (1..=self.flags).collect();
        shuffle(&mut order, &mut self.source);
        for group in order.chunks_exact(4) {
            let &[a, b, c, d] = group else { continue };
            let e = self.flag();
            self.out.open(format_args!("if (s_{a}) then"));
            self.out.line(format_args!("s_{b}, s_{c} := s_{c}, s_{d} ^ s_{e};"));
            self.out.between("else");
            self.out.line(format_args!("s_{d} := (s_{b} & s_{e}) | (s_{d} & s_{c});"));
            self.out.close("fi");
        }
    }

    /// The number of some flag.
    fn flag(&mut self) -> u32 {
        1 + self.source.below(self.flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_member() {
        let text = write(&Options { flags: 0, levels: 0, variant: Variant::Unsafe });
        assert!(text.starts_with(
            "// expect: UNSAFE
// generated by: bpcheck generate dispatch --flags 4 --levels 1 --unsafe
decl sent, done;

void main()
begin
  decl s_1, s_2, s_3, s_4;
  done := sent;
  s_1, s_2, s_3, s_4 := level_1(s_1, s_2, s_3, s_4);
  assert(sent = done);
end

bool<4> level_1(s_1, s_2, s_3, s_4)
begin
  decl open;
"
        ));
        assert!(text.contains("\n  if (!s_1 & !s_2 & !s_4) then done := !done; fi\n"));
    }

    #[test]
    fn levels_call_the_one_below_and_the_topmost() {
        let text = write(&Options { flags: 9, levels: 4, ..Options::default() });
        let calls = |level| text.matches(&format!(":= level_{level}(")).count();
        assert_eq!([0, 1, 2, 3, 4].map(calls), [2, 2, 2, 2, 5]);
        assert_eq!(text.matches("bool<9> ").count(), 5);
        assert!(!text.contains("s_10"));
    }
}

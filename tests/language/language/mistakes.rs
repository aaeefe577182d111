//! Mistakes that people make, many of them because they know another language: the words for each.

use super::{said, snapshot};

const MISTAKES: &[&str] = &[
    // Names
    "decl count, lock;\nvoid main() begin\n  cuont := T;\n  Lock := F;\n  cuont2 := T;\nend",
    "void helper() begin skip; end\nvoid main() begin\n  helpr();\nend",
    "void main() begin\n  again: skip;\n  goto agian;\nend",
    "decl a;\nvoid main() begin\n  a := nondet();\nend",
    "decl a;\nvoid main() begin\n  a := true;\n  if (false) then skip; fi\nend",
    "void main() begin skip; end\nvoid main() begin skip; end",
    "decl while;\nvoid main() begin skip; end",
    // Blocks
    "decl a;\nvoid main() begin\n  if (a) then\n    a := T;\n  a := F;\nend",
    "decl a;\nvoid main() begin\n  if (a) then skip; od;\n  a := T;\nend",
    "decl a;\nvoid main() begin\n  if (a) then\n    skip;\n  else if (!a) then\n    skip;\n  fi;\nend",
    "decl a;\nvoid main() {\n  a := T;\n}",
    "decl a;\nvoid main() begin\n  if (a) {\n    a := F;\n  }\nend",
    "decl a;\nvoid main()\n  decl l;\nbegin\n  l := a;\nend",
    // Statements
    "decl a, b;\nvoid main() begin\n  a = b;\nend",
    "decl a;\nvoid main() begin\n  a <- T;\n  a <= T;\nend",
    "decl a;\nvoid main() begin\n  int x;\n  x := a;\nend",
    "decl a;\nvoid main() begin\n  bool x;\n  x := a;\nend",
    "void main() begin\n  return 0;\nend",
    "decl a;\nvoid main() begin\n  switch (a) begin skip; end\nend",
    "decl a;\nvoid main() begin\n  do skip; while (a);\nend",
    // Comments and texts of other languages
    "decl a;\nvoid main() begin\n  # says something; x\n  a := T;\nend",
    "decl a;\nvoid main() begin\n  -- says something; x\n  a := T;\nend",
    "decl a;\nvoid main() begin\n  print(\"text; x\");\n  a := T;\nend",
];

#[test]
fn each_is_said_at_its_place() {
    let page = MISTAKES.iter().map(|text| format!("{}\n{text}\n{0}\n{}\n", "=".repeat(60), said(*text)));
    snapshot("mistakes", &page.collect::<String>());
}

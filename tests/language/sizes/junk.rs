//! What is no program, or no text.

use super::{accepted, front, in_main, rejected};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[test]
fn nul_bytes_and_invalid_utf8() {
    let comments = [b"// \0\xff\xc3\n/* \xfe\0 */".as_slice(), in_main("a := T;").as_bytes()].concat();
    assert_eq!(accepted(comments), 3);
    let (said, errors) = rejected(b"decl a;\nvoid main() begin\n  a :=\0 T;\n  a := \xff\xfe T;\nend".as_slice());
    assert_eq!(errors, 2, "{said}");
    assert!(said.contains("a NUL byte") && said.contains(" --> input.bp:3:7\n"), "{said}");
    assert!(said.contains("the byte 0xff") && said.contains(" --> input.bp:4:8\n"), "{said}");
}

#[test]
fn one_byte_many_times() {
    for byte in
        [b'\0', 0xff, b'{', b'}', b'(', b')', b'[', b';', b':', b',', b'=', b'*', b'?', b'!', b'\'', b'"', b'@', b'T']
    {
        let (said, errors) = rejected(vec![byte; 300_000]);
        assert!(errors >= 1 && said.contains(" --> input.bp:1:1\n"), "{byte}: {said}");
        rejected(
            [in_main("").trim_end().strip_suffix("end").expect("an end").as_bytes(), &vec![byte; 100_000]].concat(),
        );
    }
}

#[test]
fn one_word_many_times() {
    for word in
        ["begin", "end", "decl", "void f(", "bool", "if", "fi", "else", "x", "{x", "{}", "/ *", "a := ", "goto 1"]
    {
        for gap in [" ", "\n"] {
            rejected(format!("{word}{gap}").repeat(10_000));
            rejected(format!("void main() begin {}", format!("{word}{gap}").repeat(10_000)));
        }
    }
}

#[test]
fn random_bytes() {
    for seed in 0..4 {
        let mut bytes = vec![0; 1_000_000];
        ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
        rejected(bytes);
    }
}

#[test]
fn random_words() {
    const WORDS: &str = "begin end decl void bool if then else elsif fi while do od goto return skip assume assert \
        enforce constrain schoose T F _ dead sync print x y z {x} 0 1 7 := = != => <=> & | ^ ! ' * ? , ; : ( ) [ ] < > \
        == -> // /* */ @ skip; x:=y; fi; end;";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    for seed in 0..4 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut text = String::new();
        for _ in 0..50_000 {
            text.push_str(words[random.next_u32() as usize % words.len()]);
            text.push(if random.next_u32().is_multiple_of(8) { '\n' } else { ' ' });
        }
        rejected(text);
    }
}

/// Every beginning of a program, and every program that lacks one byte, is answered.
#[test]
fn programs_that_are_cut_off() {
    let text = "decl a, {x == 0} := 1; // note
/* c */ bool<2> f(x, y) begin decl l; enforce !(a & l); L: 1: if (x) then return y, *; elsif a then skip else dead l fi
  while a != y do a, _ := f(T, a => b); od; goto L, 1; return schoose[x, y], a ? 'x : F; end
void main() begin x := (a = b) | !c ^ d constrain 'x; print(a); assert a; abortif b; end
";
    for cut in 0..text.len() {
        front(&text[..cut]);
        front(format!("{}{}", &text[..cut], &text[cut + 1..]));
        front([&text.as_bytes()[..cut], b"\0", &text.as_bytes()[cut..]].concat());
    }
}

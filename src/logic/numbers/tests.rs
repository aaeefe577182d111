//! Every claim about small numbers: what is said of it is what it says.

use super::*;

/// Whether a statement holds, `n` and `m` being these numbers.
fn holds(text: &str, numbers: [(&str, u128); 2]) -> bool {
    let value = |word: &str| {
        let known = numbers.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
        known.or_else(|| word.parse().ok()).expect("a number")
    };
    let compare = |a: &str, sign: &str, b: &str| match sign {
        "=" => value(a) == value(b),
        "!=" => value(a) != value(b),
        "<=" => value(a) <= value(b),
        "<" => value(a) < value(b),
        ">=" => value(a) >= value(b),
        other => panic!("{other}"),
    };
    if let Some(denied) = text.strip_prefix("!(").and_then(|text| text.strip_suffix(')')) {
        return !denied.split(" & ").all(|text| holds(text, numbers));
    }
    match text.split(' ').collect::<Vec<_>>()[..] {
        [n, "even"] => value(n) % 2 == 0,
        [n, "odd"] => value(n) % 2 == 1,
        [a, sign, b] => compare(a, sign, b),
        [a, first, b, second, c] => compare(a, first, b) && compare(b, second, c),
        _ => panic!("{text}"),
    }
}

/// A formula with this table over so many inputs, of which input 0 has the lowest bit of a row.
fn formula(formulas: &mut Formulas, count: usize, table: &dyn Fn(usize) -> bool) -> Formula {
    let bits: Vec<Formula> = (0..count).map(|bit| formulas.input(Input(bit as u32))).collect();
    let mut formula = Formula::FALSE;
    for row in (0..1usize << count).filter(|&row| table(row)) {
        let literal = |(index, &bit): (usize, &Formula)| if row >> index & 1 == 1 { bit } else { !bit };
        let literals: Vec<Formula> = bits.iter().enumerate().map(literal).collect();
        let minterm = literals.into_iter().fold(Formula::TRUE, |all, one| formulas.and(all, one));
        formula = formulas.or(formula, minterm);
    }
    formula
}

/// What is said of a table over the bits of numbers of this width, the lowest bits first: of `n`, perhaps of `m`, and perhaps of one more bit, `g`.
fn said_beside(width: usize, both: bool, beside: bool, table: &dyn Fn(usize) -> bool) -> Option<Vec<String>> {
    let names = if both { &["n", "m"][..] } else { &["n"] };
    let number = |(index, name): (usize, &&str)| Number {
        name: name.to_string(),
        bits: (0..width).map(|bit| Input((index * width + bit) as u32)).collect(),
    };
    let numbers = Numbers::new(names.iter().enumerate().map(number).collect());
    let count = names.len() * width;
    let mut scratch = Scratch::of(Formulas::default());
    let mut conjuncts = vec![formula(&mut scratch.formulas, count + usize::from(beside), table)];
    let said =
        numbers.said(&mut scratch, |input| if input.0 as usize == count { "g" } else { "?" }.into(), &mut conjuncts);
    assert_eq!(said.is_empty(), !conjuncts.is_empty());
    conjuncts.is_empty().then_some(said)
}

fn said(width: usize, both: bool, table: &dyn Fn(usize) -> bool) -> Option<Vec<String>> {
    said_beside(width, both, false, table)
}

/// All tables over numbers of two and three bits.
#[test]
fn what_is_said_of_a_number_is_equivalent() {
    for width in [2, 3] {
        let numbers = 1usize << width;
        let mut words = 0;
        for table in 0..1u32 << numbers {
            let Some(statements) = said(width, false, &|row| table >> row & 1 == 1) else { continue };
            words += 1;
            for number in 0..numbers {
                let told = statements.iter().all(|text| holds(text, [("n", number as u128), ("m", 0)]));
                assert_eq!(told, table >> number & 1 == 1, "{table:b} at {number}: {statements:?}");
            }
        }
        // For two bits all but the constants.
        assert!(if width == 2 { words == 14 } else { words > 60 }, "{words}");
    }
}

/// Many tables over two numbers of two bits, and all comparisons of two and three bits.
#[test]
fn what_is_said_of_two_numbers_is_equivalent() {
    let check = |width: usize, table: &dyn Fn(usize) -> bool| {
        let statements = said(width, true, table)?;
        for row in 0..1usize << (2 * width) {
            let (n, m) = (row & ((1 << width) - 1), row >> width);
            let told = statements.iter().all(|text| holds(text, [("n", n as u128), ("m", m as u128)]));
            assert_eq!(told, table(row), "{statements:?} at {n}, {m}");
        }
        Some(statements.join(" and "))
    };
    let found: Vec<String> =
        (0..1u32 << 16).step_by(7).filter_map(|table| check(2, &|row| table >> row & 1 == 1)).collect();
    assert!(found.len() <= 6, "{found:?}");
    for width in [2, 3] {
        for text in ["n = m", "n != m", "n <= m", "n < m", "m <= n", "m < n"] {
            let (n, m) = (|row: usize| row & ((1 << width) - 1), |row: usize| row >> width);
            let table = |row: usize| holds(text, [("n", n(row) as u128), ("m", m(row) as u128)]);
            assert_eq!(check(width, &table).as_deref(), Some(text));
        }
    }
}

#[test]
fn the_shortest_words_are_used() {
    let of = |allowed: &[usize]| said(3, false, &|row| allowed.contains(&row)).map(|said| said.join(", "));
    let expected = [
        (&[5][..], "n = 5"),
        (&[0, 1, 2, 3, 4, 5], "n <= 5"),
        (&[3, 4, 5, 6, 7], "n >= 3"),
        (&[2, 3, 4], "2 <= n <= 4"),
        (&[0, 1, 2, 3, 4, 6, 7], "n != 5"),
        (&[0, 2, 4, 6], "n even"),
        (&[1, 3, 5, 7], "n odd"),
        (&[0, 2, 4], "n <= 4, n even"),
        (&[0, 1, 3, 4], "n <= 4, n != 2"),
        (&[0, 1, 5, 6, 7], "!(2 <= n <= 4)"),
        (&[1, 3, 5, 6, 7], "!(n <= 4 & n even)"),
    ];
    for (allowed, text) in expected {
        assert_eq!(of(allowed).as_deref(), Some(text));
    }
    for none in [&[][..], &[0, 1, 2, 3, 4, 5, 6, 7], &[0, 3, 5, 6]] {
        assert_eq!(of(none), None);
    }
}

/// All tables over a number of two bits and one bit beside.
#[test]
fn what_is_said_with_a_bit_beside_is_equivalent() {
    let mut words = 0;
    for table in 0..1u32 << 8 {
        let Some(statements) = said_beside(2, false, true, &|row| table >> row & 1 == 1) else { continue };
        words += 1;
        for row in 0..8 {
            let (n, g) = (row & 3, row >> 2 & 1 == 1);
            let told = statements.iter().all(|text| match text.split_once(" => ").unwrap_or(("", text)) {
                ("", "g") => g,
                ("", "!g") => !g,
                ("g", text) if !g => !text.is_empty(),
                ("!g", text) if g => !text.is_empty(),
                (_, text) => holds(text, [("n", n as u128), ("m", 0)]),
            });
            assert_eq!(told, table >> row & 1 == 1, "{table:b} at {n}, {g}: {statements:?}");
        }
    }
    // Where the bit is 1 there are words for 15 of 16 tables, and so there are where it is 0; 4 of these pairs say nothing of the number.
    assert_eq!(words, 15 * 15 - 4);
}

#[test]
fn the_bit_beside_stands_before_what_it_implies() {
    let of = |table: &dyn Fn(usize, bool) -> bool| {
        said_beside(3, false, true, &|row| table(row & 7, row >> 3 == 1)).map(|said| said.join(", "))
    };
    assert_eq!(of(&|n, g| !g || n <= 5).as_deref(), Some("g => n <= 5"));
    assert_eq!(of(&|n, g| g || n == 3).as_deref(), Some("!g => n = 3"));
    assert_eq!(of(&|n, g| g == (n <= 5)).as_deref(), Some("g => n <= 5, !g => n >= 6"));
    assert_eq!(of(&|n, g| g && n % 2 == 0).as_deref(), Some("g, n even"));
    assert_eq!(of(&|n, g| !g && n == 2).as_deref(), Some("!g, n = 2"));
    assert_eq!(of(&|n, g| !g || [0, 3, 5, 6].contains(&n)), None, "no words for it");
    let equal = said_beside(2, true, true, &|row| row >> 4 == 0 || row & 3 == row >> 2 & 3);
    assert_eq!(equal, Some(vec!["g => n = m".to_string()]));
}

#[test]
fn what_is_denied_of_several_numbers_is_said() {
    let of = |table: &dyn Fn(usize, usize) -> bool| {
        let mut formulas = Formulas::default();
        let numbers: Vec<Number> = [("n", 0), ("m", 2)]
            .map(|(name, first)| Number { name: name.into(), bits: vec![Input(first), Input(first + 1)] })
            .into();
        let one = |formulas: &mut Formulas, first: usize, number: usize| {
            let bits = [first, first + 1].map(|bit| formulas.input(Input(bit as u32)));
            statement::interval::formula(formulas, &bits, number as u128, number as u128)
        };
        let mut formula = Formula::TRUE;
        for (n, m) in (0..16).map(|row| (row & 3, row >> 2)).filter(|&(n, m)| !table(n, m)) {
            let (n, m) = (one(&mut formulas, 0, n), one(&mut formulas, 2, m));
            let both = formulas.and(n, m);
            formula = formulas.and(formula, !both);
        }
        let mut conjuncts = formulas.conjuncts(formula);
        let said = Numbers::new(numbers).said(&mut Scratch::of(formulas), |_| "?".into(), &mut conjuncts);
        assert!(conjuncts.is_empty(), "{said:?}");
        said.join(", ")
    };
    assert_eq!(of(&|n, m| n != 1 || m != 2), "!(n = 1 & m = 2)");
    assert_eq!(of(&|n, m| n != m), "n != m");
    assert_eq!(of(&|n, m| (n, m) != (0, 3) && (n, m) != (3, 3)), "!(n = 0 & m = 3), !(n = 3 & m = 3)");
}

#[test]
fn too_much_work_is_not_done() {
    let number = Number { name: "n".into(), bits: (0..3).map(Input).collect() };
    let mut scratch = Scratch { formulas: Formulas::default(), work: 5 };
    let bit = scratch.formulas.input(Input(0));
    let mut conjuncts = vec![bit];
    assert_eq!(Numbers::new(vec![number]).said(&mut scratch, |_| "?".into(), &mut conjuncts), [""; 0]);
    assert_eq!(conjuncts, [bit]);
}

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
    match text.split(' ').collect::<Vec<_>>()[..] {
        [n, "even"] => value(n) % 2 == 0,
        [n, "odd"] => value(n) % 2 == 1,
        [a, sign, b] => compare(a, sign, b),
        [a, first, b, second, c] => compare(a, first, b) && compare(b, second, c),
        _ => panic!("{text}"),
    }
}

/// What is said of a table over the bits of numbers of this width, the lowest bits first.
fn said(width: usize, both: bool, table: &dyn Fn(usize) -> bool) -> Option<Vec<String>> {
    let mut formulas = Formulas::default();
    let count = if both { 2 * width } else { width };
    let bits: Vec<Formula> = (0..count).map(|bit| formulas.input(Input(bit as u32))).collect();
    let mut formula = Formula::FALSE;
    for row in (0..1usize << count).filter(|&row| table(row)) {
        let literal = |(index, &bit): (usize, &Formula)| if row >> index & 1 == 1 { bit } else { !bit };
        let literals: Vec<Formula> = bits.iter().enumerate().map(literal).collect();
        let minterm = literals.into_iter().fold(Formula::TRUE, |all, one| formulas.and(all, one));
        formula = formulas.or(formula, minterm);
    }
    let mut work = WORK;
    let mut asking = Asking::new(&mut formulas, &mut work, formula);
    match both {
        false => asking.about_one("n", &bits),
        true => asking.about_two(&["n".into(), "m".into()], &[bits[..width].to_vec(), bits[width..].to_vec()]),
    }
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
        // For two bits all but the constants, and 0 or 3.
        assert!(if width == 2 { words == 13 } else { words > 60 }, "{words}");
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
    ];
    for (allowed, text) in expected {
        assert_eq!(of(allowed).as_deref(), Some(text));
    }
    for none in [&[][..], &[0, 1, 2, 3, 4, 5, 6, 7], &[0, 3, 5, 6]] {
        assert_eq!(of(none), None);
    }
}

#[test]
fn too_much_work_is_not_done() {
    let mut formulas = Formulas::default();
    let bits: Vec<Formula> = (0..3).map(|bit| formulas.input(Input(bit))).collect();
    let mut work = 5;
    assert_eq!(Asking::new(&mut formulas, &mut work, bits[0]).about_one("n", &bits), None);
}

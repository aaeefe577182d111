//! The reference of the language.

use super::*;

#[test]
fn pages_are_listed_and_printed() {
    let room = Room::new(&[]);
    let list = room.run("language");
    assert_eq!((list.code, list.stderr.as_str()), (Some(0), ""));
    assert!(list.stdout.starts_with("program     globals and procedures\n"), "{}", list.stdout);
    let page = room.run("language skip");
    let expected = "\
skip: does nothing

    skip;

Control goes on to the next statement. It is what a label stands on if there
is nothing else.

    void main()
    begin
      if (*) then
        ERROR: skip;
      fi
    end

    this program is UNSAFE

See also: label, print
";
    assert_eq!((page.code, page.stdout.as_str(), page.stderr.as_str()), (Some(0), expected, ""));
    for (other, name) in [(":=", "assignment"), ("*", "choice"), ("->", "operators"), ("'", "constrain"), ("fi", "if")]
    {
        let page = room.run(&format!("language {other}"));
        assert!(page.code == Some(0) && page.stdout.starts_with(&format!("{name}: ")), "{other}: {page:?}");
    }
}

#[test]
fn a_page_that_is_not_there_is_told_with_the_one_that_may_be_meant() {
    let room = Room::new(&[]);
    let answer = room.run("language shcoose");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    assert!(answer.stderr.starts_with("error: there is no page about `shcoose`: is `schoose` meant?\n"), "{answer:?}");
}

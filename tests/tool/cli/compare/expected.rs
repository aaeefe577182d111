//! Lists of right answers that fit the inputs, or do not.

use super::*;

#[test]
fn a_list_of_answers_that_fits_nothing_is_no_list() {
    let room = room(4);
    let list = |text: &str| std::fs::write(room.path("list.tsv"), text).expect("a file");
    list("file\texpected\n000.bp\tSAFE\n");
    let campaign = "compare in --engines explicit --expected list.tsv --output out";
    let answer = room.run(campaign);
    assert_eq!(answer.code, Some(3), "{answer:?}");
    assert_eq!(
        answer.stderr,
        "error: 0 of 4 inputs have an expected answer in list.tsv; in/000.bp, for one, has none\n\
         note: the names in it are relative to the folder that it is in, `.`; 1 of them name no file, such as 000.bp\n"
    );
    assert!(!room.path("out").exists(), "nothing was run");
    list("file\texpected\nin/000.bp\tSAFE\nin/001.bp\tUNSAFE\n");
    let answer = room.run(campaign);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(
        answer.stderr.starts_with("warning: 2 of 4 inputs have an expected answer in list.tsv; in/002.bp, for one"),
        "{}",
        answer.stderr
    );
    list("file\texpected\nin/000.bp\tSAFE\nin/001.bp\tSAEF\n");
    let answer = room.run(&format!("{campaign} --resume"));
    assert_eq!(answer.code, Some(3), "{answer:?}");
    assert!(answer.stderr.contains("line 3: expected SAFE or UNSAFE"), "{}", answer.stderr);
    list("file\tanswer of mine\nin/000.bp\tSAFE\n");
    let answer = room.run(&format!("{campaign} --resume"));
    assert!(answer.stderr.contains("found `file`, `answer of mine`"), "{}", answer.stderr);
}

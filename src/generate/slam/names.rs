//! Names in the manner of drivers: predicates of C variables, and procedures that sound like entry points.

/// The global flag that tells, between some calls, whether the state is held.
pub(super) const SHARED_FLAG: &str = "{devExt->Busy!=0}";

/// The status of a request: at most one of the two holds.
pub(super) const STATUS: [&str; 2] = ["{status==0}", "{status==259}"];

/// What a procedure answers: the first tells whether it leaves the state held; at most one of the two holds.
pub(super) const ANSWER: [&str; 2] = ["{ret==0}", "{ret==259}"];

/// The parameter that tells whether a procedure is entered, or shall be left, in the held state.
pub(super) const GIVEN: &str = "{given!=0}";

/// A local that tells whether the state is held.
pub(super) fn flag(number: u32) -> String {
    predicate(&["flag!=0", "taken!=0", "locked==1", "owned!=0", "nested>0"], number)
}

/// A local that has nothing to do with the state.
pub(super) fn local(number: u32) -> String {
    predicate(
        &["i<n", "len==0", "irp!=0", "next==head", "size>max", "mode==3", "p->Flags!=0", "retry<5", "code==7"],
        number,
    )
}

/// A global that has nothing to do with the state.
pub(super) fn data(number: u32) -> String {
    predicate(&["devExt->Started!=0", "Count==0", "irp->Pending==0", "Queue->Head==0"], number)
}

/// A parameter that has nothing to do with the state.
pub(super) fn parameter(number: u32) -> String {
    predicate(&["arg!=0", "length>8"], number)
}

/// A temporary that receives a result.
pub(super) fn result(number: u32) -> String {
    format!("ret{number}")
}

/// A temporary that holds an argument.
pub(super) fn argument(number: u32) -> String {
    format!("prm{number}")
}

/// The name of a driver procedure. The number makes it unique.
pub(super) fn procedure(verb: u32, object: u32, number: usize) -> String {
    const VERBS: [&str; 6] = ["Start", "Dispatch", "Complete", "Cancel", "Flush", "Query"];
    const OBJECTS: [&str; 6] = ["Device", "Irp", "Queue", "Port", "Timer", "Buffer"];
    let verb = VERBS[verb as usize % VERBS.len()];
    let object = OBJECTS[object as usize % OBJECTS.len()];
    format!("{verb}{object}_{number}")
}

/// The predicate with this number: the listed ones first, then the same again about numbered variables.
fn predicate(texts: &[&str], number: u32) -> String {
    let text = texts[number as usize % texts.len()];
    match number as usize / texts.len() {
        0 => format!("{{{text}}}"),
        round => format!("{{v{round}.{text}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_do_not_repeat() {
        let mut names: Vec<String> = (0..50).flat_map(|i| [flag(i), local(i), data(i), parameter(i)]).collect();
        names.extend([SHARED_FLAG, GIVEN].map(String::from));
        names.extend(STATUS.iter().chain(&ANSWER).map(|name| name.to_string()));
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}

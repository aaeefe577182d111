use super::*;
use crate::pds;
use crate::{Options, Source, lang::cfg, pipeline::load};

/// The system of a procedure `f` with so many results, and `main`, which stores them.
fn system(results: usize) -> SymbolicPds {
    let list = |text: &str| (0..results).map(|at| format!("{text}{at}")).collect::<Vec<_>>().join(", ");
    let returned = vec!["T"; results].join(", ");
    let text = format!(
        "bool<{results}> f() begin return {returned}; end\n void main() begin decl {}; {} := f(); end",
        list("x"),
        list("x")
    );
    system_of(&text)
}

fn system_of(text: &str) -> SymbolicPds {
    let loaded = load(&Source::new("test.bp", text), &Options::default()).expect("a program");
    pds::build(&loaded.program, &cfg::build(&loaded.program), loaded.entry)
}

/// The columns, now, of `main`'s locals and of what `f` returns, if each local is followed by what is stored there.
fn columns(results: usize) -> Vec<[Column; 2]> {
    let [f, main] = [0, 1].map(ProcId::from_index);
    let order: Vec<Vertex> = (0..results).flat_map(|at| [Vertex::Local(main, at), Vertex::Result(f, at)]).collect();
    let frames = Frames::new(&system(results), &order).expect("few columns");
    let pair = |at| {
        let local = frames.copies(main, Slot::Local(at)).expect("a local").now;
        [local, frames.result(f, at).expect("a result")]
    };
    (0..results).map(pair).collect()
}

#[test]
fn results_stand_where_the_order_has_them() {
    let columns = columns(3).concat();
    assert!(columns.is_sorted(), "{columns:?}");
}

#[test]
fn too_many_results_stand_below_all_locals() {
    let columns = columns(MOST_ALONE + 1);
    assert!(columns.iter().map(|[local, _]| local).max() < columns.iter().map(|[_, result]| result).min());
}

#[test]
fn results_stand_below_all_locals_if_there_would_be_too_many_columns() {
    let (procedures, locals) = (200, 170);
    let list = (0..locals).map(|at| format!("l{at}")).collect::<Vec<_>>().join(", ");
    let procedure = |at| format!("bool<5> f{at}() begin decl {list}; return l0, l1, l2, l3, l4; end\n");
    let text = (0..procedures).map(procedure).collect::<String>() + "void main() begin end";
    let pds = system_of(&text);
    let own = |at| {
        let id = ProcId::from_index(at);
        let results = (0..5).map(move |index| Vertex::Result(id, index));
        (0..locals).map(move |index| Vertex::Local(id, index)).chain(results)
    };
    let order: Vec<Vertex> = (0..procedures).flat_map(own).collect();
    assert!(Frames::laid_out(&pds, &order, true).is_err());
    let frames = Frames::new(&pds, &order).expect("columns that procedures share");
    assert!(frames.columns() < 1_000, "{}", frames.columns());
}

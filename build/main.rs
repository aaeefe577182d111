//! Makes the parsers from `bp.lalrpop` and `words.lalrpop`, and says how the tool is linked.

mod link;

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammar has no conflicts");
    link::link();
}

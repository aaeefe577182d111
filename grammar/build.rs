//! Makes the parsers from `bp.lalrpop` and `words.lalrpop`.

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammar has no conflicts");
}

//! The core alone, without the tool around it: `cargo run --no-default-features --example core`.

use bpcheck::{Failure, Options, Source, check, outcome::Overall};

fn main() -> Result<(), Failure> {
    let source = Source::new("lock.bp", "decl held; void main() begin held := F; held := !held; assert(held); end");
    let outcome = check(&source, &Options::default())?;
    assert_eq!(outcome.overall(), Overall::Safe);
    println!("{}", outcome.overall());
    Ok(())
}

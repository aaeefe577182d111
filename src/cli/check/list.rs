//! What could be decided, without deciding it: the properties with their numbers.

use super::flags::Args;
use super::inputs::Inputs;
use super::show::nothing_asked;
use crate::cli::exit::Exit;
use crate::cli::{input, output};
use bpcheck::Options;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::pipeline::Temporal;
use bpcheck::report::check::text;

/// Lists the properties of all inputs; the exit code of the most urgent failure.
pub fn all(args: &Args, inputs: &Inputs, temporal: &Temporal) -> Exit {
    let labels: Vec<LabelRequest> = args.labels.iter().map(|label| LabelRequest::parse(label)).collect();
    let mut exit = Exit::Done;
    for one in &inputs.all {
        let name = input::name(&one.path);
        let loaded = match &one.hollow {
            Some(why) => {
                output::stderr(format_args!("error: cannot read {name}: {why}\n"));
                Err(Exit::Input)
            }
            None => args
                .reading
                .load_asking(&one.path, Options::default().with_labels(labels.clone()).with_temporal(temporal.clone())),
        };
        exit = exit.or_worse(match loaded {
            Ok(loaded) => {
                if loaded.properties.is_empty() {
                    output::stderr(nothing_asked(&name, &loaded));
                }
                output::print(Exit::Done, |out| text::list(&loaded, out))
            }
            Err(failed) => failed,
        });
    }
    exit
}

//! Where things stand, for a SARIF log.

use super::{ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, Region};
use crate::lang::program::Place;
use crate::lang::source::{Source, Span};
use crate::pipeline::Loaded;
use crate::report::address;

impl Location {
    /// A place of a program: the line of the C program where file and line are known, else that of the program itself.
    pub(super) fn of(loaded: &Loaded, place: Place, message: Option<String>) -> Location {
        let Loaded { source, program, .. } = loaded;
        let origin = program.c_origin(source, place).filter(|origin| origin.line > 0);
        let physical = match origin.and_then(|origin| Some((origin.file?, origin.line))) {
            Some((file, line)) => physical(&file, Some(Region::line(line))),
            None => physical(source.name(), Some(Region::of(source, program.span(place)))),
        };
        let procedure = program.name(program[place.procedure].name);
        Location {
            physical_location: physical,
            logical_locations: vec![LogicalLocation { name: procedure.to_string(), kind: "function" }],
            message: message.as_deref().map(Message::new),
        }
    }

    /// A place of a text, which may be none of a program.
    pub(super) fn span(source: &Source, span: Span) -> Location {
        Location::physical(physical(source.name(), Some(Region::of(source, span))))
    }

    /// A file.
    pub(super) fn file(path: &str) -> Location {
        Location::physical(physical(path, None))
    }

    fn physical(physical_location: PhysicalLocation) -> Location {
        Location { physical_location, logical_locations: Vec::new(), message: None }
    }
}

impl Region {
    fn line(line: u32) -> Region {
        Region { start_line: line, start_column: None, end_line: None, end_column: None }
    }

    fn of(source: &Source, span: Span) -> Region {
        let (start, end) = (source.position(span.start), source.position(span.end));
        Region {
            start_line: start.line,
            start_column: Some(start.column),
            end_line: Some(end.line),
            end_column: Some(end.column),
        }
    }
}

fn physical(path: &str, region: Option<Region>) -> PhysicalLocation {
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    PhysicalLocation {
        artifact_location: ArtifactLocation { uri: scheme.to_string() + &address::encoded(path) },
        region,
    }
}

//! The language: what is accepted, warned of and rejected, with which words, and at which place.

mod language {
    mod round_trip;
}

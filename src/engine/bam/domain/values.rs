//! One by one.

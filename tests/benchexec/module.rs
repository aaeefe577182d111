//! The tool-info module in BenchExec's hands.

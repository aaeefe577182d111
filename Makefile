# The main jobs. `make` builds the tool and runs the example of the README.
.PHONY: all test lint bless

all:
	cargo build --release
	target/release/bpcheck check bp-examples/first-steps/lock-bug.bp || test $$? -eq 10

test:
	cargo test

lint:
	cargo fmt --check
	cargo clippy --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings --allow rustdoc::private-intra-doc-links" cargo doc --no-deps

# Rewrites snapshots and published schemas.
bless:
	BLESS=1 INSTA_UPDATE=always cargo test

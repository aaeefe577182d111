# The main jobs. `make` builds the tool and runs the example of the README.
.PHONY: all install test core proofs lint bench book corpus hunt bless

all:
	cargo build --release
	cargo run --quiet --release -- check bp-examples/first-steps/lock-bug.bp || test $$? -eq 10

# The tool, its completions for bash, zsh and fish, and its manual pages, below PREFIX. With BUILT=PATH it is that one, and nothing is built.
PREFIX ?= $(HOME)/.local
built = $(or $(BUILT),target/release/bpcheck)
share = $(DESTDIR)$(PREFIX)/share
install:
	$(if $(BUILT),,cargo build --release)
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/man/man1
	install -d $(share)/bash-completion/completions $(share)/zsh/site-functions $(share)/fish/vendor_completions.d
	install -m 755 $(built) $(DESTDIR)$(PREFIX)/bin/bpcheck
	$(built) completions bash > $(share)/bash-completion/completions/bpcheck
	$(built) completions zsh > $(share)/zsh/site-functions/_bpcheck
	$(built) completions fish > $(share)/fish/vendor_completions.d/bpcheck.fish
	$(built) man $(share)/man/man1

test:
	cargo test

# The core alone, as others can depend on it: a program on top of it compiles, and the crates that only the tool needs are not there.
core:
	cargo check --no-default-features --example core
	! cargo tree --quiet --no-default-features --edges normal --prefix none | \
	  grep -E '^(clap[a-z_]*|csv|saphyr|signal-hook|tempfile|terminal_size|toml) '

# Certificates of the examples that are SAFE, and of a sample of ../shared/corpus, as files: read, refuted step by step, and the refutations checked.
proofs:
	.ci/proofs

lint:
	cargo fmt --check
	cargo clippy --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings --allow rustdoc::private-intra-doc-links" cargo doc --no-deps

# Times the stages of the front end, and whole checks of families and real inputs.
bench:
	cargo bench

# The course and the reference as a book, in target/book. Needs mdBook: cargo install mdbook.
book:
	mdbook build docs

# Checks all real inputs in ../shared/corpus, where that folder exists.
corpus:
	cargo test --release --test engines conformance::corpus -- --ignored --nocapture

# Holds the engines against the enumeration of all runs on all small programs, and the summary engine against the referee: 200,000
# random programs, and all small ones by each way to run it. Interpolants of 2,200 random problems and 1,100 random trees, and 5,000 pairs of programs with one edit. Automata
# of 10,000 formulas, against Spot's, if PYTHON names a Python that has it.
hunt:
	cargo test --release --test engines exhaustive:: -- --include-ignored --nocapture
	cargo test --release --test engines summary:: -- --ignored --nocapture
	cargo test --release --test engines interpolants:: -- --ignored --nocapture
	cargo test --release --test engines interpolation:: -- --ignored --nocapture
	cargo test --release --test engines temporal:: -- --ignored --nocapture
	cargo test --release --test language ltl:: -- --ignored --nocapture

# Rewrites snapshots and published schemas.
bless:
	BLESS=1 INSTA_UPDATE=always cargo test

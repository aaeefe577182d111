//! Trees of instances of predicates, and the lemmas that refutations of such trees give (2012-sery; 2015-fedyukovich).
//!
//! A [`Tree`](tree::Tree) unwinds the bodies of [predicates](super::relations) as far as somebody wants it to: an instance has the clauses of its
//! body ([`template`]), or is a leaf, of which only lemmas are known. Of a tree without a run [`learn`] reads lemmas off a refutation; those that
//! hold without a bound are in the [`store`], and [`houdini`] finds them among those that hold up to one. Some are found without a tree, before there is one: [`seeds`]. [`trace`] makes a derivation of a run, and
//! [`prove`] a proof of what is stored. When a tree is asked what, and which leaves get their bodies, is the engines' business.

pub mod counts;
pub mod houdini;
pub mod known;
pub mod learn;
pub mod memory;
pub mod prove;
pub mod said;
pub mod seeds;
pub mod store;
pub mod template;
pub mod trace;
pub mod tree;

//! Which graph or solver a handle is of, as debug builds know it.
//!
//! A [`Formula`](super::formula::Formula) means something in its own graph only, and a [`Lit`](super::sat::Lit) in its own solver;
//! in another one it is a valid number all the same, and the answer is wrong. So in debug builds handles carry their owner, and
//! whoever is given one looks. In release builds an owner takes no room.

/// The owner of a handle.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::logic) struct Owner {
    /// 0: any graph or solver, as of constants.
    #[cfg(debug_assertions)]
    number: u32,
}

impl Owner {
    /// Any graph or solver.
    pub(crate) const ANY: Owner = Owner {
        #[cfg(debug_assertions)]
        number: 0,
    };

    /// One that is like no other.
    pub(crate) fn unique() -> Owner {
        Owner {
            #[cfg(debug_assertions)]
            number: {
                use std::hash::BuildHasher;
                // What std seeds hash maps with: no state of ours.
                std::collections::hash_map::RandomState::new().hash_one(0) as u32 | 1
            },
        }
    }

    /// In debug builds, that a handle of `other` may be used here.
    #[inline]
    #[track_caller]
    pub(crate) fn check(self, other: Owner) {
        #[cfg(debug_assertions)]
        assert!(
            self.number == other.number || self.number == 0 || other.number == 0,
            "a handle of another graph or solver"
        );
        let _ = other;
    }
}

impl std::fmt::Debug for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

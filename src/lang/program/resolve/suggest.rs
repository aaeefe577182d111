//! Names that may be meant by one that is not declared.

use super::Resolver;
use crate::lang::spelling;
use crate::lang::syntax::ast::Symbol;

/// How many characters are compared with others in one program: a file may be wrong in every line.
const MOST: usize = 5_000_000;

impl Resolver<'_> {
    /// A name that is spelled nearly as `name` is, among those that `is_declared`.
    pub(super) fn similar(&mut self, name: Symbol, is_declared: fn(&Self, Symbol) -> bool) -> Option<String> {
        let ast = self.ast;
        let wanted = ast.name(name);
        let cost = ast.names.len() * wanted.len();
        self.compared = self.compared.saturating_add(cost);
        if self.compared > MOST {
            return None;
        }
        let symbols = (0..ast.names.len() as u32).map(Symbol);
        let declared = symbols.filter(|&symbol| symbol != name && is_declared(self, symbol));
        spelling::nearest(wanted, declared.map(|symbol| ast.name(symbol))).map(str::to_string)
    }
}

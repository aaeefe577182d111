//! Paths in addresses.

/// A path with everything that means something in an address, or is not ASCII, as `%` and two digits.
pub(in crate::report) fn encoded(path: &str) -> String {
    let mut address = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address += &format!("%{byte:02X}");
        }
    }
    address
}

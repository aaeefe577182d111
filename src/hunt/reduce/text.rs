//! A text as lines, then as characters.

use super::search::Search;

/// Leaves out lines until none can go, then characters; then both again, as long as that helps.
pub(crate) fn reduce(search: &mut Search) {
    search.repeat(&mut |search| {
        search.repeat(&mut |search| leave_out(search, |text| text.split_inclusive(|&byte| byte == b'\n').collect()));
        leave_out(search, characters);
    });
}

fn leave_out(search: &mut Search, pieces: fn(&[u8]) -> Vec<&[u8]>) {
    let text = search.best.clone();
    let pieces = pieces(&text);
    search.shrink(pieces.len(), &mut |left_out| {
        let mut left_out = left_out.iter().peekable();
        let stays = |&(number, _): &(usize, &&[u8])| left_out.next_if(|&&other| other == number).is_none();
        pieces.iter().enumerate().filter(stays).flat_map(|(_, piece)| piece.iter().copied()).collect()
    });
}

/// The characters of a text; bytes that are no UTF-8 one by one.
fn characters(text: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    for chunk in text.utf8_chunks() {
        pieces.extend(chunk.valid().split("").filter(|piece| !piece.is_empty()).map(str::as_bytes));
        pieces.extend(chunk.invalid().chunks(1));
    }
    pieces
}

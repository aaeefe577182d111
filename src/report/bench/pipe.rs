//! Tables of Markdown.

/// A table whose first row is its head. The first column stands to the left, all others, which are figures, to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let rules = widths.iter().enumerate().map(|(column, width)| match column {
        0 => format!(":{}", "-".repeat(width - 1)),
        _ => format!("{}:", "-".repeat(width - 1)),
    });
    let rule = line(&rules.collect::<Vec<_>>(), &widths);
    let mut lines = rows.iter().map(|row| line(row, &widths));
    lines.next().into_iter().chain([rule]).chain(lines).collect()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column {
        0 => format!("| {cell:<width$} "),
        _ => format!("| {cell:>width$} "),
    });
    padded.chain(["|\n".to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn figures_stand_to_the_right() {
        let row = |cells: [&str; 2]| cells.map(str::to_string).to_vec();
        let rows = [row(["name", "s"]), row(["a", "0.25"]), row(["longer", "-"])];
        let expected = "| name   |    s |\n| :----- | ---: |\n| a      | 0.25 |\n| longer |    - |\n";
        assert_eq!(table(&rows), expected);
    }
}

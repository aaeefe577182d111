//! The widest numbers that any engine decides, as a table.

use super::pipe;
use crate::bench::frontier::INPUTS;
use crate::bench::widest::{ABOUT, BEHIND, Climb, Measured, NAME, NARROW, SOON, WIDE};

/// The table with its heading, an empty line before it: a row for each program, and at the end how many are decided with how many bits.
pub fn section(engines: &[String], measured: &[Measured]) -> String {
    let titles = ["`bpcheck generate words`", "all inputs", "by", "s", "few inputs", "by", "s"];
    let mut rows = vec![titles.map(str::to_string).to_vec()];
    for Measured { name, narrow, wide } in measured {
        let cells = [narrow, wide].into_iter().flat_map(|climb| cells(engines, climb));
        rows.push([format!("`{name}`")].into_iter().chain(cells).collect());
    }
    format!(
        "\n### {NAME}: {ABOUT}\n\nNumbers of {} bits with all inputs, and of {} with inputs up to {INPUTS}, until nobody decides one within the limits. Who takes \
         longer than {BEHIND} times the fastest and {SOON} s is not asked about wider ones. Each is asked once.\n\n{}\n{}",
        list(&NARROW),
        list(&WIDE),
        pipe::table(&rows),
        counts(engines, measured)
    )
}

/// The bits, who decides them, and in how many seconds.
fn cells(engines: &[String], climb: &Climb) -> [String; 3] {
    match climb.winner {
        _ if climb.is_wrong => ["**wrong**", "", ""].map(str::to_string),
        None => ["-", "", ""].map(str::to_string),
        Some(winner) => {
            [winner.bits.to_string(), format!("`{}`", engines[winner.engine]), format!("{:.2}", winner.seconds)]
        }
    }
}

/// How many programs are decided with how many bits, and how often each engine is the one.
fn counts(engines: &[String], measured: &[Measured]) -> String {
    let of = |climb: fn(&Measured) -> &Climb, widths: &[u32]| {
        let won: Vec<_> = measured.iter().filter_map(|line| climb(line).winner).collect();
        let bits = widths.iter().map(|&bits| {
            let count = won.iter().filter(|winner| winner.bits >= bits).count();
            format!("{count} with {bits} bits")
        });
        let by = engines.iter().enumerate().filter_map(|(index, engine)| {
            let count = won.iter().filter(|winner| winner.engine == index).count();
            (count > 0).then(|| format!("`{engine}` {count}"))
        });
        format!("{}; the widest by {}", bits.collect::<Vec<_>>().join(", "), by.collect::<Vec<_>>().join(", "))
    };
    format!(
        "Of {} programs, with all inputs: {}.\nWith few: {}.\n",
        measured.len(),
        of(|line| &line.narrow, &NARROW),
        of(|line| &line.wide, &WIDE)
    )
}

/// `8, 16 and 32`.
fn list(widths: &[u32]) -> String {
    let words: Vec<String> = widths.iter().map(u32::to_string).collect();
    let (last, rest) = words.split_last().map_or((String::new(), &[][..]), |(last, rest)| (last.clone(), rest));
    format!("{} and {last}", rest.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::widest::Winner;

    #[test]
    fn who_has_won_where_is_counted() {
        let engines = ["a", "b"].map(str::to_string);
        let won = |bits, engine| Climb { winner: Some(Winner { bits, engine, seconds: 0.25 }), is_wrong: false };
        let line = |name: &str, narrow, wide| Measured { name: name.to_string(), narrow, wide };
        let wrong = Climb { winner: None, is_wrong: true };
        let measured = [line("f", won(16, 1), wrong), line("g", won(8, 1), won(64, 0)), line("h", won(64, 0), wrong)];
        let text = section(&engines, &measured);
        assert!(text.contains("|         16 | `b` | 0.25 |  **wrong** |     |      |"), "{text}");
        assert!(text.contains("3 with 8 bits, 2 with 10 bits"), "{text}");
        assert!(text.contains("1 with 18 bits") && text.contains("the widest by `a` 1, `b` 2.\nWith few: 1"), "{text}");
    }
}

//! Durations and sizes as people write them: `500ms`, `20s`, `2m`; `512M`, `2G`.

use std::time::Duration;

/// Reads a duration: a number, perhaps with a fraction, and `ms`, `s`, `m` or `h`; without a unit, seconds.
///
/// # Errors
/// What is wrong with the text.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a number with ms, s, m or h, such as 500ms, 20s or 2m".to_string()),
    };
    let seconds = positive(number)? * factor;
    Duration::try_from_secs_f64(seconds).map_err(|_| "the duration is too long".to_string())
}

/// Reads a number of bytes: a number, perhaps with a fraction, and `K`, `M`, `G` or `T` (powers of 1024, also
/// written `KB` or `KiB`); without a unit, bytes.
///
/// # Errors
/// What is wrong with the text.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let unit = unit.to_ascii_lowercase();
    let exponent = match unit.strip_suffix("ib").or_else(|| unit.strip_suffix('b')).unwrap_or(&unit) {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err("write a number with K, M, G or T, such as 512M or 2G".to_string()),
    };
    let bytes = positive(number)? * 1024f64.powi(exponent);
    if bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err("the size is too large".to_string()) }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number, unit.trim_start())
}

fn positive(number: &str) -> Result<f64, String> {
    match number.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        Ok(_) => Err("the number must be greater than 0".to_string()),
        Err(_) => Err("this is not a number greater than 0".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let ms = |text| duration(text).map(|d| d.as_millis());
        assert_eq!(ms("500ms"), Ok(500));
        assert_eq!(ms("20s"), Ok(20_000));
        assert_eq!(ms("20"), Ok(20_000));
        assert_eq!(ms("2m"), Ok(120_000));
        assert_eq!(ms("1h"), Ok(3_600_000));
        assert_eq!(ms("1.5 s"), Ok(1_500));
        for wrong in ["", "s", "0", "-1", "1d", "1.2.3", "1e400", "99999999999999999999999", "2 minutes", "∞"] {
            assert!(ms(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("1.5kb"), Ok(1536));
        assert_eq!(size("4096"), Ok(4096));
        for wrong in ["", "M", "0", "0M", "-1", "1X", "1ii", "99999999T", "1.M.2"] {
            assert!(size(wrong).is_err(), "{wrong:?}");
        }
    }
}

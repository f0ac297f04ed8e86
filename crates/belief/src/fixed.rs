//! The integer logarithm. Costs are negative log likelihoods in thousandths of a nat.

/// ln 2 in thousandths, times 1,024 to keep the rounding small.
const LN_2_SCALED: i64 = 709_783;

/// ln(1 + i/64) in thousandths.
const LN_FRACTION: [i32; 65] = [
    0, 16, 31, 46, 61, 75, 90, 104, 118, 132, 145, 159, 172, 185, 198, 211, 223, 236, 248, 260, 272, 284, 295, 307,
    318, 330, 341, 352, 363, 374, 384, 395, 405, 416, 426, 436, 446, 456, 466, 476, 486, 495, 505, 514, 523, 533, 542,
    551, 560, 569, 578, 586, 595, 604, 612, 621, 629, 637, 646, 654, 662, 670, 678, 686, 693,
];

/// ln(value) in thousandths, accurate to 16 thousandths; ln(0) counts as ln(1).
pub fn ln_milli(value: u64) -> i32 {
    let value = value.max(1);
    let exponent = value.ilog2();
    let fraction = if exponent >= 6 { (value >> (exponent - 6)) & 63 } else { (value << (6 - exponent)) & 63 };
    (((i64::from(exponent) * LN_2_SCALED) >> 10) as i32) + LN_FRACTION[fraction as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_at_known_places() {
        for (value, ln) in
            [(0, 0), (1, 0), (2, 693), (10, 2_303), (1_000, 6_908), (1_000_000, 13_816), (u64::MAX, 44_361)]
        {
            assert!((ln_milli(value) - ln).abs() <= 16, "{value}: {}", ln_milli(value));
        }
    }

    #[test]
    fn logarithms_never_fall() {
        for value in 1..5_000u64 {
            assert!(ln_milli(value + 1) >= ln_milli(value), "{value}");
        }
    }
}

//! The nearest known name, for errors that say what was probably meant.

/// The name among `known` that is nearest to `name`, where it is near enough to be worth naming: at most a third of its letters
/// differ (insert, delete, replace, or swap two neighbours; case does not count). Ties go to the first.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(name);
    let limit = (wanted.len() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (distance(&wanted, &fold(candidate)), candidate))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// Names are compared without case and cut at 64 letters, so that a hostile name costs nothing.
fn fold(name: &str) -> Vec<char> {
    name.chars().take(64).flat_map(char::to_lowercase).collect()
}

/// Edits between two words, where swapping two neighbours is one (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i * width + j] = if i == 0 || j == 0 {
                i + j
            } else {
                let differs = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (table[(i - 1) * width + j] + 1)
                    .min(table[i * width + j - 1] + 1)
                    .min(table[(i - 1) * width + j - 1] + differs);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(table[(i - 2) * width + j - 2] + 1);
                }
                best
            };
        }
    }
    table[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_was_probably_meant() {
        let known = ["recall", "nDCG", "precision"];
        assert_eq!(nearest("recal", known), Some("recall"));
        assert_eq!(nearest("NDGC", known), Some("nDCG"));
        assert_eq!(nearest("precsion", known), Some("precision"));
        assert_eq!(nearest("latency", known), None);
        assert_eq!(nearest("", known), None);
    }
}

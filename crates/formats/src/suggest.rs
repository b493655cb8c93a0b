//! The nearest known name, for errors that can say what was probably meant.

/// The name of `known` nearest to `name`: the same but for case, else the fewest edits away, the first among equals; `None` where
/// none is near. Near is a third of the known name's length, and at least one edit.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let lower: Vec<char> = name.chars().take(200).flat_map(char::to_lowercase).collect();
    for candidate in known {
        let other: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        let near = (other.len() / 3).max(1);
        // Two names of one letter each are always one edit apart.
        if lower.len().abs_diff(other.len()) > near || (lower.len().min(other.len()) < 2 && lower != other) {
            continue;
        }
        let edits = distance(&lower, &other);
        if edits <= near && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// "did you mean 'x'", or the known names where none is near.
pub fn advice<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("known: {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// Edits between two names: a letter put in, taken out or changed, or two neighbours exchanged (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let (mut before, mut above) = (Vec::new(), (0..=b.len()).collect::<Vec<usize>>());
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = (above[j] + 1).min(row[j - 1] + 1).min(above[j - 1] + changed);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let exchanged: &[usize] = &before;
                fewest = fewest.min(exchanged[j - 2] + 1);
            }
            row.push(fewest);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits_and_exchanges() {
        let edits = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(edits("", ""), 0);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("recal", "recall"), 1);
        assert_eq!(edits("qurey", "query"), 1);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("ca", "abc"), 3);
    }

    #[test]
    fn names_what_is_near_and_nothing_else() {
        let known = ["recall", "precision", "ndcg", "rr"];
        assert_eq!(nearest("recal", known), Some("recall"));
        assert_eq!(nearest("nDCG", known), Some("ndcg"));
        assert_eq!(nearest("percision", known), Some("precision"));
        assert_eq!(nearest("map", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), known), None);
        assert_eq!(advice("x", known), "known: recall, precision, ndcg, rr");
    }
}

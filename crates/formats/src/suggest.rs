//! The nearest known name, for errors that can say what was probably meant.

pub use evidence::suggest::nearest;

/// "did you mean 'x'?", or the known names where none is near.
pub fn advice<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("known: {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_is_near_and_otherwise_all() {
        let known = ["evidence", "answer"];
        assert_eq!(advice("anwser", known), "did you mean 'answer'?");
        assert_eq!(advice("query", known), "known: evidence, answer");
        assert_eq!(nearest(&"x".repeat(1 << 20), known), None);
    }
}

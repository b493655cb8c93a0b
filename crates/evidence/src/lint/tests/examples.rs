//! What the examples of rules have in common.

use super::fixture::{Fixture, clean, question};

/// A rule, what the example shows, and the set.
pub type Example = (&'static str, &'static str, Fixture);

pub fn with(change: impl FnOnce(&mut Fixture)) -> Fixture {
    let mut set = clean();
    change(&mut set);
    set
}

/// Thirty-one questions that are neither alike nor sliced.
pub fn many(change: impl Fn(usize, &mut crate::Question)) -> Fixture {
    let things = ["laptop", "parking permit", "shuttle", "vendor contract", "expense claim", "travel visa", "meeting room"];
    let acts = ["Who approves a", "Where do I return my", "How long is the wait for a", "Can a contractor get a", "Why was my"];
    with(|set| {
        for n in 0..31 {
            let mut question = question(&format!("q{n:02}"), &format!("{} {}?", acts[n / 7], things[n % 7]));
            change(n, &mut question);
            set.questions.push(question);
        }
    })
}

pub const TUNE: &str = "How many working days before a trip abroad must a travel request be filed with Security?";
pub const LIKE_IT: &str = "How many working days before a trip abroad must the travel request be filed with security?";

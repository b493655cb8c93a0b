//! Questions that need two documents, and the words that a document needs to be found before the right one.

use super::{Asked, Sort, Subject, World};

/// Joins two questions.
pub const AND: &str = ", and ";

/// Questions of two matters of two products each, whose words are equally rare, so that neither half drowns the other.
pub(super) fn duals(world: &mut World) {
    let of = |key: &str| -> Vec<Asked> {
        let plain = world.asked.iter().filter(|asked| asked.sort == Sort::Plain);
        plain.filter(|asked| asked.question.id.ends_with(key)).cloned().collect()
    };
    let mut pairs = Vec::new();
    let kinds =
        [("-warranty", "-filter", 12), ("-filter", "-warranty", 13), ("-warranty", "-filter", 11), ("-filter", "-warranty", 10)];
    for (first, second, step) in kinds {
        let (firsts, seconds) = (of(first), of(second));
        for (place, one) in firsts.iter().enumerate() {
            let other = &seconds[(place + step) % seconds.len()];
            pairs.push((one.clone(), other.clone()));
        }
    }
    for (one, other) in pairs {
        let id = format!("{}-and-{}", one.question.id, other.question.id);
        let mut second = other.question.query.clone();
        second[..1].make_ascii_lowercase();
        let query = format!("{}{AND}{second}", one.question.query.trim_end_matches('?'));
        let subjects: Vec<Subject> = one.subjects.iter().chain(&other.subjects).cloned().collect();
        world.ask(id, query, Sort::Dual, subjects).is_late = one.is_late && other.is_late;
    }
}

/// Words that hold what a question asks about and answer nothing: a notice that is found before the document that it is about.
pub fn bulletin_words(subject: &Subject, sentences: usize) -> String {
    let (name, matter) = (subject.name.as_str(), subject.matter.as_str());
    let about = if name.is_empty() { matter.to_owned() } else { format!("{name} {matter}") };
    let turns = [
        "Letters about {} are opened by the desk for {}.",
        "Whoever writes about {} names {} in the subject line.",
        "Talks on {} are held in the hall for {}.",
    ];
    let said: Vec<String> = (0..sentences).map(|n| turns[n % turns.len()].replace("{}", &about)).collect();
    format!("# Notice: {about}\n\n{}\n", said.join(" "))
}

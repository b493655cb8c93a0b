//! Rules of the house, each with a question in its own words and one in others.

use super::{Sort, Subject, World};
use crate::random::Random;

/// A rule: key, heading, sentence with `{}` for its number, the question, the question in other words.
type Rule = (&'static str, &'static str, &'static str, &'static str, &'static str);

const RULES: [Rule; 14] = [
    (
        "leave",
        "Time off",
        "Annual leave can be carried over until {} March.",
        "Until when can annual leave be carried over?",
        "Until when can holidays be brought forward?",
    ),
    (
        "salary",
        "Payroll",
        "Salaries are paid on day {} of each month.",
        "On which day of each month are salaries paid?",
        "On what date do wages arrive?",
    ),
    (
        "parking",
        "Car park",
        "A parking space costs €{} for a quarter.",
        "What does a parking space cost for a quarter?",
        "How expensive is a vehicle bay for three months?",
    ),
    (
        "laptop",
        "Devices",
        "A laptop is replaced after {} months.",
        "After how many months is a laptop replaced?",
        "When do people get a new notebook computer?",
    ),
    (
        "canteen",
        "Food",
        "The canteen serves lunch until 14:{}.",
        "Until when does the canteen serve lunch?",
        "When does the cafeteria stop offering midday meals?",
    ),
    (
        "visitors",
        "Reception",
        "Visitors sign in {} minutes before a meeting.",
        "How many minutes before a meeting do visitors sign in?",
        "How early must guests register ahead of an appointment?",
    ),
    (
        "drill",
        "Safety",
        "A fire drill is held every {} weeks.",
        "How often is a fire drill held?",
        "What is the rhythm of evacuation exercises?",
    ),
    (
        "hotel",
        "Travel",
        "A hotel night is refunded up to €{}.",
        "Up to what amount is a hotel night refunded?",
        "What is the ceiling for overnight accommodation?",
    ),
    (
        "badge",
        "Keys",
        "A lost badge is replaced for €{}.",
        "What does it cost to have a lost badge replaced?",
        "What is charged for an access card that went missing?",
    ),
    (
        "training",
        "Learning",
        "Each employee has {} training days in a year.",
        "How many training days does each employee have in a year?",
        "How much time for courses do colleagues get annually?",
    ),
    (
        "pension",
        "Old age",
        "The firm adds {} percent to the pension.",
        "How many percent does the firm add to the pension?",
        "What is the company contribution to retirement savings?",
    ),
    (
        "overtime",
        "Hours",
        "Overtime is paid out after {} days.",
        "After how many days is overtime paid out?",
        "When do extra evenings become money?",
    ),
    (
        "illness",
        "Health",
        "A medical certificate is needed from day {} of an illness.",
        "From which day of an illness is a medical certificate needed?",
        "When must somebody unwell bring an attestation?",
    ),
    (
        "bicycle",
        "Commuting",
        "The bicycle allowance is €{} per month.",
        "What is the bicycle allowance per month?",
        "How much do cyclists receive?",
    ),
];

/// What a reader who knows the language makes of other words: an everyday phrase, and what the documents call it.
pub const THESAURUS: [(&str, &str); 36] = [
    ("holidays", "annual leave"),
    ("brought forward", "carried over"),
    ("wages", "salaries"),
    ("arrive", "paid"),
    ("date", "day"),
    ("vehicle bay", "parking space"),
    ("expensive", "costs"),
    ("three months", "quarter"),
    ("notebook computer", "laptop"),
    ("people get a new", "replaced"),
    ("cafeteria", "canteen"),
    ("stop offering", "serves"),
    ("midday meals", "lunch"),
    ("guests", "visitors"),
    ("register", "sign"),
    ("appointment", "meeting"),
    ("ahead of", "before"),
    ("evacuation exercises", "fire drill"),
    ("rhythm of", "held every"),
    ("overnight accommodation", "hotel night"),
    ("ceiling for", "refunded"),
    ("access card", "badge"),
    ("went missing", "lost"),
    ("charged for", "replaced for"),
    ("courses", "training days"),
    ("time for", ""),
    ("colleagues get", "employee"),
    ("annually", "year"),
    ("company", "firm"),
    ("contribution", "adds percent"),
    ("retirement savings", "pension"),
    ("extra evenings", "overtime"),
    ("become money", "paid out"),
    ("somebody unwell", "illness"),
    ("bring an attestation", "medical certificate needed"),
    ("cyclists receive", "bicycle allowance"),
];

pub(super) fn add(world: &mut World, random: &mut Random) {
    for (key, heading, sentence, query, paraphrase) in RULES {
        let id = format!("house-{key}");
        let number = if key == "leave" || key == "salary" { 11 + random.below(17) } else { 11 + random.below(48) };
        let quote = sentence.replace("{}", &number.to_string());
        let text = format!("# {heading}\n\n{quote} Exceptions are granted by the works council.\n");
        world.document(&id, "1", heading, text);
        let words = query.trim_end_matches('?').split_once(' ').map_or("", |(_, rest)| rest);
        let subject = Subject {
            doc: id.clone(),
            rev: "1".to_owned(),
            fact: quote.clone(),
            quote,
            name: String::new(),
            matter: words.to_owned(),
        };
        world.ask(id, query.to_owned(), Sort::Policy, vec![subject]).paraphrase = Some(paraphrase.to_owned());
    }
}

//! Near-duplicates among many questions: the number of index entries visited is bounded, whatever the build.

use std::time::Instant;

use super::fixture::{Fixture, question};
use crate::lint::similarity::{COMPARED, VISITED};
use crate::lint::{Finding, Set, leaked_final_question, near_duplicate_question};
use crate::question::{Question, Split};

type Search = fn(&Set, &mut Vec<Finding>) -> (usize, usize);
type Template = fn(usize) -> String;

const NUMBER: usize = 10_000;

fn asked(query: impl Fn(usize) -> String) -> Fixture {
    let split = |n: usize| if n.is_multiple_of(3) { Split::Final } else { Split::Tune };
    let questions = (0..NUMBER).map(|n| Question { split: split(n), ..question(&n.to_string(), &query(n)) });
    Fixture { questions: questions.collect(), ..Fixture::default() }
}

/// A number that looks like chance.
fn mixed(n: usize, salt: usize) -> usize {
    let x = (n as u64 ^ (salt as u64) << 32).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33) as usize
}

fn timed(name: &str, set: &Fixture, search: Search) -> (usize, Vec<Finding>) {
    let mut findings = Vec::new();
    let begin = Instant::now();
    let (visited, compared) = set.look(|set| search(set, &mut findings));
    let took = begin.elapsed();
    println!("{name}: {took:?}, {visited} entries visited, {compared} compared, {} findings", findings.len());
    assert!(visited <= NUMBER * VISITED && compared <= NUMBER * COMPARED);
    // What two seconds hold in a test build; the clock of a busy machine proves nothing, so it is only a backstop.
    assert!(visited < 20_000_000 && compared < 2_000_000, "{name}: {visited} visited, {compared} compared");
    assert!(took.as_secs() < 20, "{name} took {took:?}");
    (compared, findings)
}

/// Questions of words in a language of chance, about as long and as varied as real ones; one in 50 repeats another but for a word.
fn varied(n: usize) -> String {
    let source = if n % 50 == 49 { n - 25 } else { n };
    let word = |k: usize| {
        let rank = mixed(mixed(source, k) % 5000 * (mixed(source, k + 100) % 7 + 1) / 7, 7);
        let syllable = |s: usize| {
            let sound = mixed(rank, s);
            ["b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "th", "pr", "ch", ""][sound % 20]
                .to_string()
                + ["a", "e", "i", "o", "u", "en", "er"][sound / 20 % 7]
        };
        (0..2 + rank % 3).map(syllable).collect::<String>()
    };
    let changed = if n == source { String::new() } else { "x".into() };
    (0..14).map(word).collect::<Vec<_>>().join(" ") + &changed
}

#[test]
fn ten_thousand_varied_questions() {
    let set = asked(varied);
    let (compared, findings) = timed("near-duplicates, varied", &set, near_duplicate_question::search);
    assert!(compared < NUMBER * COMPARED / 2, "{compared}");
    // Each question that ends in 49 or 99 repeats the one 25 before it: in the same split a duplicate, else a leak.
    let same_split = |n: &usize| n % 50 == 49 && set.questions[*n].split == set.questions[*n - 25].split;
    assert_eq!(findings.len(), (0..NUMBER).filter(same_split).count());
    let (_, leaked) = timed("leaks, varied", &set, leaked_final_question::search);
    let across = |n: &usize| n % 50 == 49 && set.questions[*n].split != set.questions[*n - 25].split;
    assert_eq!(leaked.len(), (0..NUMBER).filter(across).count());
}

/// The worst: every question comes from one template, so that nearly all of its trigrams are everywhere.
#[test]
fn ten_thousand_questions_of_one_template() {
    let templates: [(&str, Template); 4] = [
        ("two numbers", |n| format!("What is the monthly fee of plan {} in region {}?", n / 100, n % 100)),
        ("one number", |n| format!("What does part {n:05} cost when it is ordered for the warehouse in Lindau?")),
        ("two letters", |n| "ab".repeat(9).chars().enumerate().map(|(k, c)| if n >> k & 1 == 1 { 'c' } else { c }).collect()),
        ("noise", |n| (0..60).map(|k| ['a', 'b'][mixed(n, k) % 2]).collect()),
    ];
    for (name, template) in templates {
        let set = asked(template);
        timed(&format!("near-duplicates, {name}"), &set, near_duplicate_question::search);
        timed(&format!("leaks, {name}"), &set, leaked_final_question::search);
    }
}

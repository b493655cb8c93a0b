//! A project of any size whose texts are no compression trick: words of a vocabulary of thousands, drawn by a seed.

use std::fmt::Write as _;
use std::path::Path;

/// A generator that gives the same numbers everywhere (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Words of two to four syllables, all different.
fn vocabulary(dice: &mut Dice) -> Vec<String> {
    let (heads, tails) = (
        ["b", "ch", "d", "f", "gr", "k", "l", "m", "n", "p", "qu", "r", "s", "st", "t", "tr", "v", "w", "z"],
        ["a", "e", "i", "o", "u", "ai", "er", "on", "ing", "al"],
    );
    let mut words = std::collections::BTreeSet::new();
    while words.len() < 6000 {
        let syllables = 2 + dice.below(3);
        words.insert(
            (0..syllables)
                .map(|_| format!("{}{}", heads[dice.below(heads.len())], tails[dice.below(tails.len())]))
                .collect::<String>(),
        );
    }
    words.into_iter().collect()
}

/// Writes a project of so many questions with a run 'one', each question with six contexts of about 800 characters, all different.
pub fn write(place: &Path, questions: usize) {
    let mut dice = Dice(7);
    let words = vocabulary(&mut dice);
    let text = |dice: &mut Dice, length: usize| {
        let mut text = String::new();
        while text.len() < length {
            // Common words come more often, as in any language.
            let common = dice.below(words.len()).min(dice.below(words.len()));
            text += &words[common];
            text.push(if dice.below(12) == 0 { '.' } else { ' ' });
        }
        text
    };
    let (mut set, mut corpus, mut passages, mut records, mut said) =
        (String::new(), String::new(), String::new(), String::new(), String::new());
    for number in 0..questions {
        let query = text(&mut dice, 60);
        let kind = ["lookup", "paraphrase", "table"][dice.below(3)];
        let mut ids = Vec::new();
        for passage in 0..6 {
            let body = text(&mut dice, 790);
            let doc = format!("d{number}-{passage}");
            let end = body.chars().count();
            writeln!(corpus, "{}", serde_json::json!({"id": doc, "text": body})).unwrap();
            writeln!(
                passages,
                "{}",
                serde_json::json!({"id": format!("{doc}#0"), "doc": doc, "start": 0, "end": end, "text": body})
            )
            .unwrap();
            ids.push((doc, body));
        }
        let (doc, body) = &ids[dice.below(6)];
        let quote = &body[100..180];
        writeln!(
            set,
            "{}",
            serde_json::json!({"id": format!("q{number:05}"), "query": query, "type": kind, "answer": quote,
            "evidence": {"all": [{"doc": doc, "range": [100, 180], "quote": quote}]}, "critical": number % 50 == 0})
        )
        .unwrap();
        let list: Vec<String> = ids.iter().map(|(doc, _)| format!("{doc}#0")).collect();
        let sent = if dice.below(4) == 0 { &list[3..] } else { &list[..] };
        writeln!(records, "{}", serde_json::json!({"question": format!("q{number:05}"), "mode": "normal", "answer": text(&mut dice, 120), "status": "answered",
            "stages": {"candidates": list}, "context": sent})).unwrap();
        let verdict = if dice.below(3) == 0 { "incorrect" } else { "correct" };
        writeln!(said, "{}", serde_json::json!({"question": format!("q{number:05}"), "mode": "normal", "repeat": 0, "kind": "answer", "verdict": verdict, "judge": "ann", "by": "person"})).unwrap();
    }
    let run = place.join("runs/one");
    std::fs::create_dir_all(&run).unwrap();
    std::fs::write(place.join("fourcell.toml"), "version = 1\n[project]\nname = \"salad\"\n[score]\nby = [\"type\"]\n").unwrap();
    std::fs::write(place.join("questions.jsonl"), set).unwrap();
    std::fs::write(place.join("corpus.jsonl"), corpus).unwrap();
    std::fs::write(run.join("passages.jsonl"), passages).unwrap();
    std::fs::write(run.join("records.jsonl"), records).unwrap();
    std::fs::write(run.join("judgements.jsonl"), said).unwrap();
    std::fs::write(run.join("manifest.toml"), "version = 1\nday = \"2026-11-30\"\n[budget]\npassages = 6\n").unwrap();
}

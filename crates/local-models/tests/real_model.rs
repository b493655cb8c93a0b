//! all-MiniLM-L6-v2 itself, where it is at hand: `scripts/test-models` fetches it and names its folder in `FOURCELL_MODELS`.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use local_models::LocalEmbedder;
use serde_json::Value;

/// The model's folder; `None` where none is named, which is said past the harness.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("FOURCELL_MODELS").map(PathBuf::from);
    if named.is_none() {
        say("SKIPPED: all-MiniLM-L6-v2: no real embedding model is run; scripts/test-models fetches it and sets FOURCELL_MODELS");
    }
    named
}

/// The harness keeps what a passing test prints to itself.
fn say(line: &str) {
    std::io::stderr().write_all(format!("\n{line}\n").as_bytes()).unwrap();
}

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).unwrap()
}

fn cosine(one: &[f32], two: &[f32]) -> f64 {
    one.iter().zip(two).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
}

#[test]
fn agrees_with_another_runtime() {
    let Some(folder) = folder() else { return };
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/minilm.json");
    let reference: Value = serde_json::from_slice(&fs::read(reference).unwrap()).unwrap();

    // The model was published with 256 tokens; its tokenizer's own file says 128.
    let published = tempfile::tempdir().unwrap();
    for name in ["model.onnx", "tokenizer.json"] {
        fs::copy(folder.join(name), published.path().join(name)).unwrap();
    }
    fs::write(published.path().join("sentence_bert_config.json"), r#"{"max_seq_length": 256, "do_lower_case": false}"#).unwrap();
    let short = LocalEmbedder::open(&folder).unwrap();
    let long = LocalEmbedder::open(published.path()).unwrap();
    assert!(short.identity().ends_with("mean pooling, L2, 128 tokens"), "{}", short.identity());
    assert!(long.identity().ends_with("mean pooling, L2, 256 tokens"), "{}", long.identity());
    assert_eq!((short.dimension(), long.dimension()), (384, 384));

    let mut furthest = 0.0_f64;
    let rows = reference["rows"].as_array().unwrap();
    for (place, row) in rows.iter().enumerate() {
        let model = if row["limit"] == 128 { &short } else { &long };
        let embedded = model.embed(&[row["text"].as_str().unwrap()], threads(1)).unwrap();
        assert_eq!(embedded.cut, usize::from(place >= 5), "{}", row["text"]);
        for (got, wanted) in embedded.vectors[0].iter().zip(row["vector"].as_array().unwrap()) {
            furthest = furthest.max((f64::from(*got) - wanted.as_f64().unwrap()).abs());
        }
    }
    say(&format!("all-MiniLM-L6-v2: {} vectors differ from another runtime's by at most {furthest:.1e}", rows.len()));
    // Half of the last digit that is kept, and what the order of adding makes.
    assert!(rows.len() == 7 && furthest < 2e-6, "{furthest}");
}

/// Queries and what answers them, with few words in common.
const PAIRS: &[(&str, &str)] = &[
    ("How do I get my money back?", "Refunds are paid to the card that was charged, within two weeks of the parcel's return."),
    ("When may I stay at home with my newborn?", "Parental leave starts on the day of birth and lasts up to fourteen months."),
    ("The screen stays black", "If the display shows nothing, hold the power button for ten seconds and check the cable."),
    (
        "Which trains run at night?",
        "Between one and five o'clock, lines 3 and 7 depart every half hour from the central station.",
    ),
    ("Can I bring my dog?", "Pets are welcome in all rooms on the ground floor, at an extra charge."),
    (
        "What should I do against a cough?",
        "Warm tea with honey soothes the throat; see a doctor if it lasts more than three weeks.",
    ),
    ("how to make software faster", "Measure first: a profiler shows in which function the program spends its time."),
    ("growing tomatoes on a balcony", "Plants in pots need sun for six hours a day and water every evening in summer."),
];

#[test]
fn finds_what_answers_a_question() {
    let Some(folder) = folder() else { return };
    let model = LocalEmbedder::open(&folder).unwrap();
    let (queries, passages): (Vec<&str>, Vec<&str>) = PAIRS.iter().copied().unzip();
    let queries = model.embed(&queries, threads(2)).unwrap().vectors;
    let passages = model.embed(&passages, threads(2)).unwrap().vectors;
    for (place, query) in queries.iter().enumerate() {
        let best = (0..passages.len()).max_by(|a, b| cosine(query, &passages[*a]).total_cmp(&cosine(query, &passages[*b])));
        assert_eq!(best, Some(place), "{}", PAIRS[place].0);
    }
}

#[test]
fn only_the_text_decides_its_vector() {
    let Some(folder) = folder() else { return };
    let model = LocalEmbedder::open(&folder).unwrap();
    // 82 words of one token and two marks.
    let texts: Vec<String> =
        (0..24).map(|i| format!("{} {}", ["red", "green", "blue"][i % 3], "passage ".repeat(81 - i % 2))).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let start = Instant::now();
    let two = model.embed(&texts, threads(2)).unwrap();
    let speed = texts.len() as f64 / start.elapsed().as_secs_f64();
    say(&format!("all-MiniLM-L6-v2: {speed:.0} passages of 84 tokens a second on two threads, as this test is built"));

    let bits = |vector: &[f32]| vector.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let alone: Vec<_> = texts.iter().map(|text| model.embed(&[text], threads(1)).unwrap().vectors.remove(0)).collect();
    texts.reverse();
    let reversed = model.embed(&texts, threads(5)).unwrap();
    for (place, vector) in alone.iter().enumerate() {
        assert_eq!(bits(vector), bits(&two.vectors[place]));
        assert_eq!(bits(vector), bits(&reversed.vectors[alone.len() - 1 - place]));
    }
}

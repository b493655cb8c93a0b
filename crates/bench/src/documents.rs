//! A folder of synthetic documents and questions about them, for the built-in system: sections of sentences whose words are as uneven in
//! frequency as those of a language.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::random::Random;

/// Sections of a document; each becomes a passage.
const SECTIONS: u32 = 10;
/// Different words.
const VOCABULARY: u64 = 50_000;

/// Writes `documents` files below `directory/documents`, `questions` questions that each take words from one sentence, and a project.
pub fn generate(directory: &Path, documents: u32, questions: u32, seed: u64) -> io::Result<()> {
    let mut random = Random::new(seed);
    std::fs::create_dir_all(directory.join("documents"))?;
    std::fs::write(
        directory.join("fourcell.toml"),
        "version = 1\n\n[systems.bm25]\nchunking = \"headings/1 unit=characters max=2500\"\nanswer = \"none\"\n",
    )?;
    let mut asked = BufWriter::new(File::create(directory.join("questions.jsonl"))?);
    let every = (documents / questions.max(1)).max(1);
    let mut written = 0;
    for number in 0..documents {
        let mut text = format!("# Document {number}\n");
        let mut first = String::new();
        for section in 0..SECTIONS {
            text.push_str(&format!("\n## Part {section}\n\n"));
            for _ in 0..random.between(8, 14) {
                let sentence = sentence(&mut random);
                text.push_str(&sentence);
                text.push(' ');
                first = sentence;
            }
            text.push('\n');
        }
        std::fs::write(directory.join(format!("documents/{number:06}.md")), text)?;
        if number % every == 0 && written < questions {
            let query: Vec<&str> = first.trim_end_matches('.').split(' ').step_by(2).collect();
            let query = query.join(" ");
            writeln!(asked, "{{\"id\":\"q{written:05}\",\"query\":\"{query}?\",\"evidence\":{{\"doc\":\"{number:06}.md\"}}}}")?;
            written += 1;
        }
    }
    asked.flush()
}

fn sentence(random: &mut Random) -> String {
    let words = random.between(8, 18);
    let words: Vec<String> = (0..words).map(|_| word(random.near_zero(VOCABULARY))).collect();
    words.join(" ") + "."
}

/// The word of a number, by syllables.
fn word(mut number: u64) -> String {
    const SYLLABLES: [&str; 16] =
        ["ka", "lo", "mi", "ten", "ru", "sal", "ve", "do", "pan", "gri", "ho", "nu", "bel", "fi", "jor", "we"];
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[(number % 16) as usize]);
        number /= 16;
        if number == 0 {
            return word;
        }
    }
}

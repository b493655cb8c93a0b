//! Measures this crate's own CPU time a judgement: 64 threads judge by a scripted server in a process of its own, which is not counted;
//! then the same verdicts are taken from the cache, where nothing is sent.
//!
//! `cargo run --release -p fourcell-judging --example cpu_per_judgement [judgements]`. Needs Linux, for `/proc/self/stat`.

use std::error::Error;
use std::io::{BufRead, BufReader, Read};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cache::Cache;
use endpoints::scripted::{Answer, Server};
use endpoints::{Client, Settings as Reach};
use evidence::Passage;
use generation::{Ask, Kind, Outcome, Target, Verdict};
use judging::Judge;
use judging::model::{Language, Model, Prompts, Settings};
use serde_json::json;

const THREADS: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve(),
        Some(judgements) => measure(judgements.parse()?),
        None => measure(50_000),
    }
}

/// Answers until the process that started this one goes.
fn serve() -> Result<(), Box<dyn Error>> {
    let said = json!({"passage": 3, "quote": "passage three is “the one” that counts – 20 €", "reason": "It says so.", "verdict": "supported"});
    let reply = json!({"model": "m", "choices": [{"index": 0, "finish_reason": "stop", "message": {"content": said.to_string()}}],
                       "usage": {"prompt_tokens": 900, "completion_tokens": 50}});
    let server = Server::start_forgetful(move |_| Answer::json(&reply).after(Duration::from_millis(5)))?;
    println!("{}", server.url());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn measure(judgements: u32) -> Result<(), Box<dyn Error>> {
    let mut server = Command::new(std::env::current_exe()?).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut url = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut url)?;
    let mut reach = Reach::new(url.trim());
    reach.concurrency = NonZeroUsize::new(THREADS).ok_or("no threads")?;
    let folder = tempfile::tempdir()?;
    let plain = Client::new(reach.clone())?;
    judge_all("asked", &plain, judgements.min(20_000), THREADS)?;
    let client = Client::new(reach)?.with_cache(Arc::new(Cache::open(&folder.path().join("cache.sqlite"))?));
    judge_all("asked, and kept", &client, judgements, THREADS)?;
    for threads in [1, 2, THREADS] {
        judge_all("from the cache", &client, judgements, threads)?;
    }
    drop(server.stdin.take());
    server.wait()?;
    Ok(())
}

/// Judges so many claims, each another one, over five passages of a hundred words.
fn judge_all(what: &str, client: &Client, judgements: u32, threads: usize) -> Result<(), Box<dyn Error>> {
    let model = Model::new(client, Settings::new("m"), Prompts::built_in(Language::English));
    let line = r#"{"id":"q","query":"Which passage counts?"}"#;
    let question = formats::native::read_questions(&formats::Source::memory("q", line.as_bytes()))?.items.remove(0);
    let passage = |n: u32| Passage {
        id: format!("p{n}"),
        doc: None,
        rev: None,
        range: None,
        text: Some(format!("{}In passage {n} passage three is \"the one\" that counts - 20 €.", "another word ".repeat(45))),
    };
    let context = Some((1..=5).map(passage).collect());
    let answer = generation::Answer { text: Some("The third.".into()), context, ..generation::Answer::default() };
    let (next, wrong) = (AtomicU32::new(0), AtomicUsize::new(0));
    let (cpu, start) = (cpu_time()?, Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= judgements {
                        return;
                    }
                    let target = Target::Claim(0, format!("The third counts, says claim {n}."));
                    let ask =
                        Ask { kind: Kind::Support, target, passage: None, question: &question, answer: &answer, rubric: None };
                    let given = model.judge(&ask, 0);
                    if given.outcome != Outcome::Verdict(Verdict::Supported) || given.passage.as_deref() != Some("p3") {
                        wrong.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (cpu, wall) = (cpu_time()? - cpu, start.elapsed());
    let each = cpu.as_secs_f64() * 1e6 / f64::from(judgements);
    println!(
        "{what}: {judgements} judgements by {threads} threads in {wall:.2?}: {each:.0} µs of CPU each; {} wrong",
        wrong.into_inner()
    );
    Ok(())
}

/// CPU time of this process, in its own code and in the kernel's on its behalf.
fn cpu_time() -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The name in brackets may hold spaces; the times are fields 14 and 15, in hundredths of a second.
    let (_, fields) = stat.rsplit_once(')').ok_or("no name")?;
    let ticks: Vec<u64> = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
}

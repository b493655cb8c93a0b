//! Measures this crate's own CPU time a request: 64 threads ask a scripted server in a process of its own, which is not counted.
//!
//! `cargo run --release -p fourcell-endpoints --example cpu_per_request [requests]`. Needs Linux, for `/proc/self/stat`.

use std::error::Error;
use std::io::{BufRead, BufReader, Read};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use endpoints::chat::{Message, Request, complete};
use endpoints::scripted::{Answer, Server};
use endpoints::{Client, Settings};
use serde_json::json;

const THREADS: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve(),
        Some(requests) => measure(requests.parse()?),
        None => measure(20_000),
    }
}

/// Answers until the process that started this one goes.
fn serve() -> Result<(), Box<dyn Error>> {
    let text = "word ".repeat(100);
    let reply = json!({"model": "m", "choices": [{"index": 0, "finish_reason": "stop", "message": {"content": text}}],
                       "usage": {"prompt_tokens": 900, "completion_tokens": 100}});
    let server = Server::start_forgetful(move |_| Answer::json(&reply).after(Duration::from_millis(5)))?;
    println!("{}", server.url());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn measure(requests: usize) -> Result<(), Box<dyn Error>> {
    let mut server = Command::new(std::env::current_exe()?).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut url = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut url)?;
    let mut settings = Settings::new(url.trim());
    settings.concurrency = NonZeroUsize::new(THREADS).ok_or("no threads")?;
    let client = Client::new(settings)?;
    // A usual prompt: five passages of 100 words.
    let prompt = "passage ".repeat(500);
    let request = Request { model: "m".into(), messages: vec![Message::user(prompt)], ..Request::default() };
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (cpu, start) = (cpu_time()?, Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < requests {
                    if complete(&client, &request).is_err() {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (cpu, wall) = (cpu_time()? - cpu, start.elapsed());
    drop(server.stdin.take());
    server.wait()?;
    let each = cpu.as_secs_f64() * 1e6 / requests as f64;
    println!("{requests} requests by {THREADS} threads in {wall:.2?}: {each:.0} µs of CPU each; {} failed", failed.into_inner());
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

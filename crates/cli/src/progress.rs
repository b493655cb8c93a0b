//! How far a long run is.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A line on a terminal that says how far a long run is, and how long it will take.
pub struct Progress {
    planned: usize,
    what: &'static str,
    started: Instant,
    shown: Mutex<Option<Instant>>,
    seen: bool,
}

impl Progress {
    /// Nothing is done yet of so many of something, as in "calls".
    pub fn new(planned: usize, what: &'static str) -> Self {
        Self { planned, what, started: Instant::now(), shown: Mutex::new(None), seen: std::io::stderr().is_terminal() }
    }

    /// So many calls are done.
    pub fn told(&self, done: usize) {
        let mut shown = self.shown.lock().expect("showing does not panic");
        let soon = shown.unwrap_or(self.started).elapsed() < Duration::from_millis(200);
        if !self.seen || soon {
            return;
        }
        *shown = Some(Instant::now());
        let left = self.started.elapsed().mul_f64(self.planned.saturating_sub(done) as f64 / done.max(1) as f64);
        eprint!("\r{done} of {} {}, {} s left \x1b[K", self.planned, self.what, left.as_secs());
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown.lock().expect("showing does not panic").is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

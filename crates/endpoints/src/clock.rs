//! The time, as the client sees it, so that tests need not wait for it.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// What tells the time and waits.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never goes back.
    fn monotonic(&self) -> Duration;

    /// The date, for what servers say in dates.
    fn date(&self) -> SystemTime;

    /// Waits.
    fn sleep(&self, time: Duration);
}

/// The computer's clock.
#[derive(Clone, Copy, Debug)]
pub struct ComputerClock {
    start: Instant,
}

impl ComputerClock {
    /// A clock that starts now.
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for ComputerClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for ComputerClock {
    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }

    fn date(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, time: Duration) {
        thread::sleep(time);
    }
}

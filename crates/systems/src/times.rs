//! How long the stages of a call took, on a monotonic clock.

use std::time::{Duration, Instant};

/// A clock that is read at the end of each stage.
pub(crate) struct Times {
    from: Instant,
    stages: Vec<(&'static str, Duration)>,
}

impl Times {
    pub fn start() -> Self {
        Self { from: Instant::now(), stages: Vec::new() }
    }

    /// A stage of this program ends.
    pub fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.add(stage, now - self.from);
        self.from = now;
    }

    /// A stage of a model ends: it took what its last attempt took, without waiting for a turn; or, where its reply was kept from
    /// an earlier call, what that call took.
    pub fn model(&mut self, stage: &'static str, took: Duration) {
        self.add(stage, took);
        self.from = Instant::now();
    }

    /// A moment within a stage, which adds nothing to the whole.
    pub fn within(&mut self, moment: &'static str, after: Duration) {
        self.add(moment, after);
    }

    pub fn stages(self) -> Vec<(&'static str, Duration)> {
        self.stages
    }

    /// A stage in several parts is one.
    fn add(&mut self, stage: &'static str, took: Duration) {
        match self.stages.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, time)) => *time += took,
            None => self.stages.push((stage, took)),
        }
    }
}

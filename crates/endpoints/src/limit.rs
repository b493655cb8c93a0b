//! How many calls may be in flight, and how many may start in a minute.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Lets a number of callers in; others wait.
#[derive(Debug)]
pub struct Gate {
    free: Mutex<usize>,
    left: Condvar,
}

/// The right to be inside; leaving is dropping it.
#[derive(Debug)]
pub struct Permit<'a>(&'a Gate);

impl Gate {
    /// A gate that lets `places` callers in at a time.
    pub fn new(places: NonZeroUsize) -> Self {
        Self { free: Mutex::new(places.get()), left: Condvar::new() }
    }

    /// Waits for a place.
    pub fn enter(&self) -> Permit<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.left.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.left.notify_one();
    }
}

/// Spaces starts evenly, so that no minute sees more than was agreed, and holds all of them back when a server asks for it.
///
/// Evenly, because servers count in windows of their own: a burst at the edge of two windows would be too much for either.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    next: Mutex<Duration>,
}

impl Pace {
    /// So many starts a minute; `None` is as many as come.
    pub fn per_minute(starts: Option<NonZeroU32>) -> Self {
        let interval = starts.map_or(Duration::ZERO, |n| Duration::from_secs(60) / n.get());
        Self { interval, next: Mutex::new(Duration::ZERO) }
    }

    /// Takes the next start; how long to wait for it from `now`.
    pub fn reserve(&self, now: Duration) -> Duration {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let start = now.max(*next);
        *next = start + self.interval;
        start - now
    }

    /// No start before `time`.
    pub fn hold_until(&self, time: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = time.max(*next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn a_gate_is_never_fuller_than_its_places_and_lets_everybody_in() {
        let gate = Gate::new(NonZeroUsize::new(3).unwrap());
        let (inside, most, passed) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..32 {
                scope.spawn(|| {
                    let _permit = gate.enter();
                    most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::sleep(Duration::from_millis(1));
                    inside.fetch_sub(1, Ordering::SeqCst);
                    passed.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        assert!(most.into_inner() <= 3);
        assert_eq!(passed.into_inner(), 32);
    }

    #[test]
    fn a_place_is_given_back_by_who_panics() {
        let gate = Gate::new(NonZeroUsize::MIN);
        thread::scope(|scope| {
            let fallen = scope.spawn(|| {
                let _permit = gate.enter();
                panic!("on purpose");
            });
            assert!(fallen.join().is_err());
        });
        drop(gate.enter());
    }

    #[test]
    fn starts_are_spaced_and_held_back() {
        let seconds = Duration::from_secs;
        let pace = Pace::per_minute(NonZeroU32::new(30));
        assert_eq!(pace.reserve(seconds(10)), seconds(0));
        assert_eq!(pace.reserve(seconds(10)), seconds(2));
        assert_eq!(pace.reserve(seconds(11)), seconds(3));
        assert_eq!(pace.reserve(seconds(60)), seconds(0));
        pace.hold_until(seconds(70));
        assert_eq!(pace.reserve(seconds(63)), seconds(7));
        let free = Pace::per_minute(None);
        assert_eq!(free.reserve(seconds(5)), seconds(0));
        assert_eq!(free.reserve(seconds(5)), seconds(0));
    }
}

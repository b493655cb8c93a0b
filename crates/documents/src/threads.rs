//! Work on many things at once, with results in the order of the things.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Things a thread takes at a time: few enough to share uneven work out, enough not to meet at the counter.
const BATCH: usize = 8;

/// `work` on each thing; results stand in the order of the things, whatever the number of threads.
pub(crate) fn map<T: Sync, R: Send>(things: &[T], threads: NonZeroUsize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.get().min(things.len().div_ceil(BATCH));
    if threads <= 1 {
        return things.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let share = || {
        let mut done = Vec::new();
        loop {
            let start = next.fetch_add(BATCH, Ordering::Relaxed);
            let Some(batch) = things.get(start..(start + BATCH).min(things.len())).filter(|b| !b.is_empty()) else { return done };
            done.push((start, batch.iter().map(&work).collect::<Vec<R>>()));
        }
    };
    let mut batches: Vec<(usize, Vec<R>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        workers.into_iter().flat_map(|w| w.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    batches.sort_by_key(|(start, _)| *start);
    batches.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order() {
        let things: Vec<usize> = (0..1001).collect();
        let expected: Vec<usize> = things.iter().map(|n| n * 2).collect();
        for threads in [1, 2, 7] {
            assert_eq!(map(&things, NonZeroUsize::new(threads).unwrap(), |n| n * 2), expected);
        }
        assert!(map(&[0usize; 0], NonZeroUsize::MIN, |n| *n).is_empty());
    }
}

//! Work on many items by several threads, with the results in the order of the items.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use rten::ThreadPool;

use crate::error::ModelError;

/// Does `work` for each item. Each item is computed by one thread alone, so that how many there are decides nothing. Where items fail,
/// the error is that of the first of them.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T, &Arc<ThreadPool>) -> Result<R, ModelError> + Sync,
) -> Result<Vec<R>, ModelError> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let done: Mutex<Vec<(usize, Result<R, ModelError>)>> = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        let pool = Arc::new(ThreadPool::with_num_threads(1));
        let mut mine = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            // Items are taken in order and finished once taken: no item before a failed one is left out.
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(item, &pool).map_err(|error| error.of_text(index));
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            mine.push((index, result));
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).extend(mine);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get().min(items.len()) {
            // Where the machine has no thread to give, there is one fewer.
            if Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_and_gives_the_first_error() {
        let items: Vec<usize> = (0..100).collect();
        for threads in [1, 3, 64] {
            let threads = NonZeroUsize::new(threads).unwrap();
            assert_eq!(each(&items, threads, |item, _| Ok(item * 2)).unwrap(), (0..100).map(|i| i * 2).collect::<Vec<_>>());
            let fails = |item: &usize, _: &Arc<ThreadPool>| {
                if item % 10 == 7 { Err(ModelError::new(format!("{item}"), "")) } else { Ok(()) }
            };
            let error = each(&items, threads, fails).unwrap_err();
            assert_eq!((error.problem(), error.text()), ("7", Some(7)));
        }
        assert!(each(&[], NonZeroUsize::MIN, |item: &usize, _| Ok(*item)).unwrap().is_empty());
    }
}

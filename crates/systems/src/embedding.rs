//! From texts to vectors, each paid for once.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use cache::Cache;
use endpoints::ErrorKind;
use endpoints::embeddings::Embedder;
use endpoints::{CallError, Client};

use crate::dense::Vectors;
use crate::served::on_one_line;

/// Why texts did not become vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was said.
    pub said: String,
    /// Whether the fault may be one of these texts alone, so that others may go better.
    pub of_these: bool,
}

/// What a model made of texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Made {
    /// A vector a text, in order.
    pub vectors: Vec<Vec<f32>>,
    /// How long it took.
    pub took: Duration,
    /// How many texts were longer than the model reads, so that only their beginning counts; 0 also where a server does not say.
    pub cut: usize,
}

/// A model that makes vectors.
pub trait Embed: Sync {
    /// What decides its vectors: two models of one identity give the same vector for the same text.
    fn identity(&self) -> &str;

    /// A vector a text.
    fn embed(&self, texts: &[&str]) -> Result<Made, Fault>;
}

/// A model of an endpoint.
pub struct ServedEmbedder<'a> {
    embedder: Embedder<'a>,
    identity: String,
}

impl<'a> ServedEmbedder<'a> {
    /// Over a client; nothing is sent. `place` tells the server from others.
    pub fn new(client: &'a Client, place: &str, model: &str) -> Self {
        Self { embedder: Embedder::new(client, model), identity: format!("{model} at {place} ({})", client.fingerprint()) }
    }

    /// Expects vectors of a dimension from the first on.
    pub fn of_dimension(self, dimension: usize) -> Self {
        Self { embedder: self.embedder.of_dimension(dimension), ..self }
    }
}

impl Embed for ServedEmbedder<'_> {
    fn identity(&self) -> &str {
        &self.identity
    }

    fn embed(&self, texts: &[&str]) -> Result<Made, Fault> {
        let fault = |e: CallError| Fault { said: on_one_line(&e), of_these: e.kind() == ErrorKind::Contract };
        let embedded = self.embedder.embed(texts).map_err(fault)?;
        Ok(Made { vectors: embedded.vectors, took: embedded.exchange.latency, cut: 0 })
    }
}

/// How many texts are embedded at a time.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Texts in a request; at least 1.
    pub batch: NonZeroUsize,
    /// Requests at a time.
    pub threads: NonZeroUsize,
}

/// Texts that did not become vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Places of texts with what was said of each, rising; or one place, where all others would have failed alike.
    pub faults: Vec<(usize, String)>,
    /// How many texts have vectors by now: those are kept.
    pub kept: usize,
}

/// What became of texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// A vector a text, in order.
    pub vectors: Vectors,
    /// How many texts had to be sent, each once however often it stands; the others were known.
    pub sent: usize,
    /// How many of those were longer than the model reads.
    pub cut: usize,
}

/// Embeds texts. What the cache holds is not sent, and what comes is kept at once, so that an interrupted call goes on where it was.
/// `told` hears how many texts are done.
pub fn embed_all(
    model: &dyn Embed,
    texts: &[String],
    pace: Pace,
    cache: Option<&Cache>,
    told: &(dyn Fn(usize) + Sync),
) -> Result<Embedded, Failed> {
    let mut first_of: HashMap<&str, usize> = HashMap::new();
    let owners: Vec<usize> =
        texts.iter().enumerate().map(|(place, text)| *first_of.entry(text.as_str()).or_insert(place)).collect();
    let mut found: Vec<Option<Vec<f32>>> = vec![None; texts.len()];
    let key = |place: usize| cache::key("vector", &[model.identity(), &texts[place]]);
    let mut open: Vec<usize> = Vec::new();
    for place in (0..texts.len()).filter(|&place| owners[place] == place) {
        // A cache that cannot be read only costs again.
        let kept = cache.and_then(|cache| cache.get(&key(place)).ok().flatten()).and_then(|bytes| decoded(&bytes));
        match kept {
            Some(vector) => found[place] = Some(vector),
            None => open.push(place),
        }
    }
    let done = AtomicUsize::new(first_of.len() - open.len());
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let outcome = Mutex::new(Outcome { found, faults: Vec::new(), cut: 0 });
    let batches: Vec<&[usize]> = open.chunks(pace.batch.get()).collect();
    std::thread::scope(|scope| {
        for _ in 0..pace.threads.get().min(batches.len()) {
            scope.spawn(|| {
                while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.load(Ordering::Acquire) {
                        return;
                    }
                    let OfBatch { vectors, faults, cut, stops } = of_batch(model, texts, batch);
                    if let Some(cache) = cache {
                        let entries: Vec<_> = vectors.iter().map(|(place, v)| (key(*place), encoded(v))).collect();
                        let _ = cache.put(&entries);
                    }
                    let made = vectors.len();
                    let mut outcome = outcome.lock().expect("no thread panics while it holds the vectors");
                    vectors.into_iter().for_each(|(place, vector)| outcome.found[place] = Some(vector));
                    outcome.faults.extend(faults);
                    outcome.cut += cut;
                    drop(outcome);
                    if stops {
                        stop.store(true, Ordering::Release);
                    }
                    told(done.fetch_add(made, Ordering::Relaxed) + made);
                }
            });
        }
    });
    let Outcome { found, mut faults, cut } = outcome.into_inner().expect("no thread panicked");
    let kept = found.iter().flatten().count();
    faults.sort();
    if !faults.is_empty() {
        return Err(Failed { faults, kept });
    }
    let mut vectors = Vectors::new(found.iter().flatten().next().map_or(1, Vec::len));
    for (place, &owner) in owners.iter().enumerate() {
        let vector = found[owner].as_deref().unwrap_or_default();
        vectors.add(vector).map_err(|said| Failed { faults: vec![(place, said)], kept })?;
    }
    Ok(Embedded { vectors, sent: open.len(), cut })
}

/// What threads have come to.
struct Outcome {
    found: Vec<Option<Vec<f32>>>,
    faults: Vec<(usize, String)>,
    cut: usize,
}

/// What became of a batch.
#[derive(Default)]
struct OfBatch {
    vectors: Vec<(usize, Vec<f32>)>,
    /// Texts that have none.
    faults: Vec<(usize, String)>,
    cut: usize,
    /// Whether nothing more is worth sending.
    stops: bool,
}

/// A batch that is refused for what one of its texts became is sent again text by text, so that the fault is of that text alone.
fn of_batch(model: &dyn Embed, texts: &[String], batch: &[usize]) -> OfBatch {
    let words: Vec<&str> = batch.iter().map(|&place| texts[place].as_str()).collect();
    match model.embed(&words) {
        Ok(made) => OfBatch { vectors: batch.iter().copied().zip(made.vectors).collect(), cut: made.cut, ..OfBatch::default() },
        Err(fault) if !fault.of_these || batch.len() == 1 => {
            OfBatch { faults: vec![(batch[0], fault.said)], stops: !fault.of_these, ..OfBatch::default() }
        }
        Err(_) => {
            let mut whole = OfBatch::default();
            for &place in batch {
                let one = of_batch(model, texts, &[place]);
                whole.vectors.extend(one.vectors);
                whole.faults.extend(one.faults);
                whole.cut += one.cut;
                if one.stops {
                    whole.stops = true;
                    break;
                }
            }
            whole
        }
    }
}

fn encoded(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// `None` where the bytes are no vector: then it is asked for again.
fn decoded(bytes: &[u8]) -> Option<Vec<f32>> {
    let (values, rest) = bytes.as_chunks::<4>();
    let vector: Vec<f32> = values.iter().map(|value| f32::from_le_bytes(*value)).collect();
    (rest.is_empty() && !vector.is_empty() && vector.iter().all(|v| v.is_finite())).then_some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model that counts letters, and refuses batches with a text that says so.
    #[derive(Default)]
    struct Letters {
        asked: Mutex<Vec<Vec<String>>>,
    }

    impl Embed for Letters {
        fn identity(&self) -> &str {
            "letters/1"
        }

        fn embed(&self, texts: &[&str]) -> Result<Made, Fault> {
            self.asked.lock().unwrap().push(texts.iter().map(|t| (*t).to_owned()).collect());
            if let Some(bad) = texts.iter().find(|t| t.starts_with("bad")) {
                return Err(Fault { said: format!("{bad} is NaN"), of_these: true });
            }
            if texts.contains(&"down") {
                return Err(Fault { said: "no server".into(), of_these: false });
            }
            let count = |t: &&str, letter: char| t.chars().filter(|c| *c == letter).count() as f32;
            let vectors = texts.iter().map(|t| vec![count(t, 'a'), count(t, 'b'), 1.0]).collect();
            Ok(Made { vectors, cut: texts.iter().filter(|t| t.len() > 2).count(), ..Made::default() })
        }
    }

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(|w| (*w).to_owned()).collect()
    }

    fn pace(batch: usize, threads: usize) -> Pace {
        Pace { batch: NonZeroUsize::new(batch).unwrap(), threads: NonZeroUsize::new(threads).unwrap() }
    }

    #[test]
    fn a_text_is_sent_once_ever() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("c.sqlite")).unwrap();
        let model = Letters::default();
        let all = texts(&["a", "b", "a", "ab"]);
        assert_eq!(embed_all(&model, &texts(&["aaaa"]), pace(2, 1), None, &|_| ()).unwrap().cut, 1);
        model.asked.lock().unwrap().clear();
        let first = embed_all(&model, &all, pace(2, 1), Some(&cache), &|_| ()).unwrap();
        assert_eq!(*model.asked.lock().unwrap(), [texts(&["a", "b"]), texts(&["ab"])]);
        assert_eq!((first.sent, first.vectors.len(), first.vectors.dimension()), (3, 4, 3));
        let again = embed_all(&model, &texts(&["a", "b", "a", "ab", "bb"]), pace(9, 4), Some(&cache), &|_| ()).unwrap();
        assert_eq!(model.asked.lock().unwrap().last().unwrap(), &texts(&["bb"]));
        assert_eq!((again.sent, again.vectors.len()), (1, 5));
        let alone = embed_all(&Letters::default(), &all, pace(1, 3), None, &|_| ()).unwrap();
        assert_eq!(alone.vectors, first.vectors, "whatever the batches and the threads");
    }

    #[test]
    fn a_bad_text_is_named_and_the_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("c.sqlite")).unwrap();
        let all = texts(&["a", "bad 1", "b", "bad 2", "aa"]);
        let failed = embed_all(&Letters::default(), &all, pace(3, 2), Some(&cache), &|_| ()).unwrap_err();
        assert_eq!(failed.faults, [(1, "bad 1 is NaN".to_owned()), (3, "bad 2 is NaN".to_owned())]);
        assert_eq!(failed.kept, 3);
        let model = Letters::default();
        assert_eq!(embed_all(&model, &texts(&["a", "b", "aa"]), pace(3, 2), Some(&cache), &|_| ()).unwrap().sent, 0);
    }

    #[test]
    fn a_server_that_is_down_is_not_asked_for_every_text() {
        let model = Letters::default();
        let all: Vec<String> = (0..50).map(|n| if n == 0 { "down".to_owned() } else { format!("a{n}") }).collect();
        let failed = embed_all(&model, &all, pace(1, 1), None, &|_| ()).unwrap_err();
        assert_eq!((failed.faults, failed.kept), (vec![(0, "no server".to_owned())], 0));
        assert_eq!(model.asked.lock().unwrap().len(), 1);
    }

    #[test]
    fn what_is_no_vector_is_not_believed() {
        assert_eq!(decoded(&encoded(&[1.5, -2.0])), Some(vec![1.5, -2.0]));
        for wrong in [&[][..], &[0, 0, 0], &f32::NAN.to_le_bytes()] {
            assert_eq!(decoded(wrong), None);
        }
    }
}

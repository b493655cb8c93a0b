//! Embeddings: texts in, vectors out, in the order of the texts.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::json;

use crate::client::{Client, Reply};
use crate::error::{CallError, ErrorKind};
use crate::exchange::Exchange;
use crate::usage::Reported;

/// The path below the base address.
pub const PATH: &str = "/embeddings";

const EXPECTED: &str = "embeddings, `{\"data\": [{\"index\": 0, \"embedding\": [numbers]}]}`";

/// One model on one server, and the dimension that its vectors have had so far.
#[derive(Debug)]
pub struct Embedder<'a> {
    client: &'a Client,
    model: String,
    /// 0 until the first vector came.
    dimension: AtomicUsize,
}

/// The vectors of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// One vector a text, in the order of the texts; all finite, none zero.
    pub vectors: Vec<Vec<f32>>,
    /// The request and its reply.
    pub exchange: Exchange,
}

#[derive(Deserialize)]
struct Batch {
    data: Vec<Row>,
    model: Option<String>,
    usage: Option<Reported>,
}

#[derive(Deserialize)]
struct Row {
    index: Option<usize>,
    /// As doubles: whether a number that no single has is read as infinity or refused depends on how the JSON reader was built.
    embedding: Vec<Option<f64>>,
}

impl<'a> Embedder<'a> {
    /// A model of which nothing has been asked yet.
    pub fn new(client: &'a Client, model: impl Into<String>) -> Self {
        Self { client, model: model.into(), dimension: AtomicUsize::new(0) }
    }

    /// Expects vectors of a dimension from the first on: that of those that they will be compared with.
    pub fn of_dimension(self, dimension: usize) -> Self {
        self.dimension.store(dimension, Ordering::Release);
        self
    }

    /// The dimension of the vectors, once one came.
    pub fn dimension(&self) -> Option<usize> {
        Some(self.dimension.load(Ordering::Acquire)).filter(|dimension| *dimension > 0)
    }

    /// Embeds a batch.
    pub fn embed(&self, texts: &[&str]) -> Result<Embedded, CallError> {
        if texts.is_empty() {
            let problem = "a batch of texts to embed was expected to hold at least one, but it is empty";
            return Err(CallError::new(ErrorKind::Setup, problem, "leave the call out where there is nothing to embed"));
        }
        let reply = self.client.post_json(PATH, &json!({"model": self.model, "input": texts}))?;
        let batch: Batch = self.client.read(&reply, EXPECTED)?;
        let usage = batch.usage.and_then(Reported::usage);
        self.client.count(usage, &reply);
        let vectors = self.in_order(batch.data, texts.len()).map_err(|fault| self.refused(&reply, &fault))?;
        self.client.keep(&reply);
        Ok(Embedded { vectors, exchange: Exchange::of(reply, usage, batch.model) })
    }

    fn refused(&self, reply: &Reply, fault: &Fault) -> CallError {
        self.client.fault(ErrorKind::Contract, reply, &fault.problem, fault.mend)
    }

    /// Each vector at its text's place.
    fn in_order(&self, rows: Vec<Row>, texts: usize) -> Result<Vec<Vec<f32>>, Fault> {
        let few = "send fewer texts a call: some servers drop or cut what exceeds their batch";
        if rows.len() != texts {
            return Err(Fault::new(format!("{texts} embeddings were expected, one a text, but {} came", rows.len()), few));
        }
        let mut placed: Vec<Option<Vec<f32>>> = vec![None; texts];
        for row in rows {
            let place = match row.index {
                Some(place) => place,
                // With one text there is nothing to mix up.
                None if texts == 1 => 0,
                None => {
                    return Err(Fault::new(
                        "each embedding was expected to carry the `index` of its text, but one has none",
                        "send one text a call",
                    ));
                }
            };
            let Some(slot) = placed.get_mut(place) else {
                return Err(Fault::new(format!("an index below {texts} was expected, but an embedding has index {place}"), few));
            };
            if slot.is_some() {
                return Err(Fault::new(format!("two embeddings have index {place}; one a text was expected"), few));
            }
            *slot = Some(self.vector(row.embedding, place)?);
        }
        Ok(placed.into_iter().flatten().collect())
    }

    /// Checks one vector.
    fn vector(&self, numbers: Vec<Option<f64>>, place: usize) -> Result<Vec<f32>, Fault> {
        let dimension = numbers.len();
        if dimension == 0 {
            return Err(Fault::new(
                format!("the embedding at index {place} is an empty list"),
                "check that the model is an embedding model",
            ));
        }
        let mut vector = Vec::with_capacity(dimension);
        for (component, number) in numbers.into_iter().enumerate() {
            let Some(number) = number.map(|number| number as f32).filter(|number| number.is_finite()) else {
                return Err(Fault::new(
                    format!(
                        "component {component} of the embedding at index {place} was expected to be a finite number, but is null or too large"
                    ),
                    "look for an empty or very long text at that place, or a model that overflows in half precision",
                ));
            };
            vector.push(number);
        }
        if vector.iter().all(|number| *number == 0.0) {
            return Err(Fault::new(
                format!("the embedding at index {place} is zero in all {dimension} components, so it is similar to nothing"),
                "look for an empty text at that place, or a server that fills in zeros where the model failed",
            ));
        }
        // The first to come sets the dimension, on whatever thread.
        match self.dimension.compare_exchange(0, dimension, Ordering::AcqRel, Ordering::Acquire) {
            Err(first) if first != dimension => Err(Fault::new(
                format!(
                    "the embedding at index {place} has dimension {dimension}, but earlier ones of the same model had {first}"
                ),
                "the server changed its model, or mixes several: vectors of different models cannot be compared, so embed all again",
            )),
            _ => Ok(vector),
        }
    }
}

/// What is wrong with a batch.
struct Fault {
    problem: String,
    mend: &'static str,
}

impl Fault {
    fn new(problem: impl Into<String>, mend: &'static str) -> Self {
        Self { problem: problem.into(), mend }
    }
}

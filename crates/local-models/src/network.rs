//! The ONNX file: what it wants, what it gives, and one run of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueView};
use rten_tensor::AsView;
use rten_tensor::Layout;

use crate::error::{ModelError, said};
use crate::folder::REFETCH;
use crate::tokens::Input;

/// A network that reads tokens.
pub(crate) struct Network {
    model: Model,
    file: PathBuf,
    inputs: Vec<(NodeId, Wanted)>,
    output: NodeId,
}

/// What one of its inputs is fed.
#[derive(Clone, Copy)]
enum Wanted {
    Ids,
    Mask,
    Kinds,
}

/// What came out.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) shape: Vec<usize>,
    pub(crate) data: Vec<f32>,
}

impl Network {
    /// Reads the file. Of several outputs the first of `preferred` that exists is taken.
    pub(crate) fn open(file: &Path, bytes: Vec<u8>, preferred: &[&str]) -> Result<Self, ModelError> {
        let model = ModelOptions::with_all_ops().load(bytes).map_err(|e| {
            use rten::LoadErrorKind::{ExternalDataError, FormatNotEnabled, UnknownFileType};
            match e.kind() {
                UnknownFileType | FormatNotEnabled => ModelError::at(
                    file,
                    "is not an ONNX file",
                    "export the model to ONNX, or fetch the file again: a download may have been a web page",
                ),
                ExternalDataError => ModelError::at(
                    file,
                    "keeps its weights in another file",
                    "export it with the weights inside; files up to 2 GiB are read",
                ),
                _ => ModelError::at(
                    file,
                    format!("cannot be used: {}", said(&e)),
                    "fetch it again, or export it with usual operators",
                ),
            }
        })?;
        let mut inputs = Vec::new();
        for id in model.input_ids() {
            let wanted = match name(&model, *id) {
                "input_ids" => Wanted::Ids,
                "attention_mask" => Wanted::Mask,
                "token_type_ids" => Wanted::Kinds,
                _ => return Err(other_inputs(file, &model)),
            };
            any_length(file, &model, *id)?;
            inputs.push((*id, wanted));
        }
        if !inputs.iter().any(|(_, wanted)| matches!(wanted, Wanted::Ids)) {
            return Err(other_inputs(file, &model));
        }
        let outputs = model.output_ids();
        let named = preferred.iter().find_map(|wanted| outputs.iter().find(|id| name(&model, **id) == *wanted));
        // A classifier's numbers would pass for a short vector, unless they are what is wanted.
        let only = outputs.first().filter(|id| outputs.len() == 1 && name(&model, **id) != "logits");
        let Some(output) = named.or(only).copied() else {
            let problem = format!("gives {}, where {} was expected", listed(&model, outputs), preferred.join(" or "));
            return Err(ModelError::at(file, problem, "export the model with one of these outputs"));
        };
        Ok(Self { model, file: file.to_owned(), inputs, output })
    }

    /// One input, by itself: a batch would need padding, and padding changes the last bits of what comes out.
    pub(crate) fn run(&self, input: &Input, pool: &Arc<ThreadPool>) -> Result<Given, ModelError> {
        let length = input.ids.len();
        let mask = vec![1_i32; length];
        let mut values = Vec::with_capacity(self.inputs.len());
        for (id, wanted) in &self.inputs {
            let data = match wanted {
                Wanted::Ids => &input.ids,
                Wanted::Mask => &mask,
                Wanted::Kinds => &input.kinds,
            };
            let value = ValueView::from_shape([1, length], data.as_slice()).map_err(|e| self.failed(&e))?;
            values.push((*id, value.into()));
        }
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let mut outputs = self.model.run(values, &[self.output], Some(options)).map_err(|e| self.failed(&e))?;
        match outputs.pop() {
            Some(Value::FloatTensor(tensor)) => Ok(Given { shape: tensor.shape().to_vec(), data: tensor.to_vec() }),
            other => {
                let found = other.map_or_else(|| "nothing".to_owned(), |value| value.dtype().to_string());
                Err(self.shaped_wrong(&format!("gives {found}, where a tensor of f32 was expected")))
            }
        }
    }

    /// An error about what came out.
    pub(crate) fn shaped_wrong(&self, problem: &str) -> ModelError {
        ModelError::at(&self.file, problem, "use a model that was exported for this purpose")
    }

    fn failed(&self, e: &dyn std::fmt::Display) -> ModelError {
        let problem = format!("the network failed: {}", said(e));
        ModelError::at(
            &self.file,
            problem,
            "check that model.onnx and tokenizer.json belong together; if so, export the model again",
        )
    }
}

fn name(model: &Model, id: NodeId) -> &str {
    model.node_info(id).and_then(|info| info.name()).unwrap_or_default()
}

/// Some exports fix the shape of their inputs. One text of any length must fit.
fn any_length(file: &Path, model: &Model, id: NodeId) -> Result<(), ModelError> {
    let shape = model.node_info(id).and_then(|info| info.shape()).unwrap_or_default();
    match shape[..] {
        [Dimension::Fixed(batch), _] if batch != 1 => Err(("texts at once", batch)),
        [_, Dimension::Fixed(length)] => Err(("tokens", length)),
        _ => Ok(()),
    }
    .map_err(|(what, number)| {
        let problem = format!("takes exactly {number} {what} as {}, where any number was expected", name(model, id));
        ModelError::at(file, problem, "export the model with dynamic axes for batch and sequence")
    })
}

/// Names and types, for messages.
fn listed(model: &Model, ids: &[NodeId]) -> String {
    let one = |id: &NodeId| {
        let kind = model.node_info(*id).and_then(|info| info.dtype());
        kind.map_or_else(|| name(model, *id).to_owned(), |kind| format!("{} ({kind})", name(model, *id)))
    };
    let names: Vec<String> = ids.iter().take(12).map(one).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn other_inputs(file: &Path, model: &Model) -> ModelError {
    let problem = format!(
        "wants {}, where input_ids and perhaps attention_mask and token_type_ids were expected",
        listed(model, model.input_ids())
    );
    let mend = format!("use an encoder of text that was exported for feature extraction or classification, or {REFETCH}");
    ModelError::at(file, problem, mend)
}

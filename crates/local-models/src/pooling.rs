//! How the vectors of an input's tokens become the vector of the text.

use std::path::{Component, Path};

use serde_json::Value;

use crate::error::ModelError;
use crate::folder::{Folder, MODULES};

/// The way that a model was trained for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pooling {
    /// The mean over all tokens.
    Mean,
    /// The first token's vector.
    First,
    /// The last token's vector.
    Last,
    /// The largest value of each dimension.
    Largest,
    /// The network does it.
    Inside,
}

/// Where there is no list of steps, sentence-transformers keeps it here.
const USUAL: &str = "1_Pooling";

/// The names that sentence-transformers has for the ways, in its two forms: a switch for each, or one word.
const WAYS: &[(&str, &str, Option<Pooling>)] = &[
    ("pooling_mode_mean_tokens", "mean", Some(Pooling::Mean)),
    ("pooling_mode_cls_token", "cls", Some(Pooling::First)),
    ("pooling_mode_max_tokens", "max", Some(Pooling::Largest)),
    ("pooling_mode_lasttoken", "lasttoken", Some(Pooling::Last)),
    // Another length of the same direction: the vector is brought to length 1 anyway.
    ("pooling_mode_mean_sqrt_len_tokens", "mean_sqrt_len_tokens", Some(Pooling::Mean)),
    ("pooling_mode_weightedmean_tokens", "weightedmean", None),
];

impl Pooling {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::First => "first-token",
            Self::Last => "last-token",
            Self::Largest => "max",
            Self::Inside => "built-in",
        }
    }

    /// What the folder says; the mean where it says nothing.
    pub(crate) fn read(folder: &Folder) -> Result<Self, ModelError> {
        let wrong = |file: &str, problem: String| {
            let mend =
                "use a model of the form transformer, pooling, normalisation, with one of mean, cls, max and lasttoken pooling";
            ModelError::at(&folder.file(file), problem, mend)
        };
        let mut place = USUAL.to_owned();
        if let Some(modules) = folder.json(MODULES)? {
            let steps = modules.as_array().ok_or_else(|| wrong(MODULES, "is not a list of steps".into()))?;
            for step in steps {
                let kind = step["type"].as_str().unwrap_or_default();
                match kind.rsplit('.').next() {
                    Some("Transformer" | "Normalize") => {}
                    Some("Pooling") => {
                        let path = step["path"].as_str().unwrap_or_default();
                        let mut parts = Path::new(path).components();
                        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
                            return Err(wrong(MODULES, format!("names {path:?}, where a folder beside it was expected")));
                        }
                        place = path.to_owned();
                    }
                    _ => return Err(wrong(MODULES, format!("has a step of type {kind:?}, which is not known here"))),
                }
            }
        }
        let file = format!("{place}/config.json");
        match folder.json(&file)? {
            Some(config) => Self::of(&config).map_err(|problem| wrong(&file, problem)),
            None => Ok(Self::Mean),
        }
    }

    fn of(config: &Value) -> Result<Self, String> {
        let word = config["pooling_mode"].as_str();
        let on: Vec<_> =
            WAYS.iter().filter(|(switch, name, _)| config[switch] == Value::Bool(true) || word == Some(*name)).collect();
        match on[..] {
            [(_, _, Some(pooling))] => Ok(*pooling),
            [(_, name, None)] => Err(format!("asks for {name} pooling, which is not known here")),
            [] => Err("asks for no way of pooling that is known here".into()),
            _ => Err("asks for several ways of pooling at once".into()),
        }
    }

    /// From `tokens` vectors of `dimension` numbers to one; summed as doubles. There is at least one token.
    pub(crate) fn pool(self, vectors: &[f32], dimension: usize) -> Vec<f64> {
        let rows = vectors.chunks_exact(dimension);
        let wide = |row: Option<&[f32]>| row.unwrap_or_default().iter().map(|x| f64::from(*x)).collect();
        match self {
            Self::First | Self::Inside => wide(rows.into_iter().next()),
            Self::Last => wide(rows.last()),
            Self::Mean => {
                // Only its direction is kept, so the sum does.
                rows.fold(vec![0.0; dimension], |mut sum: Vec<f64>, row| {
                    sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += f64::from(*x));
                    sum
                })
            }
            Self::Largest => rows.fold(vec![f64::NEG_INFINITY; dimension], |mut most: Vec<f64>, row| {
                // Not `f64::max`, which would drop a NaN in silence.
                most.iter_mut().zip(row).for_each(|(most, x)| {
                    let x = f64::from(*x);
                    if x > *most || x.is_nan() {
                        *most = x;
                    }
                });
                most
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_both_forms() {
        assert_eq!(Pooling::of(&json!({"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false})), Ok(Pooling::Mean));
        assert_eq!(Pooling::of(&json!({"pooling_mode": "cls"})), Ok(Pooling::First));
        assert!(Pooling::of(&json!({"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": true})).is_err());
        assert!(Pooling::of(&json!({"pooling_mode_weightedmean_tokens": true})).is_err());
        assert!(Pooling::of(&json!({})).is_err());
    }

    #[test]
    fn pools_by_hand() {
        let vectors = [1.0, 5.0, 3.0, -1.0, 2.0, 2.0];
        assert_eq!(Pooling::Mean.pool(&vectors, 2), [6.0, 6.0]);
        assert_eq!(Pooling::First.pool(&vectors, 2), [1.0, 5.0]);
        assert_eq!(Pooling::Last.pool(&vectors, 2), [2.0, 2.0]);
        assert_eq!(Pooling::Largest.pool(&vectors, 2), [3.0, 5.0]);
        assert!(Pooling::Largest.pool(&[1.0, f32::NAN, 3.0], 1)[0].is_nan());
    }
}

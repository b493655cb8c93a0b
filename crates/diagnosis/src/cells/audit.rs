//! Right for the wrong reason: where a label may lack an alternative, and which passages to look at.

use super::{Cell, Present, Row};

/// What the claims of an answer rest on, as judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trace {
    /// Claims were judged, and these passages support some; none where no passage does.
    SupportedBy(Vec<String>),
    /// Nobody judged the claims.
    #[default]
    NotJudged,
}

/// Why a passage, or none, is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Claims rest on these passages, and no label lists them.
    SupportsClaims,
    /// Claims rest only on passages that are judged already: the label asks for more than the answer needed, perhaps.
    OnlyJudged,
    /// No passage supports any claim: the model knew it by itself.
    OwnKnowledge,
    /// Claims were not judged; these passages were not judged either.
    NotJudged,
}

impl Why {
    /// Every reason with its name in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("supports-claims", Self::SupportsClaims),
        ("only-judged-passages", Self::OnlyJudged),
        ("own-knowledge", Self::OwnKnowledge),
        ("claims-not-judged", Self::NotJudged),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// In words.
    pub fn about(self) -> &'static str {
        match self {
            Self::SupportsClaims => "claims rest on passages that no label lists",
            Self::OnlyJudged => "claims rest on judged passages only: the label may ask for more than is needed",
            Self::OwnKnowledge => "no passage supports a claim: the model's own knowledge",
            Self::NotJudged => "claims were not judged; passages that no label lists",
        }
    }
}

/// A question whose label is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The question.
    pub question: String,
    /// Passages that may be alternatives that no label lists, in the order of the context.
    pub passages: Vec<String>,
    /// Why those.
    pub why: Why,
}

/// The questions that were answered right without the evidence, with what may have made them so.
pub fn audit(rows: &[Row], present: Present) -> Vec<Suspect> {
    rows.iter().filter(|row| row.cell(present) == Some(Cell::Lucky)).map(suspect).collect()
}

fn suspect(row: &Row) -> Suspect {
    let (passages, why) = match &row.trace {
        Trace::NotJudged => (row.unjudged.clone(), Why::NotJudged),
        Trace::SupportedBy(supporting) if supporting.is_empty() => (Vec::new(), Why::OwnKnowledge),
        Trace::SupportedBy(supporting) => {
            let unlisted: Vec<String> = row.unjudged.iter().filter(|id| supporting.contains(id)).cloned().collect();
            let why = if unlisted.is_empty() { Why::OnlyJudged } else { Why::SupportsClaims };
            (unlisted, why)
        }
    };
    Suspect { question: row.question.clone(), passages, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fixture::row;

    #[test]
    fn each_suspect_says_what_to_look_at() {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let of = |trace: Trace| {
            let suspect = Row { trace, unjudged: ids(&["u1", "u2"]), ..row("q", [0, 1, 1], true) };
            let found = audit(&[suspect, row("wrong", [0; 3], false), row("works", [1; 3], true)], Present::Complete);
            assert_eq!((found.len(), found[0].question.as_str()), (1, "q"));
            (found[0].passages.clone(), found[0].why)
        };
        assert_eq!(of(Trace::NotJudged), (ids(&["u1", "u2"]), Why::NotJudged));
        assert_eq!(of(Trace::SupportedBy(ids(&["judged", "u2"]))), (ids(&["u2"]), Why::SupportsClaims));
        assert_eq!(of(Trace::SupportedBy(ids(&["judged"]))), (ids(&[]), Why::OnlyJudged));
        assert_eq!(of(Trace::SupportedBy(ids(&[]))), (ids(&[]), Why::OwnKnowledge));
        for (place, (name, why)) in Why::ALL.iter().enumerate() {
            assert_eq!((*why as usize, why.name()), (place, *name));
        }
    }
}

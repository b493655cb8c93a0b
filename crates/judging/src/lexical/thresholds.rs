//! From how much of a statement on a text says it. `supported` was chosen on two sets of answers that people judged, BEGIN (Wizard of
//! Wikipedia) and the human evaluation of MTRAG, and on no other; the weights hardly matter there. The others were set by judgement:
//! neither set labels contradictions, parts, needed passages or agreement with a reference. `accuracy.txt` says what comes of it on sets
//! that nothing was chosen on.

use super::compare::{Call, Found};

/// The numbers that the lexical judge decides by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    /// What rarity adds to the weight of a word.
    pub rarity: f64,
    /// What a number weighs beside a word.
    pub figure: f64,
    /// How much more two neighbouring sentences must hold than the best one alone.
    pub second: f64,
    /// One text must hold so much of a statement that is supported.
    pub supported: f64,
    /// So much of it is a part.
    pub partial: f64,
    /// The best sentences must hold so much of its words before another number contradicts.
    pub contradicted: f64,
    /// The same before a negation does.
    pub denied: f64,
    /// So much of the words of a sentence must be the statement's before its negation does.
    pub close: f64,
    /// A passage was needed that holds so much of a fact or of a sentence of the reference answer.
    pub needed: f64,
    /// An answer must hold so much of the reference, or share so much with it both ways.
    pub reference: f64,
}

/// The ones in use.
pub(super) const CHOSEN: Thresholds = Thresholds {
    rarity: 0.5,
    figure: 1.5,
    second: 0.1,
    supported: 0.65,
    partial: 0.4,
    contradicted: 0.55,
    denied: 0.7,
    close: 0.5,
    needed: 0.6,
    reference: 0.6,
};

impl Thresholds {
    /// What is said of a statement that nothing speaks against.
    pub fn call(&self, found: &Found, nothing: bool) -> Call {
        let enough = found.text >= self.supported;
        if enough && found.names_missing == 0 && found.figures_missing == 0 {
            Call::Supported
        } else if !nothing && found.text >= self.partial {
            Call::Partial
        } else {
            Call::NotFound
        }
    }
}

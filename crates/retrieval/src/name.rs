//! Measure names: `nDCG@10`, `R(rel=2)@100`, `complete@2000tok`, and trec_eval's `ndcg_cut_10`.

use std::fmt;
use std::hash::{Hash, Hasher};

use evidence::suggest::nearest;
use evidence::text::printable;

use crate::budget::{Budget, NotPositive};
use crate::measures::{Cut, Definition, Gain, MEASURES, Parameter};

/// A measure with what its name says: `P(rel=2)@5`.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The entry of the registry.
    pub definition: &'static Definition,
    /// What counts as retrieved; without one, the whole list.
    pub budget: Option<Budget>,
    /// The least grade that counts as relevant, where the name says it.
    pub rel: Option<i32>,
    /// Unjudged passages are left out before ranks are counted.
    pub judged_only: bool,
    /// What a grade earns.
    pub gain: Gain,
    /// The recall level or the persistence.
    pub number: Option<f64>,
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Measure {}

impl Hash for Measure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

/// The canonical name: what ir_measures would write, where it has the measure.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = self.definition.name.to_owned();
        let mut inside = Vec::new();
        if let Some(rel) = self.rel {
            inside.push(format!("rel={rel}"));
        }
        if self.gain == Gain::Exponential {
            inside.push("dcg='exp-log2'".to_owned());
        }
        if let (Parameter::Persistence, Some(p)) = (self.definition.parameter, self.number) {
            inside.push(format!("p={p}"));
        }
        if self.judged_only {
            inside.push("judged_only=True".to_owned());
        }
        if !inside.is_empty() {
            name += &format!("({})", inside.join(","));
        }
        match (self.definition.parameter, self.number, self.budget) {
            (Parameter::RecallLevel, Some(level), _) => name += &format!("@{level}"),
            (_, _, Some(budget)) => name += &budget.to_string(),
            _ => {}
        }
        f.pad(&name)
    }
}

/// Why a measure name is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The name as written.
    pub name: String,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "measure '{}': {}", printable(&self.name, 60), self.problem)
    }
}

impl std::error::Error for NameError {}

/// Reads a list of measures, separated by white space or commas.
///
/// Understood are the names of ir_measures, those of trec_eval (`ndcg_cut_10`, and its `P.5,10` for several cuts at once), and the
/// sets `official` and `all_trec`.
pub fn parse_list(text: &str) -> Result<Vec<Measure>, NameError> {
    let mut measures: Vec<Measure> = Vec::new();
    let mut dotted: Option<String> = None;
    for word in words(text) {
        let more_cuts = word.starts_with(|c: char| c.is_ascii_digit());
        if let (true, Some(base)) = (more_cuts, &dotted) {
            measures.push(parse_trec_cut(base, &word, &word)?);
            continue;
        }
        dotted = None;
        match word.as_str() {
            "official" => measures.extend(parse_all(OFFICIAL)),
            "all_trec" => measures.extend(parse_all(ALL_TREC)),
            _ => match word.split_once('.') {
                Some((base, cut)) if is_trec_cut_base(base) => {
                    measures.push(parse_trec_cut(base, cut, &word)?);
                    dotted = Some(base.to_owned());
                }
                _ => measures.push(word.parse()?),
            },
        }
    }
    let mut seen = std::collections::HashSet::new();
    measures.retain(|m| seen.insert(m.to_string()));
    Ok(measures)
}

/// Splits at white space and commas, but not inside parentheses.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut depth) = (Vec::new(), String::new(), 0u32);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c.is_whitespace() || c == ',') {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        } else {
            word.push(c);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

const CUTS: [u32; 9] = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
const OFFICIAL: &str = "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P";
const ALL_TREC: &str = "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P recall infAP ndcg \
    ndcg_cut map_cut success set_P set_recall set_F unj";

/// trec_eval's nicknames, each with its default cuts, in trec_eval's order.
fn parse_all(names: &str) -> Vec<Measure> {
    let mut measures = Vec::new();
    for name in names.split_whitespace() {
        let cuts: Vec<String> = match name {
            "iprec_at_recall" => (0..=10).map(|tenth| format!("{:.2}", f64::from(tenth) / 10.0)).collect(),
            "success" => [1, 5, 10].iter().map(u32::to_string).collect(),
            "unj" => [5, 10, 20].iter().map(u32::to_string).collect(),
            _ if is_trec_cut_base(name) => CUTS.iter().map(u32::to_string).collect(),
            _ => Vec::new(),
        };
        if cuts.is_empty() {
            measures.extend(name.parse::<Measure>());
        }
        measures.extend(cuts.iter().filter_map(|cut| parse_trec_cut(name, cut, name).ok()));
    }
    measures
}

fn is_trec_cut_base(base: &str) -> bool {
    MEASURES.iter().any(|d| !d.trec.1.is_empty() && d.trec.1 == base)
}

/// `ndcg_cut` with `10`; trec_eval reads `23.4` as 23.
fn parse_trec_cut(base: &str, cut: &str, whole: &str) -> Result<Measure, NameError> {
    let fail = |problem: String| NameError { name: whole.to_owned(), problem };
    let definition = MEASURES.iter().find(|d| !d.trec.1.is_empty() && d.trec.1 == base);
    let definition = definition.ok_or_else(|| fail("no such measure of trec_eval".into()))?;
    let mut measure = Measure::plain(definition);
    if definition.parameter == Parameter::RecallLevel {
        measure.number = Some(level(cut).ok_or_else(|| fail("expected a recall level from 0 to 1".into()))?);
        return Ok(measure);
    }
    let number: f64 =
        cut.parse().map_err(|_| fail(format!("expected a number after '{base}', found '{}'", printable(cut, 20))))?;
    measure.budget = Some(Budget::passages(number as i64).map_err(|e: NotPositive| fail(e.to_string()))?);
    Ok(measure)
}

fn level(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|l| (0.0..=1.0).contains(l))
}

impl std::str::FromStr for Measure {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        if let Some((base, cut)) = text.rsplit_once('_')
            && is_trec_cut_base(base)
            && cut.starts_with(|c: char| c.is_ascii_digit())
        {
            return parse_trec_cut(base, cut, text);
        }
        let fail = |problem: String| NameError { name: text.to_owned(), problem };
        let (head, tail) = match text.rsplit_once('@') {
            Some((head, tail)) if !tail.contains(')') => (head, Some(tail)),
            _ => (text, None),
        };
        let (name, inside) = match head.split_once('(') {
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')').ok_or_else(|| fail("the parenthesis is not closed".into()))?;
                (name, inside)
            }
            None => (head, ""),
        };
        let mut measure = Measure::plain(find(name).map_err(&fail)?);
        for part in inside.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            measure.set(part).map_err(&fail)?;
        }
        match tail {
            Some(tail) if measure.definition.parameter == Parameter::RecallLevel => {
                measure.number = Some(level(tail).ok_or_else(|| fail("expected a recall level from 0 to 1 after '@'".into()))?);
            }
            Some(tail) => measure.budget = Some(budget(tail, measure.definition).map_err(&fail)?),
            None => {}
        }
        measure.finished().map_err(fail)
    }
}

fn find(name: &str) -> Result<&'static Definition, String> {
    let names = |d: &'static Definition| {
        std::iter::once(d.name).chain(d.aliases.iter().copied()).chain([d.trec.0]).filter(|n| !n.is_empty())
    };
    if let Some(found) = MEASURES.iter().find(|d| names(d).any(|n| n == name)) {
        return Ok(found);
    }
    // A name that differs in case alone is not taken in silence, since `map` and `MAP` could one day differ; it is suggested.
    let near = nearest(name, MEASURES.iter().flat_map(|d| names(d)));
    Err(match near {
        Some(near) => format!("no such measure; did you mean '{near}'? 'fourcell explain' lists them all"),
        None => "no such measure; 'fourcell explain' lists them all".to_owned(),
    })
}

fn budget(text: &str, definition: &Definition) -> Result<Budget, String> {
    if definition.cut == Cut::None {
        return Err(format!("'{}' is not cut; write it without '@{}'", definition.name, printable(text, 20)));
    }
    if text == "context" {
        return Ok(Budget::Context);
    }
    let (digits, tokens) = match text.strip_suffix("tok") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let number = digits.parse::<i64>().map_err(|_| {
        format!(
            "expected a budget after '@', as in @6 (passages), @2000tok (tokens) or @context; found '{}'",
            printable(text, 20)
        )
    })?;
    let budget = if tokens { Budget::tokens(number) } else { Budget::passages(number) };
    budget.map_err(|e| e.to_string())
}

impl Measure {
    /// The measure with nothing said beyond its name.
    pub fn plain(definition: &'static Definition) -> Self {
        Self { definition, budget: None, rel: None, judged_only: false, gain: Gain::Linear, number: None }
    }

    fn set(&mut self, part: &str) -> Result<(), String> {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("expected key=value in parentheses, found '{part}'"))?;
        let value = value.trim().trim_matches(['\'', '"']);
        match (key.trim(), value) {
            ("rel", number) if self.definition.takes_rel => {
                let rel = number.parse::<i32>().ok().filter(|r| *r >= 0);
                self.rel = Some(rel.ok_or_else(|| format!("rel must be a grade from 0, found '{}'", printable(number, 20)))?);
            }
            ("judged_only", "True" | "true") if !self.definition.needs_evidence => self.judged_only = true,
            ("judged_only", "False" | "false") => self.judged_only = false,
            ("dcg", "log2") | ("gain", "linear") if self.definition.parameter == Parameter::Gain => self.gain = Gain::Linear,
            ("dcg", "exp-log2") | ("gain", "exp" | "exponential") if self.definition.parameter == Parameter::Gain => {
                self.gain = Gain::Exponential;
            }
            ("p", number) if self.definition.parameter == Parameter::Persistence => {
                let p = number.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 1.0);
                self.number = Some(p.ok_or("p must lie between 0 and 1")?);
            }
            (key, value) => {
                return Err(format!("'{}' does not take {}={}", self.definition.name, printable(key, 20), printable(value, 20)));
            }
        }
        Ok(())
    }

    fn finished(self) -> Result<Self, String> {
        if self.definition.cut == Cut::Needed && self.budget.is_none() {
            return Err(format!("'{0}' needs a budget, as in {0}@5", self.definition.name));
        }
        if self.definition.parameter == Parameter::RecallLevel && self.number.is_none() {
            return Err(format!("'{0}' needs a recall level, as in {0}@0.1", self.definition.name));
        }
        Ok(self)
    }

    /// trec_eval's name for this measure; `None` where it has none.
    pub fn trec_name(&self) -> Option<String> {
        let (plain, cut) = self.definition.trec;
        if self.gain == Gain::Exponential || self.judged_only || self.rel.is_some() {
            return None;
        }
        match (self.definition.parameter, self.number, self.budget) {
            (Parameter::RecallLevel, Some(level), _) => Some(format!("{cut}_{level:.2}")),
            (_, None, None) => (!plain.is_empty()).then(|| plain.to_owned()),
            (_, None, Some(Budget::Passages(k))) => (!cut.is_empty()).then(|| format!("{cut}_{k}")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Measure>().map_or_else(|e| format!("{e}"), |m| m.to_string())
    }

    #[test]
    fn understands_the_names_of_ir_measures() {
        for name in [
            "AP",
            "RR",
            "P@5",
            "R(rel=2)@100",
            "Success@5",
            "Bpref",
            "Rprec",
            "Judged@10",
            "nDCG@10",
            "infAP",
            "IPrec@0.1",
            "SetP",
            "nDCG(dcg='exp-log2')@5",
            "P(rel=2,judged_only=True)@5",
            "evidence@6",
            "complete@2000tok",
            "evidence@context",
            "AP@100",
            "RR(rel=2)",
            "RBP(p=0.5)",
        ] {
            assert_eq!(canonical(name), name);
        }
        assert_eq!(canonical("nDCG(gain=exp)@5"), "nDCG(dcg='exp-log2')@5");
        assert_eq!(canonical("hit@6"), "Success@6");
    }

    #[test]
    fn understands_the_names_of_trec_eval() {
        let pairs = [
            ("map", "AP"),
            ("map_cut_10", "AP@10"),
            ("ndcg", "nDCG"),
            ("ndcg_cut_10", "nDCG@10"),
            ("P_5", "P@5"),
            ("recall_100", "R@100"),
            ("success_1", "Success@1"),
            ("recip_rank", "RR"),
            ("iprec_at_recall_0.10", "IPrec@0.1"),
            ("bpref", "Bpref"),
            ("set_P", "SetP"),
            ("num_rel_ret", "NumRelRet"),
            ("unj_5", "hole@5"),
        ];
        for (theirs, ours) in pairs {
            assert_eq!(canonical(theirs), ours);
            assert_eq!(theirs.parse::<Measure>().unwrap().trec_name().as_deref(), Some(theirs));
        }
        let list = |text: &str| parse_list(text).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(list("P.5,7,3 ndcg_cut.10,23.4 map"), ["P@5", "P@7", "P@3", "nDCG@10", "nDCG@23", "AP"]);
        assert_eq!(list("official").len(), 4 + 5 + 11 + 9);
        assert_eq!(list("AP,AP RR"), ["AP", "RR"]);
    }

    #[test]
    fn refuses_with_the_mend() {
        let starts = |text: &str, expected: &str| {
            let message = text.parse::<Measure>().unwrap_err().problem;
            assert!(message.starts_with(expected), "{text}: {message}");
        };
        starts("evidence@0", "context budget must be positive");
        starts("nDCG@-1", "context budget must be positive");
        starts("complete@0tok", "context budget must be positive");
        starts("recal@5", "no such measure; did you mean 'recall'?");
        starts("ndgc@10", "no such measure; did you mean 'nDCG'?");
        starts("P", "'P' needs a budget, as in P@5");
        starts("Bpref@5", "'Bpref' is not cut");
        starts("P(rel=x)@5", "rel must be a grade from 0");
        starts("P(rel=2@5", "the parenthesis is not closed");
        starts("nDCG@ten", "expected a budget after '@'");
        starts("nDCG(rel=2)@5", "'nDCG' does not take rel=2");
        starts("P_0", "context budget must be positive");
        starts("IPrec@1.5", "expected a recall level");
    }
}

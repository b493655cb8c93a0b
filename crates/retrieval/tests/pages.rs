//! The registry and the pages of the measures keep each other honest; and what must hold of every measure is tried on random
//! questions.

mod support;

use std::collections::{BTreeSet, HashMap};

use evidence::{Evidence, Locator, SourceRange};
use retrieval::measures::{Over, Values};
use retrieval::record::Item;
use retrieval::view::{NO_CONTEXT, NO_TOKENS, NOT_CAPTURED};
use retrieval::{MEASURES, Measure};
use statistics::{Score, Undefined};
use support::{Case, passage};

const HEADINGS: [&str; 6] =
    ["What it measures", "When it misleads", "Undefined when", "Formula and source", "Worked example", "Agrees with"];

/// One line of an example: a measure and what it prints.
#[derive(Debug)]
struct Claim {
    measure: String,
    printed: String,
}

fn examples(page: &str) -> Vec<(Case, Vec<Claim>)> {
    let mut blocks = page.split("```example\n");
    blocks.next();
    blocks.map(|block| example(block.split("\n```").next().unwrap())).collect()
}

fn example(block: &str) -> (Case, Vec<Claim>) {
    let (mut case, mut claims) = (Case { rel: 1, ..Case::default() }, Vec::new());
    for line in block.lines() {
        if let Some((measure, printed)) = line.split_once(" = ") {
            claims.push(Claim { measure: measure.to_owned(), printed: printed.to_owned() });
            continue;
        }
        let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("not understood: {line}"));
        let words = value.split_whitespace();
        match key {
            "judged" => {
                let grade = |word: &str| {
                    let (id, grade) = word.rsplit_once('=').unwrap();
                    (id.to_owned(), grade.parse().unwrap())
                };
                case.grades = words.map(grade).collect();
            }
            "run" => case.run = words.map(|word| item(&mut place(&mut &*word))).collect(),
            "evidence" => {
                let mut rest = value.trim();
                case.evidence = Some(tree(&mut rest));
                assert_eq!(rest, "", "left over in {line}");
            }
            "tokens" => case.tokens = Some(words.map(|word| word.parse().unwrap()).collect()),
            "rel" => case.rel = value.trim().parse().unwrap(),
            _ => panic!("not understood: {line}"),
        }
    }
    (case, claims)
}

/// `all(…)`, `any(…)` or a place.
fn tree(rest: &mut &str) -> Evidence {
    let node = [("all(", Evidence::All as fn(Vec<Evidence>) -> Evidence), ("any(", Evidence::Any)];
    for (opening, build) in node {
        if let Some(inside) = rest.strip_prefix(opening) {
            *rest = inside;
            let mut children = Vec::new();
            loop {
                *rest = rest.trim_start();
                if let Some(after) = rest.strip_prefix(')') {
                    *rest = after;
                    return build(children);
                }
                children.push(tree(rest));
            }
        }
    }
    Evidence::Leaf(place(rest))
}

/// A passage `a`, or a range `doc[0,100)`.
fn place(rest: &mut &str) -> Locator {
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    assert!(!name.is_empty(), "expected a place at '{rest}'");
    let Some(range) = after.strip_prefix('[') else {
        *rest = after;
        return Locator::Passage(name.to_owned());
    };
    let (range, after) = range.split_once(')').unwrap();
    *rest = after;
    let (start, end) = range.split_once(',').unwrap();
    located(name, start.parse().unwrap(), end.parse().unwrap())
}

fn located(doc: &str, start: usize, end: usize) -> Locator {
    Locator::Range { doc: doc.to_owned(), rev: None, range: SourceRange::new(start, end).unwrap(), quote: None }
}

/// The passage that a place stands for in a run.
fn item(place: &mut Locator) -> Item {
    match place {
        Locator::Range { doc, rev, range, .. } => {
            Item { doc: Some(doc.clone()), rev: rev.clone(), range: Some(*range), ..passage(&format!("{doc}{range}")) }
        }
        other => passage(&other.to_string()),
    }
}

fn printed(score: Score, digits: usize) -> String {
    match score {
        Score::Value(value) => format!("{value:.digits$}"),
        Score::Undefined(reason) => format!("undefined: {reason}"),
        Score::Failed => "failed".to_owned(),
    }
}

#[test]
fn names_are_unique_across_the_registry() {
    let mut owner: HashMap<&str, &str> = HashMap::new();
    for definition in MEASURES {
        let names: BTreeSet<&str> =
            definition.aliases.iter().copied().chain([definition.name, definition.trec.0, definition.trec.1]).collect();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            let other = owner.insert(name, definition.name);
            assert!(other.is_none(), "'{name}' names both {} and {}", other.unwrap_or_default(), definition.name);
        }
        let mut aliases = definition.aliases.to_vec();
        aliases.sort_unstable();
        aliases.dedup();
        assert_eq!(aliases.len(), definition.aliases.len(), "{}", definition.name);
        assert!(!definition.aliases.contains(&definition.name), "{}", definition.name);
    }
}

#[test]
fn each_page_has_its_title_and_every_heading_in_order() {
    for definition in MEASURES {
        let mut lines = definition.page.lines();
        assert_eq!(lines.next().unwrap(), format!("# {}: {}", definition.name, definition.title));
        let sections: Vec<&str> = definition.page.split("\n## ").collect();
        let lead = sections[0].lines().skip(1).collect::<Vec<_>>().join(" ");
        let lead = lead.trim();
        assert!(lead.ends_with('.') || lead.ends_with("1 or 0."), "{}: {lead}", definition.name);
        assert_eq!(lead.matches(". ").count(), 0, "{}: one sentence, not more: {lead}", definition.name);
        let headings: Vec<&str> = sections[1..].iter().map(|section| section.lines().next().unwrap()).collect();
        assert_eq!(headings, HEADINGS, "{}", definition.name);
        for section in &sections[1..] {
            let body: usize = section.lines().skip(1).map(|line| line.trim().len()).sum();
            assert!(body > 20, "{}: nothing under {section}", definition.name);
        }
        let long = definition.page.lines().find(|line| line.chars().count() > 130);
        assert_eq!(long, None, "{}", definition.name);
        assert_eq!(definition.page.matches("```").count() % 2, 0, "{}", definition.name);
    }
}

#[test]
fn every_worked_example_holds() {
    let mut wrong = Vec::new();
    for definition in MEASURES {
        let examples = examples(definition.page);
        let own = examples.iter().flat_map(|(_, claims)| claims);
        let own = own.filter(|claim| claim.measure.parse::<Measure>().is_ok_and(|m| m.definition.name == definition.name));
        assert!(own.count() > 0, "{} has no example of itself", definition.name);
        for (case, claims) in examples {
            assert!(!claims.is_empty(), "{}: an example without a value", definition.name);
            for Claim { measure, printed: expected } in claims {
                let parsed: Measure = measure.parse().unwrap_or_else(|e| panic!("{}: {e}", definition.name));
                assert_eq!(parsed.to_string(), measure, "{}: not the canonical name", definition.name);
                assert_eq!(parsed.to_string().parse::<Measure>().unwrap(), parsed);
                let digits = expected.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                let found = printed(case.score(&measure), digits);
                if found != expected {
                    wrong.push(format!("{}: {measure} = {found}, not {expected}", definition.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_in_the_folder_belongs_to_the_registry() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/measures");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| {
            let page = std::fs::read_to_string(&path).unwrap();
            assert!(MEASURES.iter().any(|d| d.page == page), "{} belongs to no measure", path.display());
            page
        })
        .collect();
    assert_eq!(pages.len(), MEASURES.len());
    assert_eq!(pages.into_iter().collect::<BTreeSet<_>>().len(), MEASURES.len(), "two measures share a page");
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((u128::from(z) * n as u128) >> 64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn revision(&mut self) -> Option<String> {
        [None, None, None, Some("1".to_owned()), Some("2".to_owned())][self.below(5)].clone()
    }

    fn range(&mut self) -> SourceRange {
        let start = self.below(60);
        SourceRange::new(start, start + 1 + self.below(40)).unwrap()
    }

    fn place(&mut self, ranges: bool) -> Locator {
        let doc = ["d", "e"][self.below(2)].to_owned();
        match self.below(if ranges { 1 } else { 8 }) {
            1 | 2 => Locator::Document { doc, rev: self.revision() },
            3..=6 => Locator::Passage(format!("p{}", self.below(12))),
            _ => Locator::Range { doc, rev: self.revision(), range: self.range(), quote: None },
        }
    }

    fn tree(&mut self, depth: usize, ranges: bool) -> Evidence {
        if depth == 0 || self.one_in(3) {
            return Evidence::Leaf(self.place(ranges));
        }
        let children = (0..self.below(4)).map(|_| self.tree(depth - 1, ranges)).collect();
        if self.one_in(2) { Evidence::All(children) } else { Evidence::Any(children) }
    }

    /// A question: passages without duplicates, of which some are judged, some pooled and some neither.
    fn case(&mut self) -> Case {
        let mut ids: Vec<usize> = (0..12).collect();
        (1..ids.len()).rev().for_each(|i| ids.swap(i, self.below(i + 1)));
        let bare = self.one_in(4);
        let run = ids[..self.below(13)].iter().map(|id| {
            let (doc, range) = (["d", "e"][self.below(2)].to_owned(), self.range());
            let item = passage(&format!("p{id}"));
            if bare { item } else { Item { doc: Some(doc), rev: self.revision(), range: Some(range), ..item } }
        });
        let run: Vec<Item> = run.collect();
        let judged = self.below(4);
        let known: Vec<usize> = (0..12).filter(|_| self.below(3) < judged).collect();
        let grades = known.into_iter().map(|id| (format!("p{id}"), self.below(5) as i32 - 1)).collect();
        let ranges = self.one_in(2);
        let evidence = (!self.one_in(6)).then(|| self.tree(3, ranges));
        let tokens = (!self.one_in(6)).then(|| run.iter().map(|_| self.below(300) as u64).collect());
        Case { grades, run, evidence, tokens, rel: 1 + self.below(3) as i32 }
    }
}

/// Every measure in every form that its definition allows.
fn forms() -> Vec<Measure> {
    let mut forms = Vec::new();
    for definition in MEASURES {
        for inside in ["", "(rel=0)", "(rel=2)", "(judged_only=True)", "(dcg='exp-log2')", "(p=0.5)", "(p=0.99)"] {
            for cut in ["", "@1", "@3", "@6", "@50", "@90tok", "@700tok", "@context", "@0", "@0.1", "@0.5"] {
                let name = format!("{}{inside}{cut}", definition.name);
                if let Ok(measure) = name.parse::<Measure>() {
                    assert_eq!(measure.to_string().parse::<Measure>().unwrap(), measure, "{name}");
                    forms.push(measure);
                }
            }
        }
    }
    forms
}

#[test]
fn no_measure_leaves_its_range_and_every_reason_stands_on_its_page() {
    let (mut random, forms) = (Random(1), forms());
    let captured = [NO_CONTEXT, NO_TOKENS, NOT_CAPTURED];
    let (mut values, mut reasons) = (vec![0; MEASURES.len()], BTreeSet::new());
    for round in 0..6000 {
        let case = random.case();
        case.view(|view| {
            for measure in &forms {
                let index = MEASURES.iter().position(|d| d.name == measure.definition.name).unwrap();
                match measure.score(view) {
                    Score::Value(value) => {
                        let inside = match measure.definition.values {
                            Values::Share => (0.0..=1.0).contains(&value),
                            Values::Hit => value == 0.0 || value == 1.0,
                            Values::Count => value >= 0.0 && value.fract() == 0.0,
                        };
                        assert!(inside, "round {round}: {measure} = {value} of {case:?}");
                        values[index] += 1;
                    }
                    Score::Undefined(reason) => _ = reasons.insert((index, reason)),
                    Score::Failed => panic!("a measure does not fail"),
                }
            }
        });
    }
    for (definition, values) in MEASURES.iter().zip(values) {
        assert!(values > 1000, "{} had a value {values} times only", definition.name);
        assert_eq!(definition.over == Over::Sum, definition.values == Values::Count, "{}", definition.name);
    }
    for (index, reason) in reasons.into_iter().filter(|(_, reason)| !captured.contains(reason)) {
        let page: Vec<&str> = MEASURES[index].page.split_whitespace().collect();
        assert!(page.join(" ").contains(&format!("`{reason}`")), "{} does not say: {reason}", MEASURES[index].name);
    }
}

#[test]
fn a_larger_budget_never_scores_lower_where_it_must_not() {
    let (mut random, mut rises) = (Random(2), 0);
    for _ in 0..2000 {
        let case = random.case();
        for name in ["evidence", "complete", "R", "Success", "token-recall"] {
            if name == "token-recall" && case.evidence.as_ref().is_none_or(Evidence::has_alternatives) {
                continue; // Another alternative may take over, as its page says.
            }
            for unit in ["", "tok"] {
                let step = if unit.is_empty() { 1 } else { 97 };
                let scores: Vec<Score> = (1..=14).map(|n| case.score(&format!("{name}@{}{unit}", n * step))).collect();
                for pair in scores.windows(2) {
                    match (pair[0], pair[1]) {
                        (Score::Value(less), Score::Value(more)) => {
                            assert!(less <= more, "{name}{unit}: {scores:?} of {case:?}");
                            rises += usize::from(less < more);
                        }
                        // A passage without a range can enter with the budget; nothing else may change.
                        (less, more) => assert!(less == more || name == "token-recall", "{name}{unit}: {scores:?}"),
                    }
                }
            }
        }
    }
    assert!(rises > 2000, "{rises}");
}

/// Rounding in a long sum must not lift a perfect ranking above 1.
#[test]
fn a_long_perfect_ranking_scores_one_and_not_more() {
    let ids: Vec<String> = (0..2000).map(|i| format!("p{i}")).collect();
    let grades: Vec<(&str, i32)> = ids.iter().zip(1..).map(|(id, i)| (id.as_str(), 1 + 2000 / (500 + i))).collect();
    let case = Case::new(&grades, &ids.iter().map(String::as_str).collect::<Vec<_>>());
    for name in ["nDCG", "nDCG(dcg='exp-log2')", "AP", "Bpref", "Rprec", "SetF", "R@2000", "RBP(p=0.95)", "RBP(p=0.988)"] {
        let value = value(&case, name);
        assert!(value <= 1.0 && value > 1.0 - 1e-9, "{name} = {value}");
    }
}

fn value(case: &Case, measure: &str) -> f64 {
    match case.score(measure) {
        Score::Value(value) => value,
        other => panic!("{measure}: {other:?}"),
    }
}

fn near(ours: f64, expected: f64) {
    assert!((ours - expected).abs() < 5e-5, "{ours} where {expected} is expected");
}

/// Case B12: which gain, and negative grades.
#[test]
fn gain_is_named_and_a_negative_grade_gains_nothing() {
    let case = Case::new(&[("d1", 1), ("d2", 3)], &["d1", "d2"]);
    near(value(&case, "nDCG"), 0.7967);
    near(value(&case, "nDCG(dcg='exp-log2')"), 0.7098);
    assert_eq!("nDCG(gain=exp)".parse::<Measure>().unwrap().to_string(), "nDCG(dcg='exp-log2')");
    let case = Case::new(&[("d1", -1), ("d2", 2)], &["d1", "d2"]);
    near(value(&case, "nDCG"), 0.6309);
    near(value(&case, "nDCG(dcg='exp-log2')"), 0.6309);
    assert_eq!(value(&case, "nDCG(judged_only=True)"), 1.0);
    assert_eq!([value(&case, "Judged@2"), value(&case, "hole@2"), value(&case, "Bpref")], [0.5, 0.5, 1.0]);
}

/// Case B13: alternatives are not all required.
#[test]
fn a_second_alternative_earns_nothing_and_costs_nothing() {
    let scores = |run: &[&str]| {
        let mut case = Case::new(&[("a", 3), ("b", 3), ("c", 3)], run);
        case.evidence = Some(tree(&mut "all(any(a b) c)"));
        ["evidence", "complete", "complete@2", "evidence-nDCG"].map(|name| value(&case, name))
    };
    let second = 1.0 / 3f64.log2();
    assert_eq!(scores(&["a", "b"]), [0.5, 0.0, 0.0, 1.0 / (1.0 + second)]);
    assert_eq!(scores(&["a", "c"]), [1.0, 1.0, 1.0, 1.0]);
    assert_eq!(scores(&["c", "x", "b"]), [1.0, 1.0, 0.0, 1.5 / (1.0 + second)]);
    assert_eq!(scores(&[]), [0.0, 0.0, 0.0, 0.0]);
}

/// Case B15: an empty retrieval is a failure, an empty gold says nothing; neither is perfect.
#[test]
fn nothing_retrieved_scores_nothing_and_nothing_required_has_no_score() {
    let mut empty = Case::new(&[("a", 3), ("b", 0)], &[]);
    empty.evidence = Some(tree(&mut "all(a)"));
    for name in ["R@5", "RR", "P@5", "Success@5", "nDCG@5", "AP", "SetR", "SetF", "evidence@5", "complete@5", "NumRet"] {
        assert_eq!(value(&empty, name), 0.0, "{name}");
    }
    for (name, reason) in [("SetP", "nothing was returned"), ("Judged@5", "nothing was returned")] {
        assert_eq!(empty.score(name), Score::Undefined(Undefined(reason)));
    }
    for gold in [&[][..], &[("a", 0), ("b", 0)], &[("a", -1)]] {
        let case = Case::new(gold, &["a", "b"]);
        for name in ["R@5", "RR", "P@5", "Success@5", "nDCG@5", "AP", "SetR", "SetP", "SetF", "Bpref", "evidence@5", "complete@5"]
        {
            match case.score(name) {
                Score::Undefined(reason) => {
                    assert!(reason.0.ends_with("use a no-answer test for zero required passages"), "{reason}")
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        let mut nothing_required = case.clone();
        nothing_required.evidence = Some(Evidence::All(Vec::new()));
        assert!(matches!(nothing_required.score("evidence@5"), Score::Undefined(_)));
        assert!(matches!(nothing_required.score("evidence-nDCG@5"), Score::Undefined(_)));
        assert!(matches!(nothing_required.score("token-recall@5"), Score::Undefined(_)));
    }
}

fn cut(evidence: &str, run: &str) -> Case {
    example(&format!("evidence: {evidence}\nrun: {run}")).0
}

/// Case B26: labels that outlive re-chunking. A document of 181 characters, evidence in the first 100.
#[test]
fn pieces_are_jointly_needed_and_one_touching_character_meets_nothing() {
    let case = cut("d[0,100)", "d[0,30) d[30,61) d[61,100) d[100,180)");
    for (k, share) in [(1, 0.30), (2, 0.61), (3, 1.0), (4, 1.0)] {
        assert_eq!(value(&case, &format!("token-recall@{k}")), share);
        assert_eq!(value(&case, &format!("evidence@{k}")), f64::from(u8::from(k >= 3)));
    }
    assert_eq!([value(&case, "token-precision@3"), value(&case, "token-precision@4")], [1.0, 100.0 / 180.0]);
    let touching = cut("d[0,100)", "d[100,180)");
    assert_eq!(["token-recall", "token-precision", "token-IoU", "evidence"].map(|name| value(&touching, name)), [0.0; 4]);
    let overlapping = cut("d[0,100)", "d[0,60) d[40,100)");
    assert_eq!(["token-recall", "token-precision", "token-IoU", "evidence"].map(|name| value(&overlapping, name)), [1.0; 4]);
    let larger = cut("d[0,100)", "d[0,181)");
    assert_eq!([value(&larger, "evidence"), value(&larger, "token-IoU")], [1.0, 100.0 / 181.0]);
    let other = cut("d[0,100)", "e[0,100)");
    assert_eq!([value(&other, "evidence"), value(&other, "token-recall")], [0.0, 0.0]);
}

/// A text whose revision one side leaves open may stand for two, but never for more than there is.
#[test]
fn a_revision_left_open_counts_no_text_twice() {
    let range = |rev: Option<&str>| Locator::Range {
        doc: "d".into(),
        rev: rev.map(Into::into),
        range: SourceRange::new(0, 10).unwrap(),
        quote: None,
    };
    let evidence = Some(Evidence::All(vec![Evidence::Leaf(range(None)), Evidence::Leaf(range(Some("1")))]));
    let case = Case { run: vec![item(&mut range(Some("1")))], evidence, rel: 1, ..Case::default() };
    assert_eq!(["evidence", "token-recall", "token-precision"].map(|name| value(&case, name)), [1.0; 3]);
    assert_eq!(value(&case, "token-IoU"), 0.5);
}

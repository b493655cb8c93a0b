//! Questions about code, each with the chunks that hold its answer.

use fourcell::evidence::{Evidence, Passage};
use fourcell::formats::native::Run;
use fourcell::formats::project::QuestionSet;
use serde_json::Value;

mod shared;

struct Code {
    set: QuestionSet,
    /// The golden chunks of each question, in order of the questions.
    golden: Vec<Vec<String>>,
    /// Golden references, resolved or not.
    references: usize,
}

fn read(what: &str) -> Option<Code> {
    let folder = shared::folder("anthropic-codebase-chunks", what)?;
    let name = |doc: &Value, index: &Value| format!("{}#{}", doc.as_str().unwrap(), shared::number(index));
    let chunk = |c: &Value| {
        let doc = shared::string(&c["original_uuid"]);
        shared::passage(name(&c["original_uuid"], &c["original_index"]), Some(&doc), None, c["content"].as_str().unwrap())
    };
    let passages: Vec<Passage> = shared::json_lines(&folder.join("chunks.jsonl")).iter().map(chunk).collect();
    let known = |id: &String| passages.iter().any(|p| p.id == *id);
    let (mut questions, mut golden, mut references) = (Vec::new(), Vec::new(), 0);
    for line in shared::json_lines(&folder.join("questions.jsonl")) {
        let ids = line["golden_chunk_uuids"].as_array().unwrap().iter().map(|pair| name(&pair[0], &pair[1]));
        let ids: Vec<String> = ids.inspect(|_| references += 1).filter(known).collect();
        let tree = Evidence::All(ids.iter().cloned().map(shared::passage_leaf).collect());
        questions.push(shared::question(shared::string(&line["id"]), shared::string(&line["query"]), Some(tree)));
        golden.push(ids);
    }
    assert!(questions.is_sorted_by(|a, b| a.id < b.id), "scores come in this order");
    Some(Code { set: shared::question_set(questions, Some(passages), None), golden, references })
}

impl Code {
    fn run(&self, choose: impl Fn(&[String]) -> Vec<String>) -> Run {
        let records = self.set.questions.iter().zip(&self.golden).map(|(q, ids)| shared::record(&q.id, choose(ids)));
        shared::run("golden", records.collect())
    }
}

#[test]
fn every_golden_reference_resolves() {
    let Some(code) = read("golden chunks of questions about code") else { return };
    assert_eq!((code.set.questions.len(), code.set.passages.as_ref().unwrap().len()), (124, 737));
    let resolved: usize = code.golden.iter().map(Vec::len).sum();
    assert_eq!((resolved, code.references), (149, 149));
    assert_eq!(code.golden.iter().filter(|ids| ids.len() > 1).count(), 11);
}

#[test]
fn a_perfect_run_is_complete_and_a_run_short_of_one_chunk_is_not() {
    let Some(code) = read("perfect and imperfect runs over code") else { return };
    let measures = "complete evidence R@20 evidence@20 AP nDCG RR SetP Rprec R@1 evidence@1";
    let perfect = shared::score(&code.set, &code.run(<[String]>::to_vec), measures);
    for column in 0..9 {
        assert_eq!(shared::values(&perfect, column), vec![1.0; 124], "{}", perfect.scores.measures()[column]);
    }
    let first: Vec<f64> = code.golden.iter().map(|ids| 1.0 / ids.len() as f64).collect();
    assert_eq!((shared::values(&perfect, 9), shared::values(&perfect, 10)), (first.clone(), first));

    let short = shared::score(&code.set, &code.run(|ids| ids[1..].to_vec()), measures);
    let found: Vec<f64> = code.golden.iter().map(|ids| (ids.len() - 1) as f64 / ids.len() as f64).collect();
    assert_eq!(shared::values(&short, 0), vec![0.0; 124]);
    for column in 1..4 {
        assert_eq!(shared::values(&short, column), found, "{}", short.scores.measures()[column]);
    }
    assert_eq!(short.told.empty.len(), 124 - 11, "nothing was returned for questions with one chunk");
}

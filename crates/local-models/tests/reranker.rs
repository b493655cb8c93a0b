//! A cross-encoder of a kilobyte: its scores against numpy's.

mod tiny;

use local_models::LocalReranker;
use tiny::{expected, threads, with};

#[test]
fn scores_are_those_that_numpy_computes() {
    let folder = with("reranker.onnx");
    let model = LocalReranker::open(&folder.path).unwrap();
    let cases = expected("scores");
    let texts: Vec<&str> = cases.iter().map(|(text, _)| text.as_str()).collect();
    for count in [1, 4] {
        let reranked = model.score("Red apple", &texts, threads(count)).unwrap();
        for ((text, wanted), score) in cases.iter().zip(reranked.scores) {
            assert_eq!(f64::from(score), wanted.as_f64().unwrap(), "{text}");
        }
        assert_eq!(reranked.cut, 0);
    }
    assert!(model.identity().starts_with("tiny (sha256:") && model.identity().ends_with("), 12 tokens"), "{}", model.identity());
}

#[test]
fn the_longer_text_of_a_pair_is_cut() {
    let model = LocalReranker::open(&with("reranker.onnx").path).unwrap();
    // Twelve tokens, three of which are marks: two are the query's, seven the passage's.
    let seven = "the sky is blue a pear tree";
    let longer = format!("{seven} red red red");
    let reranked = model.score("red apple", &[seven, &longer], threads(1)).unwrap();
    assert_eq!(reranked.cut, 1);
    assert_eq!(reranked.scores[0], reranked.scores[1]);
}

#[test]
fn refuses_what_gives_no_single_number() {
    for (network, said) in [
        ("two_logits.onnx", "gives a tensor of shape [1, 2] for a pair, where one number was expected"),
        ("embedder.onnx", "gives a tensor of shape [1, 2, 8] for a pair"),
        ("two_outputs.onnx", "gives left"),
    ] {
        let error = LocalReranker::open(&with(network).path).unwrap_err();
        assert!(error.problem().contains(said), "{error}");
    }
}

#[test]
fn failures_say_whose_they_are() {
    let model = LocalReranker::open(&with("reranker.onnx").path).unwrap();
    let error = model.score("red", &["red", "", "nan"], threads(2)).unwrap_err();
    assert_eq!(error.text(), Some(1), "{error}");
    let error = model.score("red", &["red", "nan"], threads(2)).unwrap_err();
    assert!(error.problem().contains("not finite") && error.text() == Some(1), "{error}");
    assert_eq!(model.score(" ", &["red"], threads(1)).unwrap_err().text(), None);
}

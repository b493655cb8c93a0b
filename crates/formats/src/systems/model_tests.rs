use std::time::Duration;

use super::models::{Embedding, Generator, ModelAt, Reranking, Rewriter, Rewriting, Source};
use super::tests::read;
use super::*;

fn built_in(toml: &str) -> Result<BuiltIn, InputError> {
    match read(&format!("[systems.s]\n{toml}"))?.remove(0).kind {
        Kind::BuiltIn(stated) => Ok(*stated),
        other => panic!("{other:?}"),
    }
}

fn at(model: &str) -> ModelAt {
    ModelAt { endpoint: "local".into(), model: model.into() }
}

#[test]
fn every_model_of_a_system_is_read() {
    let stated = built_in(
        "retrieval = 'hybrid'\nfusion = 'weighted'\nrrf_k = 10\nweights = [1, 0.5]\n\
         embedding = { endpoint = 'local', model = 'mini', batch = 8, query_prefix = 'query: ', passage_prefix = '' }\n\
         rewriting = { endpoint = 'local', model = 'chat', queries = 2, prompt = 'p.txt', keep = false }\n\
         reranking = { endpoint = 'local', model = 'cross', top = 10 }\n\
         generator = { endpoint = 'local', model = 'chat', temperature = 0, max_tokens = 200, seed = -1, stream = true }\n",
    )
    .unwrap();
    let expected = BuiltIn {
        retrieval: "hybrid".into(),
        fusion: "weighted".into(),
        rrf_k: 10,
        weights: [1.0, 0.5],
        embedding: Some(Embedding {
            from: Source::Served(at("mini")),
            batch: 8,
            query_prefix: "query: ".into(),
            passage_prefix: String::new(),
        }),
        rewriting: Some(Rewriting {
            by: Rewriter::Model { at: at("chat"), queries: 2, prompt: Some("p.txt".into()) },
            keep: false,
        }),
        reranking: Some(Reranking { by: Source::Served(at("cross")), top: 10 }),
        answer: "model".into(),
        generator: Some(Generator {
            at: at("chat"),
            prompt: None,
            temperature: Some(0.0),
            max_tokens: Some(200),
            seed: Some(-1),
            stream: true,
        }),
        ..BuiltIn::default()
    };
    assert_eq!(stated, expected);
    let folder = built_in("retrieval = 'dense'\nembedding = { folder = 'models/mini' }\n").unwrap();
    assert_eq!(folder.embedding.unwrap().from, Source::Folder("models/mini".into()));
    let off = "retrieval = 'bm25'\nanswer = 'extractive'\nembedding = { folder = 'f' }\ngenerator = { endpoint = 'local', model = 'm' }\n";
    assert_eq!(built_in(off).unwrap(), BuiltIn::default(), "parts that a choice turns off");
    assert_eq!(built_in("embedding = { folder = 'f' }\n").unwrap().retrieval, "hybrid");
    let templates = built_in("rewriting = { templates = ['{query}?', 'define {query}'] }\n").unwrap();
    let by = Rewriter::Templates(vec!["{query}?".into(), "define {query}".into()]);
    assert_eq!(templates.rewriting, Some(Rewriting { by, keep: true }));
}

#[test]
fn what_does_not_go_together_is_refused_where_it_stands() {
    for (toml, line, said) in [
        ("retrieval = 'dense'\n", 2, "needs vectors"),
        ("retrieval = 'dense'\nembedding = { folder = 'f', model = 'm' }\n", 3, "not at both"),
        ("generator = { endpoint = 'lokal', model = 'm' }\n", 2, "no endpoint is called 'lokal'"),
        ("generator = { endpoint = 'local' }\n", 2, "'model' is missing"),
        ("generator = { endpoint = 'local', model = 'm', temperature = 3 }\n", 2, "from 0 to 2"),
        ("answer = 'model'\n", 2, "needs a generator"),
        ("rewriting = { templates = ['no place'] }\n", 2, "{query}"),
        ("rewriting = { templates = ['{query}'], model = 'm' }\n", 2, "not from both"),
        ("rewriting = { endpoint = 'local', model = 'm', queries = 0 }\n", 2, "from 1 to 20"),
        ("reranking = { endpoint = 'local', model = 'm', top = 0 }\n", 2, "at least 1"),
        ("weights = [1]\n", 2, "two numbers"),
        ("weights = [0, 0]\n", 2, "two numbers"),
        ("weights = [1, 'x']\n", 2, "list of numbers"),
        ("rewriting = { templates = ['{query}'], keep = 1 }\n", 2, "true or false"),
    ] {
        let error = built_in(toml).unwrap_err();
        assert!(error.problem().contains(said), "{toml}: {error}");
        assert_eq!(error.line(), Some(line), "{toml}: {error}");
    }
}

#[test]
fn endpoints_and_budget_are_read() {
    use crate::endpoints::{Price, StatedBudget};
    let text = "[endpoints.local]\nurl = 'http://h/v1'\nheaders = {Authorization = 'KEY'}\ntimeout = 5\nconcurrency = 2\nrate = 60\n\
                retries = 0\nextra = {cache_prompt = false, n = 1}\nprice = {input = 0.15, output = 0.6}\n[endpoints.bare]\n\
                url = 'http://b'\n[budget]\ncalls = 100\ntokens = 5000\nmoney = 0.5\n";
    let folder = tempfile::tempdir().unwrap();
    let read = |text: &str| {
        std::fs::write(folder.path().join("fourcell.toml"), text).unwrap();
        crate::project::read_project(folder.path())
    };
    let project = read(text).unwrap();
    let [local, bare] = project.endpoints.as_slice() else { panic!("two endpoints") };
    assert_eq!(
        (local.name.as_str(), local.reach.url.as_str(), local.reach.retries, local.reach.rate),
        ("local", "http://h/v1", 0, Some(60))
    );
    assert_eq!(serde_json::Value::from(local.extra.clone()), serde_json::json!({"cache_prompt": false, "n": 1}));
    assert_eq!(local.price, Some(Price { input: 0.15, output: 0.6 }));
    assert_eq!((bare.reach.concurrency, bare.reach.timeout, bare.price), (4, Duration::from_secs(120), None));
    assert_eq!(project.budget, StatedBudget { calls: Some(100), tokens: Some(5000), money: Some(0.5) });
    for (wrong, said) in [
        ("[endpoints.a]\n", "'url' is missing"),
        ("[endpoints.a]\nurl = 'u'\nprice = {input = -1}\n", "at least 0"),
        ("[endpoints.a]\nurl = 'u'\nprice = {input = 1}\n", "'output' is missing"),
        ("[budget]\nmoney = -1\n", "at least 0"),
        ("[budget]\ncall = 1\n", "unknown key"),
    ] {
        let error = read(wrong).unwrap_err();
        assert!(error.problem().contains(said), "{error}");
    }
}

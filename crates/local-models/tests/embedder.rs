//! An embedding model of a kilobyte: its vectors against numpy's, and that nothing but a text decides its vector.

mod tiny;

use local_models::LocalEmbedder;
use tiny::{expected, threads, with};

fn cosine(one: &[f32], two: &[f32]) -> f32 {
    one.iter().zip(two).map(|(x, y)| x * y).sum()
}

#[test]
fn vectors_are_those_that_numpy_computes() {
    let model = LocalEmbedder::open(&with("embedder.onnx").path).unwrap();
    assert_eq!(model.dimension(), 8);
    for (text, vector) in expected("embeddings") {
        let embedded = model.embed(&[&text], threads(1)).unwrap();
        for (got, wanted) in embedded.vectors[0].iter().zip(vector.as_array().unwrap()) {
            assert!((f64::from(*got) - wanted.as_f64().unwrap()).abs() < 2e-6, "{text}: {got} {wanted}");
        }
        assert_eq!((embedded.vectors[0].len(), embedded.cut), (8, 0));
    }
}

#[test]
fn a_text_has_the_same_bytes_alone_in_a_batch_and_with_any_number_of_threads() {
    let model = LocalEmbedder::open(&with("embedder.onnx").path).unwrap();
    let words = ["red", "blue", "apple", "pear", "tree", "sky", "is", "growing"];
    let texts: Vec<String> =
        (0..60).map(|i| (0..=i % 9).map(|j| words[(i * 7 + j * 3) % 8]).collect::<Vec<_>>().join(" ")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let bytes = |vectors: &[Vec<f32>]| vectors.iter().flatten().map(|x| x.to_bits()).collect::<Vec<_>>();
    let together = model.embed(&texts, threads(1)).unwrap();
    for count in [2, 3, 8, 200] {
        assert_eq!(bytes(&model.embed(&texts, threads(count)).unwrap().vectors), bytes(&together.vectors), "{count} threads");
    }
    for (text, vector) in texts.iter().zip(&together.vectors) {
        assert_eq!(bytes(&model.embed(&[text], threads(2)).unwrap().vectors), bytes(std::slice::from_ref(vector)), "{text}");
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-6);
    }
    assert_eq!(model.embed(&[], threads(4)).unwrap().vectors, Vec::<Vec<f32>>::new());
}

#[test]
fn what_is_too_long_is_cut_and_counted() {
    let folder = with("embedder.onnx");
    // Twelve tokens, two of which are marks.
    let whole = "red apple is a blue pear tree the sky grow";
    let longer = format!("{whole} an an an");
    let model = LocalEmbedder::open(&folder.path).unwrap();
    let embedded = model.embed(&[whole, &longer, "red"], threads(1)).unwrap();
    assert_eq!(embedded.cut, 1);
    assert_eq!(embedded.vectors[0], embedded.vectors[1]);
    assert!(model.identity().ends_with("mean pooling, L2, 12 tokens"), "{}", model.identity());

    // sentence-transformers' own file goes first; what the network has positions for bounds both.
    folder.write("sentence_bert_config.json", r#"{"max_seq_length": 14, "do_lower_case": false}"#);
    let model = LocalEmbedder::open(&folder.path).unwrap();
    assert_eq!(model.embed(&[&longer], threads(1)).unwrap().cut, 1);
    folder.write("sentence_bert_config.json", r#"{"max_seq_length": 15}"#);
    let model = LocalEmbedder::open(&folder.path).unwrap();
    assert_eq!(model.embed(&[&longer], threads(1)).unwrap().cut, 0);
    folder.write("config.json", r#"{"model_type": "mpnet", "max_position_embeddings": 11}"#);
    let model = LocalEmbedder::open(&folder.path).unwrap();
    assert!(model.identity().ends_with(" 9 tokens"), "{}", model.identity());

    // From the left: the end is what counts.
    let folder = with("embedder.onnx");
    folder.tokenizer(|t| t["truncation"]["direction"] = "Left".into());
    let model = LocalEmbedder::open(&folder.path).unwrap();
    let ends = model.embed(&[&format!("an an an {whole}"), whole], threads(1)).unwrap();
    assert_eq!((ends.cut, &ends.vectors[0]), (1, &ends.vectors[1]));
}

#[test]
fn the_folder_says_how_to_pool() {
    let folder = with("embedder.onnx");
    let mean = LocalEmbedder::open(&folder.path).unwrap();
    folder.write("1_Pooling/config.json", r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#);
    let first = LocalEmbedder::open(&folder.path).unwrap();
    assert!(first.identity().contains("first-token pooling"), "{}", first.identity());
    let texts = ["red apple", "the sky is blue"];
    assert_ne!(first.embed(&texts, threads(1)).unwrap().vectors, mean.embed(&texts, threads(1)).unwrap().vectors);

    // The list of steps says where the file lies.
    folder.write("pool/config.json", r#"{"pooling_mode": "max"}"#);
    let step =
        |kind: &str, path: &str| format!(r#"{{"idx": 0, "type": "sentence_transformers.models.{kind}", "path": "{path}"}}"#);
    let list = |steps: &[String]| format!("[{}]", steps.join(","));
    folder.write("modules.json", list(&[step("Transformer", ""), step("Pooling", "pool"), step("Normalize", "2")]));
    assert!(LocalEmbedder::open(&folder.path).unwrap().identity().contains("max pooling"));

    for (steps, said) in [
        (list(&[step("Pooling", "../pool")]), "where a folder beside it was expected"),
        (list(&[step("Pooling", "/")]), "where a folder beside it was expected"),
        (list(&[step("Dense", "2_Dense")]), "has a step of type \"sentence_transformers.models.Dense\""),
        ("{}".to_owned(), "is not a list of steps"),
        ("[".to_owned(), "is not JSON"),
    ] {
        folder.write("modules.json", &steps);
        let error = LocalEmbedder::open(&folder.path).unwrap_err();
        assert!(error.problem().contains("modules.json") && error.problem().contains(said), "{error}");
    }
}

#[test]
fn a_network_that_pools_is_taken_as_it_is() {
    let model = LocalEmbedder::open(&with("pooled.onnx").path).unwrap();
    assert!(model.identity().contains("built-in pooling"), "{}", model.identity());
    let vectors = model.embed(&["red", "red red", "blue"], threads(2)).unwrap().vectors;
    assert_eq!(vectors[0], vectors[1]);
    assert_ne!(vectors[0], vectors[2]);
}

#[test]
fn identity_follows_the_bytes_of_both_files() {
    let folder = with("embedder.onnx");
    let identity = || LocalEmbedder::open(&folder.path).unwrap().identity();
    let before = identity();
    assert!(before.starts_with("tiny (sha256:"), "{before}");
    assert_eq!(before, LocalEmbedder::open(&with("embedder.onnx").path).unwrap().identity());
    folder.tokenizer(|t| t["model"]["max_input_chars_per_word"] = 99.into());
    let after = identity();
    assert_ne!(before, after);
    std::fs::copy(tiny::made("pooled.onnx"), folder.path.join("model.onnx")).unwrap();
    assert_ne!(identity(), after);
}

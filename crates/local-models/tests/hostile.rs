//! Folders and texts that are not what they should be: errors that name the file and the mend, and no end of the process.

mod tiny;

use std::fs;

use local_models::LocalEmbedder;
use serde_json::{Value, json};
use tiny::{Tiny, made, threads, with};

/// The problem without the path of the temporary folder.
fn refused(folder: &Tiny) -> String {
    let error = LocalEmbedder::open(&folder.path).unwrap_err();
    assert!(!error.mend().is_empty() && error.text().is_none(), "{error}");
    error.problem().replace(&format!("{}/", folder.path.display()), "")
}

#[test]
fn folders_that_are_none() {
    let folder = with("embedder.onnx");
    let error = LocalEmbedder::open(&folder.path.join("absent")).unwrap_err();
    assert!(error.problem().ends_with("absent: is not a folder"), "{error}");
    assert_eq!(error.mend(), "name a folder that holds model.onnx and tokenizer.json");
    assert!(LocalEmbedder::open(&folder.path.join("model.onnx")).is_err());
    for name in ["model.onnx", "tokenizer.json"] {
        let folder = with("embedder.onnx");
        fs::remove_file(folder.path.join(name)).unwrap();
        assert_eq!(refused(&folder), format!("{name}: is missing"));
        fs::create_dir(folder.path.join(name)).unwrap();
        assert_eq!(refused(&folder), format!("{name}: is not a file"));
    }
}

#[test]
fn models_that_are_none() {
    let folder = with("embedder.onnx");
    for content in
        ["", "<!doctype html><html>404</html>", "RTEN\u{1}\u{1}\u{1}\u{1}", "version https://git-lfs.github.com/spec/v1"]
    {
        folder.write("model.onnx", content);
        assert_eq!(refused(&folder), "model.onnx: is not an ONNX file", "{content:?}");
    }
}

#[test]
fn models_of_another_kind() {
    for (network, said) in [
        (
            "pixels.onnx",
            "wants pixel_values (tensor(f32)), where input_ids and perhaps attention_mask and token_type_ids were expected",
        ),
        (
            "two_outputs.onnx",
            "gives left (tensor(f32)), right (tensor(f32)), where sentence_embedding or last_hidden_state or token_embeddings was expected",
        ),
        ("numbers.onnx", "gives tensor(i32), where a tensor of f32 was expected"),
        ("flat.onnx", "gives a tensor of shape [1], where [1, tokens, dimension] or [1, dimension] was expected"),
        ("fixed.onnx", "takes exactly 16 tokens as input_ids, where any number was expected"),
        (
            "reranker.onnx",
            "gives logits (tensor(f32)), where sentence_embedding or last_hidden_state or token_embeddings was expected",
        ),
        ("outside.onnx", "keeps its weights in another file"),
    ] {
        assert_eq!(refused(&with(network)), format!("model.onnx: {said}"));
    }
}

#[test]
fn tokenizers_that_are_none() {
    for (content, said) in [
        ("", "tokenizer.json: is not a JSON object"),
        ("[]", "tokenizer.json: is not a JSON object"),
        ("{}", "tokenizer.json: is not a tokenizer of the tokenizers library"),
        (r#"{"version": "9.0"}"#, "tokenizer.json: is not a tokenizer of the tokenizers library"),
    ] {
        let folder = with("embedder.onnx");
        folder.write("tokenizer.json", content);
        let problem = refused(&folder);
        assert!(problem.starts_with(said), "{problem}");
    }
    let mark = json!({"SpecialToken": {"id": "[NONE]", "type_id": 0}});
    let table = json!({"type": "Sequence", "normalizers": [{"type": "Precompiled", "precompiled_charsmap": "AAAA"}]});
    let changes: [(&str, Value, &str); 6] = [
        ("/normalizer", table, "its table of characters cannot be read"),
        ("/post_processor/single/0", mark, "names the mark \"[NONE]\", which it does not define"),
        ("/post_processor/type", "Odd".into(), "is of the unknown type Some(\"Odd\")"),
        ("/truncation/max_length", 2.into(), "puts 2 marks around a text, and an input may have no more than 2 tokens"),
        ("/truncation/max_length", 0.into(), "allow inputs of no token at all"),
        ("/model/type", "Odd".into(), "is not a tokenizer of the tokenizers library"),
    ];
    for (place, value, said) in changes {
        let folder = with("embedder.onnx");
        folder.tokenizer(|t| *t.pointer_mut(place).unwrap() = value);
        let problem = refused(&folder);
        assert!(problem.contains(said), "{problem}");
    }
}

#[test]
fn a_tokenizer_of_another_model() {
    let folder = with("embedder.onnx");
    folder.tokenizer(|t| t["model"]["vocab"]["apple"] = 4000.into());
    let model = LocalEmbedder::open(&folder.path).unwrap();
    let error = model.embed(&["red", "red apple"], threads(2)).unwrap_err();
    assert!(error.text() == Some(1) && error.problem().contains("the network failed"), "{error}");
    assert!(error.mend().contains("belong together"), "{error}");
    // Larger than any number that the network can read.
    folder.tokenizer(|t| t["model"]["vocab"]["apple"] = u32::MAX.into());
    let error = LocalEmbedder::open(&folder.path).unwrap().embed(&["apple"], threads(1)).unwrap_err();
    assert!(error.problem().contains("4294967295"), "{error}");
}

#[test]
fn texts_without_tokens_or_meaning() {
    let model = LocalEmbedder::open(&with("embedder.onnx").path).unwrap();
    for empty in ["", " \n\t", "\u{0}\u{1}"] {
        let error = model.embed(&["red", empty], threads(1)).unwrap_err();
        assert_eq!(error.text(), Some(1), "{empty:?}");
        assert!(error.to_string().starts_with("text 2: the tokenizer finds no token in it"), "{error}");
    }
    let error = model.embed(&["nan"], threads(1)).unwrap_err();
    assert!(error.problem().contains("numbers that are not finite"), "{error}");
    let model = LocalEmbedder::open(&with("pooled.onnx").path).unwrap();
    let error = model.embed(&["red", "red", "zero"], threads(3)).unwrap_err();
    assert!(error.problem().contains("a vector of zeros") && error.text() == Some(2), "{error}");
}

#[test]
fn texts_of_a_megabyte() {
    let model = LocalEmbedder::open(&with("embedder.onnx").path).unwrap();
    let one_word = "a".repeat(1 << 20);
    let words = "red apple ".repeat(100_000);
    let marks = "\u{301}".repeat(1 << 19);
    let embedded = model.embed(&[&one_word, &words, "red apple red apple red apple red apple red apple"], threads(2)).unwrap();
    assert_eq!(embedded.cut, 1);
    assert_eq!(embedded.vectors[1], embedded.vectors[2]);
    // Accents alone: whatever the tokenizer makes of them, it comes to an end.
    let _ = model.embed(&[&marks], threads(1));
}

/// A generator of numbers; the same ones each time.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    }
}

#[test]
fn bytes_changed_at_random() {
    let mut random = numbers(20);
    for name in ["model.onnx", "tokenizer.json"] {
        let whole = fs::read(made(if name == "model.onnx" { "embedder.onnx" } else { name })).unwrap();
        let folder = with("embedder.onnx");
        let (mut opened, mut refused) = (0, 0);
        for _ in 0..400 {
            let mut bytes = whole.clone();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(3) {
                    0 => bytes[at] = random(256) as u8,
                    1 => bytes.truncate(at),
                    _ => drop(bytes.drain(at..(at + 1 + random(8)).min(bytes.len()))),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            folder.write(name, &bytes);
            match LocalEmbedder::open(&folder.path) {
                Ok(model) => {
                    opened += 1;
                    if let Ok(embedded) = model.embed(&["red apple", "the sky is blue"], threads(1)) {
                        assert!(embedded.vectors.iter().flatten().all(|x| x.is_finite()));
                    }
                }
                Err(_) => refused += 1,
            }
        }
        assert!(opened > 0 && refused > 0, "{name}: {opened} opened, {refused} refused");
    }
}

/// The places of a JSON value, as pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(name, part)| (name.replace('~', "~0").replace('/', "~1"), part)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, part)| (i.to_string(), part)).collect(),
        _ => Vec::new(),
    };
    parts.iter().for_each(|(name, part)| places(part, &format!("{at}/{name}"), found));
}

#[test]
fn tokenizers_with_values_of_another_kind() {
    let whole: Value = serde_json::from_slice(&fs::read(made("tokenizer.json")).unwrap()).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    let others = [
        json!(null),
        json!(0),
        json!(-1),
        json!(1u64 << 40),
        json!(1e300),
        json!(""),
        json!("A"),
        json!(true),
        json!([]),
        json!({}),
    ];
    let mut random = numbers(4);
    let (mut opened, mut refused) = (0, 0);
    let folder = with("embedder.onnx");
    for _ in 0..800 {
        let mut value = whole.clone();
        for _ in 0..=random(2) {
            // Now and then a part of the file itself, in a place that is not its own.
            let part = whole.pointer(&all[random(all.len())]).unwrap();
            let other = if random(3) == 0 { part } else { &others[random(others.len())] };
            if let Some(place) = value.pointer_mut(&all[random(all.len())]) {
                *place = other.clone();
            }
        }
        folder.write("tokenizer.json", value.to_string());
        match LocalEmbedder::open(&folder.path) {
            Ok(model) => {
                opened += 1;
                let _ = model.embed(&["Red apples [SEP] in the sky, 12 \u{301}\u{4e2d}"], threads(1));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(opened > 0 && refused > 0, "{opened} opened, {refused} refused");
}

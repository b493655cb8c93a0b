//! A language model as a judge, with a server that judges well: what is asked, kept, said and paid.

use crate::fixture::*;
use endpoints::scripted::Server;
use serde_json::Value;

#[test]
fn right_verdicts_of_a_model_are_right_scores() {
    let server = Server::start(well).unwrap();
    let place = project(&model(&server.url(), "price = { input = 1.0, output = 2.0 }", ""));
    let told = judged(place.path(), &["a", "-m", MEASURES, "-q"], 0);
    let of = |question: &str, name: &str| told["result"]["questions"][question]["scores"][name]["value"].clone();
    assert_eq!((of("late", "faithfulness"), of("tram", "faithfulness")), (0.5.into(), 1.0.into()));
    assert_eq!((of("late", "vital-recall"), of("gone", "correct")), (1.0.into(), 1.0.into()));
    assert_eq!(told["result"]["failed_verdicts"], serde_json::json!({}));
    let judges: Value = serde_json::from_str(&read(place.path(), "runs/a/judges.json")).unwrap();
    let settings = &judges["judges"]["m"]["settings"];
    assert_eq!((&settings["model"], &settings["reported"]), (&"judge-1".into(), &serde_json::json!(["judge-1-2026"])));
    let said = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    let supported: Vec<&Value> = said.iter().filter(|line| line["verdict"] == "supported").collect();
    assert_eq!(supported.len(), 2);
    assert!(supported.iter().all(|l| l["quote_found"] == true && l["judge"] == "m" && l["by"] == "model"), "{supported:?}");
    // Every request asks for its own form and names what it asks; nothing of the sealed question is sent.
    for request in server.received() {
        let body = request.json();
        assert_eq!((&body["model"], &body["temperature"]), (&"judge-1".into(), &0.0.into()), "{body}");
        assert_eq!(body["response_format"]["type"], "json_schema");
        assert!(!body.to_string().contains("moving house"), "{body}");
    }
}

#[test]
fn a_second_time_nothing_is_sent_and_that_is_said() {
    let server = Server::start(well).unwrap();
    let place = project(&model(&server.url(), "price = { input = 1.0, output = 2.0 }", ""));
    let first = judge(place.path(), &["a", "-m", MEASURES]);
    let sent = server.received().len();
    // status 2, claims 2, support 3, facts 2.
    assert_eq!((first.code, sent), (0, 9), "{first:?}");
    assert!(first.stderr.contains("models: 9 requests") && first.stderr.contains("cost 0.0011"), "{}", first.stderr);
    assert!(first.stderr.contains("0 replies taken from what was kept, 9 asked anew"), "{}", first.stderr);
    let files = ["judgements.jsonl", "judges.json", "answer-scores.json"];
    let written = || files.map(|name| read(place.path(), &format!("runs/a/{name}")));
    let before = written();
    let second = judge(place.path(), &["a", "-m", MEASURES]);
    assert_eq!((second.code, server.received().len()), (0, sent), "{second:?}");
    assert!(second.stderr.contains("9 replies taken from what was kept, of today, 0 asked anew"), "{}", second.stderr);
    assert!(!second.stderr.contains("models:"), "nothing was spent: {}", second.stderr);
    assert_eq!((second.stdout, written()), (first.stdout, before));
    // Another question is asked anew, and only that.
    let more = judge(place.path(), &["a", "-m", "answer-relevance"]);
    assert_eq!(server.received().len(), sent + 2, "{more:?}");
}

#[test]
fn a_dry_run_sends_nothing_and_says_how_much_it_would_be() {
    let server = Server::start(well).unwrap();
    let place = project(&model(&server.url(), "price = { input = 1000.0, output = 2.0 }", "repeats = 2"));
    let dry = judge(place.path(), &["a", "-m", MEASURES, "--dry-run"]);
    // Claims are taken apart once; everything else is asked twice.
    assert_eq!((dry.code, dry.stdout.as_str(), server.received().len()), (0, "", 0), "{dry:?}");
    assert!(dry.stderr.contains("would ask 'm' 16 questions about 3 answers"), "{}", dry.stderr);
    assert!(dry.stderr.contains("tokens to read"), "{}", dry.stderr);
    assert!(dry.stderr.contains("reading alone costs about 0."), "{}", dry.stderr);
    assert!(!place.path().join("runs/a/judgements.jsonl").exists());
    assert_eq!(judge(place.path(), &["a", "-m", MEASURES]).code, 0);
    assert_eq!(server.received().len(), 16);
}

#[test]
fn a_key_is_in_no_file_even_where_the_server_repeats_it() {
    const KEY: &str = "Bearer tangerine-5150-garden";
    // In every reply that can be read, and in all that cannot.
    let server = Server::start(|request| {
        let (sort, texts) = asked(request);
        let key = request.header("authorization").unwrap_or_default().to_owned();
        assert_eq!(key, KEY);
        match sort {
            "support" => completion(&format!("no verdict, but {key}")),
            "fact" => endpoints::scripted::Answer::new(400, "application/json", format!("{{\"error\":\"bad key {key}\"}}")),
            "claims" => completion(&verdict(sort, &texts).to_string()),
            _ => completion(&format!("{{\"verdict\":\"answered\",\"reason\":\"because {key}\"}}")),
        }
    })
    .unwrap();
    let place = project(&model(&server.url(), "headers = { Authorization = \"FOURCELL_TEST_JUDGE_KEY\" }", ""));
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_fourcell"))
        .current_dir(place.path())
        .args(["judge", "a", "-m", MEASURES])
        .env("FOURCELL_TEST_JUDGE_KEY", KEY)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let said = read(place.path(), "runs/a/judgements.jsonl");
    assert!(said.contains("no verdict, but") && said.contains("\"because "), "{said}");
    let holds = |bytes: &[u8]| bytes.windows(14).any(|window| window == &KEY.as_bytes()[7..21]);
    let mut open = vec![place.path().to_owned()];
    let mut read = 0;
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                assert!(!holds(&std::fs::read(&path).unwrap()), "{}", path.display());
                read += 1;
            }
        }
    }
    assert!(read > 5 && place.path().join(".fourcell").exists());
    assert!(!holds(&output.stdout) && !holds(&output.stderr));
    // Without the key nothing is sent.
    let sent = server.received().len();
    let without = judge(place.path(), &["a", "-m", MEASURES]);
    assert!(without.code == 2 && without.stderr.contains("FOURCELL_TEST_JUDGE_KEY"), "{without:?}");
    assert_eq!(server.received().len(), sent);
}

#[test]
fn a_judge_of_the_generators_family_is_told() {
    let server = Server::start(well).unwrap();
    let place = project(&model(&server.url(), "", "").replace("judge-1", "gpt-4o-mini"));
    let manifest = "version = 1\nsystem = \"s\"\n[settings]\ngenerator = \"openai/gpt-5\"\n";
    write(place.path(), "runs/a/manifest.toml", manifest);
    let ran = judge(place.path(), &["a", "-m", MEASURES]);
    assert!(
        ran.stdout.contains("warning: judge m (gpt-4o-mini) and the generator (openai/gpt-5) look like one family"),
        "{ran:?}"
    );
}

#[test]
fn what_a_judge_needs_is_checked_before_anything_is_sent() {
    let server = Server::start(well).unwrap();
    let sound = model(&server.url(), "", "");
    for (toml, said) in [
        (sound.replace("endpoint = \"local\"", "endpoint = \"elsewhere\""), "elsewhere"),
        (sound.replace("model = \"judge-1\"", ""), "model"),
        (format!("{sound}kinds = [\"supports\"]\n"), "support"),
        (format!("{sound}prompts = {{ support = \"nowhere.txt\" }}\n"), "nowhere.txt"),
        (format!("{sound}[judges.p]\ntype = \"panel\"\nmembers = [\"m\", \"nobody\"]\n"), "nobody"),
        (format!("{sound}[budget]\nmoney = 1.0\n"), "has no price"),
    ] {
        let place = project(&toml);
        let ran = judge(place.path(), &["a", "-m", MEASURES]);
        assert!(ran.code == 2 && ran.stderr.contains(said), "{said}: {ran:?}");
        assert!(!place.path().join("runs/a/judgements.jsonl").exists());
    }
    assert!(server.received().is_empty());
}

use std::time::Duration;

use super::*;
use crate::Source;
use crate::systems::Each;
use crate::toml_text::TomlText;

fn read(toml: &str) -> Result<StatedJudging, InputError> {
    let text = TomlText::read(&Source::memory("fourcell.toml", toml.as_bytes().to_vec()))?;
    read_judging(&mut text.table()?, &["local".to_owned()])
}

fn kinds(names: &[&str]) -> Vec<Kind> {
    names.iter().map(|name| Kind::ALL.into_iter().find(|(known, _)| known == name).unwrap().1).collect()
}

const USUAL: [&str; 8] = ["status", "claims", "support", "fact", "relevance", "answer", "citation", "rubric"];

#[test]
fn what_is_not_stated_is_usual() {
    assert_eq!(read("").unwrap(), StatedJudging::default());
    let judges =
        read("[judges.m]\ntype = 'model'\nendpoint = 'local'\nmodel = 'x'\n[judges.w]\ntype = 'lexical'\n").unwrap().judges;
    assert_eq!(judges[1], StatedJudge { name: "w".into(), judge: Stated::Lexical { kinds: kinds(&USUAL) } });
    let usual = StatedModel {
        at: ModelAt { endpoint: "local".into(), model: "x".into() },
        language: Language::English,
        temperature: None,
        max_tokens: None,
        seed: None,
        repeats: 1,
        form: Form::Auto,
        kinds: kinds(&USUAL),
        rename: BTreeMap::new(),
        leave_out: BTreeSet::new(),
        prompts: BTreeMap::new(),
    };
    assert_eq!(judges[0], StatedJudge { name: "m".into(), judge: Stated::Model(Box::new(usual)) });
}

#[test]
fn every_key_is_read() {
    let stated = read(
        "[judges.all]\ntype = 'panel'\nmembers = ['m', 'c']\n\
         [judges.m]\ntype = 'model'\nendpoint = 'local'\nmodel = 'x'\nlanguage = 'de'\ntemperature = 0\nmax_tokens = 900\nseed = 7\n\
         repeats = 3\nform = 'json-object'\nkinds = ['claims', 'context']\nrename = {max_tokens = 'max_completion_tokens'}\n\
         leave_out = ['temperature']\nprompts = {support = 'p/support.txt', context-fact = 'p/fact.txt'}\n\
         [judges.c]\ntype = 'command'\ncommand = ['python3', 'judge.py']\neach = 'question'\ntimeout = 9\nconcurrency = 2\nrepeats = 2\n\
         kinds = ['rubric']\n\
         [rubrics.tone]\nquestion = 'Is the tone kind?'\noutcomes = ['kind', 'rude']\npass = ['kind']\n\
         [citations]\ngrammar = 'ids'\n\
         [judge]\nmeasures = ['faithfulness', 'rubric:tone']\nby = 'type'\n",
    )
    .unwrap();
    assert_eq!(stated.judges.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), ["all", "m", "c"]);
    assert_eq!(stated.judges[0].judge, Stated::Panel(vec!["m".into(), "c".into()]));
    let Stated::Model(model) = &stated.judges[1].judge else { panic!("{stated:?}") };
    assert_eq!(
        (model.language, model.temperature, model.max_tokens, model.seed),
        (Language::German, Some(0.0), Some(900), Some(7))
    );
    assert_eq!((model.repeats, model.form, &model.kinds), (3, Form::JsonObject, &kinds(&["claims", "context"])));
    assert_eq!(model.rename.get("max_tokens").map(String::as_str), Some("max_completion_tokens"));
    assert_eq!(model.leave_out.iter().collect::<Vec<_>>(), ["temperature"]);
    assert_eq!(model.prompts["context-fact"], PathBuf::from("p/fact.txt"));
    let program = Program {
        command: vec!["python3".into(), "judge.py".into()],
        each: Each::Question,
        timeout: Duration::from_secs(9),
        concurrency: 2,
    };
    assert_eq!(stated.judges[2].judge, Stated::Command { program, kinds: kinds(&["rubric"]), repeats: 2 });
    let tone = Rubric {
        name: "tone".into(),
        question: "Is the tone kind?".into(),
        outcomes: vec!["kind".into(), "rude".into()],
        pass: vec!["kind".into()],
    };
    assert_eq!((stated.rubrics, stated.citations), (vec![tone], Some(Grammar::Ids)));
    assert_eq!((stated.measures, stated.by), (vec!["faithfulness".into(), "rubric:tone".into()], vec!["type".into()]));
}

#[test]
fn faults_are_named_where_they_stand() {
    const MODEL: &str = "[judges.m]\ntype = 'model'\nendpoint = 'local'\nmodel = 'x'\n";
    let with = |more: &str| format!("{MODEL}{more}\n");
    let panel = |members: &str| {
        format!(
            "[judges.p]\ntype = 'panel'\nmembers = {members}\n[judges.w]\ntype = 'lexical'\n[judges.o]\ntype = 'panel'\nmembers = ['w', 'p']\n"
        )
    };
    let rubric = |more: &str| format!("[rubrics.tone]\nquestion = 'q'\n{more}\n");
    for (toml, line, said, mend) in [
        (
            "[judges.m]\n".to_owned(),
            1,
            "'type' is missing",
            "write it like type = \"lexical\"; known: \"lexical\", \"model\", \"command\", \"panel\"",
        ),
        (
            "[judges.m]\ntype = 'modell'\n".to_owned(),
            2,
            "'judges.m.type' is 'modell', which is no known value",
            "did you mean 'model'?",
        ),
        ("[judges]\nm = 1\n".to_owned(), 2, "[judges.m] must be a table, found integer", ""),
        (with("endpoints = 'x'"), 5, "unknown key 'endpoints' in [judges.m]", "did you mean 'endpoint'?"),
        (MODEL.replace("'local'", "'remote'"), 3, "no endpoint is called 'remote'", "known: local"),
        (with("temperature = 3"), 5, "temperature 3 must be from 0 to 2", ""),
        (with("repeats = 0"), 5, "repeats 0 must be from 1 to 100", ""),
        (with("language = 'fr'"), 5, "'judges.m.language' is 'fr', which is no known value", "known: en, de, zh, ja, es"),
        (
            with("form = 'json'"),
            5,
            "'judges.m.form' is 'json', which is no known value",
            "known: json-schema, json-object, text, auto",
        ),
        (with("kinds = []"), 5, "'kinds' is empty", "leave it out for all but \"context\""),
        (with("kinds = ['facts']"), 5, "'facts' is no kind of question", "did you mean 'fact'?"),
        (with("kinds = ['fact', 'fact']"), 5, "'fact' stands twice in 'kinds'", ""),
        (with("leave_out = ['messages']"), 5, "'messages' of a request cannot be left out", ""),
        (with("rename = {seed = 'x'}\nleave_out = ['seed']"), 6, "'seed' is renamed and left out; one of the two is meant", ""),
        (with("rename = {a = 'x', b = 'x'}"), 5, "two fields would be called 'x'", ""),
        (with("prompts = {claim = 'x'}"), 5, "unknown key 'claim' in [judges.m.prompts]", "did you mean 'claims'?"),
        (
            "[judges.c]\ntype = 'command'\n".to_owned(),
            2,
            "'command' is missing",
            "write it like command = [\"python3\", \"answer.py\"]",
        ),
        (
            "[judges.c]\ntype = 'command'\ncommand = ['x']\nk = 3\n".to_owned(),
            4,
            "unknown key 'k' in [judges.c]",
            "known: type, kinds, repeats, command, each, timeout, concurrency",
        ),
        (panel("['w']"), 3, "'members' names 1 judges, and a panel has at least two", ""),
        (panel("['w', 'w']"), 3, "'w' stands twice in 'members'", ""),
        (panel("['w', 'o']"), 3, "'o' is a panel, which cannot sit in one", ""),
        (panel("['w', 'p']"), 3, "'p' is a panel, which cannot sit in one", ""),
        (panel("['w', 'ww']"), 3, "no judge is called 'ww'", "did you mean 'w'?"),
        (rubric(""), 1, "'outcomes' is missing", "write it like outcomes = [\"kind\", \"neutral\", \"rude\"]"),
        (rubric("outcomes = ['a']"), 3, "a rubric has at least two outcomes; with one it says nothing", ""),
        (rubric("outcomes = ['a', 'a']"), 3, "'a' stands twice in 'outcomes'", ""),
        (rubric("outcomes = ['a', ' ']"), 3, "'outcomes' holds an empty name", ""),
        (
            rubric("outcomes = ['a', 'b']\npass = []"),
            4,
            "'pass' is missing",
            "write it like pass = [\"kind\"], the outcomes that count as 1",
        ),
        (rubric("outcomes = ['a', 'b']\npass = ['zzz']"), 4, "'zzz' is none of the outcomes", "known: a, b"),
        (
            "[rubrics.'a b']\nquestion = 'q'\n".to_owned(),
            2,
            "the rubric's name 'a b' must have no blanks and no commas",
            "measures name it, as in rubric:tone",
        ),
        (
            "[citations]\ngrammar = 'id'\n".to_owned(),
            2,
            "'citations.grammar' is 'id', which is no known value",
            "did you mean 'ids'?",
        ),
        ("[judge]\nmeasure = 'x'\n".to_owned(), 2, "unknown key 'measure' in [judge]", "did you mean 'measures'?"),
    ] {
        let error = read(&toml).expect_err(&toml);
        assert_eq!((error.problem(), error.advice().unwrap_or_default(), error.line()), (said, mend, Some(line)), "{toml}");
    }
}

/// A prompt is named like a kind, so that a new kind has one.
#[test]
fn every_kind_has_a_prompt() {
    assert!(Kind::ALL.iter().all(|(name, _)| PROMPTS.contains(name)));
}

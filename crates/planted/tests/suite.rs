//! Whether what is planted is what it is called, seen from outside: by texts and lists, and never by what the ledger looks for.

mod seen;

use std::collections::{BTreeMap, BTreeSet};

use evidence::Passage;
use generation::{Answer, Ask, Kind, Outcome, Target, Verdict};
use judging::Judge;
use judging::lexical::Lexical;
use planted::plant::{sound, suite};
use planted::project::write;
use planted::world::products::as_sentence;
use planted::{Cause, Plant, Variant};
use seen::{SEED, Seen, see};

#[test]
fn a_system_without_a_fault_answers_every_question_rightly() {
    let variant = sound(SEED);
    assert!(variant.asked.len() > 250 && (60..=120).contains(&variant.documents.len()), "{}", variant.documents.len());
    let all = see(&variant);
    let wrong: Vec<String> = all.iter().filter(|seen| !seen.is_well()).map(Seen::shown).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn what_is_planted_is_there_and_nothing_else_is() {
    let mut problems = Vec::new();
    // Another seed has other numbers and other questions.
    for variant in suite(SEED).into_iter().chain(suite(SEED + 1)) {
        for seen in see(&variant) {
            let plant = variant.plants.iter().find(|plant| plant.question == seen.asked.question.id);
            let problem = match plant {
                None if seen.is_well() => continue,
                None => "is not right, and nothing is planted in it",
                Some(plant) => match took(&variant, plant, &seen) {
                    None => continue,
                    Some(problem) => problem,
                },
            };
            problems.push(format!("{}: {problem}: {}", variant.name, seen.shown()));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// What is missing of the fault that a plant says is there.
fn took(variant: &Variant, plant: &Plant, seen: &Seen) -> Option<&'static str> {
    let owner = plant.causes[0];
    let is_pair = plant.causes.len() > 1;
    let subject = if is_pair { &seen.asked.subjects[0] } else { seen.asked.subjects.last()? };
    let quote = subject.quote.as_str();
    let arrived = seen.context.iter().any(|text| text.contains(quote));
    if owner == Cause::LabelSuspect {
        let stands = seen.labelled.iter().all(|quote| seen.context.iter().any(|text| text.contains(quote.as_str())));
        return stands.then_some("all that is labelled arrived");
    }
    let indexed = seen.passages.iter().any(|(_, text)| text.contains(quote));
    let listed = |stage: &str| {
        let of = |id: &String| seen.passages.get(id).is_some_and(|text| text.contains(quote));
        seen.stages.get(stage).is_some_and(|ids| ids.iter().any(of))
    };
    let dropped = seen.dropped.iter().any(|id| seen.passages.get(id).is_some_and(|text| text.contains(quote)));
    let in_corpus = variant.documents.iter().any(|d| d.id == subject.doc && d.rev == subject.rev);
    let text = variant.documents.iter().find(|d| d.id == subject.doc && d.rev == subject.rev).map(|d| d.text.as_str());
    let source = variant.documents.iter().find(|d| d.id == subject.doc).and_then(|d| d.source.as_ref());
    let parsed = source.and_then(|path| {
        let bytes = variant.sources.get(path)?.clone().into_bytes();
        documents::parse::parse(path, bytes, None).ok().map(|parsed| parsed.text)
    });
    // The rank in the last list before packing, from 0.
    let last = if seen.stages["reranked"].is_empty() { "filtered" } else { "reranked" };
    let place = seen.stages[last].iter().position(|id| seen.passages.get(id).is_some_and(|text| text.contains(quote)));
    let most = variant.setup.passages as usize;
    let checks: Vec<(bool, &'static str)> = match owner {
        Cause::MissingContent => vec![(!in_corpus && !indexed, "the document is there")],
        Cause::Parsing => vec![
            (text.is_some_and(|text| !text.contains(quote)), "the text holds it"),
            (parsed.is_some_and(|text| text.contains(quote)), "the source does not hold it"),
        ],
        Cause::Lifecycle => vec![(text.is_some_and(|text| text.contains(quote)), "the text does not hold it")],
        Cause::PermissionFilter => {
            vec![(listed("candidates"), "it is not among the candidates"), (!listed("filtered"), "it passed the filter")]
        }
        Cause::ChunkBoundary => vec![(!indexed, "a passage holds it"), (text.is_some_and(|t| t.contains(quote)), "no text")],
        Cause::QueryRepresentation => vec![(indexed && seen.query_sent != seen.asked.question.query, "the query is as asked")],
        Cause::CandidateRetrieval => vec![(indexed && !listed("candidates"), "it is among the candidates")],
        Cause::Rank => vec![
            (listed("filtered"), "it is not among what passed the filter"),
            (place.is_none_or(|place| place >= most), "it ranks above the cut"),
        ],
        Cause::Packing => vec![(dropped && place.is_some_and(|place| place < most), "it was not dropped for lengths")],
        _ => {
            let mut checks = vec![(arrived || quote.is_empty(), "the evidence did not arrive")];
            checks.push(match owner {
                Cause::UnsupportedAssertion => (seen.right && seen.unsupported > 0, "nothing is unsupported"),
                Cause::CitationFault => (seen.right && seen.unsupported == 0 && seen.bad_citations > 0, "citations are good"),
                _ => (!seen.right, "it is right"),
            });
            checks
        }
    };
    let is_lost = owner < Cause::ConflictMishandled;
    let lost = [(!is_lost || !arrived, "the evidence arrived"), (!is_lost || !seen.right, "the answer is right")];
    let other = plant.causes.get(1).map(|second| match second {
        Cause::GenerationMisuse | Cause::UnsupportedAssertion => (seen.unsupported > 0, "the second is not there"),
        Cause::CitationFault => (seen.bad_citations > 0, "the second is not there"),
        _ => {
            let quote = &seen.asked.subjects[1].quote;
            (!seen.context.iter().any(|text| text.contains(quote)), "the second is not there")
        }
    });
    checks.into_iter().chain(lost).chain(other).find(|(holds, _)| !holds).map(|(_, problem)| problem)
}

/// The judge decides what is a failure, so that one that errs would plant something else.
#[test]
fn the_judge_says_of_answers_what_stands_in_them() {
    let (mut facts, mut claims, mut wrong) = (0, 0, Vec::new());
    for seen in suite(SEED).iter().flat_map(see) {
        let rows = seen.context.iter().flat_map(|text| text.lines().filter(|line| line.starts_with('|')).map(as_sentence));
        let rows: Vec<String> = rows.collect();
        for (fact, verdict) in &seen.facts {
            facts += 1;
            let stated = seen.answer.contains(fact.as_str());
            if stated != (*verdict == Verdict::Stated) {
                wrong.push(format!("fact '{fact}' {verdict:?}: {}", seen.shown()));
            }
        }
        for (claim, verdict) in &seen.claims {
            claims += 1;
            let stands = seen.context.iter().any(|text| text.contains(claim.as_str())) || rows.contains(claim);
            if stands != (*verdict == Verdict::Supported) {
                wrong.push(format!("claim '{claim}' {verdict:?}: {}", seen.shown()));
            }
        }
    }
    assert!(facts > 900 && claims > 800, "{facts} facts, {claims} claims");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Another judge, which compares words in its own way, sees the same answers much alike.
#[test]
fn the_lexical_judge_mostly_agrees() {
    let (mut same, mut all, mut others) = (0, 0, Vec::new());
    for seen in suite(SEED).iter().flat_map(see) {
        let answer = Answer {
            text: Some(seen.answer.clone()),
            context: Some(seen.context.iter().enumerate().map(|(n, text)| passage(n, text)).collect()),
            ..Answer::default()
        };
        let facts = seen.asked.question.facts.iter().map(|fact| (Kind::Fact, Target::Fact(fact.id.clone()), fact.text.clone()));
        let claims = seen.claims.iter().map(|(text, _)| (Kind::Support, Target::Claim(0, text.clone()), text.clone()));
        for ((kind, target, text), (_, exact)) in facts.chain(claims).zip(seen.facts.iter().chain(&seen.claims)) {
            let ask = Ask { kind, target, passage: None, question: &seen.asked.question, answer: &answer, rubric: None };
            let good = |verdict: Verdict| matches!(verdict, Verdict::Stated | Verdict::Supported);
            let Outcome::Verdict(lexical) = Lexical.judge(&ask, 0).outcome else { continue };
            all += 1;
            same += usize::from(good(lexical) == good(*exact));
            if good(lexical) != good(*exact) {
                others.push(format!("{kind:?} '{text}': {lexical:?}, not {exact:?}, of '{}'", seen.answer));
            }
        }
    }
    assert!(same * 100 >= all * 97, "{same} of {all}:\n{}", others.join("\n"));
}

fn passage(place: usize, text: &str) -> Passage {
    Passage { id: place.to_string(), doc: None, rev: None, range: None, text: Some(text.to_owned()) }
}

/// What was planted is written before any system is asked: it is there although not one project could be written.
#[test]
fn what_is_planted_is_written_first() {
    let out = tempfile::tempdir().unwrap();
    let variants = &suite(SEED)[..2];
    std::fs::write(out.path().join(&variants[0].name), "a file in the way").unwrap();
    write(out.path(), variants, true).unwrap_err();
    let planted = planted::confusion::planted(out.path()).unwrap();
    let written: Vec<_> = planted.iter().map(|p| (&p.project, &p.question, &p.owner)).collect();
    let all: Vec<_> = variants
        .iter()
        .flat_map(|v| v.plants.iter().map(move |p| (&v.name, &p.question, p.causes[0].name().to_owned())))
        .collect();
    for (project, question, owner) in &all {
        assert_eq!(written.iter().filter(|w| w.0 == *project && w.1 == *question && w.2 == owner).count(), 3);
    }
    assert_eq!(written.len(), 3 * all.len());
}

#[test]
fn a_seed_gives_the_same_bytes_each_time() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for out in [&one, &other] {
        write(out.path(), &suite(SEED)[..3], true).unwrap();
    }
    let mut files = 0;
    let mut open = vec![one.path().to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let twin = other.path().join(path.strip_prefix(one.path()).unwrap());
            assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(twin).unwrap(), "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 25, "{files}");
}

/// The confusion matrix end to end, with a ledger that finds nothing.
#[cfg(unix)]
#[test]
fn a_ledger_that_finds_nothing_is_right_of_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let out = tempfile::tempdir().unwrap();
    let variants = &suite(SEED)[..2];
    write(out.path(), variants, true).unwrap();
    let program = out.path().join("nothing");
    std::fs::write(&program, "#!/bin/sh\n[ \"$1\" = ledger ] && echo '{\"result\":{\"entries\":[]}}'\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let pairs = planted::confusion::ask(&program, out.path()).unwrap();
    assert_eq!(pairs.len(), 3 * variants.iter().map(|variant| variant.asked.len()).sum::<usize>());
    let page = planted::confusion::page(&pairs);
    let plants: usize = variants.iter().map(|variant| variant.plants.len()).sum();
    assert_eq!(page.matches(&format!("all planted faults                        0/{plants} = 0.0 %")).count(), 3, "{page}");
    assert_eq!(planted::confusion::differences(&pairs).lines().count(), 3 * plants);
}

#[test]
fn there_is_enough_of_everything() {
    let variants = suite(SEED);
    let names: BTreeSet<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names.len(), variants.len(), "a name stands twice");
    let plants: Vec<&Plant> = variants.iter().flat_map(|variant| &variant.plants).collect();
    assert!(plants.len() >= 300, "{}", plants.len());
    let mut single: BTreeMap<Cause, usize> = BTreeMap::new();
    let mut pairs: BTreeSet<[Cause; 2]> = BTreeSet::new();
    for plant in &plants {
        match plant.causes.as_slice() {
            [one] => *single.entry(*one).or_default() += 1,
            [first, second] => {
                assert!(first < second, "{plant:?}");
                pairs.insert([*first, *second]);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(Cause::ALL.iter().all(|(_, cause)| single.get(cause).is_some_and(|count| *count >= 12)), "{single:?}");
    assert!(pairs.len() >= 20, "{}", pairs.len());
}

//! What the lexical judge says, and that nothing it is given makes it fail.

use std::time::Instant;

use evidence::{Fact, FactKind, Passage, Question};
use generation::{Answer, Ask, Claim, Kind, Outcome, Target, Verdict};

use super::Lexical;
use crate::{Given, Judge};

fn question(reference: Option<&str>, facts: &[(&str, FactKind)]) -> Question {
    let fact =
        |(place, (text, kind)): (usize, &(&str, FactKind))| Fact { id: format!("f{place}"), text: (*text).into(), kind: *kind };
    Question {
        facts: facts.iter().enumerate().map(fact).collect(),
        answer: reference.map(str::to_owned),
        ..Question::new("q", "What is the fee?")
    }
}

fn answer(text: &str, passages: &[&str]) -> Answer {
    let passage = |(place, text): (usize, &&str)| Passage {
        id: format!("p{place}"),
        doc: None,
        rev: None,
        range: None,
        text: Some((*text).to_owned()),
    };
    let context = passages.iter().enumerate().map(passage).collect();
    Answer { text: Some(text.to_owned()), context: Some(context), ..Answer::default() }
}

fn told(kind: Kind, target: Target, passage: Option<&str>, question: &Question, answer: &Answer) -> Given {
    Lexical.judge(&Ask { kind, target, passage, question, answer, rubric: None }, 0)
}

fn can(kind: Kind, target: Target, question: &Question, answer: &Answer) -> bool {
    Lexical.can(&Ask { kind, target, passage: None, question, answer, rubric: None })
}

fn support(claim: &str, passages: &[&str]) -> Given {
    told(Kind::Support, Target::Claim(0, claim.into()), None, &question(None, &[]), &answer(claim, passages))
}

fn verdict(given: &Given) -> Verdict {
    let Outcome::Verdict(verdict) = &given.outcome else { panic!("{given:?}") };
    *verdict
}

#[track_caller]
fn assert_support(claim: &str, passage: &str, expected: Verdict) {
    let given = support(claim, &[passage]);
    assert_eq!(verdict(&given), expected, "{claim} | {passage}: {given:?}");
}

#[test]
fn numbers_with_units_decide() {
    let fees = "The annual membership fee is €12.50 for adults. Children join without charge. Cancellation takes 14 days.";
    assert_support("The annual membership fee for adults is 12,50 €.", fees, Verdict::Supported);
    assert_support("The annual membership fee for adults is 12.50 EUR.", fees, Verdict::Supported);
    assert_support("The annual membership fee for adults is 15 EUR.", fees, Verdict::Contradicted);
    assert_support("Cancellation takes two weeks.", fees, Verdict::Supported);
    assert_support("Cancellation takes three weeks.", fees, Verdict::Contradicted);
    assert_support("The tax rate is 5 percent.", "The tax rate is 5 % since May.", Verdict::Supported);
    assert_support("The archive holds 1000 files.", "The archive holds 1,000 files.", Verdict::Supported);
    assert_support("Die Gebühr beträgt 20 Euro im Monat.", "Die monatliche Gebühr beträgt 25 €.", Verdict::Contradicted);
    assert_support("退款需要三天。", "退款需要3天时间。", Verdict::Supported);
    assert_support("退款需要五天。", "退款需要3天时间。", Verdict::Contradicted);
    let why = support("The annual membership fee for adults is 15 EUR.", &[fees]).reason.unwrap();
    assert!(why.contains("12.50") && why.contains("15 EUR"), "{why}");
}

#[test]
fn a_number_of_another_kind_contradicts_nothing() {
    assert_support("The annual fee is 20 euros.", "The annual fee is due within 30 days.", Verdict::NotFound);
    assert_support(
        "The fee is 30 euros for guests.",
        "The fee is 20 euros for members. The fee is 30 euros for guests.",
        Verdict::Supported,
    );
}

#[test]
fn dates_decide() {
    for passage in ["The contract ends on 2026-05-03.", "The contract ends on May 3, 2026.", "The contract ends on 3 May 2026."] {
        assert_support("The contract ends on 3rd May 2026.", passage, Verdict::Supported);
        assert_support("The contract ends in May 2026.", passage, Verdict::Supported);
        assert_support("The contract ends on 4 May 2026.", passage, Verdict::Contradicted);
    }
    assert_support("Der Vertrag endet am 3. Mai 2026.", "Der Vertrag endet am 03.05.2026.", Verdict::Supported);
    assert_support("契約は2026年5月3日に終了します。", "契約は2026年5月4日に終了します。", Verdict::Contradicted);
}

#[test]
fn negation_contradicts() {
    assert_support("Dogs are allowed in the rooms.", "Dogs are not allowed in the rooms.", Verdict::Contradicted);
    assert_support("Dogs aren't allowed in the rooms.", "Dogs are allowed in the rooms.", Verdict::Contradicted);
    assert_support("Dogs are not allowed in the rooms.", "Dogs are never allowed in the rooms.", Verdict::Supported);
    assert_support("Die Kündigung ist kostenlos möglich.", "Die Kündigung ist nicht kostenlos möglich.", Verdict::Contradicted);
    assert_support("Se permite fumar en las habitaciones.", "No se permite fumar en las habitaciones.", Verdict::Contradicted);
    assert_support("Le remboursement est possible.", "Le remboursement n'est pas possible.", Verdict::Contradicted);
    assert_support("可以退款。", "不可以退款。", Verdict::Contradicted);
    assert_support("返金できます。", "返金できません。", Verdict::Contradicted);
    // What a text says of more than the statement denies nothing.
    assert_support(
        "No, dogs are allowed in the rooms.",
        "Dogs are allowed in the rooms, not only on the terrace.",
        Verdict::Supported,
    );
}

#[test]
fn names_that_are_missing_are_not_found() {
    let text = "The treaty was signed in Vienna by all the members.";
    assert_support("The treaty was signed in Vienna.", text, Verdict::Supported);
    assert_support("The treaty was signed by all the members in Geneva.", text, Verdict::NotFound);
    assert_support("Penguins live in Antarctica.", text, Verdict::NotFound);
}

#[test]
fn quotes_are_slices_of_the_passage_that_decides() {
    let passages = ["Nothing of use is said here.", "First words. The fee is 20 euros per year! Last words."];
    let given = support("The fee is 20 euros.", &passages);
    assert_eq!((given.passage.as_deref(), given.quote.as_deref()), (Some("p1"), Some("The fee is 20 euros per year!")));
    assert_eq!(given.quote_found, Some(true));
    let missing = support("Bicycles must be locked.", &passages);
    assert_eq!((verdict(&missing), missing.passage, missing.quote), (Verdict::NotFound, None, None));
}

fn status(text: &str) -> Verdict {
    verdict(&told(Kind::Status, Target::Whole, None, &question(None, &[]), &answer(text, &[])))
}

#[test]
fn refusals_are_seen_in_six_languages() {
    for text in [
        "I cannot tell from these documents.",
        "The context does not answer this.",
        "The passages do not answer this.",
        "I'm sorry, but I don't have enough information to answer. Please contact support.",
        "There is no information about the fee in the provided documents.",
        "Unfortunately, the fee isn't mentioned in the context.",
        "I don't know.",
        "Die Dokumente enthalten keine Informationen zur Gebühr.",
        "Das lässt sich anhand der Unterlagen nicht beantworten.",
        "Ich weiß es nicht.",
        "No puedo responder a esta pregunta.",
        "Los documentos no mencionan la tarifa.",
        "Je ne sais pas.",
        "Les documents ne permettent pas de répondre à cette question.",
        "根据提供的文档，无法回答这个问题。",
        "文档中没有提到费用。",
        "提供された文書には料金に関する記載がありません。",
        "申し訳ありませんが、お答えできません。",
    ] {
        assert_eq!(status(text), Verdict::Declined, "{text}");
    }
}

#[test]
fn answers_are_not_taken_for_refusals() {
    for text in [
        "I cannot recommend the tariff because the policy forbids it.",
        "The fee is 20 euros.",
        "No.",
        "You cannot cancel after 14 days.",
        "Dogs are not allowed.",
        "Eine Kündigung ist nicht möglich.",
        "No se permite fumar.",
        "Le remboursement n'est pas possible.",
        "不可以退款。",
        "返金できません。",
        "The document must not be signed by minors.",
    ] {
        assert_eq!(status(text), Verdict::Answered, "{text}");
    }
}

#[test]
fn partial_answers_and_conflicts_are_told() {
    for text in [
        "The fee is 20 euros. The documents do not say when it is due.",
        "The documents do not specify a deadline, but the fee is 20 euros per year.",
        "Die Gebühr beträgt 20 Euro. Zur Frist enthalten die Dokumente keine Angaben.",
    ] {
        assert_eq!(status(text), Verdict::Partial, "{text}");
    }
    for text in [
        "The sources disagree: one says 20 euros, another 25.",
        "There is conflicting information about the fee.",
        "Die Dokumente widersprechen sich.",
        "Los documentos se contradicen.",
        "Les sources se contredisent.",
        "两份文件相互矛盾。",
        "資料の内容が矛盾しています。",
    ] {
        assert_eq!(status(text), Verdict::ConflictStated, "{text}");
    }
}

#[test]
fn claims_are_sentences_that_state_something() {
    let text = "Here is what I found:\n1. The fee is €20 [1].\n2. It is due in May [p0]. Do you need more? I don't know the rest.\nÜber uns: [sic] 5 Leute.";
    let given = told(Kind::Claims, Target::Whole, None, &question(None, &[]), &answer(text, &["x"]));
    let Outcome::Claims(claims) = given.outcome else { panic!("{given:?}") };
    let words: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
    assert_eq!(words, ["The fee is €20.", "It is due in May.", "Über uns: [sic] 5 Leute."]);
    let slices: Vec<String> = claims.iter().map(|claim| slice(text, claim)).collect();
    assert_eq!(slices, ["The fee is €20 [1].", "It is due in May [p0].", "Über uns: [sic] 5 Leute."]);
    let declined =
        told(Kind::Claims, Target::Whole, None, &question(None, &[]), &answer("I cannot tell from these documents.", &[]));
    assert_eq!(declined.outcome, Outcome::Claims(Vec::new()));
}

fn slice(text: &str, claim: &Claim) -> String {
    let (start, end) = claim.span.unwrap();
    text.chars().skip(start).take(end - start).collect()
}

#[test]
fn facts_are_looked_for_in_the_answer_and_in_the_context() {
    let facts = [
        ("The annual fee is 20 euros", FactKind::Vital),
        ("Members get a printed card by mail", FactKind::Okay),
        ("The office closes at noon on Fridays", FactKind::Vital),
    ];
    let question = question(None, &facts);
    let answer = answer("The annual fee is €25. Members get a card.", &["The annual fee is 20 euros.", "Something else."]);
    let fact = |place: usize| Target::Fact(format!("f{place}"));
    let stated: Vec<Verdict> = (0..3).map(|at| verdict(&told(Kind::Fact, fact(at), None, &question, &answer))).collect();
    assert_eq!(stated, [Verdict::Contradicted, Verdict::Partial, Verdict::NotStated]);
    // To name it in a question, or where one declines, is not to state it.
    for text in ["Is the annual fee 20 euros?", "The documents do not mention whether the annual fee is 20 euros."] {
        let asked = self::answer(text, &[]);
        assert_eq!(verdict(&told(Kind::Fact, fact(0), None, &question, &asked)), Verdict::NotStated, "{text}");
    }
    let held = told(Kind::Context, fact(0), None, &question, &answer);
    assert_eq!((verdict(&held), held.passage.as_deref()), (Verdict::Supported, Some("p0")));
    let needed = |id: &str| verdict(&told(Kind::Context, Target::Passage(id.into()), None, &question, &answer));
    assert_eq!((needed("p0"), needed("p1")), (Verdict::Needed, Verdict::NotNeeded));
}

#[test]
fn citations_rest_on_the_passage_that_they_name() {
    let answer = answer("The fee is 20 euros [1]. Pay by card.", &["The fee is 20 euros.", "The fee is 30 euros."]);
    let cited = |passage: &'static str| told(Kind::Citation, Target::Span(0, 24), Some(passage), &question(None, &[]), &answer);
    assert_eq!((verdict(&cited("p0")), cited("p0").passage.as_deref()), (Verdict::Supported, Some("p0")));
    assert_eq!((verdict(&cited("p1")), cited("p1").passage.as_deref()), (Verdict::Contradicted, Some("p1")));
    let gone = Ask {
        kind: Kind::Citation,
        target: Target::Span(0, 24),
        passage: Some("gone"),
        question: &question(None, &[]),
        answer: &answer,
        rubric: None,
    };
    assert!(!Lexical.can(&gone));
}

#[test]
fn answers_agree_with_the_reference_or_not() {
    let agrees = |text: &str, reference: &str| {
        verdict(&told(Kind::Answer, Target::Whole, None, &question(Some(reference), &[]), &answer(text, &[])))
    };
    assert_eq!(agrees("The annual fee is 20 euros, due in May.", "The fee is €20."), Verdict::Correct);
    assert_eq!(agrees("The annual fee is 25 euros, due in May.", "The fee is €20."), Verdict::Incorrect);
    assert_eq!(agrees("Paris.", "Paris"), Verdict::Correct);
    assert_eq!(agrees("Berlin.", "Paris"), Verdict::Incorrect);
    assert_eq!(agrees("I don't know.", "The fee is €20."), Verdict::Incorrect);
    let claim = |text: &str| {
        let question = question(Some("The fee is €20 and is due in May."), &[]);
        verdict(&told(Kind::Answer, Target::Claim(0, text.into()), None, &question, &answer("-", &[])))
    };
    assert_eq!((claim("The fee is due in May"), claim("The office is in Rome")), (Verdict::Correct, Verdict::Incorrect));
}

#[test]
fn what_cannot_be_known_cannot_be_asked() {
    let (bare, full) = (question(None, &[]), question(Some("The fee is €20."), &[("The fee is €20", FactKind::Forbidden)]));
    let given = answer("The fee is 20.", &["The fee is 20."]);
    let claim = || Target::Claim(0, "The fee is 20.".into());
    assert!(can(Kind::Support, claim(), &bare, &given) && can(Kind::Answer, claim(), &full, &given));
    for kind in [Kind::Relevance, Kind::Rubric] {
        assert!(!can(kind, Target::Whole, &full, &given));
    }
    assert!(!can(Kind::Answer, Target::Whole, &bare, &given) && !can(Kind::Answer, claim(), &bare, &given));
    assert!(!can(Kind::Context, Target::Passage("p0".into()), &bare, &given));
    assert!(!can(Kind::Context, Target::Passage("gone".into()), &full, &given));
    assert!(!can(Kind::Fact, Target::Fact("gone".into()), &full, &given));
    for text in [None, Some(""), Some(" … \n")] {
        let blank = Answer { text: text.map(str::to_owned), ..given.clone() };
        assert!(!can(Kind::Status, Target::Whole, &full, &blank) && !can(Kind::Claims, Target::Whole, &full, &blank));
    }
    let mut untold = given.clone();
    untold.context.as_mut().unwrap()[0].text = None;
    assert!(!can(Kind::Support, claim(), &bare, &untold));
    assert!(!can(Kind::Support, claim(), &bare, &Answer { context: None, ..given.clone() }));
    assert!(!can(Kind::Status, Target::Whole, &bare, &Answer { error: Some("503".into()), ..given.clone() }));
    let unasked = told(Kind::Relevance, Target::Whole, None, &bare, &given);
    assert!(matches!(unasked.outcome, Outcome::Failed(fault) if fault.kind == "cannot-judge"));
}

/// Every question that can be asked of an answer with this text everywhere.
fn ask_all(text: &str) -> Vec<Given> {
    let question = question(Some(text), &[(text, FactKind::Vital)]);
    let answer = answer(text, &[text, "The fee is 20 euros."]);
    let length = text.chars().count();
    let mut given = Vec::new();
    for (kind, target, passage) in [
        (Kind::Status, Target::Whole, None),
        (Kind::Claims, Target::Whole, None),
        (Kind::Support, Target::Claim(0, text.to_owned()), None),
        (Kind::Support, Target::Claim(0, "The fee is 20 euros".to_owned()), Some("p0")),
        (Kind::Fact, Target::Fact("f0".into()), None),
        (Kind::Context, Target::Fact("f0".into()), None),
        (Kind::Context, Target::Passage("p0".into()), None),
        (Kind::Answer, Target::Whole, None),
        (Kind::Answer, Target::Claim(0, "The fee is 20 euros".to_owned()), None),
        (Kind::Citation, Target::Span(0, length), Some("p0")),
        (Kind::Citation, Target::Span(0, length + 1), Some("p0")),
    ] {
        given.push(told(kind, target, passage, &question, &answer));
    }
    given
}

#[test]
fn texts_without_bound_take_linear_time_and_are_refused_where_they_cannot_be_compared() {
    for unit in [
        "word ",
        "a. ",
        "[",
        "20 ",
        "EUR ",
        "不",
        "三",
        "\"'",
        ".\n",
        "not ",
        "I don't know. ",
        "É\u{301}",
        "2026-",
        "（",
        "but ",
    ] {
        let text = unit.repeat((64 << 10) / unit.len());
        let began = Instant::now();
        let given = ask_all(&text);
        let took = began.elapsed().as_secs_f64();
        eprintln!("{unit:?}: {took:.2} s");
        assert!(took < 30.0, "{unit:?} took {took} s");
        assert_eq!(given.len(), 11);
    }
    let long: String = (0..1_300_000).map(|n| format!("w{n} ")).collect();
    assert!(long.len() > 10 << 20);
    let given = support(&long, &["The fee is 20 euros."]);
    assert!(matches!(given.outcome, Outcome::Failed(fault) if fault.kind == "too-long"));
    assert_eq!(status(&long), Verdict::Answered);
    let question = question(None, &[("The fee is 20 euros", FactKind::Vital)]);
    let fact = told(Kind::Fact, Target::Fact("f0".into()), None, &question, &answer(&long, &[]));
    assert_eq!(verdict(&fact), Verdict::NotStated);
}

#[test]
fn the_same_text_brings_the_same_verdict() {
    let text = "The fee is €20. Dogs are not allowed, but cats are. 退款需要三天。";
    assert_eq!(ask_all(text), ask_all(text));
}

/// 200 answers with six passages and five claims; printed, and far below what would matter.
#[test]
fn it_is_fast() {
    let sentence = "The membership fee for adults is 20 euros per year and must be paid before the end of May by card. ";
    let passages: Vec<String> = (0..6).map(|at| format!("Passage {at} says this. {}", sentence.repeat(6))).collect();
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    let began = Instant::now();
    for _ in 0..200 {
        for claim in
            ["The fee is 20 euros.", "Adults pay by card.", "It is due in May.", "Guests pay 30 euros.", "Dogs are not allowed."]
        {
            support(claim, &passages);
        }
    }
    let took = began.elapsed().as_secs_f64();
    eprintln!("200 answers of 5 claims: {took:.3} s");
    assert!(took < 20.0, "{took}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn no_text_makes_it_panic(text in ".{0,80}", other in "[0-9€$%.,/年月日天三不aA '\\[\\]\n-]{0,40}") {
        for text in [text.as_str(), other.as_str(), &format!("{text}{other}")] {
            for given in ask_all(text) {
                if let (Some(quote), Some(_)) = (&given.quote, &given.passage) {
                    proptest::prop_assert!(given.quote_found == Some(true) && quote.chars().count() <= 300);
                }
            }
        }
    }
}

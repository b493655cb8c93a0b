//! What judges, repeats and passages say together, one verdict a target.

mod said;

use generation::ask::{Kind, Target};
use generation::judged::Told;
use generation::measures::Measure;
use generation::{Answer, By, Case, Judged, Judgement, Outcome, Status, Verdict};
use said::{by, claims, fact, failed, question, said, told};
use statistics::{Kind as Values, Level, summarise};

fn together(judgements: &[Judgement]) -> Judged {
    Judged::new(&judgements.iter().collect::<Vec<_>>())
}

/// One fact as each of these judges sees it, one judge after the other.
fn panel(verdicts: &[Option<Verdict>]) -> Judged {
    let judge = |(place, verdict): (usize, &Option<Verdict>)| {
        let judge = format!("judge {place}");
        verdict.map_or_else(|| failed(Kind::Fact, fact("f"), &judge), |v| said(Kind::Fact, fact("f"), v, &judge))
    };
    together(&verdicts.iter().enumerate().map(judge).collect::<Vec<_>>())
}

#[test]
fn a_panel_goes_by_the_majority_of_those_that_spoke() {
    use Verdict::{NotStated, Partial, Stated};
    for (verdicts, expected) in [
        (vec![Some(Stated)], Told::Given(Stated)),
        (vec![Some(Stated), Some(NotStated), Some(Stated)], Told::Given(Stated)),
        (vec![Some(Stated), Some(NotStated)], Told::Divided),
        (vec![Some(Stated), Some(NotStated), Some(Partial)], Told::Divided),
        // The largest part is not more than half.
        (vec![Some(Stated), Some(Stated), Some(NotStated), Some(Partial)], Told::Divided),
        // One of three failed: the others decide, if they agree.
        (vec![Some(Stated), None, Some(Stated)], Told::Given(Stated)),
        (vec![Some(Stated), None, Some(NotStated)], Told::Divided),
        (vec![None, None, Some(Stated)], Told::Given(Stated)),
        (vec![None, None, None], Told::Failed),
    ] {
        assert_eq!(panel(&verdicts).facts["f"], expected, "{verdicts:?}");
    }
    assert!(panel(&[]).facts.is_empty());
}

#[test]
fn repeats_are_one_vote_of_their_judge() {
    use Verdict::{NotStated, Stated};
    let repeat = |judge: &str, repeat, verdict| Judgement { judge_repeat: repeat, ..said(Kind::Fact, fact("f"), verdict, judge) };
    // Three repeats of one judge do not outvote two other judges.
    let mut all: Vec<Judgement> = (0..3).map(|n| repeat("a", n, Stated)).collect();
    all.extend([repeat("b", 0, NotStated), repeat("c", 0, NotStated)]);
    assert_eq!(together(&all).facts["f"], Told::Given(NotStated));
    // Within a judge the majority of repeats; one of two minds votes for nothing, but has its place.
    let most = [repeat("a", 0, Stated), repeat("a", 1, NotStated), repeat("a", 2, Stated)];
    assert_eq!(together(&most).facts["f"], Told::Given(Stated));
    let two_minds = [repeat("a", 0, Stated), repeat("a", 1, NotStated), repeat("b", 0, Stated)];
    assert_eq!(together(&two_minds).facts["f"], Told::Divided);
    let failed_once = [repeat("a", 0, Stated), Judgement { judge_repeat: 1, ..failed(Kind::Fact, fact("f"), "a") }];
    assert_eq!(together(&failed_once).facts["f"], Told::Given(Stated));
}

#[test]
fn disagreements_are_counted_by_target() {
    use Verdict::{NotStated, Stated};
    let counts = |judged: Judged| (judged.judged_twice, judged.disagreements);
    assert_eq!(counts(panel(&[Some(Stated)])), (0, 0));
    assert_eq!(counts(panel(&[Some(Stated), None])), (0, 0));
    assert_eq!(counts(panel(&[Some(Stated), Some(Stated)])), (1, 0));
    assert_eq!(counts(panel(&[Some(Stated), Some(NotStated), Some(Stated)])), (1, 1));
    let tone =
        |judge: &str, outcome: &str| told(Kind::Rubric, Target::Rubric("tone".into()), Outcome::Rubric(outcome.into()), judge);
    assert_eq!(counts(together(&[tone("a", "polite"), tone("b", "curt")])), (1, 1));
    let people =
        [Verdict::Correct, Verdict::Incorrect].map(|v| by(By::Person, said(Kind::Answer, Target::Whole, v, &format!("{v:?}"))));
    assert_eq!(counts(together(&people)), (1, 1));
}

/// The support of one claim, asked passage by passage of one judge.
fn by_passage(verdicts: &[(&str, Option<Verdict>)]) -> (Told<Verdict>, Vec<String>) {
    let target = || Target::Claim(0, "It is 20.".into());
    let mut all = vec![claims(&["It is 20."], "a")];
    all.extend(verdicts.iter().map(|(passage, verdict)| Judgement {
        passage: Some((*passage).to_owned()),
        ..verdict.map_or_else(|| failed(Kind::Support, target(), "a"), |v| said(Kind::Support, target(), v, "a"))
    }));
    let Told::Given(claims) = together(&all).claims else { panic!("no claims") };
    (claims[0].support, claims[0].supported_by.clone())
}

#[test]
fn one_passage_that_supports_is_enough() {
    use Verdict::{Contradicted, NotFound, OutOfScope, Supported};
    for (verdicts, expected) in [
        ([("p", Some(NotFound)), ("q", Some(Supported))], Told::Given(Supported)),
        ([("p", Some(Supported)), ("q", Some(Contradicted))], Told::Given(Supported)),
        ([("p", Some(Supported)), ("q", None)], Told::Given(Supported)),
        // What failed may have been the one that supports.
        ([("p", Some(NotFound)), ("q", None)], Told::Failed),
        ([("p", Some(NotFound)), ("q", Some(Contradicted))], Told::Given(Contradicted)),
        ([("p", Some(OutOfScope)), ("q", Some(NotFound))], Told::Given(OutOfScope)),
        ([("p", Some(NotFound)), ("q", Some(NotFound))], Told::Given(NotFound)),
    ] {
        assert_eq!(by_passage(&verdicts).0, expected, "{verdicts:?}");
    }
    let both = [("p", Some(Supported)), ("x", Some(NotFound)), ("q", Some(Supported))];
    assert_eq!(by_passage(&both).1, ["p", "q"]);
}

/// Two verdicts of judges without a name are two votes, and not two passages.
#[test]
fn only_statements_are_joined_over_passages() {
    let nameless = |verdict| Judgement { judge: None, ..said(Kind::Fact, fact("f"), verdict, "") };
    let apart = [nameless(Verdict::Stated), nameless(Verdict::Contradicted)];
    assert_eq!(together(&apart).facts["f"], Told::Divided);
    let once = [nameless(Verdict::Stated), Judgement { judge: None, ..failed(Kind::Fact, fact("f"), "") }];
    assert_eq!(together(&once).facts["f"], Told::Given(Verdict::Stated));
}

#[test]
fn a_passage_was_needed_where_it_holds_a_fact_and_was_judged_against_all() {
    let held = |id: &str, passage: &str, verdict| Judgement {
        passage: Some(passage.to_owned()),
        ..said(Kind::Context, fact(id), verdict, "a")
    };
    use Verdict::{NotFound, Supported};
    let all = [
        held("f", "p", NotFound),
        held("g", "p", Supported),
        held("f", "q", NotFound),
        held("g", "q", NotFound),
        held("f", "r", Supported),
    ];
    let judged = together(&all);
    assert_eq!((judged.needed["p"], judged.needed["q"]), (Told::Given(true), Told::Given(false)));
    // Nobody judged it against the other fact.
    assert!(!judged.needed.contains_key("r"));
    assert_eq!(judged.facts_in_context["f"], Told::Given(Supported));
    // What a judge says of the passage itself goes before.
    let mut said_so = all.to_vec();
    said_so.push(said(Kind::Context, Target::Passage("p".into()), Verdict::NotNeeded, "a"));
    assert_eq!(together(&said_so).needed["p"], Told::Given(false));
}

#[test]
fn verdicts_on_claims_whose_words_changed_say_nothing() {
    let support = |text: &str| said(Kind::Support, Target::Claim(0, text.into()), Verdict::Supported, "a");
    let of = |all: &[Judgement]| match together(all).claims {
        Told::Given(claims) => claims.into_iter().map(|claim| claim.support).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(&[claims(&["It is 20."], "a"), support("It is 20.")]), [Told::Given(Verdict::Supported)]);
    assert_eq!(of(&[claims(&["It is 25."], "a"), support("It is 20.")]), [Told::NotAsked]);
    // A claim that is no longer there.
    assert_eq!(of(&[claims(&[], "a"), support("It is 20.")]), []);
}

#[test]
fn claims_are_those_of_the_first_judge_that_gave_some() {
    let texts = |all: &[Judgement]| match together(all).claims {
        Told::Given(claims) => claims.into_iter().map(|claim| claim.claim.text).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let gave_none = failed(Kind::Claims, Target::Whole, "a");
    assert_eq!(texts(&[gave_none.clone(), claims(&["One."], "b"), claims(&["Two."], "c")]), ["One."]);
    assert_eq!(together(&[gave_none]).claims, Told::Failed);
    assert_eq!(together(&[]).claims, Told::NotAsked);
    // Without a list, the claims that verdicts are about, unless one of them is missing.
    let support = |place| said(Kind::Support, Target::Claim(place, format!("Claim {place}.")), Verdict::Supported, "a");
    assert_eq!(texts(&[support(1), support(0)]), ["Claim 0.", "Claim 1."]);
    assert_eq!(together(&[support(1)]).claims, Told::NotAsked);
}

#[test]
fn people_go_before_the_source_and_both_before_machines() {
    let whole = |verdict, kind, judge: &str| by(kind, said(Kind::Answer, Target::Whole, verdict, judge));
    use Verdict::{Correct, Incorrect};
    let all = [
        whole(Incorrect, By::Source, "set"),
        whole(Correct, By::Person, "rater"),
        whole(Incorrect, By::Model, "model"),
        whole(Incorrect, By::Source, "other set"),
    ];
    let judged = together(&all);
    assert_eq!((judged.recorded, judged.agrees), (Told::Given((Correct, By::Person)), Told::Given(Incorrect)));
    assert_eq!(together(&all[2..]).recorded, Told::Given((Incorrect, By::Source)));
    assert_eq!(together(&all[2..3]).recorded, Told::NotAsked);
    // Of other kinds a person is one vote among others.
    let vote = |kind, verdict, judge: &str| by(kind, said(Kind::Fact, fact("f"), verdict, judge));
    let votes = [
        vote(By::Person, Verdict::Stated, "rater"),
        vote(By::Model, Verdict::NotStated, "a"),
        vote(By::Model, Verdict::NotStated, "b"),
    ];
    assert_eq!(together(&votes).facts["f"], Told::Given(Verdict::NotStated));
}

/// Claims 2 of 2, none, and 1 of 2 supported: the mean is over the two that have claims, and the third is said to have none.
#[test]
fn an_answer_without_claims_is_in_no_mean() {
    let faithfulness = Measure::parse("faithfulness").unwrap();
    let score = |verdicts: &[Verdict]| {
        let texts: Vec<String> = (0..verdicts.len()).map(|n| format!("Claim {n}.")).collect();
        let mut all = vec![claims(&texts.iter().map(String::as_str).collect::<Vec<_>>(), "a")];
        let support =
            |(n, verdict): (usize, &Verdict)| said(Kind::Support, Target::Claim(n as u32, texts[n].clone()), *verdict, "a");
        all.extend(verdicts.iter().enumerate().map(support));
        let answer = Answer { text: Some("Words.".into()), status: Some(Status::Answered), ..Answer::default() };
        faithfulness.score(&Case { question: &question(), answer: &answer, judged: &together(&all), rubrics: &[] })
    };
    use Verdict::{NotFound, Supported};
    let scores = [score(&[Supported, Supported]), score(&[]), score(&[Supported, NotFound])];
    let summary = summarise(&scores, Values::Score, None, Level::NINETY_FIVE);
    assert_eq!((summary.value, summary.n, summary.failed), (Some(0.75), 2, 0));
    assert_eq!(summary.undefined.into_iter().collect::<Vec<_>>(), [("no claims", 1)]);
}

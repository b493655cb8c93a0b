//! What decides whether an answer is right, and in which order.

mod said;

use evidence::{Expect, Fact, FactKind, Question};
use generation::judged::DIVIDED;
use generation::right::{Basis, FACTS_NOT_JUDGED, NO_ANSWER, NOTHING_DECIDES, Right, STATUS_NOT_KNOWN, right};
use generation::{Answer, By, Case, Judged, Judgement, Kind, Status, Target, Verdict};
use said::{by, fact, failed, question, said};

fn answered() -> Answer {
    Answer { text: Some("Words.".into()), status: Some(Status::Answered), ..Answer::default() }
}

fn with_status(status: Status) -> Answer {
    Answer { status: Some(status), ..answered() }
}

fn with_facts(kinds: &[(&str, FactKind)]) -> Question {
    let fact = |(id, kind): &(&str, FactKind)| Fact { id: (*id).to_owned(), text: String::new(), kind: *kind };
    Question { facts: kinds.iter().map(fact).collect(), ..question() }
}

fn decide(question: &Question, answer: &Answer, judgements: &[Judgement]) -> Right {
    let judged = Judged::new(&judgements.iter().collect::<Vec<_>>());
    right(&Case { question, answer, judged: &judged, rubrics: &[] })
}

fn on_fact(id: &str, verdict: Verdict) -> Judgement {
    said(Kind::Fact, fact(id), verdict, "a")
}

fn on_whole(verdict: Verdict, kind: By, judge: &str) -> Judgement {
    by(kind, said(Kind::Answer, Target::Whole, verdict, judge))
}

#[test]
fn a_failed_call_goes_before_everything() {
    let answer = Answer { error: Some("time-out".into()), ..answered() };
    assert_eq!(decide(&question(), &answer, &[on_whole(Verdict::Correct, By::Person, "rater")]), Right::Failed);
}

#[test]
fn a_recorded_verdict_goes_before_status_facts_and_machines() {
    let question = with_facts(&[("v", FactKind::Vital)]);
    let against = [on_fact("v", Verdict::NotStated), on_whole(Verdict::Incorrect, By::Model, "model")];
    for kind in [By::Person, By::Source] {
        let mut all = against.to_vec();
        all.push(on_whole(Verdict::Correct, kind, "rater"));
        let declined = with_status(Status::Declined);
        assert_eq!(decide(&question, &declined, &all), Right::Yes(Basis::Recorded(kind)));
        all[2] = on_whole(Verdict::Incorrect, kind, "rater");
        assert_eq!(decide(&question, &answered(), &all), Right::No(Basis::Recorded(kind)));
    }
    // People who disagree leave it open; one who failed leaves it to the rest.
    let apart = [on_whole(Verdict::Correct, By::Person, "one"), on_whole(Verdict::Incorrect, By::Person, "two")];
    assert_eq!(decide(&question, &answered(), &apart), Right::NotScored(DIVIDED));
    let lost = [by(By::Person, failed(Kind::Answer, Target::Whole, "rater")), on_fact("v", Verdict::Stated)];
    assert_eq!(decide(&question, &answered(), &lost), Right::Yes(Basis::Facts));
}

#[test]
fn the_status_that_is_expected() {
    use Status::{Answered, ConflictStated, Declined, NoEvidence, Partial};
    let stated = [on_fact("v", Verdict::Stated)];
    let asked = |expect, answerable| Question { expect, answerable, ..with_facts(&[("v", FactKind::Vital)]) };
    for (expect, answerable, fits) in [
        (Expect::Answer, true, vec![Answered]),
        (Expect::Conflict, true, vec![ConflictStated]),
        (Expect::NoAnswer, true, vec![Declined, NoEvidence]),
        (Expect::Answer, false, vec![Declined, NoEvidence]),
        (Expect::Conflict, false, vec![Declined, NoEvidence]),
    ] {
        for (_, status) in Status::ALL {
            let found = decide(&asked(expect, answerable), &with_status(status), &stated);
            let expected = match (fits.contains(&status), status.declines()) {
                (false, _) => Right::No(Basis::Status),
                // Nothing is said that facts could be looked for in.
                (true, true) => Right::Yes(Basis::Status),
                (true, false) => Right::Yes(Basis::Facts),
            };
            assert_eq!(found, expected, "{expect:?} {answerable} {status:?}");
        }
    }
    // A partial answer is none where an answer is expected, whatever it states.
    assert_eq!(decide(&asked(Expect::Answer, true), &with_status(Partial), &stated), Right::No(Basis::Status));
}

#[test]
fn a_judge_reads_the_status_of_what_the_system_calls_answered() {
    let says = |verdict| said(Kind::Status, Target::Whole, verdict, "a");
    let none = Question { answerable: false, ..question() };
    assert_eq!(decide(&none, &answered(), &[says(Verdict::Declined)]), Right::Yes(Basis::Status));
    assert_eq!(decide(&none, &answered(), &[]), Right::No(Basis::Status));
    // What the system says of itself in other words stays.
    assert_eq!(decide(&none, &with_status(Status::Declined), &[says(Verdict::Answered)]), Right::Yes(Basis::Status));
    assert_eq!(decide(&none, &answered(), &[failed(Kind::Status, Target::Whole, "a")]), Right::Failed);
    let apart = [says(Verdict::Declined), said(Kind::Status, Target::Whole, Verdict::Answered, "b")];
    assert_eq!(decide(&none, &answered(), &apart), Right::NotScored(DIVIDED));
    // No words are no answer; words of which nobody says what they are are another thing.
    assert_eq!(decide(&none, &Answer::default(), &[]), Right::NotScored(NO_ANSWER));
    let words = Answer { status: None, ..answered() };
    assert_eq!(decide(&none, &words, &[]), Right::NotScored(STATUS_NOT_KNOWN));
}

#[test]
fn facts_decide_where_some_are_vital() {
    use FactKind::{Forbidden, Okay, Vital};
    use Verdict::{Contradicted, NotStated, Partial, Stated};
    let question = with_facts(&[("v", Vital), ("o", Okay), ("x", Forbidden)]);
    for (vital, okay, forbidden, expected) in [
        (Stated, Stated, NotStated, Right::Yes(Basis::Facts)),
        (Stated, NotStated, NotStated, Right::Yes(Basis::Facts)),
        (Stated, Partial, Partial, Right::Yes(Basis::Facts)),
        (Stated, NotStated, Contradicted, Right::Yes(Basis::Facts)),
        (Partial, Stated, NotStated, Right::No(Basis::Facts)),
        (NotStated, Stated, NotStated, Right::No(Basis::Facts)),
        (Contradicted, Stated, NotStated, Right::No(Basis::Facts)),
        (Stated, Contradicted, NotStated, Right::No(Basis::Facts)),
        (Stated, Stated, Stated, Right::No(Basis::Facts)),
    ] {
        // A machine's word on the whole answer is not asked where facts decide.
        let all =
            [on_fact("v", vital), on_fact("o", okay), on_fact("x", forbidden), on_whole(Verdict::Incorrect, By::Model, "m")];
        assert_eq!(decide(&question, &answered(), &all), expected, "{vital:?} {okay:?} {forbidden:?}");
    }
}

#[test]
fn what_is_wrong_already_is_not_unmade_by_what_is_unknown() {
    use FactKind::Vital;
    let question = with_facts(&[("a", Vital), ("b", Vital)]);
    let lost = || failed(Kind::Fact, fact("a"), "a");
    assert_eq!(decide(&question, &answered(), &[lost(), on_fact("b", Verdict::NotStated)]), Right::No(Basis::Facts));
    assert_eq!(decide(&question, &answered(), &[lost(), on_fact("b", Verdict::Stated)]), Right::Failed);
    assert_eq!(decide(&question, &answered(), &[lost()]), Right::Failed);
    assert_eq!(decide(&question, &answered(), &[on_fact("b", Verdict::Stated)]), Right::NotScored(FACTS_NOT_JUDGED));
    let apart =
        [on_fact("a", Verdict::Stated), said(Kind::Fact, fact("a"), Verdict::NotStated, "b"), on_fact("b", Verdict::Stated)];
    assert_eq!(decide(&question, &answered(), &apart), Right::NotScored(DIVIDED));
}

#[test]
fn the_reference_decides_where_no_fact_is_vital() {
    use FactKind::{Forbidden, Okay};
    let machine = |verdict| on_whole(verdict, By::Model, "m");
    assert_eq!(decide(&question(), &answered(), &[machine(Verdict::Correct)]), Right::Yes(Basis::Reference));
    assert_eq!(decide(&question(), &answered(), &[machine(Verdict::Incorrect)]), Right::No(Basis::Reference));
    assert_eq!(decide(&question(), &answered(), &[]), Right::NotScored(NOTHING_DECIDES));
    assert_eq!(decide(&question(), &answered(), &[failed(Kind::Answer, Target::Whole, "m")]), Right::Failed);
    let apart = [machine(Verdict::Correct), on_whole(Verdict::Incorrect, By::Model, "n")];
    assert_eq!(decide(&question(), &answered(), &apart), Right::NotScored(DIVIDED));
    // Forbidden and contradicted facts make it wrong all the same.
    let forbidding = with_facts(&[("x", Forbidden), ("o", Okay)]);
    let all = |forbidden, okay| [on_fact("x", forbidden), on_fact("o", okay), machine(Verdict::Correct)];
    assert_eq!(decide(&forbidding, &answered(), &all(Verdict::Stated, Verdict::Stated)), Right::No(Basis::Facts));
    assert_eq!(decide(&forbidding, &answered(), &all(Verdict::NotStated, Verdict::Contradicted)), Right::No(Basis::Facts));
    assert_eq!(decide(&forbidding, &answered(), &all(Verdict::NotStated, Verdict::NotStated)), Right::Yes(Basis::Reference));
    assert_eq!(decide(&forbidding, &answered(), &[machine(Verdict::Correct)]), Right::NotScored(FACTS_NOT_JUDGED));
}

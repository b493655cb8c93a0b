//! The JSON Schema of what `gate --format json` prints.

use fourcell::diagnosis::gate::Outcome;
use fourcell::diagnosis::ledger::KnownBy;
use fourcell::formats::gate::Inconclusive;
use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{Form, choice, list, number, object, one_of, table_of, text, truth, whole};

use super::json::SCHEMA;
use crate::score::schema::{enveloped, summary};

/// What a gate came to.
pub const GATE: Schema = Schema { name: "gate", about: "what 'fourcell gate --format json' prints", form: gate };

fn gate() -> Form {
    let flaky = object(&["question", "measure", "passed", "of"])
        .need("question", text())
        .need("measure", text())
        .need("passed", whole(0).about("repeats that pass"))
        .need("of", whole(1).about("repeats with a value"))
        .form();
    let result = object(&[
        "project",
        "candidate",
        "baseline",
        "outcome",
        "verdict",
        "decided_by",
        "inconclusive",
        "certainty",
        "verdicts_alone",
        "changes",
        "layers",
        "regressions",
        "flaky",
        "notes",
    ])
    .need("project", text())
    .need("candidate", text().about("the candidate's run"))
    .need("baseline", text().about("the baseline's run"))
    .need("outcome", outcome().about("the worst of the layers"))
    .need("verdict", text().about("the same in a sentence"))
    .need("decided_by", whole(0).or_null().about("the number of the first layer with that outcome"))
    .need("inconclusive", one_of(&Inconclusive::ALL).about("what an inconclusive layer does"))
    .need("certainty", number().above(0).below(1).about("one-sided certainty of every bound"))
    .need("verdicts_alone", truth().about("true of final questions, of which nothing else is said"))
    .need("changes", crate::changes::form().or_null().about("what differs from the baseline's settings"))
    .need("layers", list(layer()).about("all layers, in order"))
    .need("regressions", list(regression()).about("questions that got worse, critical ones first"))
    .need("flaky", list(flaky).about("questions whose repeats differ"))
    .need("notes", list(text()))
    .form();
    enveloped(SCHEMA, result)
}

fn outcome() -> Form {
    choice(Outcome::NAMES)
}

fn layer() -> Form {
    object(&["layer", "name", "asks", "outcome", "checks"])
        .need("layer", whole(0).about("its number"))
        .need("name", text())
        .need("asks", text())
        .need("outcome", outcome())
        .need("checks", list(check()))
        .form()
}

fn check() -> Form {
    object(&["what", "outcome", "said", "needs", "next", "numbers", "limit", "more_questions", "questions"])
        .need("what", text())
        .need("outcome", outcome())
        .need("said", text().about("what was seen, with its numbers"))
        .need("needs", text().about("what it would need to pass"))
        .need("next", text().about("what to do or type next"))
        .need("numbers", table_of(summary()).about("by name: candidate, baseline, difference, share, rate"))
        .need("limit", number().or_null().about("what the numbers are held against"))
        .need("more_questions", whole(1).or_null().about("how many more would decide"))
        .need("questions", list(text()).about("the questions that it names"))
        .form()
}

fn regression() -> Form {
    let measure = object(&["measure", "candidate", "baseline"])
        .need("measure", text())
        .need("candidate", number())
        .need("baseline", number())
        .form();
    let lost = object(&["cause", "known_by", "why"])
        .need("cause", text())
        .need("known_by", one_of(&KnownBy::ALL))
        .need("why", text())
        .form()
        .or_null();
    object(&["question", "critical", "measures", "lost"])
        .need("question", text())
        .need("critical", truth())
        .need("measures", list(measure))
        .need("lost", lost.about("the stage that lost it in the candidate"))
        .form()
}

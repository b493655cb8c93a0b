//! A failure of the error ledger.

use diagnosis::causes::CAUSES;
use diagnosis::ledger::KnownBy;
use diagnosis::ledger::life::State;
use retrieval::record::Stage;

use super::evidence;
use super::form::{Form, anything, choice, id, list, named, number, object, one_of, pair, text, whole, whole_within};
use crate::native::ledger::{
    FIELDS, FINDING_FIELDS, LOCATOR_FIELDS, LOST_FIELDS, PASSED_OVER, PROOF_FIELDS, SAID_FIELDS, SEEN_FIELDS,
};

/// The names of the parts.
const FINDING: &str = "finding";
const PROOF: &str = "proof";

/// The schema.
pub(super) fn form() -> Form {
    let proofs = || list(named(PROOF)).about("what proves it");
    let findings = || list(named(FINDING));
    let finding = object(&FINDING_FIELDS)
        .need("cause", cause())
        .may("known_by", known_by())
        .may("why", text())
        .may("repair", text())
        .may("proof", proofs())
        .form();
    let lost = object(&LOST_FIELDS)
        .need("group", whole(0).about("which group of the question's evidence, from 1"))
        .need("evidence", evidence::locator(&LOCATOR_FIELDS).about("the locator that came furthest, as the label has it"))
        .may("seen", list(seen()).about("how far it came, in the order of the pipeline"))
        .may("findings", findings().about("the owner first"))
        .form();
    let said = object(&SAID_FIELDS).need("run", text()).may("cause", cause().about("null where it did not fail")).form();
    let known = [&FIELDS[..], &PASSED_OVER].concat();
    object(&known)
        .need("question", id().about("the question that failed"))
        .need("cause", cause().about("what owns the failure"))
        .may("known_by", known_by())
        .may("why", text().about("why, in one sentence"))
        .may("repair", text().about("what to mend"))
        .may("proof", proofs())
        .may("secondary", findings().about("later causes, and those of other groups"))
        .may("groups", whole(0).about("how many groups of evidence the question has"))
        .may("lost", list(lost).about("the groups that were not sent"))
        .may("state", anything().about(&states()))
        .may("reason", text().about("why it is not to be fixed"))
        .may("probed", text().about("the hash of the records of which a probe settled the cause"))
        .may("first_run", anything().about("follows from the history"))
        .may("last_run", anything().about("follows from the history"))
        .may("history", list(said).about("what runs said of it, from the first that failed"))
        .form()
        .defining(FINDING, finding)
        .defining(PROOF, proof())
}

fn states() -> String {
    let names: Vec<&str> = State::ALL.iter().map(|(name, _)| *name).collect();
    format!("follows from the history: {}", names.join(", "))
}

fn cause() -> Form {
    choice(CAUSES.iter().map(|definition| definition.name))
}

fn known_by() -> Form {
    one_of(&KnownBy::ALL)
}

fn stage() -> Form {
    one_of(&Stage::ALL)
}

fn rank() -> Form {
    whole_within(&(0..=u32::MAX))
}

fn proof() -> Form {
    object(&PROOF_FIELDS)
        .may("what", text())
        .may("stage", stage())
        .may("rank", rank())
        .may("length", whole(0).about("how many entries the list has"))
        .may("passage", id())
        .may("doc", id())
        .may("rev", text())
        .may("range", pair())
        .may("cover", number().about("how much of the evidence is covered, from 0 to 1"))
        .may("quote", text())
        .form()
}

fn seen() -> Form {
    let piece = Form::default().with("type", "array").with("minItems", 2).with("maxItems", 2);
    object(&SEEN_FIELDS)
        .need("stage", stage())
        .need("length", whole(0))
        .may("rank", rank().about("where it is met, from 1; null where it never is"))
        .may("cover", number())
        .may("pieces", list(piece.with("prefixItems", vec![rank().json(), id().json()])).about("[rank, passage]"))
        .form()
}

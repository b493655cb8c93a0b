//! One failure in full.

use fourcell::diagnosis::ledger::life::Kept;
use fourcell::diagnosis::ledger::{Finding, KnownBy, Proof};
use fourcell::diagnosis::probe::Change;
use fourcell::evidence::text::printable;
use fourcell::evidence::{Locator, Question};

use super::state;

/// A failure with what was asked and said.
#[derive(Clone, Copy, Debug)]
pub struct Single<'a> {
    /// The failure.
    pub kept: &'a Kept,
    /// The question.
    pub question: &'a Question,
    /// The answer, where one was captured.
    pub answer: Option<&'a str>,
    /// The run's name.
    pub run: &'a str,
}

/// The longest quote that is shown.
const LONGEST: usize = 300;

/// What was asked and said, the owner with its proof, each lost group with how far it came, what else was found, the life, what to do next.
pub fn one(single: &Single<'_>) -> Vec<u8> {
    let (kept, question) = (single.kept, single.question);
    let entry = &kept.entry;
    let say = |text: &str| printable(text, LONGEST);
    let mut text = format!("{} · {} · {}\n", say(&entry.question), entry.cause().definition().title, state(kept.state()));
    text += &format!("asked     {}\n", say(&question.query));
    if let Some(principal) = &question.principal {
        let tenant = principal.tenant.as_deref().unwrap_or("no tenant");
        text += &format!("by        {} ({})\n", say(tenant), say(&principal.groups.join(", ")));
    }
    if let Some(answer) = single.answer {
        text += &format!("answered  {}\n", say(answer));
    }
    text += &format!("\n{}", finding(&entry.owner, ""));
    text += &format!("  mend: {}\n", entry.owner.repair);
    for lost in &entry.lost {
        let quote = match &lost.locator {
            Locator::Range { quote: Some(quote), .. } => format!(" “{}”", say(quote)),
            _ => String::new(),
        };
        text += &format!("\ngroup {} of {}: {}{quote}\n", lost.number, entry.groups, say(&lost.locator.to_string()));
        for seen in &lost.seen {
            let stage = seen.stage.name();
            let at = match (seen.rank, seen.cover > 0.0) {
                (Some(rank), _) => format!("met at rank {rank} of {}", seen.length),
                (None, true) => format!("{:.0} % covered, by {}", seen.cover * 100.0, pieces(&seen.pieces)),
                (None, false) => format!("not among {}", seen.length),
            };
            text += &format!("  {stage:<11} {at}\n");
        }
        for more in lost.findings.iter().filter(|more| more.cause != entry.owner.cause) {
            text += &finding(more, "  ");
        }
    }
    let in_groups = |cause| entry.lost.iter().any(|lost| lost.findings.iter().any(|finding| finding.cause == cause));
    let others: Vec<&Finding> = entry.secondary.iter().filter(|more| !in_groups(more.cause)).collect();
    if !others.is_empty() {
        text += "\nalso\n";
        others.iter().for_each(|more| text += &finding(more, "  "));
    }
    text += "\nlife\n";
    for said in &kept.history {
        let cause = said.cause.map_or("did not fail", fourcell::diagnosis::Cause::name);
        text += &format!("  {}  {cause}\n", say(&said.run));
    }
    if let Some(reason) = &kept.wont_fix {
        text += &format!("  won't fix: {}\n", say(reason));
    }
    text += &match (Change::that_tests(entry.cause()), entry.known_by()) {
        (_, KnownBy::Confirmed) => "\nnext: mend it, and run again\n".to_owned(),
        (Some(_), _) => {
            let (run, id) = (quoted(single.run), quoted(&entry.question));
            format!("\nnext: fourcell probe {run} --question {id} changes one thing, and asks again\n")
        }
        (None, _) => "\nnext: no run tests this cause; look at what proves it\n".to_owned(),
    };
    text.into_bytes()
}

/// A name as a shell takes it for one word, whatever stands in it.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let shown = printable(name, LONGEST);
    if !shown.is_empty() && shown.chars().all(plain) { shown } else { format!("'{}'", shown.replace('\'', "'\\''")) }
}

fn pieces(pieces: &[(u32, String)]) -> String {
    let shown: Vec<String> = pieces.iter().take(4).map(|(rank, id)| format!("{} at rank {rank}", printable(id, 80))).collect();
    shown.join(", ")
}

fn finding(finding: &Finding, indent: &str) -> String {
    let name = finding.cause.definition().title;
    let mut text = format!("{indent}{name} ({}): {}\n", finding.known_by.name(), printable(&finding.why, 600));
    for proof in &finding.proof {
        text += &format!("{indent}  - {}\n", proven(proof));
    }
    text
}

/// A proof in a line.
pub(crate) fn proven(proof: &Proof) -> String {
    let mut parts = vec![printable(&proof.what, LONGEST)];
    let mut add = |part: String| parts.push(printable(&part, LONGEST));
    if let Some(stage) = proof.stage {
        add(match (proof.rank, proof.length) {
            (Some(rank), Some(length)) => format!("{} rank {rank} of {length}", stage.name()),
            (None, Some(length)) => format!("{} of {length}", stage.name()),
            _ => stage.name().to_owned(),
        });
    }
    if let Some(passage) = &proof.passage {
        add(format!("passage {passage}"));
    }
    if let Some(doc) = &proof.doc {
        let rev = proof.rev.as_ref().map(|rev| format!("@{rev}")).unwrap_or_default();
        add(format!("document {doc}{rev}"));
    }
    if let Some(range) = proof.range {
        add(range.to_string());
    }
    if let Some(cover) = proof.cover.filter(|cover| *cover < 1.0) {
        add(format!("{:.0} % covered", cover * 100.0));
    }
    if let Some(quote) = &proof.quote {
        add(format!("“{quote}”"));
    }
    parts.join(" · ")
}

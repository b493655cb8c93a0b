//! What may be spent, whether that limit can hold, and whether a run fits.

use fourcell::formats::project::Project;
use report::doctor::{Group, State};
use report::number::count;

use crate::built_in::estimate::Estimate;
use crate::doctor::Findings;

/// Looks at the budget; `used` are the endpoints that systems use, `runs` what a run of each system sends at most.
pub fn look(project: &Project, used: &[String], runs: &[(String, Estimate)], found: &mut Findings) {
    let budget = project.budget;
    let all = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let stated: Vec<String> = [
        budget.calls.map(|calls| count(all(calls), "call")),
        budget.tokens.map(|tokens| count(all(tokens), "token")),
        budget.money.map(|money| format!("{money} of money")),
    ]
    .into_iter()
    .flatten()
    .collect();
    match (stated.is_empty(), used.is_empty()) {
        (true, true) => return,
        (true, false) => found.ok(Group::Budget, "limit", "none is stated, so that a run sends all that it needs"),
        (false, _) => found.ok(Group::Budget, "limit", format!("{} for a command", stated.join(", "))),
    }
    if budget.money.is_some() && !used.is_empty() {
        let endpoints = || project.endpoints.iter().filter(|e| used.contains(&e.name));
        let free: Vec<&str> = endpoints().filter(|e| e.price.is_none()).map(|e| e.name.as_str()).collect();
        let mend = format!(
            "say what a million tokens cost, 0 where nothing: price = {{ input = …, output = … }} in [endpoints.{}]",
            free.first().unwrap_or(&"NAME")
        );
        match free.len() {
            0 => {}
            n if n == endpoints().count() => {
                let told = "no endpoint has a price, so that the limit on money never stops a run";
                found.add(Group::Budget, State::Fault, "money", told, mend);
            }
            _ => {
                let told = format!("what is spent at {} is not counted, since no price is stated there", free.join(", "));
                found.add(Group::Budget, State::Warning, "money", told, mend);
            }
        }
    }
    for (system, run) in runs {
        let over = [
            budget.calls.filter(|limit| run.calls > *limit).map(|limit| count(all(limit), "call")),
            budget.tokens.filter(|limit| run.tokens > *limit).map(|limit| count(all(limit), "token")),
            budget.money.filter(|limit| run.money.is_some_and(|money| money > *limit)).map(|limit| format!("{limit} of money")),
        ];
        if let Some(limit) = over.into_iter().flatten().next() {
            let told = format!("a run may need more than the limit of {limit}: {}", run.words());
            let mend = "allow more; or go on with --resume, since each command has the budget anew";
            found.add(Group::Budget, State::Warning, system, told, mend);
        }
    }
}

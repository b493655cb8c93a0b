//! The judges of a project: whether each can be asked, as `judge` would ask it.

use fourcell::formats::judges::{Stated, StatedJudge};
use fourcell::formats::project::Project;
use report::doctor::Group;

use super::asking::{Model, Wanted};
use super::{Findings, programs};
use crate::judges::seats::{self, Bench};

/// Looks at every judge; nothing is sent and nothing is started.
pub fn look(project: &Project, found: &mut Findings) {
    for judge in &project.judging.judges {
        let name = judge.name.as_str();
        let told = match &judge.judge {
            Stated::Lexical { .. } => "compares words, without a model".to_owned(),
            Stated::Model(model) => format!("asks {} at {}", model.at.model, model.at.endpoint),
            Stated::Command { program, .. } => {
                programs::look(Group::Judges, name, &program.command, program.concurrency, &project.directory, found);
                continue;
            }
            Stated::Panel(members) => {
                found.ok(Group::Judges, name, format!("the majority of {}", members.join(", ")));
                continue;
            }
        };
        let one = std::slice::from_ref(judge);
        let bench = Bench::open(Some(project), one, seats::threads(1));
        match bench.and_then(|bench| bench.seat(judge, &project.directory).map(|_| ())) {
            Ok(()) => found.ok(Group::Judges, name, told),
            Err(failure) => found.refused(Group::Judges, name, &failure),
        }
    }
}

/// The models that judges use.
pub fn models(judges: &[StatedJudge]) -> Vec<Model> {
    let of = |judge: &StatedJudge| {
        let Stated::Model(model) = &judge.judge else { return None };
        let leaves_out = |field: &str| model.leave_out.contains(field);
        let temperature = model.temperature.or(Some(0.0)).filter(|_| !leaves_out("temperature"));
        let seed = model.seed.filter(|_| !leaves_out("seed"));
        // A limit under another name cannot be tried as it will be sent.
        let limits = !leaves_out("max_tokens") && !model.rename.contains_key("max_tokens");
        let wanted = Wanted::Chat { temperature, seed, limits };
        Some(Model { endpoint: model.at.endpoint.clone(), name: model.at.model.clone(), wanted })
    };
    judges.iter().filter_map(of).collect()
}

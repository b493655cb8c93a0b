//! An index that followed its documents is the one that would be built anew, and cost no more than what changed.

use endpoints::scripted::ScriptedClock;
use fourcell::evidence::lifecycle::Step;
use fourcell::formats::Source;
use fourcell::formats::native::read_lifecycle;
use fourcell::formats::project::no_project;

use super::*;

fn with<R>(stated: &Stated, clock: &ScriptedClock, act: impl FnOnce(Standing<'_>) -> R) -> R {
    let folder = tempfile::tempdir().unwrap();
    let (project, set) = (no_project(folder.path()).unwrap(), QuestionSet::default());
    let clients = Clients::open(&project, &[stated], project.budget, None).unwrap();
    let tokenizer = Tokenizer::named(tokens::DEFAULT).unwrap();
    let threads = NonZeroUsize::MIN;
    act(Standing { project: &project, set: &set, name: "s", stated, tokenizer: &tokenizer, clients: &clients, threads, clock })
}

fn steps() -> Vec<Step> {
    let script = r##"{"do":"add","document":{"id":"a","rev":"1","text":"# One\n\nRed apples.\n\n# Two\n\nGreen pears."}}
{"do":"add","document":{"id":"b","text":"Blue plums and red apples."}}
{"do":"add","document":{"id":"c","text":"Black cherries."}}
{"do":"update","document":{"id":"a","rev":"2","text":"# One\n\nRed apples.\n\n# Two\n\nYellow pears."}}
{"do":"update","document":{"id":"b","text":"Purple plums."}}
{"do":"move","doc":"c","to":"d"}
{"do":"expire","doc":"d"}
{"do":"delete","doc":"b"}
{"do":"day","day":"2026-12-01"}
"##;
    read_lifecycle(&Source::memory("s", script.as_bytes())).unwrap().items
}

fn file(live: &LiveIndex) -> Vec<u8> {
    let mut bytes = Vec::new();
    live.write("s", &mut bytes).unwrap();
    bytes
}

fn found(system: &mut LivingBuiltIn<'_>) -> String {
    let looked = system.ask(&[Question::new("q", "red apples purple plums yellow pears black cherries")]);
    format!("{looked:?}")
}

#[test]
fn what_followed_is_what_would_be_built_and_only_what_changed_is_analysed() {
    let (stated, clock) = (Stated::default(), ScriptedClock::at(std::time::SystemTime::UNIX_EPOCH));
    with(&stated, &clock, |on| {
        let mut state = State::new("2026-11-30", Vec::new());
        let mut system = LivingBuiltIn::new(on, &state).unwrap();
        let mut analysed = Vec::new();
        for step in steps() {
            state.apply(&step.action).unwrap();
            let before = system.live.analysed();
            let said = system.apply(&step.action, &state).unwrap();
            analysed.push((step.action.name(), system.live.analysed() - before));
            let mut fresh = LivingBuiltIn::new(on, &state).unwrap();
            assert!(file(&system.live) == file(&fresh.live), "the indexes differ after {}", step.action.words());
            assert_eq!((said.index_revision.as_deref(), said.pending), (Some(fresh.live.revision()), Some(false)));
            assert_eq!(found(&mut system), found(&mut fresh), "after {}", step.action.words());
        }
        // The new revision of `a` is a document beside the old one; what only has other dates or another place in time is not analysed.
        let expected = [
            ("add", 2),
            ("add", 1),
            ("add", 1),
            ("update", 2),
            ("update", 1),
            ("move", 1),
            ("expire", 0),
            ("delete", 0),
            ("day", 0),
        ];
        assert_eq!(analysed, expected);
    });
}

#[test]
fn held_back_nothing_new_is_found_and_nothing_that_is_gone() {
    let (stated, clock) = (Stated::default(), ScriptedClock::at(std::time::SystemTime::UNIX_EPOCH));
    with(&stated, &clock, |on| {
        let mut state = State::new("2026-11-30", Vec::new());
        let mut system = LivingBuiltIn::new(on, &state).unwrap();
        let mut act = |system: &mut LivingBuiltIn<'_>, step: &Step| {
            state.apply(&step.action).unwrap();
            system.apply(&step.action, &state).unwrap()
        };
        let steps = steps();
        steps[..3].iter().for_each(|step| drop(act(&mut system, step)));
        let delay = Step { action: Action::Delay(Some(2)), expect: Vec::new() };
        assert_eq!(act(&mut system, &delay).pending, Some(false), "nothing waits yet");
        let before = system.live.analysed();
        assert_eq!(act(&mut system, &steps[3]).pending, Some(true));
        act(&mut system, &steps[4]);
        act(&mut system, &steps[7]);
        let shown = found(&mut system);
        for gone in ["Blue plums", "Purple", "Yellow", "Green"] {
            assert!(!shown.contains(gone), "{gone}: {shown}");
        }
        assert!(shown.contains("Black cherries") && system.live.analysed() == before);
        // Time goes on only when somebody waits for it.
        clock.sleep(Duration::from_secs(2));
        assert!(found(&mut system).contains("Yellow pears") && system.live.analysed() == before + 2);
    });
}

#[test]
fn given_passages_follow_no_document() {
    let stated = Stated { chunking: "given".into(), ..Stated::default() };
    let clock = ScriptedClock::at(std::time::SystemTime::UNIX_EPOCH);
    with(&stated, &clock, |on| {
        let refused = LivingBuiltIn::new(on, &State::new("2026-11-30", Vec::new())).err().unwrap();
        assert!(refused.to_string().contains("takes its passages as they are given"));
    });
}

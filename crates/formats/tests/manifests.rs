//! What a manifest tells of the system it is of: settings with the tables in them, what stands beside, when the run was started.

use diagnosis::experiment::{Attribution, Changes, Value};
use formats::Source;
use formats::native::read_manifest;
use formats::native::run::Manifest;

fn read(text: &str) -> Manifest {
    read_manifest(&Source::memory("manifest.toml", text.as_bytes())).unwrap()
}

#[test]
fn tables_are_taken_apart_and_all_else_stays_as_it_was_compared() {
    let made =
        read("[settings]\nchunks = {size = 400, of = {b = 1.50, a = 'x'}}\nlist = [1, {k = 2}]\ntext = '{\"a\":1}'\nnone = {}\n")
            .made_with();
    let Value::Table(chunks) = &made.settings["chunks"] else { panic!("{made:?}") };
    assert_eq!(chunks["size"], Value::Plain("400".into()));
    assert_eq!(chunks["of"].to_string(), "{a = \"x\", b = 1.5}");
    assert_eq!(made.settings["list"], Value::Plain("[1,{\"k\":2}]".into()));
    assert_eq!(made.settings["text"], Value::Plain("\"{\\\"a\\\":1}\"".into()), "a string is no table, whatever it holds");
    assert_eq!(made.settings["none"], Value::Table(Default::default()));
}

#[test]
fn limits_and_what_stands_beside_are_told() {
    let made = read(
        "version = 1\nsystem = 's'\nconfiguration = 'sha256:0'\nseed = 7\nday = '2026-11-30'\n[settings]\ntop_k = 6\n[budget]\ntokens = 900\n[inputs]\na = 'b'\n",
    )
    .made_with();
    let beside: Vec<(&str, &str)> = made.beside.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(beside, [("day", "\"2026-11-30\""), ("seed", "7")]);
    let budget: Vec<(&str, &str)> = made.budget.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(budget, [("passages", "6"), ("tokens", "900")]);
}

#[test]
fn two_manifests_are_held_against_each_other() {
    let base = "[settings]\nchunks = {size = 400, overlap = 0}\nk = 1\n";
    let changes = |other: &str| {
        let (one, other) = (read(base).made_with(), read(other).made_with());
        Changes::between(("a", Some(&one)), ("b", Some(&other))).attribution
    };
    assert_eq!(changes("[settings]\nk = 1.0\n[settings.chunks]\noverlap = 0\nsize = 0x190\n"), Attribution::Same);
    let Attribution::Attributable(change) = changes(&base.replace("400", "800")) else { panic!() };
    assert_eq!((change.setting.as_str(), change.parts[0].path.as_str()), ("chunks", "chunks.size"));
}

#[test]
fn only_a_moment_in_utc_says_when_a_run_was_started() {
    let started = |when: &str| read(&format!("[settings]\n{when}\n")).started;
    assert_eq!(started("[when]\nstarted = '2026-11-30T08:15:00Z'").as_deref(), Some("2026-11-30T08:15:00Z"));
    for other in [
        "",
        "[when]\nx = 1",
        "[when]\nstarted = 3",
        "[when]\nstarted = '2026-11-30'",
        "[when]\nstarted = '2026-11-30T08:15:00+01:00'",
    ] {
        assert_eq!(started(other), None, "{other}");
    }
    assert_eq!(read("when = 3\n").started, None, "nothing is refused for what stands there");
}

use super::*;

fn set() -> FinalSet {
    FinalSet { hash: hash_of("set"), questions: 3 }
}

fn subject() -> Subject {
    Subject { run: "mine \u{1b}[2J".into(), manifest: hash_of("m"), by: "gate".into() }
}

fn acts() -> Vec<Act> {
    vec![
        Act::Sealed { set: set(), looks: 5, reason: "first \"set\"".into() },
        Act::Look { set: set(), subject: subject(), reason: None },
        Act::Look { set: set(), subject: subject(), reason: Some("again".into()) },
        Act::Burned { set: set(), subject: subject(), reason: "to see why".into() },
        Act::Retired { set: set(), reason: "burned".into() },
    ]
}

fn text() -> String {
    written_anew(acts().iter().map(|act| ("2026-11-30T08:15:00Z", "ann", act)))
}

fn read(text: &str) -> Result<Record, InputError> {
    read_custody(&Source::memory("custody.jsonl", text.as_bytes()))
}

#[test]
fn what_is_written_is_read_and_holds() {
    let record = read(&text()).unwrap();
    assert_eq!(record.entries.iter().map(|entry| entry.act.clone()).collect::<Vec<_>>(), acts());
    assert_eq!(record.entries.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(verify(&record.links), []);
    assert!(text().lines().last().unwrap().ends_with(&ending(record.head())), "the head can be seen in the file");
    // Line ends that a version control changed are no change.
    assert_eq!(verify(&read(&text().replace('\n', "\r\n")).unwrap().links), []);
}

/// Whatever byte is another one, the line is named: as one that cannot be read, or as one that does not hold.
#[test]
fn every_edited_byte_is_found_at_its_line() {
    let text = text();
    let (mut unread, mut broken) = (0, 0);
    for at in 0..text.len() {
        for byte in [b'x', b'0', b' ', b'"'] {
            let mut edited = text.clone().into_bytes();
            if edited[at] == byte || edited[at] == b'\n' {
                continue;
            }
            edited[at] = byte;
            let line = text[..at].matches('\n').count() as u64 + 1;
            match read_custody(&Source::memory("f", edited)) {
                Err(error) => {
                    assert_eq!(error.line(), Some(line), "{error}");
                    unread += 1;
                }
                Ok(record) => {
                    assert_eq!(verify(&record.links)[0].line, line, "byte {at}");
                    broken += 1;
                }
            }
        }
    }
    assert!(unread > 500 && broken > 500, "{unread} {broken}");
}

#[test]
fn what_is_no_line_is_refused_with_its_place() {
    let first = text().lines().next().unwrap().to_owned();
    let problem = |from: &str, to: &str| {
        assert!(first.contains(from), "{from}");
        read(&first.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(problem("\"version\":1", "\"version\":2").contains("1:12: version 2 is newer than 1"));
    assert!(problem("\"version\":1", "\"version\":0").contains("version 0 does not exist"));
    assert!(problem("\"seq\":1", "\"seq\":0").contains("field 'seq' counts from 1"));
    assert!(problem("\"looks\":5", "\"looks\":0").contains("must be from 1 to 1000"));
    assert!(problem("\"looks\":5", "\"run\":\"r\"").contains("field 'run' does not belong to \"kind\":\"sealed\""));
    assert!(problem("\"who\":\"ann\"", "\"who\":\" \"").contains("field 'who' is empty"));
    assert!(problem("\"who\"", "\"whom\"").contains("did you mean 'who'?"));
    assert!(problem("sha256:", "sha256;").contains("must be 'sha256:' and 64 hex digits"));
    let error = read(&format!("{first}\n\n")).unwrap_err();
    assert_eq!((error.line(), error.problem()), (Some(2), "is blank, and a custody record has no blank lines"));
}

#[test]
fn lines_are_added_one_after_the_other_and_a_broken_record_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("custody.jsonl");
    let add = |act: &Act| append::<_, InputError>(&path, "now", "ann", |record| Ok((Some(act.clone()), record.entries.len())));
    for (before, act) in acts().iter().enumerate() {
        let (told, head) = add(act).unwrap();
        let record = read_record(&path).unwrap();
        assert_eq!((told, head.as_str()), (before, record.head()));
    }
    let all = std::fs::read_to_string(&path).unwrap();
    let (_, head) = append::<_, InputError>(&path, "now", "ann", |_| Ok((None, ()))).unwrap();
    assert!(all.trim_end().ends_with(&ending(&head)));
    let broken = all.replace("to see why", "to see how");
    std::fs::write(&path, &broken).unwrap();
    let error = add(&acts()[1]).unwrap_err();
    assert_eq!((error.line(), error.problem()), (Some(4), "was edited: its hash is not that of its words"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), broken);
    // Without a line feed at its end.
    std::fs::write(&path, all.trim_end()).unwrap();
    add(&acts()[0]).unwrap();
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&all));
    std::fs::write(&path, [0x1f, 0x8b, 8]).unwrap();
    assert!(add(&acts()[0]).unwrap_err().problem().contains("not compressed"));
}

#[test]
fn of_many_at_once_none_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("custody.jsonl");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..5 {
                    let act = acts()[1].clone();
                    append::<_, InputError>(path, "now", &thread.to_string(), |_| Ok((Some(act), ()))).unwrap();
                }
            });
        }
    });
    let record = read_record(&path).unwrap().sound("f").unwrap();
    assert_eq!(record.entries.len(), 20);
    for thread in 0..4 {
        assert_eq!(record.entries.iter().filter(|entry| entry.who == thread.to_string()).count(), 5);
    }
}

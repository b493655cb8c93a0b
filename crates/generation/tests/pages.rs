//! The registry and the pages of the measures keep each other honest.

mod example;
mod said;

use std::collections::HashMap;

use example::Example;
use generation::MEASURES;
use generation::measures::Measure;

const HEADINGS: [&str; 6] =
    ["What it measures", "When it misleads", "Undefined when", "Formula and source", "Worked example", "Agrees with"];

#[test]
fn names_are_unique_and_are_understood() {
    let mut owner: HashMap<&str, &str> = HashMap::new();
    for definition in MEASURES {
        for name in definition.aliases.iter().copied().chain([definition.name]) {
            let other = owner.insert(name, definition.name);
            assert!(other.is_none(), "'{name}' names both {} and {}", other.unwrap_or_default(), definition.name);
            let written = if definition.name == "rubric" { "rubric:tone" } else { name };
            assert_eq!(Measure::parse(written).unwrap().definition.name, definition.name);
        }
    }
}

#[test]
fn each_page_has_its_title_and_every_heading_in_order() {
    for definition in MEASURES {
        let name = definition.name;
        let mut lines = definition.page.lines();
        assert_eq!(lines.next().unwrap(), format!("# {name}: {}", definition.title));
        let sections: Vec<&str> = definition.page.split("\n## ").collect();
        let lead = sections[0].lines().skip(1).collect::<Vec<_>>().join(" ");
        let lead = lead.trim();
        assert!(lead.ends_with('.') && lead.matches(". ").count() == 0, "{name}: one sentence leads: {lead}");
        let headings: Vec<&str> = sections[1..].iter().map(|section| section.lines().next().unwrap()).collect();
        assert_eq!(headings, HEADINGS, "{name}");
        for section in &sections[1..] {
            let body: usize = section.lines().skip(1).map(|line| line.trim().len()).sum();
            assert!(body > 20, "{name}: nothing under {section}");
        }
        let long = definition.page.lines().find(|line| line.chars().count() > 130);
        assert_eq!(long, None, "{name}");
        assert_eq!(definition.page.matches("```").count() % 2, 0, "{name}");
    }
}

#[test]
fn every_worked_example_holds() {
    let mut wrong = Vec::new();
    for definition in MEASURES {
        let mut own = 0;
        for example in Example::all(definition.page) {
            assert!(!example.values.is_empty(), "{}: an example without a value", definition.name);
            for (name, expected) in &example.values {
                let measure = Measure::parse(name).unwrap_or_else(|e| panic!("{}: {e}", definition.name));
                assert_eq!(measure.to_string(), *name, "{}: not the canonical name", definition.name);
                own += usize::from(measure.definition.name == definition.name && !expected.starts_with("undefined"));
                let found = example.printed(&measure);
                if found != *expected {
                    wrong.push(format!("{}: {name} = {found}, not {expected}", definition.name));
                }
            }
        }
        assert!(own > 0, "{} has no example of itself with a value", definition.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a page calls a reason in full is one of the code: it stands in a source file of this crate as it is written.
#[test]
fn reasons_are_quoted_as_they_are() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut code = String::new();
    for place in [folder.to_owned(), format!("{folder}/measures")] {
        for path in std::fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|e| e == "rs") {
                code += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    for definition in MEASURES {
        let section = definition.page.split("\n## Undefined when").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
        let section = section.split_whitespace().collect::<Vec<_>>().join(" ");
        for quoted in section.split('`').skip(1).step_by(2).filter(|quoted| quoted.contains(' ')) {
            assert!(code.contains(&format!("Undefined(\"{quoted}\")")), "{}: no reason is '{quoted}'", definition.name);
        }
    }
}

#[test]
fn every_page_in_the_folder_belongs_to_the_registry() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/measures");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    for path in &pages {
        let page = std::fs::read_to_string(path).unwrap();
        assert!(MEASURES.iter().any(|d| d.page == page), "{} belongs to no measure", path.display());
    }
    assert_eq!(pages.len(), MEASURES.len());
}

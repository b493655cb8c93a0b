//! Products: a policy each, and for some of them a list of fees in two revisions, a guide of a region, or an old note.

use evidence::{Fact, FactKind, Status};

use super::{Sort, Subject, World};
use crate::random::Random;

/// Names of pumps, then of dryers: no name is a word of any text.
const NAMES: [[&str; 12]; 2] = [
    ["Aldern", "Borvik", "Calmet", "Dorsa", "Elbrun", "Farnel", "Gestro", "Hulven", "Ixeno", "Jorran", "Kestol", "Lumera"],
    ["Merlot", "Norvax", "Ostrel", "Perlan", "Quillo", "Rostok", "Selmar", "Tarvin", "Ulmeck", "Vantor", "Wexill", "Zarbon"],
];

const NOUNS: [&str; 2] = ["pump", "dryer"];

/// From this place on among those of its noun, a document comes late: with ties in byte order of the ids, seven come before it.
const LATE: usize = 7;

const MEANINGS: [&str; 3] = ["pressure too low", "motor too warm", "water in the oil"];
const PARTS: [&str; 3] = ["seal kit", "drive belt", "filter mat"];

/// What nothing says of any product.
const UNKNOWN: [(&str, &str, &str); 3] = [
    ("noise", "noise level", "What is the noise level of the {}?"),
    ("weight", "empty weight", "What is the empty weight of the {}?"),
    ("power", "power consumption", "What is the power consumption of the {}?"),
];

pub(super) fn add(world: &mut World, random: &mut Random) {
    for (names, noun) in NAMES.iter().zip(NOUNS) {
        for (place, name) in names.iter().enumerate() {
            Product { name, noun, place, id: name.to_lowercase() }.add(world, random);
        }
    }
}

struct Product<'a> {
    name: &'a str,
    noun: &'a str,
    place: usize,
    id: String,
}

/// Two numbers of two digits that differ.
fn two(random: &mut Random) -> (usize, usize) {
    let first = 11 + random.below(40);
    (first, first + 1 + random.below(40))
}

impl Product<'_> {
    fn full(&self) -> String {
        format!("{} {}", self.name, self.noun)
    }

    fn add(&self, world: &mut World, random: &mut Random) {
        self.policy(world, random);
        if self.place.is_multiple_of(2) {
            self.fees(world, random);
        } else {
            self.note(world, random);
        }
        if self.place.is_multiple_of(3) {
            self.guide(world, random);
        }
    }

    fn subject(&self, doc: &str, rev: &str, quote: String, matter: &str) -> Subject {
        let (fact, doc, rev) = (quote.clone(), doc.to_owned(), rev.to_owned());
        Subject { doc, rev, quote, fact, name: self.full(), matter: matter.to_owned() }
    }

    /// The same sections with the same number of words for each product, so that only the name tells them apart.
    fn policy(&self, world: &mut World, random: &mut Random) {
        let (full, id) = (self.full(), self.id.clone());
        let code = self.name[..3].to_uppercase();
        let base = 100 + 10 * random.below(80);
        let n: Vec<usize> = (0..4).map(|_| 11 + random.below(80)).collect();
        let warranty = format!("The warranty of the {full} is {} months.", n[0]);
        let returns = format!("An unused {full} can be returned within {} days.", n[1]);
        let support = format!("Support for the {full} answers within {} hours.", n[2]);
        let filter = format!("The filter of the {full} is cleaned every {} weeks.", n[3]);
        let heading = format!("## Inspection interval of the {full}");
        let every = format!("Every {} weeks, before the first shift.", 11 + random.below(40));
        let row = |place: usize, what: &str, value: String| format!("| {code}-{} | {what} | {value} |", base + place);
        let valves: Vec<usize> = (0..3).map(|place| 11 + 25 * place + random.below(25)).collect();
        let prices: Vec<usize> = (0..3).map(|place| 11 + 25 * place + random.below(25)).collect();
        let errors: Vec<String> = (0..3).map(|p| row(p, MEANINGS[p], format!("set valve V-{}", valves[p]))).collect();
        let parts: Vec<String> = (0..3).map(|p| row(p + 4, PARTS[p], format!("€{}", prices[p]))).collect();
        let text = format!(
            "# {full}: service policy\n\nThis policy holds for everyone who sells or repairs the product.\n\n\
             ## Warranty\n\n{warranty} It starts on the day of delivery. Wear is not part of it.\n\n\
             ## Returns\n\n{returns} The carton has to be closed.\n\n\
             ## Support\n\n{support} Calls are taken on working days.\n\n\
             ## Cleaning\n\n{filter} Compressed air must not be used for that.\n\n\
             {heading}\n\n{every}\n\n\
             ## Error codes\n\n| Code | Meaning | Action |\n| --- | --- | --- |\n{}\n\n\
             ## Spare parts\n\n| Part | Name | Price |\n| --- | --- | --- |\n{}\n",
            errors.join("\n"),
            parts.join("\n"),
        );
        let title = format!("Service policy of the {full}");
        // Half of the policies are for a group whose name has capitals, as products write it.
        let group = if self.place.is_multiple_of(2) { "Field Service" } else { "staff" };
        world.document(&id, "1", &title, text).acl = Some(vec![group.to_owned()]);
        let late = self.place >= LATE;
        for (key, matter, quote, query) in [
            ("warranty", "warranty", warranty, format!("How long is the warranty of the {full}?")),
            (
                "returns",
                "unused returned within days",
                returns,
                format!("Within how many days can an unused {full} be returned?"),
            ),
            (
                "support",
                "support answers within hours",
                support,
                format!("Within how many hours does support for the {full} answer?"),
            ),
            ("filter", "filter cleaned", filter, format!("How often is the filter of the {full} cleaned?")),
        ] {
            let subject = self.subject(&id, "1", quote, matter);
            world.ask(format!("{id}-{key}"), query, Sort::Plain, vec![subject]).is_late = late;
        }
        let mut subject = self.subject(&id, "1", format!("{heading}\n\n{every}"), "inspection interval");
        subject.fact = every;
        let query = format!("What is the inspection interval of the {full}?");
        world.ask(format!("{id}-inspection"), query, Sort::Under, vec![subject]).is_late = late;
        for (key, rows, matter, offset) in [("error", &errors, "error code", 0), ("part", &parts, "spare part", 4)] {
            let place = 1;
            let name = format!("{code}-{}", base + place + offset);
            let query = match key {
                "error" => format!("What does error code {name} mean?"),
                _ => format!("What does spare part {name} cost?"),
            };
            let mut subject = self.subject(&id, "1", rows[place].clone(), matter);
            subject.fact = as_sentence(&rows[place]);
            subject.name = name;
            world.ask(format!("{id}-{key}"), query, Sort::Row, vec![subject]).is_late = late;
        }
        let (key, matter, query) = UNKNOWN[self.place % UNKNOWN.len()];
        let subject = self.subject(&id, "1", String::new(), matter);
        world.ask(format!("{id}-{key}"), query.replace("{}", &full), Sort::Unanswerable, vec![subject]);
    }

    /// Rents, with an older revision that said otherwise.
    fn fees(&self, world: &mut World, random: &mut Random) {
        let (full, id, (old, new)) = (self.full(), format!("{}-fees", self.id), two(random));
        let said = |fee: usize| format!("The rental fee of the {full} is €{fee} per day.");
        let text = |fee: usize| format!("# {full}: fees\n\n{} A started day counts whole.\n", said(fee));
        let title = format!("Fees of the {full}");
        let before = world.document(&id, "1", &title, text(old));
        before.status = Status::Superseded;
        before.superseded_by = Some(format!("{id}@2"));
        world.document(&id, "2", &title, text(new)).effective_from = Some("2026-06-01".to_owned());
        let subject = self.subject(&id, "2", said(new), "rental fee per day");
        let query = format!("What is the rental fee of the {full} per day?");
        let asked = world.ask(id, query, Sort::Version, vec![subject]);
        asked.question.facts.push(Fact { id: "old".into(), text: said(old), kind: FactKind::Forbidden });
    }

    /// A policy on loans, and what somebody once noted.
    fn note(&self, world: &mut World, random: &mut Random) {
        let (full, id, (noted, rule)) = (self.full(), format!("{}-loan", self.id), two(random));
        let said = |days: usize| format!("A loan of the {full} ends after {days} days.");
        let title = format!("Loans of the {full}");
        world.document(&id, "1", &title, format!("# {full}: loans\n\n{} It can be renewed once.\n", said(rule)));
        let note = format!("# {NOTE} on the {full}\n\n{} That is how it was handled in the old shop.\n", said(noted));
        world.document(&format!("{}-note", self.id), "1", &format!("Note on the {full}"), note);
        let subject = self.subject(&id, "1", said(rule), "loan ends after days");
        let query = format!("After how many days does a loan of the {full} end?");
        let asked = world.ask(id, query, Sort::Note, vec![subject]);
        asked.question.facts.push(Fact { id: "noted".into(), text: said(noted), kind: FactKind::Forbidden });
    }

    /// Two guides of equal standing that disagree.
    fn guide(&self, world: &mut World, random: &mut Random) {
        let (full, (north, south)) = (self.full(), two(random));
        let said = |degrees: usize| format!("The {full} is stored at a temperature of {degrees} degrees.");
        let mut subjects = Vec::new();
        for (region, degrees) in [("north", north), ("south", south)] {
            let id = format!("{}-{region}", self.id);
            let text = format!("# {full}: guide of the {region}\n\n{} The room has to be dry.\n", said(degrees));
            world.document(&id, "1", &format!("Guide of the {region} for the {full}"), text);
            subjects.push(self.subject(&id, "1", said(degrees), "temperature stored"));
        }
        let query = format!("At what temperature is the {full} stored?");
        let asked = world.ask(format!("{}-storage", self.id), query, Sort::Conflict, subjects);
        asked.question.expect = evidence::Expect::Conflict;
    }
}

/// What the heading of a note begins with, which says that policies count more.
pub const NOTE: &str = "Forum note";

/// A table's row as people say it: `A-1: pressure too low; set valve V-12.`
pub fn as_sentence(row: &str) -> String {
    let cells: Vec<&str> = row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    match cells.split_first() {
        Some((first, rest)) if !rest.is_empty() => format!("{first}: {}.", rest.join("; ")),
        _ => row.trim().to_owned(),
    }
}

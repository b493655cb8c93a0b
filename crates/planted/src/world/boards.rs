//! Boards that everybody knows by their initials only.

use super::{Sort, Subject, World};
use crate::random::Random;

/// Initials, in byte order, and what a machine takes them for that has never heard of them.
pub const BOARDS: [(&str, &str); 12] = [
    ("CAPA", "capacity"),
    ("COC", "chain"),
    ("ECO", "ecology"),
    ("FAI", "fair"),
    ("LOTO", "lottery"),
    ("MOC", "mockup"),
    ("NCR", "recorder"),
    ("PPAP", "paper"),
    ("RMA", "arithmetic"),
    ("SOP", "soap"),
    ("TPM", "template"),
    ("WIP", "wiper"),
];

/// With ties in byte order of the ids, so many come before the first late one.
const LATE: usize = 7;

pub(super) fn add(world: &mut World, random: &mut Random) {
    for (place, (name, _)) in BOARDS.iter().enumerate() {
        let id = format!("board-{}", name.to_lowercase());
        let quote = format!("The {name} board meets every {} weeks.", 11 + random.below(40));
        let text = format!("# {name} board\n\n{quote} Its minutes are kept by the secretary.\n");
        world.document(&id, "1", &format!("{name} board"), text);
        let subject = Subject {
            doc: id.clone(),
            rev: "1".to_owned(),
            fact: quote.clone(),
            quote,
            name: (*name).to_owned(),
            matter: "board meet".to_owned(),
        };
        world.ask(id, format!("How often does the {name} board meet?"), Sort::Board, vec![subject]).is_late = place >= LATE;
    }
}

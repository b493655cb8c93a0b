//! A system with one thing changed.

use fourcell::diagnosis::probe::Change;
use fourcell::formats::systems::{BuiltIn, Kind, StatedSystem};

/// How far a probe goes.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Whether filters may be switched off.
    pub filter_off: bool,
    /// The other chunking; derived from the system's own where it is not stated.
    pub chunking: Option<String>,
}

/// So many times as many candidates, passages and tokens are taken.
const FACTOR: u32 = 10;
/// At least so many candidates are taken.
const DEEP: u32 = 1000;

/// The system with the change, and the setting in words; or why the change cannot be made.
pub fn changed(system: &StatedSystem, change: Change, reach: &Reach) -> Result<(StatedSystem, String), String> {
    let (kind, setting) = match (&system.kind, change) {
        (_, Change::Oracle) => (system.kind.clone(), "the labelled evidence as context".to_owned()),
        (Kind::BuiltIn(stated), _) => {
            let (stated, setting) = built_in(stated, change, reach)?;
            (Kind::BuiltIn(Box::new(stated)), setting)
        }
        (Kind::Http(http), Change::Deeper | Change::LargerBudget) => {
            let mut http = http.clone();
            let setting = larger(&mut http.contract.k, &mut http.contract.budget_tokens)?;
            (Kind::Http(http), setting)
        }
        (Kind::Command(command), Change::Deeper | Change::LargerBudget) => {
            let mut command = command.clone();
            let setting = larger(&mut command.contract.k, &mut command.contract.budget_tokens)?;
            (Kind::Command(command), setting)
        }
        (Kind::Recorded(_), _) => return Err("what was recorded cannot be asked again".into()),
        (Kind::Http(_) | Kind::Command(_), _) => {
            return Err(format!("'{}' is not told how to do that: only the built-in system can", change.name()));
        }
    };
    Ok((StatedSystem { name: system.name.clone(), kind }, setting))
}

/// More of what a system is asked for.
fn larger(k: &mut Option<u32>, tokens: &mut Option<u32>) -> Result<String, String> {
    let mut parts = Vec::new();
    for (limit, unit) in [(k, "passages"), (tokens, "tokens")] {
        if let Some(limit) = limit {
            *limit = limit.saturating_mul(FACTOR);
            parts.push(format!("{limit} {unit}"));
        }
    }
    if parts.is_empty() { Err("the system states neither k nor budget_tokens".into()) } else { Ok(parts.join(", ")) }
}

fn built_in(stated: &BuiltIn, change: Change, reach: &Reach) -> Result<(BuiltIn, String), String> {
    let mut stated = stated.clone();
    let setting = match change {
        Change::Deeper => {
            stated.candidates = stated.candidates.saturating_mul(FACTOR).max(DEEP);
            format!("candidates = {}", stated.candidates)
        }
        Change::LargerBudget => {
            let setting = larger(&mut stated.max_passages, &mut stated.max_tokens)?;
            let most = stated.max_passages.unwrap_or(0);
            stated.candidates = stated.candidates.max(most);
            // A reranker that keeps few would be a second cut.
            if let Some(reranking) = &mut stated.reranking {
                reranking.top = reranking.top.max(most);
            }
            setting
        }
        Change::FilterOff if !reach.filter_off => {
            return Err("filters are switched off only with --allow-filter-off: what the asker may not open can come back".into());
        }
        Change::FilterOff => {
            stated.filter = "never".into();
            "filter = \"never\"".into()
        }
        Change::OtherChunking => {
            stated.chunking = reach.chunking.clone().unwrap_or_else(|| larger_pieces(&stated.chunking));
            format!("chunking = \"{}\"", stated.chunking)
        }
        Change::Unrewritten => {
            if stated.rewriting.take().is_none() {
                return Err("the system does not rewrite".into());
            }
            "no rewriting".into()
        }
        Change::Oracle => "the labelled evidence as context".into(),
    };
    Ok((stated, setting))
}

/// Pieces twice as long, the next one beginning in the middle of the one before; of given passages windows.
fn larger_pieces(chunking: &str) -> String {
    const USUAL: &str = "windows/1 unit=characters size=2000 overlap=1000";
    let unit = chunking.split(' ').find_map(|part| part.strip_prefix("unit="));
    let size = ["size=", "max="].iter().find_map(|key| chunking.split(' ').find_map(|part| part.strip_prefix(key)));
    match (unit, size.and_then(|size| size.parse::<usize>().ok())) {
        (Some(unit), Some(size)) if size > 0 => {
            format!("windows/1 unit={unit} size={} overlap={size}", size.saturating_mul(2))
        }
        _ => USUAL.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(change: Change, reach: &Reach) -> Result<(BuiltIn, String), String> {
        built_in(&BuiltIn::default(), change, reach)
    }

    #[test]
    fn one_thing_is_changed() {
        let usual = BuiltIn::default();
        let (deeper, setting) = change(Change::Deeper, &Reach::default()).unwrap();
        assert_eq!((deeper.candidates >= 1000, setting), (true, format!("candidates = {}", deeper.candidates)));
        assert_eq!(BuiltIn { candidates: usual.candidates, ..deeper }, usual);
        assert!(change(Change::FilterOff, &Reach::default()).unwrap_err().contains("--allow-filter-off"));
        let allowed = Reach { filter_off: true, ..Reach::default() };
        assert_eq!(change(Change::FilterOff, &allowed).unwrap().0.filter, "never");
        assert!(change(Change::Unrewritten, &Reach::default()).is_err());
    }

    #[test]
    fn pieces_are_longer_and_overlap() {
        for (from, to) in [
            ("windows/1 unit=characters size=400 overlap=0", "windows/1 unit=characters size=800 overlap=400"),
            ("headings/1 unit=tokens:o200k_base max=256", "windows/1 unit=tokens:o200k_base size=512 overlap=256"),
            ("given", "windows/1 unit=characters size=2000 overlap=1000"),
        ] {
            assert_eq!(larger_pieces(from), to);
            assert!(to.parse::<documents::Chunking>().is_ok(), "{to}");
        }
    }
}

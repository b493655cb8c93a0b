//! The report for a terminal.

use fourcell::evidence::text::printable;
use fourcell::generation::calibration::{Calibration, ENOUGH_LABELS};
use fourcell::statistics::agreement::Confusion;
use fourcell::statistics::{Interval, Level, Undefined};

use super::{CalibrateReport, Change, Class};
use crate::number::{count, interval, p, short};
use crate::table::table;

/// A block for each kind of question.
pub fn terminal(report: &CalibrateReport) -> Vec<u8> {
    let mut text = format!("{}\n", printable(&report.heading, 400));
    for class in &report.classes {
        text += &format!("\n{}", block(class));
    }
    if let Some(preference) = &report.self_preference {
        text += &format!("\nself-preference: {}\n", self_preference(preference));
    }
    for note in &report.notes {
        text += &format!("note: {}\n", printable(note, 1000));
    }
    text.into_bytes()
}

/// Lines of one kind, each a name and what there is to say of it.
pub fn lines(class: &Class) -> Vec<(&'static str, String)> {
    let c = &class.calibration;
    let mut lines = vec![("labels of people", labels(c))];
    let stated = |value: Result<String, Undefined>| value.unwrap_or_else(|reason| format!("– ({reason})"));
    if c.labelled > 0 {
        let unstable = c.prevalence.as_ref().is_ok_and(|p| p.kappa_unstable());
        let kappa = c.kappa.as_ref().map_err(|e| *e).map(|k| format!("κ {}", short(k.value)));
        let agreement = c.agreement.map(|a| format!("{} agree", short(a)));
        lines.push(("agreement", format!("{} · {}", stated(agreement), stated(kappa))));
        let which = if c.ordinal { "ordinal" } else { "nominal" };
        let around = match &c.alpha_interval {
            Ok(resampled) => resampled.interval.map_or_else(|e| format!("no interval: {e}"), |i| interval(Some(i))),
            Err(reason) => format!("no interval: {reason}"),
        };
        lines.push(("", format!("α ({which}) {}", stated(c.alpha.map(|a| format!("{} {around}", short(a)))))));
        let ac1 = c.ac1.as_ref().map_err(|e| *e).map(|g| short(g.value));
        let hint = if unstable { " · one verdict is so common that κ and α are unstable" } else { "" };
        lines.push(("", format!("AC1 {}{hint}", stated(ac1))));
        if let Ok(rates) = &c.rates {
            let level = Level::NINETY_FIVE;
            let of = |rate: Result<f64, Undefined>, around: Result<Interval, Undefined>| {
                stated(rate.and_then(|r| around.map(|i| format!("{} {}", short(r), interval(Some(i))))))
            };
            let positive = c.positive.name();
            lines.push((
                "sensitivity",
                format!("{} of what people call {positive}", of(rates.sensitivity(), rates.sensitivity_interval(level))),
            ));
            lines.push((
                "specificity",
                format!("{} of what they do not", of(rates.specificity(), rates.specificity_interval(level))),
            ));
        }
    }
    if let Some(naive) = c.naive {
        let word = if c.is_uncalibrated() { " · uncalibrated judge" } else { "" };
        lines.push(("share as judged", format!("{} {} of {}{word}", short(naive), c.positive.name(), c.judged)));
    }
    if c.labelled > 0 {
        let corrected = c.corrected.and_then(|corrected| {
            let around = corrected.interval(Level::NINETY_FIVE)?.clipped(0.0, 1.0);
            let (mean, labels) = (corrected.mean.clamp(0.0, 1.0), corrected.labels);
            Ok(format!("{} {} (PPI++, t, {})", short(mean), interval(Some(around)), count(labels, "label")))
        });
        lines.push(("share, corrected", stated(corrected)));
        let slope = c.verbosity.map(|v| {
            let around = interval(Some(v.interval(Level::NINETY_FIVE)));
            format!("{:+.3} {around} for e times the length (HC3), p {}", v.slope, p(Some(v.p)))
        });
        lines.push(("overrated by length", stated(slope)));
    }
    if let Ok(repeats) = &c.repeats {
        let (within, between) = (repeats.within.sqrt(), repeats.between().sqrt());
        lines.push((
            "repeats",
            format!("standard deviation {} within a target, {} between targets", short(within), short(between)),
        ));
    }
    if let Some(change) = &class.change {
        lines.extend(changed(change));
    }
    lines
}

fn labels(c: &Calibration) -> String {
    match (c.labelled, c.at_random) {
        (0, _) => "none: uncalibrated judge".to_owned(),
        (all, random) if random < ENOUGH_LABELS => {
            format!("{all} of {}, {random} at random: fewer than {ENOUGH_LABELS}, uncalibrated judge", c.judged)
        }
        (all, random) => format!("{all} of {}, {random} at random", c.judged),
    }
}

fn changed(change: &Change) -> Vec<(&'static str, String)> {
    let stated = |value: Result<String, Undefined>| value.unwrap_or_else(|reason| format!("– ({reason})"));
    let flips =
        change.flips().map(|(rate, around)| format!("{} {} of {} changed", short(rate), interval(Some(around)), change.n()));
    let two_sided = change.mcnemar().map(|value| format!("McNemar mid-p {}", p(Some(value))));
    let chi = |name: &str, value: Result<fourcell::statistics::judge::drift::ChiSquared, Undefined>| {
        stated(value.map(|c| format!("{name} χ² {:.2}, {} df, p {}", c.statistic, c.df, p(Some(c.p)))))
    };
    let tests =
        format!("{} · {} · {}", stated(two_sided), chi("Stuart-Maxwell", change.marginal()), chi("Bowker", change.symmetry()));
    vec![("against", format!("{}: {}", printable(&change.other, 100), stated(flips))), ("", tests)]
}

fn block(class: &Class) -> String {
    let mut text = format!("{}\n", class.name);
    for (name, said) in lines(class) {
        text += &format!("  {name:<20} {said}\n");
    }
    if let Ok(confusion) = class.calibration.confusion.as_ref()
        && class.calibration.labelled > 0
    {
        let names: Vec<String> = class.calibration.verdicts.iter().map(|v| v.name().to_owned()).collect();
        text += &indented(&grid("judge \\ people", &names, confusion));
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A confusion as a table.
fn grid(corner: &str, names: &[String], confusion: &Confusion) -> String {
    let head: Vec<String> = std::iter::once(corner.to_owned()).chain(names.iter().cloned()).collect();
    let row = |(place, name): (usize, &String)| {
        let cells = (0..names.len()).map(|column| confusion.count(place, column).to_string());
        std::iter::once(name.clone()).chain(cells).collect()
    };
    let rows = names.iter().enumerate().map(row).collect();
    let right: Vec<bool> = head.iter().enumerate().map(|(place, _)| place > 0).collect();
    table(&head, rows, &right)
}

/// How much more a judge overrates one system's answers than another's, in a line.
pub fn self_preference(found: &Result<fourcell::statistics::judge::SelfPreference, Undefined>) -> String {
    let stated = found.as_ref().map_err(|e| *e).and_then(|found| {
        let t = found.t.as_ref().map_err(|e| *e)?;
        let mean = fourcell::statistics::mean(&found.differences)?;
        let around = interval(Some(t.interval(Level::NINETY_FIVE)));
        let n = count(found.differences.len(), "question");
        Ok(format!("{mean:+.3} {around} over {n} ({} p {})", found.sign_flip.method, p(Some(found.sign_flip.p))))
    });
    stated.unwrap_or_else(|reason| format!("– ({reason})"))
}

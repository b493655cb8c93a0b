//! `fourcell power`: how many questions does it take, and what can this many tell?

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fourcell::formats::Source;
use fourcell::formats::native::read_questions;
use fourcell::formats::project::read_project;
use fourcell::statistics::Undefined;
use fourcell::statistics::power::alpha_per_comparison;
use report::envelope::Input;
use report::power::{self, Assumed, Goal, OfProject, PowerReport, Reach, Terms};
use report::score::ASSUMED_DISCORDANCE;

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::opening;

/// The least wanted power where none is said.
const POWER: f64 = 0.8;
/// The error allowed where none is said.
const ALPHA: f64 = 0.05;
/// The rate at which an interval is widest.
const WORST_RATE: f64 = 0.5;
/// More questions than anybody has; beyond it the answer is no advice.
const MOST_QUESTIONS: u64 = 1_000_000_000;

/// How many questions a goal takes, or what a number of questions can tell; without a goal, what the project's set can
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell power                                     what the set of the project in this folder can tell
  fourcell power --detect 0.05 --discordance 0.1     to see a difference of five points in hits
  fourcell power --margin 0.05                       to show that a candidate is not worse by five points
  fourcell power --half-width 0.03 --rate 0.8        to know a rate of about 80 % to within three points
  fourcell power --zero-failures 0.05                clean unanswerable questions for a 5 % budget
  fourcell power --questions 100                     what a hundred questions can tell
  fourcell power --detect 0.05 --comparisons 4 --cluster-size 3 --icc 0.4

Shares are written as 0.05; a point is a hundredth. The discordance, the share of questions on which two systems differ, decides most: 0.2
is only assumed, 'fourcell compare' of two earlier runs tells it.")]
pub struct Power {
    /// Detect a difference of this share in hits
    #[arg(long, value_name = "SHARE")]
    detect: Option<f64>,
    /// Show that a candidate is not worse by more than this share, in hits
    #[arg(long, value_name = "SHARE")]
    margin: Option<f64>,
    /// Know a rate to within this share
    #[arg(long, value_name = "SHARE")]
    half_width: Option<f64>,
    /// Detect a mean difference of scores of so many standard deviations of the differences
    #[arg(long, value_name = "NUMBER")]
    dz: Option<f64>,
    /// Show a rate of at most this by seeing no failure
    #[arg(long, value_name = "RATE")]
    zero_failures: Option<f64>,
    /// What so many questions can tell
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_QUESTIONS))]
    questions: Option<u64>,
    /// How surely a difference that is there should be seen [default: 0.8]
    #[arg(long, value_name = "SHARE")]
    power: Option<f64>,
    /// The error allowed: two-sided for differences and intervals, one-sided for margins and zero failures [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    alpha: Option<f64>,
    /// The share of questions on which two systems differ [default: 0.2, an assumption]
    #[arg(long, value_name = "SHARE")]
    discordance: Option<f64>,
    /// The rate around which an interval is wanted [default: 0.5, the worst case]
    #[arg(long, value_name = "RATE")]
    rate: Option<f64>,
    /// So many comparisons share the error (alpha/K)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    comparisons: Option<u32>,
    /// The design effect of questions that share clusters: how much larger variances are
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["cluster_size", "icc"])]
    deff: Option<f64>,
    /// Questions in a cluster, on average; with --icc
    #[arg(long, value_name = "M", requires = "icc")]
    cluster_size: Option<f64>,
    /// How alike questions of a cluster score, from 0 to 1; with --cluster-size
    #[arg(long, value_name = "R", requires = "cluster_size")]
    icc: Option<f64>,
    /// The project's folder, where no goal is named [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

impl Power {
    /// Works it out, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        self.check_shares()?;
        let goals = self.goals();
        self.check_use(&goals)?;
        let terms = self.terms()?;
        let (report, inputs) = if goals.is_empty() && self.questions.is_none() {
            self.of_project(terms)?
        } else {
            (self.plan(&goals, terms)?, Vec::new())
        };
        console::data(&match self.format {
            Format::Table => power::terminal(&report),
            Format::Json => power::json(&report, &inputs),
        })?;
        Ok(Exit::Ok)
    }

    fn goals(&self) -> Vec<Goal> {
        let all = [
            self.detect.map(Goal::Detect),
            self.margin.map(Goal::Margin),
            self.half_width.map(Goal::HalfWidth),
            self.dz.map(Goal::Effect),
            self.zero_failures.map(Goal::ZeroFailures),
        ];
        all.into_iter().flatten().collect()
    }

    fn check_shares(&self) -> Result<(), Failure> {
        let shares = [
            ("--detect", self.detect),
            ("--margin", self.margin),
            ("--half-width", self.half_width),
            ("--zero-failures", self.zero_failures),
            ("--power", self.power),
            ("--alpha", self.alpha),
            ("--discordance", self.discordance),
            ("--rate", self.rate),
        ];
        for (flag, value) in shares {
            if let Some(value) = value.filter(|v| !(*v > 0.0 && *v < 1.0)) {
                let mend = if (1.0..100.0).contains(&value) {
                    format!("write {} for {value} %", value / 100.0)
                } else {
                    "0.05 is five points of a hundred".to_owned()
                };
                return Err(Failure::bad_input(format!("{flag} {value}: a share lies between 0 and 1")).mend(mend));
            }
        }
        if self.dz.is_some_and(|dz| !(dz.abs() > 0.0 && dz.is_finite())) {
            return Err(Failure::bad_input("--dz must not be zero").mend("0.2 is a small effect, 0.5 a medium one"));
        }
        if self.icc.is_some_and(|icc| !(0.0..=1.0).contains(&icc)) {
            return Err(Failure::bad_input("--icc lies between 0 (unrelated) and 1 (all of a cluster score the same)"));
        }
        if self.cluster_size.is_some_and(|size| !(size >= 1.0 && size.is_finite())) {
            return Err(Failure::bad_input("--cluster-size is at least 1"));
        }
        if self.deff.is_some_and(|deff| !(deff > 0.0 && deff.is_finite())) {
            return Err(
                Failure::bad_input("--deff must be above 0").mend("1 stands for unrelated questions, 2 for half as much worth")
            );
        }
        Ok(())
    }

    /// What is given and used by nothing is a misunderstanding, not to be passed over.
    fn check_use(&self, goals: &[Goal]) -> Result<(), Failure> {
        let planned = !goals.is_empty() || self.questions.is_some();
        if planned && self.project.is_some() {
            return Err(Failure::bad_input("--project goes without a goal: then the project's own set is looked at")
                .mend("leave out --project, or the goal"));
        }
        let used = |by: fn(&Goal) -> bool| goals.iter().any(by) || self.questions.is_some();
        let hits = |g: &Goal| matches!(g, Goal::Detect(_) | Goal::Margin(_));
        let tests = |g: &Goal| matches!(g, Goal::Detect(_) | Goal::Margin(_) | Goal::Effect(_));
        let unused = [
            ("--discordance", self.discordance.is_some() && planned && !used(hits), "--detect, --margin or --questions"),
            ("--power", self.power.is_some() && planned && !used(tests), "--detect, --margin, --dz or --questions"),
            (
                "--rate",
                self.rate.is_some() && !used(|g| matches!(g, Goal::HalfWidth(_))),
                "--half-width, as in --half-width 0.03 --rate 0.8, or with --questions",
            ),
        ];
        match unused.into_iter().find(|(_, unused, _)| *unused) {
            Some((flag, _, with)) => {
                Err(Failure::bad_input(format!("{flag} says nothing about what is asked")).mend(format!("it goes with {with}")))
            }
            None => Ok(()),
        }
    }

    fn terms(&self) -> Result<Terms, Failure> {
        let assumed = |given: Option<f64>, default| Assumed { value: given.unwrap_or(default), given: given.is_some() };
        let design_effect = match (self.deff, self.cluster_size, self.icc) {
            (Some(deff), _, _) => deff,
            (None, Some(size), Some(icc)) => 1.0 + (size - 1.0) * icc,
            _ => 1.0,
        };
        let terms = Terms {
            power: self.power.unwrap_or(POWER),
            alpha: self.alpha.unwrap_or(ALPHA),
            comparisons: self.comparisons.unwrap_or(1) as usize,
            discordance: assumed(self.discordance, ASSUMED_DISCORDANCE),
            rate: assumed(self.rate, WORST_RATE),
            design_effect,
        };
        alpha_per_comparison(terms.alpha, terms.comparisons).map_err(Failure::bad_input)?;
        Ok(terms)
    }

    fn plan(&self, goals: &[Goal], terms: Terms) -> Result<PowerReport, Failure> {
        let answers = goals.iter().map(|goal| goal.answer(&terms).map_err(|reason| undefined(goal, reason, &terms)));
        let answers = answers.collect::<Result<_, Failure>>()?;
        let reach = self.questions.map(|n| {
            let n = usize::try_from(n).unwrap_or(usize::MAX);
            Reach::of(n, &terms).map_err(|reason| {
                Failure::bad_input(format!("--questions {n}: {reason}"))
                    .mend("after clusters are taken into account, no question is left; check --deff or --cluster-size and --icc")
            })
        });
        Ok(PowerReport::Plan(answers, reach.transpose()?, terms))
    }

    fn of_project(&self, terms: Terms) -> Result<(PowerReport, Vec<Input>), Failure> {
        let mend = "name a goal, as in fourcell power --detect 0.05 or --questions 100; or a project with --project DIR";
        let project = read_project(&opening::place(self.project.as_deref(), mend)?)?;
        let source = Source::file(&project.questions);
        let questions = read_questions(&source)?;
        let inputs = crate::inputs::named(&[source]);
        let found = OfProject::of(&project.name, &questions.items, &project.score.by, &terms);
        if found.groups.iter().all(|group| group.questions == 0) && found.size.unanswerable == 0 {
            return Err(Failure::nothing("the set holds no question"));
        }
        Ok((PowerReport::Project(found, terms), inputs))
    }
}

fn undefined(goal: &Goal, reason: Undefined, terms: &Terms) -> Failure {
    let failure = Failure::bad_input(format!("--{} {}: {reason}", goal.name(), goal.value()));
    match goal {
        Goal::Detect(difference) if *difference > terms.discordance.value => failure.mend(format!(
            "two systems that differ on {} of the questions cannot differ by more than that in hits: raise --discordance",
            terms.discordance.value
        )),
        _ => failure.mend("a larger value takes fewer questions"),
    }
}

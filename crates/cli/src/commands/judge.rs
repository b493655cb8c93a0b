//! `fourcell judge`: was the evidence used? Answers, judged claim by claim against the context that they were given.

mod asking;
mod sealed;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fourcell::diagnosis::abstention::{Asked, abstention};
use fourcell::formats::Source;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::judgements::{Judgement, write_judgements};
use fourcell::generation::Kind;
use fourcell::retrieval::record::Mode;
use fourcell::statistics::Score;
use judging::{Seat, Subject};
use report::AnswersReport;
use report::answers::{self, AnswersRun};
use report::invariants::first_text;
use report::number::count;
use report::score::{Questions, Size, Unknown};

use self::asking::{asked, estimate};
use crate::console;
use crate::custody::split::SplitArgs;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::named;
use crate::judges::lock::{self, Locks};
use crate::judges::material::JUDGEMENTS;
use crate::judges::seats::{self, Bench, Chosen, Seated};
use crate::judges::verdicts::{self, Whose};
use crate::judges::{Material, MaterialArgs, price, told, wanted};
use crate::scoring::Known;
use crate::when;

/// Score answers: right or wrong, claims against the context, facts, citations, abstention; by the judge that you choose
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell judge                                     the project's latest run, by its first judge (without one: lexical)
  fourcell judge candidate --judge panel --mode oracle
  fourcell judge candidate --judge recorded          ask nobody: what judgements.jsonl holds counts
  fourcell judge candidate -m 'correct faithfulness fact-recall' --by type --format json
  fourcell judge --ragas rows.jsonl                  answers of others: rows of ragas
  fourcell judge --ragchecker checked.json --judge recorded
  fourcell judge candidate --dry-run                 what would be asked, and what it would cost

The lexical judge needs no model, no key and no network; it compares words, and says how often it agrees with people. State others in
fourcell.toml as [judges.NAME]: type = \"model\" with an endpoint, \"command\" or \"panel\"; docs/formats.md has all keys. A run keeps what
was said as judgements.jsonl, who said it as judges.json, and the result as answer-scores.json. What was asked once is kept, so that
the same command goes on where it was interrupted.")]
pub struct Judge {
    #[command(flatten)]
    material: MaterialArgs,
    /// Who judges: [judges.NAME] of the project, 'lexical', or 'recorded' [default: the project's first one, or 'lexical']
    #[arg(long, short, value_name = "NAME")]
    judge: Option<String>,
    /// Measures of answers, as in "correct faithfulness fact-recall" ('fourcell explain' lists them)
    #[arg(long, short, value_name = "NAMES")]
    measures: Option<String>,
    /// Judge the answers of this mode
    #[arg(long, default_value = "normal", value_parser = crate::scoring::modes())]
    mode: Mode,
    /// Judge the answers of this repeat
    #[arg(long, value_name = "N", default_value_t = 0)]
    repeat: u32,
    #[command(flatten)]
    split: SplitArgs,
    /// Slices, as in type,scope
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    by: Option<Vec<String>>,
    /// Print the scores of every question, too
    #[arg(long, short = 'q')]
    per_question: bool,
    /// Show judges the passages in reverse, as the judge 'NAME (reversed)': 'fourcell calibrate --against' tells what that changes
    #[arg(long)]
    reversed: bool,
    /// How many unanswerable questions may be answered, as a share: the threshold of top scores that keeps it is shown
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    false_answer_budget: f64,
    /// Say what would be asked and what it would cost, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Threads to use [default: as many as there are processors, or as a judge's 'concurrency' says]; they never change a byte
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
    /// Write the verdicts on answers of others into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write nothing into the run directory
    #[arg(long)]
    no_write: bool,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For pull requests
    Markdown,
    /// The verdicts, a line each, as judgements.jsonl holds them
    Jsonl,
}

/// Whose verdicts count, what is to be known of them, and the rubrics that they were asked.
type Asking = (Whose, Vec<String>, Vec<fourcell::generation::ask::Rubric>);

/// What came of judging.
pub struct Judged {
    /// The report.
    pub report: AnswersReport,
    /// The answers, with all that was said of them.
    pub material: Material,
    /// Whether more may be said of them than how many were judged: not of final questions that are not burned.
    pub shown: bool,
}

impl Judge {
    /// A run of the example, by the lexical judge; nothing is written.
    pub fn of_example(run: impl Into<PathBuf>, project: PathBuf) -> Self {
        Self {
            material: MaterialArgs { run: Some(run.into()), project: Some(project), ..MaterialArgs::default() },
            judge: Some(seats::LEXICAL.to_owned()),
            measures: Some(
                "correct faithfulness vital-recall forbidden citation-precision false-answer false-decline".to_owned(),
            ),
            mode: Mode::Normal,
            repeat: 0,
            split: SplitArgs::default(),
            by: Some(Vec::new()),
            per_question: false,
            reversed: false,
            false_answer_budget: 0.05,
            dry_run: false,
            threads: 0,
            format: Format::Table,
            out: None,
            no_write: true,
        }
    }

    /// The same of the answers of a mode, by a judge.
    pub fn asking(self, judge: &str, mode: Mode) -> Self {
        Self { judge: Some(judge.to_owned()), mode, ..self }
    }

    /// Reads, asks, scores, writes, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let Some(judged) = self.judged()? else { return Ok(Exit::Ok) };
        let Judged { report, material, .. } = &judged;
        if !judged.shown {
            return self.tell_sealed(report, material);
        }
        if !report.run.has_values() {
            let nothing = Failure::nothing("nothing could be evaluated: no answer has a value for any measure");
            let failure = answers::notes(report).iter().fold(nothing, |failure, note| failure.mend(note));
            let incidents = report.incidents.as_ref().map(first_text).unwrap_or_default();
            return Err(failure.or_incomplete(report.run.incomplete() > 0).or_incidents(&incidents));
        }
        let inputs = named(&material.files);
        console::data(&match self.format {
            Format::Table => answers::terminal(report, self.per_question),
            Format::Markdown => answers::markdown(report),
            Format::Json => answers::json(report, &inputs, self.per_question),
            Format::Jsonl => {
                let incidents = report.incidents.as_ref().map(first_text).unwrap_or_default();
                incidents.lines().filter(|line| !line.is_empty()).for_each(console::talk);
                self.lines(material)
            }
        })?;
        if let (Some((run, _)), false) = (&material.native, self.no_write) {
            let bytes = answers::json(report, &inputs, true);
            if let Err(e) = write_atomically(&run.directory.join("answer-scores.json"), |out| out.write_all(&bytes)) {
                console::talk(&format!("warning: answer-scores.json was not written: {e}"));
            }
        }
        let incident = if report.incidents.is_some() { Exit::Fault } else { Exit::Ok };
        Ok(Exit::first([incident, if report.run.incomplete() > 0 { Exit::Incomplete } else { Exit::Ok }]))
    }

    /// Everything but the printing; nothing where only what would be asked was to be said.
    pub fn judged(&self) -> Result<Option<Judged>, Failure> {
        if !(self.false_answer_budget > 0.0 && self.false_answer_budget < 1.0) {
            return Err(Failure::bad_input("--false-answer-budget must lie between 0 and 1; 0.05 is one in twenty"));
        }
        let split = self.split.wanted()?;
        let mut material = self.material.open(split)?;
        if self.out.is_some() && material.native.is_some() {
            return Err(Failure::bad_input("--out is for answers of others; a run keeps its verdicts as judgements.jsonl"));
        }
        let shown = material.shows_final(split, &self.split, "judge")?;
        if !shown && (self.per_question || self.format == Format::Jsonl) {
            return Err(Failure::bad_input("final questions are not shown one by one").mend(
                "leave --per-question and --format jsonl away; to look at them one by one burns the set: add --burn 'REASON'",
            ));
        }
        self.has_answers(&material)?;
        let chosen = seats::choose(material.project.as_ref(), self.judge.as_deref())?;
        let recorded = matches!(chosen, Chosen::Recorded);
        let measures = wanted::measures(self.measures.as_deref(), material.project.as_ref(), recorded)?;
        self.check_keys(&material)?;
        let (whose, judges, rubrics) = match chosen {
            Chosen::Recorded => {
                let rubrics = material.project.as_ref().map(|p| p.judging.rubrics.clone()).unwrap_or_default();
                (Whose::Recorded, told::recorded(&material)?, rubrics)
            }
            Chosen::Judges(name, members) => match self.ask(&mut material, &name, &members, &measures)? {
                Some(asked) => asked,
                None => return Ok(None),
            },
        };
        if let Some(path) = &self.out {
            let bytes = self.lines(&material);
            write_atomically(path, |to| to.write_all(&bytes))?;
        }
        let evaluated = verdicts::score(&material, &whose, &measures, &rubrics, self.mode, self.repeat)?;
        let report = self.report(evaluated, &material, judges)?;
        Ok(Some(Judged { report, material, shown }))
    }

    /// Asks the judges, and keeps what they say. Nothing where only what would be asked was to be said.
    fn ask(
        &self,
        material: &mut Material,
        name: &str,
        members: &[fourcell::formats::judges::StatedJudge],
        measures: &[fourcell::generation::Measure],
    ) -> Result<Option<Asking>, Failure> {
        let project = material.project.clone();
        let directory = project.as_ref().map_or_else(PathBuf::new, |project| project.directory.clone());
        let bench = Bench::open(project.as_ref(), members, seats::threads(self.threads))?;
        let mut seated: Vec<Seated<'_>> = members.iter().map(|judge| bench.seat(judge, &directory)).collect::<Result<_, _>>()?;
        if self.reversed {
            seated.iter_mut().for_each(|seat| seat.name += " (reversed)");
        }
        let kinds: BTreeSet<Kind> = seated.iter().flat_map(|seat| seat.kinds.iter().copied()).collect();
        let wanted = wanted::needs(measures, &kinds, project.as_ref());
        let whose = Whose::Judges(seated.iter().map(|seat| seat.name.clone()).collect());
        let places: Vec<usize> = (0..material.rows.len()).filter(|place| self.is_meant(&material.rows[*place])).collect();
        if places.is_empty() {
            return Err(self.no_answers(material));
        }
        let before: Vec<_> = places.iter().map(|place| whose.before(&material.rows[*place])).collect();
        let answers: Vec<_> = places
            .iter()
            .map(|place| {
                let mut answer = material.rows[*place].answer.clone();
                if let (true, Some(context)) = (self.reversed, &mut answer.context) {
                    context.reverse();
                }
                answer
            })
            .collect();
        let subjects: Vec<Subject<'_>> = (places.iter().zip(&answers).zip(&before))
            .map(|((place, answer), recorded)| Subject {
                question: &material.questions[material.rows[*place].question],
                answer,
                recorded,
            })
            .collect();
        let seats: Vec<Seat<'_>> = seated
            .iter()
            .map(|seat| Seat { name: &seat.name, judge: seat.judge.as_ref(), repeats: seat.repeats, kinds: &seat.kinds })
            .collect();
        if self.dry_run {
            console::talk(&estimate(name, &subjects, &seats, &wanted));
            if let Some(words) = price::of_reading(project.as_ref(), members, &subjects, &seats, &wanted) {
                console::talk(&words);
            }
            return Ok(None);
        }
        let said = asked(&subjects, &seats, &wanted, bench.threads());
        let described: Vec<(String, serde_json::Value)> =
            members.iter().zip(&seated).map(|(judge, seat)| (seat.name.clone(), seats::described(judge, seat))).collect();
        drop((subjects, seats));
        material.reread()?;
        for (place, (said, before)) in places.iter().zip(said.into_iter().zip(&before)) {
            let mut all = whose.of_others(&material.rows[*place]);
            all.extend(said.into_iter().skip(before.len()));
            material.rows[*place].said = all;
        }
        let judges = told::about(&described, material);
        self.keep(material, &whose, described)?;
        if let Some(words) = bench.spent_in_words() {
            console::talk(&format!("models: {words}"));
        }
        if let Some(words) = bench.kept_in_words(when::seconds()) {
            console::talk(&words);
        }
        Ok(Some((whose, judges, wanted.rubrics)))
    }

    fn is_meant(&self, row: &crate::judges::material::Row) -> bool {
        row.mode == self.mode && row.repeat == self.repeat
    }

    /// A run that only retrieved has nothing to judge, though some of its records decline.
    fn has_answers(&self, material: &Material) -> Result<(), Failure> {
        let mut meant = material.rows.iter().filter(|row| self.is_meant(row)).peekable();
        if meant.peek().is_some() && meant.all(|row| row.answer.text.is_none() && row.answer.error.is_none()) {
            return Err(Failure::nothing(format!(
                "{} holds no answers: its system retrieved, and nothing was generated",
                material.name
            ))
            .mend("score its retrieval with fourcell score; fourcell run makes answers, with a generator or without"));
        }
        Ok(())
    }

    fn no_answers(&self, material: &Material) -> Failure {
        let mode = Mode::ALL[self.mode as usize].0;
        let modes: BTreeSet<&str> = material.rows.iter().map(|row| Mode::ALL[row.mode as usize].0).collect();
        let modes: Vec<&str> = modes.into_iter().collect();
        let held = if modes.is_empty() {
            "it holds none of these questions".to_owned()
        } else {
            format!("it holds {}", modes.join(", "))
        };
        Failure::nothing(format!("{} holds no answer of mode {mode}, repeat {}: {held}", material.name, self.repeat))
            .mend(format!("make some with fourcell run --mode {mode}, or name another with --mode and --repeat"))
    }

    /// Writes verdicts and judges beside the answers.
    fn keep(&self, material: &mut Material, whose: &Whose, described: Vec<(String, serde_json::Value)>) -> Result<(), Failure> {
        let Some((run, _)) = &material.native else { return Ok(()) };
        if self.no_write {
            return Ok(());
        }
        let directory = run.directory.clone();
        let mut locks: Locks = lock::read(&directory)?;
        for (name, described) in described {
            let locked = lock::locked(described);
            let changed = lock::of(&locks, &name).is_some_and(|before| locked["lock"].as_str() != Some(before));
            if changed {
                self.forget_others(material, whose, &name);
            }
            locks.insert(name, locked);
        }
        verdicts::write(material, &directory)?;
        // The scores rest on this file, whether it was there before or not: the same verdicts have the same scores file.
        let written = Source::file(&directory.join(JUDGEMENTS));
        if material.files.iter().all(|file| file.path() != written.path()) {
            material.files.push(written);
        }
        lock::write(&directory, &locks)
    }

    /// One name, one judge: what it said of other answers before it was changed is not kept beside what it says now.
    fn forget_others(&self, material: &mut Material, whose: &Whose, name: &str) {
        let mut forgotten = 0;
        let mine = |said: &fourcell::generation::Judgement| said.judge.as_deref() == Some(name) && whose.counts(said);
        let (mode, repeat) = (self.mode, self.repeat);
        for row in material.rows.iter_mut().filter(|row| row.mode != mode || row.repeat != repeat) {
            let before = row.said.len();
            row.said.retain(|said| !mine(said));
            forgotten += before - row.said.len();
        }
        let before = material.elsewhere.len();
        material.elsewhere.retain(|judgement| !mine(&judgement.said));
        forgotten += before - material.elsewhere.len();
        if forgotten > 0 {
            let verdicts = count(forgotten, "verdict");
            console::talk(&format!("'{name}' is another judge than before: {verdicts} of it on other answers are taken out"));
        }
    }

    /// The verdicts that count, a line each.
    fn lines(&self, material: &Material) -> Vec<u8> {
        let mut bytes = Vec::new();
        for row in material.rows.iter().filter(|row| self.is_meant(row)) {
            let question = &material.questions[row.question].id;
            let of = |said: &fourcell::generation::Judgement| Judgement {
                question: question.clone(),
                mode: row.mode,
                repeat: row.repeat,
                said: said.clone(),
            };
            // Memory takes all that is written.
            let _ = write_judgements(&mut bytes, &row.said.iter().map(of).collect::<Vec<_>>());
        }
        bytes
    }

    fn report(
        &self,
        evaluated: fourcell::evaluate::AnswersEvaluated,
        material: &Material,
        judges: Vec<String>,
    ) -> Result<AnswersReport, Failure> {
        let (keys, questions) = (self.keys(material), questions_of(material));
        let mode = Mode::ALL[self.mode as usize].0;
        let mut heading =
            vec![material.name.clone(), count(evaluated.scores.questions().len(), "question"), format!("mode {mode}")];
        if let Some(project) = material.project.as_ref().filter(|_| material.native.is_some()) {
            heading.insert(0, project.name.clone());
        }
        if material.sealed > 0 {
            heading.push(format!("{} final ones sealed", material.sealed));
        }
        let abstention = abstention(&self.asked(&evaluated, material), self.false_answer_budget);
        let run = AnswersRun::new(evaluated, &keys, questions.as_ref());
        let n = run.all().iter().map(|s| s.n).max().unwrap_or(0);
        let worth = run.all().iter().filter(|s| s.n > 0).filter_map(|s| s.n_eff).map(|n| n.floor() as usize).min();
        let size = Size { n, effective: worth.unwrap_or(n).min(n) };
        let warnings = material.warnings.clone();
        let abstention = (abstention.answerable > 0 && abstention.unanswerable > 0).then_some(abstention);
        let incidents = material.first_incidents(self.threads);
        Ok(AnswersReport { heading: heading.join(" · "), judges, keys, run, abstention, size, warnings, incidents })
    }

    /// Keys of slices: as the command says, else as the project says.
    fn keys(&self, material: &Material) -> Vec<String> {
        match &self.by {
            Some(keys) => keys.iter().map(|k| k.trim().to_owned()).filter(|k| !k.is_empty()).collect(),
            // The project's own are keys of its questions, which answers of others are not of.
            None if material.native.is_none() => Vec::new(),
            None => material.project.as_ref().map(|project| project.judging.by.clone()).unwrap_or_default(),
        }
    }

    /// A key that no question has is told before anybody is asked, and paid.
    fn check_keys(&self, material: &Material) -> Result<(), Failure> {
        let questions = questions_of(material);
        let has = |key: &String| material.questions.iter().any(|question| questions.slice(&question.id, key).is_some());
        match self.keys(material).iter().find(|key| !has(key)) {
            Some(key) => Err(Failure::nothing(format!("no judged question has a '{key}' to slice by"))
                .mend("--by takes keys of the questions, as in --by type,scope")),
            None => Ok(()),
        }
    }

    /// The score of each question's best passage, with whether its answer is right.
    fn asked(&self, evaluated: &fourcell::evaluate::AnswersEvaluated, material: &Material) -> Vec<Asked> {
        let Some((run, _)) = &material.native else { return Vec::new() };
        let tops: std::collections::HashMap<&str, f64> = run
            .records
            .items
            .iter()
            .filter(|record| record.mode == self.mode && record.repeat == self.repeat)
            .filter_map(|record| Some((record.question.as_str(), record.ranked()?.1.first()?.score?)))
            .collect();
        let correct = evaluated.scores.measures().iter().position(|m| m.definition.name == "correct");
        let right = |question: &str| match evaluated.scores.get(evaluated.scores.find(question)?, correct?) {
            Score::Value(value) => Some(value >= 1.0),
            Score::Undefined(_) | Score::Failed => None,
        };
        let of = |question: &fourcell::evidence::Question| Asked {
            answerable: question.answerable,
            top_score: tops.get(question.id.as_str()).copied(),
            right: right(&question.id),
        };
        material.questions.iter().map(of).collect()
    }
}

/// What the slices of the questions are.
fn questions_of(material: &Material) -> Box<dyn Questions + '_> {
    match &material.native {
        Some((_, set)) => Box::new(Known::new(set)),
        None => Box::new(Unknown),
    }
}

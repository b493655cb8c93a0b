//! What `score`, `compare` and `demo` print, whole, in every format; and that threads and the order of lines change no byte of it.

mod command;

use std::path::{Path, PathBuf};

const QRELS: &str = "q1 0 a 2\nq1 0 b 1\nq1 0 c 0\nq2 0 d 1\nq3 0 e 0\nq4 0 f 1\n";
const RUN: &str = "q1 Q0 x 1 9.5 mine\nq1 Q0 a 2 8.0 mine\nq1 Q0 b 3 7.5 mine\nq2 Q0 y 1 3.0 mine\nq2 Q0 d 2 2.0 mine\nq3 Q0 e 1 1.0 mine\nq9 Q0 z 1 1.0 mine\n";
const OTHER: &str = "q1 Q0 a 1 9.5 other\nq1 Q0 c 2 8.0 other\nq2 Q0 d 1 3.0 other\nq3 Q0 e 1 1.0 other\nq4 Q0 f 1 1.0 other\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("qrels.txt", QRELS), ("run.txt", RUN), ("other.txt", OTHER)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Exit code, stdout and stderr of the program, run in a folder.
fn told(folder: &Path, arguments: &str) -> String {
    let ran = command::fourcell(folder, arguments);
    let talk = if ran.stderr.is_empty() { String::new() } else { format!("--- stderr\n{}", ran.stderr) };
    format!("exit {}\n{}{talk}", ran.code, ran.stdout)
}

fn handbook() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/handbook")
}

#[test]
fn score_of_trec_files_in_every_format() {
    let folder = folder();
    let told = |arguments: &str| self::told(folder.path(), &format!("score --qrels qrels.txt {arguments}"));
    insta::assert_snapshot!("score_table", told("run.txt --measures nDCG@2,RR,Judged@2,P(rel=2)@2 --per-question --curve"));
    insta::assert_snapshot!("score_several", told("run.txt other.txt -m RR,R@2"));
    insta::assert_snapshot!("score_json", told("run.txt -m RR,SetP --format json --per-question"));
    insta::assert_snapshot!("score_csv", told("run.txt other.txt -m RR,SetP --format csv"));
    insta::assert_snapshot!("score_csv_questions", told("run.txt -m RR,SetP --format csv -q"));
    insta::assert_snapshot!("score_markdown", told("run.txt -m RR,SetP --format markdown"));
    insta::assert_snapshot!("score_trec_eval", told("run.txt --format trec_eval -q"));
    insta::assert_snapshot!(
        "score_trec_eval_9",
        told("run.txt -m map,P.1,2,ndcg_cut.2 --format trec_eval --compat trec_eval-9 --complete -q")
    );
}

#[test]
fn compare_in_every_format() {
    let folder = folder();
    let told = |arguments: &str| self::told(folder.path(), &format!("compare run.txt other.txt --qrels qrels.txt {arguments}"));
    insta::assert_snapshot!("compare_refuses", told("-m RR"));
    insta::assert_snapshot!("compare_intersection", told("-m RR,Success@1 --intersection --margin 0.1"));
    insta::assert_snapshot!("compare_missing", told("-m RR,Success@1 --missing-as-zero --exact -q"));
    insta::assert_snapshot!("compare_json", told("-m RR --missing-as-zero --margin 0.5 --format json --seed 7 --replicates 99"));
    insta::assert_snapshot!("compare_markdown", told("-m RR,Success@1 --missing-as-zero --margin 0.05 --format markdown"));
}

/// Scores that were written down are compared, and refused where the labels they rest on have changed since.
#[test]
fn recorded_scores_and_label_versions() {
    let folder = folder();
    let write = |name: &str, arguments: &str| {
        let json = command::fourcell(folder.path(), &format!("score {arguments} -m RR,P@2 -q --format json")).stdout;
        std::fs::write(folder.path().join(name), json).unwrap();
    };
    write("old.json", "--qrels qrels.txt other.txt");
    write("new.json", "--qrels qrels.txt run.txt");
    std::fs::write(folder.path().join("qrels.txt"), QRELS.replace("q2 0 d 1", "q2 0 y 1")).unwrap();
    write("relabelled.json", "--qrels qrels.txt run.txt");
    insta::assert_snapshot!("recorded", told(folder.path(), "compare new.json old.json --missing-as-zero --margin 0.1"));
    insta::assert_snapshot!("recorded_relabelled", told(folder.path(), "compare relabelled.json new.json"));
    insta::assert_snapshot!("recorded_intersection", told(folder.path(), "compare relabelled.json new.json --intersection"));
    insta::assert_snapshot!("recorded_mixed", told(folder.path(), "compare new.json run.txt --qrels qrels.txt"));
}

/// Several candidates are one family, and one document of JSON.
#[test]
fn several_candidates_against_one_baseline() {
    let told = |arguments: &str| command::fourcell(&handbook(), arguments);
    let ran = told("compare candidate candidate baseline -m Success@6,RR --format json");
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let candidates = json["result"]["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 2);
    for candidate in candidates {
        assert_eq!(candidate["comparisons_adjusted_for"], 4);
        let comparison = &candidate["comparisons"][0];
        let (p, holm) = (comparison["p"]["value"].as_f64().unwrap(), comparison["p"]["holm"].as_f64().unwrap());
        assert!(holm > p && holm <= 4.0 * p + 1e-12, "{p} {holm}");
        assert_eq!(comparison["difference"]["method"], "t of the difference, CR1 (clusters)");
    }
    let same = told("compare baseline baseline -m evidence@6");
    assert!(
        same.stdout.contains("every question came out the same: unchanged") || same.stdout.contains("0 better, 0 worse"),
        "{}",
        same.stdout
    );
}

/// Final questions are shown where the set was sealed and is burned; the record has times in it, so stdout alone is compared.
#[test]
fn final_questions_of_a_project() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| command::fourcell_with(place.path(), arguments, b"");
    assert_eq!(run(&["demo", "--keep", "handbook"]).code, 0);
    assert_eq!(run(&["custody", "seal", "--reason", "shipped", "--project", "handbook"]).code, 0);
    let score =
        ["score", "baseline", "--project", "handbook", "--split", "final", "-m", "evidence@6", "--by", "type", "--no-write"];
    assert_eq!(run(&score).code, 2);
    let burned = run(&[&score[..], &["--burn", "to show them"]].concat());
    insta::assert_snapshot!("project_final", format!("exit {}\n{}", burned.code, burned.stdout));
}

#[test]
fn a_project_by_slices_levels_stages_and_budgets() {
    let told = |arguments: &str| self::told(&handbook(), arguments);
    insta::assert_snapshot!(
        "project_document",
        told("score candidate --level document -m evidence@6,R@6 --by origin,critical --no-write")
    );
    insta::assert_snapshot!("project_stages", told("score candidate --stage candidates -m RR,evidence@10 --by core --no-write"));
    insta::assert_snapshot!("project_final_unsealed", told("score baseline --split final"));
    insta::assert_snapshot!(
        "project_cover",
        told("score baseline --cover 0.8 -m evidence@6,token-recall@6,token-IoU@6 --by scope --no-write")
    );
    insta::assert_snapshot!("project_no_run", told("score nosuch"));
    insta::assert_snapshot!("project_latest", told("score"));
}

#[test]
fn tokens_are_no_budget_of_documents() {
    let said = told(&handbook(), "score candidate --measures evidence@2000tok --level document");
    assert!(said.contains("tokens are counted for passages, and this is the level of documents"), "{said}");
}

#[test]
fn the_demo() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!("demo", told(folder.path(), "demo"));
    insta::assert_snapshot!("demo_keep", told(folder.path(), "demo --keep book").split("--- stderr").nth(1).unwrap());
    insta::assert_snapshot!("demo_keep_again", told(folder.path(), "demo --keep book"));
    assert!(folder.path().join("book/fourcell.toml").is_file());
}

#[test]
fn score_writes_its_result_beside_the_run() {
    let folder = tempfile::tempdir().unwrap();
    told(folder.path(), "demo --keep book");
    let scores = folder.path().join("book/runs/baseline/scores.json");
    assert!(!scores.exists());
    told(&folder.path().join("book"), "score baseline");
    let first = std::fs::read(&scores).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(json["schema"], "fourcell/score@1");
    assert_eq!(json["result"]["runs"][0]["failed"][0]["question"], "e7760");
    assert!(json["inputs"].as_array().unwrap().iter().all(|i| i["sha256"].as_str().unwrap().starts_with("sha256:")));
    told(&folder.path().join("book"), "score baseline --threads 1");
    assert_eq!(first, std::fs::read(&scores).unwrap(), "the same input gives the same bytes");
}

/// A run with ties, whose lines are written in order, by rank column and mixed.
#[test]
fn neither_threads_nor_the_order_of_lines_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    let (mut qrels, mut lines) = (String::new(), Vec::new());
    for query in 0..40 {
        for rank in 0..30 {
            let document = (query * 17 + rank * 7919) % 1009;
            lines.push(format!("q{query} Q0 d{document} {rank} {}.5 t\n", (30 - rank) / 3));
            if rank % 4 == 0 {
                qrels += &format!("q{query} 0 d{document} {}\n", rank % 3);
            }
        }
    }
    std::fs::write(folder.path().join("qrels.txt"), qrels).unwrap();
    std::fs::write(folder.path().join("run.txt"), lines.concat()).unwrap();
    let plain = told(folder.path(), "score --qrels qrels.txt run.txt -m all_trec -q --format csv --threads 1");
    assert!(plain.lines().count() > 1000);
    for threads in [2, 3, 8] {
        let told =
            told(folder.path(), &format!("score --qrels qrels.txt run.txt -m all_trec -q --format csv --threads {threads}"));
        assert!(told == plain, "{threads} threads");
    }
    lines.sort_by_key(|line| line.split(' ').nth(2).map(str::to_owned));
    std::fs::write(folder.path().join("run.txt"), lines.concat()).unwrap();
    let mixed = told(folder.path(), "score --qrels qrels.txt run.txt -m all_trec -q --format csv");
    assert!(mixed == plain, "mixed lines");
}

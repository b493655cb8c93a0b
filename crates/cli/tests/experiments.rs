//! What was changed between runs, whether a difference can be laid to it, and the benchmark table: of runs, of a matrix, of scores of
//! others.

mod command;
#[path = "../../statistics/tests/shared/sets.rs"]
mod sets;

use std::path::Path;

use command::{Ran, folder, fourcell, fourcell_with, root};
use serde_json::Value;

fn handbook(arguments: &str) -> Ran {
    fourcell(&root().join("examples/handbook"), arguments)
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:?}"))
}

/// The cell of a system under a measure, over all questions or in a slice.
fn cell<'j>(told: &'j Value, measure: &str, slice: Option<&str>, system: &str) -> &'j Value {
    let columns = told["result"]["columns"].as_array().unwrap();
    let column = columns.iter().find(|c| c["measure"] == measure && c["slice"]["value"].as_str() == slice);
    let cells = column.unwrap_or_else(|| panic!("no {measure} in {slice:?}"))["cells"].as_array().unwrap();
    cells.iter().find(|cell| cell["system"] == system).unwrap_or_else(|| panic!("no {system}"))
}

#[test]
fn the_shipped_runs_differ_in_four_settings_and_nothing_is_attributable() {
    let ran = handbook("compare candidate baseline -m evidence@6");
    for said in [
        "\nNOT ATTRIBUTABLE: 4 settings differ: chunking, index, packing, rerank\n",
        "\n  chunking \"fixed windows of 400 code points, no overlap\" → \"sections by Markdown heading",
        "\n  rerank \"none\" → \"neighbouring words",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    let markdown = handbook("compare candidate baseline -m evidence@6 --format markdown").stdout;
    assert!(
        markdown.contains("\n**NOT ATTRIBUTABLE: 4 settings differ: chunking, index, packing, rerank**\n\n- chunking "),
        "{markdown}"
    );
    let changes =
        &json(&handbook("compare candidate baseline -m evidence@6 --format json"))["result"]["candidates"][0]["changes"];
    assert_eq!(changes["attribution"], "not-attributable");
    let settings: Vec<&str> = changes["settings"].as_array().unwrap().iter().map(|s| s["setting"].as_str().unwrap()).collect();
    assert_eq!(settings, ["chunking", "index", "packing", "rerank"]);
    let part = &changes["settings"][3]["parts"][0];
    assert_eq!((part["path"].as_str(), part["from"].as_str()), (Some("rerank"), Some("\"none\"")));
    assert!(part["to"].as_str().unwrap().ends_with("over the first 25 candidates\""));
}

const QUESTIONS: &str = "{\"id\":\"q1\",\"query\":\"A?\",\"required\":[\"p\"],\"type\":\"x\"}\n{\"id\":\"q2\",\"query\":\"B?\",\"required\":[\"p\"],\"type\":\"x\"}\n";

/// A project whose runs `a` and `b` have these manifests, or none.
fn two(a: &str, b: &str) -> tempfile::TempDir {
    let records = "{\"question\":\"q1\",\"context\":[\"p\"]}\n{\"question\":\"q2\",\"context\":[\"x\"]}\n";
    let mut files = vec![
        ("fourcell.toml", ""),
        ("questions.jsonl", QUESTIONS),
        ("runs/a/records.jsonl", records),
        ("runs/b/records.jsonl", records),
    ];
    for (file, manifest) in [("runs/a/manifest.toml", a), ("runs/b/manifest.toml", b)] {
        if !manifest.is_empty() {
            files.push((file, manifest));
        }
    }
    folder(&files)
}

#[test]
fn what_manifests_say_is_what_compare_says() {
    let told = |a: &str, b: &str| {
        let place = two(a, b);
        let ran = fourcell(place.path(), "compare b a -m Success@6");
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.stdout
    };
    let base = "seed = 7\n[settings]\nchunks = {size = 400, overlap = 0}\nprompt = 'v1'\n[budget]\npassages = 6\n";
    let one = told(base, &base.replace("size = 400, overlap = 0", "size = 800, overlap = 80"));
    let said = "\none setting differs: chunks.overlap 0 → 80; chunks.size 400 → 800: the difference is attributable to it\n";
    assert!(one.contains(said), "{one}");
    let two = told(base, &base.replace("400", "800").replace("passages = 6", "passages = 8"));
    assert!(
        two.contains("NOT ATTRIBUTABLE: 2 settings differ: budget, chunks\n  budget.passages 6 → 8\n  chunks.size 400 → 800\n"),
        "{two}"
    );
    let same = told(base, &base.replace("seed = 7", "seed = 8"));
    assert!(same.contains("\nthe manifests name the same settings: a difference is chance"), "{same}");
    assert!(same.contains("note: recorded beside the settings, and differs: seed 7 → 8\n"), "{same}");
    let unknown = told("", base);
    assert!(unknown.contains("\nnot known whether a difference is attributable: a has no manifest\n"), "{unknown}");
    // What others wrote commands no terminal.
    let hostile = told(base, &base.replace("'v1'", "\"\\u001b[2J\""));
    assert!(!hostile.contains('\u{1b}') && hostile.contains("attributable to it"), "{hostile}");
}

#[test]
fn answers_are_compared_with_their_changes_too() {
    let place = two("[settings]\nprompt = 'v1'\n", "[settings]\nprompt = 'v2'\n");
    for run in ["a", "b"] {
        let said = "{\"question\":\"q1\",\"kind\":\"answer\",\"verdict\":\"correct\"}\n";
        std::fs::write(place.path().join(format!("runs/{run}/judgements.jsonl")), said).unwrap();
    }
    let ran = fourcell(place.path(), "compare b a -m correct");
    assert!(ran.stdout.contains("one setting differs: prompt \"v1\" → \"v2\": the difference is attributable to it"), "{ran:?}");
    // The benchmark table has both halves: what is judged is shown without being asked for.
    let table = fourcell(place.path(), "matrix --runs a b");
    assert!(table.stdout.contains("correct (n 1)") && table.stdout.contains("evidence@6 (n 2)"), "{table:?}");
    let table = fourcell(place.path(), "matrix --runs a b -m correct");
    assert!(table.stdout.contains("correct (n 1)") && !table.stdout.contains("evidence@6"), "{table:?}");
}

#[test]
fn the_table_of_runs_marks_what_is_told_apart() {
    let told = json(&handbook("matrix --runs baseline candidate -m evidence@6,complete@6 --by type,critical --format json"));
    let result = &told["result"];
    assert_eq!(result["systems"][0]["changes"], Value::Null);
    assert_eq!(result["systems"][1]["changes"]["attribution"], "not-attributable");
    let (best, other) = (cell(&told, "evidence@6", None, "candidate"), cell(&told, "evidence@6", None, "baseline"));
    assert_eq!((&best["standing"], &other["standing"]), (&"best".into(), &"worse".into()));
    assert_eq!((&other["failed"], &other["n"], &best["against_best"]), (&1.into(), &105.into(), &Value::Null));
    // The same difference as compare has, the other way about.
    let compared = json(&handbook("compare candidate baseline -m evidence@6 --format json"));
    let difference = compared["result"]["candidates"][0]["comparisons"][0]["difference"]["value"].as_f64().unwrap();
    assert_eq!(other["against_best"]["difference"]["value"].as_f64(), Some(-difference));
    // Paraphrases are 29: a direction, and no comparison.
    let small = cell(&told, "evidence@6", Some("paraphrase"), "candidate");
    assert_eq!((&small["standing"], &small["against_best"]), (&"unmarked".into(), &Value::Null));
    // Two measures over all questions, and over the slices that are large enough.
    let columns = result["columns"].as_array().unwrap();
    let large = columns.iter().filter(|c| c["directional_only"] == false).count() as u64;
    assert!(large < columns.len() as u64 && large > 2);
    assert_eq!(result["comparisons_adjusted_for"].as_u64(), Some(large));
}

#[test]
fn every_format_of_the_table() {
    let table = handbook("matrix --runs baseline candidate -m evidence@6 --by type");
    assert_eq!(table.code, 3, "a call of the baseline failed: {table:?}");
    for said in [
        "\nsystem     settings changed ",
        "] (n 105, 1 failed)",
        "] ▲\n",
        "\ntype = paraphrase · 29 questions: too few for more than a direction\n",
        "Holm over 1 comparison at 5 %",
    ] {
        assert!(table.stdout.contains(said), "{said}: {}", table.stdout);
    }
    let markdown = handbook("matrix --runs baseline candidate -m evidence@6 --format markdown").stdout;
    assert!(markdown.contains("| candidate | chunking, index, packing, rerank (not attributable) | **0.855 "), "{markdown}");
    let csv = handbook("matrix --runs baseline candidate -m evidence@6 --format csv");
    let rows: Vec<&str> = csv.stdout.lines().collect();
    assert_eq!(rows.len(), 3, "{}", csv.stdout);
    assert!(rows[2].starts_with("candidate,chunking index packing rerank,not-attributable,,,evidence@6,0.85"), "{}", rows[2]);
    assert!(rows[2].ends_with(",best,,,,,") && rows[1].contains(",worse,-0.1"), "{}", csv.stdout);
    assert!(csv.stderr.contains("note: ▲ best"), "{}", csv.stderr);
    let unknown = handbook("matrix --runs baseline candidate --by colour");
    assert!(unknown.code == 4 && unknown.stderr.contains("no scored question has a 'colour'"), "{unknown:?}");
    let nobody = handbook("matrix --runs baseline nobody");
    assert!(nobody.code == 2 && nobody.stderr.contains("no run 'nobody'"), "{nobody:?}");
}

#[test]
fn a_matrix_ends_with_its_table_and_tells_it_again_without_running() {
    let corpus = "{\"id\":\"fees\",\"text\":\"# Fees\\n\\nCancelling late costs 20 euros. It is due at once.\"}\n{\"id\":\"tram\",\"text\":\"A tram ticket is paid back within a month.\"}\n";
    let questions = "{\"id\":\"late\",\"query\":\"What does cancelling late cost?\",\"required\":[{\"doc\":\"fees\"}]}\n{\"id\":\"ticket\",\"query\":\"Is a tram ticket paid back?\",\"required\":[{\"doc\":\"tram\"}]}\n";
    let matrix = "[vary]\nk1 = [0.5]\n[grid.g]\nk1 = [0.5]\nchunking = [\"windows/1 unit=characters size=20 overlap=0\"]\n";
    let place =
        folder(&[("fourcell.toml", ""), ("corpus.jsonl", corpus), ("questions.jsonl", questions), ("sizes.toml", matrix)]);
    let nothing = fourcell(place.path(), "matrix sizes.toml --results");
    assert!(nothing.code == 4 && nothing.stderr.contains("nothing of sizes was run yet"), "{nothing:?}");
    let ran = fourcell(place.path(), "matrix sizes.toml --day 2026-11-30");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("3 systems") && ran.stdout.contains("  sparse_index  "), "{}", ran.stdout);
    assert!(ran.stdout.contains("chunking, sparse_index (not attributable)"), "{}", ran.stdout);
    let again = fourcell(place.path(), "matrix sizes.toml --results");
    assert_eq!((again.code, &again.stdout), (0, &ran.stdout), "{again:?}");
    std::fs::remove_dir_all(place.path().join("runs/sizes/k1=0.5")).unwrap();
    let less = fourcell(place.path(), "matrix sizes.toml --results");
    assert!(less.stderr.contains("not run yet: k1=0.5") && less.stdout.contains("2 systems"), "{less:?}");
    assert!(!place.path().join("runs/sizes/k1=0.5").exists());
}

#[test]
fn incidents_stand_before_any_table() {
    let corpus = "{\"id\":\"d\",\"text\":\"t\",\"tenant\":\"other\"}\n";
    let question = "{\"id\":\"q\",\"query\":\"A?\",\"required\":[\"p\"],\"principal\":{\"tenant\":\"mine\"}}\n";
    let record = "{\"question\":\"q\",\"context\":[{\"id\":\"p\",\"doc\":\"d\",\"tenant\":\"other\"}]}\n";
    let place = folder(&[
        ("fourcell.toml", ""),
        ("corpus.jsonl", corpus),
        ("questions.jsonl", question),
        ("runs/a/records.jsonl", record),
        ("runs/b/records.jsonl", record),
    ]);
    for arguments in ["matrix --runs a b -m Success@6", "history -m Success@6"] {
        let ran = fourcell(place.path(), arguments);
        assert!(ran.stdout.contains("in a, before any score"), "{arguments}: {ran:?}");
        assert_eq!(ran.code, i32::from(arguments.starts_with("matrix")), "{ran:?}");
    }
}

const SCORES: &str = "model,k,q,kind,faith,cost\nsmall,1,a,x,1,3\nsmall,1,b,y,,2\nlarge,1,a,x,0.5,7\nlarge,1,b,y,1,9\n";

#[test]
fn scores_of_others_are_a_table_too() {
    let place = folder(&[("scores.csv", SCORES)]);
    let ran = fourcell(place.path(), "matrix --scores scores.csv --less-is-better cost");
    assert_eq!(ran.code, 3, "a score failed: {ran:?}");
    for said in [
        "scores.csv · 2 systems · 2 questions · scores of others, as they are\n",
        "model=small,k=1  1.000 [0.207, 1.000] (n 1, 1 failed)",
        "cost ↓ (n 2)",
        "faith (1 failed) is over the other 1, and would be between 0.500 and 1.000 with them",
        "less is taken to be better of cost",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    let told = json(&fourcell(place.path(), "matrix --scores scores.csv --by kind --format json"));
    assert_eq!(cell(&told, "cost", Some("y"), "model=large,k=1")["value"].as_f64(), Some(9.0));
    let piped = fourcell_with(place.path(), &["matrix", "--scores", "-", "-m", "cost"], SCORES.as_bytes());
    assert!(piped.code == 0 && piped.stdout.contains("cost (n 2)") && !piped.stdout.contains("faith"), "{piped:?}");
    for (text, said) in [
        ("k,q,m\n1,a,1\n1,b,0.5x\n", "scores.csv:3:5: 'm' must be a number, found '0.5x'"),
        ("k,m\n1,1\n", "scores.csv:1: no column is called question_id"),
        ("k,q,m\n1,a,1\n1,a,1\n", "scores.csv:3: question 'a' of '1' already stands on line 2"),
        ("k,q,m\n1,a,1\n1,b,\u{1b}[2J\n", "found '\\u{1b}[2J'"),
    ] {
        std::fs::write(place.path().join("scores.csv"), text).unwrap();
        let ran = fourcell(place.path(), "matrix --scores scores.csv");
        assert!(ran.code == 2 && ran.stdout.is_empty() && ran.stderr.contains(said), "{said}: {ran:?}");
    }
    let mixed = fourcell(place.path(), "matrix --runs a --scores scores.csv");
    assert_eq!(mixed.code, 2, "{mixed:?}");
    assert_eq!(fourcell(place.path(), "matrix").code, 2);
}

/// A published experiment of others: 27 configurations × 107 questions. 79 of its 81 published means come out; the two that were left
/// blank there are those in which the judge failed on a question.
#[test]
fn a_published_matrix_comes_out() {
    let Some(set) = sets::folder("haystack-matrix", "the published means of a matrix of others") else { return };
    let ran = fourcell(&set, "matrix --scores aragog.tsv --less-is-better no_answer --format json");
    assert_eq!(ran.code, 3, "a judge failed: {}", ran.stderr);
    let told = json(&ran);
    assert_eq!(told["result"]["systems"].as_array().unwrap().len(), 27);
    let published = std::fs::read_to_string(set.join("aragog_published.tsv")).unwrap();
    let (mut agree, mut blank) = (0, Vec::new());
    for line in published.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [embedding, top_k, size, metric, mean, _, missing] = fields[..] else { panic!("{line}") };
        let system = format!("embedding={embedding},top_k={top_k},chunk_size={size}");
        let own = cell(&told, metric, None, &system);
        match mean.parse::<f64>() {
            Ok(mean) => {
                assert!((own["value"].as_f64().unwrap() - mean).abs() < 1e-9, "{system} {metric}: {own}");
                assert_eq!((own["n"].as_u64(), own["failed"].as_u64(), missing), (Some(107), Some(0), "0"));
                agree += 1;
            }
            Err(_) => {
                assert_eq!((own["n"].as_u64(), own["failed"].as_u64(), missing), (Some(106), Some(1), "1"), "{own}");
                // One question of 107 leaves the mean open by a 107th.
                let bounds = &own["bounds_if_failed_were"];
                let width = bounds["1"].as_f64().unwrap() - bounds["0"].as_f64().unwrap();
                assert!((width - 1.0 / 107.0).abs() < 1e-12, "{bounds}");
                blank.push(format!("{metric} of {system}"));
            }
        }
    }
    assert_eq!(agree, 79);
    assert_eq!(
        blank,
        [
            "faithfulness of embedding=all-MiniLM-L6-v2,top_k=2,chunk_size=128",
            "faithfulness of embedding=all-mpnet-base-v2,top_k=3,chunk_size=128"
        ]
    );
    let table = fourcell(&set, "matrix --scores aragog.tsv -m faithfulness").stdout;
    assert_eq!(table.matches("(n 106, 1 failed)").count(), 2, "{table}");
    assert_eq!(table.matches("faithfulness (1 failed) is over the other 106, and would be between").count(), 2, "{table}");
    // Best is claimed nowhere: 27 systems on 107 questions are not told apart from each other.
    assert!(!table.contains('▲') && table.contains('≈'), "{table}");
}

const BLOCK: &str = "```console\n$ fourcell ";

/// The page shows what commands print: `FOURCELL_UPDATE=1` writes what they print now. Of long tables a part is shown.
#[test]
fn the_page_shows_what_commands_print() {
    let file = root().join("docs/experiments.md");
    let page = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    let mut parts = page.split(BLOCK);
    let mut now = parts.next().unwrap().to_owned();
    let mut shown = 0;
    for part in parts {
        let (arguments, rest) = part.split_once('\n').unwrap();
        let after = &rest[rest.find("```").unwrap()..];
        let ran = fourcell(Path::new(&root()), &arguments.replace('"', ""));
        now += &format!("{BLOCK}{arguments}\n{}{after}", ran.stdout);
        shown += 1;
    }
    assert_eq!(shown, 3);
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(&file, &now).unwrap();
    } else {
        assert_eq!(page, now, "docs/experiments.md says something else: run this test with FOURCELL_UPDATE=1");
    }
}

//! A BM25 run over CACM that Anserini tests itself with: 64 queries, of which 52 are judged.

use fourcell::evaluate::{TrecTerms, score_trec};
use fourcell::formats::Source;
use fourcell::formats::trec::{Compat, Reading, read_qrels};
use fourcell::retrieval::name::parse_list;

mod shared;

#[test]
fn the_published_values_come_out_under_both_versions_and_without_either() {
    let Some(folder) = shared::folder("anserini-cacm-run", "published values of a run over CACM") else { return };
    let published = [
        ("P_30", "0.1942"),
        ("map", "0.2744"),
        ("recip_rank", "0.7048"),
        ("ndcg_cut_10", "0.4543"),
        ("recall_10", "0.3345"),
        ("recall_100", "0.5052"),
        ("num_q", "52.0000"),
        ("num_ret", "1560.0000"),
    ];
    let names: Vec<&str> = published.iter().map(|(name, _)| *name).collect();
    for compat in [Some(Compat::V9), Some(Compat::V10), None] {
        let reading = Reading { compat, ..Reading::default() };
        let qrels = read_qrels(&Source::file(&folder.join("qrels.cacm.txt")), &reading).unwrap_or_else(|e| panic!("{e}"));
        let terms = TrecTerms { reading, ..TrecTerms::new(parse_list(&names.join(" ")).unwrap()) };
        let ours = score_trec(&qrels, &Source::file(&folder.join("cacm-bm25.txt")), &terms).unwrap_or_else(|e| panic!("{e}"));
        for (summary, (name, value)) in shared::summaries(&ours).iter().zip(published) {
            assert_eq!(shared::four(summary.value.unwrap()), value, "{name} {compat:?}");
            assert_eq!((summary.n, summary.failed, summary.undefined.len()), (52, 0, 0), "{name} {compat:?}");
        }
        assert_eq!((qrels.len(), ours.told.unjudged.0, ours.told.missing.len()), (52, 12, 0));
        assert_eq!(ours.told.tag.as_deref(), Some("Anserini"));
    }
}

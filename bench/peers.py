"""Scores a TREC run with another tool and prints each mean under trec_eval's name, as `name<TAB>value`.

python peers.py TOOL QRELS RUN, where TOOL is pytrec-eval-terrier, ir-measures or ranx.
"""

import sys

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
LEVELS = tuple(f"{tenth / 10:.2f}" for tenth in range(11))


def pytrec_eval_terrier(qrels_path: str, run_path: str) -> dict[str, float]:
    import pytrec_eval

    names = (
        "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P recall infAP ndcg "
        "ndcg_cut map_cut success set_P set_recall set_F"
    )
    with open(qrels_path) as file:
        qrels = pytrec_eval.parse_qrel(file)
    with open(run_path) as file:
        run = pytrec_eval.parse_run(file)
    queries = pytrec_eval.RelevanceEvaluator(qrels, set(names.split())).evaluate(run).values()
    measures = next(iter(queries))
    return {m: pytrec_eval.compute_aggregated_measure(m, [q[m] for q in queries]) for m in measures}


def ir_measures(qrels_path: str, run_path: str) -> dict[str, float]:
    import ir_measures as ir
    from ir_measures import AP, RR, Bpref, IPrec, NumQ, NumRel, NumRet, P, R, Rprec, SetF, SetP, SetR, Success, infAP, nDCG

    named = {"num_q": NumQ, "num_ret": NumRet, "num_rel": NumRel, "num_rel_ret": NumRet(rel=1)}
    named |= {"map": AP, "Rprec": Rprec, "bpref": Bpref, "recip_rank": RR, "infAP": infAP, "ndcg": nDCG}
    named |= {"set_P": SetP, "set_recall": SetR, "set_F": SetF}
    named |= {f"iprec_at_recall_{level}": IPrec @ float(level) for level in LEVELS}
    named |= {f"success_{cut}": Success @ cut for cut in (1, 5, 10)}
    for name, measure in (("P", P), ("recall", R), ("ndcg_cut", nDCG), ("map_cut", AP)):
        named |= {f"{name}_{cut}": measure @ cut for cut in CUTS}
    qrels, run = ir.read_trec_qrels(qrels_path), ir.read_trec_run(run_path)
    means = ir.calc_aggregate(list(named.values()), qrels, run)
    return {name: means[measure] for name, measure in named.items()}


def ranx(qrels_path: str, run_path: str) -> dict[str, float]:
    from ranx import Qrels, Run, evaluate

    named = {"map": "map", "Rprec": "r-precision", "bpref": "bpref", "recip_rank": "mrr", "ndcg": "ndcg"}
    named |= {"set_P": "precision", "set_recall": "recall", "set_F": "f1"}
    named |= {f"success_{cut}": f"hit_rate@{cut}" for cut in (1, 5, 10)}
    for name, measure in (("P", "precision"), ("recall", "recall"), ("ndcg_cut", "ndcg"), ("map_cut", "map")):
        named |= {f"{name}_{cut}": f"{measure}@{cut}" for cut in CUTS}
    qrels, run = Qrels.from_file(qrels_path, kind="trec"), Run.from_file(run_path, kind="trec")
    means = evaluate(qrels, run, list(named.values()))
    return {name: means[measure] for name, measure in named.items()}


if __name__ == "__main__":
    tool, qrels_file, run_file = sys.argv[1:]
    tools = {"pytrec-eval-terrier": pytrec_eval_terrier, "ir-measures": ir_measures, "ranx": ranx}
    for key, value in tools[tool](qrels_file, run_file).items():
        print(f"{key}\t{value:.9f}")

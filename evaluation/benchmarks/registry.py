"""All benchmarks. The command line, runs, reports and replays read everything about a benchmark from this table."""

from __future__ import annotations

from ...errors import UsageError
from .definition import Benchmark, BenchmarkTask

BENCHMARKS = (
    Benchmark(
        name="m3sciqa",
        paper="Li et al., 2024, arXiv 2411.04075",
        tasks=(
            BenchmarkTask("rank", "from a figure to the cited paper", images=True),
            BenchmarkTask("answer", "an answer from ranked papers", judged=True),
            BenchmarkTask("end-to-end", "both hops, and each of them", images=True, judged=True),
        ),
        metrics=("MRR", "recall@k", "nDCG@k", "judge", "ROUGE", "BERTScore", "AutoACU", "proven chain"),
        download="github.com/yale-nlp/M3SciQA, folder data and the JSON files beside it",
        license="CC BY 4.0",
        options_class="m3sciqa.options:M3SciQAOptions",
        prepare_function="m3sciqa.benchmark:prepare",
        expand_function="m3sciqa.options:one_per_ranking",
        uses_store=True,
    ),
    Benchmark(
        name="scifibench",
        paper="Roberts et al., 2024, arXiv 2405.08807",
        tasks=(
            BenchmarkTask("figure2caption", "choose the caption of a figure", images=True),
            BenchmarkTask("caption2figure", "choose the figure of a caption", images=True),
        ),
        metrics=("accuracy",),
        download="hf download --repo-type dataset jonathan-roberts1/SciFIBench --local-dir DIR",
        license="MIT (code); the figures belong to their papers",
        options_class="benchmarks.task_options:SciFIBenchOptions",
        prepare_function="scifibench.benchmark:prepare",
    ),
    Benchmark(
        name="spiqa",
        paper="Pramanick et al., 2024, arXiv 2407.09413",
        tasks=(
            BenchmarkTask("direct", "an answer from all figures of a paper", "required", True, True),
            BenchmarkTask("full-paper", "the same with the text of the paper", "required", True, True),
            BenchmarkTask("reasoned", "the helpful figure first, then the answer", images=True, judged=True),
            BenchmarkTask(
                "one-figure", "each right figure by itself, as open models", "required", True, True
            ),
            BenchmarkTask("pick", "the figure alone, found without a model", "unused"),
        ),
        metrics=("ROUGE-L[coco]", "METEOR", "BLEU", "CIDEr-D", "BERTScore", "L3Score", "figure top-1"),
        download="hf download --repo-type dataset google/spiqa --local-dir DIR; unpack the pictures of the sets",
        license="CC BY 4.0",
        options_class="benchmarks.task_options:SpiqaOptions",
        prepare_function="spiqa.benchmark:prepare",
    ),
    Benchmark(
        name="scidqa",
        paper="Singh et al., 2024, arXiv 2411.05338",
        tasks=(
            BenchmarkTask("closed-book", "the question alone", "required", judged=True),
            BenchmarkTask("title-abs", "with title and abstract", "required", judged=True),
            BenchmarkTask("rag", "with the best passages of the paper", "required", judged=True),
            BenchmarkTask("full-text", "with the whole paper, window by window", "required", judged=True),
            BenchmarkTask("ask", "citehop's own answer from the paper", judged=True),
            BenchmarkTask("responses", "score the answers of a response file", "unused", judged=True),
            BenchmarkTask("overlap", "answers that one paragraph of the paper holds", "unused"),
            BenchmarkTask("preference", "two answers and the preferred one, from a table", "unused"),
        ),
        metrics=("ROUGE", "BLEURT", "BERTScore", "judge[1-10]", "ALS", "Avg", "overlap"),
        download="github.com/yale-nlp/SciDQA (src/data, src/data_resp); texts of the papers: osf.io/3g2hn",
        license="ODC-By",
        options_class="benchmarks.task_options:SciDQAOptions",
        prepare_function="scidqa.benchmark:prepare",
        uses_store=True,
        data_help="Folder of the download, as it is; for responses and preference a table (.xlsx).",
    ),
    Benchmark(
        name="mmsci",
        paper="Li et al., 2024, arXiv 2407.04903",
        tasks=(
            BenchmarkTask("matching", "the three multiple choices together", "required", True),
            BenchmarkTask("fig2cap", "choose the caption of a figure", images=True),
            BenchmarkTask("subfig2cap", "choose the caption of a panel", "required", True),
            BenchmarkTask("subcap2fig", "choose the panel of a caption", "required", True),
            BenchmarkTask("caption", "write the caption of a figure", "required", True, True),
            BenchmarkTask("figure-type", "the type of each panel of a figure", "required", True),
            BenchmarkTask("materials", "crystal structures as text (the case study)", "required"),
        ),
        metrics=(
            *("accuracy", "kappa", "ROUGE-1, -2, -L", "METEOR", "BERTScore"),
            *("FActScore*", "G-Eval", "L3Score", "structural validity"),
        ),
        download="benchmark.zip from mmsci.s3.amazonaws.com, unpacked; its test set has no answers, dev has",
        license="CC BY 4.0",
        options_class="benchmarks.task_options:MMSciOptions",
        prepare_function="mmsci.benchmark:prepare",
    ),
    Benchmark(
        name="retrieval",
        paper="retrieval strategies on a corpus, or on a cluster of your own",
        tasks=(BenchmarkTask("rank", "find the relevant passages or papers", "unused"),),
        metrics=("MRR", "MAP", "recall@5", "hit@5", "nDCG@10", "nDCG@20"),
        download="none: any corpus in the layout of docs/benchmarks.md",
        license="that of the corpus",
        options_class="retrieval.options:RetrievalOptions",
        prepare_function="retrieval.benchmark:prepare",
        expand_function="retrieval.options:one_per_strategy",
        compares=True,
        data_help="Folder of a corpus, or its name under HOME/data.",
        needs_data=False,
        uses_store=True,
        ablations=False,
    ),
)


def find_benchmark(name: str) -> Benchmark:
    """Return the benchmark called `name`. Raises UsageError, listing the names, for other names."""
    for benchmark in BENCHMARKS:
        if benchmark.name == name:
            return benchmark
    raise UsageError(f"no benchmark {name!r}; there are {', '.join(one.name for one in BENCHMARKS)}")

"""Names of figures: comparing, shortening, citation markers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.retrieval.linking.gazetteer import known_paper, known_papers
from citehop.retrieval.linking.markers import LabelMarker, find_markers, without_markers
from citehop.retrieval.linking.names import name_key, variants


@pytest.mark.parametrize(
    ("text", "found", "rest"),
    [
        ("DSM (Guo et al., 2022)", [LabelMarker(surname="Guo", year=2022)], "DSM"),
        ("DSM(Guo et al.2022b)", [LabelMarker(surname="Guo", year=2022)], "DSM"),
        ("Lee and Kim (2019)", [LabelMarker(surname="Lee", year=2019)], ""),
        ("van den Oord et al. [2018]", [LabelMarker(surname="van den Oord", year=2018)], ""),
        ("Soft (O'Neil & Wu-Li, 2001)", [LabelMarker(surname="O'Neil", year=2001)], "Soft"),
        ("OpenLM (Aixia, 2023)", [LabelMarker(surname="Aixia", year=2023)], "OpenLM"),
        ("BERT [3, 7]", [LabelMarker(number="3"), LabelMarker(number="7")], "BERT"),
        ("See et al.", [LabelMarker(surname="See")], ""),
        ("Dropout (2014b)", [], "Dropout"),
        ("GPT-3 (175B)", [], "GPT-3 (175B)"),
        ("WMT 2014", [], "WMT 2014"),
    ],
)
def test_markers(text: str, found: list[LabelMarker], rest: str) -> None:
    assert find_markers(text) == found
    assert without_markers(text) == rest


def test_two_spellings_share_a_key() -> None:
    assert name_key("T5-Large") == name_key("t5 LARGE") == "t5large"
    assert name_key("Nystr\u00f6mformer") == "nystromformer"


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("T5-Large (Raffel et al., 2020)", "t5"),
        ("LLaMA-7B", "llama"),
        ("FooNet + CoT", "foonet"),
        ("FooNet w/ BarNet", "barnet"),
        ("RoBERTa-base\u2020", "roberta"),
        ("BERTlarge", "bert"),
        ("Vanilla Transformer", "transformer"),
        ("MAKER (T5-Base)", "maker"),
        ("MAKER (T5-Base)", "t5"),
        ("FooNet Quantization", "foonet"),
    ],
)
def test_suffixes_fall_away_in_steps(name: str, form: str) -> None:
    forms = variants(name)
    trust = {v.key: v.trust for v in forms}
    assert form in trust
    assert trust[form] < 1
    assert [v.trust for v in forms] == sorted(trust.values(), reverse=True)


@pytest.mark.parametrize(
    "name", ["Ours", "Random", "Human", "12.5", "7B", "", "\u2014", "w/o", "Baseline", "zero-shot"]
)
def test_rows_that_name_nobody(name: str) -> None:
    assert variants(name) == []


@given(st.text(max_size=60))
def test_any_text_has_bounded_forms(text: str) -> None:
    forms = variants(text)
    assert len(forms) <= 12
    assert all(0 < form.trust <= 1 and form.key for form in forms)


def test_known_names_are_well_formed() -> None:
    entries = known_papers()
    assert len(entries) > 2500
    titles = [name_key(entry.title) for entry in entries]
    assert len(titles) == len(set(titles))
    for entry in entries:
        assert entry.keys
        assert "" not in entry.keys
        assert 1900 < entry.year < 2030
        assert entry.author


def test_known_paper_ignores_case_and_a_missing_subtitle() -> None:
    entry = known_paper("Attention is All you Need")
    assert entry is not None
    assert "transformer" in entry.keys
    assert known_paper("Llama 2: Open Foundation and Fine-Tuned Chat Models") is not None
    assert known_paper("A paper that nobody has written") is None
    # A word more, a word less; but not another number.
    assert known_paper("Few-shot Learning with Retrieval Augmented Language Models") is not None
    assert known_paper("Fine-grained Few-shot Learning with Augmented Language Models") is None
    assert known_paper("SemEval-2014 Task 9: Aspect Based Sentiment Analysis") is None
    assert known_paper("") is None

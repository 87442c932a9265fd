"""What the cross-encoder's adapter is fitted on, and how two adapters become one."""

import json
import random
from pathlib import Path

import numpy as np

from citehop.training.recipes import passage_groups as passages
from citehop.training.recipes.adapter_groups import TABLES, _table_group, read_squad
from citehop.training.recipes.merge_adapters import merge
from citehop.training.recipes.questions import read_lines

PAPER = {
    "title": "Small Taggers",
    "tables": [
        {
            "caption": "Table 1: Accuracy.",
            "columns": ["", "dev", "test"],
            "rows": [["full", "97.1", "96.8"], ["w/o suffixes", "95.0", "94.2"], ["tiny", "93.3", ""]],
        }
    ],
}


def test_a_passage_gives_its_questions_with_the_sentences_behind_the_heading() -> None:
    passage = {"heading": "4.1 Data", "questions": [["How many?", 1], ["Where?", [0, 2]], ["Why?", None]]}
    how_many, where, why = passages._questions(passage, ["In Rome.", "Nine rooms.", "In Oslo."], "")
    assert how_many.right == ("4.1 Data: Nine rooms.",)
    assert how_many.wrong == ("4.1 Data: In Rome.", "4.1 Data: In Oslo.")
    assert where.right == ("4.1 Data: In Rome.", "4.1 Data: In Oslo.")
    assert (why.right, len(why.wrong)) == ((), 3)


def test_a_digest_depends_on_letters_and_numbers_alone() -> None:
    assert passages.digest("It has 12 layers.") == passages.digest("it  has 12\nlayers")
    assert passages.digest("It has 12 layers.") != passages.digest("It has 13 layers.")


def test_places_of_the_passages_in_the_repository_are_those_of_their_sentences() -> None:
    for passage in read_lines(passages.PASSAGES):
        count = len(passage.get("sentences") or passage["hashes"])
        for question, places in passage["questions"]:
            found = [places] if isinstance(places, int) else places or []
            assert question
            assert all(0 <= place < count for place in found), passage["id"]


def test_a_cell_is_right_among_cells_in_the_words_that_the_engine_reads() -> None:
    group = _table_group(
        PAPER, ["Without suffixes, how good on unseen text?", "cell", 0, 1, 2], random.Random(1), ""
    )
    assert group.right == ("w/o suffixes, test: 94.2. Table 1: Accuracy.. Small Taggers",)
    assert "full, test: 96.8. Table 1: Accuracy.. Small Taggers" in group.wrong
    assert not any("tiny, test" in text for text in group.wrong)  # an empty cell answers nothing


def test_the_best_and_a_difference_say_so() -> None:
    best = _table_group(PAPER, ["Which is best?", "best", 0, 0, 1], random.Random(1), "")
    lost = _table_group(PAPER, ["What do suffixes bring?", "difference", 0, [0, 1], 1], random.Random(1), "")
    assert best.right[0].startswith("best: full, dev: 97.1.")
    assert lost.right[0].startswith("difference of full, dev: 97.1; w/o suffixes, dev: 95.0.")


def test_places_of_the_tables_in_the_repository_are_those_of_their_cells() -> None:
    for paper in read_lines(TABLES):
        for group in (
            _table_group(paper, each, random.Random(1), "")
            for each in paper["questions"]
            if "tables" in paper
        ):
            assert group.question
            assert set(group.right).isdisjoint(group.wrong), paper["id"]


def test_squad_has_the_sentence_of_the_answer_right_and_sentences_without_it_wrong(tmp_path: Path) -> None:
    context = "The mill opened in 1851. It closed in 1903. Its wheel was oak."
    asked = {
        "question": "When did the mill close?",
        "answers": [{"text": "1903", "answer_start": context.index("1903")}],
    }
    article = {
        "paragraphs": [
            {"context": context, "qas": [asked]},
            {"context": "Another mill burnt down. In 1903 it rained.", "qas": []},
        ]
    }
    (tmp_path / "squad.json").write_text(json.dumps({"data": [article]}), "utf-8")
    (group,) = read_squad(tmp_path / "squad.json")
    assert group.right == ("It closed in 1903.",)
    assert group.wrong == ("The mill opened in 1851.", "Its wheel was oak.", "Another mill burnt down.")


def test_a_merged_adapter_multiplies_to_the_mean_of_the_products() -> None:
    draw = np.random.default_rng(1)
    adapters = [
        {
            "0.query.a": draw.normal(size=(2, 6)),
            "0.query.b": draw.normal(size=(5, 2)),
            "bias": draw.normal(size=1),
        }
        for _ in range(3)
    ]
    merged = merge(adapters)
    assert merged["0.query.a"].shape == (6, 6)
    expected = np.mean([each["0.query.b"] @ each["0.query.a"] for each in adapters], axis=0)
    found = merged["0.query.b"].astype(float) @ merged["0.query.a"].astype(float)
    np.testing.assert_allclose(found, expected, atol=0.02)
    np.testing.assert_allclose(
        merged["bias"], np.mean([each["bias"] for each in adapters], axis=0), atol=1e-3
    )

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.indexes.types import Chunk
from citehop.papers.serialization import from_json, to_json
from citehop.papers.types import BBox, Block, Figure, Mention, Paper, Reference, Word

BOX = BBox(1.5, 2.0, 3.25, 4.0)
PAPER = Paper(
    id="anchor",
    title="Tést “quotes” \U0001d400",
    authors=("A. One", "B. Two"),
    year=2020,
    abstract="Line\nbreak",
    blocks=(Block("text", 1, BOX, "list", "1 Intro", ((1, BOX), (2, BOX))),),
    figures=(Figure("p5:table1", "table", "Table 1", "Caption", 5, BOX, "x.png", (Word("w", BOX, 0.5),)),),
    references=(
        Reference("12", "raw", ids=(("doi", "10/x"),), paper_id="p2", score=0.75),
        Reference("13", ""),
    ),
    mentions=(Mention(("T5",), ("12",), "T5 [12].", 3),),
    pages=9,
    warnings=("one",),
)


def test_a_full_paper_survives_the_round_trip() -> None:
    assert from_json(Paper, to_json(PAPER)) == PAPER


def test_defaults_are_left_out_and_come_back() -> None:
    assert json.loads(to_json(Paper("p", "T"))) == {"id": "p", "title": "T"}
    assert from_json(Paper, '{"id":"p","title":"T"}') == Paper("p", "T")


def test_a_box_is_a_list_of_numbers() -> None:
    assert to_json(BOX) == "[1.5,2.0,3.25,4.0]"
    assert from_json(BBox, "[1,2,3,4]") == BBox(1.0, 2.0, 3.0, 4.0)


def test_a_tuple_of_values_is_a_list() -> None:
    chunks = (Chunk("p:0", "p", "text", "t", "", 1, BOX),)
    assert from_json(tuple[Chunk, ...], to_json(chunks)) == chunks


boxes = st.builds(BBox, *[st.floats(allow_nan=False, allow_infinity=False)] * 4)


@given(st.builds(Word, st.text(st.characters(exclude_categories=["Cs"])), boxes, st.floats(0, 1)))
def test_any_word_survives_and_writes_the_same_text_twice(word: Word) -> None:
    text = to_json(word)
    assert from_json(Word, text) == word
    assert to_json(from_json(Word, text)) == text


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ('{"id":"p"}', "missing required field `title`"),
        ('{"id":"p","title":"T","colour":1}', "colour"),
        ('{"id":1,"title":"T"}', "Expected `str`, got `int` - at `\\$.id`"),
        ('{"id":"p","title":"T","pages":true}', "Expected `int`, got `bool` - at `\\$.pages`"),
        (
            '{"id":"p","title":"T","blocks":[{"text":"x","page":1,"bbox":[1]}]}',
            "at least length 4, got 1 - at `\\$.blocks\\[0\\].bbox`",
        ),
        ('{"id":"p","title":"T","warnings":"w"}', "Expected `array`, got `str` - at `\\$.warnings`"),
        (f'{{"id":"p","title":"T","blocks":{"[" * 100_000}', "got `array`"),
        ('{"id":"p","title":"T","figures":[{"bbox":[1,2,3,NaN]}]}', "invalid character"),
        ("[]", "Expected `object`, got `array`"),
        ('{"id":"p",', "truncated"),
    ],
)
def test_what_is_not_the_value_is_a_value_error(text: str, needle: str) -> None:
    with pytest.raises(ValueError, match=needle):
        from_json(Paper, text)


def test_a_kind_outside_its_choices_is_refused() -> None:
    text = to_json(Block("x", 1, BOX)).replace("}", ',"kind":"poem"}')
    with pytest.raises(ValueError, match="Invalid enum value 'poem'"):
        from_json(Block, text)


def test_nan_is_refused_because_json_has_none() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        to_json(BBox(float("nan"), 0, 0, 0))


def test_halves_of_characters_can_be_written() -> None:
    text = to_json(Paper("p", "\ud835\udc00 and \ud835 alone"))
    assert from_json(Paper, text.encode("utf-8").decode("utf-8")).title == "\U0001d400 and \ufffd alone"


@dataclass(frozen=True, slots=True)
class _Cost:
    calls: int = 0


@dataclass(frozen=True, slots=True)
class _Turn:
    text: str = ""
    cost: _Cost = field(default_factory=_Cost)


def test_a_default_made_by_a_factory_is_left_out_and_comes_back() -> None:
    assert to_json(_Turn("a")) == '{"text":"a"}'
    assert from_json(_Turn, '{"text":"a"}') == _Turn("a")
    assert from_json(_Turn, to_json(_Turn("b", _Cost(2)))) == _Turn("b", _Cost(2))

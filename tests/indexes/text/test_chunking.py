import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.indexes.text.chunking import chunk_paper, chunk_sentences, count_tokens, indexed_text
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox, Block, BlockKind, Figure, Paper, Word

BOX = BBox(0, 0, 10, 10)


def sentences(first: int, last: int) -> str:
    """Sentences of four tokens each: "w", a number, "x" and the full stop."""
    return " ".join(f"W {n} x." for n in range(first, last))


def paper(*blocks: Block) -> Paper:
    return Paper("p", "The Title", blocks=blocks)


def test_tokens_are_pieces_of_six_letters_and_single_signs() -> None:
    assert count_tokens("Short transformers, 91.4%") == 1 + 2 + 1 + 4


def test_sections_do_not_mix_and_headings_and_references_are_left_out() -> None:
    chunks = chunk_paper(
        paper(
            Block("1 One", 1, BOX, "heading", "1 One"),
            Block("First.", 1, BOX, "paragraph", "1 One"),
            Block("Also first.", 1, BOX, "list", "1 One"),
            Block("Second.", 2, BOX, "paragraph", "2 Two"),
            Block("[1] A. Uthor. A paper.", 3, BOX, "reference", "References"),
        )
    )
    assert [(c.id, c.section, c.text, c.page) for c in chunks] == [
        ("p:0000", "1 One", "First.\nAlso first.", 1),
        ("p:0001", "2 Two", "Second.", 2),
    ]


def test_chunks_fill_up_to_the_limit_and_share_whole_sentences() -> None:
    chunks = chunk_paper(paper(Block(sentences(0, 12), 1, BOX)), chunk_tokens=20, chunk_overlap=7)
    assert [c.text for c in chunks] == [
        sentences(0, 5),
        sentences(4, 9),
        sentences(8, 12),
    ]


def test_a_short_rest_joins_the_chunk_before() -> None:
    chunks = chunk_paper(paper(Block(sentences(0, 6), 1, BOX)), chunk_tokens=20, chunk_overlap=0)
    assert [c.text for c in chunks] == [sentences(0, 6)]


def test_a_caption_is_its_own_chunk_and_does_not_cut_the_text_around_it() -> None:
    chunks = chunk_paper(
        paper(
            Block("Before it.", 1, BOX, "paragraph", "S"),
            Block("Table 1: Numbers.", 1, BOX, "caption", "S"),
            Block("After it.", 1, BOX, "paragraph", "S"),
        )
    )
    assert [(c.kind, c.text) for c in chunks] == [
        ("text", "Before it.\nAfter it."),
        ("caption", "Table 1: Numbers."),
    ]


def test_a_table_is_its_caption_and_its_rows() -> None:
    grid = [
        ("Model", 0, 0),
        ("Acc.", 50, 1),
        ("DSM", 0, 10),
        ("91.4", 50, 11),
        ("IGND", 0, 20),
        ("7.42", 50, 20),
    ]
    words = tuple(Word(text, BBox(x, y, x + 20, y + 8)) for text, x, y in grid)
    caption = Block("Table 1: Numbers.", 2, BOX, "caption", "S")
    table = Figure("p2:table1", "table", "Table 1", caption.text, 2, BBox(0, 0, 70, 28), words=words)
    (chunk,) = chunk_paper(Paper("p", "T", blocks=(caption,), figures=(table,)))
    assert (chunk.kind, chunk.page, chunk.spans) == ("table", 2, ((2, BOX), (2, table.bbox)))
    assert chunk.text == "Table 1: Numbers.\nModel Acc.\nDSM 91.4\nIGND 7.42"


def test_an_abstract_alone_is_searchable() -> None:
    (chunk,) = chunk_paper(Paper("p", "T", abstract="We do things.", abstract_only=True))
    assert (chunk.kind, chunk.text, chunk.page) == ("abstract", "T\nWe do things.", 0)
    assert chunk_paper(Paper("p", "T")) == ()


def test_each_chunk_of_a_block_over_two_pages_knows_its_own_page() -> None:
    spans = ((1, BOX), (2, BOX))
    block = Block(sentences(0, 30), 1, BOX, spans=spans)
    first, middle, last = chunk_paper(paper(block), chunk_tokens=40, chunk_overlap=0)
    assert (first.spans, middle.spans, last.spans) == (spans[:1], spans, spans[1:])
    assert (first.page, middle.page, last.page) == (1, 1, 2)


def test_the_innermost_heading_is_searched_by_words_and_not_embedded() -> None:
    one = paper(Block("Words here. More words.", 1, BOX, "paragraph", "3 Model > 3.1 Encoder"))
    (chunk,) = chunk_paper(one)
    assert indexed_text(chunk) == "3.1 Encoder\nWords here. More words."
    assert chunk_sentences(chunk) == ("Words here.", "More words.")
    assert chunk.text == "Words here. More words."


def test_every_row_of_a_table_is_a_sentence_and_no_chunk_is_without() -> None:
    table = Chunk("a:0000", "a", "table", "Table 1: Scores. On GLUE.\nBERT 80.1\nT5 88.9", "", 1, BOX)
    assert chunk_sentences(table) == ("Table 1: Scores.", "On GLUE.", "BERT 80.1", "T5 88.9")
    assert chunk_sentences(replace(table, text="")) == ("",)


kinds: st.SearchStrategy[BlockKind] = st.sampled_from(["paragraph", "list", "equation"])
texts = st.text(st.sampled_from("ab W9. \n(é"), max_size=120)


@given(
    st.lists(
        st.builds(Block, texts, st.just(1), st.just(BOX), kinds, st.sampled_from(["A", "B"])), max_size=6
    ),
    st.integers(1, 30),
    st.integers(0, 30),
)
def test_nothing_is_lost_and_no_chunk_is_far_too_long(blocks: list[Block], limit: int, overlap: int) -> None:
    chunks = chunk_paper(paper(*blocks), limit, overlap)
    assert chunks == chunk_paper(paper(*blocks), limit, overlap)
    for section, run in itertools.groupby(blocks, key=lambda block: block.section):
        words = "".join(" ".join(block.text for block in run).split())
        held = "".join("".join(c.text for c in chunks if c.section == section).split())
        assert set(words) <= set(held)
    if overlap == 0 and blocks:
        assert "".join("".join(c.text.split()) for c in chunks) == "".join(
            "".join(b.text.split()) for b in blocks
        )
    assert all(count_tokens(c.text) <= 1.25 * limit + 1 for c in chunks)
    assert all(c.text.strip() == c.text != "" for c in chunks)


@pytest.mark.parametrize("text", ["x" * 200_000, "word " * 40_000, "A. " * 60_000])
def test_long_blocks_stay_quick(text: str) -> None:
    chunks = chunk_paper(paper(Block(text, 1, BOX)))
    assert sum(len("".join(c.text.split())) for c in chunks) >= len("".join(text.split()))

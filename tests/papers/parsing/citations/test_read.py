"""Markers, the names beside them, and the entries they point to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.papers.parsing.citations.markers import parse_markers
from citehop.papers.parsing.citations.match import build_marker_index, resolve_marker
from citehop.papers.parsing.citations.names import find_names_before
from citehop.papers.parsing.citations.read import group_cells, read_mentions
from citehop.papers.parsing.references.parse import parse_reference
from citehop.papers.types import BBox, Block, Figure, Reference, Word

BOX = BBox(0, 0, 1, 1)


def cites(text: str, numbers: str = "brackets") -> list[tuple[str, list[str]]]:
    """(marker as written, what it cites) of every marker in `text`."""
    return [
        (text[m.start : m.end], [c.label or f"{'+'.join(c.surnames)} {c.year}" for c in m.cites])
        for m in parse_markers(text, numbers)  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as in [3, 7-9] and [12, p. 4].", [("[3, 7-9]", ["3", "7", "8", "9"]), ("[12, p. 4]", ["12"])]),
        ("so [Dev+18; BCB15] say", [("[Dev+18; BCB15]", ["Dev+18", "BCB15"])]),
        (
            "It works (Kiros et al., 2015; Hill et al., 2016).",
            [("(Kiros et al., 2015; Hill et al., 2016)", ["Kiros 2015", "Hill 2016"])],
        ),
        ("Kim (2014) does", [("Kim (2014)", ["Kim 2014"])]),
        ("Le & Mikolov (2014a, b)", [("Le & Mikolov (2014a, b)", ["Le+Mikolov 2014a", "Le+Mikolov 2014b"])]),
        ("(Mikolov et al., 2013a;c)", [("(Mikolov et al., 2013a;c)", ["Mikolov 2013a", "Mikolov 2013c"])]),
        ("Kiros et al. [12] show", [("Kiros et al. [12]", ["12"])]),
        ("Kim [2014] shows", [("Kim [2014]", ["Kim 2014"])]),
        ("(see Kiros et al. 2015, Sec. 3; cf. Kim 2014)",
         [("(see Kiros et al. 2015, Sec. 3; cf. Kim 2014)", ["Kiros 2015", "Kim 2014"])]),
        ("(e.g., Kim (2014))", [("Kim (2014)", ["Kim 2014"])]),
        ("(Fu, Feng, and Cunningham 2019)", [("(Fu, Feng, and Cunningham 2019)", ["Fu+Feng+Cunningham 2019"])]),
        ("Van Durme et al.'s (2014) model", [("Van Durme et al.'s (2014)", ["Van Durme 2014"])]),
        ("In LSTMs, Kim (2014) saw", [("Kim (2014)", ["Kim 2014"])]),
        ("as Kiros et al. 2015 did", [("Kiros et al. 2015", ["Kiros 2015"])]),
        ("(in 2014) and Figure 3 (left), f(x) = [a, b]", []),
        ("the range [1-9999]", []),
        ("Baldwin's (1997) and Poe’s (1998) work", [("Baldwin's (1997)", ["Baldwin 1997"]), ("Poe’s (1998)", ["Poe 1998"])]),
        ("(Church 88; Brill, '92)", [("(Church 88; Brill, '92)", ["Church 88", "Brill 92"])]),
        ("(Duvenaud; Wei, 2005)", [("(Duvenaud; Wei, 2005)", ["Duvenaud+Wei 2005"])]),
    ],
)  # fmt: skip
def test_markers(text: str, expected: list[tuple[str, list[str]]]) -> None:
    assert cites(text) == expected


def test_numbers_of_equations_and_figures_are_no_citations() -> None:
    for text in ("by Eq. (5) and (6)", "see Section [4]", "as in equation (12)"):
        assert cites(text, "parentheses") == []


def test_numbers_in_square_brackets_are_citations_unless_a_label_is_before_them() -> None:
    assert cites("need examples [2, 6], [7] and equations [3]") == [
        ("[2, 6]", ["2", "6"]),
        ("[7]", ["7"]),
        ("[3]", ["3"]),
    ]
    assert cites("by Eq. [3] and Tables [1] and [2]") == []


def test_powers_isotopes_and_charges_are_no_raised_citations() -> None:
    text = "x², 10¹⁸ and cm² of ¹³CO₂ or Ca²⁺ per yr⁻¹, in 2019¹² and by growth.³,⁴"
    assert cites(text, "raised") == [("¹²", ["12"]), ("³,⁴", ["3", "4"])]


@pytest.mark.parametrize(
    ("marker", "key"),
    [
        ("(Church 88)", "Church, 1988"),
        ("Zhou GuoDong (2005)", "Zhou et al., 2005"),  # the surname is printed first
        ("Hwee Tou Ng (2002)", "Chieu and Ng, 2002"),  # not the first author
        ("(Zhou, 1988)", None),  # another year
    ],
)
def test_authors_and_years_as_older_papers_print_them(marker: str, key: str | None) -> None:
    entries = build_marker_index(
        [
            parse_reference("Church, Kenneth. 1988. A stochastic parser. In XYZ."),
            parse_reference("Zhou G.D., Su J. and Zhang M. 2005. Slow engines. XYZ."),
            parse_reference("Chieu, Hai Leong and Hwee Tou Ng. 2002. Fast engines. In XYZ."),
        ]
    )
    (found,) = parse_markers(f"as {marker} says")
    assert resolve_marker(found, entries) == ((key,) if key else ())


def entry(authors: str, year: str, label: str = "") -> Reference:
    return parse_reference(f"{authors}. {year}. Some title here. In XYZ.", label)


BOOK = [
    entry("Ryan Kiros, Yukun Zhu, and Sanja Fidler", "2015"),
    entry("Yoon Kim", "2014"),
    entry("Yoon Kim and Ana Lee", "2014"),
    entry("Tomas Mikolov, Kai Chen, and Jeff Dean", "2013a"),
    entry("Tomas Mikolov, Ilya Sutskever, and Jeff Dean", "2013b"),
    entry("Tim Van de Cruys", "2014"),
    entry("Diederik Kingma and Jimmy Ba", "2015"),
    entry("Hinrich Schütze", "1998"),
]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("(Kiros et al., 2015)", ["Kiros et al., 2015"]),
        ("(Kim, 2014)", ["Kim, 2014"]),
        ("Kim and Lee (2014)", ["Kim and Lee, 2014"]),
        ("(Mikolov et al., 2013a,b)", ["Mikolov et al., 2013a", "Mikolov et al., 2013b"]),
        ("(Mikolov et al., 2013)", ["Mikolov et al., 2013a", "Mikolov et al., 2013b"]),
        ("Van de Cruys (2014)", ["Van de Cruys, 2014"]),
        ("(GRU, Kiros et al., 2015)", ["Kiros et al., 2015"]),
        ("(Kingma and Ba, 2014)", ["Kingma and Ba, 2015"]),
        ("(Schutze, 1998)", ["Schütze, 1998"]),
        ("(Kiros et al., 2012)", []),
        ("(Nobody, 2015)", []),
    ],
)
def test_markers_lead_to_entries(text: str, keys: list[str]) -> None:
    (marker,) = parse_markers(text)
    assert list(resolve_marker(marker, build_marker_index(BOOK))) == keys


def test_labels_lead_to_entries_and_authors_too() -> None:
    entries = build_marker_index([entry("Yoon Kim", "2014", "1"), entry("Ana Lee", "2015", "Lee+15")])
    assert [resolve_marker(m, entries) for m in parse_markers("[1, 2], [Lee+15], and Kim (2014)")] == [
        ("1",),
        ("Lee+15",),
        ("1",),
    ]


@pytest.mark.parametrize(
    ("before", "names"),
    [
        ("We compare with the Skip-thought model ", ["Skip-thought", "Skip-thought model"]),
        ("We use GloVe word vectors ", ["GloVe", "GloVe word vectors"]),
        ("gated recurrent units (GRU) ", ["GRU"]),
        ("trained with SGC (Simple Graph Convolution) ", ["Simple Graph Convolution", "SGC"]),
        ("the CNN model of ", ["CNN", "CNN model"]),
        ("the CNN model proposed by ", ["CNN", "CNN model"]),
        ("such as ELMo, GPT-2 and BERT ", ["BERT", "GPT-2", "ELMo"]),
        ("We train Bag of Tricks ", ["Bag of Tricks"]),
        ("embeddings from word2vec ", ["word2vec"]),
        ("the paragraph vector model ", ["paragraph vector model"]),
        ("and skip-thought vectors ", ["skip-thought", "skip-thought vectors"]),
        ("figures for SDAE and FastSent were obtained from ", []),
        ("SDAE outperforms the method of ", []),
        ("in recent work ", []),
        ("The recent work ", []),
        ("", []),
    ],
)
def test_names_before_a_marker(before: str, names: list[str]) -> None:
    assert find_names_before(before) == names


def test_mentions_of_a_text() -> None:
    text = (
        "Nothing is cited here. Kiros et al. (2015) proposed the skip-thought vectors (ST) model, which reads DSM (Kim, 2014). "
        "Units (GRU; Mikolov et al., 2013a) help."
    )
    mentions = read_mentions([Block(text, 3, BOX), Block("Kim (2014)", 3, BOX, "reference")], (), BOOK)
    assert [(m.names, m.keys, m.page) for m in mentions] == [
        (("ST", "skip-thought", "skip-thought vectors"), ("Kiros et al., 2015",), 3),
        (("DSM",), ("Kim, 2014",), 3),
        (("GRU",), ("Mikolov et al., 2013a",), 3),
    ]
    assert mentions[1].sentence == text[23:117]


@pytest.mark.parametrize(
    "start",
    [
        "³ https://example.org/rain/ ⁴ http://example.org/snow/ ",
        "3 http://example.org ",
        "⁴www.example.org ",
        "",
    ],
)
def test_a_citing_sentence_of_a_footnote_has_no_addresses_before_it(start: str) -> None:
    text = f"{start}The data are those of Poe (1998)."
    (mention,) = read_mentions([Block(text, 1, BOX)], (), (parse_reference("Max Poe. 1998. Rain. XYZ."),))
    assert mention.sentence == "The data are those of Poe (1998)."


def words(*cells: tuple[str, float, float]) -> tuple[Word, ...]:
    return tuple(
        Word(word, BBox(x + 30 * place, y, x + 30 * place + 28, y + 10))
        for text, x, y in cells
        for place, word in enumerate(text.split())
    )


def test_markers_in_table_cells() -> None:
    table = words(
        ("Method", 0, 0), ("Ref", 200, 0), ("Acc", 300, 0),
        ("DSM (Kiros et", 0, 20), ("-", 200, 20), ("28.62", 300, 20),
        ("al., 2015)", 0, 32),
        ("IGND", 0, 44), ("(Kim, 2014)", 200, 44), ("30.1", 300, 44),
    )  # fmt: skip
    assert group_cells(table)[1] == ["DSM (Kiros et al., 2015)", "-", "28.62"]
    figure = Figure("p1:table1", "table", "Table 1", "Results.", 4, BOX, words=table)
    assert [(m.names, m.keys, m.page) for m in read_mentions((), [figure], BOOK)] == [
        (("DSM",), ("Kiros et al., 2015",), 4),
        (("IGND",), ("Kim, 2014",), 4),
    ]


scraps = st.sampled_from(
    [
        "[1]",
        "(2014)",
        "Kim ",
        "et al. ",
        "and ",
        "(Kim, 2014; ",
        "[",
        "(",
        ")",
        "]",
        "2013a,",
        "¹²",
        "; ",
        "- ",
        "GRU ",
    ]
)
messy = st.lists(st.one_of(scraps, st.text(max_size=12)), max_size=30).map("".join)


@given(messy, st.sampled_from(["brackets", "raised", "parentheses"]))
def test_any_text_has_markers_in_order(text: str, numbers: str) -> None:
    markers = parse_markers(text, numbers)  # type: ignore[arg-type]
    edges = [edge for marker in markers for edge in (marker.start, marker.end)]
    assert edges == sorted(edges)
    assert all(0 <= m.start < m.end <= len(text) and m.cites for m in markers)


@given(messy)
def test_any_text_has_mentions(text: str) -> None:
    known = {reference.key for reference in BOOK}
    for mention in read_mentions([Block(text, 1, BOX)], (), BOOK):
        assert mention.keys
        assert set(mention.keys) <= known
        assert mention.sentence in text


@pytest.mark.parametrize(
    "piece",
    [
        "Kim (2014) ",
        "(Kiros et al., 2015; ",
        "((((",
        "[1, ",
        "Kim, Kim and ",
        "2014a,",
        "van der ",
        "¹",
        "x",
        "A. B. ",
        "Kiros et al. [1] ",
        "((2014)",
    ],
)
@pytest.mark.timeout(60)  # a guard against endless work, not a measurement
def test_many_markers_take_little_time(piece: str) -> None:
    text = piece * (250_000 // len(piece))
    read_mentions([Block(text, 1, BOX)], (), BOOK)

"""Bibliography entries: fields read from the common styles, and bibliographies split into entries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.papers.parsing.references.authors import parse_authors
from citehop.papers.parsing.references.clean import clean_text, join_lines
from citehop.papers.parsing.references.ids import find_ids, find_own_ids, parse_acl_year
from citehop.papers.parsing.references.lines import BibliographyLine
from citehop.papers.parsing.references.locate import find_entries
from citehop.papers.parsing.references.parse import parse_reference, parse_references
from citehop.papers.types import BBox

STYLES = [  # (entry, authors, year, title, venue), each style as invented papers would print it
    (
        "Ada Byron, Karl Q. Meier, and Li Wei. Notes on slow engines. In Proceedings of XYZ, pp. 12–19, 2014.",
        ("Ada Byron", "Karl Q. Meier", "Li Wei"), 2014, "Notes on slow engines", "Proceedings of XYZ",
    ),
    (
        "Ada Byron and Karl Q Meier. 2014a. Notes on slow engines. Journal of Engines 3:1–9.",
        ("Ada Byron", "Karl Q Meier"), 2014, "Notes on slow engines", "Journal of Engines",
    ),
    (
        "Byron, A., Meier, K. Q., and Van der Berg, L. (2014). Notes on slow engines: a view. arXiv preprint arXiv:1401.0001.",
        ("A. Byron", "K. Q. Meier", "L. Van der Berg"), 2014, "Notes on slow engines: a view", "arXiv preprint",
    ),
    (
        "Byron, Ada, Meier, Karl, and Wei, Li. Why engines stall? Notes on slowness. In XYZ, 2014.",
        ("Ada Byron", "Karl Meier", "Li Wei"), 2014, "Why engines stall? Notes on slowness", "XYZ",
    ),
    (
        "Byron, A.; Meier, K.; and Wei, L. 2014. Notes on slow engines. In Proceedings of XYZ.",
        ("A. Byron", "K. Meier", "L. Wei"), 2014, "Notes on slow engines", "Proceedings of XYZ",
    ),
    (
        'A. Byron and K. Q. Meier, "Notes on slow engines," in Proc. XYZ, Rome, 2014, pp. 3–4.',
        ("A. Byron", "K. Q. Meier"), 2014, "Notes on slow engines", "Proc. XYZ, Rome",
    ),
    (
        "A. Byron, K. Meier, Notes on slow engines, in: XYZ, 2014, pp. 3–4.",
        ("A. Byron", "K. Meier"), 2014, "Notes on slow engines", "XYZ",
    ),
    ("Byron, A., Meier, K.: Notes on slow engines. In: XYZ (2014)",
     ("A. Byron", "K. Meier"), 2014, "Notes on slow engines", "XYZ"),
    ("Byron A, Meier KQ. Notes on slow engines. Lancet. 2014;383(2):1-9.",
     ("A Byron", "KQ Meier"), 2014, "Notes on slow engines", "Lancet"),
    ("Byron, A. Notes on slow engines vs. fast ones. Engine World 7(2), 2014.", ("A. Byron",), 2014,
     "Notes on slow engines vs. fast ones", "Engine World"),
    ("OpenEngine. 2014. Engine-4 technical report.", ("OpenEngine",), 2014, "Engine-4 technical report", ""),
    ("Wikipedia contributors. 2024. Slow engine. Accessed online.",
     ("Wikipedia contributors",), 2024, "Slow engine", "Accessed online"),
    ("Ada Byron et al. Notes on slow engines. CoRR, abs/1401.0001, 2014.", ("Ada Byron",), 2014, "Notes on slow engines", "CoRR"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "authors", "year", "title", "venue"), STYLES)
def test_styles(raw: str, authors: tuple[str, ...], year: int, title: str, venue: str) -> None:
    reference = parse_reference(raw)
    assert (reference.authors, reference.year, reference.title, reference.venue) == (
        authors,
        year,
        title,
        venue,
    )
    assert reference.raw == raw


ENDS_OF_AUTHOR_LISTS = [  # (entry, authors, title)
    ("Byron A. and Meier K. 2014. Notes on slow engines. XYZ'2014. 47-48.", ("A. Byron", "K. Meier"), "Notes on slow engines"),
    ("Byron, Ada Lea and Karl Q. Meier. 2002. Slow engines. In XYZ.", ("Ada Lea Byron", "Karl Q. Meier"), "Slow engines"),
    ("BYRON, A., VON MEIER, K., AND WEI, L. Slow engines. Engines 22, 1 (1996), 39–71.",
     ("A. BYRON", "K. VON MEIER", "L. WEI"), "Slow engines"),
    ("Byron, Ada; Meier, Karl J. MOTOR: an engine of rain. Engines, v. 8, n. 1, p. 4-7, 1982.",
     ("Ada Byron", "Karl J. Meier"), "MOTOR: an engine of rain"),
    ("Byron A, Wei-Poe R, Meier T. MOTOR: a library. Engines 2016;15:33–49.",
     ("A Byron", "R Wei-Poe", "T. Meier"), "MOTOR: a library"),
    ("A. Byron, K. Meier, Engines of Rain, Rain Press, 1979.", ("A. Byron", "K. Meier"), "Engines of Rain"),
    ("Byron A B, Meier K and Wei L Q 2018 motor: an open engine Rain 155 128", ("A B Byron", "K Meier", "L Q Wei"),
     "motor: an open engine Rain 155 128"),
    ("Byron, Ada, editor. 1999. Engines at rest. Rain Press.", ("Ada Byron",), "Engines at rest"),
    ("Rain Collaboration, Byron A, Meier K, et al. Rain 2015 results. XIII. Engine parameters. Rain J. 2016;59:A13.",
     ("Rain Collaboration", "A Byron", "K Meier"), "Rain 2015 results. XIII. Engine parameters"),
    ("Müller, Hans / Meier, Karl (Hrsg.) (1999): Motoren im Regen. In: Zeitschrift für Regen 28, S. 34–56.",
     ("Hans Müller", "Karl Meier"), "Motoren im Regen"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "authors", "title"), ENDS_OF_AUTHOR_LISTS)
def test_author_lists_of_many_forms(raw: str, authors: tuple[str, ...], title: str) -> None:
    reference = parse_reference(raw)
    assert (reference.authors, reference.title) == (authors, title)


PLACES = [  # (entry, title, venue, volume, pages)
    ("E. Byron. 1989, Slow engines, Journal of Engines 12(3), 4-8.", "Slow engines", "Journal of Engines", "12", "4-8"),
    ("Byron, E.: Slow engines of rain, Engine computation, 11, 443–482, 1999b.", "Slow engines of rain",
     "Engine computation", "11", "443–482"),
    ("Byron, E., 1999, „Motoren im Regen“, in: Meier, K. (Hrsg.), Regen, Bd. 4, S. 12-19.", "Motoren im Regen",
     "Regen", "4", "12-19"),
    ("E. Byron. « Moteurs lents ». Annales de la pluie, t. 12 (1950), p. 3-40.", "Moteurs lents",
     "Annales de la pluie", "12", "3-40"),
    ("P. Byron, Rain. Rev. 109, 1492 (1958).", "", "Rain. Rev.", "109", "1492"),
    ("P. Byron, K. Meier in Proceedings of Rain, 1999, p. 483.", "", "Proceedings of Rain", "", "483"),
    ("Byron, P. (1986). Engines of rain. A study of the wet and the slow. Journal of Rain, 8, e12.",
     "Engines of rain. A study of the wet and the slow", "Journal of Rain", "8", "e12"),
    ("Byron, P. (2008). Rain in learning [Doctoral dissertation]. University of Rain.", "Rain in learning",
     "University of Rain", "", ""),
    ("Byron, P. 2011. In the rain. In Proceedings of the 28th Conference on Rain, pages 3–9.", "In the rain",
     "Proceedings of the 28th Conference on Rain", "", "3–9"),
    ("Byron, P., Slow Engines (Rain: Engine Press, 1979)", "Slow Engines", "Rain: Engine Press", "", ""),
    ("Byron P. 1989, Physical Engine Letters, 62, 1201", "", "Physical Engine Letters", "62", "1201"),
    ("Byron P., Meier K. L., 2001, A&A, 345, L12", "", "A&A", "345", "L12"),
    ("Byron P, arXiv:1706.03762 (2017)", "", "arXiv", "", ""),
    ("Byron P. Engines of Sex. Journal of Heredity. 2010 03; 101(2):142–57.", "Engines of Sex", "Journal of Heredity", "101",
     "142–57"),
    ("Ada Byron. 1973. Rain at rest. Geographical Analysis 5, 4 (1973), 358–360.", "Rain at rest", "Geographical Analysis",
     "5", "358–360"),
    ("Byron P., 2011. Engines at rest. Rainpedia, 6, 11404.", "Engines at rest", "Rainpedia", "6", "11404"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "title", "venue", "volume", "pages"), PLACES)
def test_place_of_publication(raw: str, title: str, venue: str, volume: str, pages: str) -> None:
    reference = parse_reference(raw)
    assert (reference.title, reference.venue, reference.volume, reference.pages) == (
        title,
        venue,
        volume,
        pages,
    )


def test_a_dash_repeats_the_authors_of_the_entry_before() -> None:
    entries = [
        "Byron, Ada. 2001. Slow engines. XYZ.",
        "———. 2002. Fast engines. XYZ.",
        "————, and K. Meier, 2003: Rain.",
    ]
    found = parse_references([(entry, "") for entry in entries])
    assert [reference.authors for reference in found] == [
        ("Ada Byron",),
        ("Ada Byron",),
        ("Ada Byron", "K. Meier"),
    ]
    assert [reference.key for reference in found] == ["Byron, 2001", "Byron, 2002", "Byron and Meier, 2003"]


def test_identifiers_broken_at_line_ends() -> None:
    for broken in (
        "doi:10.1000/ xyz.12",
        "https://doi. org/10.1000/xyz.12",
        "https://doi.org/10. 1000/xyz.12",
    ):
        assert (
            dict(parse_reference(f"Ada Byron. 2001. Slow engines. {broken}").ids)["doi"] == "10.1000/xyz.12"
        )


@pytest.mark.parametrize(
    ("raw", "label", "key"),
    [
        ("Ada Byron. 2014. Notes.", "", "Byron, 2014"),
        ("Ada Byron and Karl Meier. 2014b. Notes.", "", "Byron and Meier, 2014b"),
        ("Ada Byron, Karl Meier, and Li Wei. 2014. Notes.", "", "Byron et al., 2014"),
        ("Ada Byron. 2014. Notes.", "12", "12"),
        ("Ada Byron. 2014. Notes.", "Byr+14", "Byr+14"),
        ("Ada Byron, Karl Meier, Li Wei. 2014. Notes.", "Byron et al.2014", "Byron et al., 2014"),
        ("Tim Van de Kamp. 2014. Notes.", "", "Van de Kamp, 2014"),
    ],
)
def test_keys_are_what_the_text_cites(raw: str, label: str, key: str) -> None:
    assert parse_reference(raw, label).key == key


def test_detached_accents_and_broken_words() -> None:
    assert (
        clean_text("Caglar G ¨ulc¸ehre, Mart´ın Doll´ar, K ´ ad´ ar")
        == "Caglar Gülçehre, Martín Dollár, Kádár"
    )
    assert clean_text("A systematic ´ comparison") == "A systematic comparison"
    assert (
        join_lines(["sen-", "tences and Open-", "Domain pages 12-", "19"])
        == "sentences and Open-Domain pages 12-19"
    )


def test_identifiers() -> None:
    text = "arXiv:1706.03762v5, doi:10.18653/v1/P14-1023. See https://example.org/x(1), and https://arxiv.org/abs/1706.03762"
    assert find_ids(text) == (
        ("arxiv", "1706.03762"),
        ("doi", "10.18653/v1/p14-1023"),
        ("acl", "P14-1023"),
        ("url", "https://example.org/x(1)"),
    )
    assert find_ids("CoRR, abs/1410.3916") == (("arxiv", "1410.3916"),)
    assert find_ids("arXiv:cs.CL/0102003") == (("arxiv", "cs.cl/0102003"),)
    assert find_ids("https://aclanthology.org/2020.acl-main.447/") == (("acl", "2020.acl-main.447"),)
    assert find_ids("pages 1201.1234 and 99.1234") == ()


def test_a_papers_own_identifiers() -> None:
    assert find_own_ids("1706.03762v5") == (("arxiv", "1706.03762"),)
    assert find_own_ids("paper", "arXiv:1401.00012v2 [cs.CL] 3 Jan 2014 ... cites arXiv:1303.0001") == (
        ("arxiv", "1401.00012"),
    )
    assert find_own_ids("paper", "https://doi.org/10.1000/xyz.") == (("doi", "10.1000/xyz"),)
    assert find_own_ids("paper", "10.1000/xyz 10.1000/abc") == ()
    assert find_own_ids("i08-4015") == (("acl", "I08-4015"),)
    assert find_own_ids("2020.acl-main.207v2") == (("acl", "2020.acl-main.207"),)
    assert find_own_ids("notes on I08-4015") == ()
    assert find_own_ids("paper", "https://doi.org/10.18653/v1/p19-1423") == (
        ("doi", "10.18653/v1/p19-1423"),
        ("acl", "P19-1423"),
    )
    assert find_own_ids("paper", "https://doi.org/10.18653/v1/other") == (("doi", "10.18653/v1/other"),)


@pytest.mark.parametrize(
    ("acl_id", "year"), [("I08-4015", 2008), ("E99-1025", 1999), ("2020.acl-main.207", 2020)]
)
def test_year_of_an_acl_id(acl_id: str, year: int) -> None:
    assert parse_acl_year(acl_id) == year


# ── splitting ────────────────────────────────────────────────────────────────────────────────────────────────────────

ENTRIES = [
    ["Ada Byron and Karl Meier. Notes on slow", "engines. In Proceedings of XYZ, 2014."],
    ["Li Wei. 2015 was a year of engines. Journal", "of Engines, 12:3–9, 2016."],
    ["Karl Meier, Li Wei, and Ada Byron. Fast en-", "gines and what they", "do. In XYZ, pages 1–9, 2017."],
    ["Zoe Young. Engines at rest. Engine Press, 2018."],
]
WHOLE = [join_lines(lines) for lines in ENTRIES]
BODY = [BibliographyLine("We thank our engines (Byron and Meier, 2014).", 7, BBox(50, 700, 500, 710), 0)]
APPENDIX = [
    "A Further engines",
    "Here we list what did not fit. The engines of Section 3 were",
    "measured again with care, and nothing came of it. As before,",
    "the slow ones are slow. The others stall when it rains, which",
    "Byron and Meier (2014) had seen coming long before we did so.",
]


def laid_out(
    entries: list[list[str]],
    indent: float = 0.0,
    gap: float = 0.0,
    columns: int = 1,
    per_column: int = 99,
    first: bool = False,
) -> list[BibliographyLine]:
    """Lines of the entries set in columns of `per_column` lines, continuation lines hung by `indent`, or the first lines
    of all entries but one if `first`."""
    rows = [(text, place > 0, place == 0) for entry in entries for place, text in enumerate(entry)]
    lines: list[BibliographyLine] = []
    y, column, count = 100.0, 0, 0
    for text, hung, opens in rows:
        if count == per_column:
            y, column, count = 100.0, column + 1, 0
        y += 11.0 + (gap if opens else 0.0)
        indented = (opens and bool(lines)) if first else hung
        x = 50.0 + 250.0 * (column % columns) + (indent if indented else 0.0)
        page = 8 + column // columns
        lines.append(BibliographyLine(text, page, BBox(x, y, x + 5.0 * len(text), y + 9.0), 1 + column))
        count += 1
    return lines


def texts(lines: list[BibliographyLine]) -> list[str]:
    return [entry.text for entry in find_entries(lines)]


HEADING = BibliographyLine("References", 7, BBox(50, 720, 100, 730), 0, True)


@pytest.mark.parametrize("label", ["[{}] ", "{}. ", "({}) ", "{} "])
def test_numbered(label: str) -> None:
    entries = [[label.format(i) + entry[0], *entry[1:]] for i, entry in enumerate(ENTRIES, 1)]
    found = find_entries([*BODY, HEADING, *laid_out(entries)])
    assert [(entry.label, entry.text) for entry in found] == [
        (str(i), text) for i, text in enumerate(WHOLE, 1)
    ]


def test_bracketed_keys() -> None:
    entries = [
        [f"[{key}] " + entry[0], *entry[1:]]
        for key, entry in zip(["BM14", "Wei16", "MWB17", "Y+18"], ENTRIES, strict=True)
    ]
    found = find_entries([*BODY, HEADING, *laid_out(entries)])
    assert [entry.label for entry in found] == ["BM14", "Wei16", "MWB17", "Y+18"]
    assert [entry.text for entry in found] == WHOLE


@pytest.mark.parametrize(("columns", "per_column"), [(1, 99), (2, 3), (1, 2)])
def test_hanging_indents_over_columns_and_pages(columns: int, per_column: int) -> None:
    assert (
        texts([*BODY, HEADING, *laid_out(ENTRIES * 2, indent=11.0, columns=columns, per_column=per_column)])
        == WHOLE * 2
    )


@pytest.mark.parametrize(("columns", "per_column"), [(1, 99), (2, 3)])
def test_entries_set_as_paragraphs_have_their_first_lines_indented(columns: int, per_column: int) -> None:
    lines = laid_out(ENTRIES * 2, indent=11.0, columns=columns, per_column=per_column, first=True)
    assert texts([*BODY, HEADING, *lines]) == WHOLE * 2


@pytest.mark.parametrize(
    "address", ["Anschrift der Autorin: Ada Byron, Universität Regen,", "Received: 12 May 2019"]
)
def test_addresses_after_the_last_entry_do_not_belong_to_it(address: str) -> None:
    entries = [*ENTRIES, ["Max Poe. Rain and engines.", "Rain Press, 2019."]]
    lines = laid_out([*entries, [address, "Regenweg 3, 12345 Nass"]], indent=11.0)
    assert texts([*BODY, HEADING, *lines])[-1] == "Max Poe. Rain and engines. Rain Press, 2019."


def test_a_page_number_at_the_start_of_a_line_is_no_label() -> None:
    entries = [
        ["1. Ada Byron. Slow engines. Rain, 51–", "3. Engine Press, 2001."],
        ["2. Ada Byron. Fast engines.", "Rain, 2002."],
        ["3. Ada Byron. Old engines.", "Rain, 2003."],
    ]
    found = find_entries([*BODY, HEADING, *laid_out(entries)])
    assert [entry.label for entry in found] == ["1", "2", "3"]


def test_an_entry_with_more_authors_than_fit_on_ten_lines() -> None:
    many = [f"Byron, A., Meier, K., Wei, L., Poe, M., Young, Z., Kim{'i' * i}, Y.," for i in range(14)]
    entries = [*ENTRIES, [*many, "and Rao, S. Engines of rain. Rain Press, 2019."], *ENTRIES]
    assert len(texts([*BODY, HEADING, *laid_out(entries, gap=3.0)])) == 9


def test_white_space_between_entries() -> None:
    assert texts([*BODY, HEADING, *laid_out(ENTRIES, gap=3.0)]) == WHOLE


def test_nothing_but_the_text() -> None:
    assert texts([*BODY, HEADING, *(BibliographyLine(text) for entry in ENTRIES for text in entry)]) == WHOLE


@pytest.mark.parametrize("style", ["numbered", "hanging", "gaps"])
def test_an_appendix_does_not_leak_in(style: str) -> None:
    entries = (
        [[f"[{i}] " + entry[0], *entry[1:]] for i, entry in enumerate(ENTRIES, 1)]
        if style == "numbered"
        else ENTRIES
    )
    lines = laid_out(entries, indent=11.0 if style == "hanging" else 0.0, gap=3.0 if style == "gaps" else 0.0)
    after = [
        BibliographyLine(text, 9, BBox(50, 100 + 11 * i, 300, 109 + 11 * i), 9, i == 0)
        for i, text in enumerate(APPENDIX)
    ]
    assert texts([*BODY, HEADING, *lines, *after]) == WHOLE


def test_no_heading_but_the_shape_of_a_bibliography() -> None:
    body = [
        BibliographyLine(f"Sentence {i} of the body says little about it", 1, BBox(50, i, 300, i + 9), 0)
        for i in range(60)
    ]
    assert texts([*body, *laid_out(ENTRIES * 2, indent=11.0)]) == WHOLE * 2
    assert texts(body) == []


def test_a_heading_in_a_table_of_contents_counts_for_nothing() -> None:
    contents = [
        BibliographyLine("Contents"),
        BibliographyLine("References"),
        BibliographyLine("A Further engines 12"),
        BibliographyLine("B More engines 13"),
    ]
    body = [
        BibliographyLine(text, 2, BBox(50, 100 + 11 * i, 300, 109 + 11 * i), 0)
        for i, text in enumerate(APPENDIX[1:] * 3)
    ]
    assert texts([*contents, *body, HEADING, *laid_out(ENTRIES, indent=11.0)]) == WHOLE


@pytest.mark.parametrize("style", ["numbered", "hanging"])
def test_what_stands_between_the_pages_of_a_bibliography(style: str) -> None:
    """A page ends inside the third entry; a running head, a caption and labels of a figure stand before its end."""
    entries = (
        [[f"[{i}] " + e[0], *e[1:]] for i, e in enumerate(ENTRIES, 1)] if style == "numbered" else ENTRIES
    )
    lines = laid_out(entries, indent=11.0, per_column=5)
    between = [
        BibliographyLine("Figure 3: Engines by year, measured in", 8, BBox(50, 400, 250, 409), 8),
        BibliographyLine("the rain (Byron and Meier, 2014).", 8, BBox(50, 411, 250, 420), 8),
    ]
    head = BibliographyLine("A. Byron and K. Meier", 9, BBox(50, 40, 150, 49), 2)
    stray = [
        BibliographyLine(text, 9, BBox(200, 300 + y, 220, 309 + y), 2)
        for text, y in (("Surface", 0), ("Soil", 12))
    ]
    after = [BibliographyLine(line.text, 9, line.bbox, 2) for line in lines[5:]]
    filler = [["Max Poe. Rain and engines.", "Rain Press, 2019."]] * 4
    more = laid_out(
        [[f"[{i}] " + e[0], *e[1:]] for i, e in enumerate(filler, 5)] if style == "numbered" else filler,
        indent=11.0,
    )
    more = [
        BibliographyLine(m.text, 9, BBox(m.bbox.x0, m.bbox.y0 + 200, m.bbox.x1, m.bbox.y1 + 200), 2)
        for m in more
    ]
    whole = [*BODY, HEADING, *lines[:5], *between, head, *after, *more, *stray]
    assert texts(whole) == [*WHOLE, *[join_lines(e) for e in filler]]


def lines_below(
    texts_: list[str], page: int, run: int, x: float = 50.0, small: bool = False
) -> list[BibliographyLine]:
    return [
        BibliographyLine(text, page, BBox(x, 100 + 11 * i, 300, 109 + 11 * i), run, False, small)
        for i, text in enumerate(texts_)
    ]


def test_numbers_without_a_heading_may_begin_anywhere() -> None:
    """Entries behind the text of a column, an interruption, and a mark beside a number."""
    body = lines_below(["1. A list of the body has no years", "2. nor places", *APPENDIX[1:] * 4], 1, 0)
    entries = lines_below(
        [f"{i}.{'•' * (i == 3)} Byron A (20{i:02d}) Engines. Nature {i}:12–19." for i in range(1, 10)], 1, 0
    )
    found = find_entries([*body, *entries[:4], *lines_below(["Rain by year", "12 13"], 2, 1), *entries[4:]])
    assert [entry.label for entry in found] == [str(i) for i in range(1, 10)]


def test_each_chapter_has_a_list() -> None:
    lines: list[BibliographyLine] = []
    for chapter in range(3):
        entries = [f"[{i}] A. Byron, Engines of rain, Nature {i} (2011) {chapter}2-19." for i in (1, 2)]
        lines += lines_below([*APPENDIX[1:] * 2, *entries], chapter + 1, chapter)
    found = find_entries(lines)
    assert [entry.label for entry in found] == ["1", "2"] * 3
    assert len({entry.group for entry in found}) == 3


def test_footnotes_are_a_bibliography_and_may_repeat_an_earlier_one() -> None:
    notes = [
        "1 A. Byron, Engines (Oxford: Rain Press, 1983), 12.",
        "2 Byron, above n 1, at 175.",
        "3 K. Meier, Slow Engines (Paris: Regen, 1990), 3.",
        "4 Ibid., 310.",
        "5 L. Wei, Fast Engines (Rain Press, 1999), 4.",
    ]
    body = [lines_below(APPENDIX[1:] * 3, page, 2 * page) for page in (1, 2)]
    below = lines_below(notes[:2], 1, 3, small=True), lines_below(notes[2:], 2, 5, small=True)
    found = find_entries([*body[0], *below[0], *body[1], *below[1]])
    references = parse_references([(entry.text, entry.label) for entry in found])
    assert [(r.key, r.year) for r in references] == [
        ("1", 1983),
        ("2", 1983),
        ("3", 1990),
        ("4", 1990),
        ("5", 1999),
    ]


def test_entries_point_back_to_their_lines() -> None:
    lines = [*BODY, HEADING, *laid_out(ENTRIES, indent=11.0)]
    assert [entry.lines for entry in find_entries(lines)] == [(2, 3), (4, 5), (6, 7, 8), (9,)]


# ── any text ─────────────────────────────────────────────────────────────────────────────────────────────────────────

scraps = st.sampled_from(
    [
        "[1] ",
        "2. ",
        "A. Byron, ",
        "and ",
        "Byron, A. ",
        "(2014). ",
        "2015a. ",
        "References",
        "In ",
        "pp. 1–2",
        "et al. ",
        "“",
        '"',
        "´ ",
        ":",
    ]
)
messy = st.lists(st.one_of(scraps, st.text(max_size=20)), max_size=30).map("".join)
boxes = st.tuples(*[st.floats(0, 800)] * 2).map(lambda xy: BBox(xy[0], xy[1], xy[0] + 100, xy[1] + 9))


@given(messy)
def test_any_text_is_read(text: str) -> None:
    reference = parse_reference(text)
    assert reference.raw == text
    assert reference.year is None or 1800 <= reference.year <= 2099
    assert parse_authors(text).end <= len(text)


@given(
    st.lists(
        st.builds(BibliographyLine, messy, st.integers(1, 3), boxes, st.integers(0, 3), st.booleans()),
        max_size=40,
    )
)
def test_any_lines_are_split_in_order_without_overlap(lines: list[BibliographyLine]) -> None:
    entries = find_entries(lines)
    places = [place for entry in entries for place in entry.lines]
    assert places == sorted(set(places))
    assert set(places) <= set(range(len(lines)))
    assert all(entry.lines for entry in entries)


@pytest.mark.parametrize(
    "line",
    [
        "[1] Byron, A. and Meier, K. 2014.",
        "A. Byron, ",
        "References",
        "2014. 2014.",
        "((((((((",
        "x" * 40,
        "Byron, A., ",
        "'' “ ´ \"",
        "10.1000/))))))))))",
    ],
)
@pytest.mark.parametrize("width", [1, 20_000])
@pytest.mark.timeout(60)  # a guard against endless work, not a measurement
def test_long_text_takes_little_time(line: str, width: int) -> None:
    wide = line * width
    lines = [BibliographyLine("References"), *[BibliographyLine(wide)] * (250_000 // len(wide) + 1)]
    for entry in find_entries(lines):
        parse_reference(entry.text, entry.label)

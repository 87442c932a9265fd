from citehop.papers.parsing.latex.merge_pdf import merge_sources_with_pdf
from citehop.papers.types import BBox, Block, Figure, Paper, Reference


def block(text: str, page: int, kind: str = "paragraph") -> Block:
    box = BBox(page, 0, page + 1, 1)
    return Block(text, page, box, kind, "", ((page, box),))  # type: ignore[arg-type]


def test_sources_and_pdf_become_one_paper() -> None:
    sources = Paper(
        "x",
        "Notes on Slow Engines",
        ("Ada Byron",),
        blocks=(
            block("Slow engines are slow for many reasons.", 1),
            block("New words only.", 1),
            block("They stall when it rains, we say (Kim, 2014).", 1),
        ),
        figures=(
            Figure("p0:table1", "table", "Table 1", "Table 1: Results (Kim, 2014).", 0, BBox(0, 0, 9, 9)),
        ),
        references=(Reference("Kim, 2014", "Yoon Kim. Fast. 2014.", authors=("Yoon Kim",), year=2014),),
    )
    pdf = Paper(
        "x",
        "NOTES ON SLOW",
        ("Garbled Name",),
        2014,
        pages=3,
        blocks=(
            block("Slow en- gines are slow for many reasons. They", 2),
            block("stall when it rains, we say (Kim, 2014).", 3),
        ),
        figures=(
            Figure("p2:table1", "table", "Table 1", "Table 1: Resuits", 2, BBox(1, 2, 3, 4), "crop.png"),
            Figure("p3:figure1", "figure", "Figure 1", "c", 3, BBox(1, 2, 3, 4)),
        ),
    )
    paper = merge_sources_with_pdf(sources, pdf)
    assert (paper.title, paper.authors, paper.year, paper.pages) == (
        "Notes on Slow Engines",
        ("Ada Byron",),
        2014,
        3,
    )
    assert [(b.text.split()[0], b.page, b.bbox.x0) for b in paper.blocks] == [
        ("Slow", 2, 2),
        ("New", 2, 2),
        ("They", 3, 3),
    ]
    assert [(f.id, f.caption, f.image) for f in paper.figures] == [
        ("p2:table1", "Table 1: Results (Kim, 2014).", "crop.png"),
        ("p3:figure1", "c", ""),
    ]
    assert [m.page for m in paper.mentions] == [3, 2]

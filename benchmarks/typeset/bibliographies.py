"""Documents that cite every entry of a .bib file, in the citation styles that Typst contains."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from citehop.papers.parsing.latex.bibliography import build_bib_reference, parse_bib_fields
from citehop.papers.parsing.latex.text import convert_to_text

from .words import make_sentence

STYLES = (
    "american-anthropological-association american-chemical-society american-geophysical-union "
    "american-institute-of-aeronautics-and-astronautics american-institute-of-physics american-medical-association "
    "american-meteorological-society american-physics-society american-physiological-society "
    "american-political-science-association american-psychological-association american-society-for-microbiology "
    "american-society-of-civil-engineers american-society-of-mechanical-engineers american-sociological-association "
    "angewandte-chemie annual-reviews annual-reviews-author-date associacao-brasileira-de-normas-tecnicas "
    "association-for-computing-machinery biomed-central bristol-university-press british-medical-journal cell "
    "chicago-author-date copernicus council-of-science-editors council-of-science-editors-author-date current-opinion "
    "deutsche-gesellschaft-für-psychologie deutsche-sprache elsevier-harvard elsevier-vancouver elsevier-with-titles "
    "frontiers future-medicine gb-7714-2015-author-date gb-7714-2015-numeric gost-r-705-2008-numeric "
    "harvard-cite-them-right institute-of-electrical-and-electronics-engineers institute-of-physics-numeric "
    "iso-690-author-date iso-690-numeric karger mary-ann-liebert-vancouver modern-humanities-research-association "
    "modern-language-association multidisciplinary-digital-publishing-institute nature nlm-citation-sequence "
    "public-library-of-science royal-society-of-chemistry sage-vancouver sist02 spie springer-basic "
    "springer-basic-author-date springer-fachzeitschriften-medizin-psychologie springer-humanities-author-date "
    "springer-lecture-notes-in-computer-science springer-mathphys springer-socpsych-author-date springer-vancouver "
    "taylor-and-francis-chicago-author-date taylor-and-francis-national-library-of-medicine "
    "the-institution-of-engineering-and-technology the-lancet thieme trends turabian-author-date vancouver "
    "vancouver-superscript"
).split()
_ENTRY = re.compile(
    r"@(article|inproceedings|conference|book|incollection|phdthesis)\s*\{\s*([^,\s]+)\s*,", re.IGNORECASE
)
_MACRO = re.compile(r"^\\([a-z]+)$")
_FIELDS = "author title journal booktitle publisher school year volume number pages doi".split()
# Styles that can name the authors as part of a sentence.
_IN_SENTENCE = re.compile(
    r"author-date|harvard|psycholog|sociolog|political|anthropolog|chicago|geophysical|meteorological|copernicus|frontiers|tecnicas"
)
_PAGE = """#set page(paper: "a4", columns: {columns}, margin: 20mm, numbering: "1")
#set text(size: {size}pt, hyphenate: true)
#set par(justify: true)
#set super(typographic: false)
= A Survey of Made-Up Findings
{body}

#bibliography("references.bib", style: "{style}", title: "{title}")
"""


def typeset_bibliographies(bib: Path, out: Path) -> int:
    """Write <out>/<name of bib>-<style>/paper.pdf and truth.json for each style. Return the number of documents.

    Entries of kinds that styles do not distinguish are left out: software, manuals, reports. truth.json lists the
    entries with their fields, and the keys cited in each numbered sentence.
    """
    import typst  # needed for this function only

    source = bib.read_text("utf-8", "replace")
    known = parse_bib_fields(source)
    kinds = {key: kind for kind, key in _ENTRY.findall(source) if key in known}
    fields = {
        key: {name: _clean(value) for name, value in known[key].items() if name in _FIELDS} for key in kinds
    }
    clean = "\n".join(_write_entry(kinds[key], key, fields[key]) for key in fields)
    for number, style in enumerate(STYLES):
        random = Random(f"{bib.name} {style}")
        folder = out / f"{bib.stem}-{style}"
        folder.mkdir(parents=True, exist_ok=True)
        keys = list(fields)
        random.shuffle(keys)
        (folder / "references.bib").write_text(clean, "utf-8")
        body, cited = _build_body(keys, style, random)
        page = _PAGE.format(
            columns=1 + number % 2,
            size=(8, 9, 10, 11)[number // 2 % 4],
            body=body,
            style=style,
            title="References",
        )
        (folder / "paper.typ").write_text(page, "utf-8")
        typst.compile(str(folder / "paper.typ"), output=str(folder / "paper.pdf"))
        truth = {"entries": [_describe_entry(key, fields[key]) for key in keys], "cited": cited}
        (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1), "utf-8")
    return len(STYLES)


def _write_entry(kind: str, key: str, fields: dict[str, str]) -> str:
    values = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items())
    return f"@{kind}{{{key}, {values}}}"


def _clean(value: str) -> str:
    """Return the value without LaTeX ties and with macros of journals as words, because Typst reads neither."""
    return _MACRO.sub(lambda m: f"{m[1].upper()} Journal", re.sub(r"(?<!\\)~", " ", value)).replace("\n", " ")


def _build_body(keys: list[str], style: str, random: Random) -> tuple[str, list[list[Any]]]:
    """Return paragraphs whose sentences "Finding 12 ..." each cite keys, and the list of [12, [keys]]."""
    lines, cited = [], []
    for number, key in enumerate(keys, 1):
        more = [key, random.choice(keys)] if number % 5 == 0 else [key]
        cites = " ".join(f'#cite(label("{k}"))' for k in dict.fromkeys(more))
        form = number % 3
        if form == 0 and _IN_SENTENCE.search(style):
            lines.append(f'Finding {number} goes back to #cite(label("{key}"), form: "prose").')
            more = [key]
        elif form == 1:
            lines.append(f"Finding {number} was confirmed later {cites}.")
        else:
            lines.append(f"As reported {cites}, finding {number} is an exception.")
        cited.append([number, list(dict.fromkeys(more))])
        lines.append(make_sentence(random) + ("\n" if number % 6 == 0 else ""))
    return "\n".join(lines), cited


def _describe_entry(key: str, fields: dict[str, str]) -> dict[str, Any]:
    reference = build_bib_reference(fields)
    venue = next((fields[name] for name in ("journal", "booktitle") if fields.get(name)), "")
    return {
        "key": key,
        "title": reference.title,
        "authors": list(reference.authors),
        "year": reference.year,
        "venue": convert_to_text(venue),
        "volume": fields.get("volume", ""),
        "pages": convert_to_text(fields.get("pages", "")),
        "doi": convert_to_text(fields.get("doi", "")).lower(),
    }

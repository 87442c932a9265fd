"""Split the lines of a bibliography into entries: by labels, by indents, or by gaps and the form of the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from .authors import starts_like_authors
from .clean import clean_text, join_lines
from .labels import list_labeled_starts
from .lines import SAME_X, BibliographyLine, find_interruptions, find_left_edge, measure_left_edges
from .shape import is_back_matter, is_section_heading, looks_like_entry

_INDENT = (3.0, 60.0)  # points by which continuation lines are indented
_GAP = 1.12  # smallest line distance between entries, as a multiple of the distance within an entry
_ENTRY_LINES = 12  # first lines of an entry that suffice to recognize it
_LONGEST_ENTRY = 40  # most lines of an entry
_LAST_LINES = 3  # last lines of a longer entry that are examined as well
_SAMPLED = 50  # number of sampled lines that show how entries begin
_START_LINES = 3  # lines that contain the first authors of an entry
_LABELED = 1.2  # weight of an entry with a label, which is more certain than an entry found by its layout


@dataclass(frozen=True, slots=True)
class BibliographyEntry:
    """An entry: its label ("" if it has none), its text on one line without the label, and the indexes of its lines.

    `group` is the same for the entries of one list.
    """

    label: str
    text: str
    lines: tuple[int, ...]
    group: int = 0


def split_entries(lines: Sequence[BibliographyLine], headed: bool = True) -> list[BibliographyEntry]:
    """Split the bibliography at the start of `lines` into entries. `BibliographyEntry.lines` are indexes into `lines`.

    Running heads, captions and other interruptions belong to no entry. Text after the bibliography, such as an
    appendix, is excluded: the entries end where more text would add more pieces that do not look like entries than
    pieces that do. If the bibliography is not `headed`, it may begin anywhere, and its entries have labels.
    """
    between = find_interruptions(lines)
    places = [place for place in range(len(lines)) if place not in between]
    return [
        replace(entry, lines=tuple(places[i] for i in entry.lines))
        for entry in _split([lines[place] for place in places], headed)
    ]


def _split(lines: Sequence[BibliographyLine], headed: bool) -> list[BibliographyEntry]:
    """Split lines into entries by labels or by layout, whichever gives more pieces that look like entries.

    Labels win a tie.
    """
    best: list[BibliographyEntry] = []
    most = 0.0
    edges = measure_left_edges(lines)
    indents = [line.bbox.x0 - edges[line.run] for line in lines]
    for marks in list_labeled_starts([line.text for line in lines], indents):
        pieces = _build_pieces(lines, {place: (label, skip) for place, label, skip in marks})
        likely = [good and (headed or looks_like_entry(entry.text)) for entry, good in pieces]
        entries = _keep_best_span(pieces, likely, headed)
        score = _LABELED * sum(looks_like_entry(entry.text) for entry in entries)
        if score > most:
            best, most = entries, score
    if headed:
        pieces = _build_pieces(lines, dict.fromkeys(_find_unlabeled_starts(lines), ("", 0)))
        entries = _keep_best_span(pieces, [good for _, good in pieces], True)
        if len(entries) > most:
            best = entries
    return best


def _build_pieces(
    lines: Sequence[BibliographyLine], starts: Mapping[int, tuple[str, int]]
) -> list[tuple[BibliographyEntry, bool]]:
    """Build the piece of text from each start to the next; pair each piece with whether it may be an entry.

    `starts` maps the index of a line to its label and the offset after the label.
    """
    texts = [line.text for line in lines]
    labeled = {place for place, (label, _) in starts.items() if label}
    ends = {i for i, line in enumerate(lines) if line.heading and is_section_heading(line.text)} - labeled
    ends |= {i for i, text in enumerate(texts) if is_back_matter(text)} - labeled
    if labeled:
        ends |= _find_end_after_last_label(lines, max(labeled))
    places = sorted(starts.keys() | ends)
    pieces = []
    for place, end in zip(places, [*places[1:], len(lines)], strict=False):
        label, skip = starts.get(place, ("", 0))
        end = _cut_entry(lines, place, end)
        text = join_lines([texts[place][skip:], *texts[place + 1 : end]])
        good = place not in ends and (place in labeled or looks_like_entry(text))
        pieces.append((BibliographyEntry(label, text, tuple(range(place, end))), good))
    return pieces


def _cut_entry(lines: Sequence[BibliographyLine], start: int, end: int) -> int:
    """Return the end of an entry that begins at `start` and ends at `end` at the latest.

    An entry that is too long includes other text. It is cut at the next heading or at the end of its column, if
    possible.
    """
    if end - start <= _LONGEST_ENTRY:
        return end
    for place in range(start + 1, end):
        if lines[place].heading or (
            lines[place].run != lines[start].run and lines[place - 1].text.endswith(".")
        ):
            return place
    return end


def _find_end_after_last_label(lines: Sequence[BibliographyLine], last: int) -> set[int]:
    """Return the index of the first line after the last labeled entry, as a set, which is empty without such a line.

    This line is a heading, a line of the next column, or a line to the left of the entry's text.
    """
    for place in range(last + 1, len(lines)):
        line, before = lines[place], lines[place - 1]
        complete = before.text.rstrip().endswith((".", "]", ")"))
        if complete and (is_section_heading(line.text) or line.run != before.run):
            return {place}
        if line.run == lines[last].run and place > last + 1 and line.bbox.x0 < before.bbox.x0 - _INDENT[0]:
            return {place}
    return set()


def _keep_best_span(
    pieces: Sequence[tuple[BibliographyEntry, bool]], likely: Sequence[bool], headed: bool
) -> list[BibliographyEntry]:
    """Return the entries up to the point where `likely` pieces outnumber the other pieces most.

    The earliest such point wins a tie. Without a heading, the entries may also begin after the first piece (Kadane's
    maximum subarray algorithm).
    """
    best = total = start = 0
    span = (0, 0)
    for count, good in enumerate(likely, 1):
        total += 1 if good else -1
        if total > best:
            best, span = total, (start, count)
        if total < 0 and not headed:
            total, start = 0, count
    return [entry for entry, good in pieces[span[0] : span[1]] if good]


def _find_unlabeled_starts(lines: Sequence[BibliographyLine]) -> set[int]:
    lefts = _find_hanging_indents(lines)
    if lefts is None:
        return _find_starts_by_shape(lines)
    flush, indented = set(), {0}
    for place, line in enumerate(lines):
        cut = place > 0 and lines[place - 1].text.endswith("-") and line.text[:1].islower()
        if line.bbox.x0 >= lefts[line.run] + _INDENT[0]:
            indented.add(place)
        elif not cut:
            flush.add(place)
    # If entries are paragraphs, their first lines are indented, except perhaps the line below the heading.
    return indented if _share_of_authors(lines, indented) > _share_of_authors(lines, flush) else flush


def _share_of_authors(lines: Sequence[BibliographyLine], starts: set[int]) -> float:
    """Return the share of the `starts` that begin like an author list, estimated from a sample of the starts."""
    texts = [line.text for line in lines]
    sample = sorted(starts)[:: max(1, len(starts) // _SAMPLED)]
    like = [starts_like_authors(clean_text(join_lines(texts[i : i + _START_LINES]))) for i in sample]
    return sum(like) / max(1, len(like))


def _find_hanging_indents(lines: Sequence[BibliographyLine]) -> dict[int, float] | None:
    """Map each run to the x at which its entries begin; None if the entries' other lines are not indented further."""
    runs: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        runs[line.run].append(line.bbox.x0)
    lefts = {run: find_left_edge(xs) for run, xs in runs.items()}
    indented = {
        run: [x for x in xs if _INDENT[0] <= x - lefts[run] <= _INDENT[1]] for run, xs in runs.items()
    }
    hung = sum(len(xs) for xs in indented.values())
    if hung == 0 or hung < 0.15 * len(lines):
        return None
    known = {run: left for run, left in lefts.items() if indented[run]}
    step = median(x - lefts[run] for run, xs in indented.items() for x in xs)
    for run, left in lefts.items():
        # If all lines of a run begin at one x, they may all be continuation lines: compare the run with runs at the
        # same x on other pages.
        hangs = any(abs(other + step - left) < SAME_X for other in known.values())
        if run not in known and hangs and not any(abs(other - left) < SAME_X for other in known.values()):
            lefts[run] = left - step
    return lefts


def _find_starts_by_shape(lines: Sequence[BibliographyLine]) -> set[int]:
    """Find the starts of entries that have neither labels nor indents.

    An entry starts where the text before is complete and a line begins with names. If white space separates the
    entries, only lines below a gap or at the top of a column are considered.
    """
    gaps = _find_gaps(lines)
    tops = {i for i in range(1, len(lines)) if lines[i].run != lines[i - 1].run}
    starts = {0} if lines else set()
    first = 0
    texts = [line.text for line in lines]
    for place in sorted(gaps | tops) if gaps else range(1, len(lines)):
        before = texts[place - 1].rstrip()
        ended = before.endswith((".", ")", "]")) or before[-1:].isdigit() or place in gaps
        if not ended or not starts_like_authors(clean_text(join_lines(texts[place : place + _START_LINES]))):
            continue
        # The start has the names and the end has the date; an author list may be longer than the part that is tested.
        head = min(place, first + _ENTRY_LINES)
        if looks_like_entry(join_lines([*texts[first:head], *texts[max(head, place - _LAST_LINES) : place]])):
            starts.add(place)
            first = place
    return starts


def _find_gaps(lines: Sequence[BibliographyLine]) -> set[int]:
    """Return the lines with a larger distance to the previous line than lines within an entry have.

    The set is empty if such gaps are too rare or too frequent to separate entries.
    """
    steps: dict[int, float] = {}
    for place in range(1, len(lines)):
        line, before = lines[place], lines[place - 1]
        if line.run == before.run:
            steps[place] = min(line.bbox.y0 - before.bbox.y0, line.bbox.y1 - before.bbox.y1)
    if not steps:
        return set()
    pitch = sorted(steps.values())[len(steps) // 4]
    gaps = {place for place, step in steps.items() if pitch > 0 and step > _GAP * pitch}
    return gaps if 0.1 * len(lines) <= len(gaps) <= 0.7 * len(lines) else set()

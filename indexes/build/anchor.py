"""Find the paper that `--anchor` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath, PurePosixPath

from ...errors import UsageError
from ...papers.clusters.manifest import SourceFile
from ...papers.parsing.documents import SUFFIXES
from ...papers.plural import list_some

_SUFFIXES = (".pdf", ".tex", ".gz", ".tgz", ".jsonl", *SUFFIXES)


def find_anchor(text: str, files: Sequence[SourceFile], titles: Callable[[], Mapping[str, str]]) -> str:
    """Return the id of the paper that `text` names.

    `text` may be a file (its name, its path in the folder or its full path), a file of LaTeX sources, the PDF next to
    LaTeX sources, a paper id, a title, or the start of an id or title that only one paper has. Case is ignored.
    `titles` returns the title of each paper by id; it is called only if no file has the name `text`.

    A copy of another file names that file's paper. Raises UsageError if `text` names no paper, several papers, or a
    file that could not be read.
    """
    ids = _by_file(text, files) or _by_name(text, files, titles())
    if len(ids) == 1:
        file = next(file for file in files if file.paper_id == ids[0])
        if file.problem:
            twin = next((f for f in files if file.sha256 and f.sha256 == file.sha256 and not f.problem), None)
            if twin is not None:
                return twin.paper_id
            raise UsageError(f"anchor {text!r} is not in the cluster: {file.problem}")
        return ids[0]
    if ids:
        raise UsageError(f"anchor {text!r} fits {len(ids)} papers ({list_some(ids)}); write more of it")
    raise UsageError(_unknown(text, files))


def check_anchor(text: str, files: Sequence[SourceFile]) -> None:
    """Raise UsageError if `text` is the name of a file that is not among `files`. Parsing would not find it either."""
    if PurePosixPath(text).suffix.lower() in _SUFFIXES and not _by_file(text, files):
        raise UsageError(_unknown(text, files))


def _unknown(text: str, files: Sequence[SourceFile]) -> str:
    stem = _stem(PurePath(text).name).casefold()
    near = [file.name for file in files if stem and stem in file.name.casefold()]
    hint = f"did you mean {list_some(near)}?" if near else "give one file's name"
    return f"no paper {text!r} among the {len(files)} files to be the anchor; {hint}"


def _by_file(text: str, files: Sequence[SourceFile]) -> list[str]:
    path = PurePosixPath(PurePath(text).as_posix())
    whole = [file.paper_id for file in files if PurePosixPath(file.name) in (path, *path.parents)]
    same = [file.paper_id for file in files if PurePosixPath(file.name).name == path.name]
    beside = [file.paper_id for file in files if path.suffix and _stem(file.name) == path.stem]
    return whole or same or beside


def _stem(name: str) -> str:
    path = PurePosixPath(name)
    return path.name.removesuffix("".join(path.suffixes[-2:]) if path.suffix == ".gz" else path.suffix)


def _by_name(text: str, files: Sequence[SourceFile], titles: Mapping[str, str]) -> list[str]:
    wanted = " ".join(text.lower().split())
    names = {
        file.paper_id: (file.paper_id, file.stem, " ".join(titles.get(file.paper_id, "").lower().split()))
        for file in files
    }
    exact = [paper_id for paper_id, known in names.items() if wanted in known]
    return exact or [
        paper_id for paper_id, known in names.items() if any(n.startswith(wanted) for n in known)
    ]

"""Count the patterns that match words of questions, by package; fail if a count exceeds the committed number.

    python scripts/count_patterns.py [--update]

Every call of `re` counts as a pattern. Patterns on questions belong in agent/query/grammar; elsewhere in agent/ and
figures/, a pattern that is applied to the text of a question is listed as misplaced. scripts/patterns.json has the
committed numbers; --update lowers them to the present counts.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMITTED = ROOT / "scripts" / "patterns.json"
GRAMMAR = "agent/query/grammar"
PACKAGES = (GRAMMAR, "agent", "figures")
CALLS = frozenset(("compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"))
# Names of variables and attributes that hold the text of a question.
OF_QUESTION = frozenset(("question", "wording", "visual", "textual", "asked"))


def count_patterns(folder: str) -> int:
    """Return the number of calls of `re` in a folder. The grammar is not counted as part of agent/."""
    return sum(
        sum(_is_pattern(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
        for path in sorted((ROOT / folder).rglob("*.py"))
        if folder == GRAMMAR or not path.relative_to(ROOT).as_posix().startswith(GRAMMAR)
    )


def find_misplaced() -> list[str]:
    """Return a line for each pattern outside the grammar that is applied to the words of a question."""
    found = []
    for folder in ("agent", "figures"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(GRAMMAR):
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _is_applied(node) and any(map(_is_question, node.args)):
                    found.append(f"{name}:{node.lineno}: a pattern on a question; fill a slot in {GRAMMAR}")
    return found


def _is_pattern(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _is_re(node.func)


def _is_re(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in CALLS:
        return False
    return isinstance(node.value, ast.Name) and node.value.id == "re"


def _is_applied(node: ast.Call) -> bool:
    """True if a pattern is applied: `re.search(...)`, or a method of a constant, as in `_NAME.search(...)`."""
    func = node.func
    if not isinstance(func, ast.Attribute) or func.attr not in CALLS:
        return False
    return _is_re(func) or (isinstance(func.value, ast.Name) and func.value.id.lstrip("_").isupper())


def _is_question(node: ast.expr) -> bool:
    """True if the expression names the text of a question: `question`, `request.wording`, `question.text`."""
    if isinstance(node, ast.Name):
        return node.id in OF_QUESTION
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value
    is_text = node.attr == "text" and isinstance(owner, ast.Name | ast.Attribute)
    return node.attr in OF_QUESTION or (is_text and _last_name(owner) in (*OF_QUESTION, "query"))


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def main() -> int:
    counts = {package: count_patterns(package) for package in PACKAGES}
    misplaced = find_misplaced()
    counts["misplaced"] = len(misplaced)
    committed = json.loads(COMMITTED.read_text("utf-8")) if COMMITTED.exists() else counts
    if "--update" in sys.argv:
        kept = {name: min(count, committed.get(name, count)) for name, count in counts.items()}
        COMMITTED.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    risen = [
        f"{name}: {counts[name]} patterns, at most {most}"
        for name, most in committed.items()
        if counts[name] > most
    ]
    if counts["misplaced"] > committed["misplaced"]:
        risen += misplaced
    print(
        "\n".join(risen) or "patterns: " + ", ".join(f"{count} in {name}" for name, count in counts.items())
    )
    return int(bool(risen))


if __name__ == "__main__":
    raise SystemExit(main())

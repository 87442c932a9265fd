"""Measures the check of claims against their quotes: altered claims accepted, true paraphrases refused.

    python benchmarks/claims.py --data FOLDER [--seed 7] [--count 300] [--show dev]

Sentences of real papers (FOLDER/pdf_cluster_sentemb, FOLDER/scisumm_dev, FOLDER/covidqa_dev) are altered by a script: negated,
given another number, or given another subject. The claim is the altered sentence or an altered paraphrase, and its
quote is the true sentence. True and untrue paraphrases were written by hand (questions/README.md).
The part "dev" was used for development. "confirm" has other papers, whose paraphrases were used in one last round of
development. "field" (biomedical articles) was never looked at. The seed decides which sentences are altered; a hash
of a paper's id decides its part.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pypdfium2

from citehop.agent.verification.checks.grammar import subject_tokens
from citehop.agent.verification.checks.names import find_names
from citehop.agent.verification.checks.quantities import find_quantities
from citehop.agent.verification.checks.words import GENERIC_STEMS, tokenize
from citehop.agent.verification.support import SupportContext, support_faults
from citehop.papers.parsing.pdf.pages import page_text
from citehop.papers.sentences import split_sentences
from citehop.training.recipes.locators import resolve
from citehop.training.recipes.questions import read_lines

PAGES_PER_PAPER = 4
PREFIXES = (
    "It is not true that", "It is false that", "It is not the case that", "Contrary to what one might think, it is wrong that",
    "There is no evidence that", "The authors deny that", "It is incorrect to say that", "Nobody has shown that",
)  # fmt: skip
AUXILIARY = re.compile(
    r"\b(is|are|was|were|can|could|will|would|should|has|have|may|might|must|does|do|did)\b(?! not)"
)
CONJUNCTIONS = frozenset("since in if when while although because however and".split())
NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Statement:
    """A true claim about `quote`: the quote itself or a paraphrase of it."""

    paper: str
    part: str
    claim: str
    quote: str
    context: SupportContext


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument(
        "--show", default="", help="print the misjudged claims of this part: dev, confirm or field"
    )
    given = parser.parse_args()
    paraphrases = list(read_paraphrases(given.data))
    by_id = {fields["id"]: statement for fields, statement in paraphrases}
    sentences = [*read_pdf_sentences(given.data, given.seed), *read_article_sentences(given.data)]
    pool = [*sentences, *(statement for _, statement in paraphrases)]
    chosen = [(s.claim, s) for s in sample(sentences, given.count, given.seed)]
    report("sentences themselves", chosen, False, given.show)
    report("true paraphrases", [(s.claim, s) for _, s in paraphrases], False, given.show)
    for name, alter in ALTERATIONS.items():
        report(name, list(alter_claims(alter, pool, given.count, given.seed)), True, given.show)
    by_hand = [(fields["claim"], by_id[fields["id"]]) for fields in read_lines("altered_claims")]
    report("altered by hand", by_hand, True, given.show)


def report(name: str, claims: Sequence[tuple[str, Statement]], untrue: bool, show: str) -> None:
    """Print how many claims of each part are judged wrongly: accepted if `untrue`, else refused."""
    total, wrong, reasons = Counter[str](), Counter[str](), Counter[str]()
    for claim, statement in claims:
        faults = support_faults(claim, [statement.quote], statement.context)
        total[statement.part] += 1
        if bool(faults) != untrue:
            reasons.update(re.sub(r'"[^"]*"|[\d.,%]+', "_", fault) for fault in faults)
            wrong[statement.part] += 1
            if show == statement.part:
                print(f"  {claim}\n    quote: {statement.quote}\n    faults: {faults}")
    counts = ", ".join(
        f"{part} {wrong[part]}/{total[part]} ({wrong[part] / total[part]:.1%})" for part in sorted(total)
    )
    judged = "accepted" if untrue else "refused"
    print(f"{name}: {judged} {wrong.total()}/{total.total()} ({wrong.total() / total.total():.1%}): {counts}")
    for reason, count in reasons.most_common(12):
        print(f"    {count} {reason}")


def part_of(paper: str, field: bool) -> str:
    """Return "field" for a paper of the other field; otherwise "dev" or "confirm", by a hash of its id."""
    half = "confirm" if int(hashlib.sha256(paper.encode()).hexdigest(), 16) % 2 else "dev"
    return "field" if field else half


def read_paraphrases(data: Path) -> Iterator[tuple[dict[str, Any], Statement]]:
    """Yield (fields, statement) for each paraphrase written by hand, with the quote that its locator points to in
    `data`.
    """
    pdfs = {
        file.stem.rstrip("-"): file
        for folder in ("pdf_misc", "scisumm_dev/pdf", "pdf_cluster_sentemb/pdf")
        for file in sorted((data / folder).glob("*.pdf"))
    }
    articles = {str(fields["document_id"]): fields["context"] for fields in read_articles(data)}

    @cache
    def text_of(paper: str, page: int | None) -> str:
        return articles[paper] if page is None else page_text(pdfs[paper], page)

    for fields in read_lines("paraphrases"):
        on_page = partial(text_of, fields["paper"])
        quote, title, before = (resolve(fields[name], on_page) for name in ("quote", "title", "before"))
        part = {"covidqa": "field", "scisumm2": "confirm"}.get(fields["collection"], "dev")
        context = SupportContext((title, before))
        yield fields, Statement(fields["paper"], part, fields["paraphrase"], quote, context)


def read_pdf_sentences(data: Path, seed: int) -> Iterator[Statement]:
    rng = random.Random(seed)
    for file in sorted([*data.glob("pdf_cluster_sentemb/pdf/*.pdf"), *data.glob("scisumm_dev/pdf/*.pdf")]):
        with pypdfium2.PdfDocument(file) as document:
            for number in sorted(rng.sample(range(len(document)), min(PAGES_PER_PAPER, len(document)))):
                text = document[number].get_textpage().get_text_range()
                text = re.sub(r"[\x02\xad\ufffe]\r?\n?|-\r?\n(?=[a-z])", "", text)
                for sentence in usable(split_sentences(" ".join(text.split()))):
                    yield Statement(
                        file.stem, part_of(file.stem, False), sentence, sentence, SupportContext()
                    )


def read_articles(data: Path) -> Iterator[dict[str, Any]]:
    for line in (data / "covidqa_dev" / "articles.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def read_article_sentences(data: Path) -> Iterator[Statement]:
    for fields in read_articles(data):
        body = fields["context"].partition("Text:")[2]
        for paragraph in body.split("\n\n"):
            for sentence in usable(split_sentences(" ".join(paragraph.split()))):
                yield Statement(str(fields["document_id"]), "field", sentence, sentence, SupportContext())


def usable(sentences: Sequence[str]) -> Iterator[str]:
    """Yield the whole sentences of prose: 8 to 35 words, mostly letters, without mathematics."""
    for sentence in sentences:
        words = sentence.split()
        letters = sum(c.isalpha() or c == " " for c in sentence)
        if (
            8 <= len(words) <= 35 and sentence[0].isupper() and sentence.endswith(".") and letters > 0.86 * len(sentence)
            and sum(len(word) == 1 for word in words) <= 3 and not re.search(r"[=∑∈�]|http", sentence)
        ):  # fmt: skip
            yield sentence


def sample(statements: Sequence[Statement], count: int, seed: int) -> list[Statement]:
    """Return at most `count` random statements."""
    rng = random.Random(seed)
    chosen = list(statements)
    rng.shuffle(chosen)
    return chosen[:count]


def alter_claims(
    alter: Any, pool: Sequence[Statement], count: int, seed: int
) -> Iterator[tuple[str, Statement]]:
    rng, made = random.Random(seed), 0
    for statement in sample(pool, len(pool), seed):
        claim = alter(statement, rng, pool)
        if claim and claim != statement.claim and made < count:
            made += 1
            yield claim, statement


def negate(statement: Statement, rng: random.Random, _pool: Sequence[Statement]) -> str:
    """Return the claim negated by a prefix, "not", "never" or "fails to", or without its own negation; "" if that
    fails.
    """
    claim = statement.claim
    kind = rng.randrange(5)
    if kind == 0:
        return f"{rng.choice(PREFIXES)} {claim[0].lower()}{claim[1:]}"
    if kind == 1 and re.search(r"\b(?:not|never|cannot|no)\b", claim):
        freed = re.sub(r"\b(do|does|did) not\b |\bnot \b|\bnever \b|(?<=can)not\b", "", claim)
        return re.sub(r"\bno \b", "the ", freed)
    subject = subject_tokens(tokenize(claim))
    auxiliaries = list(AUXILIARY.finditer(claim))
    if auxiliaries and kind in {1, 2, 3}:
        found = auxiliaries[0]
        contracts = kind == 3 and found[1] not in {"can", "will", "may", "might", "must"}
        word = "n't" if contracts else " " + rng.choice(["not", "never", "by no means", "no longer"])
        return claim[: found.end()] + word + claim[found.end() :]
    if subject:
        end = claim.find(subject[-1].text) + len(subject[-1].text)
        verb = re.match(r"\s+([a-z]+)\b", claim[end:])
        if verb:
            return f"{claim[:end]} {rng.choice(['does not', 'fails to', 'never', 'do not', 'did not', 'failed to'])}{claim[end:]}"
    return ""


def change_number(statement: Statement, rng: random.Random, _pool: Sequence[Statement]) -> str:
    """Return the claim with one of its numbers changed in a digit, magnitude, unit or number word; "" if that fails."""
    claim = statement.claim
    found = [q for q in find_quantities(claim) if q.text.lower() in NUMBER_WORDS or not q.word]
    if not found:
        return ""
    quantity = rng.choice(found)
    if quantity.word:
        new = rng.choice([word for word in NUMBER_WORDS if word != quantity.text.lower()])
        return claim[: quantity.start] + new + claim[quantity.end :]
    if quantity.text not in claim:
        return ""
    digits = re.search(r"\d(?!.*\d)|\d", quantity.text)
    assert digits is not None
    kind = rng.randrange(4)
    if kind == 0 and quantity.unit == "percent" and "%" in quantity.text:
        new = quantity.text.replace("%", rng.choice([" points", ""]))
    elif kind == 1 and not quantity.decimals:
        new = quantity.text + rng.choice(["0", "00"]) if quantity.text[-1].isdigit() else "1" + quantity.text
    else:
        new = (
            quantity.text[: digits.start()]
            + str((int(digits[0]) + rng.randint(1, 9)) % 10)
            + quantity.text[digits.end() :]
        )
    changed = claim.replace(quantity.text, new, 1)
    return (
        changed
        if {q.value for q in find_quantities(changed)} - {q.value for q in find_quantities(statement.quote)}
        or new != quantity.text
        else ""
    )


def change_subject(statement: Statement, rng: random.Random, pool: Sequence[Statement]) -> str:
    """Return the claim with a name or its whole subject taken from another paper's sentence; "" if that fails."""
    claim = statement.claim
    tokens = tokenize(claim)
    other = rng.choice(pool)
    if other.paper == statement.paper:
        return ""
    theirs = tokenize(other.claim)
    own_names, other_names = (
        [t.text for t in find_names(tokens)],
        [t.text for t in find_names(theirs) if t.lower not in statement.quote.lower()],
    )
    if own_names and other_names and rng.random() < 0.5:
        return claim.replace(rng.choice(own_names), rng.choice(other_names), 1)
    ours, subject = subject_tokens(tokens), subject_tokens(theirs)
    contents = [t for t in subject if t.content]
    articles = {"the", "a", "an", "our", *[t.lower for t in contents]}
    specific = contents and contents[-1] is subject[-1] and subject[0].lower in articles
    pronoun = not specific or contents[-1].stem in GENERIC_STEMS | set(tokenize(statement.quote).concepts)
    if claim.split()[0].lower() in CONJUNCTIONS or pronoun or not ours:
        return ""
    if not subject or len(subject) > 8 or "," in [t.text for t in subject]:
        return ""
    start, end = claim.find(ours[0].text), claim.find(ours[-1].text) + len(ours[-1].text)
    theirs_start = other.claim.find(subject[0].text)
    theirs_end = other.claim.find(subject[-1].text, theirs_start) + len(subject[-1].text)
    if not 0 <= start < end or start > 3:
        return ""
    return other.claim[theirs_start:theirs_end] + claim[end:]


ALTERATIONS = {"negated": negate, "another number": change_number, "another subject": change_subject}

if __name__ == "__main__":
    main()

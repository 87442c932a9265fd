import json
import re
from collections.abc import Sequence

import pytest

from citehop.agent.llm.types import Reply, Request
from citehop.agent.types import Usage
from citehop.evaluation.baselines.multimodal_ranker import (
    parse_ids,
    parse_score,
    play_tournament,
    rank_with_multimodal,
)
from citehop.evaluation.baselines.protocol_prompts import load_prompts
from citehop.evaluation.types import Document, Example, Prediction

PAPERS = tuple(Document(f"p{n:02d}", f"Paper {n}", f"About {n}.") for n in range(25))
EXAMPLE = Example("1", "Which?", documents=PAPERS, tags=(("visual", "Which method leads?"),))


class ByNumber:
    """A model that prefers papers of higher numbers, and says so in the form that it is asked for."""

    model, context = "scripted", None

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.texts: list[str] = []

    def complete(self, request: Request) -> Reply:
        text = request.messages[-1].text
        self.texts.append(text)
        numbers = [int(number) for number in re.findall(r"Title: Paper (\d+)", text)]
        self.sizes.append(len(numbers))
        best = sorted(numbers, reverse=True)
        if '"score"' in text:
            reply = json.dumps({"score": min(10, best[0])})
        elif "Id: " in text:
            reply = json.dumps({"ranking": [f"p{n:02d}" for n in best]})
        else:
            reply = " > ".join(f"[{numbers.index(n) + 1}]" for n in best)
        return Reply(f"So: {reply}", usage=Usage(1))

    def stream(self, request: Request) -> object:
        raise NotImplementedError


def rank(scheme: str, size: int = 20, *, ids: bool) -> tuple[ByNumber, Prediction]:
    llm = ByNumber()
    found = rank_with_multimodal(llm, EXAMPLE, load_prompts(), scheme, size, ids_in_reply=ids)  # type: ignore[arg-type]
    return llm, found


BEST_FIRST = tuple(f"p{n:02d}" for n in range(24, -1, -1))


@pytest.mark.parametrize("ids", [True, False])
def test_a_single_call_gets_the_whole_list(ids: bool) -> None:
    llm, found = rank("single", ids=ids)
    assert found.ranking == BEST_FIRST
    assert llm.sizes == [25]
    assert "Which method leads?" in llm.texts[0]
    places = [llm.texts[0].index(f"Title: Paper {n}\n") for n in range(25)]
    assert (places == sorted(places)) == ids  # the order of the file only where the paper's form asks for it


@pytest.mark.parametrize("ids", [True, False])
def test_a_window_brings_the_best_half_window_to_the_top(ids: bool) -> None:
    llm, found = rank("window", 10, ids=ids)
    assert llm.sizes == [10, 10, 10, 10]  # starts 15, 10, 5 and 0
    assert found.ranking[:5] == BEST_FIRST[:5]
    assert sorted(found.ranking) == sorted(BEST_FIRST)
    assert found.usage.calls == 4


def test_one_by_one_asks_about_each_paper_alone() -> None:
    llm, found = rank("one-by-one", ids=True)
    assert llm.sizes == [1] * 25
    assert set(found.ranking[:15]) == {f"p{n:02d}" for n in range(10, 25)}  # all of them get a 10
    assert found.ranking[15:] == tuple(f"p{n:02d}" for n in range(9, -1, -1))


def test_a_tournament_finds_the_best_and_ranks_everyone_once() -> None:
    llm, found = rank("tournament", 6, ids=False)
    assert max(llm.sizes) == 6
    assert found.ranking[0] == "p24"
    assert sorted(found.ranking) == sorted(BEST_FIRST)


def test_a_tournament_by_hand() -> None:
    def highest_first(part: Sequence[str]) -> list[str]:
        return sorted(part, reverse=True)

    # (c a e) leaves a third, (b d) leaves b second, and so before a; (e c d) is the last match
    assert play_tournament(["c", "a", "e", "b", "d"], 3, highest_first) == ["e", "d", "c", "b", "a"]
    assert play_tournament(["a", "b"], 3, highest_first) == ["b", "a"]
    assert play_tournament([], 3, highest_first) == []


@pytest.mark.parametrize(
    ("reply", "ids"),
    [
        ('{"ranking": ["b", "a"]}', ["b", "a"]),
        ('First {"ranking": ["..."]}, then ```json\n{"ranking" : ["B","nobody","b","a"]}\n```', ["b", "a"]),
        ("{'ranking': ['a']}", ["a"]),
        ('{"ranking": ["Id: a", 7]}', ["a"]),
        ('{"ranking": "a"}', []),
        ('{"ranking": ["x"]}', []),
        ("b > a", []),
        ('{"ranking": [', []),
        ("", []),
    ],
)
def test_only_known_ids_of_a_ranking_count(reply: str, ids: list[str]) -> None:
    assert parse_ids(reply, ["a", "b"]) == ids


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ('{"score": 7}', 7.0),
        ('from {"score": 0} to {"score": "9.5"}', 9.5),
        ('{"score": 11}', -1.0),
        ('{"score": null}', -1.0),
        ("seven", -1.0),
        ('{"score": "NaN"}', -1.0),
    ],
)
def test_scores_outside_the_scale_rank_last(reply: str, score: float) -> None:
    assert parse_score(reply) == score


def test_one_paper_or_none_needs_no_call() -> None:
    llm = ByNumber()
    for papers in (PAPERS[:1], ()):
        example = Example("1", "?", documents=papers)
        prompts = load_prompts()
        found = rank_with_multimodal(llm, example, prompts, "single", 20, ids_in_reply=True)  # type: ignore[arg-type]
        assert found.ranking == tuple(paper.id for paper in papers)
    assert llm.sizes == []

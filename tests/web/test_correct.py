"""Corrections of a reading: a cell, a label, the paper; questions about a region of a page."""

import html
import json
import re
from datetime import date
from typing import Any
from urllib.parse import urlencode

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import open_session
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings

ANCHOR = "varnholt-2024-braidnet"


@pytest.fixture
def turn(own_site: Any) -> str:
    """The path of an answered question."""
    path = own_site.ask(QUESTION).headers["location"].partition("#")[0]
    return f"{path}/1"


def choice_of(page: str, text: str) -> str:
    """The address of a cell or label by its text."""
    found = re.search(rf'href="([^"#]+)#use" aria-label="{re.escape(html.escape(text))}"', page)
    assert found, text
    return found[1]


def values(site: Any, **fields: str) -> dict[str, str]:
    return {"form_token": site.form_token(), **fields}


def test_a_clicked_cell_becomes_the_reading_and_the_second_hop_runs_again(
    own_site: Any, own_settings: Settings, turn: str
) -> None:
    page = own_site.get(f"{turn}/correct").text
    chosen = own_site.get(choice_of(page, "SnowLedger, Without a river map, NSE, CRESTA: 0.708")).text
    assert 'name="name" value="SnowLedger" checked' in chosen
    number = re.search(r'name="choice" value="(\d+)"', chosen)
    assert number
    reply = own_site.post(f"{turn}/correct", values(own_site, choice=number[1], name="SnowLedger"))
    path, _, fragment = reply.headers["location"].partition("#")
    assert (reply.status, fragment) == (303, "turn-2")
    second = own_site.get(path).text.partition('id="turn-2"')[2]
    assert "SnowLedger (100%)" in second
    assert f"A person corrected this reading on {date.today().isoformat()}." in second
    assert "thorvik-2023-snowledger" in second
    with open_session("sample", own_settings) as session:
        answer = ask(session, QUESTION)
    assert answer.ranking[0].paper_id == "thorvik-2023-snowledger"
    files = list((own_settings.home_path / "clusters" / "sample" / "corrections").glob("*.json"))
    assert [json.loads(file.read_text("utf-8"))["figure"] for file in files] == ["p3:table1"]


def test_another_label_may_be_written(own_site: Any, turn: str) -> None:
    reply = own_site.post(f"{turn}/correct", values(own_site, other="KarstMix"))
    assert reply.status == 303
    assert "KarstMix (100%)" in own_site.get(reply.headers["location"].partition("#")[0]).text


def test_the_right_paper_is_searched_and_kept(own_site: Any, turn: str) -> None:
    paper = "duvaleix-2018-recurrent-memory"
    page = own_site.get(turn.removesuffix("/1")).text
    assert f'name="paper" value="{paper}"' in page
    reply = own_site.post(f"{turn}/correct-paper", values(own_site, paper=paper))
    second = own_site.get(reply.headers["location"].partition("#")[0]).text.partition('id="turn-2"')[2]
    assert "&#39;RillNet&#39; (p 1.00): corrected" in second
    assert f"A person corrected the paper that a name refers to on {date.today().isoformat()}." in second
    undone = own_site.post(f"{turn.removesuffix('/1')}/2/correct-undo", values(own_site))
    third = own_site.get(undone.headers["location"].partition("#")[0]).text.partition('id="turn-3"')[2]
    assert "A person corrected" not in third
    assert "(p 1.00): corrected" not in third


def test_an_undone_correction_leaves_the_others(own_site: Any, own_settings: Settings, turn: str) -> None:
    own_site.post(f"{turn}/correct", values(own_site, name="KarstMix"))
    other = (
        own_site.ask("Which method has the lowest NSE on CRESTA in Table 1?")
        .headers["location"]
        .partition("#")[0]
    )
    own_site.post(f"{other}/1/correct", values(own_site, name="SoilBox"))
    own_site.post(f"{turn.removesuffix('/1')}/2/correct-undo", values(own_site))
    file = next((own_settings.home_path / "clusters" / "sample" / "corrections").glob("*.json"))
    assert [each["name"] for each in json.loads(file.read_text("utf-8"))["readings"]] == ["SoilBox"]


def test_steps_of_the_new_answer_are_streamed(own_site: Any, turn: str) -> None:
    reply = own_site.post(f"{turn}/correct", values(own_site, name="KarstMix"), Accept="text/event-stream")
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", reply.text)
    assert events[-1][0] == "done"
    assert events[-1][1].endswith('#turn-2"')


def test_a_cell_that_does_not_exist_is_refused(own_site: Any, turn: str) -> None:
    for choice in ("-1", "99999", "x", "..", "1e9", "\u0661"):
        reply = own_site.post(f"{turn}/correct", values(own_site, name="KarstMix", choice=choice))
        assert reply.status == 404, choice
        assert own_site.get(f"{turn}/correct?{urlencode({'choice': choice})}").status == 404


def test_a_region_of_a_page_is_asked_about(own_site: Any) -> None:
    page = f"/clusters/sample/papers/{ANCHOR}/pages/3"
    assert 'data-region="region"' in own_site.get(page).text
    sides = {"left": "8", "top": "8", "right": "92", "bottom": "38"}
    asked = values(own_site, question="Which method has an NSE of 0.713 on CRESTA?", **sides)
    reply = own_site.post(f"{page}/ask", asked)
    path = reply.headers["location"].partition("#")[0]
    thread = own_site.get(path).text
    assert "RillNet" in thread.partition('class="answer"')[2].partition("</p>")[0]
    assert "Region of page 3 (" in thread
    assert own_site.get(f"{path}/1/figure.png").status == 200
    assert own_site.get(f"{path}/1/correct").status == 200
    assert own_site.get(f"{path}/export").text.count("data:image/png") >= 1


@pytest.mark.parametrize(
    ("sides", "status"),
    [
        (("x", "8", "92", "38"), 400),
        (("-1", "8", "92", "38"), 400),
        (("nan", "8", "92", "38"), 400),
        (("50", "50", "50.1", "50.1"), 404),
        (("90", "90", "10", "10"), 404),
    ],
)
def test_a_region_that_is_none_is_refused(site: Any, sides: tuple[str, ...], status: int) -> None:
    named = dict(zip(("left", "top", "right", "bottom"), sides, strict=True))
    reply = site.post(
        f"/clusters/sample/papers/{ANCHOR}/pages/3/ask", values(site, question="Which is best?", **named)
    )
    assert reply.status == status
    assert f'action="/clusters/sample/papers/{ANCHOR}/pages/3/ask"' in reply.text
    assert 'autocomplete="off" value="Which is best?"' in reply.text
    assert all(f'name="{name}" type="number"' in reply.text for name in named)
    assert all(f'step="any" value="{side}" required' in reply.text for side in sides)

"""Corrections of figures by people: choices, and the answers that use them."""

from collections.abc import Iterator

import pytest

from citehop.agent.ask import ask
from citehop.agent.conversation.conversation import Conversation
from citehop.agent.figures.corrections import correct_paper, correct_reading, list_choices, remove_corrections
from citehop.agent.first_hop import first_hop
from citehop.agent.session import Session, open_session
from citehop.cli.sample_cluster import QUESTION
from citehop.errors import UsageError
from citehop.papers.clusters.archive import export_cluster
from citehop.papers.clusters.unpack_archive import import_cluster
from citehop.papers.types import Figure
from citehop.settings import Settings

ANCHOR = "varnholt-2024-braidnet"
BEST = "Which method has the best NSE on CRESTA in Table 1?"


@pytest.fixture
def session(own_settings: Settings) -> Iterator[Session]:
    with open_session("sample", own_settings) as opened:
        yield opened


@pytest.fixture
def table(session: Session) -> Figure:
    return next(f for f in session.cluster.paper(ANCHOR).figures if f.label == "Table 1")


def test_cells_and_labels_are_choices(session: Session, table: Figure) -> None:
    found = {choice.description: choice for choice in list_choices(session, ANCHOR, table)}
    assert "RillNet" in found
    cell = found["RillNet, With a river map, NSE, CRESTA: 0.713"]
    assert cell.value == "0.713"
    assert cell.names[0].markers == ("(Castellanos et al., 2021)",)
    assert cell.box.x0 > found["RillNet"].box.x1
    assert len({choice.box for choice in found.values()}) == len(found)


def test_the_second_hop_starts_from_the_corrected_name(session: Session, table: Figure) -> None:
    before = ask(session, QUESTION)
    assert before.ranking[0].paper_id == "castellanos-2021-rillnet"
    correct_reading(session, ANCHOR, table, QUESTION, "SnowLedger")
    after = ask(session, QUESTION)
    assert after.reading is not None
    assert [(e.text, e.probability) for e in after.reading.entities] == [("SnowLedger", 1.0)]
    assert after.reading.evidence
    assert after.ranking[0].paper_id.startswith("thorvik-2023")
    assert after.citations != before.citations
    other = ask(session, QUESTION.replace("0.713", "0.553"))
    assert other.reading is not None
    assert other.reading.entities[0].text == "SoilBox"


def test_a_question_of_one_hop_is_answered_by_the_correction(session: Session, table: Figure) -> None:
    box = next(c.box for c in list_choices(session, ANCHOR, table) if c.value == "0.553")
    correct_reading(session, ANCHOR, table, BEST, "SoilBox", "0.553", box)
    answer = ask(session, BEST, anchor=ANCHOR)
    assert answer.text.startswith("0.553 (Table 1: ")
    assert "SoilBox" in answer.citations[0].quote
    remove_corrections(session.cluster, ANCHOR, table.id)
    assert "BraidNet" in ask(session, BEST, anchor=ANCHOR).text


def test_a_name_leads_to_the_corrected_paper(session: Session, table: Figure) -> None:
    correct_paper(session, ANCHOR, table, "RillNet", "duvaleix")
    answer = ask(session, QUESTION)
    best, *others = answer.ranking
    assert best.paper_id.startswith("duvaleix-2018")
    assert best.reasons == ("'RillNet' (p 1.00): corrected",)
    assert best.score > sum(ranked.score for ranked in others)
    assert len({ranked.paper_id for ranked in answer.ranking}) == len(answer.ranking)
    hop = first_hop(session, BEST)
    assert not hop.ranking[0].paper_id.startswith("duvaleix-2018")  # of another name


def test_asking_again_keeps_the_figure(session: Session, table: Figure) -> None:
    conversation = Conversation(session)
    conversation.ask(QUESTION)
    conversation.ask("and how many units does its recurrent cell have?")
    correct_reading(session, ANCHOR, table, QUESTION, "SnowLedger")
    turn = conversation.ask_again(1)
    assert (turn.question, turn.follows, len(conversation.turns)) == (QUESTION, False, 3)
    assert turn.answer.figure == table.id
    assert turn.answer.ranking[0].paper_id.startswith("thorvik-2023")


def test_corrections_travel_with_the_cluster(session: Session, table: Figure, own_settings: Settings) -> None:
    correct_reading(session, ANCHOR, table, QUESTION, "SnowLedger")
    archive = own_settings.home_path / "sample.zip"
    export_cluster("sample", archive, own_settings)
    import_cluster(archive, "copy", own_settings)
    with open_session("copy", own_settings) as copy:
        hop = first_hop(copy, QUESTION)
    assert hop.reading is not None
    assert hop.reading.entities[0].text == "SnowLedger"


def test_an_empty_or_long_correction_is_refused(session: Session, table: Figure) -> None:
    for name in ("", "  ", "x" * 501):
        with pytest.raises(UsageError):
            correct_reading(session, ANCHOR, table, QUESTION, name)
    with pytest.raises(UsageError):
        correct_paper(session, ANCHOR, table, "RillNet", "no such paper")

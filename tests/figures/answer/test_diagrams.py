"""Questions about the relationships of a diagram, over data built here."""

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.answer.graph import build_graph
from citehop.figures.types import Attribute, Edge, EdgeKind, Entries, FigureData, FigureName
from citehop.papers.types import BBox

TREE = ["Survey", "Retrieval", "Dense", "Sparse", "DPR", "ANCE", "BM25", "Generation", "RAG"]
TREE_EDGES = [(0, 1), (0, 7), (1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (7, 8)]
FLOW = ["Image", "Text", "Fusion layer", "Decoder", "Reranker", "Output"]
FLOW_EDGES = [(0, 2), (1, 2), (2, 3), (3, 4), (4, 5)]


def diagram(names: list[str], edges: list[Edge]) -> FigureData:
    boxes = tuple(BBox(10, 30 * i, 60, 30 * i + 20) for i in range(len(names)))
    rows = Entries(
        len(names),
        (Attribute("node", tuple(map(FigureName, names)), boxes),),
        blocks=tuple(range(len(names))),
    )
    return FigureData("diagram", rows, edges=tuple(edges))


TREE_DATA = diagram(TREE, [Edge(*pair) for pair in TREE_EDGES])
FLOW_DATA = diagram(FLOW, [Edge(*pair, "arrow") for pair in FLOW_EDGES])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which category does ANCE belong to?", "Dense"),
        ("What is the parent category of Dense?", "Retrieval"),
        ("Which method is listed first under Retrieval > Dense?", "DPR"),
        ("Which method comes last in Dense of Retrieval?", "ANCE"),
        ("What is the last subcategory of Retrieval?", "Sparse"),
        ("What is the first child of Survey?", "Retrieval"),
        ("Which sibling category is directly below Dense?", "Sparse"),
        ("Which method is in the same category as DPR?", "ANCE"),
        ("BM25 is a kind of what, according to the figure?", "Sparse"),
        ("What is the root of the tree?", "Survey"),
        ("What is the last category of the taxonomy?", "Generation"),
        ("What does Generation split into?", "RAG"),
        ("Which method comes first below Dense?", "DPR"),
        ("Under which top-level category is ANCE filed?", "Retrieval"),
        ("What is the sibling of Dense?", "Sparse"),
        ("Which subcategory of Retrieval has only one method?", "Sparse"),
        ("Which category lists the most methods?", "Dense"),
        ("Which node is between Survey and Dense?", "Retrieval"),
    ],
)
def test_trees(question: str, answer: str) -> None:
    reading = answer_question(TREE_DATA, parse_question(question))
    assert not reading.abstained
    assert reading.entities[0].text == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does Decoder feed into?", "Reranker"),
        ("Which module is the input of Reranker?", "Decoder"),
        ("Which module lies between Fusion layer and Reranker?", "Decoder"),
        ("Where do the outputs of Image and Text come together?", "Fusion layer"),
        ("Which module has no outgoing arrow?", "Output"),
        ("Where does the pipeline end?", "Output"),
        ("Which block comes directly after Decoder?", "Reranker"),
        ("What feeds into Reranker?", "Decoder"),
        ("Where do Image and Text meet?", "Fusion layer"),
        ("Which component is upstream of Reranker?", "Decoder"),
        ("By what is Decoder followed?", "Reranker"),
        ("Which module receives input from two components?", "Fusion layer"),
        ("Apart from Text, what feeds into Fusion layer?", "Image"),
    ],
)
def test_flows(question: str, answer: str) -> None:
    reading = answer_question(FLOW_DATA, parse_question(question))
    assert not reading.abstained
    assert reading.entities[0].text == answer


def test_where_two_answers_fit_they_share_the_probability() -> None:
    reading = answer_question(FLOW_DATA, parse_question("Which module has no incoming arrow?"))
    first, second = reading.entities[:2]
    assert {first.text, second.text} == {"Image", "Text"}
    assert first.probability == pytest.approx(second.probability, rel=0.1)


@pytest.mark.parametrize("kind", ["child", "arrow"])
def test_rings_end(kind: EdgeKind) -> None:
    ring = diagram(
        ["A1", "B2", "C3"], [Edge(0, 1, kind), Edge(1, 2, kind), Edge(2, 0, kind), Edge(1, 1, kind)]
    )
    graph = build_graph(ring)
    assert len(graph.parent) <= 2
    for question in (
        "Which method is listed under A1?",
        "Which category does B2 belong to?",
        "Which module lies between A1 and C3?",
        "What is the first module of the pipeline?",
        "What does C3 feed into?",
    ):
        assert answer_question(ring, parse_question(question)).entities


RING_QUESTIONS = [
    "Which category does ANCE belong to?",
    "What is the parent category of Dense?",
    "What does Dense feed into?",
    "Which module lies between Survey and Dense?",
    "Which module has no outgoing arrow?",
    "Which method is in the same category as Dense?",
    "Which method comes last in Dense of Retrieval?",
    "How many categories does the figure have?",
    "Which is the deepest level?",
]


@pytest.mark.parametrize("kind", ["line", "arrow"])
@pytest.mark.parametrize("question", RING_QUESTIONS)
def test_rings_and_loops_end(question: str, kind: EdgeKind) -> None:
    for edges in ([(0, 1), (1, 2), (2, 0)], [(0, 0), (0, 1), (1, 0)], [(2, 1), (1, 2), (2, 2)]):
        reading = answer_question(
            diagram(TREE[:3], [Edge(*pair, kind) for pair in edges]), parse_question(question)
        )
        assert 0 <= sum(entity.probability for entity in reading.entities) <= 1.001


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many subcategories does Retrieval have?", "2"),
        ("How many methods are listed under Dense?", "2"),
        ("Is ANCE listed under Dense?", "yes"),
        ("Does Sparse contain ANCE?", "no"),
        ("Is RAG a kind of Retrieval?", "no"),
    ],
)
def test_counts_and_verdicts_of_trees(question: str, value: str) -> None:
    assert answer_question(TREE_DATA, parse_question(question)).value == value


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many boxes does the diagram have?", "6"),
        ("How many boxes lie between Image and Reranker?", "2"),
        ("How many arrows lead into Fusion layer?", "2"),
        ("Does Decoder feed into Reranker?", "yes"),
        ("Does Reranker feed into Decoder?", "no"),
        ("Is there an arrow from Image to Output?", "no"),
    ],
)
def test_counts_and_verdicts_of_flows(question: str, value: str) -> None:
    assert answer_question(FLOW_DATA, parse_question(question)).value == value


@pytest.mark.parametrize(
    ("question", "abstains"),
    [
        ("How many boxes are shaded in the diagram?", True),
        ("How many boxes on the left are drawn?", True),
        ("How many boxes are drawn?", False),
    ],
)
def test_the_number_of_all_boxes_is_not_that_of_some(question: str, abstains: bool) -> None:
    assert (answer_question(FLOW_DATA, parse_question(question)).value == "") is abstains


def test_a_box_that_is_drawn_twice_may_lead_to_either() -> None:
    twice = diagram(
        ["Gate", "Sum", "Gate", "Max", "Pool"],
        [Edge(0, 1, "arrow"), Edge(2, 3, "arrow"), Edge(3, 4, "arrow")],
    )
    question = parse_question("What does Gate feed into?")
    assert not {"Sum", "Max"} & {
        e.text for e in answer_question(twice, question).entities[:1] if e.probability > 0.4
    }
    both = parse_question("What do the Gate boxes feed into?")
    assert answer_question(twice, both).entities[0].text in {"Sum", "Max"}
    same = diagram(["Gate", "Sum", "Gate", "Sum"], [Edge(0, 1, "arrow"), Edge(2, 3, "arrow")])
    assert answer_question(same, question).entities[0].text == "Sum"


def test_arrows_that_part_make_a_tree_too() -> None:
    data = diagram(TREE, [Edge(*pair, "arrow") for pair in TREE_EDGES])
    for question, answer in (
        ("Which category does ANCE belong to?", "Dense"),
        ("Which method is listed first under Retrieval > Dense?", "DPR"),
        ("What does Sparse feed into?", "BM25"),
    ):
        assert answer_question(data, parse_question(question)).entities[0].text == answer
    assert answer_question(data, parse_question("How many boxes are between Survey and DPR?")).value == "2"


def test_boxes_of_a_frame_belong_to_it() -> None:
    names = [*FLOW, "Encoder stage"]
    edges = [Edge(*pair, "arrow") for pair in FLOW_EDGES] + [Edge(6, 0), Edge(6, 1), Edge(6, 2)]
    data = diagram(names, edges)
    reading = answer_question(data, parse_question("Which stage does Image belong to?"))
    assert reading.entities[0].text == "Encoder stage"
    reading = answer_question(data, parse_question("Which module belongs to the Encoder stage?"))
    assert {entity.text for entity in reading.entities[:3]} == {"Image", "Text", "Fusion layer"}


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("On which level below the root is Dense?", "2"),
        ("On which level is Generation?", "2"),
        ("How many levels does the tree have?", "4"),
        ("How deep is the tree?", "4"),
    ],
)
def test_levels_of_a_tree(question: str, level: str) -> None:
    assert answer_question(TREE_DATA, parse_question(question)).value == level
    assert answer_question(FLOW_DATA, parse_question(question)).value == ""


def test_a_step_is_named_by_the_first_words_of_its_box_and_a_chain_goes_on_without_arrow_heads() -> None:
    steps = ["input some words", "Dictionary lookup some words", "Subword tagging some/B words/I", "output"]
    chain = diagram(steps, [Edge(0, 1), Edge(1, 2), Edge(2, 3)])
    following = answer_question(chain, parse_question("Which step follows the dictionary lookup?"))
    assert following.entities[0].text == "Subword tagging some/B words/I"


@pytest.mark.parametrize(
    "question",
    ["How many steps lie between the input and the output?", "How many rows of boxes are there?"],
)
def test_boxes_are_not_counted_where_other_things_are_asked_for(question: str) -> None:
    assert not answer_question(diagram(["A1", "B2", "C3"], []), parse_question(question)).value


COPIES = diagram(
    ["Mean", "LSTM", "LSTM", "LSTM", "Embedding"],
    [Edge(1, 0, "arrow"), Edge(2, 0, "arrow"), Edge(3, 0, "arrow"), Edge(4, 1, "arrow")],
)


@pytest.mark.parametrize(
    ("data", "question", "value"),
    [
        (COPIES, "How many LSTM boxes are drawn?", "3"),
        (COPIES, "How many LSTMs are there in Figure 2?", "3"),
        (TREE_DATA, "How many leaves does the tree have?", "4"),
    ],
)
def test_nodes_of_one_name_and_leaves_are_counted(data: FigureData, question: str, value: str) -> None:
    assert answer_question(data, parse_question(question)).value == value


def test_all_steps_of_a_flow_are_listed() -> None:
    reading = answer_question(FLOW_DATA, parse_question("Which steps does the pipeline have?"))
    assert {entity.text for entity in reading.entities if entity.probability > 0.5} == set(FLOW)


def test_layers_are_lines_of_boxes_side_by_side() -> None:
    boxes = tuple(
        BBox(100 * (i % 3), 40 * (i // 3), 100 * (i % 3) + 60, 40 * (i // 3) + 20) for i in range(6)
    )
    rows = Entries(6, (Attribute("node", (FigureName("LSTM"),) * 6, boxes),), blocks=tuple(range(6)))
    data = FigureData("diagram", rows)
    for question, count in (
        ("How many LSTM layers are stacked?", "2"),
        ("How many LSTM boxes are drawn?", "6"),
    ):
        assert answer_question(data, parse_question(question)).value == count


def test_boxes_that_nothing_joins_have_no_order() -> None:
    question = parse_question("What follows the Fusion layer?")
    assert answer_question(diagram(FLOW, []), question).abstained
    assert not answer_question(FLOW_DATA, question).abstained


def test_an_input_named_like_a_function_word_is_not_meant() -> None:
    data = diagram(["the", "Encoder", "Decoder"], [Edge(0, 1, "arrow"), Edge(1, 2, "arrow")])
    question = parse_question("What comes after the encoder?")
    assert answer_question(data, question).entities[0].text == "Decoder"

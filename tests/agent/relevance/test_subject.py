"""The papers that a question is about: probabilities over papers, and how clearly one is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.agent.relevance.subject import (
    Subject,
    find_subjects,
    terms_of,
)
from citehop.indexes.subjects import PaperFacts, SubjectIndex
from citehop.indexes.text.term_statistics import count_terms

PAPERS = (
    PaperFacts("foo", "FooNet: Parsing Trees with Foos", ("Ada Müller",), 2019),
    PaperFacts("rain", "Attention over Antecedent Rainfall", ("Bo Rain-Falk", "Cy Ek"), 2020),
    PaperFacts("zoo", "A Survey of Zoology", ("Dee Muir",), 2021),
)
TEXTS = {
    "foo": ["FooNet parses trees. FooNet is fast."],
    "rain": ["Rain falls on trees. Attention looks at rain."],
    "zoo": [
        "Zebras eat. ZebraCam counts zebras.",
        "ZebraCam sees. ZebraCam is on. ZebraCam is off. ZebraCam ends.",
    ],
}
INDEX = SubjectIndex(PAPERS, {"raincast": {"rain": 6}, "shared": {"foo": 2, "rain": 2}}, count_terms(TEXTS))


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        ("How fast is FooNet at parsing trees?", "foo"),
        ("What does attention over antecedent rainfall show?", "rain"),
        ("In Muller 2019, what is parsed?", "foo"),  # without the accent
        ("How deep is RainCast?", "rain"),  # the name that others cite it by
        ("Which layers does AAR have?", "rain"),  # the initials of the title
    ],
)
def test_a_paper_is_found_by_title_author_and_name(question: str, paper: str) -> None:
    best = find_subjects(question, INDEX)[0]
    assert best.paper_id == paper
    assert best.named > 0.3


def test_a_name_belongs_to_the_paper_cited_by_it_however_often_another_uses_it() -> None:
    cited = SubjectIndex(PAPERS, {"zebracam": {"rain": 6}}, count_terms(TEXTS))
    assert find_subjects("What does ZebraCam count?", cited)[0].paper_id == "rain"


def test_a_question_that_names_none_leaves_all_alike() -> None:
    subjects = find_subjects("What is the budget?", INDEX)
    assert [s.paper_id for s in subjects] == ["foo", "rain", "zoo"]  # ties by id
    assert [s.probability for s in subjects] == pytest.approx([1 / 3] * 3)
    assert {s.named for s in subjects} == {0.0}


@pytest.mark.parametrize("most", [0, 1, 2, 100])
def test_only_the_likeliest_are_returned_if_no_more_are_wanted(most: int) -> None:
    question = "What does ZebraCam count?"
    assert find_subjects(question, INDEX, most) == find_subjects(question, INDEX)[:most]


def test_a_name_shared_by_two_papers_names_neither_surely() -> None:
    named = {s.paper_id: s.named for s in find_subjects("What is SHARED?", INDEX)}
    # half of the citations, and 0.6 + 0.1 for each of two: 0.5 * 0.8
    assert named == pytest.approx({"foo": 0.4, "rain": 0.4, "zoo": 0.0})


@given(st.text(max_size=60))
def test_probabilities_add_up_to_one(question: str) -> None:
    subjects = find_subjects(question, INDEX)
    assert sum(s.probability for s in subjects) == pytest.approx(1.0)
    assert all(0 <= s.named <= 1 for s in subjects)
    assert subjects == tuple(sorted(subjects, key=lambda s: (-s.probability, s.paper_id)))


def test_no_papers_give_no_subjects() -> None:
    assert find_subjects("Anything?", SubjectIndex((), {}, count_terms({}))) == ()


def test_a_quoted_title_means_its_paper_before_shorter_titles_and_names_of_systems() -> None:
    papers = (
        PaperFacts("long", "Parsing Trees with Foos for Sentence Rating", ("Ada Ek",), 2014),
        PaperFacts("short", "Parsing Trees with Foos", ("Bo Ek",), 2012),
        PaperFacts("zebra", "A Foo Network for Rating Sentences", ("Cy Ek",), 2014),
    )
    texts = {
        "long": ["Trees are parsed."],
        "short": ["Foos parse."],
        "zebra": ["ZebraCam rates. " * 9],
    }
    index = SubjectIndex(papers, {"zebracam": {"zebra": 9}}, count_terms(texts))

    def best(question: str) -> str:
        return find_subjects(question, index)[0].paper_id

    assert best("How good is ZebraCam?") == "zebra"
    assert best("How good is ZebraCam in Parsing Trees with Foos for Sentence Rating?") == "long"
    assert best("How good is ZebraCam in “Parsing trees with foos”?") == "short"
    assert (
        best("How good is ZebraCam at trees for sentence rating?") == "zebra"
    )  # three words in a row are no title


def test_an_author_with_the_year_names_a_paper_by_both_words() -> None:
    best = find_subjects("What does Muller 2019 use on trees?", INDEX)[0]
    assert best.paper_id == "foo"
    assert best.terms >= {"muller", "2019"}
    assert best.probability > find_subjects("What does Muller use on trees?", INDEX)[0].probability


def test_a_first_author_with_the_year_outweighs_a_paper_with_the_name_in_its_text() -> None:
    papers = (
        PaperFacts("early", "Kernels of Trees", ("Ada Zhou", "Bo Ek"), 2005),
        PaperFacts("late", "Trees of Zhou", ("Cy Qian", "Ada Zhou"), 2008),
    )
    texts = {
        "early": ["Kernels of trees."],
        "late": ["Zhou parses as Zhou does. Zhou uses rules. Zhou's rules. Zhou."],
    }
    index = SubjectIndex(papers, {}, count_terms(texts))
    for question in (
        "Which rules does Zhou et al. (2005) use?",
        "Zhou and Ek, 2005: which rules?",
        "Zhou 2005's rules",
        "Which rules do Zhou, Ek & Berg 2005 use?",
        "Which rules are in the ACL 2005 paper by Zhou?",
        "Which rules do Zhou & Ek use?",
    ):
        best = find_subjects(question, index)[0]
        assert (best.paper_id, best.is_clear) == ("early", True)
    assert find_subjects("Which rules does Zhou use?", index)[0].paper_id == "late"


def test_the_given_names_of_a_named_author_name_the_paper_too() -> None:
    best = find_subjects("What does Ada Muller use on trees?", INDEX)[0]
    assert "ada" in best.terms


def test_a_first_author_outweighs_a_later_one_and_a_word_in_lower_case() -> None:
    papers = (
        PaperFacts("early", "Kernels", ("Ada Long",), 2005),
        PaperFacts("late", "Trees", ("Cy Qian", "Bo Long"), 2008),
    )
    index = SubjectIndex(papers, {}, count_terms({"early": ["Kernels."], "late": ["Trees."]}))
    best, other = find_subjects("Which rules does Long use?", index)
    assert (best.paper_id, best.probability > 3 * other.probability) == ("early", True)
    best, other = find_subjects("How long are the rules?", index)
    assert best.probability == other.probability


def test_initials_of_a_title_up_to_its_first_preposition_name_the_paper() -> None:
    papers = (
        PaperFacts("nets", "Gated Rain Networks for River Forecasts", ("Ada Zhou",), 2005),
        PaperFacts("other", "Trees", ("Cy Qian",), 2008),
    )
    index = SubjectIndex(papers, {}, count_terms({"nets": ["Gates."], "other": ["Trees use dropout."]}))
    best = find_subjects("Does GRN use dropout?", index)[0]
    assert (best.paper_id, best.named) == ("nets", 0.8)


@pytest.mark.parametrize(
    ("question", "is_named"),
    [
        ("How many folds do He et al. use?", True),
        ("How many folds does He's tagger use?", True),
        ("batch size in Lund & He", True),
        ("How many folds does he use?", False),  # a pronoun
        ("He used how many folds?", False),
    ],
)
def test_a_surname_that_is_a_pronoun_names_a_paper_only_where_it_is_written_as_an_author(
    question: str, is_named: bool
) -> None:
    papers = (
        PaperFacts("a", "Tagging with folds", ("Ann He", "Bo Lund"), 2012),
        PaperFacts("b", "Parsing", ("Cy Berg",), 2012),
    )
    subject = find_subjects(question, SubjectIndex(papers, {}, count_terms({"a": [], "b": []})))[0]
    assert ("he" in subject.terms or subject.named >= 0.7) == is_named


def test_the_name_before_the_colon_of_a_title_clearly_names_its_paper() -> None:
    papers = (
        PaperFacts("reader", "R-NET: Machine Reading Comprehension with Networks That Match Themselves"),
        PaperFacts("words", "Words: What They Mean"),  # a word of the language
        PaperFacts("other", "Reading Trees"),
    )
    index = SubjectIndex(papers, {}, count_terms({paper.id: ["Hidden states."] for paper in papers}))
    assert index.title_heads == [(0, "r net")]
    best = find_subjects("How large is the hidden state in R-NET?", index)[0]
    assert (best.paper_id, best.named) == ("reader", 0.9)
    words = next(s for s in find_subjects("How many words are there?", index) if s.paper_id == "words")
    assert words.named < 0.9


@pytest.mark.parametrize(
    ("title", "heads"),
    [
        ("U-Net: Convolutions for Images", [(0, "u net")]),
        ("BiDAF: Attention Flow", [(0, "bidaf")]),
        ("word2vec: An Explanation", [(0, "word2vec")]),
        ("Tree-LSTM: Trees", [(0, "tree lstm")]),
        ("Fine-tuning: A Survey", []),
        ("Fine-Tuning: A Survey", []),
        ("2019: A Survey", []),
        ("IT: A Survey", []),  # "it" is in most questions
    ],
)
def test_an_ordinary_word_before_a_colon_is_no_name(title: str, heads: list[tuple[int, str]]) -> None:
    assert SubjectIndex((PaperFacts("a", title),), {}, count_terms({"a": []})).title_heads == heads


def test_what_two_titles_begin_with_names_neither() -> None:
    papers = (
        PaperFacts("a", "GPT-2: Uses"),
        PaperFacts("b", "GPT-2: Limits"),
        PaperFacts("c", "GPT-3: Size"),
    )
    index = SubjectIndex(papers, {}, count_terms({paper.id: [] for paper in papers}))
    assert index.title_heads == [(2, "gpt 3")]


@pytest.mark.parametrize(("users", "is_named"), [(1, True), (2, True), (3, False)])
def test_a_topic_of_several_papers_names_none_by_the_colon_behind_it(users: int, is_named: bool) -> None:
    papers = tuple(PaperFacts(f"p{n}", "COVID-19: Clinical Course" if n == 0 else "Trees") for n in range(16))
    texts = {
        paper.id: ["COVID-19 is common. " * (5 if n < users else 4)] for n, paper in enumerate(papers)
    }  # an eighth of 16 papers may use it five times
    index = SubjectIndex(papers, {}, count_terms(texts))
    first = next(s for s in find_subjects("How long does COVID-19 last?", index) if s.paper_id == "p0")
    assert (first.named == 0.9) is is_named


def test_the_terms_of_a_paper_that_is_no_subject_are_none() -> None:
    subjects = (Subject("a", 0.6, 0.9, frozenset({"foo"})), Subject("b", 0.4, 0.1, frozenset({"bar"})))
    assert terms_of(subjects, "b") == {"bar"}
    assert terms_of(subjects, "c") == frozenset()

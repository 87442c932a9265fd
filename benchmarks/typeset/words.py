"""Invented prose and numbers for typeset documents, from a seeded generator."""

from __future__ import annotations

from random import Random

_SUBJECTS = (
    "the annual survey/the regional office/this division/the monitoring programme/each laboratory/the second cohort/"
    "the committee/a local council/the revised estimate/the field team/our reference group/the supply contract"
).split("/")
_VERBS = (
    "recorded/confirmed/reported/revised/compared/published/collected/reduced/described/extended/examined/combined"
).split("/")
_OBJECTS = (
    "the number of visits/an increase in demand/the cost of transport/several delays/the share of renewals/"
    "monthly rainfall/the quality of samples/the level of funding/changes in staffing/the results of inspections"
).split("/")
_ENDS = (
    "in the northern districts/during the first quarter/for most of the participants/with few exceptions/"
    "before the new rules came into force/according to the latest figures/at a lower price than expected/"
    "because older records were incomplete/in spite of a mild winter/and no further action was needed"
).split("/")
NOUNS = (
    "Barley/Wheat/Timber/Copper/Fisheries/Housing/Transport/Health/Education/Energy/Water supply/Forestry/Tourism/"
    "Mining/Textiles/Dairy/Poultry/Machinery/Chemicals/Paper/Glass/Cement/Steel/Plastics/Postal services/Insurance/"
    "Retail trade/Wholesale trade/Railways/Road freight/Inland ports/Air travel/Broadcasting/Libraries/Museums/Sport"
).split("/")
HEADS = (
    "Sector/Units/Budget/Change/Share/Total/2004/2005/2006/2007/Rate/Mean/Median/Low/High/Count/Cost/Output/Index/Staff"
).split("/")
NOTES = (
    "revised twice/provisional/see annex/estimated from sales/not collected in spring/includes exports/"
    "excludes part-time staff/weighted by area/new method since 2005/reported by the owners"
).split("/")


def make_sentence(random: Random) -> str:
    """Return a sentence of about fifteen words."""
    parts = [random.choice(words) for words in (_SUBJECTS, _VERBS, _OBJECTS, _ENDS)]
    text = " ".join(parts)
    return text[0].upper() + text[1:] + "."


def make_paragraph(random: Random, sentences: int) -> str:
    """Return a paragraph of `sentences` sentences."""
    return " ".join(make_sentence(random) for _ in range(sentences))


def make_number(random: Random, form: str) -> str:
    """Return a number in one of the forms "decimal", "percent", "thousands", "spaced", "plain"."""
    value = random.randrange(1, 99_999)
    match form:
        case "decimal":
            return f"{value / 1000:.2f}"
        case "percent":
            return f"{value % 1000 / 10:.1f}%"
        case "thousands":
            return f"{value:,}"
        case "spaced":
            return f"{value:,}".replace(",", " ")
        case _:
            return str(value % 2000)

"""Detect questions in a language other than English by their script and their function words."""

from __future__ import annotations

import re
import unicodedata

from .analysis import STOP_WORDS

# Function words of Dutch, German, French, Italian, Spanish and Portuguese that are not English words, and the question
# words of some other languages.
_FOREIGN_WORDS = frozenset(
    "das dem den der des ein eine einem einen einer eines ist sind wird werden welche welchem welcher welches welchen wie "
    "warum wieviel wieviele und oder nicht mit von für auf auch bei zum zur über wurde wurden het een van zijn wordt welk "
    "welke hoe waarom niet met voor le la les un une du est sont quel quelle quels quelles combien pourquoi comment où avec "
    "dans sur pour que qui cette ces elle aux ont été el los las uno una qué cuál cuáles cuánto cuánta cuántos cuántas cómo "
    "por quién es son del para se su um uma qual quais quanto quanta quantos quantas como onde quem são da dos na não de "
    "il gli della delle dei nel nella che cosa quale quali perché dove chi è sono di per con och är vilken vilket vilka hur "
    "varför som det er hvilken hvilket hvad hvor hvordan hvorfor jest jaki jaka jakie jak czy dlaczego ile nie jaký jaká "
    "jaké kolik proč hangi nedir neden nasıl ve bir kaç".split()
)
# English stop words that are function words of other languages, too: "am" in German, "of" in Dutch, "me" in Spanish.
_SHARED_WORDS = frozenset(
    "a al all am an as at by can do et few for he her his i if in into is it me no of on over so than to us via was we "
    "will".split()
)
# Function words within names: "van der Maaten", "Dos Santos", "Los Angeles".
_PARTICLES = re.compile(
    r"\b(?:(?i:van|von|de|den|der|da|das|del|della|di|dos|el|la|le|los)\s+){1,3}(?=[A-ZÀ-ÖØ-Þ])"
)
_WORD = re.compile(r"[^\W\d_]+")


def is_english(text: str) -> bool:
    """False if most letters of `text` are not Latin, or if it has function words of other languages but none of
    English.

    Particles of names do not count as function words. A text without any function word counts as English.
    """
    letters = [sign for sign in text if sign.isalpha()]
    latin = sum(sign.isascii() or unicodedata.name(sign, "").startswith("LATIN") for sign in letters)
    if 2 * latin < len(letters):
        return False
    words = set(_WORD.findall(_PARTICLES.sub("", text).lower()))
    return not words & _FOREIGN_WORDS or bool(words & (STOP_WORDS - _SHARED_WORDS))

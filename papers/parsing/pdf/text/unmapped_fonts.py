"""Text of fonts without a mapping to Unicode, decoded from its character codes where the result reads as a language.

PDFium returns the codes themselves for such text. They may be numbers of glyphs in an embedded font whose own table
has their characters, ASCII or an encoding of TeX under glyph names of its own, or numbers of glyphs in the order that
most TrueType fonts share. Codes numbered in the order of their use, as by some printer drivers, remain for OCR.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from .font_program import read_font_program, read_glyph_characters
from .glyph_names import read_named_signs

UNKNOWN = 0xFFFD

Codes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
_Decoder = Callable[[int], int]  # a character code to Unicode, UNKNOWN if there is none

_GLYPH_ORDER = 29  # ASCII code minus glyph number in fonts that begin with .notdef, .null, CR and space
_MAC_ORDER, _FIRST_MAC_GLYPH, _MAC_BLANK = (
    30,
    98,
    172,
)  # the same for Mac OS Roman, its first glyph, its blank
_TEX = dict(zip(range(11, 16), "\ufb00\ufb01\ufb02\ufb03\ufb04", strict=True)) | dict(
    zip(range(27, 32), "\ufb00\ufb01\ufb02\ufb03\ufb04", strict=True)
)
# Codes at which TeX's text fonts differ from ASCII; used if one of their ligatures occurs.
_TEX_SIGNS = {16: "\u0131", 18: "`", 19: "\u00b4", 34: "\u201d", 92: "\u201c", 123: "\u2013", 124: "\u2014"}
_FEWEST_WORDS = 8  # frequent words that decide on a decoding
_WORD_SHARE = 0.1  # share of them among the words; running text has a third
_LETTER_SHARE = 0.6  # letters and digits in a font that has too few words
_WORD = re.compile(r"[^\W\d_]+")
# The most frequent words of English, German, French, Spanish, Italian, Portuguese, Dutch and Russian.
_FREQUENT = frozenset(
    "the of and to in is that for we are with this on as by be it from or an at which "
    "der die das und von den mit ist des ein eine zu auf nicht "
    "le la les de et des du en un une dans que pour est "
    "el los las y del se por con una para di il che e per non della "
    "o os do da em um uma no na het van een op dat te "
    "и в не на с что по для из как".split()
)


def decode_unmapped(
    coded: Codes,
    mapped: Codes,
    fonts: npt.NDArray[np.int64],
    after_blank: Mask,
    unmapped: Mask,
    read_program: Callable[[int], bytes] = read_font_program,
) -> tuple[Codes, Mask]:
    """Unicode of every character (0 for a blank), and a mask of those that are still unmapped.

    `coded` are the codes as pdfium returns them and `mapped` what is known of their Unicode; `fonts` has the address
    of each character's pdfium font; `after_blank` is True at the start of a word; `read_program` gives the
    font file at an address. A Type 1 font names its glyphs. Another font of which some characters are
    `unmapped` is decoded as a whole. A font with few words takes the kind of decoding of the largest one that has
    enough.
    """
    codes, remaining = mapped.copy(), unmapped.copy()
    groups = [np.flatnonzero(fonts == font) for font in np.unique(fonts[unmapped]).tolist()]
    kind = ""
    for at in sorted(groups, key=lambda at: (-len(at), int(at[0]))):
        own, blanks = coded[at], after_blank[at]
        program = read_program(int(fonts[at[0]]))
        if signs := read_named_signs(program):
            named = remaining[at] & np.isin(own, list(signs))
            codes[at[named]], remaining[at[named]] = [signs[code] for code in own[named].tolist()], False
            continue
        candidates = {
            name: _apply(decode, own) for name, decode in _list_decoders(program, set(own.tolist())).items()
        }
        candidates["ascii"] = np.where(unmapped[at], candidates["ascii"], mapped[at])
        readable = [name for name, values in candidates.items() if _reads_as_language(values, blanks)]
        chosen = next(iter(readable), kind)
        kind = kind or chosen
        if chosen in candidates and (readable or _has_letters(candidates[chosen])):
            codes[at], remaining[at] = candidates[chosen], candidates[chosen] == UNKNOWN
    return codes, remaining


def _list_decoders(program: bytes, codes: set[int]) -> Mapping[str, _Decoder]:
    glyphs = read_glyph_characters(program)
    table = _TEX | (_TEX_SIGNS if codes & set(range(11, 16)) else {})
    decoders: dict[str, _Decoder] = {
        "ascii": lambda code: ord(table[code]) if code in table else _decode_western(code),
        "glyph order": _decode_glyph_number,
    }
    return decoders | ({"font": lambda code: glyphs.get(code, UNKNOWN)} if glyphs else {})


def _decode_western(code: int) -> int:
    """Unicode of a code in ASCII or, above, Windows-1252."""
    if not 32 <= code < 256:
        return UNKNOWN
    return ord(bytes([code]).decode("cp1252", "replace"))


def _decode_glyph_number(number: int) -> int:
    """Unicode of a glyph in the order of most TrueType fonts: ASCII, then Mac OS Roman without its no-break space."""
    if number < _FIRST_MAC_GLYPH:
        return _decode_western(number + _GLYPH_ORDER)
    code = number + (_MAC_ORDER if number < _MAC_BLANK else _MAC_ORDER + 1)
    return ord(bytes([code]).decode("mac_roman")) if code < 256 else UNKNOWN


def _apply(decode: _Decoder, codes: Codes) -> Codes:
    table = {code: decode(code) for code in np.unique(codes).tolist()}
    values = np.array([table[code] for code in codes.tolist()], np.int64)
    values[(values == 0x20) | (values == 0xA0)] = 0
    return values


def _reads_as_language(values: Codes, after_blank: Mask) -> bool:
    """True if enough of the words are frequent ones of some language."""
    letters = [
        (" " if blank else "") + (chr(value) if value else " ")
        for value, blank in zip(values.tolist(), after_blank.tolist(), strict=True)
    ]
    words = _WORD.findall("".join(letters).casefold())
    frequent = sum(word in _FREQUENT for word in words)
    return frequent >= _FEWEST_WORDS and frequent >= _WORD_SHARE * len(words)


def _has_letters(values: Codes) -> bool:
    text = [chr(value) for value in values.tolist() if value]
    return sum(map(str.isalnum, text)) >= _LETTER_SHARE * len(text)


def measure_size(heights: npt.NDArray[np.float64], codes: Codes) -> float:
    """Font size in points of characters whose font declares another unit, from the `heights` of their ink."""
    shares = np.array([_expect_height(chr(code)) for code in codes.tolist()])
    known = (shares > 0) & (heights > 0)
    return float(np.median(heights[known] / shares[known])) if known.any() else 0.0


def _expect_height(letter: str) -> float:
    """Height of a letter in sizes, as in Times; 0 for signs."""
    if letter in "acemnorsuvwxz":
        return 0.46
    return 0.67 if letter.isalnum() else 0.0

"""Decode text in fonts without a mapping to Unicode from its character codes, if the result reads as a language.

PDFium returns the codes themselves for such text. They may be numbers of glyphs in an embedded font whose table gives
their characters. They may be ASCII or an encoding of TeX with nonstandard glyph names. They may also be numbers of
glyphs in the order that most TrueType fonts share. Some printer drivers number characters in the order of their use;
such codes are left to OCR.
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
_Decoder = Callable[[int], int]  # maps a character code to Unicode, or to UNKNOWN

_GLYPH_ORDER = 29  # ASCII code minus glyph number in fonts that begin with .notdef, .null, CR and space
_MAC_ORDER, _FIRST_MAC_GLYPH, _MAC_BLANK = (
    30,
    98,
    172,
)  # the same difference for Mac OS Roman; its first glyph; its blank
_TEX = dict(zip(range(11, 16), "\ufb00\ufb01\ufb02\ufb03\ufb04", strict=True)) | dict(
    zip(range(27, 32), "\ufb00\ufb01\ufb02\ufb03\ufb04", strict=True)
)
# Codes at which TeX's text fonts differ from ASCII; used if one of their ligatures occurs.
_TEX_SIGNS = {16: "\u0131", 18: "`", 19: "\u00b4", 34: "\u201d", 92: "\u201c", 123: "\u2013", 124: "\u2014"}
_FEWEST_WORDS = 8  # fewest frequent words that confirm a decoding
_WORD_SHARE = 0.1  # smallest share of frequent words among all words; in running text a third are frequent
_LETTER_SHARE = 0.6  # smallest share of letters and digits in a font with too few words
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
    """Return the Unicode code of every character (0 for a blank), and a mask of the characters that are still unmapped.

    `coded` are the codes as PDFium returns them, `mapped` their Unicode codes as far as known. `fonts` has the address
    of each character's PDFium font. `after_blank` is True at the start of a word. `read_program` returns the font file
    at an address.

    A Type 1 font is decoded by its glyph names. Any other font with `unmapped` characters is decoded as a whole. A font
    with too few words is decoded like the largest font that has enough words.
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
    """Decode a code in ASCII or, above 127, in Windows-1252; UNKNOWN for any other code."""
    if not 32 <= code < 256:
        return UNKNOWN
    return ord(bytes([code]).decode("cp1252", "replace"))


def _decode_glyph_number(number: int) -> int:
    """Decode a glyph number in the order of most TrueType fonts.

    This order is ASCII, then Mac OS Roman without its no-break space.
    """
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
    """True if enough of the words are among the frequent words of some language."""
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
    """Measure the font size in points from the `heights` of the characters' ink; 0.0 if no character allows it.

    This is for fonts that declare their size in another unit.
    """
    shares = np.array([_expect_height(chr(code)) for code in codes.tolist()])
    known = (shares > 0) & (heights > 0)
    return float(np.median(heights[known] / shares[known])) if known.any() else 0.0


def _expect_height(letter: str) -> float:
    """Return the height of a letter in font sizes, as in Times; 0 for other characters."""
    if letter in "acemnorsuvwxz":
        return 0.46
    return 0.67 if letter.isalnum() else 0.0

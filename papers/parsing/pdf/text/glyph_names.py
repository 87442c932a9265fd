"""Map the character codes of a Type 1 font to symbols by glyph name.

The names are in the font's encoding, which is plain text before the encrypted part.
"""

from __future__ import annotations

import re

_HEAD = 1 << 15  # first bytes of a Type 1 font, which contain its encoding
_ENTRY = re.compile(rb"\bdup\s+(\d{1,3})\s*/(\S+)\s+put\b")
# Names of symbols that occur in text and tables, from TeX's mathematical fonts and the Adobe Glyph List (BSD).
_SIGNS = {
    **{
        "minus": "−",
        "plusminus": "±",
        "minusplus": "∓",
        "multiply": "×",
        "divide": "÷",
        "periodcentered": "·",
    },
    **{"asteriskmath": "∗", "openbullet": "∘", "bullet": "•", "circledot": "⊙", "circleplus": "⊕"},
    **{"circlemultiply": "⊗", "circlecopyrt": "○", "copyright": "©", "prime": "′", "infinity": "∞"},
    **{"similar": "∼", "approxequal": "≈", "similarequal": "≃", "equivalence": "≡", "proportional": "∝"},
    **{"lessequal": "≤", "greaterequal": "≥", "lessmuch": "≪", "greatermuch": "≫", "notequal": "≠"},
    **{"lessorsimilar": "≲", "greaterorsimilar": "≳", "element": "∈", "arrowright": "→", "arrowleft": "←"},
    **{"mapsto": "↦", "bar": "|", "bardbl": "‖", "vextendsingle": "|", "angbracketleft": "⟨"},
    **{"angbracketright": "⟩", "lscript": "ℓ", "epsilon1": "ϵ", "partialdiff": "∂", "nabla": "∇"},
    **{"planckover2pi1": "ℏ", "radical": "√", "star": "⋆", "check": "✓", "square": "□", "degree": "°"},
}


def read_named_signs(program: bytes) -> dict[int, int]:
    """Map character codes to Unicode for glyphs with known names; {} for a font that is not Type 1."""
    if not program.startswith((b"%!PS", b"%!FontType1")):
        return {}
    names = {int(code): name.decode("latin-1") for code, name in _ENTRY.findall(program[:_HEAD])}
    return {code: ord(_SIGNS[name]) for code, name in names.items() if name in _SIGNS}

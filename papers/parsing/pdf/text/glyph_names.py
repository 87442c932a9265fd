"""Signs of the glyphs in a Type 1 font, by their names in its encoding, which is plain text before the encrypted part."""

from __future__ import annotations

import re

_HEAD = 1 << 15  # bytes in which the encoding of a Type 1 font lies
_ENTRY = re.compile(rb"\bdup\s+(\d{1,3})\s*/(\S+)\s+put\b")
# Names that TeX's mathematical fonts and the Adobe Glyph List (BSD) give to signs that text and tables print.
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
    """Unicode by character code, of the glyphs whose names are known; empty for a font that is not of Type 1."""
    if not program.startswith((b"%!PS", b"%!FontType1")):
        return {}
    names = {int(code): name.decode("latin-1") for code, name in _ENTRY.findall(program[:_HEAD])}
    return {code: ord(_SIGNS[name]) for code, name in names.items() if name in _SIGNS}

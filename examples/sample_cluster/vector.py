"""Draw matplotlib figures on a reportlab canvas, so that lines stay lines and labels stay text in the PDF."""

from __future__ import annotations

from typing import Any

from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.path import Path
from reportlab.pdfbase.pdfmetrics import getAscentDescent, stringWidth

FONT = "Helvetica"


class CanvasRenderer(RendererBase):
    """A renderer for figures with 72 dpi, so that matplotlib's pixels are PDF points. In both, y points upwards."""

    def __init__(self, canvas: Any, width: float, height: float) -> None:
        super().__init__()
        self.canvas, self.width, self.height = canvas, width, height

    def flipy(self) -> bool:
        return False

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        size = prop.get_size_in_points()
        ascent, descent = getAscentDescent(FONT, size)
        return stringWidth(s, FONT, size), ascent - descent, -descent

    def draw_text(
        self, gc: GraphicsContextBase, x: float, y: float, s: str, prop: Any, angle: float,
        ismath: Any = False, mtext: Any = None,
    ) -> None:  # fmt: skip
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillColorRGB(*gc.get_rgb()[:3])
        canvas.translate(x, y)
        canvas.rotate(angle)
        canvas.setFont(FONT, prop.get_size_in_points())
        canvas.drawString(0, 0, s)
        canvas.restoreState()

    def draw_path(self, gc: GraphicsContextBase, path: Path, transform: Any, rgbFace: Any = None) -> None:
        canvas = self.canvas
        canvas.saveState()
        self._clip(gc)
        width = gc.get_linewidth()
        canvas.setLineWidth(width)
        canvas.setStrokeColorRGB(*gc.get_rgb()[:3])
        canvas.setStrokeAlpha(gc.get_rgb()[3])
        dashing: Any = gc.get_dashes()
        offset, dashes = dashing
        if dashes is not None and len(dashes):
            canvas.setDash([round(float(part), 3) for part in dashes], float(offset))
        if rgbFace is not None:
            canvas.setFillColorRGB(*rgbFace[:3])
            canvas.setFillAlpha(rgbFace[3] if len(rgbFace) > 3 else 1.0)
        outline = self._outline(path, transform)
        canvas.drawPath(outline, stroke=int(width > 0), fill=int(rgbFace is not None))
        canvas.restoreState()

    def _outline(self, path: Path, transform: Any) -> Any:
        outline = self.canvas.beginPath()
        here = (0.0, 0.0)
        for points, code in path.iter_segments(transform, simplify=False):
            xy = [float(value) for value in points]
            if code == Path.MOVETO:
                outline.moveTo(*xy)
            elif code == Path.LINETO:
                outline.lineTo(*xy)
            elif code == Path.CURVE3:
                outline.curveTo(*_cubic(here, xy))
            elif code == Path.CURVE4:
                outline.curveTo(*xy)
            elif code == Path.CLOSEPOLY:
                outline.close()
                continue
            here = (xy[-2], xy[-1])
        return outline

    def _clip(self, gc: GraphicsContextBase) -> None:
        box = gc.get_clip_rectangle()
        if box is None:
            return
        region = self.canvas.beginPath()
        region.rect(*box.bounds)
        self.canvas.clipPath(region, stroke=0, fill=0)


def _cubic(start: tuple[float, float], curve: list[float]) -> list[float]:
    """Return the control points and end of the cubic curve that equals a quadratic one.

    The quadratic begins at `start`; `curve` has its control point and its end.
    """
    cx, cy, x, y = curve
    return [
        start[0] + 2 / 3 * (cx - start[0]), start[1] + 2 / 3 * (cy - start[1]),
        x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y,
    ]  # fmt: skip

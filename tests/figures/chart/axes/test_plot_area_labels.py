from citehop.figures.chart.axes.plot_area import PlotArea
from citehop.figures.chart.axes.plot_area_labels import with_titles
from citehop.figures.shapes.label import Label
from citehop.papers.types import BBox

AREA = PlotArea(BBox(50, 20, 250, 120), (100.0, 0.0, 0.0), 10)
STRIP = Label("Train", BBox(255, 50, 265, 90), vertical=True)


def test_a_turned_name_at_the_right_is_the_panel_s_title() -> None:
    assert with_titles(AREA, [STRIP]).title == "Train"
    axis = Label("Loss", BBox(290, 50, 300, 90), vertical=True)  # beyond the ticks of a second axis
    assert with_titles(AREA, [axis]).title == ""


def test_a_title_over_the_area_goes_before_a_strip() -> None:
    over = Label("Pumps", BBox(120, 5, 180, 15))
    assert with_titles(AREA, [STRIP, over]).title == "Pumps"

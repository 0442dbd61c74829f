"""The paths of pieces: how high they rise, and past whose cards they lead. What moves: tests/browser/test_stage.py."""

from typing import Any

import pytest

from tests.in_node import in_node

PATHS = "kit/paths.js"
Box = dict[str, float]

# The boxes of a piece on its way, from an act's keyframes: [x, y, width, height] of each.
BOXES = """given.map(({ path, way, box, cards }) => {
    const rise = {
        curve: { arc: 1000 }, jumps: { jump: module.jump(box) }, straight: {},
        thrown: { arc: module.throw_of(way, box), jump: module.bounce(box) },
    };
    const led = cards ? module.past(way, box, cards, rise[path]) : way;
    return module[path](led, path === "curve" ? 1000 : box).map(({ translate }) => {
        const [x, y] = translate.split(" ").map(parseFloat);
        return { x: box.x + x, y: box.y + y, width: box.width, height: box.height };
    });
})"""


def box(x: float, y: float, width: float = 40, height: float = 40) -> Box:
    return {"x": x, "y": y, "width": width, "height": height}


def flown(*asked: dict[str, Any]) -> list[list[Box]]:
    """Where the piece is on each of these paths."""
    boxes: list[list[Box]] = in_node(PATHS, BOXES, list(asked))
    return boxes


def way(start: Box, end: Box) -> dict[str, float]:
    """From the end back to the start."""
    return {"x": start["x"] - end["x"], "y": start["y"] - end["y"], "scale": 1}


def on_top(one: Box, other: Box) -> bool:
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


ENDS = [
    (box(0, 300), box(400, 300)),
    (box(0, 600), box(900, 100)),
    (box(0, 100), box(30, 700)),
    (box(0, 300, 120, 165), box(1400, 320, 120, 165)),
]


@pytest.mark.parametrize("path", ["curve", "jumps", "thrown", "straight"])
def test_nothing_rises_more_than_60_pixels_above_the_higher_end(path: str) -> None:
    asked = [{"path": path, "way": way(start, end), "box": end} for start, end in ENDS]
    for (start, end), boxes in zip(ENDS, flown(*asked), strict=True):
        assert min(here["y"] for here in boxes) >= min(start["y"], end["y"]) - 60.1
        assert boxes[0] == pytest.approx(start) and boxes[-1] == pytest.approx(end)


# Three opponents side by side, and the owner of the page below.
CARDS = [box(0, 0, 300, 120), box(310, 0, 300, 120), box(620, 0, 300, 120), box(0, 600, 920, 120)]


FLIGHTS = {
    "past the one in between": (box(20, 50), box(850, 50), {0, 2}),
    "over the table": (box(450, 160), box(450, 560), set()),
    "to an opponent": (box(30, 640), box(850, 50), {3, 2}),
    "to a neighbour": (box(460, 50), box(20, 50), {1, 0}),
    "close to their cards": (box(20, 125), box(700, 125), set()),
}


@pytest.mark.parametrize(("start", "end", "concerned"), FLIGHTS.values(), ids=FLIGHTS)
@pytest.mark.parametrize("path", ["curve", "jumps", "thrown", "straight"])
def test_nothing_flies_over_the_card_of_a_player_whom_it_does_not_concern(
    path: str, start: Box, end: Box, concerned: set[int]
) -> None:
    (boxes,) = flown({"path": path, "way": way(start, end), "box": end, "cards": CARDS})
    others = [card for number, card in enumerate(CARDS) if number not in concerned]
    assert not any(on_top(here, other) for here in boxes for other in others)


def test_what_has_to_cross_others_takes_the_way_that_touches_the_fewest() -> None:
    """A card that fills the width cannot be avoided."""
    wall = box(-2000, 200, 5000, 100)
    start, end = box(100, 400), box(100, 50)
    (boxes,) = flown({"path": "curve", "way": way(start, end), "box": end, "cards": [wall]})
    assert boxes[0] == pytest.approx(start) and boxes[-1] == pytest.approx(end)
    assert {here["x"] for here in boxes} == {100}

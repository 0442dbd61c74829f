"""What came of a move, in a sentence from the reader's side: static/games/*/consequences.js."""

from typing import Any

import pytest

from tests.support.node_js import in_node

SAY = """(() => {
    const filled = (value) => value?.seat !== undefined ? `seat ${value.seat}` : value?.text ? say(value) : value;
    const say = (text, words = text.with) => (text.text ?? text).replace(/{(\\w+)}/g, (_, name) => filled(words[name]));
    return module.came_of(say, given, 1);
})()"""
RED, JOKER, NULL, DUMMY = {"text": "red"}, {"text": "joker"}, {"text": "null"}, {"text": "the blue dummy"}
TRADED = (0, "traded", {"partner": {"seat": 1}, "given": 1, "taken": 2})
DEED = {"text": "1 pawn from outside to {area}", "with": {"area": {"text": "the area of seat 2"}}}


@pytest.mark.parametrize(("game", "event", "told"), [
    ("sin_color", [(1, "threw_null", {"die": NULL})], "You threw a null: no tile moves."),
    ("sin_color", [TRADED, (0, "threw", {"die": "4"}), (1, "threw_null", {"die": NULL})],
     "Coins you gave seat 0: 2. Coins you got: 1."),
    ("tcnccc", [(2, "no_pair", {}), (0, "drew_kept", {"piece": RED}), (1, "drew_kept", {"piece": JOKER})],
     "seat 2 found no pair: you get joker."),
    ("tcnccc", [(0, "drew_kept", {"piece": RED}), (1, "drew_kept", {"piece": JOKER})], ""),  # only its end is known
    ("tcnccc", [(1, "no_pair", {}), (0, "drew_nothing", {})],
     "No pair, and no piece to pay with. seat 0 drew and kept nothing."),
    ("tcnccc", [(1, "no_pair", {}), (2, "drew_nothing", {}), (0, "drew_nothing", {})],
     "No pair, and no piece to pay with. The others drew and kept nothing."),
    ("color_dice", [(0, "attack", {"target": {"seat": 1}, "deed": DEED})],
     "seat 0 attacked you: 1 pawn from outside to the area of seat 2."),
    ("color_dice", [(0, "counter", {"who": DUMMY, "target": {"seat": 1}, "deed": DEED})],
     "Counterattack by the blue dummy on you: 1 pawn from outside to the area of seat 2."),
])  # fmt: skip
def test_what_came_of_it_is_true(game: str, event: list[tuple[int, str, dict[str, Any]]], told: str) -> None:
    lines = [
        {"seat": seat, "kind": kind, "text": {"text": "…", "with": {"seat": {"seat": seat}, **words}}}
        for seat, kind, words in event
    ]
    assert in_node(f"games/{game}/consequences.js", SAY, lines) == told


STAKE = """(() => {
    const say = (text, { seat } = {}) => text.replace("{seat}", `seat ${seat?.seat}`);
    return module.on_button(say, { view: given, you: 1 }, { move: { do: "lift", cylinder: 0 } }).stake;
})()"""


@pytest.mark.parametrize(("out", "stake"), [
    ([False, False], "no pair: seat 0 draws"),
    ([True, False, False], "no pair: seat 2 draws"),
    ([False, False, False], "no pair: the others draw"),
])  # fmt: skip
def test_whoever_lifts_without_a_piece_reads_who_draws_if_there_is_no_pair(out: list[bool], stake: str) -> None:
    view = {"out": out, "held": [[] for _ in out]}
    assert in_node("games/tcnccc/consequences.js", STAKE, view) == stake

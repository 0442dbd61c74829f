"""Color Dice: what is seen, what is said, and that nobody sees more than anybody else."""

import gzip
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from games.bot import Seeded
from games.color_dice import GAME, rules
from games.color_dice.options import Options
from games.color_dice.rules import State, Throwing
from games.color_dice.view import View, scramble, view
from games.dealer import Dealer
from games.engine import Game, Seat, say
from games.frame import frame
from games.playthrough import viewers
from tests.games.color_dice_tables import answer, kept, play, said, table
from tests.games.played import played
from tests.games.secrecy import first_leak

START = "r2 / y3 / g4 / b5"
NEXT = [1, 1, 1, 1]
"""The throw with which the next turn begins."""


def seen(g: State) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view(g, None)))


# --- The view -----------------------------------------------------------------------------------------------


def test_every_pawn_and_every_die_is_seen() -> None:
    sent = seen(table("r2 / y3 / g4 / b8 r1", "5 2 6 5", players=3, gone="b1", thrown="1 2 3 1"))
    assert sent["areas"] == [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0], [1, 0, 0, 8]]
    assert [colour["outside"] for colour in sent["colours"]] == [6, 6, 5, 0]
    assert [colour["gone"] for colour in sent["colours"]] == [0, 0, 0, 1]
    assert [(colour["die"], colour["thrown"]) for colour in sent["colours"]] == [(5, 1), (2, 2), (6, 3), (5, 1)]


def test_colours_are_seen_by_their_names_and_dummies_have_no_seat() -> None:
    sent = seen(table("r2 / y3 / g9 / b9", players=2))
    named = [(colour["name"], colour["seat"]) for colour in sent["colours"]]
    assert named == [("red", 0), ("yellow", 1), ("green", None), ("blue", None)]
    six = seen(table("r2 / y3 / g4 / b5 / k6 / w7"))
    assert [colour["name"] for colour in six["colours"]] == ["red", "yellow", "green", "blue", "black", "white"]


def test_what_the_dice_allow_is_seen_with_how_many_pawns() -> None:
    sent = seen(table(START, "4 1 6 4"))
    allowed = [(colour["may"], colour["pawns"]) for colour in sent["colours"]]
    assert allowed == [(None, 0), ("attack", 3), ("counter", 2), (None, 0)]


def test_a_dummy_that_never_counterattacks_may_not() -> None:
    sent = seen(table("r2 / y3 / g9 / b9", "4 4 6 1", players=2, options=Options(dummies="none")))
    assert [colour["may"] for colour in sent["colours"]] == [None, None, None, "attack"]


def test_who_was_attacked_already_is_seen() -> None:
    sent = seen(play(kept(START, "6 5 3 6"), "attack y", "move 1 out>y"))
    assert [colour["attacked"] for colour in sent["colours"]] == [False, True, False, False]


def test_locked_pawns_are_seen() -> None:
    assert seen(table("/ y3 / r7 / y6 b1"))["locked"] == [[2, 0]]
    assert seen(table("y8 / / r7 / b9"))["locked"] == [[0, 1], [2, 0]]


def test_whose_turn_it_is_and_which_round() -> None:
    sent = seen(table(START, turn="g", turns_over=4 * 6 + 1))
    assert (sent["turn"], sent["round"], sent["rounds"], sent["players"]) == (2, 7, 60, 4)


def test_what_is_being_decided_is_seen() -> None:
    g = kept("r4 / y1 b1 / g4 y1 / b4", "4 3 1 6", options=Options(target="area"))
    attacking = play(g, "attack_first")
    sending = play(attacking, "attack y")
    striking = play(sending, "strike 1 r>y: ?")
    countering = play(g, "counter_first")
    phases = [seen(at)["phase"] for at in (table(START), g, attacking, sending, striking, countering)]
    assert phases == ["throwing", "ordering", "attacking", "sending", "striking", "countering"]


def test_an_attack_is_seen_as_far_as_it_is_chosen() -> None:
    g = play(kept("r4 / y1 b1 / g4 / b4", "2 1 2 2", options=Options(target="area")), "attack y")
    assert seen(g)["attack"] == {"colour": 0, "target": 1, "pawns": 1, "counter": False, "send": None}
    send = answer(g, "strike 1 r>y: ?")
    shown = seen(play(g, "strike 1 r>y: ?"))["attack"]
    assert shown.pop("send") == msgspec.to_builtins(send)
    assert shown == {"colour": 0, "target": 1, "pawns": 1, "counter": False}


def test_a_counterattack_is_seen_too() -> None:
    g = kept("r2 / y3 / g9 / b9", "2 2 4 2", players=2)
    assert seen(g)["attack"] == {"colour": 2, "target": 0, "pawns": 2, "counter": True, "send": None}
    g = kept("r1 g1 / y3 / g3 / b5", "2 3 2 2", options=Options(target="area"))
    shown = seen(play(g, "strike 1 y>r: ?"))["attack"]
    assert (shown["colour"], shown["target"], shown["counter"]) == (1, 0, True)


def test_what_is_still_to_come_in_the_turn_is_seen() -> None:
    g = kept(START, "4 6 1 5")
    assert seen(g)["to_come"] == []
    assert seen(play(g, "attack_first"))["to_come"] == [
        {"does": "counter", "colour": 1},
        {"does": "counter", "colour": 3},
    ]
    assert seen(play(g, "counter_first"))["to_come"] == [
        {"does": "counter", "colour": 3},
        {"does": "attack", "colour": 0},
    ]


def test_when_the_game_is_over_nobody_has_the_turn() -> None:
    sent = seen(play(kept("/ y3 / r8 / b5", "6 1 5 6"), "attack g", "move 1 out>g"))
    assert (sent["turn"], sent["phase"], sent["to_come"], sent["attack"]) == (None, "over", [], None)
    assert {colour["may"] for colour in sent["colours"]} == {None}
    assert sent["areas"][2] == [9, 0, 0, 0]


def test_after_the_last_round_the_round_is_the_last() -> None:
    g = play(table(START, "3 3 3 3", turn="b", turns_over=60 * 4 - 1), "keep")
    assert seen(g)["round"] == 60


# --- What is said -------------------------------------------------------------------------------------------


def test_a_turn_is_told_from_the_throw_to_the_last_attack() -> None:
    g = table("r2 / y3 / g4 / b9", "6 6 1 4", players=3)
    told = said(
        g, "throw y", "keep", "attack g", "move 5 out>g", "attack b", "strike 2 r>b: bb", "stop", drawn=[5, *NEXT]
    )
    assert told == [
        "seat 0 throws again: yellow 5.",
        "seat 0 attacks seat 2: 5 pawns from outside to seat 2’s area.",
        "seat 0 attacks the blue dummy: 2 pawns from home against 2 pawns of the blue dummy in the blue dummy’s area.",
        "seat 1 throws red 1, yellow 1, green 1 and blue 1.",
    ]


def test_a_mixed_attack_is_told() -> None:
    told = said(kept("r4 / y3 b3 / g4 / b5", "4 1 4 4"), "attack y", "1+2 r>y", drawn=NEXT)
    assert told[0].startswith("seat 0 attacks seat 1: in seat 1’s area, 1 pawn from home to empty places ")
    assert told[0].endswith(" and 2 pawns against 2 pawns of seat 1.")


def test_who_is_first_is_told() -> None:
    g = kept(START, "4 6 1 4")
    assert said(g, "attack_first") == ["seat 0 attacks before the counterattacks."]
    assert said(g, "counter_first") == ["seat 0 lets the counterattacks come first."]


def test_several_colours_struck_are_told_each_with_its_number() -> None:
    g = play(kept("r4 / y2 g1 b1 / g3 / b4", "4 1 4 4", options=Options(target="area")), "attack y")
    told = said(g, "strike 3 r>y: ?", "strike yyb", drawn=NEXT)
    assert told[0] == (
        "seat 0 attacks seat 1: 3 pawns from home against 2 pawns of seat 1 and 1 pawn of seat 3 in seat 1’s area."
    )


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("move 1 out>y", "Move 1 pawn from outside to seat 1’s area"),
        ("move 1 r>y", "Move 1 pawn from home to seat 1’s area"),
        ("strike 1 r>y: y", "Strike 1 pawn of seat 1 in seat 1’s area with 1 pawn from home"),
        ("strike 1 g>y: y", "Strike 1 pawn of seat 1 in seat 1’s area with 1 pawn from seat 2’s area"),
        ("back", "Go back"),
    ],
)
def test_a_button_says_all_that_will_happen(words: str, label: str) -> None:
    g = play(kept("r2 / y3 / g4 r1 / b5", "2 1 2 2"), "attack y")
    assert str(answer(g, words)) == label


def test_so_does_that_of_a_mixed_attack() -> None:
    g = play(kept("r4 / y3 b3 / g4 / b5", "5 1 5 5"), "attack y")
    assert str(answer(g, "1+3 r>y")) == "In seat 1’s area, move 1 pawn and strike 3 pawns of seat 1, from home"


def test_and_where_it_is_to_be_chosen_whom_to_strike_how_many() -> None:
    g = play(kept("r4 / y2 g1 b1 / g3 / b4", "4 1 4 4", options=Options(target="area")), "attack y")
    assert str(answer(g, "strike 3 r>y: ?")) == "Strike 3 pawns in seat 1’s area with 3 pawns from home"
    g = play(g, "strike 3 r>y: ?")
    assert str(answer(g, "strike yyb")) == "Strike 2 pawns of seat 1 and 1 pawn of seat 3"


# --- Everybody sees the same --------------------------------------------------------------------------------


def unequal(game: Game, seats: int, options: Options) -> Iterator[str]:
    """Whatever one viewer is sent and another is not, but for what only the asked are: prompt and answers."""
    playthrough = played(game, seats, "unequal", options)
    for number, step in enumerate(playthrough.steps, 1):
        sent = [shown_to(game, step.after, you, number, step.lines) for you in viewers(seats)]
        yield from (f"step {number}: {one!r} and {sent[-1]!r}" for one in sent if one != sent[-1])


def shown_to(game: Game, g: Any, you: Seat | None, number: int, lines: Any) -> bytes:
    shown = msgspec.structs.replace(frame(game, g, you, number, lines), you=None)
    if g.question is not None and you in g.question.seats:
        shown = msgspec.structs.replace(shown, choices=[], pick=None, prompt=g.question.for_the_others())
    return msgspec.json.encode(shown)


@pytest.mark.parametrize("seats", GAME.seats)
def test_seats_and_onlookers_are_sent_the_same_but_for_the_answers(seats: int) -> None:
    assert not [*unequal(GAME, seats, Options())]


class Unequal(Struct, frozen=True):
    """The view, and something that not everybody has."""

    view: View
    more: Any


@pytest.mark.parametrize("favoured", [0, 1, None])
def test_a_view_that_shows_one_of_them_more_is_found(favoured: Seat | None) -> None:
    def leaky_view(g: State, seat: Seat | None) -> Unequal:
        return Unequal(view(g, seat), g.dice[0].value if seat == favoured else None)

    assert [*unequal(replace(GAME, view=leaky_view), 3, Options())]


def test_a_line_that_only_one_of_them_hears_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_attacks = rules.begin_attacks

    def whispering(g: State, dealer: Dealer) -> None:
        dealer.tell(g.turn, say("Attack!"))
        begin_attacks(g, dealer)

    monkeypatch.setattr(rules, "begin_attacks", whispering)
    assert [*unequal(GAME, 3, Options())]


def test_a_view_that_remembers_what_no_longer_lies_there_is_found() -> None:
    thrown: dict[int, Any] = {}

    def remembering(g: State, seat: Seat | None) -> Unequal:
        if isinstance(g.question, Throwing):
            thrown[g.asked_so_far] = [die.value for die in g.dice]
        return Unequal(view(g, seat), thrown.get(g.asked_so_far - 1))

    assert first_leak(replace(GAME, view=remembering), 2, games=1) is not None


def test_a_redeal_is_the_same_table() -> None:
    for step in played(GAME, 3, "redeal").steps:
        g: Any = step.after
        assert all(scramble(g, you, Seeded("redeal")) == g for you in viewers(3))


# --- Size ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["colour", "area", "free"])
def test_a_frame_is_small(target: str) -> None:
    for step in played(GAME, 6, "size", msgspec.convert({"target": target}, Options)).steps:
        g: Any = step.after
        you = g.question.seat if g.question is not None else None
        assert len(gzip.compress(msgspec.json.encode(frame(GAME, g, you, 0, step.lines)))) <= 2048

"""Sin Color: what is seen, what is shown for a moment, and what is logged."""

from typing import Any

import msgspec

from games import engine
from games.dealer import Line, Scripted
from games.sin_color import GAME
from games.sin_color.moves import NoTrade, Offer, Trade, TurnOver
from games.sin_color.pieces import Moved, Paid, Traded, TurnedOver
from games.sin_color.rules import State
from games.sin_color.view import view
from tests.games.cases import cases
from tests.games.sin_color_tables import by, face, pays, play, read, said, shown, table

ROWS = ["S0 A3v C2", "S4 M2v", "S5v M3 C1v"]
STACKS = "S3 M0 A5, A0 -, C5, A2, S1, M4"
VIEWERS = [0, 1, 2, None]


def sent(g: State, you: int | None) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(view(g, you)))


def test_a_coin_that_is_turned_over_shows_its_other_side_and_nothing_of_the_one_before() -> None:
    g = table(rows=["S0", "S4", "A3"])
    assert sent(g, 0)["rows"][2] == ["arms"]
    assert sent(by(g, 2, TurnOver(0)), 0)["rows"][2] == [3]
    value_up = table(rows=["S0", "S4", "M3v"])
    assert sent(by(g, 2, TurnOver(0)), 0) == sent(value_up, 0)


def test_an_open_offer_is_seen_at_once() -> None:
    g = play(table(rows=ROWS, offers="open"), Offer((0,)), Offer((1,)))
    assert all(sent(g, you)["offers"] == [[0], [1], None] for you in VIEWERS)


def test_paid_coins_are_only_counted_if_the_host_chose_so() -> None:
    g = table(paid="M1 C0", paid_coins="counted")
    assert (sent(g, 0)["paid"], sent(g, 0)["paid_count"]) == (None, 2)


def test_when_the_game_is_over_everything_is_shown() -> None:
    g = play(table(rows=["S3", "S4v M2", "S5"], paid_coins="counted"), NoTrade(), pays("S3"), drawn=[0])
    assert all(
        sent(g, you)["coins"] == [[], [["suns", 4], ["moons", 2]], [["suns", 5]]]
        and sent(g, you)["stacks"][:2] == [[None], [["moons", 0]]]
        and sent(g, you)["paid"] == [["suns", 3]]
        and sent(g, you)["turn"] is None
        for you in VIEWERS
    )


def test_a_coin_that_is_turned_over_is_announced_with_the_side_that_it_shows_now() -> None:
    lines = turned_over(table(rows=["S0", "S4", "A3"]))
    assert [(str(line.text), line.fades) for line in lines] == [
        ("seat 2 turned over coin 1: 3.", True),
        ("seat 2 turned over a coin.", False),
    ]
    assert lines[0].sight == TurnedOver(2, 0, 3)


def turned_over(g: State) -> list[Line]:
    dealer = Scripted([])
    engine.play(GAME, g, 2, TurnOver(0), dealer)
    return dealer.lines


@cases("""
    options | answers | lines
Of a tile that is moved the log names the stack.
    | none (2), sink 0  | ~seat 0 moved the top tile of stack 1 to the bottom. On top now: null of moons. seat 0 moved the top tile of stack 1 to the bottom.
    | none (3), raise 1 | ~seat 0 moved the bottom tile of stack 2 to the top: a tile without colour. seat 0 moved the bottom tile of stack 2 to the top.
Of a payment it names the coin if paid coins are open, and not the stack.
    | none (0), pay C5  | ~seat 0 paid for the tile on stack 3: 5 of crowns. seat 0 paid: 5 of crowns.
    paid_coins counted | none (0), pay C5 | ~seat 0 paid for the tile on stack 3: 5 of crowns. seat 0 paid a coin.
At an aided table it says what has been seen and is covered.
    memory aided | none (2), sink 0  | ~seat 0 moved the top tile of stack 1 to the bottom. On top now: null of moons. seat 0 moved the top tile of stack 1 to the bottom: 3 of suns.
    memory aided | none (3), raise 0 | ~seat 0 moved the bottom tile of stack 1 to the top: 5 of arms. seat 0 moved the bottom tile of stack 1 to the top, covering: 3 of suns.
    memory aided | none (0), pay C5  | ~seat 0 paid for the tile on stack 3: 5 of crowns. seat 0 paid for stack 3: 5 of crowns.
""")  # noqa: E501
def test_the_log_says(options: str, answers: str, lines: str) -> None:
    assert " ".join(said(read(f"M2 C5, S4, S5 : {STACKS} : {options}"), answers)[1:3]) == lines


def test_what_is_moved_or_paid_is_shown_for_a_moment() -> None:
    g = read(f"M2 C5, S4, S5 : {STACKS}")
    assert shown(g, "none (2), sink 0") == [Moved(0, "bottom", face("M0"))]
    assert shown(g, "none (3), raise 1") == [Moved(1, "top", None)]
    assert shown(g, "none (0), pay C5") == [Paid(0, 1, 2, face("C5"))]


def test_a_trade_is_shown_with_the_places_in_which_the_coins_lay() -> None:
    g = table(rows=ROWS)
    swapped = Offer((2, 0)), Offer((0,)), Offer((1,)), Trade(1)
    assert shown(g, *swapped, drawn=[0, 0]) == [Traded(0, 1, (0, 2), (0,))]


def test_an_aided_table_writes_down_both_sides_of_a_coin_that_is_turned_over() -> None:
    (_, written) = turned_over(table(rows=["S0", "S4", "S5"], memory="aided"))
    assert str(written.text) == "seat 2 turned over coin 1: 5 up, suns down."


def test_an_aided_table_tells_who_gave_coins_away_and_nobody_else_which_they_were() -> None:
    g = table(rows=ROWS, memory="aided")
    swapped = Offer((2, 0)), Offer((0,)), Offer((1,)), Trade(1)
    heard = {you: [line for line in said(g, *swapped, drawn=[0, 0], to=you) if "gave" in line] for you in VIEWERS}
    assert heard == {
        0: ["You gave seat 1: null of suns and 2 of crowns."],
        1: ["You gave seat 0: 4 of suns."],
        2: [],
        None: [],
    }

"""Sin Color: what is seen, what is shown for a moment, and what is logged."""

from typing import Any

import msgspec
import pytest

from games import engine
from games.dealer import Scripted
from games.sin_color import GAME
from games.sin_color.moves import TurnOver
from games.sin_color.pieces import Moved, Paid, Traded, TurnedOver
from games.sin_color.rules import State
from games.sin_color.view import view
from tests.games.cases import cases
from tests.games.sin_color_tables import by, face, play, read, said, shown, table

THREE = "S0 A3v C2, S4 M2v, S5v M3 C1v"
OWN = "M2 C5, S4, S5 : S3 M0 A5, A0 -, C5, A2, S1, M4"
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
    g = play(read(f"{THREE} : : offers open"), "offer 0, offer 1")
    assert all(sent(g, you)["offers"] == [[0], [1], None] for you in VIEWERS)


def test_paid_coins_are_only_counted_if_the_host_chose_so() -> None:
    g = table(paid="M1 C0", paid_coins="counted")
    assert (sent(g, 0)["paid"], sent(g, 0)["paid_count"]) == (None, 2)


def test_when_the_game_is_over_everything_is_shown() -> None:
    g = play(read("S3, S4v M2, S5 : : paid_coins counted"), "none (0), pay S3")
    for told in (sent(g, you) for you in VIEWERS):
        assert told["coins"] == [[], [["suns", 4], ["moons", 2]], [["suns", 5]]]
        assert told["stacks"][:2] == [[None], [["moons", 0]]]
        assert (told["paid"], told["turn"]) == ([["suns", 3]], None)


@pytest.mark.parametrize(("turns_over", "last_payment", "seen"), [
    (25, 0, (5, False)), (295, 270, (5, True)), (295, 290, (5, True)), (280, 265, (15, False)),
])  # fmt: skip
def test_the_last_turns_of_three_hundred_are_told_from_those_that_a_payment_would_prolong(
    turns_over: int, last_payment: int, seen: tuple[int, bool]
) -> None:
    told = sent(table(rows=["S3 S0", "S4", "S5"], turns_over=turns_over, last_payment=last_payment), 0)
    assert (told["turns_left"], told["stops_anyway"]) == seen


@pytest.mark.parametrize(
    ("memory", "written"), [("strict", "a coin."), ("aided", "coin 1: 3 up, arms down.")], ids=["strict", "aided"]
)
def test_a_coin_that_is_turned_over_is_announced_with_the_side_that_it_shows_now(memory: str, written: str) -> None:
    dealer = Scripted([])
    engine.play(GAME, read(f"S0, S4, A3 : : memory {memory}"), 2, TurnOver(0), dealer)
    announced, noted = dealer.lines
    assert (str(announced.text), announced.fades) == ("seat 2 turned over coin 1: 3.", True)
    assert announced.sight == TurnedOver(2, 0, 3)
    assert (str(noted.text), noted.fades) == (f"seat 2 turned over {written}", False)


@cases(f"""
    before | answers | lines
Of a trade the log names how many coins were offered and swapped, and not which.
    {THREE} | offer 1 0, offer 1, offer 0 2 1, trade 2 (0 3) | seat 0 offered 2 coins. seat 1 offered 1 coins. seat 2 offered 3 coins. ~seat 0 and seat 2 traded: 2 coins for 3. seat 0 traded with seat 2: 2 coins for 3. seat 0 threw: null. seat 2 threw: 3.
    {THREE} | offer 0, offer 0, offer 0, none (0) | seat 0 did not trade. seat 0 threw: null. seat 0 had no coin that matches.
Who acts first.
    S0, S4, S5 | offer 0, offer 0, offer 0, trade 1 (2 3), order 1 2 3 | First to act: seat 1.
That an ace pays nothing without a coin that matches.
    S0, S4, S5 | none (1) | seat 0 threw: ace. seat 0 had no coin that matches. seat 0 had no coin that matches.
Of a tile that is moved the log names the stack.
    {OWN} | none (2), sink 0  | ~seat 0 moved the top tile of stack 1 to the bottom. On top now: null of moons. seat 0 moved the top tile of stack 1 to the bottom.
    {OWN} | none (3), raise 1 | ~seat 0 moved the bottom tile of stack 2 to the top: a tile without colour. seat 0 moved the bottom tile of stack 2 to the top.
Of a payment it names the coin if paid coins are open, and not the stack.
    {OWN} | none (0), pay C5  | ~seat 0 paid for the tile on stack 3: 5 of crowns. seat 0 paid: 5 of crowns.
    {OWN} : paid_coins counted | none (0), pay C5 | ~seat 0 paid for the tile on stack 3: 5 of crowns. seat 0 paid a coin.
At an aided table it says what has been seen and is covered.
    {OWN} : memory aided | none (2), sink 0  | ~seat 0 moved the top tile of stack 1 to the bottom. On top now: null of moons. seat 0 moved the top tile of stack 1 to the bottom: 3 of suns.
    {OWN} : memory aided | none (3), raise 0 | ~seat 0 moved the bottom tile of stack 1 to the top: 5 of arms. seat 0 moved the bottom tile of stack 1 to the top, covering: 3 of suns.
    {OWN} : memory aided | none (0), pay C5  | ~seat 0 paid for the tile on stack 3: 5 of crowns. seat 0 paid for stack 3: 5 of crowns.
""")  # noqa: E501
def test_the_log_says(before: str, answers: str, lines: str) -> None:
    assert lines in " ".join(said(read(before), answers))


def test_what_is_moved_or_paid_is_shown_for_a_moment() -> None:
    g = read(OWN)
    assert shown(g, "none (2), sink 0") == [Moved(0, "bottom", face("M0"))]
    assert shown(g, "none (3), raise 1") == [Moved(1, "top", None)]
    assert shown(g, "none (0), pay C5") == [Paid(0, 1, 2, face("C5"))]


def test_a_trade_is_shown_with_the_places_in_which_the_coins_lay() -> None:
    assert shown(read(THREE), "offer 2 0, offer 0, offer 1, trade 1 (0 0)") == [Traded(0, 1, (0, 2), (0,))]


def test_an_aided_table_tells_who_gave_coins_away_and_nobody_else_which_they_were() -> None:
    g, trade = read(f"{THREE} : : memory aided"), "offer 2 0, offer 0, offer 1, trade 1 (0 0)"
    heard = [[line for line in said(g, trade, to=you) if "gave" in line] for you in VIEWERS]
    assert heard == [["You gave seat 1: null of suns and 2 of crowns."], ["You gave seat 0: 4 of suns."], [], []]
